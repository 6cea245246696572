//! Names of files as bytes on Unix.

use std::ffi::OsString;

/// The name that `bytes` are; none when this system has no such names.
#[expect(clippy::unnecessary_wraps, reason = "other systems have no such names for some bytes")]
pub(crate) fn os_string(bytes: &[u8]) -> Option<OsString> {
    Some(std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec()))
}
