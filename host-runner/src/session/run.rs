//! One command, from the decision to its outcome.

use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::{Duration, Instant};

use policy_core::{Decision, Mode};
use tokio::sync::oneshot;

use super::approval::{Approval, Judged, NoPlan};
use super::job::{Ask, Job, Question, Work};
use super::simulated_edit::SimulatedEdit;
use super::{Session, tool};
use crate::consult::ToolCall;
use crate::edit;
use crate::network::HostQuestions;
use crate::outcome::event::{BackgroundedBy, Event};
use crate::outcome::report::milliseconds;
use crate::outcome::{Outcome, RunEnd, RunError, SandboxReport};
use crate::plan::Plan;
use crate::sandbox::Confinement;
use crate::tasks::Tasks;
use crate::tasks::answering::{Answering, HostAsker};
use crate::tasks::running_task::{ForegroundEnd, RunPermit};

/// How a plan is to be carried out.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunOptions {
    pub is_background: bool,
    pub timeout: Option<Duration>,
}

impl Session {
    /// Runs `job` and reports its progress to `events`.
    ///
    /// A job is a [`Plan`], a [`Request`], or either with more said about it ([`Job`]). Commands that only read run
    /// at the same time, others one at a time, all in the order in which they were asked for. The future is ready
    /// when the command has ended or goes on in the background; dropping it before ends the command and all that it
    /// started.
    ///
    /// # Errors
    /// When the command may not run or could not be run as planned. That it failed is no error but an outcome.
    pub async fn run<'j>(
        &self,
        job: impl Into<Job<'j>>,
        mut events: impl FnMut(Event<'_>) + Send,
    ) -> Result<Outcome, RunError> {
        let Job {
            work,
            approval,
            cancellation,
            is_background,
            timeout,
            edit,
            leaves_sandbox,
            asker,
            grants,
            around,
        } = job.into();
        // Where nobody can be asked, nobody is asked later either.
        let mut asker = asker.filter(|_| !is_background);
        let (plan, around) = match work {
            Work::Plan(plan) => (*plan, around),
            Work::Request(request) => {
                let timeout = timeout.and_then(|timeout| u64::try_from(timeout.as_millis()).ok());
                let call = ToolCall { timeout, run_in_background: is_background, ..ToolCall::default() };
                let judged = self.judged(&request, Some(call), leaves_sandbox).await?;
                let around = judged.around();
                asker = asker.filter(|_| !matches!(judged.policy.mode, Mode::DontAsk | Mode::Plan));
                (self.plan(judged, approval, edit, &mut events).await?, around)
            }
        };
        let plan = if leaves_sandbox { plan.without_sandbox() } else { plan }.with_grants(&grants);
        let cancellation = cancellation.unwrap_or_else(|| Box::pin(std::future::pending()));
        let asked = RunOptions { is_background, timeout };
        let outcome = self.carry_out(plan, asked, asker, pin!(cancellation), &mut events).await;
        if self.keeps_standby {
            // If it fails, the next command reports why.
            drop(self.prepare());
        }
        match around {
            Some(around) => Ok(around.closed(outcome?, &mut events).await),
            None => outcome,
        }
    }

    /// As [`run`](Self::run), but ends the command when `interrupt` is ready.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn run_until<'j>(
        &self,
        job: impl Into<Job<'j>>,
        interrupt: impl Future<Output = ()> + Send + 'j,
        events: impl FnMut(Event<'_>) + Send,
    ) -> Result<Outcome, RunError> {
        self.run(job.into().cancelled_by(interrupt), events).await
    }

    /// The plan for what was judged, if the policy or a person allows it.
    async fn plan(
        &self,
        judged: Judged,
        approval: Option<Ask<'_>>,
        edit: Option<&[SimulatedEdit]>,
        events: &mut (impl FnMut(Event<'_>) + Send),
    ) -> Result<Plan, RunError> {
        for run in &judged.hooks {
            events(Event::Hook(run));
        }
        events(Event::Decided(&judged.verdict));
        if edit.is_some_and(|edit| !tool::is_shown(edit, &judged.verdict)) {
            return Err(RunError::OtherEdit);
        }
        let approval = approved(&judged, approval).await;
        match approval.ok_or(NoPlan::NoConsent).and_then(|approval| judged.plan(self, approval)) {
            Ok(plan) => Ok(plan),
            Err(NoPlan::Plan(error)) => Err(error.into()),
            Err(NoPlan::NoConsent) => {
                events(Event::Denied(&judged.verdict));
                let verdict = Box::new(judged.verdict);
                Err(match verdict.decision {
                    Decision::Deny => RunError::Denied(verdict),
                    Decision::Ask | Decision::Allow => RunError::NotApproved(verdict),
                })
            }
        }
    }

    async fn carry_out(
        &self,
        plan: Plan,
        asked: RunOptions,
        asker: Option<HostAsker<'_>>,
        mut cancellation: Pin<&mut (dyn Future<Output = ()> + Send)>,
        events: &mut (impl FnMut(Event<'_>) + Send),
    ) -> Result<Outcome, RunError> {
        if plan.command().contains('\0') {
            return Err(RunError::NullByte);
        }
        let turn = tokio::select! {
            biased;
            turn = self.turn(plan.is_read_only()) => turn,
            () = cancellation.as_mut() => return Err(RunError::Cancelled),
        };
        if let Some(changes) = plan.edit() {
            let outcome = apply(&plan, changes)?;
            events(Event::Ended(&outcome));
            return Ok(outcome);
        }
        let (plan, questions, mut answering) = match asker.filter(|_| plan.may_ask_hosts()) {
            Some(asker) => {
                let (questions, arriving) = HostQuestions::new();
                (plan.asking_for_hosts(), Some(questions), Answering::by(asker, arriving))
            }
            None => (plan, None, Answering::by_nobody()),
        };
        let mut drive = self.start(plan, asked, questions).await?;
        let id = drive.output.name().to_owned();
        events(Event::Started { task: &id, output: &drive.output });
        let listed = Listed { tasks: &self.shared.tasks, id: &id };

        let left = if asked.is_background {
            ForegroundEnd::ToBackground(BackgroundedBy::Request)
        } else {
            let after = self.background_after.filter(|_| drive.record.plan.may_go_to_background());
            drive.in_foreground(cancellation, after, &mut answering, events).await?
        };
        if let Some(withdrawn) = answering.withdraw() {
            events(Event::HostAnswered(&withdrawn));
        }
        drive.record.asked = std::mem::take(&mut answering.asked);
        // In the background there is nobody.
        drop(answering);
        // The next command need not wait for the report of this one.
        drop(turn);
        match left {
            ForegroundEnd::Ended => {
                let output = Arc::clone(&drive.output);
                drive.record.notes.extend(self.shell.ended(&drive.around));
                let (outcome, launcher) = drive.finish().await;
                // What is worth reading later was kept elsewhere.
                drop(std::fs::remove_file(output.path()));
                if let Ok(outcome) = &outcome {
                    events(Event::Ended(outcome));
                }
                if self.keeps_standby {
                    // The runtime goes on, so that the result need not wait for the end of its launcher.
                    tokio::spawn(launcher.reap());
                } else {
                    launcher.reap().await;
                }
                outcome
            }
            ForegroundEnd::ToBackground(by) => {
                let outcome = Outcome {
                    end: RunEnd::Background { task: id.clone(), by },
                    ..drive.record.so_far(drive.started.elapsed())
                };
                listed.stays();
                drive.running.set_deadline(asked.timeout.map(|timeout| drive.started + timeout));
                let (begun, has_begun) = oneshot::channel();
                tokio::spawn(drive.in_background(begun));
                drop(has_begun.await);
                events(Event::MovedToBackground { task: &id, by });
                Ok(outcome)
            }
        }
    }

    async fn turn(&self, is_read_only: bool) -> RunPermit {
        let turns = Arc::clone(&self.shared.turns);
        if is_read_only {
            RunPermit::Shared(turns.read_owned().await)
        } else {
            RunPermit::Alone(turns.write_owned().await)
        }
    }
}

/// Who allows it: the policy, or the person who can be asked.
async fn approved(judged: &Judged, ask: Option<Ask<'_>>) -> Option<Approval> {
    match (judged.verdict.decision, ask) {
        (Decision::Allow, _) => Some(Approval::Verdict),
        (Decision::Ask, Some(ask)) => {
            let request = judged.request();
            let question = Question {
                command: request.command.to_owned(),
                cwd: request.cwd.map(str::to_owned),
                verdict: judged.verdict.clone(),
            };
            ask(question).await.then_some(Approval::Person)
        }
        (Decision::Ask, None) | (Decision::Deny, _) => None,
    }
}

/// A command on the list of tasks as long as its caller waits for it.
struct Listed<'s> {
    tasks: &'s Tasks,
    id: &'s str,
}

impl Listed<'_> {
    /// The caller leaves, the command stays.
    fn stays(self) {
        self.tasks.to_background(self.id);
        std::mem::forget(self);
    }
}

impl Drop for Listed<'_> {
    fn drop(&mut self) {
        self.tasks.remove(self.id);
    }
}

/// Writes what the verdict shows as an edit, where the command could have written, and runs nothing.
fn apply(plan: &Plan, changes: &[edit::FileChange]) -> Result<Outcome, edit::EditError> {
    let started = Instant::now();
    let (sandbox, _) = plan.sandbox().as_found(plan.cwd(), None);
    let sandbox = plan.backend().confines().then_some(&sandbox);
    let edited = edit::apply(changes, sandbox)?;
    Ok(Outcome {
        no_output_expected: true,
        edited: Some(edited),
        cwd: plan.cwd().to_owned(),
        duration_ms: milliseconds(started.elapsed()),
        // There was nothing to hold.
        sandbox: SandboxReport { confinement: Confinement::Full, ..SandboxReport::default() },
        ..Outcome::default()
    })
}
