//! What the targets share: the fault that proves that the fuzzer finds one.

use std::sync::LazyLock;

/// Whether `run --planted` runs, and `text` begins as the planted fault wants it. A target then breaks one of its claims.
pub fn is_planted(text: &[u8]) -> bool {
    static IS_ON: LazyLock<bool> = LazyLock::new(|| std::env::var_os("SHELLGATE_FUZZ_PLANTED").is_some());
    *IS_ON && text.starts_with(b"\x07~")
}
