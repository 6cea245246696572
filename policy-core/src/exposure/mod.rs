//! Everything that a deny rule, an ask rule or a forbidden form must see of a command.
//!
//! Owns the search through wrappers, nested shells, loops, standard input and unreadable text. Sees too much rather
//! than too little, and nothing found here is ever a reason to allow: proofs are found in a room of their own, and
//! neither uses the other.

mod command_line;
mod forms;
mod inline_script;
mod loops;
mod paths;
mod redirects;
mod rewritten;
mod rules;
mod search;
mod stdin_text;
mod strictness;
mod windows;

pub(crate) use forms::FormHit;
pub(crate) use redirects::redirect_objection;
pub(crate) use search::Exposure;
pub(crate) use strictness::stricter;
