//! What a failed command lacked, as a person can grant it for one more run: exactly that, and nothing around it.
//!
//! Owns the forms of a grant and what each of them opens. A grant opens no protected name and nothing that the settings
//! deny; whoever finds out what a command lacked offers no such grant.

use std::fmt;
use std::path::PathBuf;

use serde::Serialize;

use super::Plan;
use crate::network::HostQuestion;
use crate::sandbox::Network;

/// One thing that the sandbox kept from a command.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Grant {
    /// To write this file, or in this directory.
    Write {
        /// The absolute path.
        path: PathBuf,
    },
    /// To read this place, whose name says that it holds secrets.
    Read {
        /// The absolute path.
        path: PathBuf,
    },
    /// To connect to this socket file.
    Socket {
        /// The absolute path.
        path: PathBuf,
    },
    /// To connect to this public host.
    Host(HostQuestion),
}

impl fmt::Display for Grant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write { path } if path.is_dir() => write!(f, "write in `{}`", path.display()),
            Self::Write { path } => write!(f, "write `{}`", path.display()),
            Self::Read { path } => write!(f, "read `{}`", path.display()),
            Self::Socket { path } => write!(f, "connect to the socket `{}`", path.display()),
            Self::Host(host) => write!(f, "connect to `{host}`"),
        }
    }
}

impl Plan {
    /// The same with `grants` on top. What only reads can be granted to read, and nothing else.
    #[must_use]
    pub fn with_grants(mut self, grants: &[Grant]) -> Self {
        for grant in grants {
            match grant {
                Grant::Read { path } => self.sandbox.hidden.retain(|hidden| hidden != path),
                Grant::Write { .. } | Grant::Socket { .. } | Grant::Host(_) if self.read_only => {}
                Grant::Write { path } => self.granted_writes.push(path.clone()),
                Grant::Socket { path } => self.sandbox.allowed_sockets.push(path.clone()),
                Grant::Host(host) => {
                    self.hosts.grant(host.clone());
                    let is_closed = matches!(self.sandbox.network, Network::None | Network::Loopback);
                    if is_closed && self.backend.has_proxy() {
                        self.sandbox.network = Network::Proxied;
                        self.sandbox.captured_ports = self.hosts.captured_ports();
                    }
                }
            }
        }
        self
    }
}
