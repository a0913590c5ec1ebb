//! As much of HTTP/1.1 as talking to a driver takes: one request a connection, and an answer that tells its length.

use handback_protocol::classic::{CONTENT_TYPE, Call};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use url::Url;

type Failure = Box<dyn std::error::Error>;

/// Sends a classic WebDriver call to the driver at this address.
pub(crate) async fn send<C: Call>(driver: &Url, call: &C) -> Result<C::Answer, Failure> {
    let request = call.request()?;
    let path = format!("{}{}", driver.path().trim_end_matches('/'), request.path);
    let (status, body) = exchange(driver, request.method.as_str(), &path, request.body).await?;
    Ok(C::read(status, &body)?)
}

/// Sends any request, and gives the status and the body.
pub(crate) async fn exchange(
    server: &Url,
    method: &str,
    path: &str,
    body: Option<Vec<u8>>,
) -> Result<(u16, Vec<u8>), Failure> {
    let host = server.host_str().ok_or("the address names no host")?;
    let port = server.port_or_known_default().ok_or("the address names no port")?;
    let body = body.unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}:{port}\r\ncontent-type: {CONTENT_TYPE}\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = BufReader::new(TcpStream::connect((host, port)).await?);
    stream.write_all(&[head.as_bytes(), &body].concat()).await?;
    let mut line = String::new();
    stream.read_line(&mut line).await?;
    let status = line.split(' ').nth(1).ok_or("the answer has no status")?.parse()?;
    let mut length = None;
    while line.trim_end() != "" {
        line.clear();
        stream.read_line(&mut line).await?;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = Some(value.trim().parse()?);
        }
    }
    // Until the end would not do: chromedriver keeps the connection open whatever it is asked.
    let mut body = vec![0; length.ok_or("the answer does not tell its length")?];
    stream.read_exact(&mut body).await?;
    Ok((status, body))
}
