//! `test` and `[`: an expression in which a word is an operator by its position (POSIX test; bash(1), "CONDITIONAL
//! EXPRESSIONS").
//!
//! It only tests files and compares strings, with two traps: `-v` and `-R` evaluate a subscript, and an argument known
//! only at run time can be such an operator. So an unknown argument is accepted only where nothing but an operand is
//! possible.

use super::engine::{ArgumentReader, COULD_BE_OPTION};
use super::{Arg, Role};

pub(super) const SUBSCRIPT: &str = "evaluates a subscript, which can run commands";
pub(super) const NUMBER: &str = "compared as a number, and not plainly one";
const UNCLOSED: &str = "`[` without its `]`";

impl ArgumentReader<'_, '_> {
    /// Reads the arguments of `test`, or of `[` with its `]`.
    pub(super) fn test(&mut self) {
        let mut end = self.args.len();
        if self.program.name == "[" {
            end -= 1;
            if end == 0 || self.args.get(end).and_then(Arg::text) != Some("]") {
                self.doubt(0, UNCLOSED);
                return;
            }
            self.mark(end, Role::Flag);
        }
        let mut at = 1;
        while at < end {
            at = self.term(at, end);
        }
    }

    /// Reads one comparison, question, connective or text at `at`. Gives the index after it.
    fn term(&mut self, at: usize, end: usize) -> usize {
        let text = |index: usize| self.args.get(index).filter(|_| index < end).and_then(Arg::text);
        let (own, next) = (text(at), text(at + 1));
        if let Some(operator) = next.filter(|next| at + 2 < end && is_binary(next)) {
            self.mark(at + 1, Role::Flag);
            let numeric = is_numeric(operator);
            self.side(at, numeric);
            self.side(at + 2, numeric);
            return at + 3;
        }
        match own {
            Some("-v" | "-R") if at + 1 < end => {
                let named = next.is_some_and(is_name);
                self.mark(at, Role::Flag);
                self.mark(at + 1, Role::Setting);
                if !named {
                    self.refuse(at + 1, SUBSCRIPT);
                }
                at + 2
            }
            Some(operator) if is_unary(operator) && at + 1 < end => {
                self.mark(at, Role::Flag);
                self.side(at + 1, operator == "-t");
                at + 2
            }
            Some("!" | "(" | ")" | "-a" | "-o") => {
                self.mark(at, Role::Flag);
                at + 1
            }
            Some(_) => {
                self.side(at, false);
                at + 1
            }
            // An unknown text alone is asked whether it is empty; in front of another word it could be an operator.
            None => {
                self.side(at, false);
                if at + 1 < end {
                    self.doubt(at, COULD_BE_OPTION);
                }
                at + 1
            }
        }
    }

    /// An operand, which may be any text that is one argument.
    fn side(&mut self, at: usize, numeric: bool) {
        let Some(arg) = self.args.get(at).copied() else { return };
        self.any_text(at);
        if arg.splits() && !arg.value.is_number() {
            self.doubt(at, COULD_BE_OPTION);
        } else if arg.text().is_some_and(|text| text.contains("$(") || text.contains('`')) {
            self.doubt(at, SUBSCRIPT);
        } else if numeric && self.shell.operands_are_arithmetic && !is_integer(&arg) {
            // bash says "integer expression expected" and evaluates nothing.
            self.doubt(at, NUMBER);
        }
    }
}

fn is_binary(text: &str) -> bool {
    is_numeric(text) || matches!(text, "=" | "==" | "!=" | "<" | ">" | "-nt" | "-ot" | "-ef")
}

pub(super) fn is_numeric(text: &str) -> bool {
    matches!(text, "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
}

fn is_unary(text: &str) -> bool {
    text.strip_prefix('-')
        .is_some_and(|letter| letter.len() == 1 && "abcdefghknoprstuwxzGLNOS".contains(letter))
}

/// Whether the text is a plain number; in zsh anything else is evaluated.
pub(super) fn is_integer(arg: &Arg<'_>) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    arg.value.is_number() || arg.text().is_some_and(|text| digits(text.strip_prefix('-').unwrap_or(text)))
}

pub(super) fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
