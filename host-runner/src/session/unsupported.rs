//! Sessions on systems that cannot run commands yet.

use super::Session;
use super::job::Job;
use crate::outcome::event::Event;
use crate::outcome::{Outcome, RunError};

impl Session {
    /// As on other systems.
    ///
    /// # Errors
    /// Always: this system cannot run commands yet.
    #[expect(clippy::unused_async, reason = "the same signature everywhere")]
    pub async fn run<'j>(
        &self,
        _job: impl Into<Job<'j>>,
        _events: impl FnMut(Event<'_>) + Send,
    ) -> Result<Outcome, RunError> {
        Err(RunError::UnsupportedSystem)
    }
}
