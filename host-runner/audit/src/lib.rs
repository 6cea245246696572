//! Replays a policy over the commands in logs: what it would have answered, for all of them, in bounded memory.
//!
//! Owns the way from logs to tables: [`inputs`] finds the logs, [`log_table`] streams them, [`stages`] counts and decides each
//! distinct command once, [`tables`] are queries over that, and [`report`] holds their rows for the [`formats`]. The verdict
//! is a function of SQL ([`functions`]) that holds no state: the policy is its first argument. Nothing runs, nothing leaves
//! the machine.

pub mod arguments;
pub mod failure;
pub mod formats;
pub mod functions;
pub mod inputs;
pub mod judge;
pub mod log_table;
pub mod output;
pub mod policy;
pub mod program;
pub mod progress;
pub mod report;
pub mod rules;
pub mod session;
pub mod since;
pub mod stages;
pub mod suggest;
pub mod tables;
pub mod unreadable;
