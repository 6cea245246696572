//! Variables that reach a command without a setting: identity, places and language, which no program obeys.
//!
//! Owns the lists. A name in none of them reaches a command only when a setting names it.

use crate::system::environment as system;

/// What would make a shell, the dynamic linker or a program execute something that is not in the command. No setting
/// gives it back.
///
/// `bash(1)` (the shell's variables), `zsh(1)` (ZDOTDIR), `ld.so(8)` and `iconv(3)` (`GCONV_PATH`), `less(1)`
/// (LESSOPEN), `rg(1)` (its configuration can name a preprocessor).
const NEVER: [&str; 25] = [
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
    "GCONV_PATH",
    "GETCONF_DIR",
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
    "TMPPREFIX",
    "ZDOTDIR",
];

/// What an interpreter or a tool takes for an order to load or run something. A setting may give it to a command, but
/// not to one that is proven to only read: the proof is about the program alone.
///
/// `python(1)`, `perlrun(1)`, `ruby(1)`, `java(1)`, `make(1)`, node's `cli.md`, cargo's environment variables.
const ORDERS: [&str; 23] = [
    "BROWSER",
    "CLASSPATH",
    "GNUMAKEFLAGS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "LUA_INIT",
    "MAKEFLAGS",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PERL5DB",
    "PERL5LIB",
    "PERL5OPT",
    "PERLLIB",
    "PYTHONHOME",
    "PYTHONINSPECT",
    "PYTHONPATH",
    "PYTHONSTARTUP",
    "PYTHONWARNINGS",
    "RUBYLIB",
    "RUBYOPT",
    "RUSTC_WRAPPER",
    "TCLLIBPATH",
    "_JAVA_OPTIONS",
];

/// Families of the same kind as what never reaches a command: the linker's, functions that bash imports.
const NEVER_FAMILIES: [&str; 3] = ["LD_", "DYLD_", "BASH_FUNC_"];

/// Of git's variables only these say who someone is or how far to look; the others name programs, configuration,
/// repositories, or files to write (`git(1)`, environment variables).
const OF_GIT: [&str; 3] = ["GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CEILING_DIRECTORIES"];

/// Variables that reach every command: identity, places, language and time zone.
const LISTED: [&str; 91] = [
    "ANDROID_HOME",
    "ANDROID_NDK_HOME",
    "ANDROID_SDK_ROOT",
    "APPDATA",
    "AR",
    "ASDF_DATA_DIR",
    "ASDF_DIR",
    "BUNDLE_PATH",
    "BUN_INSTALL",
    "CARGO_BUILD_JOBS",
    "CARGO_HOME",
    "CARGO_INCREMENTAL",
    "CARGO_TARGET_DIR",
    "CC",
    "CFLAGS",
    "CI",
    "CLICOLOR",
    "CMAKE_GENERATOR",
    "CMAKE_PREFIX_PATH",
    "COLUMNS",
    "COMSPEC",
    "CONDA_DEFAULT_ENV",
    "CONDA_PREFIX",
    "CPPFLAGS",
    "CXX",
    "CXXFLAGS",
    "DENO_DIR",
    "DOTNET_ROOT",
    "FNM_DIR",
    "GEM_HOME",
    "GEM_PATH",
    "GOBIN",
    "GOCACHE",
    "GOFLAGS",
    "GOMODCACHE",
    "GOPATH",
    "GOPROXY",
    "GOROOT",
    "GOTOOLCHAIN",
    "GRADLE_USER_HOME",
    "HOME",
    "HOMEBREW_CELLAR",
    "HOMEBREW_PREFIX",
    "HOMEBREW_REPOSITORY",
    "HOSTNAME",
    "JAVA_HOME",
    "LANG",
    "LANGUAGE",
    "LDFLAGS",
    "LINES",
    "LOCALAPPDATA",
    "LOCALE_ARCHIVE",
    "LOGNAME",
    "MANPATH",
    "MAVEN_HOME",
    "MISE_DATA_DIR",
    "NIX_PATH",
    "NIX_PROFILES",
    "NIX_SSL_CERT_FILE",
    "NODE_ENV",
    "NVM_BIN",
    "NVM_DIR",
    "NVM_INC",
    "PATH",
    "PIPENV_VENV_IN_PROJECT",
    "PKG_CONFIG_PATH",
    "PNPM_HOME",
    "PYENV_ROOT",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONHASHSEED",
    "PYTHONIOENCODING",
    "PYTHONUNBUFFERED",
    "PYTHONUTF8",
    "RBENV_ROOT",
    "RUSTFLAGS",
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "RUST_BACKTRACE",
    "RUST_LOG",
    "SDKMAN_DIR",
    "SHELL",
    "SOURCE_DATE_EPOCH",
    "SSL_CERT_DIR",
    "SSL_CERT_FILE",
    "SYSTEMROOT",
    "TZ",
    "USER",
    "USERPROFILE",
    "UV_CACHE_DIR",
    "VIRTUAL_ENV",
    "VOLTA_HOME",
];

/// Families of the same kind: locales, and where a user's files are.
const LISTED_FAMILIES: [&str; 2] = ["LC_", "XDG_"];

fn in_family(name: &str, families: &[&str]) -> bool {
    families.iter().any(|family| name.starts_with(family))
}

/// Whether no setting lets `name` reach a command: it would change what the command is.
pub(crate) fn is_never_passed(name: &str) -> bool {
    NEVER.binary_search(&name).is_ok()
        || in_family(name, &NEVER_FAMILIES)
        || name.starts_with("GIT_") && !in_family(name, &OF_GIT)
}

/// Whether a program could take `name` for an order.
pub(crate) fn is_order(name: &str) -> bool {
    ORDERS.binary_search(&name).is_ok()
}

/// Whether `name` reaches every command.
pub(crate) fn is_listed(name: &str) -> bool {
    LISTED.binary_search(&name).is_ok()
        || system::LISTED.binary_search(&name).is_ok()
        || in_family(name, &LISTED_FAMILIES)
        || in_family(name, &OF_GIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_none_contradicts_another() {
        assert!(NEVER.is_sorted() && ORDERS.is_sorted() && LISTED.is_sorted() && system::LISTED.is_sorted());
        for name in LISTED {
            assert!(
                !is_never_passed(name) && !is_order(name) && !policy_core::commands::looks_secret(name),
                "{name}"
            );
        }
    }
}
