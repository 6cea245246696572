//! The fields of a request, one by one: each is read by name, so that an error names it and its place.
//!
//! Owns the readers of single values and the error they give. Knows no field's meaning.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Display};

use serde::Deserializer;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;

use super::line_column::{LineColumn, offset};
use crate::PolicyError;

/// A request that cannot be decided, and the place in its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {message}")]
pub struct RequestError {
    /// The request's `id` as raw JSON, when it could be read.
    pub id: Option<String>,
    /// Line in the request's text, from 1.
    pub line: u32,
    /// Column in Unicode scalar values, from 1.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl RequestError {
    pub(super) fn new(place: LineColumn, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { id: None, line: place.line, column: place.column, message: message.into(), help: help.into() }
    }

    /// The same error, about the request with this `id`.
    #[must_use]
    pub(super) fn with_id(mut self, id: Option<&RawValue>) -> Self {
        self.id = id.map(|raw| raw.get().to_string());
        self
    }
}

/// The settings inside a request are wrong: the first error, at its place in the request's text.
pub(super) fn policy_errors(errors: &[PolicyError], raw: &RawValue, json: &str) -> RequestError {
    let Some(first) = errors.first() else {
        return RequestError::new(
            LineColumn::of(raw.get(), json),
            "the settings in `policy` cannot be used",
            "check them on their own with `shellgate check --policy FILE`",
        );
    };
    let at = offset(raw.get(), json).saturating_add(first.span.start as usize);
    let more = match errors.len() {
        1 => String::new(),
        2 => " (and 1 more error in `policy`)".to_string(),
        many => format!(" (and {} more errors in `policy`)", many.saturating_sub(1)),
    };
    RequestError::new(LineColumn::at(json, at), format!("{}{more}", first.message), first.help.clone())
}

/// What the value of a key is called in errors: `` `key` ``. It is written only when there is one.
#[derive(Clone, Copy)]
pub(super) struct Key<'k>(pub(super) &'k str);

impl Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

/// One key of an object with its value, both as written in the text.
pub(super) struct Field<'j> {
    /// The key after unescaping.
    pub(super) key: Cow<'j, str>,
    /// The key's bytes in the text.
    pub(super) key_text: &'j str,
    /// The value's bytes in the text.
    pub(super) value: &'j RawValue,
}

/// The fields of the object `text`, which lies in `json` or is all of it; `name` is what it is called in errors.
///
/// # Errors
/// It is not an object, it is not JSON, a key comes twice, or a key is none of `known`.
pub(super) fn object<'j>(
    text: &'j str,
    json: &str,
    name: &dyn Display,
    known: &[&str],
) -> Result<Vec<Field<'j>>, RequestError> {
    if text.trim().is_empty() {
        return Err(RequestError::new(
            LineColumn { line: 1, column: 1 },
            format!("{name} is empty"),
            "send one JSON object such as `{\"command\":\"git status\"}`",
        ));
    }
    let kind = JsonKind::of(text);
    if !matches!(kind, JsonKind::Object | JsonKind::Nothing) {
        return Err(RequestError::new(
            LineColumn::of(text.trim_start(), json),
            format!("{name} is {}, not an object", kind.name()),
            format!("write {name} as `{{…}}`"),
        ));
    }
    let fields = pairs(text, json, name)?;
    let mut seen = Seen::of(&fields);
    for (at, field) in fields.iter().enumerate() {
        let place = || LineColumn::of(field.key_text, json);
        if !seen.is_new(&fields, at) {
            return Err(RequestError::new(
                place(),
                format!("`{}` appears twice in {name}", field.key),
                "keep one of them: two parsers could pick different ones",
            ));
        }
        if !known.is_empty() && !known.contains(&field.key.as_ref()) {
            return Err(RequestError::new(
                place(),
                format!("unknown key `{}` in {name}", field.key),
                format!("the keys are {}", names(known)),
            ));
        }
    }
    Ok(fields)
}

/// The keys that have been seen: few are compared with each other, many are sorted.
enum Seen<'f> {
    Few,
    Many(BTreeSet<&'f str>),
}

impl<'f> Seen<'f> {
    /// How many keys are few.
    const FEW: usize = 24;

    fn of(fields: &[Field<'_>]) -> Self {
        if fields.len() <= Self::FEW { Self::Few } else { Self::Many(BTreeSet::new()) }
    }

    /// Whether the key of the field at `at` is none of those before it. Each is asked once, in order.
    fn is_new(&mut self, fields: &'f [Field<'_>], at: usize) -> bool {
        let Some((field, before)) = fields.get(..=at).and_then(<[_]>::split_last) else { return false };
        match self {
            Self::Few => before.iter().all(|other| other.key != field.key),
            Self::Many(seen) => seen.insert(&field.key),
        }
    }
}

/// The keys and values of an object in order, keys unchecked.
fn pairs<'j>(text: &'j str, json: &str, name: &dyn Display) -> Result<Vec<Field<'j>>, RequestError> {
    struct Pairs;
    impl<'de> Visitor<'de> for Pairs {
        type Value = Vec<(&'de RawValue, &'de RawValue)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            // As many as a request or its facts commonly have.
            let mut pairs = Vec::with_capacity(8);
            while let Some(pair) = map.next_entry()? {
                pairs.push(pair);
            }
            Ok(pairs)
        }
    }

    let mut reader = serde_json::Deserializer::from_str(text);
    let pairs = reader.deserialize_map(Pairs).and_then(|pairs| reader.end().map(|()| pairs));
    let pairs = pairs.map_err(|error| {
        let inner = LineColumn::of_json(&error, text);
        let outer = LineColumn::of(text, json);
        let place = if inner.line == 1 {
            LineColumn {
                line: outer.line,
                column: outer.column.saturating_add(inner.column).saturating_sub(1),
            }
        } else {
            LineColumn { line: outer.line.saturating_add(inner.line).saturating_sub(1), column: inner.column }
        };
        RequestError::new(
            place,
            format!("{name} is not valid JSON: {}", reason(&error)),
            "send one JSON object; text inside it needs `\"` and `\\` escaped",
        )
    })?;
    let mut fields = Vec::with_capacity(pairs.len());
    for (key, value) in pairs {
        fields.push(Field { key: text_of(key, json, &"a key")?, key_text: key.get(), value });
    }
    Ok(fields)
}

/// The text of a JSON string.
///
/// # Errors
/// It is no string, it holds half of a surrogate pair, or it holds NUL, which no program can be given.
pub(super) fn text_of<'j>(
    raw: &'j RawValue,
    json: &str,
    name: &dyn Display,
) -> Result<Cow<'j, str>, RequestError> {
    let value = decoded(raw, json, name)?;
    // JSON has NUL only escaped, and what is borrowed has no escape.
    if matches!(&value, Cow::Owned(text) if text.contains('\0')) {
        let text = raw.get();
        let at = escapes(text).find(|(_, unit)| *unit == Some(0)).map_or(0, |(at, _)| at);
        return Err(RequestError::new(
            LineColumn::at(json, offset(text, json).saturating_add(at)),
            format!("{name} holds a NUL character"),
            "remove it: no text after it would reach a program",
        ));
    }
    Ok(value)
}

/// The text of a JSON string that may hold NUL: what is only read, and reaches no program.
///
/// # Errors
/// It is no string, or it holds half of a surrogate pair.
pub(super) fn any_text_of(raw: &RawValue, json: &str, name: &dyn Display) -> Result<String, RequestError> {
    decoded(raw, json, name).map(Cow::into_owned)
}

fn decoded<'j>(raw: &'j RawValue, json: &str, name: &dyn Display) -> Result<Cow<'j, str>, RequestError> {
    let text = raw.get();
    expect(raw, json, name, JsonKind::String)?;
    Ok(match borrowed(text) {
        Some(plain) => Cow::Borrowed(plain),
        None => Cow::Owned(serde_json::from_str::<String>(text).map_err(|error| {
            let lone = lone_surrogate(text);
            let reason = match lone {
                Some(_) => "a surrogate has no other half".to_string(),
                None => reason(&error),
            };
            RequestError::new(
                LineColumn::at(json, offset(text, json).saturating_add(lone.unwrap_or(0))),
                format!("{name} is not valid text: {reason}"),
                "send complete Unicode characters: both halves of the pair, or the character itself",
            )
        })?),
    })
}

/// The texts in a JSON list.
///
/// # Errors
/// It is no list, or the content of it is no text (see [`text_of`]).
pub(super) fn texts_of(raw: &RawValue, json: &str, name: &dyn Display) -> Result<Vec<String>, RequestError> {
    expect(raw, json, name, JsonKind::List)?;
    let items: Vec<&RawValue> = serde_json::from_str(raw.get()).map_err(|error| {
        let place = LineColumn::of(raw.get(), json);
        RequestError::new(
            place,
            format!("{name} is not valid JSON: {}", reason(&error)),
            "write a list of strings",
        )
    })?;
    items.into_iter().map(|item| text_of(item, json, name).map(Cow::into_owned)).collect()
}

/// `true` or `false`.
pub(super) fn truth_of(raw: &RawValue, json: &str, name: &dyn Display) -> Result<bool, RequestError> {
    expect(raw, json, name, JsonKind::Truth)?;
    Ok(raw.get() == "true")
}

/// Whether the value is `null`, which stands for an absent optional field.
pub(super) fn is_null(raw: &RawValue) -> bool {
    raw.get() == "null"
}

/// Fails unless the value is of this kind.
pub(super) fn expect(
    raw: &RawValue,
    json: &str,
    name: &dyn Display,
    wanted: JsonKind,
) -> Result<(), RequestError> {
    let kind = JsonKind::of(raw.get());
    if kind == wanted {
        return Ok(());
    }
    Err(RequestError::new(
        LineColumn::of(raw.get(), json),
        format!("{name} is {}, not {}", kind.name(), wanted.name()),
        format!("write {name} as {}", wanted.name()),
    ))
}

/// `` `a`, `b` and `c` ``
pub(super) fn names(known: &[&str]) -> String {
    let mut text = String::new();
    for (index, name) in known.iter().enumerate() {
        let last = index.saturating_add(1) == known.len();
        text.push_str(match (index, last) {
            (0, _) => "",
            (_, true) => " and ",
            (_, false) => ", ",
        });
        text.push('`');
        text.push_str(name);
        text.push('`');
    }
    text
}

/// The kinds of JSON values, recognised by how they begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JsonKind {
    Object,
    List,
    String,
    Number,
    Truth,
    Null,
    /// No value begins like this.
    Nothing,
}

impl JsonKind {
    pub(super) fn of(text: &str) -> Self {
        // A value inside of another has no blanks around it.
        let text = if matches!(text.as_bytes(), [b'!'..=b'~', ..]) { text } else { text.trim_start() };
        match text.bytes().next() {
            Some(b'{') => Self::Object,
            Some(b'[') => Self::List,
            Some(b'"') => Self::String,
            Some(b'-' | b'0'..=b'9') => Self::Number,
            _ if text.starts_with("true") || text.starts_with("false") => Self::Truth,
            _ if text.starts_with("null") => Self::Null,
            _ => Self::Nothing,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Object => "an object",
            Self::List => "a list",
            Self::String => "a string",
            Self::Number => "a number",
            Self::Truth => "true or false",
            Self::Null => "null",
            Self::Nothing => "nothing",
        }
    }
}

/// The content of a JSON string without any escape.
fn borrowed(text: &str) -> Option<&str> {
    let content = text.strip_prefix('"')?.strip_suffix('"')?;
    // By bytes: most are short.
    (!content.bytes().any(|byte| byte == b'\\')).then_some(content)
}

/// Every `\uXXXX` of a JSON string: its offset and its code unit. Other escapes have no unit.
fn escapes(text: &str) -> impl Iterator<Item = (usize, Option<u16>)> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at.saturating_add(rest.find('\\')?);
        at = start.saturating_add(2);
        let unit = text
            .get(start..at)
            .filter(|escape| *escape == "\\u")
            .and_then(|_| text.get(at..at.saturating_add(4)))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok());
        Some((start, unit))
    })
}

/// The offset of the first half of a surrogate pair that is on its own.
fn lone_surrogate(text: &str) -> Option<usize> {
    let mut open: Option<usize> = None;
    for (at, unit) in escapes(text) {
        match (open, unit) {
            (Some(high), Some(0xDC00..=0xDFFF)) if at == high.saturating_add(6) => open = None,
            (Some(high), _) => return Some(high),
            (None, Some(0xD800..=0xDBFF)) => open = Some(at),
            (None, Some(0xDC00..=0xDFFF)) => return Some(at),
            (None, _) => {}
        }
    }
    open
}

/// What the JSON reader says, and the same in words for a person (`serde_json::Error`).
const SAID: &[(&str, &str)] = &[
    ("expected value", "a value is missing, such as a text in quotes"),
    ("expected ident", "this word is none of `true`, `false` and `null`"),
    ("key must be a string", "a key needs quotes"),
    ("expected `,` or `}`", "here must be `,` or `}`"),
    ("expected `,` or `]`", "here must be `,` or `]`"),
    ("expected `:`", "here must be `:`"),
    ("trailing characters", "there is text after the end"),
    ("trailing comma", "a comma is followed by nothing"),
];

/// The JSON reader's sentence without the place it appends.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    if let Some((_, ours)) = SAID.iter().find(|(theirs, _)| *theirs == message) {
        return (*ours).to_string();
    }
    match message.strip_prefix("EOF while parsing") {
        Some(rest) => format!("the text ends inside{rest}"),
        None => message.to_string(),
    }
}
