//! Names of options and settings whose value is a program or a command: `--use-askpass`, `core.pager`.
//!
//! Owns the words that such names end in. For deny and ask rules alone, which look at the value; nothing is allowed by it.
//! Sources: the manuals of the programs with a table, in which these words occur (git-config(1), wget(1), su(1), rsync(1)).

/// What a word of such a name ends in, in lower case.
const ENDINGS: &[&str] = &[
    "askpass",
    "browser",
    "clean",
    "cmd",
    "command",
    "compiler",
    "driver",
    "editor",
    "exec",
    "executable",
    "execute",
    "external",
    "fsmonitor",
    "handler",
    "helper",
    "hook",
    "httpd",
    "interpreter",
    "launcher",
    "linker",
    "opener",
    "pack",
    "pager",
    "pinentry",
    "preview",
    "process",
    "program",
    "renderer",
    "rsh",
    "runner",
    "shell",
    "smudge",
    "textconv",
    "tool",
    "viewer",
    "wrapper",
];

/// The sub-command of many programs that starts the program after it.
pub const EXEC: &str = "exec";

/// What the address of a repository begins with that is a command (git-remote-ext(1)).
pub const COMMAND_ADDRESS: &str = "ext::";

/// Whether the value of an option or a setting of this name is a program or a command. The case counts for nothing.
pub fn names_program(name: &str) -> bool {
    let ends = |word: &str| {
        let ends_in = |ending: &&str| {
            let from = word.len().checked_sub(ending.len());
            from.and_then(|from| word.get(from..)).is_some_and(|end| end.eq_ignore_ascii_case(ending))
        };
        ENDINGS.iter().any(ends_in)
    };
    name.split(|sign: char| !sign.is_ascii_alphanumeric()).any(ends)
}

/// Whether the text is the name of an option or of a setting, so that the argument after it may be its value.
pub fn is_key(text: &str) -> bool {
    text.starts_with('-') || text.contains(['.', '_'])
}
