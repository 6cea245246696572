//! Whether this process has the rights of an administrator (`TOKEN_ELEVATION`).

use std::ffi::c_void;
use std::io;
use std::os::windows::io::AsRawHandle as _;
use std::ptr;

use windows_sys::Win32::Security::{GetTokenInformation, TOKEN_ELEVATION, TOKEN_QUERY, TokenElevation};
use windows_sys::Win32::System::Threading::{GetCurrentProcess, OpenProcessToken};

/// Whether this process is elevated.
///
/// # Errors
/// The system does not say.
pub(crate) fn is_elevated() -> io::Result<bool> {
    let mut token = ptr::null_mut();
    // SAFETY: the handle of the process is always valid, and the token is written where the call expects one.
    super::succeeded(unsafe { OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &raw mut token) })?;
    let token = super::owned(token)?;
    let mut elevation = TOKEN_ELEVATION { TokenIsElevated: 0 };
    let (size, mut written) = (size_of::<TOKEN_ELEVATION>() as u32, 0);
    // SAFETY: the token is open, and the place has the size that is given.
    super::succeeded(unsafe {
        GetTokenInformation(
            token.as_raw_handle(),
            TokenElevation,
            (&raw mut elevation).cast::<c_void>(),
            size,
            &raw mut written,
        )
    })?;
    Ok(elevation.TokenIsElevated != 0)
}
