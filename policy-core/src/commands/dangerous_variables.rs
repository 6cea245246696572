//! Variables that change what the shell or a program executes, each with what it sets.
//!
//! Owns the names only. Sources: bash(1) "Shell Variables", zshparam(1), ld.so(8), git(1) "ENVIRONMENT VARIABLES",
//! less(1), man(1), python(1), perlrun(1), ruby(1), node(1), the Cargo book, `go help environment`.

/// What a variable sets that decides what is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sets {
    /// A program that other programs start.
    Program,
    /// Code that a shell runs.
    ShellCode,
    /// A file that the shell writes.
    WrittenFile,
    /// Where programs look for code.
    CodePath,
    /// Options that a program adds to its own.
    Options,
    /// Where programs look for settings.
    SettingsPath,
    /// Where programs are looked for.
    ProgramPath,
    /// How the shell splits and matches words.
    Words,
    /// A library that every program loads.
    Library,
    /// How git finds its programs and repositories.
    Git,
}

impl Sets {
    /// The same in words, after "sets".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Program => "a program that other programs start",
            Self::ShellCode => "code that a shell runs",
            Self::WrittenFile => "a file that the shell writes",
            Self::CodePath => "where programs look for code",
            Self::Options => "options that a program adds to its own",
            Self::SettingsPath => "where programs look for settings",
            Self::ProgramPath => "where programs are looked for",
            Self::Words => "how the shell splits and matches words",
            Self::Library => "a library that every program loads",
            Self::Git => "how git finds its programs and repositories",
        }
    }

    /// Whether the value can be the name of a program, or a command, that starts later.
    pub const fn starts(self) -> bool {
        match self {
            Self::Program | Self::ShellCode | Self::Git => true,
            Self::WrittenFile
            | Self::CodePath
            | Self::Options
            | Self::SettingsPath
            | Self::ProgramPath
            | Self::Words
            | Self::Library => false,
        }
    }
}

/// Exact names, sorted by byte.
const NAMES: &[(&str, Sets)] = &[
    ("AR", Sets::Program),
    ("AS", Sets::Program),
    ("BASHOPTS", Sets::ShellCode),
    ("BASH_ALIASES", Sets::ShellCode),
    ("BASH_ARGV0", Sets::ShellCode),
    ("BASH_CMDS", Sets::ShellCode),
    ("BASH_ENV", Sets::ShellCode),
    ("BASH_LOADABLES_PATH", Sets::ShellCode),
    ("BASH_XTRACEFD", Sets::WrittenFile),
    ("BAT_PAGER", Sets::Program),
    ("BROWSER", Sets::Program),
    ("BUNDLE_GEMFILE", Sets::CodePath),
    ("CARGO", Sets::Program),
    ("CARGO_ENCODED_RUSTFLAGS", Sets::Options),
    ("CARGO_HOME", Sets::SettingsPath),
    ("CC", Sets::Program),
    ("CDPATH", Sets::ProgramPath),
    ("CGO_CFLAGS", Sets::Options),
    ("CGO_LDFLAGS", Sets::Options),
    ("CLASSPATH", Sets::CodePath),
    ("CPP", Sets::Program),
    ("CURL_HOME", Sets::SettingsPath),
    ("CVS_RSH", Sets::Program),
    ("CXX", Sets::Program),
    ("DELTA_PAGER", Sets::Program),
    ("DIRSTACK", Sets::ProgramPath),
    ("DOCKER_CONFIG", Sets::SettingsPath),
    ("DOCKER_CONTEXT", Sets::SettingsPath),
    ("DOCKER_HOST", Sets::SettingsPath),
    ("DOTNET_ADDITIONAL_DEPS", Sets::CodePath),
    ("DOTNET_STARTUP_HOOKS", Sets::CodePath),
    ("EDITOR", Sets::Program),
    ("EMACSLOADPATH", Sets::CodePath),
    ("ENV", Sets::ShellCode),
    ("EXECIGNORE", Sets::ProgramPath),
    ("EXINIT", Sets::CodePath),
    ("FCEDIT", Sets::Program),
    ("FPATH", Sets::ProgramPath),
    ("FZF_DEFAULT_COMMAND", Sets::Program),
    ("FZF_DEFAULT_OPTS", Sets::Options),
    ("GCONV_PATH", Sets::CodePath),
    ("GEM_HOME", Sets::CodePath),
    ("GEM_PATH", Sets::CodePath),
    ("GLIBC_TUNABLES", Sets::Options),
    ("GLOBIGNORE", Sets::Words),
    ("GOENV", Sets::CodePath),
    ("GOFLAGS", Sets::Options),
    ("GOPROXY", Sets::CodePath),
    ("GOROOT", Sets::CodePath),
    ("GOTOOLCHAIN", Sets::CodePath),
    ("GRADLE_OPTS", Sets::Options),
    ("GREP_OPTIONS", Sets::Options),
    ("GZIP", Sets::Options),
    ("HGEDITOR", Sets::Program),
    ("HGRCPATH", Sets::SettingsPath),
    ("HISTFILE", Sets::WrittenFile),
    ("HOME", Sets::SettingsPath),
    ("HOSTALIASES", Sets::SettingsPath),
    ("IFS", Sets::Words),
    ("INPUTRC", Sets::SettingsPath),
    ("JAVA_OPTS", Sets::Options),
    ("JAVA_TOOL_OPTIONS", Sets::Options),
    ("JDK_JAVA_OPTIONS", Sets::Options),
    ("KUBECONFIG", Sets::SettingsPath),
    ("LD", Sets::Program),
    ("LESS", Sets::Program),
    ("LESSCLOSE", Sets::Program),
    ("LESSEDIT", Sets::Program),
    ("LESSKEY", Sets::Program),
    ("LESSOPEN", Sets::Program),
    ("LOCPATH", Sets::CodePath),
    ("MAKE", Sets::Program),
    ("MAKEFLAGS", Sets::Options),
    ("MANOPT", Sets::Program),
    ("MANPAGER", Sets::Program),
    ("MANPATH", Sets::ProgramPath),
    ("MAVEN_OPTS", Sets::Options),
    ("MFLAGS", Sets::Options),
    ("MODULE_PATH", Sets::ProgramPath),
    ("MORE", Sets::Program),
    ("MYVIMRC", Sets::CodePath),
    ("NLSPATH", Sets::CodePath),
    ("NODE_OPTIONS", Sets::Options),
    ("NODE_PATH", Sets::CodePath),
    ("NULLCMD", Sets::ShellCode),
    ("OLDPWD", Sets::ProgramPath),
    ("OPENSSL_CONF", Sets::CodePath),
    ("OPENSSL_ENGINES", Sets::CodePath),
    ("OPENSSL_MODULES", Sets::CodePath),
    ("PAGER", Sets::Program),
    ("PATH", Sets::ProgramPath),
    ("PERLLIB", Sets::CodePath),
    ("PERL_MM_OPT", Sets::Options),
    ("PHPRC", Sets::CodePath),
    ("PHP_INI_SCAN_DIR", Sets::CodePath),
    ("PKG_CONFIG", Sets::Program),
    ("PKG_CONFIG_PATH", Sets::SettingsPath),
    ("POSIXLY_CORRECT", Sets::Words),
    ("PROMPT_COMMAND", Sets::ShellCode),
    ("PS0", Sets::ShellCode),
    ("PS1", Sets::ShellCode),
    ("PS2", Sets::ShellCode),
    ("PS3", Sets::ShellCode),
    ("PS4", Sets::ShellCode),
    ("PWD", Sets::ProgramPath),
    ("READNULLCMD", Sets::ShellCode),
    ("RIPGREP_CONFIG_PATH", Sets::SettingsPath),
    ("RSYNC_RSH", Sets::Program),
    ("RUBYLIB", Sets::CodePath),
    ("RUBYOPT", Sets::CodePath),
    ("RUBYSHELL", Sets::CodePath),
    ("RUSTC", Sets::Program),
    ("RUSTC_WORKSPACE_WRAPPER", Sets::Program),
    ("RUSTC_WRAPPER", Sets::Program),
    ("RUSTDOC", Sets::Program),
    ("RUSTDOCFLAGS", Sets::Options),
    ("RUSTFLAGS", Sets::Options),
    ("SCREENRC", Sets::SettingsPath),
    ("SHELL", Sets::ShellCode),
    ("SHELLOPTS", Sets::ShellCode),
    ("SSH_ASKPASS", Sets::Program),
    ("SSH_AUTH_SOCK", Sets::SettingsPath),
    ("SUDO_ASKPASS", Sets::Program),
    ("SUDO_EDITOR", Sets::Program),
    ("SVN_EDITOR", Sets::Program),
    ("SVN_SSH", Sets::Program),
    ("SYSTEMD_PAGER", Sets::Program),
    ("TAR_OPTIONS", Sets::Options),
    ("TERMCAP", Sets::SettingsPath),
    ("TERMINFO", Sets::SettingsPath),
    ("TERMINFO_DIRS", Sets::SettingsPath),
    ("UNZIP", Sets::Options),
    ("VIMINIT", Sets::CodePath),
    ("VISUAL", Sets::Program),
    ("WGETRC", Sets::SettingsPath),
    ("XDG_CONFIG_DIRS", Sets::SettingsPath),
    ("XDG_CONFIG_HOME", Sets::SettingsPath),
    ("XDG_DATA_DIRS", Sets::SettingsPath),
    ("XDG_DATA_HOME", Sets::SettingsPath),
    ("XZ_DEFAULTS", Sets::Options),
    ("XZ_OPT", Sets::Options),
    ("ZDOTDIR", Sets::ShellCode),
    ("ZIPOPT", Sets::Options),
    ("_JAVA_OPTIONS", Sets::Options),
    ("cdpath", Sets::ProgramPath),
    ("fpath", Sets::ProgramPath),
    ("module_path", Sets::ProgramPath),
    ("path", Sets::ProgramPath),
];

/// Beginnings of names.
const PREFIXES: &[(&str, Sets)] = &[
    ("ANSIBLE_", Sets::CodePath),
    ("BASH_FUNC_", Sets::ShellCode),
    ("CARGO_ALIAS_", Sets::Program),
    ("CARGO_BUILD_", Sets::Program),
    ("CARGO_TARGET_", Sets::Program),
    ("DYLD_", Sets::Library),
    ("GIT_", Sets::Git),
    ("LD_", Sets::Library),
    ("LUA_", Sets::CodePath),
    ("NPM_CONFIG_", Sets::SettingsPath),
    ("PERL5", Sets::CodePath),
    ("PYTHON", Sets::CodePath),
    ("npm_config_", Sets::SettingsPath),
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
pub fn danger(name: &str) -> Option<Sets> {
    if let Ok(at) = NAMES.binary_search_by(|(known, _)| (*known).cmp(name)) {
        return NAMES.get(at).map(|(_, sets)| *sets);
    }
    let (_, sets) = PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix))?;
    HARMLESS.binary_search(&name).is_err().then_some(*sets)
}

/// Whether setting `name` to `value` only turns a pager or an editor off.
pub fn turns_off(name: &str, value: &str) -> bool {
    OFF.iter().any(|(known, values)| *known == name && values.contains(&value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands;
    use crate::script::Dialect;

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
