//! The outside as the proxy needs it: the addresses of a name, a connection to an address.
//!
//! Owns the trait, so that a host can resolve names in its own way and tests need no network. Decides nothing: it gets
//! allowed names and checked addresses.

use std::fmt::Debug;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;

use tokio::net::TcpStream;

use crate::system::network::own_addresses;

/// An answer that takes its time.
pub type Pending<T> = Pin<Box<dyn Future<Output = io::Result<T>> + Send>>;

/// The network as the proxy uses it.
pub trait Outside: Debug + Send + Sync {
    /// The addresses that a name leads to. Asked once for a connection: one of the answer is what gets dialled.
    fn resolve(&self, name: &str) -> Pending<Vec<IpAddr>>;

    /// A connection to this address and no other.
    fn connect(&self, address: SocketAddr) -> Pending<TcpStream>;

    /// The addresses of this machine, which are refused unless they are named.
    ///
    /// # Errors
    /// When they are unknown. Nothing is dialled then.
    fn own_addresses(&self) -> io::Result<Vec<IpAddr>>;
}

/// The network of this machine, with its own resolver (`getaddrinfo(3)`).
#[derive(Clone, Copy, Debug, Default)]
pub struct System;

impl Outside for System {
    fn resolve(&self, name: &str) -> Pending<Vec<IpAddr>> {
        // The port has no part in the answer.
        let name = (name.to_owned(), 0);
        Box::pin(
            async move { Ok(tokio::net::lookup_host(name).await?.map(|address| address.ip()).collect()) },
        )
    }

    fn connect(&self, address: SocketAddr) -> Pending<TcpStream> {
        Box::pin(TcpStream::connect(address))
    }

    fn own_addresses(&self) -> io::Result<Vec<IpAddr>> {
        own_addresses()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loopback_is_among_this_machines_addresses() {
        let own = System.own_addresses().unwrap();
        assert!(own.iter().any(IpAddr::is_loopback), "{own:?}");
    }
}
