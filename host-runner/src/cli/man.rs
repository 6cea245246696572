//! `man`: prints or writes the pages of the manual, one for the program and one for each of its commands.
//!
//! Owns the form of a page and the names of the files. Its words are those of `--help`.

use std::fs;
use std::io;
use std::path::Path;

use clap::{Command, CommandFactory as _};
use clap_mangen::Man as Page;

use super::arguments::{Man, Shellgate};
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;

pub(super) fn man(asked: &Man) -> Result<Exit, Failure> {
    let mut program = Shellgate::command().disable_help_subcommand(true);
    program.build();
    if let Some(folder) = &asked.out {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        write(&program, folder)?;
        return Ok(Exit::Done);
    }
    let mut command = &program;
    for name in &asked.command {
        command = command.find_subcommand(name).ok_or_else(|| {
            Failure::usage(
                format!("`{}` has no command `{name}`", shown(command)),
                format!("`{} --help` lists the commands", shown(command)),
            )
        })?;
    }
    terminal::data(&String::from_utf8_lossy(&page(command)?))?;
    Ok(Exit::Done)
}

/// The page of `command`.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let source = concat!("shellgate ", env!("CARGO_PKG_VERSION"));
    Page::new(command.clone()).manual("Shellgate").source(source).render(&mut text)?;
    Ok(text)
}

/// Writes the page of `command` and those of its commands.
fn write(command: &Command, folder: &Path) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let file = folder.join(format!("{name}.1"));
    fs::write(&file, page(command)?).map_err(|error| unwritable(&file, &error))?;
    command.get_subcommands().filter(|inner| !inner.is_hide_set()).try_for_each(|inner| write(inner, folder))
}

/// The command as a person calls it: `shellgate tasks`.
fn shown(command: &Command) -> &str {
    command.get_bin_name().unwrap_or_else(|| command.get_name())
}

fn unwritable(place: &Path, error: &io::Error) -> Failure {
    Failure::Machine(
        format!("`{}` cannot be written: {error}", place.display()),
        "name a directory with `--out` that you can write to".to_owned(),
    )
}
