//! The command that an agent runs as its hook, and how it is known again.
//!
//! Owns its form, for a POSIX shell:
//!
//! ```sh
//! '/path/shellgate' hook --agent NAME || { echo 'shellgate: the hook failed' >&2; exit 2; }
//! ```
//!
//! The last part blocks the call if the program has gone or breaks, in every agent that gives an exit code a meaning. Codex,
//! Gemini CLI and Qwen Code run the command after an exit with 2 and nothing on standard error, hence the sentence. Windows
//! has no such form yet.

use std::path::{Path, PathBuf};

use policy_core::agents::Agent;
use serde_json::Value;

/// The name of the program.
const PROGRAM: &str = "shellgate";

/// The command of the program that answers.
const ORDER: &str = "hook";

/// The option with which approved commands run in the sandbox.
const CONFINE: &str = "--confine";

/// What blocks the call when the program does not end as it should.
const OTHERWISE: &str = "|| { echo 'shellgate: the hook failed' >&2; exit 2; }";

/// The command for the hook of `agent`, which confines approved commands or does not. None if the path of the program is no
/// text.
pub(super) fn hook_command(shellgate: &Path, agent: Agent, confine: bool) -> Option<String> {
    shellgate.to_str()?;
    Some(format!("{} {OTHERWISE}", call(shellgate, agent, confine).join(" ")))
}

/// The words of a POSIX shell that call the hook of `agent`.
pub(super) fn call(shellgate: &Path, agent: Agent, confine: bool) -> Vec<String> {
    let words = words(agent, confine).into_iter().map(str::to_owned);
    std::iter::once(quoted(&shellgate.to_string_lossy())).chain(words).collect()
}

/// The words of the call of the hook of `agent`, without the program.
pub(super) fn words(agent: Agent, confine: bool) -> Vec<&'static str> {
    let words = [ORDER, "--agent", agent.name()];
    words.into_iter().chain(confine.then_some(CONFINE)).collect()
}

/// Whether the call of the hook in `command` confines approved commands.
pub(super) fn confines(command: &str) -> bool {
    let Some((_, rest)) = first_word(command) else { return false };
    rest.split_whitespace().take_while(|word| *word != "||").any(|word| word.trim_matches('\'') == CONFINE)
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

/// The program in `command` if it is a call of the hook of Shellgate, of whatever version and at whatever path.
pub(super) fn program_of(command: &str) -> Option<PathBuf> {
    let (word, rest) = first_word(command)?;
    let program = PathBuf::from(word);
    let is_shellgate = program.file_stem().is_some_and(|name| name == PROGRAM);
    let is_hook = rest.split_whitespace().next().is_some_and(|order| order == ORDER);
    (is_shellgate && is_hook).then_some(program)
}

/// The text of the command in a hook as an agent's file has it: `command` or `bash`, with the words of `args`.
pub(super) fn command_of(hook: &Value) -> Option<String> {
    let command = ["command", "bash"].iter().find_map(|key| hook.get(key)?.as_str())?;
    let Some(words) = hook.get("args").and_then(Value::as_array) else { return Some(command.to_owned()) };
    let words = words.iter().map(|word| word.as_str().map(quoted)).collect::<Option<Vec<_>>>()?;
    let words = words.iter().map(String::as_str).map(|word| if word == "'hook'" { ORDER } else { word });
    Some(std::iter::once(quoted(command).as_str()).chain(words).collect::<Vec<_>>().join(" "))
}

/// Whether a command line, or a program with `arguments`, is a call of the hook of Shellgate.
pub(crate) fn is_own_hook(command: &str, arguments: Option<&[String]>) -> bool {
    match arguments {
        None => program_of(command).is_some(),
        Some(arguments) => {
            let is_shellgate = Path::new(command).file_stem().is_some_and(|name| name == PROGRAM);
            is_shellgate && arguments.first().is_some_and(|order| order == ORDER)
        }
    }
}

/// Whether `hook`, as an agent's file has it, is a call of Shellgate.
pub(super) fn is_ours(hook: &Value) -> bool {
    command_of(hook).and_then(|command| program_of(&command)).is_some()
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
                let command = hook_command(Path::new(path), Agent::Codex, confine).unwrap();
                assert!(command.ends_with(" >&2; exit 2; }"), "{command}");
                assert_eq!(program_of(&command), Some(PathBuf::from(path)));
                assert_eq!(confines(&command), confine, "{command}");
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
            let command = hook_command(&program, Agent::Codex, false).unwrap();
            let output = std::process::Command::new("/bin/sh").args(["-c", &command]).output().unwrap();
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
            assert_eq!(confines(command), expected, "{command}");
        }
    }

    #[test]
    fn every_form_of_a_hook_is_known_and_no_other_command() {
        for (hook, expected) in [
            (json!({"type": "command", "command": "/x/shellgate hook || exit 2"}), true),
            (json!({"command": "/x y/shellgate", "args": ["hook"]}), true),
            (json!({"type": "command", "bash": "shellgate hook", "timeoutSec": 10}), true),
            (json!({"command": "/x/shellgate", "args": ["check", "hook"]}), false),
            (json!({"command": "/x/shellgate"}), false),
            (json!({"command": 7}), false),
            (json!({}), false),
            (json!("shellgate hook"), false),
        ] {
            assert_eq!(is_ours(&hook), expected, "{hook}");
        }
    }
}
