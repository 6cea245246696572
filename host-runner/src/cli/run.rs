//! `run`: decides, asks a person if the verdict is `ask`, and only then starts anything.
//!
//! Owns the way to a consent and the report to a person. The sandbox and the run are the library's.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use policy_core::command_line::null_redirects;
use policy_core::{Decision, Mode, Request, Verdict};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::runtime::Runtime;

use super::approvals::SessionApprovals;
use super::arguments::Run;
use super::engine::load;
use super::exit::Exit;
use super::failure::{Failure, not_run};
use super::interruption::Interruption;
use super::offers::offers;
use super::prompt::Offers;
use super::request;
use super::request::Location;
use super::safe_output::{self, SafeOutput};
use super::sandbox_counts::SandboxCounts;
use super::waiting::Waiting;
use super::{background, detach, draw, ended_in, grant_question, host_question, prompt, session, terminal};
use crate::consult::{HookRun, HookText, ToolCall};
use crate::outcome::event::Event;
use crate::outcome::sentences::{self, ended, killed};
use crate::outcome::{EndedBy, Outcome, RunError};
use crate::output::file::OutputFile;
use crate::plan::Grant;
use crate::sandbox::Resources;
use crate::session::Session;
use crate::session::approval::{Approval, Judged};
use crate::session::job::Job;
use crate::settings::add::Addition;
use crate::settings::approvals::Approvals;
use crate::settings::offered;
use policy_core::visible::line;

/// The timeout of a command whose caller sets none: a hundred years.
const WITHOUT_END: Duration = Duration::from_hours(100 * 365 * 24);

/// Why nobody says that it may run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Refusal {
    /// A person saw the verdict with the question, and did not say yes; with what the person said to the model.
    ByPerson(String),
    NobodyToAsk,
    ByVerdict,
    /// Not yet: a person wants this setting written, and the command judged by it.
    Anew(SandboxCounts),
}

impl Refusal {
    fn why(&self) -> String {
        match self {
            Self::ByPerson(said) if said.is_empty() => "it was not approved".to_owned(),
            Self::ByPerson(said) => format!("it was not approved: {said}"),
            Self::NobodyToAsk => {
                "it needs approval, and there is no terminal for the question; approve it with `--yes`, or add the rule".to_owned()
            }
            Self::ByVerdict => "it is denied, and no approval can change that".to_owned(),
            Self::Anew(_) => "the settings changed, and it was not judged by them".to_owned(),
        }
    }
}

/// Started before the command is judged: most commands are allowed, so the launcher warms up meanwhile.
#[derive(Debug)]
pub(super) struct Ahead {
    runtime: Runtime,
    session: Session,
}

impl Ahead {
    /// It, when `arguments` look like a command to be run.
    pub(super) fn if_asked(arguments: &[OsString]) -> Option<Self> {
        let ahead = arguments.get(1).filter(|word| *word == "run").and_then(|_| Self::new().ok())?;
        let entered = ahead.runtime.enter();
        // If it fails, the run itself reports why.
        drop(ahead.session.prepare());
        drop(entered);
        Some(ahead)
    }

    fn new() -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        Ok(Self { runtime, session: Session::new().alone() })
    }

    /// The verdict on `request`, by the policy of the session; or the status that is due because a signal came while a
    /// hook was asked.
    fn judged(&self, request: &Request<'_>, asked: &Run) -> Result<Result<Judged, u8>, Failure> {
        let call = ToolCall {
            session: background::named_directory(asked.session.as_ref())
                .map(|directory| directory.to_string_lossy().into_owned())
                .unwrap_or_default(),
            timeout: asked.timeout,
            is_approved: asked.yes,
            run_in_background: asked.background,
            starts_hooks: !asked.no_hooks,
            ..ToolCall::default()
        };
        let judged = self.session.judged(request, Some(call), false);
        if !self.session.asks_others() {
            // Nothing waits, and signals end the program as ever.
            return judged_or(self.runtime.block_on(judged)).map(Ok);
        }
        let interruption = Interruption::default();
        let judged = self.runtime.block_on(async {
            tokio::select! {
                biased;
                // A hook may cause the signal, so that the wait begins first.
                () = interruption.clone().wait() => None,
                judged = judged => Some(judged),
            }
        });
        match judged {
            Some(judged) => judged_or(judged).map(Ok),
            None => Ok(Err(interruption.status().unwrap_or(Exit::NotRun.code()))),
        }
    }

    /// The verdict on the request of `judged` by the policy that the session has now.
    fn judged_again(&self, judged: Judged) -> Result<Judged, Failure> {
        judged_or(self.runtime.block_on(self.session.judged_again(judged)))
    }
}

fn judged_or(judged: Result<Judged, RunError>) -> Result<Judged, Failure> {
    judged.map_err(|error| io::Error::other(error.to_string()).into())
}

/// Tells the person what hooks did that no verdict says.
fn tell(hooks: &[HookRun]) {
    for text in hooks.iter().flat_map(HookText::told) {
        terminal::message(&format!("shellgate: {text}"));
    }
}

pub(super) fn run(asked: &Run, ahead: Option<Ahead>) -> Result<ExitCode, Failure> {
    if asked.background
        && let Some(code) = detach::front()?
    {
        return Ok(code);
    }
    let ahead = match ahead {
        Some(ahead) => ahead,
        None => Ahead::new()?,
    };
    let here = Location::of(&asked.place)?;
    let command = request::command(&asked.command)?;
    // It changes what the command says, so it comes before the verdict.
    let command = null_redirects(&command, here.shell);
    let kept = [
        asked.settings.policy.clone(),
        background::named_directory(asked.session.as_ref()).into_iter().collect(),
        asked.cwd_file.iter().cloned().collect(),
    ];
    let kept = kept.concat().into_iter().filter_map(|path| std::path::absolute(path).ok());
    // A caller that wants no report was shown the warnings.
    let policy =
        || if asked.quiet { here.quiet_policy(&asked.settings) } else { here.policy(&asked.settings) };
    let mut session = ahead.session.with_policy(policy()?).with_kept_paths(kept);
    if let Some(backend) = asked.backend {
        session = session.with_backend(backend);
    }
    if let Some(module) = session.module() {
        load(module);
    }
    let mut ahead = Ahead { session, ..ahead };
    let mut judged = match ahead.judged(&here.request(&command), asked)? {
        Ok(judged) => judged,
        Err(status) => {
            terminal::message("not run: a signal ended the wait for a hook");
            return Ok(ExitCode::from(status));
        }
    };
    if !asked.quiet {
        here.announce(&judged.verdict, &judged.policy);
    }
    tell(&judged.hooks);
    let mut approval = approval(&ahead.session, &judged, &here, asked)?;
    if let Err(Refusal::Anew(setting)) = &approval {
        if let Err(error) = setting.write() {
            let file = setting.file.display();
            let why = format!("the settings file `{file}` cannot be changed: {error}");
            return refused(&why, &judged, asked.json);
        }
        ahead.session = ahead.session.with_policy(here.policy(&asked.settings)?);
        judged = ahead.judged_again(judged)?;
        // The settings say it now, so that it is not offered again.
        approval = self::approval(&ahead.session, &judged, &here, asked)?;
    }
    if let Ok((_, additions)) = &approval
        && !additions.is_empty()
    {
        for addition in additions {
            if let Err(why) = keep(addition, &judged, &here) {
                return refused(&why, &judged, asked.json);
            }
        }
        // What a person answered for good decides from now on, also about this command.
        ahead.session = ahead.session.with_policy(here.policy(&asked.settings)?);
        judged = ahead.judged_again(judged)?;
        approval = match judged.verdict.decision {
            Decision::Allow => Ok((Approval::Verdict, Vec::new())),
            Decision::Ask => Ok((Approval::Person, Vec::new())),
            Decision::Deny => Err(Refusal::ByVerdict),
        };
    }
    match approval {
        Ok((approval, _)) => carry_out(&judged, approval, &here, asked, ahead),
        Err(refusal) => {
            if !matches!(refusal, Refusal::ByPerson(_)) {
                let colour = terminal::colour_of_messages();
                terminal::message(&draw::verdict(&judged.verdict, judged.request().command, colour));
            }
            refused(&refusal.why(), &judged, asked.json)
        }
    }
}

/// Who allows it, with what the person wants to be written, or why nobody does.
fn approval(
    session_now: &Session,
    judged: &Judged,
    here: &Location,
    asked: &Run,
) -> io::Result<Result<(Approval, Vec<Addition>), Refusal>> {
    let (request, verdict) = (&judged.request(), &judged.verdict);
    let home = here.home.as_deref().map(Path::new);
    let session = background::named_directory(asked.session.as_ref())
        .and_then(|directory| SessionApprovals::of(&directory, home));
    Ok(match verdict.decision {
        Decision::Allow => Ok((Approval::Verdict, Vec::new())),
        Decision::Ask if asked.yes => Ok((Approval::Person, Vec::new())),
        Decision::Ask
            if !judged.is_objected()
                && session.as_ref().is_some_and(|it| it.cover(verdict, &judged.policy, request)) =>
        {
            Ok((Approval::Person, Vec::new()))
        }
        Decision::Ask if prompt::somebody_is_there() => {
            // Nothing that was said before answers for a hook.
            let offers = if judged.is_objected() {
                Offers::default()
            } else {
                let for_session =
                    session.is_some() && SessionApprovals::can_answer(verdict, &judged.policy, request);
                let offers = offers(verdict, request, &judged.policy, &here.lookup(&asked.settings));
                let sandbox =
                    SandboxCounts::offered(session_now, &judged.policy, &here.lookup(&asked.settings));
                let is_new = |setting: &SandboxCounts| offered::is_new(&setting.file, home);
                let is_sandbox_new = sandbox.as_ref().is_some_and(is_new);
                Offers { for_session, sandbox, is_sandbox_new, ..offers }
            };
            let mut terminal = prompt::Terminal {
                input: io::stdin().lock(),
                output: io::stderr().lock(),
                colour: terminal::colour_of_messages(),
            };
            let interruptible = prompt::Interruptible::watch();
            let cwd = request.cwd.unwrap_or(".");
            let answer =
                prompt::ask(verdict, request.command, cwd, &offers, prompt::forget_typed, &mut terminal)?;
            drop(interruptible);
            match answer {
                prompt::Answer::Once => Ok((Approval::Person, Vec::new())),
                prompt::Answer::Session => {
                    let kept = session.map(|session| session.keep(verdict, request));
                    if let Some(Err(error)) = kept {
                        terminal::message(&format!("shellgate: the session cannot keep the answer: {error}"));
                    }
                    Ok((Approval::Person, Vec::new()))
                }
                prompt::Answer::Always(additions) => Ok((Approval::Person, additions)),
                prompt::Answer::Sandbox(setting) => Err(Refusal::Anew(setting)),
                prompt::Answer::No(said) => Err(Refusal::ByPerson(said)),
            }
        }
        Decision::Ask => Err(Refusal::NobodyToAsk),
        Decision::Deny => Err(Refusal::ByVerdict),
    })
}

/// Whether there is a person who answers questions while the command runs. Who approved everything before, or says that
/// nobody is asked, is not.
fn is_asked_meanwhile(judged: &Judged, asked: &Run) -> bool {
    let is_in_mode = !matches!(judged.policy.mode, Mode::DontAsk | Mode::Plan);
    is_in_mode && !asked.yes && !asked.background && prompt::somebody_is_there()
}

/// Writes what a person answered for good; or why it cannot be written.
fn keep(addition: &Addition, judged: &Judged, here: &Location) -> Result<(), String> {
    let request = judged.request();
    let file = addition.file.display();
    let written = match Approvals::of(here.home.as_deref().map(Path::new)) {
        Some(kept) => kept.write(addition, request.command, request.cwd.unwrap_or_default()),
        None => addition.write().map(drop),
    };
    written.map_err(|error| format!("the settings file `{file}` cannot be changed: {error}"))
}

/// Runs what was approved, passes its output on as it comes, and reports how it ended.
fn carry_out(
    judged: &Judged,
    approval: Approval,
    here: &Location,
    asked: &Run,
    Ahead { runtime, session }: Ahead,
) -> Result<ExitCode, Failure> {
    let refused = |why: &str| refused(why, judged, asked.json);
    let mut plan = match judged.plan(&session, approval) {
        Ok(plan) => plan,
        Err(why) => return refused(&why.to_string()),
    };
    plan.limits = session::limits(plan.limits)?;
    let environment = |name: &str| std::env::var(name).ok();
    plan.resources = asked.bounds.apply(Resources::default().with_environment(environment));
    if asked.no_timeout {
        (plan.limits.timeout, plan.limits.timeout_max) = (WITHOUT_END, WITHOUT_END);
    }
    let shell = session::shell_around(plan.cwd(), plan.shell(), asked.snapshot, asked.cwd_file.is_some())?;
    let session = session.with_environment(std::env::vars_os()).with_shell(shell.clone());
    let within = asked.timeout.map(Duration::from_millis);
    // This process waits, so that nothing goes on in the background by itself.
    let mut session = session.with_background_after(None);
    if asked.background {
        if session.has_no_background() {
            return Err(Failure::usage(
                "`CLAUDE_CODE_DISABLE_BACKGROUND_TASKS` is set, so no command can start in the background",
                "remove `--background`, or unset the variable",
            ));
        }
        // The process that minds the task has one of its own.
        drop(runtime);
        let directory = background::directory(asked.session.as_ref(), &session);
        let job = within.into_iter().fold(judged.job(plan), Job::within);
        return background::start(&session.with_directory(directory), job, asked.json, |outcome| {
            report_json(outcome, judged)
        });
    }
    if !asked.json {
        session = session.without_kept_output();
    }
    let (mut grants, mut is_again) = (Vec::new(), false);
    let (outcome, interruption) = loop {
        let interruption = Interruption::default();
        let mut job = judged.job(plan.clone()).granting(grants).cancelled_by(interruption.clone().wait());
        job = within.into_iter().fold(job, Job::within);
        if is_asked_meanwhile(judged, asked) {
            job = job.hosts_answered_by(|question| {
                let addition = Addition::host(&question.entry(), &here.lookup(&asked.settings));
                host_question::ask(question, addition, |addition| keep(addition, judged, here))
            });
        }
        let mut relay = OutputRelay::new(!asked.json);
        let outcome = match runtime.block_on(session.run(job, |event| relay.hear(&event))) {
            Ok(outcome) => outcome,
            Err(why) => {
                runtime.shutdown_background();
                return refused(&why.to_string());
            }
        };
        if !asked.json {
            terminal::quietly(relay.lost.map_or(Ok(()), Err))?;
            tell_outcome(&outcome, judged, approval, asked.quiet);
        }
        let is_offered = !is_again && !asked.json && is_asked_meanwhile(judged, asked);
        match is_offered.then(|| granted(&outcome, judged, here, asked)).flatten() {
            Some(more) => (grants, is_again) = (more, true),
            None => break (outcome, interruption),
        }
    };
    // The command has ended. A name that the system still looks up for it keeps nobody waiting.
    runtime.shutdown_background();
    if let (Some(file), Some((ended, _))) = (&asked.cwd_file, shell.next_directory())
        && let Err(error) = ended_in::write(file, &ended)
    {
        // The command ran, whatever its caller can be told about its end.
        let file = line(&file.to_string_lossy()).into_owned();
        terminal::message(&format!(
            "shellgate: the directory in which it ended cannot be written to `{file}`: {error}"
        ));
    }
    if asked.json {
        terminal::data(&report_json(&outcome, judged))?;
    }
    Ok(ExitCode::from(status(&outcome, &interruption)))
}

/// Tells the person how it went.
fn tell_outcome(outcome: &Outcome, judged: &Judged, approval: Approval, is_quiet: bool) {
    tell(outcome.hooks.get(judged.hooks.len()..).unwrap_or_default());
    for note in &outcome.notes {
        terminal::message(&format!("shellgate: {}", line(note)));
    }
    for denial in &outcome.sandbox.denials {
        terminal::message(&format!("shellgate: {}", line(&denial.to_string())));
    }
    for hint in &outcome.hints {
        let (kind, value) = (line(&hint.kind), line(&hint.value));
        terminal::message(&format!("shellgate: the command recommends the {kind} `{value}`"));
    }
    if let Some(killed) = killed(outcome) {
        terminal::message(&format!("shellgate: {killed}"));
    }
    if !is_quiet || !went_well(outcome, &judged.verdict) {
        terminal::message(&report(outcome, &judged.verdict, approval));
    }
}

/// What a person grants a command that failed, so that it runs again.
fn granted(outcome: &Outcome, judged: &Judged, here: &Location, asked: &Run) -> Option<Vec<Grant>> {
    let grants = &outcome.sandbox.grants;
    // Who ended it does not want it again.
    if grants.is_empty() || outcome.end.ended_by().is_some() {
        return None;
    }
    let always = grant_question::additions(grants, &here.lookup(&asked.settings));
    let mut terminal = prompt::Terminal {
        input: io::stdin().lock(),
        output: io::stderr().lock(),
        colour: terminal::colour_of_messages(),
    };
    let interruptible = prompt::Interruptible::watch();
    let command = judged.request().command;
    let answer = grant_question::ask(grants, command, &always, prompt::forget_typed, &mut terminal);
    drop((terminal, interruptible));
    match answer.ok()? {
        prompt::Answer::Once => {}
        prompt::Answer::Always(additions) => {
            for addition in &additions {
                if let Err(why) = keep(addition, judged, here) {
                    terminal::message(&format!("shellgate: {}", line(&why)));
                    return None;
                }
            }
        }
        prompt::Answer::Session | prompt::Answer::Sandbox(_) | prompt::Answer::No(_) => return None,
    }
    Some(grants.clone())
}

/// Passes output on as it comes, and shows a waiting person how it goes.
struct OutputRelay {
    output: Option<Arc<OutputFile>>,
    /// Where the output goes, as far as it is passed on.
    out: Option<io::Stdout>,
    /// What of it a terminal may get; none where it goes to no terminal, which gets every byte.
    filter: Option<SafeOutput>,
    position: u64,
    waiting: Waiting,
    /// Whether a person is being asked something.
    is_asking: bool,
    /// Why nothing more can be passed on.
    lost: Option<io::Error>,
}

impl OutputRelay {
    fn new(passes: bool) -> Self {
        let filter = io::stdout().is_terminal().then(SafeOutput::default);
        let out = passes.then(io::stdout);
        Self { output: None, out, filter, position: 0, waiting: Waiting::new(), is_asking: false, lost: None }
    }

    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { output, .. } => self.output = Some(Arc::clone(output)),
            // The question has the terminal for itself.
            Event::Progress(_) if self.is_asking => {}
            Event::Progress(progress) => {
                self.pass_on(progress.size);
                self.waiting.show(progress);
            }
            Event::HostAsked(_) => {
                self.pass_on_all();
                self.waiting.make_room();
                self.is_asking = true;
            }
            Event::HostAnswered(asked) => {
                self.is_asking = false;
                if asked.answer.is_none() {
                    terminal::message(&format!(
                        "\nshellgate: nobody answered; `{}` is refused",
                        line(&asked.question.to_string())
                    ));
                }
            }
            Event::Ended(_) => {
                self.waiting.stop();
                self.pass_on_all();
                self.finish();
            }
            Event::Hook(_) | Event::Decided(_) | Event::Denied(_) | Event::MovedToBackground { .. } => {}
        }
    }

    /// Passes on what there is.
    fn pass_on_all(&mut self) {
        let size = self.output.as_ref().and_then(|output| output.size().ok());
        self.pass_on(size.unwrap_or(0));
    }

    /// Passes on what is new, if there is anything.
    fn pass_on(&mut self, size: u64) {
        let (Some(output), Some(out)) = (&self.output, &mut self.out) else { return };
        if size == self.position || self.lost.is_some() {
            return;
        }
        if size < self.position {
            // The command emptied its output. What it writes now is new.
            self.position = 0;
        }
        let (position, waiting, filter) = (self.position, &mut self.waiting, &mut self.filter);
        let passed = waiting.step_aside(|waiting| {
            let end = output.read_from(position, |bytes| {
                let shown = filter.as_mut().map(|filter| filter.pass(bytes));
                let shown = shown.as_deref().unwrap_or(bytes);
                waiting.saw(shown);
                out.write_all(shown)
            })?;
            out.flush()?;
            Ok(end)
        });
        match passed {
            Ok(end) => self.position = end,
            Err(error) => self.lost = Some(error),
        }
    }
}

impl OutputRelay {
    /// Leaves the terminal as it was before the output.
    fn finish(&mut self) {
        if let (Some(out), Some(filter), None) = (&mut self.out, &mut self.filter, &self.lost) {
            self.lost = out.write_all(&filter.finish()).and_then(|()| out.flush()).err();
        }
    }
}

/// Says why nothing runs: to a person, and with `json` to the program that asked, with the verdict.
fn refused(why: &str, judged: &Judged, json: bool) -> Result<ExitCode, Failure> {
    if json {
        let mut report = not_run(why);
        if !judged.hooks.is_empty() {
            report["hooks"] = serde_json::to_value(&judged.hooks).unwrap_or_default();
        }
        terminal::data(&report_json(&report, judged))?;
    }
    terminal::message(&format!("not run: {}", line(why)));
    Ok(Exit::NotRun.into())
}

/// The status that `run` ends with. A person who interrupts it sees the status that the signal gives a program.
fn status(outcome: &Outcome, interruption: &Interruption) -> u8 {
    let own = u8::try_from(outcome.exit_code).unwrap_or(u8::MAX);
    match outcome.end.ended_by() {
        Some(EndedBy::Timeout | EndedBy::Idle) => 124,
        Some(EndedBy::Interrupt) => interruption.status().unwrap_or(own),
        Some(EndedBy::OutputLimit) | None => own,
    }
}

/// Whether there is nothing to say about a run that its output and its exit code do not say.
fn went_well(outcome: &Outcome, verdict: &Verdict) -> bool {
    // Without a sandbox where the settings want none.
    let is_confined = verdict.excluded || outcome.edited.is_some() || outcome.sandbox.missing.is_empty();
    outcome.end.ended_by().is_none() && is_confined
}

/// One line: who allowed it, how it ended, how well it was confined.
fn report(outcome: &Outcome, verdict: &Verdict, approval: Approval) -> String {
    let allowed = match approval {
        Approval::Verdict => line(&verdict.reason.message),
        Approval::Person => "approved".into(),
    };
    if let Some(edited) = &outcome.edited {
        let done = sentences::edited(edited.len());
        return format!("shellgate: {allowed}; {done}, in {} ms; no program ran", outcome.duration_ms);
    }
    let ended = ended(outcome);
    let sandbox = &outcome.sandbox;
    format!(
        "shellgate: {allowed}; {ended} in {} ms; sandbox {}: {}, {} of {} promises held{}",
        outcome.duration_ms,
        sandbox.backend,
        sandbox.confinement.name(),
        sandbox.promises.len(),
        sandbox.promises.len() + sandbox.missing.len(),
        if sandbox.approved.is_empty() { "" } else { ", except for approved protected names" }
    )
}

/// The outcome with the verdict in it, as one JSON object.
fn report_json<O: Serialize>(outcome: &O, judged: &Judged) -> String {
    #[derive(Serialize)]
    struct Report<'r, O> {
        #[serde(flatten)]
        outcome: &'r O,
        verdict: Box<RawValue>,
    }
    let verdict = policy_core::door::verdict(&judged.verdict, &judged.request(), None);
    let verdict = RawValue::from_string(verdict).unwrap_or_default();
    safe_output::json(&serde_json::to_string(&Report { outcome, verdict }).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::RunEnd;
    use crate::outcome::SandboxReport;
    use crate::sandbox::Confinement;

    fn outcome() -> Outcome {
        Outcome {
            cwd: "/repo".into(),
            duration_ms: 12,
            sandbox: SandboxReport {
                backend: "embedded",
                confinement: Confinement::Full,
                promises: vec!["no-network"],
                ..SandboxReport::default()
            },
            ..Outcome::default()
        }
    }

    #[test]
    fn the_status_is_the_commands_own_unless_it_timed_out() {
        let failed = Outcome { exit_code: 3, ..outcome() };
        let killed = Outcome { exit_code: 137, signal: Some("SIGKILL".into()), ..outcome() };
        let late = Outcome { end: RunEnd::TimedOut { after_ms: 5 }, ..killed.clone() };
        let large = Outcome { end: RunEnd::OutputLimit, ..killed.clone() };
        for (outcome, expected) in [(outcome(), 0), (failed, 3), (killed, 137), (late, 124), (large, 137)] {
            assert_eq!(status(&outcome, &Interruption::default()), expected, "{outcome:?}");
        }
    }

    #[test]
    fn the_report_says_who_allowed_it_and_how_well_it_was_held() {
        let verdict = Verdict::default();
        assert_eq!(
            report(&outcome(), &verdict, Approval::Person),
            "shellgate: approved; exit 0 in 12 ms; sandbox embedded: full, 1 of 1 promises held"
        );
        let edited = |files: &[&str]| {
            let files = files.iter().map(Into::into).collect();
            report(&Outcome { edited: Some(files), ..outcome() }, &verdict, Approval::Person)
        };
        assert_eq!(
            edited(&["/repo/a"]),
            "shellgate: approved; 1 file edited as shown, in 12 ms; no program ran"
        );
        assert!(edited(&["/repo/a", "/repo/b"]).contains("2 files edited"));
        assert!(edited(&[]).contains("nothing to change"));
    }
}
