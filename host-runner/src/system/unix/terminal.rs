//! The terminal on Unix.

use std::io;
use std::os::fd::AsFd as _;

use nix::sys::termios::{FlushArg, tcflush};
use nix::unistd::read;
use tokio::net::unix::pipe::Receiver;

/// Forgets what was typed on the terminal at standard input.
///
/// # Errors
/// The terminal refuses.
pub(crate) fn forget_typed() -> io::Result<()> {
    Ok(tcflush(io::stdin(), FlushArg::TCIFLUSH)?)
}

/// What was typed on the terminal at standard input, once there is a line; at most `most` bytes. Dropped before, it has read
/// nothing.
///
/// # Errors
/// The terminal refuses.
pub(crate) async fn typed(most: usize) -> io::Result<Vec<u8>> {
    // The receiver only waits. A terminal has a whole line when it can be read, and its mode is other programs' too.
    let terminal = io::stdin().as_fd().try_clone_to_owned()?;
    Receiver::from_owned_fd_unchecked(terminal)?.readable().await?;
    let mut bytes = vec![0; most];
    let count = read(io::stdin(), &mut bytes)?;
    bytes.truncate(count);
    Ok(bytes)
}
