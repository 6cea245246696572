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
///
/// Neither an external diff nor a text conversion can be switched off here: an empty `diff.external` makes git stop,
/// and the conversions have names of their own. Those are left to the question what a repository's settings can start.
const HARDENED_GIT: [(&str, &str); 4] = [
    ("safe.bareRepository", "explicit"),
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("log.showSignature", "false"),
];

/// Whether what a repository's setting could start cannot be started in a read-only command's environment. `listed` are
/// all that were found, in the form of [`Facts::repository_programs`](policy_core::Facts::repository_programs).
pub(crate) fn switches_off(setting: &str, listed: &[String]) -> bool {
    match setting.strip_prefix("submodules/").unwrap_or(setting) {
        // HARDENED_GIT, and GIT_PAGER, which comes before every setting.
        "core.fsmonitor" | "hooks/post-index-change" | "log.showsignature" | "core.pager" => true,
        // GIT_NO_LAZY_FETCH; a git before 2.45 does not know it, but it could only connect, and that is refused.
        name if is_promisor(name) => !listed.iter().any(|other| is_transport(other)),
        // Without `log.showSignature` only a format or a sort key asks for signatures, and it would be listed.
        name => name.starts_with("gpg.") || name.starts_with("pager."),
    }
}

/// Whether a setting of this name makes git fetch what is missing.
fn is_promisor(name: &str) -> bool {
    name == "extensions.partialclone" || name.starts_with("remote.") && name.ends_with(".promisor")
}

/// Whether a setting of this name could name a program for fetching.
fn is_transport(name: &str) -> bool {
    ["core.", "credential.", "protocol.", "remote."].iter().any(|section| name.starts_with(section))
        && !is_promisor(name)
        && !matches!(name, "core.fsmonitor" | "core.pager")
}

/// What keeps npm from noting its own runs in the home directory and from asking its registry for a newer npm: `npm ls`
/// does both (npm's `config(7)`).
const QUIET_NPM: [(&str, &str); 2] = [("npm_config_logs_max", "0"), ("npm_config_update_notifier", "false")];

/// The environment for a command that starts in `cwd`, from the caller's.
///
/// `temp` becomes `TMPDIR`. A `read_only` command gets a git that takes no locks, fetches nothing that is missing, and
/// starts nothing of what [`switches_off`] names, and an npm that keeps no log and asks for no newer one. Relative entries of `PATH` go: they would let the
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
        set("GIT_NO_LAZY_FETCH", "1".as_ref());
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
        assert_eq!(value(&environment, "GIT_CONFIG_COUNT"), Some("4"));
    }

    #[test]
    fn what_the_environment_switches_off_is_told_from_what_it_cannot() {
        let listed = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (setting, others, off) in [
            ("core.fsmonitor", &[][..], true),
            ("submodules/core.fsmonitor", &[], true),
            ("hooks/post-index-change", &[], true),
            ("hook.x.command", &[], false),
            ("pager.log", &[], true),
            ("gpg.program", &[], true),
            ("diff.external", &[], false),
            ("submodules/diff.x.textconv", &[], false),
            ("remote.a.promisor", &["remote.a.promisor", "core.pager"], true),
            ("remote.a.promisor", &["core.sshcommand"], false),
            ("extensions.partialclone", &["remote.a.uploadpack"], false),
            ("pretty.x", &["gpg.program"], false),
            ("*", &[], false),
        ] {
            assert_eq!(switches_off(setting, &listed(others)), off, "{setting} with {others:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_working_directory_does_not_choose_the_program() {
        let environment = of(&[("PATH", ".:/usr/bin::bin:/bin:")], false);
        assert_eq!(value(&environment, "PATH"), Some("/usr/bin:/bin"));
    }
}
