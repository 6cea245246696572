//! Leaving a test out, aloud: the only way to do it.

use std::fmt::Display;

/// The environment variable that lets no test be left out when it is `required`.
const VARIABLE: &str = "SHELLGATE_TESTS";

/// Says that a test, or a part of it, is left out on this machine, and why. The caller returns after it.
///
/// # Panics
/// When `SHELLGATE_TESTS=required` says that this machine has everything: nothing may be left out then.
#[track_caller]
pub fn skip(why: impl Display) {
    match reason(why, std::env::var(VARIABLE).ok().as_deref()) {
        Ok(said) => println!("{said}"),
        Err(said) => panic!("{said}"),
    }
}

/// What is said when a test is left out under this setting of the variable; an error where none may be.
fn reason(why: impl Display, setting: Option<&str>) -> Result<String, String> {
    match setting {
        None | Some("") => Ok(format!("skipped: {why}")),
        Some("required") => Err(format!("{VARIABLE}=required lets no test be left out: {why}")),
        Some(other) => Err(format!("{VARIABLE} is `{other}`; it can be `required` or unset")),
    }
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn a_test_is_left_out_aloud_unless_all_are_required() {
        assert_eq!(reason("no zsh", None), Ok("skipped: no zsh".to_owned()));
        assert_eq!(reason("no zsh", Some("")), Ok("skipped: no zsh".to_owned()));
        let refused = reason("no zsh", Some("required")).unwrap_err();
        assert!(refused.ends_with("no zsh") && refused.contains("required"), "{refused}");
        assert!(reason("no zsh", Some("Required")).is_err(), "a typing error must not switch it off");
    }
}
