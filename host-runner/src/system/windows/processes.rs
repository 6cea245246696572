//! A program with everything that it starts, on Windows: a job object.

use tokio::process::{Child, Command};
use windows_sys::Win32::System::Threading::CREATE_NO_WINDOW;

use crate::win32::job::{Bounds, Job};

/// The file that nobody reads and that is empty.
pub(crate) const NOTHING: &str = "NUL";

/// Lets the program of `command` have no window.
pub(crate) fn set_apart(command: &mut Command) {
    command.creation_flags(CREATE_NO_WINDOW);
}

/// The job of a program, which ends unless it has ended. What the program starts before it is in the job is not in it.
#[derive(Debug)]
pub(crate) struct Group(#[expect(dead_code, reason = "it is held, not read")] Option<Job>);

impl Group {
    /// The job that `child` is in from now on.
    pub(crate) fn of(child: &Child) -> Self {
        Self(
            Job::new(Bounds::default())
                .ok()
                .filter(|job| child.raw_handle().is_some_and(|handle| job.add_raw(handle).is_ok())),
        )
    }

    /// Ends what it left over.
    pub(crate) fn ended(self) {
        drop(self);
    }
}

/// The command that starts `program` with these arguments.
///
/// # Errors
/// It is a batch file: `cmd.exe` would read the arguments as its own language (CVE-2024-24576).
pub(crate) fn program(program: &str, arguments: Vec<String>) -> Result<Command, String> {
    // Windows drops dots and blanks at the end of a name.
    let name = program.trim_end_matches(['.', ' ']).to_ascii_lowercase();
    if [".bat", ".cmd"].iter().any(|extension| name.ends_with(extension)) {
        return Err(format!(
            "`{program}` is a batch file, and `cmd.exe` would read its arguments as commands; name a program, or write the hook \
             as a line for bash"
        ));
    }
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}
