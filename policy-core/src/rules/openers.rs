//! Programs that run whatever their arguments name: a rule that allows one with free arguments allows everything.
//!
//! Owns the table. Used by lints and suggestions; it never decides.

use super::subject::basename;
use crate::name_set::NameSet;

/// Sorted. Interpreters, shells, wrappers that run their arguments, and doors to other machines and containers.
static OPENERS: NameSet = NameSet::of(&[
    ".",
    "ash",
    "awk",
    "bash",
    "bun",
    "bunx",
    "busybox",
    "chroot",
    "cmd",
    "command",
    "csh",
    "dash",
    "deno",
    "doas",
    "elvish",
    "env",
    "eval",
    "exec",
    "expect",
    "fish",
    "flock",
    "gawk",
    "gdb",
    "ionice",
    "julia",
    "ksh",
    "lua",
    "luajit",
    "mawk",
    "nice",
    "node",
    "nodejs",
    "nohup",
    "npx",
    "nsenter",
    "nu",
    "osascript",
    "parallel",
    "perl",
    "php",
    "pkexec",
    "powershell",
    "pwsh",
    "pypy",
    "python",
    "pythonw",
    "rlwrap",
    "ruby",
    "runuser",
    "screen",
    "script",
    "setsid",
    "sh",
    "socat",
    "source",
    "ssh",
    "stdbuf",
    "su",
    "sudo",
    "systemd-run",
    "tclsh",
    "tcsh",
    "time",
    "timeout",
    "tmux",
    "ts-node",
    "tsx",
    "unshare",
    "uvx",
    "watch",
    "wish",
    "wsl",
    "xargs",
    "zsh",
]);

/// Whether `name` is such a program, with or without its directory or version (`python3.12`).
pub fn is_opener(name: &str) -> bool {
    let name = basename(name);
    let name = name.strip_suffix(".exe").unwrap_or(name);
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    OPENERS.has(name) || plain.len() < name.len() && OPENERS.has(plain)
}

#[cfg(test)]
mod tests {
    use super::{OPENERS, is_opener};

    #[test]
    fn openers_are_sorted_so_that_every_one_is_found() {
        assert!(OPENERS.names().is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn a_version_or_a_directory_does_not_hide_an_opener() {
        for name in
            ["python", "python3", "python3.12", "/usr/bin/python3", "./bash", "perl5.36", "bash.exe", "."]
        {
            assert!(is_opener(name), "{name}");
        }
        for name in ["git", "pythonic", "ls", "shellcheck", "", "toString", "constructor", "__proto__", "7"] {
            assert!(!is_opener(name), "{name}");
        }
    }
}
