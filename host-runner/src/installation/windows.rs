//! Windows has no form of a hook command yet that blocks the call when the program breaks, so nothing is installed there.
//!
//! Owns what is used without an installation: how an own hook is known, and the edit of a settings file in place.

#[expect(dead_code, reason = "only the installation makes commands")]
#[path = "hook_command.rs"]
mod hook_command;
#[expect(dead_code, reason = "only the installation and the import read other files")]
#[path = "json.rs"]
pub(crate) mod json;
#[expect(dead_code, reason = "the same")]
#[path = "tree.rs"]
pub(crate) mod tree;

pub(crate) use hook_command::is_own_hook;
