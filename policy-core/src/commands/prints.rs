//! The output of a program as its table describes it: the kind, and the options and operands on which it depends.
//!
//! Owns the types, which the build script packs and the core unpacks. Every list is closed: with any other option the
//! output is unknown.

use serde::{Deserialize, Serialize};

use super::kept::kept;

/// One kind of output of a command, and when the command prints it and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Prints {
    /// The kind of output.
    pub what: Printed,
    /// What the command has to read for it; none when its input does not matter.
    pub of: Option<Printed>,
    /// The options that it depends on.
    pub when: When,
    /// The text of a format that it depends on.
    pub format: Option<Format>,
    /// What its operands have to be.
    pub operands: OperandsPrinted,
    /// Whether its input must be a pipe or a file, when no file is among its operands.
    pub fed: bool,
    /// Whether a NUL ends each name or line without any option.
    pub always_null: bool,
    /// Whether names begin as the operands do.
    pub dotted: bool,
    /// Whether names are those in commits or in the index, so that no file has to have them.
    pub committed: bool,
}

/// A kind of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Printed {
    /// Names of files, one after another.
    FileNames,
    /// Numbers, and blanks or line breaks between them.
    Numbers,
    /// Lines of one file, each after its number and a colon.
    NumberedLines,
    /// Ids of objects of git, one a line.
    ObjectIds,
    /// Lines of its input, or of files, chosen and ordered.
    Lines,
    /// All of its input.
    Input,
    /// Its operands.
    Operands,
    /// The working directory.
    Directory,
    /// What the command prints that it runs, once or several times, one after another.
    Command,
}

/// The options with which a command prints what an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum When {
    /// Options of these lists in any spelling, and no other ones.
    Options {
        /// One of these is needed; empty when none is.
        #[serde(deserialize_with = "kept")]
        with: &'static [&'static str],
        /// Whether that one is the first argument, without its value.
        first: bool,
        /// With one of these, a NUL ends each name or line.
        #[serde(deserialize_with = "kept")]
        null: &'static [&'static str],
        /// These change nothing about the kind of output; [`NUMBER`] stands for `-5`.
        #[serde(deserialize_with = "kept")]
        may: &'static [&'static str],
    },
    /// One argument, with options of this list; the empty text: no argument.
    Alone(#[serde(deserialize_with = "kept")] &'static [&'static str]),
    /// One of these lists of arguments, as they are written.
    Exactly(#[serde(deserialize_with = "kept")] &'static [Arguments]),
    /// Options as they are written: see [`Written`].
    Written {
        /// Exactly one of these is needed; empty when none is.
        #[serde(deserialize_with = "kept")]
        with: &'static [&'static str],
        /// These change nothing about the kind of output.
        #[serde(deserialize_with = "kept")]
        may: &'static [&'static str],
    },
}

/// What stands for `-5` among options.
pub(super) const NUMBER: &str = "-NUM";

/// A list of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Arguments(#[serde(deserialize_with = "kept")] pub &'static [&'static str]);

/// Where a format is and what it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Format {
    /// The option whose value it is; empty when it is the first operand.
    pub option: &'static str,
    /// What is in front of it.
    pub lead: &'static str,
    /// It is one or more conversions `%` and one of these letters, without any text.
    pub conversions: &'static str,
    /// Or it is one of these texts.
    #[serde(deserialize_with = "kept")]
    pub texts: &'static [&'static str],
}

/// What operands have to be, so that a command prints what an entry says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum OperandsPrinted {
    /// Nothing in particular.
    #[default]
    #[cfg_attr(test, schemars(skip))]
    Any,
    /// None of them may become an option at run time.
    NoOptions,
    /// One file at most, and all arguments known before running.
    OneFile,
    /// Exactly one, without which nothing is printed, so that it may begin with anything.
    One,
    /// Numbers, and no option beside them.
    Numbers,
    /// Revisions that are no ranges, known before running.
    Revisions,
}
