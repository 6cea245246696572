//! A program with everything that it starts, on Unix: a process group.

use std::os::unix::process::CommandExt as _;

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use tokio::process::Command;

/// The file that nobody reads and that is empty.
pub(crate) const NOTHING: &str = "/dev/null";

/// Lets the program of `command` lead a group of its own.
pub(crate) fn set_apart(command: &mut std::process::Command) {
    command.process_group(0);
}

/// The group of a program, which is killed unless it has ended.
#[derive(Debug)]
pub(crate) struct Group(Option<Pid>);

impl Group {
    /// The group that `child` leads.
    pub(crate) fn of(child: &tokio::process::Child) -> Self {
        Self::led_by(child.id())
    }

    /// The same of a child that no runtime waits for.
    pub(crate) fn of_plain(child: &std::process::Child) -> Self {
        Self::led_by(Some(child.id()))
    }

    fn led_by(leader: Option<u32>) -> Self {
        Self(leader.and_then(|id| i32::try_from(id).ok()).map(Pid::from_raw))
    }

    /// Leaves it alone from now on.
    pub(crate) fn ended(mut self) {
        self.0 = None;
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = self.0.take() {
            // It can be gone already.
            let _ = killpg(group, Signal::SIGKILL);
        }
    }
}

/// The command that starts `program` with these arguments.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "other systems refuse some programs")]
pub(crate) fn program(program: &str, arguments: Vec<String>) -> Result<Command, String> {
    let mut command = Command::new(program);
    command.args(arguments);
    Ok(command)
}
