//! Builds the [`Outcome`] of a finished run from the exit status, the output and the sandbox's reports.
//!
//! Owns the sentences of the notes. Reports nothing that was not observed.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use policy_core::present::exit_meaning;

use super::grantable;
use super::refusals::{self, Withheld};
use super::{Outcome, RunEnd, RunError, SandboxReport};
use crate::launch::conclusion::{Conclusion, EndCause};
use crate::launch::denial::denials;
use crate::launch::protocol::status;
use crate::network::{AskedHost, Gate};
use crate::output::file::OutputFile;
use crate::output::show::show;
use crate::output::vacated::Vacated;
use crate::plan::Plan;
use crate::sandbox::{Confinement, Promise, quarantine};
use crate::system::files;

/// The facts about a run that are known before its end.
#[derive(Debug)]
pub(crate) struct RunRecord {
    pub(crate) plan: Plan,
    /// How long it may run, if that is bounded.
    pub(crate) timeout: Option<Duration>,
    /// Notes so far.
    pub(crate) notes: Vec<String>,
    /// Where its output is kept when it is too long to show; none when it is not kept.
    pub(crate) place: Option<PathBuf>,
    /// The proxy's gate, which records refused hosts.
    pub(crate) gate: Option<Arc<Gate>>,
    /// The hosts that somebody was asked about.
    pub(crate) asked: Vec<AskedHost>,
    /// The protected paths that a person approved by name.
    pub(crate) approved: Vec<PathBuf>,
    /// The protected names as they were at the start.
    pub(crate) before: quarantine::Before,
    /// Where the directories are recorded that commands moved.
    pub(crate) vacated: Vacated,
    /// The launcher's path, for the error when it does not answer.
    pub(crate) launcher: PathBuf,
}

/// A duration as a person says it: `250 ms`, `5 s`, `1 min`, `2 min 5 s`.
fn duration(milliseconds: u64) -> String {
    let (seconds, rest) = (milliseconds / 1_000, milliseconds % 1_000);
    match (seconds / 60, seconds % 60) {
        (0, _) if rest > 0 => format!("{milliseconds} ms"),
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    }
}

impl RunRecord {
    /// The outcome of a command that goes on.
    pub(crate) fn so_far(&self, took: Duration) -> Outcome {
        Outcome {
            no_output_expected: self.plan.is_silent(),
            cwd: self.plan.cwd().to_owned(),
            duration_ms: milliseconds(took),
            sandbox: SandboxReport { backend: self.plan.backend().name(), ..SandboxReport::default() },
            notes: self.notes.clone(),
            ..Outcome::default()
        }
    }

    /// The outcome of `run`, which wrote `output` and took so long.
    ///
    /// # Errors
    /// It was not started.
    pub(crate) fn outcome(
        self,
        run: Conclusion,
        output: &OutputFile,
        took: Duration,
    ) -> Result<Outcome, RunError> {
        let (ended, cause, held, missing, seen, quarantined) = match run {
            Conclusion::Ended { ended, cause, held, missing, seen, quarantined } => {
                (ended, cause, held, missing, seen, quarantined)
            }
            Conclusion::Refused(missing) => return Err(RunError::SandboxUnavailable(missing)),
            Conclusion::Failed(failure) => return Err(RunError::Launcher { step: failure.to_string() }),
            Conclusion::Silent => return Err(RunError::NoLauncher(self.launcher)),
        };
        let (exit_code, signal) = status(ended);
        let Self { plan, timeout, mut notes, place, gate, asked, approved, vacated, .. } = self;
        let shown = show(output, plan.resources.shown, place)?;
        notes.extend(shown.note);
        notes.extend(disk_is_full(output));
        if let Err(error) = vacated.add(&seen.vacated) {
            notes.push(format!("the directories that the command moved could not be recorded: {error}"));
        }
        notes.extend(quarantined.iter().map(ToString::to_string));
        if !approved.is_empty() && held.contains(&Promise::ProtectedPaths) {
            let names = approved.iter().map(|path| format!("`{}`", path.display())).collect::<Vec<_>>();
            notes.push(format!(
                "protected names were protected, except those that were approved: {}",
                names.join(", ")
            ));
        }
        let confinement = Confinement::of(&held, &missing);
        if let Confinement::Partial { missing } = &confinement {
            let lost = missing.iter().map(|lost| lost.code()).collect::<Vec<_>>().join(", ");
            notes.push(format!(
                "the command was not fully confined: {lost}; `shellgate doctor` lists the remedies"
            ));
        }
        // What nothing confines has all that the machine has.
        let lost_access =
            |promise| missing.iter().find(|lost| lost.promise == promise && plan.backend().confines());
        // Where hosts are only asked about, it matters to a command that may have wanted one.
        if let Some(lost) =
            lost_access(Promise::AllowedHosts).filter(|_| !plan.asks_hosts() || exit_code != 0)
        {
            notes.push(format!("the command had no network: {}; {}", lost.why, lost.remedy));
        }
        if let Some(lost) = lost_access(Promise::AllowedSockets) {
            notes.push(format!("the command could connect to no socket file: {}; {}", lost.why, lost.remedy));
        }
        let end = match cause {
            Some(EndCause::TimedOut) => RunEnd::TimedOut { after_ms: timeout.map_or(0, milliseconds) },
            Some(EndCause::Idle) => RunEnd::Idle { after_ms: plan.resources.idle.map_or(0, milliseconds) },
            Some(EndCause::TooLarge) => RunEnd::OutputLimit,
            Some(EndCause::Interrupted) => RunEnd::Interrupted,
            None => RunEnd::Exited,
        };
        let status = u8::try_from(exit_code).unwrap_or(u8::MAX);
        let meaning = match &end {
            RunEnd::TimedOut { after_ms } => Some((format!("timed out after {}", duration(*after_ms)), true)),
            RunEnd::Idle { after_ms } => {
                Some((format!("ended after {} without output", duration(*after_ms)), true))
            }
            RunEnd::OutputLimit => {
                let limit = plan.resources.output;
                Some((format!("ended because its output exceeded {limit} bytes"), true))
            }
            RunEnd::Interrupted => Some(("interrupted".to_owned(), true)),
            RunEnd::Exited | RunEnd::Background { .. } => {
                exit_meaning(plan.command(), plan.shell().into(), status)
                    .map(|meaning| (meaning.means.into_owned(), meaning.failure))
            }
        };
        if let (Some(limit), Some(signal), None) = (plan.resources.memory, &signal, cause) {
            notes
                .push(format!("its memory was limited to {limit} bytes, which may have caused the {signal}"));
        }
        let failed = meaning.as_ref().map_or(exit_code != 0, |(_, failure)| *failure);
        let denials = denials(&seen, gate.as_deref());
        let mut grants = Vec::new();
        if failed && plan.backend().confines() {
            let sandbox = plan.sandbox();
            let withheld = Withheld {
                writable: &sandbox.writable,
                hidden: &sandbox.hidden,
                hosts: plan.lacks_hosts(),
                waited: matches!(end, RunEnd::TimedOut { .. } | RunEnd::Idle { .. }),
                cwd: plan.cwd(),
            };
            let kept = refusals::kept(&shown.text, withheld);
            notes.extend(refusals::told(&kept, withheld));
            grants = grantable::grants(&kept, &denials, &asked, &plan, &sandbox);
        }
        let (persisted_output_path, persisted_output_size) = shown.kept.unzip();
        Ok(Outcome {
            stdout: shown.text,
            exit_code,
            signal,
            end,
            killed: seen.killed,
            is_image: shown.is_image,
            failed,
            return_code_interpretation: meaning.map(|(means, _)| means),
            no_output_expected: plan.is_silent(),
            persisted_output_path,
            persisted_output_size,
            cwd: plan.cwd().to_owned(),
            duration_ms: milliseconds(took),
            sandbox: SandboxReport {
                backend: plan.backend().name(),
                confinement,
                promises: held.into_iter().map(Promise::code).collect(),
                approved,
                missing,
                denials,
                asked,
                grants,
                quarantined,
            },
            notes,
            hints: shown.hints,
            ..Outcome::default()
        })
    }
}

/// The note when the disk of the output is full.
fn disk_is_full(output: &OutputFile) -> Option<String> {
    let directory = output.path().parent()?;
    files::is_disk_full(output.handle()).then(|| {
        format!(
            "the disk is full where the output lies (`{}`), so that some of it may be lost; free space, or set \
             `CLAUDE_CODE_TMPDIR` to a directory with more",
            directory.display()
        )
    })
}

pub(crate) fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
