//! The questions about hosts while a command runs: one at a time, to whoever the host of the run has for it.
//!
//! Owns their order, how long an answer may take, and that a host which was refused is not asked about again. Dropped, it
//! refuses what is open.

use std::collections::HashSet;
use std::pin::Pin;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

use crate::network::{AskedHost, HostAnswer, HostQuestion, Waiting};

/// How long a person may take to answer, unless the host of the run says otherwise. Few clients wait longer.
pub(crate) const ANSWER_TIME: Duration = Duration::from_mins(1);

/// An answer that takes its time.
pub(crate) type Answered<'j> = Pin<Box<dyn Future<Output = HostAnswer> + Send + 'j>>;

/// Who answers.
pub(crate) struct HostAsker<'j> {
    pub(crate) ask: Box<dyn FnMut(HostQuestion) -> Answered<'j> + Send + 'j>,
    pub(crate) within: Duration,
}

/// The questions of one run.
pub(crate) struct Answering<'j> {
    asker: Option<(HostAsker<'j>, UnboundedReceiver<Waiting>)>,
    open: Option<Open<'j>>,
    refused: HashSet<String>,
    /// What became of the questions so far.
    pub(crate) asked: Vec<AskedHost>,
}

struct Open<'j> {
    waiting: Waiting,
    /// From when on somebody is asked; it ends with none when the time is over.
    answer: Option<Pin<Box<dyn Future<Output = Option<HostAnswer>> + Send + 'j>>>,
}

/// What happened to a question.
#[derive(Debug)]
pub(crate) enum Step {
    /// It is asked from now on.
    Asked(HostQuestion),
    /// It is over.
    Over(AskedHost),
}

impl<'j> Answering<'j> {
    /// Nobody answers.
    pub(crate) fn by_nobody() -> Self {
        Self { asker: None, open: None, refused: HashSet::new(), asked: Vec::new() }
    }

    /// `asker` answers what arrives.
    pub(crate) fn by(asker: HostAsker<'j>, arriving: UnboundedReceiver<Waiting>) -> Self {
        Self { asker: Some((asker, arriving)), ..Self::by_nobody() }
    }

    /// Whether somebody is being asked.
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// The next step; it can be dropped and called again.
    pub(crate) async fn next(&mut self) -> Step {
        loop {
            let Some((asker, arriving)) = &mut self.asker else { return std::future::pending().await };
            if let Some(open) = &mut self.open {
                let answer = open.answer.get_or_insert_with(|| {
                    let (asked, within) = ((asker.ask)(open.waiting.question.clone()), asker.within);
                    Box::pin(async move { timeout(within, asked).await.ok() })
                });
                let answer = answer.as_mut().await;
                if let Some(over) = self.over(answer) {
                    return Step::Over(over);
                }
                continue;
            }
            let Some(waiting) = arriving.recv().await else { return std::future::pending().await };
            if self.refused.contains(&waiting.question.host) {
                waiting.answer(false);
                continue;
            }
            let question = waiting.question.clone();
            self.open = Some(Open { waiting, answer: None });
            return Step::Asked(question);
        }
    }

    /// Withdraws the open question, if there is one.
    pub(crate) fn withdraw(&mut self) -> Option<AskedHost> {
        self.over(None)
    }

    fn over(&mut self, answer: Option<HostAnswer>) -> Option<AskedHost> {
        let Open { waiting, .. } = self.open.take()?;
        let asked = AskedHost { question: waiting.question.clone(), answer };
        let is_yes = matches!(answer, Some(HostAnswer::Once | HostAnswer::Always));
        if !is_yes {
            self.refused.insert(asked.question.host.clone());
        }
        waiting.answer(is_yes);
        self.asked.push(asked.clone());
        Some(asked)
    }
}
