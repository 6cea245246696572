//! The system calls of Windows that no library wraps safely: a process that starts suspended with three handles and no more,
//! the job object that it is in, and its token.
//!
//! Owns all unsafe code of Windows. Decides nothing and knows no plan.

pub(crate) mod command_line;
pub(crate) mod console;
pub(crate) mod job;
pub(crate) mod process;
pub(crate) mod restricted_token;
pub(crate) mod token;

use std::io;
use std::os::windows::io::{FromRawHandle as _, OwnedHandle};

use windows_sys::Win32::Foundation::HANDLE;

/// The error of the last call when it returned `FALSE`.
fn succeeded(returned: i32) -> io::Result<()> {
    if returned == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The handle that a call returned, unless it returned none.
fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call that returned it made it for the caller, and nobody else has it.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}
