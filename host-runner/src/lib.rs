//! Runs what the policy core has decided on, confined to what was decided.

pub mod cli;
pub mod decide;
pub mod facts;
pub mod settings;
