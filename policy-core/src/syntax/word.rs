//! Words: quoting, escapes and everything that begins with `$`.
//!
//! Owns the parsing of one word into pieces and, if it is known before the run, its value.

use alloc::string::String;

use super::ansi_c;
use super::braces;
use super::chars::{is_meta, is_name, is_plain};
use super::lower::{Lowering, expansions};
use super::reader::{ScriptReader, Stop};
use crate::script::spelling::{Piece, PieceKind, Token, TokenKind, Traits};
use crate::script::{Arithmetic, DoubtKind, ScopeKind, Value, Word};
use crate::span::Span;

/// A word while it is being read.
pub(super) struct Draft {
    start: usize,
    /// The text after quote removal, if known.
    text: String,
    unknown: bool,
    pattern: bool,
    /// A `[` was looked at and has no `]` in this word, or has one: no need to look again.
    bracket: bool,
    /// All of it is read as if it were in double quotes.
    quoted: bool,
    pub(super) traits: Traits,
}

impl Draft {
    fn new(start: usize) -> Self {
        Self {
            start,
            text: String::new(),
            unknown: false,
            pattern: false,
            bracket: false,
            quoted: false,
            traits: Traits::default(),
        }
    }
}

impl ScriptReader<'_> {
    /// Reads the word at the current byte and records it as a token of `kind`.
    pub(super) fn word(&mut self, kind: TokenKind, scope: u32) -> Word {
        let start = self.at;
        let token = self.script.tokens.len();
        self.script.tokens.push(Token { span: Span::at(start), kind });
        let word = self.word_body(start, scope, false);
        if let Some(token) = self.script.tokens.get_mut(token) {
            token.span = word.span;
        }
        word
    }

    /// Reads a word from the current byte. `assigned` tells that it is the value of an assignment.
    pub(super) fn word_body(&mut self, start: usize, scope: u32, assigned: bool) -> Word {
        self.at = start;
        self.plain_run();
        if self.peek().is_none_or(|byte| self.ends_word(byte)) && !self.process_substitution_ahead() {
            if self.at == start && !assigned {
                self.fail(Span::new(start, start + 1), DoubtKind::Unexpected);
            }
            if !assigned
                && self.script.shell().braces_close_anywhere
                && self.text(start, self.at).ends_with('}')
            {
                self.doubt_closing_brace();
            }
            return Word::without_parts(Span::new(start, self.at), Value::Plain);
        }
        self.word_of_pieces(start, scope, assigned)
    }

    /// Whether `byte` ends a word that nothing special is in.
    const fn ends_word(&self, byte: u8) -> bool {
        is_meta(byte) && !(self.regex && byte == b'(')
    }

    fn plain_run(&mut self) {
        while self.at < self.end && self.bytes.get(self.at).is_some_and(|byte| is_plain(*byte)) {
            self.at += 1;
        }
    }

    fn word_of_pieces(&mut self, start: usize, scope: u32, assigned: bool) -> Word {
        let base = self.pieces.len();
        let mut draft = Draft::new(start);
        if self.at > start {
            self.literal(&mut draft, start);
        }
        let mut open = 0usize;
        while let Some(byte) = self.peek() {
            let from = self.at;
            match byte {
                b'<' | b'>' if self.process_substitution_ahead() => {
                    self.process_substitution(&mut draft, scope);
                }
                b'(' | b')' | b'|' if self.regex && (byte == b'(' || open > 0) => {
                    match byte {
                        b'(' => open += 1,
                        b')' => open -= 1,
                        _ => {}
                    }
                    self.at += 1;
                    self.literal(&mut draft, from);
                }
                _ if is_meta(byte) => break,
                b'\\' => self.escape(&mut draft),
                b'\'' => self.single_quoted(&mut draft),
                b'"' => self.double_quoted(&mut draft, scope, self.at, PieceKind::DoubleQuoted),
                b'$' => self.dollar(&mut draft, scope, false),
                b'`' => self.backquote(&mut draft, scope, false),
                b'*' | b'?' | b'[' => self.glob(&mut draft, byte),
                b'{' => {
                    draft.traits.add(Traits::BRACE);
                    self.at += 1;
                    self.literal(&mut draft, from);
                }
                b'~' => self.tilde(&mut draft),
                b'=' if self.equals_names_program(&draft, assigned) => {
                    self.at += 1;
                    draft.pattern = true;
                    draft.text.push('=');
                    self.piece(PieceKind::Equals, from, false);
                }
                b'\0' => self.fail(Span::new(from, from + 1), DoubtKind::Unsupported("a NUL character")),
                _ => {
                    if byte == b'#' {
                        draft.traits.add(Traits::HASH);
                    }
                    self.at += 1;
                    self.plain_run();
                    self.literal(&mut draft, from);
                }
            }
        }
        if open > 0 {
            self.fail(Span::new(start, start + 1), DoubtKind::Unexpected);
        }
        if !assigned && self.closes_group(base) {
            self.doubt_closing_brace();
        }
        self.finish(draft, base, assigned)
    }

    /// Settles what the word becomes, and moves its pieces into the script.
    fn finish(&mut self, mut draft: Draft, base: usize, assigned: bool) -> Word {
        let span = Span::new(draft.start, self.reached().max(draft.start));
        let mut several = None;
        if draft.traits.has(Traits::BRACE) {
            // Assigned values are not brace-expanded.
            let expand_first = self.script.shell().braces_expand_first;
            let pieces = self.pieces.get(base..).unwrap_or(&[]);
            match braces::expand(self.script.source, pieces, expand_first) {
                _ if assigned => draft.traits.0 &= !Traits::BRACE.0,
                braces::Expansion::None => draft.traits.0 &= !Traits::BRACE.0,
                braces::Expansion::Words(words)
                    if !draft.unknown && !draft.traits.has(Traits::TILDE) && expand_first =>
                {
                    several = Some(words);
                }
                braces::Expansion::Words(_) | braces::Expansion::Unknown => {
                    draft.unknown = true;
                    draft.traits.add(Traits::SPLITS);
                }
            }
        }
        if assigned {
            // Assigned values are neither split nor matched against file names.
            draft.traits.0 &= !(Traits::SPLITS.0 | Traits::GLOB.0);
            let pieces = self.pieces.get(base..).unwrap_or(&[]);
            draft.pattern =
                pieces.iter().any(|piece| matches!(piece.kind, PieceKind::Tilde | PieceKind::Equals));
        }
        let first = self.script.pieces.len() as u32;
        self.script.pieces.extend(self.pieces.drain(base..));
        let value = if draft.unknown {
            Value::Unknown
        } else if let Some(words) = several {
            Value::Several(words)
        } else if draft.pattern {
            Value::Pattern
        } else if span.slice(self.script.source) == draft.text {
            Value::Plain
        } else {
            Value::Literal(draft.text.into_boxed_str())
        };
        let pieces = first..self.script.pieces.len() as u32;
        let quoted = draft.quoted.then_some(span);
        self.lowered(Word { pieces, traits: draft.traits, ..Word::without_parts(span, value) }, quoted)
    }

    /// The word with its parts and expansions.
    fn lowered(&mut self, word: Word, quoted: Option<Span>) -> Word {
        let first = self.script.parts.len() as u32;
        if matches!(word.value, Value::Pattern | Value::Unknown) {
            let script = &mut self.script;
            let pieces =
                script.pieces.get(word.pieces.start as usize..word.pieces.end as usize).unwrap_or(&[]);
            let (source, shell) = (script.source, script.dialect.shell());
            Lowering { source, shell, parts: &mut script.parts }.word(pieces, quoted);
        }
        let parts = first..self.script.parts.len() as u32;
        Word { parts, expansions: expansions(word.traits), ..word }
    }

    // ---- pieces ----------------------------------------------------------------------------------------------

    pub(super) fn piece(&mut self, kind: PieceKind, from: usize, quoted: bool) {
        self.pieces.push(Piece { span: Span::new(from, self.at), kind, quoted });
    }

    fn literal(&mut self, draft: &mut Draft, from: usize) {
        draft.text.push_str(self.text(from, self.at));
        if let Some(Piece { kind: PieceKind::Literal, span, quoted: false }) = self.pieces.last_mut()
            && span.end as usize == from
            && span.start as usize >= draft.start
        {
            span.end = self.at as u32;
            return;
        }
        self.piece(PieceKind::Literal, from, false);
    }

    fn escape(&mut self, draft: &mut Draft) {
        let from = self.at;
        match self.peek_at(1) {
            None => {
                self.at += 1;
                self.fail(Span::new(from, from + 1), DoubtKind::TrailingBackslash);
            }
            Some(b'\n') => {
                self.at += 2;
                if self.peek().is_some_and(|byte| !is_meta(byte)) {
                    draft.traits.add(Traits::CONTINUED);
                }
                if matches!(self.peek(), Some(b'<' | b'>')) {
                    // The text before the break can be the operator's descriptor.
                    self.fail(Span::new(from, from + 1), DoubtKind::Unexpected);
                    return;
                }
                self.piece(PieceKind::Continuation, from, false);
            }
            Some(_) => {
                self.at += 1;
                self.at += self.character_length();
                draft.traits.add(Traits::ESCAPED);
                draft.text.push_str(self.text(from + 1, self.at));
                self.piece(PieceKind::Escape, from, false);
            }
        }
    }

    /// The length in bytes of the character at the current byte.
    fn character_length(&self) -> usize {
        match self.peek() {
            Some(0xf0..) => 4,
            Some(0xe0..) => 3,
            Some(0xc0..) => 2,
            _ => 1,
        }
    }

    pub(super) fn single_quoted(&mut self, draft: &mut Draft) {
        let from = self.at;
        self.at += 1;
        while self.peek().is_some_and(|byte| byte != b'\'') {
            self.at += 1;
        }
        if self.peek().is_none() {
            return self.fail(Span::new(from, from + 1), DoubtKind::UnclosedQuote);
        }
        draft.text.push_str(self.text(from + 1, self.at));
        draft.traits.add(Traits::QUOTED);
        self.at += 1;
        self.piece(PieceKind::SingleQuoted, from, false);
    }

    /// Reads from the `"` at the current byte; `from` is where the piece begins (`$"` begins one byte earlier).
    pub(super) fn double_quoted(&mut self, draft: &mut Draft, scope: u32, from: usize, kind: PieceKind) {
        let index = self.pieces.len();
        self.pieces.push(Piece { span: Span::new(from, from + 1), kind, quoted: false });
        draft.traits.add(Traits::QUOTED);
        self.at += 1;
        loop {
            let run = self.at;
            while self.peek().is_some_and(|byte| !matches!(byte, b'"' | b'\\' | b'$' | b'`')) {
                self.at += 1;
            }
            draft.text.push_str(self.text(run, self.at));
            match self.peek() {
                None => return self.fail(Span::new(from, from + 1), DoubtKind::UnclosedQuote),
                Some(b'"') => {
                    self.at += 1;
                    break;
                }
                Some(b'\\') => {
                    let escape = self.at;
                    match self.peek_at(1) {
                        Some(b'\n') => {
                            self.at += 2;
                            self.piece(PieceKind::Continuation, escape, true);
                        }
                        Some(b'$' | b'`' | b'"' | b'\\') => {
                            self.at += 2;
                            draft.text.push_str(self.text(escape + 1, self.at));
                            self.piece(PieceKind::Escape, escape, true);
                        }
                        _ => {
                            self.at += 1;
                            draft.text.push('\\');
                        }
                    }
                }
                Some(b'$') => self.dollar(draft, scope, true),
                Some(_) => self.backquote(draft, scope, true),
            }
        }
        let end = self.reached() as u32;
        if let Some(piece) = self.pieces.get_mut(index) {
            piece.span.end = end.max(piece.span.start);
        }
    }

    fn glob(&mut self, draft: &mut Draft, byte: u8) {
        let from = self.at;
        self.at += 1;
        if byte == b'[' {
            if !draft.bracket {
                draft.bracket = true;
                let mut end = self.at;
                while end < self.end
                    && self.bytes.get(end).is_some_and(|byte| !is_meta(*byte) && *byte != b']')
                {
                    end += 1;
                }
                let closed = end < self.end && self.bytes.get(end) == Some(&b']');
                // Otherwise an unclosed bracket is text. zsh refuses one unless it is the command `[`.
                if closed || self.script.shell().open_brackets_match && end > self.at {
                    draft.traits.add(Traits::GLOB);
                }
            }
            if !draft.traits.has(Traits::GLOB) {
                return self.literal(draft, from);
            }
        }
        draft.pattern = true;
        draft.traits.add(Traits::GLOB);
        draft.text.push_str(self.text(from, self.at));
        self.piece(PieceKind::Glob, from, false);
    }

    /// A tilde is expanded at the beginning of a word, and after `=` or `:` in what looks like an assignment.
    fn tilde(&mut self, draft: &mut Draft) {
        let from = self.at;
        let before = from.checked_sub(1).and_then(|at| self.bytes.get(at)).copied();
        let behind_sign = matches!(before, Some(b'=' | b':'))
            || self.script.shell().prefixes_behind_nothing && draft.text.ends_with(['=', ':']);
        let first = self.begins(draft);
        self.at += 1;
        if first || behind_sign {
            draft.pattern = true;
            draft.traits.add(Traits::TILDE);
            draft.text.push('~');
            self.piece(PieceKind::Tilde, from, false);
        } else {
            if draft.traits.has(Traits::BRACE) {
                // A brace expansion can bring the tilde to the beginning of a word.
                draft.unknown = true;
            }
            self.literal(draft, from);
        }
    }

    /// Whether the text of the word can begin at the current byte, where the shell looks for a prefix that it expands.
    fn begins(&self, draft: &Draft) -> bool {
        self.at == draft.start || self.script.shell().prefixes_behind_nothing && draft.text.is_empty()
    }

    /// Whether the `=` at the current byte puts the path of a program in its place.
    fn equals_names_program(&self, draft: &Draft, assigned: bool) -> bool {
        self.script.shell().equals_names_program
            && (self.begins(draft) || assigned && draft.text.ends_with(':'))
    }

    // ---- expansions ------------------------------------------------------------------------------------------

    pub(super) fn dynamic(draft: &mut Draft, traits: Traits, quoted: bool) {
        draft.unknown = true;
        draft.traits.add(traits);
        if !quoted {
            draft.traits.add(Traits::SPLITS);
        }
    }

    /// Reads what begins with `$`.
    pub(super) fn dollar(&mut self, draft: &mut Draft, scope: u32, quoted: bool) {
        let from = self.at;
        match self.peek_at(1) {
            Some(b'(') if self.peek_at(2) == Some(b'(') => self.arithmetic(draft, scope, quoted),
            Some(b'(') => {
                Self::dynamic(draft, Traits::SUBSTITUTION, quoted);
                self.at += 2;
                self.substitution(from, scope, ScopeKind::Substitution, quoted);
            }
            Some(b'{') => self.braced_parameter(draft, scope, quoted),
            Some(b'\'') if !quoted => self.ansi_c(draft),
            Some(b'"') if !quoted => {
                // The text depends on the locale's message catalogue.
                draft.unknown = true;
                self.at += 1;
                self.double_quoted(draft, scope, from, PieceKind::Locale);
            }
            Some(b'[') => {
                self.fail(Span::new(from, from + 2), DoubtKind::Unsupported("`$[`"));
            }
            Some(byte) if is_name(byte) || matches!(byte, b'*' | b'@' | b'#' | b'?' | b'-' | b'$' | b'!') => {
                self.at += 2;
                if is_name(byte) && !byte.is_ascii_digit() {
                    while self.peek().is_some_and(is_name) {
                        self.at += 1;
                    }
                    if self.peek().is_some_and(|byte| !byte.is_ascii())
                        && self.script.shell().names_beyond_ascii
                    {
                        self.fail(Span::new(from, self.at), DoubtKind::UnsupportedZsh("a name beyond ASCII"));
                    }
                }
                Self::dynamic(draft, Traits::PARAMETER, quoted && byte != b'@');
                self.zsh_parameter(from);
                self.piece(PieceKind::Parameter, from, quoted);
            }
            Some(byte) if !byte.is_ascii() && self.script.shell().names_beyond_ascii => {
                self.fail(Span::new(from, from + 1), DoubtKind::UnsupportedZsh("a name beyond ASCII"));
            }
            Some(byte)
                if self.script.shell().unbraced_operations
                    && matches!(byte, b'+' | b'=' | b'~' | b'^' | b':') =>
            {
                self.fail(Span::new(from, from + 2), DoubtKind::UnsupportedZsh("an expansion flag of zsh"));
            }
            // The shell takes the line break away first: `$`, a break and `x` are `$x`.
            Some(b'\\') if self.peek_at(2) == Some(b'\n') => {
                self.fail(
                    Span::new(from, from + 1),
                    DoubtKind::Unsupported("an expansion over a line break"),
                );
            }
            _ => {
                self.at += 1;
                if quoted {
                    draft.text.push('$');
                } else {
                    self.literal(draft, from);
                }
            }
        }
    }

    /// Some shells read a subscript or a modifier after an unbraced parameter, and more names after `$#`.
    fn zsh_parameter(&mut self, from: usize) {
        if self.script.shell().unbraced_operations
            && (matches!(self.peek(), Some(b'[' | b':'))
                || self.bytes.get(from + 1) == Some(&b'#') && self.peek().is_some_and(is_name))
        {
            self.doubt(
                Span::new(from, self.at + 1),
                DoubtKind::UnsupportedZsh("a subscript or modifier of zsh"),
            );
        }
    }

    fn ansi_c(&mut self, draft: &mut Draft) {
        let from = self.at;
        self.at += 2;
        let body = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                b'\'' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        if self.peek().is_none() {
            return self.fail(Span::new(from, from + 2), DoubtKind::UnclosedQuote);
        }
        match ansi_c::decode(self.text(body, self.at)) {
            Some(text) => draft.text.push_str(&text),
            None => draft.unknown = true,
        }
        draft.traits.add(Traits::QUOTED);
        draft.traits.add(Traits::ANSI_C);
        self.at += 1;
        self.piece(PieceKind::AnsiC, from, false);
    }

    /// Reads a nested script up to its `)`; the opening is already read.
    fn substitution(&mut self, from: usize, scope: u32, kind: ScopeKind, quoted: bool) {
        if !self.deeper() {
            return;
        }
        let inner = self.open(kind, scope);
        let index = self.pieces.len();
        self.pieces.push(Piece {
            span: Span::new(from, from + 1),
            kind: match kind {
                ScopeKind::ProcessSubstitution => PieceKind::ProcessSubstitution(inner),
                _ => PieceKind::Substitution(inner),
            },
            quoted,
        });
        let waiting = core::mem::take(&mut self.pending);
        self.list(inner, Stop::Parenthesis);
        self.unclosed_here_documents(from);
        if !waiting.is_empty() && self.text(from, self.at).contains('\n') {
            let span = Span::new(from, self.at);
            self.doubt(
                span,
                DoubtKind::Unsupported("a line break inside a line that a here-document follows"),
            );
        }
        self.pending = waiting;
        if self.peek() == Some(b')') {
            self.at += 1;
        } else {
            self.fail(Span::new(from, from + 2), DoubtKind::UnclosedSubstitution);
        }
        if let Some(scope) = self.script.scopes.get_mut(inner as usize) {
            scope.span = Span::new(from, self.at);
        }
        let end = self.reached() as u32;
        if let Some(piece) = self.pieces.get_mut(index) {
            piece.span.end = end.max(piece.span.start);
        }
        self.depth -= 1;
    }

    /// Whether `<(` or `>(` is here.
    pub(super) fn process_substitution_ahead(&self) -> bool {
        matches!(self.peek(), Some(b'<' | b'>')) && self.peek_at(1) == Some(b'(')
    }

    pub(super) fn process_substitution(&mut self, draft: &mut Draft, scope: u32) {
        let from = self.at;
        Self::dynamic(draft, Traits::SUBSTITUTION, true);
        self.at += 2;
        self.substitution(from, scope, ScopeKind::ProcessSubstitution, false);
    }

    /// Reads a back-quoted script. Backslashes inside change its text before it is read: refused.
    pub(super) fn backquote(&mut self, draft: &mut Draft, scope: u32, quoted: bool) {
        let from = self.at;
        Self::dynamic(draft, Traits::SUBSTITUTION, quoted);
        let mut close = from + 1;
        let mut escaped = false;
        while close < self.end {
            match self.bytes.get(close) {
                Some(b'`') => break,
                Some(b'\\') => {
                    escaped = true;
                    close += 2;
                }
                _ => close += 1,
            }
        }
        if close >= self.end {
            return self.fail(Span::new(from, from + 1), DoubtKind::UnclosedSubstitution);
        }
        if escaped {
            return self
                .fail(Span::new(from, close + 1), DoubtKind::Unsupported("a backslash inside back-quotes"));
        }
        if !self.deeper() {
            return;
        }
        let inner = self.open(ScopeKind::Backquote, scope);
        self.pieces.push(Piece {
            span: Span::new(from, close + 1),
            kind: PieceKind::Backquote(inner),
            quoted,
        });
        let waiting = core::mem::take(&mut self.pending);
        let end = core::mem::replace(&mut self.end, close);
        self.at = from + 1;
        self.list(inner, Stop::End);
        if self.at < self.end {
            self.fail(Span::new(self.at, self.at + 1), DoubtKind::Unexpected);
        }
        self.unclosed_here_documents(from);
        self.pending = waiting;
        self.end = end;
        self.at = if self.lost { end } else { close + 1 };
        self.depth -= 1;
        if let Some(scope) = self.script.scopes.get_mut(inner as usize) {
            scope.span = Span::new(from, close + 1);
        }
    }

    /// Reads `$((…))` when it is made of numbers, names and operators only.
    fn arithmetic(&mut self, draft: &mut Draft, scope: u32, quoted: bool) {
        let from = self.at;
        Self::dynamic(draft, Traits::ARITHMETIC, quoted);
        self.at += 3;
        if self.expression(from, false) {
            self.piece(PieceKind::Arithmetic, from, quoted);
            self.script.arithmetic.push(Arithmetic { span: Span::new(from, self.at), scope });
        }
    }

    /// Reads the rest of an arithmetic expression that begins at `from`, up to and with its `))`; `;` may occur in that
    /// of a loop.
    fn expression(&mut self, from: usize, looped: bool) -> bool {
        let mut open = 0usize;
        let mut parts = 1;
        loop {
            match self.peek() {
                None => {
                    self.fail(Span::new(from, from + 3), DoubtKind::UnclosedExpansion);
                    return false;
                }
                Some(b')') if open > 0 => open -= 1,
                Some(b')') => break,
                Some(b'(') => open += 1,
                Some(b'$') if self.peek_at(1).is_some_and(is_name) => {}
                Some(
                    b' ' | b'\t' | b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'=' | b'!' | b'&' | b'|'
                    | b'^' | b'~' | b'?' | b':' | b',',
                ) => {}
                Some(b';') if looped && open == 0 => parts += 1,
                // `16#ff`
                Some(b'#')
                    if self.peek_at(1).is_some_and(|byte| byte.is_ascii_alphanumeric())
                        && self
                            .at
                            .checked_sub(1)
                            .and_then(|at| self.bytes.get(at))
                            .is_some_and(u8::is_ascii_digit) => {}
                Some(byte) if is_name(byte) => {}
                Some(_) => {
                    let at = self.at;
                    self.fail(Span::new(from, at + 1), DoubtKind::Unsupported("this arithmetic expression"));
                    return false;
                }
            }
            self.at += 1;
        }
        if self.peek_at(1) != Some(b')') || looped && parts != 3 {
            let what = if looped || self.bytes.get(from) == Some(&b'(') {
                "parentheses in a row"
            } else {
                "a subshell right after `$(`"
            };
            self.fail(Span::new(from, self.at + 1), DoubtKind::Unsupported(what));
            return false;
        }
        self.at += 2;
        true
    }

    /// Reads `((…))` as a word that is a command by itself. Gives nothing when the thread is lost.
    pub(super) fn arithmetic_word(&mut self, looped: bool, scope: u32) -> Option<Word> {
        let from = self.at;
        let token = self.script.tokens.len();
        self.script.tokens.push(Token { span: Span::at(from), kind: TokenKind::CommandName });
        self.at += 2;
        let base = self.pieces.len();
        if !self.expression(from, looped) {
            return None;
        }
        let span = Span::new(from, self.at);
        if let Some(token) = self.script.tokens.get_mut(token) {
            token.span = span;
        }
        self.piece(PieceKind::Arithmetic, from, false);
        let first = self.script.pieces.len() as u32;
        self.script.pieces.extend(self.pieces.drain(base..));
        let pieces = first..self.script.pieces.len() as u32;
        self.script.arithmetic.push(Arithmetic { span, scope });
        let word = Word { pieces, traits: Traits::ARITHMETIC, ..Word::without_parts(span, Value::Unknown) };
        Some(self.lowered(word, None))
    }

    /// Reads the body of an unquoted here-document, from the current byte to `self.end`, as a word.
    pub(super) fn here_document_word(&mut self, scope: u32) -> Word {
        let start = self.at;
        let base = self.pieces.len();
        let mut draft = Draft { quoted: true, ..Draft::new(start) };
        loop {
            let run = self.at;
            while self.peek().is_some_and(|byte| !matches!(byte, b'\\' | b'$' | b'`')) {
                self.at += 1;
            }
            draft.text.push_str(self.text(run, self.at));
            let from = self.at;
            match self.peek() {
                None => break,
                Some(b'\\') => match self.peek_at(1) {
                    Some(b'\n') => {
                        // It joins lines before the terminator is looked for.
                        self.doubt(
                            Span::new(from, from + 1),
                            DoubtKind::Unsupported("a continued line in a here-document"),
                        );
                        self.at += 2;
                    }
                    Some(b'$' | b'`' | b'\\') => {
                        self.at += 2;
                        draft.text.push_str(self.text(from + 1, self.at));
                        self.piece(PieceKind::Escape, from, true);
                    }
                    _ => {
                        draft.text.push('\\');
                        self.at += 1;
                    }
                },
                Some(b'$') => self.dollar(&mut draft, scope, true),
                Some(_) => self.backquote(&mut draft, scope, true),
            }
        }
        self.finish(draft, base, true)
    }
}
