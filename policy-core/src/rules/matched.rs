//! A rule that matches, and what follows from it.
//!
//! Owns the difference between a rule that matches and one that may.

use super::list::List;
use super::text::Rule;

/// A rule that matches, and what follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Matched<'p> {
    /// The list whose rules have this consequence: a deny rule that is only possible has that of an ask rule.
    pub list: List,
    /// The rule.
    pub rule: &'p Rule,
    /// Whether it matches for sure. Otherwise only the run can tell.
    pub certain: bool,
}

impl<'p> Matched<'p> {
    /// A rule of `list` that matches: for sure, unless it could not be read.
    pub const fn certain(list: List, rule: &'p Rule) -> Self {
        if rule.in_doubt { Self::possible(rule) } else { Self { list, rule, certain: true } }
    }

    /// A deny or ask rule that may match.
    pub const fn possible(rule: &'p Rule) -> Self {
        Self { list: List::Ask, rule, certain: false }
    }
}
