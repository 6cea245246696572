//! A command with other arguments than those that it was written with.
//!
//! Owns the arguments as values, and a text in which each of them is as a person would have written it: rules and
//! forms look at both. Nothing of it is parsed.

use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::{AbstractValue, Arg, Count, Origin};
use crate::script::{PartKind, Script, Word};
use crate::span::Span;

/// A command that was never written.
#[derive(Debug, Default)]
pub(crate) struct Rewritten {
    written: String,
    args: Vec<(AbstractValue<String>, Span, u32)>,
    /// The word of the script that the last argument comes from, if it was kept.
    kept: Option<u32>,
    /// Whether it is a command of a shell that has cmdlets.
    may_name_cmdlet: bool,
}

impl Rewritten {
    /// Adds an argument of this value, which would be written like this.
    pub(crate) fn push(&mut self, value: AbstractValue<String>, written: &str) {
        let word = self.last_word().map_or(0, |last| last + 1);
        self.push_in(word, value, written);
    }

    /// Adds an argument that belongs to the same list as the one before.
    pub(crate) fn push_beside(&mut self, value: AbstractValue<String>, written: &str) {
        self.push_in(self.last_word().unwrap_or(0), value, written);
    }

    fn last_word(&self) -> Option<u32> {
        self.args.last().map(|(_, _, word)| *word)
    }

    fn push_in(&mut self, word: u32, value: AbstractValue<String>, written: &str) {
        self.kept = None;
        if !self.written.is_empty() {
            self.written.push(' ');
        }
        let start = self.written.len();
        self.written.push_str(written);
        self.args.push((value, Span::new(start, self.written.len()), word));
    }

    /// Adds an argument of `script` as it is.
    pub(crate) fn keep(&mut self, script: &Script<'_>, arg: &Arg<'_>) {
        self.may_name_cmdlet |= arg.may_name_cmdlet;
        let (value, written) = (arg.value.into_owned(), script.slice(arg.span));
        if self.kept == Some(arg.word) {
            self.push_beside(value, written);
        } else {
            self.push(value, written);
        }
        self.kept = Some(arg.word);
    }

    /// Adds an argument whose text is left to the shell: a pattern, a home directory, or itself.
    pub(crate) fn push_text(&mut self, text: &str) {
        let value = match text.find(['*', '?', '[']) {
            Some(at) => AbstractValue::FileName {
                prefix: text.get(..at).unwrap_or("").into(),
                suffix: text.rsplit(['*', '?', ']']).next().unwrap_or("").into(),
                count: Count::Any,
                origin: Origin::Disk,
            },
            None if text.starts_with('~') => AbstractValue::Home(text.into()),
            None => AbstractValue::Known(text.into()),
        };
        self.push(value, text);
    }

    /// Adds the argument that `word` becomes when the variable `name` has the value `with`, which is written like `text`.
    pub(crate) fn push_replaced(
        &mut self,
        script: &Script<'_>,
        word: &Word,
        name: &str,
        (with, text): (AbstractValue<&str>, &str),
    ) {
        let mut joined = Joined::default();
        let mut written = String::new();
        for part in script.parts_of(word) {
            match part.kind {
                PartKind::Text => joined.text(script.slice(part.span)),
                PartKind::Wildcard => joined.open(Known::Name),
                PartKind::Variable(at) if script.slice(at) == name => {
                    joined.value(with);
                    written.push_str(text);
                    continue;
                }
                _ => joined.open(Known::Ends),
            }
            written.push_str(script.slice(part.span));
        }
        self.push(joined.into_value(), &written);
    }

    /// The text in which the spans of the arguments lie.
    pub(crate) fn source(&self) -> &str {
        &self.written
    }

    /// The arguments, the command name first.
    pub(crate) fn args(&self) -> Vec<Arg<'_>> {
        let may_name_cmdlet = self.may_name_cmdlet;
        let args = self.args.iter().map(|(value, span, word)| Arg::new(value.as_deref(), *word, *span));
        args.map(|arg| Arg { may_name_cmdlet, ..arg }).collect()
    }
}

/// How much is known of the values that are side by side in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Known {
    /// All of the text.
    #[default]
    Text,
    /// All of a path that begins with a home directory.
    Path,
    /// How it begins and ends; file names decide the rest.
    Name,
    /// How it begins and ends.
    Ends,
}

/// The values that are side by side in one word, as one.
#[derive(Default)]
struct Joined {
    known: Known,
    prefix: String,
    suffix: String,
}

impl Joined {
    fn text(&mut self, text: &str) {
        let end = if self.known <= Known::Path { &mut self.prefix } else { &mut self.suffix };
        end.push_str(text);
    }

    /// Something follows of which only this is known.
    fn open(&mut self, known: Known) {
        self.known = self.known.max(known);
        self.suffix.clear();
    }

    fn value(&mut self, value: AbstractValue<&str>) {
        match value {
            AbstractValue::Known(text) => self.text(text),
            AbstractValue::Home(path) => {
                self.text(path);
                self.known = self.known.max(Known::Path);
            }
            AbstractValue::FileName { prefix, suffix, .. } => {
                self.text(prefix);
                self.open(Known::Name);
                self.text(suffix);
            }
            AbstractValue::Number(_) | AbstractValue::Pipe | AbstractValue::Block => self.open(Known::Ends),
            AbstractValue::Sample { prefix, .. } => {
                self.text(prefix);
                self.open(Known::Ends);
            }
            AbstractValue::Unknown { prefix, suffix, .. } => {
                self.text(prefix);
                self.open(Known::Ends);
                self.text(suffix);
            }
        }
    }

    fn into_value(self) -> AbstractValue<String> {
        let Self { known, prefix, suffix } = self;
        match known {
            Known::Text => AbstractValue::Known(prefix),
            Known::Path => AbstractValue::Home(prefix),
            Known::Name => {
                AbstractValue::FileName { prefix, suffix, count: Count::Any, origin: Origin::Disk }
            }
            Known::Ends => AbstractValue::Unknown { prefix, suffix, count: Count::Any },
        }
    }
}
