//! What differs between systems below the runner's own logic: how files are opened, who they belong to, how a terminal
//! forgets what was typed.
//!
//! Owns one interface with a file per system. The rest of the crate calls it and asks for no system.

#[cfg(unix)]
#[path = "unix/mod.rs"]
mod here;
#[cfg(windows)]
#[path = "windows/mod.rs"]
mod here;
pub(crate) mod home;
pub(crate) mod lock;
pub(crate) mod open;
pub(crate) mod temporary_directory;

pub(crate) use here::{environment, files, network, paths, processes, rights, running, terminal, text};
