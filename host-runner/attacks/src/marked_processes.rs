//! Processes that carry the mark of one attack, found in `/proc`.
//!
//! Owns the search. Sends no signal.

use std::fs;

use nix::unistd::Pid;

/// The processes that have `mark` among their arguments and have not ended.
pub(crate) fn marked_processes(mark: &str) -> Vec<Pid> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let found = entries.flatten().filter_map(|entry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let arguments = fs::read(entry.path().join("cmdline")).ok()?;
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        let ended = stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'));
        let is_marked = arguments.split(|byte| *byte == 0).any(|argument| argument == mark.as_bytes());
        (is_marked && !ended).then(|| Pid::from_raw(process))
    });
    found.collect()
}
