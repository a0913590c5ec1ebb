//! Stands between two ends of TCP connections, to break them in the ways that networks do.

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A pipe; it closes when this is dropped.
#[derive(Debug)]
pub struct Pipe {
    port: u16,
    state: watch::Sender<State>,
    serving: JoinHandle<()>,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// Connections of an earlier one are cut.
    generation: u64,
    /// Whether connections stay open, and nothing goes through them.
    silent: bool,
}

impl Drop for Pipe {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Pipe {
    /// A pipe to a port of 127.0.0.1.
    pub async fn to(there: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = watch::Sender::new(State::default());
        let states = state.subscribe();
        let serving = tokio::spawn(async move {
            loop {
                let (near, _) = listener.accept().await.expect("a connection");
                tokio::spawn(pass(near, there, states.clone()));
            }
        });
        Self { port, state, serving }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Cuts every connection. New ones go through.
    pub fn cut(&self) {
        self.state.send_modify(|state| *state = State { generation: state.generation + 1, silent: false });
    }

    /// Lets nothing through any more, in any connection that there is or comes: all stay open, as when a cable is pulled.
    pub fn silence(&self) {
        self.state.send_modify(|state| state.silent = true);
    }
}

async fn pass(mut near: TcpStream, there: u16, mut states: watch::Receiver<State>) {
    let own = *states.borrow_and_update();
    let carry = async {
        if own.silent {
            return std::future::pending().await;
        }
        // Nobody there: whoever connected sees it closed.
        let Ok(mut far) = TcpStream::connect(("127.0.0.1", there)).await else { return };
        // An end that breaks it off is as good as one that closes it.
        let _ = tokio::io::copy_bidirectional(&mut near, &mut far).await;
    };
    tokio::pin!(carry);
    tokio::select! {
        () = &mut carry => return,
        _ = states.wait_for(|state| state.silent || state.generation != own.generation) => {}
    }
    // What was not carried any more is lost for good. `carry` holds both ends open until then.
    let _ = states.wait_for(|state| state.generation != own.generation).await;
}
