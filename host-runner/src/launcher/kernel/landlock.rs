//! Landlock, on top of the mounts or alone.
//!
//! Owns the ruleset and how much of it the kernel enforces. Restricts the calling process irrevocably.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, LandlockStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::mounts;
use crate::sandbox::{Network, SandboxRequest};

/// The part of the ruleset that the kernel enforces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Enforced {
    /// Content and names: creating, removing, renaming, writing.
    pub(crate) writes: bool,
    /// Truncating as well, which older kernels leave out.
    pub(crate) truncation: bool,
    /// TCP.
    pub(crate) tcp: bool,
    /// Abstract sockets and signals.
    pub(crate) scopes: bool,
    /// Socket files.
    pub(crate) socket_files: bool,
}

/// Refuses this process, irrevocably, every write that `request` does not grant, and TCP, signals to the outside and
/// foreign sockets as far as the kernel can. `private_memory`: `/dev/shm` is this sandbox's own.
pub(crate) fn restrict(request: &SandboxRequest, private_memory: bool) -> Result<Enforced, RulesetError> {
    let newest = ABI::V9;
    let mut handled = AccessFs::from_write(newest);
    if request.unix_sockets {
        handled.remove(AccessFs::ResolveUnix);
    }
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(handled)?
        .scope(Scope::Signal)?;
    if request.network != Network::Host {
        ruleset = ruleset.scope(Scope::AbstractUnixSocket)?;
    }
    // Without a namespace of the run's own there is no loopback of its own either.
    if request.network == Network::None || (request.network != Network::Host && !private_memory) {
        ruleset = ruleset.handle_access(AccessNet::from_all(newest))?;
    }

    let writable = request.writable.iter().chain(&request.temp).map(AsRef::as_ref);
    let sockets = request.allowed_sockets.iter().filter(|_| !request.unix_sockets);
    let memory = private_memory.then_some(Path::new(mounts::SHARED_MEMORY));
    // A terminal takes more commands than the rest (`TIOCSTI` types for the user), so it is not granted any.
    let devices = mounts::DEVICES.map(|name| Path::new("/dev").join(name));
    let device: BitFlags<AccessFs> = AccessFs::WriteFile | AccessFs::Truncate;
    let (terminals, others): (Vec<_>, Vec<_>) = devices.iter().partition(|path| path.ends_with("tty"));
    let status = ruleset
        .create()?
        .add_rules(path_beneath_rules(writable.chain(memory), handled))?
        .add_rules(path_beneath_rules(others, device | AccessFs::IoctlDev))?
        .add_rules(path_beneath_rules(terminals, device))?
        .add_rules(path_beneath_rules(sockets, AccessFs::ResolveUnix))?
        .restrict_self()?;

    let LandlockStatus::Available { effective_abi, .. } = status.landlock else {
        return Ok(Enforced::default());
    };
    if status.ruleset == RulesetStatus::NotEnforced {
        return Ok(Enforced::default());
    }
    Ok(Enforced {
        writes: true,
        truncation: effective_abi >= ABI::V3,
        tcp: effective_abi >= ABI::V4,
        scopes: effective_abi >= ABI::V6,
        socket_files: effective_abi >= ABI::V9,
    })
}

/// Puts this process into a domain of its own inside the one it has, so that no signal reaches the supervisor, which
/// has the outer one. Kernels that do not know such domains do nothing.
pub(crate) fn keep_signals_inside() -> Result<(), RulesetError> {
    let ruleset = Ruleset::default().set_compatibility(CompatLevel::BestEffort).scope(Scope::Signal)?;
    ruleset.create()?.restrict_self().map(drop)
}
