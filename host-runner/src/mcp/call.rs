//! One call of a tool, and what all calls of a client share.
//!
//! Owns the session, the roots, the open questions, and the ends of tasks that nobody has heard of yet.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use policy_core::visible::line;
use rmcp::RoleServer;
use rmcp::model::{CallToolResponse, CallToolResult, InputResponses, JsonObject, ProtocolVersion};
use rmcp::service::RequestContext;
use tokio::sync::{broadcast, watch};

use super::question::OpenQuestions;
use super::roots::Roots;
#[cfg(feature = "web")]
use super::shared_web::SharedWeb;
use super::surroundings::Surroundings;
use super::texts;
use crate::session::Session;
use crate::tasks::TaskEnded;

/// Most ends of tasks that wait for a result to be reported in.
const NEWS_MAX: usize = 20;

/// What all calls share.
pub(super) struct Shared {
    pub(super) surroundings: Arc<dyn Surroundings>,
    pub(super) session: Session,
    pub(super) roots: Roots,
    pub(super) questions: OpenQuestions,
    #[cfg(feature = "web")]
    pub(super) web: SharedWeb,
    /// How long a person may take to answer.
    pub(super) approval_timeout: Duration,
    closing: watch::Receiver<bool>,
    ends: Mutex<broadcast::Receiver<TaskEnded>>,
}

/// One call of a tool.
pub(super) struct Call {
    pub(super) arguments: JsonObject,
    /// The answers to the requests of an earlier result.
    pub(super) responses: InputResponses,
    /// The name of that result.
    pub(super) state: Option<String>,
    pub(super) context: RequestContext<RoleServer>,
}

impl Call {
    /// Whether each request stands for itself, so that the client is asked by a result.
    pub(super) fn is_stateless(&self) -> bool {
        self.context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28)
    }

    /// Ends when the client does not want the answer any longer, or is gone.
    pub(super) fn cancelled(&self, shared: &Shared) -> impl Future<Output = ()> + Send + 'static {
        let (token, mut closing) = (self.context.ct.clone(), shared.closing.clone());
        async move {
            tokio::select! {
                () = token.cancelled() => {}
                _ = closing.wait_for(|closing| *closing) => {}
            }
        }
    }
}

impl Shared {
    pub(super) fn new(
        surroundings: Arc<dyn Surroundings>,
        session: Session,
        approval_timeout: Duration,
        closing: watch::Receiver<bool>,
    ) -> Self {
        let ends = Mutex::new(session.subscribe());
        let (roots, questions) = (Roots::default(), OpenQuestions::default());
        Self {
            surroundings,
            session,
            roots,
            questions,
            #[cfg(feature = "web")]
            web: SharedWeb::default(),
            approval_timeout,
            closing,
            ends,
        }
    }

    /// The background tasks that have ended since the last call, in one sentence each; without `known`, whose end the
    /// model hears anyway.
    pub(super) fn news(&self, known: Option<&str>) -> Vec<String> {
        let mut ends = self.ends.lock().unwrap_or_else(PoisonError::into_inner);
        let mut news = Vec::new();
        loop {
            match ends.try_recv() {
                Ok(TaskEnded { id, outcome }) if Some(id.as_str()) != known => {
                    news.push(texts::has_ended(&id, &outcome));
                }
                Ok(_) | Err(broadcast::error::TryRecvError::Lagged(_)) => {}
                Err(_) => break,
            }
        }
        news.split_off(news.len().saturating_sub(NEWS_MAX))
    }
}

/// Why a call did not do what it was for, for the model.
#[derive(Debug)]
pub(super) enum Wrong {
    /// The arguments or the surroundings are wrong.
    Call(String),
    /// A command was not run.
    NotRun(String),
    /// A request to the web was not sent, or has no answer.
    #[cfg(feature = "web")]
    NotSent(String),
}

impl From<Wrong> for CallToolResult {
    fn from(wrong: Wrong) -> Self {
        match wrong {
            Wrong::Call(why) => texts::error(line(&why)),
            Wrong::NotRun(why) => texts::not_run(&why),
            #[cfg(feature = "web")]
            Wrong::NotSent(why) => texts::error(format!("no answer: {}", line(&why))),
        }
    }
}

/// What a tool answers.
pub(super) type Answered = Result<CallToolResponse, Wrong>;
