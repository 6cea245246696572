//! The shell on Windows.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::select::{SelectError, Selected, is_program};
use super::windows::{self, WindowsPlaces, start};
use crate::plan::Shell;
use crate::system::paths::native;

/// Whether the aliases and functions of the user can be read: a `PATH` of MSYS2 is none of Windows.
pub(crate) const TAKES_SNAPSHOTS: bool = false;

/// The shell for a session; see [`windows::select`].
pub(crate) fn selected(
    environment: &[(OsString, OsString)],
    cwd: Option<&Path>,
    asked: Option<Shell>,
) -> Result<Selected, SelectError> {
    // Names of variables have no case here.
    let value = |wanted: &str| {
        let found = environment.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
        found.and_then(|(_, value)| value.to_str()).filter(|value| !value.is_empty())
    };
    let path = value("PATH").map(std::env::split_paths).into_iter().flatten();
    // Who writes in the working directory does not choose the shell.
    let path = path.filter(|directory| !cwd.is_some_and(|cwd| directory.starts_with(cwd)));
    let path = path.filter_map(|directory| directory.to_str().map(str::to_owned)).collect::<Vec<_>>();
    let programs = |variable: &str| value(variable).map(str::to_owned);
    let own = value("LOCALAPPDATA").map(|own| format!(r"{own}\Programs"));
    let roots =
        ["ProgramFiles", "ProgramW6432", "ProgramFiles(x86)"].into_iter().filter_map(programs).chain(own);
    let is_bash =
        |chosen: &&str| chosen.to_ascii_lowercase().trim_end_matches(".exe").ends_with(Shell::Bash.name());
    let chosen = || value(super::select::CHOSEN).filter(is_bash);
    let places = WindowsPlaces {
        bash: value(windows::CHOSEN)
            .or_else(chosen)
            .map(|chosen| native(chosen).to_string_lossy().into_owned()),
        path,
        roots: roots.collect(),
    };
    let (shell, program) = windows::select(&places, asked, |program| is_program(Path::new(program)))?;
    Ok(Selected { shell, program: PathBuf::from(program) })
}

/// The program of `shell` for a session that has settled on none.
///
/// # Errors
/// It is not installed.
pub(crate) fn plain(
    shell: Shell,
    environment: &[(OsString, OsString)],
    cwd: &Path,
) -> Result<PathBuf, SelectError> {
    selected(environment, Some(cwd), Some(shell)).map(|selected| selected.program)
}

/// The program that reads the line of a hook, and how it runs the line: the bash of Git, never `cmd.exe`.
///
/// # Errors
/// There is none, or the line is too long.
pub(crate) fn for_hook(line: &str) -> Result<(PathBuf, Invocation), String> {
    let environment = std::env::vars_os().collect::<Vec<_>>();
    let selected = selected(&environment, None, Some(Shell::Bash)).map_err(|error| error.to_string())?;
    let invocation = invocation(selected.shell, line).map_err(|error| error.to_string())?;
    Ok((selected.program, invocation))
}

/// How a shell is started so that it runs one text: its arguments, its name first, and what its environment has for it.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub(crate) arguments: Vec<OsString>,
    pub(crate) variables: Vec<(OsString, OsString)>,
}

/// How `shell` runs `text` and nothing else; see [`start`].
///
/// # Errors
/// The text is longer than what Windows passes on.
pub(crate) fn invocation(shell: Shell, text: &str) -> io::Result<Invocation> {
    let start = start(shell, text)
        .map_err(|error| io::Error::new(io::ErrorKind::ArgumentListTooLong, error.to_string()))?;
    let pair = |(name, value): (&str, String)| (OsString::from(name), OsString::from(value));
    Ok(Invocation {
        arguments: start.arguments.into_iter().map(OsString::from).collect(),
        variables: start.variable.map(pair).into_iter().collect(),
    })
}
