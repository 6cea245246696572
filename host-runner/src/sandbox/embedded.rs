//! The sandbox that needs no other program: this binary, started again, builds it around itself.
//!
//! Owns the order of the steps and the account of what they achieved. Three processes: the launcher, which stays
//! outside; the first process of the new namespaces, which minds the rest; the command. Where the machine refuses
//! namespaces the launcher minds the command itself and Landlock stands alone, and the account says so.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ffi::CString;
use std::fs::File;
use std::io::{self, BufReader, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio, exit};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{ForkResult, Gid, Pid, Uid, dup2_stdin, execv, getpid, getppid, setsid};

use super::landlock::Enforced;
use super::names::{self, Names, News};
use super::protected::Protection;
use super::system_calls::{Naming, Sockets};
use super::{
    Backend, Holding, LAUNCHER_ARGUMENT, Missing, Network, Promise, SandboxRequest, landlock, mounts,
    namespaces, none, privileges, remedies, system_calls,
};
use crate::process::supervise::{Service, Tree, block_signals, supervise, wait_for_any};
use crate::process::wire::{Failure, Launch, Report, receive, send};

/// The status of a launcher that did not start a command. The reason went over the socket.
const NOT_STARTED: i32 = 125;

/// What was achieved on the way to the command.
struct Means {
    namespaces: Result<(), Failure>,
    proc: Result<(), Failure>,
    landlock: Result<Enforced, String>,
    system_calls: bool,
    names: Result<(), String>,
}

impl Means {
    /// Before anything else was tried.
    fn new(namespaces: Result<(), Failure>, proc: Result<(), Failure>) -> Self {
        let untried = Err("it was not tried".to_owned());
        Self { namespaces, proc, landlock: untried.clone().map(|()| Enforced::default()), system_calls: false, names: untried }
    }

    /// What the supervisor does about names. It sees whoever asks through `/proc`, so that has to be its own.
    fn naming(&self, launch: &Launch) -> Naming {
        match (&self.namespaces, &self.proc) {
            _ if launch.backend == Backend::None || launch.sandbox.writable.is_empty() => Naming::Free,
            (Ok(()), Err(_)) => Naming::Free,
            (Ok(()), Ok(())) if launch.sandbox.kept_links.is_empty() => Naming::Supervised,
            _ => Naming::SupervisedWithRemovals,
        }
    }
}

/// Most refused names that are told.
const DENIALS_MAX: usize = 100;

/// Answers the command's questions about names and tells the runner what there is to tell.
struct Answers<'c> {
    names: Option<Names>,
    control: &'c UnixStream,
    told: BTreeSet<PathBuf>,
}

impl Service for Answers<'_> {
    fn descriptor(&self) -> Option<BorrowedFd<'_>> {
        self.names.as_ref().map(AsFd::as_fd)
    }

    fn serve(&mut self, can_read: bool) -> io::Result<()> {
        let Some(names) = self.names.as_mut().filter(|_| can_read) else {
            // Nobody under the filter is left.
            self.names = None;
            return Ok(());
        };
        for news in names.answer_one()? {
            let report = match news {
                News::Watched(directory) => Report::Watched(directory),
                News::Refused(path, kind) => {
                    if self.told.len() >= DENIALS_MAX || !self.told.insert(path.clone()) {
                        continue;
                    }
                    Report::Denied { path, why: kind.to_string() }
                }
            };
            // A runner that is gone has closed its end, which ends everything.
            drop(send(self.control, &report));
        }
        Ok(())
    }
}

/// Reads a launch from standard input, which is a socket, carries it out and ends as the command ended.
pub(super) fn launch() -> ! {
    let Some((control, launch)) = accept() else {
        // Nobody is there to be told: this was started by hand.
        exit(NOT_STARTED);
    };
    let failure = match carry_out(&control, &launch) {
        Ok(never) => match never {},
        Err(failure) => failure,
    };
    give_up(&control, &Report::Failed(failure))
}

/// The socket and the first message on it; standard input becomes empty.
fn accept() -> Option<(UnixStream, Launch)> {
    let control = UnixStream::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    dup2_stdin(File::open("/dev/null").ok()?).ok()?;
    let launch = receive(&mut BufReader::new(control.try_clone().ok()?)).ok()??;
    Some((control, launch))
}

fn carry_out(control: &UnixStream, launch: &Launch) -> Result<Infallible, Failure> {
    block_signals().map_err(Failure::at("blocking signals"))?;
    let refused = match launch.backend {
        Backend::Embedded => match start_in_namespaces(control, launch)? {
            Ok(never) => match never {},
            Err(failure) => failure,
        },
        Backend::None => Failure { step: "asking for none".to_owned(), path: None, errno: 0 },
    };
    let means = Means::new(Err(refused.clone()), Err(refused));
    prctl::set_child_subreaper(true).map_err(Failure::at("adopting orphans"))?;
    mind(control, launch, means, Tree::Descendants)
}

/// Starts the command in new namespaces and does not come back, or says why the machine refuses them.
fn start_in_namespaces(
    control: &UnixStream,
    launch: &Launch,
) -> Result<Result<Infallible, Failure>, Failure> {
    let (user, group) = (nix::unistd::geteuid(), nix::unistd::getegid());
    let (mut progress, told) = io::pipe().map_err(Failure::at("making a pipe"))?;
    let (alive, launcher) = io::pipe().map_err(Failure::at("making a pipe"))?;
    match namespaces::fork_into_new(launch.sandbox.network) {
        Err(error) => Ok(Err(Failure::at("creating namespaces")(error))),
        Ok(ForkResult::Child) => {
            drop((progress, launcher));
            first_process(control, launch, (user, group), &alive, told)
        }
        Ok(ForkResult::Parent { .. }) => {
            drop((told, alive));
            let mut answer = Vec::new();
            progress.read_to_end(&mut answer).map_err(Failure::at("waiting for the sandbox"))?;
            let ended = wait_for_any(0).map_err(Failure::at("waiting for the sandbox"))?;
            if answer == b"\n" && ended.is_some() {
                exit(0);
            }
            let silent = Failure { step: "starting the sandbox".to_owned(), path: None, errno: libc::EPERM };
            Ok(Err(serde_json::from_slice(&answer).unwrap_or(silent)))
        }
    }
}

/// The first process of the new namespaces: builds the view and minds the command.
fn first_process(
    control: &UnixStream,
    launch: &Launch,
    (user, group): (Uid, Gid),
    alive: &PipeReader,
    mut told: PipeWriter,
) -> ! {
    let view = die_with_launcher(alive)
        .and_then(|()| namespaces::map_identity(user, group))
        .and_then(|()| prctl::set_dumpable(false).map_err(Failure::at("hiding the first process")))
        .and_then(|()| mounts::confine(&launch.sandbox));
    if let Err(failure) = view {
        drop(told.write_all(&serde_json::to_vec(&failure).unwrap_or_default()));
        exit(NOT_STARTED);
    }
    let means = Means::new(Ok(()), mounts::mount_proc());
    // From here on a failure is the run's, not a reason to try with less.
    drop(told.write_all(b"\n"));
    drop(told);
    let failure = match mind(control, launch, means, Tree::Namespace) {
        Ok(never) => match never {},
        Err(failure) => failure,
    };
    give_up(control, &Report::Failed(failure))
}

/// Asks the kernel to end this process with the launcher, and ends at once when the launcher was faster.
fn die_with_launcher(alive: &PipeReader) -> Result<(), Failure> {
    prctl::set_pdeathsig(Signal::SIGKILL).map_err(Failure::at("binding the sandbox to its launcher"))?;
    // The launcher's number cannot be seen from here. Its end of the pipe closes with it.
    let mut end = [PollFd::new(alive.as_fd(), PollFlags::empty())];
    let closed = poll(&mut end, PollTimeout::ZERO).map_err(Failure::at("looking for the launcher"))?;
    if closed > 0 { exit(NOT_STARTED) } else { Ok(()) }
}

/// Forks the command off and minds it until it ends.
fn mind(control: &UnixStream, launch: &Launch, mut means: Means, tree: Tree) -> Result<Infallible, Failure> {
    let supervisor = getpid();
    let naming = means.naming(launch);
    if launch.backend != Backend::None {
        // The supervisor acts for the command, so it is held to the same. What it restricts itself to, the command
        // inherits.
        prctl::set_no_new_privs().map_err(Failure::at("refusing new privileges"))?;
        means.landlock =
            landlock::restrict(&launch.sandbox, means.namespaces.is_ok()).map_err(|error| error.to_string());
    }
    let (ours, theirs) = UnixStream::pair().map_err(Failure::at("making a socket"))?;
    // SAFETY: the launcher and the first process of a namespace have one thread, so the child may do anything.
    match unsafe { nix::unistd::fork() }.map_err(Failure::at("forking the command"))? {
        ForkResult::Child => {
            drop(ours);
            let bound = if tree == Tree::Descendants { Some(supervisor) } else { None };
            match become_command(control, launch, means, bound, naming, theirs) {
                Ok(never) => match never {},
                Err(report) => give_up(control, &report),
            }
        }
        ForkResult::Parent { child } => {
            drop(theirs);
            let dropped = match (naming, tree) {
                (Naming::Supervised | Naming::SupervisedWithRemovals, Tree::Namespace) => {
                    privileges::drop_all_but_sight()
                }
                _ => privileges::drop_capabilities(),
            };
            dropped.map_err(Failure::at("dropping capabilities"))?;
            let listener = names::take_over(&ours).map_err(Failure::at("waiting for the command"))?;
            drop(ours);
            let protection = Protection::of(&launch.sandbox);
            let names = listener.map(|listener| Names::new(listener, protection, naming == Naming::SupervisedWithRemovals));
            let mut answers = Answers { names, control, told: BTreeSet::new() };
            let ended = supervise(child, control, tree, Some(&mut answers))
                .map_err(Failure::at("waiting for the command"))?;
            drop(send(control, &Report::Ended(ended)));
            exit(0)
        }
    }
}

/// Gives up everything that the command must not have, accounts for it, and executes the program.
fn become_command(
    control: &UnixStream,
    launch: &Launch,
    mut means: Means,
    supervisor: Option<Pid>,
    naming: Naming,
    channel: UnixStream,
) -> Result<Infallible, Report> {
    let failed = Report::Failed;
    if let Some(supervisor) = supervisor {
        prctl::set_pdeathsig(Signal::SIGKILL)
            .map_err(|error| failed(Failure::at("binding the command")(error)))?;
        if getppid() != supervisor {
            exit(NOT_STARTED);
        }
    }
    setsid().map_err(|error| failed(Failure::at("starting a session")(error)))?;
    privileges::reset_signals().map_err(|error| failed(Failure::at("resetting signals")(error)))?;
    let cwd = &launch.cwd;
    nix::unistd::chdir(cwd).map_err(|error| failed(Failure::on("entering", cwd)(error)))?;
    privileges::close_descriptors_on_exec()
        .map_err(|error| failed(Failure::at("closing descriptors")(error)))?;

    let (held, missing) = match launch.backend {
        Backend::None => {
            let lost = none::lost().into_iter().filter(|lost| lost.promise != Promise::DescriptorsClosed);
            (vec![Promise::DescriptorsClosed], lost.collect())
        }
        Backend::Embedded => {
            privileges::drop_capabilities()
                .map_err(|error| failed(Failure::at("dropping capabilities")(error)))?;
            let sockets = Sockets {
                unix: launch.sandbox.unix_sockets,
                network: launch.sandbox.network == Network::Host || means.namespaces.is_ok(),
            };
            filter(&mut means, sockets, naming, &channel)
                .map_err(|error| failed(Failure::at("handing calls over")(error)))?;
            drop(channel);
            account(&launch.sandbox, &means)
        }
    };
    if launch.full_or_nothing && missing.iter().any(|lost| lost.promise.is_required()) {
        return Err(Report::Refused { missing });
    }
    send(control, &Report::Confined { held, missing })
        .map_err(|error| failed(Failure::at("reporting")(error)))?;

    let program = c_string(launch.program.as_os_str().as_bytes()).map_err(failed)?;
    let arguments = launch.arguments.iter().map(|argument| c_string(argument.as_bytes()));
    let arguments = arguments.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    execv(&program, &arguments).map_err(|error| failed(Failure::on("executing", &launch.program)(error)))
}

/// Puts this process under the filter and hands the calls on names over to the other end of `channel`.
fn filter(means: &mut Means, sockets: Sockets, naming: Naming, channel: &UnixStream) -> io::Result<()> {
    let Ok(Some(filtered)) = system_calls::restrict(sockets, naming) else {
        means.names = Err("the kernel takes no system-call filter here".to_owned());
        return Ok(());
    };
    means.system_calls = true;
    match filtered.listener {
        Some(Ok(listener)) => {
            names::hand_over(&listener, channel)?;
            means.names = Ok(());
        }
        Some(Err(error)) => means.names = Err(format!("the kernel hands no calls over ({error})")),
        None => means.names = Err("a new `/proc` is missing, by which a supervisor sees who asks".to_owned()),
    }
    Ok(())
}

/// Which of the promises that were asked for hold by these means, and why each of the others does not.
fn account(request: &SandboxRequest, means: &Means) -> (Vec<Promise>, Vec<Missing>) {
    let spaces = means.namespaces.is_ok();
    let landlock = means.landlock.as_ref().copied().unwrap_or_default();
    let (mut held, mut missing) = (Vec::new(), Vec::new());
    for promise in request.promises() {
        let (holds, release) = match promise {
            Promise::WritesConfined => (spaces || landlock.truncation, "6.2"),
            Promise::MetadataConfined | Promise::DeniedReads | Promise::ProcessesEndWithRun => (spaces, ""),
            Promise::ProtectedPaths => {
                (means.names.is_ok() || (spaces && request.kept_links.is_empty()), "")
            }
            Promise::NothingPlanted => (means.names.is_ok(), ""),
            Promise::NoNetwork => (spaces || means.system_calls, ""),
            Promise::TcpRefused => (spaces || means.system_calls || landlock.tcp, "6.7"),
            Promise::UnixSocketsRefused => (means.system_calls || landlock.socket_files, "7.1"),
            Promise::AbstractSocketsScoped => (spaces || means.system_calls || landlock.scopes, "6.12"),
            Promise::SignalsScoped => (spaces || landlock.scopes, "6.12"),
            Promise::OtherProcessesInvisible => (spaces && means.proc.is_ok(), ""),
            // Their steps were taken, or the command would not start.
            Promise::NoNewPrivileges | Promise::NoCapabilities | Promise::DescriptorsClosed => (true, ""),
            Promise::SecondLayer => (spaces && landlock.writes, "5.13"),
        };
        if holds {
            held.push(promise);
            continue;
        }
        let (why, remedy) = match (&means.namespaces, &means.proc) {
            _ if let (Promise::NothingPlanted | Promise::ProtectedPaths, Err(why)) = (promise, &means.names) => {
                (why.clone(), remedies::for_names())
            }
            (Ok(()), Err(proc)) if promise == Promise::OtherProcessesInvisible => {
                (proc.to_string(), remedies::for_proc())
            }
            _ if promise == Promise::UnixSocketsRefused => {
                ("the kernel takes no system-call filter here".to_owned(), remedies::for_system_calls())
            }
            (Err(refused), _) => {
                (format!("this machine refuses namespaces ({refused})"), remedies::for_namespaces())
            }
            (Ok(()), _) => {
                let why = match &means.landlock {
                    Ok(_) => "the kernel's Landlock is absent or too old".to_owned(),
                    Err(error) => format!("Landlock failed ({error})"),
                };
                (why, remedies::for_landlock(release))
            }
        };
        missing.push(Missing { promise, why, remedy });
    }
    (held, missing)
}

/// Tries the sandbox with every promise in it.
pub(super) fn probe(launcher: Option<&Path>) -> io::Result<Vec<(Promise, Holding)>> {
    let directory = tempfile::tempdir()?;
    let own = directory.path().canonicalize()?;
    let kept = own.join("kept");
    std::fs::write(&kept, "")?;
    let sandbox = SandboxRequest {
        writable: vec![own.clone()],
        read_only_inside: vec![kept.clone()],
        deny_read: vec![kept],
        ..SandboxRequest::default()
    };
    let program = ["/bin/true", "/usr/bin/true"].map(Path::new).into_iter().find(|path| path.exists());
    let launch = Launch {
        program: program.unwrap_or(Path::new("/bin/sh")).to_owned(),
        arguments: vec!["true".to_owned()],
        cwd: own,
        backend: Backend::Embedded,
        sandbox,
        full_or_nothing: false,
    };
    let (ours, theirs) = UnixStream::pair()?;
    let mut child = Command::new(launcher.unwrap_or(Path::new("/proc/self/exe")))
        .arg(LAUNCHER_ARGUMENT)
        .stdin(Stdio::from(std::os::fd::OwnedFd::from(theirs)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut account = None;
    send(&ours, &launch)?;
    let mut reports = BufReader::new(ours);
    while let Some(report) = receive(&mut reports)? {
        match report {
            Report::Confined { held, missing } => account = Some((held, missing)),
            Report::Failed(failure) => return Err(io::Error::other(failure.to_string())),
            Report::Refused { .. } | Report::Watched(_) | Report::Denied { .. } | Report::Ended(_) => {}
        }
    }
    child.wait()?;
    let (held, missing) = account.ok_or_else(|| io::Error::other("the launcher did not answer"))?;
    let lost =
        missing.into_iter().map(|lost| (lost.promise, Holding::Lost { why: lost.why, remedy: lost.remedy }));
    let mut all = held.into_iter().map(|promise| (promise, Holding::Holds)).chain(lost).collect::<Vec<_>>();
    all.sort_by_key(|(promise, _)| *promise);
    Ok(all)
}

/// Tells the runner and ends.
fn give_up(control: &UnixStream, report: &Report) -> ! {
    drop(send(control, report));
    exit(NOT_STARTED)
}

fn c_string(bytes: &[u8]) -> Result<CString, Failure> {
    CString::new(bytes).map_err(|_| Failure {
        step: "passing an argument with a null byte".to_owned(),
        path: None,
        errno: libc::EINVAL,
    })
}
