//! Which programs of this machine are executed: the builtins of bash, and those of the packages in `packages.toml`.
//!
//! Owns the search in `PATH`, so that neither an older copy in front of a package's program nor a program of another package
//! is tried. `SHELLGATE_PROGRAMS=all` lets every program in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// Where programs are found: those of the system.
pub(crate) const PATH: &str = "/usr/sbin:/usr/bin:/sbin:/bin";

#[derive(Deserialize)]
struct Pinned {
    packages: Vec<String>,
    versioned: BTreeMap<String, Vec<String>>,
}

/// The names that are tried.
#[derive(Debug)]
pub(crate) struct Machine {
    builtins: BTreeSet<String>,
    directories: Vec<PathBuf>,
    /// The files of the packages, without links; `None` lets every file in.
    files: Option<BTreeSet<PathBuf>>,
}

impl Machine {
    /// This one.
    pub(crate) fn here() -> Self {
        let output = Command::new("bash").args(["--noprofile", "--norc", "-c", "compgen -b"]).output();
        let names = output.map(|output| lines(&output.stdout)).unwrap_or_default();
        let files = match std::env::var("SHELLGATE_PROGRAMS").as_deref() {
            Ok("all") => None,
            Ok(other) => panic!("SHELLGATE_PROGRAMS is `{other}`; it can be `all` or unset"),
            Err(_) => Some(files()),
        };
        Self {
            builtins: names.into_iter().collect(),
            directories: std::env::split_paths(PATH).collect(),
            files,
        }
    }

    /// Whether `name` is a builtin, or the program that a shell finds is one of these.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.builtins.contains(name) || self.file(name).is_some_and(|file| self.is_pinned(&file))
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        self.directories.iter().map(|directory| directory.join(name)).find(|file| file.is_file())
    }

    fn is_pinned(&self, file: &Path) -> bool {
        let Some(files) = &self.files else { return true };
        file.canonicalize().is_ok_and(|file| files.contains(&file))
    }
}

/// The programs of the packages; those of a package that is missing are left out, which is said.
fn files() -> BTreeSet<PathBuf> {
    let pinned: Pinned = toml::from_str(include_str!("packages.toml"))
        .unwrap_or_else(|error| panic!("packages.toml: {error}"));
    let system = system();
    let Some(versioned) = pinned.versioned.get(&system) else {
        test_support::skip(format_args!("`tests/oracle/packages.toml` has no packages of `{system}`"));
        return BTreeSet::new();
    };
    let packages = pinned.packages.iter().chain(versioned);
    let Ok(output) = Command::new("dpkg-query").arg("--listfiles").args(packages).output() else {
        test_support::skip("the packages of Debian cannot be listed: there is no `dpkg-query`");
        return BTreeSet::new();
    };
    if !output.status.success() {
        let missing = lines(&output.stderr).join("; ");
        test_support::skip(format_args!("packages of `tests/oracle/packages.toml` are missing: {missing}"));
    }
    let is_program = |file: &PathBuf| {
        let folder = file.parent().and_then(Path::file_name);
        folder.is_some_and(|it| it == "bin" || it == "sbin")
    };
    let listed = lines(&output.stdout).into_iter().map(PathBuf::from).filter(is_program);
    listed.filter_map(|file| file.canonicalize().ok()).collect()
}

/// This system, as `packages.toml` names it.
fn system() -> String {
    let text = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let value = |key: &str| {
        let found = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        found.unwrap_or_default().trim_matches('"').to_owned()
    };
    format!("{} {}", value("ID"), value("VERSION_ID"))
}

fn lines(output: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(output).lines().map(str::to_owned).collect()
}
