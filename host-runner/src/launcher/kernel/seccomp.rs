//! The system-call filter (`seccomp(2)`): refuses calls that lead around the rest of the sandbox.
//!
//! Owns the filter program. Whatever it does not name is allowed. It is assembled here and not by a library because the
//! numbers of the x32 interface must be refused before any other test.

use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

use crate::launcher::supervisor::file_calls::decode;

/// The handling of calls that create, open or remove names or change their modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NameSupervision {
    /// The kernel carries them out.
    Free,
    /// The supervisor does.
    Supervised,
}

/// The part of the filter that the kernel enforces.
#[derive(Debug)]
pub(crate) struct Filtered {
    /// Where the calls on names arrive; none when nobody asked for it, or else the error.
    pub(crate) listener: Option<Result<OwnedFd, io::Error>>,
}

/// Which UNIX sockets a command can make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unix {
    /// None.
    Refused,
    /// Streams, and the supervisor makes their connections.
    Supervised,
    /// All.
    Free,
}

/// Which sockets the filter lets a command make. A pair of connected stream sockets can always be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sockets {
    /// UNIX sockets, by which a program outside can be reached through its socket file.
    pub(crate) unix: Unix,
    /// Everything that is neither UNIX nor netlink. Refused where no network namespace does it better.
    pub(crate) network: bool,
}

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: Option<u32> = None;

/// Calls that answer `EPERM`.
const REFUSED: [libc::c_long; 30] = [
    // Other processes' memory and files.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // A second way to make system calls, which no filter sees.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Keys are not bound to any namespace.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // The kernel's own machinery, where most of its faults are found.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_kexec_load,
    // Another view of the file system, or a namespace in which there are capabilities.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    OPEN_TREE_ATTR,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
];

/// `open_tree_attr(2)` of Linux 6.15, the same on every architecture.
const OPEN_TREE_ATTR: libc::c_long = 467;

/// The flags of `clone(2)` that make a namespace; the low byte is a signal.
const NEW_NAMESPACES: u32 = (libc::CLONE_NEWUSER
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWCGROUP) as u32;

/// Terminal requests that type for the user (CVE-2017-5226). The kernel reads 32 bits of the number.
const TYPING: [u32; 2] = [libc::TIOCSTI as u32, 0x541C];

/// The bits of a socket's type that are not flags (`SOCK_TYPE_MASK` of the kernel).
const SOCKET_KIND: u32 = 0xf;

/// Installs the filter for this process and all that it becomes. `no_new_privs` is set already.
///
/// Gives none when there is no system-call filter for this architecture. Where the kernel cannot hand calls over, the
/// rest of the filter is installed nevertheless.
pub(crate) fn restrict(sockets: Sockets, naming: NameSupervision) -> io::Result<Option<Filtered>> {
    let Some(architecture) = ARCHITECTURE else { return Ok(None) };
    if naming == NameSupervision::Free && sockets.unix != Unix::Supervised {
        install(&program(architecture, sockets, naming), 0)?;
        return Ok(Some(Filtered { listener: None }));
    }
    // Without the second flag (Linux 5.19) a signal could repeat a call that was carried out already.
    let flags = libc::SECCOMP_FILTER_FLAG_NEW_LISTENER | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
    let listener = match install(&program(architecture, sockets, naming), flags) {
        // SAFETY: the call just returned this descriptor, and nothing else owns it.
        Ok(descriptor) => Ok(unsafe { OwnedFd::from_raw_fd(descriptor) }),
        Err(error) => {
            let unix = if sockets.unix == Unix::Free { Unix::Free } else { Unix::Refused };
            install(&program(architecture, Sockets { unix, ..sockets }, NameSupervision::Free), 0)?;
            Err(error)
        }
    };
    Ok(Some(Filtered { listener: Some(listener) }))
}

/// The filter as bytes, for a program that installs it itself; none where the architecture is not known.
pub(crate) fn as_bytes(sockets: Sockets) -> Option<Vec<u8>> {
    let program = program(ARCHITECTURE?, sockets, NameSupervision::Free);
    // `struct sock_filter`: a code of two bytes, two jumps of one, a value of four, in the machine's own order.
    let bytes = program.iter().flat_map(|step| {
        let [low, high] = step.code.to_ne_bytes();
        let [a, b, c, d] = step.k.to_ne_bytes();
        [low, high, step.jt, step.jf, a, b, c, d]
    });
    Some(bytes.collect())
}

fn install(program: &[libc::sock_filter], flags: libc::c_ulong) -> io::Result<libc::c_int> {
    let header = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    // SAFETY: the kernel copies `len` instructions from `filter`; both outlive the call and it writes to neither.
    let answer =
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const header) };
    if answer < 0 { Err(io::Error::last_os_error()) } else { Ok(answer as libc::c_int) }
}

// Offsets into `struct seccomp_data`; the low half of an argument on a little-endian machine.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const fn argument(index: u32) -> u32 {
    16 + 8 * index
}

const EPERM: u32 = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;

fn program(architecture: u32, sockets: Sockets, naming: NameSupervision) -> Vec<libc::sock_filter> {
    let mut code = vec![load(ARCH)];
    code.extend([equal(architecture, 1, 0), answer(libc::SECCOMP_RET_KILL_PROCESS), load(NUMBER)]);
    if cfg!(target_arch = "x86_64") {
        code.extend([at_least(0x4000_0000, 0, 1), answer(EPERM)]);
    }
    for number in REFUSED {
        code.extend([equal(low_half(number), 0, 1), answer(EPERM)]);
    }
    // The flags of clone3 are behind a pointer. Without it the C library uses clone.
    code.extend([
        equal(low_half(libc::SYS_clone3), 0, 1),
        answer(libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
    ]);
    of_call(&mut code, libc::SYS_clone, 0, &[any_bit(NEW_NAMESPACES, 0, 1), answer(EPERM)]);
    for request in TYPING {
        of_call(&mut code, libc::SYS_ioctl, 1, &[equal(request, 0, 1), answer(EPERM)]);
    }
    // Host and guest of a virtual machine talk over this family, and no namespace separates them.
    let mut families = vec![equal(libc::AF_VSOCK as u32, 0, 1), answer(EPERM)];
    if sockets.unix == Unix::Refused {
        families.extend([equal(libc::AF_UNIX as u32, 0, 1), answer(EPERM)]);
    }
    if !sockets.network {
        families.extend([
            equal(libc::AF_UNIX as u32, 2, 0),
            equal(libc::AF_NETLINK as u32, 1, 0),
            answer(EPERM),
        ]);
    }
    of_call(&mut code, libc::SYS_socket, 0, &families);
    if sockets.unix != Unix::Free {
        // A datagram can be sent to any socket file by naming it, without a connection and from one of a pair too.
        let kind = statement(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, SOCKET_KIND, 0, 0);
        let stream = libc::SOCK_STREAM as u32;
        let packets = libc::SOCK_SEQPACKET as u32;
        let streams = [kind, equal(stream, 2, 0), equal(packets, 1, 0), answer(EPERM)];
        of_call(&mut code, libc::SYS_socketpair, 1, &streams);
        let of_unix = [&[equal(libc::AF_UNIX as u32, 0, 5), load(argument(1))][..], &streams].concat();
        of_call(&mut code, libc::SYS_socket, 0, &of_unix);
    }
    if sockets.unix == Unix::Supervised {
        let hand_over = answer(libc::SECCOMP_RET_USER_NOTIF);
        code.extend([equal(low_half(decode::CONNECT.number), 0, 1), hand_over]);
    }
    if naming != NameSupervision::Free {
        hand_names_over(&mut code);
    }
    code.push(answer(libc::SECCOMP_RET_ALLOW));
    code
}

fn hand_names_over(code: &mut Vec<libc::sock_filter>) {
    let hand_over = answer(libc::SECCOMP_RET_USER_NOTIF);
    for call in decode::calls() {
        match call.only_with {
            Some((index, mask)) => of_call(code, call.number, index, &[any_bit(mask, 0, 1), hand_over]),
            None => code.extend([equal(low_half(call.number), 0, 1), hand_over]),
        }
    }
    // Its flags are behind a pointer. Every program has another way.
    code.extend([
        equal(low_half(libc::SYS_openat2), 0, 1),
        answer(libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
    ]);
}

/// Runs `tests` on one argument of one call, and goes on after them with the number loaded again.
fn of_call(code: &mut Vec<libc::sock_filter>, call: libc::c_long, index: u32, tests: &[libc::sock_filter]) {
    let behind = tests.len() as u8 + 2;
    code.push(equal(low_half(call), 0, behind));
    code.push(load(argument(index)));
    code.extend_from_slice(tests);
    code.push(load(NUMBER));
}

/// The number as the kernel shows it to a filter: 32 bits.
const fn low_half(number: libc::c_long) -> u32 {
    number.cast_unsigned() as u32
}

fn load(offset: u32) -> libc::sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset, 0, 0)
}

fn answer(value: u32) -> libc::sock_filter {
    statement(libc::BPF_RET | libc::BPF_K, value, 0, 0)
}

fn equal(value: u32, skip_if: u8, skip_else: u8) -> libc::sock_filter {
    statement(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, value, skip_if, skip_else)
}

fn at_least(value: u32, skip_if: u8, skip_else: u8) -> libc::sock_filter {
    statement(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, value, skip_if, skip_else)
}

fn any_bit(value: u32, skip_if: u8, skip_else: u8) -> libc::sock_filter {
    statement(libc::BPF_JMP | libc::BPF_JSET | libc::BPF_K, value, skip_if, skip_else)
}

fn statement(code: u32, k: u32, jt: u8, jf: u8) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt, jf, k }
}
