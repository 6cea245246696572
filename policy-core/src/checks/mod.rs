//! The 23 checks: witnesses against a command that means more than it shows.
//!
//! Owns the form of a check and the registry. A check reads one [`Case`] and reports places; it never decides,
//! never reads rules, and knows no other check. A new check is a new file and one line in the registry.

mod form;
mod story;

pub use form::{Case, Check, Found, Marks, Spotted, run};
pub use story::{Example, Expectation, Story};

#[cfg(test)]
#[path = "story_tests.rs"]
mod story_tests;

/// Lists the checks in the order in which they run.
macro_rules! registry {
    ($($module:ident :: $CHECK:ident),+ $(,)?) => {
        $(mod $module;)+
        /// Every check, by number.
        pub static CHECKS: &[&Check] = &[$(&$module::$CHECK),+];
    };
}

registry! {
    brace_expansion::BRACE_EXPANSION,
}

/// The check with this code or number.
pub fn find(code: &str) -> Option<&'static Check> {
    CHECKS.iter().copied().find(|check| {
        check.code.eq_ignore_ascii_case(code) || code.parse().is_ok_and(|number: u8| number == check.number)
    })
}
