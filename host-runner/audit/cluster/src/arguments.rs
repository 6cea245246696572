//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use shellgate_audit::arguments::Format;

/// The audit on several machines.
#[derive(Debug, Parser)]
#[command(name = "shellgate-audit-cluster", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Hands out the work
    Scheduler(Scheduler),
    /// Does the work that a scheduler hands out
    Executor(Executor),
    /// Asks a question in SQL over the table `log`
    Sql(Sql),
}

#[derive(Debug, Args)]
pub(crate) struct Scheduler {
    /// Where to listen; with port 0 the system chooses, and the first line of the output names it
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50050")]
    pub(crate) listen: std::net::SocketAddr,
    /// An executor that says nothing for so long is gone, and its work is done anew
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) executor_timeout: u64,
}

#[derive(Debug, Args)]
pub(crate) struct Executor {
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) scheduler: String,
    /// Where to listen; with port 0 the system chooses, and the first line of the output names it
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:50051")]
    pub(crate) listen: std::net::SocketAddr,
    /// The name under which the others reach this machine [default: the address]
    #[arg(long, value_name = "HOST")]
    pub(crate) host: Option<String>,
    /// Where to keep intermediate results, which hold commands [default: a private temporary folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// How many tasks at a time [default: the processors]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) threads: Option<usize>,
}

#[derive(Debug, Args)]
pub(crate) struct Sql {
    /// The query; only reading is allowed
    #[arg(value_name = "QUERY")]
    pub(crate) query: String,
    /// The log as a Parquet file, or a folder with such files, which every executor sees at the same path; made by
    /// `shellgate-audit sql 'SELECT * FROM log' --format parquet`
    #[arg(value_name = "PATH")]
    pub(crate) log: PathBuf,
    /// The scheduler
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) scheduler: String,
    /// A settings file, for `verdict(command, cwd)`
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Vec<PathBuf>,
    /// The format of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
}
