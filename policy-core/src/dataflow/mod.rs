//! The values of a script's words at run time, computed from the script alone.
//!
//! Owns abstract values, the definitions that reach a use, lists of file names that come down a pipe, the functions
//! that a script defines, and variables that hold secrets. Knows no path on the machine, no rule and no decision.

pub(crate) mod appended;
mod definitions;
mod file_list;
pub(crate) mod file_lists;
pub(crate) mod functions;
pub(crate) mod numbers;
mod objects;
mod printers;
mod secrets;
mod value;
pub(crate) mod variables;

pub(crate) use file_list::FileList;
pub(crate) use file_lists::Pipelines;
pub(crate) use secrets::Secrets;
pub(crate) use variables::Variables;

#[cfg(test)]
#[path = "file_lists_tests.rs"]
mod file_lists_tests;
