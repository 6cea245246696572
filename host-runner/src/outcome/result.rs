//! The outcome of a run as other programs read it.
//!
//! Owns the field names and their meaning. Holds nothing that was not observed.

use std::path::PathBuf;

use policy_core::output::hints::Hint;
use serde::Serialize;

use super::RunEnd;
use crate::consult::HookRun;
use crate::launch::denial::Denial;
use crate::launch::process::Process;
use crate::network::AskedHost;
use crate::plan::Grant;
use crate::sandbox::{Backend, Confinement, Missing, Quarantined};

/// The result of a run.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Both output streams in the order in which they were written, as a terminal would show their lines; what is not
    /// UTF-8 is U+FFFD. Of a long output its beginning and its end, with a line between them that says so; of an
    /// image the `data:` address that holds it.
    pub stdout: String,
    /// Empty: the two streams are one at the descriptor.
    pub stderr: String,
    /// The command's status; 128 and the signal's number when a signal ended it, as a shell says it; 0 as long as it
    /// goes on in the background.
    pub exit_code: i32,
    /// Whether it failed, as far as its program's table knows: `grep` with 1 found nothing and did not fail.
    pub failed: bool,
    /// The signal that ended it, such as `SIGTERM`.
    pub signal: Option<String>,
    /// How it ended, or that it goes on in the background.
    #[serde(flatten)]
    pub end: RunEnd,
    /// The processes that were ended with it, and those that it left over; at most 50.
    pub killed: Vec<Process>,
    /// Whether the output is an image.
    pub is_image: bool,
    /// The meaning of a status other than 0 for this program.
    pub return_code_interpretation: Option<String>,
    /// Whether silence is what success looks like.
    pub no_output_expected: bool,
    /// The file with the output as it was written, when `stdout` is not all of it. Of more than 64 MiB it has the
    /// beginning and the end.
    pub persisted_output_path: Option<PathBuf>,
    /// How many bytes were written, when `stdout` is not all of it.
    pub persisted_output_size: Option<u64>,
    /// The files that the runner itself wrote, when the command was applied as the edit that its verdict shows; no
    /// program ran then.
    pub edited: Option<Vec<PathBuf>>,
    /// Where the command started.
    pub cwd: PathBuf,
    /// From start to end, in milliseconds.
    pub duration_ms: u64,
    /// How it was held.
    pub sandbox: SandboxReport,
    /// What the hooks of the settings did, before the command and after it; left out where none was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<HookRun>,
    /// Further notes for the reader.
    pub notes: Vec<String>,
    /// The hint lines that were taken out of the output. The command wrote them: they are nobody's word but its own.
    pub hints: Vec<Hint>,
}

/// How a command was held.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SandboxReport {
    /// By which means.
    pub backend: &'static str,
    /// How well: `full`, `partial` or `none` on the wire.
    pub confinement: Confinement,
    /// The code names of the promises that held.
    pub promises: Vec<&'static str>,
    /// The protected paths that a person approved by name: `protected-paths` and `nothing-planted` do not speak of them.
    pub approved: Vec<PathBuf>,
    /// The promises that were asked for and did not hold, with the reason and the remedy.
    pub missing: Vec<Missing>,
    /// The refusals, each with the rule that refused.
    pub denials: Vec<Denial>,
    /// The hosts that somebody was asked about while it ran; left out where there were none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<AskedHost>,
    /// What would give another run of the command all that this one, which failed, says it lacked; left out where that cannot
    /// be granted. See [`Plan::with_grants`](crate::plan::Plan::with_grants).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<Grant>,
    /// What the command left behind that others would have executed, and that was taken out of the way.
    pub quarantined: Vec<Quarantined>,
}

impl Default for SandboxReport {
    /// Nothing held it.
    fn default() -> Self {
        Self {
            backend: Backend::None.name(),
            confinement: Confinement::None { missing: Vec::new() },
            promises: Vec::new(),
            approved: Vec::new(),
            missing: Vec::new(),
            denials: Vec::new(),
            asked: Vec::new(),
            grants: Vec::new(),
            quarantined: Vec::new(),
        }
    }
}
