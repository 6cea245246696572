//! The kernel's questions: a thread puts itself and all that it starts under a filter, and another one answers.
//!
//! Owns the three calls that no library wraps (`seccomp_unotify(2)`).

#![expect(unsafe_code, reason = "system calls that no library wraps; each block says why it is sound")]

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};

/// Where the kernel's questions arrive.
#[derive(Debug)]
pub(super) struct Listener(OwnedFd);

/// One call that waits for an answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    id: u64,
    /// The thread that makes it.
    pub thread: u32,
    pub number: i32,
    pub arguments: [u64; 6],
}

/// What becomes of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// The kernel carries it out.
    GoOn,
    /// It fails with this error.
    Fail(i32),
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Puts the calling thread under `program`, for good, with all processes that it will start.
pub(super) fn install(program: &[libc::sock_filter]) -> io::Result<Listener> {
    let header = libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr().cast_mut() };
    let install = |flags: libc::c_ulong| {
        // SAFETY: the kernel copies `len` instructions from `filter`; both outlive the call and it writes to neither.
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const header) }
    };
    // A signal that arrives while a call waits would repeat the question; kernels before 5.19 cannot prevent it.
    let mut answer =
        install(libc::SECCOMP_FILTER_FLAG_NEW_LISTENER | libc::SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV);
    if answer < 0 {
        answer = install(libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
    }
    if answer < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call just returned this descriptor, and nothing else owns it.
    Ok(Listener(unsafe { OwnedFd::from_raw_fd(answer as RawFd) }))
}

impl Listener {
    /// The next question; none when whoever asked is gone.
    pub(super) fn receive(&self) -> io::Result<Option<Question>> {
        // SAFETY: the structure is numbers only, for which zero is a value.
        let mut raw: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel writes one structure of this type, which outlives the call; it asks for zeros in it.
        let answer = unsafe { libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut raw) };
        if answer < 0 {
            return gone(io::Error::last_os_error()).map(|()| None);
        }
        Ok(Some(Question { id: raw.id, thread: raw.pid, number: raw.data.nr, arguments: raw.data.args }))
    }

    /// Whether the thread that asked is still there and waits.
    pub(super) fn waits(&self, question: &Question) -> bool {
        // SAFETY: the kernel reads one number, which outlives the call.
        unsafe {
            libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &raw const question.id) == 0
        }
    }

    /// Lets the call go on or fail.
    pub(super) fn answer(&self, question: &Question, answer: Answer) -> io::Result<()> {
        let (error, flags) = match answer {
            Answer::GoOn => (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32),
            Answer::Fail(error) => (-error, 0),
        };
        let mut raw = libc::seccomp_notif_resp { id: question.id, val: 0, error, flags };
        // SAFETY: the kernel reads one structure of this type, which outlives the call.
        let answer = unsafe { libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut raw) };
        if answer < 0 { gone(io::Error::last_os_error()) } else { Ok(()) }
    }
}

/// Nothing, when the error is that the caller ended in between or a signal came.
fn gone(error: io::Error) -> io::Result<()> {
    match error.raw_os_error() {
        Some(libc::ENOENT | libc::EINTR | libc::EINPROGRESS) => Ok(()),
        _ => Err(error),
    }
}
