//! What a command may touch, and the means by which the kernel holds it to that.
//!
//! Owns the border that every backend fills: a [`SandboxRequest`] goes in, promises that hold and promises that
//! are lost come out. Never gives less than was asked without saying so.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

#[cfg(target_os = "linux")]
mod answers;
#[cfg(target_os = "linux")]
pub mod attack;
#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod embedded;
mod git_config;
#[cfg(target_os = "linux")]
mod landlock;
#[cfg(target_os = "linux")]
mod landlock_alone;
#[cfg(target_os = "linux")]
mod launcher;
#[cfg(target_os = "linux")]
mod loopback;
#[cfg(target_os = "linux")]
mod means;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod names;
#[cfg(target_os = "linux")]
mod namespaces;
mod none;
pub(crate) mod planted;
#[cfg(target_os = "linux")]
mod privileges;
#[cfg(target_os = "linux")]
mod probe;
#[cfg(target_os = "linux")]
pub mod program;
mod promise;
mod protected;
#[cfg(target_os = "linux")]
mod remedies;
pub mod seatbelt;
mod standing;
#[cfg(target_os = "linux")]
mod system_calls;

pub use planted::Quarantined;
pub use promise::{Confinement, Holding, Missing, Promise};
pub(crate) use protected::{can_be_approved, is_protected};

/// The first argument by which the binary knows that it is started as the launcher of a sandbox.
pub const LAUNCHER_ARGUMENT: &str = "__shellgate-sandbox";

/// This binary, as the kernel knows it: the launcher, unless another is named.
pub(crate) const OWN_BINARY: &str = "/proc/self/exe";

/// What a command may touch. Whatever is not granted is refused; reading is granted unless denied.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SandboxRequest {
    /// Absolute paths beneath which everything may be created, changed and removed.
    pub writable: Vec<PathBuf>,
    /// Absolute paths inside a writable one that stay as they are, where they exist.
    pub read_only_inside: Vec<PathBuf>,
    /// Symbolic links inside a writable path that stay as they are: nothing can be mounted over a link.
    pub kept_links: Vec<PathBuf>,
    /// Absolute paths of protected names that a person approved: they may be made, written and removed all the same, and
    /// of a directory what is in it.
    pub approved: Vec<PathBuf>,
    /// Writable paths that are protected themselves, and writable only for something in `approved` to be made in them:
    /// nothing else changes there.
    pub closed: Vec<PathBuf>,
    /// Absolute paths that cannot be read, where they exist.
    pub deny_read: Vec<PathBuf>,
    /// Absolute paths of the runner's own that a command has no business in. They are hidden where there are mounts;
    /// elsewhere their modes alone protect them, and no promise speaks of them.
    pub hidden: Vec<PathBuf>,
    /// What can be reached.
    pub network: Network,
    /// The TCP ports on which allowed hosts are reached also by programs that know of no proxy; for
    /// [`Network::Proxied`] alone.
    pub captured_ports: Vec<u16>,
    /// Whether socket files of other programs may be connected to.
    pub unix_sockets: bool,
    /// Absolute paths of the socket files that may be, where not all may.
    pub allowed_sockets: Vec<PathBuf>,
    /// A directory of this run alone, writable as well.
    pub temp: Option<PathBuf>,
}

/// What a command can reach over the network.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// Nothing, not even the machine itself.
    #[default]
    None,
    /// Programs of the same run, over a loopback of its own, and nothing else.
    Loopback,
    /// As [`Network::Loopback`], and what the runner's proxy lets through.
    Proxied,
    /// Whatever the machine can.
    Host,
}

/// By which means a command is confined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Backend {
    /// Namespaces, mounts and Landlock, set up by this binary alone; without namespaces where they are refused.
    #[default]
    Embedded,
    /// Landlock and a filter of system calls, without namespaces.
    Landlock,
    /// The program `bwrap`, as it is installed.
    Bubblewrap,
    /// The sandbox of macOS.
    Seatbelt,
    /// Nothing holds the command.
    None,
}

impl Backend {
    /// All, the strongest first.
    pub const ALL: [Self; 5] = [Self::Embedded, Self::Bubblewrap, Self::Landlock, Self::Seatbelt, Self::None];

    /// The one with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|backend| backend.name() == name)
    }

    /// The name in an outcome and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Landlock => "landlock",
            Self::Bubblewrap => "bubblewrap",
            Self::Seatbelt => "seatbelt",
            Self::None => "none",
        }
    }

    /// The strongest one that this system has.
    pub const fn of_this_system() -> Self {
        if cfg!(target_os = "linux") { Self::Embedded } else { Self::None }
    }
}

impl SandboxRequest {
    /// The promises that this request asks for, in the order of [`Promise::ALL`].
    pub fn promises(&self) -> Vec<Promise> {
        let asked = |promise: &Promise| match promise {
            Promise::ProtectedPaths | Promise::NothingPlanted => !self.writable.is_empty(),
            Promise::DeniedReads => !self.deny_read.is_empty(),
            // Where the proxy cannot be had there is no network at all; the account says which it was.
            Promise::AllowedHosts => self.network == Network::Proxied,
            Promise::NoNetwork | Promise::AbstractSocketsScoped => self.network != Network::Host,
            Promise::TcpRefused => self.network == Network::None,
            // Where single ones cannot be told apart all are refused, and the account says which it was.
            Promise::AllowedSockets => !self.unix_sockets && !self.allowed_sockets.is_empty(),
            Promise::UnixSocketsRefused => !self.unix_sockets,
            _ => true,
        };
        Promise::ALL.into_iter().filter(asked).collect()
    }
}

impl SandboxRequest {
    /// Whether something approved lies where other things are writable too, so that no mount tells them apart.
    #[cfg(target_os = "linux")]
    pub(crate) fn approves_within(&self) -> bool {
        self.approved.iter().any(|path| !self.writable.contains(path))
    }

    /// The request as it applies to what is on the disk, for a command that starts in `cwd`, with every link
    /// followed: a mount needs something to stand on. What is protected in the writable paths joins what stays as it
    /// is, and with a linked working tree its repository becomes writable, so that git works there. The sentences say
    /// what could not be granted.
    pub(crate) fn as_found(&self, cwd: &Path, temp: Option<PathBuf>) -> (Self, Vec<String>) {
        let mut hints = Vec::new();
        let real = |path: &PathBuf| path.canonicalize().ok();
        let mut writable = Vec::new();
        for path in &self.writable {
            match real(path) {
                Some(real) => writable.push(real),
                None => hints.push(format!("`{}` is not there, so it was not made writable", path.display())),
            }
        }
        let repositories = writable.iter().filter_map(|root| standing::repository_of_worktree(root));
        let repositories = repositories.filter(|git| !writable.iter().any(|root| git.starts_with(root)));
        writable.extend(repositories.collect::<Vec<_>>());
        let kept = writable.iter().flat_map(|root| standing::standing(root, cwd)).chain(self.closed.clone());
        let kept = kept.flat_map(|path| standing::without(path, &self.approved));
        let kept = self.read_only_inside.iter().cloned().chain(kept);
        // What this program executes later.
        #[cfg(all(unix, feature = "engine"))]
        let kept = kept.chain(crate::engine::cache::inside(&writable));
        let kept = kept.collect::<Vec<_>>();
        let links = kept.iter().filter(|path| path.is_symlink()).cloned();
        let request = Self {
            read_only_inside: kept.iter().filter_map(real).collect(),
            kept_links: self.kept_links.iter().cloned().chain(links).collect(),
            writable,
            approved: self.approved.clone(),
            closed: self.closed.clone(),
            deny_read: self.deny_read.iter().filter_map(real).collect(),
            hidden: self.hidden.clone(),
            network: self.network,
            captured_ports: self.captured_ports.clone(),
            unix_sockets: self.unix_sockets,
            allowed_sockets: self.allowed_sockets.iter().filter_map(real).collect(),
            temp,
        };
        (request, hints)
    }
}

/// A new directory that only this user can enter, removed with the value. Where the system's directory for such files
/// is missing it is made.
///
/// # Errors
/// When neither `TMPDIR` nor `/tmp` can be written.
pub(crate) fn temporary_directory() -> std::io::Result<tempfile::TempDir> {
    let named = std::env::temp_dir();
    let make = |place: &Path| {
        std::fs::create_dir_all(place)?;
        tempfile::Builder::new().prefix("shellgate-").tempdir_in(place)
    };
    make(&named).or_else(|error| make(Path::new("/tmp")).map_err(|_| error))
}

/// Becomes the launcher of a sandbox when this process was started as one, and never returns then.
///
/// A program that runs commands through [`Session`](crate::session::Session) calls this first in `main`, before
/// any thread exists: the launcher is the same binary, started with [`LAUNCHER_ARGUMENT`].
pub fn launch_if_asked() {
    #[cfg(target_os = "linux")]
    attack::probe_if_asked();
    if std::env::args_os().nth(1).is_some_and(|argument| argument == LAUNCHER_ARGUMENT) {
        #[cfg(target_os = "linux")]
        launcher::launch();
        #[cfg(not(target_os = "linux"))]
        std::process::exit(none::REFUSED);
    }
}

/// Whether `backend` keeps every promise here that a full confinement needs, found by trying it once for each backend.
pub(crate) fn is_complete(launcher: &Path, backend: Backend) -> bool {
    static TRIED: Mutex<Vec<(PathBuf, Backend, bool)>> = Mutex::new(Vec::new());
    let mut tried = TRIED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = tried.iter().find(|(path, means, _)| path == launcher && *means == backend);
    if let Some((_, _, complete)) = known {
        return *complete;
    }
    let complete = probe(Some(launcher), backend).is_ok_and(|promises| {
        promises.iter().all(|(promise, holding)| !promise.is_required() || matches!(holding, Holding::Holds))
    });
    tried.push((launcher.to_owned(), backend, complete));
    complete
}

/// What this machine can enforce with `backend`, found by trying it: the launcher `launcher` (this binary, if none is
/// named) confines a command that does nothing.
///
/// # Errors
/// When the launcher cannot be started or does not answer, or the backend is not there.
pub fn probe(launcher: Option<&Path>, backend: Backend) -> std::io::Result<Vec<(Promise, Holding)>> {
    #[cfg(target_os = "linux")]
    return probe::probe(launcher, backend);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (launcher, backend);
        Ok(none::lost()
            .into_iter()
            .map(|lost| (lost.promise, Holding::Lost { why: lost.why, remedy: lost.remedy }))
            .collect())
    }
}

/// What is lost when nothing confines a command: everything.
pub fn nothing_promised() -> Vec<Missing> {
    none::lost()
}
