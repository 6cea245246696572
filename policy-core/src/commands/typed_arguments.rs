//! The arguments of a shell whose values have types: what a cmdlet gets as it is, a program gets as text.
//!
//! Owns what becomes of an argument on its way to a program: patterns and a tilde are expanded outside of Windows, and lists,
//! quotes and backslashes arrive in ways that differ from version to version (`about_Parsing`, "Passing arguments to native
//! commands"), so that nothing is known of them. What a cmdlet looks for with a pattern is found where its parameters are read.

use alloc::vec::Vec;

use super::argument::{Arg, elements, is_written_out, unknown};
use super::packed::program;
use super::shape::Role;
use super::uses::Uses;
use super::value::{AbstractValue, Count, Origin};
use crate::script::{Script, Simple, Value, Word};
use crate::syntax::WILDCARDS;

/// The arguments of a simple command, its name first. The elements of a list come from one word.
pub(super) fn arguments<'s>(script: &'s Script<'_>, command: &'s Simple) -> Vec<Arg<'s>> {
    let words = script.words_of(command);
    let Some(name) = words.first() else { return Vec::new() };
    let gets_values = script.text(name).is_none_or(is_cmdlet);
    let mut args = Vec::with_capacity(words.len());
    let mut is_attached = false;
    for (at, (word, index)) in words.iter().zip(command.words.clone()).enumerate() {
        let mut push = |value| args.push(Arg::new(value, index, word.span).of_cmdlet_shell());
        if at == 0 {
            push(value_of(script, word));
        } else if let Value::Several(texts) = &word.value {
            if let Some(text) = joined(script, word).filter(|_| !gets_values && !is_attached) {
                push(passed_text(script, text));
            } else {
                texts.iter().for_each(|text| push(if gets_values { quoted(text) } else { opaque() }));
            }
            is_attached = false;
        } else if gets_values && script.elements(word).next().is_some() {
            let value = |arg: &Arg<'s>| arg.text().map_or(arg.value, quoted);
            let values = elements(script, word, index).map(|arg| Arg { value: value(&arg), ..arg });
            args.extend(values.map(Arg::of_cmdlet_shell));
        } else if gets_values {
            push(value_of(script, word));
        } else {
            let announces = is_announcement(script, word);
            push(if is_attached || announces { opaque() } else { passed(script, word) });
            is_attached = announces;
        }
    }
    args
}

/// The arguments with each element of a list as one of its own; none where no program gets a list. A program gets the
/// elements joined or apart, and in signs that differ from version to version.
pub(crate) fn with_lists_apart<'s>(script: &'s Script<'_>, args: &[Arg<'s>]) -> Option<Vec<Arg<'s>>> {
    if !args.iter().any(|arg| arg.may_name_cmdlet) {
        return None;
    }
    let mut apart = Vec::with_capacity(args.len());
    for of_word in args.chunk_by(|one, next| one.word == next.word) {
        let Some(first) = of_word.first() else { continue };
        let before = apart.len();
        // A list that a cmdlet gets has its elements apart already.
        let is_joined = first.may_name_cmdlet && (of_word.len() == 1 || first.splits());
        if let Some(word) = script.word(first.word).filter(|_| is_joined) {
            if let Value::Several(texts) = &word.value {
                let value = |text: &'s str| Arg { value: AbstractValue::Known(text), ..*first };
                apart.extend(texts.iter().map(|text| value(text)));
            } else if first.splits() {
                apart.extend(elements(script, word, first.word).map(Arg::of_cmdlet_shell));
            }
        }
        if apart.len() == before {
            apart.extend_from_slice(of_word);
        }
    }
    let is_same = |(one, other): (&Arg<'_>, &Arg<'_>)| one.value == other.value;
    (apart.len() != args.len() || !apart.iter().zip(args).all(is_same)).then_some(apart)
}

/// Makes a pattern of every path that a cmdlet looks for with one. The path of an element of a list is known only by its
/// beginning and its end.
pub(crate) fn find_patterns(args: &mut [Arg<'_>], uses: &Uses) {
    if uses.program.is_none_or(|program| program.cmdlet.is_none()) {
        return;
    }
    let words: Vec<u32> = args.iter().map(|arg| arg.word).collect();
    for (arg, used) in args.iter_mut().zip(&uses.uses) {
        let is_path = matches!(used.role, Role::PathRead | Role::PathWritten | Role::PathDeleted);
        let Some(text) = arg.text().filter(|_| is_path) else { continue };
        let Some(at) = text.find(WILDCARDS) else { continue };
        let (prefix, suffix) =
            (text.get(..at).unwrap_or(""), text.rsplit(['*', '?', ']']).next().unwrap_or(""));
        let is_alone = words.iter().filter(|word| **word == arg.word).count() == 1;
        arg.value = if is_alone {
            AbstractValue::FileName { prefix, suffix, count: Count::One, origin: Origin::Disk }
        } else {
            AbstractValue::Unknown { prefix, suffix, count: Count::One }
        };
    }
}

/// Whether a command is surely no program: it has a cmdlet's table, or a name like one.
fn is_cmdlet(name: &str) -> bool {
    let is_word = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_like_one =
        |(verb, noun): (&str, &str)| is_word(verb) && verb.starts_with(char::is_uppercase) && is_word(noun);
    match program(name) {
        Some(program) => program.cmdlet.is_some(),
        None => name.split_once('-').is_some_and(is_like_one),
    }
}

/// Nothing is known of it, and it may be none or several.
const fn opaque() -> AbstractValue<&'static str> {
    AbstractValue::ANYTHING
}

/// What a cmdlet gets.
fn value_of<'s>(script: &'s Script<'_>, word: &'s Word) -> AbstractValue<&'s str> {
    match &word.value {
        Value::Plain => AbstractValue::Known(script.text(word).unwrap_or("")),
        Value::Literal(text) => quoted(text),
        Value::Several(_) => opaque(),
        Value::Pattern | Value::Unknown if is_written_out(script, script.parts_of(word)) => {
            AbstractValue::Block
        }
        Value::Pattern | Value::Unknown => unknown(script, word),
    }
}

/// A quoted text, which is never the name of a parameter.
fn quoted(text: &str) -> AbstractValue<&str> {
    let is_like_a_name = text.starts_with('-');
    if is_like_a_name {
        AbstractValue::Unknown { prefix: "", suffix: "", count: Count::One }
    } else {
        AbstractValue::Known(text)
    }
}

/// What a program gets.
fn passed<'s>(script: &'s Script<'_>, word: &'s Word) -> AbstractValue<&'s str> {
    match &word.value {
        Value::Plain => passed_text(script, script.text(word).unwrap_or("")),
        Value::Literal(text) if text.is_empty() || text.contains('"') || has_odd_signs(script, text) => {
            opaque()
        }
        Value::Literal(text) => AbstractValue::Known(text),
        Value::Several(_) | Value::Pattern | Value::Unknown => opaque(),
    }
}

/// What a program gets for a bare text.
fn passed_text<'s>(script: &'s Script<'_>, text: &'s str) -> AbstractValue<&'s str> {
    let is_broken_up = text.starts_with('-') && !text.starts_with("--") && text.contains('.');
    if is_broken_up || has_odd_signs(script, text) {
        return opaque();
    }
    match text.find(WILDCARDS) {
        Some(at) => AbstractValue::FileName {
            prefix: text.get(..at).unwrap_or(""),
            suffix: text.rsplit(['*', '?', ']']).next().unwrap_or(""),
            count: Count::Any,
            origin: Origin::Disk,
        },
        None if text == "~" || text.starts_with("~/") => AbstractValue::Home(text),
        None => AbstractValue::Known(text),
    }
}

/// The one text that a program gets for a list without blanks and quotes: the list as it is written (PowerShell's source,
/// `NativeCommandParameterBinder.AppendOneNativeArgument`, which splits the text of a list at blanks).
fn joined<'s>(script: &'s Script<'_>, word: &'s Word) -> Option<&'s str> {
    let text = script.slice(word.span);
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || b",._/:=+-".contains(&byte);
    let is_word = text.starts_with(|first: char| first.is_ascii_alphanumeric());
    (is_word && text.bytes().all(is_bare)).then_some(text)
}

/// Whether a text has signs that do not surely arrive: a backslash is a separator to some of those who read it, and a batch file reads
/// its arguments again.
fn has_odd_signs(script: &Script<'_>, text: &str) -> bool {
    if script.shell().starts_programs_of_windows {
        text.ends_with('\\') || text.contains(['%', '&', '|', '<', '>', '^', '!', '(', ')'])
    } else {
        text.contains('\\')
    }
}

/// Whether a word is the name of a parameter whose value follows after a colon: to a program both are one argument, or two.
fn is_announcement(script: &Script<'_>, word: &Word) -> bool {
    word.value == Value::Plain
        && script.text(word).is_some_and(|text| text.starts_with('-') && text.ends_with(':'))
}
