//! There is no launcher to start ahead on Windows.

use std::io;
use std::path::Path;

/// What a command needs to start: nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standby;

impl Standby {
    /// At once.
    #[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
    pub(crate) const fn start(_launcher: &Path) -> io::Result<Self> {
        Ok(Self)
    }

    /// It never gets old.
    #[expect(clippy::unnecessary_wraps, reason = "the same signature everywhere")]
    pub(crate) const fn if_ready(self, _launcher: &Path) -> Option<Self> {
        Some(self)
    }
}
