//! How many threads this process has: only a process with one can be copied by a fork.
//!
//! Owns the question to each system.

use std::io;

/// The number of threads of this process.
///
/// # Errors
/// The system does not say.
#[cfg(target_os = "linux")]
pub(crate) fn count() -> io::Result<usize> {
    Ok(std::fs::read_dir("/proc/self/task")?.count())
}

/// The number of threads of this process (`proc_pidinfo`, `libproc.h`).
///
/// # Errors
/// The system does not say.
#[cfg(not(target_os = "linux"))]
pub(crate) fn count() -> io::Result<usize> {
    // SAFETY: a structure of numbers, for which zero is a value.
    let mut found: libc::proc_taskinfo = unsafe { std::mem::zeroed() };
    let size = size_of::<libc::proc_taskinfo>();
    let room = libc::c_int::try_from(size).map_err(io::Error::other)?;
    // SAFETY: the call writes at most `room` bytes, to a structure of that size that outlives it.
    let written = unsafe {
        libc::proc_pidinfo(libc::getpid(), libc::PROC_PIDTASKINFO, 0, (&raw mut found).cast(), room)
    };
    if written != room {
        return Err(io::Error::last_os_error());
    }
    usize::try_from(found.pti_threadnum).map_err(io::Error::other)
}
