//! Lines by which a program addresses the agent that runs it: `<claude-code-hint v="1" type="plugin" value="x@y" />`.
//!
//! Owns the parser of one line. Follows no hint, because any program may have written it. Source: the plugin hints of
//! Claude Code (`code.claude.com/docs/en/plugin-hints`), as command lines emit them.

use alloc::borrow::ToOwned;
use alloc::string::String;

use serde::Serialize;

/// Most hints that are taken from one output; what follows stays in the text.
pub const HINTS_MAX: usize = 16;

/// Longest line that is looked at, in bytes.
const LINE_BYTES_MAX: usize = 1024;

/// One hint, as it was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Hint {
    /// The version of the protocol, such as `1`.
    pub v: String,
    /// What kind of hint it is, such as `plugin`.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it is about, such as `name@marketplace`.
    pub value: String,
}

/// The hint that `line` is; none when it is anything else. Blanks around it do not matter.
pub fn read(line: &str) -> Option<Hint> {
    // Most lines end the search here.
    let inner = line.trim_ascii().strip_prefix("<claude-code-hint")?.strip_suffix("/>")?;
    if line.len() > LINE_BYTES_MAX || !inner.starts_with(|c: char| c.is_ascii_whitespace()) {
        return None;
    }
    let (mut v, mut kind, mut value) = (None, None, None);
    let mut rest = inner.trim_ascii();
    while !rest.is_empty() {
        let (name, after) = rest.split_once('=')?;
        let (text, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"')?,
            None => after
                .split_at_checked(after.find(|c: char| c.is_ascii_whitespace()).unwrap_or(after.len()))?,
        };
        let slot = match name {
            "v" => &mut v,
            "type" => &mut kind,
            "value" => &mut value,
            _ if name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') => &mut None,
            _ => return None,
        };
        if slot.replace(text.to_owned()).is_some() {
            return None;
        }
        rest = after.trim_ascii_start();
    }
    Some(Hint { v: v?, kind: kind?, value: value? })
}
