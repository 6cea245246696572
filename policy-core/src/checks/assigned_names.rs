//! Every construct of the shell that sets or removes a variable, with the name it sets.
//!
//! Owns the list of those constructs. Does not judge the names.

use super::invocation::{base, program};
use crate::commands::is_wrapper;
use crate::script::{Assignment, Descriptor, Dialect, Script, Simple, Word};
use crate::span::Span;
use crate::syntax::{PieceKind, TokenKind, operands};

/// A variable that the command sets or removes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assigned<'s> {
    /// Its name; none when it is not known before running.
    pub(super) name: Option<&'s str>,
    /// The place that names it.
    pub(super) span: Span,
    /// The value, where it is known before running.
    pub(super) value: Option<&'s str>,
    /// What sets it.
    pub(super) by: Setter,
}

/// The constructs that set a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setter {
    /// `NAME=value`, alone or in front of a command.
    Assignment,
    /// `for` or `select`.
    Loop,
    /// `${NAME:=word}`, `((NAME=1))`, `{NAME}>file`.
    Expansion,
    /// A built-in that gets a name: `read`, `printf -v`, `getopts`.
    BuiltIn,
    /// A built-in or a program whose arguments are assignments, or that removes names.
    Command,
}

/// How a program takes names among its arguments.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grammar {
    /// `NAME=value`; a bare `NAME` changes nothing.
    Exports,
    /// `NAME=value`, and `NAME` makes a new one.
    Declares,
    /// Every operand is a name, which is set.
    Names,
    /// Every operand is a name, which is removed.
    Removes,
    /// The word after this option, or attached to it.
    After(&'static str),
    /// The second operand.
    Second,
    /// `NAME=value` in front of a command, and `-u NAME`.
    Environment,
    /// `NAME=value` in front of a command; `-u` takes a user.
    Privileges,
}

fn grammar(program: &str) -> Option<Grammar> {
    Some(match program {
        "export" | "readonly" => Grammar::Exports,
        "declare" | "typeset" | "local" | "integer" | "float" => Grammar::Declares,
        "read" | "mapfile" | "readarray" | "vared" => Grammar::Names,
        "unset" => Grammar::Removes,
        "printf" => Grammar::After("-v"),
        "wait" => Grammar::After("-p"),
        "getopts" => Grammar::Second,
        "env" => Grammar::Environment,
        "sudo" | "doas" => Grammar::Privileges,
        _ => return None,
    })
}

/// Calls `tell` with every variable that `script` sets or removes, in no particular order. What splits the one line
/// of a `read` is left out ([`splits_one_read`]).
pub(super) fn each(script: &Script<'_>, tell: &mut dyn FnMut(Assigned<'_>)) {
    for command in &script.commands {
        for assignment in script.assignments_of(command) {
            if splits_one_read(script, command, assignment) {
                continue;
            }
            let value = script.word(assignment.value).and_then(|word| script.text(word));
            let value = value.filter(|_| !assignment.append);
            tell(Assigned {
                name: Some(script.slice(assignment.name)),
                span: assignment.span,
                value,
                by: Setter::Assignment,
            });
        }
    }
    for redirect in &script.redirects {
        if let Some(Descriptor::Variable(span)) = redirect.fd {
            tell(Assigned { name: Some(script.slice(span)), span, value: None, by: Setter::Expansion });
        }
    }
    for piece in &script.pieces {
        let written = script.slice(piece.span);
        match piece.kind {
            PieceKind::ParameterOperation => {
                if let name @ Some(_) = defaulted(written) {
                    tell(Assigned { name, span: piece.span, value: None, by: Setter::Expansion });
                }
            }
            PieceKind::Arithmetic => {
                for operand in operands(written).filter(|operand| operand.assigned) {
                    tell(Assigned {
                        name: Some(operand.name),
                        span: piece.span,
                        value: None,
                        by: Setter::Expansion,
                    });
                }
            }
            _ => {}
        }
    }
    let mut keyword = "";
    for token in &script.tokens {
        let looped = match token.kind {
            TokenKind::LoopName => true,
            TokenKind::CommandName => keyword == "select",
            _ => false,
        };
        if looped {
            tell(Assigned {
                name: Some(script.slice(token.span)),
                span: token.span,
                value: None,
                by: Setter::Loop,
            });
        }
        keyword = if token.kind == TokenKind::Keyword { script.slice(token.span) } else { "" };
    }
    for command in &script.commands {
        arguments(script, command, tell);
    }
}

/// Whether `assignment` is the `IFS=` of `IFS= read -r line`: it holds while this builtin cuts one line into values, and
/// is gone before anything else is cut into words (bash(1), "SIMPLE COMMAND EXPANSION").
pub(crate) fn splits_one_read(script: &Script<'_>, command: &Simple, assignment: &Assignment) -> bool {
    let is_read = |program: &Word| script.text(program) == Some("read");
    script.slice(assignment.name) == "IFS"
        && !assignment.append
        && script.word(assignment.value).is_some_and(|value| script.text(value).is_some())
        && script.words_of(command).first().is_some_and(is_read)
}

/// The name in `${name:=value}` and `${name=value}`.
fn defaulted(written: &str) -> Option<&str> {
    let inner = written.strip_prefix("${")?;
    let (name, rest) = split_name(inner);
    (rest.starts_with('=') || rest.starts_with(":=")).then_some(name)
}

/// Splits off the variable's name at the beginning.
pub(super) fn split_name(text: &str) -> (&str, &str) {
    let name = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.split_at(text.find(|character| !name(character)).unwrap_or(text.len()))
}

/// Whether the argument after `option` of bash's `read` is its value, such as the `Name? ` of `-rp 'Name? '`. Other shells
/// have these letters without a value, and other built-ins have other letters.
fn takes_value(script: &Script<'_>, words: &[Word], option: &str) -> bool {
    let is_read = words.first().and_then(|word| script.text(word)) == Some("read");
    let letters = option.strip_prefix('-').unwrap_or("").as_bytes();
    script.dialect == Dialect::Bash
        && is_read
        && letters.split_last().is_some_and(|(last, flags)| {
            b"pdnNtui".contains(last) && flags.iter().all(|flag| b"rse".contains(flag))
        })
}

fn arguments(script: &Script<'_>, command: &Simple, tell: &mut dyn FnMut(Assigned<'_>)) {
    let mut wrapped = false;
    let mut next = program(script, command, |name| grammar(name).is_some());
    while let Some(at) = next {
        let words = script.words_of(command).get(at..).unwrap_or(&[]);
        next = names(script, words, wrapped, tell).map(|inner| at + inner);
        wrapped = true;
    }
}

/// Tells `tell` of the variables in `words`, whose first one is the program. Gives the place of a further program that it
/// runs and that sets variables itself; `wrapped` says that a program in front of it runs it.
fn names(
    script: &Script<'_>,
    words: &[Word],
    mut wrapped: bool,
    tell: &mut dyn FnMut(Assigned<'_>),
) -> Option<usize> {
    let grammar_of = |word: &Word| script.text(word).and_then(|name| grammar(base(name)));
    let grammar = grammar_of(words.first()?)?;
    let by = match grammar {
        Grammar::Names | Grammar::After(_) | Grammar::Second => Setter::BuiltIn,
        Grammar::Exports
        | Grammar::Declares
        | Grammar::Removes
        | Grammar::Environment
        | Grammar::Privileges => Setter::Command,
    };
    let mut before = "";
    let mut operands = 0;
    let mut prints = false;
    for (at, word) in words.iter().enumerate().skip(1) {
        let known = script.text(word);
        let written = known.unwrap_or_else(|| script.slice(word.span).trim_start_matches(['"', '\'']));
        let option = written.starts_with('-');
        match grammar {
            Grammar::Exports | Grammar::Declares if option => prints |= written == "-p",
            Grammar::Exports | Grammar::Declares => {
                let (name, rest) = split_name(written);
                let assigns = rest.starts_with('=') || rest.starts_with("+=") || rest.starts_with('[');
                let value = known.and_then(|_| rest.strip_prefix('='));
                if assigns {
                    tell(Assigned { name: Some(name), span: word.span, value, by });
                } else if known.is_none() {
                    tell(Assigned { name: None, span: word.span, value: None, by });
                } else if grammar == Grammar::Declares && !prints && rest.is_empty() {
                    tell(Assigned { name: Some(name), span: word.span, value: None, by });
                }
            }
            Grammar::Names | Grammar::Removes => {
                let value = takes_value(script, words, before)
                    || matches!(before, "-p" | "-d" | "-n" | "-N" | "-t" | "-u" | "-i" | "-O" | "-s" | "-c")
                        && !known.is_some_and(|text| split_name(text).1.is_empty());
                let name = known.map(|text| split_name(text).0);
                if !option && !value {
                    tell(Assigned { name, span: word.span, value: None, by });
                }
            }
            Grammar::After(wanted) => {
                if before == wanted {
                    tell(Assigned {
                        name: known.map(|text| split_name(text).0),
                        span: word.span,
                        value: None,
                        by,
                    });
                } else if let Some(name) = written.strip_prefix(wanted).filter(|name| !name.is_empty()) {
                    tell(Assigned { name: Some(split_name(name).0), span: word.span, value: None, by });
                }
            }
            Grammar::Second => {
                operands += 1;
                if operands == 2 {
                    tell(Assigned { name: known, span: word.span, value: None, by });
                }
            }
            Grammar::Environment | Grammar::Privileges => {
                let env = grammar == Grammar::Environment;
                let removed = written.strip_prefix("--unset=").or_else(|| written.strip_prefix("-u"));
                let value = matches!(before, "-C" | "--chdir" | "-u" | "--unset" | "-g" | "-p" | "-h" | "-U");
                if let Some(name) = removed.filter(|name| env && !name.is_empty()) {
                    tell(Assigned { name: Some(name), span: word.span, value: None, by });
                } else if env && matches!(before, "-u" | "--unset") {
                    tell(Assigned { name: known, span: word.span, value: None, by });
                } else if let Some((name, value)) = written.split_once('=').filter(|_| !option) {
                    let value = known.is_some().then_some(value);
                    tell(Assigned { name: Some(name), span: word.span, value, by });
                } else if !option && !value {
                    if known.is_none() {
                        tell(Assigned { name: None, span: word.span, value: None, by });
                    }
                    if grammar_of(word).is_some() {
                        return Some(at);
                    }
                    // `sudo timeout 5 env NAME=value`: the list goes on after a further wrapper.
                    if !known.is_some_and(is_wrapper) && !wrapped {
                        return None;
                    }
                    wrapped = true;
                }
            }
        }
        before = known.unwrap_or("");
    }
    None
}
