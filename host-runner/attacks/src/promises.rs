//! The promises that are attacked, by the code names under which a sandbox gives them.
//!
//! Owns the names that the tables use. What keeps a promise is the sandbox's own business.

/// File content and names change only beneath the granted paths.
pub(crate) const WRITES_CONFINED: &str = "writes-confined";

/// Modes, owners, times and attributes change only beneath the granted paths.
pub(crate) const METADATA_CONFINED: &str = "metadata-confined";

/// The protected names that are inside a granted path cannot be changed, moved or replaced.
pub(crate) const PROTECTED_PATHS: &str = "protected-paths";

/// None that is missing can be made.
pub(crate) const NOTHING_PLANTED: &str = "nothing-planted";

/// The paths that must not be read cannot be read.
pub(crate) const DENIED_READS: &str = "denied-reads";

/// No memory, queue or semaphore that programs outside share can be reached.
pub(crate) const SHARED_MEMORY_PRIVATE: &str = "shared-memory-private";

/// No address outside the sandbox can be reached by any protocol.
pub(crate) const NO_NETWORK: &str = "no-network";

/// No TCP connection and no TCP listener.
pub(crate) const TCP_REFUSED: &str = "tcp-refused";

/// No UNIX socket of a process outside can be reached by its path.
pub(crate) const UNIX_SOCKETS_REFUSED: &str = "unix-sockets-refused";

/// No abstract UNIX socket of a process outside can be reached.
pub(crate) const ABSTRACT_SOCKETS_SCOPED: &str = "abstract-sockets-scoped";

/// No signal reaches a process outside.
pub(crate) const SIGNALS_SCOPED: &str = "signals-scoped";

/// Processes outside cannot be seen.
pub(crate) const OTHER_PROCESSES_INVISIBLE: &str = "other-processes-invisible";

/// Every process that the command started ends with the run, or with the runner.
pub(crate) const PROCESSES_END_WITH_RUN: &str = "processes-end-with-run";

/// No program gains privileges by being executed.
pub(crate) const NO_NEW_PRIVILEGES: &str = "no-new-privileges";

/// The command has no capability, whoever runs it.
pub(crate) const NO_CAPABILITIES: &str = "no-capabilities";

/// The system calls by which kernels are attacked, and those that watch or steer other processes, are refused.
pub(crate) const DANGEROUS_CALLS_REFUSED: &str = "dangerous-calls-refused";

/// The command has no open file but its standard streams.
pub(crate) const DESCRIPTORS_CLOSED: &str = "descriptors-closed";
