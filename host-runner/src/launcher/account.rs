//! Records which confinement steps succeeded, and derives from them which promises hold.
//!
//! Owns the account. Every promise that does not hold carries the kernel's reason and a remedy.

use super::kernel::landlock::Enforced;
use super::kernel::seccomp::{NameSupervision, Unix};
use super::remedies;
use crate::launch::failure::Failure;
use crate::launch::protocol::Launch;
use crate::sandbox::{Missing, Network, Promise, SandboxRequest};

/// The confinement steps and their results.
#[derive(Debug)]
pub(crate) struct ConfinementSteps {
    pub(crate) namespaces: Result<(), Failure>,
    pub(crate) proc: Result<(), Failure>,
    /// The loopback and the proxy's sockets, as far as they were asked for.
    pub(crate) network: Result<(), Failure>,
    pub(crate) landlock: Result<Enforced, String>,
    pub(crate) system_calls: bool,
    /// Whether the supervisor makes the connections to socket files.
    pub(crate) connections: bool,
    pub(crate) names: Result<(), String>,
}

impl ConfinementSteps {
    /// Before anything else was tried.
    pub(crate) fn new(namespaces: Result<(), Failure>, proc: Result<(), Failure>) -> Self {
        let untried = Err("it was not tried".to_owned());
        Self {
            network: namespaces.clone(),
            namespaces,
            proc,
            landlock: untried.clone().map(|()| Enforced::default()),
            system_calls: false,
            connections: false,
            names: untried,
        }
    }

    /// The supervision of names. It sees the caller through `/proc`, so that has to be its own.
    pub(crate) fn naming(&self, launch: &Launch) -> NameSupervision {
        match (&self.namespaces, &self.proc) {
            _ if !launch.backend.confines() || launch.sandbox.writable.is_empty() => NameSupervision::Free,
            (Ok(()), Err(_)) => NameSupervision::Free,
            _ => NameSupervision::Supervised,
        }
    }

    /// Which UNIX sockets the command can make. The supervisor allows single ones, for which the same holds
    /// as for names.
    pub(crate) fn unix(&self, request: &SandboxRequest) -> Unix {
        match (&self.namespaces, &self.proc) {
            _ if request.unix_sockets => Unix::Free,
            _ if request.allowed_sockets.is_empty() => Unix::Refused,
            (Ok(()), Err(_)) => Unix::Refused,
            _ => Unix::Supervised,
        }
    }
}

/// Which of the promises that were asked for hold by these steps, and why each of the others does not.
pub(crate) fn account(request: &SandboxRequest, steps: &ConfinementSteps) -> (Vec<Promise>, Vec<Missing>) {
    let spaces = steps.namespaces.is_ok();
    let landlock = steps.landlock.as_ref().copied().unwrap_or_default();
    let allowed_hosts = request.network == Network::Proxied && steps.network.is_ok();
    let (mut held, mut missing) = (Vec::new(), Vec::new());
    for promise in request.promises() {
        if promise == Promise::NoNetwork && allowed_hosts
            || promise == Promise::UnixSocketsRefused && steps.connections
        {
            continue;
        }
        let (holds, release) = match promise {
            Promise::WritesConfined => (spaces || landlock.truncation, "6.2"),
            Promise::MetadataConfined
            | Promise::DeniedReads
            | Promise::SharedMemoryPrivate
            | Promise::ProcessesEndWithRun => (spaces, ""),
            Promise::DangerousCallsRefused => (steps.system_calls, ""),
            // Mounts hold what is at the top and above the working directory, the supervisor what lies deeper.
            Promise::ProtectedPaths | Promise::NothingPlanted => (steps.names.is_ok(), ""),
            Promise::NoNetwork => (spaces || steps.system_calls, ""),
            Promise::AllowedHosts => (allowed_hosts, ""),
            Promise::TcpRefused => (spaces || steps.system_calls || landlock.tcp, "6.7"),
            Promise::UnixSocketsRefused => (steps.system_calls || landlock.socket_files, "7.1"),
            Promise::AllowedSockets => (steps.connections, ""),
            Promise::AbstractSocketsScoped => (spaces || steps.system_calls || landlock.scopes, "6.12"),
            Promise::SignalsScoped => (spaces || landlock.scopes, "6.12"),
            Promise::OtherProcessesInvisible => (spaces && steps.proc.is_ok(), ""),
            // Their steps were taken, or the command would not start.
            Promise::NoNewPrivileges | Promise::NoCapabilities | Promise::DescriptorsClosed => (true, ""),
            Promise::SecondLayer => (spaces && landlock.writes, "5.13"),
        };
        if holds {
            held.push(promise);
            continue;
        }
        let (why, remedy) = match (&steps.namespaces, &steps.proc) {
            _ if let (Promise::NothingPlanted | Promise::ProtectedPaths, Err(why)) =
                (promise, &steps.names) =>
            {
                (why.clone(), remedies::for_names())
            }
            (Ok(()), _) if let (Promise::AllowedHosts, Err(why)) = (promise, &steps.network) => {
                (why.to_string(), remedies::for_proxy())
            }
            _ if promise == Promise::AllowedSockets => {
                let why = steps.names.as_ref().err().cloned();
                (why.unwrap_or_else(|| "the kernel hands no calls over".to_owned()), remedies::for_names())
            }
            (Ok(()), Err(proc)) if promise == Promise::OtherProcessesInvisible => {
                (proc.to_string(), remedies::for_proc())
            }
            _ if matches!(promise, Promise::UnixSocketsRefused | Promise::DangerousCallsRefused) => {
                ("the kernel accepts no system-call filter".to_owned(), remedies::for_system_calls())
            }
            (Err(chosen), _) if chosen.errno == 0 => {
                (chosen.to_string(), "choose the backend `embedded`".to_owned())
            }
            (Err(refused), _) => {
                (format!("this machine refuses namespaces ({refused})"), remedies::for_namespaces())
            }
            (Ok(()), _) => {
                let why = match &steps.landlock {
                    Ok(_) => "the kernel's Landlock is absent or too old".to_owned(),
                    Err(error) => format!("Landlock failed ({error})"),
                };
                (why, remedies::for_landlock(release))
            }
        };
        missing.push(Missing { promise, why, remedy });
    }
    (held, missing)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::Backend;
    use crate::sandbox::limitation;

    /// A request that asks for every promise but those that others stand for.
    fn request() -> SandboxRequest {
        SandboxRequest {
            writable: vec!["/w".into()],
            deny_read: vec!["/d".into()],
            ..SandboxRequest::default()
        }
    }

    /// The steps of a machine that refuses nothing but, without them, namespaces.
    fn best(namespaces: Result<(), Failure>) -> ConfinementSteps {
        ConfinementSteps {
            landlock: Ok(Enforced {
                writes: true,
                truncation: true,
                tcp: true,
                scopes: true,
                socket_files: true,
            }),
            system_calls: true,
            connections: true,
            names: Ok(()),
            ..ConfinementSteps::new(namespaces.clone(), namespaces)
        }
    }

    #[test]
    fn on_the_best_machine_a_backend_keeps_what_its_data_does_not_except() {
        let alone = Failure { step: "Landlock alone was chosen".to_owned(), path: None, errno: 0 };
        let ways_out = SandboxRequest {
            network: Network::Proxied,
            allowed_sockets: vec!["/s".into()],
            ..SandboxRequest::default()
        };
        for (backend, namespaces) in [(Backend::Embedded, Ok(())), (Backend::Landlock, Err(alone))] {
            let steps = best(namespaces);
            let without = ConfinementSteps { connections: false, ..best(steps.namespaces.clone()) };
            let (held, missing) = account(&request(), &without);
            let (held_there, missing_there) = account(&ways_out, &steps);
            for promise in Promise::ALL {
                let holds = held.contains(&promise) || held_there.contains(&promise);
                let is_lost = missing.iter().chain(&missing_there).any(|lost| lost.promise == promise);
                assert_eq!(holds, limitation(backend, promise).is_none(), "{backend:?} {promise}");
                assert!(holds != is_lost, "{backend:?} {promise}");
            }
        }
    }
}
