//! A refusal of the supervisor or the proxy.
//!
//! Owns the fields and the sentences of a denial. Refuses nothing itself.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::conclusion::Observations;
use crate::network::{Gate, HostDenial};

/// One thing that a command was refused.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Denial {
    /// A change of a name, by the supervisor.
    Path {
        /// The name.
        path: PathBuf,
        /// Why, in words.
        rule: String,
    },
    /// A connection to a socket file, by the supervisor.
    Socket {
        /// The socket file.
        path: PathBuf,
        /// Why, in words.
        rule: String,
        /// The change of the settings that would allow it, in words.
        setting: String,
    },
    /// A host, by the proxy.
    Host(HostDenial),
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path { path, rule } => write!(f, "writing `{}` was refused: {rule}", path.display()),
            Self::Socket { path, rule, setting } => {
                write!(f, "the socket `{}` was refused: {rule}; {setting}", path.display())
            }
            Self::Host(denial) => denial.fmt(f),
        }
    }
}

/// The refusals of the supervisor and the proxy.
pub(crate) fn denials(seen: &Observations, gate: Option<&Gate>) -> Vec<Denial> {
    let names = seen.denied.iter().cloned().map(|(path, rule)| Denial::Path { path, rule });
    let sockets = seen.unconnected.iter().cloned().map(|path| Denial::Socket {
        rule: "nothing in `sandbox.network.allowUnixSockets` names it".to_owned(),
        setting: format!("add `{}` to `sandbox.network.allowUnixSockets`", path.display()),
        path,
    });
    let hosts = gate.into_iter().flat_map(Gate::denials).map(Denial::Host);
    names.chain(sockets).chain(hosts).collect()
}
