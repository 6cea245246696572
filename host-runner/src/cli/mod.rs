//! The command line `shellgate`: thin commands over the library.
//!
//! Owns arguments, drawings, messages and exit codes. Decides nothing: verdicts come from the core.

mod approvals;
mod arguments;
#[cfg(all(target_os = "linux", feature = "attacks"))]
mod attack;
mod background;
mod check;
mod completions;
#[cfg(unix)]
#[expect(unsafe_code, reason = "no safe call forks a process that goes on in the program's own code")]
mod detach;
#[cfg(windows)]
#[path = "detach/windows.rs"]
mod detach;
mod doctor;
pub mod draw;
mod ended_in;
mod engine;
mod exit;
mod explain;
mod failure;
#[cfg(feature = "web")]
mod fetch;
mod grant_question;
mod hook;
mod host_question;
mod import;
mod install;
#[cfg(unix)]
mod interruption;
#[cfg(windows)]
#[path = "interruption/windows.rs"]
mod interruption;
mod lines;
mod man;
#[cfg(feature = "mcp")]
mod mcp;
mod offers;
mod one_command;
mod playground;
mod policy;
mod progress;
mod prompt;
mod request;
mod run;
mod safe_output;
#[cfg(unix)]
mod sandbox;
mod sandbox_counts;
mod schema;
#[cfg(feature = "web")]
mod search;
mod session;
mod stream;
mod table;
mod tasks;
mod terminal;
mod version;
mod waiting;
#[cfg(feature = "web")]
mod web_question;
#[cfg(feature = "web")]
mod web_tools;

use std::ffi::OsString;
use std::process::ExitCode;

use arguments::{Command, Shellgate};
use clap::Parser;
use clap::error::ErrorKind;
use exit::Exit;

/// Does what `arguments` ask for, the program's name first, and says how the process is to end.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = arguments.into_iter().collect::<Vec<_>>();
    let ahead = run::Ahead::if_asked(&arguments);
    let is_json = version::is_json(&arguments);
    let alone = one_command::read(&arguments).map(Ok);
    let asked = alone.unwrap_or_else(|| Shellgate::try_parse_from(arguments).map(|asked| asked.command));
    let asked = match asked {
        Ok(asked) => asked,
        Err(error) if is_json && error.kind() == ErrorKind::DisplayVersion => {
            return version::print().map_or_else(|failure| failure.report(None).into(), ExitCode::from);
        }
        Err(mut error) => {
            arguments::suggest_quotes(&mut error);
            // `--help` and `--version` come this way too, and go to standard output.
            let printed = terminal::quietly(error.print());
            // The exit code reports wrong usage too, which is all that is left where no message can be written.
            let code = if printed.is_ok() || error.use_stderr() {
                error.exit_code()
            } else {
                i32::from(Exit::Internal.code())
            };
            return u8::try_from(code).unwrap_or(Exit::Internal.code()).into();
        }
    };
    let json = asked.json();
    let done = match asked {
        Command::Check(asked) => check::check(&asked).map(ExitCode::from),
        Command::Run(asked) => run::run(&asked, ahead),
        Command::Hook(asked) => return hook::hook(&asked),
        #[cfg(feature = "mcp")]
        Command::Mcp(asked) => mcp::mcp(asked),
        #[cfg(not(feature = "mcp"))]
        Command::Mcp(_) => Err(failure::Failure::without_server()),
        #[cfg(feature = "web")]
        Command::Fetch(asked) => fetch::fetch(&asked).map(ExitCode::from),
        #[cfg(feature = "web")]
        Command::Search(asked) => search::search(&asked).map(ExitCode::from),
        #[cfg(not(feature = "web"))]
        Command::Fetch(_) | Command::Search(_) => Err(failure::Failure::without_web()),
        Command::Install(asked) => install::install(&asked).map(ExitCode::from),
        Command::Uninstall(asked) => install::uninstall(&asked).map(ExitCode::from),
        Command::Import(asked) => import::import(&asked).map(ExitCode::from),
        Command::Policy(asked) => policy::policy(&asked.of).map(ExitCode::from),
        #[cfg(unix)]
        Command::Sandbox(asked) => sandbox::sandbox(&asked),
        #[cfg(not(unix))]
        Command::Sandbox(_) => Err(failure::Failure::usage(
            "there is no sandbox for this system yet",
            "run it on Linux or macOS; on Windows, in WSL2",
        )),
        Command::Tasks(asked) => tasks::tasks(&asked),
        Command::Approvals(asked) => approvals::approvals(&asked),
        Command::Schema(asked) => schema::schema(&asked).map(ExitCode::from),
        Command::Table(asked) => table::check(&asked).map(ExitCode::from),
        Command::Explain(asked) => explain::explain(&asked).map(ExitCode::from),
        Command::Playground(asked) => playground::playground(&asked).map(ExitCode::from),
        Command::Doctor(asked) => doctor::doctor(&asked).map(ExitCode::from),
        Command::Completions(asked) => completions::completions(&asked).map(ExitCode::from),
        Command::Man(asked) => man::man(&asked).map(ExitCode::from),
    };
    done.unwrap_or_else(|failure| failure.report(json).into())
}
