//! Arguments: the text that a program will receive from a simple command, if it is known before the run.
//!
//! Owns the step from words to argv. Never guesses a value: an argument that the shell computes at run time has no
//! text.

use alloc::vec::Vec;

use super::packed::program;
use super::shape::Program;
use super::value::{AbstractValue, Count, Origin};
use crate::script::{Expansions, Part, PartKind, Script, Simple, Value, Word};
use crate::span::Span;

/// One argument as the program will see it, if known before the run.
#[derive(Clone, Copy, Debug)]
pub struct Arg<'s> {
    /// What is known of its text.
    pub value: AbstractValue<&'s str>,
    /// The word it comes from, an index into [`Script::words`].
    pub word: u32,
    /// The word's place.
    pub span: Span,
    /// Whether it is of a command of a shell that has cmdlets. Otherwise no cmdlet is meant by its text.
    pub may_name_cmdlet: bool,
}

impl<'s> Arg<'s> {
    /// An argument with this value, from the word at index `word`, which is at `span`.
    pub const fn new(value: AbstractValue<&'s str>, word: u32, span: Span) -> Self {
        Self { value, word, span, may_name_cmdlet: false }
    }

    /// The same argument in a shell that has cmdlets.
    #[must_use]
    pub const fn of_cmdlet_shell(self) -> Self {
        Self { may_name_cmdlet: true, ..self }
    }

    /// The table of the program or the cmdlet of which it is the name; `bare` takes a directory off the text.
    pub(crate) fn program(&self, bare: impl FnOnce(&'s str) -> &'s str) -> Option<&'static Program> {
        program(bare(self.text()?)).filter(|program| self.may_name_cmdlet || program.cmdlet.is_none())
    }

    /// An argument whose text is known.
    pub const fn known(text: &'s str, word: u32, span: Span) -> Self {
        Self::new(AbstractValue::Known(text), word, span)
    }

    /// Its text; none when it is not known before the run.
    pub const fn text(&self) -> Option<&'s str> {
        self.value.text()
    }

    /// What it surely begins with: all of it when its text is known. See [`AbstractValue::prefix`].
    pub const fn prefix(&self) -> &'s str {
        self.value.prefix()
    }

    /// What it surely ends with: all of it when its text is known. See [`AbstractValue::suffix`].
    pub fn suffix(&self) -> &'s str {
        self.value.suffix()
    }

    /// Whether it may become none or several arguments.
    pub fn splits(&self) -> bool {
        self.value.count() == Count::Any
    }
}

/// The arguments of a simple command of a POSIX shell, the command name first, brace expansions written out.
pub(super) fn expanded<'s>(script: &'s Script<'_>, command: &'s Simple) -> Vec<Arg<'s>> {
    let words = script.words_of(command);
    let mut args = Vec::with_capacity(words.len());
    for (word, index) in words.iter().zip(command.words.clone()) {
        push(&mut args, script, word, index);
    }
    args
}

/// The arguments that one word becomes; `index` is its place in [`Script::words`].
pub fn word_arguments<'s>(script: &'s Script<'_>, word: &'s Word, index: u32) -> Vec<Arg<'s>> {
    let mut args = Vec::new();
    push(&mut args, script, word, index);
    args
}

fn push<'s>(args: &mut Vec<Arg<'s>>, script: &'s Script<'_>, word: &'s Word, index: u32) {
    match &word.value {
        Value::Plain => args.push(Arg::known(word.span.slice(script.source), index, word.span)),
        Value::Literal(text) => args.push(Arg::known(text, index, word.span)),
        Value::Several(texts) => {
            let globs = word.expansions.any(Expansions::PATTERN);
            args.extend(texts.iter().map(|text| {
                let value = match text.find(['*', '?', '[']).filter(|_| globs) {
                    Some(at) => AbstractValue::FileName {
                        prefix: text.get(..at).unwrap_or(""),
                        suffix: text.rsplit(['*', '?', ']']).next().unwrap_or(""),
                        count: Count::Any,
                        origin: Origin::Disk,
                    },
                    None => AbstractValue::Known(&**text),
                };
                Arg::new(value, index, word.span)
            }));
        }
        Value::Pattern | Value::Unknown => {
            let before = args.len();
            args.extend(elements(script, word, index));
            if args.len() == before {
                args.push(Arg::new(unknown(script, word), index, word.span));
            }
        }
    }
}

/// The arguments that the elements of a list become of which a part is known only at run time; none for another word.
pub(super) fn elements<'s>(
    script: &'s Script<'_>,
    word: &Word,
    index: u32,
) -> impl Iterator<Item = Arg<'s>> + use<'s> {
    let elements: Vec<_> = script.elements(word).collect();
    elements.into_iter().map(move |(span, parts)| Arg::new(element(script, parts), index, span))
}

fn element<'s>(script: &'s Script<'_>, parts: &'s [Part]) -> AbstractValue<&'s str> {
    match parts {
        [] => AbstractValue::Known(""),
        [part] if part.kind == PartKind::Text => AbstractValue::Known(script.slice(part.span)),
        _ if is_written_out(script, parts) => AbstractValue::Block,
        _ => AbstractValue::Unknown {
            prefix: prefix(script, parts),
            suffix: suffix(script, parts),
            count: Count::One,
        },
    }
}

/// Whether a value is a block, a table, or a list of these and of texts: every command in it is in the script.
pub(super) fn is_written_out(script: &Script<'_>, parts: &[Part]) -> bool {
    let is_table = |part: &Part| part.kind == PartKind::Opaque && script.slice(part.span).starts_with("@{");
    let is_code = |part: &Part| matches!(part.kind, PartKind::Block(_)) || is_table(part);
    parts.iter().any(is_code) && parts.iter().all(|part| part.kind == PartKind::Text || is_code(part))
}

pub(super) fn unknown<'s>(script: &'s Script<'_>, word: &Word) -> AbstractValue<&'s str> {
    let parts = script.parts_of(word);
    if matches!(parts, [part] if matches!(part.kind, PartKind::Process { reads: true, .. })) {
        return AbstractValue::Pipe;
    }
    let mut written = parts.iter().filter(|part| part.kind != PartKind::Text || !part.span.is_empty());
    // Quotes around it, or empty ones beside it, do not change the number.
    if written.next().is_some_and(|part| part.kind == PartKind::Count) && written.next().is_none() {
        return AbstractValue::Number(Count::One);
    }
    let is_one = |part: &Part| matches!(part.kind, PartKind::Text | PartKind::Count);
    let splits = word.expansions.any(Expansions::SPLITS.and(Expansions::PATTERN));
    let may_split = splits && !parts.iter().all(is_one);
    let count = Count::splitting(may_split || parts.iter().any(|part| part.kind == PartKind::List));
    let (mut prefix, mut suffix) = (prefix(script, parts), suffix(script, parts));
    // `{push,$x}` becomes `push` and the value.
    if word.expansions.any(Expansions::ALTERNATIVES) {
        prefix = prefix.split('{').next().unwrap_or("");
        suffix = suffix.rsplit('}').next().unwrap_or("");
    }
    match (&word.value, parts) {
        (Value::Pattern, [home]) if home.kind == PartKind::Home => {
            AbstractValue::Home(script.slice(word.span))
        }
        (Value::Pattern, [home, path]) if home.kind == PartKind::Home && is_bare_text(path) => {
            AbstractValue::Home(script.slice(word.span))
        }
        (Value::Pattern, _) => AbstractValue::FileName { prefix, suffix, count, origin: Origin::Disk },
        _ => AbstractValue::Unknown { prefix, suffix, count },
    }
}

fn is_bare_text(part: &Part) -> bool {
    part.kind == PartKind::Text && !part.quoted
}

/// What the word surely begins with, as far as the first of its parts tells.
fn prefix<'s>(script: &Script<'s>, parts: &[Part]) -> &'s str {
    let mut written = parts.iter().skip_while(|part| part.kind == PartKind::Text && part.span.is_empty());
    let Some(first) = written.next() else { return "" };
    match first.kind {
        PartKind::Text => script.slice(first.span),
        PartKind::Home => {
            let path = written.next().filter(|part| is_bare_text(part));
            script.slice(path.map_or(first.span, |path| first.span.join(path.span)))
        }
        _ => "",
    }
}

/// What the word surely ends with, as far as the last of its parts tells. One escaped character is too little to tell,
/// and what precedes the `]` of a pattern is no text.
fn suffix<'s>(script: &Script<'s>, parts: &[Part]) -> &'s str {
    let is_bracket =
        |part: &Part| part.kind == PartKind::Wildcard && script.slice(part.span).starts_with('[');
    match parts.last() {
        Some(part) if part.kind == PartKind::Text && !part.escaped => {
            let text = script.slice(part.span);
            let closed = text.rsplit_once(']').filter(|_| parts.iter().any(is_bracket));
            closed.map_or(text, |(_, behind)| behind)
        }
        _ => "",
    }
}
