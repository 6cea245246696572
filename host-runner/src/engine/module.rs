//! A module that is loaded at its first use and instantiated again after every failure.
//!
//! Owns where its bytes come from, which bytes are accepted, and its bounds.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use policy_core::door;
use serde::Deserialize;

use super::error::EngineError;
use super::limits::Limits;
use super::pin::Pin;
use super::wasm::{Instance, Program};

/// The module that this program carries, if it can run one and `js/wasm` had one when it was built.
#[cfg(has_module)]
const OWN: Option<&[u8]> = Some(include_bytes!("../../../js/wasm/powershell.wasm"));
#[cfg(not(has_module))]
const OWN: Option<&[u8]> = None;

/// Largest file that is taken for a module, in bytes.
const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;

/// Where the bytes come from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Origin {
    Own,
    File(PathBuf),
}

/// The policy core as a module.
///
/// A call never leaves it broken: when one fails, the next one begins with a new instance, and when it could not be
/// loaded, the next one tries again.
#[derive(Debug)]
pub struct Module {
    origin: Origin,
    pin: Option<Pin>,
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    program: Option<Program>,
    live: Option<Live>,
}

/// An instance, and the gate that is open in it with the options that it was opened under.
#[derive(Debug)]
struct Live {
    instance: Instance,
    gate: Option<(String, u32)>,
}

impl Module {
    /// The module that this program carries: the one that is published.
    pub fn own() -> Self {
        Self::at(Origin::Own)
    }

    /// The module in `file`.
    pub fn file(file: impl Into<PathBuf>) -> Self {
        Self::at(Origin::File(file.into()))
    }

    fn at(origin: Origin) -> Self {
        Self { origin, pin: None, limits: Limits::default(), state: Mutex::default() }
    }

    /// The same, accepted only if it is the one with this hash.
    #[must_use]
    pub fn pinned(self, pin: Option<Pin>) -> Self {
        Self { pin, ..self }
    }

    /// The same with other bounds.
    #[must_use]
    pub fn within(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The file that it is loaded from; none for the program's own.
    pub fn path(&self) -> Option<&Path> {
        match &self.origin {
            Origin::Own => None,
            Origin::File(file) => Some(file),
        }
    }

    /// Whether this program was built with wasmtime, so that a module can decide.
    pub const fn can_run() -> bool {
        cfg!(feature = "engine")
    }

    /// Whether this program carries a module.
    pub const fn is_carried() -> bool {
        OWN.is_some()
    }

    /// Loads it, if that has not been done, and asks for its version.
    ///
    /// # Errors
    /// It cannot be loaded, or it is of another version.
    pub fn load(&self) -> Result<(), EngineError> {
        self.with(|_, _| Ok(()))
    }

    /// One call of the door: one JSON text in, one out. The operations are listed at [`door::Desk`].
    ///
    /// # Errors
    /// The module cannot be loaded, or gave no text. A call that is wrong is no error: the answer says so.
    pub fn call(&self, json: &str) -> Result<String, EngineError> {
        self.with(|live, limits| live.instance.call(json, limits))
    }

    /// The answer to `request` at a gate that is open under `options`, both JSON texts.
    ///
    /// # Errors
    /// As [`call`](Self::call), or the module takes the options for wrong.
    pub fn check(&self, options: &str, request: &str) -> Result<String, EngineError> {
        self.with(|live, limits| {
            let gate = live.gate(options, limits)?;
            live.instance
                .call(&format!(r#"{{"operation":"check","gate":{gate},"request":{request}}}"#), limits)
        })
    }

    /// The same module, not loaded.
    #[cfg(all(test, feature = "engine"))]
    pub(super) fn clone_for_tests(&self) -> Self {
        Self { pin: self.pin, limits: self.limits, ..Self::at(self.origin.clone()) }
    }

    fn with<T>(
        &self,
        work: impl FnOnce(&mut Live, &Limits) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        // What a panic left there is thrown away below: the instance is put back only after an answer.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut live = match state.live.take() {
            Some(live) => live,
            None => Live { instance: self.start(&mut state)?, gate: None },
        };
        let done = work(&mut live, &self.limits)?;
        state.live = Some(live);
        Ok(done)
    }

    fn start(&self, state: &mut State) -> Result<Instance, EngineError> {
        if let Some(program) = &state.program {
            return program.start(&self.limits);
        }
        let program = self.compiled()?;
        let mut instance = program.start(&self.limits)?;
        let version = instance.call(r#"{"operation":"version"}"#, &self.limits)?;
        if serde_json::from_str(&version).ok() != Some(door::VERSION) {
            return Err(EngineError::OtherVersion { module: shown(&version), program: door::VERSION });
        }
        state.program = Some(program);
        Ok(instance)
    }

    fn compiled(&self) -> Result<Program, EngineError> {
        if !Self::can_run() {
            return Err(EngineError::NotBuilt);
        }
        let read;
        let bytes = match &self.origin {
            Origin::Own => OWN.ok_or(EngineError::NoModule)?,
            Origin::File(file) => {
                read = contents(file)?;
                &read
            }
        };
        Program::compile(bytes, self.pin)
    }
}

impl Live {
    /// The gate that is open under `options`.
    fn gate(&mut self, options: &str, limits: &Limits) -> Result<u32, EngineError> {
        #[derive(Deserialize)]
        struct Opened {
            gate: u32,
        }
        if let Some((under, gate)) = &self.gate
            && under == options
        {
            return Ok(*gate);
        }
        if let Some((_, gate)) = self.gate.take() {
            self.instance.call(&format!(r#"{{"operation":"close","gate":{gate}}}"#), limits)?;
        }
        let answer = self.instance.call(&format!(r#"{{"operation":"open","options":{options}}}"#), limits)?;
        let opened: Opened =
            serde_json::from_str(&answer).map_err(|_| EngineError::NoVerdict(shown(&answer)))?;
        self.gate = Some((options.to_owned(), opened.gate));
        Ok(opened.gate)
    }
}

/// The beginning of an answer, for a message.
pub(super) fn shown(answer: &str) -> String {
    const CHARACTERS: usize = 120;
    let mut shown: String = answer.chars().take(CHARACTERS).collect();
    if shown.len() < answer.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}

fn contents(file: &Path) -> Result<Vec<u8>, EngineError> {
    let unreadable = |cause: String| EngineError::Unreadable { file: file.to_owned(), cause };
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|opened| opened.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes))
        .map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(unreadable(format!("it is larger than {} MiB", FILE_BYTES_MAX >> 20)));
    }
    Ok(bytes)
}
