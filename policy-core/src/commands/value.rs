//! The abstract value of an argument: the part of its text that is known before the run.
//!
//! | written | value | its prefix | its suffix |
//! |---|---|---|---|
//! | `src`, `'a b'`, `"$x"` after `x=src` | `Known("src")` | `src` | `src` |
//! | `~/src` | `Home("~/src")` | `~/src` | `/src` |
//! | `src/*.rs` | `FileName { prefix: "src/", suffix: ".rs", count: Any, origin: Disk }` | `src/` | `.rs` |
//! | `$(git ls-files)` | `FileName { prefix: "", suffix: "", count: Any, origin: List }` | | |
//! | `$#`, `$((n + 1))` | `Number(One)` | | |
//! | `$(wc -l < f)` | `Number(Any)` | | |
//! | `v$((n + 1))` | `Sample { prefix: "v", sample: "v7", count: One }` | `v` | |
//! | `<(ls)` | `Pipe` | `/dev/fd/` | |
//! | `{ $_.Length -gt 5 }` | `Block` | | |
//! | `"src/$x.rs"` | `Unknown { prefix: "src/", suffix: ".rs", count: One }` | `src/` | `.rs` |
//!
//! Owns the cases and the questions about every case. Never reads a script, and never guesses: an unknown text is
//! `None`.

use alloc::string::String;

/// The text that stands for a git object id in [`AbstractValue::sample`].
pub const OBJECT: &str = "e1f2a3b";

/// The text that stands for a number in [`AbstractValue::sample`].
pub const DIGIT: &str = "7";

/// What the names of pipes begin with that `<(…)` becomes.
const PIPES: &str = "/dev/fd/";

/// What is known before the run about one word, or about one argument.
///
/// `T` is `&str` in an argument, which borrows from the script, and `String` where values are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbstractValue<T> {
    /// Exactly this text, as one argument.
    Known(T),
    /// A path, as written, that begins with a tilde prefix; everything else of it is known: `~`, `~/src`, `~user/src`.
    /// The shell makes an absolute path of it.
    Home(T),
    /// A path that file names on the disk, a list of such names, or a home directory inside the word decide.
    FileName {
        /// What it surely begins with. A tilde prefix is kept as written: `~/src/` for `~/src/*`.
        prefix: T,
        /// What it surely ends with.
        suffix: T,
        /// How many arguments it becomes.
        count: Count,
        /// Where the name comes from.
        origin: Origin,
    },
    /// A number, numbers with blanks between them, or an empty text.
    Number(Count),
    /// A text of which a representative is known: every other text that it may be differs from the sample only in its
    /// digits, or in which git object it names. A number at its beginning may be negative.
    Sample {
        /// What it surely begins with; the sample begins with it.
        prefix: T,
        /// The representative, with [`OBJECT`] or [`DIGIT`] in it.
        sample: T,
        /// How many arguments it becomes.
        count: Count,
    },
    /// The name of a pipe from which the output of other commands is read: `<(…)`.
    Pipe,
    /// A block of commands, which are in the script and are judged there.
    Block,
    /// Anything that begins and ends like this.
    Unknown {
        /// What it surely begins with.
        prefix: T,
        /// What it surely ends with.
        suffix: T,
        /// How many arguments it becomes.
        count: Count,
    },
}

/// How many arguments a word becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Exactly one.
    One,
    /// None, one or several.
    Any,
}

impl Count {
    /// [`Count::Any`] when the word may be split.
    pub const fn splitting(splits: bool) -> Self {
        if splits { Self::Any } else { Self::One }
    }

    /// The number of arguments of a word with two parts, each of which becomes so many.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::One, Self::One) => Self::One,
            (Self::Any, _) | (_, Self::Any) => Self::Any,
        }
    }
}

/// Where the name in [`AbstractValue::FileName`] comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The disk: it is the whole name of a file.
    Disk,
    /// A list of names that may have been cut apart on the way here: a file called `a /etc/shadow` arrives as two
    /// names, of which the second leads elsewhere.
    List,
    /// A list of git object ids, used as file names; [`OBJECT`] is a sample of them.
    Objects,
}

impl<T> AbstractValue<T> {
    /// How many arguments it becomes.
    pub const fn count(&self) -> Count {
        match self {
            Self::Known(_) | Self::Home(_) | Self::Pipe | Self::Block => Count::One,
            Self::Number(count)
            | Self::FileName { count, .. }
            | Self::Sample { count, .. }
            | Self::Unknown { count, .. } => *count,
        }
    }

    /// Whether the shell splits it into words of which only the run tells.
    pub const fn is_split_text(&self) -> bool {
        matches!(self, Self::Unknown { count: Count::Any, .. })
    }

    /// Whether only file names and home directories decide the text.
    pub const fn is_file_name(&self) -> bool {
        matches!(self, Self::Home(_) | Self::FileName { .. })
    }

    /// Whether it is the name of a pipe with the output of other commands.
    pub const fn is_pipe(&self) -> bool {
        matches!(self, Self::Pipe)
    }

    /// Whether nothing is known of its text.
    pub const fn text_is_open(&self) -> bool {
        matches!(self, Self::Unknown { .. } | Self::Sample { .. })
    }

    /// Whether it is a block of commands.
    pub const fn is_block(&self) -> bool {
        matches!(self, Self::Block)
    }

    /// Whether it is a number, several numbers, or empty, whatever else.
    pub const fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }

    /// Whether it is a file name that may have been cut apart (see [`Origin::List`]).
    pub const fn is_cut(&self) -> bool {
        matches!(self, Self::FileName { origin: Origin::List, .. })
    }
}

impl<T> AbstractValue<T>
where
    T: Default,
{
    /// A file name of which neither the beginning nor the end is known.
    pub fn any_file_name(count: Count, origin: Origin) -> Self {
        Self::FileName { prefix: T::default(), suffix: T::default(), count, origin }
    }
}

impl AbstractValue<&str> {
    /// The same value, with a text of its own.
    pub fn into_owned(self) -> AbstractValue<String> {
        match self {
            Self::Known(text) => AbstractValue::Known(text.into()),
            Self::Home(path) => AbstractValue::Home(path.into()),
            Self::FileName { prefix, suffix, count, origin } => {
                AbstractValue::FileName { prefix: prefix.into(), suffix: suffix.into(), count, origin }
            }
            Self::Number(count) => AbstractValue::Number(count),
            Self::Sample { prefix, sample, count } => {
                AbstractValue::Sample { prefix: prefix.into(), sample: sample.into(), count }
            }
            Self::Pipe => AbstractValue::Pipe,
            Self::Block => AbstractValue::Block,
            Self::Unknown { prefix, suffix, count } => {
                AbstractValue::Unknown { prefix: prefix.into(), suffix: suffix.into(), count }
            }
        }
    }
}

impl<'s> AbstractValue<&'s str> {
    /// Any number of arguments about which nothing is known.
    pub const ANYTHING: Self = Self::Unknown { prefix: "", suffix: "", count: Count::Any };

    /// The text; none when it is not known before the run.
    pub const fn text(self) -> Option<&'s str> {
        match self {
            Self::Known(text) => Some(text),
            _ => None,
        }
    }

    /// What the text surely begins with: all of it when it is known.
    pub const fn prefix(self) -> &'s str {
        match self {
            Self::Known(text) | Self::Home(text) => text,
            Self::FileName { prefix, .. } | Self::Sample { prefix, .. } | Self::Unknown { prefix, .. } => {
                prefix
            }
            Self::Pipe => PIPES,
            Self::Number(_) | Self::Block => "",
        }
    }

    /// What the text surely ends with: all of it when it is known.
    pub fn suffix(self) -> &'s str {
        match self {
            Self::Known(text) => text,
            Self::Home(path) => path.strip_prefix('~').unwrap_or(path),
            Self::FileName { suffix, .. } | Self::Unknown { suffix, .. } => suffix,
            Self::Number(_) | Self::Sample { .. } | Self::Pipe | Self::Block => "",
        }
    }

    /// A representative of all texts that it may be, when one is known (see [`AbstractValue::Sample`]).
    pub const fn sample(self) -> Option<&'s str> {
        match self {
            Self::Sample { sample, .. } => Some(sample),
            Self::FileName { origin: Origin::Objects, .. } => Some(OBJECT),
            _ => None,
        }
    }
}

impl AbstractValue<String> {
    /// The same value, borrowed.
    pub fn as_deref(&self) -> AbstractValue<&str> {
        match self {
            Self::Known(text) => AbstractValue::Known(text),
            Self::Home(path) => AbstractValue::Home(path),
            Self::FileName { prefix, suffix, count, origin } => {
                AbstractValue::FileName { prefix, suffix, count: *count, origin: *origin }
            }
            Self::Number(count) => AbstractValue::Number(*count),
            Self::Sample { prefix, sample, count } => AbstractValue::Sample { prefix, sample, count: *count },
            Self::Pipe => AbstractValue::Pipe,
            Self::Block => AbstractValue::Block,
            Self::Unknown { prefix, suffix, count } => {
                AbstractValue::Unknown { prefix, suffix, count: *count }
            }
        }
    }
}
