//! The processes of the system, as `libproc.h` and `sysctl(3)` show them.
//!
//! Owns the calls. Sends no signal. A process that ends during the reading is left out.

use std::ptr;

use nix::unistd::Pid;

use crate::launch::process_tree::Process;
use crate::launcher::process_arguments::joined;

/// How many numbers one call is given room for.
const ROOM: usize = 4096;

/// Longest name or path that the system has (`PROC_PIDPATHINFO_MAXSIZE`).
const NAME_BYTES_MAX: usize = 4096;

/// Most bytes of the arguments of a process that are read: the command line of a report is short.
const ARGUMENT_BYTES_MAX: usize = 64 << 10;

/// The processes whose parent is `parent`.
pub(super) fn children(parent: Pid) -> Vec<Pid> {
    // SAFETY: the call writes at most `size` bytes to `buffer`, a place of that size that outlives it.
    listed(|buffer, size| unsafe { libc::proc_listchildpids(parent.as_raw(), buffer, size) })
}

/// The processes in the process group `group`.
pub(super) fn members(group: Pid) -> Vec<Pid> {
    // SAFETY: as above.
    listed(|buffer, size| unsafe { libc::proc_listpgrppids(group.as_raw(), buffer, size) })
}

/// The numbers that `list` writes. A call that fills the room can have left some out, which the next look finds.
fn listed(list: impl Fn(*mut libc::c_void, libc::c_int) -> libc::c_int) -> Vec<Pid> {
    let mut numbers = vec![0 as libc::pid_t; ROOM];
    let Ok(size) = libc::c_int::try_from(size_of_val(numbers.as_slice())) else { return Vec::new() };
    // The answer is a number of processes with some systems and of bytes with others: what was not written is zero.
    if list(numbers.as_mut_ptr().cast(), size) <= 0 {
        return Vec::new();
    }
    numbers.into_iter().filter(|number| *number > 0).map(Pid::from_raw).collect()
}

/// The process `pid`, if it is still there.
pub(super) fn process(pid: Pid) -> Option<Process> {
    let path = path(pid)?;
    let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
    let command = arguments(pid).unwrap_or(path);
    Some(Process::new(pid.as_raw(), &name, &command))
}

/// The path of the program that `pid` executes.
fn path(pid: Pid) -> Option<String> {
    let mut bytes = vec![0_u8; NAME_BYTES_MAX];
    let size = u32::try_from(bytes.len()).ok()?;
    // SAFETY: the call writes at most `size` bytes, to a place of that size that outlives it.
    let written = unsafe { libc::proc_pidpath(pid.as_raw(), bytes.as_mut_ptr().cast(), size) };
    let path = bytes.get(..usize::try_from(written).ok()?).filter(|path| !path.is_empty())?;
    Some(String::from_utf8_lossy(path).into_owned())
}

/// The arguments of `pid`, if it belongs to the same user.
fn arguments(pid: Pid) -> Option<String> {
    let mut name = [libc::CTL_KERN, libc::KERN_PROCARGS2, pid.as_raw()];
    let mut bytes = vec![0_u8; ARGUMENT_BYTES_MAX];
    let mut size = bytes.len();
    // SAFETY: the name has three numbers, and the call writes at most `size` bytes to `bytes`; all outlive it. Nothing
    // is set.
    let answer = unsafe {
        libc::sysctl(name.as_mut_ptr(), 3, bytes.as_mut_ptr().cast(), &raw mut size, ptr::null_mut(), 0)
    };
    (answer == 0).then(|| joined(bytes.get(..size)?)).flatten()
}
