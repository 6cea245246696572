//! Probes of system calls that no command needs: each is made once, harmlessly.

use std::fs::File;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

use super::answer::{Answer, c_string, call};

pub(crate) fn probe(words: &[&str]) -> Option<Answer> {
    Some(match *words {
        ["clone-namespace"] => clone_namespace(),
        ["clone3-namespace"] => clone3_namespace(),
        ["enter-namespace"] => {
            let own = File::open("/proc/self/ns/uts").ok()?;
            // SAFETY: an open descriptor and a number: the namespace in which this process is.
            call(unsafe { libc::setns(own.as_raw_fd(), 0) })
        }
        ["mount", place] => {
            let (place, kind) = (c_string(place), c"tmpfs");
            // SAFETY: C strings that outlive the calls; what is mounted is taken away again.
            unsafe {
                call(libc::mount(kind.as_ptr(), place.as_ptr(), kind.as_ptr(), 0, std::ptr::null()))?;
                call(libc::umount2(place.as_ptr(), 0))
            }
        }
        // SAFETY: a C string that outlives the call, and a number; what is opened is closed with the process.
        ["new-mount"] => call(unsafe { libc::syscall(libc::SYS_fsopen, c"tmpfs".as_ptr(), 0) }),
        ["copy-mount"] => {
            let clone = libc::OPEN_TREE_CLONE;
            // SAFETY: a C string that outlives the call, and numbers; the copy goes with the process.
            call(unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, c"/".as_ptr(), clone) })
        }
        // SAFETY: a C string that outlives the call: the root that this process has.
        ["change-root"] => call(unsafe { libc::chroot(c"/".as_ptr()) }),
        ["host-name"] => {
            let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
            let name = name.trim_end();
            // SAFETY: a name with its length, which outlives the call: the one that the machine has.
            call(unsafe { libc::sethostname(name.as_ptr().cast(), name.len()) })
        }
        ["ambient"] => ambient(),
        ["ring"] => {
            let mut parameters = [0_u64; 15];
            // SAFETY: a number and a structure of 120 bytes, which outlives the call.
            call(unsafe { libc::syscall(libc::SYS_io_uring_setup, 1, parameters.as_mut_ptr()) })
        }
        ["bpf"] => {
            // An array with one number as key and as value.
            let attributes = [2_u32, 4, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0];
            // SAFETY: a number and a structure with its length, which outlives the call.
            call(unsafe { libc::syscall(libc::SYS_bpf, 0, attributes.as_ptr(), size_of_val(&attributes)) })
        }
        // SAFETY: a call that takes a number; the descriptor goes with the process.
        ["faults"] => call(unsafe { libc::syscall(libc::SYS_userfaultfd, libc::O_CLOEXEC) }),
        ["measure"] => {
            // The clock of this process, in user mode only.
            let mut attributes = [0_u8; 112];
            attributes[0] = 1;
            attributes[4] = 112;
            attributes[40] = 0b110_0000;
            // SAFETY: a structure that says its own length, and numbers; it outlives the call.
            call(unsafe { libc::syscall(libc::SYS_perf_event_open, attributes.as_ptr(), 0, -1, -1, 0) })
        }
        ["add-key"] => {
            // SAFETY: C strings and data with its length, which outlive the call; the process's own ring.
            call(unsafe {
                libc::syscall(
                    libc::SYS_add_key,
                    c"user".as_ptr(),
                    c"shellgate".as_ptr(),
                    c"x".as_ptr(),
                    1,
                    -2,
                )
            })
        }
        // SAFETY: a call that takes numbers: the number of the user's own ring.
        ["keys"] => call(unsafe { libc::syscall(libc::SYS_keyctl, 0, -4, 1) }),
        // SAFETY: a call that takes numbers and marks this process, which ends at once.
        ["trace-own"] => call(unsafe { libc::ptrace(libc::PTRACE_TRACEME, 0, 0, 0) }),
        ["read-own"] => {
            let (from, mut to) = ([7_u8], [0_u8]);
            let local = libc::iovec { iov_base: to.as_mut_ptr().cast(), iov_len: 1 };
            let remote = libc::iovec { iov_base: from.as_ptr().cast_mut().cast(), iov_len: 1 };
            let own = std::process::id().cast_signed();
            // SAFETY: one byte of this process is copied to another, and both outlive the call.
            call(unsafe { libc::process_vm_readv(own, &raw const local, 1, &raw const remote, 1, 0) } as i64)
        }
        ["compare"] => {
            let own = std::process::id();
            // SAFETY: a call that takes numbers: the process with itself.
            call(unsafe { libc::syscall(libc::SYS_kcmp, own, own, 2, 0, 0) })
        }
        ["type"] => type_on_terminal(0),
        ["type-long"] => type_on_terminal(1 << 32),
        ["x32"] => x32(),
        ["old-call"] => old_call(OLD_GETPID, 0),
        ["old-mkdir", path] => old_mkdir(path),
        _ => return None,
    })
}

/// Ends the child that a clone has made; the parent waits for it.
fn ends_in_child(process: i64) -> Answer {
    if process == 0 {
        // SAFETY: the child has nothing to finish.
        unsafe { libc::_exit(0) };
    }
    call(process)?;
    // SAFETY: waits for the child just made, and stores nothing.
    call(unsafe { libc::waitpid(process as i32, std::ptr::null_mut(), 0) })
}

fn clone_namespace() -> Answer {
    let flags = libc::c_long::from(libc::CLONE_NEWUSER | libc::SIGCHLD);
    // SAFETY: a fork with another namespace: no shared memory and no stack. The child only ends.
    ends_in_child(unsafe { libc::syscall(libc::SYS_clone, flags, 0_usize, 0_usize, 0_usize, 0_usize) })
}

fn clone3_namespace() -> Answer {
    let mut arguments = [0_u64; 8];
    arguments[0] = libc::CLONE_NEWUSER as u64;
    arguments[4] = libc::SIGCHLD as u64;
    // SAFETY: a structure of 64 bytes with its length, which outlives the call. The child only ends.
    ends_in_child(unsafe { libc::syscall(libc::SYS_clone3, arguments.as_ptr(), size_of_val(&arguments)) })
}

/// Keeps a right over the execution of programs; it has to be inheritable first (`capabilities(7)`).
fn ambient() -> Answer {
    const NET_RAW: u32 = 13;
    let header = [0x2008_0522_u32, 0];
    let mut sets = [0_u32; 6];
    // SAFETY: a header and two records of version 3, which outlive the calls.
    unsafe {
        call(libc::syscall(libc::SYS_capget, header.as_ptr(), sets.as_mut_ptr()))?;
        sets[2] |= 1 << NET_RAW;
        call(libc::syscall(libc::SYS_capset, header.as_ptr(), sets.as_ptr()))?;
        call(libc::prctl(
            libc::PR_CAP_AMBIENT,
            libc::PR_CAP_AMBIENT_RAISE,
            libc::c_ulong::from(NET_RAW),
            0,
            0,
        ))
    }
}

/// Types one character on a terminal of this process's own. `high` are bits that the kernel does not look at.
fn type_on_terminal(high: u64) -> Answer {
    // SAFETY: opens a pair of terminals, and ends the session of this process, which is a probe's.
    unsafe {
        let master = libc::posix_openpt(libc::O_RDWR | libc::O_NOCTTY);
        call(master)?;
        // It stays open: to close it would hang up on this process.
        let master = std::mem::ManuallyDrop::new(OwnedFd::from_raw_fd(master));
        call(libc::grantpt(master.as_raw_fd()))?;
        call(libc::unlockpt(master.as_raw_fd()))?;
        let mut name = [0; 64];
        call(-libc::ptsname_r(master.as_raw_fd(), name.as_mut_ptr(), name.len()))?;
        // A group's leader cannot start a session, and has none to lose.
        if libc::setsid() < 0 && libc::fork() != 0 {
            let mut status = 0;
            libc::wait(&raw mut status);
            return (status == 0).then_some(());
        }
        libc::setsid();
        let slave = libc::open(name.as_ptr(), libc::O_RDWR);
        call(slave)?;
        libc::ioctl(slave, libc::TIOCSCTTY, 0);
        // A number of `ioctl` has another type in each C library.
        call(libc::syscall(libc::SYS_ioctl, slave, libc::TIOCSTI as libc::c_ulong | high, c"x".as_ptr()))
    }
}

/// The number of `getpid` for 32-bit programs.
const OLD_GETPID: usize = 20;

/// The number of `mkdir` for 32-bit programs.
#[cfg(target_arch = "x86_64")]
const OLD_MKDIR: usize = 39;

/// `getpid` by the numbers of the x32 interface.
fn x32() -> Answer {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a call that takes nothing and changes nothing.
    return call(unsafe { libc::syscall(0x4000_0000 | libc::SYS_getpid) });
    #[cfg(not(target_arch = "x86_64"))]
    None
}

/// A call as 32-bit programs make it, with one argument.
fn old_call(number: usize, argument: usize) -> Answer {
    #[cfg(target_arch = "x86_64")]
    {
        let answer: i64;
        // SAFETY: the interrupt takes its number and arguments in these registers and returns in the first; the compiler
        // keeps one of them for itself, so it is put back. Memory is only read, where the argument says.
        unsafe {
            std::arch::asm!(
                "xchg rbx, {argument}",
                "int 0x80",
                "xchg rbx, {argument}",
                argument = inout(reg) argument => _,
                inlateout("rax") number.cast_signed() as i64 => answer,
                in("rcx") 0o755,
                in("rdx") 0,
                in("rsi") 0,
                in("rdi") 0,
                out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            );
        }
        call(i64::from(answer as i32))
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = (number, argument);
        None
    }
}

fn old_mkdir(path: &str) -> Answer {
    #[cfg(target_arch = "x86_64")]
    {
        let path = c_string(path);
        let both = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_32BIT;
        // SAFETY: a new page where 32-bit programs can name it, as long as the path is short; it goes with the process.
        let place = unsafe { libc::mmap(std::ptr::null_mut(), 4096, both, flags, -1, 0) };
        if place == libc::MAP_FAILED {
            return None;
        }
        let bytes = path.as_bytes_with_nul();
        // SAFETY: the page is this process's own and longer than the path.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), place.cast(), bytes.len().min(4096)) };
        old_call(OLD_MKDIR, place.expose_provenance())
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = path;
        None
    }
}
