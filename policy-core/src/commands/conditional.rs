//! `[[ … ]]`: the shell parser has already separated operators from operands; two traps remain (bash(1), "CONDITIONAL
//! EXPRESSIONS").
//!
//! Numeric comparisons evaluate their sides as arithmetic, where a subscript runs commands, and `-v` and `-R` evaluate
//! a subscript. A word that only looks like such an operator counts as one.

use super::engine::ArgumentReader;
use super::test_expression::{NUMBER, SUBSCRIPT, is_integer, is_name, is_numeric};
use super::{Arg, Role};

impl ArgumentReader<'_, '_> {
    /// Reads the arguments of `[[` with its `]]`.
    pub(super) fn conditional(&mut self) {
        let text = |index: usize| self.args.get(index).and_then(Arg::text);
        let end = self.args.len();
        let numeric = |index: usize| text(index).is_some_and(is_numeric);
        let named = |index: usize| matches!(text(index), Some("-v" | "-R"));
        let counted = |index: usize| text(index) == Some("-t");
        let traps: alloc::vec::Vec<(usize, &'static str)> = (1..end)
            .filter_map(|at| {
                let arg = self.args.get(at)?;
                let number = is_integer(arg);
                let before = at.checked_sub(1)?;
                if (numeric(before) || numeric(at + 1) || counted(before)) && !number {
                    return Some((at, NUMBER));
                }
                (named(before) && !arg.text().is_some_and(is_name)).then_some((at, SUBSCRIPT))
            })
            .collect();
        for at in 1..end {
            if self.args.get(at).and_then(Arg::text).is_some_and(is_mark) {
                self.mark(at, Role::Flag);
            } else {
                self.any_text(at);
            }
        }
        for (at, why) in traps {
            self.doubt(at, why);
        }
    }
}

fn is_mark(text: &str) -> bool {
    matches!(text, "]]" | "(" | ")" | "!" | "&&" | "||" | "<" | ">" | "=" | "==" | "!=" | "=~")
}
