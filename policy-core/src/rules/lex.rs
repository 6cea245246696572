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

/// Stands for the home directory: `~` at the beginning of a word that is `~` or begins with `~/`. A noncharacter.
pub(crate) const HOME: char = '\u{10fffe}';

/// What `:*` in the middle of a rule means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colon {
    /// A colon and any characters, as in `http://localhost:*/health`.
    Literal,
    /// Any characters, as at the end of a rule.
    Boundary,
}

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

/// Reads `content`. A trailing `:*` or ` *` is a wildcard after a word boundary. A quote that is open there is that of an
/// argument which goes on: `git commit -m ":*`.
pub(crate) fn lex(content: &str, grammar: Grammar, colon: Colon) -> Result<Lexed, Problem> {
    let content = content.trim_matches([' ', '\t']);
    let read = |literal| Lexer::new(grammar, literal, colon).read(content);
    match read(false) {
        Ok((cooked, raw)) => Ok(Lexed { cooked, raw, unbalanced: None }),
        Err(quote) => match read(true) {
            Ok((cooked, raw)) => Ok(Lexed { cooked, raw, unbalanced: Some(quote) }),
            Err(at) => Err(Problem::new(
                Span::new(at, content.len()),
                "this rule cannot be read",
                "close the quote that opens here",
            )),
        },
    }
}

/// What precedes the wildcard at the end of a content, without the blanks in front of it.
fn open_argument(content: &str) -> Option<&str> {
    let front = content.strip_suffix(":*").or_else(|| content.strip_suffix('*'))?;
    Some(front.trim_end_matches([' ', '\t']))
}

struct Lexer {
    grammar: Grammar,
    /// Quotes and escapes are ordinary characters.
    literal: bool,
    colon: Colon,
    cooked: GlobBuilder,
    raw: GlobBuilder,
    /// Words that are complete.
    words: usize,
    in_word: bool,
    /// The word so far is one wildcard and nothing else.
    only_star: bool,
}

impl Lexer {
    fn new(grammar: Grammar, literal: bool, colon: Colon) -> Self {
        Self {
            grammar,
            literal,
            colon,
            cooked: GlobBuilder::default(),
            raw: GlobBuilder::default(),
            words: 0,
            in_word: false,
            only_star: false,
        }
    }

    /// The two readings, or the offset of the quote that does not close.
    fn read(mut self, content: &str) -> Result<(Glob, Glob), usize> {
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
                // A word of its own is a wildcard; in a word the colon is part of an address.
                (Quote::None, ':')
                    if next == Some('*') && (!self.in_word || self.colon == Colon::Boundary) => {}
                (Quote::None, '~') if self.is_home(next) => self.home(),
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
            let Some(front) = open_argument(content) else { return Err(opened) };
            return if front.len() == body.len() { Ok(self.goes_on()) } else { self.again(front) };
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
        Ok((self.cooked.finish(), self.raw.finish()))
    }

    /// The reading of `front`, which ends in an open quote, with any characters after it.
    fn again(self, front: &str) -> Result<(Glob, Glob), usize> {
        Self::new(self.grammar, self.literal, self.colon).read(&[front, ":*"].concat())
    }

    /// The argument so far goes on with any characters.
    fn goes_on(mut self) -> (Glob, Glob) {
        self.cooked.star();
        self.raw.star();
        (self.cooked.finish(), self.raw.finish())
    }

    /// Whether a `~` in front of `next` stands for the home directory.
    fn is_home(&self, next: Option<char>) -> bool {
        self.grammar == Grammar::Posix
            && !self.literal
            && !self.in_word
            && matches!(next, None | Some('/' | ' ' | '\t'))
    }

    fn home(&mut self) {
        self.begin_text();
        self.cooked.push(HOME);
        self.raw.push('~');
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

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::{Colon, HOME, lex};
    use crate::rules::grammar::Grammar;

    #[test]
    fn a_tilde_is_the_home_directory_only_where_the_shell_expands_it() {
        for (grammar, content, expected) in [
            (Grammar::Posix, "ls ~", true),
            (Grammar::Posix, "ls ~/x", true),
            (Grammar::Posix, "ls ~ x", true),
            (Grammar::Posix, "ls ~\tx", true),
            (Grammar::Posix, "~/x", true),
            (Grammar::Posix, "ls ~user", false),
            (Grammar::Posix, "ls ~user/x", false),
            (Grammar::Posix, "ls a~", false),
            (Grammar::Posix, "ls a~/x", false),
            (Grammar::Posix, "ls '~/x'", false),
            (Grammar::Posix, "ls \\~/x", false),
            (Grammar::Posix, "ls ~/x 'a", false),
            (Grammar::PowerShell, "ls ~/x", false),
        ] {
            let lexed = lex(content, grammar, Colon::Literal).unwrap();
            assert_eq!(lexed.cooked.lead().contains(HOME), expected, "{content}");
            assert!(!lexed.raw.lead().contains(HOME), "{content}");
        }
    }

    #[test]
    fn a_wildcard_alone_is_about_commands_and_not_about_nothing() {
        let lexed = lex("*", Grammar::Posix, Colon::Literal).unwrap();
        assert!(lexed.cooked.matches("ls\0") && lexed.cooked.matches("ls\0-l\0"));
        assert!(!lexed.cooked.matches(""));
    }

    #[test]
    fn only_an_escaped_star_is_a_wildcard_in_the_source() {
        let raw = |content| lex(content, Grammar::Posix, Colon::Literal).unwrap().raw;
        for (content, source, expected) in [
            ("ls \\*.rs", "ls\0\\*.rs\0", true),
            ("ls \\*.rs", "ls\0\\x.rs\0", true),
            ("ls \\*.rs", "ls\0x.rs\0", false),
            ("ls a\\ b", "ls\0a\\ b\0", true),
            ("ls a\\ b", "ls\0a\\x b\0", false),
            ("ls \"a\\\"b\"", "ls\0\"a\\\"b\"\0", true),
            ("ls \"a\\\"b\"", "ls\0\"a\\x\"b\"\0", false),
        ] {
            assert_eq!(raw(content).matches(source), expected, "{content} on {source:?}");
        }
    }
}
