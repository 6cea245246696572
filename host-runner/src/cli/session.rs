//! A session from the environment of this process: the shell, its snapshot, the time limits.
//!
//! Owns the way from variables to a session. Reads no settings and decides nothing.

use std::path::Path;

use crate::launch::launcher_binary::own_binary;
use crate::plan::{Limits, Shell};
use crate::session::timeouts;
use crate::shell::directory::Directory;
use crate::shell::snapshot::{LIMIT, Taking, Telling};
use crate::shell::{SessionShell, TAKES_SNAPSHOTS};

use super::failure::Failure;

/// The shell of a command that starts in `cwd` and is read by `shell`; with the user's aliases and functions when
/// `snapshot` is set. If it `follows`, it knows afterwards in which directory the command ended.
pub(super) fn shell_around(
    cwd: &Path,
    shell: Shell,
    snapshot: bool,
    follows: bool,
) -> Result<SessionShell, Failure> {
    if snapshot && !TAKES_SNAPSHOTS {
        return Err(Failure::usage(
            "the aliases and functions of your shell cannot be read on this system",
            "leave out `--snapshot`",
        ));
    }
    let environment = std::env::vars_os().collect::<Vec<_>>();
    let around = SessionShell::new(&environment, cwd, Some(shell))
        .map_err(|error| Failure::usage(error.to_string(), ""))?;
    let around = if follows {
        // Where the caller's shell may go is the caller's to say.
        around.with_directory(Directory::new(cwd, [Path::new("/").to_owned()]))
    } else {
        around
    };
    Ok(match around.selected().filter(|_| snapshot) {
        Some(selected) => {
            let telling = Telling {
                launcher: own_binary(),
                selected: selected.clone(),
                environment: environment.clone(),
                limit: LIMIT,
            };
            around.with_snapshot(Taking::new(telling))
        }
        None => around,
    })
}

/// How long commands may run, from what the profile says and the environment changes.
pub(super) fn limits(profile: Limits) -> Result<Limits, Failure> {
    let environment = std::env::vars_os().collect::<Vec<_>>();
    timeouts::from_environment(profile, &environment).map_err(|error| Failure::usage(error.to_string(), ""))
}
