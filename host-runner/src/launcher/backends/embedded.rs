//! The backend `embedded`: this binary, started again, builds the sandbox around itself.
//!
//! Owns the way into new namespaces. Three processes: the launcher, which stays outside; the first process of the new
//! namespaces, which supervises the command; the command. Where the machine refuses namespaces it falls back to the
//! backend [`super::landlock`], and the account says so.

use std::convert::Infallible;
use std::fs::File;
use std::io::{self, PipeReader, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::exit;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{ForkResult, Gid, Uid};

use super::landlock;
use crate::launch::descriptors::{receive, send_with};
use crate::launch::failure::Failure;
use crate::launch::observed::note_change;
use crate::launch::protocol::{Launch, Report};
use crate::launcher::account::ConfinementSteps;
use crate::launcher::command::{Overseer, supervise_command};
use crate::launcher::denied::Denied;
use crate::launcher::kernel::{loopback, mounts, namespaces};
use crate::launcher::last_steps::{NOT_STARTED, give_up, look};
use crate::launcher::supervisor::reap::{Tree, wait_for_any};
use crate::sandbox::planted::Changes;
use crate::sandbox::quarantine::Before;
use crate::sandbox::{Network, SandboxRequest};

/// What the first process says before its reports: the sandbox is there.
const STARTED: &[u8] = b"null\n";

/// Starts the command in new namespaces, or with what is left where the machine refuses them.
pub(crate) fn start(control: &UnixStream, launch: &Launch) -> Result<Infallible, Failure> {
    match start_in_namespaces(control, launch)? {
        Ok(never) => match never {},
        Err(refused) => landlock::start(control, launch, refused),
    }
}

/// Starts the command in new namespaces and does not come back, or says why the machine refuses them.
fn start_in_namespaces(
    control: &UnixStream,
    launch: &Launch,
) -> Result<Result<Infallible, Failure>, Failure> {
    let (user, group) = (nix::unistd::geteuid(), nix::unistd::getegid());
    let (progress, told) = UnixStream::pair().map_err(Failure::at("making a socket"))?;
    let mut denied = Denied::watch(&launch.sandbox.deny_read_later);
    let before = Before::of(&launch.sandbox, launch.backend);
    let (alive, launcher) = io::pipe().map_err(Failure::at("making a pipe"))?;
    match namespaces::fork_into_new(launch.sandbox.network) {
        Err(error) => Ok(Err(Failure::at("creating namespaces")(error))),
        Ok(ForkResult::Child) => {
            drop((progress, launcher));
            first_process(control, launch, (user, group), &alive, told)
        }
        Ok(ForkResult::Parent { .. }) => {
            drop((told, alive));
            let answer = hear(&progress, &mut denied).map_err(Failure::at("waiting for the sandbox"))?;
            let ended = wait_for_any(0).map_err(Failure::at("waiting for the sandbox"))?;
            if let Some(reports) = answer.strip_prefix(STARTED).filter(|_| ended.is_some()) {
                look_after(control, reports, &before);
                exit(0);
            }
            let silent = Failure { step: "starting the sandbox".to_owned(), path: None, errno: libc::EPERM };
            Ok(Err(serde_json::from_slice(&answer).unwrap_or(silent)))
        }
    }
}

/// Everything that the first process says until it ends. Meanwhile denied paths are hidden again.
fn hear(progress: &UnixStream, denied: &mut Denied) -> io::Result<Vec<u8>> {
    let mut said = Vec::new();
    loop {
        let mut waited = vec![PollFd::new(progress.as_fd(), PollFlags::POLLIN)];
        waited.extend(denied.descriptor().map(|events| PollFd::new(events, PollFlags::POLLIN)));
        match poll(&mut waited, PollTimeout::NONE) {
            Ok(_) | Err(Errno::EINTR) => {}
            Err(error) => return Err(error.into()),
        }
        let [speaks, appeared] = [0, 1].map(|index| waited.get(index).and_then(PollFd::any).unwrap_or(false));
        if appeared {
            denied.look();
        }
        if speaks {
            let (bytes, files) = receive(progress)?;
            if bytes.is_empty() {
                return Ok(said);
            }
            said.extend(bytes);
            if !files.is_empty() {
                denied.enter(files);
            }
        }
    }
}

/// Looks at what the command left behind, by the reports of changes. Every process of the run has ended, and whether the
/// runner has ended too does not matter.
fn look_after(control: &UnixStream, reports: &[u8], before: &Before) {
    let (mut changes, mut is_supervised) = (Changes::default(), true);
    for report in reports.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice(line).ok()) {
        is_supervised &= !matches!(report, Report::Unsupervised);
        note_change(&mut changes, &report);
    }
    if !is_supervised || changes != Changes::default() {
        look(control, &changes, before, is_supervised);
    }
}

/// The first process of the new namespaces: builds the view and minds the command.
fn first_process(
    control: &UnixStream,
    launch: &Launch,
    (user, group): (Uid, Gid),
    alive: &PipeReader,
    mut told: UnixStream,
) -> ! {
    let namespaces = own_namespaces(&launch.sandbox);
    let view = die_with_launcher(alive)
        .and_then(|()| namespaces::map_identity(user, group))
        .and_then(|()| prctl::set_dumpable(false).map_err(Failure::at("hiding the first process")))
        .and_then(|()| mounts::confine(&launch.sandbox));
    if let Err(failure) = view {
        drop(told.write_all(&serde_json::to_vec(&failure).unwrap_or_default()));
        exit(NOT_STARTED);
    }
    let mut steps = ConfinementSteps::new(Ok(()), mounts::mount_proc());
    steps.network = set_up_network(control, &launch.sandbox);
    // From here on a failure is the run's, not a reason to try with less.
    drop(match namespaces {
        Ok(namespaces) if !namespaces.is_empty() => send_with(&told, &(), &namespaces),
        _ => told.write_all(STARTED),
    });
    let failure = match supervise_command(control, launch, steps, Tree::Namespace, Overseer::Other(told)) {
        Ok(never) => match never {},
        Err(failure) => failure,
    };
    give_up(control, &Report::Failed(failure))
}

/// The namespaces in which the launcher hides what appears later; none where nothing can appear.
fn own_namespaces(request: &SandboxRequest) -> io::Result<Vec<OwnedFd>> {
    let names = if request.deny_read_later.is_empty() { &[][..] } else { &["user", "mnt"] };
    names.iter().map(|name| File::open(Path::new("/proc/self/ns").join(name)).map(OwnedFd::from)).collect()
}

/// Makes what the request wants of the new network namespace, and hands the proxy's sockets to the runner.
fn set_up_network(control: &UnixStream, request: &SandboxRequest) -> Result<(), Failure> {
    match request.network {
        Network::None | Network::Host => Ok(()),
        Network::Loopback => loopback::bring_up(),
        Network::Proxied => {
            let sockets = loopback::listen(&request.captured_ports)?;
            mounts::replace_file(Path::new("/etc/resolv.conf"), "nameserver 127.0.0.1\n")?;
            send_with(control, &Report::Listening, &sockets).map_err(Failure::at("handing over the sockets"))
        }
    }
}

/// Asks the kernel to end this process with the launcher, and ends at once when the launcher was faster.
fn die_with_launcher(alive: &PipeReader) -> Result<(), Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(Failure::at("binding the sandbox to its launcher"))?;
    // The launcher's number cannot be seen from here. Its end of the pipe closes with it.
    let mut end = [PollFd::new(alive.as_fd(), PollFlags::empty())];
    let closed = poll(&mut end, PollTimeout::ZERO).map_err(Failure::at("looking for the launcher"))?;
    if closed > 0 { exit(NOT_STARTED) } else { Ok(()) }
}
