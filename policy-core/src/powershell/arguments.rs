//! One stage of a pipeline: an assignment, an expression, or a command with its arguments.
//!
//! Owns the argument mode of the tokenizer (`about_Parsing`): what is no quote, variable, bracket or parameter is text.

use alloc::vec;
use alloc::vec::Vec;

use super::characters::{begins_name, ends_word, is_blank};
use super::reader::{Reader, Stop};
use super::variables::is_free;
use super::words::Draft;
use crate::script::{DoubtKind, Expansions, Joint, PartKind, ScopeKind, SetTo, Setting, Value, Word};
use crate::span::Span;

impl Reader<'_> {
    /// Reads `{ … }`, whose first sign is at the present place. Returns the scope of what is in it.
    pub(super) fn block(&mut self, scope: u32) -> u32 {
        let start = self.at;
        self.at += 1;
        self.scope(ScopeKind::Group, scope, start, Stop::Brace)
    }

    /// Reads an assignment, an expression or a command. Returns its index if it is a simple command or an expression.
    pub(super) fn element(&mut self, scope: u32, before: Joint, is_first: bool) -> Option<usize> {
        let start = self.at;
        if is_first && let Some(target) = assignment(self) {
            if !self.deeper() {
                return None;
            }
            let setting = self.script.settings.len();
            self.script.settings.push(Setting { name: target.name, scope, to: SetTo::Other });
            let last = if self.begins_statement() {
                self.statement(scope);
                None
            } else {
                self.element(scope, before, true)
            };
            if let (Some(index), Some(setting)) = (last, self.script.settings.get_mut(setting))
                && target.is_plain
            {
                setting.to = SetTo::Expression(index as u32);
            }
            self.shallower();
            return last;
        }
        if is_first && let Some(name) = changed(self) {
            let index = self.begin_command(scope, before, start);
            self.script.settings.push(Setting { name, scope, to: SetTo::Other });
            self.end_command(index, self.at);
            return Some(index);
        }
        if self.begins_expression() {
            let index = self.begin_command(scope, before, start);
            self.expression(scope);
            let mut end = start + self.text(start, self.at).trim_end_matches([' ', '\t']).len();
            self.blanks();
            while let Some(redirect) = self.redirect_operator() {
                self.redirect(scope, index, redirect);
                end = self.at;
                self.blanks();
            }
            self.end_command(index, end);
            return Some(index);
        }
        self.command(scope, before)
    }

    /// Reads a command: its name, its arguments and its redirects.
    fn command(&mut self, scope: u32, before: Joint) -> Option<usize> {
        let mut start = self.at;
        match (self.peek(), self.peek_at(1)) {
            (None, _) => {
                let end = self.at;
                self.fail(Span::new(end.saturating_sub(1), end), DoubtKind::Unexpected);
                return None;
            }
            (Some(b'&'), Some(next)) if next != b'&' => {
                self.at += 1;
                self.blanks();
                start = self.at;
            }
            (Some(b'.'), next)
                if next.is_none_or(|byte| is_blank(byte) || matches!(byte, b'$' | b'\'' | b'"')) =>
            {
                self.unsupported(start, start + 1, "a script that runs in the session itself");
                return None;
            }
            _ => {}
        }
        let index = self.begin_command(scope, before, start);
        let mut words = vec![self.name(scope)?];
        let mut end = self.at;
        loop {
            self.blanks();
            match self.peek() {
                None | Some(b'|' | b';' | b')' | b'}' | b'\n' | b'\r' | b'&') => break,
                Some(_) => {}
            }
            if let Some(redirect) = self.redirect_operator() {
                self.redirect(scope, index, redirect);
            } else {
                argument(self, scope, &mut words);
            }
            if self.lost {
                // A rule that denies the command sees it also where not all of it was read.
                self.keep_words(index, words);
                self.end_command(index, end);
                return None;
            }
            end = self.at;
        }
        self.keep_words(index, words);
        self.end_command(index, end);
        Some(index)
    }

    /// Reads the name of a command, which must be constant.
    fn name(&mut self, scope: u32) -> Option<Word> {
        let start = self.at;
        if matches!(self.peek(), Some(b'\'' | b'"')) {
            let mut draft = Draft::new(start);
            self.quoted(scope, &mut draft);
            let word = draft.finish(self, self.at);
            let is_alone = self.peek().is_none_or(ends_word);
            if self.lost || matches!(word.value, Value::Unknown) || !is_alone {
                self.unsupported(start, self.at, "a command whose name is known only at run time");
                return None;
            }
            return Some(word);
        }
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest.iter().take_while(|byte| !ends_word(**byte)).count();
        let name = self.text(start, start + length);
        let follows = rest.get(length).copied();
        let is_sign = matches!(name, "%" | "?");
        let is_known = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_graphic() && !b"'\"`$@#*?[]=%,".contains(&byte))
            && !name.starts_with(['-', ':'])
            && !matches!(follows, Some(b'(' | b'{' | b'<' | b'>' | b','));
        if !is_sign && !is_known {
            self.unsupported(start, start + length.max(1), "a command with such a name");
            return None;
        }
        self.at = start + length;
        Some(Word::without_parts(Span::new(start, self.at), Value::Plain))
    }
}

/// The variable of an assignment.
struct Target {
    name: Span,
    /// Whether it becomes what is after `=`, without a type or an operator.
    is_plain: bool,
}

/// Takes `$name =`, `[type]$name =` and their like, if the variable belongs to the script.
fn assignment(reader: &mut Reader<'_>) -> Option<Target> {
    let start = reader.at;
    let mut at = start;
    if reader.peek() == Some(b'[') {
        let rest = reader.bytes.get(start..).unwrap_or(&[]);
        let length = rest.iter().take(32).position(|byte| *byte == b']')?;
        at = start + length + 1;
        while reader.bytes.get(at).is_some_and(|byte| is_blank(*byte)) {
            at += 1;
        }
    }
    let typed = at > start;
    reader.at = at;
    let name = reader.name_behind_dollar();
    reader.at = start;
    let name = name?;
    let mut behind = name.end as usize;
    while reader.bytes.get(behind).is_some_and(|byte| is_blank(*byte)) {
        behind += 1;
    }
    let length = match (reader.bytes.get(behind), reader.bytes.get(behind + 1)) {
        (Some(b'='), Some(b'=')) => return None,
        (Some(b'='), _) => 1,
        (Some(b'+' | b'-' | b'*' | b'/' | b'%'), Some(b'=')) => 2,
        _ => return None,
    };
    if typed && !reader.known_type() {
        return None;
    }
    if !is_free(name.slice(reader.script.source)) {
        reader.unsupported(
            name.start as usize - 1,
            name.end as usize,
            "an assignment to a variable of the shell",
        );
        return None;
    }
    reader.at = behind + length;
    reader.blank_lines();
    Some(Target { name, is_plain: !typed && length == 1 })
}

/// Takes `$name++` and `$name--`, a whole statement, if the variable belongs to the script.
fn changed(reader: &mut Reader<'_>) -> Option<Span> {
    let name = reader.name_behind_dollar().filter(|name| is_free(name.slice(reader.script.source)))?;
    let end = name.end as usize;
    let behind = reader.bytes.get(end + 2).copied();
    let is_sign = matches!(reader.bytes.get(end..end + 2), Some(b"++" | b"--"));
    (is_sign && matches!(behind, None | Some(b' ' | b';' | b')' | b'}' | b'\n' | b'\r'))).then_some(())?;
    reader.at = end + 2;
    Some(name)
}

/// Reads one argument; a parameter with a value after a colon is two words.
fn argument(reader: &mut Reader<'_>, scope: u32, words: &mut Vec<Word>) {
    let start = reader.at;
    if reader.peek() == Some(b'-') && reader.peek_at(1).is_some_and(|byte| begins_name(byte) || byte == b'?')
    {
        return parameter(reader, scope, words);
    }
    let mut elements = Vec::new();
    loop {
        let mut draft = Draft::new(reader.at);
        value(reader, scope, &mut draft);
        draft.end = reader.at;
        elements.push(draft);
        if reader.lost {
            return;
        }
        let (end, comments) = (reader.at, reader.script.comments.len());
        reader.blanks();
        if reader.peek() != Some(b',') {
            let is_list = elements.len() > 1;
            let word = match elements.pop() {
                Some(draft) if !is_list => draft.finish(reader, end),
                Some(draft) => {
                    elements.push(draft);
                    Draft::finish_list(elements, reader, end)
                }
                None => return,
            };
            words.push(word);
            if !reader.lost {
                reader.at = end;
                reader.script.comments.truncate(comments);
            }
            return;
        }
        reader.at += 1;
        reader.blank_lines();
        if reader.peek().is_none() {
            return reader.fail(Span::new(start, end), DoubtKind::TrailingOperator);
        }
    }
}

/// `-Name`, `-Name:value`, `-name=value`
fn parameter(reader: &mut Reader<'_>, scope: u32, words: &mut Vec<Word>) {
    let start = reader.at;
    let rest = reader.bytes.get(start..).unwrap_or(&[]);
    let length = rest.iter().take_while(|byte| !ends_word(**byte) && !b".['\"`$:".contains(byte)).count();
    let end = start + length;
    let name = reader.text(start, end);
    if !name.is_ascii() {
        return reader.unsupported(start, end, "a parameter with such a name");
    }
    match rest.get(length) {
        Some(b':') => {
            words.push(Word::without_parts(Span::new(start, end + 1), Value::Plain));
            reader.at = end + 1;
            reader.blanks();
            if reader.peek().is_none_or(|byte| ends_word(byte) && !matches!(byte, b'(' | b'{')) {
                return;
            }
            argument_value(reader, scope, words);
        }
        Some(byte) if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'|' | b')' | b'}' | b'&') => {
            reader.unsupported(start, end + 1, "a parameter that something else touches");
        }
        _ => {
            reader.at = end;
            words.push(Word::without_parts(Span::new(start, end), Value::Plain));
        }
    }
}

/// The value after the colon of a parameter: never a parameter itself.
fn argument_value(reader: &mut Reader<'_>, scope: u32, words: &mut Vec<Word>) {
    if reader.peek() == Some(b'-') {
        return reader.unsupported(reader.at, reader.at + 1, "a dash after the colon of a parameter");
    }
    argument(reader, scope, words);
}

/// Reads one value in argument mode.
pub(super) fn value(reader: &mut Reader<'_>, scope: u32, draft: &mut Draft) {
    let start = reader.at;
    match (reader.peek(), reader.peek_at(1)) {
        (Some(b'\'' | b'"'), _) | (Some(b'@'), Some(b'\'' | b'"')) => {
            reader.quoted(scope, draft);
            ends(reader, start);
        }
        (Some(b'('), _) => {
            reader.at += 1;
            let inner = reader.scope(ScopeKind::Group, scope, start, Stop::Parenthesis);
            computed(reader, scope, draft, start, PartKind::Substitution(inner));
        }
        (Some(b'@'), Some(b'(')) => {
            reader.at += 2;
            let inner = reader.scope(ScopeKind::Group, scope, start, Stop::Parenthesis);
            computed(reader, scope, draft, start, PartKind::Substitution(inner));
        }
        (Some(b'@'), Some(b'{')) => {
            reader.table(scope);
            computed(reader, scope, draft, start, PartKind::Opaque);
        }
        (Some(b'@'), _) => reader.unsupported(start, start + 1, "arguments that a variable holds"),
        (Some(b'{'), _) => {
            let inner = reader.block(scope);
            draft.open(Span::new(start, reader.at), PartKind::Block(inner), Expansions::NONE, false);
            ends(reader, start);
        }
        (Some(b'$'), Some(b'(')) => {
            reader.dollar(scope, draft, false);
            if !reader.lost && reader.members(scope) {
                draft.open(Span::new(reader.at, reader.at), PartKind::Opaque, Expansions::VARIABLE, false);
            }
            // It is a token of its own: what touches it is the next argument, or a parameter.
            ends(reader, start);
        }
        (Some(b'$'), _) => {
            reader.dollar(scope, draft, false);
            if !reader.lost && reader.members(scope) {
                draft.open(Span::new(reader.at, reader.at), PartKind::Opaque, Expansions::VARIABLE, false);
                ends(reader, start);
            } else if matches!(reader.peek(), Some(b'.' | b'[')) {
                // A point ends the variable, also one with no property after it.
                reader.unsupported(start, reader.at + 1, "a variable that a point touches");
            } else {
                bare(reader, scope, draft);
            }
        }
        (Some(byte), _) if ends_word(byte) => reader.unexpected(),
        (Some(b'-'), Some(next)) if begins_name(next) || next == b'?' => {
            // The tokenizer takes it for a parameter here, too, and a colon would end it.
            reader.unsupported(start, start + 2, "a parameter where a value must be");
        }
        (Some(b'`'), next) if next.is_none_or(is_blank) => {
            // At the beginning of a token, a backtick and blanks are nothing.
            reader.unsupported(start, start + 1, "a backtick in front of a blank");
        }
        (Some(_), _) => bare(reader, scope, draft),
        (None, _) => reader.unexpected(),
    }
}

/// Notes a value in brackets, with the properties after it.
fn computed(reader: &mut Reader<'_>, scope: u32, draft: &mut Draft, start: usize, kind: PartKind) {
    if reader.lost {
        return;
    }
    let kind = if reader.members(scope) { PartKind::Opaque } else { kind };
    draft.open(Span::new(start, reader.at), kind, Expansions::SUBSTITUTION, false);
    ends(reader, start);
}

/// Fails where a value is followed by something that touches it.
fn ends(reader: &mut Reader<'_>, start: usize) {
    if reader.peek().is_some_and(|byte| !ends_word(byte) || matches!(byte, b'(' | b'{' | b'<' | b'>')) {
        reader.unsupported(start, reader.at + 1, "a value that something else touches");
    }
}

/// The rest of a bare word.
fn bare(reader: &mut Reader<'_>, scope: u32, draft: &mut Draft) {
    let source = reader.script.source;
    let mut from = reader.at;
    let first = reader.at;
    loop {
        let at = reader.at;
        match reader.peek() {
            None => break,
            Some(b'(' | b'{' | b'<' | b'>') => {
                return reader.unsupported(first, at + 1, "a word that a bracket or a redirect touches");
            }
            Some(byte) if ends_word(byte) => break,
            Some(b'\'' | b'"') => {
                draft.literal(source, from, at, false);
                reader.quoted(scope, draft);
                from = reader.at;
            }
            Some(b'$') => {
                draft.literal(source, from, at, false);
                reader.dollar(scope, draft, false);
                from = reader.at;
            }
            Some(b'`') => {
                let Some(next) =
                    reader.peek_at(1).filter(|byte| byte.is_ascii_punctuation() || *byte == b' ')
                else {
                    return reader.unsupported(at, at + 2, "an escape of this kind");
                };
                draft.literal(source, from, at, false);
                draft.escape(at + 1, at + 2, char::from(next));
                reader.at += 2;
                from = reader.at;
            }
            Some(byte) if byte.is_ascii() => reader.at += 1,
            Some(_) => {
                let Some(letter) = reader.character().filter(|letter| letter.is_alphanumeric()) else {
                    return reader.unsupported(at, at + 1, "a sign beyond ASCII outside of quotes");
                };
                reader.at += letter.len_utf8();
            }
        }
        if reader.lost {
            return;
        }
    }
    draft.literal(source, from, reader.at, false);
    if reader.text(first, reader.at).starts_with("--%") {
        reader.unsupported(first, reader.at, "`--%`");
    }
}
