//! A launcher that is a copy of the program that asks for it.
//!
//! Owns the fork and what the copy leaves: the descriptors of the program, its process group, the way back into its code.
//! A copy is there sooner than the same binary started again. It is for a program that runs one command and has nothing
//! in memory that the launcher must not have.

use std::convert::Infallible;
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::exit;

use nix::unistd::{ForkResult, Pid, dup2_stderr, dup2_stdout, setpgid};

use super::inherited::close_descriptors_but;
use super::last_steps::NOT_STARTED;
use super::{start, threads};
use crate::launch::launcher_process::Differences;
use crate::launch::protocol::Launch;

/// Copies this process into a launcher that carries `launch` out and reports over `control`. It leads a process group of
/// its own and has no descriptor but the standard streams and `control`. The caller drops its `control` afterwards and
/// waits for the copy.
///
/// None where that cannot be done, and the binary has to be started again: the process has more than one thread, or the
/// system is macOS, whose libraries do not work in a copy (`fork(2)` there).
///
/// # Errors
/// The system refuses.
pub(crate) fn fork(
    control: &UnixStream,
    launch: &Launch,
    differences: &Differences,
) -> io::Result<Option<Pid>> {
    if cfg!(target_os = "macos") || !matches!(threads::count(), Ok(1)) {
        return Ok(None);
    }
    // SAFETY: the process has one thread, so that no lock of the C library or of the allocator is held by another one,
    // and the copy may do anything.
    match unsafe { nix::unistd::fork() }? {
        ForkResult::Parent { child } => {
            // Whoever is first: a signal to the group may follow at once. It can be gone already.
            let _ = setpgid(child, child);
            Ok(Some(child))
        }
        ForkResult::Child => {
            // Nothing of the program may run in the copy, also not what cleans up after a panic.
            let _ = catch_unwind(AssertUnwindSafe(|| become_launcher(control, launch, differences)));
            exit(NOT_STARTED)
        }
    }
}

fn become_launcher(
    control: &UnixStream,
    launch: &Launch,
    differences: &Differences,
) -> io::Result<Infallible> {
    setpgid(Pid::from_raw(0), Pid::from_raw(0))?;
    if let Some(output) = differences.output {
        dup2_stdout(output)?;
        dup2_stderr(output)?;
    }
    // The other end of `control` is among them: as long as one process has it, its end is not seen.
    close_descriptors_but(control.as_raw_fd())?;
    for (name, value) in differences.variables {
        // SAFETY: the copy has one thread, so nobody reads the environment meanwhile.
        unsafe { std::env::set_var(name, value) };
    }
    start::carry_out(control, launch)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{Backend, Resources, SandboxRequest};

    #[test]
    fn a_process_with_several_threads_is_not_copied() {
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || stopped.recv());
            let (control, _runner) = UnixStream::pair().unwrap();
            let differences = Differences { output: None, variables: &[] };
            let launch = Launch {
                program: "/bin/true".into(),
                arguments: vec!["true".into()],
                environment: None,
                cwd: "/".into(),
                backend: Backend::None,
                sandbox: SandboxRequest::default(),
                full_or_nothing: false,
                resources: Resources::default(),
            };
            assert_eq!(fork(&control, &launch, &differences).unwrap(), None);
            drop(stop);
        });
    }
}
