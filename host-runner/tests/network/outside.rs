//! The world outside of the sandbox, as the test wants it.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};

use host_runner::network::{Outside, Pending};
use tokio::net::TcpStream;

/// Names lead where the test says; whatever is dialled ends at one server.
#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    names: HashMap<String, IpAddr>,
    server: Option<SocketAddr>,
    dialled: Arc<Mutex<Vec<String>>>,
    /// The names that were resolved.
    resolved: Arc<Mutex<Vec<String>>>,
}

impl World {
    /// A world in which every connection ends at `server`.
    pub(crate) fn around(server: SocketAddr, names: &[(&str, &str)]) -> Self {
        let names = names.iter().map(|(name, address)| ((*name).to_owned(), address.parse().unwrap()));
        Self { names: names.collect(), server: Some(server), ..Self::default() }
    }

    /// How often `name` was resolved, which comes before it is dialled.
    pub(crate) fn resolved(&self, name: &str) -> usize {
        self.resolved.lock().unwrap().iter().filter(|resolved| *resolved == name).count()
    }

    /// What was dialled, in order.
    pub(crate) fn dialled(&self) -> Vec<String> {
        self.dialled.lock().unwrap().clone()
    }
}

impl Outside for World {
    fn resolve(&self, name: &str) -> Pending<Vec<IpAddr>> {
        self.resolved.lock().unwrap().push(name.to_owned());
        let address = self.names.get(name).copied();
        Box::pin(async move { address.map(|address| vec![address]).ok_or(io::ErrorKind::NotFound.into()) })
    }

    fn connect(&self, address: SocketAddr) -> Pending<TcpStream> {
        self.dialled.lock().unwrap().push(address.to_string());
        let server = self.server;
        Box::pin(async move {
            let server = server.ok_or(io::ErrorKind::ConnectionRefused)?;
            TcpStream::connect(server).await
        })
    }

    fn own_addresses(&self) -> io::Result<Vec<IpAddr>> {
        Ok(Vec::new())
    }
}
