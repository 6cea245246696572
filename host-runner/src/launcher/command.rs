//! The command: forked, supervised, confined step by step, executed.
//!
//! Owns the order of the last steps, shared by all backends: fork, drop what the command must not have, account for the
//! promises, execute. The process has one thread, so a fork copies all of it.

use std::convert::Infallible;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::process::exit;

use nix::sys::prctl;
use nix::sys::signal::Signal;
use nix::unistd::{ForkResult, Pid, getpid, getppid, setsid};

use super::account::{ConfinementSteps, account};
use super::inherited;
use super::input;
use super::kernel::seccomp::{self, NameSupervision, Sockets, Unix};
use super::kernel::{landlock, privileges};
use super::last_steps::{NOT_STARTED, execute, give_up, look, report_confinement};
use super::resource_limits;
use super::supervisor::answers::Answers;
use super::supervisor::cgroup::ControlGroup;
use super::supervisor::file_calls::{self, CreatedEntries, FileCalls, notification};
use super::supervisor::reap::{Tree, is_alone, supervise};
use crate::launch::cgroup::remove;
use crate::launch::failure::Failure;
use crate::launch::protocol::{Launch, Report, line, send};
use crate::sandbox::protected_names::Protection;
use crate::sandbox::quarantine::Before;
use crate::sandbox::{Backend, Network, Promise, SandboxRequest, nothing_promised};

/// Who looks at what the command left behind.
#[derive(Debug)]
pub(crate) enum Overseer {
    /// This process, which knows what was there before.
    Own(Before),
    /// The process at the other end, which hears of changes.
    Other(UnixStream),
}

/// Forks the command off and minds it until it ends.
pub(crate) fn supervise_command(
    control: &UnixStream,
    launch: &Launch,
    mut steps: ConfinementSteps,
    tree: Tree,
    overseer: Overseer,
) -> Result<Infallible, Failure> {
    let supervisor = getpid();
    let naming = steps.naming(launch);
    let unix = steps.unix(&launch.sandbox);
    // Before anything is restricted, or it could not be made.
    let group = if tree == Tree::Descendants { ControlGroup::new() } else { None };
    if launch.backend.confines() {
        // The supervisor acts for the command, so it is held to the same. What it restricts itself to, the command
        // inherits.
        prctl::set_no_new_privs().map_err(Failure::at("refusing new privileges"))?;
        steps.landlock =
            landlock::restrict(&launch.sandbox, steps.namespaces.is_ok()).map_err(|error| error.to_string());
    }
    let (ours, theirs) = UnixStream::pair().map_err(Failure::at("making a socket"))?;
    let forked = match &group {
        Some(group) => group.fork(),
        // SAFETY: the launcher and the first process of a namespace have one thread, so the child may do anything.
        None => unsafe { nix::unistd::fork() }.map_err(io::Error::from),
    };
    match forked.map_err(Failure::at("forking the command"))? {
        ForkResult::Child => {
            drop(ours);
            let bound = if tree == Tree::Descendants { Some(supervisor) } else { None };
            match become_command(control, launch, steps, bound, naming, theirs) {
                Ok(never) => match never {},
                Err(report) => give_up(control, &report),
            }
        }
        ForkResult::Parent { child } => {
            drop(theirs);
            let supervises = naming != NameSupervision::Free || unix == Unix::Supervised;
            let dropped = match tree {
                Tree::Namespace if supervises => privileges::drop_all_but_sight(),
                Tree::Namespace | Tree::Descendants => privileges::drop_capabilities(),
            };
            dropped.map_err(Failure::at("dropping capabilities"))?;
            let listener = notification::take_over(&ours).map_err(Failure::at("waiting for the command"))?;
            drop(ours);
            let protection = Protection::of(&launch.sandbox);
            let sockets = file_calls::Sockets {
                named: launch.sandbox.allowed_sockets.clone(),
                own: launch.sandbox.temp.clone(),
            };
            let SandboxRequest { obeyed_in_work_trees, vacated, .. } = launch.sandbox.clone();
            let record = CreatedEntries::new(obeyed_in_work_trees, vacated);
            let names = listener.map(|listener| FileCalls::new(listener, protection, record, sockets));
            let is_supervised =
                (naming != NameSupervision::Free && names.is_some()) || launch.sandbox.writable.is_empty();
            let (before, mut other) = match overseer {
                Overseer::Own(before) => (Some(before), None),
                Overseer::Other(pipe) => (None, Some(pipe)),
            };
            if let Some(other) = other.as_mut().filter(|_| !is_supervised) {
                drop(line(&Report::Unsupervised).and_then(|line| other.write_all(&line)));
            }
            let mut answers = Answers::new(names, control, other);
            let ended = supervise(child, control, tree, group.as_ref(), Some(&mut answers))
                .map_err(Failure::at("waiting for the command"))?;
            for place in answers.vacated() {
                drop(send(control, &Report::Vacated(place)));
            }
            let is_heard = send(control, &Report::Ended(ended)).is_ok();
            if let Some(before) = before {
                look(control, &answers.into_changes(), &before, is_supervised);
            }
            if is_alone() {
                drop(send(control, &Report::Alone));
            }
            if let Some(group) = group.filter(|_| !is_heard) {
                // The runner that would remove it is gone. Where Landlock refuses this, a later run does it.
                remove(group.path());
            }
            exit(0)
        }
    }
}

/// Gives up everything that the command must not have, accounts for it, and executes the program.
fn become_command(
    control: &UnixStream,
    launch: &Launch,
    mut steps: ConfinementSteps,
    supervisor: Option<Pid>,
    naming: NameSupervision,
    channel: UnixStream,
) -> Result<Infallible, Report> {
    let failed = Report::Failed;
    leave_launcher(launch, supervisor).map_err(failed)?;
    let (held, missing) = match launch.backend {
        Backend::None => {
            let lost =
                nothing_promised().into_iter().filter(|lost| lost.promise != Promise::DescriptorsClosed);
            (vec![Promise::DescriptorsClosed], lost.collect())
        }
        Backend::Bubblewrap | Backend::Seatbelt | Backend::RestrictedToken => {
            (Vec::new(), nothing_promised())
        }
        Backend::Embedded | Backend::Landlock => {
            input::open_again().map_err(failed)?;
            privileges::drop_capabilities()
                .map_err(|error| failed(Failure::at("dropping capabilities")(error)))?;
            if steps.namespaces.is_err() {
                // What cannot be done is part of what is accounted for below.
                let _ = landlock::keep_signals_inside();
            }
            let sockets = Sockets {
                unix: steps.unix(&launch.sandbox),
                network: launch.sandbox.network == Network::Host || steps.namespaces.is_ok(),
            };
            filter(&mut steps, sockets, naming, &channel)
                .map_err(|error| failed(Failure::at("handing calls over")(error)))?;
            drop(channel);
            account(&launch.sandbox, &steps)
        }
    };
    report_confinement(control, launch, held, missing)?;
    execute(&launch.program, &launch.arguments).map_err(failed)
}

/// Leaves what the launcher is: its session, its signals, its directory, its open files, and its life if it ends.
pub(crate) fn leave_launcher(launch: &Launch, supervisor: Option<Pid>) -> Result<(), Failure> {
    if let Some(supervisor) = supervisor {
        prctl::set_pdeathsig(Signal::SIGKILL).map_err(Failure::at("binding the command"))?;
        if getppid() != supervisor {
            exit(NOT_STARTED);
        }
    }
    setsid().map_err(Failure::at("starting a session"))?;
    inherited::reset_signals().map_err(Failure::at("resetting signals"))?;
    nix::unistd::chdir(&launch.cwd).map_err(Failure::on("entering", &launch.cwd))?;
    resource_limits::apply(&launch.resources).map_err(Failure::at("setting limits"))?;
    inherited::close_descriptors_on_exec().map_err(Failure::at("closing descriptors"))
}

/// Puts this process under the filter and hands the calls on names over to the other end of `channel`.
fn filter(
    steps: &mut ConfinementSteps,
    sockets: Sockets,
    naming: NameSupervision,
    channel: &UnixStream,
) -> io::Result<()> {
    let Ok(Some(filtered)) = seccomp::restrict(sockets, naming) else {
        steps.names = Err("the kernel accepts no system-call filter".to_owned());
        return Ok(());
    };
    steps.system_calls = true;
    match filtered.listener {
        Some(Ok(listener)) => {
            notification::hand_over(&listener, channel)?;
            steps.connections = sockets.unix == Unix::Supervised;
            if naming != NameSupervision::Free {
                steps.names = Ok(());
            }
        }
        Some(Err(error)) => steps.names = Err(format!("the kernel hands no calls over ({error})")),
        None => {
            steps.names =
                Err("a new `/proc`, in which the supervisor finds the caller, is missing".to_owned());
        }
    }
    Ok(())
}
