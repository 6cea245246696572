//! The story of a check as data: its prose, and its examples with their expected results.
//!
//! A fence is tagged `sh`, `zsh` or `powershell`, and then with the expected result. Every line of a fence is an example; with the
//! tag `whole` the whole fence is one. In a fence tagged `escaped`, `\n`, `\r`, `\t`, `\xNN` and `\u{N}` are characters
//! that would be invisible in source text.

use alloc::string::String;
use alloc::vec::Vec;

use super::Check;
use crate::script::Dialect;

/// What must happen with an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Expectation {
    /// The check reports it.
    Fires,
    /// The check says nothing about it.
    Silent,
    /// It is an attack that the check is known not to see; the test fails the day it does.
    Blind,
}

/// One example of a story.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Example {
    /// What must happen.
    pub expectation: Expectation,
    /// The shell that would read it.
    pub dialect: Dialect,
    /// The command.
    pub command: String,
}

/// A check's story, taken apart.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// The Markdown without the space that doc comments put in front of each line.
    pub text: String,
    /// The examples, in order.
    pub examples: Vec<Example>,
}

impl Check {
    /// Takes the story apart.
    pub fn story(&self) -> Story {
        let mut story = Story::default();
        let mut fence: Option<Fence<'_>> = None;
        for line in self.code.story.lines() {
            let line = line.strip_prefix(' ').unwrap_or(line);
            story.text.push_str(line);
            story.text.push('\n');
            let Some(tags) = line.strip_prefix("```") else {
                if let Some(fence) = &mut fence {
                    fence.lines.push(line);
                }
                continue;
            };
            match fence.take() {
                None => fence = open(tags),
                Some(fence) => story.examples.extend(fence.examples()),
            }
        }
        story
    }
}

/// A fence that is being read.
struct Fence<'s> {
    expectation: Expectation,
    dialect: Dialect,
    whole: bool,
    escaped: bool,
    lines: Vec<&'s str>,
}

impl Fence<'_> {
    fn examples(self) -> Vec<Example> {
        let texts = if self.whole {
            alloc::vec![self.lines.join("\n")]
        } else {
            self.lines.iter().map(|line| (*line).into()).collect()
        };
        let example = |text: String| Example {
            expectation: self.expectation,
            dialect: self.dialect,
            command: if self.escaped { unescape(&text) } else { text },
        };
        texts.into_iter().map(example).collect()
    }
}

fn open(tags: &str) -> Option<Fence<'_>> {
    let mut tags = tags.split(',');
    let dialect = match tags.next()? {
        "sh" => Dialect::Bash,
        "zsh" => Dialect::Zsh,
        "powershell" => Dialect::PowerShell,
        _ => return None,
    };
    let expectation = match tags.next()? {
        "fires" => Expectation::Fires,
        "silent" => Expectation::Silent,
        "blind" => Expectation::Blind,
        _ => return None,
    };
    let mut fence = Fence { expectation, dialect, whole: false, escaped: false, lines: Vec::new() };
    for tag in tags {
        fence.whole |= tag == "whole";
        fence.escaped |= tag == "escaped";
    }
    Some(fence)
}

/// Decodes the escapes of an `escaped` fence; a backslash before anything else stands for itself.
fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let hexadecimal = |digits: &str| u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
        let (decoded, length) = match after.as_bytes().first() {
            Some(b'n') => (Some('\n'), 1),
            Some(b'r') => (Some('\r'), 1),
            Some(b't') => (Some('\t'), 1),
            Some(b'\\') => (Some('\\'), 1),
            Some(b'x') => (after.get(1..3).and_then(hexadecimal), 3),
            Some(b'u') => {
                let end = after.find('}').unwrap_or(0);
                (after.get(2..end).and_then(hexadecimal), end + 1)
            }
            _ => (None, 0),
        };
        if let Some(character) = decoded {
            out.push(character);
            rest = after.get(length..).unwrap_or("");
        } else {
            out.push('\\');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}
