//! Shows the warnings about settings once in each session of an agent.
//!
//! Owns the record of what was shown, `warned.json`. Another warning in the same
//! session is shown. A record that cannot be kept only shows them once more.

use std::path::Path;

use policy_core::PolicyError;

use super::record;

/// Most sessions that are remembered; the record of an older one is dropped.
const SESSIONS_MAX: usize = 32;

/// The sessions, the latest last, each with the warnings that were shown in it.
type Record = Vec<(String, Vec<String>)>;

/// The warnings of `warnings` that were not shown in `session` before. From now on they count as shown.
pub fn unseen<'w>(warnings: &'w [PolicyError], session: &str, home: Option<&Path>) -> Vec<&'w PolicyError> {
    if warnings.is_empty() {
        return Vec::new();
    }
    let Some(place) = record::file("warned.json", home) else { return warnings.iter().collect() };
    let mut record: Record = record::read(&place);
    let known = record.iter().position(|(known, _)| known == session);
    let mut texts = known.map(|at| record.remove(at).1).unwrap_or_default();
    let mut new = Vec::new();
    for warning in warnings {
        let text = warning.to_string();
        if !texts.contains(&text) {
            texts.push(text);
            new.push(warning);
        }
    }
    if !new.is_empty() {
        record.push((session.to_owned(), texts));
        let excess = record.len().saturating_sub(SESSIONS_MAX);
        record.drain(..excess);
        drop(record::write(&place, &record));
    }
    new
}

#[cfg(test)]
mod tests {
    use policy_core::Span;

    use super::*;

    #[test]
    fn a_warning_is_shown_once_in_each_session() {
        let home = tempfile::tempdir().unwrap();
        let warning = |line| PolicyError {
            file: "settings.json".into(),
            line,
            column: 1,
            span: Span::at(0),
            message: "there is no key `x`".into(),
            help: String::new(),
        };
        let (one, two) = ([warning(1)], [warning(1), warning(2)]);
        let count =
            |warnings: &[PolicyError], session: &str| unseen(warnings, session, Some(home.path())).len();
        assert_eq!((count(&one, "a"), count(&one, "a"), count(&two, "a"), count(&two, "a")), (1, 0, 1, 0));
        assert_eq!((count(&two, "b"), count(&[], "c")), (2, 0));
        for session in 0..2 * SESSIONS_MAX {
            assert_eq!(count(&one, &session.to_string()), 1);
        }
        assert_eq!(count(&one, "a"), 1);
        assert_eq!(unseen(&one, "a", None).len(), 1);
    }
}
