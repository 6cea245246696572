//! The disposable place: a small tree with a repository, in which the commands run.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::machine::PATH;

/// The place; removed when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    _directory: tempfile::TempDir,
    root: PathBuf,
}

impl Place {
    /// A new place. Everything in it is the same each time but for its own path.
    ///
    /// # Errors
    /// What went wrong, in words.
    pub(crate) fn new() -> Result<Self, String> {
        let directory =
            tempfile::Builder::new().prefix("oracle-").tempdir().map_err(|error| error.to_string())?;
        let root = directory.path().canonicalize().map_err(|error| error.to_string())?;
        let output = Command::new("bash")
            .args(["--noprofile", "--norc", "-c", include_str!("place.sh")])
            .current_dir(&root)
            .env_clear()
            .env("PATH", PATH)
            .env("HOME", root.join("home"))
            .envs([("LC_ALL", "C"), ("TZ", "UTC"), ("GIT_CONFIG_NOSYSTEM", "1")])
            .envs(["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"].map(|name| (name, "2020-01-02T03:04:05Z")))
            .stdin(Stdio::null())
            .output()
            .map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(format!("the place was not built: {}", String::from_utf8_lossy(&output.stderr)));
        }
        Ok(Self { _directory: directory, root })
    }

    /// Where the commands start.
    pub(crate) fn project(&self) -> PathBuf {
        self.root.join("project")
    }

    /// The home directory of the commands.
    pub(crate) fn home(&self) -> PathBuf {
        self.root.join("home")
    }

    /// A new folder for one batch, outside the project.
    pub(crate) fn folder(&self) -> std::io::Result<tempfile::TempDir> {
        tempfile::tempdir_in(&self.root)
    }

    /// Makes the file that an example names, unless something is there: one example's file is another's directory.
    pub(crate) fn provide(&self, path: &str) {
        let path = Path::new(path);
        let is_inside = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
        let full = self.project().join(path);
        if !is_inside || full.symlink_metadata().is_ok() {
            return;
        }
        if let Some(parent) = full.parent() {
            drop(std::fs::create_dir_all(parent));
        }
        // The kind is known from the ending, and there is one file of each kind.
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("md");
        let like =
            ["a", "data", "src/a", "README"].map(|stem| self.project().join(format!("{stem}.{ending}")));
        let content = like.iter().find_map(|like| std::fs::read(like).ok());
        drop(std::fs::write(&full, content.unwrap_or_else(|| b"1 a\n2 b\nfoo\n".to_vec())));
    }
}
