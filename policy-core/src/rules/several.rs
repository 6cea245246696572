//! The words of a value that becomes several arguments.
//!
//! Owns what is known of each of them. Names of files that a pattern finds all begin and end alike; of a text that the
//! shell splits, only the first word begins and only the last word ends as the text does.

use super::possible::ArgumentValue;
use crate::commands::{AbstractValue, Count, Origin};

/// A value that becomes several arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Several<'v>(ArgumentValue<'v>);

impl<'v> Several<'v> {
    /// The value, if it may become several arguments.
    pub(super) fn of(value: ArgumentValue<'v>) -> Option<Self> {
        (value.text().is_none() && value.count() == Count::Any).then_some(Self(value))
    }

    /// The only word.
    pub(super) fn only(self) -> ArgumentValue<'v> {
        self.word(self.0.prefix(), self.0.suffix())
    }

    /// The first of several words.
    pub(super) fn first(self) -> ArgumentValue<'v> {
        self.word(self.0.prefix(), "")
    }

    /// A word between others.
    pub(super) fn middle(self) -> ArgumentValue<'v> {
        self.word("", "")
    }

    /// The last of several words.
    pub(super) fn last(self) -> ArgumentValue<'v> {
        self.word("", self.0.suffix())
    }

    /// Whether there may be no word at all. A pattern that finds nothing is kept as it is.
    pub(super) fn may_be_none(self) -> bool {
        let is_bare = self.0.prefix().is_empty() && self.0.suffix().is_empty();
        is_bare && !matches!(self.0, AbstractValue::FileName { origin: Origin::Disk, .. })
    }

    fn word(self, prefix: &'v str, suffix: &'v str) -> ArgumentValue<'v> {
        let count = Count::One;
        match self.0 {
            AbstractValue::FileName { origin: Origin::List, .. } => {
                AbstractValue::Unknown { prefix, suffix, count }
            }
            AbstractValue::FileName { prefix, suffix, origin, .. } => {
                AbstractValue::FileName { prefix, suffix, count, origin }
            }
            AbstractValue::Number(_) => AbstractValue::Number(count),
            AbstractValue::Sample { sample, .. } => AbstractValue::Sample { prefix, sample, count },
            AbstractValue::Known(_)
            | AbstractValue::Home(_)
            | AbstractValue::Pipe
            | AbstractValue::Block
            | AbstractValue::Unknown { .. } => AbstractValue::Unknown { prefix, suffix, count },
        }
    }
}
