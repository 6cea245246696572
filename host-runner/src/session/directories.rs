//! The directories of a session for outputs and temporary files.

use std::path::PathBuf;
use std::sync::{Arc, PoisonError};

use super::Session;
use crate::output::store;
use crate::output::store::{Store, StoreError};
use crate::system::files;

impl Session {
    /// Where the runner's own directories lie: where `CLAUDE_CODE_TMPDIR` says, else where `TMPDIR` says, which is made
    /// when it is missing, else where the system has temporary files.
    fn base(&self) -> PathBuf {
        let named = |name: &str| self.variable(name).filter(|base| !base.is_empty()).map(PathBuf::from);
        named("CLAUDE_CODE_TMPDIR")
            .or_else(|| named("TMPDIR").filter(|base| std::fs::create_dir_all(base).is_ok()))
            .unwrap_or_else(files::temporary_base)
    }

    /// The session directory with this name that processes of this user share.
    pub fn directory_named(&self, name: &str) -> PathBuf {
        store::directory(&self.base(), name)
    }

    /// The directory of the outputs, made when it is first needed.
    pub(crate) fn store(&self) -> Result<Arc<Store>, StoreError> {
        let mut store = self.shared.store.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(store) = &*store {
            return Ok(Arc::clone(store));
        }
        let opened = Arc::new(Store::open(&self.base(), self.directory.as_deref())?);
        *store = Some(Arc::clone(&opened));
        Ok(opened)
    }
}
