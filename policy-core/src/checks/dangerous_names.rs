//! Variables that change what the shell or a program executes, each with what it sets.
//!
//! Owns the names only. Sources: bash(1) "Shell Variables", zshparam(1), ld.so(8), git(1) "ENVIRONMENT VARIABLES",
//! less(1), man(1), python(1), perlrun(1), ruby(1), node(1), the Cargo book, `go help environment`.

use crate::script::{Dialect, Shell};

/// Exact names, sorted by byte.
const NAMES: &[(&str, &str)] = &[
    ("AR", "a program that other programs start"),
    ("AS", "a program that other programs start"),
    ("BASHOPTS", "code that a shell runs"),
    ("BASH_ALIASES", "code that a shell runs"),
    ("BASH_ARGV0", "code that a shell runs"),
    ("BASH_CMDS", "code that a shell runs"),
    ("BASH_ENV", "code that a shell runs"),
    ("BASH_LOADABLES_PATH", "code that a shell runs"),
    ("BASH_XTRACEFD", "a file that the shell writes"),
    ("BAT_PAGER", "a program that other programs start"),
    ("BROWSER", "a program that other programs start"),
    ("BUNDLE_GEMFILE", "where programs look for code"),
    ("CARGO", "a program that other programs start"),
    ("CARGO_ENCODED_RUSTFLAGS", "options that a program adds to its own"),
    ("CARGO_HOME", "where programs look for settings"),
    ("CC", "a program that other programs start"),
    ("CDPATH", "where programs are looked for"),
    ("CGO_CFLAGS", "options that a program adds to its own"),
    ("CGO_LDFLAGS", "options that a program adds to its own"),
    ("CLASSPATH", "where programs look for code"),
    ("CPP", "a program that other programs start"),
    ("CURL_HOME", "where programs look for settings"),
    ("CVS_RSH", "a program that other programs start"),
    ("CXX", "a program that other programs start"),
    ("DELTA_PAGER", "a program that other programs start"),
    ("DIRSTACK", "where programs are looked for"),
    ("DOCKER_CONFIG", "where programs look for settings"),
    ("DOCKER_CONTEXT", "where programs look for settings"),
    ("DOCKER_HOST", "where programs look for settings"),
    ("DOTNET_ADDITIONAL_DEPS", "where programs look for code"),
    ("DOTNET_STARTUP_HOOKS", "where programs look for code"),
    ("EDITOR", "a program that other programs start"),
    ("EMACSLOADPATH", "where programs look for code"),
    ("ENV", "code that a shell runs"),
    ("EXECIGNORE", "where programs are looked for"),
    ("EXINIT", "where programs look for code"),
    ("FCEDIT", "a program that other programs start"),
    ("FPATH", "where programs are looked for"),
    ("FZF_DEFAULT_COMMAND", "a program that other programs start"),
    ("FZF_DEFAULT_OPTS", "options that a program adds to its own"),
    ("GCONV_PATH", "where programs look for code"),
    ("GEM_HOME", "where programs look for code"),
    ("GEM_PATH", "where programs look for code"),
    ("GLIBC_TUNABLES", "options that a program adds to its own"),
    ("GLOBIGNORE", "how the shell splits and matches words"),
    ("GOENV", "where programs look for code"),
    ("GOFLAGS", "options that a program adds to its own"),
    ("GOPROXY", "where programs look for code"),
    ("GOROOT", "where programs look for code"),
    ("GOTOOLCHAIN", "where programs look for code"),
    ("GRADLE_OPTS", "options that a program adds to its own"),
    ("GREP_OPTIONS", "options that a program adds to its own"),
    ("GZIP", "options that a program adds to its own"),
    ("HGEDITOR", "a program that other programs start"),
    ("HGRCPATH", "where programs look for settings"),
    ("HISTFILE", "a file that the shell writes"),
    ("HOME", "where programs look for settings"),
    ("HOSTALIASES", "where programs look for settings"),
    ("IFS", "how the shell splits and matches words"),
    ("INPUTRC", "where programs look for settings"),
    ("JAVA_OPTS", "options that a program adds to its own"),
    ("JAVA_TOOL_OPTIONS", "options that a program adds to its own"),
    ("JDK_JAVA_OPTIONS", "options that a program adds to its own"),
    ("KUBECONFIG", "where programs look for settings"),
    ("LD", "a program that other programs start"),
    ("LESS", "a program that other programs start"),
    ("LESSCLOSE", "a program that other programs start"),
    ("LESSEDIT", "a program that other programs start"),
    ("LESSKEY", "a program that other programs start"),
    ("LESSOPEN", "a program that other programs start"),
    ("LOCPATH", "where programs look for code"),
    ("MAKE", "a program that other programs start"),
    ("MAKEFLAGS", "options that a program adds to its own"),
    ("MANOPT", "a program that other programs start"),
    ("MANPAGER", "a program that other programs start"),
    ("MANPATH", "where programs are looked for"),
    ("MAVEN_OPTS", "options that a program adds to its own"),
    ("MFLAGS", "options that a program adds to its own"),
    ("MODULE_PATH", "where programs are looked for"),
    ("MORE", "a program that other programs start"),
    ("MYVIMRC", "where programs look for code"),
    ("NLSPATH", "where programs look for code"),
    ("NODE_OPTIONS", "options that a program adds to its own"),
    ("NODE_PATH", "where programs look for code"),
    ("NULLCMD", "code that a shell runs"),
    ("OLDPWD", "where programs are looked for"),
    ("OPENSSL_CONF", "where programs look for code"),
    ("OPENSSL_ENGINES", "where programs look for code"),
    ("OPENSSL_MODULES", "where programs look for code"),
    ("PAGER", "a program that other programs start"),
    ("PATH", "where programs are looked for"),
    ("PERLLIB", "where programs look for code"),
    ("PERL_MM_OPT", "options that a program adds to its own"),
    ("PHPRC", "where programs look for code"),
    ("PHP_INI_SCAN_DIR", "where programs look for code"),
    ("PKG_CONFIG", "a program that other programs start"),
    ("PKG_CONFIG_PATH", "where programs look for settings"),
    ("POSIXLY_CORRECT", "how the shell splits and matches words"),
    ("PROMPT_COMMAND", "code that a shell runs"),
    ("PS0", "code that a shell runs"),
    ("PS1", "code that a shell runs"),
    ("PS2", "code that a shell runs"),
    ("PS3", "code that a shell runs"),
    ("PS4", "code that a shell runs"),
    ("PWD", "where programs are looked for"),
    ("READNULLCMD", "code that a shell runs"),
    ("RIPGREP_CONFIG_PATH", "where programs look for settings"),
    ("RSYNC_RSH", "a program that other programs start"),
    ("RUBYLIB", "where programs look for code"),
    ("RUBYOPT", "where programs look for code"),
    ("RUBYSHELL", "where programs look for code"),
    ("RUSTC", "a program that other programs start"),
    ("RUSTC_WORKSPACE_WRAPPER", "a program that other programs start"),
    ("RUSTC_WRAPPER", "a program that other programs start"),
    ("RUSTDOC", "a program that other programs start"),
    ("RUSTDOCFLAGS", "options that a program adds to its own"),
    ("RUSTFLAGS", "options that a program adds to its own"),
    ("SCREENRC", "where programs look for settings"),
    ("SHELL", "code that a shell runs"),
    ("SHELLOPTS", "code that a shell runs"),
    ("SSH_ASKPASS", "a program that other programs start"),
    ("SSH_AUTH_SOCK", "where programs look for settings"),
    ("SUDO_ASKPASS", "a program that other programs start"),
    ("SUDO_EDITOR", "a program that other programs start"),
    ("SVN_EDITOR", "a program that other programs start"),
    ("SVN_SSH", "a program that other programs start"),
    ("SYSTEMD_PAGER", "a program that other programs start"),
    ("TAR_OPTIONS", "options that a program adds to its own"),
    ("TERMCAP", "where programs look for settings"),
    ("TERMINFO", "where programs look for settings"),
    ("TERMINFO_DIRS", "where programs look for settings"),
    ("UNZIP", "options that a program adds to its own"),
    ("VIMINIT", "where programs look for code"),
    ("VISUAL", "a program that other programs start"),
    ("WGETRC", "where programs look for settings"),
    ("XDG_CONFIG_DIRS", "where programs look for settings"),
    ("XDG_CONFIG_HOME", "where programs look for settings"),
    ("XDG_DATA_DIRS", "where programs look for settings"),
    ("XDG_DATA_HOME", "where programs look for settings"),
    ("XZ_DEFAULTS", "options that a program adds to its own"),
    ("XZ_OPT", "options that a program adds to its own"),
    ("ZDOTDIR", "code that a shell runs"),
    ("ZIPOPT", "options that a program adds to its own"),
    ("_JAVA_OPTIONS", "options that a program adds to its own"),
    ("cdpath", "where programs are looked for"),
    ("fpath", "where programs are looked for"),
    ("module_path", "where programs are looked for"),
    ("path", "where programs are looked for"),
];

/// Beginnings of names.
const PREFIXES: &[(&str, &str)] = &[
    ("ANSIBLE_", "where programs look for code"),
    ("BASH_FUNC_", "code that a shell runs"),
    ("CARGO_ALIAS_", "a program that other programs start"),
    ("CARGO_BUILD_", "a program that other programs start"),
    ("CARGO_TARGET_", "a program that other programs start"),
    ("DYLD_", "a library that every program loads"),
    ("GIT_", "how git finds its programs and repositories"),
    ("LD_", "a library that every program loads"),
    ("LUA_", "where programs look for code"),
    ("NPM_CONFIG_", "where programs look for settings"),
    ("PERL5", "where programs look for code"),
    ("PYTHON", "where programs look for code"),
    ("npm_config_", "where programs look for settings"),
];

/// Names with such a beginning that only hold a number, a date, a switch or a place for results. Sorted.
const HARMLESS: &[&str] = &[
    "CARGO_BUILD_JOBS",
    "CARGO_TARGET_DIR",
    "GIT_AUTHOR_DATE",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_NAME",
    "GIT_COMMITTER_DATE",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_LITERAL_PATHSPECS",
    "GIT_OPTIONAL_LOCKS",
    "GIT_TERMINAL_PROMPT",
    "PYTHONASYNCIODEBUG",
    "PYTHONDEVMODE",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONFAULTHANDLER",
    "PYTHONHASHSEED",
    "PYTHONIOENCODING",
    "PYTHONNOUSERSITE",
    "PYTHONSAFEPATH",
    "PYTHONTRACEMALLOC",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
];

/// Settings whose value starts nothing new: agents turn pagers and editors off with them.
const OFF: &[(&str, &[&str])] = &[
    ("EDITOR", &["true", ":"]),
    ("GIT_EDITOR", &["true", ":"]),
    ("GIT_PAGER", &["", "cat"]),
    ("GIT_SEQUENCE_EDITOR", &["true", ":"]),
    ("GIT_TRACE", &["0", "1", "2", "true", "false"]),
    ("MANPAGER", &["", "cat"]),
    ("PAGER", &["", "cat"]),
    ("SYSTEMD_PAGER", &["", "cat"]),
    ("VISUAL", &["true", ":"]),
];

/// What the variable `name` sets, when that decides what is executed.
pub(super) fn danger(name: &str) -> Option<&'static str> {
    if let Ok(at) = NAMES.binary_search_by(|(known, _)| (*known).cmp(name)) {
        return NAMES.get(at).map(|(_, sets)| *sets);
    }
    let (_, sets) = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix))?;
    HARMLESS.binary_search(&name).is_err().then_some(*sets)
}

/// Whether another shell than `shell` obeys `name`, such as the arrays that zsh ties to variables in capitals.
pub(super) fn means_nothing_to(shell: &Shell, name: &str) -> bool {
    !shell.obeys(name) && Dialect::POSIX.iter().any(|other| other.shell().obeys(name))
}

/// Whether setting `name` to `value` only turns a pager or an editor off.
pub(super) fn turns_off(name: &str, value: &str) -> bool {
    OFF.iter().any(|(known, values)| *known == name && values.contains(&value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;

    fn is_script_variable(name: &str) -> bool {
        commands::is_script_variable(Dialect::Bash.shell(), name)
    }

    #[test]
    fn the_tables_are_sorted() {
        assert!(NAMES.is_sorted_by(|(before, _), (after, _)| before < after));
        assert!(HARMLESS.is_sorted_by(|before, after| before < after));
    }

    #[test]
    fn exact_names_are_no_prefixes() {
        for name in ["PATHS", "MY_PATH", "IFSX", "HOMEPAGE", "RUST_BACKTRACE", "FOO", "CI", "NO_COLOR"] {
            assert_eq!(danger(name), None, "{name}");
        }
        for name in ["PATH", "LD_PRELOAD", "GIT_DIR", "PYTHONPATH", "BASH_FUNC_ls%%", "PERL5OPT"] {
            assert!(danger(name).is_some(), "{name}");
        }
    }

    #[test]
    fn no_name_in_capitals_is_taken_for_a_variable_of_the_script() {
        for (name, _) in NAMES.iter().filter(|(name, _)| name.bytes().any(|byte| byte.is_ascii_uppercase())) {
            assert!(!is_script_variable(name), "{name}");
        }
        for (prefix, _) in PREFIXES {
            assert!(!is_script_variable(&alloc::format!("{prefix}X")), "{prefix}");
        }
    }

    #[test]
    fn every_harmless_name_is_the_exception_to_a_prefix() {
        for name in HARMLESS {
            assert!(PREFIXES.iter().any(|(prefix, _)| name.starts_with(prefix)), "{name}");
        }
    }
}
