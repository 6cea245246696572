//! Operators inside an argument that another shell will read.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{Script, Word};

check! {
    /// Text in quotes is harmless until a second shell reads it: `bash -c 'a; b'` is one argument here and two
    /// commands there. What you see as data is a program for `sh -c`, `eval`, `ssh`, `find -exec sh`, `xargs sh`.
    ///
    /// ```sh,fires
    /// sh -c 'ls; id'
    /// bash -lc "a && b"
    /// bash -ec 'a | b'
    /// eval "ls; id"
    /// eval 'a &'
    /// find . -exec sh -c 'a; b' \;
    /// xargs sh -c 'a || b'
    /// ssh host 'a; b'
    /// watch 'a | b'
    /// timeout 5 sh -c 'a; b'
    /// su -c 'a; b'
    /// ```
    ///
    /// An operator that splits the command is accounted for: each side is judged. In an argument of a program that
    /// reads no commands it is text.
    ///
    /// ```sh,silent
    /// ls; pwd
    /// ls | head -5 && pwd || id
    /// grep 'a;b' f
    /// echo "a && b"
    /// sh -c 'ls -l'
    /// git commit -m 'a; b'
    /// awk '{print $1; print $2}' f
    /// find . -name 'a;b'
    /// ```
    pub static SHELL_METACHARACTERS = 5 {
        says: "another shell reads this argument and finds several commands in it",
        help: "write the commands as commands, without the shell around them",
        marks: Marks::of(b";|&\n"),
        find,
    }
}

/// Programs that read a command line among their arguments, sorted.
const READERS: &[&str] = &[
    "ash", "bash", "csh", "dash", "eval", "fish", "flock", "ksh", "mksh", "parallel", "rsh", "script", "sh", "ssh",
    "su", "tcsh", "watch", "yash", "zsh",
];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        let words = script.words_of(command);
        let Some(reader) = words.iter().position(|word| is_reader(script, word)) else { continue };
        // Behind another program the name must be where that program would run it.
        if reader > 0 && !runs_others(script, words.first()) {
            continue;
        }
        for word in words.iter().skip(reader + 1) {
            let Some(text) = script.text(word) else { continue };
            if has_operator(text) {
                found.ask(word.span);
            }
        }
    }
}

fn is_reader(script: &Script<'_>, word: &Word) -> bool {
    script.text(word).map(base_name).is_some_and(|name| READERS.binary_search(&name).is_ok())
}

/// Programs that run another one named among their arguments, sorted.
const RUNNERS: &[&str] = &[
    "builtin", "chroot", "chrt", "command", "doas", "env", "exec", "find", "flock", "ionice", "nice", "nohup",
    "nsenter", "runuser", "setsid", "stdbuf", "strace", "sudo", "taskset", "time", "timeout", "unshare", "watch", "xargs",
];

fn runs_others(script: &Script<'_>, word: Option<&Word>) -> bool {
    word.and_then(|word| script.text(word)).map(base_name).is_some_and(|name| RUNNERS.binary_search(&name).is_ok())
}

fn base_name(text: &str) -> &str {
    text.rsplit('/').next().unwrap_or(text)
}

fn has_operator(text: &str) -> bool {
    text != ";" && text.contains([';', '&', '|', '\n'])
}
