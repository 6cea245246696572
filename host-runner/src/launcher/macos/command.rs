//! The command: forked, supervised, executed.
//!
//! Owns the order of the last steps on both sides of the fork. The process has one thread, so a fork copies all of it.

use std::convert::Infallible;
use std::ffi::OsString;
use std::io::{self, PipeReader, Read as _};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::exit;

use nix::unistd::{ForkResult, fork, setsid};

use super::supervise::supervise;
use crate::launch::failure::Failure;
use crate::launch::protocol::{Launch, Report, send};
use crate::launcher::last_steps::{NOT_STARTED, execute, give_up, look, report_confinement};
use crate::launcher::{inherited, resource_limits};
use crate::sandbox::planted::Changes;
use crate::sandbox::quarantine::Before;
use crate::sandbox::{Missing, Promise, nothing_promised};

/// What is executed, and what is promised of it.
#[derive(Debug)]
pub(super) struct Confined {
    /// The program that confines the command, or the command's own.
    pub(super) program: PathBuf,
    /// Its arguments, its name first.
    pub(super) arguments: Vec<OsString>,
    pub(super) held: Vec<Promise>,
    pub(super) missing: Vec<Missing>,
}

impl Confined {
    /// A command that nothing holds. The program is the launch's own.
    pub(super) fn not() -> Self {
        let lost = nothing_promised().into_iter().filter(|lost| lost.promise != Promise::DescriptorsClosed);
        Self {
            program: PathBuf::new(),
            arguments: Vec::new(),
            held: vec![Promise::DescriptorsClosed],
            missing: lost.collect(),
        }
    }
}

/// Forks the command off and minds it until it ends.
pub(super) fn start(
    control: &UnixStream,
    launch: &Launch,
    confined: Confined,
) -> Result<Infallible, Failure> {
    let before = Before::of(&launch.sandbox, launch.backend);
    let (watched, watching) = io::pipe().map_err(Failure::at("making a pipe"))?;
    // SAFETY: the launcher has one thread, so the child may do anything.
    match unsafe { fork() }.map_err(Failure::at("forking the command"))? {
        ForkResult::Child => {
            drop(watching);
            match become_command(control, launch, confined, watched) {
                Ok(never) => match never {},
                Err(report) => give_up(control, &report),
            }
        }
        ForkResult::Parent { child } => {
            drop(watched);
            let end = supervise(child, control, watching).map_err(Failure::at("waiting for the command"))?;
            drop(send(control, &Report::Ended(end.command)));
            look(control, &Changes::default(), &before, launch.sandbox.writable.is_empty());
            if end.is_alone {
                drop(send(control, &Report::Alone));
            }
            exit(0)
        }
    }
}

/// Gives up everything that the command must not have, reports what is promised, and executes the program once
/// `watched` says that its forks are seen.
fn become_command(
    control: &UnixStream,
    launch: &Launch,
    confined: Confined,
    watched: PipeReader,
) -> Result<Infallible, Report> {
    leave_launcher(launch, watched).map_err(Report::Failed)?;
    report_confinement(control, launch, confined.held, confined.missing)?;
    let (program, arguments) = if confined.arguments.is_empty() {
        (&launch.program, &launch.arguments)
    } else {
        (&confined.program, &confined.arguments)
    };
    execute(program, arguments).map_err(Report::Failed)
}

/// Leaves what the launcher is: its session and with it its terminal, its signals, its directory, its open files.
fn leave_launcher(launch: &Launch, mut watched: PipeReader) -> Result<(), Failure> {
    setsid().map_err(Failure::at("starting a session"))?;
    if watched.read_exact(&mut [0]).is_err() {
        // The supervisor is gone, and with it whoever would end the command.
        exit(NOT_STARTED);
    }
    inherited::reset_signals().map_err(Failure::at("resetting signals"))?;
    nix::unistd::chdir(&launch.cwd).map_err(Failure::on("entering", &launch.cwd))?;
    resource_limits::apply(&launch.resources).map_err(Failure::at("setting limits"))?;
    inherited::close_descriptors_on_exec().map_err(Failure::at("closing descriptors"))
}
