//! The tunnel of both protocols of the proxy.
//!
//! Owns the copy in both directions and how long a client may hesitate. Reads nothing of what passes.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, copy_bidirectional};

/// How long a client may take to say what it wants.
pub(super) const HESITATION: Duration = Duration::from_secs(30);

/// Passes everything on, both ways, until both sides have ended.
pub(super) async fn tunnel<C, S>(client: &mut C, server: &mut S) -> io::Result<()>
where
    C: AsyncRead + AsyncWrite + Unpin,
    S: AsyncRead + AsyncWrite + Unpin,
{
    copy_bidirectional(client, server).await?;
    Ok(())
}
