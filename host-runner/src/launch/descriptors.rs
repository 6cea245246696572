//! Messages with open files attached (`unix(7)`, `SCM_RIGHTS`): the command's streams on the way in, the proxy's
//! sockets on the way out.
//!
//! Owns the descriptors from the moment they arrive. The messages are those of [`super::protocol`], one line each.

use std::io::{self, IoSlice, IoSliceMut, Write as _};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;

use nix::sys::socket::{ControlMessage, MsgFlags, sendmsg};
use rustix::cmsg_space;
#[cfg(not(target_os = "linux"))]
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, ReturnFlags, recvmsg};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::Interest;
use tokio::net::unix::OwnedReadHalf;

use super::protocol::line;

/// Most descriptors that one message can carry (`SCM_MAX_FD` of the kernel).
const DESCRIPTORS_MAX: usize = 253;

/// Received descriptors close in programs that this process starts.
#[cfg(target_os = "linux")]
const CLOSED_ON_EXEC: RecvFlags = RecvFlags::CMSG_CLOEXEC;

/// Elsewhere the call has no such flag. A program that another thread starts in between inherits the descriptor; a
/// launcher then closes it before it executes the command.
#[cfg(not(target_os = "linux"))]
const CLOSED_ON_EXEC: RecvFlags = RecvFlags::empty();

/// Longest line of a message, in bytes. A launcher that writes more is none.
const LINE_BYTES_MAX: usize = 1 << 20;

/// Writes one message with `files` attached.
pub(crate) fn send_with<T: Serialize>(
    mut socket: &UnixStream,
    message: &T,
    files: &[OwnedFd],
) -> io::Result<()> {
    let line = line(message)?;
    let numbers = files.iter().map(AsRawFd::as_raw_fd).collect::<Vec<_>>();
    let rights = [ControlMessage::ScmRights(&numbers)];
    let sent = sendmsg::<()>(socket.as_raw_fd(), &[IoSlice::new(&line)], &rights, MsgFlags::empty(), None)?;
    // The descriptors go with the first byte.
    socket.write_all(line.get(sent..).unwrap_or_default())
}

/// The input from the other side that is not yet consumed: lines, and the files that came with them.
#[derive(Debug)]
pub(crate) struct MessageLines {
    unread: Vec<u8>,
    files: Vec<OwnedFd>,
    line_bytes_max: usize,
}

impl Default for MessageLines {
    fn default() -> Self {
        Self { unread: Vec::new(), files: Vec::new(), line_bytes_max: LINE_BYTES_MAX }
    }
}

impl MessageLines {
    /// Lines of any length, from the runner that started this process.
    pub(crate) fn of_runner() -> Self {
        Self { line_bytes_max: usize::MAX, ..Self::default() }
    }

    /// Waits for the next message on `socket`; none at its end.
    ///
    /// # Errors
    /// It cannot be read, or what comes is no such message.
    pub(crate) fn next<T: DeserializeOwned>(&mut self, socket: &UnixStream) -> io::Result<Option<T>> {
        loop {
            if let Some(line) = self.take_line() {
                return Ok(Some(serde_json::from_str(&line)?));
            }
            if !self.read(socket)? {
                return Ok(None);
            }
        }
    }

    /// Reads from `socket` once; false at its end.
    ///
    /// # Errors
    /// When it cannot be read, nothing is there to read without waiting, or a line has no end.
    pub(crate) fn read(&mut self, socket: &impl AsFd) -> io::Result<bool> {
        if self.unread.len() > self.line_bytes_max {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let (bytes, files) = receive(socket)?;
        self.unread.extend(&bytes);
        self.files.extend(files);
        Ok(!bytes.is_empty())
    }

    /// The next line without its end, if it was read whole.
    pub(crate) fn take_line(&mut self) -> Option<String> {
        let end = self.unread.iter().position(|byte| *byte == b'\n')?;
        let line = self.unread.drain(..=end).collect::<Vec<_>>();
        Some(String::from_utf8_lossy(line.trim_ascii_end()).into_owned())
    }

    /// The files that came with what was read, in the order in which they were sent.
    pub(crate) fn take_files(&mut self) -> Vec<OwnedFd> {
        std::mem::take(&mut self.files)
    }
}

/// The lines that the launcher writes, one after the other.
#[derive(Debug)]
pub(crate) struct ReportStream {
    socket: OwnedReadHalf,
    lines: MessageLines,
}

impl ReportStream {
    pub(crate) fn new(socket: OwnedReadHalf) -> Self {
        Self { socket, lines: MessageLines::default() }
    }

    /// The next line without its end; none when there is no more. Nothing is lost when the future is dropped.
    pub(crate) async fn next_line(&mut self) -> io::Result<Option<String>> {
        loop {
            if let Some(line) = self.lines.take_line() {
                return Ok(Some(line));
            }
            self.socket.readable().await?;
            let socket: &tokio::net::UnixStream = self.socket.as_ref();
            match socket.try_io(Interest::READABLE, || self.lines.read(socket)) {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// As [`MessageLines::take_files`].
    pub(crate) fn take_files(&mut self) -> Vec<OwnedFd> {
        self.lines.take_files()
    }
}

/// Reads from `socket` once: the bytes, none at its end, and the files that came with them.
///
/// # Errors
/// When it cannot be read, nothing is there to read without waiting, or not every file could be taken.
pub(crate) fn receive(socket: impl AsFd) -> io::Result<(Vec<u8>, Vec<OwnedFd>)> {
    let mut bytes = vec![0; 1 << 13];
    let mut space = [MaybeUninit::uninit(); cmsg_space!(ScmRights(DESCRIPTORS_MAX))];
    let mut control = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut bytes)];
    let message = recvmsg(socket, &mut parts, &mut control, CLOSED_ON_EXEC)?;
    let mut files = Vec::new();
    for part in control.drain() {
        if let RecvAncillaryMessage::ScmRights(received) = part {
            files.extend(received);
        }
    }
    #[cfg(not(target_os = "linux"))]
    for file in &files {
        fcntl_setfd(file, FdFlags::CLOEXEC)?;
    }
    if message.flags.contains(ReturnFlags::CTRUNC) {
        return Err(io::Error::from_raw_os_error(libc::ENOBUFS));
    }
    bytes.truncate(message.bytes);
    Ok((bytes, files))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;

    use super::*;
    use crate::launch::protocol::Ended;
    use crate::launch::protocol::Report;
    use crate::launch::protocol::send;

    #[tokio::test]
    async fn a_socket_arrives_with_its_line_and_works() {
        let (ours, theirs) = UnixStream::pair().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        send(&theirs, &Report::Ended(Ended::Code(1))).unwrap();
        send_with(&theirs, &Report::Listening, &[listener.into()]).unwrap();
        drop(theirs);

        ours.set_nonblocking(true).unwrap();
        let (read, _write) = tokio::net::UnixStream::from_std(ours).unwrap().into_split();
        let mut reports = ReportStream::new(read);
        assert_eq!(reports.next_line().await.unwrap().as_deref(), Some(r#"{"ended":{"code":1}}"#));
        assert_eq!(reports.next_line().await.unwrap().as_deref(), Some(r#""listening""#));
        let listener = TcpListener::from(reports.take_files().pop().unwrap());
        assert_eq!(reports.next_line().await.unwrap(), None);

        let mut client = std::net::TcpStream::connect(address).unwrap();
        listener.accept().unwrap().0.write_all(b"hello").unwrap();
        let mut heard = String::new();
        client.read_to_string(&mut heard).unwrap();
        assert_eq!(heard, "hello");
    }
}
