//! A search: its query, and the lists of hosts that bound its results.
//!
//! Owns what is refused about them. The lists change no decision: they only take results away.

use super::checks::{self, WebCheck};

/// Longest query that is read, in bytes.
const QUERY_BYTES_MAX: usize = 2_048;

/// Shortest query that is searched for, in characters without the blanks around it.
const QUERY_CHARACTERS_MIN: usize = 2;

/// Two lists of hosts, of which one says what the other does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search has both a list of allowed domains and a list of blocked domains: keep one of them")]
pub struct DomainsConflict;

/// Checks the lists of a search: at most one of them has entries.
///
/// # Errors
/// Both have.
pub fn check_domains(allowed: usize, blocked: usize) -> Result<(), DomainsConflict> {
    if allowed > 0 && blocked > 0 { Err(DomainsConflict) } else { Ok(()) }
}

/// Why nothing is searched for with this query, if so.
pub(crate) fn refused(query: &str) -> Option<&'static WebCheck> {
    if query.chars().any(|c| super::url::is_hidden(c) && !matches!(c, '\t' | '\n' | '\r')) {
        return Some(&checks::CONTROL_CHARACTERS);
    }
    let query = query.trim();
    let is_fitting = query.len() <= QUERY_BYTES_MAX && query.chars().nth(QUERY_CHARACTERS_MIN - 1).is_some();
    (!is_fitting).then_some(&checks::QUERY)
}
