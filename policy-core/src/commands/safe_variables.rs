//! Environment variables that may stand in front of an allowed command, with a constant value.
//!
//! A closed list: each only changes how a program prints or how much it logs. A name that is not here is not safe.

/// Names, sorted.
const NAMES: &[&str] = &[
    "CI",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "COLORTERM",
    "COLUMNS",
    "FORCE_COLOR",
    "LANG",
    "LANGUAGE",
    "LINES",
    "NO_COLOR",
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
    "RUST_LOG",
    "TERM",
    "TZ",
];

/// Whether a constant value of `name` is harmless for any program.
pub fn is_safe_variable(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok() || name.starts_with("LC_")
}

/// Whether this very value of `name` is harmless for any program: it turns something off.
pub fn is_harmless_assignment(name: &str, value: &str) -> bool {
    match name {
        "GIT_PAGER" | "PAGER" | "MANPAGER" | "SYSTEMD_PAGER" | "GH_PAGER" => matches!(value, "cat" | ""),
        "GIT_OPTIONAL_LOCKS" | "GIT_TERMINAL_PROMPT" => value == "0",
        _ => false,
    }
}

/// Whether a bare assignment `name=constant` only sets a variable of this bash script.
///
/// Variables that reach programs have capital letters by convention; the exceptions end in `_proxy`.
pub fn is_script_variable(name: &str) -> bool {
    !name.bytes().any(|byte| byte.is_ascii_uppercase()) && name != "_" && !name.ends_with("_proxy")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_so_that_they_are_found() {
        assert!(NAMES.is_sorted());
        for name in NAMES {
            assert!(is_safe_variable(name), "{name}");
        }
    }

    #[test]
    fn what_can_name_a_program_or_a_file_is_not_safe() {
        for name in ["PATH", "LD_PRELOAD", "PAGER", "GIT_DIR", "LANGX", "lang", "TERMINFO", "HOME", "LOCPATH"]
        {
            assert!(!is_safe_variable(name), "{name}");
        }
        for name in ["PATH", "http_proxy", "Foo", "_"] {
            assert!(!is_script_variable(name), "{name}");
        }
    }
}
