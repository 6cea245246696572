//! Starts the launcher of the next command ahead.

use std::io;
use std::sync::PoisonError;

use super::Session;
use crate::launch::launcher_binary::is_without_proc;
use crate::launch::standby::Standby;
use crate::outcome::RunError;

impl Session {
    /// Starts the launcher of the next command ahead, so that the command does not wait for its start. It is a process
    /// that knows nothing yet and ends with the session.
    ///
    /// To be called within the runtime in which the command will run.
    ///
    /// # Errors
    /// The launcher cannot be started. The command would not run either.
    pub fn prepare(&self) -> io::Result<()> {
        let mut ahead = self.shared.standby.lock().unwrap_or_else(PoisonError::into_inner);
        *ahead = Some(self.ready(ahead.take())?);
        Ok(())
    }

    /// The launcher that was started ahead, or a new one.
    pub(crate) fn launcher(&self) -> Result<Standby, RunError> {
        let ahead = self.shared.standby.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.ready(ahead).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound if is_without_proc(&self.launcher) => RunError::NoProc,
            io::ErrorKind::NotFound => RunError::NoLauncher(self.launcher.clone()),
            _ => RunError::Io(error),
        })
    }

    fn ready(&self, ahead: Option<Standby>) -> io::Result<Standby> {
        let ready = ahead.and_then(|standby| standby.if_ready(&self.launcher));
        ready.map_or_else(|| Standby::start(&self.launcher), Ok)
    }
}
