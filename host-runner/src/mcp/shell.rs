//! The tools that take a command: the shell, and the dry run of the policy.
//!
//! Owns the way from a command to its run, which is that of `run`: the same facts, the same verdict, the same plan. What
//! asks runs after the person's yes only.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use policy_core::command_line::null_redirects;
use policy_core::{Decision, Facts, Verdict};
use rmcp::model::{CallToolResponse, InputRequiredResult};

use super::call::{Answered, Call, Shared, Wrong};
use super::place::{Where, on_thread, place};
use super::progress::Notifier;
use super::question::{self, Answer, Asked, CommandCall};
use super::surroundings::Place;
use super::texts;
use super::tools::{self, CheckArguments, ShellArguments};
use crate::consult::ToolCall;
use crate::outcome::event::Event;
use crate::plan::Plan;
use crate::session::approval::{Approval, Judged};
use crate::session::tool::ToolInput;
use crate::session::{Session, timeouts};
use crate::shell::SessionShell;

/// Longest command, in bytes; more than the core allows anything for.
const COMMAND_BYTES_MAX: usize = 1 << 20;

/// Runs the command of `call`, if it may run.
pub(super) async fn run(shared: &Arc<Shared>, mut call: Call) -> Answered {
    let arguments = std::mem::take(&mut call.arguments);
    let ShellArguments { input, cwd } = ShellArguments::of(arguments).map_err(Wrong::Call)?;
    let (root, cwd) = match place(shared, &call, cwd.as_deref()).await? {
        Where::At(root, cwd) => (root, cwd),
        Where::Required(requests) => return Ok(requests.into()),
    };
    let tool_call = ToolCall {
        description: input.description.clone(),
        timeout: input.timeout,
        run_in_background: input.run_in_background,
        ..ToolCall::default()
    };
    let (place, judged) = tokio::select! {
        judged = judged(shared, &input.command, Some(tool_call), root, cwd) => judged?,
        () = call.cancelled(shared) => return Err(Wrong::NotRun("the call was cancelled".to_owned())),
    };
    let approval = match judged.verdict.decision {
        Decision::Allow => Approval::Verdict,
        Decision::Deny => {
            return Err(Wrong::NotRun(format!(
                "it is denied, and no approval changes that: {}",
                reason(&judged.verdict)
            )));
        }
        Decision::Ask => match ask(shared, &call, &judged, &input).await? {
            Consulted::Yes => Approval::Person,
            Consulted::Required(question) => return Ok(question.into()),
        },
    };
    let plan = judged.plan(&place.session, approval).map_err(|error| Wrong::NotRun(error.to_string()))?;
    Box::pin(carry_out(shared, &call, &place, (&judged, plan), &input)).await
}

/// Shows the verdict on the command of `call`, as [`run`] would have it.
pub(super) async fn check(shared: &Arc<Shared>, mut call: Call) -> Answered {
    let arguments = std::mem::take(&mut call.arguments);
    let CheckArguments { command, cwd } = tools::parse(arguments).map_err(Wrong::Call)?;
    let (root, cwd) = match place(shared, &call, cwd.as_deref()).await? {
        Where::At(root, cwd) => (root, cwd),
        Where::Required(requests) => return Ok(requests.into()),
    };
    // A hook may do anything, and a dry run does nothing.
    let (_, judged) = judged(shared, &command, None, root, cwd).await?;
    Ok(texts::said(texts::verdict(&judged.verdict)).into())
}

/// The verdict on `command`, and the place in which it would run. The hooks are asked about `call`, if there is one.
async fn judged(
    shared: &Arc<Shared>,
    command: &str,
    call: Option<ToolCall>,
    root: PathBuf,
    cwd: PathBuf,
) -> Result<(Place, Judged), Wrong> {
    let command = acceptable(command)?.to_owned();
    let place = on_thread(shared, move |shared| shared.surroundings.place(&shared.session, &root, &cwd));
    let place = place.await?.map_err(Wrong::NotRun)?;
    // It changes what the command says, so it comes before the verdict.
    let command = null_redirects(&command, place.shell);
    let judged = place.session.judged(&place.request(&command, Facts::default()), call, false).await;
    let judged = judged.map_err(|error| Wrong::NotRun(error.to_string()))?;
    let announced = (place.clone(), judged.verdict.clone(), Arc::clone(&judged.policy));
    on_thread(shared, move |shared| {
        let (place, verdict, policy) = announced;
        shared.surroundings.announce(&place, &verdict, &policy);
    })
    .await?;
    Ok((place, judged))
}

/// The command, if there is one that a shell can be given.
fn acceptable(command: &str) -> Result<&str, Wrong> {
    let wrong = |why: &str| Err(Wrong::NotRun(why.to_owned()));
    if command.trim().is_empty() {
        return wrong("the command is empty");
    }
    if command.contains('\0') {
        return wrong("the command holds a NUL character, and no text after it would reach a program");
    }
    if command.len() > COMMAND_BYTES_MAX {
        return wrong("the command is longer than 1 MiB; put it into a script, and run the script");
    }
    Ok(command)
}

/// The reason for the model.
fn reason(verdict: &Verdict) -> &str {
    let reason = &verdict.reason;
    if reason.model_message.is_empty() { &reason.message } else { &reason.model_message }
}

/// What the person's side says to a call that asks.
pub(super) enum Consulted {
    Yes,
    /// The client has to ask first.
    Required(InputRequiredResult),
}

/// Asks the person behind the client about the command of `judged`.
async fn ask(shared: &Shared, call: &Call, judged: &Judged, input: &ToolInput) -> Result<Consulted, Wrong> {
    let asked = Asked::Command(CommandCall {
        input: input.clone(),
        command: judged.request().command.to_owned(),
        cwd: judged.request().cwd.unwrap_or_default().to_owned(),
        verdict: judged.verdict.clone(),
    });
    consult(shared, call, asked).await.map_err(Wrong::NotRun)
}

/// Asks the person behind the client.
///
/// # Errors
/// It was not approved, or nobody can be asked: why.
pub(super) async fn consult(shared: &Shared, call: &Call, asked: Asked) -> Result<Consulted, String> {
    let why_asked = reason(asked.verdict()).to_owned();
    let not_approved = |why: String| format!("it was not approved: {why}; {why_asked}");
    if !question::can_ask(&call.context) {
        let why = "it needs approval, and this client cannot ask the user (it has no form elicitation)";
        return Err(format!("{why}; a rule of the settings can allow it; {why_asked}"));
    }
    let answer = if call.is_stateless() {
        match shared.questions.take(&asked, call.state.as_deref(), &call.responses) {
            Some(answer) => answer,
            None => return shared.questions.put(asked).map(Consulted::Required).map_err(not_approved),
        }
    } else {
        tokio::select! {
            answer = question::ask(&asked, &call.context, shared.approval_timeout) => answer,
            () = call.cancelled(shared) => Answer::No("the call was cancelled".to_owned()),
        }
    };
    match answer {
        Answer::Yes => Ok(Consulted::Yes),
        Answer::No(why) => Err(not_approved(why)),
    }
}

/// Runs what may run, and waits for its end or for the background.
async fn carry_out(
    shared: &Shared,
    call: &Call,
    place: &Place,
    (judged, mut plan): (&Judged, Plan),
    input: &ToolInput,
) -> Answered {
    let not_run = |why: String| Wrong::NotRun(why);
    let environment = std::env::vars_os().collect::<Vec<_>>();
    plan.limits =
        timeouts::from_environment(plan.limits, &environment).map_err(|error| not_run(error.to_string()))?;
    let session = session(place, &plan)?;
    if input.run_in_background && session.has_no_background() {
        let why = "`CLAUDE_CODE_DISABLE_BACKGROUND_TASKS` is set, so no command can start in the background";
        return Err(not_run(why.to_owned()));
    }
    let mut job = judged.job(plan).cancelled_by(call.cancelled(shared));
    if let Some(milliseconds) = input.timeout {
        job = job.within(Duration::from_millis(milliseconds));
    }
    if input.run_in_background {
        job = job.in_background();
    }
    let token = call.context.meta.get_progress_token();
    let notifier = token.map(|token| Notifier::new(call.context.peer.clone(), token));
    let outcome = session
        .run(job, |event| {
            if let (Event::Progress(progress), Some(notifier)) = (event, &notifier) {
                notifier.hear(progress);
            }
        })
        .await;
    if let Some(notifier) = notifier {
        notifier.end().await;
    }
    let outcome = outcome.map_err(|error| not_run(error.to_string()))?;
    Ok(CallToolResponse::from(texts::ran(&outcome, &shared.news(None))))
}

/// The session of `place`, whose shell reads `plan`, for an assistant that waits.
fn session(place: &Place, plan: &Plan) -> Result<Session, Wrong> {
    let environment = std::env::vars_os().collect::<Vec<_>>();
    let around = SessionShell::new(&environment, plan.cwd(), Some(plan.shell()))
        .map_err(|error| Wrong::NotRun(error.to_string()))?;
    Ok(place.session.clone().with_environment(environment).with_shell(around).for_assistant())
}
