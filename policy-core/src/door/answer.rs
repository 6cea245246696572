//! Answers on the wire: keys in one fixed order, so that the same verdict is the same bytes.
//!
//! Owns the shape of an error, and the writing of answers as text. Adds nothing to the verdict.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::fields::RequestError;
use super::offsets::Unit;
use super::wire_verdict::WireVerdict;
use crate::PolicyError;
use crate::request::Request;
use crate::verdict::Verdict;

/// The answer to a request: one JSON object on one line, keys in the order of the contract.
///
/// `id` is repeated byte for byte; without one the key is left out.
pub fn verdict(verdict: &Verdict, request: &Request<'_>, id: Option<&RawValue>) -> String {
    verdict_in(Unit::Byte, verdict, request, id)
}

/// As [`verdict`], with spans that count `unit`s.
pub fn verdict_in(unit: Unit, verdict: &Verdict, request: &Request<'_>, id: Option<&RawValue>) -> String {
    write(&WireVerdict::of(unit, verdict, request, id))
}

/// As [`verdict_in`], for a serializer that is not JSON's; `id` is what it writes for the request's own.
pub(super) fn verdict_to<S: Serializer>(
    serializer: S,
    unit: Unit,
    verdict: &Verdict,
    request: &Request<'_>,
    id: Option<impl Serialize>,
) -> Result<S::Ok, S::Error> {
    WireVerdict::of(unit, verdict, request, id).serialize(serializer)
}

impl RequestError {
    /// The answer on the wire: `{"id":…,"error":{"message":…,"help":…,"line":…,"column":…}}`, on one line.
    pub fn to_json(&self) -> String {
        let id = self.id.as_deref().and_then(|id| serde_json::from_str::<&RawValue>(id).ok());
        write(&WireError::of(self, id))
    }
}

/// As [`RequestError::to_json`], for a serializer that is not JSON's; `id` is what it writes for the request's own.
pub(super) fn error_to<S: Serializer>(
    serializer: S,
    error: &RequestError,
    id: Option<impl Serialize>,
) -> Result<S::Ok, S::Error> {
    WireError::of(error, id).serialize(serializer)
}

/// The answer when the loaded settings cannot be used: the first error, and the rest under `more`.
pub fn policy_error(errors: &[PolicyError]) -> String {
    let mut bodies = errors.iter().map(ErrorBody::from);
    let first = bodies.next().unwrap_or(ErrorBody {
        message: "the settings cannot be used",
        help: "",
        line: 1,
        column: 1,
        file: None,
    });
    write(&WireError { id: None::<&RawValue>, error: first, more: bodies.collect() })
}

pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> String {
    // Structs of strings, numbers and booleans under string keys cannot fail to be written to memory.
    serde_json::to_string(value).unwrap_or_else(|_| {
        r#"{"error":{"message":"the answer cannot be written","help":"report this","line":1,"column":1}}"#
            .to_owned()
    })
}

/// The answer when nothing could be decided.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ErrorAnswer", bound = ""))]
struct WireError<'e, I = &'e RawValue> {
    /// The request's `id`, when it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    id: Option<I>,
    /// The first problem.
    error: ErrorBody<'e>,
    /// The other problems of the settings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<ErrorBody<'e>>,
}

impl<'e, I> WireError<'e, I> {
    fn of(error: &'e RequestError, id: Option<I>) -> Self {
        let body = ErrorBody {
            message: &error.message,
            help: &error.help,
            line: error.line,
            column: error.column,
            file: None,
        };
        Self { id, error: body, more: Vec::new() }
    }
}

/// What is wrong, where, and what to do.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Problem"))]
pub(super) struct ErrorBody<'e> {
    /// What is wrong.
    message: &'e str,
    /// What to do.
    help: &'e str,
    /// The line, from 1.
    line: u32,
    /// The column in characters, from 1.
    column: u32,
    /// The name of the settings that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'e str>,
}

impl<'e> From<&'e PolicyError> for ErrorBody<'e> {
    fn from(error: &'e PolicyError) -> Self {
        Self {
            message: &error.message,
            help: &error.help,
            line: error.line,
            column: error.column,
            file: Some(&error.file),
        }
    }
}
