//! A job for a session: a request to decide and run, or a plan to run.
//!
//! Owns the options of one run: who approves, who may cancel, whether to wait. Decides nothing.

use std::fmt;
use std::pin::Pin;
use std::time::Duration;

use policy_core::{Request, Verdict};

use super::around::Around;
use super::simulated_edit::SimulatedEdit;
use crate::network::{HostAnswer, HostQuestion};
use crate::plan::{Grant, Plan};
use crate::tasks::answering::{ANSWER_TIME, Answered, HostAsker};

/// A future of a host, which a session waits for.
pub(crate) type Promised<'j, T> = Pin<Box<dyn Future<Output = T> + Send + 'j>>;

/// Whom to ask.
pub(crate) type Ask<'j> = Box<dyn FnOnce(Question) -> Promised<'j, bool> + Send + 'j>;

/// One command for a session.
pub struct Job<'j> {
    pub(crate) work: Work<'j>,
    pub(crate) approval: Option<Ask<'j>>,
    pub(crate) cancellation: Option<Promised<'j, ()>>,
    pub(crate) is_background: bool,
    pub(crate) timeout: Option<Duration>,
    pub(crate) edit: Option<&'j [SimulatedEdit]>,
    pub(crate) leaves_sandbox: bool,
    /// Who answers questions about hosts while the command runs.
    pub(crate) asker: Option<HostAsker<'j>>,
    /// What the command gets on top.
    pub(crate) grants: Vec<Grant>,
    /// What the command came from, if it was judged before.
    pub(crate) around: Option<Around>,
}

/// The work of the job.
#[derive(Debug)]
pub(crate) enum Work<'j> {
    /// To decide, and to run what is allowed.
    Request(Box<Request<'j>>),
    /// To run what was decided.
    Plan(Box<Plan>),
}

/// The question whether a command may run.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The command, exactly as it would run.
    pub command: String,
    /// Where it would run.
    pub cwd: Option<String>,
    /// Why it is asked, with what it would do.
    pub verdict: Verdict,
}

impl<'j> Job<'j> {
    /// The command of `request`, to be decided on by the session's policy.
    pub fn new(request: Request<'j>) -> Self {
        Self::of(Work::Request(Box::new(request)))
    }

    fn of(work: Work<'j>) -> Self {
        Self {
            work,
            approval: None,
            cancellation: None,
            is_background: false,
            timeout: None,
            edit: None,
            leaves_sandbox: false,
            asker: None,
            grants: Vec::new(),
            around: None,
        }
    }

    /// Tells the hooks of the settings what it did, when it has run.
    pub(super) fn with_around(self, around: Around) -> Self {
        Self { around: Some(around), ..self }
    }

    /// Asks `approval` when the policy neither allows nor denies. Without one the answer is no.
    #[must_use]
    pub fn approved_by<F>(mut self, approval: impl FnOnce(Question) -> F + Send + 'j) -> Self
    where
        F: Future<Output = bool> + Send + 'j,
    {
        self.approval = Some(Box::new(move |question| Box::pin(approval(question))));
        self
    }

    /// Asks `answer` when the command connects to a host that nothing names, while the connection waits. Without it, and in
    /// the background, such a connection is refused; so is one to a host that a rule or `deniedDomains` denies, and to this
    /// machine or a private network, about which nobody is asked.
    ///
    /// One question is asked at a time, each destination once, and sixteen of them in a run. No answer within 60 seconds, or
    /// [`answered_within`](Self::answered_within), is a no. The future is dropped when the command ends before its answer.
    #[must_use]
    pub fn hosts_answered_by<F>(mut self, mut answer: impl FnMut(HostQuestion) -> F + Send + 'j) -> Self
    where
        F: Future<Output = HostAnswer> + Send + 'j,
    {
        let ask = Box::new(move |question| Box::pin(answer(question)) as Answered<'j>);
        self.asker = Some(HostAsker { ask, within: ANSWER_TIME });
        self
    }

    /// Gives each answer about a host this time.
    #[must_use]
    pub fn answered_within(mut self, within: Duration) -> Self {
        if let Some(asker) = &mut self.asker {
            asker.within = within;
        }
        self
    }

    /// Ends the command when `cancellation` is ready.
    #[must_use]
    pub fn cancelled_by(mut self, cancellation: impl Future<Output = ()> + Send + 'j) -> Self {
        self.cancellation = Some(Box::pin(cancellation));
        self
    }

    /// Starts the command and does not wait for its end.
    #[must_use]
    pub fn in_background(mut self) -> Self {
        self.is_background = true;
        self
    }

    /// Runs the command outside of the sandbox, once it may run and where the settings let it: see
    /// [`Plan::without_sandbox`]. The sandbox is then no reason to allow it.
    #[must_use]
    pub fn without_sandbox(mut self) -> Self {
        self.leaves_sandbox = true;
        self
    }

    /// Gives the command what an earlier run of it lacked (`sandbox.grants` of its outcome), for this run: a person has to say
    /// yes to each of them, because the command itself said that it lacked them.
    #[must_use]
    pub fn granting(mut self, grants: impl IntoIterator<Item = Grant>) -> Self {
        self.grants = grants.into_iter().collect();
        self
    }

    /// Refuses the command unless the verdict shows it as exactly this edit.
    #[must_use]
    pub fn only_as(mut self, edit: &'j [SimulatedEdit]) -> Self {
        self.edit = Some(edit);
        self
    }

    /// Gives the command this time, at most the profile's maximum; in the background exactly this time, which is
    /// otherwise not bounded there.
    #[must_use]
    pub fn within(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job").field("work", &self.work).finish_non_exhaustive()
    }
}

impl<'j> From<Request<'j>> for Job<'j> {
    fn from(request: Request<'j>) -> Self {
        Self::new(request)
    }
}

impl From<Plan> for Job<'_> {
    fn from(plan: Plan) -> Self {
        Self::of(Work::Plan(Box::new(plan)))
    }
}
