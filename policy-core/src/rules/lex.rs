//! The content of a rule as words: split at blanks, quotes removed, `*` kept apart from literal text.
//!
//! Owns the little language inside `Bash(…)`. A word ends with [`END`], so that a word boundary is a literal character.

use crate::Span;

use super::glob::{Glob, GlobBuilder};
use super::grammar::Grammar;
use super::problem::Problem;

/// Ends every word in patterns and subjects; no argument can contain it (`execve` takes C strings).
pub(crate) const END: char = '\0';

/// Stands for an argument that is not known before the run. A noncharacter, which a rule may not contain:
/// so no literal text of a rule ever matches it, and only `*` covers it.
pub(crate) const UNKNOWN: char = '\u{10ffff}';

/// One rule content, compiled in its two readings.
#[derive(Debug)]
pub(crate) struct Lexed {
    /// After quote removal: held against arguments.
    pub(crate) cooked: Glob,
    /// As written: held against source text.
    pub(crate) raw: Glob,
    /// Where a quote opens that does not close; then quotes were taken as literal text.
    pub(crate) unbalanced: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// Reads `content`. A trailing `:*` or ` *` is a wildcard behind a word boundary.
pub(crate) fn lex(content: &str, grammar: Grammar) -> Result<Lexed, Problem> {
    match Lexer::new(grammar, false).read(content)? {
        Ok((cooked, raw)) => Ok(Lexed { cooked, raw, unbalanced: None }),
        Err(quote) => match Lexer::new(grammar, true).read(content)? {
            Ok((cooked, raw)) => Ok(Lexed { cooked, raw, unbalanced: Some(quote) }),
            Err(at) => Err(Problem::new(
                Span::new(at, content.len()),
                "this rule cannot be read",
                "close the quote that opens here",
            )),
        },
    }
}

struct Lexer {
    grammar: Grammar,
    /// Quotes and escapes are ordinary characters.
    literal: bool,
    cooked: GlobBuilder,
    raw: GlobBuilder,
    /// Words that are complete.
    words: usize,
    in_word: bool,
    /// The word so far is one wildcard and nothing else.
    only_star: bool,
}

impl Lexer {
    fn new(grammar: Grammar, literal: bool) -> Self {
        Self {
            grammar,
            literal,
            cooked: GlobBuilder::default(),
            raw: GlobBuilder::default(),
            words: 0,
            in_word: false,
            only_star: false,
        }
    }

    /// The two readings, or the offset of the quote that does not close.
    fn read(mut self, content: &str) -> Result<Result<(Glob, Glob), usize>, Problem> {
        let prefix = content.strip_suffix(":*");
        let body = prefix.unwrap_or(content);
        let escape = match self.grammar {
            Grammar::Posix => '\\',
            Grammar::PowerShell => '`',
        };
        let mut quote = Quote::None;
        let mut opened = 0;
        let mut characters = body.char_indices().peekable();
        while let Some((at, character)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            match (quote, character) {
                (Quote::None, ' ' | '\t') => self.end_word(),
                (Quote::None, ':') if next == Some('*') => {
                    return Err(Problem::new(
                        Span::new(at, at + 2),
                        "`:*` means \"and anything after it\", so it must be at the end",
                        "write `*` alone for any characters in the middle of a rule",
                    ));
                }
                (_, '*') => self.star(),
                (Quote::None, '\'' | '"') if !self.literal => {
                    quote = if character == '"' { Quote::Double } else { Quote::Single };
                    opened = at;
                    self.quote(character);
                }
                (Quote::Single, '\'') | (Quote::Double, '"') => {
                    quote = Quote::None;
                    self.quote(character);
                }
                (Quote::None, _) if character == escape && !self.literal => {
                    if let Some(escaped) = next {
                        characters.next();
                        self.escaped(escape, escaped);
                    } else {
                        self.push(character);
                    }
                }
                (Quote::Double, _) if character == escape && !self.literal => match next {
                    Some(escaped @ ('"' | '\\' | '$' | '`')) => {
                        characters.next();
                        self.escaped(escape, escaped);
                    }
                    _ => self.push(character),
                },
                _ => self.push(character),
            }
        }
        if quote != Quote::None {
            return Ok(Err(opened));
        }
        // `git *` covers `git` as well: the wildcard follows the word's end, and nothing follows it.
        let open_tail = self.in_word && self.only_star && self.words > 0 && prefix.is_none();
        if !open_tail {
            self.end_word();
        }
        if prefix.is_some() {
            self.cooked.star();
            self.raw.star();
        }
        Ok(Ok((self.cooked.finish(), self.raw.finish())))
    }

    fn end_word(&mut self) {
        if self.in_word {
            self.cooked.push(END);
            self.raw.push(END);
            self.words += 1;
        }
        self.in_word = false;
        self.only_star = false;
    }

    fn star(&mut self) {
        self.only_star = !self.in_word || self.only_star;
        self.in_word = true;
        self.cooked.star();
        self.raw.star();
    }

    fn push(&mut self, character: char) {
        self.begin_text();
        self.cooked.push(character);
        self.raw.push(character);
    }

    fn quote(&mut self, character: char) {
        self.begin_text();
        self.raw.push(character);
    }

    fn escaped(&mut self, escape: char, character: char) {
        self.begin_text();
        self.cooked.push(character);
        self.raw.push(escape);
        // In source text the backslash is there, and what follows it is read as widely as anywhere else.
        if character == '*' { self.raw.star() } else { self.raw.push(character) }
    }

    fn begin_text(&mut self) {
        self.in_word = true;
        self.only_star = false;
    }
}
