//! Names of variables on Windows, where they have no case.

use std::ffi::OsStr;

/// Variables of this system that reach every command, sorted: without them programs find neither the system's files nor their
/// own (Microsoft: Recognized environment variables).
pub(crate) const LISTED: &[&str] = &[
    "ALLUSERSPROFILE",
    "COMMONPROGRAMFILES",
    "COMMONPROGRAMFILES(X86)",
    "COMMONPROGRAMW6432",
    "COMPUTERNAME",
    "DRIVERDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "NUMBER_OF_PROCESSORS",
    "OS",
    "PATHEXT",
    "PROCESSOR_ARCHITECTURE",
    "PROCESSOR_IDENTIFIER",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PROGRAMFILES(X86)",
    "PROGRAMW6432",
    "PUBLIC",
    "SYSTEMDRIVE",
    "TEMP",
    "TMP",
    "USERDOMAIN",
    "USERNAME",
    "WINDIR",
];

/// Whether both names are one variable.
pub(crate) fn is_same(one: &OsStr, other: &OsStr) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// The name as the lists have it.
pub(crate) fn in_lists(name: &str) -> String {
    name.to_ascii_uppercase()
}
