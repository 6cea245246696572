//! Changes of settings files: shown, asked about, written.

use std::io;

use super::super::failure::Failure;
use super::super::{draw, prompt, terminal};
use crate::installation::change::{self, Change, Effect};

/// What became of changes.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// Whether they were written; none if there was nothing to write.
    pub(super) is_written: Option<bool>,
    /// The changes as unified diffs.
    pub(super) diff: Option<String>,
}

/// How to ask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asking<'a> {
    /// What to show in front of the changes.
    pub(super) report: &'a str,
    /// Write without asking.
    pub(super) yes: bool,
    /// Print nothing but JSON.
    pub(super) json: bool,
}

/// Shows the report with the changes, asks, and writes all of them or none.
///
/// # Errors
/// Nobody can be asked, or a file cannot be written.
pub(super) fn written(changes: &[Change], asking: Asking<'_>) -> Result<Written, Failure> {
    use policy_core::visible::line;

    let changes: Vec<&Change> = changes.iter().filter(|it| it.effect() != Effect::Nothing).collect();
    if changes.is_empty() {
        return Ok(Written::default());
    }
    let Asking { report, yes, json } = asking;
    let colour = if yes { terminal::colour_of_data() } else { terminal::colour_of_messages() };
    let mut shown = report.to_owned();
    for change in &changes {
        draw::diff(&mut shown, &change.diff(), usize::MAX, colour);
    }
    let diff = Some(changes.iter().map(|change| change.diff()).collect());
    if !yes {
        if !prompt::somebody_is_there() {
            return Err(Failure::usage(
                "there is nobody to ask whether this may be written",
                "`--yes` writes without asking",
            ));
        }
        terminal::message(&shown);
        prompt::forget_typed()?;
        let mut terminal =
            prompt::Terminal { input: io::stdin().lock(), output: io::stderr().lock(), colour };
        if !terminal.confirms("write this? [y/N] ")? {
            return Ok(Written { is_written: Some(false), diff });
        }
    }
    if yes && !json {
        terminal::data(&shown)?;
    }
    let owned: Vec<Change> = changes.into_iter().cloned().collect();
    change::apply(&owned)?;
    for change in &owned {
        let file = line(&change.target.real.to_string_lossy()).into_owned();
        terminal::message(&format!("wrote `{file}`\n"));
    }
    Ok(Written { is_written: Some(true), diff })
}
