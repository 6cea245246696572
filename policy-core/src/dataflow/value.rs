//! Extends the abstract value of a word by its next part: text, a file name pattern, a number or a git object id.
//!
//! Owns these steps. The cases are those of [`AbstractValue`]; other modules find the values.

use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::{AbstractValue, Count, Origin};

/// A value that is computed and not borrowed from the script.
pub(crate) type ComputedValue = AbstractValue<String>;

impl ComputedValue {
    /// This value with an unquoted file name pattern (`*`, `?`, `[…]`) after it; none when what is found cannot be
    /// known to lie below what the value begins with.
    pub(crate) fn with_pattern(&self) -> Option<Self> {
        let (prefix, origin) = match self {
            // `.*` is `..` as well.
            Self::Known(text)
                if !text.contains("..")
                    && !text.rsplit('/').next().is_some_and(|last| last.starts_with('.')) =>
            {
                (text, Origin::Disk)
            }
            Self::FileName { prefix, count: Count::Any, origin, .. } => (prefix, *origin),
            _ => return None,
        };
        Some(Self::FileName { prefix: prefix.clone(), suffix: String::new(), count: Count::Any, origin })
    }

    /// This value with `sample` after it, which stands for a number or a git object id.
    fn with_sample(&self, sample: &str, count: Count) -> Option<Self> {
        let behind = |text: &str| [text, sample].concat();
        match self {
            Self::Known(text) => Some(Self::Sample { prefix: text.clone(), sample: behind(text), count }),
            Self::Sample { prefix, sample, count: before } => Some(Self::Sample {
                prefix: prefix.clone(),
                sample: behind(sample),
                count: count.or(*before),
            }),
            _ => None,
        }
    }

    /// Adds text that follows the value in the same word.
    fn push(&mut self, text: &str) {
        match self {
            Self::Known(end) | Self::Home(end) | Self::Sample { sample: end, .. } => end.push_str(text),
            Self::FileName { suffix, .. } | Self::Unknown { suffix, .. } => suffix.push_str(text),
            Self::Number(_) | Self::Pipe | Self::Block if text.is_empty() => {}
            Self::Number(_) | Self::Pipe | Self::Block => {
                let prefix = self.as_deref().prefix().into();
                *self = Self::Unknown { prefix, suffix: text.into(), count: self.count() };
            }
        }
    }
}

/// Puts `text` after each of `values`.
pub(crate) fn append(values: &mut [ComputedValue], text: &str) {
    for value in values {
        value.push(text);
    }
}

/// `values` with `sample` after each of them, which stands for a number or a git object id; none when one of them is
/// nothing that a sample can follow.
pub(crate) fn append_sample(
    values: &[ComputedValue],
    sample: &str,
    count: Count,
) -> Option<Vec<ComputedValue>> {
    values.iter().map(|value| value.with_sample(sample, count)).collect()
}

/// Whether an unquoted variable with this text expands to exactly one argument.
pub(crate) fn is_one_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_./,:@%+=-".contains(&byte))
}
