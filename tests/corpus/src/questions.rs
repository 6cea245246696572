//! The corpus while it is made: settings once each, requests by group, every one with the answer of the linked core.
//!
//! Owns what a question is, and that no question is in it twice. Knows no group.

use std::collections::{HashMap, HashSet};

use policy_core::door;

use crate::answers::Core;

/// What is asked of the core.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Options under which no gate can be opened, as text.
    Open(String),
    /// One request, as text, under the settings with this number.
    Check {
        /// The number of the settings.
        policy: usize,
        /// Whether the answer's places count UTF-16 units; else they count bytes.
        utf16: bool,
        /// The request.
        request: String,
    },
    /// One call of the text door that opens nothing and needs nothing open.
    Call(String),
}

/// One question and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The group that it belongs to.
    pub group: String,
    /// What is asked.
    pub question: Question,
    /// The exact text that is answered.
    pub answer: String,
}

/// Everything that is asked, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corpus {
    /// The options of `open`, as text, by their number.
    pub policies: Vec<String>,
    /// The questions, group after group.
    pub entries: Vec<Entry>,
}

/// A corpus that grows.
#[derive(Debug)]
pub(crate) struct Maker {
    corpus: Corpus,
    group: &'static str,
    numbers: HashMap<String, usize>,
    core: Core,
    known: HashSet<Question>,
}

impl Maker {
    pub(crate) fn new() -> Self {
        Self {
            corpus: Corpus { policies: Vec::new(), entries: Vec::new() },
            group: "",
            numbers: HashMap::new(),
            core: Core::default(),
            known: HashSet::new(),
        }
    }

    /// What follows belongs to this group.
    pub(crate) fn group(&mut self, name: &'static str) {
        self.group = name;
    }

    /// What is there so far.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.corpus.entries
    }

    pub(crate) fn finish(self) -> Corpus {
        self.corpus
    }

    /// The number of these settings; none when no gate can be opened, which is then part of the corpus.
    pub(crate) fn open(&mut self, options: &str) -> Option<usize> {
        if let Some(number) = self.numbers.get(options) {
            return Some(*number);
        }
        match door::open(options) {
            Ok(door) => {
                let number = self.corpus.policies.len();
                self.core.add(door);
                self.corpus.policies.push(options.to_owned());
                self.numbers.insert(options.to_owned(), number);
                Some(number)
            }
            Err(error) => {
                let question = Question::Open(options.to_owned());
                if self.is_new(&question) {
                    self.keep(question, error.to_json());
                }
                None
            }
        }
    }

    /// Asks the core under the settings with this number; the answer, or none when this was asked before.
    pub(crate) fn check(&mut self, policy: usize, request: String) -> Option<&str> {
        let question = Question::Check { policy, utf16: false, request };
        self.ask(question)
    }

    /// As [`Maker::check`], with places in UTF-16. The request is as `JSON.stringify` writes it, and has no `id`: a
    /// caller in JavaScript sees the answer as an object, which has its bytes only then.
    pub(crate) fn check_utf16(&mut self, policy: usize, request: String) -> Option<&str> {
        let question = Question::Check { policy, utf16: true, request };
        self.ask(question)
    }

    /// Calls the text door.
    pub(crate) fn call(&mut self, call: String) -> Option<&str> {
        self.ask(Question::Call(call))
    }

    fn ask(&mut self, question: Question) -> Option<&str> {
        if !self.is_new(&question) {
            return None;
        }
        let answer = self.core.answer(&question);
        Some(self.keep(question, answer))
    }

    fn is_new(&mut self, question: &Question) -> bool {
        self.known.insert(question.clone())
    }

    fn keep(&mut self, question: Question, answer: String) -> &str {
        self.corpus.entries.push(Entry { group: self.group.to_owned(), question, answer });
        self.corpus.entries.last().map_or("", |entry| &entry.answer)
    }
}
