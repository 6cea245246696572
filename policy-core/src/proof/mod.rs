//! What vouches for a command: proofs from the tables, allow rules, and the sandbox where the settings let it.
//!
//! Owns everything that can lead to `allow`. Sees exactly what is written and understood; what a deny rule must see is
//! found in a room of its own, and neither uses the other.

mod command;
mod find_exec;
mod paths;
pub(crate) mod sandboxed;
mod standing;
pub(crate) mod suggestion;
mod wrappers;
mod xargs;

pub(crate) use command::{Voucher, dismiss, vouch};
pub(crate) use standing::Lack;
pub use standing::Standing;
