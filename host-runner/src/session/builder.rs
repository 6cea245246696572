//! The options of a session, set before it runs anything.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use policy_core::Policy;

use super::engines::Engines;
use super::{BACKGROUND_AFTER, BACKGROUND_AFTER_ASSISTANT, Session};
use crate::engine::ModuleGate;
use crate::network::Outside;
use crate::sandbox::{Backend, Resources};
use crate::shell::SessionShell;

impl Session {
    /// Another policy to decide by. It also says whether a module decides instead of the linked core.
    #[must_use]
    pub fn with_policy(self, policy: Policy) -> Self {
        let gate = ModuleGate::of(&policy).map(Arc::new);
        Self { gate, engines: Arc::new(Engines::new(policy)), ..self }
    }

    /// Another binary as the launcher.
    #[must_use]
    pub fn with_launcher(self, launcher: impl Into<PathBuf>) -> Self {
        Self { launcher: launcher.into(), ..self }
    }

    /// Another environment to start from. It also says where outputs go and how much of them is shown
    /// (`CLAUDE_CODE_TMPDIR`, `TMPDIR`, `BASH_MAX_OUTPUT_LENGTH`), how much memory a command may have
    /// (`CLAUDE_CODE_TOOL_MEMORY_LIMIT`), and whether none goes to the background by itself
    /// (`CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`).
    #[must_use]
    pub fn with_environment(self, environment: impl IntoIterator<Item = (OsString, OsString)>) -> Self {
        let mut session = Self { environment: environment.into_iter().collect(), ..self };
        session.resources = Resources::default().with_environment(|name| session.variable(name));
        session.background_after = (!session.has_no_background()).then_some(BACKGROUND_AFTER);
        session
    }

    /// With a shell of its own around every command, instead of a plain one.
    #[must_use]
    pub fn with_shell(self, shell: SessionShell) -> Self {
        Self { shell, ..self }
    }

    /// Another time between the request to end and the kill.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> Self {
        Self { grace, ..self }
    }

    /// Another network for the proxy of commands that may reach hosts: other names, another way out.
    #[must_use]
    pub fn with_outside(self, outside: impl Outside + 'static) -> Self {
        Self { outside: Arc::new(outside), ..self }
    }

    /// Another backend for the commands that this session decides on, than the strongest one of this system.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }

    /// Other bounds on what a command may use up, for commands that this session decides on.
    #[must_use]
    pub fn with_resources(self, resources: Resources) -> Self {
        Self { resources, ..self }
    }

    /// A session in which an assistant waits: what may go on in the background does so sooner.
    #[must_use]
    pub fn for_assistant(self) -> Self {
        let background_after = self.background_after.map(|_| BACKGROUND_AFTER_ASSISTANT);
        Self { background_after, ..self }
    }

    /// Another time after which a command that may go on in the background does so; none for never.
    #[must_use]
    pub fn with_background_after(self, background_after: Option<Duration>) -> Self {
        Self { background_after, ..self }
    }

    /// A session that keeps no output that is too long to be shown: the caller reads it while it comes.
    #[must_use]
    pub fn without_kept_output(self) -> Self {
        Self { keeps_output: false, ..self }
    }

    /// A session of many commands: while one ends, the launcher of the next is started ([`prepare`](Self::prepare)), and
    /// the one that ends is reaped as long as the runtime runs.
    #[must_use]
    pub fn with_standby(self) -> Self {
        Self { keeps_standby: true, ..self }
    }

    /// A session that has its runtime alone, as that of a program that runs one command: a decision may block it.
    #[must_use]
    pub(crate) fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    /// A session with a directory that outlives it and that other processes may share.
    #[must_use]
    pub fn with_directory(self, directory: impl Into<PathBuf>) -> Self {
        Self { directory: Some(directory.into()), ..self }
    }

    /// A session whose commands cannot change these absolute paths, also where a granted path holds them: files that
    /// decide about commands, such as the one of a policy.
    #[must_use]
    pub fn with_kept_paths(self, kept_paths: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { kept_paths: kept_paths.into_iter().collect(), ..self }
    }

    /// Whether other programs are asked about a command before it runs: the hooks and the classifier of the settings.
    pub(crate) fn asks_others(&self) -> bool {
        let policy = self.engines.policy();
        !policy.hooks.is_empty() || policy.classifier.is_some()
    }

    /// Whether the environment forbids the background (`CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`).
    pub fn has_no_background(&self) -> bool {
        self.variable("CLAUDE_CODE_DISABLE_BACKGROUND_TASKS").is_some_and(|value| is_yes(&value))
    }

    pub(super) fn variable(&self, name: &str) -> Option<String> {
        let found = self.environment.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, value)| value.to_string_lossy().into_owned())
    }
}

/// Whether the value of a variable switches something on.
fn is_yes(value: &str) -> bool {
    !matches!(value.trim().to_ascii_lowercase().as_str(), "" | "0" | "false" | "no" | "off")
}
