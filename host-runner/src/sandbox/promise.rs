//! The promises of a sandbox about a command, and how well a run was confined.
//!
//! Owns the promises, their code names and sentences. A promise says what a command cannot do, never how: two backends
//! that refuse the same thing keep the same promise.

use std::fmt;

use serde::{Deserialize, Serialize, Serializer};

/// One thing a confined command cannot do. The code names are stable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// File content and names change only beneath the granted paths.
    WritesConfined,
    /// Modes, owners, times and attributes change only beneath the granted paths.
    MetadataConfined,
    /// The protected names that are inside a granted path cannot be written, removed, moved or made executable.
    ProtectedPaths,
    /// None that is missing can be made.
    NothingPlanted,
    /// The paths that must not be read cannot be read.
    DeniedReads,
    /// No memory, queue or semaphore that programs outside share can be reached.
    SharedMemoryPrivate,
    /// No address outside the sandbox can be reached by any protocol.
    NoNetwork,
    /// Of the outside only the allowed hosts can be reached, and they can, through the runner's proxy.
    AllowedHosts,
    /// No TCP connection and no TCP listener.
    TcpRefused,
    /// No UNIX socket of a process outside can be reached by its path.
    UnixSocketsRefused,
    /// Of the UNIX sockets of processes outside only those at named paths can be reached, and they can.
    AllowedSockets,
    /// No abstract UNIX socket of a process outside can be reached.
    AbstractSocketsScoped,
    /// No signal reaches a process outside.
    SignalsScoped,
    /// Processes outside cannot be seen.
    OtherProcessesInvisible,
    /// Every process that the command started ends with the run, or with the runner.
    ProcessesEndWithRun,
    /// No program gains privileges by being executed.
    NoNewPrivileges,
    /// The command has no capability, whoever runs it; on Windows no privilege, and nothing that a group of administrators
    /// may.
    NoCapabilities,
    /// The system calls by which kernels are attacked, and those that watch or steer other processes, are refused.
    DangerousCallsRefused,
    /// The command has no open file but its standard streams.
    DescriptorsClosed,
    /// A second kernel mechanism refuses the same writes, should the first one be wrong.
    SecondLayer,
}

impl Promise {
    /// Every promise, in the order in which they are shown.
    pub const ALL: [Self; 20] = [
        Self::WritesConfined,
        Self::MetadataConfined,
        Self::ProtectedPaths,
        Self::NothingPlanted,
        Self::DeniedReads,
        Self::SharedMemoryPrivate,
        Self::NoNetwork,
        Self::AllowedHosts,
        Self::TcpRefused,
        Self::UnixSocketsRefused,
        Self::AllowedSockets,
        Self::AbstractSocketsScoped,
        Self::SignalsScoped,
        Self::OtherProcessesInvisible,
        Self::ProcessesEndWithRun,
        Self::NoNewPrivileges,
        Self::NoCapabilities,
        Self::DangerousCallsRefused,
        Self::DescriptorsClosed,
        Self::SecondLayer,
    ];

    /// The stable name, as in an outcome's `sandbox.promises`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::WritesConfined => "writes-confined",
            Self::MetadataConfined => "metadata-confined",
            Self::ProtectedPaths => "protected-paths",
            Self::NothingPlanted => "nothing-planted",
            Self::DeniedReads => "denied-reads",
            Self::SharedMemoryPrivate => "shared-memory-private",
            Self::NoNetwork => "no-network",
            Self::AllowedHosts => "allowed-hosts",
            Self::TcpRefused => "tcp-refused",
            Self::UnixSocketsRefused => "unix-sockets-refused",
            Self::AllowedSockets => "allowed-sockets",
            Self::AbstractSocketsScoped => "abstract-sockets-scoped",
            Self::SignalsScoped => "signals-scoped",
            Self::OtherProcessesInvisible => "other-processes-invisible",
            Self::ProcessesEndWithRun => "processes-end-with-run",
            Self::NoNewPrivileges => "no-new-privileges",
            Self::NoCapabilities => "no-capabilities",
            Self::DangerousCallsRefused => "dangerous-calls-refused",
            Self::DescriptorsClosed => "descriptors-closed",
            Self::SecondLayer => "second-layer",
        }
    }

    /// One sentence for a person.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::WritesConfined => "files are created, changed and removed only beneath the granted paths",
            Self::MetadataConfined => {
                "modes, owners and times of files change only beneath the granted paths"
            }
            Self::ProtectedPaths => {
                "git hooks, git config and protected names inside a granted path cannot be written, removed, moved or \
                 made executable"
            }
            Self::NothingPlanted => {
                "none of these can be made where it is missing; new repositories are looked at after the run, also \
                 when the runner was killed"
            }
            Self::DeniedReads => "the paths that `denyRead` names cannot be read",
            Self::SharedMemoryPrivate => "memory and queues that other programs share cannot be reached",
            Self::NoNetwork => "no network address can be reached",
            Self::AllowedHosts => "the allowed hosts can be reached through a proxy, and nothing else can",
            Self::TcpRefused => "no TCP connection can be made or accepted",
            Self::UnixSocketsRefused => "no socket file of another program can be connected to",
            Self::AllowedSockets => {
                "the socket files that `allowUnixSockets` names can be connected to, and no others"
            }
            Self::AbstractSocketsScoped => "no abstract socket of another program can be connected to",
            Self::SignalsScoped => "no signal reaches a process outside the run",
            Self::OtherProcessesInvisible => "processes outside the run cannot be seen",
            Self::ProcessesEndWithRun => "every process that the command starts ends with the run",
            Self::NoNewPrivileges => "no program gains privileges by being executed",
            Self::NoCapabilities => {
                "the command has no capabilities, also when root or an administrator runs it"
            }
            Self::DangerousCallsRefused => {
                "tracing, keys, rings, kernel programs, namespaces and typing on terminals are refused"
            }
            Self::DescriptorsClosed => "the command inherits no open file but its standard streams",
            Self::SecondLayer => "a second kernel mechanism refuses the same writes",
        }
    }

    /// Whether a run that lacks it is less than fully confined. The second layer is depth, not an effect of its own,
    /// and without its proxy or its supervisor a command reaches nothing.
    pub const fn is_required(self) -> bool {
        !matches!(self, Self::SecondLayer | Self::AllowedHosts | Self::AllowedSockets)
    }
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A promise that does not hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Missing {
    /// Which one.
    pub promise: Promise,
    /// The error of the machine.
    pub why: String,
    /// One line: what to do about it.
    pub remedy: String,
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` does not hold: {}; {}", self.promise, self.why, self.remedy)
    }
}

/// Whether one promise can be kept on this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holding {
    /// It was tried, and it holds.
    Holds,
    /// It was tried, and it does not.
    Lost {
        /// The error of the machine.
        why: String,
        /// One line: what to do about it.
        remedy: String,
    },
}

/// The promises that are lost without a sandbox: all of them.
pub fn nothing_promised() -> Vec<Missing> {
    let (why, remedy) = if cfg!(unix) {
        ("the sandbox is switched off", "set `sandbox.enabled` to true")
    } else {
        ("this system has no sandbox yet", "run on Linux, or approve each command yourself")
    };
    Promise::ALL
        .into_iter()
        .map(|promise| Missing { promise, why: why.to_owned(), remedy: remedy.to_owned() })
        .collect()
}

/// How well a command was confined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confinement {
    /// Every promise that was asked for held.
    Full,
    /// Some did not.
    Partial {
        /// Those.
        missing: Vec<Promise>,
    },
    /// The command ran with all the rights of the one who ran it.
    None {
        /// The promises that could have held.
        missing: Vec<Promise>,
    },
}

impl Confinement {
    /// The confinement that follows from the promises that held.
    pub fn of(held: &[Promise], missing: &[Missing]) -> Self {
        let lost: Vec<_> =
            missing.iter().map(|lost| lost.promise).filter(|lost| lost.is_required()).collect();
        if held.contains(&Promise::WritesConfined) && lost.is_empty() {
            Self::Full
        } else if held.contains(&Promise::WritesConfined) || held.contains(&Promise::SecondLayer) {
            Self::Partial { missing: lost }
        } else {
            Self::None { missing: lost }
        }
    }

    /// `full`, `partial` or `none`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Partial { .. } => "partial",
            Self::None { .. } => "none",
        }
    }
}

/// The name alone; the promises that are missing are listed beside it.
impl Serialize for Confinement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_every_promise_in_its_own_words() {
        let readme = include_str!("../../README.md");
        for promise in Promise::ALL {
            let row = format!("| `{}` | {} |", promise.code(), promise.sentence());
            assert!(readme.contains(&row), "{row}");
        }
    }
}
