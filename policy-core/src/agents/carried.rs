//! The commands that the input of a tool carries.
//!
//! Owns the keys under which agents and tool servers pass commands, and the forms that a command has there: a text, a
//! program with its arguments, a list of either.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::value::RawValue;

use super::json::{Object, text};
use super::problem::Problem;
use crate::command_line::quote;

/// The keys under which a tool that is no shell of the agent may get a command.
const KEYS: [&str; 5] = ["command", "commands", "cmd", "command_line", "script"];

/// The keys of arguments that follow a command.
const ARGUMENTS: [&str; 3] = ["args", "arguments", "argv"];

/// Longest list of commands that is read.
const COMMANDS_MAX: usize = 64;

/// The command of the agent's own shell, which is the string under `key`.
///
/// # Errors
/// There is none, or it is no string.
pub(super) fn one(input: &Object, key: &str) -> Result<Vec<String>, Problem> {
    match input.text(key)? {
        Some(command) => Ok(Vec::from([command])),
        None => Err(missing(key)),
    }
}

/// The commands of the agent's own shell, which are the list under `key`: strings, or objects with a program and its
/// arguments.
///
/// # Errors
/// There is no list, or an entry of it is no command.
pub(super) fn several(input: &Object, key: &str) -> Result<Vec<String>, Problem> {
    let Some(value) = input.get(key) else { return Err(missing(key)) };
    // Older versions write the list into a string.
    let inner = text(value).filter(|text| text.trim_start().starts_with('['));
    if let (None, Some(command)) = (&inner, text(value)) {
        return Ok(Vec::from([command]));
    }
    let items: Vec<&RawValue> = serde_json::from_str(inner.as_deref().unwrap_or(value.get()))
        .map_err(|_| Problem::new(format!("`{key}` in the call is not a list of commands")))?;
    if items.is_empty() {
        return Err(missing(key));
    }
    if items.len() > COMMANDS_MAX {
        return Err(Problem::new(format!("the call has more than {COMMANDS_MAX} commands")));
    }
    items
        .into_iter()
        .map(|item| {
            text(item).or_else(|| structured(item)).ok_or_else(|| {
                Problem::new(format!("an entry of `{key}` in the call is neither a string nor a command"))
            })
        })
        .collect()
}

/// What the input of any other tool carries; empty if there is nothing that could be a command.
///
/// # Errors
/// There are too many.
pub(super) fn any(input: &Object) -> Result<Vec<String>, Problem> {
    let mut found: Vec<String> = Vec::new();
    for key in KEYS {
        let Some(value) = input.get(key) else { continue };
        let arguments = if key == "commands" { None } else { arguments(input) };
        for command in values(value, key == "commands") {
            let command = match &arguments {
                Some(arguments) => format!("{command} {arguments}"),
                None => command,
            };
            if !command.trim().is_empty() && !found.contains(&command) {
                found.push(command);
            }
        }
    }
    if found.len() > COMMANDS_MAX {
        return Err(Problem::new(format!("the call has more than {COMMANDS_MAX} commands")));
    }
    Ok(found)
}

/// The commands in one value. A list is one command with its arguments, or several commands.
fn values(value: &RawValue, are_several: bool) -> Vec<String> {
    if let Some(text) = text(value) {
        let list =
            text.trim_start().starts_with('[').then(|| serde_json::from_str::<Vec<String>>(&text).ok());
        return list.flatten().filter(|_| are_several).unwrap_or_else(|| Vec::from([text]));
    }
    let items: Vec<&RawValue> = serde_json::from_str(value.get()).unwrap_or_default();
    let texts: Vec<String> = items.iter().filter_map(|item| text(item)).collect();
    if are_several || texts.len() != items.len() {
        return items.iter().filter_map(|item| text(item).or_else(|| structured(item))).collect();
    }
    if texts.is_empty() { Vec::new() } else { Vec::from([quoted(&texts)]) }
}

/// `{"command": …, "args": […]}` as one text.
fn structured(value: &RawValue) -> Option<String> {
    let object = Object::read(value.get(), "a command").ok()?;
    let command = KEYS.iter().find_map(|key| object.get(key).and_then(text))?;
    match arguments(&object) {
        Some(arguments) => Some(format!("{command} {arguments}")),
        None => Some(command),
    }
}

/// The arguments beside a command, each quoted.
fn arguments(object: &Object) -> Option<String> {
    let listed = ARGUMENTS.iter().map(|key| object.texts(key)).find(|texts| !texts.is_empty())?;
    Some(quoted(&listed))
}

fn quoted(words: &[String]) -> String {
    words.iter().map(|word| quote(word)).collect::<Vec<_>>().join(" ")
}

fn missing(key: &str) -> Problem {
    Problem::new(format!("the call has no `{key}` to judge"))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::borrow::ToOwned;

    use super::*;

    fn carried(input: &str) -> Vec<String> {
        any(&Object::read(input, "the input").unwrap()).unwrap()
    }

    #[test]
    fn a_command_is_found_under_every_key_and_in_every_form() {
        for (input, expected) in [
            (r#"{"command":"ls -l"}"#, &["ls -l"][..]),
            (r#"{"cmd":"ls"}"#, &["ls"]),
            (r#"{"script":"a\nb"}"#, &["a\nb"]),
            (r#"{"command_line":"ls"}"#, &["ls"]),
            (r#"{"command":["git","a b"]}"#, &["'git' 'a b'"]),
            (r#"{"command":"rm","args":["-rf","/"]}"#, &["rm '-rf' '/'"]),
            (r#"{"commands":["ls","pwd"]}"#, &["ls", "pwd"]),
            (r#"{"commands":"[\"ls\",\"pwd\"]"}"#, &["ls", "pwd"]),
            (r#"{"commands":[{"command":"rm","args":["x"]},"ls"]}"#, &["rm 'x'", "ls"]),
            (r#"{"command":"ls","script":"pwd"}"#, &["ls", "pwd"]),
            (r#"{"command":"[ -f x ]"}"#, &["[ -f x ]"]),
            (r#"{"file_path":"x","content":"rm"}"#, &[]),
            (r#"{"command":null,"script":5,"cmd":" "}"#, &[]),
        ] {
            assert_eq!(
                carried(input),
                expected.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>(),
                "{input}"
            );
        }
    }

    #[test]
    fn the_input_of_a_shell_has_exactly_its_own_form() {
        let read = |input: &str| Object::read(input, "the input").unwrap();
        assert_eq!(one(&read(r#"{"command":"ls"}"#), "command").unwrap(), ["ls"]);
        for input in
            ["{}", r#"{"command":["ls"]}"#, r#"{"command":7}"#, r#"{"cmd":"ls"}"#, r#"{"command":null}"#]
        {
            assert!(one(&read(input), "command").is_err(), "{input}");
        }
        assert_eq!(several(&read(r#"{"commands":["a","b"]}"#), "commands").unwrap(), ["a", "b"]);
        assert_eq!(several(&read(r#"{"commands":"[\"a\"]"}"#), "commands").unwrap(), ["a"]);
        assert_eq!(
            several(&read(r#"{"commands":"[ -f x ]"}"#), "commands").unwrap_err(),
            several(&read(r#"{"commands":3}"#), "commands").unwrap_err()
        );
        for input in ["{}", r#"{"commands":[]}"#, r#"{"commands":[1]}"#, r#"{"commands":{}}"#] {
            assert!(several(&read(input), "commands").is_err(), "{input}");
        }
    }
}
