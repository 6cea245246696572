//! Where a call runs.
//!
//! Owns the way from a call to the directory and the settings that count for it, and the threads for work that blocks.

use std::path::PathBuf;
use std::sync::Arc;

use rmcp::model::InputRequiredResult;

use super::call::{Call, Shared, Wrong};
use super::roots::Found;

/// Where a call runs, or what the client has to answer first.
pub(super) enum Where {
    /// The directory of the settings, and the working directory.
    At(PathBuf, PathBuf),
    Required(InputRequiredResult),
}

/// The place of `call`, which names the directory `cwd` if it names one.
pub(super) async fn place(shared: &Shared, call: &Call, cwd: Option<&str>) -> Result<Where, Wrong> {
    let surroundings = &*shared.surroundings;
    let is_stateless = call.is_stateless();
    let found = shared.roots.directories(surroundings, &call.context, &call.responses, is_stateless).await;
    match found.map_err(Wrong::Call)? {
        Found::Directories(directories) => {
            let (root, cwd) = directories.find(cwd).map_err(Wrong::Call)?;
            Ok(Where::At(root, cwd))
        }
        Found::Required(requests) => Ok(Where::Required(InputRequiredResult::new(Some(requests), None))),
    }
}

/// What `work` returns on a thread for work that blocks.
pub(super) async fn on_thread<T: Send + 'static>(
    shared: &Arc<Shared>,
    work: impl FnOnce(&Shared) -> T + Send + 'static,
) -> Result<T, Wrong> {
    let shared = Arc::clone(shared);
    let done = tokio::task::spawn_blocking(move || work(&shared)).await;
    done.map_err(|_| Wrong::NotRun("it could not be judged: shellgate failed".to_owned()))
}
