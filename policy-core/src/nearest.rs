//! "Did you mean": the known name nearest to a misspelled one.
//!
//! Owns the distance. Only for messages.

use alloc::vec::Vec;

/// Longest name that is compared.
const LENGTH_MAX: usize = 64;

/// The candidate nearest to `name`, if one is near: half of its letters may differ, and case does not count.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    if name.len() > LENGTH_MAX {
        return None;
    }
    let name: Vec<char> = name.to_lowercase().chars().filter(|c| !matches!(c, '_' | '-')).collect();
    candidates
        .into_iter()
        .map(|candidate| {
            let letters: Vec<char> = candidate.to_lowercase().chars().collect();
            (distance(&name, &letters), letters.len(), candidate)
        })
        .filter(|(distance, length, _)| *distance * 2 <= *length)
        .min_by_key(|(distance, ..)| *distance)
        .map(|(.., candidate)| candidate)
}

/// Levenshtein's distance, in which two letters that changed places count once: insertions, deletions, replacements
/// and exchanges of neighbours.
fn distance(a: &[char], b: &[char]) -> usize {
    let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(0);
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (done, x) in a.iter().enumerate() {
        let mut next = Vec::with_capacity(row.len());
        next.push(done + 1);
        for (at, y) in b.iter().enumerate() {
            let replaced = cell(&row, at) + usize::from(x != y);
            let mut cost = replaced.min(cell(&row, at + 1) + 1).min(cell(&next, at) + 1);
            let exchanged = at > 0 && done > 0 && a.get(done - 1) == Some(y) && b.get(at - 1) == Some(x);
            if exchanged {
                cost = cost.min(cell(&before, at - 1) + 1);
            }
            next.push(cost);
        }
        before = core::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_name_and_another_word_finds_none() {
        let known = ["permissions", "sandbox", "allow", "ask", "deny", "defaultMode"];
        for (written, expected) in [
            ("permission", Some("permissions")),
            ("Permissions", Some("permissions")),
            ("sandBox", Some("sandbox")),
            ("default_mode", Some("defaultMode")),
            ("allowed", Some("allow")),
            ("dney", Some("deny")),
            ("den", Some("deny")),
            ("aks", Some("ask")),
            ("toString", None),
            ("constructor", None),
            ("__proto__", None),
            ("", None),
        ] {
            assert_eq!(nearest(written, known), expected, "{written}");
        }
    }
}
