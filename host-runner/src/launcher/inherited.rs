//! Drops the state that a command must not inherit on any system: signal settings, blocked signals, open files.
//!
//! Owns the last steps before a program is executed. Every call acts on the calling process only.

use std::fs;
use std::io;
use std::os::fd::RawFd;

use nix::sys::signal::{SigSet, SigmaskHow, pthread_sigmask};

/// The directory with a name for each open descriptor of the process that reads it.
const OPEN: &str = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };

/// Closes nothing now, but when the process executes another program (`close_range(2)`).
#[cfg(target_os = "linux")]
const CLOSE_ON_EXEC: libc::c_uint = libc::CLOSE_RANGE_CLOEXEC;
#[cfg(not(target_os = "linux"))]
const CLOSE_ON_EXEC: libc::c_uint = 0;

/// Blocks every signal: the supervisor reads those that matter from a descriptor.
pub(crate) fn block_signals() -> io::Result<()> {
    pthread_sigmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::all()), None)?;
    Ok(())
}

/// Gives every signal its default meaning and blocks none: the launcher ignores some and blocks all.
pub(crate) fn reset_signals() -> io::Result<()> {
    for signal in 1..=last_signal() {
        // SAFETY: the default action is set, no function is called; a signal that cannot be set is refused.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    pthread_sigmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None)?;
    Ok(())
}

/// Makes every descriptor but the standard streams close when the program is executed.
pub(crate) fn close_descriptors_on_exec() -> io::Result<()> {
    if set_close_on_exec() {
        return Ok(());
    }
    for descriptor in open_descriptors()? {
        // SAFETY: sets a flag on a descriptor number; a number that is not open is refused.
        unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    Ok(())
}

/// Closes every descriptor but the standard streams and `kept`. Whoever owned one must not use it again: only a copy of
/// a process that continues with code of its own may call this.
pub(crate) fn close_descriptors_but(kept: RawFd) -> io::Result<()> {
    if close_range(3, kept - 1, 0) && close_range(kept + 1, RawFd::MAX, 0) {
        return Ok(());
    }
    for descriptor in open_descriptors()?.into_iter().filter(|descriptor| *descriptor != kept) {
        // SAFETY: nothing of the copied code runs again, so no owner is left; a number that is not open is refused.
        unsafe { libc::close(descriptor) };
    }
    Ok(())
}

/// The numbers of all open descriptors but the standard streams. The one by which they are read is among them.
fn open_descriptors() -> io::Result<Vec<RawFd>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(OPEN)? {
        let number = entry?.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok());
        found.extend(number.filter(|descriptor| *descriptor > libc::STDERR_FILENO));
    }
    Ok(found)
}

/// Whether this process ignores the signal with the number `signal` (`sigaction(2)`).
#[cfg(not(target_os = "linux"))]
pub(crate) fn is_ignored(signal: libc::c_int) -> bool {
    // SAFETY: a structure of numbers, for which zero is a value.
    let mut found: libc::sigaction = unsafe { std::mem::zeroed() };
    // SAFETY: nothing is set; the call writes one structure, which outlives it.
    let answer = unsafe { libc::sigaction(signal, std::ptr::null(), &raw mut found) };
    answer == 0 && found.sa_sigaction == libc::SIG_IGN
}

/// The signal with the highest number.
#[cfg(target_os = "linux")]
fn last_signal() -> libc::c_int {
    libc::SIGRTMAX()
}

/// The signal with the highest number (`signal(3)`: there are 31).
#[cfg(not(target_os = "linux"))]
const fn last_signal() -> libc::c_int {
    31
}

/// Marks all descriptors at once; false where the kernel has no such call, as before Linux 5.11.
fn set_close_on_exec() -> bool {
    close_range(3, RawFd::MAX, CLOSE_ON_EXEC)
}

/// Acts on the descriptors from `first` to `last`; false where the system has no such call (`close_range(2)`).
#[cfg(target_os = "linux")]
fn close_range(first: RawFd, last: RawFd, flags: libc::c_uint) -> bool {
    // SAFETY: acts on descriptor numbers of the calling process only; who owns them is the caller's to know.
    first > last || unsafe { libc::syscall(libc::SYS_close_range, first, last, flags) } == 0
}

#[cfg(not(target_os = "linux"))]
const fn close_range(_: RawFd, _: RawFd, _: libc::c_uint) -> bool {
    false
}
