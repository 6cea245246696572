//! Everything that can lead to `allow`: proofs from the tables, allow rules, and the sandbox if the settings permit it.
//!
//! Sees exactly what is written and understood. Never uses `exposure`, which sees what deny rules must see.

mod command;
mod concern;
mod confinement;
mod environment;
pub(crate) mod excluded;
mod find_exec;
mod implementation;
mod page;
mod path_objection;
mod paths;
mod pipeline_paths;
mod self_description;
mod standing;
pub(crate) mod suggestion;
mod wrappers;

#[cfg(test)]
mod vouched_tests;

pub(crate) use command::{Voucher, dismiss, names_secret, vouch};
pub(crate) use concern::Concern;
pub(crate) use confinement::Confinement;
pub(crate) use page::{Page, PageVoucher};
pub(crate) use standing::Lack;
pub use standing::Standing;
