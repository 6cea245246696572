//! `doctor`: what this machine can enforce, with a remedy for each missing part, and which build of the core decides
//! here, and which agents have its hook.
//!
//! Owns the drawing. The parts are found by `launch::probe` and by the engine, the agents by `installation`.

use std::fmt::Write as _;

use clap::builder::styling::{AnsiColor, Style};
use policy_core::{Policy, PolicyError};
use serde::Serialize;

use super::arguments::{Doctor, LocationArguments, Shell};
use super::draw::{self, Colour};
use super::exit::Exit;
use super::failure::Failure;
use super::request::Location;
use super::terminal;
use crate::engine::{Module, ModuleGate};
use crate::launch;
use crate::sandbox::{Backend, Holding};
use policy_core::visible::line;

/// One part of what keeps a command confined, or who decides about it.
#[derive(Clone, Debug, Serialize)]
struct Part {
    /// Such as `Landlock`.
    name: String,
    /// Whether it works here.
    works: bool,
    /// The result, such as `ABI 6`.
    found: String,
    /// The remedy if it does not work, or a way to have more of it; empty when there is nothing to do.
    remedy: String,
}

/// Every part, in the order in which they are shown, each tried on this machine.
fn parts(backend: Backend) -> std::io::Result<Vec<Part>> {
    let parts = launch::probe(None, backend)?;
    Ok(parts
        .into_iter()
        .map(|(promise, holding)| {
            let (works, found, remedy) = match holding {
                Holding::Holds => (true, promise.sentence().to_owned(), String::new()),
                Holding::Lost { why, remedy } => (false, why, remedy),
            };
            // It was the option that switched it off.
            let remedy = if backend == Backend::None && !works && cfg!(unix) {
                "remove `--backend none`".to_owned()
            } else {
                remedy
            };
            Part { name: promise.code().to_owned(), works, found, remedy }
        })
        .collect())
}

pub(super) fn doctor(asked: &Doctor) -> Result<Exit, Failure> {
    let backend = asked.backend.unwrap_or(Backend::of_this_system());
    if asked.attack {
        #[cfg(all(target_os = "linux", feature = "attacks"))]
        return super::attack::attack(backend, asked.json);
        #[cfg(all(target_os = "linux", not(feature = "attacks")))]
        return Err(Failure::usage(
            "this program was built without the attacks",
            "build it with its feature `attacks`: `cargo run --features attacks -- doctor --attack`",
        ));
        #[cfg(not(target_os = "linux"))]
        return Err(Failure::usage(
            "the attacks are calls of Linux, and this program has none for this system",
            "`doctor` without `--attack` tries what confines commands here; on Windows, WSL2 has the whole sandbox",
        ));
    }
    let mut parts = parts(backend)?;
    let place = LocationArguments { cwd: None, shell: Some(Shell::Bash), tool: None };
    let policy = Location::of(&place).and_then(|here| here.quiet_policy(&asked.settings));
    parts.push(engine(policy.as_ref()));
    let policy = policy.ok();
    #[cfg(feature = "web")]
    parts.extend(proxies(policy.as_ref(), &super::web_tools::proxies()));
    let agents = agents();
    let healthy = parts.iter().all(|part| part.works) && agents.iter().all(|agent| agent.state != BROKEN);
    let (warnings, sources) =
        policy.as_ref().map_or((&[][..], &[][..]), |policy| (&policy.warnings, &policy.sources));
    terminal::data(&if asked.json {
        json(&parts, &agents, warnings, healthy)
    } else {
        let colour = terminal::colour_of_data();
        let mut out = drawn(&parts, colour);
        out.push_str(&agents_drawn(&agents, colour));
        if !warnings.is_empty() {
            out.push('\n');
            out.push_str(&draw::policy_warnings(warnings, sources, colour));
        }
        out
    })?;
    Ok(if healthy { Exit::Done } else { Exit::Internal })
}

/// An agent on this machine.
#[derive(Clone, Debug, Serialize)]
struct AgentPart {
    agent: &'static str,
    title: &'static str,
    /// Its version, if its program says one.
    version: Option<String>,
    /// `guarded`, `unguarded`: it has no hook, or `broken`: its hook is not asked or cannot answer.
    state: &'static str,
    hooks: Vec<HookPart>,
    /// The MCP servers of this program in its files.
    servers: Vec<ServerPart>,
    #[serde(rename = "ownShell")]
    own_shell: OwnShellPart,
    /// What is wrong, each with its remedy.
    problems: Vec<FindingPart>,
    /// What a person should know besides.
    notes: Vec<FindingPart>,
}

/// A hook in a file of an agent.
#[derive(Clone, Debug, Serialize)]
struct HookPart {
    scope: &'static str,
    file: String,
    program: String,
    /// Whether approved commands run in the sandbox.
    confines: bool,
}

/// An MCP server in a file of an agent.
#[derive(Clone, Debug, Serialize)]
struct ServerPart {
    scope: &'static str,
    file: String,
    program: String,
}

/// The agent's own shell.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct OwnShellPart {
    /// Whether the agent does not offer it to the model.
    taken_away: bool,
    /// The entries that take it away, in words; empty if it is there.
    by: Vec<String>,
    /// What is in the way, and what a person does about it; empty if it is taken away.
    found: String,
    remedy: String,
}

#[derive(Clone, Debug, Serialize)]
struct FindingPart {
    found: String,
    remedy: String,
}

/// The state of an agent whose hook does not work.
const BROKEN: &str = "broken";

fn agents() -> Vec<AgentPart> {
    use crate::installation::finding::Finding;
    use crate::installation::health::{Health, Hook, Served, health};
    use crate::installation::servers::OwnShell;
    use crate::installation::surroundings::Surroundings;
    let at = std::env::current_dir().ok().and_then(|cwd| Surroundings::of_this_process(&cwd));
    let findings = |findings: Vec<Finding>| {
        findings.into_iter().map(|Finding { found, remedy }| FindingPart { found, remedy }).collect()
    };
    let hook = |hook: Hook| HookPart {
        scope: hook.scope.name(),
        file: hook.file.display().to_string(),
        program: hook.program.display().to_string(),
        confines: hook.confines,
    };
    let server = |server: Served| ServerPart {
        scope: server.scope.name(),
        file: server.file.display().to_string(),
        program: server.program.display().to_string(),
    };
    let own_shell = |shell: OwnShell| match shell {
        OwnShell::TakenAway(by) => {
            OwnShellPart { taken_away: true, by, found: String::new(), remedy: String::new() }
        }
        OwnShell::There(Finding { found, remedy }) => {
            OwnShellPart { taken_away: false, by: Vec::new(), found, remedy }
        }
    };
    let part = |health: Health| AgentPart {
        agent: health.agent.name(),
        title: health.agent.title(),
        version: health.version.map(|version| version.to_string()),
        state: health.state.name(),
        hooks: health.hooks.into_iter().map(hook).collect(),
        servers: health.servers.into_iter().map(server).collect(),
        own_shell: own_shell(health.own_shell),
        problems: findings(health.problems),
        notes: findings(health.notes),
    };
    at.map(|at| health(&at).into_iter().map(part).collect()).unwrap_or_default()
}

/// The agents with their hooks, and what is wrong with them.
fn agents_drawn(agents: &[AgentPart], colour: Colour) -> String {
    let width = agents.iter().map(|agent| agent.title.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for agent in agents {
        let (mark, style) = match agent.state {
            "guarded" => ("ok", AnsiColor::Green.on_default()),
            BROKEN => ("broken", AnsiColor::Red.on_default()),
            _ => ("no hook", AnsiColor::Yellow.on_default()),
        };
        let style = if colour == Colour::Always { style } else { Style::new() };
        let files = agent
            .hooks
            .iter()
            .map(|hook| format!("`{}`{}", line(&hook.file), if hook.confines { " (confines)" } else { "" }));
        let files = files.collect::<Vec<_>>();
        let servers = agent.servers.iter().map(|server| format!("`{}`", line(&server.file)));
        let servers = servers.collect::<Vec<_>>().join(", ");
        let found = match files.as_slice() {
            [] if agent.state == "guarded" => "its commands run by the MCP server".to_owned(),
            [] => "its commands do not go through the gate".to_owned(),
            files => format!("hook in {}", files.join(", ")),
        };
        let version = agent.version.as_deref().map(|version| format!("{version}: ")).unwrap_or_default();
        // Writing to a string does not fail.
        let _ =
            writeln!(out, "{style}{mark:<7}{style:#}  {:<width$}  {}{found}", agent.title, line(&version));
        let mut say = |text: &str| {
            if !text.is_empty() {
                let _ = writeln!(out, "         {:<width$}  {}", "", line(text));
            }
        };
        match (servers.is_empty(), agent.own_shell.taken_away) {
            (true, false) => say(&format!("no MCP server (`shellgate install {} --mcp`)", agent.agent)),
            (true, true) => say(&format!("no MCP server, and its own shell is taken away: {}", by(agent))),
            (false, true) => say(&format!("MCP server in {servers}; own shell taken away: {}", by(agent))),
            (false, false) => {
                say(&format!("MCP server in {servers}, but {}", agent.own_shell.found));
                say(&agent.own_shell.remedy);
            }
        }
        for finding in agent.problems.iter().chain(&agent.notes) {
            say(&finding.found);
            say(&finding.remedy);
        }
        if agent.hooks.is_empty() && agent.state != "guarded" {
            say(&format!("`shellgate install {}`", agent.agent));
        }
    }
    out
}

/// What takes the own shell of `agent` away.
fn by(agent: &AgentPart) -> String {
    agent.own_shell.by.join(", ")
}

/// Who decides in this directory, tried.
fn engine(policy: Result<&Policy, &Failure>) -> Part {
    let part = |works, found: String, remedy: &str| Part {
        name: "engine".to_owned(),
        works,
        found,
        remedy: remedy.to_owned(),
    };
    let policy = match policy {
        Ok(policy) => policy,
        Err(failure) => {
            let why = format!("the settings that choose the engine cannot be used: {}", failure.sentence());
            return part(false, why, "correct them; every command asks until then");
        }
    };
    let Some(gate) = ModuleGate::of(policy) else {
        let (module, remedy) = match (Module::can_run(), Module::is_carried()) {
            (false, _) => {
                ("this program was built without wasmtime", "`--features engine` builds it with wasmtime")
            }
            (true, true) => ("this program has the module too", ""),
            (true, false) => ("this program has no module", ""),
        };
        return part(true, format!("the linked core decides; {module}"), remedy);
    };
    let name = match gate.module().path() {
        Some(file) => format!("the module `{}`", file.display()),
        None => "the module in this program".to_owned(),
    };
    match gate.module().load() {
        Ok(()) => part(true, format!("{name} decides"), ""),
        Err(error) => part(false, format!("{name} decides, and returns no verdict: {error}"), error.help()),
    }
}

/// The proxies of the web tools. No row where the environment names none.
#[cfg(feature = "web")]
fn proxies(policy: Option<&Policy>, proxies: &crate::web::Proxies) -> Vec<Part> {
    let is_trusted = policy.is_some_and(|policy| policy.web.trust_proxy);
    let part = |proxy: Result<String, String>| {
        let (works, found, remedy) = match proxy {
            Ok(proxy) if is_trusted => {
                (true, format!("`fetch` and `search` go through `{proxy}`, which may resolve names"), "")
            }
            Ok(proxy) => (
                true,
                format!(
                    "`fetch` and `search` go through `{proxy}`, which gets addresses that were judged here"
                ),
                "`web.trustProxy` lets it resolve the names that this machine does not know; they are not judged",
            ),
            Err(problem) => (
                false,
                format!("`fetch` and `search` cannot use the proxy {problem}"),
                "name an HTTP proxy in `HTTPS_PROXY` and `HTTP_PROXY`, or the hosts without one in `NO_PROXY`",
            ),
        };
        Part { name: "proxy".to_owned(), works, found, remedy: remedy.to_owned() }
    };
    proxies.of_pages().into_iter().map(part).collect()
}

fn json(parts: &[Part], agents: &[AgentPart], warnings: &[PolicyError], healthy: bool) -> String {
    #[derive(Serialize)]
    struct Report<'p> {
        healthy: bool,
        parts: &'p [Part],
        /// The agents on this machine.
        agents: &'p [AgentPart],
        /// The warnings about the settings.
        warnings: Vec<Warning<'p>>,
    }
    #[derive(Serialize)]
    struct Warning<'p> {
        message: &'p str,
        help: &'p str,
        line: u32,
        column: u32,
        file: &'p str,
    }
    let warnings = warnings.iter().map(|PolicyError { file, line, column, message, help, .. }| Warning {
        message,
        help,
        line: *line,
        column: *column,
        file,
    });
    serde_json::to_string(&Report { healthy, parts, agents, warnings: warnings.collect() })
        .unwrap_or_default()
}

fn drawn(parts: &[Part], colour: Colour) -> String {
    let width = parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        let (mark, style) = match (part.works, colour) {
            (true, Colour::Always) => ("ok", AnsiColor::Green.on_default()),
            (false, Colour::Always) => ("missing", AnsiColor::Red.on_default()),
            (true, Colour::Never) => ("ok", Style::new()),
            (false, Colour::Never) => ("missing", Style::new()),
        };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{style}{mark:<7}{style:#}  {:<width$}  {}", part.name, line(&part.found));
        // One remedy for several parts in a row is said once.
        let is_last = parts.get(index + 1).is_none_or(|next| next.remedy != part.remedy);
        if !part.remedy.is_empty() && is_last {
            let _ = writeln!(out, "         {:<width$}  {}", "", line(&part.remedy));
        }
    }
    let working = parts.iter().filter(|part| part.works).count();
    let _ = writeln!(out, "{working} of {} work here", parts.len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "web")]
    #[test]
    fn a_proxy_is_told_with_who_judges_its_addresses() {
        use crate::web::Proxies;

        let shown = |policy: &Policy, proxy: &str| {
            drawn(&proxies(Some(policy), &Proxies::of([("ALL_PROXY", proxy)])), Colour::Never)
        };
        let (mut policy, none) = (Policy::default(), Proxies::default());
        assert!(proxies(Some(&policy), &none).is_empty());
        assert!(
            shown(&policy, "http://u:w@p:8080").contains("through `http://p:8080`, which gets addresses")
        );
        assert!(shown(&policy, "socks5://p:1080").starts_with("missing  proxy"));
        policy.web.trust_proxy = true;
        assert!(shown(&policy, "http://p:8080").contains("which may resolve names"));
    }

    #[test]
    fn a_missing_part_comes_with_its_remedy() {
        let part = |name: &str, works, found: &str, remedy: &str| Part {
            name: name.to_owned(),
            works,
            found: found.to_owned(),
            remedy: remedy.to_owned(),
        };
        let parts = [
            part("Landlock", true, "ABI 6", ""),
            part("user namespaces", false, "refused", "set `kernel.unprivileged_userns_clone=1`"),
        ];
        assert_eq!(
            drawn(&parts, Colour::Never),
            "ok       Landlock         ABI 6\n\
             missing  user namespaces  refused\n\
             \x20                         set `kernel.unprivileged_userns_clone=1`\n\
             1 of 2 work here\n"
        );
        assert!(
            json(&parts, &[], &[], false)
                .starts_with(r#"{"healthy":false,"parts":[{"name":"Landlock","works":true,"#)
        );
    }
}
