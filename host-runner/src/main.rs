//! The `shellgate` command.

fn main() {}
