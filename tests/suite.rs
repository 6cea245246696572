//! What crosses the halves, as one test program.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod bash;
mod claims;
mod command_line;
mod grammar;
mod properties;
mod sed;
mod toolchain;
