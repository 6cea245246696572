//! One finding about a policy.
//!
//! Owns the kinds, their names, and how grave each is.

use alloc::string::String;
use alloc::vec::Vec;

use crate::policy::PolicyError;
use crate::rules::{List, Rule};

/// How grave a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The policy does not do what it says.
    Warning,
    /// It does, and there is something to know.
    Note,
}

impl Level {
    /// `warning` or `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// What every use of the settings warns about: a text that cannot be read, a key that nothing reads.
    Unclear,
    /// A rule names the tool of another agent.
    OtherTool,
    /// A rule is written as a regular expression.
    RegularExpression,
    /// A path begins at the folder of the settings and looks as if it began at the root of the disk.
    SettingsRoot,
    /// No command was found that the rule is about.
    NeverMatches,
    /// A rule of a stricter list decides every command of this one.
    Overruled,
    /// The same list of the same file has the same rule before.
    Duplicate,
    /// Another rule of the same list and file is about every command of this one.
    Covered,
    /// The command may run without the rule.
    Needless,
    /// The rule allows commands that do more than read, and that its text does not show.
    Wider,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 10] = [
        Self::Unclear,
        Self::OtherTool,
        Self::RegularExpression,
        Self::SettingsRoot,
        Self::NeverMatches,
        Self::Overruled,
        Self::Duplicate,
        Self::Covered,
        Self::Needless,
        Self::Wider,
    ];

    /// The stable name, in capital letters.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unclear => "UNCLEAR",
            Self::OtherTool => "OTHER_TOOL",
            Self::RegularExpression => "REGULAR_EXPRESSION",
            Self::SettingsRoot => "SETTINGS_ROOT",
            Self::NeverMatches => "NEVER_MATCHES",
            Self::Overruled => "OVERRULED",
            Self::Duplicate => "DUPLICATE",
            Self::Covered => "COVERED",
            Self::Needless => "NEEDLESS",
            Self::Wider => "WIDER",
        }
    }

    /// How grave it is.
    pub const fn level(self) -> Level {
        match self {
            Self::Needless | Self::Wider => Level::Note,
            _ => Level::Warning,
        }
    }
}

/// A change of one entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mend {
    /// The entry goes: no answer changes.
    Remove,
    /// The entry gets this text.
    Replace(String),
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it is about.
    pub kind: Kind,
    /// The place, what is wrong, and what to do.
    pub problem: PolicyError,
    /// The rule as written, with its list; none if it is about something else.
    pub rule: Option<(List, String)>,
    /// Commands that prove it, at most three.
    pub examples: Vec<String>,
    /// The change of the settings that mends it, where no choice is left to a person.
    pub mend: Option<Mend>,
}

impl Finding {
    pub(super) const fn of_warning(problem: PolicyError) -> Self {
        Self { kind: Kind::Unclear, problem, rule: None, examples: Vec::new(), mend: None }
    }

    /// A finding about the whole of `rule`.
    pub(super) fn of_rule(
        kind: Kind,
        list: List,
        rule: &Rule,
        message: String,
        help: impl Into<String>,
    ) -> Self {
        let place = &rule.place;
        let problem = PolicyError {
            file: (&*place.file).into(),
            line: place.line,
            column: place.column,
            span: place.span,
            message,
            help: help.into(),
        };
        let rule = Some((list, rule.text.clone()));
        Self { kind, problem, rule, examples: Vec::new(), mend: None }
    }

    /// Whether it is about a place in this rule.
    pub(super) fn is_about(&self, rule: &Rule) -> bool {
        let (own, of) = (self.problem.span, rule.place.span);
        self.problem.file == *rule.place.file && of.start <= own.start && own.end <= of.end
    }
}
