//! One settings file, as text.

use alloc::string::String;

/// One settings file, as text: later sources win for scalars, lists add up.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name to show in messages, such as `.claude/settings.json`.
    pub name: String,
    /// The JSON text; comments and trailing commas are allowed.
    pub text: String,
    /// The absolute directory that a path rule `/x` of this file starts from.
    pub root: Option<String>,
}
