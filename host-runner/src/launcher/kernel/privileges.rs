//! Drops the state that a command must not inherit: capabilities, signal settings, open files.
//!
//! Owns the last steps before a program is executed. Every call acts on the calling process only.

use std::fs;
use std::io;

use nix::sys::signal::{SigSet, SigmaskHow, pthread_sigmask};

/// The capability to look at processes that keep others of the same user from doing so (`capabilities(7)`).
const CAP_SYS_PTRACE: u32 = 19;

/// Drops every capability from every set, the bounding set included, so that a root user has none either.
///
/// Without the capability to change it the bounding set does not change (`EPERM`); `no_new_privs` makes that harmless.
pub(crate) fn drop_capabilities() -> io::Result<()> {
    keep_capabilities(0)
}

/// As [`drop_capabilities`], but the supervisor keeps the one by which it sees what processes below it ask for, also
/// of those that hide their memory. In a user namespace it reaches nothing outside.
pub(crate) fn drop_all_but_sight() -> io::Result<()> {
    keep_capabilities(1 << CAP_SYS_PTRACE)
}

fn keep_capabilities(kept: u32) -> io::Result<()> {
    for capability in 0..64_u8 {
        // SAFETY: a prctl that takes a number; it changes nothing but the calling thread's bounding set.
        let answer = unsafe { libc::prctl(libc::PR_CAPBSET_DROP, libc::c_ulong::from(capability), 0, 0, 0) };
        if answer < 0 {
            break; // the last capability that the kernel knows, or no permission
        }
    }
    // SAFETY: a prctl that takes numbers; it changes nothing but the calling thread's ambient set.
    if unsafe { libc::prctl(libc::PR_CAP_AMBIENT, libc::PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) } < 0 {
        return Err(io::Error::last_os_error());
    }
    let header = CapabilityHeader { version: CAPABILITY_VERSION_3, pid: 0 };
    let low = CapabilityData { effective: kept, permitted: kept, inheritable: 0 };
    let sets = [low, CapabilityData::default()];
    // SAFETY: version 3 of capset(2) reads one header and two data records, which both outlive the call.
    if unsafe { libc::syscall(libc::SYS_capset, &raw const header, sets.as_ptr()) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Gives every signal its default meaning and blocks none: the launcher ignores some and blocks all.
pub(crate) fn reset_signals() -> io::Result<()> {
    for signal in 1..=libc::SIGRTMAX() {
        // SAFETY: the default action is set, no function is called; a signal that cannot be set is refused.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    pthread_sigmask(SigmaskHow::SIG_SETMASK, Some(&SigSet::empty()), None)?;
    Ok(())
}

/// Makes every descriptor but the standard streams close when the program is executed.
pub(crate) fn close_descriptors_on_exec() -> io::Result<()> {
    // SAFETY: only a flag of the calling process's own descriptors changes; none is closed here.
    let answer =
        unsafe { libc::syscall(libc::SYS_close_range, 3_u32, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if answer == 0 {
        return Ok(());
    }
    // Linux before 5.11 has no such call.
    for entry in fs::read_dir("/proc/self/fd")? {
        let descriptor = entry?.file_name().to_str().and_then(|name| name.parse().ok()).unwrap_or(0);
        if descriptor > 2 {
            // SAFETY: sets a flag on a descriptor number; a number that is not open is refused.
            unsafe { libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC) };
        }
    }
    Ok(())
}

const CAPABILITY_VERSION_3: u32 = 0x2008_0522;

/// `struct __user_cap_header_struct` of `linux/capability.h`.
#[repr(C)]
struct CapabilityHeader {
    version: u32,
    pid: libc::c_int,
}

/// `struct __user_cap_data_struct` of `linux/capability.h`.
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct CapabilityData {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}
