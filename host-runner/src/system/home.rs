//! The home directory of the user.
//!
//! Owns where it is read, so that settings, commands and facts about git agree on it.

use std::path::PathBuf;

use super::paths::native;

/// The home directory, when it is known and absolute: what the system says, which is `HOME` on Unix, and `USERPROFILE` on
/// Windows. The settings are there.
pub(crate) fn users_home() -> Option<PathBuf> {
    std::env::home_dir().filter(|home| home.is_absolute())
}

/// The directory in which git looks for the user's own configuration: `HOME`, on every system (`git-config(1)`, FILES). Where
/// it is not set, Git for Windows takes the user's own directory.
pub(crate) fn gits_home() -> Option<PathBuf> {
    let named = std::env::var_os("HOME").filter(|home| !home.is_empty());
    let named = named.map(|home| home.to_str().map_or_else(|| PathBuf::from(&home), native));
    named.or_else(|| if cfg!(windows) { users_home() } else { None })
}
