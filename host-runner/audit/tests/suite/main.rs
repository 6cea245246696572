//! The audit on the fixtures: the tables that it prints, and the functions of SQL. One program, because each that is linked
//! with the query engine takes long.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test may stop at the first surprise"
)]

mod functions;
mod report;
mod support;
