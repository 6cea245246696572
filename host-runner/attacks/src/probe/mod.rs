//! The program itself as the maker of calls that no shell makes, so that no compiler is needed where attacks are tried.

mod answer;
mod argument;
mod calls;
mod files;
mod processes;
mod run;
mod sockets;

pub(crate) use argument::ARGUMENT;
pub use run::probe_if_asked;
