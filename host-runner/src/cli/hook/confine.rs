//! `hook --confine`: the commands of a call run through `shellgate run`.
//!
//! Owns the call of `run`: with the options that make it decide as the hook did, with the same settings, in the same mode.

use std::path::Path;

use policy_core::agents::{self, Agent, Follow, HookCall, Runner};
use policy_core::policy::EngineChoice;
use policy_core::{Decision, Dialect};

use crate::cli::arguments::Settings;
use crate::cli::ended_in;

/// What rewrites the commands of one call.
pub(super) struct Rewriter<'c> {
    runner: Runner,
    home: Option<&'c Path>,
    shell: Dialect,
}

impl<'c> Rewriter<'c> {
    /// For `call`, which was judged with `settings`.
    ///
    /// # Errors
    /// There is no program to run the commands: it moved, or its path is no text.
    pub(super) fn new(
        call: &HookCall,
        settings: &Settings,
        (home, shell): (Option<&'c Path>, Dialect),
    ) -> Result<Self, String> {
        let program =
            std::env::current_exe().map_err(|error| format!("shellgate cannot find itself: {error}"))?;
        if !program.is_file() {
            return Err(format!("`{}` was replaced or removed while it ran", program.display()));
        }
        let Ok(program) = program.into_os_string().into_string() else {
            return Err("the path of shellgate is not valid UTF-8".to_owned());
        };
        let options = options(settings, call);
        Ok(Self { runner: Runner { program, options, ..Runner::default() }, home, shell })
    }

    /// The command that runs `command`, which was decided upon; the same command where there is nothing to confine.
    pub(super) fn rewritten(&self, call: &HookCall, command: &str, decision: Option<Decision>) -> String {
        let judged = call.judged(command);
        if agents::only_moves(&judged, self.shell) {
            return command.to_owned();
        }
        let file = Some(())
            .filter(|()| agents::may_move(&judged, self.shell))
            .and_then(|()| ended_in::file(self.home));
        let file = file.and_then(|file| file.into_os_string().into_string().ok());
        let follow = file.map_or(Follow::Stays, |file| call.follow(file));
        let approved = decision != Some(Decision::Allow);
        agents::rewritten(&Runner { approved, follow, ..self.runner.clone() }, &judged)
    }

    /// Whether `run` takes `command` as a command: this one is the name of standard input.
    pub(super) fn takes(command: &str) -> bool {
        command != "-"
    }

    /// The command that `text` runs, if this wrote `text`.
    pub(super) fn original(&self, text: &str) -> Option<String> {
        agents::original(text, &self.runner, |file| ended_in::is_one(Path::new(file), self.home))
    }
}

/// The options of `run` that stand for `settings`.
fn options(settings: &Settings, call: &HookCall) -> Vec<String> {
    let mut options = Vec::new();
    let mut add = |name: &str, value: String| options.extend([name.to_owned(), value]);
    if let Some(mode) = settings.mode {
        add("--mode", mode.name().to_owned());
    }
    if let Some(profile) = settings.profile {
        add("--profile", profile.name.to_owned());
    }
    for file in &settings.policy {
        let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
        add("--policy", file.to_string_lossy().into_owned());
    }
    if let Some(engine) = &settings.engine {
        add("--engine", named(engine));
    }
    // The command enters the directory of its call from the one in which the agent works.
    if let Some(cwd) = call.cwd.as_ref().filter(|_| call.entered().is_some()) {
        add("--cwd", cwd.clone());
    }
    if settings.no_policy {
        options.push("--no-policy".to_owned());
    }
    // It runs the hooks of the settings itself.
    if call.agent == Agent::ClaudeCode {
        options.push("--no-hooks".to_owned());
    }
    options
}

fn named(engine: &EngineChoice) -> String {
    match engine {
        EngineChoice::Linked => "linked".to_owned(),
        EngineChoice::Module => "wasm".to_owned(),
        EngineChoice::File(file) => format!("wasm:{file}"),
    }
}
