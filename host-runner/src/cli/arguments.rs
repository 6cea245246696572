//! The arguments of `shellgate`.
//!
//! Owns names, help texts and documented exit codes. Resolves nothing: the commands do.

mod location;
mod policy;
mod settings;

use std::ffi::OsString;
use std::io;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};
use policy_core::agents::Agent;

use super::exit::{
    APPROVALS_CODES, CHECK_CODES, DOCTOR_CODES, EXPLAIN_CODES, FETCH_CODES, HOOK_CODES, IMPORT_CODES,
    INSTALL_CODES, MCP_CODES, PLAYGROUND_CODES, RUN_CODES, SANDBOX_CODES, SEARCH_CODES, TABLE_CODES,
    TASKS_CODES,
};
use super::failure::Json;
use crate::sandbox::{Backend, Resources, limits};
pub(super) use location::{DirectoryArguments, LocationArguments, Shell};
pub(super) use policy::{Policy, PolicyDiff, PolicyLint, PolicyOf, PolicySuggest, PolicyTest, PolicyWhyNot};
pub(super) use settings::Settings;

/// The gate between AI agents and the shell.
#[derive(Debug, Parser)]
#[command(
    name = "shellgate",
    version,
    propagate_version = true,
    arg_required_else_help = true,
    max_term_width = 100
)]
#[command(
    after_help = "Settings: --policy, else .claude/settings.local.json and .claude/settings.json from the working\n\
directory up to the repository root, then ~/.claude/settings.json.\n\
\n\
Examples:\n  \
shellgate check 'git push --force'\n  \
shellgate run 'ls && git status | head -3'\n  \
shellgate explain 'git log'"
)]
pub(super) struct Shellgate {
    /// With --version: print the version, the build and the tables as JSON
    #[arg(long, requires = "version")]
    json: bool,
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Show whether a command may run, and why
    Check(Check),
    /// Decide, ask if needed, run in a sandbox, report
    Run(Run),
    /// Answer the hook of an agent, such as Claude Code, Codex or Gemini CLI
    Hook(Hook),
    /// Serve commands to an agent over the Model Context Protocol (MCP), on standard input and output
    Mcp(Mcp),
    /// Read a page of the web as text for a model
    Fetch(Fetch),
    /// Search the web
    Search(Search),
    /// Put the hook or the MCP server into an agent's configuration, and try it
    Install(Install),
    /// Take the hook and the MCP server out of an agent's configuration
    Uninstall(Uninstall),
    /// Import the policy of another tool, such as Codex or opencode, into a settings file
    Import(Import),
    /// Test a policy, compare two, find what would change an answer, and find rules that spare questions
    Policy(Policy),
    /// Run any program in the sandbox, without a decision
    #[command(hide = cfg!(windows))]
    Sandbox(Sandbox),
    /// List background tasks, show their output, wait for them, stop them
    Tasks(TasksAsked),
    /// List what you approved for good or for a session, and take it back
    Approvals(ApprovalsAsked),
    /// Print the JSON Schemas of the interfaces, such as the tool definition for a model
    Schema(Schema),
    /// Explain a check, another code, a promise of the sandbox, or the options of a program
    Explain(Explain),
    /// Check the table of a program while you write it
    Table(Table),
    /// Serve the playground to this machine only
    Playground(Playground),
    /// Show what this machine can enforce, with a remedy for each missing part
    Doctor(Doctor),
    /// Print the completion of the command line for a shell
    Completions(Completions),
    /// Print the manual page
    Man(Man),
}

impl Command {
    /// Where JSON was asked for.
    pub(super) fn json(&self) -> Option<Json> {
        let data = |json: bool| json.then_some(Json::Data);
        match self {
            Self::Check(asked) => data(asked.json || asked.jsonl),
            Self::Run(asked) => data(asked.json),
            Self::Fetch(asked) => data(asked.json),
            Self::Search(asked) => data(asked.json),
            Self::Sandbox(asked) => asked.json.then_some(Json::Message),
            Self::Tasks(asked) => data(asked.json),
            Self::Approvals(asked) => data(asked.json),
            Self::Explain(asked) => data(asked.json),
            Self::Table(Table { of: TableOf::Check(asked) }) => data(asked.json),
            Self::Playground(asked) => data(asked.json),
            Self::Doctor(asked) => data(asked.json),
            Self::Install(asked) => data(asked.installation.json),
            Self::Uninstall(asked) => data(asked.installation.json),
            Self::Import(asked) => data(asked.json),
            Self::Policy(Policy { of: PolicyOf::Diff(asked) }) => data(asked.json),
            Self::Policy(Policy { of: PolicyOf::Lint(asked) }) => data(asked.json),
            Self::Policy(Policy { of: PolicyOf::Test(asked) }) => data(asked.json),
            Self::Policy(Policy { of: PolicyOf::WhyNot(asked) }) => data(asked.json),
            Self::Policy(Policy { of: PolicyOf::Suggest(asked) }) => data(asked.json),
            Self::Hook(_) | Self::Mcp(_) | Self::Schema(_) | Self::Completions(_) | Self::Man(_) => None,
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
    /// Read one JSON request per line from standard input, and print one verdict per line
    #[arg(long, conflicts_with = "command")]
    pub(super) jsonl: bool,
    /// With --jsonl: decide on this many threads, 0 for one on each core; the answers keep the order of the requests
    #[arg(long, value_name = "N", default_value_t = 1, requires = "jsonl")]
    jobs: usize,
    /// The command line as one quoted argument; several arguments are joined with blanks; `-` reads standard input
    #[arg(value_name = "COMMAND", required_unless_present = "jsonl")]
    pub(super) command: Vec<OsString>,
}

impl Check {
    /// On how many threads `--jsonl` decides.
    pub(super) fn jobs(&self) -> io::Result<NonZero<usize>> {
        NonZero::new(self.jobs).map_or_else(std::thread::available_parallelism, Ok)
    }
}

#[derive(Debug, Args)]
#[command(after_help = RUN_CODES)]
pub(super) struct Run {
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) place: LocationArguments,
    /// Approve a command that asks, and ask nothing while it runs; a denied command stays denied
    #[arg(long)]
    pub(super) yes: bool,
    /// End the command after this many milliseconds, at most the maximum of the profile [default: the profile's
    /// default; with --background: no timeout]
    #[arg(long, value_name = "MS", value_parser = positive)]
    pub(super) timeout: Option<u64>,
    /// Set no timeout, because the caller ends the command when it takes too long
    #[arg(long, conflicts_with = "timeout")]
    pub(super) no_timeout: bool,
    /// Report only what went wrong: no line about a command that ended as it should
    #[arg(long, conflicts_with = "json")]
    pub(super) quiet: bool,
    /// Run no hooks of the settings, because the caller has run them
    #[arg(long)]
    pub(super) no_hooks: bool,
    /// Write the directory in which the command ends to this file
    #[arg(long, value_name = "FILE", conflicts_with = "background")]
    pub(super) cwd_file: Option<PathBuf>,
    /// Confine the command with this backend instead of the default
    #[arg(long, value_name = "NAME", value_parser = backend())]
    pub(super) backend: Option<Backend>,
    /// Use the aliases, functions and PATH from the start-up files of the shell
    #[arg(long)]
    pub(super) snapshot: bool,
    /// Start the command, print the name of its task and return at once; see `shellgate tasks`
    #[arg(long)]
    pub(super) background: bool,
    /// The session directory of background tasks [default: `SHELLGATE_SESSION`, else one directory per user]
    #[arg(long, value_name = "DIR")]
    pub(super) session: Option<PathBuf>,
    /// Print the outcome as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// The command line as one quoted argument; several arguments are joined with blanks; `-` reads standard input
    #[arg(value_name = "COMMAND", required = true)]
    pub(super) command: Vec<OsString>,
    #[command(flatten)]
    pub(super) bounds: Bounds,
}

/// Answer the hook of an agent, such as Claude Code, Codex or Gemini CLI
///
/// Reads the call of the hook from standard input. Uses the settings of the directory in the call, and its mode unless
/// `--mode` is given. Whatever cannot be judged is blocked.
#[derive(Debug, Args)]
#[command(after_help = HOOK_CODES)]
pub(super) struct Hook {
    /// The agent whose hook it is [default: the agent that the form of the call shows]
    #[arg(long, value_name = "NAME", value_parser = agent())]
    pub(super) agent: Option<Agent>,
    /// Rewrite each approved command so that `shellgate run` runs it in the sandbox
    #[arg(long)]
    pub(super) confine: bool,
    /// Block the call after this many milliseconds, which must be less than the agent waits
    #[arg(long, value_name = "MS", value_parser = positive, default_value_t = 4000)]
    pub(super) deadline: u64,
    #[command(flatten)]
    pub(super) settings: Settings,
}

/// Serve commands to an agent over the Model Context Protocol (MCP), on standard input and output
///
/// The agent starts this command. Each call uses the settings of the agent's root, or of the working directory if the agent
/// has no roots. A command that needs approval is put to the user by the agent; if the agent cannot ask, it does not run.
#[derive(Debug, Args)]
#[command(after_help = MCP_CODES)]
pub(super) struct Mcp {
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) place: LocationArguments,
    /// Confine commands with this backend instead of the default
    #[arg(long, value_name = "NAME", value_parser = backend())]
    pub(super) backend: Option<Backend>,
    /// Deny a command after this many milliseconds without an answer from the user
    #[arg(long, value_name = "MS", value_parser = positive, default_value_t = 600_000)]
    pub(super) approval_timeout: u64,
}

/// Read a page of the web as text for a model
///
/// Redirects to other hosts are followed where a rule allows them, and shown elsewhere. No cookie and no password is sent.
#[derive(Debug, Args)]
#[command(after_help = FETCH_CODES)]
pub(super) struct Fetch {
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) place: DirectoryArguments,
    /// What is to be found in the page, for the summariser that `web.summarise` in the settings names; without one the page itself
    /// is printed
    #[arg(long, value_name = "TEXT")]
    pub(super) prompt: Option<String>,
    /// Approve this URL if it asks; a denied URL stays denied, and a redirect that asks is not followed
    #[arg(long)]
    pub(super) yes: bool,
    /// Print the result as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// The URL; `http:` on port 80 is requested over TLS unless the settings name the host with that port
    #[arg(value_name = "URL")]
    pub(super) url: String,
}

/// Search the web
///
/// Uses the engine that `web.search` in the settings names; if none is named, Brave Search if its key is in the environment, else
/// the instance of `SearXNG` that is named, else the instant answers of `DuckDuckGo`. The words leave the machine.
#[derive(Debug, Args)]
#[command(after_help = SEARCH_CODES)]
pub(super) struct Search {
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) place: DirectoryArguments,
    /// Approve this query if it asks; a denied one stays denied
    #[arg(long)]
    pub(super) yes: bool,
    /// How many results to print, 1 to 20
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(super) num_results: usize,
    /// Print only results of this domain and those below it; may be repeated
    #[arg(long, value_name = "DOMAIN")]
    pub(super) allowed_domain: Vec<String>,
    /// Print no results of this domain and those below it; may be repeated
    #[arg(long, value_name = "DOMAIN")]
    pub(super) blocked_domain: Vec<String>,
    /// Search with this engine instead of the one that is there
    #[cfg(feature = "web")]
    #[arg(long, value_name = "NAME", value_parser = search_engine())]
    pub(super) with: Option<crate::web::search::EngineName>,
    /// The URL of the front page of an instance of `SearXNG`, instead of `web.search.url` in the settings
    #[arg(long, value_name = "URL")]
    pub(super) searxng: Option<String>,
    /// Print the results as JSON
    #[arg(long)]
    pub(super) json: bool,
    /// The words; several arguments are joined with blanks
    #[arg(value_name = "QUERY", required = true)]
    pub(super) query: Vec<String>,
}

/// The engines of `search` by their names.
#[cfg(feature = "web")]
fn search_engine() -> impl TypedValueParser<Value = crate::web::search::EngineName> {
    use crate::web::search::EngineName;

    PossibleValuesParser::new(EngineName::ALL.map(EngineName::name))
        .try_map(|name| EngineName::of_name(&name).ok_or("no engine has this name"))
}

/// What `install` is asked.
#[derive(Debug, Args)]
pub(super) struct Install {
    #[command(flatten)]
    pub(super) installation: Installation,
    /// Run approved commands in the sandbox, if the agent lets its hook change a command [default: as the installed hook does]
    #[arg(long, conflicts_with_all = ["no_confine", "mcp"])]
    pub(super) confine: bool,
    /// Let the agent run approved commands as they are
    #[arg(long, conflicts_with = "mcp")]
    pub(super) no_confine: bool,
    /// Register the MCP server instead of the hook, and take the agent's own shell away
    #[arg(long, conflicts_with = "managed")]
    pub(super) mcp: bool,
}

/// What `uninstall` is asked.
#[derive(Debug, Args)]
pub(super) struct Uninstall {
    #[command(flatten)]
    pub(super) installation: Installation,
    /// Take out the MCP server alone, and give the agent its own shell back [default: the hook and the server]
    #[arg(long, conflicts_with = "managed")]
    pub(super) mcp: bool,
}

/// What `install` and `uninstall` are asked.
#[derive(Debug, Args)]
#[command(after_help = INSTALL_CODES)]
pub(super) struct Installation {
    /// The agent
    #[arg(value_name = "AGENT", value_parser = agent())]
    pub(super) agent: Agent,
    #[command(flatten)]
    pub(super) scope: ScopeArguments,
    /// Print the changes and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Write without asking
    #[arg(long, conflicts_with = "dry_run")]
    pub(super) yes: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Import the policy of another tool, such as Codex or opencode, into a settings file
///
/// Prints the settings, and on standard error what became of each entry. No rule allows what the other tool does not allow.
#[derive(Debug, Args)]
#[command(after_help = IMPORT_CODES)]
pub(super) struct Import {
    /// The tool
    #[arg(value_name = "TOOL", value_parser = tool())]
    pub(super) tool: String,
    /// Its files, those that count more after those that count less [default: those of the user and of the project]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Add the rules to this settings file
    #[arg(long, value_name = "FILE")]
    pub(super) into: Option<PathBuf>,
    /// Print what would be written and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Write without asking
    #[arg(long, conflicts_with = "dry_run", requires = "into")]
    pub(super) yes: bool,
    /// Import the answer for every other command as a rule for every command, although it outweighs every allow rule
    #[arg(long)]
    pub(super) strict: bool,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// For whom the hook is installed.
#[derive(Debug, Args)]
#[group(multiple = false)]
pub(super) struct ScopeArguments {
    /// For you, in every project [default]
    #[arg(long)]
    user: bool,
    /// For everybody in this project
    #[arg(long)]
    pub(super) project: bool,
    /// For every user of this machine, in files that only root can write and that no other settings switch off
    #[arg(long)]
    pub(super) managed: bool,
}

#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(super) struct Schema {
    #[command(subcommand)]
    pub(super) of: SchemaOf,
}

#[derive(Debug, Subcommand)]
pub(super) enum SchemaOf {
    /// The tool definition: its name, its description, the JSON Schema of its input
    Tool {
        /// Include the fields for hosts, which a model does not see
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
    /// The session directory [default: `SHELLGATE_SESSION`, else one directory per user]
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
    /// Print the output of a task since the last call
    Output {
        /// The name of the task, such as `run-1`
        id: String,
        /// Print the whole output
        #[arg(long)]
        all: bool,
    },
    /// Wait until a task ends, and exit with its status; 124 if it still runs, 125 if its runner was killed
    Wait {
        /// The name of the task, such as `run-1`
        id: String,
        /// Wait at most this many milliseconds
        #[arg(long, value_name = "MS")]
        timeout: Option<u64>,
    },
    /// Stop tasks and every process that they started, and wait until they have ended
    Stop {
        /// The names of the tasks, such as `run-1`
        #[arg(value_name = "ID", required_unless_present = "all")]
        ids: Vec<String>,
        /// Stop every task of the session
        #[arg(long, conflicts_with = "ids")]
        all: bool,
    },
}

#[derive(Debug, Args)]
#[command(arg_required_else_help = true, after_help = APPROVALS_CODES)]
pub(super) struct ApprovalsAsked {
    /// The session directory whose approvals count too [default: `SHELLGATE_SESSION`]
    #[arg(long, value_name = "DIR", global = true)]
    pub(super) session: Option<PathBuf>,
    /// Print JSON
    #[arg(long, global = true)]
    pub(super) json: bool,
    #[command(subcommand)]
    pub(super) order: ApprovalOrder,
}

#[derive(Debug, Subcommand)]
pub(super) enum ApprovalOrder {
    /// List every answer for good, with its rule, its file and its command, and those of the session
    List,
    /// Take answers back: the rule is taken out of its file; without a name, those of the session
    Revoke {
        /// The names of the approvals, such as `a1`
        #[arg(value_name = "ID")]
        ids: Vec<String>,
        /// Take back every approval
        #[arg(long, conflicts_with = "ids")]
        all: bool,
    },
}

/// Limits on a command besides time.
#[derive(Debug, Args)]
#[command(next_help_heading = "Bounds")]
pub(super) struct Bounds {
    /// End the command after this many milliseconds without output [default: no limit]
    #[arg(long, value_name = "MS", value_parser = positive)]
    idle_timeout: Option<u64>,
    /// The memory of each process in bytes, such as 4G [default: no limit]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    memory: Option<u64>,
    /// The number of processes [default: no limit]
    #[arg(long, value_name = "N", value_parser = positive)]
    processes: Option<u64>,
    /// The size of each file that the command writes, in bytes [default: 64G]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    file_size: Option<u64>,
    /// End the command when its output is larger than this, in bytes [default: 5G]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    output_limit: Option<u64>,
}

impl Bounds {
    /// `resources` with the given limits.
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
    /// Let the program write beneath this directory, except for protected names
    #[arg(long, value_name = "DIR")]
    pub(super) write: Vec<PathBuf>,
    /// Protect this path inside a directory that the program may write
    #[arg(long, value_name = "PATH")]
    pub(super) read_only: Vec<PathBuf>,
    /// Prevent the program from reading this path
    #[arg(long, value_name = "PATH")]
    pub(super) deny_read: Vec<PathBuf>,
    /// Let the program reach this host through a proxy, such as `docs.rs`, `*.example.com:443` or `127.0.0.1:8080`
    #[arg(long, value_name = "HOST")]
    pub(super) allow_host: Vec<String>,
    /// Confine the program with this backend, even if it keeps only some of the promises
    #[arg(long, value_name = "NAME", value_parser = backend())]
    pub(super) backend: Option<Backend>,
    /// Start the program even if some promises cannot be kept; the report names them
    #[arg(long)]
    pub(super) allow_partial: bool,
    /// Report the confinement on standard error as one JSON object
    #[arg(long)]
    pub(super) json: bool,
    /// The program and its arguments
    #[arg(value_name = "PROGRAM", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub(super) program: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_CODES)]
pub(super) struct Explain {
    /// A program, a program with its sub-command such as `git log`, a code or the number of a check, or a promise
    #[arg(value_name = "NAME", required_unless_present = "list")]
    pub(super) name: Vec<String>,
    /// List all checks, promises and programs
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
    /// The port on the loopback interface; 0 means any free port
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) port: u16,
    /// Print the address as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = DOCTOR_CODES)]
pub(super) struct Doctor {
    /// Run the project's attacks on the sandbox, and print HELD or BROKEN for each
    #[arg(long)]
    pub(super) attack: bool,
    /// Examine this backend instead of the default
    #[arg(long, value_name = "NAME", value_parser = backend())]
    pub(super) backend: Option<Backend>,
    #[command(flatten)]
    pub(super) settings: Settings,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

/// Print the completion of the command line for a shell
///
/// The shell loads it when it starts. bash: `eval "$(shellgate completions bash)"` in `~/.bashrc`. zsh: write it to
/// `_shellgate` in a directory of `fpath`. fish: write it to `~/.config/fish/completions/shellgate.fish`.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell that reads it
    #[arg(value_name = "SHELL")]
    pub(super) shell: clap_complete::Shell,
}

/// Print the manual page
///
/// In the form of man(7): `shellgate man | man -l -`.
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The command whose page it is, such as `check` or `tasks wait` [default: the page of the program]
    #[arg(value_name = "COMMAND")]
    pub(super) command: Vec<String>,
    /// Write every page, the program's and those of its commands, to this directory
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(super) out: Option<PathBuf>,
}

/// Adds a tip to the error about an option that belongs to the command: `shellgate run ls -la`.
pub(super) fn suggest_quotes(error: &mut clap::Error) {
    let takes_command = error.get(ContextKind::Usage).is_some_and(|usage| {
        let usage = usage.to_string();
        usage.contains("shellgate check") || usage.contains("shellgate run")
    });
    if error.kind() == ErrorKind::UnknownArgument && takes_command {
        let tip =
            "quote the whole command line, or put `--` in front of it, such as `shellgate run -- ls -la`";
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
}

fn agent() -> impl TypedValueParser<Value = Agent> {
    PossibleValuesParser::new(Agent::ALL.map(Agent::name))
        .try_map(|name| Agent::from_name(&name).ok_or("no such agent"))
}

fn tool() -> PossibleValuesParser {
    PossibleValuesParser::new(crate::import::Tool::all().map(crate::import::Tool::name))
}

fn backend() -> impl TypedValueParser<Value = Backend> {
    PossibleValuesParser::new(Backend::of_names_here().map(Backend::name))
        .map(|name| Backend::from_name(&name).unwrap_or_default())
}
