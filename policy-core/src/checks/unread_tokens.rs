//! The part of a text that the reader of a shell with cmdlets did not understand, as words and signs.
//!
//! Owns how such a part is spelled: quotes of every family, back-ticks, dashes beyond ASCII, comments. Proves nothing, and
//! knows no name: whoever looks into it can only ask.

use alloc::string::String;
use alloc::vec::Vec;

use crate::script::Script;
use crate::span::Span;

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnreadToken {
    /// Its place.
    pub(super) span: Span,
    /// What it is.
    pub(super) kind: UnreadKind,
}

/// The kinds of tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UnreadKind {
    /// A word, in small letters, without quotes and back-ticks. It is quoted where it begins with a quote.
    Word {
        /// The word.
        text: String,
        /// Whether it begins with a quote.
        quoted: bool,
    },
    /// Any other sign.
    Sign(char),
}

impl UnreadToken {
    /// The word that it is.
    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            UnreadKind::Word { text, .. } => Some(text),
            UnreadKind::Sign(_) => None,
        }
    }

    /// The word that it is, if no quotes are around it.
    pub(super) fn bare(&self) -> Option<&str> {
        match &self.kind {
            UnreadKind::Word { text, quoted: false } => Some(text),
            _ => None,
        }
    }

    /// Whether it is this sign.
    pub(super) fn is(&self, sign: char) -> bool {
        self.kind == UnreadKind::Sign(sign)
    }
}

/// The tokens of `script` from the command of its own list on in which the first doubt is; none where all was read.
pub(super) fn of(script: &Script<'_>) -> Vec<UnreadToken> {
    let Some(doubt) = script.doubts.iter().map(|doubt| doubt.span.start).min() else { return Vec::new() };
    let starts = script.pipelines.iter().filter(|it| it.scope == 0).map(|it| it.span.start);
    let commands = script.commands.iter().filter(|it| it.scope == 0).map(|it| it.span.start);
    let from = starts.filter(|start| *start <= doubt).max();
    let from = from.or_else(|| commands.filter(|start| *start <= doubt).min()).unwrap_or(0) as usize;
    tokens(script.source, from)
}

/// A quote, as the one of ASCII that it stands for (`CharTraits.cs`).
const fn quote(character: char) -> Option<char> {
    match character {
        '\'' | '\u{2018}'..='\u{201b}' => Some('\''),
        '"' | '\u{201c}'..='\u{201e}' => Some('"'),
        _ => None,
    }
}

/// Whether a character separates words and ends none of the signs.
const fn is_sign(character: char) -> bool {
    matches!(
        character,
        ';' | '|' | '&' | '(' | ')' | '{' | '}' | '[' | ']' | '<' | '>' | ',' | '$' | '=' | '+'
    )
}

fn tokens(source: &str, from: usize) -> Vec<UnreadToken> {
    let mut tokens = Vec::new();
    let mut characters = source.char_indices().skip_while(|(at, _)| *at < from).peekable();
    let mut word: Option<(usize, String, bool)> = None;
    let end = |word: &mut Option<(usize, String, bool)>, at: usize, tokens: &mut Vec<UnreadToken>| {
        if let Some((start, text, quoted)) = word.take() {
            tokens.push(UnreadToken { span: Span::new(start, at), kind: UnreadKind::Word { text, quoted } });
        }
    };
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        match character {
            '`' => match characters.next_if(|(_, next)| *next == '\n' || *next == '\r') {
                Some(_) => end(&mut word, at, &mut tokens),
                None => {
                    if let Some((_, escaped)) = characters.next() {
                        let (_, text, _) = word.get_or_insert((at, String::new(), false));
                        text.extend(escaped.to_lowercase());
                    }
                }
            },
            '#' if word.is_none() => while characters.next_if(|(_, next)| *next != '\n').is_some() {},
            '<' if next == Some('#') => {
                end(&mut word, at, &mut tokens);
                let mut before = ' ';
                for (_, inner) in characters.by_ref() {
                    if before == '#' && inner == '>' {
                        break;
                    }
                    before = inner;
                }
            }
            '@' if word.is_none() && next.and_then(quote).is_some() => {}
            '\n' => {
                end(&mut word, at, &mut tokens);
                tokens.push(UnreadToken { span: Span::at(at), kind: UnreadKind::Sign('\n') });
            }
            character if character.is_whitespace() => end(&mut word, at, &mut tokens),
            character if is_sign(character) => {
                end(&mut word, at, &mut tokens);
                tokens.push(UnreadToken { span: Span::at(at), kind: UnreadKind::Sign(character) });
            }
            character => {
                let Some(family) = quote(character) else {
                    let (_, text, _) = word.get_or_insert((at, String::new(), false));
                    let dash = matches!(character, '\u{2013}'..='\u{2015}');
                    text.extend(if dash { '-' } else { character }.to_lowercase());
                    continue;
                };
                let (_, text, _) = word.get_or_insert((at, String::new(), true));
                while let Some((_, inner)) = characters.next() {
                    // Two in a row stand for one.
                    let is_same = |(_, next): &(usize, char)| quote(*next) == Some(family);
                    if quote(inner) == Some(family) && characters.next_if(is_same).is_none() {
                        break;
                    }
                    text.extend(inner.to_lowercase().filter(|inner| *inner != '`'));
                }
            }
        }
    }
    end(&mut word, source.len(), &mut tokens);
    tokens
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    /// The words of a text; a sign stands for itself.
    fn shown(source: &str) -> Vec<String> {
        let show = |token: &UnreadToken| match &token.kind {
            UnreadKind::Word { text, .. } => text.clone(),
            UnreadKind::Sign(sign) => sign.to_string(),
        };
        tokens(source, 0).iter().map(show).collect()
    }

    #[test]
    fn quotes_back_ticks_and_comments_are_no_part_of_a_word() {
        for (source, expected) in [
            ("I`eX 'a B'", &["iex", "a b"][..]),
            ("i'e'x", &["iex"]),
            (
                "[Convert]::FromBase64String($x)",
                &["[", "convert", "]", "::frombase64string", "(", "$", "x", ")"],
            ),
            ("a # iex\nb", &["a", "\n", "b"]),
            ("a <# iex #> b", &["a", "b"]),
            ("x \u{2013}enc \u{201c}a\u{201d}", &["x", "-enc", "a"]),
            ("'it''s'", &["it's"]),
            ("@'\na\n'@", &["\na\n@"]),
        ] {
            assert_eq!(shown(source), expected, "{source:?}");
        }
    }
}
