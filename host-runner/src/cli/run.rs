//! `run`: decides, asks a person if the verdict is `ask`, and only then starts anything.
//!
//! Owns the way to a consent and the report to a person. The sandbox and the run are the library's.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use policy_core::command_line::null_redirects;
use policy_core::{Decision, Policy, Request, Verdict};
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::runtime::Runtime;

use super::arguments::Run;
use super::engine::load;
use super::exit::Exit;
use super::failure::{Failure, not_run};
use super::interruption::Interruption;
use super::offers::offers;
use super::request;
use super::request::Location;
use super::safe_output::{self, SafeOutput};
use super::waiting::Waiting;
use super::{background, draw, prompt, session, terminal};
use crate::outcome::event::Event;
use crate::outcome::{EndedBy, Outcome};
use crate::output::file::OutputFile;
use crate::plan::Consent;
use crate::sandbox::Resources;
use crate::session::Session;
use crate::session::job::Job;
use crate::settings::add::Addition;
use policy_core::visible::line;

/// Who said that the command may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Approval {
    /// The verdict is allow.
    Verdict,
    /// A person, at the prompt or with `--yes`.
    Person,
}

/// Why nobody says that it may run.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Refusal {
    /// A person saw the verdict with the question, and did not say yes; with what the person said to the model.
    ByPerson(String),
    NobodyToAsk,
    ByVerdict,
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
        }
    }
}

/// A command that may run.
#[derive(Debug)]
struct Approved<'a> {
    request: &'a Request<'a>,
    verdict: &'a Verdict,
    policy: &'a Policy,
    approval: Approval,
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
        Ok(Self { runtime, session: Session::new() })
    }
}

pub(super) fn run(asked: &Run, ahead: Option<Ahead>) -> Result<ExitCode, Failure> {
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
    ];
    let kept = kept.concat().into_iter().filter_map(|path| std::path::absolute(path).ok());
    let mut session = ahead.session.with_policy(here.policy(&asked.settings)?).with_kept_paths(kept);
    if let Some(backend) = asked.backend {
        session = session.with_backend(backend);
    }
    if let Some(module) = session.module() {
        load(module);
    }
    let mut ahead = Ahead { session, ..ahead };
    let mut request = here.request(&command);
    let (mut verdict, mut policy) = ahead.session.decided(&mut request, false);
    here.announce(&verdict, &policy);
    let mut approval = approval((&verdict, &policy), &request, &here, asked)?;
    if let Ok((_, additions)) = &approval
        && !additions.is_empty()
    {
        for addition in additions {
            if let Err(why) = keep(addition) {
                return refused(&why, &verdict, &request, asked.json);
            }
        }
        // What a person answered for good decides from now on, also about this command.
        ahead.session = ahead.session.with_policy(here.policy(&asked.settings)?);
        request = here.request(&command);
        (verdict, policy) = ahead.session.decided(&mut request, false);
        approval = match verdict.decision {
            Decision::Allow => Ok((Approval::Verdict, Vec::new())),
            Decision::Ask => Ok((Approval::Person, Vec::new())),
            Decision::Deny => Err(Refusal::ByVerdict),
        };
    }
    match approval {
        Ok((approval, _)) => carry_out(
            &Approved { request: &request, verdict: &verdict, policy: &policy, approval },
            asked,
            ahead,
        ),
        Err(refusal) => {
            if !matches!(refusal, Refusal::ByPerson(_)) {
                terminal::message(&draw::verdict(&verdict, &command, terminal::colour_of_messages()));
            }
            refused(&refusal.why(), &verdict, &request, asked.json)
        }
    }
}

/// Who allows it, with what the person wants to be written, or why nobody does.
fn approval(
    (verdict, policy): (&Verdict, &Policy),
    request: &Request<'_>,
    here: &Location,
    asked: &Run,
) -> io::Result<Result<(Approval, Vec<Addition>), Refusal>> {
    Ok(match verdict.decision {
        Decision::Allow => Ok((Approval::Verdict, Vec::new())),
        Decision::Ask if asked.yes => Ok((Approval::Person, Vec::new())),
        Decision::Ask if prompt::somebody_is_there() => {
            let offers = offers(verdict, request, policy, &here.lookup(&asked.settings));
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
                prompt::Answer::Always(additions) => Ok((Approval::Person, additions)),
                prompt::Answer::No(said) => Err(Refusal::ByPerson(said)),
            }
        }
        Decision::Ask => Err(Refusal::NobodyToAsk),
        Decision::Deny => Err(Refusal::ByVerdict),
    })
}

/// Writes what a person answered for good; or why it cannot be written.
fn keep(addition: &Addition) -> Result<(), String> {
    let file = addition.file.display();
    addition.write().map_err(|error| format!("the settings file `{file}` cannot be changed: {error}"))
}

/// Runs what was approved, passes its output on as it comes, and reports how it ended.
fn carry_out(
    approved: &Approved<'_>,
    asked: &Run,
    Ahead { runtime, session }: Ahead,
) -> Result<ExitCode, Failure> {
    let Approved { request, verdict, policy, approval } = approved;
    let consent = match approval {
        Approval::Verdict => Consent::from_verdict(verdict),
        Approval::Person => Consent::by_person(verdict),
    };
    let refused = |why: &str| refused(why, verdict, request, asked.json);
    let Some(consent) = consent else { return refused("there is no consent for it") };
    let mut plan = match session.planned(request, verdict, consent, policy) {
        Ok(plan) => plan,
        Err(why) => return refused(&why.to_string()),
    };
    plan.limits = session::limits(plan.limits)?;
    let environment = |name: &str| std::env::var(name).ok();
    plan.resources = asked.bounds.apply(Resources::default().with_environment(environment));
    let session = session::around(session, plan.cwd(), plan.shell(), asked.snapshot)?;
    let mut job = Job::from(plan);
    let interruption = Interruption::default();
    if !asked.background {
        job = job.cancelled_by(interruption.clone().wait());
    }
    if let Some(milliseconds) = asked.timeout {
        job = job.within(Duration::from_millis(milliseconds));
    }
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
        return background::start(&session.with_directory(directory), job, asked.json, |outcome| {
            report_json(outcome, verdict, request)
        });
    }
    if !asked.json {
        session = session.without_kept_output();
    }
    let mut relay = OutputRelay::new(!asked.json);
    let outcome = runtime.block_on(session.run(job, |event| relay.hear(&event)));
    // The command has ended. A name that the system still looks up for it keeps nobody waiting.
    runtime.shutdown_background();
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(why) => return refused(&why.to_string()),
    };
    if asked.json {
        terminal::data(&report_json(&outcome, verdict, request))?;
    } else {
        terminal::quietly(relay.lost.map_or(Ok(()), Err))?;
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
        if !outcome.killed.is_empty() {
            terminal::message(&format!("shellgate: {}", killed(&outcome)));
        }
        terminal::message(&report(&outcome, verdict, *approval));
    }
    Ok(ExitCode::from(status(&outcome, &interruption)))
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
    /// Why nothing more can be passed on.
    lost: Option<io::Error>,
}

impl OutputRelay {
    fn new(passes: bool) -> Self {
        let filter = io::stdout().is_terminal().then(SafeOutput::default);
        let out = passes.then(io::stdout);
        Self { output: None, out, filter, position: 0, waiting: Waiting::new(), lost: None }
    }

    fn hear(&mut self, event: &Event<'_>) {
        match event {
            Event::Started { output, .. } => self.output = Some(Arc::clone(output)),
            Event::Progress(progress) => {
                self.pass_on(progress.size);
                self.waiting.show(progress);
            }
            Event::Ended(_) => {
                self.waiting.stop();
                let size = self.output.as_ref().and_then(|output| output.size().ok());
                self.pass_on(size.unwrap_or(0));
                self.finish();
            }
            Event::Decided(_) | Event::Denied(_) | Event::MovedToBackground { .. } => {}
        }
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
fn refused(why: &str, verdict: &Verdict, request: &Request<'_>, json: bool) -> Result<ExitCode, Failure> {
    if json {
        terminal::data(&report_json(&not_run(why), verdict, request))?;
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

/// One line: who allowed it, how it ended, how well it was confined.
fn report(outcome: &Outcome, verdict: &Verdict, approval: Approval) -> String {
    let allowed = match approval {
        Approval::Verdict => line(&verdict.reason.message),
        Approval::Person => "approved".into(),
    };
    if let Some(edited) = &outcome.edited {
        let done = match edited.len() {
            0 => "nothing to change".to_owned(),
            1 => "1 file edited as shown".to_owned(),
            many => format!("{many} files edited as shown"),
        };
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

/// How it ended. A status that is no failure for its program is not reported as one.
fn ended(outcome: &Outcome) -> String {
    if let (Some(_), Some(why)) = (outcome.end.ended_by(), &outcome.return_code_interpretation) {
        return why.clone();
    }
    let how = match (&outcome.signal, outcome.failed) {
        (Some(signal), _) => format!("ended by {signal}"),
        (None, true) => format!("failed with exit {}", outcome.exit_code),
        (None, false) => format!("exit {}", outcome.exit_code),
    };
    match &outcome.return_code_interpretation {
        Some(means) if outcome.signal.is_none() => format!("{how} ({})", line(means)),
        _ => how,
    }
}

/// The processes that were killed with the command, or that it left behind.
fn killed(outcome: &Outcome) -> String {
    const NAMED: usize = 5;
    let names = outcome.killed.iter().take(NAMED);
    let mut names = names.map(|it| format!("`{}` ({})", line(&it.name), it.pid)).collect::<Vec<_>>();
    if outcome.killed.len() > NAMED {
        names.push(format!("{} more", outcome.killed.len() - NAMED));
    }
    let when =
        if outcome.end.ended_by().is_some() { "killed with the command" } else { "left behind and killed" };
    format!("{when}: {}", names.join(", "))
}

/// The outcome with the verdict in it, as one JSON object.
fn report_json<O: Serialize>(outcome: &O, verdict: &Verdict, request: &Request<'_>) -> String {
    #[derive(Serialize)]
    struct Report<'r, O> {
        #[serde(flatten)]
        outcome: &'r O,
        verdict: Box<RawValue>,
    }
    let verdict =
        RawValue::from_string(policy_core::door::verdict(verdict, request, None)).unwrap_or_default();
    safe_output::json(&serde_json::to_string(&Report { outcome, verdict }).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::process_tree::Process;
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
    fn what_was_ended_is_told_by_name() {
        let process = |pid| Process { pid, name: "sl\u{1b}eep".to_owned(), command: "sleep 9".to_owned() };
        let left = |count| Outcome { killed: (1..=count).map(process).collect(), ..outcome() };
        assert!(
            killed(&left(1)).starts_with("left behind and killed: `sl")
                && killed(&left(1)).ends_with("` (1)")
        );
        assert!(!killed(&left(1)).contains('\u{1b}'));
        assert!(killed(&left(7)).ends_with("(5), 2 more"));
        let late = Outcome { end: RunEnd::TimedOut { after_ms: 5 }, ..left(1) };
        assert!(killed(&late).starts_with("killed with the command: "));
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
    fn a_status_is_told_as_what_it_means_and_as_a_failure_only_when_it_is_one() {
        let means = |text: &str| Some(text.to_owned());
        let nothing =
            Outcome { exit_code: 1, return_code_interpretation: means("no line matched"), ..outcome() };
        let broken = Outcome { exit_code: 3, failed: true, ..outcome() };
        let named = Outcome { return_code_interpretation: means("it is wrong"), ..broken.clone() };
        let killed = Outcome { signal: means("SIGKILL"), ..named.clone() };
        let late = Outcome {
            end: RunEnd::TimedOut { after_ms: 5 },
            return_code_interpretation: means("timed out after 5 ms"),
            ..killed.clone()
        };
        for (outcome, expected) in [
            (outcome(), "exit 0"),
            (nothing, "exit 1 (no line matched)"),
            (broken, "failed with exit 3"),
            (named, "failed with exit 3 (it is wrong)"),
            (killed, "ended by SIGKILL"),
            (late, "timed out after 5 ms"),
        ] {
            assert_eq!(ended(&outcome), expected);
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
