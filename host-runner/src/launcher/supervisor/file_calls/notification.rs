//! The kernel's notification of a call, and the answer (`seccomp_unotify(2)`).
//!
//! Owns the descriptor on which notifications arrive, and reads the caller's memory. Judges nothing.

use std::ffi::CString;
use std::io::{self, IoSlice, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::net::UnixStream;

use nix::errno::Errno;
use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::unistd::Pid;

use crate::launch::descriptors::receive;

/// Longest path that the kernel takes, its end included (`PATH_MAX`).
const PATH_BYTES_MAX: usize = 4096;

/// The smallest page: memory may end at a multiple of it.
const PAGE_BYTES: u64 = 4096;

/// Where the kernel's questions arrive.
#[derive(Debug)]
pub(crate) struct Listener(pub(crate) OwnedFd);

/// One call that waits for an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Notification {
    id: u64,
    /// The thread that makes it, as this process knows it.
    pub(crate) thread: Pid,
    /// The number of the call.
    pub(crate) number: libc::c_long,
    /// Its arguments.
    pub(crate) arguments: [u64; 6],
}

impl AsFd for Listener {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

/// Passes the listener from the process that put itself under the filter to the one that answers.
pub(crate) fn hand_over(listener: &OwnedFd, channel: &UnixStream) -> io::Result<()> {
    let descriptors = [listener.as_raw_fd()];
    let message = [ControlMessage::ScmRights(&descriptors)];
    sendmsg::<()>(channel.as_raw_fd(), &[IoSlice::new(b"\n")], &message, MsgFlags::empty(), None)?;
    Ok(())
}

/// The listener that the other end hands over; none when it ends without one.
pub(crate) fn take_over(channel: &UnixStream) -> io::Result<Option<OwnedFd>> {
    let (_, files) = receive(channel)?;
    Ok(files.into_iter().next())
}

/// Wakes the two sides of a notification on one processor in turn (`SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP`, Linux 6.6).
const SYNC_WAKE_UP: libc::c_ulong = 1;

impl Listener {
    /// Asks the kernel to treat a notification like a call and not like a message. Older kernels do not know how.
    pub(crate) fn prefer_quick_turns(&self) {
        // SAFETY: a request that takes a number and changes nothing but how waiting threads are woken.
        unsafe { libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS, SYNC_WAKE_UP) };
    }

    /// The next notification; none when the caller is gone.
    pub(crate) fn receive(&self) -> io::Result<Option<Notification>> {
        // SAFETY: the structure is numbers only, for which zero is a value.
        let mut raw: libc::seccomp_notif = unsafe { std::mem::zeroed() };
        // SAFETY: the kernel writes one structure of this type, which outlives the call; it asks for zeros in it.
        let answer = unsafe { libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut raw) };
        if answer < 0 {
            return unless_gone().map(|()| None);
        }
        Ok(Some(Notification {
            id: raw.id,
            thread: Pid::from_raw(raw.pid.cast_signed()),
            number: raw.data.nr.into(),
            arguments: raw.data.args,
        }))
    }

    /// Whether the thread that asked is still there: its number may be another's otherwise.
    pub(crate) fn waits(&self, notification: &Notification) -> bool {
        // SAFETY: the kernel reads one number, which outlives the call.
        unsafe {
            libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ID_VALID, &raw const notification.id)
                == 0
        }
    }

    /// Ends the call with 0 or an error.
    pub(crate) fn answer(&self, notification: &Notification, result: Result<(), Errno>) -> io::Result<()> {
        let error = result.map_or_else(|error| -(error as i32), |()| 0);
        let mut raw = libc::seccomp_notif_resp { id: notification.id, val: 0, error, flags: 0 };
        // SAFETY: the kernel reads one structure of this type, which outlives the call.
        let answer = unsafe { libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut raw) };
        if answer < 0 { unless_gone() } else { Ok(()) }
    }

    /// Ends the call with a descriptor of its own for `file`.
    pub(crate) fn answer_with(
        &self,
        notification: &Notification,
        file: &OwnedFd,
        close_on_exec: bool,
    ) -> io::Result<()> {
        let raw = libc::seccomp_notif_addfd {
            id: notification.id,
            flags: libc::SECCOMP_ADDFD_FLAG_SEND as u32,
            srcfd: file.as_raw_fd().cast_unsigned(),
            newfd: 0,
            newfd_flags: if close_on_exec { libc::O_CLOEXEC.cast_unsigned() } else { 0 },
        };
        // SAFETY: the kernel reads one structure of this type, which outlives the call; `file` is open.
        let answer =
            unsafe { libc::ioctl(self.0.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_ADDFD, &raw const raw) };
        if answer >= 0 {
            return Ok(());
        }
        match Errno::last() {
            Errno::ENOENT => Ok(()),
            // Such as too many open files: that is the caller's answer.
            error => self.answer(notification, Err(error)),
        }
    }
}

/// The last error, unless it says that the caller is gone.
fn unless_gone() -> io::Result<()> {
    match Errno::last() {
        Errno::ENOENT | Errno::EINTR => Ok(()),
        error => Err(error.into()),
    }
}

impl Notification {
    /// As many bytes at `address` in the memory of the thread that asks, as they are at this moment.
    pub(crate) fn bytes(&self, address: u64, length: usize) -> Result<Vec<u8>, Errno> {
        let mut bytes = vec![0_u8; length];
        if length > 0 {
            let piece = [RemoteIoVec { base: address as usize, len: length }];
            let read = process_vm_readv(self.thread, &mut [IoSliceMut::new(&mut bytes)], &piece)?;
            if read < length {
                return Err(Errno::EFAULT);
            }
        }
        Ok(bytes)
    }

    /// The path at `address` in the memory of the thread that asks, as it is at this moment.
    pub(crate) fn path(&self, address: u64) -> Result<CString, Errno> {
        let mut bytes = vec![0_u8; PATH_BYTES_MAX];
        // One piece up to each end of a page: what is readable is read.
        let mut pieces = Vec::with_capacity(2);
        let (mut start, end) = (address, address.checked_add(PATH_BYTES_MAX as u64).ok_or(Errno::EFAULT)?);
        while start < end {
            let next = (start / PAGE_BYTES + 1) * PAGE_BYTES;
            let length = next.min(end) - start;
            pieces.push(RemoteIoVec { base: start as usize, len: length as usize });
            start += length;
        }
        let read = process_vm_readv(self.thread, &mut [IoSliceMut::new(&mut bytes)], &pieces)?;
        bytes.truncate(read);
        let Some(end) = bytes.iter().position(|byte| *byte == 0) else {
            return Err(if read < PATH_BYTES_MAX { Errno::EFAULT } else { Errno::ENAMETOOLONG });
        };
        bytes.truncate(end);
        CString::new(bytes).map_err(|_| Errno::EINVAL)
    }
}
