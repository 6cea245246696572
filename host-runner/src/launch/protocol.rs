//! The protocol between runner and launcher: JSON values over one socket, one a line.
//!
//! Owns the messages. The socket is also the lifeline: when the runner's end closes, the supervisor kills everything.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::os_text;
use super::process_tree::Process;
use crate::sandbox::{Backend, Missing, Promise, Quarantined, Resources, SandboxRequest};

/// The first message: the descriptor number in the command of each attached file.
///
/// Without a file for 0 the command's standard input is empty; without files for 1 and 2 it writes to the launcher's
/// own streams.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Streams(pub(crate) Vec<i32>);

/// The second message: the command and its confinement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Launch {
    /// The absolute path of the program.
    pub(crate) program: PathBuf,
    /// Its arguments, the name included.
    #[serde(with = "os_text::list")]
    pub(crate) arguments: Vec<OsString>,
    /// Its whole environment; the launcher's own where there is none.
    #[serde(with = "os_text::pairs")]
    pub(crate) environment: Option<Vec<(OsString, OsString)>>,
    /// Where it starts.
    pub(crate) cwd: PathBuf,
    /// The backend that confines it.
    pub(crate) backend: Backend,
    /// The sandbox request.
    pub(crate) sandbox: SandboxRequest,
    /// Whether it must not start when a required promise does not hold.
    pub(crate) full_or_nothing: bool,
    /// Its resource bounds.
    pub(crate) resources: Resources,
}

/// A message of the launcher.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Report {
    /// The command is about to start, confined like this.
    Confined {
        /// The promises that hold.
        held: Vec<Promise>,
        /// The promises that do not hold.
        missing: Vec<Missing>,
    },
    /// The command was not started: something required does not hold.
    Refused {
        /// The promises that do not hold.
        missing: Vec<Missing>,
    },
    /// The command was not started: a step failed.
    Failed(Failure),
    /// This directory can become a git directory by what the command does; it is inspected after the run.
    Watched(PathBuf),
    /// This directory was there before the run and was moved here; what it points to can be something else now.
    Moved(PathBuf),
    /// A directory that the command did not make was moved from here.
    Vacated(PathBuf),
    /// The calls that make names are not supervised in this run.
    Unsupervised,
    /// The launcher has looked at what the command left behind, and renamed these.
    Quarantined(Vec<Quarantined>),
    /// The command was refused this, and why.
    Denied {
        /// The name.
        path: PathBuf,
        /// Why, in words.
        why: String,
    },
    /// The command was refused a connection to this socket file.
    Unconnected(PathBuf),
    /// The sockets of the runner's proxy are attached: the proxy's listener, and in a network of its own the name server's
    /// socket and a listener for each captured port, in the order of the request.
    Listening,
    /// The command is in this control group.
    Group(PathBuf),
    /// These were ended with the command, or left over by it.
    Killed(Vec<Process>),
    /// The command ended.
    Ended(Ended),
    /// Only the supervisor is left and it is about to exit: the runner need not wait for it.
    Alone,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Ended {
    /// With this status.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// The status of a command, and the name of the signal that ended it. Without an end the supervisor itself had to be killed,
/// and the command went with it.
pub(crate) fn status(ended: Option<Ended>) -> (i32, Option<String>) {
    match ended.unwrap_or(Ended::Signal(libc::SIGKILL)) {
        Ended::Code(code) => (code, None),
        Ended::Signal(number) => (128 + number, Some(signal_name(number))),
    }
}

fn signal_name(number: i32) -> String {
    nix::sys::signal::Signal::try_from(number)
        .map_or_else(|_| format!("SIG{number}"), |signal| signal.to_string())
}

/// A message as the line that carries it.
pub(crate) fn line<T: Serialize>(message: &T) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// Writes one message.
pub(crate) fn send<T: Serialize>(mut socket: &UnixStream, message: &T) -> io::Result<()> {
    socket.write_all(&line(message)?)
}

/// Reads one message; none at the end.
pub(crate) fn receive<T: for<'a> Deserialize<'a>>(
    socket: &mut BufReader<UnixStream>,
) -> io::Result<Option<T>> {
    let mut line = Vec::new();
    if socket.read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(serde_json::from_slice(&line)?))
}
