//! Answers one file call after the other.
//!
//! Owns the step from a notification to its answer. Mounts keep existing names; a missing name can only be refused by
//! the call that creates it. The filter hands such calls over, and this process performs or refuses them. It never lets
//! the kernel read a judged path again: the caller could have changed it meanwhile.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::unistd::{ForkResult, fork};

use super::connect::{Connection, Sockets, Unconnected};
use super::created::CreatedEntries;
use super::notification::{Listener, Notification};
use super::perform::{Performed, Performer, Refusal};
use super::report::FileCallReport;
use super::resolve::Caller;
use super::{decode, perform};
use crate::sandbox::protected_names::Protection;

/// The supervisor's part: the questions and the rules.
#[derive(Debug)]
pub(crate) struct FileCalls {
    listener: Listener,
    performer: Performer,
    sockets: Sockets,
}

impl AsFd for FileCalls {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }
}

impl FileCalls {
    /// Answers questions on `listener` by `protection`; `record` is what is known before the run. Of socket files `sockets`
    /// can be connected to.
    pub(crate) fn new(
        listener: OwnedFd,
        protection: Protection,
        record: CreatedEntries,
        sockets: Sockets,
    ) -> Self {
        let listener = Listener(listener);
        listener.prefer_quick_turns();
        let performer = Performer { protection, record, news: Vec::new() };
        Self { listener, performer, sockets }
    }

    /// The places from which the run moved directories that it did not make.
    pub(crate) fn vacated(&self) -> Vec<PathBuf> {
        self.performer.record.newly_vacated()
    }

    /// Answers one notification, which is waiting; returns what to report.
    pub(crate) fn answer_one(&mut self) -> io::Result<Vec<FileCallReport>> {
        let Some(notification) = self.listener.receive()? else { return Ok(Vec::new()) };
        let Some(call) = decode::decode(notification.number, notification.arguments) else {
            self.listener.answer(&notification, Err(Errno::ENOSYS))?;
            return Ok(Vec::new());
        };
        let caller = Caller { notification: &notification, listener: &self.listener };
        if let decode::FileCall::Connect { socket, address, length } = call {
            return match self.sockets.connection(&caller, socket, address, length) {
                Ok(connection) => self.connect(&notification, &connection).map(|()| Vec::new()),
                Err(Unconnected::Kernel(error)) => {
                    self.listener.answer(&notification, Err(error)).map(|()| Vec::new())
                }
                Err(Unconnected::Unnamed(path)) => {
                    self.listener.answer(&notification, Err(Errno::EACCES))?;
                    Ok(vec![FileCallReport::Unconnected(path)])
                }
            };
        }
        let done = self.performer.perform(&caller, &call);
        let mut news = std::mem::take(&mut self.performer.news);
        let close_on_exec =
            matches!(call, decode::FileCall::Open { flags, .. } if flags & libc::O_CLOEXEC != 0);
        match done {
            Ok(Performed::Nothing) => self.listener.answer(&notification, Ok(()))?,
            Ok(Performed::Opened(file)) => self.listener.answer_with(&notification, &file, close_on_exec)?,
            Ok(Performed::Pipe(pipe, flags)) => {
                self.open_aside(&notification, &pipe, flags, close_on_exec)?;
            }
            Err(Refusal::Kernel(error)) => self.listener.answer(&notification, Err(error))?,
            Err(Refusal::Protected(path, why)) => {
                self.listener.answer(&notification, Err(Errno::EACCES))?;
                news.push(FileCallReport::Refused(path, why));
            }
        }
        Ok(news)
    }

    /// Makes a connection, in a process of its own if that can wait for the other end, and nobody else shall.
    fn connect(&self, notification: &Notification, connection: &Connection) -> io::Result<()> {
        if !connection.can_wait() {
            return self.listener.answer(notification, connection.make());
        }
        // SAFETY: the supervisor has one thread, so the child may do anything; it connects, answers and ends.
        if let ForkResult::Child = unsafe { fork() }? {
            let answered = self.listener.answer(notification, connection.make());
            // SAFETY: ends the process at once; nothing that it holds has to be written or removed.
            unsafe { libc::_exit(i32::from(answered.is_err())) }
        }
        Ok(())
    }

    /// Opens a pipe in a process of its own, because that can wait for the other end, and nobody else shall.
    fn open_aside(
        &self,
        notification: &Notification,
        pipe: &OwnedFd,
        flags: OFlag,
        close_on_exec: bool,
    ) -> io::Result<()> {
        // SAFETY: the supervisor has one thread, so the child may do anything; it opens, answers and ends.
        if let ForkResult::Child = unsafe { fork() }? {
            let answered = match perform::open_pipe(pipe, flags) {
                Ok(file) => self.listener.answer_with(notification, &file, close_on_exec),
                Err(error) => self.listener.answer(notification, Err(error)),
            };
            // SAFETY: ends the process at once; nothing that it holds has to be written or removed.
            unsafe { libc::_exit(i32::from(answered.is_err())) }
        }
        Ok(())
    }
}
