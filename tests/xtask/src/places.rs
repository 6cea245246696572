//! Where things lie: the workspace, the build folder.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand};

use crate::failure::Failure;

/// The folders and files that a build of the module touches.
pub(crate) struct Places {
    /// The folder of the root manifest.
    pub(crate) workspace: PathBuf,
    /// Where this build keeps what it can use again.
    pub(crate) target: PathBuf,
    /// Where tests leave files.
    pub(crate) tests: PathBuf,
}

impl Places {
    /// Asks cargo.
    pub(crate) fn find() -> Result<Self, Failure> {
        let found = metadata()?;
        Ok(Self {
            workspace: found.workspace_root.into(),
            target: found.target_directory.join("module").into(),
            tests: found.target_directory.join("tmp").into(),
        })
    }

    /// What the npm package takes: the module, its glue and the glue's types.
    pub(crate) fn out(&self) -> PathBuf {
        self.workspace.join("js/wasm")
    }
}

/// What cargo knows about the workspace and its dependencies.
pub(crate) fn metadata() -> Result<Metadata, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    Ok(MetadataCommand::new().manifest_path(root).other_options(["--locked".to_owned()]).exec()?)
}

/// Makes the folder and all above it.
pub(crate) fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::at(folder))
}

pub(crate) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(Failure::at(file))
}

pub(crate) fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<(), Failure> {
    fs::write(file, content).map_err(Failure::at(file))
}
