//! Reads a verdict from the text that another build of the core answered, for a host that acts on it.
//!
//! Owns the way back. The verdict is written again and must be the same bytes: nothing is skipped, nothing is guessed,
//! and a text of another version is rejected.

use alloc::format;
use alloc::string::String;

use super::answer::verdict;
use super::wire_verdict::WireVerdict;
use super::words::{NoVerdict, VerdictReader, Words};
use crate::request::Request;
use crate::verdict::{About, Verdict};

/// The verdict that `json`, an answer without `id` and with spans in bytes, gives on `request`.
///
/// # Errors
/// It is another answer, or not exactly what this version of the core writes for that verdict.
pub fn read_verdict(json: &str, request: &Request<'_>, words: &mut Words) -> Result<Verdict, NoVerdict> {
    let wire: WireVerdict<'_> = serde_json::from_str(json).map_err(|error| NoVerdict(format!("{error}")))?;
    let read =
        wire.into_verdict(&mut VerdictReader { words, source: request.command }, About::request(request))?;
    if verdict(&read, request, None) != json {
        return Err(NoVerdict(String::from("its text does not match its content")));
    }
    Ok(read)
}
