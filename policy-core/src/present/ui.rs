//! The display of a command: its main effect, a few words, and whether its output may be collapsed.

use alloc::string::String;
use alloc::vec::Vec;

use super::Part;
use super::part::is_file;
use super::silence::is_silent;
use crate::commands::{ProgramQuality, has_quality};
use crate::script::Script;
use crate::verdict::{Ui, UiKind};

/// Longest label, in characters.
const LABEL_MAX: usize = 60;

/// How much a part says about the whole, most telling last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Weight {
    /// It runs nothing: an assignment.
    Nothing,
    /// It only decorates, or asks without printing.
    Neutral,
    /// It looks for something, or shows it.
    Looks,
    /// It does more.
    Does,
}

/// How to show the command that `parts` make up.
///
/// The first part that does more than look is what the whole mainly does; if all only look, the first of them.
pub(crate) fn ui(script: &Script<'_>, parts: &[Part<'_>]) -> Ui {
    let judged: Vec<(Weight, UiKind)> = parts.iter().map(|part| weigh(script, part)).collect();
    let heaviest = judged.iter().map(|(weight, _)| *weight).max();
    let main = judged.iter().position(|(weight, _)| Some(*weight) == heaviest);
    let main = main.and_then(|at| Some((judged.get(at)?.1, parts.get(at)?)));
    Ui {
        kind: main.map_or(UiKind::Other, |(kind, _)| kind),
        collapsible: heaviest == Some(Weight::Looks),
        label: main.map_or_else(String::new, |(_, part)| label(part.span().slice(script.source))),
        silent: is_silent(script, parts),
        edit: None,
    }
}

fn weigh(script: &Script<'_>, part: &Part<'_>) -> (Weight, UiKind) {
    let target = |word: u32| script.word(word).and_then(|word| script.text(word));
    let writes = script
        .redirects_of(part.index)
        .any(|redirect| redirect.op.writes() && is_file(target(redirect.target)));
    let neutral = has_quality(part.args, ProgramQuality::Decorates);
    match part.kind() {
        UiKind::Search | UiKind::Read | UiKind::List if writes => (Weight::Does, UiKind::Edit),
        _ if writes && (neutral || part.args.is_empty()) => (Weight::Does, UiKind::Edit),
        kind if neutral => (Weight::Neutral, kind),
        UiKind::Other if part.args.is_empty() => (Weight::Nothing, UiKind::Silent),
        kind @ UiKind::Silent => (Weight::Neutral, kind),
        kind @ (UiKind::Search | UiKind::Read | UiKind::List) => (Weight::Looks, kind),
        kind @ (UiKind::Edit | UiKind::Other) => (Weight::Does, kind),
    }
}

/// A command as written, on one line, shortened.
fn label(text: &str) -> String {
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
