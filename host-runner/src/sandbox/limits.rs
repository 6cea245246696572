//! Bounds on memory, processes, file size and output of a run.
//!
//! Owns the numbers; the launcher sets them (`setrlimit(2)`). Each holds for every process of the run on its own,
//! except the number of processes, which is counted per user, or per run in a user namespace; root is not counted.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::output::BYTES_MAX;

/// The size at which any file that a command writes is cut off (`SIGXFSZ`), unless the caller sets another one: a
/// backstop far beyond the bound on its output.
pub const FILE_BYTES_MAX: u64 = 64 << 30;

/// The bounds of a run besides its time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resources {
    /// How long it may write nothing before it is ended.
    pub idle: Option<Duration>,
    /// How many bytes it may write to its output before it is ended.
    pub output: u64,
    /// How many characters of its output the result shows without a cut.
    pub shown: usize,
    /// How many bytes of data each of its processes may have (`RLIMIT_DATA`).
    pub memory: Option<u64>,
    /// How many processes there may be (`RLIMIT_NPROC`).
    pub processes: Option<u64>,
    /// How large each file may become that it writes (`RLIMIT_FSIZE`).
    pub file_size: Option<u64>,
}

impl Default for Resources {
    fn default() -> Self {
        Self {
            idle: None,
            output: BYTES_MAX,
            shown: policy_core::output::preview::CHARACTERS,
            memory: None,
            processes: None,
            file_size: Some(FILE_BYTES_MAX),
        }
    }
}

impl Resources {
    /// The bounds that an agent's environment asks for: `BASH_MAX_OUTPUT_LENGTH` (characters, at most 150,000) and
    /// `CLAUDE_CODE_TOOL_MEMORY_LIMIT` (bytes, with `K`, `M` or `G`). What is no such number changes nothing.
    #[must_use]
    pub fn with_environment(mut self, variable: impl Fn(&str) -> Option<String>) -> Self {
        use policy_core::output::preview::CHARACTERS_MAX;
        if let Some(shown) = variable("BASH_MAX_OUTPUT_LENGTH").and_then(|text| text.trim().parse().ok()) {
            self.shown = usize::clamp(shown, 1, CHARACTERS_MAX);
        }
        if let Some(memory) = variable("CLAUDE_CODE_TOOL_MEMORY_LIMIT").as_deref().and_then(bytes) {
            self.memory = Some(memory);
        }
        self
    }
}

/// A number of bytes as people write it: `512M`, `4G`, `1048576`; powers of 1024.
pub fn bytes(text: &str) -> Option<u64> {
    let text = text.trim().trim_end_matches(['b', 'B']).trim_end_matches(['i', 'I']);
    let (digits, shift) = match text.char_indices().next_back()? {
        (at, 'k' | 'K') => (text.get(..at)?, 10),
        (at, 'm' | 'M') => (text.get(..at)?, 20),
        (at, 'g' | 'G') => (text.get(..at)?, 30),
        (at, 't' | 'T') => (text.get(..at)?, 40),
        _ => (text, 0),
    };
    let number = digits.parse::<u64>().ok().filter(|number| *number > 0)?;
    number.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_people_write_them() {
        for (text, expected) in [
            ("4G", Some(4 << 30)),
            ("512MiB", Some(512 << 20)),
            (" 64kb ", Some(64 << 10)),
            ("1048576", Some(1 << 20)),
            ("2T", Some(2 << 40)),
            ("0", None),
            ("G", None),
            ("", None),
            ("1.5G", None),
            ("-1", None),
            ("99999999999T", None),
        ] {
            assert_eq!(bytes(text), expected, "{text:?}");
        }
    }

    #[test]
    fn the_environment_sets_what_is_shown_within_bounds() {
        let shown = |value: &str| {
            let variable = |name: &str| (name == "BASH_MAX_OUTPUT_LENGTH").then(|| value.to_owned());
            Resources::default().with_environment(variable).shown
        };
        for (value, expected) in
            [("50000", 50_000), ("1000000", 150_000), ("many", 30_000), ("-1", 30_000), ("0", 1)]
        {
            assert_eq!(shown(value), expected, "{value}");
        }
        let memory = |name: &str| (name == "CLAUDE_CODE_TOOL_MEMORY_LIMIT").then(|| "4G".to_owned());
        assert_eq!(Resources::default().with_environment(memory).memory, Some(4 << 30));
    }
}
