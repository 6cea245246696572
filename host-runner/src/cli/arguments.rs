//! The arguments of `shellgate`.
//!
//! Owns names, help texts and documented exit codes. Resolves nothing: the commands do.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand, ValueEnum};
use policy_core::policy::EngineChoice;
use policy_core::{Dialect, Mode, Profile};

use super::exit::{
    CHECK_CODES, DOCTOR_CODES, EXPLAIN_CODES, HOOK_CODES, PLAYGROUND_CODES, RUN_CODES, SANDBOX_CODES,
    TABLE_CODES, TASKS_CODES,
};
use super::failure::Json;
use crate::sandbox::{Backend, Resources, limits};

/// The gate between AI agents and the shell.
#[derive(Debug, Parser)]
#[command(name = "shellgate", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    after_help = "Settings: --policy, else .claude/settings.local.json and .claude/settings.json from here\n\
up to the repository root, then ~/.claude/settings.json."
)]
pub(super) struct Shellgate {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Show whether a command may run, and why
    Check(Check),
    /// Decide, ask if need be, run in a sandbox, report
    Run(Run),
    /// Answer Claude Code, which asks before it runs a command
    Hook(Hook),
    /// Run any program in the sandbox, without a decision about it
    Sandbox(Sandbox),
    /// Show what runs in the background, its output, its end
    Tasks(TasksAsked),
    /// Print what other programs are told, such as the tool that a model is shown
    Schema(Schema),
    /// Show what a check is for, or what is known about a program, with examples
    Explain(Explain),
    /// Check the table of a program, for those who write one
    Table(Table),
    /// Serve the page that shows what a policy does, to this machine alone
    Playground(Playground),
    /// Show what this machine can enforce, and the remedy for what is missing
    Doctor(Doctor),
}

impl Command {
    /// Where JSON was asked for.
    pub(super) fn json(&self) -> Option<Json> {
        let data = |json: bool| json.then_some(Json::Data);
        match self {
            Self::Check(asked) => data(asked.json || asked.jsonl),
            Self::Run(asked) => data(asked.json),
            Self::Sandbox(asked) => asked.json.then_some(Json::Message),
            Self::Tasks(asked) => data(asked.json),
            Self::Explain(asked) => data(asked.json),
            Self::Table(Table { of: TableOf::Check(asked) }) => data(asked.json),
            Self::Playground(asked) => data(asked.json),
            Self::Doctor(asked) => data(asked.json),
            Self::Hook(_) | Self::Schema(_) => None,
        }
    }
}

#[derive(Debug, Args)]
#[command(after_help = CHECK_CODES)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) place: LocationArguments,
    /// Print the verdict as JSON
    #[arg(long, conflicts_with = "jsonl")]
    pub(super) json: bool,
    /// Answer requests: one JSON object a line on standard input, one verdict a line on standard output
    #[arg(long, conflicts_with = "command")]
    pub(super) jsonl: bool,
    /// The command line, quoted as a whole; several words are joined by a blank, `-` reads it from standard input
    #[arg(value_name = "COMMAND", required_unless_present = "jsonl")]
    pub(super) command: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = RUN_CODES)]
pub(super) struct Run {
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) place: LocationArguments,
    /// Approve what would be asked; what is denied stays denied
    #[arg(long)]
    pub(super) yes: bool,
    /// End the command after this many milliseconds, at most the profile's maximum; in the background there is no end
    /// without it
    #[arg(long, value_name = "MS", value_parser = positive)]
    pub(super) timeout: Option<u64>,
    /// Confine it by this means instead of the settings' own
    #[arg(long, value_name = "NAME", value_parser = backend())]
    pub(super) backend: Option<Backend>,
    /// Use the aliases, functions and PATH that the start-up files of the shell make
    #[arg(long)]
    pub(super) snapshot: bool,
    /// Start it, print its name and return at once; see `shellgate tasks`
    #[arg(long)]
    pub(super) background: bool,
    /// The session directory of what runs in the background, if not `SHELLGATE_SESSION` or the user's own
    #[arg(long, value_name = "DIR")]
    pub(super) session: Option<PathBuf>,
    /// Print the outcome as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// The command line, quoted as a whole; several words are joined by a blank, `-` reads it from standard input
    #[arg(value_name = "COMMAND", required = true)]
    pub(super) command: Vec<OsString>,
    #[command(flatten)]
    pub(super) bounds: Bounds,
}

/// Answer Claude Code, which asks before it runs a command: its `PreToolUse` hook
///
/// The question is read from standard input. The settings are those of its directory, and its mode replaces theirs
/// unless `--mode` is given.
#[derive(Debug, Args)]
#[command(after_help = HOOK_CODES)]
pub(super) struct Hook {
    #[command(flatten)]
    pub(super) settings: Settings,
}

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Schema {
    #[command(subcommand)]
    pub(super) of: SchemaOf,
}

#[derive(Debug, Subcommand)]
pub(super) enum SchemaOf {
    /// The tool: its name, its description, the JSON Schema of its input
    Tool {
        /// With the fields that are for hosts alone
        #[arg(long)]
        full: bool,
        #[command(flatten)]
        settings: Settings,
        #[command(flatten)]
        place: LocationArguments,
    },
    /// The JSON Schema of a settings file, for editors
    Settings,
    /// The JSON Schema of a request, as `check --jsonl` reads it
    Request,
    /// The JSON Schema of a verdict, as `check --json` prints it
    Verdict,
}

#[derive(Debug, Args)]
#[command(arg_required_else_help = true, after_help = TASKS_CODES)]
pub(super) struct TasksAsked {
    /// The session directory, if not `SHELLGATE_SESSION` or the user's own
    #[arg(long, value_name = "DIR", global = true)]
    pub(super) session: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    pub(super) json: bool,
    #[command(subcommand)]
    pub(super) order: TaskOrder,
}

#[derive(Debug, Subcommand)]
pub(super) enum TaskOrder {
    /// List every task of the session
    List,
    /// Print what a task has written since this was last asked
    Output {
        /// Such as `run-1`
        id: String,
        /// Print all of it
        #[arg(long)]
        all: bool,
    },
    /// Wait until a task has ended, and end with its status; 124 if it still runs, 125 if its runner was killed
    Wait {
        /// Such as `run-1`
        id: String,
        /// Wait at most this many milliseconds
        #[arg(long, value_name = "MS")]
        timeout: Option<u64>,
    },
    /// End tasks with all that they started, and wait until they have ended
    Stop {
        /// Such as `run-1`
        #[arg(value_name = "ID", required_unless_present = "all")]
        ids: Vec<String>,
        /// Every task of the session
        #[arg(long, conflicts_with = "ids")]
        all: bool,
    },
}

/// What a command may use up besides time.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds")]
pub(super) struct Bounds {
    /// End the command when it has written nothing for this many milliseconds
    #[arg(long, value_name = "MS", value_parser = positive)]
    idle_timeout: Option<u64>,
    /// Memory that each of its processes may have, such as 4G
    #[arg(long, value_name = "BYTES", value_parser = size)]
    memory: Option<u64>,
    /// Number of processes that it may have
    #[arg(long, value_name = "N", value_parser = positive)]
    processes: Option<u64>,
    /// Size that each file may reach that it writes
    #[arg(long, value_name = "BYTES", value_parser = size)]
    file_size: Option<u64>,
    /// End the command when it has written more than this to its output, 5G if not given
    #[arg(long, value_name = "BYTES", value_parser = size)]
    output_limit: Option<u64>,
}

impl Bounds {
    /// `resources` with what was asked for.
    pub(super) fn apply(&self, resources: Resources) -> Resources {
        Resources {
            idle: self.idle_timeout.map(Duration::from_millis).or(resources.idle),
            memory: self.memory.or(resources.memory),
            processes: self.processes.or(resources.processes),
            file_size: self.file_size.or(resources.file_size),
            output: self.output_limit.unwrap_or(resources.output),
            ..resources
        }
    }
}

fn positive(text: &str) -> Result<u64, &'static str> {
    text.parse().ok().filter(|number| *number > 0).ok_or("give a whole number, at least 1")
}

fn size(text: &str) -> Result<u64, &'static str> {
    limits::bytes(text).ok_or("give a whole number of bytes, or one with K, M, G or T")
}

#[derive(Debug, Args)]
#[command(after_help = SANDBOX_CODES)]
pub(super) struct Sandbox {
    /// Let it write beneath this directory; what git, agents, editors and shells obey in it stays as it is
    #[arg(long, value_name = "DIR")]
    pub(super) write: Vec<PathBuf>,
    /// Keep this path as it is inside a directory that it may write
    #[arg(long, value_name = "PATH")]
    pub(super) read_only: Vec<PathBuf>,
    /// Keep it from reading this path
    #[arg(long, value_name = "PATH")]
    pub(super) deny_read: Vec<PathBuf>,
    /// Let it reach this host, such as `docs.rs`, `*.example.com:443` or `127.0.0.1:8080`, through a proxy
    #[arg(long, value_name = "HOST")]
    pub(super) allow_host: Vec<String>,
    /// Confine it by this means, also when it keeps less than every promise
    #[arg(long, value_name = "NAME", value_parser = backend())]
    pub(super) backend: Option<Backend>,
    /// Start it also when not every promise can be kept; which are lost is said
    #[arg(long)]
    pub(super) allow_partial: bool,
    /// Report on standard error, as one JSON object, how it was confined
    #[arg(long)]
    pub(super) json: bool,
    /// The program and its arguments
    #[arg(value_name = "PROGRAM", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) program: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_CODES)]
pub(super) struct Explain {
    /// A program, or one with its sub-command, such as `git log`; a check by code or number; a promise of the sandbox
    #[arg(value_name = "NAME", required_unless_present = "list")]
    pub(super) name: Vec<String>,
    /// List every check, every promise and every program
    #[arg(long, conflicts_with = "name")]
    pub(super) list: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
pub(super) struct Table {
    #[command(subcommand)]
    pub(super) of: TableOf,
}

#[derive(Debug, Subcommand)]
pub(super) enum TableOf {
    /// Compile tables and run their examples, without building anything
    Check(TableCheck),
}

#[derive(Debug, Args)]
#[command(after_help = TABLE_CODES)]
pub(super) struct TableCheck {
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
    /// Compare each table with the help of its program, which runs in the sandbox with `--help` if the table vouches
    /// for that
    #[arg(long)]
    pub(super) compare: bool,
    /// The tables, each named for its program; with one that is like another, that one too
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_help = PLAYGROUND_CODES)]
pub(super) struct Playground {
    /// The port on the loopback interface, if not any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) port: u16,
    /// Print the address as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = DOCTOR_CODES)]
pub(super) struct Doctor {
    /// Try the project's own attacks on the sandbox: HELD or BROKEN for each
    #[arg(long)]
    pub(super) attack: bool,
    /// Look at this means of confinement instead of the usual one
    #[arg(long, value_name = "NAME", value_parser = backend())]
    pub(super) backend: Option<Backend>,
    #[command(flatten)]
    pub(super) settings: Settings,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Says what to do about an option that is the command's own: `shellgate run ls -la`.
pub(super) fn suggest_quotes(error: &mut clap::Error) {
    let takes_command = error.get(ContextKind::Usage).is_some_and(|usage| {
        let usage = usage.to_string();
        usage.contains("shellgate check") || usage.contains("shellgate run")
    });
    if error.kind() == ErrorKind::UnknownArgument && takes_command {
        let tip = "quote the command line as a whole, or put `--` in front of it, such as `shellgate run -- ls -la`";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

/// Which settings decide.
#[derive(Clone, Debug, Args)]
pub(super) struct Settings {
    /// Use this settings file instead of the usual ones; may be repeated, later ones win
    #[arg(long, value_name = "FILE")]
    pub(super) policy: Vec<PathBuf>,
    /// Use no settings
    #[arg(long, conflicts_with = "policy")]
    pub(super) no_policy: bool,
    /// Use this mode instead of the settings' own
    #[arg(long, value_parser = mode())]
    pub(super) mode: Option<Mode>,
    /// Use this profile instead of the settings' own; the last one wins
    #[arg(long, value_name = "NAME", value_parser = profile(), overrides_with = "profile")]
    pub(super) profile: Option<&'static Profile>,
    /// Use this engine instead of the settings' own: `linked`, `wasm` for the module in this program, or `wasm:FILE`
    #[arg(long, value_name = "ENGINE", value_parser = engine)]
    pub(super) engine: Option<EngineChoice>,
}

/// Where, and for whom.
#[derive(Debug, Args)]
pub(super) struct LocationArguments {
    /// The directory in which the command would run, if not here
    #[arg(long, value_name = "DIR")]
    pub(super) cwd: Option<PathBuf>,
    /// The shell that would read the command, if not the user's own
    #[arg(long)]
    pub(super) shell: Option<Shell>,
    /// The tool that rules are matched against
    #[arg(long, default_value = "Bash")]
    pub(super) tool: String,
}

/// The shells by their name on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Shell {
    Bash,
    Zsh,
}

impl From<Shell> for Dialect {
    fn from(shell: Shell) -> Self {
        match shell {
            Shell::Bash => Self::Bash,
            Shell::Zsh => Self::Zsh,
        }
    }
}

fn backend() -> impl TypedValueParser<Value = Backend> {
    PossibleValuesParser::new(Backend::ALL.map(Backend::name))
        .map(|name| Backend::from_name(&name).unwrap_or_default())
}

fn mode() -> impl TypedValueParser<Value = Mode> {
    PossibleValuesParser::new(Mode::ALL.map(|(_, name)| name))
        .map(|name| Mode::from_name(&name).unwrap_or_default())
}

fn engine(text: &str) -> Result<EngineChoice, &'static str> {
    EngineChoice::from_text(text).ok_or("write `linked`, `wasm` or `wasm:FILE`")
}

fn profile() -> impl TypedValueParser<Value = &'static Profile> {
    PossibleValuesParser::new(Profile::ALL.map(|profile| profile.name))
        .map(|name| Profile::from_name(&name).unwrap_or_default())
}
