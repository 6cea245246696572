//! `${…}`: the parameter, its operator, and the words after the operator (bash(1), "Parameter Expansion").
//!
//! Owns the rules by which quotes around an expansion hold inside of it.

use super::chars::is_name;
use super::reader::ScriptReader;
use super::word::Draft;
use crate::script::DoubtKind;
use crate::script::spelling::{Piece, PieceKind, Traits};
use crate::span::Span;

impl ScriptReader<'_> {
    /// Reads `${…}`.
    pub(super) fn braced_parameter(&mut self, draft: &mut Draft, scope: u32, quoted: bool) {
        let from = self.at;
        self.at += 2;
        let name = self.at;
        match self.peek() {
            Some(b' ' | b'\t' | b'\n' | b'|') => {
                return self.fail(Span::new(from, from + 3), DoubtKind::Unsupported("`${ …; }`"));
            }
            // `${${x}}`: what is nested there is read as one, not as the parameter `$`.
            Some(b'$') if matches!(self.peek_at(1), Some(b'{' | b'(' | b'[' | b'\'' | b'"')) => {
                return self.fail(
                    Span::new(from, from + 4),
                    DoubtKind::Unsupported("an expansion in a parameter's name"),
                );
            }
            Some(byte) if is_name(byte) => {
                while self.peek().is_some_and(is_name) {
                    self.at += 1;
                }
            }
            Some(b'*' | b'@' | b'#' | b'?' | b'-' | b'$' | b'!') => self.at += 1,
            _ => {}
        }
        let digit = self.bytes.get(name).is_some_and(u8::is_ascii_digit);
        let plain_name = !digit || self.text(name, self.at).bytes().all(|byte| byte.is_ascii_digit());
        if self.at > name && plain_name && self.peek() == Some(b'}') {
            let splits_quoted = self.bytes.get(name) == Some(&b'@');
            self.at += 1;
            Self::dynamic(draft, Traits::PARAMETER, quoted && !splits_quoted);
            return self.piece(PieceKind::Parameter, from, quoted);
        }
        let operator = self.peek().unwrap_or(b' ');
        let special = matches!(self.bytes.get(name), Some(b'#' | b'!')) && self.at == name + 1;
        if self.peek().is_some() && self.at > name && !special && !b":-=+?#%/^,@[~".contains(&operator) {
            return self.fail(
                Span::new(from, self.at + 1),
                DoubtKind::Unsupported("an expansion without an operator"),
            );
        }
        if !self.deeper() {
            return;
        }
        let index = self.pieces.len();
        self.pieces.push(Piece {
            span: Span::new(from, from + 1),
            kind: PieceKind::ParameterOperation,
            quoted,
        });
        self.operand(draft, scope, from, quoted);
        // Quotes hold it together, unless it is a list or names another variable, which can be one.
        let one = self.at > name && !special && operator != b'[';
        let is_list = self.text(from, self.reached()).contains('@');
        Self::dynamic(draft, Traits::PARAMETER, quoted && one && !is_list);
        let end = self.reached() as u32;
        if let Some(piece) = self.pieces.get_mut(index) {
            piece.span.end = end.max(piece.span.start);
        }
        self.depth -= 1;
    }

    /// Reads the rest of `${…}` up to its `}`, so that every substitution in it is seen.
    fn operand(&mut self, draft: &mut Draft, scope: u32, from: usize, quoted: bool) {
        let skipped = usize::from(self.peek() == Some(b':'));
        let substitutes = matches!(self.peek_at(skipped), Some(b'-' | b'=' | b'+' | b'?'));
        // bash reads a pattern, and the message of `?`, as a word of its own: the quotes around the expansion neither
        // quote it nor keep it from being a process substitution.
        let inherits_quotes = substitutes && self.peek_at(skipped) != Some(b'?');
        loop {
            match self.peek() {
                None => return self.fail(Span::new(from, from + 2), DoubtKind::UnclosedExpansion),
                Some(b'}') => {
                    self.at += 1;
                    return;
                }
                Some(b'\\') if self.peek_at(1) == Some(b'\n') => {
                    // The shell takes the line break away first: `<`, a break and `(` are `<(`.
                    let at = self.at;
                    return self.fail(
                        Span::new(at, at + 1),
                        DoubtKind::Unsupported("an expansion over a line break"),
                    );
                }
                Some(b'\\') => self.at += 2,
                Some(b'\'') if !quoted => self.single_quoted(draft),
                // Inside double quotes it quotes in a pattern and is literal in a default.
                Some(b'\'') if !inherits_quotes => {
                    let at = self.at;
                    return self.fail(
                        Span::new(at, at + 1),
                        DoubtKind::Unsupported("a quote in a quoted expansion"),
                    );
                }
                Some(b'"') => self.double_quoted(draft, scope, self.at, PieceKind::DoubleQuoted),
                Some(b'$') => self.dollar(draft, scope, quoted),
                Some(b'`') => self.backquote(draft, scope, quoted),
                Some(b'<' | b'>') if !(quoted && inherits_quotes) && self.process_substitution_ahead() => {
                    self.process_substitution(draft, scope);
                }
                Some(b'{') if self.script.shell().braces_close_anywhere => {
                    let at = self.at;
                    return self.fail(
                        Span::new(at, at + 1),
                        DoubtKind::UnsupportedZsh("a brace in an expansion, which zsh pairs"),
                    );
                }
                Some(b'(') if !quoted && self.parenthesis_runs(substitutes) => {
                    let at = self.at;
                    return self.fail(
                        Span::new(at, at + 1),
                        DoubtKind::UnsupportedZsh("a parenthesis in an expansion, which can run code"),
                    );
                }
                Some(_) => self.at += 1,
            }
            self.at = self.at.min(self.end);
        }
    }

    /// Whether the unquoted `(` at the current byte can run code inside `${…}`: as `=(…)`, or as the qualifiers of a
    /// pattern, which only the text that stands in for a value can be.
    fn parenthesis_runs(&self, substitutes: bool) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.bytes.get(at));
        self.script.shell().expansions_run_parentheses && (substitutes || before == Some(&b'='))
    }
}
