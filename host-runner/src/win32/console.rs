//! The console, and the standard streams that lead to it.

use std::fs::File;
use std::io;
use std::os::windows::io::{AsRawHandle as _, IntoRawHandle as _};

use windows_sys::Win32::Foundation::{CloseHandle, HANDLE_FLAG_INHERIT, SetHandleInformation};
use windows_sys::Win32::System::Console::{
    FlushConsoleInputBuffer, FreeConsole, GetStdHandle, STD_ERROR_HANDLE, STD_HANDLE, STD_INPUT_HANDLE,
    STD_OUTPUT_HANDLE, SetStdHandle,
};

const STREAMS: [STD_HANDLE; 3] = [STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE];

/// Lets no process that this one starts have its standard streams, unless it is given them. Whoever waits for the end of a
/// stream waits for every process that has it.
pub(crate) fn keep_streams() {
    for stream in STREAMS {
        // SAFETY: both calls keep nothing. A stream that is not there is not inherited either.
        unsafe { SetHandleInformation(GetStdHandle(stream), HANDLE_FLAG_INHERIT, 0) };
    }
}

/// Leaves the console, and takes these files in the place of the standard streams: input, output, errors.
///
/// # Errors
/// A stream cannot be replaced.
pub(crate) fn leave(files: [File; 3]) -> io::Result<()> {
    for (stream, file) in STREAMS.into_iter().zip(files) {
        // SAFETY: the call only reads the number of the stream.
        let old = unsafe { GetStdHandle(stream) };
        // SAFETY: the handle is open, and belongs to the process from now on.
        super::succeeded(unsafe { SetStdHandle(stream, file.into_raw_handle()) })?;
        // SAFETY: nothing else has the handle: the standard library asks for that of a stream each time.
        unsafe { CloseHandle(old) };
    }
    // SAFETY: the call has no arguments. A process without a console has nothing to leave.
    unsafe { FreeConsole() };
    Ok(())
}

/// Forgets what was typed and not read yet.
///
/// # Errors
/// Standard input is no console.
pub(crate) fn forget_typed() -> io::Result<()> {
    // SAFETY: the handle is open as long as the process, and the call keeps nothing of it.
    super::succeeded(unsafe { FlushConsoleInputBuffer(io::stdin().as_raw_handle()) })
}
