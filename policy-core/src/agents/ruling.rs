//! What is said about a call, and how the hook's process says it to the agent.
//!
//! Owns the ruling, the strictest of several, and the answer as text and exit code. What an agent understands is in the
//! agent's own file.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::agent::Agent;
use crate::verdict::Decision;
use crate::visible::line;

/// The exit code with which every agent that looks at it blocks the call.
pub const BLOCKED: u8 = 2;

/// Longest reason that is given, in characters; Claude Code cuts at 10,000.
const REASON_CHARACTERS_MAX: usize = 4_000;

/// What is said about one call.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ruling {
    /// The decision; none leaves it to the agent.
    pub decision: Option<Decision>,
    /// Why: for the person, or for the model when it is denied.
    pub reason: String,
    /// What the person should know besides.
    pub note: Option<String>,
    /// The commands that are to run in place of those of the call, in their order.
    pub rewritten: Option<Vec<String>>,
}

impl Ruling {
    /// `decision`, because of `reason`.
    pub fn new(decision: Decision, reason: impl Into<String>) -> Self {
        Self { decision: Some(decision), reason: reason.into(), ..Self::default() }
    }

    /// What counts for the call as a whole: the strictest of `rulings`, whose commands all run or none.
    pub fn strictest(rulings: Vec<Self>) -> Self {
        let notes: Vec<String> = rulings.iter().filter_map(|ruling| ruling.note.clone()).collect();
        let note = notes.first().cloned();
        let strictest =
            rulings.into_iter().reduce(|a, b| if b.strictness() > a.strictness() { b } else { a });
        Self { note, ..strictest.unwrap_or_default() }
    }

    /// No opinion is stricter than allow: it is not known that nobody asks.
    const fn strictness(&self) -> u8 {
        match self.decision {
            Some(Decision::Allow) => 0,
            None => 1,
            Some(Decision::Ask) => 2,
            Some(Decision::Deny) => 3,
        }
    }

    /// The decision on a tool that only carries a command: it can be denied or asked about, not allowed.
    pub(super) fn objection(&self) -> Option<Decision> {
        self.decision.filter(|decision| *decision != Decision::Allow)
    }

    /// The reason on one line, of a length that is shown whole.
    pub(super) fn reason(&self) -> String {
        shown(&self.reason)
    }

    /// The note on one line.
    pub(super) fn note(&self) -> Option<String> {
        self.note.as_deref().map(shown)
    }

    /// The same as a denial, for an agent that cannot ask a person.
    pub(super) fn denied_instead(&self, agent: Agent) -> Self {
        match self.decision {
            Some(Decision::Ask) => Self {
                decision: Some(Decision::Deny),
                reason: format!(
                    "{}: a person has to approve it, and {} cannot ask one here",
                    self.reason(),
                    agent.title()
                ),
                ..self.clone()
            },
            _ => self.clone(),
        }
    }
}

/// What the hook's process writes, and how it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HookAnswer {
    /// For standard output, written at once; empty where nothing is to be said.
    pub stdout: String,
    /// For standard error.
    pub stderr: String,
    /// The exit code.
    pub exit: u8,
}

impl HookAnswer {
    /// Nothing to say: the agent does as it would without the hook.
    pub fn silent() -> Self {
        Self::default()
    }

    /// One line of JSON.
    pub(super) fn json(text: String) -> Self {
        Self { stdout: text, ..Self::default() }
    }

    /// A sentence with the exit code that blocks. Agents that see no text on standard error let the call go on.
    pub(super) fn blocked(sentence: &str) -> Self {
        Self { stderr: shown(sentence), exit: BLOCKED, ..Self::default() }
    }
}

/// `text` on one line, of a length that is shown whole; never empty.
pub(super) fn shown(text: &str) -> String {
    let text = match line(text) {
        text if text.is_empty() => Cow::Borrowed("nothing allows it"),
        text => text,
    };
    let end = text.char_indices().nth(REASON_CHARACTERS_MAX).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or_default().to_owned()
}
