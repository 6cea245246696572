//! Turns a program into a launcher.
//!
//! Owns the test of the first argument. Reads no other argument.

use crate::launch::launcher_binary::LAUNCHER_ARGUMENT;

/// The exit status of a launcher on a system that has none.
#[cfg(not(unix))]
const REFUSED: i32 = 125;

/// Becomes the launcher of a sandbox when this process was started as one, and never returns then.
///
/// A program that runs commands through [`Session`](crate::session::Session) calls this first in `main`, before
/// any thread exists: the launcher is the same binary, started with one special argument.
pub fn launch_if_asked() {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == LAUNCHER_ARGUMENT) {
        #[cfg(unix)]
        super::start::launch();
        #[cfg(not(unix))]
        std::process::exit(REFUSED);
    }
}
