//! Judges the commands of a call with the settings of its directory.
//!
//! Owns what the surroundings of a call change: what is wrong with them blocks it, but for a denial, which stays one.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use policy_core::agents::{self, Agent, AgentMode, HookCall, Rewrites, Ruling};
use policy_core::codes::notices::CRITICAL_REMOVAL;
use policy_core::present::advice::REMOVE_PLACE;
use policy_core::verdict::Audience;
use policy_core::{Decision, Dialect, Engine, Mode, Policy, Request, Verdict};

use super::confine::Rewriter;
use crate::cli::approvals::SessionApprovals;
use crate::cli::arguments::{Hook, LocationArguments, Settings, Shell};
use crate::cli::background;
use crate::cli::engine::gate;
use crate::cli::failure::Failure;
use crate::cli::request::Location;
use crate::consult::{classified, is_a_persons};
use crate::decide::decide;
use crate::engine::Judge;
use crate::session::Session;

/// The ruling on `call`, or why there is none.
pub(super) fn judged(call: &HookCall, asked: &Hook) -> Result<Ruling, String> {
    let named = match call.mode {
        AgentMode::Unsaid => None,
        AgentMode::Is(mode) => Some(mode),
        AgentMode::Auto => Some(Mode::Default),
    };
    let is_named_auto = asked.settings.mode.is_none() && call.mode == AgentMode::Auto;
    let settings = Settings { mode: asked.settings.mode.or(named), ..asked.settings.clone() };
    let has_nul = call.commands.iter().any(|command| command.contains('\0'));
    let mut doubt = has_nul.then(|| "the command holds a NUL character".to_owned());
    let here = match here(call, None) {
        Ok(here) => here,
        Err(failure) => {
            doubt.get_or_insert(failure.sentence());
            // The nearest place in which something can still be denied.
            let shell = Some(Shell::Bash).filter(|_| !call.has_rules_of_its_own());
            let nearest = here(call, shell);
            match nearest.or_else(|_| Location::of(&place(call, None, shell))) {
                Ok(here) => here,
                Err(_) => return Err(failure.sentence()),
            }
        }
    };
    let policy = here.quiet_policy(&settings).unwrap_or_else(|failure| {
        doubt.get_or_insert(failure.sentence());
        here.usable_policy(&settings)
    });
    // Only Claude Code has the model that decides in this mode.
    let is_auto = call.agent == Agent::ClaudeCode && (is_named_auto || policy.is_auto);
    if asked.confine && call.is_shell && call.rewrites == Rewrites::Never {
        return Err(format!(
            "`--confine` cannot hold, because {} runs no other command than its own; leave it out",
            call.agent.title()
        ));
    }
    let home = here.home.clone();
    // Only commands of a POSIX shell are rewritten.
    let is_rewritten = !call.has_rules_of_its_own() && !call.is_web;
    let rewriter = match Rewriter::new(call, &settings, (home.as_deref().map(Path::new), here.shell)) {
        Ok(rewriter) => Some(rewriter).filter(|_| is_rewritten),
        Err(problem) if asked.confine => return Err(problem),
        Err(_) => None,
    };
    let judge = CallJudge {
        here: &here,
        decider: Decider::new(policy, asked.confine),
        rewriter,
        is_auto: is_auto && doubt.is_none(),
        until: Instant::now() + Duration::from_millis(asked.deadline).saturating_sub(ANSWERING),
    };
    let judged: Vec<(Ruling, String)> =
        call.commands.iter().map(|command| judge.judged(call, command)).collect();
    let (rulings, commands): (Vec<_>, Vec<_>) = judged.into_iter().unzip();
    let mut ruling = Ruling::strictest(rulings);
    if asked.confine && call.has_rules_of_its_own() && ruling.decision == Some(Decision::Allow) {
        ruling = Ruling::new(Decision::Ask, UNCONFINED);
    }
    ruling.rewritten = Some(commands).filter(|commands| *commands != call.commands);
    if let Some(doubt) = doubt
        && ruling.decision != Some(Decision::Deny)
    {
        return Err(doubt);
    }
    let shows_notes = matches!(call.agent, Agent::ClaudeCode | Agent::Qwen | Agent::VsCode);
    if shows_notes {
        ruling.note =
            here.unseen_warnings(&judge.decider.policy, call.session.as_deref().unwrap_or_default());
    }
    Ok(ruling)
}

/// What decides, with or without the sandbox.
struct Decider {
    engine: Engine,
    policy: Arc<Policy>,
    /// That of `run`, which has the sandbox.
    session: Option<Session>,
}

impl Decider {
    fn new(policy: Policy, confines: bool) -> Self {
        let session = confines.then(|| Session::new().with_policy(policy.clone()));
        Self { policy: Arc::new(policy.clone()), engine: Engine::new(policy), session }
    }

    /// The verdict on `request`, for a command that runs in the sandbox if `is_confined`.
    fn verdict(&self, request: &mut Request<'_>, is_confined: bool) -> Verdict {
        match self.session.as_ref().filter(|_| is_confined) {
            Some(session) => session.decided(request, false).0,
            // The agent runs the command, so what this program's sandbox could promise says nothing about it.
            None => decide(Judge::new(&self.engine, gate(&self.policy).as_ref()), request),
        }
    }
}

/// What judges the commands of one call.
struct CallJudge<'h> {
    here: &'h Location,
    decider: Decider,
    rewriter: Option<Rewriter<'h>>,
    is_auto: bool,
    /// When a classifier must have answered.
    until: Instant,
}

impl CallJudge<'_> {
    /// The ruling on one command of `call`, and the command that is to run.
    fn judged(&self, call: &HookCall, command: &str) -> (Ruling, String) {
        // A command that was rewritten already runs in the sandbox as it is.
        let original = self.rewriter.as_ref().and_then(|rewriter| rewriter.original(command));
        let can_be_rewritten = original.is_none() && call.rewrites == Rewrites::Here;
        let rewriter = self.rewriter.as_ref().filter(|_| can_be_rewritten && Rewriter::takes(command));
        let judged = original.as_deref().map_or_else(|| call.judged(command), Into::into);
        let rewriter = rewriter.filter(|_| self.decider.session.is_some());
        let is_confined = self.decider.session.is_some() && (rewriter.is_some() || original.is_some());
        let ruling = self.ruling(call, &judged, is_confined);
        let runs = match (rewriter, ruling.decision) {
            (None, _) | (_, Some(Decision::Deny)) => command.to_owned(),
            (Some(rewriter), decision) => rewriter.rewritten(call, command, decision),
        };
        (ruling, runs)
    }

    /// Asks the classifier of the settings, if it may answer. It has the time of the hook, less what the answer takes.
    fn classify(&self, verdict: &mut Verdict, request: &Request<'_>) {
        let policy = &self.decider.policy;
        if policy.classifier.is_none() || verdict.decision != Decision::Ask {
            return;
        }
        let environment = std::env::vars_os().collect::<Vec<_>>();
        let within = self.until.saturating_duration_since(Instant::now());
        // Without a runtime nobody is asked, and a person decides.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() {
            runtime.block_on(classified(verdict, policy, request, &environment, within));
        }
    }

    /// The ruling on one command. None decides where the mode `auto` is to decide.
    fn ruling(&self, call: &HookCall, command: &str, is_confined: bool) -> Ruling {
        let mut request = self.here.request(command);
        let mut verdict = self.decider.verdict(&mut request, is_confined);
        if call.has_rules_of_its_own() && verdict.decision != Decision::Deny {
            let mut as_bash = Request { tool: Dialect::Bash.tool(), ..request.clone() };
            let other = self.decider.verdict(&mut as_bash, is_confined);
            if other.decision == Decision::Deny {
                verdict = other;
            }
        }
        let is_denied = verdict.decision == Decision::Deny;
        if !is_denied && call.types_into_commands() && agents::starts_interactive(command, self.here.shell) {
            return Ruling::new(Decision::Deny, INTERACTIVE);
        }
        if self.is_auto && verdict.decision == Decision::Ask && !is_a_persons(&self.decider.policy, &request)
        {
            return Ruling::default();
        }
        if is_denied {
            return Ruling::new(Decision::Deny, verdict.reason.model_message);
        }
        self.classify(&mut verdict, &request);
        let session = background::named_directory(None)
            .and_then(|directory| SessionApprovals::of(&directory, self.here.home.as_deref().map(Path::new)));
        if session.is_some_and(|it| it.cover(&verdict, &self.decider.policy, &request)) {
            return Ruling::new(Decision::Allow, "a person approved it for this session");
        }
        let announced = self.here.announcement(&verdict, &self.decider.policy);
        let advice = warnings(&verdict);
        let texts = std::iter::once(verdict.reason.message).chain(advice).chain(announced);
        Ruling::new(verdict.decision, texts.collect::<Vec<_>>().join("; "))
    }
}

/// How much of the time of a hook is kept for its answer.
const ANSWERING: Duration = Duration::from_millis(500);

/// Why a command asks that `--confine` does not put into the sandbox.
const UNCONFINED: &str =
    "`--confine` does not hold for PowerShell, so the command would run outside of the sandbox";

/// Why a shell without a command is denied where an agent can type into it.
const INTERACTIVE: &str = "it runs what is typed into it, and no hook is shown what is typed; pass the commands to it in the \
                           command line, in a file or in a here-document";

/// The warnings to the person who approves the command, each with what to do instead.
fn warnings(verdict: &Verdict) -> Vec<String> {
    let is_said = |code: &str| code == REMOVE_PLACE && verdict.reason.code == CRITICAL_REMOVAL.name;
    let for_person = verdict.advice.iter().filter(|it| it.audience == Audience::Person && !is_said(it.code));
    for_person.map(|advice| format!("warning: it {} ({})", advice.message, advice.help)).collect()
}

/// The place that the agent names.
fn here(call: &HookCall, shell: Option<Shell>) -> Result<Location, Failure> {
    match call.cwd.as_deref().filter(|cwd| cwd.starts_with('/') || cfg!(windows)) {
        Some(cwd) => Location::of(&place(call, Some(cwd), shell)),
        // Some agents leave it out for tools that are no shell.
        None if call.cwd.is_none() && !call.is_shell => Location::of(&place(call, None, shell)),
        None => Err(Failure::usage("the call does not name its working directory", "")),
    }
}

fn place(call: &HookCall, cwd: Option<&str>, shell: Option<Shell>) -> LocationArguments {
    LocationArguments { cwd: cwd.map(Into::into), shell, tool: Some(call.tool_in_rules.to_owned()) }
}
