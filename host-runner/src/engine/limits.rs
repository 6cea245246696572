//! The bounds on one call of a module.
//!
//! Owns the numbers. The runtime enforces them.

use std::time::Duration;

/// The limits of one call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Instructions, as wasmtime counts them.
    pub fuel: u64,
    /// Bytes of memory, at the end of the call and between calls.
    pub memory: usize,
    /// Elements of each table.
    pub table: usize,
    /// Time.
    pub time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self { fuel: 20_000_000_000, memory: 512 << 20, table: 64 << 10, time: Duration::from_secs(10) }
    }
}
