//! Texts that can be read in one way only: words of letters, digits and a few signs, with blanks between them.
//!
//! No shell gives any of these bytes a meaning of its own, so a split at blanks is a second reading that cannot be
//! wrong, and the tree's answer could not change the verdict. A test holds the tree against it all the same.

use crate::span::Span;
use crate::syntax::script::{Joint, Script, TokenKind, Value};

use super::disagreement::{Disagreement, DisagreementKind};

/// Words that are not the name of a program where a command begins, in any shell that is read here.
const RESERVED: &[&str] = &[
    "case",
    "coproc",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "fi",
    "for",
    "foreach",
    "function",
    "if",
    "in",
    "nocorrect",
    "repeat",
    "select",
    "then",
    "time",
    "until",
    "while",
];

/// Whether `source` is such a text.
pub(super) fn is_plain(source: &str) -> bool {
    let plain = |byte: u8| {
        byte.is_ascii_alphanumeric()
            || matches!(byte, b' ' | b'-' | b'_' | b'.' | b'/' | b',' | b':' | b'@' | b'%' | b'+')
    };
    source.bytes().all(plain)
        && source
            .split(' ')
            .find(|word| !word.is_empty())
            .is_some_and(|first| RESERVED.binary_search(&first).is_err())
}

/// Whether the script is exactly the words of its source, as one simple command.
pub(super) fn agrees(script: &Script<'_>) -> Result<(), Disagreement> {
    let whole = Span::new(0, script.source.len());
    let [command] = script.commands.as_slice() else {
        return Err(Disagreement::new(whole, DisagreementKind::Command));
    };
    let surplus = !script.pieces.is_empty()
        || !script.redirects.is_empty()
        || !script.assignments.is_empty()
        || !script.here_documents.is_empty()
        || !script.comments.is_empty()
        || command.assignments != (0..0);
    if surplus || command.before != Joint::Edge || command.after != Joint::Edge || command.negated {
        return Err(Disagreement::new(whole, DisagreementKind::Construct));
    }
    let mut words = script.words.iter();
    let mut tokens = script.tokens.iter();
    let mut at = 0;
    let mut kind = TokenKind::CommandName;
    let mut covered = None;
    for text in script.source.split(' ') {
        let span = Span::new(at, at + text.len());
        at += text.len() + 1;
        if text.is_empty() {
            continue;
        }
        let word = words.next().is_some_and(|word| word.span == span && word.value == Value::Plain);
        let token = tokens.next().is_some_and(|token| token.span == span && token.kind == kind);
        if !word || !token {
            return Err(Disagreement::new(span, DisagreementKind::Token));
        }
        kind = TokenKind::Argument;
        covered = Some(covered.map_or(span, |first: Span| first.join(span)));
    }
    let all = words.next().is_none() && tokens.next().is_none();
    if all && covered == Some(command.span) && command.words == (0..script.words.len() as u32) {
        return Ok(());
    }
    Err(Disagreement::new(whole, DisagreementKind::Command))
}
