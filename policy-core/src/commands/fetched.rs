//! The URLs that a command fetches to print them.
//!
//! Owns the comparison of a command with the options of its table. Which URLs may be fetched is decided elsewhere.

use alloc::vec::Vec;

use super::argument::Arg;
use super::reading::Reading;
use super::shape::OptionValues;

/// What a command asks servers for.
#[derive(Debug, PartialEq, Eq)]
pub struct Fetched<'s> {
    /// The URLs, at least one.
    pub urls: Vec<&'s str>,
    /// The texts of the person or the agent that it sends with each of them.
    pub texts: Vec<&'s str>,
}

/// What the command `args`, the program first, asks servers for, if it only prints what they answer to a GET or a HEAD.
pub fn fetched<'s>(args: &[Arg<'s>]) -> Option<Fetched<'s>> {
    let reading = Reading::of(args);
    let fetches = reading.form()?.fetches.as_ref()?;
    if args.iter().any(|arg| arg.text().is_none()) {
        return None;
    }
    let mut texts = Vec::new();
    for given in reading.options() {
        let names = given.option?.names;
        let is_of = |wanted: &str| names.contains(&wanted);
        // Cut short it may be an option that the table does not have.
        let is_whole = given.is_letter() || names.contains(&given.name());
        let may = fetches.may.iter().any(|it| is_of(it));
        let by_value = fetches.values.iter().find(|it| is_of(it.option));
        if !is_whole || !may && by_value.is_none() {
            return None;
        }
        if let Some(values) = by_value {
            texts.push(one_of(values, reading.value(given)?)?);
        }
    }
    let is_given = |wanted: &&str| reading.option(wanted).is_some();
    let operands = reading.operands().iter().map(|at| args.get(*at)?.text());
    let urls: Vec<&str> = operands.collect::<Option<_>>()?;
    let is_complete = fetches.must.iter().all(is_given) && !urls.is_empty() && reading.separator().is_none();
    is_complete.then_some(Fetched { urls, texts })
}

/// The part of `value` that its table does not have, if it is one of `values`.
fn one_of<'s>(values: &OptionValues, value: &'s str) -> Option<&'s str> {
    values.texts.iter().find_map(|text| match text.strip_suffix('*') {
        Some(begin) => value.strip_prefix(begin),
        None => (value == *text).then_some(""),
    })
}
