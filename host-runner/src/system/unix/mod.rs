//! The interface on Unix.

pub(crate) mod environment;
pub(crate) mod files;
pub(crate) mod network;
pub(crate) mod paths;
pub(crate) mod processes;
pub(crate) mod rights;
pub(crate) mod running;
pub(crate) mod terminal;
pub(crate) mod text;
