//! What deny rules still see of a command that could not be read: its text, split wherever a command could begin.
//!
//! Ignores quotes, so it sees too much rather than too little. Never used to allow anything.

use alloc::string::String;

use super::script::Script;

/// The part of a script that was not read, in a form that can be split into words at blanks.
#[derive(Debug, Default)]
pub struct Salvage {
    text: String,
}

/// Words behind which a command begins.
const OPENERS: &[&str] = &[
    "!", "{", "(", "if", "then", "elif", "else", "while", "until", "do", "time", "coproc", "function", "exec",
];

/// Takes what follows the first doubt of `script`, without quotes, backslashes and dollar signs.
///
/// Gives none when everything was read.
pub fn salvage(script: &Script<'_>) -> Option<Salvage> {
    let from = script.doubts.iter().map(|doubt| doubt.span.start as usize).min()?;
    let rest = script.source.get(from..)?;
    let mut text = String::with_capacity(rest.len());
    text.extend(rest.chars().filter(|character| !matches!(character, '\'' | '"' | '\\' | '$' | '\0')));
    Some(Salvage { text })
}

impl Salvage {
    /// The pieces that could each be a simple command.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.text
            .split([';', '&', '|', '\n', '(', ')', '`', '{', '}', '<', '>'])
            .map(|part| part.trim_matches([' ', '\t', '\r']))
            .map(without_openers)
            .filter(|part| !part.is_empty())
    }
}

/// `then FOO=1 curl x` begins with `curl`.
fn without_openers(mut part: &str) -> &str {
    loop {
        let (first, rest) = part.split_once([' ', '\t']).unwrap_or((part, ""));
        let assigns = first.split_once('=').is_some_and(|(name, _)| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'+')
        });
        if !assigns && !OPENERS.contains(&first) {
            return part;
        }
        part = rest.trim_start_matches([' ', '\t']);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::{Dialect, read};
    use super::*;

    #[test]
    fn every_place_where_a_command_could_begin_is_split_off() {
        for (source, expected) in [
            ("echo 'a; curl x", &["a", "curl x"][..]),
            ("a;; then FOO=1 curl x", &["curl x"][..]),
            ("echo $[1] && if sudo curl x", &["[1]", "sudo curl x"][..]),
            ("((a; \"cu\"rl x))", &["a", "curl x"][..]),
        ] {
            let script = read(source, Dialect::Bash);
            let salvage = salvage(&script);
            let parts: Vec<&str> = salvage.iter().flat_map(Salvage::parts).collect();
            assert_eq!(parts, expected, "{source:?}");
        }
    }

    #[test]
    fn nothing_is_salvaged_from_what_was_read() {
        assert!(salvage(&read("a; b | c", Dialect::Bash)).is_none());
    }
}
