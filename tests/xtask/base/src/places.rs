//! Where things lie: the workspace, the build folder.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::failure::Failure;
use crate::programs;

/// The root manifest.
pub const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../Cargo.toml");

/// The folders that a build touches.
#[derive(Debug)]
pub struct Places {
    /// The folder of the root manifest.
    pub workspace: PathBuf,
    /// Where cargo builds.
    pub builds: PathBuf,
    /// Where the build of the modules keeps what it can use again.
    pub target: PathBuf,
    /// Where tests leave files.
    pub tests: PathBuf,
}

impl Places {
    /// Asks cargo.
    pub fn find() -> Result<Self, Failure> {
        let mut command = programs::cargo();
        command.args([
            "metadata",
            "--locked",
            "--no-deps",
            "--format-version",
            "1",
            "--manifest-path",
            MANIFEST,
        ]);
        let told = programs::output(&mut command)?;
        let found: Value =
            serde_json::from_slice(&told).map_err(|error| Failure::Packages(error.to_string()))?;
        let folder = |name: &str| {
            let text = found[name].as_str().ok_or_else(|| Failure::Packages(format!("no `{name}`")))?;
            Ok::<_, Failure>(PathBuf::from(text))
        };
        let builds = folder("target_directory")?;
        Ok(Self {
            workspace: folder("workspace_root")?,
            target: builds.join("module"),
            tests: builds.join("tmp"),
            builds,
        })
    }

    /// What the npm package takes: the module, its glue and the glue's types.
    pub fn out(&self) -> PathBuf {
        self.workspace.join("js/wasm")
    }
}

/// Makes the folder and all above it.
pub fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::at(folder))
}

/// The bytes of the file.
pub fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(Failure::at(file))
}

/// Writes the file.
pub fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(file, content).map_err(Failure::at(file))
}
