//! The binary that becomes the launcher, and the argument that makes it one.
//!
//! Owns the argument, and the path of this binary on each system. Starts nothing.

use std::path::{Path, PathBuf};

/// The first argument by which the binary knows that it is started as the launcher of a sandbox.
pub(crate) const LAUNCHER_ARGUMENT: &str = "__shellgate-sandbox";

/// This binary, as Linux knows it: also after the file at its path was replaced or removed.
#[cfg(target_os = "linux")]
const OWN_LINK: &str = "/proc/self/exe";

/// This binary: the launcher, unless another is named.
#[cfg(target_os = "linux")]
pub(crate) fn own_binary() -> PathBuf {
    PathBuf::from(OWN_LINK)
}

/// This binary: the launcher, unless another is named. A system without `/proc` knows it by the path at which it was
/// started; where that cannot be found, the empty path cannot be started either.
#[cfg(not(target_os = "linux"))]
pub(crate) fn own_binary() -> PathBuf {
    std::env::current_exe().and_then(|path| path.canonicalize()).unwrap_or_default()
}

/// Whether `launcher` cannot be started because `/proc` is not there, in which it is a link.
pub(crate) fn is_without_proc(launcher: &Path) -> bool {
    #[cfg(target_os = "linux")]
    return launcher == Path::new(OWN_LINK) && !launcher.exists();
    #[cfg(not(target_os = "linux"))]
    {
        let _ = launcher;
        false
    }
}

/// The file that a command must not change because the next command is started by it: `launcher`, where it is known by
/// its path only. Through its link in `/proc` the kernel finds the file that was started, whatever is at the path now.
pub(crate) fn kept_file(launcher: &Path) -> Option<PathBuf> {
    (!cfg!(target_os = "linux")).then(|| launcher.to_owned())
}
