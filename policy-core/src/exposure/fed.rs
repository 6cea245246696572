//! The command that another one runs with further arguments: names that `find` finds, words that `xargs` reads.
//!
//! Owns these arguments, for deny and ask rules. Never used to allow anything.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::command_line::{CommandLine, Place};
use super::rewritten::Rewritten;
use super::stdin_text;
use crate::commands::{self, AbstractValue, Arg, Count, FoundNames, Inner, Origin};
use crate::span::Span;

/// The text that stands for a name in the command of `find -exec` and of `parallel`.
const FOUND: &str = "{}";

/// What separates a command from the arguments that it is run with, one after another (parallel(1)).
const LISTS: [&str; 2] = [":::", ":::+"];

/// The largest number of arguments from elsewhere that are tried one by one.
const ARGUMENTS_MAX: usize = 16;

/// The commands that `inner`, which the command of `args` runs, becomes with the arguments that it gets at run time; none
/// when it gets no more than is written.
pub(super) fn commands(place: Place<'_>, args: &[Arg<'_>], inner: &Inner) -> Vec<Rewritten> {
    match *inner {
        Inner::Command { at, end, replaces, appends, found, .. } => {
            let Some(own) = args.get(at..end) else { return Vec::new() };
            let name = args.first().and_then(Arg::text).unwrap_or("");
            if commands::expression_form(name).is_some() {
                let found = AbstractValue::FileName {
                    prefix: common_beginning(args),
                    suffix: "",
                    count: Count::Any,
                    origin: Origin::Disk,
                };
                return replaced(own, FOUND, found).into_iter().collect();
            }
            let sign = replaces.and_then(|(index, skip)| args.get(index)?.text()?.get(skip..));
            if appends { read(place, own, sign) } else { found_names(own, found) }
        }
        Inner::Shell { at, end, .. } if commands::program_appends(args) => {
            args.get(at..end).map_or_else(Vec::new, listed)
        }
        Inner::Shell { at, end, skip, found, .. } => {
            let line = CommandLine { args, at, end, skip, front: "" }.text(place);
            let words: Vec<_> = words(&line).collect();
            found_names(&words, found)
        }
        Inner::Own { .. } | Inner::AnyOf { .. } => Vec::new(),
    }
}

/// The command that `own`, which a program may run, becomes with names that are not known: in the place of what begins
/// with a brace, or else after its arguments.
pub(super) fn with_any_names(own: &[Arg<'_>]) -> Rewritten {
    replaced(own, "{", AbstractValue::ANYTHING).unwrap_or_else(|| with(own, &[AbstractValue::ANYTHING]))
}

/// The words of a command line, as if it had no quotes.
pub(super) fn words(line: &str) -> impl Iterator<Item = Arg<'_>> {
    line.split_ascii_whitespace().map(|word| Arg::known(word, 0, Span::default()))
}

/// The command with the names of files that the program finds, in the place of each sign, or after its arguments.
fn found_names(own: &[Arg<'_>], found: FoundNames) -> Vec<Rewritten> {
    let in_place: Vec<_> =
        found.signs.iter().filter_map(|sign| replaced(own, sign, AbstractValue::ANYTHING)).collect();
    if in_place.is_empty() && found.appended {
        return alloc::vec![with(own, &[AbstractValue::ANYTHING])];
    }
    in_place
}

/// The command with each of the arguments after `:::`, or with unknown ones.
fn listed(own: &[Arg<'_>]) -> Vec<Rewritten> {
    let is_list = |arg: &Arg<'_>| arg.text().is_some_and(|text| LISTS.contains(&text));
    let end = own.iter().position(is_list).unwrap_or(own.len());
    let (command, values) = own.split_at(end);
    // A shell reads the command, so that a blank ends a word.
    let words: Vec<Arg<'_>> = command
        .iter()
        .flat_map(|arg| match arg.text() {
            Some(text) => text
                .split_ascii_whitespace()
                .map(|word| Arg { value: AbstractValue::Known(word), ..*arg })
                .collect(),
            None => alloc::vec![*arg],
        })
        .collect();
    let is_cut = values.len() > ARGUMENTS_MAX;
    let known = values.iter().filter(|arg| !is_list(arg)).take(ARGUMENTS_MAX).map(|arg| arg.value);
    let mut values: Vec<_> = known.collect();
    if is_cut || end == own.len() {
        values.push(AbstractValue::ANYTHING);
    }
    values
        .into_iter()
        .map(|value| replaced(&words, FOUND, value).unwrap_or_else(|| with(&words, &[value])))
        .collect()
}

/// The command with what it reads after its arguments, or in the place of `sign`.
fn read(place: Place<'_>, own: &[Arg<'_>], sign: Option<&str>) -> Vec<Rewritten> {
    let input = match place {
        Place::Script(script, index) => stdin_text::input(script, index),
        Place::Unread | Place::Rewritten(_) => stdin_text::Input::default(),
    };
    let lines: Vec<&str> = input.texts.iter().flat_map(|text| text.lines()).collect();
    let is_open = input.is_open || lines.is_empty() || lines.len() > ARGUMENTS_MAX;
    let Some(sign) = sign else {
        // What is appended already is where the last argument is.
        let is_there = matches!(own, [.., last, added] if added.text().is_none() && last.span == added.span)
            || matches!(own, [only] if only.text().is_none());
        let written = if is_there { own.get(..own.len() - 1).unwrap_or(own) } else { own };
        let words = lines.iter().flat_map(|line| line.split_ascii_whitespace());
        let known: Vec<_> = words.map(AbstractValue::Known).collect();
        let mut found = alloc::vec![with(written, &known)];
        if is_open && !is_there {
            found.push(with(written, &[AbstractValue::ANYTHING]));
        }
        return found;
    };
    let mut found: Vec<_> = lines
        .iter()
        .take(ARGUMENTS_MAX)
        .filter_map(|line| replaced(own, sign, AbstractValue::Known(line.trim())))
        .collect();
    if is_open {
        let one = AbstractValue::Unknown { prefix: "", suffix: "", count: Count::One };
        found.extend(replaced(own, sign, one));
    }
    found
}

/// The command with these arguments after its own.
fn with(own: &[Arg<'_>], further: &[AbstractValue<&str>]) -> Rewritten {
    let mut fed = Rewritten::default();
    for value in own.iter().map(|arg| arg.value).chain(further.iter().copied()) {
        fed.push(value.into_owned(), value.prefix());
    }
    fed
}

/// The command with `value` in the place of `sign`; none when no argument has it.
fn replaced(own: &[Arg<'_>], sign: &str, value: AbstractValue<&str>) -> Option<Rewritten> {
    let mut fed = Rewritten::default();
    let mut any = false;
    for arg in own {
        let parts = arg.text().filter(|_| !sign.is_empty()).and_then(|text| text.split_once(sign));
        let Some((front, behind)) = parts else {
            fed.push(arg.value.into_owned(), arg.prefix());
            continue;
        };
        any = true;
        let value = match (front, behind, value) {
            ("", "", _) => value.into_owned(),
            (_, _, AbstractValue::Known(text)) => {
                AbstractValue::Known([front, text, &behind.replace(sign, text)].concat())
            }
            ("", suffix, _) => {
                let prefix = String::from(value.prefix());
                AbstractValue::Unknown { prefix, suffix: suffix.into(), count: Count::One }
            }
            (prefix, suffix, _) => {
                AbstractValue::Unknown { prefix: prefix.into(), suffix: suffix.into(), count: Count::One }
            }
        };
        let written = value.as_deref().prefix().to_owned();
        fed.push(value, &written);
    }
    any.then_some(fed)
}

/// What every name that `find` finds begins with: that of its starting points, of which the default is `.`.
fn common_beginning(args: &[Arg<'_>]) -> &'static str {
    let paths = args.iter().skip(1).map(Arg::prefix).take_while(|text| !text.starts_with(['-', '(', '!']));
    let mut beginnings = paths.map(|path| path.chars().next());
    match beginnings.next() {
        None => ".",
        Some(Some('.')) if beginnings.all(|it| it == Some('.')) => ".",
        Some(Some('/')) if beginnings.all(|it| it == Some('/')) => "/",
        Some(_) => "",
    }
}
