//! The console on Windows.

use std::io;

/// Forgets what was typed on the console at standard input.
///
/// # Errors
/// Standard input is no console.
pub(crate) fn forget_typed() -> io::Result<()> {
    crate::win32::console::forget_typed()
}

/// What was typed on the terminal at standard input while a command runs. No command asks then on this system, because no
/// proxy asks about hosts.
///
/// # Errors
/// Always.
#[expect(clippy::unused_async, reason = "the same signature everywhere")]
pub(crate) async fn typed(_most: usize) -> io::Result<Vec<u8>> {
    Err(io::ErrorKind::Unsupported.into())
}
