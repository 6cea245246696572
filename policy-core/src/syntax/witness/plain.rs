//! Texts with only one possible reading: words, patterns, closed quotes, parameters, the common operators, simple
//! redirects, lines and comments.
//!
//! Their second reading is a simple split that shares no code with the strict reader. Shells give these bytes no other
//! meaning, and for any other byte the witness uses the tree. The split is cheaper than the tree; a test compares both.
//! [`super::plain_word`] splits a word.

use super::plain_word::{Shape, WordSplit};
use crate::name_set::NameSet;
use crate::script::spelling::{Token, TokenKind};
use crate::script::{Descriptor, Joint, RedirectOp, ScopeKind, Script};
use crate::span::Span;

/// Words that are not the name of a program where a command begins, in any shell that is read here, and built-ins whose
/// arguments a grammar can read as assignments.
static RESERVED: NameSet = NameSet::of(&[
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
    "until",
    "while",
]);

/// Whether the source is such a text, and the script is exactly what it says.
pub(super) fn agrees(script: &Script<'_>) -> bool {
    let split = Split {
        script,
        bytes: script.source.as_bytes(),
        at: 0,
        token: 0,
        command: 0,
        redirect: 0,
        comment: 0,
        word: 0,
        is_negated: false,
    };
    split.list().is_some()
}

/// How far the source is split, and what of the script was found in it. Every step gives nothing where the text is not
/// plain or the script says something else.
struct Split<'w, 's> {
    script: &'w Script<'s>,
    bytes: &'w [u8],
    at: usize,
    /// The next token, simple command, redirect, and comment.
    token: usize,
    command: usize,
    redirect: usize,
    comment: usize,
    /// How many words were found, targets included.
    word: usize,
    /// Whether a `!` stands in front of the pipeline.
    is_negated: bool,
}

impl Split<'_, '_> {
    /// The whole text: commands with operators and line breaks between them.
    fn list(mut self) -> Option<()> {
        self.lines()?;
        let mut before = Joint::Edge;
        loop {
            before = self.command(before)?;
            if self.peek().is_none() {
                break;
            }
        }
        let script = self.script;
        let all = matches!(before, Joint::Edge | Joint::Sequence | Joint::Background)
            && self.token == script.tokens.len()
            && self.command == script.commands.len()
            && self.word == script.words.len()
            && self.redirect == script.redirects.len()
            && self.comment == script.comments.len()
            && script.redirects_by_command.len() == script.redirects.len()
            && matches!(script.scopes.as_slice(), [only] if only.kind == ScopeKind::Script);
        let none = script.assignments.is_empty()
            && script.here_documents.is_empty()
            && script.loops.is_empty()
            && script.case_subjects.is_empty();
        (all && none).then_some(())
    }

    /// One simple command and what is between it and the next one.
    fn command(&mut self, before: Joint) -> Option<Joint> {
        let index = self.command;
        let simple = self.script.commands.get(index)?;
        self.command += 1;
        if before != Joint::Pipe {
            self.is_negated = self.negation()?;
        }
        let mut words = simple.words.clone();
        let mut kind = TokenKind::CommandName;
        let mut covered: Option<Span> = None;
        let after = loop {
            self.blanks();
            let span = match self.peek() {
                None | Some(b'\n' | b'#') => break self.end_of_line()?,
                Some(b'|' | b'&' | b';') if !self.both() => break self.operator()?,
                Some(b'<' | b'>' | b'&') => self.redirect(index)?,
                Some(b'1' | b'2') if matches!(self.peek_at(1), Some(b'<' | b'>')) => self.redirect(index)?,
                Some(_) => {
                    let shape = self.word(words.next()?, kind)?;
                    if kind == TokenKind::CommandName && !self.is_name(shape) {
                        return None;
                    }
                    kind = TokenKind::Argument;
                    shape.span
                }
            };
            covered = Some(covered.map_or(span, |first| first.join(span)));
        };
        let same = words.next().is_none()
            && kind == TokenKind::Argument
            && covered == Some(simple.span)
            && simple.assignments.is_empty()
            && simple.scope == 0
            && simple.before == before
            && simple.after == after
            && simple.negated == self.is_negated;
        same.then_some(after)
    }

    /// A word that stands where a command begins is the name of a program.
    fn is_name(&self, shape: Shape) -> bool {
        let text = shape.span.slice(self.script.source);
        let is_sign = |byte: u8| matches!(byte, b'=' | b'{' | b'!');
        shape.is_bare() && !text.bytes().any(is_sign) && !RESERVED.has(text)
    }

    /// The `!` in front of a pipeline.
    fn negation(&mut self) -> Option<bool> {
        if (self.peek(), self.peek_at(1)) != (Some(b'!'), Some(b' ')) {
            return Some(false);
        }
        self.take(Span::new(self.at, self.at + 1), TokenKind::Keyword)?;
        self.at += 1;
        self.blanks();
        Some(true)
    }

    /// An operator and the blanks, comments and line breaks behind it.
    fn operator(&mut self) -> Option<Joint> {
        let (joint, length) = match (self.peek()?, self.peek_at(1)) {
            (b'|', Some(b'|')) => (Joint::Or, 2),
            (b'&', Some(b'&')) => (Joint::And, 2),
            (b'|', Some(b'&')) | (b';', Some(b';' | b'&' | b'|')) => return None,
            (b'|', _) => (Joint::Pipe, 1),
            (b'&', None | Some(b' ' | b'\n')) => (Joint::Background, 1),
            (b'&', _) => return None,
            _ => (Joint::Sequence, 1),
        };
        let span = Span::new(self.at, self.at + length);
        self.take(span, TokenKind::Operator)?;
        self.at += length;
        self.lines()?;
        Some(joint)
    }

    /// The end of a command that no operator follows.
    fn end_of_line(&mut self) -> Option<Joint> {
        self.comment()?;
        let joint = if self.peek().is_none() { Joint::Edge } else { Joint::Sequence };
        self.lines()?;
        Some(joint)
    }

    /// Blanks, comments and line breaks.
    fn lines(&mut self) -> Option<()> {
        loop {
            self.blanks();
            match self.peek() {
                Some(b'#') => self.comment()?,
                Some(b'\n') => {
                    self.take(Span::new(self.at, self.at + 1), TokenKind::Newline)?;
                    self.at += 1;
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
        let same = self.script.comments.get(self.comment) == Some(&Span::new(start, self.at));
        self.comment += 1;
        same.then_some(())
    }

    /// Whether a `&>` is here.
    fn both(&self) -> bool {
        self.peek() == Some(b'&') && self.peek_at(1) == Some(b'>')
    }

    /// A redirect of the simple command at `index`.
    fn redirect(&mut self, index: usize) -> Option<Span> {
        let start = self.at;
        let fd = match self.peek()? {
            digit @ (b'1' | b'2') => {
                self.at += 1;
                Some(Descriptor::Number(u32::from(digit - b'0')))
            }
            _ => None,
        };
        let from = self.at;
        let (op, length) = match (self.peek()?, self.peek_at(1)) {
            (b'>', Some(b'>')) => (RedirectOp::Append, 2),
            (b'>', Some(b'&')) => (RedirectOp::DuplicateOutput, 2),
            (b'>', Some(b' ' | b'/' | b'a'..=b'z' | b'A'..=b'Z')) => (RedirectOp::Write, 1),
            (b'<', Some(b' ' | b'/' | b'a'..=b'z' | b'A'..=b'Z')) => (RedirectOp::Read, 1),
            (b'&', Some(b'>')) => (RedirectOp::WriteBoth, 2),
            _ => return None,
        };
        self.at += length;
        let op_span = Span::new(from, self.at);
        self.take(Span::new(start, self.at), TokenKind::Redirect)?;
        if op == RedirectOp::DuplicateOutput {
            // Only `>&1` and `>&2`: anything else there can be a file.
            let digit = matches!(self.peek(), Some(b'1' | b'2'));
            let ends = matches!(self.peek_at(1), None | Some(b' ' | b'|' | b';' | b'\n'));
            if !digit || !ends {
                return None;
            }
        } else {
            self.blanks();
        }
        let target = self.script.redirects.get(self.redirect)?;
        let shape = self.word(target.target, TokenKind::Target)?;
        let span = Span::new(start, self.at);
        let same = target.span == span
            && target.op == op
            && target.op_span == op_span
            && target.fd == fd
            && target.command == Some(index as u32)
            && self.script.redirects_by_command.get(self.redirect)
                == Some(&(index as u32, self.redirect as u32))
            && shape.is_text()
            && (op == RedirectOp::DuplicateOutput || !self.is_number(shape));
        self.redirect += 1;
        same.then_some(span)
    }

    /// A target of digits alone is left to the tree.
    fn is_number(&self, shape: Shape) -> bool {
        shape.span.slice(self.script.source).bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The next word, which is the one at `index` of the script, and its token.
    fn word(&mut self, index: u32, kind: TokenKind) -> Option<Shape> {
        self.word += 1;
        let shape = WordSplit::new(self.script, index, self.at)?.split()?;
        self.at = shape.span.end as usize;
        self.take(shape.span, kind)?;
        Some(shape)
    }

    /// The next token is this one.
    fn take(&mut self, span: Span, kind: TokenKind) -> Option<()> {
        let token = self.script.tokens.get(self.token)?;
        self.token += 1;
        (*token == Token { span, kind }).then_some(())
    }

    /// Goes past blanks and line breaks that a backslash takes away.
    fn blanks(&mut self) {
        loop {
            self.at += match (self.peek(), self.peek_at(1), self.peek_at(2)) {
                (Some(b' '), _, _) => 1,
                (Some(b'\\'), Some(b'\n'), Some(b' ')) => 2,
                _ => return,
            };
        }
    }

    fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }
}
