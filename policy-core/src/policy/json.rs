//! JSON with comments as a tree with byte ranges, and the conversion from bytes to lines and columns.
//!
//! Owns the depth limit in front of the recursive parser, and the messages about invalid JSON.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;

use jsonc_parser::ast::Value;
use jsonc_parser::errors::ParseErrorKind as Kind;
use jsonc_parser::{CollectOptions, ParseOptions, ParseStringErrorKind, parse_to_ast};

use crate::Span;
use crate::rules::SourceLocation;

use super::error::PolicyError;

/// Deepest nesting of lists and objects in a settings file.
pub(super) const NESTING_MAX: usize = 64;

const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// What is wrong with the JSON of a source: the bytes, the message, the help.
pub(super) type Flaw = (Span, String, String);

/// The value in `text`; none when there is none.
pub(super) fn parse(text: &str) -> Result<Option<Value<'_>>, Flaw> {
    if let Some(at) = too_deep(text) {
        return Err((
            Span::new(at, at + 1),
            alloc::format!("lists and objects are nested deeper than {NESTING_MAX} levels here"),
            String::from("settings need five levels at most"),
        ));
    }
    match parse_to_ast(text, &CollectOptions::default(), &OPTIONS) {
        Ok(result) => Ok(result.value),
        Err(error) => {
            let range = error.range();
            let (message, help) = explain(error.kind());
            Err((Span::new(range.start, range.end), message.into(), help.into()))
        }
    }
}

/// The byte at which nesting goes past [`NESTING_MAX`], without recursion. Strings and comments are passed over.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut bytes = text.bytes().enumerate().peekable();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                if depth > NESTING_MAX {
                    return Some(at);
                }
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                while let Some((_, inside)) = bytes.next() {
                    match inside {
                        b'"' => break,
                        b'\\' => drop(bytes.next()),
                        _ => {}
                    }
                }
            }
            b'/' => match bytes.peek() {
                Some((_, b'/')) => while bytes.next_if(|(_, b)| !matches!(b, b'\n' | b'\r')).is_some() {},
                Some((_, b'*')) => {
                    bytes.next();
                    let mut star = false;
                    for (_, inside) in bytes.by_ref() {
                        if star && inside == b'/' {
                            break;
                        }
                        star = inside == b'*';
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    None
}

fn explain(kind: &Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::ExpectedComma => ("a comma is missing here", "put `,` between two entries"),
        Kind::UnexpectedComma => ("there is no entry before this comma", "remove the comma"),
        Kind::ExpectedColonAfterObjectKey => ("a `:` is missing after this key", "write `\"key\": value`"),
        Kind::ExpectedObjectValue => ("the value of this key is missing", "write `\"key\": value`"),
        Kind::ExpectedStringObjectProperty => ("a key is written in double quotes", "write `\"key\": value`"),
        Kind::MultipleRootJsonValues => (
            "the settings end before this, and nothing can follow them",
            "remove it, or look for an extra `}`",
        ),
        Kind::SingleQuotedStringsNotAllowed => {
            ("a string is written in double quotes", "write `\"…\"` instead of `'…'`")
        }
        Kind::String(ParseStringErrorKind::UnterminatedStringLiteral) => {
            ("the string that opens here is not closed", "put `\"` at its end")
        }
        Kind::String(
            ParseStringErrorKind::InvalidUnicodeEscapeSequence(_)
            | ParseStringErrorKind::ExpectedFourHexDigits,
        ) => ("this is not a Unicode escape", "write `\\u` and the four digits of a whole character"),
        Kind::String(_) => ("this is not an escape of JSON", "write a backslash twice to mean one"),
        Kind::UnterminatedArray => ("the list that opens here is not closed", "put `]` at its end"),
        Kind::UnterminatedObject => ("the object that opens here is not closed", "put `}` at its end"),
        Kind::UnterminatedCommentBlock => {
            ("the comment that opens here is not closed", "put `*/` at its end")
        }
        Kind::UnexpectedCloseBrace | Kind::UnexpectedCloseBracket => {
            ("this closes nothing that is open", "remove it, or look for what is missing in front of it")
        }
        Kind::UnexpectedColon => ("a `:` belongs between a key and its value only", "write `\"key\": value`"),
        _ => (
            "this is not JSON",
            "write a text in double quotes, a list, an object, `true`, `false` or a number",
        ),
    }
}

/// Turns byte offsets of one text into places. Fast when asked in ascending order.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    file: Arc<str>,
    text: &'a str,
    at: usize,
    line: u32,
    column: u32,
}

impl<'a> Lines<'a> {
    pub(super) fn new(file: &str, text: &'a str) -> Self {
        Self { file: file.into(), text, at: 0, line: 1, column: 1 }
    }

    /// The place of `span`.
    pub(super) fn place(&mut self, span: Span) -> SourceLocation {
        let to = span.start as usize;
        if to < self.at {
            (self.at, self.line, self.column) = (0, 1, 1);
        }
        for character in self.text.get(self.at..to).unwrap_or("").chars() {
            if character == '\n' {
                self.line += 1;
                self.column = 1;
            } else if character != '\u{feff}' || self.at > 0 {
                self.column += 1;
            }
        }
        self.at = to;
        SourceLocation { file: self.file.clone(), line: self.line, column: self.column, span }
    }

    /// An error at `span`.
    pub(super) fn error(&mut self, span: Span, message: String, help: String) -> PolicyError {
        let place = self.place(span);
        PolicyError {
            file: (&*place.file).into(),
            line: place.line,
            column: place.column,
            span,
            message,
            help,
        }
    }
}

/// A text of the settings, and where each of its characters was written.
#[derive(Debug)]
pub(super) struct Text<'a> {
    /// After JSON's escapes.
    pub(super) value: Cow<'a, str>,
    /// The literal in the source, quotes included.
    pub(super) span: Span,
}

impl Text<'_> {
    /// The source bytes after a byte range of the value.
    pub(super) fn locate(&self, within: Span, source: &str) -> Span {
        let inside = self.span.start as usize + 1;
        let literal = Span::new(inside, (self.span.end as usize).saturating_sub(1)).slice(source);
        let start = inside + written(literal, within.start as usize);
        let end = inside + written(literal, within.end as usize);
        Span::new(start, end.max(start))
    }
}

/// The offset in a literal at which the value's byte `wanted` was written.
fn written(literal: &str, wanted: usize) -> usize {
    let mut value = 0;
    let mut rest = literal;
    while value < wanted {
        let Some(character) = rest.chars().next() else { break };
        let (bytes, width) =
            if character == '\\' { escape(rest) } else { (character.len_utf8(), character.len_utf8()) };
        value += width;
        rest = rest.get(bytes..).unwrap_or("");
    }
    literal.len() - rest.len()
}

/// The length of the escape at the start of `text`, and of what it stands for.
fn escape(text: &str) -> (usize, usize) {
    let unit = |from: usize| text.get(from..from + 4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match text.as_bytes().get(1) {
        Some(b'u') => match unit(2) {
            Some(0xd800..=0xdbff) => (12, 4),
            Some(code) => (6, char::from_u32(code).map_or(1, char::len_utf8)),
            None => (2, 1),
        },
        _ => (2, 1),
    }
}
