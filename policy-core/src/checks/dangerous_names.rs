//! Names of variables that change what a shell or a program executes, with the reason.
//!
//! Sources: bash(1) "Shell Variables", ld.so(8), git(1) "Environment Variables", the manual pages named below.

/// Exact names, sorted.
const NAMES: &[(&str, &str)] = &[
    ("ANSIBLE_CONFIG", "names settings that run programs"),
    ("BASHOPTS", "changes how the shell reads commands"),
    ("BASH_ENV", "names a script that every bash runs first"),
    ("BASH_LOADABLES_PATH", "decides which code the shell loads"),
    ("BROWSER", "names a program that others run"),
    ("BUNDLE_GEMFILE", "names a Ruby program that is run"),
    ("CARGO_BUILD_RUSTC", "names the compiler that is run"),
    ("CARGO_BUILD_RUSTC_WRAPPER", "names a program that is run for every compilation"),
    ("CC", "names the compiler that is run"),
    ("CDPATH", "decides where `cd` goes"),
    ("CLASSPATH", "decides which code Java runs"),
    ("COMPOSER_HOME", "names settings that run programs"),
    ("CXX", "names the compiler that is run"),
    ("DEBUGINFOD_URLS", "names hosts that are contacted"),
    ("DOCKER_CONFIG", "names settings that run programs"),
    ("DOCKER_HOST", "decides which machine commands run on"),
    ("EDITOR", "names a program that others run"),
    ("ENV", "names a script that every sh runs first"),
    ("FCEDIT", "names a program that the shell runs"),
    ("FPATH", "decides which functions zsh loads"),
    ("GCONV_PATH", "decides which code the C library loads"),
    ("GLOBIGNORE", "changes which files a pattern means"),
    ("GOFLAGS", "gives options to every go command"),
    ("GREP_OPTIONS", "gives options to every grep"),
    ("HISTFILE", "names a file that the shell writes"),
    ("HOME", "decides which settings every program reads"),
    ("HOSTALIASES", "decides which host a name means"),
    ("IFS", "decides where words begin and end"),
    ("INPUTRC", "changes what keys do"),
    ("JAVA_TOOL_OPTIONS", "gives options to every Java program"),
    ("KUBECONFIG", "names settings that run programs"),
    ("LESS", "gives options and commands to the pager"),
    ("LESSCLOSE", "names a program that the pager runs"),
    ("LESSOPEN", "names a program that the pager runs"),
    ("LOCPATH", "decides which data the C library loads"),
    ("LUA_INIT", "holds code that Lua runs first"),
    ("MAKEFLAGS", "gives options to every make"),
    ("MANOPT", "gives options to man"),
    ("MANPAGER", "names a program that man runs"),
    ("MANPATH", "decides which pages man formats"),
    ("NLSPATH", "decides which files the C library reads"),
    ("NODE_OPTIONS", "gives options to every Node program"),
    ("NODE_PATH", "decides which code Node loads"),
    ("OPENSSL_CONF", "names settings that load code"),
    ("PAGER", "names a program that others run"),
    ("PATH", "decides which program a name means"),
    ("PERLLIB", "decides which code Perl loads"),
    ("PHPRC", "names settings that load code"),
    ("PROMPT", "is expanded by zsh at every prompt"),
    ("PROMPT_COMMAND", "holds a command that the shell runs at every prompt"),
    ("PS0", "is expanded before every command"),
    ("PS1", "is expanded at every prompt"),
    ("PS2", "is expanded at every prompt"),
    ("PS4", "is expanded before every traced command"),
    ("RIPGREP_CONFIG_PATH", "names options that can run a program"),
    ("RUBYLIB", "decides which code Ruby loads"),
    ("RUBYOPT", "gives options to every Ruby program"),
    ("RUSTC", "names the compiler that is run"),
    ("RUSTC_WRAPPER", "names a program that is run for every compilation"),
    ("RUSTDOC", "names a program that cargo runs"),
    ("RUSTFLAGS", "gives options to the compiler that can run programs"),
    ("SHELL", "names the shell that programs start"),
    ("SHELLOPTS", "changes how the shell reads commands"),
    ("SSH_ASKPASS", "names a program that ssh runs"),
    ("SSLKEYLOGFILE", "makes programs write their keys"),
    ("SUDO_ASKPASS", "names a program that sudo runs"),
    ("SYSTEMD_EDITOR", "names a program that systemctl runs"),
    ("SYSTEMD_PAGER", "names a program that systemctl runs"),
    ("TAR_OPTIONS", "gives options to every tar"),
    ("TERMCAP", "names data that terminal programs obey"),
    ("TERMINFO", "names data that terminal programs obey"),
    ("VISUAL", "names a program that others run"),
    ("XDG_CONFIG_HOME", "decides which settings every program reads"),
    ("ZDOTDIR", "decides which scripts zsh runs first"),
    ("_JAVA_OPTIONS", "gives options to every Java program"),
    ("fpath", "decides which functions zsh loads"),
    ("path", "decides which program a name means in zsh"),
];

/// Beginnings of names, sorted.
const PREFIXES: &[(&str, &str)] = &[
    ("BASH_ARGV", "changes what the shell takes for its arguments"),
    ("BASH_FUNC_", "defines a function in every bash"),
    ("CARGO_TARGET_", "names programs that cargo runs"),
    ("DYLD_", "decides which code every program loads"),
    ("GIT_", "changes what git runs"),
    ("LD_", "decides which code every program loads"),
    ("NPM_CONFIG_", "changes what npm runs"),
    ("PERL5", "decides which code Perl loads"),
    ("PYTHON", "decides which code Python loads"),
    ("npm_config_", "changes what npm runs"),
];

/// Variables of git that only change how a commit is signed or shown.
const HARMLESS: &[&str] = &[
    "GIT_AUTHOR_DATE",
    "GIT_AUTHOR_EMAIL",
    "GIT_AUTHOR_NAME",
    "GIT_COMMITTER_DATE",
    "GIT_COMMITTER_EMAIL",
    "GIT_COMMITTER_NAME",
    "GIT_OPTIONAL_LOCKS",
    "GIT_TERMINAL_PROMPT",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "PYTHONIOENCODING",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
];

/// Why setting `name` is dangerous; none when it is not known to be.
pub(super) fn reason(name: &str) -> Option<&'static str> {
    if HARMLESS.binary_search(&name).is_ok() {
        return None;
    }
    if let Ok(at) = NAMES.binary_search_by(|(known, _)| (*known).cmp(name)) {
        return NAMES.get(at).map(|(_, why)| *why);
    }
    PREFIXES.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, why)| *why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted_so_that_names_are_found() {
        assert!(NAMES.is_sorted() && PREFIXES.is_sorted() && HARMLESS.is_sorted());
        for (name, _) in NAMES {
            assert!(reason(name).is_some(), "{name}");
        }
        for name in HARMLESS {
            assert!(reason(name).is_none(), "{name}");
        }
    }
}
