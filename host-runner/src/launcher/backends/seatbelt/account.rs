//! Which promises hold under a profile.
//!
//! Owns the account. What no Mac can promise is data (`sandbox/limitation.rs`); here is what a certain run lacks.

use crate::sandbox::{Backend, Missing, Network, Promise, SandboxRequest, limitation};

/// What was found when the profile was made.
#[derive(Clone, Debug)]
pub struct Found {
    /// Whether the way to the runner's proxy is there, as far as it was asked for, and why not.
    pub proxy: Result<(), String>,
    /// Whether root runs the command.
    pub is_root: bool,
}

/// Which of the promises that were asked for hold, and why each of the others does not.
pub fn account(request: &SandboxRequest, found: &Found) -> (Vec<Promise>, Vec<Missing>) {
    let is_proxied = request.network == Network::Proxied && found.proxy.is_ok();
    let (mut held, mut missing) = (Vec::new(), Vec::new());
    for promise in request.promises() {
        // The narrower promise stands for the wider one.
        let is_replaced = match promise {
            Promise::NoNetwork => is_proxied,
            Promise::UnixSocketsRefused => !request.allowed_sockets.is_empty(),
            _ => false,
        };
        if is_replaced {
            continue;
        }
        let lost =
            |why: &str, remedy: &str| Missing { promise, why: why.to_owned(), remedy: remedy.to_owned() };
        match (promise, &found.proxy) {
            (Promise::AllowedHosts, Err(why)) => {
                missing.push(lost(
                    why,
                    "free a port of the loopback interface; until then commands have no network",
                ));
            }
            (Promise::NoCapabilities, _) if found.is_root => {
                missing.push(lost("root keeps its rights on macOS", "run the command as another user"));
            }
            _ => match limitation(Backend::Seatbelt, promise) {
                Some(limit) => missing.push(limit.missing(promise)),
                None => held.push(promise),
            },
        }
    }
    (held, missing)
}
