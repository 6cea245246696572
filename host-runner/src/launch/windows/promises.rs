//! The promises that hold on Windows, as data.

use crate::sandbox::{Backend, Holding, Missing, Promise, nothing_promised};

/// What the job object and the list of handles keep: everything in the job ends with the run, and the command inherits the
/// three standard handles alone.
const HELD: [Promise; 2] = [Promise::DescriptorsClosed, Promise::ProcessesEndWithRun];

/// The promises that hold for every command, and those that hold for none.
pub(super) fn account() -> (Vec<Promise>, Vec<Missing>) {
    let missing = nothing_promised().into_iter().filter(|lost| !HELD.contains(&lost.promise));
    (HELD.to_vec(), missing.collect())
}

/// Each promise, and whether it holds here. No backend makes a difference on this system.
pub(crate) fn holdings(_backend: Backend) -> Vec<(Promise, Holding)> {
    let (held, missing) = account();
    let lost =
        missing.into_iter().map(|lost| (lost.promise, Holding::Lost { why: lost.why, remedy: lost.remedy }));
    let mut all = held.into_iter().map(|promise| (promise, Holding::Holds)).chain(lost).collect::<Vec<_>>();
    all.sort_by_key(|(promise, _)| *promise);
    all
}
