//! The backend `bubblewrap`: runs the system's `bwrap` with arguments made from the request.
//!
//! Owns the argument list, a pure function of the request. Takes the program
//! from the system's directories or from `PATH`, and never from a directory that the command can write.

use std::convert::Infallible;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, PipeReader, Read, Seek, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::exit;

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::memfd::{MFdFlags, memfd_create};
use nix::sys::prctl;
use nix::unistd::{ForkResult, Pid, fork, getpid};

use crate::launch::failure::Failure;
use crate::launch::protocol::{Ended, Launch, Report, send};
use crate::launcher::command::leave_launcher;
use crate::launcher::kernel::seccomp::{self, Sockets, Unix};
use crate::launcher::last_steps::{execute, give_up, look, report_confinement};
use crate::launcher::supervisor::reap::{Tree, supervise};
use crate::sandbox::planted::Changes;
use crate::sandbox::quarantine::Before;
use crate::sandbox::{Backend, Limitation, Missing, Network, Promise, SandboxRequest, limitation};

/// The program's name.
const PROGRAM: &str = "bwrap";

/// Where a system keeps it.
const DIRECTORIES: [&str; 3] = ["/usr/bin", "/bin", "/usr/local/bin"];

/// The descriptors that bubblewrap gets.
#[derive(Clone, Copy, Debug)]
struct Descriptors {
    /// It writes there how the command ended.
    status: i32,
    /// It reads the filter of system calls from there.
    filter: Option<i32>,
}

/// One path that gets another view, in the order in which parents come before what is in them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum View {
    Writable,
    Pinned,
    ReadOnly,
    HiddenDirectory,
    HiddenFile,
}

/// Starts the command in bubblewrap.
pub(crate) fn start(control: &UnixStream, launch: &Launch) -> Result<Infallible, Failure> {
    let program = find(launch).ok_or_else(|| Failure {
        step: "finding `bwrap`, the program of bubblewrap (install the package `bubblewrap`, or choose another backend)"
            .to_owned(),
        path: None,
        errno: libc::ENOENT,
    })?;
    prctl::set_child_subreaper(true).map_err(Failure::at("adopting orphans"))?;
    let (mut status, status_end) = io::pipe().map_err(Failure::at("making a pipe"))?;
    let unix = if launch.sandbox.unix_sockets { Unix::Free } else { Unix::Refused };
    let sockets = Sockets { unix, network: true };
    let filter = filter_file(sockets).map_err(Failure::at("writing the filter of system calls"))?;
    let supervisor = getpid();
    let before = Before::of(&launch.sandbox, launch.backend);
    // SAFETY: the launcher has one thread, so the child may do anything.
    match unsafe { fork() }.map_err(Failure::at("forking the command"))? {
        ForkResult::Child => {
            let status_end = OwnedFd::from(status_end);
            match become_bubblewrap(control, launch, &program, supervisor, &status_end, filter.as_ref()) {
                Ok(never) => match never {},
                Err(report) => give_up(control, &report),
            }
        }
        ForkResult::Parent { child } => {
            drop((status_end, filter));
            let ended = supervise(child, control, Tree::Descendants, None, None)
                .map_err(Failure::at("waiting for the command"))?;
            let report = if matches!(ended, Ended::Code(_)) && !reached_the_command(&mut status) {
                Report::Failed(Failure {
                    step: "building the sandbox with bubblewrap, which says why on standard error".to_owned(),
                    path: Some(program),
                    errno: libc::EPERM,
                })
            } else {
                Report::Ended(ended)
            };
            drop(send(control, &report));
            look(control, &Changes::default(), &before, launch.sandbox.writable.is_empty());
            exit(0)
        }
    }
}

fn become_bubblewrap(
    control: &UnixStream,
    launch: &Launch,
    program: &Path,
    supervisor: Pid,
    status: &OwnedFd,
    filter: Option<&File>,
) -> Result<Infallible, Report> {
    let failed = Report::Failed;
    leave_launcher(launch, Some(supervisor)).map_err(failed)?;
    for kept in [Some(status.as_fd()), filter.map(AsFd::as_fd)].into_iter().flatten() {
        fcntl(kept, FcntlArg::F_SETFD(FdFlag::empty()))
            .map_err(|error| failed(Failure::at("keeping a descriptor")(error)))?;
    }
    let descriptors = Descriptors { status: status.as_raw_fd(), filter: filter.map(AsRawFd::as_raw_fd) };
    let (held, missing) = account(&launch.sandbox, filter.is_some());
    report_confinement(control, launch, held, missing)?;
    let arguments = arguments(&launch.sandbox, &launch.cwd, descriptors, Path::is_dir);
    let arguments = arguments.into_iter().chain(["--".into(), launch.program.clone().into_os_string()]);
    let arguments = arguments.chain(launch.arguments.iter().skip(1).cloned()).collect::<Vec<_>>();
    execute(program, &arguments).map_err(failed)
}

/// The program, outside of everything that the command may write.
fn find(launch: &Launch) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let listed = std::env::split_paths(&path).filter(|directory| directory.is_absolute());
    DIRECTORIES.map(PathBuf::from).into_iter().chain(listed).find_map(|directory| {
        let found = directory.join(PROGRAM).canonicalize().ok().filter(|program| program.is_file())?;
        let foreign = |root: &PathBuf| found.starts_with(root);
        let own = !launch.sandbox.writable.iter().chain(&launch.sandbox.temp).any(foreign);
        (own && !foreign(&launch.cwd)).then_some(found)
    })
}

/// The filter in memory, to be read from its beginning; none where the architecture is not known.
fn filter_file(sockets: Sockets) -> io::Result<Option<File>> {
    let Some(bytes) = seccomp::as_bytes(sockets) else { return Ok(None) };
    let mut file = File::from(memfd_create("filter", MFdFlags::MFD_CLOEXEC)?);
    file.write_all(&bytes)?;
    file.rewind()?;
    Ok(Some(file))
}

/// Whether bubblewrap says that the command ended, and not only itself.
fn reached_the_command(status: &mut PipeReader) -> bool {
    let mut said = String::new();
    status.read_to_string(&mut said).is_ok() && said.contains("\"exit-code\"")
}

/// The arguments of `bwrap` for a request, its name first, as far as the `--` before the program.
///
/// `bwrap(1)`; mounts are made in the order of the arguments.
fn arguments(
    request: &SandboxRequest,
    cwd: &Path,
    descriptors: Descriptors,
    is_directory: impl Fn(&Path) -> bool,
) -> Vec<OsString> {
    let mut list = [
        PROGRAM,
        "--unshare-user",
        "--unshare-pid",
        "--unshare-ipc",
        "--unshare-uts",
        "--die-with-parent",
        "--new-session",
        "--cap-drop",
        "ALL",
        "--ro-bind",
        "/",
        "/",
        "--dev",
        "/dev",
        "--tmpfs",
        "/dev/shm",
        "--remount-ro",
        "/dev",
        "--proc",
        "/proc",
        "--remount-ro",
        "/proc",
    ]
    .map(OsString::from)
    .to_vec();
    if request.network != Network::Host {
        list.push("--unshare-net".into());
    }
    for (path, view) in views(request, is_directory) {
        let path = path.as_os_str();
        match view {
            View::Writable | View::Pinned => list.extend(["--bind".into(), path.into(), path.into()]),
            View::ReadOnly => list.extend(["--ro-bind".into(), path.into(), path.into()]),
            View::HiddenDirectory => {
                list.extend(["--perms", "0000", "--tmpfs"].map(OsString::from));
                list.extend([path.into(), "--remount-ro".into(), path.into()]);
            }
            View::HiddenFile => list.extend(["--ro-bind".into(), "/dev/null".into(), path.into()]),
        }
    }
    list.extend(["--chdir".into(), cwd.as_os_str().into()]);
    list.extend(["--json-status-fd".into(), descriptors.status.to_string().into()]);
    if let Some(filter) = descriptors.filter {
        list.extend(["--seccomp".into(), filter.to_string().into()]);
    }
    list
}

/// Every path with a view of its own. Between a writable path and one that is kept or hidden in it, each directory is
/// a mount too: it could be renamed otherwise, and the kept path with it.
fn views(request: &SandboxRequest, is_directory: impl Fn(&Path) -> bool) -> Vec<(PathBuf, View)> {
    let writable = request.writable.iter().chain(&request.temp).collect::<Vec<_>>();
    let kept = request.read_only_inside.iter().map(|path| (path, View::ReadOnly));
    let hidden = request
        .deny_read
        .iter()
        .chain(&request.hidden)
        .map(|path| (path, if is_directory(path) { View::HiddenDirectory } else { View::HiddenFile }));
    let inside = kept.chain(hidden).collect::<Vec<_>>();
    let mut views = writable.iter().map(|path| ((*path).clone(), View::Writable)).collect::<Vec<_>>();
    for (path, _) in &inside {
        for root in writable.iter().filter(|root| path.starts_with(root)) {
            let between = path.ancestors().skip(1).take_while(|ancestor| ancestor != root);
            views.extend(between.map(|ancestor| (ancestor.to_owned(), View::Pinned)));
        }
    }
    views.extend(inside.into_iter().map(|(path, view)| (path.clone(), view)));
    views.sort();
    views.dedup();
    views
}

/// Which promises hold in bubblewrap, and which it does not know.
fn account(request: &SandboxRequest, filtered: bool) -> (Vec<Promise>, Vec<Missing>) {
    let (mut held, mut missing) = (Vec::new(), Vec::new());
    for promise in request.promises() {
        let limit = match promise {
            Promise::UnixSocketsRefused | Promise::DangerousCallsRefused if !filtered => Some(Limitation {
                why: "there is no system-call filter for this architecture",
                remedy: "choose the backend `embedded`",
            }),
            _ => limitation(Backend::Bubblewrap, promise),
        };
        match limit {
            None => held.push(promise),
            Some(limit) => missing.push(limit.missing(promise)),
        }
    }
    (held, missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(request: &SandboxRequest) -> String {
        let descriptors = Descriptors { status: 5, filter: Some(6) };
        let list = arguments(request, Path::new("/repo/src"), descriptors, |path| path.ends_with("keys"));
        let words = list.iter().map(|word| word.to_string_lossy());
        words.fold(String::new(), |drawn, word| {
            let breaks = word.starts_with("--") && !drawn.is_empty();
            drawn + if breaks { "\n  " } else { " " } + &word
        })
    }

    #[test]
    fn a_request_becomes_these_arguments() {
        let nothing = drawn(&SandboxRequest::default());
        let everything = drawn(&SandboxRequest {
            writable: vec!["/repo".into(), "/data".into()],
            read_only_inside: vec!["/repo/.git/hooks".into(), "/repo/.claude".into()],
            kept_links: Vec::new(),
            kept_missing: Vec::new(),
            obeyed_in_work_trees: Vec::new(),
            vacated: Vec::new(),
            deny_read_later: Vec::new(),
            approved: Vec::new(),
            closed: Vec::new(),
            hidden: Vec::new(),
            deny_read: vec!["/home/u/keys".into(), "/repo/sub/.env".into()],
            network: Network::Host,
            captured_ports: Vec::new(),
            unix_sockets: true,
            allowed_sockets: Vec::new(),
            temp: Some("/tmp/own".into()),
        });
        let drawn = format!("nothing is granted:\n {nothing}\n\neverything is asked for:\n {everything}\n");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/sandbox"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("bubblewrap", drawn));
    }

    #[test]
    fn what_bubblewrap_does_not_do_is_said() {
        let request = SandboxRequest { writable: vec!["/repo".into()], ..SandboxRequest::default() };
        let lost = |request: &SandboxRequest| {
            account(request, true).1.into_iter().map(|lost| lost.promise).collect::<Vec<_>>()
        };
        assert_eq!(lost(&request), [Promise::ProtectedPaths, Promise::NothingPlanted, Promise::SecondLayer]);
        assert_eq!(lost(&SandboxRequest::default()), [Promise::SecondLayer]);
    }
}
