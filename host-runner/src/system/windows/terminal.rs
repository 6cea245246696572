//! The console on Windows.

use std::fs::File;
use std::io;

use super::processes::NOTHING;

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

/// Lets no process that this one starts have its standard streams, unless it is given them.
pub(crate) fn keep_streams() {
    crate::win32::console::keep_streams();
}

/// Leaves the console and the standard streams: what is written from now on goes nowhere, and there is nothing to read.
///
/// # Errors
/// A stream cannot be replaced.
pub(crate) fn leave() -> io::Result<()> {
    let nothing = || File::options().read(true).write(true).open(NOTHING);
    crate::win32::console::leave([nothing()?, nothing()?, nothing()?])
}
