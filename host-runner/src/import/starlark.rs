//! Calls with literal arguments in a text of Starlark.
//!
//! Owns the part of the language that needs no evaluation: calls of names at the top level, with texts, lists and flags as
//! arguments. Everything else is a flaw with its place.

use std::iter::Peekable;
use std::ops::Range;
use std::str::CharIndices;

use crate::installation::json::Flaw;

/// A call at the top level.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The function.
    pub(super) name: String,
    /// The whole call.
    pub(super) at: Range<usize>,
    /// The arguments, the positional ones without a name.
    pub(super) arguments: Vec<Argument>,
}

/// An argument of a call.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    /// Its name.
    pub(super) name: Option<String>,
    /// Name and value.
    pub(super) at: Range<usize>,
    /// The value.
    pub(super) value: Value,
}

/// A literal.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// Its bytes.
    pub(super) at: Range<usize>,
    /// What it is.
    pub(super) kind: Kind,
}

/// What a literal is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// A text.
    Text(String),
    /// A list, or a tuple.
    List(Vec<Value>),
    /// `True`, `False`, `None`, or a number.
    Other(String),
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// Deepest nesting of lists.
const DEPTH_MAX: usize = 16;

/// The calls in `text`.
pub(super) fn calls(text: &str) -> Result<Vec<Call>, Flaw> {
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut reader = Reader { text, at: start };
    let mut calls = Vec::new();
    loop {
        reader.skip();
        if reader.rest().is_empty() {
            return Ok(calls);
        }
        calls.push(reader.call()?);
        reader.end_of_statement()?;
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Goes past blanks, ends of lines and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            if self.rest().starts_with('#') {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("\\\n") {
                self.at += 2;
            } else {
                return;
            }
        }
    }

    /// Goes past `token` if it is next.
    fn take(&mut self, token: char) -> bool {
        self.skip();
        let is_next = self.peek() == Some(token);
        if is_next {
            self.at += token.len_utf8();
        }
        is_next
    }

    fn expect(&mut self, token: char, opened: usize) -> Result<(), Flaw> {
        if self.take(token) {
            return Ok(());
        }
        Err(match self.peek() {
            None => Flaw::new(opened..opened + 1, format!("this is not closed: `{token}` is missing")),
            Some(_) => self.here(&format!("this is no literal; `,` or `{token}` is expected")),
        })
    }

    fn here(&self, message: &str) -> Flaw {
        let rest = self.rest();
        let end = rest.find(|it: char| it.is_whitespace() || ",()[]".contains(it)).unwrap_or(rest.len());
        let one = rest.chars().next().map_or(0, char::len_utf8);
        Flaw::new(self.at..self.at + end.max(one), message)
    }

    fn name(&mut self) -> Option<String> {
        let rest = self.rest();
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '_').unwrap_or(rest.len());
        let name = rest
            .get(..end)
            .filter(|name| !name.is_empty() && !name.starts_with(|it: char| it.is_ascii_digit()))?;
        self.at += end;
        Some(name.to_owned())
    }

    fn call(&mut self) -> Result<Call, Flaw> {
        let start = self.at;
        let only =
            "only calls with literal arguments can be imported, no variables, functions, loops or `load`";
        let Some(name) = self.name() else { return Err(self.here(only)) };
        if name == "load" || !self.rest().trim_start_matches([' ', '\t']).starts_with('(') {
            return Err(Flaw::new(start..self.at, only));
        }
        self.skip();
        let opened = self.at;
        self.at += 1;
        let mut arguments: Vec<Argument> = Vec::new();
        while !self.take(')') {
            let argument = self.argument(opened)?;
            let is_twice = argument.name.is_some() && arguments.iter().any(|it| it.name == argument.name);
            if is_twice {
                return Err(Flaw::new(argument.at, "this argument is here twice"));
            }
            if argument.name.is_none() && arguments.iter().any(|it| it.name.is_some()) {
                return Err(Flaw::new(argument.at, "an argument without a name follows one with a name"));
            }
            arguments.push(argument);
            if !self.take(',') {
                self.expect(')', opened)?;
                break;
            }
        }
        Ok(Call { name, at: start..self.at, arguments })
    }

    fn argument(&mut self, opened: usize) -> Result<Argument, Flaw> {
        self.skip();
        let start = self.at;
        if self.rest().is_empty() {
            return Err(Flaw::new(opened..opened + 1, "this is not closed: `)` is missing"));
        }
        let is_name = self.peek().is_some_and(|it| it.is_ascii_alphabetic() || it == '_');
        if is_name && let Some(name) = self.name() {
            self.skip();
            if self.rest().starts_with('=') && !self.rest().starts_with("==") {
                self.at += 1;
                let value = self.value(0)?;
                return Ok(Argument { name: Some(name), at: start..self.at, value });
            }
            self.at = start;
        }
        let value = self.value(0)?;
        Ok(Argument { name: None, at: start..self.at, value })
    }

    fn value(&mut self, depth: usize) -> Result<Value, Flaw> {
        self.skip();
        let start = self.at;
        let kind = match self.peek() {
            Some('[' | '(') if depth < DEPTH_MAX => Kind::List(self.list(depth)?),
            Some('[' | '(') => return Err(self.here("this list is nested too deep")),
            Some('"' | '\'') => Kind::Text(self.string()?),
            Some('r') if self.rest().starts_with("r\"") || self.rest().starts_with("r'") => {
                return Err(self.here("a raw text cannot be imported; write it without the `r`"));
            }
            Some(it) if it.is_ascii_digit() => Kind::Other(self.number()),
            _ => match self.name() {
                Some(name) if ["True", "False", "None"].contains(&name.as_str()) => Kind::Other(name),
                _ => {
                    self.at = start;
                    return Err(self.here("this is no literal; variables and expressions cannot be imported"));
                }
            },
        };
        let value = Value { at: start..self.at, kind };
        self.skip();
        match self.peek() {
            Some(',' | ')' | ']') | None => Ok(value),
            Some(_) => Err(self.here("an expression cannot be imported, only a literal")),
        }
    }

    fn number(&mut self) -> String {
        let rest = self.rest();
        let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && it != '.').unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default().to_owned()
    }

    fn list(&mut self, depth: usize) -> Result<Vec<Value>, Flaw> {
        let opened = self.at;
        let close = if self.peek() == Some('[') { ']' } else { ')' };
        self.at += 1;
        let mut items = Vec::new();
        while !self.take(close) {
            if self.rest().is_empty() {
                return Err(Flaw::new(
                    opened..opened + 1,
                    format!("this is not closed: `{close}` is missing"),
                ));
            }
            items.push(self.value(depth + 1)?);
            if !self.take(',') {
                self.expect(close, opened)?;
                break;
            }
        }
        Ok(items)
    }

    fn string(&mut self) -> Result<String, Flaw> {
        let start = self.at;
        let quote = self.peek().unwrap_or('"');
        let triple = quote.to_string().repeat(3);
        let is_triple = self.rest().starts_with(&triple);
        let close = if is_triple { triple } else { quote.to_string() };
        self.at += close.len();
        let mut out = String::new();
        loop {
            if self.rest().starts_with(&close) {
                self.at += close.len();
                return Ok(out);
            }
            let from = self.at;
            let Some(character) = self.peek().filter(|it| *it != '\n' || is_triple) else {
                return Err(Flaw::new(start..self.at.max(start + 1), "this text is not closed"));
            };
            self.at += character.len_utf8();
            if character == '\\' {
                let escape = escaped(&mut self.rest().char_indices().peekable());
                let Some((length, escaped)) = escape else {
                    return Err(Flaw::new(from..self.at + 1, "this escape cannot be imported"));
                };
                self.at += length;
                out.extend(escaped);
            } else {
                out.push(character);
            }
        }
    }

    fn end_of_statement(&mut self) -> Result<(), Flaw> {
        let rest = self.rest();
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', ';']).len();
        self.at += blank;
        match self.peek() {
            None | Some('\n' | '#') => Ok(()),
            Some(_) if rest.get(..blank).is_some_and(|it| it.contains(';')) => Ok(()),
            Some(_) => Err(self.here("an expression cannot be imported, only a call")),
        }
    }
}

/// The length of the escape after a backslash, and its character; none at the end of a line.
fn escaped(rest: &mut Peekable<CharIndices<'_>>) -> Option<(usize, Option<char>)> {
    let (_, character) = rest.next()?;
    Some((
        character.len_utf8(),
        Some(match character {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            '\\' | '\'' | '"' => character,
            '\n' => return Some((1, None)),
            _ => return None,
        }),
    ))
}
