//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Replays a policy over the commands in logs.
#[derive(Debug, Parser)]
#[command(name = "shellgate-audit", version, about, max_term_width = 100)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub task: Task,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// What the policy would have answered: by reason, program and hour
    Run(Common),
    /// What the second policy answers otherwise; exits with 1 if something became looser
    Diff(Common),
    /// How often each rule matched, decided, and alone made the answer
    Rules(Common),
    /// The few rules that would have answered most of the questions, each tried on all of them
    Suggest {
        /// How many suggestions there are at most
        #[arg(long, value_name = "NUMBER", default_value_t = 20)]
        top: usize,
        /// Adds the rules to this settings file
        #[arg(long, value_name = "FILE")]
        into: Option<PathBuf>,
        /// The rest.
        #[command(flatten)]
        common: Common,
    },
    /// Asks a question of one's own in SQL, over the tables `log`, `counted` and `decided`
    Sql {
        /// The query; only reading is allowed
        #[arg(value_name = "QUERY")]
        query: String,
        /// The rest.
        #[command(flatten)]
        common: Common,
    },
}

/// Options of every task.
#[derive(Clone, Debug, Args)]
pub struct Common {
    /// Logs, or folders with logs [default: those of agents and shells below the home directory]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// A settings file; twice for `diff` [default: ~/.claude/settings.json, if it is there]
    #[arg(long, value_name = "FILE")]
    pub policy: Vec<PathBuf>,
    /// Only calls since then: `12h`, `30d`, `8w`, or a day such as `2026-11-22`; calls without a time are left out
    #[arg(long, value_name = "TIME")]
    pub since: Option<String>,
    /// Decides all calls in this mode [default: that in the log, else that of the policy]
    #[arg(long, value_name = "MODE")]
    pub mode: Option<String>,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Where to write it: a file; a folder for `csv` and `parquet` [default: standard output]
    #[arg(long, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Prints only the table of this name
    #[arg(long, value_name = "NAME")]
    pub table: Option<String>,
    /// Leaves out rows with fewer calls
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub min_count: u64,
    /// Shows commands, without their secrets; else only their programs
    #[arg(long)]
    pub show_commands: bool,
    /// The format of the logs, where it cannot be found out: `claude-code`, `codex`, `specstory`, `jsonl`, `csv`,
    /// `bash-history`, `zsh-history`, `fish-history`, `powershell-history`
    #[arg(long, value_name = "NAME")]
    pub input_format: Option<String>,
    /// The column with the command in CSV and Parquet
    #[arg(long, value_name = "NAME", default_value = "command")]
    pub command_column: String,
    /// How many threads work [default: the processors]
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<usize>,
    /// Memory of the queries in MiB, at least 64; what does not fit lies on the disk meanwhile
    #[arg(long, value_name = "MIB", default_value_t = 512)]
    pub memory: usize,
}

/// The formats of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for a terminal
    Text,
    /// One object with all tables
    Json,
    /// A file for each table
    Csv,
    /// A file for each table
    Parquet,
    /// One page that needs no network
    Html,
}
