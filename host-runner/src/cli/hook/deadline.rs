//! The end of a hook that takes too long: an agent that waits longer than it wants to lets the command run.
//!
//! Owns the time, and who of the two writes: the answer or the sentence about the time.

use std::sync::{Mutex, MutexGuard, TryLockError, mpsc};
use std::thread;
use std::time::Duration;

use policy_core::agents::{self, Agent, BLOCKED};

use super::output;

/// Held by whoever writes to the agent, and never given back.
static WRITING: Mutex<()> = Mutex::new(());

/// How long the sentence may take to be written before the process ends without it.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// Ends the process after `limit` with the answer that blocks, whatever it is doing then, unless it ends before.
///
/// # Errors
/// There is no thread for it.
pub(super) fn start(limit: Duration, agent: Option<Agent>) -> std::io::Result<()> {
    let expire = move || {
        thread::sleep(limit);
        let sentence = format!("no decision was found within {} ms", limit.as_millis());
        let mut answer = agents::failure(agent, &sentence);
        let turn = WRITING.try_lock();
        if matches!(turn, Err(TryLockError::WouldBlock)) {
            // Half of another answer may be out: only the exit code can still say it.
            answer = agents::HookAnswer { stdout: String::new(), exit: BLOCKED, ..answer };
        }
        let exit = answer.exit;
        // Nobody may be reading, and then writing never ends.
        let (done, written) = mpsc::channel();
        let writer = thread::Builder::new().spawn(move || {
            let is_written = output::write(&answer).is_ok();
            let _ = done.send(is_written);
        });
        let is_written = writer.is_ok() && written.recv_timeout(LAST_WORDS).unwrap_or(false);
        std::process::exit(i32::from(if is_written { exit } else { BLOCKED }));
    };
    thread::Builder::new().name("deadline".to_owned()).spawn(expire).map(drop)
}

/// The right to write to the agent, until the process ends.
pub(super) fn turn() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
