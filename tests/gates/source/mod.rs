//! The sources of one crate as modules, without tests, and the modules that each of them names.
//!
//! Owns the module tree and the resolution of paths: `use` trees, paths in code, attributes and the arguments of macros,
//! through imports, re-exports and globs, to the module that defines the item. Knows no law.
//!
//! Two things stay invisible: what a method call reaches without a path, and an item that only a macro creates, which
//! counts as defined in the module of its path.

mod collect;
mod modules;
mod resolve;
mod texts;

pub(crate) use collect::{item_attributes, names};
pub(crate) use modules::Crate;
pub(crate) use resolve::Target;
pub(crate) use texts::texts;
