//! A web server that answers every request with the request.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// How many bytes the page `/big` has.
pub(crate) const BIG: usize = 4 << 20;

pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Serves until the test ends.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let seen = Arc::clone(&seen);
                thread::spawn(move || answer(client, &seen));
            }
        });
        Self { address, requests }
    }

    /// The heads of the requests that arrived.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// Answers requests on one connection until the client has no more.
fn answer(mut client: TcpStream, seen: &Mutex<Vec<String>>) {
    let mut unread = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        while let Some(end) = unread.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&unread[..end]).into_owned();
            unread.drain(..end + 4);
            let body = if head.contains(" /big ") { "x".repeat(BIG) } else { format!("{head}\n") };
            seen.lock().unwrap().push(head);
            let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            if client.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
        match client.read(&mut buffer) {
            Ok(length @ 1..) => unread.extend(&buffer[..length]),
            Ok(_) | Err(_) => return,
        }
    }
}
