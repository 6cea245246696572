//! The console at standard input.

use std::io;
use std::os::windows::io::AsRawHandle as _;

use windows_sys::Win32::System::Console::FlushConsoleInputBuffer;

/// Forgets what was typed and not read yet.
///
/// # Errors
/// Standard input is no console.
pub(crate) fn forget_typed() -> io::Result<()> {
    // SAFETY: the handle is open as long as the process, and the call keeps nothing of it.
    super::succeeded(unsafe { FlushConsoleInputBuffer(io::stdin().as_raw_handle()) })
}
