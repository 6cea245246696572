//! The network, as the test wants it.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use host_runner::network::{Outside, Pending};
use tokio::net::TcpStream;

use crate::attempts::INSIDE;
use crate::server::{self, Server};

/// An address of this machine's own.
pub(crate) const OWN: &str = "5.6.7.8";

/// What is public, and whose it is.
pub(crate) const PUBLIC: [(&str, &str); 5] = [
    ("allowed.test", "93.184.215.14"),
    ("other.test", "93.184.216.34"),
    ("www.allowed.test", "93.184.215.15"),
    ("third.test", "1.2.3.4"),
    ("proxy.test", "10.9.9.9"),
];

/// Names lead where the test says; whatever is dialled ends at one server, over TLS on the ports that end with 443.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    /// The answers to each name, one after the other; the last one stays.
    names: Arc<Mutex<HashMap<String, Vec<Vec<IpAddr>>>>>,
    plain: Option<SocketAddr>,
    tls: Arc<Mutex<Option<SocketAddr>>>,
    dialled: Arc<Mutex<Vec<String>>>,
    resolved: Arc<Mutex<Vec<String>>>,
}

impl World {
    /// Every connection ends at `server`.
    pub(crate) fn around(server: &Server) -> Self {
        Self { plain: Some(server.plain), tls: Arc::new(Mutex::new(Some(server.tls))), ..Self::named() }
    }

    /// The public names lead to their addresses, and no connection ends anywhere.
    pub(crate) fn named() -> Self {
        let world = Self::default();
        for (name, address) in PUBLIC {
            world.name(name, &[&[address]]);
        }
        world
    }

    /// Lets `name` lead to the first of these lists of addresses, then to the next.
    pub(crate) fn name(&self, name: &str, answers: &[&[&str]]) {
        let address = |text: &&str| text.parse().unwrap();
        let answers = answers.iter().map(|answer| answer.iter().map(address).collect()).collect();
        self.names.lock().unwrap().insert(name.to_owned(), answers);
    }

    /// Lets the names that are tried lead inside.
    pub(crate) fn name_the_inside(&self) {
        for (name, addresses) in INSIDE {
            self.name(name, &[addresses]);
        }
        self.name("localhost", &[&["127.0.0.1", "::1"]]);
        self.name("a.localhost", &[&["127.0.0.1"]]);
    }

    /// Lets TLS connections end at another server.
    pub(crate) fn lead_tls_to(&self, server: SocketAddr) {
        *self.tls.lock().unwrap() = Some(server);
    }

    /// What was dialled since the last time, in order.
    pub(crate) fn dialled(&self) -> Vec<String> {
        std::mem::take(&mut *self.dialled.lock().unwrap())
    }

    /// The names that were resolved since the last time, in order.
    pub(crate) fn resolved(&self) -> Vec<String> {
        std::mem::take(&mut *self.resolved.lock().unwrap())
    }
}

impl Outside for World {
    fn resolve(&self, name: &str) -> Pending<Vec<IpAddr>> {
        self.resolved.lock().unwrap().push(name.to_owned());
        let mut names = self.names.lock().unwrap();
        let answer = names.get_mut(name).map(|answers| match answers.len() {
            1 => answers[0].clone(),
            _ => answers.remove(0),
        });
        Box::pin(async move { answer.ok_or_else(|| io::ErrorKind::NotFound.into()) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<TcpStream> {
        self.dialled.lock().unwrap().push(address.to_string());
        let server = if server::is_tls(address.port()) { *self.tls.lock().unwrap() } else { self.plain };
        Box::pin(async move {
            match server {
                Some(server) if address.port() != 1 => TcpStream::connect(server).await,
                Some(_) | None => Err(io::ErrorKind::ConnectionRefused.into()),
            }
        })
    }

    fn own_addresses(&self) -> io::Result<Vec<IpAddr>> {
        Ok(vec![OWN.parse().unwrap()])
    }
}
