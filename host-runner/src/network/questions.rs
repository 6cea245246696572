//! The way of a question about a host, from the proxy to whoever answers, and of the answer to all who wait for it.
//!
//! Owns that a destination is asked about once, and only so many of them in one run: a command could invent names without
//! end. Asks nobody itself.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

use super::question::HostQuestion;

/// Most destinations of a run that are asked about. Further ones are refused.
const ASKED_MAX: usize = 16;

/// A question on its way, and where the answer goes. Dropped without an answer, the connection is refused.
#[derive(Debug)]
pub(crate) struct Waiting {
    pub(crate) question: HostQuestion,
    answer: watch::Sender<Option<bool>>,
}

impl Waiting {
    /// Lets every connection know that waits for this answer.
    pub(crate) fn answer(self, is_yes: bool) {
        self.answer.send_replace(Some(is_yes));
    }
}

/// The questions of one run, as the proxy asks them.
#[derive(Debug)]
pub(crate) struct HostQuestions {
    asked: Mutex<HashMap<HostQuestion, watch::Receiver<Option<bool>>>>,
    to: mpsc::UnboundedSender<Waiting>,
}

impl HostQuestions {
    /// The questions, and the end where they arrive one after the other.
    pub(crate) fn new() -> (Self, mpsc::UnboundedReceiver<Waiting>) {
        let (to, arriving) = mpsc::unbounded_channel();
        (Self { asked: Mutex::default(), to }, arriving)
    }

    /// Whether anybody is there to answer.
    pub(crate) fn are_heard(&self) -> bool {
        !self.to.is_closed()
    }

    /// Whether somebody says yes to `question`. A second connection to the same destination waits for the first answer.
    pub(crate) async fn allow(&self, question: &HostQuestion) -> bool {
        let Some(mut answer) = self.asked(question) else { return false };
        let answered = answer.wait_for(Option::is_some).await;
        answered.is_ok_and(|answer| *answer == Some(true))
    }

    fn asked(&self, question: &HostQuestion) -> Option<watch::Receiver<Option<bool>>> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = asked.get(question) {
            return Some(known.clone());
        }
        if asked.len() >= ASKED_MAX {
            return None;
        }
        let (answer, known) = watch::channel(None);
        self.to.send(Waiting { question: question.clone(), answer }).ok()?;
        asked.insert(question.clone(), known.clone());
        Some(known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(host: &str, port: u16) -> HostQuestion {
        HostQuestion { host: host.to_owned(), port }
    }

    #[tokio::test]
    async fn a_destination_is_asked_about_once_and_all_who_wait_get_the_answer() {
        let (questions, mut arriving) = HostQuestions::new();
        for is_yes in [true, false] {
            let asked = question(if is_yes { "yes.test" } else { "no.test" }, 443);
            let answered = async {
                let waiting = arriving.recv().await.unwrap();
                assert_eq!(waiting.question, asked);
                waiting.answer(is_yes);
            };
            let (first, second, ()) =
                tokio::join!(questions.allow(&asked), questions.allow(&asked), answered);
            assert_eq!((first, second, questions.allow(&asked).await), (is_yes, is_yes, is_yes));
            assert!(arriving.try_recv().is_err());
        }
    }

    #[tokio::test]
    async fn what_nobody_answers_is_no_and_stays_no() {
        let (questions, mut arriving) = HostQuestions::new();
        let asked = question("a.test", 443);
        let (allowed, ()) =
            tokio::join!(questions.allow(&asked), async { drop(arriving.recv().await.unwrap()) });
        assert!(!allowed && !questions.allow(&asked).await);
        assert!(arriving.try_recv().is_err() && questions.are_heard());
        drop(arriving);
        assert!(!questions.allow(&question("b.test", 443)).await && !questions.are_heard());
    }

    #[tokio::test]
    async fn a_command_that_invents_names_is_asked_about_only_so_many() {
        let (questions, mut arriving) = HostQuestions::new();
        for number in 0..2 * ASKED_MAX {
            let asked = question(&format!("{number}.test"), 443);
            let allowed = tokio::join!(questions.allow(&asked), async {
                if number < ASKED_MAX {
                    arriving.recv().await.unwrap().answer(true);
                }
            });
            assert_eq!(allowed.0, number < ASKED_MAX, "{number}");
        }
        assert!(arriving.try_recv().is_err());
    }
}
