//! What the files of another tool say, one statement at a time, before it becomes rules.

use std::ops::Range;

use policy_core::rules::List;

use super::shape::{Shape, Unsaid};

/// One entry of a file of another tool.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// The number of the file.
    pub(super) file: usize,
    /// Its bytes there.
    pub(super) at: Range<usize>,
    /// What it decides.
    pub(super) list: List,
    /// About what.
    pub(super) about: About,
    /// What the translation makes narrower already.
    pub(super) narrower: Option<String>,
    /// Its rank where the order of the source counts: the highest decides.
    pub(super) rank: i64,
}

/// What a statement is about.
#[derive(Clone, Debug)]
pub(super) enum About {
    /// Commands.
    Commands(Vec<Shape>),
    /// Other tools, by these rules.
    Rules(Vec<String>),
    /// Commands that no rule describes.
    Unsaid(Unsaid),
    /// Nothing that can be imported, and why.
    Nothing(String),
}

impl Statement {
    /// A statement with the lowest rank.
    pub(super) fn new(at: Range<usize>, list: List, about: About) -> Self {
        Self { file: 0, at, list, about, narrower: None, rank: 0 }
    }

    /// A statement about the commands of `shapes`.
    pub(super) fn commands(at: Range<usize>, list: List, shapes: Result<Vec<Shape>, Unsaid>) -> Self {
        Self::new(at, list, shapes.map_or_else(About::Unsaid, About::Commands))
    }

    /// A statement about other tools than the shell, by one rule, which asks or denies; `is_wider` if it matches more than the
    /// source means.
    pub(super) fn rule(at: Range<usize>, list: List, rule: String, is_wider: bool) -> Self {
        let narrower = is_wider.then(|| "the rule matches more".to_owned());
        Self { narrower, ..Self::new(at, list, About::Rules(vec![rule])) }
    }

    /// A statement that is not imported.
    pub(super) fn nothing(at: Range<usize>, list: List, why: impl Into<String>) -> Self {
        Self::new(at, list, About::Nothing(why.into()))
    }

    /// Whether it is about commands.
    pub(super) fn is_about_commands(&self) -> bool {
        matches!(self.about, About::Commands(_) | About::Unsaid(_))
    }

    /// Whether it is about every command.
    pub(super) fn is_about_every_command(&self) -> bool {
        matches!(&self.about, About::Commands(shapes) if shapes.iter().any(Shape::is_every))
    }

    /// Whether a command can be meant by both.
    pub(super) fn may_overlap(&self, other: &Self) -> bool {
        match (&self.about, &other.about) {
            (About::Commands(own), About::Commands(its)) => {
                own.iter().any(|own| its.iter().any(|it| own.may_overlap(it)))
            }
            (About::Commands(_), About::Unsaid(_)) => true,
            _ => false,
        }
    }
}

/// What all files of another tool say.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The statements.
    pub(super) statements: Vec<Statement>,
    /// What the tool does with a command that no statement is about, if the files say so.
    pub(super) unmatched: Option<List>,
    /// What else a person should know.
    pub(super) notes: Vec<String>,
}
