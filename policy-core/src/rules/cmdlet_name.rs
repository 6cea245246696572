//! The name in front of a rule about a shell with cmdlets, where aliases count.
//!
//! Owns the step from an alias in a rule to the cmdlet's own name. An alias that is one everywhere means the cmdlet; one that
//! is a program outside of Windows means both.

use alloc::string::String;

use crate::powershell::cmdlet;

/// A rule's content with the name that commands have when they are compared.
pub(super) struct Names {
    /// With the name that it has on every system.
    pub(super) everywhere: String,
    /// With the name of the cmdlet that it is on Windows, if it is another one.
    pub(super) on_windows: Option<String>,
}

/// The content of a rule, which is in small letters, by the names of its command.
pub(super) fn names(content: &str) -> Names {
    let trimmed = content.trim_start_matches([' ', '\t']);
    let end = trimmed.find([' ', '\t', '*', ':', '\'', '"']).unwrap_or(trimmed.len());
    let (name, rest) = trimmed.split_at_checked(end).unwrap_or((trimmed, ""));
    let renamed = |name: &str| [&*name.to_ascii_lowercase(), rest].concat();
    match (cmdlet(name, false), cmdlet(name, true)) {
        (Some(own), _) => Names { everywhere: renamed(own), on_windows: None },
        (None, own) => Names { everywhere: content.into(), on_windows: own.map(renamed) },
    }
}
