//! The proxy's one port: HTTP and SOCKS5, distinguished by the first byte.
//!
//! Owns the wait for that byte. Each client speaks one of the two, and each of its requests is judged.

use std::io;

use tokio::net::TcpStream;
use tokio::time::timeout;

use super::gate::Gate;
use super::tunnel::HESITATION;
use super::{http, socks};

/// Answers one client to its end.
pub(super) async fn answer(gate: &Gate, client: TcpStream) -> io::Result<()> {
    let mut first = [0];
    let read = timeout(HESITATION, client.peek(&mut first)).await??;
    match first {
        _ if read == 0 => Ok(()),
        [socks::VERSION] => socks::answer(gate, client).await,
        _ => http::answer(gate, client).await,
    }
}
