//! Probes on processes.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::Command;
use std::time::{Duration, Instant};

use super::answer::{Answer, call};
use super::argument::ARGUMENT;
use crate::marked_processes::marked_processes;
use crate::shared_memory;

/// How long a probe that waits to be killed lives at most.
const LIFE: Duration = Duration::from_mins(1);

pub(crate) fn probe(words: &[&str]) -> Option<Answer> {
    Some(match *words {
        ["wait"] => echo(),
        ["stay", _] => {
            stay();
            Some(())
        }
        ["stay-stopped", _] => {
            // SAFETY: stops this process.
            unsafe { libc::raise(libc::SIGSTOP) };
            stay();
            Some(())
        }
        ["breed", mark] => breed(mark),
        ["await", mark] => {
            let start = Instant::now();
            // This process has the mark itself.
            while marked_processes(mark).len() < 2 && start.elapsed() < Duration::from_secs(10) {
                std::thread::yield_now();
            }
            Some(())
        }
        ["is-user", number] => {
            // SAFETY: a call that takes nothing and cannot fail.
            let user = unsafe { libc::geteuid() };
            (number.parse() == Ok(user)).then_some(())
        }
        ["kill-by-descriptor", process] => {
            let descriptor = descriptor_of(process)?;
            // SAFETY: an open descriptor, a number, no further information.
            call(unsafe {
                libc::syscall(
                    libc::SYS_pidfd_send_signal,
                    descriptor.as_raw_fd(),
                    libc::SIGKILL,
                    std::ptr::null::<()>(),
                    0,
                )
            })
        }
        ["kill-thread", process] => {
            let process: i32 = process.parse().ok()?;
            // SAFETY: a call that takes numbers.
            call(unsafe { libc::syscall(libc::SYS_tgkill, process, process, libc::SIGKILL) })
        }
        ["kill-queued", process] => {
            let value = libc::sigval { sival_ptr: std::ptr::null_mut() };
            // SAFETY: a call that takes numbers and a value that nobody reads.
            call(unsafe { libc::sigqueue(process.parse().ok()?, libc::SIGKILL, value) })
        }
        ["kill-by-owner", process] => kill_by_owner(process.parse().ok()?),
        ["limit", process] => {
            let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            let process = process.parse().ok()?;
            // SAFETY: the kernel writes and then reads one structure, which outlives both calls.
            unsafe {
                call(libc::prlimit(process, libc::RLIMIT_NOFILE, std::ptr::null(), &raw mut limit))?;
                call(libc::prlimit(process, libc::RLIMIT_NOFILE, &raw const limit, std::ptr::null_mut()))
            }
        }
        ["slow", process] => {
            // SAFETY: a call that takes numbers.
            call(unsafe { libc::setpriority(libc::PRIO_PROCESS, process.parse().ok()?, 19) })
        }
        ["read-memory", process] => read_memory(process),
        ["read-memory-file", process] => {
            let start = first_address(process)?;
            let mut memory = File::open(format!("/proc/{process}/mem")).ok()?;
            memory.seek(SeekFrom::Start(start)).ok()?;
            memory.read_exact(&mut [0]).ok()
        }
        ["trace", process] => {
            let process: i32 = process.parse().ok()?;
            // SAFETY: takes numbers; the process is let go again.
            unsafe {
                call(libc::ptrace(libc::PTRACE_SEIZE, process, 0, 0))?;
                call(libc::ptrace(libc::PTRACE_DETACH, process, 0, 0)).or(Some(()))
            }
        }
        ["take-file", process] => {
            let descriptor = descriptor_of(process)?;
            // SAFETY: an open descriptor and numbers; what is returned is closed with the process.
            call(unsafe { libc::syscall(libc::SYS_pidfd_getfd, descriptor.as_raw_fd(), 0, 0) })
        }
        ["segment", id] => tell(&shared_memory::read_segment(id.parse().ok()?)?),
        ["queue", id] => tell(&shared_memory::read_queue(id.parse().ok()?)?),
        ["list-segments", id] => {
            let list = fs::read_to_string("/proc/sysvipc/shm").ok()?;
            list.lines().any(|line| line.split_ascii_whitespace().nth(1) == Some(id)).then_some(())
        }
        _ => return None,
    })
}

fn stay() {
    std::thread::sleep(LIFE);
}

/// Gives every byte back that it gets, one first to say that it is there.
fn echo() -> Answer {
    let (mut input, mut output) = (std::io::stdin(), std::io::stdout());
    let mut byte = [b'x'];
    loop {
        output.write_all(&byte).and_then(|()| output.flush()).ok()?;
        input.read_exact(&mut byte).ok()?;
    }
}

fn tell(bytes: &[u8]) -> Answer {
    std::io::stdout().write_all(bytes).ok()
}

/// Two processes that start each other again.
fn breed(mark: &str) -> Answer {
    let own = fs::read_link("/proc/self/exe").ok()?;
    let start = Instant::now();
    while start.elapsed() < LIFE {
        // Its own life is shorter than the wait for it.
        Command::new(&own).args([ARGUMENT, "stay", mark]).status().ok()?;
    }
    Some(())
}

fn descriptor_of(process: &str) -> Option<OwnedFd> {
    let process: i32 = process.parse().ok()?;
    // SAFETY: a call that takes numbers.
    let descriptor = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
    // SAFETY: the call just returned this descriptor, and nothing else owns it.
    (descriptor >= 0).then(|| unsafe { OwnedFd::from_raw_fd(descriptor as i32) })
}

/// Lets the kernel send the signal, as the one that says that a socket can be read (`fcntl(2)`, `F_SETOWN`).
fn kill_by_owner(process: i32) -> Answer {
    let (ours, mut theirs) = UnixStream::pair().ok()?;
    let socket = ours.as_raw_fd();
    // SAFETY: an open descriptor and numbers.
    unsafe {
        call(libc::fcntl(socket, libc::F_SETOWN, process))?;
        call(libc::fcntl(socket, 10 /* F_SETSIG */, libc::SIGKILL))?;
        call(libc::fcntl(socket, libc::F_SETFL, libc::O_ASYNC))?;
    }
    theirs.write_all(b"x").ok()?;
    Some(())
}

fn first_address(process: &str) -> Option<u64> {
    let maps = fs::read_to_string(format!("/proc/{process}/maps")).ok()?;
    u64::from_str_radix(maps.split('-').next()?, 16).ok()
}

fn read_memory(process: &str) -> Answer {
    let start = first_address(process)?;
    let mut byte = [0_u8];
    let local = libc::iovec { iov_base: byte.as_mut_ptr().cast(), iov_len: 1 };
    let remote = libc::iovec { iov_base: std::ptr::without_provenance_mut(start as usize), iov_len: 1 };
    // SAFETY: one byte of this process's own is written, which outlives the call; the other process's is only read.
    let read = unsafe {
        libc::process_vm_readv(process.parse().ok()?, &raw const local, 1, &raw const remote, 1, 0)
    };
    (read == 1).then_some(())
}
