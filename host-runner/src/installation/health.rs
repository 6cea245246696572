//! What holds of an agent on this machine: whether its commands go through the gate, and what is in the way.
//!
//! Owns the findings and their remedies. Writes nothing.

use std::path::{Path, PathBuf};

use policy_core::agents::Agent;
use serde_json::Value;

use super::agents::client;
use super::change::{Effect, Present};
use super::client::{Client, Off, Switch};
use super::finding::Finding;
use super::servers::{self, OwnShell};
use super::surroundings::{Scope, Surroundings};
use super::target::Target;
use super::version::Version;
use super::{Confinement, Installed, Trust, change, installation, installed, json, present, trust};
use crate::system::files;

/// Whether the commands of an agent go through the gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// They do.
    Guarded,
    /// There is no hook.
    Unguarded,
    /// There is a hook that is not asked, or that cannot answer.
    Broken,
}

impl State {
    /// Its name in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Guarded => "guarded",
            Self::Unguarded => "unguarded",
            Self::Broken => "broken",
        }
    }
}

/// A hook in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hook {
    /// For whom it is.
    pub(crate) scope: Scope,
    /// The file.
    pub(crate) file: PathBuf,
    /// The program that it calls.
    pub(crate) program: PathBuf,
    /// Whether approved commands run in the sandbox.
    pub(crate) confines: bool,
}

/// An MCP server in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Served {
    /// For whom it is.
    pub(crate) scope: Scope,
    /// The file.
    pub(crate) file: PathBuf,
    /// The program that serves.
    pub(crate) program: PathBuf,
}

/// An agent on this machine.
#[derive(Clone, Debug)]
pub(crate) struct Health {
    /// Which one.
    pub(crate) agent: Agent,
    /// Its version, if its program says one.
    pub(crate) version: Option<Version>,
    /// Whether its commands go through the gate.
    pub(crate) state: State,
    /// The hooks in its files.
    pub(crate) hooks: Vec<Hook>,
    /// The MCP servers of Shellgate in its files.
    pub(crate) servers: Vec<Served>,
    /// Whether its own shell is taken away.
    pub(crate) own_shell: OwnShell,
    /// What is wrong.
    pub(crate) problems: Vec<Finding>,
    /// What a person should know besides.
    pub(crate) notes: Vec<Finding>,
    /// The scopes whose hooks the agent does not run.
    untrusted: Vec<Scope>,
}

/// Every agent on this machine, each looked at in its own thread, because their programs start slowly.
pub(crate) fn health(at: &Surroundings) -> Vec<Health> {
    std::thread::scope(|scope| {
        let looks = Agent::ALL.map(|agent| scope.spawn(move || Health::of(client(agent), at)));
        looks.into_iter().filter_map(|look| look.join().ok().flatten()).collect()
    })
}

impl Health {
    /// None if the agent is not on this machine and no hook waits for it.
    fn of(client: &Client, at: &Surroundings) -> Option<Self> {
        let agent = client.agent;
        let mut health = Self {
            agent,
            version: None,
            state: State::Unguarded,
            hooks: vec![],
            servers: vec![],
            own_shell: servers::own_shell(agent, Scope::User, at),
            problems: vec![],
            notes: vec![],
            untrusted: vec![],
        };
        for scope in Scope::ALL {
            health.look(scope, at);
        }
        health.look_for_server(at);
        let installed = installed(client, at);
        if installed.is_none() && health.hooks.is_empty() && health.servers.is_empty() {
            return None;
        }
        let mut is_off = health.switched_off(client, at);
        is_off.append(&mut health.untrusted);
        health.version = installed.and_then(|Installed { version, .. }| version);
        health.old_version(client);
        let works = |hook: &&Hook| is_program(&hook.program) && !is_off.contains(&hook.scope);
        let is_guarded = health.hooks.iter().any(|hook| works(&hook)) || health.is_served();
        health.state = match (is_guarded, health.hooks.is_empty() && health.problems.is_empty()) {
            (true, _) => State::Guarded,
            (false, true) => State::Unguarded,
            (false, false) => State::Broken,
        };
        health.second_judge(at);
        if !health.hooks.is_empty() {
            health.notes.extend((client.advice)(at));
        }
        Some(health)
    }

    /// Adds the hooks of `scope`, and what is wrong with them.
    fn look(&mut self, scope: Scope, at: &Surroundings) {
        let name = self.agent.name();
        let order = match scope {
            Scope::Managed => change::as_administrator(&at.shellgate, &format!("install {name}")),
            Scope::User | Scope::Project => format!("shellgate install {name} --{}", scope.name()),
        };
        let calls = match present(self.agent, scope, at) {
            Ok(calls) => calls,
            Err(refusal) => {
                let found = format!("its settings are of no use to it either: {refusal}");
                return self.problems.push(Finding { found, remedy: refusal.help() });
            }
        };
        let is_there = !calls.is_empty();
        for (file, Present { program, confines, .. }) in calls {
            if !is_program(&program) {
                let (file, program) = (file.display(), program.display());
                let found = format!(
                    "the hook in `{file}` calls `{program}`, which is not there: every command is blocked"
                );
                self.problems
                    .push(Finding { found, remedy: format!("`{order}` writes the path of this program") });
            }
            let hook = Hook { scope, file, program, confines };
            if !self.hooks.contains(&hook) {
                self.hooks.push(hook);
            }
        }
        let is_installed = at.program(client(self.agent).program).is_some();
        if is_there
            && is_installed
            && let Trust::Missing(why) = trust(self.agent, scope, at)
        {
            let remedy = format!("`{order}` lets it trust the hook, or open `/hooks` in it");
            self.untrusted.push(scope);
            self.problems.push(Finding { found: why, remedy });
        }
        let plan = if is_there {
            installation(self.agent, scope, at, Confinement::AsBefore).unwrap_or_default()
        } else {
            Vec::new()
        };
        for change in plan.iter().filter(|change| change.effect() != Effect::Nothing) {
            let found = format!("`{}` is not as this version would write it", change.target.file.display());
            self.notes.push(Finding { found, remedy: format!("`{order} --dry-run` shows the difference") });
        }
    }

    /// Adds the servers, what is wrong with them, and whether the own shell is gone.
    fn look_for_server(&mut self, at: &Surroundings) {
        let name = self.agent.name();
        for scope in [Scope::User, Scope::Project] {
            let shell = servers::own_shell(self.agent, scope, at);
            if matches!(shell, OwnShell::TakenAway(_)) {
                self.own_shell = shell;
            }
            let (file, program) = match servers::registered(self.agent, scope, at) {
                Ok(Some((file, registered))) => (file, registered.program),
                Ok(None) => continue,
                Err(refusal) => {
                    let found = format!("nobody knows whether it has the MCP server: {refusal}");
                    self.notes.push(Finding { found, remedy: refusal.help() });
                    continue;
                }
            };
            if !is_program(&program) {
                let found = format!(
                    "the MCP server in `{}` is `{}`, which is not there: no command runs by it",
                    file.display(),
                    program.display()
                );
                let order = format!("shellgate install {name} --mcp --{}", scope.name());
                let remedy = format!("`{order}` writes the path of this program");
                self.problems.push(Finding { found, remedy });
            }
            self.servers.push(Served { scope, file, program });
        }
    }

    /// Whether commands can only run by a server that works.
    fn is_served(&self) -> bool {
        let is_there = self.servers.iter().any(|server| is_program(&server.program));
        is_there && matches!(self.own_shell, OwnShell::TakenAway(_))
    }

    /// The scopes that are switched off, after saying so.
    fn switched_off(&mut self, client: &Client, at: &Surroundings) -> Vec<Scope> {
        let mut off = Vec::new();
        for switch in (client.switches)(at) {
            let hit = self.hooks.iter().any(|hook| switch.scopes.contains(&hook.scope));
            if !hit || !is_off(&switch) {
                continue;
            }
            let (keys, file) = (switch.keys.join("."), switch.file.display().to_string());
            off.extend(switch.scopes);
            let managed = change::as_administrator(&at.shellgate, &format!("install {}", self.agent.name()));
            let can_be_managed = !client.hook_places(at, Scope::Managed).is_empty()
                && !switch.scopes.contains(&Scope::Managed);
            let survives = self.hooks.iter().any(|hook| !switch.scopes.contains(&hook.scope));
            let remedy = match (survives, can_be_managed) {
                (true, _) => String::new(),
                (false, true) => format!("remove it there, or install a hook that survives it: `{managed}`"),
                (false, false) => "remove it there".to_owned(),
            };
            let found = format!("`{keys}` in `{file}` switches the hook off");
            let finding = Finding { found, remedy };
            if survives { self.notes.push(finding) } else { self.problems.push(finding) }
        }
        off
    }

    fn old_version(&mut self, client: &Client) {
        if let (Some(found), Some(needed)) = (self.version, client.closed_since())
            && found < needed
            && !self.hooks.is_empty()
        {
            self.notes.push(Finding {
                found: format!("version {found} runs the command when the hook does not end in time"),
                remedy: format!("update it: {needed} and newer versions block the command"),
            });
        }
    }

    /// Says where another agent's file makes the same agent ask twice.
    fn second_judge(&mut self, at: &Surroundings) {
        if self.agent != Agent::Copilot || self.hooks.is_empty() {
            return;
        }
        for (file, _) in present(Agent::ClaudeCode, Scope::Project, at).unwrap_or_default() {
            self.notes.push(Finding {
                found: format!("it runs the hook of `{}` too, so each command is judged twice", file.display()),
                remedy: "`shellgate uninstall claude --project` leaves one, if you have Claude Code's hook for yourself"
                    .to_owned(),
            });
        }
    }
}

/// Whether `program` can be executed; a bare name is looked for by the shell.
fn is_program(program: &Path) -> bool {
    let is_bare = program.components().count() == 1;
    is_bare || files::is_program(program)
}

/// Whether the setting of `switch` has the value that switches off. A file that cannot be read switches nothing.
fn is_off(switch: &Switch) -> bool {
    let Ok(Target { text: Some(text), .. }) = Target::read(&switch.file) else { return false };
    let document = match switch.file.extension().and_then(|it| it.to_str()) {
        Some("toml") => toml::from_str::<Value>(&text).ok(),
        _ => json::value(&text).ok(),
    };
    let mut value = document.as_ref();
    for key in switch.keys {
        value = value.and_then(|value| value.get(key));
    }
    match (switch.off, value) {
        (Off::When(off), Some(value)) => value.as_bool() == Some(off),
        (Off::Lists(name), Some(Value::Array(names))) => names.iter().any(|it| it.as_str() == Some(name)),
        (_, _) => false,
    }
}
