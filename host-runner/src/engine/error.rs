//! The errors of a module, each with a remedy.

use std::path::PathBuf;
use std::time::Duration;

use super::pin::Pin;

/// A module that gave no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EngineError {
    /// The program cannot run modules.
    #[error("this program was built without wasmtime, so no module can decide")]
    NotBuilt,
    /// The program carries none.
    #[error("this program was built without the module")]
    NoModule,
    /// The file cannot be read.
    #[error("the module `{}` cannot be read: {cause}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        cause: String,
    },
    /// The file is not the one that is meant.
    #[error("the module has the SHA-256 {found}, not {wanted}")]
    OtherHash {
        /// The value in the settings.
        wanted: Pin,
        /// The value of the file.
        found: Pin,
    },
    /// The bytes are no module that can be run here.
    #[error("this program cannot run the module: {0}")]
    NotAModule(String),
    /// The module does not have what is called.
    #[error("the module is not a module of Shellgate: its export `{name}` is {found}, not {wanted}")]
    Export {
        /// The export.
        name: &'static str,
        /// The expected value.
        wanted: &'static str,
        /// The actual value.
        found: String,
    },
    /// The module is of another version than the program.
    #[error("the module has version {module}, this program has version {program}")]
    OtherVersion {
        /// The value of the module.
        module: String,
        /// The version of the linked core.
        program: &'static str,
    },
    /// The module called something outside of itself.
    #[error("the module called `{0}`, which does not exist")]
    Import(String),
    /// The module used up its fuel.
    #[error("the module was stopped after {0} steps")]
    Fuel(u64),
    /// The module took too long.
    #[error("the module was stopped after {} seconds", .0.as_secs_f32())]
    Time(Duration),
    /// The module asked for more memory than it may have.
    #[error("the module was stopped when it asked for more than {} MiB of memory", .0 >> 20)]
    Memory(usize),
    /// The module asked for a larger table than it may have.
    #[error("the module was stopped when it asked for a table of more than {0} elements")]
    Table(usize),
    /// The module did what ends it.
    #[error("the module failed: {0}")]
    Trap(String),
    /// The module returned no text.
    #[error("the answer of the module cannot be read: {0}")]
    NoText(String),
    /// The module returned text that is not an answer.
    #[error("the answer of the module is not a verdict: {0}")]
    NoVerdict(String),
    /// The system gives no thread to run the module in.
    #[error("the module cannot be started: {0}")]
    System(String),
}

impl EngineError {
    /// The remedy.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::NotBuilt => {
                "build the program with `cargo install --locked --path host-runner --features engine`, or let the linked core \
                 decide with `--engine linked`"
            }
            Self::NoModule => {
                "build the module with `cargo xtask wasm` and then the program again, or name a file with \
                 `--engine wasm:FILE`"
            }
            Self::Unreadable { .. } => {
                "check the path, or use the program's own module with `--engine wasm`, or the linked core with \
                 `--engine linked`"
            }
            Self::OtherHash { .. } => "use the right file, or change `engineSha256` in the settings",
            Self::NotAModule(_) | Self::Export { .. } => {
                "use `powershell.wasm` of the npm package `shellgate`, or the one that `cargo xtask wasm` builds"
            }
            Self::OtherVersion { .. } => "use a module and a program of the same version",
            Self::Fuel(_) | Self::Time(_) | Self::Memory(_) | Self::Table(_) => {
                "use a shorter command, or let the linked core decide with `--engine linked`"
            }
            Self::Import(_) | Self::Trap(_) | Self::NoText(_) | Self::NoVerdict(_) => {
                "let the linked core decide with `--engine linked`, and report this if the module is a published one"
            }
            Self::System(_) => "end other programs, or let the linked core decide with `--engine linked`",
        }
    }
}
