//! Rewrites an approved command so that it runs through `shellgate run`, in the sandbox, and recognises what it wrote.
//!
//! Owns the text. The shell of the agent reads it, so it is made of quoted words only, whatever the command is.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::command_line::quote;
use crate::commands::{ShellEffect, does_to_shell, may_change_directory};
use crate::script::{Dialect, Script};
use crate::syntax::read;

/// What a rewritten command starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Runner {
    /// The absolute path of `shellgate`.
    pub program: String,
    /// Options of `run` that make it decide as the hook did, such as `--mode` and `plan`.
    pub options: Vec<String>,
    /// Whether a person or a model approves the command, so that what asks may run.
    pub approved: bool,
    /// How the agent's shell follows the command to another directory.
    pub follow: Follow,
}

/// How the agent's shell follows a command to another directory: a program cannot move the shell that started it, so it
/// writes where the command ended into a file, and the shell goes there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Follow {
    /// It stays where it is: the next command starts elsewhere anyway.
    #[default]
    Stays,
    /// It follows a command that succeeds, through this file: of any other, the agent takes no directory.
    Success(String),
    /// It follows every command, through this file: the next command has the same shell.
    Always(String),
}

/// The variable that keeps the exit code while the shell moves.
const STATUS: &str = "shellgate_status";

/// `command` as the runner runs it. Exit code and output are those of the command.
pub fn rewritten(runner: &Runner, command: &str) -> String {
    let Runner { program, options, approved, follow } = runner;
    let mut text = format!("{} run --quiet --no-timeout", quote(program));
    for option in options {
        text.push(' ');
        text.push_str(&word(option));
    }
    if *approved {
        text.push_str(" --yes");
    }
    if let Follow::Success(file) | Follow::Always(file) = follow {
        text.extend([" --cwd-file ", &quote(file)]);
    }
    text.extend([" -- ", &quote(command)]);
    match follow {
        Follow::Stays => {}
        Follow::Success(file) => text.extend([" && builtin cd -- \"$(<", &quote(file), ")\""]),
        Follow::Always(file) => text.extend([
            &format!("; {STATUS}=$?; builtin cd -- \"$(<"),
            quote(file).as_str(),
            &format!(")\" 2>/dev/null; (exit ${STATUS})"),
        ]),
    }
    text
}

/// An option as it is when it is plain, else quoted.
fn word(text: &str) -> String {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/' | b':');
    if !text.is_empty() && text.bytes().all(is_plain) { text.into() } else { quote(text) }
}

/// The command in `text`, if `text` is what [`rewritten`] makes of it for `runner`, approved or not, with any file that
/// `is_file` accepts.
pub fn original(text: &str, runner: &Runner, is_file: impl Fn(&str) -> bool) -> Option<String> {
    let (head, rest) = text.split_once(" -- '")?;
    let command = unquoted(rest)?;
    let file =
        head.split_once(" --cwd-file '").and_then(|(_, rest)| unquoted(rest)).filter(|file| is_file(file));
    let follows = match file {
        Some(file) => Vec::from([Follow::Success(file.clone()), Follow::Always(file)]),
        None => Vec::from([Follow::Stays]),
    };
    let is_it = follows.into_iter().any(|follow| {
        [false, true].into_iter().any(|approved| {
            rewritten(&Runner { approved, follow: follow.clone(), ..runner.clone() }, &command) == text
        })
    });
    is_it.then_some(command)
}

/// The text of a word that [`quote`] wrote, after its first quote.
fn unquoted(rest: &str) -> Option<String> {
    let mut text = String::new();
    let mut rest = rest;
    loop {
        let (part, after) = rest.split_once('\'')?;
        text.push_str(part);
        match after.strip_prefix("\\''") {
            Some(more) => {
                text.push('\'');
                rest = more;
            }
            None => return Some(text),
        }
    }
}

/// Whether the shell may be in another directory after `command`.
pub fn may_move(command: &str, shell: Dialect) -> bool {
    let script = read(command, shell);
    !script.doubts.is_empty()
        || names(&script).any(|(name, argument)| match name {
            Some(name) => may_change_directory(script.shell(), name, argument),
            None => true,
        })
}

/// Whether `command` does nothing but move the shell, so that no program runs which could be confined.
pub fn only_moves(command: &str, shell: Dialect) -> bool {
    let script = read(command, shell);
    script.doubts.is_empty()
        && !script.commands.is_empty()
        && names(&script).all(|(name, _)| {
            name.is_some_and(|name| does_to_shell(script.shell(), name, ShellEffect::ChangesDirectory))
        })
}

/// The name and the first argument of each command that has words.
fn names<'s>(script: &'s Script<'_>) -> impl Iterator<Item = (Option<&'s str>, Option<&'s str>)> {
    let words =
        script.commands.iter().map(|command| script.words_of(command)).filter(|words| !words.is_empty());
    words.map(|words| {
        let text = |at: usize| words.get(at).and_then(|word| script.text(word));
        (text(0), text(1))
    })
}

#[cfg(test)]
mod tests {
    #![expect(
        clippy::unwrap_used,
        clippy::indexing_slicing,
        reason = "a test may stop at the first surprise"
    )]

    use alloc::borrow::ToOwned;

    use proptest::prelude::*;

    use super::*;

    fn runner() -> Runner {
        let options = ["--mode", "acceptEdits", "--policy", "it's here.json"].map(str::to_owned).into();
        Runner { program: "/opt/it's/shellgate".to_owned(), options, ..Runner::default() }
    }

    #[test]
    fn a_rewritten_command_is_one_word_of_a_call_of_run() {
        let plain = Runner { program: "/bin/shellgate".to_owned(), ..Runner::default() };
        assert_eq!(
            rewritten(&plain, "echo 'it''s'"),
            r"'/bin/shellgate' run --quiet --no-timeout -- 'echo '\''it'\'''\''s'\'''"
        );
        let asked = Runner { approved: true, follow: Follow::Success("/s/cwd".to_owned()), ..plain.clone() };
        assert_eq!(
            rewritten(&asked, "cd a"),
            "'/bin/shellgate' run --quiet --no-timeout --yes --cwd-file '/s/cwd' -- 'cd a' && builtin cd -- \"$(<'/s/cwd')\""
        );
        let shell = Runner { follow: Follow::Always("/s/cwd".to_owned()), ..plain };
        assert!(rewritten(&shell, "cd a").ends_with("; (exit $shellgate_status)"));
    }

    proptest! {
        #[test]
        fn every_command_comes_back_and_nothing_else_does(command in "(?s).{0,80}", approved: bool, form in 0..3u8) {
            let follow = match form {
                0 => Follow::Stays,
                1 => Follow::Success("/s/it's".to_owned()),
                _ => Follow::Always("/s/it's".to_owned()),
            };
            let written = rewritten(&Runner { approved, follow, ..runner() }, &command);
            let is_file = |file: &str| file == "/s/it's";
            prop_assert_eq!(original(&written, &runner(), is_file), Some(command.clone()));
            prop_assert_eq!(original(&alloc::format!("{written}; x"), &runner(), is_file), None);
            prop_assert_eq!(original(&alloc::format!("x; {written}"), &runner(), is_file), None);
            let other = Runner { options: alloc::vec!["--no-policy".to_owned()], ..runner() };
            prop_assert_eq!(original(&written, &other, is_file), None);
            prop_assert_eq!(original(&command, &runner(), is_file), None);
        }

        #[test]
        fn a_shell_reads_a_rewritten_command_as_one_call(command in "(?s)[^\\x00]{0,80}") {
            let written = rewritten(&runner(), &command);
            let script = read(&written, Dialect::Bash);
            prop_assert_eq!(script.commands.len(), 1);
            let words = script.words_of(&script.commands[0]);
            let texts: Vec<&str> = words.iter().map(|word| script.text(word).unwrap()).collect();
            prop_assert_eq!(texts.last().copied(), Some(command.as_str()));
            prop_assert_eq!(texts.len(), 10);
        }
    }

    #[test]
    fn what_may_move_the_shell_is_known() {
        for command in [
            "cd a",
            "cd a && make",
            "make; cd ..",
            "pushd a",
            "eval \"$x\"",
            ". ./env",
            "$x",
            "if x; then cd a; fi",
        ] {
            assert!(may_move(command, Dialect::Bash), "{command}");
        }
        for command in ["ls", "make && echo cd", "git -C a status", "grep cd ."] {
            assert!(!may_move(command, Dialect::Bash), "{command}");
        }
        assert!(only_moves("cd a", Dialect::Bash) && only_moves("cd a && cd b", Dialect::Bash));
        assert!(!only_moves("cd a && ls", Dialect::Bash) && !only_moves("", Dialect::Bash));
    }
}
