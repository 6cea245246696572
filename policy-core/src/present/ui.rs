//! How a command is shown: what it mainly does, in a few words, and whether its output may be folded away.

use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::{Arg, Form};
use crate::verdict::{Ui, UiKind};

/// Longest label, in characters.
const LABEL_MAX: usize = 60;

/// Programs that only pass on or decorate what another one found.
const NEUTRAL: &[&str] = &[":", "cd", "echo", "false", "printf", "true"];

/// One simple command, as far as display is concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'p> {
    /// What its program's table says.
    pub(crate) form: Option<&'static Form>,
    /// Whether it changes files, although its program can also only read (`sed -i`).
    pub(crate) edits: bool,
    /// Its arguments, wrappers left out.
    pub(crate) args: &'p [Arg<'p>],
}

impl Part<'_> {
    fn name(&self) -> &str {
        self.args.first().and_then(|arg| arg.text).unwrap_or("")
    }

    fn kind(&self) -> UiKind {
        match self.form.map_or(UiKind::Other, |form| form.ui) {
            UiKind::Search | UiKind::Read | UiKind::List if self.edits => UiKind::Edit,
            kind => kind,
        }
    }

    fn is_neutral(&self) -> bool {
        NEUTRAL.binary_search(&self.name()).is_ok()
    }

    fn looks(&self) -> bool {
        matches!(self.kind(), UiKind::Search | UiKind::Read | UiKind::List)
    }
}

/// How to show the command that `parts` make up; `source` is its text.
pub(crate) fn ui(source: &str, parts: &[Part<'_>]) -> Ui {
    let main = parts.iter().find(|part| !part.is_neutral()).or(parts.first());
    let only_looks = parts.iter().all(|part| part.looks() || part.is_neutral());
    let kind = main.map_or(UiKind::Other, Part::kind);
    Ui {
        kind: if only_looks || !main.is_some_and(Part::looks) { kind } else { UiKind::Other },
        collapsible: only_looks && parts.iter().any(Part::looks),
        label: main.map_or_else(String::new, |part| label(source, part)),
        silent: !parts.is_empty() && parts.iter().all(|part| part.form.is_some_and(|form| form.silent)),
        edit: None,
    }
}

/// The main command as written, on one line, shortened.
fn label(source: &str, part: &Part<'_>) -> String {
    let (Some(first), Some(last)) = (part.args.first(), part.args.last()) else { return String::new() };
    let text = first.span.join(last.span).slice(source);
    if text.len() <= LABEL_MAX
        && text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ')
        && !text.contains("  ")
    {
        return String::from(text);
    }
    let words: Vec<&str> =
        text.split(|c: char| c.is_control() || c == ' ').filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    let mut label: String = line.chars().take(LABEL_MAX).collect();
    if label.len() < line.len() {
        label.push('…');
    }
    label
}
