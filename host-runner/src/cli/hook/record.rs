//! The record that Codex keeps of a session: whether it asks a person about a command is in no call of a hook.
//!
//! Owns the reading of its end. What a line of it means is the core's.

use std::fs::{File, Metadata};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use policy_core::agents::{Agent, HookCall, with_record};

/// How much of the end is read, in bytes: a turn may have printed a lot.
const TAILS: [u64; 2] = [256 * 1024, 16 * 1024 * 1024];

/// `call` with what the record of its session says.
pub(super) fn completed(call: HookCall) -> HookCall {
    let file = call.transcript.as_deref().filter(|_| call.agent == Agent::Codex).map(Path::new);
    let Some(file) = file.filter(|file| file.is_absolute()).map(Path::to_owned) else {
        return with_record(call, None);
    };
    let mut read = None;
    for length in TAILS {
        read = tail(&file, length);
        if read.as_deref().is_none_or(|tail| tail.contains("\"turn_context\"")) {
            break;
        }
    }
    with_record(call, read.as_deref())
}

/// The last `length` bytes of a regular file.
fn tail(file: &Path, length: u64) -> Option<String> {
    let found = file.metadata().ok().filter(Metadata::is_file)?;
    let mut file = File::open(file).ok()?;
    file.seek(SeekFrom::Start(found.len().saturating_sub(length))).ok()?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
