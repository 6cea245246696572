//! The promises that this machine can keep, found by confining a command that does nothing.
//!
//! Owns that command, its request, and the cache of the answer for this process.

use std::io;
#[cfg(unix)]
use std::io::BufReader;
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
use super::launcher_binary::{LAUNCHER_ARGUMENT, own_binary};
#[cfg(unix)]
use super::protocol::{Launch, Report, Streams, receive, send};
#[cfg(unix)]
use crate::sandbox::Resources;
#[cfg(not(any(unix, windows)))]
use crate::sandbox::nothing_promised;
use crate::sandbox::{Backend, Holding, Promise};
#[cfg(unix)]
use crate::sandbox::{Missing, Network, SandboxRequest};
#[cfg(unix)]
use crate::system::temporary_directory::TemporaryDirectory;

/// Whether `backend` keeps every promise here that a full confinement needs, found by trying it once for each backend.
pub(crate) fn is_complete(launcher: &Path, backend: Backend) -> bool {
    tried(launcher, backend).iter().all(|(promise, holds)| !promise.is_required() || *holds)
}

/// Whether `backend` confines anything here, found in the same way.
pub(crate) fn confines(launcher: &Path, backend: Backend) -> bool {
    let confining = [Promise::WritesConfined, Promise::SecondLayer];
    backend.confines()
        && tried(launcher, backend).iter().any(|(promise, holds)| *holds && confining.contains(promise))
}

/// What was found out about a launcher and a backend.
type Tried = (PathBuf, Backend, Vec<(Promise, bool)>);

/// The promises that `backend` keeps here, and those that it does not: all of them where it cannot be tried.
fn tried(launcher: &Path, backend: Backend) -> Vec<(Promise, bool)> {
    static TRIED: Mutex<Vec<Tried>> = Mutex::new(Vec::new());
    let mut tried = TRIED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = tried.iter().find(|(path, means, _)| path == launcher && *means == backend);
    if let Some((_, _, promises)) = known {
        return promises.clone();
    }
    let promises = match probe(Some(launcher), backend) {
        Ok(found) => {
            found.into_iter().map(|(promise, holding)| (promise, holding == Holding::Holds)).collect()
        }
        Err(_) => Promise::ALL.map(|promise| (promise, false)).to_vec(),
    };
    tried.push((launcher.to_owned(), backend, promises.clone()));
    promises
}

/// The promises that this machine can keep with `backend`, found by a test run: the launcher `launcher` (this binary,
/// if none is named) confines a command that does nothing.
///
/// # Errors
/// When the launcher cannot be started or does not answer, or the backend is not there.
pub fn probe(launcher: Option<&Path>, backend: Backend) -> io::Result<Vec<(Promise, Holding)>> {
    #[cfg(unix)]
    return try_all(launcher, backend);
    #[cfg(windows)]
    {
        let _ = launcher;
        Ok(super::windows::holdings(backend))
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = (launcher, backend);
        Ok(nothing_promised()
            .into_iter()
            .map(|lost| (lost.promise, Holding::Lost { why: lost.why, remedy: lost.remedy }))
            .collect())
    }
}

/// Tries the sandbox with every promise in it.
#[cfg(unix)]
fn try_all(launcher: Option<&Path>, backend: Backend) -> io::Result<Vec<(Promise, Holding)>> {
    let directory = TemporaryDirectory::new("probe")?;
    let own = directory.path().canonicalize()?;
    let kept = own.join("kept");
    std::fs::write(&kept, "")?;
    let sandbox = SandboxRequest {
        writable: vec![own.clone()],
        read_only_inside: vec![kept.clone()],
        deny_read: vec![kept.clone()],
        ..SandboxRequest::default()
    };
    let with_ways_out = SandboxRequest {
        network: Network::Proxied,
        allowed_sockets: vec![kept],
        ..SandboxRequest::default()
    };
    let (mut held, mut missing) = try_out(launcher, backend, &own, sandbox)?;
    // Whether there can be a way out that leads to what is allowed shows only where one is asked for.
    let is_way_out = |promise: Promise| matches!(promise, Promise::AllowedHosts | Promise::AllowedSockets);
    let (held_there, lost_there) = try_out(launcher, backend, &own, with_ways_out)?;
    held.extend(held_there.into_iter().filter(|promise| is_way_out(*promise)));
    missing.extend(lost_there.into_iter().filter(|lost| is_way_out(lost.promise)));
    let lost =
        missing.into_iter().map(|lost| (lost.promise, Holding::Lost { why: lost.why, remedy: lost.remedy }));
    let mut all = held.into_iter().map(|promise| (promise, Holding::Holds)).chain(lost).collect::<Vec<_>>();
    all.sort_by_key(|(promise, _)| *promise);
    // Where nothing confines, both trials lose everything.
    all.dedup_by_key(|(promise, _)| *promise);
    Ok(all)
}

/// The promises that hold, and those that do not, for a command in `cwd` that does nothing.
#[cfg(unix)]
fn try_out(
    launcher: Option<&Path>,
    backend: Backend,
    cwd: &Path,
    sandbox: SandboxRequest,
) -> io::Result<(Vec<Promise>, Vec<Missing>)> {
    let program = ["/bin/true", "/usr/bin/true"].map(Path::new).into_iter().find(|path| path.exists());
    let launch = Launch {
        program: program.unwrap_or(Path::new("/bin/sh")).to_owned(),
        arguments: vec!["true".into()],
        environment: None,
        cwd: cwd.to_owned(),
        backend,
        sandbox,
        full_or_nothing: false,
        resources: Resources::default(),
    };
    let (ours, theirs) = UnixStream::pair()?;
    let mut child = Command::new(launcher.map_or_else(own_binary, Path::to_owned))
        .arg(LAUNCHER_ARGUMENT)
        .stdin(Stdio::from(std::os::fd::OwnedFd::from(theirs)))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut account = None;
    send(&ours, &Streams(Vec::new()))?;
    send(&ours, &launch)?;
    let mut reports = BufReader::new(ours);
    while let Some(report) = receive(&mut reports)? {
        match report {
            Report::Confined { held, missing } => account = Some((held, missing)),
            Report::Failed(failure) => return Err(io::Error::other(failure.to_string())),
            Report::Refused { .. }
            | Report::Watched(_)
            | Report::Denied { .. }
            | Report::Unconnected(_)
            | Report::Listening
            | Report::Group(_)
            | Report::Killed(_)
            | Report::Ended(_)
            | Report::Moved(_)
            | Report::Unsupervised
            | Report::Vacated(_)
            | Report::Quarantined(_)
            | Report::Alone => {}
        }
    }
    child.wait()?;
    account.ok_or_else(|| io::Error::other("the launcher did not answer"))
}
