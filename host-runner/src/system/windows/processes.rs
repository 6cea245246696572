//! A program with everything that it starts, on Windows: a job object.

use std::os::windows::io::{AsRawHandle as _, RawHandle};
use std::os::windows::process::CommandExt as _;

use tokio::process::Command;
use windows_sys::Win32::System::Threading::CREATE_NO_WINDOW;

use crate::system::paths::is_batch_file;
use crate::win32::job::{Bounds, Job};

/// The file that nobody reads and that is empty.
pub(crate) const NOTHING: &str = "NUL";

/// Lets the program of `command` have no window.
pub(crate) fn set_apart(command: &mut std::process::Command) {
    command.creation_flags(CREATE_NO_WINDOW);
}

/// The job of a program, which ends unless it has ended. What the program starts before it is in the job is not in it.
#[derive(Debug)]
pub(crate) struct Group(#[expect(dead_code, reason = "it is held, not read")] Option<Job>);

impl Group {
    /// The job that `child` is in from now on.
    pub(crate) fn of(child: &tokio::process::Child) -> Self {
        Self(child.raw_handle().and_then(job))
    }

    /// The same of a child that no runtime waits for.
    pub(crate) fn of_plain(child: &std::process::Child) -> Self {
        Self(job(child.as_raw_handle()))
    }

    /// Ends what it left over.
    pub(crate) fn ended(self) {
        drop(self);
    }
}

/// A job with `process` in it.
fn job(process: RawHandle) -> Option<Job> {
    Job::new(Bounds::default()).ok().filter(|job| job.add_raw(process).is_ok())
}

/// The command that starts `program` with these arguments.
///
/// # Errors
/// It is a batch file: `cmd.exe` would read the arguments as its own language (CVE-2024-24576).
pub(crate) fn program(program: &str, arguments: Vec<String>) -> Result<Command, String> {
    if is_batch_file(program) {
        return Err(format!(
            "`{program}` is a batch file, and `cmd.exe` would read its arguments as commands; name a program, or write the hook \
             as a line for bash"
        ));
    }
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}
