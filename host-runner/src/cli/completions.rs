//! `completions`: prints the completion of the command line for a shell.
//!
//! Owns the printing. What is completed comes from the arguments.

use clap::CommandFactory as _;

use super::arguments::{Completions, Shellgate};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;

pub(super) fn completions(asked: &Completions) -> Result<Exit, Failure> {
    let mut command = Shellgate::command();
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(asked.shell, &mut command, name, &mut script);
    terminal::data(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
