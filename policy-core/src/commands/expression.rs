//! The command line of find: starting points, then an expression in which every word is one token.
//!
//! Owns the border between the two, and the inner commands of `-exec`. The table has the predicates; any other word of
//! the expression is not understood.

use super::engine::{ArgumentReader, COULD_BE_OPTION, NOT_IN_TABLE};
use super::inner::Inner;
use super::{Arg, FoundNames, Role};

const PATH_LATE: &str = "a starting point after the expression";
const VALUE_MISSING: &str = "a predicate whose value is missing";

impl ArgumentReader<'_, '_> {
    /// Reads the arguments as find does (find(1), "EXPRESSION"; `looks_like_expression` in findutils).
    pub(super) fn expression(&mut self) {
        let mut at = 1;
        let mut started = false;
        while let Some(arg) = self.args.get(at).copied() {
            let Some(text) = arg.text() else {
                if !is_surely_path(&arg) {
                    self.doubt(at, COULD_BE_OPTION);
                } else if started {
                    self.doubt(at, PATH_LATE);
                }
                self.operand(at);
                at += 1;
                continue;
            };
            if !begins_expression(text, started) {
                if started {
                    self.doubt(at, PATH_LATE);
                }
                self.operand(at);
                at += 1;
                continue;
            }
            started |= !is_leading(text);
            at = self.predicate(at, text);
        }
    }

    /// The predicate at `at` with its value. Gives the index of the next argument to read.
    fn predicate(&mut self, at: usize, text: &str) -> usize {
        let Some(option) = self.form.option(text) else {
            self.doubt(at, NOT_IN_TABLE);
            return at + 1;
        };
        self.take(at, option);
        let Some(kind) = option.value else {
            self.mark(at, Role::Flag);
            return at + 1;
        };
        self.mark(at, Role::OptionWithValue);
        let Some(value) = self.args.get(at + 1) else {
            self.doubt(at, VALUE_MISSING);
            return at + 1;
        };
        if kind.role == Role::Command {
            return self.inner_command(at + 1);
        }
        // An unquoted `*.rs` that becomes several names is an error of find's, never another predicate:
        // no predicate has a dot in it.
        if value.splits() && value.value.is_file_name() && value.suffix().contains('.') && kind.any {
            self.mark(at + 1, kind.role);
        } else {
            self.next_value(at + 1, &kind);
        }
        at + 2
    }

    /// The command of an `-exec` from `at` up to its `;`, or to its `+` after `{}`.
    fn inner_command(&mut self, at: usize) -> usize {
        let text = |index: usize| self.args.get(index).and_then(Arg::text);
        let is_end = |index: &usize| match text(*index) {
            Some(";") => true,
            Some("+") => text(index.saturating_sub(1)) == Some("{}"),
            _ => false,
        };
        let end = (at..self.args.len()).find(is_end).unwrap_or(self.args.len());
        self.mark(at, Role::Command);
        if text(at).is_some() {
            self.command(at, end, FoundNames::NONE);
        } else {
            self.inner.push(Inner::AnyOf { from: at, wrapper: self.program.name });
        }
        end + 1
    }
}

/// Whether an argument is the first word of an expression, or one more of it.
pub(super) fn begins_expression(text: &str, started: bool) -> bool {
    match text {
        "(" | "!" => true,
        ")" | "," => started,
        _ => text.len() > 1 && text.starts_with('-'),
    }
}

/// The options that precede the starting points.
pub(super) fn is_leading(text: &str) -> bool {
    matches!(text, "-H" | "-L" | "-P" | "-D") || text.starts_with("-O")
}

fn is_surely_path(arg: &Arg<'_>) -> bool {
    !arg.prefix().is_empty()
        && !arg.prefix().starts_with(['-', '(', ')', ',', '!'])
        && (arg.value.is_file_name() || !arg.splits())
}
