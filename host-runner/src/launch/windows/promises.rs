//! The promises that hold on Windows, as data.

use std::io;

use crate::sandbox::{Backend, Holding, Missing, Promise, limitation};
use crate::win32::restricted_token::RestrictedToken;

/// What the job object and the list of handles keep, whatever the backend.
const ALWAYS: [Promise; 2] = [Promise::ProcessesEndWithRun, Promise::DescriptorsClosed];

/// What to do when the system refuses the token.
const WITHOUT_TOKEN: &str = "run the agent without the rights of an administrator";

/// The token that a command gets by `backend`, if it gets one of its own.
pub(super) fn token(backend: Backend) -> Option<io::Result<RestrictedToken>> {
    (backend == Backend::RestrictedToken).then(RestrictedToken::new)
}

/// The promises that hold for a command with this token, and those that do not.
pub(super) fn account(token: Option<&io::Result<RestrictedToken>>) -> (Vec<Promise>, Vec<Missing>) {
    let lost = |promise| match token {
        _ if ALWAYS.contains(&promise) => None,
        Some(Err(error)) if limitation(Backend::RestrictedToken, promise).is_none() => {
            let why = format!("the system made no token for it: {error}");
            Some(Missing { promise, why, remedy: WITHOUT_TOKEN.to_owned() })
        }
        // What no backend keeps here is not lost by the choice of one.
        _ => limitation(Backend::RestrictedToken, promise)
            .or(limitation(Backend::None, promise).filter(|_| token.is_none()))
            .map(|lost| lost.missing(promise)),
    };
    let missing = Promise::ALL.into_iter().filter_map(lost).collect::<Vec<_>>();
    let held = Promise::ALL.into_iter().filter(|promise| missing.iter().all(|lost| lost.promise != *promise));
    (held.collect(), missing)
}

/// Each promise, and whether `backend` keeps it here.
pub(crate) fn holdings(backend: Backend) -> Vec<(Promise, Holding)> {
    let (held, missing) = account(token(backend).as_ref());
    let lost =
        missing.into_iter().map(|lost| (lost.promise, Holding::Lost { why: lost.why, remedy: lost.remedy }));
    let mut all = held.into_iter().map(|promise| (promise, Holding::Holds)).chain(lost).collect::<Vec<_>>();
    all.sort_by_key(|(promise, _)| *promise);
    all
}
