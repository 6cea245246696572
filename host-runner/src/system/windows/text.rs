//! Names of files as bytes on Windows: programs that write bytes write UTF-8.

use std::ffi::OsString;

/// The name that `bytes` are; none when this system has no such names.
pub(crate) fn os_string(bytes: &[u8]) -> Option<OsString> {
    String::from_utf8(bytes.to_vec()).ok().map(OsString::from)
}
