//! The events by which a person or a console ends the program.
//!
//! Owns the wait for them: Ctrl-C, Ctrl-Break, and the end of the console or of the session (`SetConsoleCtrlHandler`). Ends
//! nothing itself.

use std::io;
use std::sync::{Arc, OnceLock};

use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown};

/// The status of a program that was interrupted, as a shell says it: 128 and the number of `SIGINT`.
const INTERRUPTED: u8 = 130;

/// Whether an event has ended a wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Interruption(Arc<OnceLock<u8>>);

impl Interruption {
    /// Ends when one of the events arrives.
    pub(super) async fn wait(self) {
        if arrived().await.is_err() {
            // Without a console there are no events.
            std::future::pending::<()>().await;
        }
        let _ = self.0.set(INTERRUPTED);
    }

    /// The status of a program that such an event ended.
    pub(super) fn status(&self) -> Option<u8> {
        self.0.get().copied()
    }
}

async fn arrived() -> io::Result<()> {
    let (mut interrupt, mut pause, mut close, mut shutdown) =
        (ctrl_c()?, ctrl_break()?, ctrl_close()?, ctrl_shutdown()?);
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = pause.recv() => {}
        _ = close.recv() => {}
        _ = shutdown.recv() => {}
    }
    Ok(())
}
