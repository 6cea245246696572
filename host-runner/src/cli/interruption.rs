//! The signals by which a person ends the program.
//!
//! Owns the wait for them. Ends nothing itself.

/// Ends when the person at the terminal, or whoever started this process, wants it to end.
pub(super) async fn interruption() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut end)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = end.recv() => {}
    }
}
