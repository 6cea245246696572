//! The rights of the machine's administrator on Unix.

/// The administrator.
pub(crate) const ADMINISTRATOR: &str = "root";

/// Whether this process has the rights of the administrator.
pub(crate) fn is_administrator() -> bool {
    nix::unistd::geteuid().is_root()
}

/// The command that somebody types to do `order` of `program`, a word of a shell, with the rights of the administrator.
pub(crate) fn as_administrator(program: &str, order: &str) -> String {
    format!("sudo {program} {order}")
}

/// Where such a command is typed, after "run it".
pub(crate) const WHERE: &str = "";
