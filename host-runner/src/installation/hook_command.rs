//! The command that an agent runs as its hook, and how it is known again.
//!
//! Owns its two forms. As a line for a POSIX shell:
//!
//! ```sh
//! '/path/shellgate' hook --agent NAME || { echo 'shellgate: the hook failed' >&2; exit 2; }
//! ```
//!
//! The last part blocks the call if the program has gone or breaks, in every agent that gives an exit code a meaning. Codex,
//! Gemini CLI and Qwen Code run the command after an exit with 2 and nothing on standard error, hence the sentence.
//!
//! As a program with its words, for an agent that starts it without a shell and blocks when it fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use policy_core::agents::Agent;
use serde_json::Value;

use super::tree::Tree;

/// The name of the program.
const PROGRAM: &str = "shellgate";

/// The command of the program that answers.
const ORDER: &str = "hook";

/// The option with which approved commands run in the sandbox.
const CONFINE: &str = "--confine";

/// What blocks the call when the program does not end as it should.
const OTHERWISE: &str = "|| { echo 'shellgate: the hook failed' >&2; exit 2; }";

/// A call of the hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct HookCommand {
    /// The path of this program.
    pub(super) program: String,
    /// The words after it.
    pub(super) words: Vec<&'static str>,
}

impl HookCommand {
    /// The call for the hook of `agent`, which confines approved commands or does not. None if the path of the program is no
    /// text.
    pub(super) fn new(shellgate: &Path, agent: Agent, confine: bool) -> Option<Self> {
        let words = [ORDER, "--agent", agent.name()];
        let words = words.into_iter().chain(confine.then_some(CONFINE)).collect();
        Some(Self { program: shellgate.to_str()?.to_owned(), words })
    }

    /// The call as words of a POSIX shell.
    pub(super) fn call(&self) -> String {
        std::iter::once(&*quoted(&self.program))
            .chain(self.words.iter().copied())
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The program and its words as one list.
    pub(super) fn list(&self) -> Tree {
        Tree::List(
            std::iter::once(&*self.program).chain(self.words.iter().copied()).map(Tree::text).collect(),
        )
    }

    /// The words after the program.
    pub(super) fn arguments(&self) -> Tree {
        Tree::List(self.words.iter().copied().map(Tree::text).collect())
    }

    /// The line for a POSIX shell, which blocks when the program fails.
    pub(super) fn line(&self) -> String {
        format!("{} {OTHERWISE}", self.call())
    }
}

/// A call of a hook, as an agent's file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// A line for a POSIX shell.
    Line(String),
    /// A program that the agent starts without a shell, with its words.
    Program(Vec<String>),
}

impl Call {
    /// The call in `hook`: its `command` or `bash`, with the words of `args`.
    pub(super) fn of(hook: &Value) -> Option<Self> {
        let command = ["command", "bash"].iter().find_map(|key| hook.get(key)?.as_str())?.to_owned();
        let Some(words) = hook.get("args").and_then(Value::as_array) else {
            return Some(Self::Line(command));
        };
        let words = words.iter().map(|word| word.as_str().map(str::to_owned));
        std::iter::once(Some(command)).chain(words).collect::<Option<_>>().map(Self::Program)
    }

    /// The program if it is a call of the hook of Shellgate, of whatever version and at whatever path.
    pub(super) fn program(&self) -> Option<PathBuf> {
        match self {
            Self::Line(line) => program_of(line),
            Self::Program(words) => match &**words {
                [program, order, ..] if order == ORDER => {
                    Some(PathBuf::from(program)).filter(|program| is_shellgate(program))
                }
                _ => None,
            },
        }
    }

    /// Whether the call confines approved commands.
    pub(super) fn confines(&self) -> bool {
        match self {
            Self::Line(line) => first_word(line).is_some_and(|(_, rest)| {
                let mut words = rest.split_whitespace().take_while(|word| *word != "||");
                words.any(|word| word.trim_matches('\'') == CONFINE)
            }),
            Self::Program(words) => words.iter().skip(1).any(|word| word == CONFINE),
        }
    }

    /// What an agent starts for it.
    pub(super) fn to_start(&self) -> Command {
        match self {
            Self::Line(line) => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", line]);
                shell
            }
            Self::Program(words) => {
                let mut command = Command::new(words.first().map_or("", String::as_str));
                command.args(words.iter().skip(1));
                command
            }
        }
    }
}

/// `text` as one word of a POSIX shell.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The first word of `command` and the rest. Knows the quoting of [`quoted`], double quotes and none.
fn first_word(command: &str) -> Option<(String, &str)> {
    let (mut word, mut rest) = (String::new(), command.trim_start());
    loop {
        let mut characters = rest.chars();
        match characters.next() {
            None => break,
            Some(character) if character.is_whitespace() => break,
            Some(quote @ ('\'' | '"')) => {
                let (inner, after) = characters.as_str().split_once(quote)?;
                word.push_str(inner);
                rest = after;
            }
            Some('\\') => {
                word.push(characters.next()?);
                rest = characters.as_str();
            }
            Some(character) => {
                word.push(character);
                rest = characters.as_str();
            }
        }
    }
    Some((word, rest))
}

/// The program in the line `command` if it is a call of the hook of Shellgate, of whatever version and at whatever path.
pub(super) fn program_of(command: &str) -> Option<PathBuf> {
    let (word, rest) = first_word(command)?;
    let program = PathBuf::from(word);
    let is_hook = rest.split_whitespace().next().is_some_and(|order| order == ORDER);
    (is_shellgate(&program) && is_hook).then_some(program)
}

/// Whether `program` has the name of this one, in the spelling of whatever system.
fn is_shellgate(program: &Path) -> bool {
    program.file_stem().is_some_and(|name| name == PROGRAM)
}

/// Whether a command line, or a program with `arguments`, is a call of the hook of Shellgate.
pub(crate) fn is_own_hook(command: &str, arguments: Option<&[String]>) -> bool {
    let program = match arguments {
        None => program_of(command),
        Some(arguments) => Call::Program([&[command.to_owned()], arguments].concat()).program(),
    };
    program.is_some()
}

/// Whether `hook`, as an agent's file has it, is a call of Shellgate.
pub(super) fn is_ours(hook: &Value) -> bool {
    Call::of(hook).and_then(|call| call.program()).is_some()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_command_is_known_again_whatever_the_path_is() {
        for path in [
            "/usr/bin/shellgate",
            "/a b/shellgate",
            "/it's/shellgate",
            "/$x/\"y\"/shellgate",
            "/ä/\\/shellgate",
        ] {
            for confine in [false, true] {
                let command = HookCommand::new(Path::new(path), Agent::Codex, confine).unwrap();
                let listed: Vec<String> = serde_json::from_value(command.list().value()).unwrap();
                let started = Call::Program(listed);
                assert_eq!((started.program(), started.confines()), (Some(PathBuf::from(path)), confine));
                let command = command.line();
                assert!(command.ends_with(" >&2; exit 2; }"), "{command}");
                assert_eq!(program_of(&command), Some(PathBuf::from(path)));
                assert_eq!(Call::Line(command.clone()).confines(), confine, "{command}");
            }
        }
        for (command, program) in [
            ("shellgate hook", Some("shellgate")),
            ("/x/shellgate hook || exit 2", Some("/x/shellgate")),
            ("'/x/shellgate' hook --agent codex || exit 2", Some("/x/shellgate")),
            ("\"/x y/shellgate\"  hook --agent claude", Some("/x y/shellgate")),
            ("/x/shellgate check", None),
            ("/x/shellgate", None),
            ("/x/other hook", None),
            ("echo shellgate hook", None),
            ("'/x/shellgate hook", None),
            ("", None),
        ] {
            assert_eq!(program_of(command), program.map(PathBuf::from), "{command}");
        }
    }

    #[test]
    fn a_failure_without_a_word_ends_with_2_and_a_sentence() {
        let place = tempfile::tempdir().unwrap();
        let program = place.path().join("shellgate");
        for text in ["exit 1", "exit 2", "kill -9 $$", "echo half; exit 127"] {
            std::fs::write(&program, format!("#!/bin/sh\n{text}\n")).unwrap();
            std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            let command = HookCommand::new(&program, Agent::Codex, false).unwrap().line();
            let output = Call::Line(command).to_start().output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{text}");
            assert!(errors.contains("shellgate: the hook failed"), "{text}: {errors}");
        }
    }

    #[test]
    fn only_an_option_of_the_hook_confines() {
        for (command, expected) in [
            ("/x/shellgate hook --confine", true),
            ("'/x/shellgate' 'hook' '--confine' || exit 2", true),
            ("'/x --confine /shellgate' hook || exit 2", false),
            ("/x/shellgate hook || echo --confine", false),
            ("/x/shellgate hook --confined", false),
            ("", false),
        ] {
            assert_eq!(Call::Line(command.to_owned()).confines(), expected, "{command}");
        }
    }

    #[test]
    fn every_form_of_a_hook_is_known_and_no_other_command() {
        for (hook, expected) in [
            (json!({"type": "command", "command": "/x/shellgate hook || exit 2"}), true),
            (json!({"command": "/x y/shellgate", "args": ["hook"]}), true),
            (json!({"type": "command", "bash": "shellgate hook", "timeoutSec": 10}), true),
            (json!({"command": "/x/shellgate", "args": ["check", "hook"]}), false),
            (json!({"command": "/x/shellgate", "args": ["hook", 7]}), false),
            (json!({"command": "/x/shellgate.exe", "args": ["hook", "--agent", "claude"]}), true),
            (json!({"command": "/x/shellgate"}), false),
            (json!({"command": 7}), false),
            (json!({}), false),
            (json!("shellgate hook"), false),
        ] {
            assert_eq!(is_ours(&hook), expected, "{hook}");
        }
    }
}
