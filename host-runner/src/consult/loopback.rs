//! One request to a server on this machine.
//!
//! Owns the connection: to the loopback interface, whatever a name means elsewhere, and without following redirects.

use policy_core::policy::LoopbackUrl;

/// The longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 1024 * 1024;

/// Posts `body`, which is JSON, to `url`, and gives the text of the answer.
///
/// # Errors
/// There is no server, or its answer is no success: in one sentence.
pub(crate) async fn post(url: &LoopbackUrl, body: Vec<u8>) -> Result<String, String> {
    use std::pin::pin;

    use http_body_util::{BodyExt as _, Full, Limited};
    use hyper::body::Bytes;
    use hyper::client::conn::http1;
    use hyper::header::{CONTENT_TYPE, HOST};
    use hyper::{Request, StatusCode};
    use hyper_util::rt::TokioIo;
    use tokio::net::TcpStream;

    let failed = |error: &dyn std::fmt::Display| format!("its server failed: {error}");
    let stream = TcpStream::connect((address(url), url.port)).await;
    let stream = stream.map_err(|error| format!("its server cannot be reached: {error}"))?;
    let (mut sender, connection) =
        http1::handshake::<_, Full<Bytes>>(TokioIo::new(stream)).await.map_err(|error| failed(&error))?;
    let request = Request::post(&url.path)
        .header(HOST, format!("{}:{}", url.host, url.port))
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from(body)))
        .map_err(|error| failed(&error))?;
    let answered = async {
        let response = sender.send_request(request).await.map_err(|error| failed(&error))?;
        if response.status() != StatusCode::OK {
            return Err(format!("its server answered with status {}", response.status().as_u16()));
        }
        let body = Limited::new(response.into_body(), ANSWER_BYTES_MAX).collect().await;
        let body = body.map_err(|error| failed(&error))?.to_bytes();
        String::from_utf8(body.to_vec()).map_err(|_| "its answer is not UTF-8".to_owned())
    };
    let (mut answered, mut connection) = (pin!(answered), pin!(connection));
    tokio::select! {
        biased;
        answer = &mut answered => answer,
        // What was received by then is still to be read.
        _ = &mut connection => answered.await,
    }
}

/// The address that `url` means, without a resolver.
fn address(url: &LoopbackUrl) -> std::net::IpAddr {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

    match url.host.as_str() {
        "[::1]" => IpAddr::V6(Ipv6Addr::LOCALHOST),
        host => IpAddr::V4(host.parse().unwrap_or(Ipv4Addr::LOCALHOST)),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;

    use super::*;

    /// What is posted to a server that gives this answer, and what is received.
    fn posted(answer: &'static str) -> (String, Result<String, String>) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = Vec::new();
            while !request.ends_with(b"{\"q\":1}") {
                let mut buffer = [0; 1024];
                let count = stream.read(&mut buffer).unwrap();
                request.extend_from_slice(&buffer[..count]);
            }
            stream.write_all(answer.as_bytes()).unwrap();
            String::from_utf8(request).unwrap()
        });
        let url = LoopbackUrl::parse(&format!("http://localhost:{port}/judge?x=1")).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let received = runtime.block_on(post(&url, b"{\"q\":1}".to_vec()));
        (server.join().unwrap(), received)
    }

    #[test]
    fn the_answer_is_the_body_of_a_success() {
        for answer in [
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        ] {
            let (request, received) = posted(answer);
            assert_eq!(received.as_deref(), Ok("{}"), "{answer}");
            assert!(request.starts_with("POST /judge?x=1 HTTP/1.1\r\n"), "{request}");
            assert!(request.to_ascii_lowercase().contains("content-type: application/json"), "{request}");
        }
        for answer in [
            "HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n{}",
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}",
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\u{0}",
            "nonsense\r\n\r\n",
            "",
        ] {
            let is_text = answer.ends_with('\0');
            assert_eq!(posted(answer).1.is_ok(), is_text, "{answer}");
        }
        let url = LoopbackUrl::parse("http://127.0.0.1:1/").unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        assert!(runtime.block_on(post(&url, Vec::new())).unwrap_err().contains("cannot be reached"));
    }
}
