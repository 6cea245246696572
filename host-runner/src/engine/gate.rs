//! A module as the decider: a request goes in, a verdict comes back.
//!
//! Owns the way of both over the wire, and the answer when the module gives none. An allow comes from the module or not
//! at all; a deny of the linked core always stays.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use policy_core::door::{self, Words};
use policy_core::policy::EngineChoice;
use policy_core::verdict::{Finding, Reason};
use policy_core::{Decision, Engine, Mode, Policy, Request, Span, Verdict};
use serde_json::value::RawValue;

use super::error::EngineError;
use super::module::{Module, shown};

/// The code of the reason that a module gave no verdict.
pub const ENGINE_FAILED: &str = policy_core::codes::reasons::ENGINE_FAILED.name;

/// The words of all verdicts that were read in this process.
static WORDS: Mutex<Words> = Mutex::new(Words::new());

/// The module, asked under the settings of one policy.
#[derive(Debug)]
pub struct ModuleGate {
    module: Module,
    options: String,
}

impl ModuleGate {
    /// The one that `policy` chooses; none when the linked core decides.
    ///
    /// The module decides by the sources of `policy`, its mode and its profile; it is loaded when it is first asked.
    pub fn of(policy: &Policy) -> Option<Self> {
        let module = match &policy.engine {
            EngineChoice::Linked => return None,
            EngineChoice::Module => Module::own(),
            EngineChoice::File(file) => Module::file(resolve(file)),
        };
        Some(Self::new(module.pinned(policy.engine_sha256.map(Into::into)), policy))
    }

    /// `module` under the settings of `policy`, whatever these choose.
    pub fn new(module: Module, policy: &Policy) -> Self {
        Self { module, options: door::options_json(policy) }
    }

    /// The module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The verdict on `request`, which may bring its own settings, as JSON text, and its own mode.
    ///
    /// # Errors
    /// The module gave none.
    pub fn check(
        &self,
        request: &Request<'_>,
        policy: Option<&RawValue>,
        mode: Option<Mode>,
    ) -> Result<Verdict, EngineError> {
        let answer = self.module.check(&self.options, &door::request_json(request, policy, mode))?;
        // Words that a panic left are whole: one is added at a time.
        let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
        door::read_verdict(&answer, request, &mut words)
            .map_err(|error| EngineError::NoVerdict(format!("{error}: {}", shown(&answer))))
    }
}

/// `~/x` in the home directory, everything else as it is.
fn resolve(file: &str) -> PathBuf {
    match (file.strip_prefix("~/"), crate::system::home::users_home()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => file.into(),
    }
}

/// Who decides: the linked core, or a module with the linked core in reserve.
#[derive(Clone, Copy, Debug)]
pub struct Judge<'e> {
    core: &'e Engine,
    module: Option<ModuleOptions<'e>>,
}

/// A module with what the request says about settings.
#[derive(Clone, Copy, Debug)]
struct ModuleOptions<'e> {
    gate: &'e ModuleGate,
    policy: Option<&'e RawValue>,
    mode: Option<Mode>,
}

impl<'e> From<&'e Engine> for Judge<'e> {
    fn from(core: &'e Engine) -> Self {
        Self { core, module: None }
    }
}

impl<'e> Judge<'e> {
    /// `core`, unless there is a `gate`, which decides then. `core` is made of the same settings.
    pub fn new(core: &'e Engine, gate: Option<&'e ModuleGate>) -> Self {
        Self { core, module: gate.map(|gate| ModuleOptions { gate, policy: None, mode: None }) }
    }

    /// The same for a request that brings its own settings, as JSON text, and its own mode; the core knows them.
    #[must_use]
    pub fn for_request(self, policy: Option<&'e RawValue>, mode: Option<Mode>) -> Self {
        Self { module: self.module.map(|asked| ModuleOptions { policy, mode, ..asked }), ..self }
    }

    /// What `rounds` comes to, which checks a request about `command` as often as it needs to.
    pub(crate) fn decide(
        &self,
        command: &str,
        mut rounds: impl FnMut(
            &dyn Fn(&Request<'_>) -> Result<Verdict, EngineError>,
        ) -> Result<Verdict, EngineError>,
    ) -> Verdict {
        let by_module = self
            .module
            .map(|ModuleOptions { gate, policy, mode }| rounds(&|request| gate.check(request, policy, mode)));
        if let Some(Ok(verdict)) = by_module {
            return verdict;
        }
        // The linked core always answers; without an answer it would be asked, which is the default.
        let verdict = rounds(&|request| Ok(self.core.check(request))).unwrap_or_default();
        match by_module {
            Some(Err(error)) => without_module(command, verdict, &error, self.core.policy().mode),
            Some(Ok(_)) | None => verdict,
        }
    }
}

/// The verdict when the module failed with `error`, based on the linked core's `verdict`.
///
/// A deny stays what it is. Everything else is asked, in every mode that asks; where nobody can be asked, and where
/// only the proven may run, it is denied. Nothing counts as proven, granted or excused from the sandbox; what the
/// linked core found in the command is still shown.
fn without_module(command: &str, verdict: Verdict, error: &EngineError, mode: Mode) -> Verdict {
    if verdict.decision == Decision::Deny {
        return verdict;
    }
    let decision = match mode {
        Mode::Default | Mode::AcceptEdits | Mode::BypassPermissions => Decision::Ask,
        Mode::Plan | Mode::DontAsk => Decision::Deny,
    };
    let mut verdict = Verdict {
        decision,
        read_only: false,
        grants: None,
        suggestions: Vec::new(),
        excluded: false,
        background_eligible: false,
        needs: Vec::new(),
        ..verdict
    };
    verdict.ui.edit = None;
    let whole = Finding {
        code: ENGINE_FAILED,
        number: None,
        outcome: decision,
        span: Span::new(0, command.len()),
        message: "the engine returned no verdict".to_owned(),
        help: error.help(),
    };
    verdict.findings.insert(0, whole);
    verdict.reason = Reason {
        code: ENGINE_FAILED,
        message: error.to_string(),
        rule: None,
        source: None,
        model_message:
            "The engine that judges commands failed, so that this one was not judged. Another form of it \
                        changes nothing; tell the user."
                .to_owned(),
    };
    verdict
}
