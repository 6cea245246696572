//! `policy`: whether a policy says what is expected, what it would do to the commands of the past, and what would change an
//! answer.
//!
//! Owns the choice of the sub-command. What is found out is the core's (`policy_core::history`).

mod diff;
mod junit;
mod log;
mod suggest;
mod test;
mod text;
mod why_not;

use super::arguments::PolicyOf;
use super::exit::Exit;
use super::failure::Failure;

pub(super) fn policy(of: &PolicyOf) -> Result<Exit, Failure> {
    match of {
        PolicyOf::Diff(asked) => diff::diff(asked),
        PolicyOf::Suggest(asked) => suggest::suggest(asked),
        PolicyOf::Test(asked) => test::test(asked),
        PolicyOf::WhyNot(asked) => why_not::why_not(asked),
    }
}
