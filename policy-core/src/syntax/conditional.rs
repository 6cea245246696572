//! `[[ … ]]`: an expression whose words are neither split nor matched against file names (bash(1), "CONDITIONAL
//! CONSTRUCTS").
//!
//! Owns its grammar. It becomes one simple command named `[[`, whose operators are arguments like the operands.

use super::chars::is_meta;
use super::reader::ScriptReader;
use crate::script::spelling::{Token, TokenKind};
use crate::script::{DoubtKind, Joint, Simple, Value, Word};
use crate::span::Span;

/// Operators between two words, `<` and `>` left out, which are no words.
const BINARY: &[&str] =
    &["=", "==", "!=", "=~", "-eq", "-ne", "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"];

/// Letters of the operators in front of one word.
const UNARY: &str = "abcdefghknoprstuvwxzGLNORS";

impl ScriptReader<'_> {
    /// Reads from `[[` to `]]` and the redirects after it. Gives the command's index.
    pub(super) fn conditional_expression(&mut self, scope: u32, before: Joint, negated: bool) -> u32 {
        let index = self.script.commands.len() as u32;
        let start = self.at;
        self.script.commands.push(Simple {
            span: Span::at(start),
            words: 0..0,
            assignments: 0..0,
            scope,
            before,
            after: Joint::Edge,
            negated,
        });
        let base = self.words.len();
        self.mark_word(TokenKind::CommandName, 2);
        if self.terms(scope) {
            self.blanks();
            if self.reserved() == "]]" {
                self.mark_word(TokenKind::Argument, 2);
            } else {
                self.refuse_here(start);
            }
        }
        let mut end = self.reached();
        while !self.lost {
            self.blanks();
            if !self.redirect_ahead() {
                break;
            }
            self.redirect(Some(index), scope);
            end = self.reached();
        }
        let first = self.script.words.len() as u32;
        self.script.words.extend(self.words.drain(base..));
        let words = first..self.script.words.len() as u32;
        if let Some(simple) = self.script.commands.get_mut(index as usize) {
            simple.span = Span::new(start, end.max(start));
            simple.words = words;
        }
        index
    }

    /// Terms with `&&` and `||` between them. Gives false when the thread is lost.
    fn terms(&mut self, scope: u32) -> bool {
        loop {
            if !self.term(scope) {
                return false;
            }
            self.blanks();
            match (self.peek(), self.peek_at(1)) {
                (Some(b'&'), Some(b'&')) | (Some(b'|'), Some(b'|')) => {
                    self.mark_word(TokenKind::Argument, 2);
                    self.lines();
                }
                _ => return true,
            }
        }
    }

    /// One question, comparison or text, or terms in parentheses.
    fn term(&mut self, scope: u32) -> bool {
        self.blanks();
        if self.peek() == Some(b'(') {
            if !self.deeper() {
                return false;
            }
            let open = self.at;
            self.mark_word(TokenKind::Argument, 1);
            if !self.terms(scope) {
                return false;
            }
            self.depth -= 1;
            self.blanks();
            if self.peek() != Some(b')') {
                return self.refuse_here(open);
            }
            self.mark_word(TokenKind::Argument, 1);
            return true;
        }
        let reserved = self.reserved();
        if reserved == "!" {
            if !self.deeper() {
                return false;
            }
            self.mark_word(TokenKind::Argument, 1);
            let read = self.term(scope);
            self.depth -= 1;
            return read;
        }
        if is_unary(reserved) {
            self.mark_word(TokenKind::Argument, 2);
            return self.tested_word(scope);
        }
        if !self.tested_word(scope) {
            return false;
        }
        self.blanks();
        let operator = self.reserved();
        match (self.peek(), self.peek_at(1)) {
            (Some(b'<' | b'>'), Some(b' ' | b'\t')) => {
                self.mark_word(TokenKind::Argument, 1);
                self.tested_word(scope)
            }
            (Some(_), _) if BINARY.contains(&operator) => {
                self.mark_word(TokenKind::Argument, operator.len());
                self.regex = operator == "=~";
                let read = self.tested_word(scope);
                self.regex = false;
                // In a regular expression `|` is a character of the word, so no operator follows without a blank.
                if read && self.peek() == Some(b'|') {
                    return self.refuse_here(self.at);
                }
                read
            }
            _ => true,
        }
    }

    /// One word, which must be there.
    fn tested_word(&mut self, scope: u32) -> bool {
        self.blanks();
        let start = self.at;
        let begins = match self.peek() {
            None | Some(b'#') => false,
            Some(b'(') => self.regex,
            Some(byte) => !is_meta(byte),
        };
        if !begins || self.reserved() == "]]" {
            return self.refuse_here(start);
        }
        let token = self.script.tokens.len();
        self.script.tokens.push(Token { span: Span::at(start), kind: TokenKind::Argument });
        // As in an assignment nothing is split, no brace expanded, no file name looked for.
        let word = self.word_body(start, scope, true);
        if self.lost {
            return false;
        }
        if let Some(token) = self.script.tokens.get_mut(token) {
            token.span = word.span;
        }
        self.words.push(word);
        true
    }

    /// A bracket or an operator: a word of its own.
    fn mark_word(&mut self, kind: TokenKind, length: usize) {
        let span = self.token(kind, length);
        self.words.push(Word::without_parts(span, Value::Plain));
    }

    /// Skips the line breaks that may follow an operator.
    fn lines(&mut self) {
        loop {
            self.blanks();
            if self.peek() != Some(b'\n') || !self.pending.is_empty() {
                return;
            }
            self.at += 1;
        }
    }

    /// Fails at the current byte, or at what is left open when the text ends.
    fn refuse_here(&mut self, open: usize) -> bool {
        if self.peek().is_none() {
            self.fail(Span::new(open, open + 1), DoubtKind::UnclosedGroup);
        } else {
            self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
        }
        false
    }
}

fn is_unary(text: &str) -> bool {
    text.strip_prefix('-').is_some_and(|letter| letter.len() == 1 && UNARY.contains(letter))
}
