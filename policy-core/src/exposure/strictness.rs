//! The stricter of two matches.

use crate::rules::Matched;

/// The stricter of two matches; the first of equals.
pub(crate) fn stricter<'p>(first: Option<Matched<'p>>, second: Option<Matched<'p>>) -> Option<Matched<'p>> {
    match (first, second) {
        (Some(first), Some(second)) => Some(if second.list < first.list { second } else { first }),
        (first, second) => first.or(second),
    }
}
