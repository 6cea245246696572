//! The request: one command, the place where it would run, and the facts that the host knows about that place.
//!
//! Owns the request and the facts. Never looks anything up: a fact that is not here is unknown.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::System;
use crate::script::Dialect;
use crate::web::Tool;

/// How much may run without a person: `permissions.defaultMode` of the settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, PartialOrd, Ord)]
pub enum Mode {
    /// Rules and proofs decide; every other command asks.
    #[default]
    Default,
    /// Like `default`, and file changes inside the working directories are allowed.
    AcceptEdits,
    /// Only commands that are proven read-only run.
    Plan,
    /// Like `default`, but a command that would ask is denied, because nobody can be asked.
    DontAsk,
    /// A command that would ask is allowed; deny rules, ask rules and critical removals still apply.
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

/// One request to the engine.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The name of the agent's tool, which rules name too.
    pub tool: &'a str,
    /// The command, exactly as the shell would get it. For the tool `WebFetch` it is the URL, for `WebSearch` the query
    /// ([`web::Tool`](crate::web::Tool)).
    pub command: &'a str,
    /// The absolute path of the directory in which the command would run, if known.
    pub cwd: Option<&'a str>,
    /// The absolute path of the user's home directory, if known.
    pub home: Option<&'a str>,
    /// The shell that would read the command.
    pub shell: Dialect,
    /// The facts that the host knows.
    pub facts: Facts,
}

impl<'a> Request<'a> {
    /// A request for `command` in bash, without facts about the machine.
    pub fn new(command: &'a str) -> Self {
        Self { tool: "Bash", command, cwd: None, home: None, shell: Dialect::Bash, facts: Facts::default() }
    }

    /// A request of a web tool: to fetch the URL `text`, or to search for `text`.
    pub fn web(tool: Tool, text: &'a str) -> Self {
        Self { tool: tool.name(), ..Self::new(text) }
    }
}

/// Facts about the machine, which the core cannot look up. An absent fact is unknown and counts as unsafe (but see
/// [`Facts::repository_programs`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Whether git would take the working directory for a bare repository
    /// (a directory with `HEAD`, `objects` and `refs` of its own: its `config` can name programs to run).
    pub bare_repository: Option<bool>,
    /// By the cleaned path of another directory: whether git would take it for a bare repository.
    pub bare_repositories: BTreeMap<String, bool>,
    /// The settings of the repository itself that could make git start a program there, by the cleaned path of the
    /// directory in which git is started; an empty list says that there are none.
    ///
    /// A name has the form that `git config --list` prints (`core.fsmonitor`, `diff.pdf.textconv`), in any case. A host
    /// may list every name: the core ignores settings that start nothing in a read-only command. There are two prefixes:
    /// `hooks/NAME` is an existing hook that git would run, `submodules/NAME` is any of these in a repository inside
    /// this one. `*` says that some settings could not be read. Only the settings of this repository count: `config` and
    /// `config.worktree` of its git directory and the files that they include, never the settings of the user or the
    /// system. [`commands::repository::can_start`](crate::commands::repository::can_start) reports which settings to
    /// list.
    ///
    /// Unlike every other fact, this one counts as harmless when absent: otherwise each `git status` would ask on a host
    /// that does not look, and hosts like the project's own runner switch the worst settings off. A host that runs
    /// commands in another way should send this fact.
    pub repository_programs: BTreeMap<String, Vec<String>>,
    /// By the cleaned path of the working directory: the work trees of the repository around it (git-worktree(1)), the one
    /// around the directory first, each as an absolute path without links, and the first also as the working directory
    /// spells it. Empty where there is no repository, or where anybody but the user can change its `.git`. Commands may
    /// read in these directories as they may in the working directory.
    pub work_trees: BTreeMap<String, Vec<String>>,
    /// By path, as the core asked for it: the path after every symbolic link in it is followed.
    pub real_paths: BTreeMap<String, String>,
    /// By path, as the core asked for it: whether it exists. A dangling link exists.
    pub existing: BTreeMap<String, bool>,
    /// By path, as the core asked for it: the text of the file; none when the path is no regular file of valid
    /// UTF-8 text without NUL, when it is itself a symbolic link, or when it is larger than
    /// [`CONTENT_BYTES_MAX`](crate::limits::CONTENT_BYTES_MAX).
    pub contents: BTreeMap<String, Option<String>>,
    /// Whether the host runs the command only in a complete sandbox. Only then can the setting
    /// `autoAllowBashIfSandboxed` allow anything.
    pub sandboxed: bool,
    /// Whether the host removes secrets from the environment before it runs the command, so that printing it shows none.
    pub environment_cleaned: bool,
    /// Names of programs in whose place the shell would find the shim of a version manager, which runs what files of the
    /// project name. A host looks up the programs of the command for which
    /// [`commands::has_shims`](crate::commands::has_shims) holds. An absent name counts as none.
    pub shims: Vec<String>,
    /// Whose implementation the programs of this system are that several systems have, unless `implementations` has
    /// another answer. Unknown: only what holds for every implementation is allowed.
    pub system: Option<System>,
    /// By the name or the path of a program, as the core asked for it: whose implementation it is.
    pub implementations: BTreeMap<String, System>,
    /// By the name of a program, as the core asked for it: every file that starts when a shell looks the name up in the
    /// `PATH` in which the command will run, in pairs of the path at which it is found and the path to which that leads
    /// after every symbolic link. The first pair is the program; for a script the pair of the interpreter that its first line
    /// names follows, and after `env` the pair of the program that `env` starts. Empty where nothing is found, where the
    /// shell of the command has an alias or a function of this name, after a directory of `PATH` that is not absolute, and
    /// where anybody but root and the user can change one of the files or a directory above it.
    ///
    /// An installed program without a table may be asked for its `--version` and its `--help`: only the core knows in which
    /// places installed programs are, and only the host knows where a name leads and who can change that.
    pub programs: BTreeMap<String, Vec<String>>,
    /// Whether every path that is not in `real_paths` is free of symbolic links.
    pub no_links: bool,
    /// By a URL, as the core asked for it: its canonical text as the WHATWG URL standard has it (`href` of JavaScript's
    /// `URL`, `url::Url` of Rust); none if it is no URL.
    pub urls: BTreeMap<String, Option<String>>,
    /// Whether the URL, the query or the command holds a secret that the host of the program knows: the value of a variable
    /// whose name says that it is one, as it is or encoded. It counts where a page is fetched or a text is searched for.
    pub carries_secret: bool,
}

/// A missing fact that could change the verdict.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// Whether this directory is a bare repository.
    BareRepository(String),
    /// The text of this file, so that an edit of it can be shown; it never changes the decision.
    Contents(String),
    /// Whether this path exists.
    Exists(String),
    /// Whose implementation this program is, which the command names as it is here: by a name that is found in `PATH`, or
    /// by its path.
    Implementation(String),
    /// The files that start when a shell looks this name up in `PATH`.
    Program(String),
    /// This path after every symbolic link is followed.
    RealPath(String),
    /// The settings of the repository around this directory that could start a program.
    RepositoryPrograms(String),
    /// The canonical text of this URL.
    Url(String),
    /// The work trees of the repository around this directory.
    WorkTrees(String),
}

/// The missing facts of a verdict, in a fixed order without repetition.
pub type Needs = Vec<Need>;
