//! Aliases and functions of a user's shell that are never taken over.
//!
//! Owns the names: words that the command line around a command needs, functions that a shell calls by itself,
//! completions.

/// Builtins that change the shell itself, or that the words around a command are made of; a cover for one of them would
/// change what was judged.
const OF_THE_SHELL: [&str; 44] = [
    ".",
    ":",
    "[",
    "[[",
    "]]",
    "alias",
    "autoload",
    "bind",
    "break",
    "builtin",
    "case",
    "command",
    "continue",
    "coproc",
    "declare",
    "emulate",
    "enable",
    "eval",
    "exec",
    "exit",
    "export",
    "function",
    "hash",
    "local",
    "pwd",
    "readonly",
    "return",
    "set",
    "setopt",
    "shift",
    "shopt",
    "source",
    "test",
    "times",
    "trap",
    "typeset",
    "unalias",
    "unfunction",
    "unset",
    "unsetopt",
    "wait",
    "whence",
    "zmodload",
    "zstyle",
];

/// Reserved words, which an alias can cover.
const RESERVED: [&str; 24] = [
    "!",
    "always",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "fi",
    "for",
    "foreach",
    "if",
    "in",
    "nocorrect",
    "noglob",
    "repeat",
    "select",
    "then",
    "time",
    "until",
    "while",
    "{",
    "}",
    "-",
];

/// Functions that a shell calls by itself (`bash(1)`, `command_not_found_handle`; `zshmisc(1)`, hook functions).
const HOOKS: [&str; 9] = [
    "chpwd",
    "command_not_found_handle",
    "command_not_found_handler",
    "periodic",
    "precmd",
    "preexec",
    "zsh_directory_name",
    "zshaddhistory",
    "zshexit",
];

/// Whether an alias or a function may have this name in a snapshot: one word that means nothing to the shell itself.
pub(crate) fn may_be_kept(name: &str) -> bool {
    let is_plain = |byte: u8| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':' | b'+' | b'@' | b'%' | b',')
    };
    let trap_of_zsh =
        name.strip_prefix("TRAP").is_some_and(|signal| signal.bytes().all(|it| it.is_ascii_uppercase()));
    !name.is_empty()
        && !name.starts_with('-')
        && name.bytes().all(|byte| is_plain(byte) || !byte.is_ascii())
        && !name.chars().any(|character| character.is_control() || character.is_whitespace())
        && !trap_of_zsh
        && ![OF_THE_SHELL.as_slice(), &RESERVED, &HOOKS].iter().any(|list| list.contains(&name))
}

/// Whether a function of this name only completes words, by what both shells' completions are called: `_git`.
pub(crate) fn completes(name: &str) -> bool {
    name.starts_with('_') && !name.starts_with("__")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_shell_itself_needs_or_calls_is_left_out() {
        for name in
            ["ll", "gs", "nvm", "cd", "ls", "..", "g++", "git-root", "a.b", "größe", "TRAPPER_1", "__z"]
        {
            assert!(may_be_kept(name), "{name}");
        }
        for name in [
            "",
            "eval",
            "builtin",
            "set",
            ".",
            "if",
            "time",
            "{",
            "chpwd",
            "TRAPDEBUG",
            "TRAPEXIT",
            "pwd",
            "command_not_found_handle",
            "a b",
            "a\nb",
            "a'b",
            "a;b",
            "$x",
            "a/b",
            "-x",
            "a=b",
            "a\u{a0}b",
            "*",
        ] {
            assert!(!may_be_kept(name), "{name:?}");
        }
        assert!(completes("_git") && !completes("__z") && !completes("git"));
    }
}
