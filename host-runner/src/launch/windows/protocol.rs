//! A launch and its end on Windows. They stay in one process, so that nothing is written and read.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::sandbox::{Backend, Resources, SandboxRequest};

/// The status of a process that was ended from outside, as a shell says it: 128 and 9.
pub(crate) const KILLED: u32 = 137;

/// The command and its confinement.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The absolute path of the program.
    pub(crate) program: PathBuf,
    /// Its arguments, the name included.
    pub(crate) arguments: Vec<OsString>,
    /// Its whole environment.
    pub(crate) environment: Option<Vec<(OsString, OsString)>>,
    /// Where it starts.
    pub(crate) cwd: PathBuf,
    /// The backend that confines it.
    pub(crate) backend: Backend,
    /// The sandbox request.
    #[expect(dead_code, reason = "nothing confines a command on this system, whatever the backend")]
    pub(crate) sandbox: SandboxRequest,
    /// Whether it must not start when a required promise does not hold.
    pub(crate) full_or_nothing: bool,
    /// Its resource bounds.
    pub(crate) resources: Resources,
}

/// How a command ended: with this status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ended(pub(crate) u32);

/// The status of a command, and the signal that ended it: there are none on this system.
pub(crate) fn status(ended: Option<Ended>) -> (i32, Option<String>) {
    let Ended(status) = ended.unwrap_or(Ended(KILLED));
    (status.cast_signed(), None)
}
