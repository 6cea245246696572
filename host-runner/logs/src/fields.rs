//! Fields of JSON objects that may have any kind, because a later version may write another one.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::sink::Sink;
use crate::time;

/// A field; none when it is not there.
pub(crate) type Field<'a> = Option<&'a RawValue>;

/// Its text, if it is one.
pub(crate) fn text(field: Field<'_>) -> Option<Cow<'_, str>> {
    let json = field?.get();
    let inside = json.strip_prefix('"')?.strip_suffix('"')?;
    if inside.contains('\\') {
        serde_json::from_str(json).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inside))
    }
}

/// Its text, kept.
pub(crate) fn owned(field: Field<'_>) -> Option<String> {
    text(field).map(Cow::into_owned).filter(|text| !text.is_empty())
}

/// Its value, if it is of this kind.
pub(crate) fn value<T: DeserializeOwned>(field: Field<'_>) -> Option<T> {
    serde_json::from_str(field?.get()).ok()
}

/// An object or a list that borrows from the field, if it is one of this form.
pub(crate) fn borrowed<'a, T: serde::Deserialize<'a>>(field: Field<'a>) -> Option<T> {
    serde_json::from_str(field?.get()).ok()
}

/// A moment, as a number or as a text.
pub(crate) fn moment(field: Field<'_>) -> Option<i64> {
    value::<i64>(field).map(time::of_number).or_else(|| time::of_text(&text(field)?))
}

/// The object on a line. None for an empty line, and for one that is no such object, which counts as bad.
pub(crate) fn object<'t, T: serde::Deserialize<'t>>(
    text: &'t str,
    line: u64,
    sink: &mut Sink<'_>,
) -> Option<T> {
    if text.trim().is_empty() {
        return None;
    }
    serde_json::from_str(text).map_err(|error| sink.bad(line, not_json(&error))).ok()
}

/// One sentence about a text that is no JSON.
fn not_json(error: &serde_json::Error) -> String {
    if error.is_eof() {
        "the line ends inside of a JSON value".to_owned()
    } else {
        format!("the line is no JSON object: column {}", error.column())
    }
}
