//! A comparison as a person reads it: the kinds of change with their counts, and under each the commands.

use std::fmt::Write as _;

use super::compare::{Change, Comparison, Decided, Found, Kind};
use super::request::{command, surroundings};

/// All of it; of each kind `show` commands.
pub(crate) fn drawn(comparison: &Comparison, against: &str, show: usize) -> String {
    let Comparison { requests, changes, fields } = comparison;
    let mut text = format!("{requests} requests against {against}: {} decided otherwise\n", changes.len());
    for same_kind in changes.chunk_by(|one, other| one.kind == other.kind) {
        text.push_str(&of_kind(same_kind, show));
    }
    if !fields.is_empty() {
        text.push_str("\nfields in which answers differ that decide the same:\n");
        for (field, count) in fields {
            let _ = writeln!(text, "  {count:>6}  {field}");
        }
    }
    text
}

fn of_kind(changes: &[Change], show: usize) -> String {
    let Some(first) = changes.first() else { return String::new() };
    let mut text = format!("\n{}: {} requests\n", title(&first.kind), changes.len());
    // One command is asked under many settings and facts.
    let mut by_command: Vec<(String, Vec<&Change>)> = Vec::new();
    for change in changes {
        let command = command(&change.request);
        match by_command.iter_mut().find(|(known, _)| *known == command) {
            Some((_, those)) => those.push(change),
            None => by_command.push((command, vec![change])),
        }
    }
    for (command, those) in by_command.iter().take(show) {
        let Some(change) = those.first() else { continue };
        let _ = writeln!(text, "  {command}");
        let around = surroundings(change.settings.as_deref(), &change.request);
        let more = if those.len() > 1 { format!(" (and {} more)", those.len() - 1) } else { String::new() };
        let _ = writeln!(text, "    {}: {around}{more}", change.group);
        let _ = writeln!(text, "    {} → {}", reason(&change.old), reason(&change.new));
        for (sign, these, others) in [('-', &change.old, &change.new), ('+', &change.new, &change.old)] {
            for Found { code, outcome, span } in
                these.findings.iter().filter(|it| !others.findings.contains(it))
            {
                let _ = writeln!(text, "    {sign} {code} {outcome} {}..{}", span.start, span.end);
            }
        }
    }
    if by_command.len() > show {
        let _ = writeln!(text, "  and {} more commands", by_command.len() - show);
    }
    text
}

fn title(kind: &Kind) -> String {
    match kind {
        Kind::Loosened { old, new } => format!("LOOSENED {old} → {new}"),
        Kind::Tightened { old, new } => format!("tightened {old} → {new}"),
        Kind::Reason { old, new } => format!("reason {old} → {new}"),
        Kind::Findings { gone, new } if gone.is_empty() && new.is_empty() => "findings elsewhere".to_owned(),
        Kind::Findings { gone, new } => {
            let signs =
                gone.iter().map(|code| format!("-{code}")).chain(new.iter().map(|code| format!("+{code}")));
            format!("findings {}", signs.collect::<Vec<_>>().join(" "))
        }
    }
}

fn reason(decided: &Decided) -> String {
    let Decided { decision, reason, .. } = decided;
    if reason.is_empty() { decision.clone() } else { format!("{decision}[{reason}]") }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::compare::Span;
    use super::*;

    #[test]
    fn a_change_shows_the_command_its_settings_and_both_answers() {
        let decided = |decision: &str, findings: Vec<Found>| Decided {
            decision: decision.to_owned(),
            reason: "R".to_owned(),
            findings,
        };
        let found =
            Found { code: "X".to_owned(), outcome: "ask".to_owned(), span: Span { start: 3, end: 4 } };
        let change = |cwd: &str| Change {
            kind: Kind::Loosened { old: "ask".to_owned(), new: "allow".to_owned() },
            group: "cases".to_owned(),
            settings: Some(r#"{"policy":"{}"}"#.to_owned()),
            request: format!(r#"{{"command":"ls a","cwd":"{cwd}"}}"#),
            old: decided("ask", vec![found.clone()]),
            new: decided("allow", Vec::new()),
        };
        let comparison = Comparison {
            requests: 9,
            changes: vec![change("/a"), change("/b")],
            fields: BTreeMap::from([("ui.label".to_owned(), 3)]),
        };
        assert_eq!(
            drawn(&comparison, "commit abc", 10),
            "9 requests against commit abc: 2 decided otherwise\n\n\
             LOOSENED ask → allow: 2 requests\n  ls a\n    cases: no settings cwd=/a (and 1 more)\n    \
             ask[R] → allow[R]\n    - X ask 3..4\n\n\
             fields in which answers differ that decide the same:\n       3  ui.label\n"
        );
    }
}
