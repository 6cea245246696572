//! Names of variables on Unix.

use std::ffi::OsStr;

/// Variables of this system that reach every command, sorted.
pub(crate) const LISTED: &[&str] = &[];

/// Whether both names are one variable.
pub(crate) fn is_same(one: &OsStr, other: &OsStr) -> bool {
    one == other
}

/// The name as the lists have it.
pub(crate) fn in_lists(name: &str) -> String {
    name.to_owned()
}
