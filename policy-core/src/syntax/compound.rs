//! Compound commands: groups, subshells, `if`, `for`, `while`, `until`, `case`, and those that are refused.

use super::reader::{ScriptReader, Stop};
use alloc::vec::Vec;

use crate::script::spelling::TokenKind;
use crate::script::{DoubtKind, Function, Joint, Loop, Repeat, ScopeKind, Simple};
use crate::span::Span;

/// Reserved words that end something; in command position without their beginning they are errors.
const CLOSERS: &[&str] = &["then", "do", "done", "elif", "else", "fi", "esac", "}", "]]"];

impl ScriptReader<'_> {
    /// Reads the compound command that begins here. Gives false when none does.
    pub(super) fn compound(&mut self, scope: u32) -> bool {
        let word = self.reserved();
        match word {
            "{" => self.nested(scope, Self::group),
            "if" => self.nested(scope, Self::conditional),
            "while" | "until" => self.nested(scope, Self::while_loop),
            "for" => self.nested(scope, Self::for_loop),
            "select" => self.nested(scope, Self::select_loop),
            "case" => self.nested(scope, Self::case),
            "function" => self.nested(scope, Self::function_keyword),
            "[[" => {
                self.conditional_expression(scope, Joint::Edge, false);
            }
            "coproc" => {
                let span = self.token(TokenKind::Keyword, word.len());
                self.doubt(span, DoubtKind::Unsupported("`coproc`"));
                self.list_after_refusal(scope);
            }
            _ if self.script.shell().further_keywords.contains(&word) => {
                self.fail(
                    Span::new(self.at, self.at + word.len()),
                    DoubtKind::UnsupportedZsh("this keyword of zsh"),
                );
            }
            // `!` precedes a whole pipeline only, and is read there.
            _ if CLOSERS.contains(&word) || word == "!" => {
                self.fail(Span::new(self.at, self.at + word.len()), DoubtKind::Unexpected);
            }
            _ => return false,
        }
        true
    }

    /// Reads a compound command one level deeper, then the redirects after it.
    fn nested(&mut self, scope: u32, read: fn(&mut Self, u32)) {
        if !self.deeper() {
            return;
        }
        read(self, scope);
        self.depth -= 1;
        loop {
            self.blanks();
            if !self.redirect_ahead() {
                return;
            }
            self.redirect(None, scope);
        }
    }

    /// What is after a refused keyword is read as commands, so that deny rules see them.
    fn list_after_refusal(&mut self, scope: u32) {
        self.blanks();
        if self.peek().is_some_and(|byte| !matches!(byte, b'\n' | b';' | b'&' | b'|' | b')')) && self.deeper()
        {
            self.command(scope, Joint::Edge, false);
            self.depth -= 1;
        }
    }

    /// Steps over a reserved word, or fails at `opener`, which is left open.
    fn expect(&mut self, word: &str, opener: Span) -> bool {
        if self.reserved() == word {
            self.token(TokenKind::Keyword, word.len());
            return true;
        }
        let kind = if self.peek().is_none() { DoubtKind::UnclosedGroup } else { DoubtKind::Unexpected };
        let span = if self.peek().is_none() { opener } else { Span::new(self.at, self.at + 1) };
        self.fail(span, kind);
        false
    }

    /// Reads the commands of a scope up to one of `words`; there must be one.
    fn body(&mut self, kind: ScopeKind, parent: u32, words: &'static [&'static str]) -> u32 {
        let scope = self.open(kind, parent);
        if !self.list(scope, Stop::Keywords(words)) && !self.lost && self.peek().is_some() {
            self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
        }
        self.close(scope);
        scope
    }

    pub(super) fn parenthesis(&mut self, scope: u32) {
        if self.peek_at(1) == Some(b'(') {
            self.arithmetic_command(scope, Joint::Edge, false, false);
            return;
        }
        self.nested(scope, Self::subshell);
    }

    /// Reads `((…))`, which is one simple command of one word, and the redirects after it. Gives its index.
    pub(super) fn arithmetic_command(
        &mut self,
        scope: u32,
        before: Joint,
        negated: bool,
        looped: bool,
    ) -> u32 {
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
        let word = self.arithmetic_word(looped, scope);
        let mut end = self.reached();
        while !self.lost && !looped {
            self.blanks();
            if !self.redirect_ahead() {
                break;
            }
            self.redirect(Some(index), scope);
            end = self.reached();
        }
        let words = word.map(|word| self.keep(word));
        if let Some(simple) = self.script.commands.get_mut(index as usize) {
            simple.span = Span::new(start, end.max(start));
            simple.words = words.map_or(0..0, |word| word..word + 1);
        }
        index
    }

    fn subshell(&mut self, parent: u32) {
        let scope = self.open(ScopeKind::Subshell, parent);
        let opener = self.token(TokenKind::Parenthesis, 1);
        let any = self.list(scope, Stop::Parenthesis);
        if self.peek() != Some(b')') {
            return self.fail(opener, DoubtKind::UnclosedGroup);
        }
        if !any {
            return self.fail(opener, DoubtKind::Unexpected);
        }
        self.token(TokenKind::Parenthesis, 1);
        self.close(scope);
    }

    fn group(&mut self, parent: u32) {
        let opener = self.token(TokenKind::Keyword, 1);
        self.body(ScopeKind::Group, parent, &["}"]);
        self.expect("}", opener);
    }

    fn conditional(&mut self, parent: u32) {
        let opener = self.token(TokenKind::Keyword, 2);
        loop {
            self.body(ScopeKind::Condition, parent, &["then"]);
            if !self.expect("then", opener) {
                return;
            }
            self.body(ScopeKind::Body, parent, &["elif", "else", "fi"]);
            if self.reserved() != "elif" {
                break;
            }
            self.token(TokenKind::Keyword, 4);
        }
        if self.reserved() == "else" {
            self.token(TokenKind::Keyword, 4);
            self.body(ScopeKind::Body, parent, &["fi"]);
        }
        self.expect("fi", opener);
    }

    fn while_loop(&mut self, parent: u32) {
        let opener = self.token(TokenKind::Keyword, 5);
        let condition = self.body(ScopeKind::Condition, parent, &["do"]);
        let until = self.script.slice(opener) == "until";
        self.script.repeats.push(Repeat { keyword: opener, condition, until });
        self.do_done(parent, opener);
    }

    /// Reads `do … done`. Gives the scope of the body.
    fn do_done(&mut self, parent: u32, opener: Span) -> Option<u32> {
        if !self.expect("do", opener) {
            return None;
        }
        let body = self.body(ScopeKind::Body, parent, &["done"]);
        self.expect("done", opener).then_some(body)
    }

    /// A loop whose input chooses among the words. It is refused, and read as `for` so that deny rules see its commands.
    fn select_loop(&mut self, parent: u32) {
        let opener = self.token(TokenKind::Keyword, "select".len());
        self.doubt(opener, DoubtKind::Unsupported("`select`"));
        self.loop_over_words(opener, parent);
    }

    fn for_loop(&mut self, parent: u32) {
        let opener = self.token(TokenKind::Keyword, "for".len());
        self.blanks();
        if self.peek() == Some(b'(') && self.peek_at(1) == Some(b'(') {
            let index = self.arithmetic_command(parent, Joint::Edge, false, true);
            let tokens = self.script.tokens.len();
            self.separator();
            if self.script.tokens.len() > tokens {
                self.join_after(Some(index), Joint::Sequence);
            }
            self.do_done(parent, opener);
            return;
        }
        self.loop_over_words(opener, parent);
    }

    /// Reads the name, the words and the body of a loop, after the keyword `opener`.
    fn loop_over_words(&mut self, opener: Span, parent: u32) {
        self.blanks();
        let name = self.reserved_length();
        if name == 0 {
            return self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
        }
        let name = self.token(TokenKind::LoopName, name);
        let mut words = None;
        self.blank_lines();
        if self.peek() == Some(b'(') {
            return self
                .fail(Span::new(self.at, self.at + 1), DoubtKind::UnsupportedZsh("a short loop of zsh"));
        }
        if self.reserved() == "in" {
            self.token(TokenKind::Keyword, 2);
            let words = words.insert(Vec::new());
            loop {
                self.blanks();
                match self.peek() {
                    None => return self.fail(opener, DoubtKind::UnclosedGroup),
                    Some(b'\n' | b';' | b'#') => break,
                    Some(b'&' | b'|' | b'(' | b')') => {
                        return self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                    }
                    Some(b'<' | b'>') if !self.process_substitution_ahead() => {
                        return self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                    }
                    Some(_) => {
                        let word = self.word(TokenKind::LoopWord, parent);
                        words.push(self.keep(word));
                    }
                }
            }
        }
        self.separator();
        if let (Some(body), Some(words)) = (self.do_done(parent, opener), words) {
            self.script.loops.push(Loop { name, words, body });
        }
    }

    /// Skips the one `;` and the newlines that may precede `do`.
    fn separator(&mut self) {
        self.blanks();
        if self.peek() == Some(b';') && !matches!(self.peek_at(1), Some(b';' | b'&')) {
            self.token(TokenKind::Operator, 1);
        }
        self.blank_lines();
    }

    /// The length of the variable's name here; 0 when there is none.
    fn reserved_length(&self) -> usize {
        let mut length = 0;
        while self.peek_at(length).is_some_and(super::chars::is_name) {
            length += 1;
        }
        let ends = self.peek_at(length).is_none_or(super::chars::is_meta);
        if ends && !self.peek().is_some_and(|byte| byte.is_ascii_digit()) { length } else { 0 }
    }

    fn case(&mut self, parent: u32) {
        let opener = self.token(TokenKind::Keyword, 4);
        self.blanks();
        if self.peek().is_none_or(super::chars::is_meta) {
            return self.fail(opener, DoubtKind::UnclosedGroup);
        }
        if self.peek() == Some(b'#') {
            return self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
        }
        let word = self.word(TokenKind::LoopWord, parent);
        let subject = self.keep(word);
        self.script.case_subjects.push(subject);
        self.blank_lines();
        if !self.expect("in", opener) {
            return;
        }
        loop {
            self.blank_lines();
            if self.reserved() == "esac" || self.peek().is_none() {
                break;
            }
            if !self.arm(parent) {
                return;
            }
        }
        self.expect("esac", opener);
    }

    /// Reads one arm of `case`, patterns and commands.
    fn arm(&mut self, parent: u32) -> bool {
        if self.peek() == Some(b'(') {
            self.token(TokenKind::CaseMark, 1);
        }
        loop {
            self.blanks();
            // A token begins here, so `#` begins a comment.
            if self.peek().is_none_or(|byte| byte == b'#' || super::chars::is_meta(byte)) {
                self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                return false;
            }
            let word = self.word(TokenKind::CasePattern, parent);
            self.keep(word);
            self.blanks();
            match self.peek() {
                Some(b'|') => self.token(TokenKind::CaseMark, 1),
                Some(b')') => break,
                _ => {
                    self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
                    return false;
                }
            };
        }
        self.token(TokenKind::CaseMark, 1);
        let scope = self.open(ScopeKind::Body, parent);
        self.list(scope, Stop::CaseArm);
        self.close(scope);
        if self.peek() == Some(b';') {
            let long = self.peek_at(1) == Some(b';') && self.peek_at(2) == Some(b'&');
            self.token(TokenKind::CaseMark, if long { 3 } else { 2 });
        }
        !self.lost
    }

    /// Reads the definition of the function whose name was read as the name of the last command. The current byte is `(`.
    /// `is_certain` says that the script itself defines it whenever it gets here.
    pub(super) fn definition(&mut self, scope: u32, is_certain: bool) {
        let Some(name) = self.words.pop().map(|name| name.span) else { return };
        self.script.commands.pop();
        if let Some(token) = self.script.tokens.last_mut() {
            token.kind = TokenKind::FunctionName;
        }
        let opener = self.token(TokenKind::Parenthesis, 1);
        self.blanks();
        self.token(TokenKind::Parenthesis, 1);
        let text = self.script.slice(name);
        let is_known = self.script.functions.iter().any(|function| self.script.slice(function.name) == text);
        let is_plain = text.bytes().all(super::chars::is_name)
            && !text.starts_with(|first: char| first.is_ascii_digit());
        let body = self.function_body(scope);
        let end = self.script.tokens.last().map_or(opener.end, |token| token.span.end);
        let closes =
            self.script.tokens.last().is_some_and(|token| {
                token.kind == TokenKind::Keyword && self.script.slice(token.span) == "}"
            });
        let group = self
            .script
            .scopes
            .get(body as usize + 1)
            .is_some_and(|group| group.kind == ScopeKind::Group && group.parent == body);
        if is_certain
            && is_plain
            && !is_known
            && closes
            && group
            && self.script.shell().functions_run_when_named
        {
            let span = Span { start: name.start, end };
            self.script.functions.push(Function { name, body, span });
        } else {
            self.doubt(name, DoubtKind::Unsupported("a function definition"));
        }
    }

    /// `name ()` of another form: refused, but its body is read. The current byte is `(`.
    pub(super) fn function(&mut self, scope: u32) -> bool {
        let start = self.at;
        self.at += 1;
        self.blanks();
        if self.peek() != Some(b')') {
            self.at = start;
            return false;
        }
        self.at += 1;
        self.doubt(Span::new(start, self.at), DoubtKind::Unsupported("a function definition"));
        self.function_body(scope);
        true
    }

    fn function_keyword(&mut self, scope: u32) {
        let opener = self.token(TokenKind::Keyword, 8);
        self.doubt(opener, DoubtKind::Unsupported("a function definition"));
        self.blanks();
        while self.peek().is_some_and(|byte| !super::chars::is_meta(byte)) {
            self.at += 1;
        }
        self.blanks();
        if self.peek() == Some(b'(') && self.peek_at(1) == Some(b')') {
            self.at += 2;
        }
        self.function_body(scope);
    }

    /// Reads the body of a function and gives its scope.
    fn function_body(&mut self, parent: u32) -> u32 {
        let scope = self.open(ScopeKind::Function, parent);
        self.blank_lines();
        match self.peek() {
            Some(b'(') => self.parenthesis(scope),
            Some(_) if self.compound(scope) => {}
            _ => self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected),
        }
        self.close(scope);
        scope
    }
}
