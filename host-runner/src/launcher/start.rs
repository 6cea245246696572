//! The start of the launcher: receives one launch and passes it to its backend.
//!
//! Owns the launcher's standard streams and environment, and the proof that the process has one thread, so that a fork
//! copies all of it.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::process::exit;

use nix::unistd::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::inherited::block_signals;
use super::last_steps::{NOT_STARTED, give_up};
use super::{system, threads};
use crate::launch::descriptors::MessageLines;
use crate::launch::failure::Failure;
use crate::launch::protocol::{Launch, Report, Streams};

/// Waits for a launch on standard input, which is a socket, carries it out and ends as the command ended.
pub(crate) fn launch() -> ! {
    let Ok(control) = io::stdin().as_fd().try_clone_to_owned() else { exit(NOT_STARTED) };
    let control = UnixStream::from(control);
    if let Some(failure) = several_threads() {
        give_up(&control, &Report::Failed(failure));
    }
    match accept(&control) {
        Some(launch) => carry_out(&control, &launch),
        // Nobody listens: a person started this.
        None => exit(NOT_STARTED),
    }
}

/// Hands a launch to the backend and ends as the command ended.
pub(super) fn carry_out(control: &UnixStream, launch: &Launch) -> ! {
    let blocked = block_signals().map_err(Failure::at("blocking signals"));
    let failure = match blocked.and_then(|()| system::carry_out(control, launch)) {
        Ok(never) => match never {},
        Err(failure) => failure,
    };
    give_up(control, &Report::Failed(failure))
}

/// The failure of a program that became a launcher too late: a fork copies one thread, and the locks of the others stay
/// locked in the copy. Where the system does not say how many there are, nobody can tell.
fn several_threads() -> Option<Failure> {
    let threads = threads::count().ok()?;
    (threads != 1).then(|| Failure {
        step: "call `launch_if_asked` first in `main`, before any thread starts".to_owned(),
        path: None,
        errno: 0,
    })
}

/// What shall be launched; the streams and the environment become what the messages say.
fn accept(control: &UnixStream) -> Option<Launch> {
    let mut lines = MessageLines::of_runner();
    let Streams(numbers) = lines.next(control).ok()??;
    let launch: Launch = lines.next(control).ok()??;
    dup2_stdin(File::open("/dev/null").ok()?).ok()?;
    for (number, file) in numbers.into_iter().zip(lines.take_files()) {
        match number {
            libc::STDIN_FILENO => dup2_stdin(file),
            libc::STDOUT_FILENO => dup2_stdout(file),
            libc::STDERR_FILENO => dup2_stderr(file),
            _ => return None,
        }
        .ok()?;
    }
    if let Some(environment) = &launch.environment {
        become_environment(environment);
    }
    Some(launch)
}

/// Takes over a whole environment. What cannot be a variable is left out.
fn become_environment(environment: &[(OsString, OsString)]) {
    let old = std::env::vars_os().map(|(name, _)| name).collect::<Vec<_>>();
    for name in old {
        // SAFETY: the launcher has one thread, so nobody reads the environment meanwhile.
        unsafe { std::env::remove_var(name) };
    }
    for (name, value) in environment {
        let (name_bytes, value_bytes) = (name.as_bytes(), value.as_bytes());
        if !name.is_empty()
            && !name_bytes.contains(&b'=')
            && !name_bytes.contains(&0)
            && !value_bytes.contains(&0)
        {
            // SAFETY: as above.
            unsafe { std::env::set_var(name, value) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::several_threads;

    #[test]
    fn a_process_with_several_threads_becomes_no_launcher() {
        let (stop, stopped) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || stopped.recv());
            assert!(several_threads().is_some_and(|failure| failure.step.contains("before any thread")));
            drop(stop);
        });
    }
}
