//! The abstract value of a word: a known string, a file name with a known prefix and suffix, a number, or a string around
//! a number or an object id of git.
//!
//! Owns the cases, and how a value changes when more text of the word follows. Never reads a script.

use alloc::string::String;
use alloc::vec::Vec;

/// One thing that a word may become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AbstractValue {
    /// This argument.
    Text(String),
    /// A file's name that surely begins and ends like this.
    Name {
        lead: String,
        tail: String,
        /// Whether it may become several arguments.
        splits: bool,
        /// Whether the name may have been cut apart (see [`Arg::cut`]).
        cut: bool,
    },
    /// A number, whatever it is.
    Number(Count),
    /// Text around names of objects or numbers.
    Like {
        lead: String,
        /// See [`Arg::sample`].
        sample: String,
        /// Whether it may become several arguments, or none.
        splits: bool,
    },
}

/// How many arguments an expansion becomes that prints numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Count {
    One,
    /// None when the command fails, several when it prints several.
    Any,
}

impl AbstractValue {
    /// A name, or several, from a list, of which nothing else is known.
    pub(crate) fn name_of_list(splits: bool, cut: bool) -> Self {
        Self::Name { lead: String::new(), tail: String::new(), splits, cut }
    }

    /// This, with a file name pattern behind it.
    pub(crate) fn pattern(&self) -> Option<Self> {
        match self {
            // `.*` is `..` as well.
            Self::Text(text)
                if !text.contains("..")
                    && !text.rsplit('/').next().is_some_and(|last| last.starts_with('.')) =>
            {
                Some(Self::Name { lead: text.clone(), tail: String::new(), splits: true, cut: false })
            }
            Self::Name { lead, splits: true, cut, .. } => {
                Some(Self::Name { lead: lead.clone(), tail: String::new(), splits: true, cut: *cut })
            }
            _ => None,
        }
    }
}

/// Puts `text` behind each of `held`.
pub(crate) fn append(held: &mut [AbstractValue], text: &str) {
    for one in held {
        match one {
            AbstractValue::Text(whole) => whole.push_str(text),
            AbstractValue::Name { tail, .. } => tail.push_str(text),
            AbstractValue::Like { sample, .. } => sample.push_str(text),
            AbstractValue::Number(_) => {}
        }
    }
}

/// `held` with an object's name or a number behind it.
pub(crate) fn like(held: &[AbstractValue], stands: &str, splits: bool) -> Option<Vec<AbstractValue>> {
    let behind = |text: &str| [text, stands].concat();
    held.iter()
        .map(|one| match one {
            AbstractValue::Text(front) => {
                Some(AbstractValue::Like { lead: front.clone(), sample: behind(front), splits })
            }
            AbstractValue::Like { lead, sample, splits: before } => Some(AbstractValue::Like {
                lead: lead.clone(),
                sample: behind(sample),
                splits: splits || *before,
            }),
            AbstractValue::Name { .. } | AbstractValue::Number(_) => None,
        })
        .collect()
}

/// Whether an unquoted variable with this text becomes this one argument.
pub(crate) fn is_one_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./,:@%+=-".contains(&byte))
}
