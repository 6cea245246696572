//! The proxy of the environment: a way to an address that was judged here.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};

use host_runner::network::Hosts;
use host_runner::web::{Client, FetchError, FetchRequest, PageReader, Proxies};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};

use crate::rules::Rules;
use crate::server::{Server, text};
use crate::world::World;
use crate::{authority, inside};

/// A proxy that passes every tunnel on to one server, and what it was asked for.
struct Tunnels {
    port: u16,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Tunnels {
    async fn start(to: std::net::SocketAddr, answer: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let heads = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&heads);
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let mut head = Vec::new();
                while !head.ends_with(b"\r\n\r\n") {
                    head.push(client.read_u8().await.unwrap());
                }
                seen.lock().unwrap().push(String::from_utf8(head).unwrap().replace("\r\n", "\n"));
                client.write_all(answer.as_bytes()).await.unwrap();
                let mut server = TcpStream::connect(to).await.unwrap();
                tokio::spawn(async move { copy_bidirectional(&mut client, &mut server).await });
            }
        });
        Self { port, heads }
    }

    fn heads(&self) -> Vec<String> {
        std::mem::take(&mut *self.heads.lock().unwrap())
    }
}

async fn get(client: &Client, url: &str) -> Result<String, FetchError> {
    let rules = Rules::allowing(&["*"]).naming(&["localhost"]);
    let page = client.fetch(FetchRequest { url, prompt: None, approved: None }, &rules).await?;
    Ok(inside(&page.result).to_owned())
}

const GRANTED: &str = "HTTP/1.1 200 Connection established\r\n\r\n";

/// A client whose environment has these variables. The tunnel ends at the server of TLS; every direct connection to
/// `proxy.test` ends at the proxy.
async fn client(answer: &'static str, variable: &str) -> (World, Tunnels, Client, Server) {
    let mut server = Server::start(authority::acceptor(), |_, _| text("there")).await;
    let tunnels = Tunnels::start(server.tls, answer).await;
    server.plain = ([127, 0, 0, 1], tunnels.port).into();
    let world = World::around(&server);
    world.name("local.test", &[&["127.0.0.1"]]);
    let client =
        Client::new(Hosts::default(), Arc::new(world.clone()), &authority::trusting(), Arc::new(PageReader))
            .with_proxies(Proxies::of([("HTTPS_PROXY", variable), ("no_proxy", "other.test")]));
    (world, tunnels, client, server)
}

#[tokio::test]
async fn a_proxy_gets_the_judged_address_and_not_the_name() {
    let (world, tunnels, client, _server) = client(GRANTED, "http://user:hunter2@proxy.test:8888").await;
    assert_eq!(get(&client, "https://allowed.test/").await.unwrap(), "there");
    assert_eq!(
        tunnels.heads(),
        [
            "CONNECT 93.184.215.14:443 HTTP/1.1\nhost: 93.184.215.14:443\nproxy-authorization: Basic dXNlcjpodW50ZXIy\n\n"
        ]
    );
    assert_eq!(world.dialled(), ["10.9.9.9:8888"], "a proxy may be in the private network");
    assert_eq!(world.resolved(), ["allowed.test", "proxy.test"]);
    // An exception of the environment is direct.
    assert_eq!(get(&client, "https://other.test/").await.unwrap(), "there");
    assert_eq!(world.dialled(), ["93.184.216.34:443"]);
}

#[tokio::test]
async fn what_may_not_be_dialled_is_not_asked_of_a_proxy_either() {
    let (world, tunnels, client, _server) = client(GRANTED, "http://proxy.test:8888").await;
    for url in
        ["https://local.test/", "https://169.254.169.254/", "https://unknown.test/", "https://127.0.0.1/"]
    {
        assert!(get(&client, url).await.is_err(), "{url}");
    }
    assert_eq!((world.dialled(), tunnels.heads()), (Vec::new(), Vec::new()));
}

#[tokio::test]
async fn only_a_trusted_proxy_gets_a_name_that_this_machine_does_not_know() {
    let (_, tunnels, client, _server) = client(GRANTED, "http://proxy.test:8888").await;
    let untrusted = get(&client, "https://company.test/").await.unwrap_err();
    assert_eq!((untrusted.code(), tunnels.heads()), ("name_not_resolved", Vec::new()));
    let proxies = Proxies::of([("HTTPS_PROXY", "http://proxy.test:8888")]).trusted();
    let client = client.with_proxies(proxies);
    assert_eq!(get(&client, "https://company.test/").await.unwrap(), "there");
    assert!(tunnels.heads()[0].starts_with("CONNECT company.test:443 HTTP/1.1\n"));
    // A name that leads inside stays refused.
    assert_eq!(get(&client, "https://local.test/").await.unwrap_err().code(), "address_refused");
}

#[tokio::test]
async fn a_proxy_that_does_not_connect_says_why() {
    let mut told = String::new();
    for (answer, variable) in [
        (
            "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
            "http://user:hunter2@proxy.test:8888",
        ),
        ("SSH-2.0\r\n\r\n", "http://proxy.test:8888"),
        (GRANTED, "http://proxy.test:1"),
        (GRANTED, "http://unknown.test:8888"),
        (GRANTED, "socks5://user:hunter2@proxy.test:1080"),
    ] {
        let (_, _, client, _server) = client(answer, variable).await;
        let error = get(&client, "https://allowed.test/").await.unwrap_err();
        writeln!(told, "{}: {error}", error.code()).unwrap();
    }
    assert!(!told.contains("hunter2"), "{told}");
    crate::snapshot("proxy_failed", &told);
}
