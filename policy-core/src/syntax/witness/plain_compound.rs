//! Commands of a plain text that contain commands: subshells, groups, conditions and loops.

use super::plain::{Split, Stop};
use super::plain_word::ends_word;
use crate::script::spelling::TokenKind;
use crate::script::{Repeat, ScopeKind};
use crate::span::Span;

impl Split<'_, '_> {
    /// Goes past a command that contains commands, if one begins here.
    pub(super) fn compound(&mut self) -> Option<bool> {
        match self.peek() {
            Some(b'(') => self.subshell()?,
            Some(b'{') => self.group()?,
            Some(b'i') if self.is_keyword("if") => self.condition()?,
            Some(b'f') if self.is_keyword("for") => self.for_each()?,
            Some(b'w') if self.is_keyword("while") => self.repeat("while")?,
            Some(b'u') if self.is_keyword("until") => self.repeat("until")?,
            _ => return Some(false),
        }
        Some(true)
    }

    fn subshell(&mut self) -> Option<()> {
        (self.peek_at(1) != Some(b'(')).then_some(())?;
        let (scope, parent, from) = (self.open(), self.inside, self.at);
        self.take_here(1, TokenKind::Parenthesis)?;
        self.list(scope, Stop::Parenthesis)?;
        self.take_here(1, TokenKind::Parenthesis)?;
        self.is_scope(scope, ScopeKind::Subshell, parent, Span::new(from, self.at)).then_some(())
    }

    fn group(&mut self) -> Option<()> {
        self.keyword("{")?;
        self.body(ScopeKind::Group, &["}"])?;
        self.keyword("}")
    }

    fn condition(&mut self) -> Option<()> {
        self.keyword("if")?;
        loop {
            self.body(ScopeKind::Condition, &["then"])?;
            self.keyword("then")?;
            self.body(ScopeKind::Body, &["elif", "else", "fi"])?;
            if !self.is_keyword("elif") {
                break;
            }
            self.keyword("elif")?;
        }
        if self.is_keyword("else") {
            self.keyword("else")?;
            self.body(ScopeKind::Body, &["fi"])?;
        }
        self.keyword("fi")
    }

    /// `while` or `until`.
    fn repeat(&mut self, word: &str) -> Option<()> {
        let keyword = Span::new(self.at, self.at + word.len());
        self.keyword(word)?;
        let condition = self.body(ScopeKind::Condition, &["do"])?;
        let repeat = Repeat { keyword, condition, until: word == "until" };
        (self.script.repeats.get(self.met.repeats) == Some(&repeat)).then_some(())?;
        self.met.repeats += 1;
        self.do_done().map(|_| ())
    }

    /// `for name in words`.
    fn for_each(&mut self) -> Option<()> {
        self.keyword("for")?;
        self.blank()?;
        let length = self.name_length()?;
        let name = Span::new(self.at, self.at + length);
        self.take_here(length, TokenKind::LoopName)?;
        self.blank()?;
        // A script that gets here has few commands, so it has few loops.
        let loops = &self.script.loops;
        let found = loops.iter().find(|it| it.name == name)?;
        self.keyword("in")?;
        self.blank()?;
        (!found.words.is_empty()).then_some(())?;
        for index in &found.words {
            self.word(*index, TokenKind::LoopWord)?;
            self.blanks();
        }
        if self.peek() == Some(b';') {
            self.take_here(1, TokenKind::Operator)?;
        } else {
            (self.peek() == Some(b'\n')).then_some(())?;
        }
        self.lines()?;
        let body = self.do_done()?;
        // Loops in the words and in the body were found before it.
        let is_next = loops.get(self.met.loops).is_some_and(|it| it.name == name && it.body == body);
        self.met.loops += 1;
        is_next.then_some(())
    }

    /// `do … done`. Gives the scope of the body.
    fn do_done(&mut self) -> Option<u32> {
        self.keyword("do")?;
        let body = self.body(ScopeKind::Body, &["done"])?;
        self.keyword("done")?;
        Some(body)
    }

    /// The commands of a scope up to one of `words`. Gives the scope.
    fn body(&mut self, kind: ScopeKind, words: &'static [&'static str]) -> Option<u32> {
        let (scope, parent, from) = (self.open(), self.inside, self.at);
        self.list(scope, Stop::Keywords(words))?;
        self.is_scope(scope, kind, parent, Span::new(from, self.at)).then_some(scope)
    }

    /// Whether the reserved word is here, where a command could begin.
    pub(super) fn is_keyword(&self, word: &str) -> bool {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        rest.starts_with(word.as_bytes()) && rest.get(word.len()).copied().is_none_or(ends_word)
    }

    /// Goes past the reserved word.
    fn keyword(&mut self, word: &str) -> Option<()> {
        self.is_keyword(word).then_some(())?;
        self.take_here(word.len(), TokenKind::Keyword)
    }
}
