//! Texts that a POSIX shell evaluates although they are written as data: the subscript in an operand of a built-in, the
//! value of a variable that becomes an expression or a prompt, the qualifiers of a pattern. bash(1), "ARITHMETIC
//! EVALUATION": a subscript undergoes command substitution, also that of a name which a variable holds.
//!
//! Owns the choice of these texts. Which of them the shell really evaluates is not asked: a rule may match.

use alloc::vec::Vec;

use super::search::Exposure;
use super::strictness::stricter;
use crate::rules::Matched;
use crate::script::{Part, PartKind, Script, Value, Word};

impl<'p> Exposure<'_, 'p> {
    /// The rule about a command that `script` may evaluate: in the values of its variables, and in the expansions of its
    /// words.
    pub(super) fn evaluated(&mut self, script: &Script<'_>) -> Option<Matched<'p>> {
        if !self.commands || script.shell().has_cmdlets || !script.source.contains(['(', '`']) {
            return None;
        }
        let mut strictest = None;
        if !script.doubts.is_empty() {
            strictest = substituted(script.source).and_then(|text| self.perhaps(text));
            if script.shell().expansions_run_parentheses {
                strictest = stricter(strictest, self.qualifiers(script.source));
            }
        }
        let assigned = script.assignments.iter().map(|it| it.value);
        let looped = script.loops.iter().flat_map(|it| it.words.iter().copied());
        let targets = script.redirects.iter().map(|it| it.target);
        let values: Vec<_> =
            assigned.chain(looped).chain(targets).filter_map(|at| script.text(script.word(at)?)).collect();
        for text in values.into_iter().filter_map(substituted) {
            strictest = stricter(strictest, self.perhaps(text));
        }
        for word in &script.words {
            let parts = script.parts_of(word).iter().filter(|part| is_evaluated(part));
            let texts = parts.map(|part| script.slice(part.span));
            for text in texts.filter(|text| text.contains(['(', '`'])) {
                strictest = stricter(strictest, self.perhaps(text));
            }
            if runs_qualifiers(script, word) {
                strictest = stricter(strictest, self.qualifiers(script.slice(word.span)));
            }
        }
        strictest
    }

    /// The rule about a program that a pattern names in its qualifiers: `*(e_ls_)`, with any sign around the code.
    fn qualifiers(&self, pattern: &str) -> Option<Matched<'p>> {
        let (_, qualifiers) = pattern.split_once('(')?;
        let mut names = qualifiers.split(|sign: char| !(sign.is_alphanumeric() || sign == '-'));
        let named = names.find_map(|name| self.policy.rules.named(self.request.tool, name));
        named.map(Matched::possible).or_else(|| self.mentioned(qualifiers))
    }

    /// The rule about a command in a text that may be evaluated.
    pub(super) fn perhaps(&mut self, text: &str) -> Option<Matched<'p>> {
        self.unread(text).map(|found| Matched::possible(found.rule))
    }
}

/// What is in the substitutions of a text that is known: from the first `$(` or `` ` `` to the last sign that can end one.
pub(super) fn substituted(text: &str) -> Option<&str> {
    let dollar = text.find("$(").map(|at| at + 2);
    let quote = text.find('`').map(|at| at + 1);
    let rest = text.get(dollar.into_iter().chain(quote).min()?..)?;
    Some(rest.rfind([')', '`']).and_then(|end| rest.get(..end)).unwrap_or(rest))
}

/// Whether the shell evaluates text inside of this part that the reader took for data.
fn is_evaluated(part: &Part) -> bool {
    matches!(part.kind, PartKind::Opaque | PartKind::Arithmetic | PartKind::Wildcard)
}

/// Whether the word is a pattern, in a shell whose patterns have qualifiers that run code.
fn runs_qualifiers(script: &Script<'_>, word: &Word) -> bool {
    word.value == Value::Pattern && script.shell().expansions_run_parentheses
}
