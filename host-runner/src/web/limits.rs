//! The bounds of one request.
//!
//! Owns the numbers. A host may lower them; tests do.

use std::time::Duration;

/// Most redirects that are followed, as in the Fetch standard's predecessors and most clients.
pub(super) const REDIRECTS_MAX: usize = 10;

/// Most bytes of an answer's head.
pub(super) const HEAD_BYTES_MAX: usize = 1 << 16;

/// Most headers of an answer.
pub(super) const HEADERS_MAX: usize = 100;

/// The bounds of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// For everything together: names, TLS, every hop and its body. 30 s.
    pub total: Duration,
    /// Without one byte from the server. 10 s.
    pub silence: Duration,
    /// For turning the bytes into text. 5 s.
    pub render: Duration,
    /// For a summary. 60 s.
    pub summary: Duration,
    /// Most bytes of a body, as they are received and again as they are decompressed. 10 MiB.
    pub body_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            total: Duration::from_secs(30),
            silence: Duration::from_secs(10),
            render: Duration::from_secs(5),
            summary: Duration::from_mins(1),
            body_bytes: 10 << 20,
        }
    }
}
