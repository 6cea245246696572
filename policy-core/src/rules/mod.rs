//! The user's rules: their text, the commands that they match, and the rule that would allow a command.
//!
//! Owns rule syntax, matching and suggestions. Decides nothing: it reports the matching rule, and the judge decides.

mod access;
mod assigned;
mod by_name;
mod cmdlet;
mod cmdlet_name;
mod compiled;
mod domain;
mod glob;
mod grammar;
mod home;
mod host;
mod in_doubt;
#[cfg(feature = "history")]
mod inclusion;
mod joined;
mod lead_index;
mod lex;
mod lint;
mod list;
mod lists;
mod matched;
mod meaning;
mod meaning_index;
mod own_text;
mod path_index;
mod path_rule;
mod path_start;
mod pattern;
mod possible;
mod problem;
mod several;
mod source_location;
mod subject;
mod suggest;
mod text;
mod tool_index;

#[cfg(test)]
mod gitignore_tests;
#[cfg(test)]
mod lists_tests;
#[cfg(test)]
mod meaning_tests;
#[cfg(test)]
mod path_rule_tests;
#[cfg(test)]
mod pattern_tests;
#[cfg(test)]
mod suggest_tests;
#[cfg(test)]
mod text_tests;

pub use access::Access;
pub use domain::{DomainPattern, Meeting};
pub use grammar::Grammar;
pub(crate) use home::home_forms;
pub use host::HostPattern;
pub(crate) use in_doubt::in_doubt;
pub(crate) use joined::Normal;
#[cfg(feature = "history")]
pub(crate) use lint::in_other_case;
pub use list::List;
pub use lists::Rules;
pub use matched::Matched;
pub use path_rule::{Case, PathRule};
pub use path_start::Anchors;
pub use pattern::Pattern;
pub(crate) use possible::ArgumentValue;
pub use problem::Problem;
pub(crate) use problem::{is_unseen, tick};
pub use source_location::SourceLocation;
pub(crate) use subject::folded_name;
pub use subject::{Subject, Words};
pub use suggest::{SUGGESTIONS_MAX, suggest, suggest_all};
pub use text::{Content, Parsed, Rule, ToolName, parse};
#[cfg(feature = "history")]
pub(crate) use text::{is_tool, tool_in_other_case};
