//! The shell on Unix.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

use super::select::{SelectError, Selected, Wishes, is_program, select};
use crate::plan::Shell;

/// The shell that every system of this kind has.
const SYSTEM_SHELL: &str = "/bin/sh";

/// Whether the aliases and functions of the user can be read.
pub(crate) const TAKES_SNAPSHOTS: bool = true;

/// The shell for a session; see [`select`].
pub(crate) fn selected(
    environment: &[(OsString, OsString)],
    cwd: Option<&Path>,
    asked: Option<Shell>,
) -> Result<Selected, SelectError> {
    select(&Wishes::of(environment, cwd), asked, is_program)
}

/// The program of `shell` for a session that has settled on none. The system's own comes first: a directory of `PATH` may
/// belong to anybody.
///
/// # Errors
/// It is not installed.
pub(crate) fn plain(
    shell: Shell,
    environment: &[(OsString, OsString)],
    _cwd: &Path,
) -> Result<PathBuf, SelectError> {
    let path = environment.iter().find(|(name, _)| name == "PATH").map(|(_, value)| value.clone());
    let listed = path.iter().flat_map(std::env::split_paths).collect::<Vec<_>>();
    ["/bin", "/usr/bin"]
        .map(PathBuf::from)
        .into_iter()
        .chain(listed)
        .map(|directory| directory.join(shell.name()))
        .find(|program| program.is_file())
        .ok_or(SelectError::NotFound(shell.name()))
}

/// The program that reads the line of a hook, and how it runs the line.
///
/// # Errors
/// There is none.
#[expect(clippy::unnecessary_wraps, reason = "other systems may have none")]
pub(crate) fn for_hook(line: &str) -> Result<(PathBuf, Invocation), String> {
    let arguments = [SYSTEM_SHELL, "-c", line].map(OsString::from).to_vec();
    Ok((PathBuf::from(SYSTEM_SHELL), Invocation { arguments, variables: Vec::new() }))
}

/// How a shell is started so that it runs one text: its arguments, its name first, and what its environment has for it.
#[derive(Debug)]
pub(crate) struct Invocation {
    pub(crate) arguments: Vec<OsString>,
    pub(crate) variables: Vec<(OsString, OsString)>,
}

/// How `shell` runs `text` and nothing else: it is an argument.
///
/// # Errors
/// Never.
#[expect(clippy::unnecessary_wraps, reason = "other systems cannot pass every text on")]
pub(crate) fn invocation(shell: Shell, text: &str) -> io::Result<Invocation> {
    let arguments = shell.arguments(text).into_iter().map(OsString::from).collect();
    Ok(Invocation { arguments, variables: Vec::new() })
}
