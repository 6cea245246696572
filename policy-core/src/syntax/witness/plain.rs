//! Texts with only one possible reading: words, patterns, closed quotes, the common operators and simple redirects.
//!
//! Their second reading is a simple split that shares no code with the strict reader. Shells give these bytes no other
//! meaning, and for any other byte the witness uses the tree. The split is cheaper than the tree; a test compares both.

use crate::name_set::NameSet;
use crate::script::spelling::{PieceKind, Token, TokenKind, Traits};
use crate::script::{Descriptor, Joint, RedirectOp, ScopeKind, Script, Value, Word};
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
    let split =
        Split { script, bytes: script.source.as_bytes(), at: 0, token: 0, command: 0, word: 0, redirect: 0 };
    split.list().is_some()
}

/// How far the source is split, and what of the script was found in it. Every step gives nothing where the text is not
/// plain or the script says something else.
struct Split<'w, 's> {
    script: &'w Script<'s>,
    bytes: &'w [u8],
    at: usize,
    /// The next token, simple command, and redirect.
    token: usize,
    command: usize,
    redirect: usize,
    /// How many words were found, targets included.
    word: usize,
}

/// What a word is made of.
#[derive(Clone, Copy)]
struct Shape {
    span: Span,
    /// What the script must say of the word.
    traits: Traits,
}

impl Shape {
    fn is_quoted(self) -> bool {
        self.traits.has(Traits::QUOTED)
    }

    fn is_pattern(self) -> bool {
        self.traits.has(Traits::GLOB)
    }
}

impl Split<'_, '_> {
    /// The whole text: commands with operators between them.
    fn list(mut self) -> Option<()> {
        let mut before = Joint::Edge;
        loop {
            let after = self.command(before)?;
            if after == Joint::Edge {
                break;
            }
            before = after;
        }
        let script = self.script;
        let all = self.token == script.tokens.len()
            && self.command == script.commands.len()
            && self.word == script.words.len()
            && self.redirect == script.redirects.len()
            && script.redirects_by_command.len() == script.redirects.len()
            && matches!(script.scopes.as_slice(), [only] if only.kind == ScopeKind::Script);
        let none = script.assignments.is_empty()
            && script.here_documents.is_empty()
            && script.comments.is_empty()
            && script.loops.is_empty()
            && script.case_subjects.is_empty();
        (all && none).then_some(())
    }

    /// One simple command and the operator behind it.
    fn command(&mut self, before: Joint) -> Option<Joint> {
        let index = self.command;
        let simple = self.script.commands.get(index)?;
        self.command += 1;
        let mut words = simple.words.clone();
        let mut kind = TokenKind::CommandName;
        let mut covered: Option<Span> = None;
        let after = loop {
            self.blanks();
            let span = match self.peek() {
                None => break Joint::Edge,
                Some(b'|' | b'&' | b';') if !self.both() => break self.operator()?,
                Some(b'<' | b'>' | b'&') => self.redirect(index)?,
                Some(b'1' | b'2') if matches!(self.peek_at(1), Some(b'<' | b'>')) => self.redirect(index)?,
                Some(_) => {
                    let shape = self.shape()?;
                    let name = kind == TokenKind::CommandName;
                    if name && !self.is_name(shape) {
                        return None;
                    }
                    self.take(shape.span, kind)?;
                    self.is_word(shape, words.next()?)?;
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
            && !simple.negated;
        same.then_some(after)
    }

    /// A word that stands where a command begins is the name of a program.
    fn is_name(&self, shape: Shape) -> bool {
        let text = shape.span.slice(self.script.source);
        !shape.is_quoted() && !shape.is_pattern() && !text.contains('=') && !RESERVED.has(text)
    }

    /// An operator with a command behind it, or a `;` at the end.
    fn operator(&mut self) -> Option<Joint> {
        let (joint, length) = match (self.peek()?, self.peek_at(1)) {
            (b'|', Some(b'|')) => (Joint::Or, 2),
            (b'|', Some(b'&')) => return None,
            (b'|', _) => (Joint::Pipe, 1),
            (b'&', Some(b'&')) => (Joint::And, 2),
            (b';', Some(b';' | b'&' | b'|')) | (b'&', _) => return None,
            _ => (Joint::Sequence, 1),
        };
        let span = Span::new(self.at, self.at + length);
        self.take(span, TokenKind::Operator)?;
        self.at += length;
        self.blanks();
        self.peek().map(|_| joint)
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
            let ends = matches!(self.peek_at(1), None | Some(b' ' | b'|' | b';'));
            if !digit || !ends {
                return None;
            }
        } else {
            self.blanks();
        }
        let shape = self.shape()?;
        let target = self.script.redirects.get(self.redirect)?;
        let span = Span::new(start, self.at);
        let same = target.span == span
            && target.op == op
            && target.op_span == op_span
            && target.fd == fd
            && target.command == Some(index as u32)
            && self.script.redirects_by_command.get(self.redirect)
                == Some(&(index as u32, self.redirect as u32))
            && !shape.is_pattern()
            && (op == RedirectOp::DuplicateOutput || !self.is_number(shape));
        if !same {
            return None;
        }
        self.redirect += 1;
        self.take(shape.span, TokenKind::Target)?;
        self.is_word(shape, target.target)?;
        Some(span)
    }

    /// A target of digits alone is left to the tree.
    fn is_number(&self, shape: Shape) -> bool {
        shape.span.slice(self.script.source).bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The next word: letters, digits, some signs, `*` and `?`, and closed quotes without any expansion.
    fn shape(&mut self) -> Option<Shape> {
        let start = self.at;
        let mut traits = Traits::default();
        let mut before = None;
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'|' | b'&' | b';' => break,
                b'\'' | b'"' => {
                    traits.add(Traits::QUOTED);
                    self.quotes(byte)?;
                }
                b'*' | b'?' => {
                    traits.add(Traits::GLOB);
                    self.at += 1;
                }
                b'=' if self.at == start => return None,
                b'=' => self.at += 1,
                b'#' | b'^' | b'~' if self.means_itself(byte, before) => {
                    if byte == b'#' {
                        traits.add(Traits::HASH);
                    }
                    self.at += 1;
                }
                _ if is_plain(byte) => self.at += 1,
                _ => return None,
            }
            before = Some(byte);
        }
        (self.at > start).then_some(Shape { span: Span::new(start, self.at), traits })
    }

    /// Whether `#`, `^` or `~` is text behind the byte `before` of a word: `HEAD~1`, `HEAD^`. To zsh they can be
    /// patterns; the tree takes digits in front of `#` for the base of a number.
    fn means_itself(&self, byte: u8, before: Option<u8>) -> bool {
        let fits = |before: u8| before.is_ascii_alphabetic() || byte != b'#' && before.is_ascii_digit();
        !self.script.shell().extended_pattern_signs && before.is_some_and(fits)
    }

    /// Goes past the quotes that open here.
    fn quotes(&mut self, quote: u8) -> Option<()> {
        self.at += 1;
        loop {
            let byte = self.peek()?;
            self.at += 1;
            match byte {
                _ if byte == quote => return Some(()),
                b'$' | b'`' | b'\\' | b'!' if quote == b'"' => return None,
                0..=0x1f | 0x7f => return None,
                _ => {}
            }
        }
    }

    /// The next token is this one.
    fn take(&mut self, span: Span, kind: TokenKind) -> Option<()> {
        let token = self.script.tokens.get(self.token)?;
        self.token += 1;
        (*token == Token { span, kind }).then_some(())
    }

    /// The word at `index` of the script is this one, and becomes the text without its quotes.
    fn is_word(&mut self, shape: Shape, index: u32) -> Option<()> {
        self.word += 1;
        let word = self.script.word(index)?;
        let raw = shape.span.slice(self.script.source);
        let same = word.span == shape.span
            && match &word.value {
                Value::Pattern => shape.is_pattern(),
                Value::Plain => !shape.is_pattern() && !shape.is_quoted(),
                Value::Literal(text) => {
                    !shape.is_pattern() && shape.is_quoted() && without_quotes(raw).eq(text.bytes())
                }
                Value::Several(_) | Value::Unknown => false,
            };
        let is_divided = shape.is_quoted() || shape.is_pattern();
        (same && word.traits == shape.traits && self.has_pieces(word, is_divided)).then_some(())
    }

    /// The pieces of the word cover it, each quote, each `*` and `?`, and the text between them being one.
    fn has_pieces(&self, word: &Word, is_divided: bool) -> bool {
        let mut rest = word.span;
        let pieces = self.script.pieces_of(word);
        for piece in pieces {
            let text = rest.slice(self.script.source);
            let closing = |quote| text.get(1..).and_then(|inner| inner.find(quote)).map(|length| length + 2);
            let (kind, end) = match text.as_bytes().first() {
                Some(b'\'') => (PieceKind::SingleQuoted, closing('\'')),
                Some(b'"') => (PieceKind::DoubleQuoted, closing('"')),
                Some(b'*' | b'?') => (PieceKind::Glob, Some(1)),
                _ => (PieceKind::Literal, text.find(['\'', '"', '*', '?'])),
            };
            let end = rest.start + end.unwrap_or(text.len()) as u32;
            if piece.kind != kind || piece.quoted || piece.span != (Span { start: rest.start, end }) {
                return false;
            }
            rest.start = end;
        }
        rest.start == rest.end || pieces.is_empty() && !is_divided
    }

    fn blanks(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }
}

/// Stands for itself wherever it is, in every shell.
const fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'_' | b'.' | b'/' | b',' | b':' | b'@' | b'%' | b'+')
}

/// The bytes of a word, its quotes taken away.
fn without_quotes(raw: &str) -> impl Iterator<Item = u8> {
    let mut open = None;
    raw.bytes().filter(move |byte| match (open, *byte) {
        (None, b'\'' | b'"') => {
            open = Some(*byte);
            false
        }
        (Some(quote), byte) if quote == byte => {
            open = None;
            false
        }
        _ => true,
    })
}
