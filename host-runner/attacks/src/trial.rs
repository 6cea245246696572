//! The trial of one attack: first without a sandbox, then in it.
//!
//! Owns the verdict HELD or BROKEN. An attack that does not work without a sandbox proves nothing on this machine, and is
//! reported as not tried.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::attack::Attack;
use crate::fixture::Fixture;
use crate::tables::attacks;

/// What the sandbox under attack is to run, and what it may grant.
#[derive(Debug)]
pub struct Confined {
    /// The absolute path of the program.
    pub program: PathBuf,
    /// Its arguments, its name first.
    pub arguments: Vec<String>,
    /// The absolute directory in which it starts.
    pub cwd: PathBuf,
    /// Absolute paths beneath which it may write.
    pub writable: Vec<PathBuf>,
    /// Absolute paths inside a writable one that must not change.
    pub read_only: Vec<PathBuf>,
    /// Absolute paths that must not be read.
    pub deny_read: Vec<PathBuf>,
    /// Where its output and its errors go.
    pub output: File,
}

/// How an attack in the sandbox ended.
#[derive(Clone, Debug)]
pub struct Ran {
    /// Whether its status was 0.
    pub succeeded: bool,
    /// The code names of the promises that the sandbox gave.
    pub promises: Vec<&'static str>,
}

/// Why an attack did not run in the sandbox.
#[derive(Debug, thiserror::Error)]
pub enum NotRun {
    /// The sandbox did not start, and says why. The attack counts as not tried.
    #[error("{0}")]
    Sandbox(String),
    /// The trial cannot go on.
    #[error(transparent)]
    Io(#[from] io::Error),
}

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
    /// The code name of the promise that it was an attack on.
    pub promise: &'static str,
    /// Whether the sandbox had given the promise.
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

/// How many attacks there are.
pub fn count() -> usize {
    attacks().count()
}

/// The code names of the promises that are attacked, in no order and with repetitions.
pub fn promises() -> impl Iterator<Item = &'static str> {
    attacks().map(|attack| attack.promise)
}

/// Tries every attack and hands each result to `each` as it is known.
///
/// `probe` is a program that begins with [`probe_if_asked`](crate::probe_if_asked). Each attack gets a directory of its
/// own in `base`, which exists. `sandbox` runs a command in the sandbox under attack and waits for its end.
///
/// Changes the calling process: descriptors are inherited that would be closed.
///
/// # Errors
/// A fixture for an attack cannot be made, or `sandbox` or `each` failed.
pub fn try_all(
    base: &Path,
    probe: &Path,
    mut sandbox: impl FnMut(Confined) -> Result<Ran, NotRun>,
    mut each: impl FnMut(&Tried) -> io::Result<()>,
) -> io::Result<()> {
    for attack in attacks() {
        let bare = without_sandbox(attack, base, probe);
        each(&tried(attack, base, probe, bare, &mut sandbox)?)?;
    }
    Ok(())
}

/// As [`try_all`], for a sandbox of another system that is played: `control` plays the command without it. What a player
/// cannot play is [`NotRun::Sandbox`], and counts as not tried.
///
/// # Errors
/// As [`try_all`].
pub fn play_all(
    base: &Path,
    probe: &Path,
    mut control: impl FnMut(Confined) -> Result<Ran, NotRun>,
    mut sandbox: impl FnMut(Confined) -> Result<Ran, NotRun>,
    mut each: impl FnMut(&Tried) -> io::Result<()>,
) -> io::Result<()> {
    for attack in attacks() {
        let bare = in_sandbox(attack, base, probe, &mut control).map_err(io::Error::other);
        each(&tried(attack, base, probe, bare, &mut sandbox)?)?;
    }
    Ok(())
}

fn tried(
    attack: &'static Attack,
    base: &Path,
    probe: &Path,
    bare: io::Result<Went>,
    sandbox: &mut impl FnMut(Confined) -> Result<Ran, NotRun>,
) -> io::Result<Tried> {
    let answer =
        |trial, promised, said| Tried { name: attack.name, promise: attack.promise, promised, trial, said };
    let bare = match bare {
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
    match in_sandbox(attack, base, probe, sandbox) {
        Ok(went) => {
            let trial = if went.worked { Trial::Broken } else { Trial::Held };
            Ok(answer(trial, went.promised, went.said))
        }
        Err(NotRun::Io(error)) => Err(error),
        Err(NotRun::Sandbox(why)) => Ok(answer(Trial::NotTried(why), false, bare.said)),
    }
}

/// The file into which an attack writes.
fn output() -> io::Result<File> {
    tempfile::tempfile()
}

/// What is in it.
fn said(mut output: File) -> io::Result<String> {
    let mut bytes = Vec::new();
    output.rewind()?;
    output.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn without_sandbox(attack: &Attack, base: &Path, probe: &Path) -> io::Result<Went> {
    let mut fixture = Fixture::prepare(attack, base, probe)?;
    let output = output()?;
    let status = Command::new("/bin/sh")
        .args(["-c", &fixture.filled(attack.script)])
        .current_dir(fixture.at("work"))
        .env("CONTROL", "1")
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output.try_clone()?)
        .status()?;
    let said = said(output)?;
    Ok(Went { worked: fixture.shows(attack.sign, &said, status.success()), promised: false, said })
}

fn in_sandbox(
    attack: &Attack,
    base: &Path,
    probe: &Path,
    sandbox: &mut impl FnMut(Confined) -> Result<Ran, NotRun>,
) -> Result<Went, NotRun> {
    let mut fixture = Fixture::prepare(attack, base, probe)?;
    let output = output()?;
    let ran = sandbox(Confined {
        program: "/bin/sh".into(),
        arguments: ["sh", "-c", &fixture.filled(attack.script)].map(Into::into).to_vec(),
        cwd: fixture.at("work"),
        writable: if attack.may_write { vec![fixture.at("work")] } else { Vec::new() },
        read_only: vec![fixture.at("work/kept")],
        deny_read: vec![fixture.at("denied"), fixture.at("work/.env")],
        output: output.try_clone()?,
    })?;
    let said = said(output)?;
    let worked = fixture.shows(attack.sign, &said, ran.succeeded);
    Ok(Went { worked, promised: ran.promises.contains(&attack.promise), said })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_attack_has_a_name_of_its_own() {
        let names = attacks().map(|attack| attack.name).collect::<BTreeSet<_>>();
        assert_eq!(names.len(), count());
    }
}
