//! A server that sends what a test wrote, byte by byte, over TLS or not.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// One thing that a server does. After the last one it closes the connection in order.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Sends these bytes.
    Send(Vec<u8>),
    /// Sends these bytes again and again, with this pause after each, until the client goes.
    Endless(Vec<u8>, Duration),
    /// Says nothing for this long.
    Pause(Duration),
    /// Closes the connection without the end that TLS has.
    Drop,
    /// Resets the connection.
    Reset,
}

/// A whole answer.
pub(crate) fn answer(status: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<Step> {
    let mut head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n", body.len());
    for (name, value) in headers {
        write!(head, "{name}: {value}\r\n").unwrap();
    }
    head.push_str("\r\n");
    vec![Step::Send([head.as_bytes(), body].concat())]
}

/// A page of plain text.
pub(crate) fn text(body: &str) -> Vec<Step> {
    answer("200 OK", &[("Content-Type", "text/plain")], body.as_bytes())
}

/// A redirect.
pub(crate) fn redirect(status: &str, location: &str) -> Vec<Step> {
    answer(status, &[("Location", location)], b"moved")
}

/// These bytes and nothing else.
pub(crate) fn raw(bytes: impl AsRef<[u8]>) -> Vec<Step> {
    vec![Step::Send(bytes.as_ref().to_vec())]
}

/// Whether servers speak TLS on this port.
pub(crate) fn is_tls(port: u16) -> bool {
    port % 1_000 == 443
}

type Script = dyn Fn(&str, &str) -> Vec<Step> + Send + Sync;

/// Two listeners with one script.
#[derive(Debug)]
pub(crate) struct Server {
    pub(crate) plain: SocketAddr,
    pub(crate) tls: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Serves on the test's own runtime, so that its pauses are in the test's own time.
    pub(crate) async fn start(
        acceptor: TlsAcceptor,
        script: impl Fn(&str, &str) -> Vec<Step> + Send + Sync + 'static,
    ) -> Self {
        let [plain, tls] = [
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
            TcpListener::bind("127.0.0.1:0").await.unwrap(),
        ];
        let [plain_address, tls_address] = [plain.local_addr().unwrap(), tls.local_addr().unwrap()];
        let requests = listen([(plain, None), (tls, Some(acceptor))], script);
        Self { plain: plain_address, tls: tls_address, requests }
    }

    /// The heads of the requests since the last time, in order.
    pub(crate) fn requests(&self) -> Vec<String> {
        std::mem::take(&mut *self.requests.lock().unwrap())
    }
}

/// Answers on these listeners as `script` says, over TLS where there is an acceptor, and gives the heads of the requests.
pub(crate) fn listen(
    listeners: impl IntoIterator<Item = (TcpListener, Option<TlsAcceptor>)>,
    script: impl Fn(&str, &str) -> Vec<Step> + Send + Sync + 'static,
) -> Arc<Mutex<Vec<String>>> {
    let requests = Arc::new(Mutex::new(Vec::new()));
    let script: Arc<Script> = Arc::new(script);
    for (listener, acceptor) in listeners {
        let (script, requests) = (Arc::clone(&script), Arc::clone(&requests));
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (script, requests) = (Arc::clone(&script), Arc::clone(&requests));
                tokio::spawn(serve(client, acceptor.clone(), script, requests));
            }
        });
    }
    requests
}

async fn serve(
    client: TcpStream,
    acceptor: Option<TlsAcceptor>,
    script: Arc<Script>,
    requests: Arc<Mutex<Vec<String>>>,
) {
    // In paused time the kernel's own timers would be late: what is sent arrives at once.
    client.set_nodelay(true).unwrap();
    let end = match acceptor {
        None => {
            let mut client = client;
            let end = play(&mut client, &script, &requests).await;
            Some((client, end))
        }
        // A certificate that the client does not take ends it here.
        Some(acceptor) => match acceptor.accept(client).await {
            Ok(mut stream) => {
                let end = play(&mut stream, &script, &requests).await;
                if end.is_none() {
                    let _ = stream.shutdown().await;
                }
                Some((stream.into_inner().0, end))
            }
            Err(_) => None,
        },
    };
    if let Some((mut client, end)) = end {
        match end {
            Some(Step::Reset) => client.set_zero_linger().unwrap(),
            Some(_) => {}
            None => drop(client.shutdown().await),
        }
    }
}

/// Reads a request and plays what the script says; the step that ended it, if it was one that breaks the connection.
async fn play(
    client: &mut (impl AsyncRead + AsyncWrite + Unpin),
    script: &Arc<Script>,
    requests: &Mutex<Vec<String>>,
) -> Option<Step> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(client.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap().to_owned();
    let host = head.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default().to_owned();
    requests.lock().unwrap().push(head);
    for step in script(&host, &path) {
        match step {
            Step::Send(bytes) => client.write_all(&bytes).await.ok()?,
            Step::Endless(bytes, pause) => loop {
                client.write_all(&bytes).await.ok()?;
                if !pause.is_zero() {
                    client.flush().await.ok()?;
                    tokio::time::sleep(pause).await;
                }
            },
            Step::Pause(pause) => tokio::time::sleep(pause).await,
            Step::Drop | Step::Reset => {
                let _ = client.flush().await;
                return Some(step);
            }
        }
    }
    let _ = client.flush().await;
    None
}
