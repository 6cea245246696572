//! How a command is shown: what it mainly does, in a few words, and whether its output may be folded away.

use alloc::string::String;

use crate::decide::Voucher;
use crate::syntax::Script;
use crate::verdict::{Ui, UiKind};

/// Longest label, in characters.
const LABEL_MAX: usize = 60;

/// Programs that only pass on or decorate what another one found.
const NEUTRAL: &[&str] = &[":", "cd", "echo", "false", "printf", "true"];

pub(crate) fn ui(script: &Script<'_>, vouchers: &[Voucher<'_, '_>]) -> Ui {
    let name = |voucher: &Voucher<'_, '_>| voucher.inner_args().first().and_then(|arg| arg.text).unwrap_or("").len();
    let is_neutral = |voucher: &Voucher<'_, '_>| {
        let text = voucher.inner_args().first().and_then(|arg| arg.text).unwrap_or("");
        NEUTRAL.binary_search(&text).is_ok()
    };
    let kind = |voucher: &Voucher<'_, '_>| voucher.form().map_or(UiKind::Other, |form| form.ui);
    let main = vouchers.iter().find(|voucher| !is_neutral(voucher)).or(vouchers.first());
    let looks = |kind: UiKind| matches!(kind, UiKind::Search | UiKind::Read | UiKind::List);
    let collapsible = !vouchers.is_empty()
        && vouchers.iter().all(|voucher| looks(kind(voucher)) || is_neutral(voucher))
        && vouchers.iter().any(|voucher| looks(kind(voucher)));
    let main_kind = main.map_or(UiKind::Other, kind);
    let all_look = vouchers.iter().all(|voucher| looks(kind(voucher)) || is_neutral(voucher));
    Ui {
        kind: if all_look || !looks(main_kind) { main_kind } else { UiKind::Other },
        collapsible,
        label: main.filter(|voucher| name(voucher) > 0).map_or_else(String::new, |voucher| label(script, voucher)),
        silent: !vouchers.is_empty()
            && vouchers.iter().all(|voucher| voucher.form().is_some_and(|form| form.silent) || voucher.runs_nothing),
    }
}

/// The main command as written, on one line, shortened.
fn label(script: &Script<'_>, voucher: &Voucher<'_, '_>) -> String {
    let args = voucher.inner_args();
    let (Some(first), Some(last)) = (args.first(), args.last()) else { return String::new() };
    let text = first.span.join(last.span).slice(script.source);
    let mut label = String::new();
    for character in text.chars().take(LABEL_MAX) {
        label.push(if character.is_control() { ' ' } else { character });
    }
    if label.len() < text.len() {
        label.push('…');
    }
    label
}
