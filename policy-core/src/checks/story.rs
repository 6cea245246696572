//! A check's story as data: its prose, and its examples with what is expected of them.
//!
//! A fence is tagged `sh` or `zsh` and then what its examples must do. Every line of a fence is an example,
//! or the whole fence is one when it is also tagged `whole`.

use alloc::string::String;
use alloc::vec::Vec;

use super::Check;
use crate::syntax::Dialect;

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
        let mut fence: Option<(Expectation, Dialect, bool, Vec<&str>)> = None;
        for line in self.story.lines() {
            let line = line.strip_prefix(' ').unwrap_or(line);
            story.text.push_str(line);
            story.text.push('\n');
            let Some(tags) = line.strip_prefix("```") else {
                if let Some((.., lines)) = &mut fence {
                    lines.push(line);
                }
                continue;
            };
            match fence.take() {
                None => fence = open(tags),
                Some((expectation, dialect, whole, lines)) => {
                    let example = |command: String| Example { expectation, dialect, command };
                    if whole {
                        story.examples.push(example(lines.join("\n")));
                    } else {
                        story.examples.extend(lines.into_iter().map(|line| example(line.into())));
                    }
                }
            }
        }
        story
    }
}

fn open(tags: &str) -> Option<(Expectation, Dialect, bool, Vec<&str>)> {
    let mut tags = tags.split(',');
    let dialect = match tags.next()? {
        "sh" => Dialect::Bash,
        "zsh" => Dialect::Zsh,
        _ => return None,
    };
    let expectation = match tags.next()? {
        "fires" => Expectation::Fires,
        "silent" => Expectation::Silent,
        "blind" => Expectation::Blind,
        _ => return None,
    };
    Some((expectation, dialect, tags.next() == Some("whole"), Vec::new()))
}
