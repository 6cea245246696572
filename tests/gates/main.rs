//! The laws of the house, one law a file. Each law is a function over sources and proves with a seeded violation that
//! it can fail.
//!
//! `cargo test -p shellgate-gates` checks all of them; it builds the core and nothing else of the workspace.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod border;
mod checks;
mod circles;
mod counts;
mod files;
mod layers;
mod markers;
mod messages;
mod processors;
mod programs;
mod prose;
mod purity;
mod skips;
mod snapshots;
mod source;
mod tiers;
mod unsafety;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use source::Crate;

/// The sources of the core.
static CORE: LazyLock<Crate> = LazyLock::new(|| Crate::read(&root().join("policy-core/src")));

/// The sources of the runner.
static RUNNER: LazyLock<Crate> = LazyLock::new(|| Crate::read(&root().join("host-runner/src")));

/// The sources of the reader of logs.
static LOGS: LazyLock<Crate> = LazyLock::new(|| Crate::read(&root().join("host-runner/logs/src")));

/// The sources of the audit, which is no member of this workspace.
static AUDIT: LazyLock<Crate> = LazyLock::new(|| Crate::read(&root().join("host-runner/audit/src")));

/// The sources of what makes objects of JavaScript.
static OBJECTS: LazyLock<Crate> =
    LazyLock::new(|| Crate::read(&root().join("policy-core/bindings/objects/src")));

/// The folder of the root manifest.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
