//! Which programs this machine has.

use std::path::PathBuf;

use crate::skip;

/// The program that a shell would find under this name; none, said by [`skip`], when there is none.
///
/// # Panics
/// As [`skip`] does.
#[track_caller]
pub fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&path).map(|place| place.join(program)).find(|it| it.is_file());
    if found.is_none() {
        skip(format_args!("`{program}` is not installed"));
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_program_of_every_machine_is_found() {
        assert!(super::find("sh").is_some_and(|it| it.is_absolute()));
    }
}
