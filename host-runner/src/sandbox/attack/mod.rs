//! The project's own attacks on its sandbox: each is tried without it, and then in it.
//!
//! Owns the tables, the trial and the verdict HELD or BROKEN. An attack that does not work without a sandbox proves
//! nothing on this machine, and is told as not tried. All of them are harmless: they stay in a directory of their own,
//! on the loopback interface, and with processes that they start themselves.

mod case;
mod network;
mod place;
mod planted;
mod privileges;
mod probe;
mod processes;
mod protected;
mod reads;
mod shared;
mod writes;

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::network::Hosts;

use super::{Backend, Promise, SandboxRequest};
use crate::launch::program::{NotStarted, Program, run};

use case::Case;
use place::Place;

/// The promise of the cases in which something appears.
const PLANTED: Promise = Promise::NothingPlanted;

/// The first argument by which the binary knows that it is a probe: a maker of calls that no shell makes.
pub(crate) const PROBE_ARGUMENT: &str = "__shellgate-probe";

/// What an attack came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trial {
    /// It works without the sandbox and not in it.
    Held,
    /// It works in the sandbox too.
    Broken,
    /// It does not work on this machine, or not for this user, or the sandbox did not start: why.
    NotTried(String),
}

/// One attack and what it came to.
#[derive(Clone, Debug)]
pub struct Tried {
    /// What was tried, in words.
    pub name: &'static str,
    /// The promise that it was an attack on.
    pub promise: Promise,
    /// Whether the backend had given the promise.
    pub promised: bool,
    /// What it came to.
    pub trial: Trial,
    /// What the attack said in the sandbox, or without it if it did not work there.
    pub said: String,
}

/// How an attack went once.
struct Went {
    worked: bool,
    promised: bool,
    said: String,
}

/// Becomes a probe when this process was started as one.
pub(crate) fn probe_if_asked() {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_some_and(|argument| argument == PROBE_ARGUMENT) {
        let rest = arguments.map(|argument| argument.to_string_lossy().into_owned()).collect::<Vec<_>>();
        std::process::exit(probe::probe(&rest));
    }
}

/// How many attacks there are.
pub fn count() -> usize {
    cases().count()
}

fn cases() -> impl Iterator<Item = &'static Case> {
    [
        writes::CASES,
        protected::CASES,
        protected::SUPERVISED,
        planted::CASES,
        reads::CASES,
        network::CASES,
        processes::CASES,
        privileges::CASES,
    ]
    .into_iter()
    .flatten()
}

/// Tries every attack on `backend`, and hands each result on as it is known. `launcher` is a binary that begins with
/// [`launch_if_asked`](crate::launcher::launch_if_asked).
///
/// Changes the calling process: signals are blocked, and descriptors are inherited that would be closed.
///
/// # Errors
/// A place for the attacks cannot be made.
pub fn attack(
    launcher: &Path,
    backend: Backend,
    mut each: impl FnMut(&Tried) -> io::Result<()>,
) -> io::Result<()> {
    for case in cases() {
        each(&tried(case, launcher, backend)?)?;
    }
    Ok(())
}

fn tried(case: &'static Case, launcher: &Path, backend: Backend) -> io::Result<Tried> {
    let answer =
        |trial, promised, said| Tried { name: case.name, promise: case.promise, promised, trial, said };
    let bare = match without_sandbox(case, launcher) {
        Ok(bare) if bare.worked => bare,
        Ok(bare) => {
            let why = "it does not work here without a sandbox either".to_owned();
            return Ok(answer(Trial::NotTried(why), false, bare.said));
        }
        Err(error) => {
            let why = format!("it cannot be prepared here: {error}");
            return Ok(answer(Trial::NotTried(why), false, String::new()));
        }
    };
    match in_sandbox(case, launcher, backend) {
        Ok(went) => {
            let trial = if went.worked { Trial::Broken } else { Trial::Held };
            Ok(answer(trial, went.promised, went.said))
        }
        Err(NotStarted::Io(error)) => Err(error),
        Err(why) => Ok(answer(Trial::NotTried(why.to_string()), false, bare.said)),
    }
}

/// The file into which an attack writes, and what is in it.
fn output() -> io::Result<File> {
    tempfile::tempfile()
}

fn said(mut output: File) -> io::Result<String> {
    let mut bytes = Vec::new();
    output.rewind()?;
    output.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn without_sandbox(case: &Case, launcher: &Path) -> io::Result<Went> {
    let mut place = Place::prepare(case, launcher)?;
    let output = output()?;
    let status = Command::new("/bin/sh")
        .args(["-c", &place.filled(case.attack)])
        .current_dir(place.at("work"))
        .env("CONTROL", "1")
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output.try_clone()?)
        .status()?;
    let said = said(output)?;
    Ok(Went { worked: place.shows(case.sign, &said, status.success()), promised: false, said })
}

fn in_sandbox(case: &Case, launcher: &Path, backend: Backend) -> Result<Went, NotStarted> {
    let mut place = Place::prepare(case, launcher)?;
    let output = output()?;
    let sandbox = SandboxRequest {
        writable: if case.may_write { vec![place.at("work")] } else { Vec::new() },
        read_only_inside: vec![place.at("work/kept")],
        deny_read: vec![place.at("denied"), place.at("work/.env")],
        ..SandboxRequest::default()
    };
    let program = Program {
        path: "/bin/sh".into(),
        arguments: ["sh", "-c", &place.filled(case.attack)].map(Into::into).to_vec(),
        cwd: place.at("work"),
        backend,
        sandbox,
        hosts: Hosts::default(),
        full_or_nothing: false,
        output: Some(output.try_clone()?),
    };
    let ran = run(Some(launcher), &program)?;
    let said = said(output)?;
    let worked = place.shows(case.sign, &said, ran.status == 0);
    Ok(Went { worked, promised: ran.held.contains(&case.promise), said })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_attack_has_a_name_of_its_own() {
        let names = cases().map(|case| case.name).collect::<BTreeSet<_>>();
        assert_eq!(names.len(), count());
        for (readme, said) in [
            (include_str!("../../../README.md"), format!("tries {} attacks", count())),
            (include_str!("../../../../README.md"), format!("{} attacks on the sandbox", count())),
        ] {
            assert!(readme.contains(&said), "{said}");
        }
    }

    #[test]
    fn every_promise_is_attacked() {
        let attacked = cases().map(|case| case.promise).collect::<BTreeSet<_>>();
        // The second layer has no effect of its own: it stands behind the first. Hosts are not allowed here.
        let is_attacked = |promise: &Promise| promise.is_required() && *promise != Promise::AllowedHosts;
        let expected = Promise::ALL.into_iter().filter(is_attacked).collect();
        assert_eq!(attacked, expected);
    }
}
