//! Names that must not appear, refused when they are made: the calls come here instead of to the kernel.
//!
//! Owns the loop over the kernel's questions. A mount keeps what is there; of what is not there only the call that
//! makes it can be refused. The filter hands such calls over, this process carries them out itself or refuses them,
//! and never lets the kernel read a path again that was judged: between the two it could be another.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::PathBuf;

use nix::errno::Errno;
use nix::fcntl::OFlag;
use nix::unistd::{ForkResult, fork};

use super::connect::{Connection, Sockets, Unconnected};
use super::created::Record;
use super::decode;
use super::notification::{Listener, Question};
use super::perform::{self, Actor, Done, Refusal};
use super::resolve::Asker;
use crate::sandbox::protected_names::{Kind, Protection};

/// What the supervisor has to tell the runner about names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum News {
    /// This directory can become a git directory, and is to be looked at after the run.
    Watched(PathBuf),
    /// This name was refused.
    Refused(PathBuf, Kind),
    /// A connection to this socket file was refused.
    Unconnected(PathBuf),
}

/// The supervisor's part: the questions and the rules.
#[derive(Debug)]
pub(crate) struct Names {
    listener: Listener,
    actor: Actor,
    sockets: Sockets,
}

impl AsFd for Names {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.listener.as_fd()
    }
}

impl Names {
    /// Answers questions on `listener` by `protection`; with `judges_removals` also when a name only goes. Of socket
    /// files `sockets` can be connected to.
    pub(crate) fn new(
        listener: OwnedFd,
        protection: Protection,
        judges_removals: bool,
        sockets: Sockets,
    ) -> Self {
        let listener = Listener(listener);
        listener.prefer_quick_turns();
        let actor = Actor { protection, judges_removals, record: Record::default(), news: Vec::new() };
        Self { listener, actor, sockets }
    }

    /// Answers one question, which is waiting; gives what there is to tell.
    pub(crate) fn answer_one(&mut self) -> io::Result<Vec<News>> {
        let Some(question) = self.listener.receive()? else { return Ok(Vec::new()) };
        let Some(asked) = decode::asked(question.number, question.arguments) else {
            self.listener.answer(&question, Err(Errno::ENOSYS))?;
            return Ok(Vec::new());
        };
        let asker = Asker { question: &question, listener: &self.listener };
        if let decode::Asked::Connect { socket, address, length } = asked {
            return match self.sockets.connection(&asker, socket, address, length) {
                Ok(connection) => self.connect(&question, &connection).map(|()| Vec::new()),
                Err(Unconnected::Kernel(error)) => {
                    self.listener.answer(&question, Err(error)).map(|()| Vec::new())
                }
                Err(Unconnected::Unnamed(path)) => {
                    self.listener.answer(&question, Err(Errno::EACCES))?;
                    Ok(vec![News::Unconnected(path)])
                }
            };
        }
        let done = self.actor.act(&asker, &asked);
        let mut news = self.actor.news.drain(..).map(News::Watched).collect::<Vec<_>>();
        let close_on_exec =
            matches!(asked, decode::Asked::Open { flags, .. } if flags & libc::O_CLOEXEC != 0);
        match done {
            Ok(Done::Nothing) => self.listener.answer(&question, Ok(()))?,
            Ok(Done::Opened(file)) => self.listener.answer_with(&question, &file, close_on_exec)?,
            Ok(Done::Pipe(pipe, flags)) => self.open_aside(&question, &pipe, flags, close_on_exec)?,
            Err(Refusal::Kernel(error)) => self.listener.answer(&question, Err(error))?,
            Err(Refusal::Protected(path, kind)) => {
                self.listener.answer(&question, Err(Errno::EACCES))?;
                news.push(News::Refused(path, kind));
            }
        }
        Ok(news)
    }

    /// Makes a connection, in a process of its own if that can wait for the other end, and nobody else shall.
    fn connect(&self, question: &Question, connection: &Connection) -> io::Result<()> {
        if !connection.can_wait() {
            return self.listener.answer(question, connection.make());
        }
        // SAFETY: the supervisor has one thread, so the child may do anything; it connects, answers and ends.
        if let ForkResult::Child = unsafe { fork() }? {
            let answered = self.listener.answer(question, connection.make());
            // SAFETY: ends the process at once; nothing that it holds has to be written or removed.
            unsafe { libc::_exit(i32::from(answered.is_err())) }
        }
        Ok(())
    }

    /// Opens a pipe in a process of its own, because that can wait for the other end, and nobody else shall.
    fn open_aside(
        &self,
        question: &Question,
        pipe: &OwnedFd,
        flags: OFlag,
        close_on_exec: bool,
    ) -> io::Result<()> {
        // SAFETY: the supervisor has one thread, so the child may do anything; it opens, answers and ends.
        if let ForkResult::Child = unsafe { fork() }? {
            let answered = match perform::open_pipe(pipe, flags) {
                Ok(file) => self.listener.answer_with(question, &file, close_on_exec),
                Err(error) => self.listener.answer(question, Err(error)),
            };
            // SAFETY: ends the process at once; nothing that it holds has to be written or removed.
            unsafe { libc::_exit(i32::from(answered.is_err())) }
        }
        Ok(())
    }
}
