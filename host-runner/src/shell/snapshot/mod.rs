//! A snapshot of the user's shell after its start-up files, replayed before commands: aliases, functions, some options,
//! `PATH`.
//!
//! Owns the taking, bounded in time and in the sandbox of a read-only command, and the file that is sourced. Commands
//! can read that file and never write it; a missing or changed file is written again. Nothing that was judged as a
//! program runs as an alias or a function: see [`crate::shell`].

mod excluded_names;
mod replay;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use policy_core::policy::EnvironmentSettings;
use tokio::sync::OnceCell;

use crate::environment;
use crate::launch::conclusion::{Conclusion, EndCause};
use crate::launch::protocol::{Launch, status};
use crate::launch::run;
use crate::plan::Shell;
use crate::sandbox::{Backend, Resources, SandboxRequest};
use crate::shell::select::Selected;
use crate::system::temporary_directory::TemporaryDirectory;
use crate::system::{files, processes};

/// How long start-up files may take, in each of the two ways to run them.
pub const LIMIT: Duration = Duration::from_secs(10);

/// The longest telling that is read, in bytes.
const TOLD_BYTES_MAX: u64 = 8 << 20;

/// The longest text that is replayed, in bytes: reading more before each command takes too long.
const REPLAY_BYTES_MAX: usize = 1 << 20;

/// How a shell is started so that it reads the user's start-up files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// As at a terminal: most files do nothing for another shell.
    Interactive,
    /// As at login.
    Login,
}

/// Why there is no snapshot; commands run without one then.
#[derive(Debug, thiserror::Error)]
pub enum SnapshotError {
    /// Both ways took too long.
    #[error(
        "the start-up files of {} took longer than {} ms, so its aliases and functions are not there; \
         look for what waits in them, or switch the snapshot off",
        .0.name(),
        .1.as_millis()
    )]
    TimedOut(Shell, Duration),
    /// Both ways ended without a description.
    #[error(
        "the start-up files of {} ended it, so its aliases and functions are not there; \
         try `{} -i -c true` for the reason, or switch the snapshot off",
        .0.name(),
        .0.name()
    )]
    Ended(Shell),
    /// Its description cannot be read back.
    #[error(
        "the aliases and functions of {} cannot be read back by it, so they are not there; \
         look for one that only works with other options, or switch the snapshot off",
        .0.name()
    )]
    Unreadable(Shell),
    /// There is too much of it.
    #[error(
        "the aliases and functions of {} are {} bytes, more than the {REPLAY_BYTES_MAX} that are replayed; \
         they are not there",
        .0.name(),
        .1
    )]
    TooLarge(Shell, usize),
    /// The system refused something.
    #[error("the aliases and functions of the shell are missing, because its snapshot failed: {0}")]
    Io(#[from] io::Error),
}

/// A user's shell as it was when the session began.
#[derive(Debug)]
pub struct Snapshot {
    shell: Shell,
    told: replay::Told,
    place: PathBuf,
    /// Removes the place in the end.
    _directory: TemporaryDirectory,
}

/// The environment in which start-up files run.
#[derive(Clone, Debug)]
pub struct Telling {
    /// The binary that becomes the launcher of a sandbox.
    pub launcher: PathBuf,
    /// The shell.
    pub selected: Selected,
    /// The session's environment.
    pub environment: Vec<(OsString, OsString)>,
    /// How long each of the two ways may take, such as [`LIMIT`].
    pub limit: Duration,
}

/// A snapshot that is taken once for a whole session, in the background or when it is first needed.
#[derive(Clone, Debug)]
pub struct Taking(Arc<Once>);

#[derive(Debug)]
struct Once {
    telling: Telling,
    taken: OnceCell<Result<Arc<Snapshot>, SnapshotError>>,
    is_told: AtomicBool,
}

impl Taking {
    /// A snapshot that is still to be taken.
    pub fn new(telling: Telling) -> Self {
        Self(Arc::new(Once { telling, taken: OnceCell::new(), is_told: AtomicBool::new(false) }))
    }

    /// Takes it in the background, on the runtime that this is called on.
    pub fn begin(&self) {
        let taking = self.clone();
        tokio::spawn(async move {
            taking.taken().await;
        });
    }

    /// The snapshot, once it is there; none when it failed, which is put into `hints` the first time.
    pub async fn get(&self, hints: &mut Vec<String>) -> Option<Arc<Snapshot>> {
        match self.taken().await {
            Ok(snapshot) => Some(Arc::clone(snapshot)),
            Err(error) => {
                if !self.0.is_told.swap(true, Ordering::Relaxed) {
                    hints.push(error.to_string());
                }
                None
            }
        }
    }

    async fn taken(&self) -> &Result<Arc<Snapshot>, SnapshotError> {
        let once = &self.0;
        once.taken.get_or_init(|| async { Snapshot::take(&once.telling).await.map(Arc::new) }).await
    }
}

impl Snapshot {
    /// Runs the user's start-up files, as an interactive shell, and as a login shell when that fails.
    ///
    /// They run in the user's home directory, without input, and can change nothing and reach nobody. Global and suffix
    /// aliases, completions, hooks and stubs that load functions later are left out.
    ///
    /// # Errors
    /// When neither way gives a description in time, or when it cannot be replayed.
    pub async fn take(telling: &Telling) -> Result<Self, SnapshotError> {
        let shell = telling.selected.shell;
        let mut failed = SnapshotError::Ended(shell);
        for way in [Way::Interactive, Way::Login] {
            match tell(telling, way).await {
                Ok(told) => return Self::new(telling, told).await,
                Err(SnapshotError::Ended(_)) => {}
                Err(error) => failed = error,
            }
        }
        Err(failed)
    }

    async fn new(telling: &Telling, told: replay::Told) -> Result<Self, SnapshotError> {
        let shell = telling.selected.shell;
        let whole = told.whole(shell);
        if whole.len() > REPLAY_BYTES_MAX {
            return Err(SnapshotError::TooLarge(shell, whole.len()));
        }
        let directory = TemporaryDirectory::new("snapshot")?;
        let place = directory.path().canonicalize()?;
        let snapshot = Self { shell, told, place, _directory: directory };
        let options: &[&str] = match shell {
            Shell::Bash => &["bash", "--noprofile", "--norc", "-n"],
            Shell::Zsh => &["zsh", "-f", "-n"],
            Shell::PowerShell => return Err(SnapshotError::Ended(shell)),
        };
        let file = snapshot.placed(&whole)?;
        let file = file.to_str().ok_or(SnapshotError::Unreadable(shell))?;
        let arguments = options.iter().copied().chain([file]).map(str::to_owned).collect();
        match run(telling, arguments, None).await? {
            Conclusion::Ended { ended, cause: None, .. } if status(ended) == (0, None) => Ok(snapshot),
            _ => Err(SnapshotError::Unreadable(shell)),
        }
    }

    /// The file to source before `command`, with what the command needs: options, and the aliases and functions that
    /// are named in it or in one of these. It is there and unchanged; it is written again when it was not.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn file_for(&self, command: &str) -> io::Result<PathBuf> {
        self.placed(&self.told.needed_by(command, self.shell))
    }

    /// The file that holds `text`.
    fn placed(&self, text: &str) -> io::Result<PathBuf> {
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let file = self.place.join(format!("{:016x}.{}", hasher.finish(), self.shell.name()));
        let is_link = fs::symlink_metadata(&file).is_ok_and(|it| it.is_symlink());
        if !is_link && fs::read(&file).is_ok_and(|there| there == text.as_bytes()) {
            return Ok(file);
        }
        fs::create_dir_all(&self.place)?;
        // Written beside it and put in its place, so that a command that reads the old one is not disturbed.
        let mut new = tempfile::NamedTempFile::new_in(&self.place)?;
        new.write_all(text.as_bytes())?;
        files::keep_as_it_is(new.as_file())?;
        new.persist(&file)?;
        Ok(file)
    }

    /// The directory that commands must not write.
    pub fn directory(&self) -> &Path {
        &self.place
    }

    /// The shell that it is of.
    pub fn shell(&self) -> Shell {
        self.shell
    }

    /// The user's `PATH`.
    pub fn path(&self) -> Option<&OsStr> {
        self.told.path.as_deref()
    }

    /// Every alias and function: its name and its text.
    pub fn definitions(&self) -> impl Iterator<Item = (&str, &str)> {
        self.told.definitions()
    }
}

/// Starts the shell in one of the two ways and reads its description.
async fn tell(telling: &Telling, way: Way) -> Result<replay::Told, SnapshotError> {
    let shell = telling.selected.shell;
    let own = TemporaryDirectory::new("telling")?;
    let own = (own.path().canonicalize()?, own);
    let told = own.0.join("told");
    let script = match shell {
        Shell::Bash => include_str!("dump.bash"),
        Shell::Zsh => include_str!("dump.zsh"),
        Shell::PowerShell => return Err(SnapshotError::Ended(shell)),
    };
    let mode = match way {
        Way::Interactive => "-i",
        Way::Login => "-l",
    };
    let file = told.to_str().ok_or(SnapshotError::Ended(shell))?;
    let arguments = [shell.name(), mode, "-c", script, shell.name(), file].map(str::to_owned).to_vec();
    match run(telling, arguments, Some(own.0.clone())).await? {
        Conclusion::Ended { cause: Some(EndCause::TimedOut), .. } => {
            return Err(SnapshotError::TimedOut(shell, telling.limit));
        }
        Conclusion::Failed(failure) => return Err(io::Error::other(failure.to_string()).into()),
        Conclusion::Ended { .. } | Conclusion::Refused(_) | Conclusion::Silent => {}
    }
    let mut written = Vec::new();
    let Ok(file) = fs::File::open(&told) else { return Err(SnapshotError::Ended(shell)) };
    file.take(TOLD_BYTES_MAX).read_to_end(&mut written)?;
    replay::read(&written).ok_or(SnapshotError::Ended(shell))
}

/// Runs the shell where it can change nothing but what is in `own`.
async fn run(telling: &Telling, arguments: Vec<String>, own: Option<PathBuf>) -> io::Result<Conclusion> {
    let variable = |wanted: &str| {
        let found = telling.environment.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.clone())
    };
    let home = variable("HOME").map(PathBuf::from).and_then(|home| home.canonicalize().ok());
    let cwd = home.filter(|home| home.is_dir()).unwrap_or_else(|| PathBuf::from("/"));
    let inherited = telling.environment.iter().cloned();
    let mut environment =
        environment::for_command(inherited, &EnvironmentSettings::default(), &cwd, own.as_deref(), true);
    // Which start-up files there are is the user's to say here, and only here.
    environment.extend(variable("ZDOTDIR").map(|value| ("ZDOTDIR".into(), value)));
    let launch = Launch {
        program: telling.selected.program.clone(),
        arguments: arguments.into_iter().map(OsString::from).collect(),
        environment: Some(environment),
        cwd,
        backend: Backend::of_this_system(),
        sandbox: SandboxRequest { temp: own, ..SandboxRequest::default() },
        full_or_nothing: false,
        resources: Resources::default(),
    };
    // The description goes to a file; what they print is dropped.
    let nothing = || fs::File::options().write(true).open(processes::NOTHING);
    let (output, grace) = ((nothing()?, nothing()?), Duration::from_millis(200));
    run::run(&telling.launcher, &launch, output, telling.limit, grace).await
}
