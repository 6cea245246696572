//! The form of one place that every command may read.

/// One row of `places.toml`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The path: absolute, on a drive of Windows (`C:/`), or below the home directory (`~/`); `*` is one name.
    pub path: &'static str,
    /// Whether all that is in it may be read too.
    pub is_directory: bool,
    /// Whether only the administrator makes links there, and none of them leaves the place.
    pub is_sealed: bool,
    /// Whether the system or its package manager keeps installed programs there.
    pub holds_programs: bool,
    /// The names in a project of which none may be there if a script among these programs is to load no code of it; none
    /// where that cannot be said of scripts.
    pub scripts_unless: Option<&'static [&'static str]>,
}
