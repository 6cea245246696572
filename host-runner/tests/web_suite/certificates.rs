//! Servers that prove their names, and servers that do not.

use std::fmt::Write as _;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use crate::authority::ADDRESS;
use crate::server::text;
use crate::{Place, inside, pass_time_in_steps, snapshot};

#[tokio::test]
async fn a_server_that_proves_its_name_is_read() {
    let place = Place::new(|_, _| text("hello")).await;
    for url in ["https://allowed.test/", "https://allowed.test./", &format!("https://{ADDRESS}/")] {
        assert_eq!(inside(&place.get(url).await.unwrap().result), "hello", "{url}");
    }
}

#[tokio::test]
async fn a_wrong_certificate_is_an_error_and_no_request_is_sent() {
    let place = Place::new(|_, _| text("hello")).await;
    let mut told = String::new();
    for name in ["wrong-name.test", "expired.test", "early.test", "self-signed.test", "1.2.3.4"] {
        place.world.name(name, &[&["1.2.3.4"]]);
        let error = place.get(&format!("https://{name}/")).await.unwrap_err();
        writeln!(told, "{name}\n  {}: {error}", error.code()).unwrap();
    }
    snapshot("bad_certificates", &told);
    assert_eq!(place.server.requests(), Vec::<String>::new());
}

/// What a server that is no TLS server sends before it closes the connection.
#[tokio::test(start_paused = true)]
async fn a_handshake_that_fails_is_an_error_within_the_time() {
    pass_time_in_steps();
    let mut told = String::new();
    let alert = [21, 3, 3, 0, 2, 2, 40];
    for (name, bytes, pause) in [
        ("closes", &b""[..], Duration::ZERO),
        ("speaks HTTP", b"HTTP/1.1 400 Bad Request\r\n\r\n", Duration::ZERO),
        ("refuses", &alert, Duration::ZERO),
        ("says nothing", b"", Duration::from_mins(2)),
        ("stops in the middle", &[22, 3, 3, 0, 100, 2, 0], Duration::ZERO),
    ] {
        let place = Place::new(|_, _| text("hello")).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        place.world.lead_tls_to(listener.local_addr().unwrap());
        let served = async {
            let (mut client, _) = listener.accept().await.unwrap();
            // What the client says is read, so that closing is no reset.
            let mut said = [0; 4096];
            assert!(client.read(&mut said).await.unwrap() > 0);
            client.write_all(bytes).await.unwrap();
            tokio::time::sleep(pause).await;
        };
        let fetched = async { place.get("https://allowed.test/").await.unwrap_err() };
        let (error, ()) = tokio::join!(fetched, served);
        writeln!(told, "{name}\n  {}: {error}", error.code()).unwrap();
    }
    snapshot("bad_handshakes", &told);
}
