//! What is asked: one command, where it would run, and what the host knows about that place.
//!
//! Owns the request and the facts. Never looks anything up: what is not in here is not known.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::script::Dialect;

/// How much may happen without a person, from the settings' `permissions.defaultMode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Rules and proof decide; the rest asks.
    #[default]
    Default,
    /// As `default`, and file changes inside the working directories are allowed.
    AcceptEdits,
    /// Nothing runs that is not proven read-only.
    Plan,
    /// As `default`, but what would ask is denied: nobody can be asked.
    DontAsk,
    /// What would ask is allowed; deny and ask rules still hold.
    BypassPermissions,
}

impl Mode {
    /// Every mode with its name in a settings file.
    pub const ALL: [(Self, &'static str); 5] = [
        (Self::Default, "default"),
        (Self::AcceptEdits, "acceptEdits"),
        (Self::Plan, "plan"),
        (Self::DontAsk, "dontAsk"),
        (Self::BypassPermissions, "bypassPermissions"),
    ];

    /// The name in a settings file.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(mode, _)| *mode == self).map_or("default", |(_, name)| name)
    }

    /// The mode with this name in a settings file.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(mode, _)| *mode)
    }
}

/// One question to the engine.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The tool that the agent named; rules are matched against it.
    pub tool: &'a str,
    /// The command, exactly as the shell would get it.
    pub command: &'a str,
    /// The absolute directory in which it would run, when known.
    pub cwd: Option<&'a str>,
    /// The user's home directory, when known.
    pub home: Option<&'a str>,
    /// The shell that would read it.
    pub shell: Dialect,
    /// What the host knows.
    pub facts: Facts,
}

impl<'a> Request<'a> {
    /// A request for `command` in bash, with nothing known about the machine.
    pub fn new(command: &'a str) -> Self {
        Self { tool: "Bash", command, cwd: None, home: None, shell: Dialect::Bash, facts: Facts::default() }
    }
}

/// What the core cannot know by itself. What is absent is unknown, and unknown is taken as unsafe (but see
/// [`Facts::repository_programs`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether git would take the working directory for a bare repository
    /// (a directory with `HEAD`, `objects` and `refs` of its own: its `config` can name programs to run).
    pub bare_repository: Option<bool>,
    /// The same for other directories, by their cleaned path.
    pub bare_repositories: BTreeMap<String, bool>,
    /// Which settings of the repository itself could make git start a program there, by the cleaned path of the
    /// directory in which git is started; an empty list says that there are none.
    ///
    /// A name is written as `git config --list` prints it (`core.fsmonitor`, `diff.pdf.textconv`), in any case; those
    /// that start nothing in a command that only reads are passed over, so that every name may be listed. Two prefixes:
    /// `hooks/NAME` is a hook that is there and would be run, `submodules/NAME` any of these in a repository that git
    /// finds inside this one. `*` says that the settings could not all be read. What counts is what git reads for this
    /// repository alone: `config` and `config.worktree` of its git directory and what they include, never the settings
    /// of the user or of the system. [`commands::repository::can_start`](crate::commands::repository::can_start) tells
    /// a host which settings to list.
    ///
    /// Unlike every other fact this one, absent, is taken as harmless: to ask about each `git status` of a host that
    /// does not look would be worse than the settings are, and hosts like the project's own runner switch the worst of
    /// them off. A host that runs what is allowed outside of such a runner answers this need.
    pub repository_programs: BTreeMap<String, Vec<String>>,
    /// Where a path leads once every symbolic link in it is followed, by the path as the core asked for it.
    pub real_paths: BTreeMap<String, String>,
    /// Whether something is there, by the path as the core asked for it; a dangling link is something.
    pub existing: BTreeMap<String, bool>,
    /// What stands in a file, by its path as the core asked for it; none when the path is no regular file of valid
    /// UTF-8 text without NUL, when it is itself a symbolic link, or when it is larger than
    /// [`CONTENT_BYTES_MAX`](crate::limits::CONTENT_BYTES_MAX).
    pub contents: BTreeMap<String, Option<String>>,
    /// The host vouches that it runs the command in a sandbox that is complete, or not at all. Only then can the setting
    /// `autoAllowBashIfSandboxed` allow anything.
    pub sandboxed: bool,
    /// The host vouches that no path it did not name in `real_paths` leads through a symbolic link.
    pub no_links: bool,
}

/// A fact that could change the verdict and was not given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// Whether this directory is a bare repository.
    BareRepository(String),
    /// What stands in this file, so that an edit of it can be shown; it never changes the decision.
    Contents(String),
    /// Whether there is anything at this path.
    Exists(String),
    /// Where this path leads once every symbolic link is followed.
    RealPath(String),
    /// Which settings of the repository around this directory could start a program.
    RepositoryPrograms(String),
}

/// The facts that would settle a verdict, in a fixed order without repetition.
pub type Needs = Vec<Need>;
