//! The rights of the machine's administrator on Windows.

use crate::win32::token::is_elevated;

/// The administrator.
pub(crate) const ADMINISTRATOR: &str = "an administrator";

/// Whether this process has the rights of an administrator. Where the system does not say, it has not.
pub(crate) fn is_administrator() -> bool {
    is_elevated().unwrap_or(false)
}

/// The command that somebody types to do `order` with the rights of an administrator.
pub(crate) fn as_administrator(_program: &str, order: &str) -> String {
    format!("shellgate {order}")
}

/// Where such a command is typed, after "run it".
pub(crate) const WHERE: &str = " in a terminal that was started as administrator";
