//! The proxy's one port: HTTP and SOCKS5, told apart by the first byte.
//!
//! Owns the wait for that byte and the tunnel behind both. Each client may speak one of the two, and every request of
//! it is judged by itself.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::gate::Gate;
use super::{http, socks};

/// How long a client may take to say what it wants.
pub(super) const HESITATION: Duration = Duration::from_secs(30);

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

/// Passes everything on, both ways, until both sides have ended.
pub(super) async fn tunnel<C, S>(client: &mut C, server: &mut S) -> io::Result<()>
where
    C: AsyncRead + AsyncWrite + Unpin,
    S: AsyncRead + AsyncWrite + Unpin,
{
    copy_bidirectional(client, server).await?;
    Ok(())
}
