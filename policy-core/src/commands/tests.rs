//! What the tables and the option engine promise.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    reason = "a test may stop at the first surprise"
)]

mod drawing;
mod examples;
mod getopt;
mod known_attacks;
mod table_language;
mod values;
mod wrappers;
