//! The places in the home directory that hold secrets, which a sandbox hides.
//!
//! Owns the choice: whatever the list of secret names has, but for what a rule, the verdict or the person named. In the
//! project nothing is hidden: git would report a hidden file as changed.

use std::path::{Path, PathBuf};

use policy_core::paths::secret;

/// The existing places in `home`, sorted; `named` are paths that stay visible, with what is in them and around them.
pub(super) fn places(home: &Path, cwd: &Path, named: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let rows = secret::names().filter(|row| !row.name.contains('*'));
    let dotted = rows.filter(|row| row.name.starts_with('.'));
    let mut places: Vec<PathBuf> = dotted
        .map(|row| home.join(row.name))
        .filter(|place| !cwd.starts_with(place) && !named(place) && place.symlink_metadata().is_ok())
        .filter_map(|place| place.canonicalize().ok())
        .collect();
    places.sort_unstable();
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_exists_is_hidden_unless_it_is_named_or_around_the_command() {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().canonicalize().unwrap();
        for directory in [".ssh", ".aws", ".kube", ".config/app"] {
            fs::create_dir_all(home.join(directory)).unwrap();
        }
        for file in [".netrc", ".bash_history", ".bashrc"] {
            fs::write(home.join(file), "").unwrap();
        }
        let hidden = |cwd: &str, named: &[&str]| {
            let places =
                places(&home, &home.join(cwd), |place| named.iter().any(|name| place.ends_with(name)));
            let name = |place: &PathBuf| place.strip_prefix(&home).unwrap().display().to_string();
            places.iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(hidden("project", &[]), [".aws", ".bash_history", ".kube", ".netrc", ".ssh"]);
        assert_eq!(hidden("project", &[".ssh", ".netrc"]), [".aws", ".bash_history", ".kube"]);
        assert_eq!(hidden(".aws/sub", &[]), [".bash_history", ".kube", ".netrc", ".ssh"]);
    }
}
