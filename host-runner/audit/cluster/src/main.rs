//! The audit on several machines: a scheduler, executors that decide, and a client that asks.
//!
//! The three know `verdict` and `mask` by their names and run the same code. The functions hold no state, so nothing but the
//! query travels. Nobody is authenticated: the ports belong into a private network, and are loopback ones unless the user
//! says otherwise.

mod arguments;
mod client;
mod executor;
mod functions;
mod scheduler;

use std::process::ExitCode;

use arguments::{Arguments, Task};
use clap::Parser as _;

fn main() -> ExitCode {
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error),
    };
    let done = runtime.block_on(async {
        match Arguments::parse().task {
            Task::Scheduler(asked) => scheduler::serve(&asked).await,
            Task::Executor(asked) => executor::serve(&asked).await,
            Task::Sql(asked) => client::ask(&asked).await,
        }
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

fn failed(error: &dyn std::fmt::Display) -> ExitCode {
    let text = error.to_string();
    let prefix = if text.starts_with("error: ") { "" } else { "error: " };
    // If nobody hears it, the exit status still says it.
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("{prefix}{text}\n").as_bytes());
    ExitCode::from(2)
}
