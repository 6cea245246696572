//! Leaving a test out, aloud: the only way to do it.

use std::fmt::Display;

/// The environment variable that lets no test be left out when it is `required`, but for those of the programs after
/// `except`.
const VARIABLE: &str = "SHELLGATE_TESTS";

/// Says that a test, or a part of it, is left out on this machine, and why. The caller returns after it.
///
/// # Panics
/// When `SHELLGATE_TESTS=required` says that this machine has everything: nothing may be left out then.
#[track_caller]
pub fn skip(why: impl Display) {
    tell(None, why);
}

/// As [`skip`], for want of `program`, which `SHELLGATE_TESTS="required except PROGRAM"` excepts.
///
/// # Panics
/// When nothing may be left out, and `program` is not excepted.
#[track_caller]
pub fn skip_without(program: &str, why: impl Display) {
    tell(Some(program), why);
}

#[track_caller]
fn tell(program: Option<&str>, why: impl Display) {
    match reason(program, why, std::env::var(VARIABLE).ok().as_deref()) {
        Ok(said) => {
            println!("{said}");
            crate::left_out::note(&said);
        }
        Err(said) => panic!("{said}"),
    }
}

/// What is said when a test is left out under this setting of the variable; an error where none may be.
fn reason(program: Option<&str>, why: impl Display, setting: Option<&str>) -> Result<String, String> {
    let Some(setting) = setting.filter(|setting| !setting.is_empty()) else {
        return Ok(format!("skipped: {why}"));
    };
    let Some(excepted) = excepted(setting) else {
        return Err(format!(
            "{VARIABLE} is `{setting}`; it can be `required`, `required except PROGRAM, PROGRAM` or unset"
        ));
    };
    if program.is_some_and(|program| excepted.contains(&program)) {
        return Ok(format!("skipped: {why}"));
    }
    Err(format!("{VARIABLE}={setting} lets this test not be left out: {why}"))
}

/// The programs whose tests may be left out; none for a setting that means nothing.
fn excepted(setting: &str) -> Option<Vec<&str>> {
    let rest = setting.strip_prefix("required")?;
    if rest.is_empty() {
        return Some(Vec::new());
    }
    let programs: Vec<&str> = rest.strip_prefix(" except ")?.split(',').map(str::trim).collect();
    let is_name = |program: &&str| !program.is_empty() && !program.contains(char::is_whitespace);
    programs.iter().all(is_name).then_some(programs)
}

#[cfg(test)]
mod tests {
    use super::reason;

    #[test]
    fn a_test_is_left_out_aloud_unless_all_are_required() {
        assert_eq!(reason(None, "no zsh", None), Ok("skipped: no zsh".to_owned()));
        assert_eq!(reason(None, "no zsh", Some("")), Ok("skipped: no zsh".to_owned()));
        let refused = reason(None, "no zsh", Some("required")).unwrap_err();
        assert!(refused.ends_with("no zsh") && refused.contains("required"), "{refused}");
    }

    #[test]
    fn a_typing_error_does_not_let_a_test_be_left_out() {
        for setting in [
            "Required",
            "required ",
            "required except",
            "required except ",
            "required except zsh,",
            "required zsh",
            "except zsh",
            "required except a b",
        ] {
            let refused = reason(Some("zsh"), "no zsh", Some(setting)).unwrap_err();
            assert!(refused.contains("it can be `required`"), "{setting}: {refused}");
        }
    }

    #[test]
    fn only_the_tests_of_an_excepted_program_may_be_left_out() {
        for setting in ["required except pwsh", "required except zsh, pwsh", "required except zsh,pwsh"] {
            assert!(reason(Some("pwsh"), "no pwsh", Some(setting)).is_ok(), "{setting}");
            assert!(reason(Some("fish"), "no fish", Some(setting)).is_err(), "{setting}");
            assert!(reason(None, "no namespace", Some(setting)).is_err(), "{setting}");
        }
        assert!(reason(Some("pwsh"), "no pwsh", Some("required")).is_err());
    }
}
