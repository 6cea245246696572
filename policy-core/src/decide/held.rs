//! What a word may become, as far as it is known: a text, a name that begins and ends in some way, a number, or text
//! around one.
//!
//! Owns what becomes of them when more of the word follows.

use alloc::string::String;
use alloc::vec::Vec;

/// One thing that a word may become.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Held {
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
pub(super) enum Count {
    One,
    /// None when the command fails, several when it prints several.
    Any,
}

impl Held {
    /// A name, or several, from a list, of which nothing else is known.
    pub(super) fn name_of_list(splits: bool, cut: bool) -> Self {
        Self::Name { lead: String::new(), tail: String::new(), splits, cut }
    }

    /// This, with a file name pattern behind it.
    pub(super) fn pattern(&self) -> Option<Self> {
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
pub(super) fn append(held: &mut [Held], text: &str) {
    for one in held {
        match one {
            Held::Text(whole) => whole.push_str(text),
            Held::Name { tail, .. } => tail.push_str(text),
            Held::Like { sample, .. } => sample.push_str(text),
            Held::Number(_) => {}
        }
    }
}

/// `held` with an object's name or a number behind it.
pub(super) fn like(held: &[Held], stands: &str, splits: bool) -> Option<Vec<Held>> {
    let behind = |text: &str| [text, stands].concat();
    held.iter()
        .map(|one| match one {
            Held::Text(front) => Some(Held::Like { lead: front.clone(), sample: behind(front), splits }),
            Held::Like { lead, sample, splits: before } => {
                Some(Held::Like { lead: lead.clone(), sample: behind(sample), splits: splits || *before })
            }
            Held::Name { .. } | Held::Number(_) => None,
        })
        .collect()
}
