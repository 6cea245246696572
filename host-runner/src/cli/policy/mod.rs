//! `policy`: whether a policy says what is expected and what it means, what it would do to the commands of the past, and what
//! would change an answer.
//!
//! Owns the choice of the sub-command. What is found out is the core's (`policy_core::history`, `policy_core::lint`).

mod diff;
mod junit;
mod lint;
mod log;
mod suggest;
mod test;
mod text;
mod why_not;
mod writing;

use super::arguments::PolicyOf;
use super::exit::Exit;
use super::failure::Failure;

pub(super) fn policy(of: &PolicyOf) -> Result<Exit, Failure> {
    match of {
        PolicyOf::Diff(asked) => diff::diff(asked),
        PolicyOf::Lint(asked) => lint::lint(asked),
        PolicyOf::Suggest(asked) => suggest::suggest(asked),
        PolicyOf::Test(asked) => test::test(asked),
        PolicyOf::WhyNot(asked) => why_not::why_not(asked),
    }
}
