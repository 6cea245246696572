//! `policy`: what the owner of a policy asks about it.
//!
//! Owns the choice of the question.

mod junit;
mod test;

use super::arguments::{PolicyAsked, PolicyOf};
use super::exit::Exit;
use super::failure::Failure;

pub(super) fn policy(asked: &PolicyAsked) -> Result<Exit, Failure> {
    match &asked.of {
        PolicyOf::Test(asked) => test::test(asked),
    }
}
