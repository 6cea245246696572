//! Words: what an argument is made of, and what it becomes.
//!
//! Owns variables, properties and elements after them, and the draft of a word. A word whose text is known keeps no parts.

use alloc::string::String;
use alloc::vec::Vec;

use super::characters::{begins_name, is_name};
use super::reader::{Reader, Stop};
use super::variables::is_powerful;
use crate::script::{DoubtKind, Expansions, Part, PartKind, ScopeKind, Value, Word};
use crate::span::Span;

/// A word so far.
pub(super) struct Draft {
    start: usize,
    /// Where it ends, if it is an element of a list.
    pub(super) end: usize,
    /// The text, as far as it is known.
    pub(super) text: String,
    pub(super) parts: Vec<Part>,
    pub(super) expansions: Expansions,
    /// Whether its bytes are its text.
    is_plain: bool,
    /// Whether its text is known.
    is_known: bool,
}

impl Draft {
    pub(super) fn new(start: usize) -> Self {
        Self {
            start,
            end: start,
            text: String::new(),
            parts: Vec::new(),
            expansions: Expansions::NONE,
            is_plain: true,
            is_known: true,
        }
    }

    /// Adds text of these bytes, which stands for itself.
    pub(super) fn literal(&mut self, source: &str, start: usize, end: usize, quoted: bool) {
        if start < end {
            let span = Span::new(start, end);
            self.text.push_str(span.slice(source));
            self.parts.push(Part { span, kind: PartKind::Text, quoted, escaped: false });
        }
    }

    /// Adds a character that the bytes `start..end` are written for.
    pub(super) fn escape(&mut self, start: usize, end: usize, character: char) {
        self.is_plain = false;
        self.text.push(character);
        let kind = PartKind::Text;
        self.parts.push(Part { span: Span::new(start, end), kind, quoted: true, escaped: true });
    }

    /// Says that quotes or escapes are in it.
    pub(super) fn quote(&mut self) {
        self.is_plain = false;
    }

    /// Adds what is known only at run time.
    pub(super) fn open(&mut self, span: Span, kind: PartKind, expansion: Expansions, quoted: bool) {
        self.is_known = false;
        self.expansions = self.expansions.and(expansion);
        self.parts.push(Part { span, kind, quoted, escaped: false });
    }

    /// The word that ends at `end`.
    pub(super) fn finish(self, reader: &mut Reader<'_>, end: usize) -> Word {
        let span = Span::new(self.start, end.max(self.start));
        let value = match (self.is_known, self.is_plain) {
            (true, true) => Value::Plain,
            (true, false) => Value::Literal(self.text.into()),
            (false, _) => Value::Unknown,
        };
        let parts = if self.is_known { 0..0 } else { reader.keep_parts(self.parts) };
        Word { parts, expansions: self.expansions, ..Word::without_parts(span, value) }
    }

    /// The word of a list that ends at `end`, of which these are the elements.
    pub(super) fn finish_list(elements: Vec<Self>, reader: &mut Reader<'_>, end: usize) -> Word {
        let start = elements.first().map_or(end, |first| first.start);
        let span = Span::new(start, end);
        if elements.iter().all(|element| element.is_known) {
            let source = reader.script.source;
            let texts = elements.into_iter().map(|element| {
                let is_plain = element.is_plain;
                let first = element.parts.first().map(|part| part.span.start as usize);
                let last = element.parts.last().map(|part| part.span.end as usize);
                match (is_plain, first, last) {
                    (true, Some(first), Some(last)) => Span::new(first, last).slice(source).into(),
                    _ => element.text.into(),
                }
            });
            return Word::without_parts(span, Value::Several(texts.collect()));
        }
        // Only a text that is written as it is can be taken from the source.
        let is_odd = |element: &&Self| {
            element.is_known && element.parts.iter().any(|part| part.escaped || element.parts.len() > 1)
        };
        if let Some(odd) = elements.iter().find(is_odd) {
            reader.unsupported(
                odd.start,
                odd.end,
                "an escape in a list of which a part is known only at run time",
            );
        }
        let expansions = elements.iter().fold(Expansions::NONE, |all, one| all.and(one.expansions));
        let mut parts: Vec<Part> = Vec::new();
        let mut before: Option<usize> = None;
        for element in elements {
            if let Some(before) = before.replace(element.end) {
                let span = Span::new(before, element.start);
                parts.push(Part { span, kind: PartKind::Separator, quoted: false, escaped: false });
            }
            parts.extend(element.parts);
        }
        let parts = reader.keep_parts(parts);
        Word { parts, expansions, ..Word::without_parts(span, Value::Unknown) }
    }
}

impl Reader<'_> {
    /// The name after the `$` at the present place, without a scope.
    pub(super) fn name_behind_dollar(&self) -> Option<Span> {
        name_behind_dollar(self)
    }

    /// Reads the `$` at the present place and what belongs to it, without properties. Text if no name follows.
    pub(super) fn dollar(&mut self, scope: u32, draft: &mut Draft, quoted: bool) {
        dollar(self, scope, draft, quoted);
    }

    /// Reads properties and elements after a value: `.Name`, `[0]`. A call of a method is a doubt. Returns whether there was any.
    pub(super) fn members(&mut self, scope: u32) -> bool {
        members(self, scope)
    }
}

fn name_behind_dollar(reader: &Reader<'_>) -> Option<Span> {
    (reader.peek() == Some(b'$')).then_some(())?;
    name_at(reader, reader.at + 1)
}

/// The name that begins at `start`.
fn name_at(reader: &Reader<'_>, start: usize) -> Option<Span> {
    let rest = reader.bytes.get(start..)?;
    rest.first().filter(|byte| begins_name(**byte))?;
    let length = rest.iter().take_while(|byte| is_name(**byte)).count();
    // A letter beyond ASCII would belong to the name as well.
    let ends = rest.get(length).is_none_or(u8::is_ascii);
    ends.then(|| Span::new(start, start + length))
}

fn dollar(reader: &mut Reader<'_>, scope: u32, draft: &mut Draft, quoted: bool) {
    let start = reader.at;
    match reader.peek_at(1) {
        Some(b'(') => {
            reader.at += 2;
            let inner = reader.scope(ScopeKind::Substitution, scope, start, Stop::Parenthesis);
            let span = Span::new(start, reader.at);
            if !reader.lost && !ends_by_count(span.slice(reader.script.source)) {
                return reader.unsupported(start, reader.at, "quotes in a substitution that are read twice");
            }
            draft.open(span, PartKind::Substitution(inner), Expansions::SUBSTITUTION, quoted);
        }
        Some(b'{') => braced(reader, draft, quoted),
        Some(b'?') => {
            reader.at += 2;
            draft.open(Span::new(start, reader.at), PartKind::Opaque, Expansions::VARIABLE, quoted);
        }
        Some(b':') => reader.unsupported(start, start + 2, "a variable with such a name"),
        Some(b'$' | b'^') => reader.unsupported(start, start + 2, "a variable about the last command line"),
        _ => match name_behind_dollar(reader) {
            Some(name) => {
                reader.at = name.end as usize;
                scoped(reader, start, name, draft, quoted);
            }
            None if reader.peek_at(1).is_some_and(|byte| !byte.is_ascii() || is_name(byte)) => {
                reader.unsupported(start, start + 2, "a variable with such a name");
            }
            None => {
                reader.at += 1;
                draft.literal(reader.script.source, start, start + 1, quoted);
            }
        },
    }
}

/// Whether a substitution inside of text means the same as one by itself. The tokenizer looks for the end of the former by counting
/// parentheses, quoted ones too, and drops a quote or a backtick in front of a double quote (`ScanSubExpression`).
fn ends_by_count(text: &str) -> bool {
    let mut open = 0usize;
    let mut previous = 0;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open += 1,
            b')' => open = open.saturating_sub(1),
            b'"' if matches!(previous, b'"' | b'`') => return false,
            _ => {}
        }
        if byte == b')' && open == 0 && at + 1 < text.len() {
            return false;
        }
        previous = byte;
    }
    open == 0
}

/// The variable `name`, after which a colon can say that it is one of a drive or a scope.
fn scoped(reader: &mut Reader<'_>, start: usize, name: Span, draft: &mut Draft, quoted: bool) {
    let source = reader.script.source;
    let is_drive = reader.peek() == Some(b':');
    let name = if !is_drive {
        name
    } else if name.slice(source).eq_ignore_ascii_case("env")
        && let Some(own) = name_at(reader, reader.at + 1)
    {
        reader.at = own.end as usize;
        own
    } else {
        return reader.unsupported(start, reader.at + 1, "a variable of another scope or drive");
    };
    if matches!(reader.peek(), Some(b':' | b'?')) {
        // Both belong to the name (`ScanVariable`).
        return reader.unsupported(start, reader.at + 1, "a variable with such a name");
    }
    if is_powerful(name.slice(source)) {
        return reader.unsupported(start, reader.at, "a variable through which the shell can be called");
    }
    draft.open(Span::new(start, reader.at), PartKind::Variable(name), Expansions::VARIABLE, quoted);
}

/// `${name}`
fn braced(reader: &mut Reader<'_>, draft: &mut Draft, quoted: bool) {
    let start = reader.at;
    let source = reader.script.source;
    let mut from = start + 2;
    let is_environment = reader.text(from, from + 4).eq_ignore_ascii_case("env:");
    if is_environment {
        from += 4;
    }
    match name_at(reader, from).filter(|name| reader.bytes.get(name.end as usize) == Some(&b'}')) {
        Some(name) if !is_powerful(name.slice(source)) => {
            reader.at = name.end as usize + 1;
            draft.open(Span::new(start, reader.at), PartKind::Variable(name), Expansions::VARIABLE, quoted);
        }
        _ => reader.unsupported(start, start + 2, "a variable with such a name"),
    }
}

fn members(reader: &mut Reader<'_>, scope: u32) -> bool {
    let first = reader.at;
    loop {
        let start = reader.at;
        match (reader.peek(), reader.peek_at(1)) {
            (Some(b'.'), Some(next)) if begins_name(next) => {
                let Some(name) = name_at(reader, start + 1) else {
                    reader.unsupported(start, start + 1, "a property with such a name");
                    return true;
                };
                reader.at = name.end as usize;
            }
            (Some(b'['), _) => {
                reader.at += 1;
                if !reader.deeper() {
                    return true;
                }
                reader.blank_lines();
                reader.expression(scope);
                reader.blank_lines();
                reader.shallower();
                if reader.peek() != Some(b']') {
                    reader.fail(Span::new(start, start + 1), DoubtKind::UnclosedGroup);
                    return true;
                }
                reader.at += 1;
            }
            (Some(b'('), _) if first < start => {
                reader.unsupported(first, start + 1, "a call of a method");
                return true;
            }
            (Some(b':'), Some(b':')) => {
                reader.unsupported(start, start + 2, "a member of a type");
                return true;
            }
            (Some(b'+'), Some(b'+')) | (Some(b'-'), Some(b'-')) => {
                reader.unsupported(start, start + 2, "a change of a variable");
                return true;
            }
            (Some(b'?'), Some(b'.' | b'[')) | (Some(b'.'), Some(b'(' | b'$' | b'\'' | b'"' | b'{')) => {
                reader.unsupported(start, start + 2, "a member that is named at run time");
                return true;
            }
            _ => return first < start,
        }
    }
}
