//! What the tables and the option engine promise.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test may stop at the first surprise"
)]

use std::borrow::ToOwned;
use std::boxed::Box;
use std::vec::Vec;

use super::Arg;
use super::example::Example;

mod drawing;
mod examples;
mod getopt;
mod implementations;
mod known_attacks;
mod reading;
mod table_language;
mod values;
mod wrappers;

/// The arguments of a command, as a shell reads it.
fn argv(text: &str) -> Vec<Arg<'static>> {
    let example = Example::read(text.to_owned().leak()).unwrap_or_else(|why| panic!("`{text}`: {why}"));
    Box::leak(Box::new(example)).args()
}
