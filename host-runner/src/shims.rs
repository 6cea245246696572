//! Finds the shims of version managers in front of the programs that a command names.
//!
//! Owns the look at `PATH`. Knows no version manager by its name: a shim lies in a directory `shims` or beside the
//! programs of a manager (`.tfenv/bin`), or leads to a program of another name (`node` to `volta-shim`).

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use policy_core::commands::has_shims;

use crate::facts::real_path;

/// The programs among the words of `command` in whose place a shell that looks in `path` finds a shim; sorted.
///
/// Only programs are looked up whose tables say that version managers put shims in their place.
pub(crate) fn shims(command: &str, path: &OsStr) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "-_+.".contains(letter);
    let mut names: Vec<&str> =
        command.split(|letter| !is_part(letter)).filter(|name| has_shims(name)).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| find(name, path).is_some_and(|found| is_shim(name, &found)));
    names.into_iter().map(str::to_owned).collect()
}

/// The first file of this name in the directories of `path`.
fn find(name: &str, path: &OsStr) -> Option<PathBuf> {
    std::env::split_paths(path).map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// Whether the program at `found`, which the shell starts as `name`, is a shim. What cannot be followed is one.
fn is_shim(name: &str, found: &Path) -> bool {
    let Some(real) = real_path(found) else { return true };
    let file = real.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    // `python3` leads to `python3.11`, and `nodejs` to `node`.
    let leads_elsewhere = !file.starts_with(name) && !name.starts_with(&*file);
    leads_elsewhere || is_managed(found) || is_managed(&real)
}

/// Whether a file lies where version managers keep their shims: in `shims`, in `.tfenv/bin`, in `Cellar/tfenv/3.0/bin`.
/// The versions themselves, in `.pyenv/versions`, are programs.
fn is_managed(file: &Path) -> bool {
    let names: Vec<_> = file.parent().unwrap_or(file).iter().map(OsStr::to_string_lossy).collect();
    let is_manager = |at: usize, name: &str| {
        let kept = at.checked_sub(1).and_then(|at| names.get(at)).is_some_and(|above| above == "Cellar");
        name.ends_with("env") && name != ".venv" && (name.starts_with('.') || kept)
    };
    let is_version = names.iter().any(|name| name == "versions" || name == "installs");
    names.iter().any(|name| name == "shims")
        || !is_version && names.iter().enumerate().any(|(at, name)| is_manager(at, name))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_shim_is_told_by_its_place_or_by_where_it_leads() {
        for (file, expected) in [
            ("/home/u/.asdf/shims/node", true),
            ("/home/u/.local/share/mise/shims/node", true),
            ("/home/u/.tfenv/bin/terraform", true),
            ("/opt/homebrew/Cellar/tfenv/3.0.0/bin/terraform", true),
            ("/home/u/.pyenv/versions/3.12/bin/python3", false),
            ("/home/u/project/.venv/bin/python3", false),
            ("/usr/bin/node", false),
            ("/usr/bin/env", false),
        ] {
            assert_eq!(is_managed(Path::new(file)), expected, "{file}");
        }
    }

    #[test]
    fn only_programs_that_lead_to_a_shim_are_listed() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().canonicalize().unwrap();
        let (plain, shims_of) = (root.join("bin"), root.join("volta"));
        for directory in [&plain, &shims_of] {
            fs::create_dir(directory).unwrap();
        }
        fs::write(plain.join("python3.11"), "").unwrap();
        symlink("python3.11", plain.join("python3")).unwrap();
        fs::write(shims_of.join("volta-shim"), "").unwrap();
        symlink("volta-shim", shims_of.join("node")).unwrap();
        fs::write(plain.join("cat"), "").unwrap();
        let path = std::env::join_paths([&plain, &shims_of]).unwrap();
        let command = "node --version; python3 --version | cat; (ruby -v)";
        assert_eq!(shims(command, &path), ["node"]);
        assert_eq!(shims("ls -l", &path), [""; 0]);
    }
}
