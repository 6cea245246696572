//! What all calls of a client to the web tools share.
//!
//! Owns when it is made: the certificates of the machine are read when the first call needs them.

use std::sync::{Arc, Mutex, PoisonError};

use crate::web::{FetchError, WebSession};

/// One session of the web tools, so one cache.
#[derive(Debug, Default)]
pub(super) struct SharedWeb(Mutex<Option<Arc<WebSession>>>);

impl SharedWeb {
    /// The session. What went wrong once is tried again.
    ///
    /// # Errors
    /// The certificates of the machine cannot be used.
    pub(super) fn session(&self) -> Result<Arc<WebSession>, FetchError> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = &*kept {
            return Ok(Arc::clone(session));
        }
        let session = Arc::new(WebSession::new(std::env::vars_os())?);
        *kept = Some(Arc::clone(&session));
        Ok(session)
    }
}
