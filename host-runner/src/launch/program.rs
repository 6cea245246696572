//! Runs any program in the sandbox, without a verdict, on the caller's own standard streams.
//!
//! Owns the wait: signals that this process receives are passed to the program, and the call returns when the program
//! ends. Decides nothing: the caller has decided.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::killpg;
use nix::unistd::Pid;

use super::denial::{Denial, denials};
use super::descriptors::MessageLines;
use super::launcher_binary::{is_without_proc, kept_file, own_binary};
use super::launcher_process::{Differences, LauncherProcess, Origin};
use super::observed::LauncherReports;
use super::protocol::{Ended, Launch};
use super::received_signals::ReceivedSignals;
use crate::network::{self, Background, Gate, Hosts, System};
use crate::output::store;
use crate::output::vacated::Vacated;
use crate::sandbox::{
    Backend, Missing, Network, Promise, Quarantined, Resources, SandboxRequest, quarantine,
};
use crate::system::temporary_directory::TemporaryDirectory;

/// The program to run, and its confinement.
#[derive(Debug)]
pub struct Program {
    /// The absolute path of the program.
    pub path: PathBuf,
    /// Its arguments, its name first.
    pub arguments: Vec<OsString>,
    /// The absolute directory in which it starts.
    pub cwd: PathBuf,
    /// By which means it is held.
    pub backend: Backend,
    /// To what; paths that are not there are left out.
    pub sandbox: SandboxRequest,
    /// Which hosts it may reach, when its network is [`Network::Proxied`].
    pub hosts: Hosts,
    /// Whether it must not start when it cannot be held to everything.
    pub full_or_nothing: bool,
    /// Where its output and its errors go; to the caller's own streams if nowhere else.
    pub output: Option<File>,
    /// The directory beneath which the directories that it moves are recorded; `$CLAUDE_CODE_TMPDIR`, or else the
    /// system's directory for temporary files, if none is given.
    pub record: Option<PathBuf>,
}

/// How the program ended and how it was held.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Its status; 128 and the number of the signal that ended it.
    pub status: i32,
    /// The promises that held.
    pub held: Vec<Promise>,
    /// Those that did not.
    pub missing: Vec<Missing>,
    /// The refusals.
    pub denials: Vec<Denial>,
    /// The files that were renamed after it ended.
    pub quarantined: Vec<Quarantined>,
    /// The parts of the request that could not be granted.
    pub hints: Vec<String>,
}

/// A program that was not started.
#[derive(Debug, thiserror::Error)]
pub enum NotStarted {
    /// It must be held to everything, and cannot.
    #[error("the sandbox is not complete: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Incomplete(Vec<Missing>),
    /// A step failed.
    #[error("the sandbox could not be set up: {0}")]
    Step(String),
    /// The system refused something that is no step of the sandbox.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Runs `program` to its end through `launcher`, which is a binary that begins with
/// [`launch_if_asked`](crate::launcher::launch_if_asked); this one, if none is named.
///
/// Blocks all signals of the calling thread; call it in a process that does nothing else.
///
/// # Errors
/// When the program was not started.
pub fn run(launcher: Option<&Path>, program: &Program) -> Result<Ran, NotStarted> {
    let binary = launcher.map_or_else(own_binary, Path::to_owned);
    run_by(&Origin { copy: None, binary }, program)
}

/// As [`run`], through a launcher of this `origin`.
pub(crate) fn run_by(origin: &Origin, program: &Program) -> Result<Ran, NotStarted> {
    let temp = TemporaryDirectory::new("program")?;
    let own = temp.path().canonicalize()?;
    let vacated = vacated(program.record.as_deref());
    let places = vacated.as_ref().map(Vacated::places).unwrap_or_default();
    let mut asked_for = SandboxRequest { vacated: places, ..program.sandbox.clone() };
    asked_for.read_only_inside.extend(kept_file(&origin.binary));
    let (mut sandbox, mut hints) = asked_for.as_found(&program.cwd, Some(own.clone()));
    // Where a granted path holds the record, the program could clear it.
    let record = vacated.as_ref().and_then(|vacated| vacated.directory().canonicalize().ok());
    sandbox
        .hidden
        .extend(record.filter(|record| sandbox.writable.iter().any(|root| record.starts_with(root))));
    let before = quarantine::Before::of(&sandbox, program.backend);
    let gate = (program.backend.has_proxy() && sandbox.network == Network::Proxied)
        .then(|| Arc::new(Gate::new(program.hosts.clone(), Arc::new(System))));
    let variables = gate.iter().flat_map(|_| network::variables(&program.hosts));
    let launch = Launch {
        program: program.path.clone(),
        arguments: program.arguments.clone(),
        // The launcher gets it as its own.
        environment: None,
        cwd: program.cwd.clone(),
        backend: program.backend,
        sandbox,
        full_or_nothing: program.full_or_nothing,
        resources: Resources { file_size: None, ..Resources::default() },
    };
    let signals = ReceivedSignals::blocked()?;
    let mut variables = variables.map(|(name, value)| (name, value.into())).collect::<Vec<_>>();
    variables.push(("TMPDIR", own.into()));
    let differences = Differences { output: program.output.as_ref(), variables: &variables };
    let started = LauncherProcess::start(origin, &launch, &differences);
    let (process, control) = started.map_err(|error| {
        if is_without_proc(&origin.binary) {
            NotStarted::Step("`/proc` is not mounted; mount it: `mount -t proc proc /proc`".to_owned())
        } else {
            error.into()
        }
    })?;
    let mut service = None;
    let mut said = listen(&control, process.id(), &signals, |sockets| {
        service = gate.as_ref().map(|gate| Background::start(gate, sockets));
    })?;
    process.wait()?;
    if let Some(Err(error)) = &service {
        hints.push(format!("the program had no network, because the proxy could not be started: {error}"));
    }
    drop(service);
    if let Some(missing) = said.refused {
        return Err(NotStarted::Incomplete(missing));
    }
    if let Some(failure) = said.failed {
        return Err(NotStarted::Step(failure.to_string()));
    }
    let quarantined = said.repaired(&before);
    if let Some(Err(error)) = vacated.map(|vacated| vacated.add(&said.seen.vacated)) {
        hints.push(format!("the directories that the program moved could not be recorded: {error}"));
    }
    let Some((mut held, mut missing)) = said.confined else {
        return Err(NotStarted::Step("the launcher did not answer".to_owned()));
    };
    quarantine::account(&mut held, &mut missing, &quarantined);
    let status = match said.ended {
        Some(Ended::Code(code)) => code,
        Some(Ended::Signal(number)) => 128 + number,
        None => 128 + libc::SIGKILL,
    };
    let denials = denials(&said.seen, gate.as_deref());
    Ok(Ran { status, held, missing, denials, quarantined, hints })
}

/// The record of directories that commands moved; none where there is no place for it.
fn vacated(base: Option<&Path>) -> Option<Vacated> {
    let named = || std::env::var_os("CLAUDE_CODE_TMPDIR").filter(|base| !base.is_empty()).map(PathBuf::from);
    let base = base.map(Path::to_owned).or_else(named).unwrap_or_else(std::env::temp_dir);
    store::vacated(&base).ok()
}

/// Hears what the launcher has to say until it ends, hands on the sockets that it sends, and passes signals on
/// meanwhile.
fn listen(
    control: &UnixStream,
    launcher: Pid,
    signals: &ReceivedSignals,
    mut handed: impl FnMut(Vec<OwnedFd>),
) -> io::Result<LauncherReports> {
    let mut reports = MessageLines::default();
    let mut said = LauncherReports::default();
    loop {
        let mut waited = [
            PollFd::new(control.as_fd(), PollFlags::POLLIN),
            PollFd::new(signals.as_fd(), PollFlags::POLLIN),
        ];
        match poll(&mut waited, PollTimeout::NONE) {
            Ok(_) | Err(nix::errno::Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let speaks = waited.first().and_then(PollFd::any).unwrap_or(false);
        for signal in signals.take()? {
            // It can be gone already.
            let _ = killpg(launcher, signal);
        }
        if speaks {
            if !reports.read(control)? {
                return Ok(said);
            }
            while let Some(line) = reports.take_line() {
                said.hear(&line);
            }
            let sockets = reports.take_files();
            if !sockets.is_empty() {
                handed(sockets);
            }
        }
    }
}
