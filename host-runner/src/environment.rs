//! The environment of a command: the caller's, without what changes the meaning of a command, and quiet.
//!
//! Owns the list of what goes and what is added. Sets nothing that a person could see in a result.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// What would make a shell, the dynamic linker or a pager execute something that is not in the command.
///
/// `bash(1)` (the shell's variables), `zsh(1)`
/// (ZDOTDIR), `less(1)` (LESSOPEN), `rg(1)` (its configuration can name a preprocessor).
const REMOVED: [&str; 22] = [
    "BASHOPTS",
    "BASH_COMPAT",
    "BASH_ENV",
    "BASH_LOADABLES_PATH",
    "BASH_XTRACEFD",
    "CDPATH",
    "ENV",
    "EXECIGNORE",
    "FIGNORE",
    "FPATH",
    "GLOBIGNORE",
    "GREP_OPTIONS",
    "IFS",
    "LESSCLOSE",
    "LESSOPEN",
    "POSIXLY_CORRECT",
    "PROMPT_COMMAND",
    "PS4",
    "RIPGREP_CONFIG_PATH",
    "SHELLOPTS",
    "SSH_ASKPASS",
    "ZDOTDIR",
];

/// Families of the same kind: the linker's, functions that bash imports.
const REMOVED_FAMILIES: [&str; 3] = ["LD_", "DYLD_", "BASH_FUNC_"];

/// Of git's variables only these say who someone is or how far to look; the others name programs, configuration,
/// repositories, or files to write (`git(1)`, environment variables).
const KEPT_OF_GIT: [&str; 3] = ["GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CEILING_DIRECTORIES"];

/// No pager, no editor, no question, no colour: nobody is at a terminal.
const QUIET: [(&str, &str); 9] = [
    ("PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_EDITOR", "true"),
    // `true` would accept a rebase's list as it stands; a sequence that nobody saw must stop instead.
    ("GIT_SEQUENCE_EDITOR", "false"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("NO_COLOR", "1"),
    ("TERM", "dumb"),
];

/// What keeps git from executing what a repository's configuration names.
const HARDENED_GIT: [(&str, &str); 3] =
    [("safe.bareRepository", "explicit"), ("core.fsmonitor", "false"), ("core.hooksPath", "/dev/null")];

/// What keeps npm from noting its own runs in the home directory and from asking its registry for a newer npm: `npm ls`
/// does both (npm's `config(7)`).
const QUIET_NPM: [(&str, &str); 2] = [("npm_config_logs_max", "0"), ("npm_config_update_notifier", "false")];

/// The environment for a command that starts in `cwd`, from the caller's.
///
/// `temp` becomes `TMPDIR`. A `read_only` command gets a git that takes no locks and executes nothing a repository
/// names, and an npm that keeps no log and asks for no newer one. Relative entries of `PATH` go: they would let the
/// working directory choose the program.
pub fn for_command(
    inherited: impl IntoIterator<Item = (OsString, OsString)>,
    cwd: &Path,
    temp: Option<&Path>,
    read_only: bool,
) -> Vec<(OsString, OsString)> {
    let mut environment = inherited.into_iter().filter(|(name, _)| is_kept(name)).collect::<Vec<_>>();
    for (_, value) in environment.iter_mut().filter(|(name, _)| name == "PATH") {
        let absolute = std::env::split_paths(value).filter(|entry| entry.is_absolute());
        if let Ok(path) = std::env::join_paths(absolute) {
            *value = path;
        }
    }
    let mut set = |name: &str, value: &OsStr| {
        environment.retain(|(known, _)| known != name);
        environment.push((name.into(), value.to_owned()));
    };
    for (name, value) in QUIET {
        set(name, value.as_ref());
    }
    set("PWD", cwd.as_os_str());
    if let Some(temp) = temp {
        set("TMPDIR", temp.as_os_str());
    }
    if read_only {
        for (name, value) in QUIET_NPM {
            set(name, value.as_ref());
        }
        set("GIT_OPTIONAL_LOCKS", "0".as_ref());
        set("GIT_CONFIG_COUNT", HARDENED_GIT.len().to_string().as_ref());
        for (index, (key, value)) in HARDENED_GIT.iter().enumerate() {
            set(&format!("GIT_CONFIG_KEY_{index}"), key.as_ref());
            set(&format!("GIT_CONFIG_VALUE_{index}"), value.as_ref());
        }
    }
    environment
}

fn is_kept(name: &OsStr) -> bool {
    // A name that is not text cannot be one of these.
    let Some(name) = name.to_str() else { return true };
    let in_family = |family: &&str| name.starts_with(*family);
    if name.starts_with("GIT_") {
        return KEPT_OF_GIT.iter().any(in_family);
    }
    !REMOVED.contains(&name) && !REMOVED_FAMILIES.iter().any(in_family)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(inherited: &[(&str, &str)], read_only: bool) -> Vec<(String, String)> {
        let inherited = inherited.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        for_command(inherited, Path::new("/repo"), Some(Path::new("/tmp/own")), read_only)
            .into_iter()
            .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()))
            .collect()
    }

    fn value<'a>(environment: &'a [(String, String)], name: &str) -> Option<&'a str> {
        environment.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    #[test]
    fn what_changes_the_meaning_of_a_command_does_not_reach_it() {
        let names = [
            "BASH_ENV",
            "ENV",
            "BASH_FUNC_ls%%",
            "LD_PRELOAD",
            "LD_AUDIT",
            "SHELLOPTS",
            "PS4",
            "IFS",
            "GIT_EXTERNAL_DIFF",
            "GIT_SSH_COMMAND",
            "GIT_DIR",
            "GIT_CONFIG_PARAMETERS",
            "GIT_TRACE",
            "LESSOPEN",
            "RIPGREP_CONFIG_PATH",
        ];
        for name in names {
            assert_eq!(value(&of(&[(name, "planted")], false), name), None, "{name}");
        }
    }

    #[test]
    fn the_rest_reaches_it_as_it_was() {
        for name in ["HOME", "LANG", "CARGO_HOME", "GIT_AUTHOR_NAME", "BASHFUL", "LDFLAGS"] {
            assert_eq!(value(&of(&[(name, "kept")], false), name), Some("kept"), "{name}");
        }
    }

    #[test]
    fn every_variable_is_set_once() {
        let environment = of(&[("TERM", "xterm"), ("PAGER", "less"), ("TMPDIR", "/tmp"), ("PWD", "/")], true);
        for (name, _) in &environment {
            assert_eq!(environment.iter().filter(|(other, _)| other == name).count(), 1, "{name}");
        }
        assert_eq!(value(&environment, "TMPDIR"), Some("/tmp/own"));
        assert_eq!(value(&environment, "GIT_CONFIG_COUNT"), Some("3"));
    }

    #[cfg(unix)]
    #[test]
    fn the_working_directory_does_not_choose_the_program() {
        let environment = of(&[("PATH", ".:/usr/bin::bin:/bin:")], false);
        assert_eq!(value(&environment, "PATH"), Some("/usr/bin:/bin"));
    }
}
