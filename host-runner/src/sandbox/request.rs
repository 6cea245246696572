//! The request to a sandbox: what a command may touch.
//!
//! Owns the fields and the list of promises that they ask for. Looks at no disk.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::promise::Promise;

/// The paths, hosts and sockets that a command may use. Everything else is refused, except reading, which is refused
/// only where it is denied.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SandboxRequest {
    /// Absolute paths beneath which everything may be created, changed and removed.
    pub writable: Vec<PathBuf>,
    /// Absolute paths inside a writable one that must not change, where they exist.
    pub read_only_inside: Vec<PathBuf>,
    /// Symbolic links inside a writable path that must not change: nothing can be mounted over one.
    pub kept_links: Vec<PathBuf>,
    /// Absolute paths inside a writable one that do not exist and must not be made.
    pub kept_missing: Vec<PathBuf>,
    /// Paths that the user's configuration of git names, relative to the top of every work tree: git executes or obeys
    /// what is there.
    pub obeyed_in_work_trees: Vec<PathBuf>,
    /// Absolute paths of protected names that a person approved: they may be created, written and removed, a directory
    /// with everything in it.
    pub approved: Vec<PathBuf>,
    /// Protected directories, writable only so that an approved path can be created in them; all other changes there
    /// are refused.
    pub closed: Vec<PathBuf>,
    /// Absolute paths at which other commands moved a directory: whoever uses the place may still do so, and a
    /// new directory there is not the command's own.
    pub vacated: Vec<PathBuf>,
    /// Absolute paths that cannot be read, where they exist.
    pub deny_read: Vec<PathBuf>,
    /// Absolute paths at which whatever appears during the run cannot be read either.
    pub deny_read_later: Vec<PathBuf>,
    /// Absolute paths of the runner itself, hidden from commands where there are mounts. Elsewhere only their modes
    /// protect them, and no promise covers them.
    pub hidden: Vec<PathBuf>,
    /// The reachable network.
    pub network: Network,
    /// The TCP ports on which programs without proxy support reach allowed hosts; only for [`Network::Proxied`].
    pub captured_ports: Vec<u16>,
    /// Whether socket files of other programs may be connected to.
    pub unix_sockets: bool,
    /// Absolute paths of the socket files that may be connected to when not all may.
    pub allowed_sockets: Vec<PathBuf>,
    /// A writable directory of this run alone.
    pub temp: Option<PathBuf>,
}

/// The network that a command can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Network {
    /// Nothing, not even the machine itself.
    #[default]
    None,
    /// Programs of the same run, over a loopback of its own, and nothing else.
    Loopback,
    /// As [`Network::Loopback`], and what the runner's proxy lets through.
    Proxied,
    /// Everything that the machine can reach.
    Host,
}

impl SandboxRequest {
    /// The promises that this request asks for, in the order of [`Promise::ALL`].
    pub fn promises(&self) -> Vec<Promise> {
        let asked = |promise: &Promise| match promise {
            Promise::ProtectedPaths | Promise::NothingPlanted => !self.writable.is_empty(),
            Promise::DeniedReads => !self.deny_read.is_empty(),
            // Where the proxy cannot be had there is no network at all; the account says which it was.
            Promise::AllowedHosts => self.network == Network::Proxied,
            Promise::NoNetwork | Promise::AbstractSocketsScoped => self.network != Network::Host,
            Promise::TcpRefused => self.network == Network::None,
            // Where the backend cannot allow single ones it refuses all, and the account says so.
            Promise::AllowedSockets => !self.unix_sockets && !self.allowed_sockets.is_empty(),
            Promise::UnixSocketsRefused => !self.unix_sockets,
            _ => true,
        };
        Promise::ALL.into_iter().filter(asked).collect()
    }
}
