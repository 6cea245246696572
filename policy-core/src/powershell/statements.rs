//! Statements that begin with a keyword: conditions, loops and handlers of errors are read, every other one is a doubt.
//!
//! Owns the keywords (`about_Reserved_Words`, and the names of blocks and of older keywords that the parser still has).

use super::reader::{Reader, Stop};
use super::variables::is_free;
use crate::script::{DoubtKind, Joint, ScopeKind, SetTo, Setting};
use crate::span::Span;

/// Every keyword that can begin a statement, in small letters, sorted.
const KEYWORDS: &[&str] = &[
    "assembly",
    "base",
    "begin",
    "break",
    "catch",
    "class",
    "clean",
    "command",
    "configuration",
    "continue",
    "data",
    "define",
    "do",
    "dynamicparam",
    "else",
    "elseif",
    "end",
    "enum",
    "exit",
    "filter",
    "finally",
    "for",
    "foreach",
    "from",
    "function",
    "hidden",
    "if",
    "in",
    "inlinescript",
    "interface",
    "module",
    "namespace",
    "parallel",
    "param",
    "private",
    "process",
    "public",
    "return",
    "sequence",
    "static",
    "switch",
    "throw",
    "trap",
    "try",
    "type",
    "until",
    "using",
    "var",
    "while",
    "workflow",
];

/// Keywords that are names of commands where no block follows, as far as anyone types them.
const ALSO_COMMANDS: &[&str] = &["type"];

/// The word at the present place, if it is one of letters alone.
fn word<'a>(reader: &Reader<'a>) -> &'a str {
    let rest = reader.bytes.get(reader.at..).unwrap_or(&[]);
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    // `for-each` and `do.exe` are names.
    let ends = rest.get(length).is_none_or(|byte| {
        !matches!(byte, b'-' | b'.' | b'_' | b'/' | b'\\' | b':') && !byte.is_ascii_digit()
    });
    if ends { reader.text(reader.at, reader.at + length) } else { "" }
}

impl Reader<'_> {
    /// Whether a statement with a keyword begins here.
    pub(super) fn begins_statement(&self) -> bool {
        begins(self)
    }

    /// Reads the statement with a keyword that begins here.
    pub(super) fn statement(&mut self, scope: u32) {
        read(self, scope);
    }
}

fn begins(reader: &Reader<'_>) -> bool {
    is_keyword(word(reader))
}

/// Whether a statement with a keyword begins where `word` is instead of a command, in any case.
pub(crate) fn is_keyword(word: &str) -> bool {
    let is_one = |known: &&str| known.eq_ignore_ascii_case(word);
    KEYWORDS.iter().any(is_one) && !ALSO_COMMANDS.iter().any(is_one)
}

fn read(reader: &mut Reader<'_>, scope: u32) {
    let keyword = word(reader);
    let start = reader.at;
    if !reader.deeper() {
        return;
    }
    if keyword.eq_ignore_ascii_case("if") {
        reader.at += keyword.len();
        conditional(reader, scope, start);
    } else if keyword.eq_ignore_ascii_case("foreach") {
        reader.at += keyword.len();
        each(reader, scope, start);
    } else if keyword.eq_ignore_ascii_case("for") {
        reader.at += keyword.len();
        counted(reader, scope, start);
    } else if keyword.eq_ignore_ascii_case("try") {
        reader.at += keyword.len();
        handled(reader, scope, start);
    } else if keyword.eq_ignore_ascii_case("break") || keyword.eq_ignore_ascii_case("continue") {
        reader.at += keyword.len();
        leaves(reader, start);
    } else {
        reader.unsupported(start, start + keyword.len(), "a statement of which nothing is proven");
    }
    reader.shallower();
}

/// `if (…) {…} elseif (…) {…} else {…}`, after the first keyword.
fn conditional(reader: &mut Reader<'_>, scope: u32, start: usize) {
    condition(reader, scope, start);
    block(reader, scope, start);
    loop {
        let (at, comments) = (reader.at, reader.script.comments.len());
        reader.blank_lines();
        let keyword = word(reader);
        if keyword.eq_ignore_ascii_case("elseif") {
            reader.at += keyword.len();
            condition(reader, scope, start);
            block(reader, scope, start);
        } else if keyword.eq_ignore_ascii_case("else") {
            reader.at += keyword.len();
            return block(reader, scope, start);
        } else {
            if !reader.lost {
                reader.at = at;
                reader.script.comments.truncate(comments);
            }
            return;
        }
    }
}

/// A condition in parentheses.
fn condition(reader: &mut Reader<'_>, scope: u32, start: usize) {
    if opens(reader, b'(', start) {
        reader.scope(ScopeKind::Condition, scope, reader.at - 1, Stop::Parenthesis);
    }
}

/// A body in braces.
fn block(reader: &mut Reader<'_>, scope: u32, start: usize) {
    if opens(reader, b'{', start) {
        reader.scope(ScopeKind::Body, scope, reader.at - 1, Stop::Brace);
    }
}

/// Takes `sign`, in front of which blanks and line breaks may be.
fn opens(reader: &mut Reader<'_>, sign: u8, start: usize) -> bool {
    reader.blank_lines();
    if reader.peek() == Some(sign) {
        reader.at += 1;
        return true;
    }
    reader.fail(Span::new(start, start + 1), DoubtKind::UnclosedGroup);
    false
}

/// `for (…; …; …) {…}`, after the keyword.
fn counted(reader: &mut Reader<'_>, scope: u32, start: usize) {
    reader.blank_lines();
    let open = reader.at;
    // Its parts are a list of statements.
    condition(reader, scope, start);
    if !reader.lost && !counts(reader.text(open, reader.at)) {
        reader.unsupported(start, reader.at, "a loop that may never end");
    }
    block(reader, scope, start);
}

/// Whether the parts of a `for`, in parentheses, count one variable up or down to one limit: `($i = 0; $i -lt 3; $i++)`.
fn counts(parts: &str) -> bool {
    let inside = parts.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or("");
    let mut parts = inside.split(';').map(str::trim);
    let (Some(set), Some(limit), Some(step), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let Some((name, first)) = set.split_once('=') else { return false };
    let name = name.trim_end();
    let behind = |part: &str| {
        let (own, rest) = part.split_at_checked(name.len())?;
        own.eq_ignore_ascii_case(name).then(|| rest.trim_start().to_ascii_lowercase())
    };
    let (Some(limit), Some(step)) = (behind(limit), behind(step)) else { return false };
    let Some((operator, operand)) = limit.split_once(' ') else { return false };
    let (once, by) = match operator {
        "-lt" | "-le" => ("++", "+="),
        "-gt" | "-ge" => ("--", "-="),
        _ => return false,
    };
    let is_positive = |number: &str| number.trim_start().parse::<u32>().is_ok_and(|number| number > 0);
    let steps = step == once || step.strip_prefix(by).is_some_and(is_positive);
    !first.trim().is_empty() && !operand.trim_start().contains(' ') && steps
}

/// `try {…} catch {…} finally {…}`, after the first keyword. A handler of one type of error names the type, of which nothing is
/// known.
fn handled(reader: &mut Reader<'_>, scope: u32, start: usize) {
    block(reader, scope, start);
    let mut is_handled = false;
    loop {
        let (at, comments) = (reader.at, reader.script.comments.len());
        reader.blank_lines();
        let keyword = Span::new(reader.at, reader.at + word(reader).len());
        let text = keyword.slice(reader.script.source);
        if text.eq_ignore_ascii_case("catch") {
            reader.at = keyword.end as usize;
            let body = reader.script.scopes.len() as u32;
            reader.script.settings.push(Setting { name: keyword, scope, to: SetTo::Caught(body) });
            block(reader, scope, start);
            is_handled = true;
        } else if text.eq_ignore_ascii_case("finally") {
            reader.at = keyword.end as usize;
            return block(reader, scope, start);
        } else if is_handled {
            if !reader.lost {
                reader.at = at;
                reader.script.comments.truncate(comments);
            }
            return;
        } else {
            return reader.unexpected();
        }
    }
}

/// What follows `break` and `continue`, which leave the loop around them: nothing, for a label is known only at run time.
fn leaves(reader: &mut Reader<'_>, start: usize) {
    let end = reader.at;
    reader.blanks();
    if !matches!(reader.peek(), None | Some(b';' | b'}' | b'\n' | b'\r')) {
        reader.unsupported(start, end, "a label that is known only at run time");
    }
    if !reader.lost {
        reader.at = end;
    }
}

/// `foreach ($x in …) {…}`, after the keyword.
fn each(reader: &mut Reader<'_>, scope: u32, start: usize) {
    if !opens(reader, b'(', start) {
        return;
    }
    let open = reader.at - 1;
    reader.blank_lines();
    let name = reader.name_behind_dollar();
    let Some(name) = name.filter(|name| is_free(name.slice(reader.script.source))) else {
        return reader.unsupported(
            reader.at,
            reader.at + 1,
            "a loop over anything but a variable of its own",
        );
    };
    reader.at = name.end as usize;
    reader.blank_lines();
    if !word(reader).eq_ignore_ascii_case("in") {
        return reader.unexpected();
    }
    reader.at += 2;
    reader.blank_lines();
    let list = reader.script.scopes.len() as u32;
    reader.script.scopes.push(crate::script::Scope {
        kind: ScopeKind::Condition,
        parent: scope,
        span: Span::new(open, open),
    });
    let before = reader.script.commands.len();
    reader.pipeline(list, Joint::Edge);
    let own = |command: &crate::script::Simple| command.scope == list;
    let last = reader.script.commands.iter().skip(before).rposition(own).map(|at| (before + at) as u32);
    reader.blank_lines();
    if reader.peek() != Some(b')') {
        return reader.fail(Span::new(open, open + 1), DoubtKind::UnclosedGroup);
    }
    reader.at += 1;
    let end = reader.at as u32;
    if let Some(scope) = reader.script.scopes.get_mut(list as usize) {
        scope.span.end = end;
    }
    let body = reader.script.scopes.len() as u32;
    let to = last.map_or(SetTo::Other, |list| SetTo::Each { list, body });
    reader.script.settings.push(Setting { name, scope, to });
    block(reader, scope, start);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_sorted() {
        assert!(KEYWORDS.is_sorted());
        assert!(ALSO_COMMANDS.iter().all(|word| KEYWORDS.contains(word)));
    }
}
