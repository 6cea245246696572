//! The examples of the tables: how they are written, and what the tables make of them.
//!
//! Blanks separate words, `$x` is unknown and splits, `"$x"` is unknown, `*` makes a word a glob, and a leading `~/`
//! makes it the home directory's. Nothing else has a meaning, so that an example can show any argument as it reaches
//! the program. Knows no decision: it says what is proven.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::argument::Arg;
use super::engine::uses;
use super::inner::Inner;
use super::nested::inner;
use super::value::{AbstractValue, Count, Origin};
use super::{Proof, Role};
use crate::span::Span;

/// What the tables make of the example `text`, in a few words: `reads`, or why it asks.
pub(super) fn outcome(text: &str) -> String {
    let words = words(text);
    let args = argv(text);
    let word = |at: usize| words.get(at).copied().unwrap_or("");
    let uses = uses(&args);
    // Of a setting that names a program, the reason says more.
    let is_setting = |inner: &Inner| {
        matches!(inner, Inner::Shell { .. } | Inner::Own { .. })
            && uses.uses.get(inner.at()).is_some_and(|it| it.role == Role::Setting)
    };
    match inner(&args).filter(|inner| !is_setting(inner)) {
        Some(Inner::Command { at, allowed: true, .. }) => return format!("judged as `{}`", word(at)),
        Some(Inner::Command { at, .. }) => return format!("runs `{}`", word(at)),
        Some(Inner::Shell { at, .. }) => return format!("runs the command line in `{}`", word(at)),
        Some(Inner::Own { at, .. }) => return format!("runs what `{}` names", word(at)),
        Some(Inner::AnyOf { from, .. }) => return format!("runs what may begin at `{}`", word(from)),
        None => {}
    }
    match uses.proof {
        Proof::ReadOnly => "reads".into(),
        Proof::Edits => "edits".into(),
        Proof::Runs => "reads, apart from what it runs".into(),
        Proof::Connects => "connects".into(),
        Proof::Refused { arg: 0, why } | Proof::NotUnderstood { arg: 0, why } => format!("asks: {why}"),
        Proof::Refused { arg, why } => format!("asks at `{}`: {why}", word(arg)),
        Proof::NotUnderstood { arg, why } => format!("not understood at `{}`: {why}", word(arg)),
        Proof::Unlisted => "no table for this program".into(),
    }
}

/// The arguments of `text`.
pub(super) fn argv(text: &str) -> Vec<Arg<'_>> {
    words(text).into_iter().zip(0..).map(|(word, index)| argument(word, index)).collect()
}

fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut quoted = false;
        let end = rest
            .find(|letter: char| {
                quoted ^= letter == '"';
                letter == ' ' && !quoted
            })
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        words.push(word);
        rest = after.trim_start();
    }
    words
}

fn argument(word: &str, index: u32) -> Arg<'_> {
    Arg::new(value(word), index, Span::default())
}

fn value(word: &str) -> AbstractValue<&str> {
    let has_variable = word.contains('$');
    let has_glob = word.contains('*');
    let bare = word.strip_prefix('"').unwrap_or(word);
    let prefix = bare.split(['$', '*', '"']).next().unwrap_or("");
    if has_variable {
        let count = Count::splitting(has_glob || !word.contains('"'));
        return AbstractValue::Unknown { prefix, suffix: "", count };
    }
    if has_glob {
        let suffix = if word.ends_with('"') { "" } else { bare.rsplit('*').next().unwrap_or("") };
        return AbstractValue::FileName { prefix, suffix, count: Count::Any, origin: Origin::Disk };
    }
    if word.starts_with("~/") {
        return AbstractValue::Home(word);
    }
    AbstractValue::Known(word.trim_matches('"'))
}
