//! The strict reader: bytes from left to right, as PowerShell 7 defines tokens, in linear time.
//!
//! Owns statements, chains and pipelines; commands, words, strings, expressions and compound statements have their own files. Never
//! guesses: what it does not know becomes a doubt with its place, and a doubt that loses the structure ends the reading.

use alloc::vec::Vec;

use super::characters::{is_blank, is_doubtful};
use crate::limits::NESTING_MAX;
use crate::script::{
    Dialect, Doubt, DoubtKind, Joint, Operator, Part, Pipeline, Scope, ScopeKind, Script, Simple, Stage, Word,
};
use crate::span::Span;

/// Reads `source` as PowerShell does on the system of `dialect`. Never fails: what is not understood is a doubt of the script.
pub(super) fn read(source: &str, dialect: Dialect) -> Script<'_> {
    let whole = Span::new(0, source.len());
    let mut script = Script { source, dialect, ..Script::default() };
    script.scopes.push(Scope { kind: ScopeKind::Script, parent: 0, span: whole });
    let doubtful = source.char_indices().find(|(_, character)| is_doubtful(*character));
    let mut reader = Reader { bytes: source.as_bytes(), at: 0, depth: 0, lost: false, script };
    reader.list(0, Stop::End);
    let mut script = reader.script;
    if let Some(at) = bare_return(source) {
        // It ends lines, also those of here-strings, while people see none (`ScanPossibleHereStringFooter`).
        let kind = DoubtKind::Unsupported("a carriage return that is no part of a line break");
        script.doubts.insert(0, Doubt { span: Span::new(at, at + 1), kind });
    }
    if let Some((at, character)) = doubtful {
        let span = Span::new(at, at + character.len_utf8());
        let kind = DoubtKind::Unsupported("a character that looks like another one");
        script.doubts.insert(0, Doubt { span, kind });
    }
    script.index_commands();
    script
}

/// The first carriage return after which no line feed is.
fn bare_return(source: &str) -> Option<usize> {
    let bytes = source.as_bytes();
    let mut places = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\r').map(|(at, _)| at);
    places.find(|at| bytes.get(at + 1) != Some(&b'\n'))
}

/// Where a list ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// At the end of the text.
    End,
    /// At `)`.
    Parenthesis,
    /// At `}`.
    Brace,
}

pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    depth: usize,
    /// Set by the doubt that lost the structure; nothing is read and nothing doubted after it.
    pub(super) lost: bool,
    pub(super) script: Script<'a>,
}

impl<'a> Reader<'a> {
    // ---- bytes -----------------------------------------------------------------------------------------------

    pub(super) fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        if self.lost { None } else { self.bytes.get(self.at + ahead).copied() }
    }

    pub(super) fn text(&self, start: usize, end: usize) -> &'a str {
        Span::new(start, end).slice(self.script.source)
    }

    /// The character at the present place.
    pub(super) fn character(&self) -> Option<char> {
        self.peek()?;
        self.script.source.get(self.at..)?.chars().next()
    }

    /// Skips blanks, block comments and line breaks after a backtick.
    pub(super) fn blanks(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                byte if is_blank(byte) => self.at += 1,
                b'`' if self.peek_at(1) == Some(b'\n') => self.at += 2,
                b'`' if self.peek_at(1) == Some(b'\r') && self.peek_at(2) == Some(b'\n') => self.at += 3,
                b'<' if self.peek_at(1) == Some(b'#') => self.block_comment(),
                b'#' => self.line_comment(),
                _ => return,
            }
        }
    }

    /// Skips blanks, comments and line breaks that end nothing.
    pub(super) fn blank_lines(&mut self) {
        loop {
            self.blanks();
            match self.line_break() {
                0 => return,
                length => self.at += length,
            }
        }
    }

    /// The length of the line break at the present place; 0 where there is none.
    pub(super) fn line_break(&mut self) -> usize {
        match (self.peek(), self.peek_at(1)) {
            (Some(b'\n'), _) => 1,
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(b'\r'), _) => {
                self.unsupported(self.at, self.at + 1, "a carriage return that is no part of a line break");
                0
            }
            _ => 0,
        }
    }

    fn block_comment(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start + 2..).unwrap_or(&[]);
        match rest.windows(2).position(|pair| pair == b"#>") {
            Some(length) => {
                self.at = start + 2 + length + 2;
                self.script.comments.push(Span::new(start, self.at));
            }
            None => self.fail(Span::new(start, start + 2), DoubtKind::UnclosedGroup),
        }
    }

    fn line_comment(&mut self) {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
        let text = self.text(start, start + length);
        if text.get(1..9).is_some_and(|word| word.eq_ignore_ascii_case("requires")) {
            return self.unsupported(start, start + length, "`#requires`");
        }
        self.at = start + length;
        self.script.comments.push(Span::new(start, self.at));
    }

    // ---- doubts ----------------------------------------------------------------------------------------------

    /// Records what is not understood and stops reading.
    pub(super) fn fail(&mut self, span: Span, kind: DoubtKind) {
        if self.lost {
            return;
        }
        let source = self.script.source;
        let end =
            source.ceil_char_boundary((span.end as usize).max(span.start as usize + 1).min(source.len()));
        let start = source.floor_char_boundary((span.start as usize).min(end.saturating_sub(1)));
        self.script.doubts.push(Doubt { span: Span::new(start, end), kind });
        self.lost = true;
    }

    /// As [`Reader::fail`], for a construct of which nothing is proven.
    pub(super) fn unsupported(&mut self, start: usize, end: usize, what: &'static str) {
        self.fail(Span::new(start, end), DoubtKind::Unsupported(what));
    }

    /// Fails at the present place: the grammar has nothing like it there.
    pub(super) fn unexpected(&mut self) {
        self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
    }

    /// Goes one level deeper, or fails.
    pub(super) fn deeper(&mut self) -> bool {
        if self.depth >= NESTING_MAX {
            self.fail(Span::new(self.at, self.at + 1), DoubtKind::TooDeep);
            return false;
        }
        self.depth += 1;
        true
    }

    pub(super) fn shallower(&mut self) {
        self.depth -= 1;
    }

    // ---- scopes and arenas -----------------------------------------------------------------------------------

    /// Reads what is in a new scope up to `stop`, whose sign is taken as well; the sign that opens it was taken at `start`.
    pub(super) fn scope(&mut self, kind: ScopeKind, parent: u32, start: usize, stop: Stop) -> u32 {
        let scope = self.script.scopes.len() as u32;
        self.script.scopes.push(Scope { kind, parent, span: Span::new(start, start) });
        if self.deeper() {
            self.list(scope, stop);
            self.shallower();
        }
        let sign = match stop {
            Stop::End => None,
            Stop::Parenthesis => Some(b')'),
            Stop::Brace => Some(b'}'),
        };
        if !self.lost && sign.is_some() {
            if self.peek() == sign {
                self.at += 1;
            } else {
                self.fail(Span::new(start, start + 1), DoubtKind::UnclosedGroup);
            }
        }
        let end = self.at as u32;
        if let Some(scope) = self.script.scopes.get_mut(scope as usize) {
            scope.span.end = end.max(scope.span.start);
        }
        scope
    }

    /// Keeps the words of the command at `index`.
    pub(super) fn keep_words(&mut self, index: usize, words: Vec<Word>) {
        let first = self.script.words.len() as u32;
        self.script.words.extend(words);
        let last = self.script.words.len() as u32;
        if let Some(command) = self.script.commands.get_mut(index) {
            command.words = first..last;
        }
    }

    /// Keeps a word that belongs to no command, and returns its index.
    pub(super) fn keep_word(&mut self, word: Word) -> u32 {
        self.script.words.push(word);
        self.script.words.len() as u32 - 1
    }

    /// Keeps the parts of a word.
    pub(super) fn keep_parts(&mut self, parts: Vec<Part>) -> core::ops::Range<u32> {
        let first = self.script.parts.len() as u32;
        self.script.parts.extend(parts);
        first..self.script.parts.len() as u32
    }

    /// Begins a simple command at `start`; its end and its words follow.
    pub(super) fn begin_command(&mut self, scope: u32, before: Joint, start: usize) -> usize {
        self.script.commands.push(Simple {
            span: Span::new(start, start),
            words: 0..0,
            assignments: 0..0,
            scope,
            before,
            after: Joint::Edge,
            negated: false,
        });
        self.script.commands.len() - 1
    }

    /// Ends the command at `index` at the byte `end`.
    pub(super) fn end_command(&mut self, index: usize, end: usize) {
        if let Some(command) = self.script.commands.get_mut(index) {
            command.span.end = (end as u32).max(command.span.start);
        }
    }

    // ---- lists -----------------------------------------------------------------------------------------------

    /// Reads statements up to `stop`, which is left unread.
    pub(super) fn list(&mut self, scope: u32, stop: Stop) {
        let mut before = Joint::Edge;
        loop {
            self.separators();
            match (self.peek(), stop) {
                (None, _) | (Some(b')'), Stop::Parenthesis) | (Some(b'}'), Stop::Brace) => return,
                _ => {}
            }
            let last = self.chain(scope, before);
            self.blanks();
            let start = self.at;
            let length = match self.peek() {
                None => return,
                Some(b';') => 1,
                Some(b')') if stop == Stop::Parenthesis => return,
                Some(b'}') if stop == Stop::Brace => return,
                Some(b'&') => return self.unsupported(start, start + 1, "a job in the background"),
                Some(_) => self.line_break(),
            };
            if length == 0 {
                return self.unexpected();
            }
            self.operator(length, Joint::Sequence);
            self.join_after(last, Joint::Sequence);
            before = Joint::Sequence;
        }
    }

    /// Skips what separates statements and ends none.
    fn separators(&mut self) {
        loop {
            self.blank_lines();
            if self.peek() != Some(b';') {
                return;
            }
            self.at += 1;
        }
    }

    fn operator(&mut self, length: usize, joint: Joint) {
        let span = Span::new(self.at, self.at + length);
        self.script.operators.push(Operator { span, joint });
        self.at += length;
    }

    fn join_after(&mut self, command: Option<usize>, joint: Joint) {
        if let Some(command) = command.and_then(|index| self.script.commands.get_mut(index)) {
            command.after = joint;
        }
    }

    /// Reads pipelines joined by `&&` and `||`. Returns the last command if it is a simple one.
    fn chain(&mut self, scope: u32, mut before: Joint) -> Option<usize> {
        loop {
            let last = self.pipeline(scope, before);
            self.blanks();
            let joint = match (self.peek(), self.peek_at(1)) {
                (Some(b'&'), Some(b'&')) => Joint::And,
                (Some(b'|'), Some(b'|')) => Joint::Or,
                _ => return last,
            };
            let start = self.at;
            self.operator(2, joint);
            self.join_after(last, joint);
            before = joint;
            self.blank_lines();
            if self.peek().is_none() {
                self.fail(Span::new(start, start + 2), DoubtKind::TrailingOperator);
                return None;
            }
        }
    }

    /// Reads stages joined by `|`. Returns the last command if it is a simple one.
    pub(super) fn pipeline(&mut self, scope: u32, before: Joint) -> Option<usize> {
        let start = self.at;
        let mut stages: Vec<Stage> = Vec::new();
        let mut joint = before;
        let mut last;
        loop {
            let first = self.script.commands.len();
            let is_first = stages.is_empty();
            last = self.stage(scope, joint, is_first);
            let commands = first as u32..self.script.commands.len() as u32;
            let before = if is_first { Joint::Edge } else { Joint::Pipe };
            if !commands.is_empty() {
                stages.push(Stage { pipeline: 0, before, commands, is_simple: last.is_some() });
            }
            let end = self.at;
            if !self.pipe_follows() {
                self.keep_pipeline(scope, Span::new(start, end.max(start)), stages);
                return last;
            }
            if last.is_none() {
                self.unexpected();
                return None;
            }
            let pipe = self.at;
            if self.peek_at(1) == Some(b'&') {
                self.unexpected();
                return None;
            }
            self.operator(1, Joint::Pipe);
            self.join_after(last, Joint::Pipe);
            joint = Joint::Pipe;
            self.blank_lines();
            if self.peek().is_none() {
                self.fail(Span::new(pipe, pipe + 1), DoubtKind::TrailingOperator);
            }
        }
    }

    /// Whether a pipe follows, on this line or at the beginning of one of the next; goes there if so.
    fn pipe_follows(&mut self) -> bool {
        self.blanks();
        let (at, comments) = (self.at, self.script.comments.len());
        let is_pipe = |reader: &Self| reader.peek() == Some(b'|') && reader.peek_at(1) != Some(b'|');
        if is_pipe(self) {
            return true;
        }
        if !matches!(self.peek(), Some(b'\n' | b'\r')) {
            return false;
        }
        self.blank_lines();
        if is_pipe(self) {
            return true;
        }
        if !self.lost {
            self.at = at;
            self.script.comments.truncate(comments);
        }
        false
    }

    fn keep_pipeline(&mut self, scope: u32, span: Span, mut stages: Vec<Stage>) {
        if stages.is_empty() {
            return;
        }
        let pipeline = self.script.pipelines.len() as u32;
        for stage in &mut stages {
            stage.pipeline = pipeline;
        }
        let first = self.script.stages.len() as u32;
        self.script.stages.extend(stages);
        let stages = first..self.script.stages.len() as u32;
        self.script.pipelines.push(Pipeline { scope, span, stages, timed: false });
    }

    /// Reads one stage of a pipeline. Returns its command if it is a simple one.
    fn stage(&mut self, scope: u32, before: Joint, is_first: bool) -> Option<usize> {
        // After `&&` and `||` is a pipeline, and no other statement (`about_Pipeline_Chain_Operators`).
        let is_chained = matches!(before, Joint::And | Joint::Or);
        if is_first && is_chained && self.begins_statement() {
            self.unexpected();
            return None;
        }
        let is_first = is_first && !is_chained;
        if is_first && self.begins_statement() {
            self.statement(scope);
            return None;
        }
        self.element(scope, before, is_first)
    }
}
