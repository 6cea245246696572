//! The hooks of the settings, before and after a command, and before a fetch or a search.
//!
//! Owns which hooks count, what they are told, and what they did. The text of a hook's answer is read in `answer`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use policy_core::policy::{Authority, Hook, HookCommand, HookEvent, HookFailures};
use policy_core::{Decision, Policy, Request};
use serde_json::{Map, Value, json};
use tokio::process::Command;

use super::answer::{self, HookAnswer};
use super::hook_run::HookRun;
use super::matcher;
use super::program::{Ended, ask};
use super::tool_call::ToolCall;
use crate::installation::is_own_hook;
use crate::repository::top_of_work_tree;
use crate::shell::for_hook;
use crate::system::processes;

/// The variable that says to a hook, or to a classifier, that it is one: a command that it runs starts none again.
pub(super) const IN_HOOK: &str = "SHELLGATE_HOOK";

/// Longest command that a hook can put in the place of another, in bytes.
const COMMAND_BYTES_MAX: usize = 1024 * 1024;

/// Where hooks run.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    /// The user's environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// What the call says besides the command.
    pub(crate) call: ToolCall,
}

/// What the hooks say about a command that is to run.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// Each hook, in the order of the settings.
    pub(crate) runs: Vec<HookRun>,
    /// The command that is to run instead.
    pub(crate) updated: Option<String>,
}

/// Asks the hooks of `policy` before the command of `request` runs, or its page or query is asked for. All are asked at once, and each about what it is shown.
/// A change by a hook that `has_changed` names is no change: it has seen what runs.
pub(crate) async fn before(
    policy: &Policy,
    request: &Request<'_>,
    surroundings: &Surroundings,
    has_changed: &[String],
) -> Asked {
    let input = surroundings.input(HookEvent::PreToolUse, request, None);
    let shown = &input["tool_input"];
    let asked = counting(policy, HookEvent::PreToolUse, request).into_iter().map(|hook| {
        let (input, policy) = (&input, &*policy);
        async move {
            let (mut run, answer) = surroundings.run(hook, request, input).await;
            match answer.and_then(|answer| Ok((updated(&answer, shown)?, answer))) {
                Ok((updated, answer)) => {
                    let is_first = !has_changed.contains(&run.source);
                    run.updated_command = updated.filter(|new| is_first && new != request.command);
                    (run.decision, run.reason, run.text) = (answer.decision, answer.reason, answer.text);
                }
                Err(why) => {
                    run.decision = failure(hook, policy);
                    run.failure = Some(why);
                }
            }
            run
        }
    });
    let mut runs = all(asked).await;
    let mut updates = runs.iter().filter_map(|run| run.updated_command.clone()).collect::<Vec<_>>();
    updates.dedup();
    if updates.len() > 1 {
        for run in runs.iter_mut().filter(|run| run.updated_command.is_some()) {
            run.decision = Some(Decision::Deny);
            run.failure = Some("another hook changes the command in another way".to_owned());
        }
        updates.clear();
    }
    Asked { runs, updated: updates.pop() }
}

/// Tells the hooks of `policy` what the command of `request` did: `response` as Claude Code has it.
pub(crate) async fn after(
    policy: &Policy,
    request: &Request<'_>,
    surroundings: &Surroundings,
    response: Value,
) -> Vec<HookRun> {
    let input = surroundings.input(HookEvent::PostToolUse, request, Some(response));
    let asked = counting(policy, HookEvent::PostToolUse, request).into_iter().map(|hook| {
        let input = &input;
        async move {
            let (mut run, answer) = surroundings.run(hook, request, input).await;
            match answer {
                Ok(HookAnswer { decision, reason, text, .. }) => {
                    (run.decision, run.reason, run.text) = (decision, reason, text);
                }
                Err(why) => run.failure = Some(why),
            }
            run
        }
    });
    all(asked).await
}

/// The hooks of `policy` that are not started, because a project names them that the user does not trust with it.
pub(crate) fn untrusted<'p>(policy: &'p Policy, home: Option<&Path>) -> Vec<&'p Hook> {
    policy.hooks.iter().filter(|hook| !is_trusted(hook, policy, home)).collect()
}

fn is_trusted(hook: &Hook, policy: &Policy, home: Option<&Path>) -> bool {
    let Some(root) = hook.root.as_deref().filter(|_| hook.authority == Authority::Project) else {
        return hook.authority == Authority::User;
    };
    let root = Path::new(root).canonicalize();
    policy.trusted_hooks.iter().any(|directory| {
        let directory = match (directory.strip_prefix("~/"), home) {
            (Some(inside), Some(home)) => home.join(inside),
            _ => PathBuf::from(directory),
        };
        root.as_ref().is_ok_and(|root| directory.canonicalize().is_ok_and(|directory| directory == *root))
    })
}

/// The hooks that are asked about `request`: each once.
fn counting<'p>(policy: &'p Policy, event: HookEvent, request: &Request<'_>) -> Vec<&'p Hook> {
    let home = request.home.map(Path::new);
    let mut counting: Vec<&Hook> = Vec::new();
    for hook in policy.hooks.iter().filter(|hook| hook.event == event) {
        let is_known = counting.iter().any(|known| known.command.is_some() && known.command == hook.command);
        let concerns = || match &hook.condition {
            Some(rule) => matcher::concerns(rule, hook.root.as_deref(), request),
            None => true,
        };
        if !is_known
            && !is_own(hook)
            && matcher::names(&hook.matcher, request.tool)
            && is_trusted(hook, policy, home)
            && concerns()
        {
            counting.push(hook);
        }
    }
    counting
}

/// Whether the hook is this program's answer to an agent, which decides as the session does.
fn is_own(hook: &Hook) -> bool {
    match &hook.command {
        Some(HookCommand::Line(line)) => is_own_hook(line, None),
        Some(HookCommand::Program(program, arguments)) => is_own_hook(program, Some(arguments)),
        None => false,
    }
}

/// What follows from the failure of `hook`.
fn failure(hook: &Hook, policy: &Policy) -> Option<Decision> {
    match policy.hook_failures {
        _ if hook.blocks_on_failure => Some(Decision::Deny),
        HookFailures::Deny => Some(Decision::Deny),
        HookFailures::Ask => Some(Decision::Ask),
        HookFailures::Allow => None,
    }
}

/// The command in the input that a hook puts in the place of `shown`. The input of a tool that runs no command cannot be
/// changed.
fn updated(answer: &HookAnswer, shown: &Value) -> Result<Option<String>, String> {
    let Some(updated) = &answer.updated else { return Ok(None) };
    let is_command = shown.get("command").is_some();
    for (key, value) in updated {
        let may_change = is_command && (key == "command" || key == "description");
        if !may_change && shown.get(key) != Some(value) {
            let rest =
                if is_command { "only `command` can be changed" } else { "this tool's input is final" };
            return Err(format!("it changes `{key}`, and {rest}"));
        }
    }
    if !is_command {
        return Ok(None);
    }
    match updated.get("command") {
        None => Ok(None),
        Some(Value::String(command)) if command.contains('\0') || command.trim().is_empty() => {
            Err("the command in its answer is empty or holds a NUL character".to_owned())
        }
        Some(Value::String(command)) if command.len() > COMMAND_BYTES_MAX => {
            Err("the command in its answer is longer than 1 MiB".to_owned())
        }
        Some(Value::String(command)) => Ok(Some(command.clone())),
        Some(_) => Err("the command in its answer is no text".to_owned()),
    }
}

impl Surroundings {
    /// What a hook is told.
    fn input(&self, event: HookEvent, request: &Request<'_>, response: Option<Value>) -> Value {
        let session = &self.call.session;
        let process = || format!("shellgate-{}", std::process::id());
        let tool_input = self.call.input.clone().unwrap_or_else(|| self.command_input(request));
        let mut input = json!({
            "session_id": if session.is_empty() { process() } else { session.clone() },
            "cwd": request.cwd,
            "hook_event_name": event.name(),
            "tool_name": request.tool,
            "tool_input": tool_input,
        });
        if let Some(response) = response {
            input["tool_response"] = response;
        }
        input
    }

    /// The input of the tool that runs the command of `request`.
    fn command_input(&self, request: &Request<'_>) -> Map<String, Value> {
        let ToolCall { description, timeout, run_in_background, .. } = &self.call;
        let mut input = Map::new();
        input.insert("command".to_owned(), request.command.into());
        if let Some(description) = description {
            input.insert("description".to_owned(), description.as_str().into());
        }
        if let Some(timeout) = timeout {
            input.insert("timeout".to_owned(), (*timeout).into());
        }
        if *run_in_background {
            input.insert("run_in_background".to_owned(), true.into());
        }
        input
    }

    /// Runs `hook`, and says what it answered, or why there is no answer.
    async fn run(
        &self,
        hook: &Hook,
        request: &Request<'_>,
        input: &Value,
    ) -> (HookRun, Result<HookAnswer, String>) {
        let started = Instant::now();
        let answer = match self.ended(hook, request, input).await {
            Ok(ended) => answer::read(hook.event, &ended),
            Err(why) => Err(why),
        };
        let run = HookRun {
            event: hook.event.name(),
            hook: hook.command.as_ref().map(HookCommand::text).unwrap_or_default(),
            source: hook.place.to_string(),
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            ..HookRun::default()
        };
        (run, answer)
    }

    async fn ended(&self, hook: &Hook, request: &Request<'_>, input: &Value) -> Result<Ended, String> {
        let Some(what) = &hook.command else {
            return Err("it cannot be read".to_owned());
        };
        if self.environment.iter().any(|(name, _)| name == IN_HOOK) {
            return Err(
                "a hook runs this command, and hooks would start each other without an end".to_owned()
            );
        }
        let cwd = Path::new(request.cwd.unwrap_or("/"));
        let project = top_of_work_tree(cwd).unwrap_or(cwd);
        let expanded = |text: &str| match project.to_str() {
            Some(project) => text.replace("${CLAUDE_PROJECT_DIR}", project),
            None => text.to_owned(),
        };
        let mut variables = Vec::new();
        let mut command = match what {
            // The shell itself reads the variable.
            HookCommand::Line(line) => {
                let (program, invocation) = for_hook(line)?;
                variables = invocation.variables;
                let mut shell = Command::new(program);
                shell.args(invocation.arguments.iter().skip(1));
                shell
            }
            HookCommand::Program(program, arguments) => {
                let arguments = arguments.iter().map(|argument| expanded(argument));
                processes::program(&expanded(program), arguments.collect())?
            }
        };
        command
            .env_clear()
            .envs(self.environment.iter().chain(&variables).map(|(name, value)| (name, value)))
            .env("CLAUDE_PROJECT_DIR", project)
            .env(IN_HOOK, "1")
            .current_dir(cwd);
        let text = serde_json::to_vec(input).unwrap_or_default();
        let ended = ask(command, &text, Duration::from_millis(hook.time_ms)).await;
        ended.map_err(|error| error.to_string())
    }
}

/// What each of `futures` gives, all at once.
async fn all<T>(futures: impl Iterator<Item = impl Future<Output = T>>) -> Vec<T> {
    let mut waiting = futures.map(|future| (Box::pin(future), None)).collect::<Vec<_>>();
    std::future::poll_fn(|context| {
        let mut is_ready = true;
        for (future, done) in &mut waiting {
            if done.is_none() {
                match future.as_mut().poll(context) {
                    std::task::Poll::Ready(value) => *done = Some(value),
                    std::task::Poll::Pending => is_ready = false,
                }
            }
        }
        if is_ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    waiting.into_iter().filter_map(|(_, done)| done).collect()
}
