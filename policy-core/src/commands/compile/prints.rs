//! `[[prints]]`, the output of a command: its keys, and their compiled form.
//!
//! Owns the keys that belong together. An option that the form does not have is a mistake, so that no list outlives its
//! option.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserialize;
use toml::Spanned;

use super::super::prints::{Arguments, Format, NUMBER, OperandsPrinted, Printed, Prints, When};
use super::mistake::Mistakes;

/// One kind of output, and when it is printed and nothing else.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PrintsKeys {
    /// The kind of output.
    #[cfg_attr(test, schemars(with = "Printed"))]
    pub what: Spanned<Printed>,
    /// What the command has to read for it. Absent: its input does not matter.
    pub of: Option<Printed>,
    /// One of these options is needed. Absent: none is.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub with: Vec<Spanned<String>>,
    /// The option of `with` has to be the first argument, without its value.
    #[serde(default)]
    pub first: bool,
    /// Options with which a NUL ends each name or line.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub null: Vec<Spanned<String>>,
    /// A NUL ends each name or line without any option.
    #[serde(default)]
    pub always_null: bool,
    /// Further options that change nothing about the kind of output; `-NUM` stands for `-5`.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub may: Vec<Spanned<String>>,
    /// Options of `with` and `may` count only as they are spelled there: `--all` without a value, `--author=` with one
    /// in the same argument, `-nNUM` with a number.
    #[serde(default)]
    pub as_written: bool,
    /// Options of which one argument may hold any, beside no other argument; the empty text: no argument.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub alone: Vec<Spanned<String>>,
    /// The lists of arguments, as they are written, with which it is so.
    #[serde(default)]
    pub exactly: Vec<Vec<String>>,
    /// The text of a format that it depends on.
    pub format: Option<FormatKeys>,
    /// What operands have to be.
    pub operands: Option<OperandsPrinted>,
    /// Its input must be a pipe or a file, when no file is among its operands.
    #[serde(default)]
    pub fed: bool,
    /// Names begin as the operands do.
    #[serde(default)]
    pub dotted: bool,
    /// Names are those in commits or in the index.
    #[serde(default)]
    pub committed: bool,
    /// It holds for this program or sub-command only, and not for those that are `like` it or `alike`.
    #[serde(default)]
    pub own: bool,
}

/// Where a format is and what it may be.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub(super) struct FormatKeys {
    /// The option whose value it is. Absent: it is the first operand.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub option: Option<Spanned<String>>,
    /// What is in front of it.
    pub lead: String,
    /// It is one or more conversions, `%` and one of these letters, without any text.
    pub conversions: String,
    /// It is one of these texts.
    pub texts: Vec<String>,
}

/// The entries of a form whose options have these spellings.
pub(super) fn prints(
    of: &[PrintsKeys],
    spellings: &BTreeMap<String, u16>,
    numeric: bool,
    mistakes: &mut Mistakes<'_>,
) -> &'static [Prints] {
    let known = |option: &str| option == NUMBER && numeric || spellings.contains_key(option);
    of.iter().map(|keys| entry(keys, &known, mistakes)).collect::<Vec<_>>().leak()
}

fn entry(keys: &PrintsKeys, known: &dyn Fn(&str) -> bool, mistakes: &mut Mistakes<'_>) -> Prints {
    let of_format = keys.format.iter().filter_map(|format| format.option.as_ref());
    let lists = keys.with.iter().chain(&keys.null).chain(&keys.may).chain(&keys.alone).chain(of_format);
    for option in lists.filter(|option| !option.get_ref().is_empty()) {
        let name = if keys.as_written { without_value(option.get_ref()) } else { option.get_ref() };
        if !known(name) {
            mistakes.add(Some(option.span()), format!("`{name}` is no option of it"));
        }
    }
    let options = !keys.with.is_empty() || !keys.null.is_empty() || !keys.may.is_empty() || keys.first;
    let ways = [options || keys.as_written, !keys.alone.is_empty(), !keys.exactly.is_empty()];
    if ways.iter().filter(|is_used| **is_used).count() > 1 {
        let why = "`alone` and `exactly` go with each other no more than with `with`, `null`, `may`";
        mistakes.add(Some(keys.what.span()), why);
    }
    if keys.first && keys.with.is_empty() || keys.as_written && (keys.first || !keys.null.is_empty()) {
        mistakes.add(
            Some(keys.what.span()),
            "`first` needs `with`, and `as-written` goes with neither `first` nor `null`",
        );
    }
    Prints {
        what: *keys.what.get_ref(),
        of: keys.of,
        when: when(keys),
        format: keys.format.as_ref().map(format),
        operands: keys.operands.unwrap_or_default(),
        fed: keys.fed,
        always_null: keys.always_null,
        dotted: keys.dotted,
        committed: keys.committed,
    }
}

fn when(keys: &PrintsKeys) -> When {
    if !keys.exactly.is_empty() {
        let lists = keys.exactly.iter().map(|list| Arguments(texts(list))).collect::<Vec<_>>();
        return When::Exactly(lists.leak());
    }
    if !keys.alone.is_empty() {
        return When::Alone(spelled(&keys.alone));
    }
    let (with, may) = (spelled(&keys.with), spelled(&keys.may));
    if keys.as_written {
        return When::Written { with, may };
    }
    When::Options { with, first: keys.first, null: spelled(&keys.null), may }
}

fn format(keys: &FormatKeys) -> Format {
    Format {
        option: keys.option.as_ref().map_or("", |option| text(option.get_ref())),
        lead: text(&keys.lead),
        conversions: text(&keys.conversions),
        texts: texts(&keys.texts),
    }
}

/// The option in `--author=`, `--format=%H`, `-nNUM`.
fn without_value(written: &str) -> &str {
    let name = written.split_once('=').map_or(written, |(name, _)| name);
    if written == NUMBER { written } else { name.strip_suffix("NUM").unwrap_or(name) }
}

fn spelled(of: &[Spanned<String>]) -> &'static [&'static str] {
    of.iter().map(|of| text(of.get_ref())).collect::<Vec<_>>().leak()
}

fn texts(of: &[String]) -> &'static [&'static str] {
    of.iter().map(|of| text(of)).collect::<Vec<_>>().leak()
}

fn text(of: &str) -> &'static str {
    of.to_owned().leak()
}
