//! A small site on loopback, for what a browser can meet.

use std::net::SocketAddr;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

const PAGE: &str = r#"<!doctype html><title>A page</title><meta charset=utf-8>
<h1>A page</h1><p id=text>Some text</p>
<button id=ok>OK</button> <input id=name> <input type=file id=file multiple>
<a id=file-link href=/file.bin download>File</a> <a id=top href=#text>Up</a>
<p draggable=true id=drag>Drag me</p> <iframe src=/inner></iframe>"#;

pub(crate) async fn serve() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(answer(stream));
        }
    });
    address
}

async fn answer(stream: TcpStream) {
    let mut stream = BufReader::new(stream);
    let (mut first, mut has_password) = (String::new(), false);
    if stream.read_line(&mut first).await.is_err() {
        return;
    }
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await.unwrap_or(0) <= 2 {
            break;
        }
        has_password |= line.to_ascii_lowercase().starts_with("authorization:");
    }
    let (status, headers, body) = match first.split(' ').nth(1).unwrap_or_default() {
        "/page" => ("200 OK", "content-type: text/html", PAGE),
        "/inner" => ("200 OK", "content-type: text/html", "<title>Inner</title><button>In</button>"),
        "/json" => ("200 OK", "content-type: application/json", r#"{"ok":true}"#),
        "/file.bin" => {
            ("200 OK", "content-type: application/octet-stream\r\ncontent-disposition: attachment", "bytes")
        }
        "/moved" => ("302 Found", "location: /page", ""),
        "/auth" if !has_password => ("401 Unauthorized", "www-authenticate: Basic realm=\"here\"", ""),
        "/auth" => ("200 OK", "content-type: text/plain", "let in"),
        "/cookie" => ("200 OK", "set-cookie: sid=abc; HttpOnly; SameSite=Lax", ""),
        _ => ("404 Not Found", "content-type: text/plain", "nothing here"),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
    let _ = stream.shutdown().await;
}
