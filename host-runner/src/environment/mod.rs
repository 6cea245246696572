//! The environment of a command: listed variables of the caller, variables that a setting adds, and quiet defaults.
//!
//! Owns what goes in, and whether a text holds a secret of the caller. A secret reaches a command only when a setting names it in full; a variable that changes the
//! meaning of a command never does. Sets nothing that shows in a result.

mod git;
mod offline;
mod secrets;
mod variable_lists;

use std::ffi::{OsStr, OsString};
use std::path::Path;

use policy_core::commands::looks_secret;
use policy_core::policy::EnvironmentSettings;

use crate::system::environment::{in_lists, is_same};
use crate::system::files::TEMPORARY_VARIABLES;

pub(crate) use git::switches_off;
pub(crate) use offline::give_up_at_once;
pub use secrets::Secrets;

/// The variable with the directories of programs.
const PATH: &str = "PATH";

/// No pager, no editor, no question, no colour: nobody is at a terminal.
const QUIET: [(&str, &str); 17] = [
    ("PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("GIT_EDITOR", "true"),
    // `true` would accept a rebase's list unchanged; a sequence that nobody saw must stop instead.
    ("GIT_SEQUENCE_EDITOR", "false"),
    ("DEBIAN_FRONTEND", "noninteractive"),
    ("GIT_MERGE_AUTOEDIT", "no"),
    ("GCM_INTERACTIVE", "never"),
    ("SSH_ASKPASS_REQUIRE", "never"),
    ("SYSTEMD_PAGER", "cat"),
    ("GH_PAGER", "cat"),
    ("AWS_PAGER", ""),
    ("PIP_NO_INPUT", "1"),
    ("NO_COLOR", "1"),
    ("TERM", "dumb"),
    // By this a program knows that an agent runs it.
    ("CLAUDECODE", "1"),
];

/// What keeps npm from noting its own runs in the home directory and from asking its registry for a newer npm: `npm ls`
/// does both (npm's `config(7)`).
const QUIET_NPM: [(&str, &str); 2] = [("npm_config_logs_max", "0"), ("npm_config_update_notifier", "false")];

/// Whether the settings file with this name changes nothing in the environment of a read-only command: there go runs no
/// other toolchain than its own, whatever `go.mod` says (go help environment, `GOTOOLCHAIN`).
pub(crate) fn makes_harmless(settings_file: &str) -> bool {
    matches!(settings_file, "go.mod" | "go.work")
}

/// Whether no secret reaches a command: none is passed on by its full name, and none is set.
pub(crate) fn is_cleaned(settings: &EnvironmentSettings) -> bool {
    let passes = settings.pass.iter().any(|name| !name.ends_with('*') && looks_secret(name));
    !passes && !settings.set.iter().any(|(name, _)| looks_secret(name))
}

/// The environment for a command that starts in `cwd`, from the caller's and the `settings`.
///
/// Of what is inherited, the command gets what is listed and what the settings pass on, of these no secret unless it is
/// named in full, and nothing that the settings hide. `temp` becomes `TMPDIR`, and the place of zsh's here-documents. A `read_only` command gets a git that
/// takes no locks, fetches nothing that is missing, and starts nothing of what [`switches_off`] names, an npm that keeps
/// no log and asks for no newer one, no variable that an interpreter takes for an order, and the caller's own `PATH`.
/// Relative entries of `PATH` go: they would let the working directory choose the program.
pub fn for_command(
    inherited: impl IntoIterator<Item = (OsString, OsString)>,
    settings: &EnvironmentSettings,
    cwd: &Path,
    temp: Option<&Path>,
    read_only: bool,
) -> Vec<(OsString, OsString)> {
    let may_reach = |name: &str| {
        let is_hidden = settings.hide.iter().any(|hidden| in_lists(hidden) == name);
        !(is_hidden || variable_lists::is_never_passed(name) || read_only && variable_lists::is_order(name))
    };
    let is_wanted = |name: &str| {
        let is_secret = looks_secret(name);
        variable_lists::is_listed(name) && !is_secret
            || settings.pass.iter().any(|passed| match passed.strip_suffix('*') {
                Some(family) => !is_secret && name.starts_with(&in_lists(family)),
                None => in_lists(passed) == name,
            })
    };
    let text = |(name, _): &(OsString, OsString)| name.to_str().map(in_lists);
    let mut environment = inherited
        .into_iter()
        .filter(|variable| text(variable).is_some_and(|name| may_reach(&name) && is_wanted(&name)))
        .map(|(name, value)| if is_same(&name, PATH.as_ref()) { (PATH.into(), value) } else { (name, value) })
        .collect::<Vec<_>>();
    // What is proven is about the programs that the user has, not about those that a project's settings put in front.
    let is_set =
        |name: &str| may_reach(&in_lists(name)) && !(read_only && is_same(name.as_ref(), PATH.as_ref()));
    for (name, value) in settings.set.iter().filter(|(name, _)| is_set(name)) {
        environment.retain(|(known, _)| !is_same(known, name.as_ref()));
        environment.push((name.into(), value.into()));
    }
    for (_, value) in environment.iter_mut().filter(|(name, _)| name == PATH) {
        let absolute = std::env::split_paths(value).filter(|entry| entry.is_absolute());
        if let Ok(path) = std::env::join_paths(absolute) {
            *value = path;
        }
    }
    let mut set = |name: &str, value: &OsStr| {
        environment.retain(|(known, _)| !is_same(known, name.as_ref()));
        environment.push((name.into(), value.to_owned()));
    };
    for (name, value) in QUIET {
        set(name, value.as_ref());
    }
    set("PWD", cwd.as_os_str());
    if let Some(temp) = temp {
        for name in TEMPORARY_VARIABLES {
            set(name, temp.as_os_str());
        }
        // zsh knows no other way to the place of its here-documents (`zshparam(1)`).
        set("TMPPREFIX", temp.join("here-document-").as_os_str());
    }
    if read_only {
        for (name, value) in QUIET_NPM {
            set(name, value.as_ref());
        }
        set("GOTOOLCHAIN", "local".as_ref());
        set("GIT_OPTIONAL_LOCKS", "0".as_ref());
        set("GIT_NO_LAZY_FETCH", "1".as_ref());
        set("GIT_CONFIG_COUNT", git::HARDENED.len().to_string().as_ref());
        for (index, (key, value)) in git::HARDENED.iter().enumerate() {
            set(&format!("GIT_CONFIG_KEY_{index}"), key.as_ref());
            set(&format!("GIT_CONFIG_VALUE_{index}"), value.as_ref());
        }
    }
    environment
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(
        settings: &EnvironmentSettings,
        inherited: &[(&str, &str)],
        read_only: bool,
    ) -> Vec<(String, String)> {
        let inherited = inherited.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        for_command(inherited, settings, Path::new("/repo"), Some(Path::new("/tmp/own")), read_only)
            .into_iter()
            .map(|(name, value)| (name.to_string_lossy().into_owned(), value.to_string_lossy().into_owned()))
            .collect()
    }

    fn value<'a>(environment: &'a [(String, String)], name: &str) -> Option<&'a str> {
        environment.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn settings(set: &[(&str, &str)], pass: &[&str], hide: &[&str]) -> EnvironmentSettings {
        let texts = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
        EnvironmentSettings {
            set: set.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            pass: texts(pass),
            hide: texts(hide),
        }
    }

    #[test]
    fn what_only_reads_is_looked_up_on_the_callers_own_path() {
        let set = settings(&[("PATH", "/repo/bin")], &[], &[]);
        for (read_only, expected) in [(true, "/usr/bin"), (false, "/repo/bin")] {
            assert_eq!(value(&given(&set, &[("PATH", "/usr/bin")], read_only), "PATH"), Some(expected));
        }
    }

    #[test]
    fn what_changes_the_meaning_of_a_command_does_not_reach_it_whatever_a_setting_says() {
        let names = [
            "BASH_ENV",
            "ENV",
            "BASH_FUNC_ls%%",
            "LD_PRELOAD",
            "LD_AUDIT",
            "DYLD_INSERT_LIBRARIES",
            "SHELLOPTS",
            "PS4",
            "IFS",
            "CDPATH",
            "GIT_EXTERNAL_DIFF",
            "GIT_SSH_COMMAND",
            "GIT_DIR",
            "GIT_CONFIG_PARAMETERS",
            "GIT_CONFIG_KEY_7",
            "GIT_TRACE",
            "LESSOPEN",
            "RIPGREP_CONFIG_PATH",
            "ZDOTDIR",
        ];
        for name in names {
            let settings = settings(&[(name, "planted")], &[name, "*"], &[]);
            assert_eq!(value(&given(&settings, &[(name, "planted")], false), name), None, "{name}");
        }
    }

    #[test]
    fn a_variable_reaches_a_command_when_it_is_listed_or_a_setting_names_it() {
        let listed = settings(&[], &[], &[]);
        let passing = settings(&[], &["MY_*", "DATABASE_URL", "NODE_OPTIONS", "GH_TOKEN"], &[]);
        let hiding =
            settings(&[("SHOWN", "set"), ("GONE", "set")], &["GH_TOKEN"], &["GH_TOKEN", "HOME", "GONE"]);
        let setting = settings(
            &[("NEW", "set"), ("LANG", "set"), ("API_KEY", "set"), ("NODE_OPTIONS", "set")],
            &[],
            &[],
        );
        for (settings, name, read_only, expected) in [
            (&listed, "HOME", false, Some("own")),
            (&listed, "LC_ALL", true, Some("own")),
            (&listed, "XDG_CONFIG_HOME", true, Some("own")),
            (&listed, "CARGO_HOME", false, Some("own")),
            (&listed, "GIT_AUTHOR_NAME", false, Some("own")),
            (&listed, "LDFLAGS", false, Some("own")),
            (&listed, "BASHFUL", false, None),
            (&listed, "GITHUB_TOKEN", false, None),
            (&listed, "AWS_SECRET_ACCESS_KEY", false, None),
            (&listed, "XDG_API_KEY", false, None),
            (&listed, "SSH_AUTH_SOCK", false, None),
            (&listed, "DATABASE_URL", false, None),
            (&listed, "NODE_OPTIONS", false, None),
            (&passing, "MY_NAME", true, Some("own")),
            (&passing, "MYNAME", false, None),
            // A family never holds a secret, a name in full may be one.
            (&passing, "MY_API_KEY", false, None),
            (&passing, "DATABASE_URL", true, Some("own")),
            (&passing, "GH_TOKEN", false, Some("own")),
            // What is proven is about the program alone.
            (&passing, "NODE_OPTIONS", false, Some("own")),
            (&passing, "NODE_OPTIONS", true, None),
            (&hiding, "HOME", false, None),
            (&hiding, "GH_TOKEN", false, None),
            (&hiding, "SHOWN", false, Some("set")),
            (&hiding, "GONE", false, None),
            (&setting, "NEW", true, Some("set")),
            (&setting, "LANG", true, Some("set")),
            (&setting, "API_KEY", false, Some("set")),
            (&setting, "NODE_OPTIONS", false, Some("set")),
            (&setting, "NODE_OPTIONS", true, None),
        ] {
            let environment = given(settings, &[(name, "own")], read_only);
            assert_eq!(value(&environment, name), expected, "{name} {read_only} {settings:?}");
        }
    }

    #[test]
    fn nobody_is_asked_and_nothing_is_paged() {
        let settings = settings(&[("PAGER", "less"), ("CLAUDECODE", "0")], &["*"], &[]);
        for read_only in [false, true] {
            let environment =
                given(&settings, &[("PAGER", "less"), ("TERM", "xterm"), ("GIT_EDITOR", "vi")], read_only);
            for (name, quiet) in [
                ("PAGER", "cat"),
                ("GIT_PAGER", "cat"),
                ("GIT_EDITOR", "true"),
                ("GIT_SEQUENCE_EDITOR", "false"),
                ("GIT_TERMINAL_PROMPT", "0"),
                ("DEBIAN_FRONTEND", "noninteractive"),
                ("NO_COLOR", "1"),
                ("TERM", "dumb"),
                ("CLAUDECODE", "1"),
            ] {
                assert_eq!(value(&environment, name), Some(quiet), "{name}");
            }
            let locks = read_only.then_some("0");
            assert_eq!(value(&environment, "GIT_OPTIONAL_LOCKS"), locks);
        }
    }

    #[test]
    fn every_variable_is_set_once() {
        let settings = settings(&[("LANG", "C"), ("TMPDIR", "/x")], &["*"], &[]);
        let inherited =
            [("TERM", "xterm"), ("PAGER", "less"), ("TMPDIR", "/tmp"), ("PWD", "/"), ("LANG", "de")];
        let environment = given(&settings, &inherited, true);
        for (name, _) in &environment {
            assert_eq!(environment.iter().filter(|(other, _)| other == name).count(), 1, "{name}");
        }
        for (name, expected) in
            [("TMPDIR", "/tmp/own"), ("PWD", "/repo"), ("LANG", "C"), ("GIT_CONFIG_COUNT", "4")]
        {
            assert_eq!(value(&environment, name), Some(expected));
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_working_directory_does_not_choose_the_program() {
        for settings in [settings(&[], &[], &[]), settings(&[("PATH", ".:/usr/bin:bin:/bin")], &[], &[])] {
            let environment = given(&settings, &[("PATH", ".:/usr/bin::bin:/bin:")], false);
            assert_eq!(value(&environment, "PATH"), Some("/usr/bin:/bin"));
        }
    }
}
