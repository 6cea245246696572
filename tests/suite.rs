//! What crosses the halves, as one test program.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod bash;
mod claims;
mod command_line;
mod generate;
mod grammar;
mod module;
mod properties;
mod sed;
mod toolchain;
