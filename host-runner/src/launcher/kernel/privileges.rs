//! Drops the capabilities that a command must not have.
//!
//! Owns the calls of `capabilities(7)`. Every call acts on the calling process only.

use std::io;

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
