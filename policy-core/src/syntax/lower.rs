//! Lowers the spelling of a POSIX shell to the types of every shell: pieces become parts, tokens become operators.
//!
//! Owns the removal of quotes for everything that is known only at run time.

use alloc::vec::Vec;

use crate::script::spelling::{Piece, PieceKind, Token, TokenKind, Traits};
use crate::script::{Expansions, Joint, Operator, Part, PartKind, Shell};
use crate::sorted;
use crate::span::Span;

/// Lowers the pieces of words into parts.
pub(super) struct Lowering<'a, 'p> {
    pub(super) source: &'a str,
    pub(super) shell: &'static Shell,
    pub(super) parts: &'p mut Vec<Part>,
}

/// Double quotes whose end was not reached yet.
struct Quotes {
    /// Where text begins that no piece covers.
    text: u32,
    /// Where their inside ends.
    end: u32,
    /// How many parts there were in front of them.
    parts: usize,
    /// Whether the locale may put another text in the place of this one, so that nothing of it is known.
    translated: bool,
}

impl Lowering<'_, '_> {
    /// Appends the parts of a word with these `pieces`; `quoted` is its inside when it is read as if it were in double
    /// quotes.
    pub(super) fn word(mut self, pieces: &[Piece], quoted: Option<Span>) {
        let open = |span: Span, parts: usize, translated: bool| Quotes {
            text: span.start,
            end: span.end,
            parts,
            translated,
        };
        let mut quotes = quoted.map(|span| open(span, self.parts.len(), false));
        // The inside of another expansion is not looked at.
        let mut covered = 0;
        for piece in pieces {
            if piece.span.start < covered {
                continue;
            }
            if let Some(around) = quotes.take() {
                if piece.span.start >= around.end {
                    self.close(&around);
                } else {
                    self.text(around.text, piece.span.start);
                    quotes = Some(Quotes { text: piece.span.end, ..around });
                }
            }
            if let PieceKind::DoubleQuoted | PieceKind::Locale = piece.kind {
                let translated = piece.kind == PieceKind::Locale;
                let start = piece.span.start + if translated { 2 } else { 1 };
                let inside = Span { start, end: piece.span.end.saturating_sub(1) };
                if translated {
                    self.unknown_at(start);
                }
                quotes = Some(open(inside, self.parts.len(), translated));
                continue;
            }
            covered = piece.span.end;
            self.piece(piece);
        }
        if let Some(around) = quotes {
            self.close(&around);
        }
    }

    fn close(&mut self, quotes: &Quotes) {
        self.text(quotes.text, quotes.end);
        if self.parts.len() == quotes.parts {
            self.push(Span { start: quotes.end, end: quotes.end }, PartKind::Text, true);
        }
        if quotes.translated {
            self.unknown_at(quotes.end);
        }
    }

    /// Appends a part of which nothing is known and for which nothing is written.
    fn unknown_at(&mut self, at: u32) {
        self.push(Span { start: at, end: at }, PartKind::Opaque, true);
    }

    /// Appends text inside double quotes.
    fn text(&mut self, start: u32, end: u32) {
        if start < end {
            self.push(Span { start, end }, PartKind::Text, true);
        }
    }

    fn push(&mut self, span: Span, kind: PartKind, quoted: bool) {
        self.parts.push(Part { span, kind, quoted, escaped: false });
    }

    fn piece(&mut self, piece: &Piece) {
        let Span { start, end } = piece.span;
        let inside = |front: u32, back: u32| {
            let start = (start + front).min(end);
            Span { start, end: end.saturating_sub(back).max(start) }
        };
        match piece.kind {
            PieceKind::Literal => self.push(piece.span, PartKind::Text, piece.quoted),
            PieceKind::Escape => {
                let span = inside(1, 0);
                self.parts.push(Part { span, kind: PartKind::Text, quoted: true, escaped: true });
            }
            PieceKind::SingleQuoted => self.push(inside(1, 1), PartKind::Text, true),
            PieceKind::Continuation => self.push(Span { start: end, end }, PartKind::Text, true),
            kind => {
                let kind = self.expansion(kind, piece.span);
                self.push(piece.span, kind, piece.quoted);
            }
        }
    }

    fn expansion(&self, kind: PieceKind, span: Span) -> PartKind {
        let written = span.slice(self.source);
        match kind {
            PieceKind::Glob => PartKind::Wildcard,
            PieceKind::Tilde => PartKind::Home,
            PieceKind::Substitution(scope) => PartKind::Substitution(scope),
            PieceKind::ProcessSubstitution(scope) => {
                PartKind::Process { scope, reads: written.starts_with("<(") }
            }
            PieceKind::Arithmetic => PartKind::Arithmetic,
            PieceKind::Parameter | PieceKind::ParameterOperation if is_count(self.shell, written) => {
                PartKind::Count
            }
            PieceKind::Parameter | PieceKind::ParameterOperation if written.contains('@') => PartKind::List,
            PieceKind::Parameter => {
                let (front, back) = if written.starts_with("${") { (2, 1) } else { (1, 0) };
                let start = (span.start + front).min(span.end);
                PartKind::Variable(Span { start, end: span.end.saturating_sub(back).max(start) })
            }
            PieceKind::Literal
            | PieceKind::Escape
            | PieceKind::Continuation
            | PieceKind::SingleQuoted
            | PieceKind::DoubleQuoted
            | PieceKind::AnsiC
            | PieceKind::Locale
            | PieceKind::ParameterOperation
            | PieceKind::Backquote(_)
            | PieceKind::Equals => PartKind::Opaque,
        }
    }
}

/// Whether a parameter is a number that the shell keeps.
fn is_count(shell: &Shell, written: &str) -> bool {
    let is_status = |list: &str| {
        let index = written.strip_prefix("${").and_then(|rest| rest.strip_prefix(list));
        let index = index.and_then(|rest| rest.strip_prefix('[')?.strip_suffix("]}"));
        index.is_some_and(|index| index.bytes().all(|byte| byte.is_ascii_digit()))
    };
    matches!(written, "$$" | "$?" | "$#" | "${$}" | "${?}" | "${#}")
        || is_length(written)
        || shell.exit_statuses.is_some_and(is_status)
}

/// Whether a parameter is the length of a variable, or how many values a list has: `${#x}`, `${#x[@]}`.
fn is_length(written: &str) -> bool {
    let name = written.strip_prefix("${#").and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
    let name = name.strip_suffix("[@]").or_else(|| name.strip_suffix("[*]")).unwrap_or(name);
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The expansions of a word with these traits.
pub(super) fn expansions(traits: Traits) -> Expansions {
    let pairs = [
        (Traits::PARAMETER, Expansions::VARIABLE),
        (Traits::SUBSTITUTION, Expansions::SUBSTITUTION),
        (Traits::ARITHMETIC, Expansions::ARITHMETIC),
        (Traits::SPLITS, Expansions::SPLITS),
        (Traits::GLOB, Expansions::PATTERN),
        (Traits::BRACE, Expansions::ALTERNATIVES),
    ];
    let has = pairs.into_iter().filter(|(own, _)| traits.has(*own));
    has.fold(Expansions::NONE, |all, (_, one)| all.and(one))
}

/// The operators between commands, in source order: without those in the header of a loop, and without line breaks that
/// end nothing because a pipe is in front of them.
pub(super) fn operators(source: &str, tokens: &[Token]) -> Vec<Operator> {
    if tokens.is_sorted_by_key(|token| token.span.start) {
        return operators_of(source, tokens.iter());
    }
    let mut sorted: Vec<&Token> = tokens.iter().collect();
    sorted::sort_by_key(&mut sorted, |token| token.span.start);
    operators_of(source, sorted.into_iter())
}

/// As [`operators`], of tokens in source order.
fn operators_of<'t>(source: &str, tokens: impl Iterator<Item = &'t Token>) -> Vec<Operator> {
    let mut found = Vec::new();
    let (mut header, mut counting, mut piped) = (false, false, false);
    for token in tokens {
        let text = token.span.slice(source);
        let counts = core::mem::replace(&mut counting, token.kind == TokenKind::Keyword && text == "for")
            && text.starts_with("((");
        let names = matches!(token.kind, TokenKind::LoopName | TokenKind::LoopWord);
        let loops = core::mem::replace(&mut header, counts || names);
        let behind_pipe = core::mem::replace(&mut piped, false);
        if !matches!(token.kind, TokenKind::Operator | TokenKind::Newline) {
            continue;
        }
        let joint = match text {
            "|" => Joint::Pipe,
            "|&" => Joint::PipeBoth,
            "&&" => Joint::And,
            "||" => Joint::Or,
            "&" => Joint::Background,
            _ => Joint::Sequence,
        };
        piped = matches!(joint, Joint::Pipe | Joint::PipeBoth) || text == "\n" && behind_pipe;
        let ends_nothing =
            text == "\n" && behind_pipe || loops && !matches!(joint, Joint::Pipe | Joint::PipeBoth);
        if !ends_nothing {
            found.push(Operator { span: token.span, joint });
        }
    }
    found
}

#[cfg(test)]
#[expect(clippy::indexing_slicing, reason = "a test may stop at the first surprise")]
mod tests {
    use std::string::String;
    use std::vec::Vec;

    use super::*;
    use crate::script::{Dialect, Script};
    use crate::syntax::read;

    /// The parts of the second word of `source`, each as its kind and what it covers.
    fn parts(source: &str, dialect: Dialect) -> Vec<String> {
        let script = read(source, dialect);
        let draw = |part: &Part| match part.kind {
            PartKind::Text if part.quoted => std::format!("'{}'", script.slice(part.span)),
            PartKind::Text => script.slice(part.span).into(),
            PartKind::Variable(name) => std::format!("variable {}", script.slice(name)),
            PartKind::Substitution(scope) => std::format!("output of {scope}"),
            kind => std::format!("{kind:?}"),
        };
        script.parts_of(&script.words_of(&script.commands[0])[1]).iter().map(draw).collect()
    }

    #[test]
    fn quotes_and_escapes_are_removed_and_expansions_named() {
        for (source, expected) in [
            (r#"a x"y $z"'w'"#, &["x", "'y '", "variable z", "'w'"][..]),
            (r#"a "\"$x\"""#, &["'\"'", "variable x", "'\"'"]),
            (r#"a "a\b$x""#, &["'a\\b'", "variable x"]),
            (r#"a ""${x}"#, &["''", "variable x"]),
            (r#"a "${x:-"y"}z""#, &["Opaque", "'z'"]),
            ("a *\\*$'x'", &["Wildcard", "'*'", "Opaque"]),
            ("a $\"b $x\"c", &["Opaque", "'b '", "variable x", "Opaque", "c"]),
            ("a ~/x", &["Home", "/x"]),
            ("a $#", &["Count"]),
            ("a \"${#x}\"", &["Count"]),
            ("a \"$@\"", &["List"]),
            ("a $(b)$((1))", &["output of 1", "Arithmetic"]),
            ("a <(b)", &["Process { scope: 1, reads: true }"]),
            ("a ${PIPESTATUS[0]}", &["Count"]),
        ] {
            assert_eq!(parts(source, Dialect::Bash), expected, "{source}");
        }
        assert_eq!(parts("a ${PIPESTATUS[0]}", Dialect::Zsh), ["Opaque"]);
    }

    #[test]
    fn the_text_of_parts_is_the_text_of_a_known_word() {
        for word in
            ["a", "'a b'", "\"a b\"", "a\\ b", "\"a\\\"b\\c\"", "a'b'\"c\"d", "\"\\$\\`\\\\\"", "''", "\"\""]
        {
            let known: String = std::format!("a {word}");
            let known = read(&known, Dialect::Bash);
            let open = std::format!("a {word}$x");
            let open: Script<'_> = read(&open, Dialect::Bash);
            let text = |part: &Part| matches!(part.kind, PartKind::Text).then(|| open.slice(part.span));
            let joined: String = open.parts_of(&open.words[1]).iter().filter_map(text).collect();
            assert_eq!(known.text(&known.words[1]), Some(joined.as_str()), "{word}");
        }
    }

    #[test]
    fn operators_join_commands_and_end_them() {
        let source = "a |\nb; for x in c; do d; done && e &\nf";
        let script = read(source, Dialect::Bash);
        let drawn: Vec<&str> = script.operators.iter().map(|operator| script.slice(operator.span)).collect();
        assert_eq!(drawn, ["|", ";", ";", "&&", "&", "\n"]);
    }
}
