//! Texts with only one possible reading: words, patterns, closed quotes, parameters, assignments, the common operators,
//! simple redirects, lines and comments, and commands nested in `$(…)`, in groups, in conditions and in loops.
//!
//! Their second reading is a simple split that shares no code with the strict reader. Shells give these bytes no other
//! meaning, and for any other byte the witness uses the tree. The split is cheaper than the tree; a test compares both.
//! Owns lists and simple commands. [`super::plain_word`] splits a word, `plain_redirect` a redirect, `plain_document` a
//! here-document, `plain_compound` commands that contain commands.

use super::plain_word::{Nested, Shape, WordSplit};
use crate::limits::NESTING_MAX;
use crate::name_set::NameSet;
use crate::script::spelling::{Token, TokenKind};
use crate::script::{Joint, Scope, ScopeKind, Script, Simple};
use crate::span::Span;

/// Words that are not the name of a program where a command begins, in any shell that is read here, and built-ins whose
/// arguments a grammar can read as assignments.
pub(super) static RESERVED: NameSet = NameSet::of(&[
    "case",
    "coproc",
    "declare",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "export",
    "fi",
    "for",
    "foreach",
    "function",
    "if",
    "in",
    "let",
    "local",
    "nocorrect",
    "readonly",
    "repeat",
    "select",
    "then",
    "time",
    "typeset",
    "unset",
    "unsetenv",
    "until",
    "while",
]);

/// Whether the source is such a text, and the script is exactly what it says.
pub(super) fn agrees(script: &Script<'_>) -> bool {
    let bytes = script.source.as_bytes();
    let split = Split { script, bytes, at: 0, inside: 0, depth: 0, pending: None, met: Met::default() };
    split.whole().is_some()
}

/// How much of each arena of the script was found in the source: the next entry, as an index.
#[derive(Debug, Default)]
pub(super) struct Met {
    pub(super) token: usize,
    command: usize,
    pub(super) redirect: usize,
    assignment: usize,
    comment: usize,
    pub(super) scope: usize,
    pub(super) document: usize,
    pub(super) loops: usize,
    pub(super) repeats: usize,
    /// How many words were found: arguments, targets, values, and the words of loops.
    pub(super) word: usize,
}

/// A here-document whose body begins after the next line break.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    /// Its redirect, an index into the script's.
    pub(super) redirect: u32,
    /// The text of its delimiter.
    pub(super) delimiter: Span,
    /// Where its redirect ends.
    pub(super) from: usize,
    /// Its body is not looked at by the shell.
    pub(super) is_literal: bool,
}

/// Where a list ends.
#[derive(Clone, Copy)]
pub(super) enum Stop {
    /// At the end of the text.
    End,
    /// At a `)`.
    Parenthesis,
    /// At one of these words where a command could begin.
    Keywords(&'static [&'static str]),
}

/// How far the source is split, and what of the script was found in it. Every step gives nothing where the text is not
/// plain or the script says something else.
pub(super) struct Split<'w, 's> {
    pub(super) script: &'w Script<'s>,
    pub(super) bytes: &'w [u8],
    pub(super) at: usize,
    /// The scope of the list that is open, and how many lists are.
    pub(super) inside: u32,
    depth: usize,
    /// The here-document of the line, whose body begins after it.
    pub(super) pending: Option<Pending>,
    pub(super) met: Met,
}

impl Split<'_, '_> {
    /// The whole text.
    fn whole(mut self) -> Option<()> {
        let scope = self.open();
        self.list(scope, Stop::End)?;
        let script = self.script;
        let met = &self.met;
        let all = met.token == script.tokens.len()
            && met.command == script.commands.len()
            && met.word == script.words.len()
            && met.redirect == script.redirects.len()
            && met.redirect == script.redirects_by_command.len()
            && met.assignment == script.assignments.len()
            && met.comment == script.comments.len()
            && met.scope == script.scopes.len()
            && met.document == script.here_documents.len()
            && met.loops == script.loops.len()
            && met.repeats == script.repeats.len()
            && self.is_scope(scope, ScopeKind::Script, scope, Span::new(0, self.bytes.len()));
        (all && script.case_subjects.is_empty()).then_some(())
    }

    /// Commands with operators and line breaks between them, in `scope`, up to `stop`. There is at least one.
    pub(super) fn list(&mut self, scope: u32, stop: Stop) -> Option<()> {
        let around = core::mem::replace(&mut self.inside, scope);
        let waiting = self.pending.take();
        self.depth += 1;
        (self.depth <= NESTING_MAX).then_some(())?;
        self.lines()?;
        let mut before = Joint::Edge;
        let (mut negated, mut is_prefixed) = (false, false);
        loop {
            if before != Joint::Pipe {
                let token = self.met.token;
                negated = self.negation()?;
                is_prefixed = self.met.token > token;
            }
            before = if self.compound()? {
                // The grammar knows no `!` in front of most of them, and no `time`.
                (!is_prefixed).then_some(())?;
                self.joint()?
            } else {
                self.command(before, negated)?
            };
            if self.stops(stop) {
                break;
            }
        }
        self.depth -= 1;
        self.inside = around;
        self.pending.is_none().then_some(())?;
        self.pending = waiting;
        matches!(before, Joint::Edge | Joint::Sequence | Joint::Background).then_some(())
    }

    fn stops(&self, stop: Stop) -> bool {
        match stop {
            Stop::End => self.peek().is_none(),
            Stop::Parenthesis => self.peek() == Some(b')'),
            Stop::Keywords(words) => words.iter().any(|word| self.is_keyword(word)),
        }
    }

    /// The index of the next scope of the script.
    pub(super) fn open(&mut self) -> u32 {
        self.met.scope += 1;
        self.met.scope as u32 - 1
    }

    /// Whether the scope at `index` of the script is this one.
    pub(super) fn is_scope(&self, index: u32, kind: ScopeKind, parent: u32, span: Span) -> bool {
        let same = |scope: &Scope| scope.kind == kind && scope.parent == parent && scope.span == span;
        self.script.scopes.get(index as usize).is_some_and(same)
    }

    /// One simple command and what is between it and the next one.
    fn command(&mut self, before: Joint, negated: bool) -> Option<Joint> {
        let index = self.met.command;
        let simple = self.script.commands.get(index)?;
        self.met.command += 1;
        let start = self.at;
        let mut words = simple.words.clone();
        let is_named = words.start < words.end;
        // The grammar reads several assignments without a name, and `!` in front of one, differently.
        (is_named || !negated && simple.assignments.len() <= 1).then_some(())?;
        let mut end = self.assignments(simple, is_named)?;
        let mut kind = TokenKind::CommandName;
        if end == start && self.peek() == Some(b'[') {
            self.test(&mut words)?;
            kind = TokenKind::Argument;
            end = self.at;
        }
        loop {
            self.blanks();
            match self.peek() {
                None | Some(b'\n' | b'#' | b';' | b'|' | b')') => break,
                // The grammar reads some redirects in front of a name differently.
                Some(_) if self.redirect_begins() && kind == TokenKind::Argument => self.redirect(index)?,
                Some(b'&') => break,
                Some(_) => {
                    let shape = self.word(words.next()?, kind)?;
                    (kind == TokenKind::Argument || self.is_name(shape)).then_some(())?;
                    kind = TokenKind::Argument;
                }
            }
            end = self.at;
        }
        let after = self.joint()?;
        let same = words.next().is_none()
            && end > start
            && simple.span == Span::new(start, end)
            && simple.scope == self.inside
            && simple.before == before
            && simple.after == after
            && simple.negated == negated;
        same.then_some(after)
    }

    /// The assignments in front of a command with a name, or instead of one. Gives where the last one ends, or where
    /// they would begin.
    fn assignments(&mut self, simple: &Simple, is_named: bool) -> Option<usize> {
        let mut indexes = simple.assignments.clone();
        let mut end = self.at;
        while let Some(length) = self.name_length().filter(|length| self.peek_at(*length) == Some(b'=')) {
            let assignment = self.script.assignments.get(indexes.next()? as usize)?;
            self.met.assignment += 1;
            let name = Span::new(self.at, self.at + length);
            let token = self.reserve();
            let value = self.value(assignment.value, self.at + length + 1)?;
            let span = name.join(value.span);
            self.at = span.end as usize;
            let same = assignment.span == span && assignment.name == name && !assignment.append;
            // The grammar reads an empty value differently where no command follows.
            (same && (is_named || !value.span.is_empty())).then_some(())?;
            self.filled(token, span, TokenKind::Assignment)?;
            end = self.at;
            self.blanks();
        }
        indexes.next().is_none().then_some(end)
    }

    /// The length of the name of a variable here. The grammar reads `_` alone differently.
    pub(super) fn name_length(&self) -> Option<usize> {
        let rest = self.bytes.get(self.at..)?;
        let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        let begins = rest.first().is_some_and(u8::is_ascii_alphabetic);
        begins.then(|| rest.iter().take_while(is_name).count())
    }

    /// A word that is where a command begins is the name of a program. The grammar reads names with other signs
    /// (`a%b`, `a@b`, `a:`, a byte order mark) differently.
    fn is_name(&self, shape: Shape) -> bool {
        let text = shape.span.slice(self.script.source);
        let is_plain = |byte: u8| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'+' | b'~')
        };
        shape.is_bare() && text.bytes().all(is_plain) && !RESERVED.has(text)
    }

    /// The `!` or the `time` in front of a pipeline. Gives whether it is a `!`.
    fn negation(&mut self) -> Option<bool> {
        if self.is_keyword("time") {
            self.take_here(4, TokenKind::Keyword)?;
            self.blank()?;
            if self.is_keyword("-p") {
                self.take_here(2, TokenKind::Keyword)?;
                self.blank()?;
            }
            // The grammar takes it for a command, and what follows for arguments.
            let is_assigned = self.name_length().is_some_and(|length| self.peek_at(length) == Some(b'='));
            return (!is_assigned && self.peek() != Some(b'[')).then_some(false);
        }
        if (self.peek(), self.peek_at(1)) != (Some(b'!'), Some(b' ')) {
            return Some(false);
        }
        self.take_here(1, TokenKind::Keyword)?;
        self.blanks();
        Some(true)
    }

    /// What is after a command: an operator, or the end of a line, of a list or of the text.
    fn joint(&mut self) -> Option<Joint> {
        self.blanks();
        match self.peek() {
            None | Some(b'\n' | b'#' | b')') => self.end_of_line(),
            Some(_) => self.operator(),
        }
    }

    /// An operator and the blanks, comments and line breaks after it.
    fn operator(&mut self) -> Option<Joint> {
        let (joint, length) = match (self.peek()?, self.peek_at(1)) {
            (b'|', Some(b'|')) => (Joint::Or, 2),
            (b'&', Some(b'&')) => (Joint::And, 2),
            (b'|', Some(b'&')) | (b';', Some(b';' | b'&' | b'|')) => return None,
            (b'|', _) => (Joint::Pipe, 1),
            (b'&', None | Some(b' ' | b'\n')) => (Joint::Background, 1),
            (b';', _) => (Joint::Sequence, 1),
            _ => return None,
        };
        // The grammar cannot read `;` and `&` after the delimiter of a here-document.
        let ends = matches!(joint, Joint::Sequence | Joint::Background);
        (!ends || self.pending.is_none()).then_some(())?;
        self.take_here(length, TokenKind::Operator)?;
        self.lines()?;
        Some(joint)
    }

    /// The end of a command that no operator follows.
    fn end_of_line(&mut self) -> Option<Joint> {
        self.comment()?;
        let joint = if matches!(self.peek(), None | Some(b')')) { Joint::Edge } else { Joint::Sequence };
        self.lines()?;
        Some(joint)
    }

    /// Blanks, comments and line breaks.
    pub(super) fn lines(&mut self) -> Option<()> {
        loop {
            self.blanks();
            match self.peek() {
                Some(b'#') => self.comment()?,
                Some(b'\n') => {
                    self.take_here(1, TokenKind::Newline)?;
                    self.document()?;
                }
                _ => return Some(()),
            }
        }
    }

    /// A comment, where a `#` begins one.
    fn comment(&mut self) -> Option<()> {
        if self.peek() != Some(b'#') {
            return Some(());
        }
        let start = self.at;
        while let Some(byte) = self.peek().filter(|byte| *byte != b'\n') {
            if byte.is_ascii_control() {
                return None;
            }
            self.at += 1;
        }
        let same = self.script.comments.get(self.met.comment) == Some(&Span::new(start, self.at));
        self.met.comment += 1;
        same.then_some(())
    }

    /// The next word, which is the one at `index` of the script, and its token.
    pub(super) fn word(&mut self, index: u32, kind: TokenKind) -> Option<Shape> {
        self.met.word += 1;
        let token = self.reserve();
        let shape = WordSplit::new(self.script, index, self.at)?.split(self)?;
        self.at = shape.span.end as usize;
        self.filled(token, shape.span, kind)?;
        Some(shape)
    }

    /// The value of an assignment, which is the word at `index` of the script and begins at byte `at`.
    fn value(&mut self, index: u32, at: usize) -> Option<Shape> {
        self.met.word += 1;
        WordSplit::new(self.script, index, at)?.assigned().split(self)
    }

    /// The next token is this one.
    pub(super) fn take(&mut self, span: Span, kind: TokenKind) -> Option<()> {
        let token = self.reserve();
        self.filled(token, span, kind)
    }

    /// The next token is of this kind, begins here and has `length` bytes.
    pub(super) fn take_here(&mut self, length: usize, kind: TokenKind) -> Option<()> {
        let span = Span::new(self.at, self.at + length);
        self.at += length;
        self.take(span, kind)
    }

    /// The place of the next token, whose end is not known yet: those in it follow.
    fn reserve(&mut self) -> usize {
        self.met.token += 1;
        self.met.token - 1
    }

    /// The token at `index` is this one.
    fn filled(&self, index: usize, span: Span, kind: TokenKind) -> Option<()> {
        (*self.script.tokens.get(index)? == Token { span, kind }).then_some(())
    }

    /// Goes past at least one blank.
    pub(super) fn blank(&mut self) -> Option<()> {
        let from = self.at;
        self.blanks();
        (self.at > from).then_some(())
    }

    /// Goes past blanks and line breaks that a backslash takes away.
    pub(super) fn blanks(&mut self) {
        loop {
            self.at += match (self.peek(), self.peek_at(1), self.peek_at(2)) {
                (Some(b' '), _, _) => 1,
                (Some(b'\\'), Some(b'\n'), Some(b' ')) => 2,
                _ => return,
            };
        }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }
}

impl Nested for Split<'_, '_> {
    fn substitution(&mut self, from: usize) -> Option<(u32, usize)> {
        let (scope, parent) = (self.open(), self.inside);
        self.at = from + 2;
        self.list(scope, Stop::Parenthesis)?;
        self.at += 1;
        let span = Span::new(from, self.at);
        self.is_scope(scope, ScopeKind::Substitution, parent, span).then_some((scope, self.at))
    }
}
