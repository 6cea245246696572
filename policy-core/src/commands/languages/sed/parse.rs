//! Parses a script in one pass from left to right, in the order in which GNU sed reads its characters.
//!
//! Decides where each text ends, which separates a `w` or an `e` command from the same letter in a pattern, a label or
//! a text. Rejects what sed rejects, and what its versions read differently. Looks into a pattern only to find its end.

use alloc::vec::Vec;

use super::script::{
    Action, Address, Branch, Command, End, Pattern, Script, Selection, Substitution, TextPlacement, Trouble,
};
use crate::sorted;
use crate::span::Span;

/// Deepest nesting of `{`.
const BLOCKS_MAX: usize = 100;

/// Reads `text`, the parts of a script (`-e`) joined by newlines.
///
/// `extended` says how the patterns are to be read (`-E`, `-r`); it does not change where they end.
/// Offsets in the script and in a trouble are bytes of `text`.
pub fn parse(text: &str, extended: bool) -> Result<Script<'_>, Trouble> {
    let quiet = text == "#n" || text.starts_with("#n\n");
    let mut reader = SedReader { text, at: 0, commands: Vec::new(), open: Vec::new(), jumps: Vec::new() };
    reader.script()?;
    reader.link()?;
    Ok(Script { text, extended, quiet, commands: reader.commands })
}

struct SedReader<'a> {
    text: &'a str,
    at: usize,
    commands: Vec<Command>,
    /// The blocks that are open, as indexes.
    open: Vec<usize>,
    /// The branches with a label, as indexes, each with its label.
    jumps: Vec<(usize, Span)>,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// What a pattern belongs to, and what follows it therefore.
#[derive(Clone, Copy)]
enum Asks {
    /// A command, or another address.
    Address,
    /// A replacement and flags.
    Substitution,
}

impl SedReader<'_> {
    fn trouble<T>(&self, why: &'static str) -> Result<T, Trouble> {
        Err(Trouble { offset: self.at.min(self.text.len()), why })
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek();
        self.at += usize::from(byte.is_some());
        byte
    }

    fn skip(&mut self, wanted: impl Fn(u8) -> bool) -> Span {
        let from = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        Span::new(from, self.at)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn script(&mut self) -> Result<(), Trouble> {
        if let Some(offset) = self.text.bytes().position(|byte| byte == 0) {
            return Err(Trouble { offset, why: "no argument can hold this byte" });
        }
        loop {
            self.skip(|byte| is_blank(byte) || matches!(byte, b'\n' | b';'));
            if self.peek().is_none() {
                return if self.open.is_empty() { Ok(()) } else { self.trouble("a `{` is not closed") };
            }
            let selection = self.selection()?;
            self.skip(is_blank);
            let negated = self.eat(b'!');
            self.skip(is_blank);
            let at = self.at;
            let addressed = negated || selection != Selection::Every;
            if self.peek() == Some(b'#') {
                if addressed {
                    return self.trouble("a comment takes no address");
                }
                self.skip(|byte| byte != b'\n');
                continue;
            }
            let action = self.action(selection, addressed)?;
            self.commands.push(Command { at, selection, negated, action });
        }
    }

    fn selection(&mut self) -> Result<Selection, Trouble> {
        let from = self.at;
        let Some(first) = self.address()? else { return Ok(Selection::Every) };
        self.skip(is_blank);
        if !self.eat(b',') {
            // Only `r` takes line 0 alone, since 4.9: what else does is refused here.
            if first == Address::Line(0) {
                return Err(Trouble { offset: from, why: "no line has the number 0" });
            }
            return Ok(Selection::One(first));
        }
        self.skip(is_blank);
        let end = match self.peek() {
            Some(sign @ (b'+' | b'~')) => {
                self.at += 1;
                let number = self.number()?;
                if sign == b'+' { End::After(number) } else { End::Multiple(number) }
            }
            _ => match self.address()? {
                Some(address) => End::At(address),
                None => return self.trouble("an address is missing after `,`"),
            },
        };
        if first == Address::Line(0) && !matches!(end, End::At(Address::Match(_))) {
            return Err(Trouble { offset: from, why: "a range from line 0 must end at a pattern" });
        }
        Ok(Selection::Range(first, end))
    }

    fn number(&mut self) -> Result<u64, Trouble> {
        let digits = self.skip(|byte| byte.is_ascii_digit());
        // Eighteen digits fit any integer that sed may count in.
        match digits.slice(self.text).parse() {
            Ok(number) if digits.len() <= 18 => Ok(number),
            _ => self.trouble("a number is missing or too long"),
        }
    }

    fn address(&mut self) -> Result<Option<Address>, Trouble> {
        let address = match self.peek() {
            Some(b'0'..=b'9') => {
                let first = self.number()?;
                if self.eat(b'~') {
                    let step = self.number()?;
                    if step == 0 { Address::Line(first) } else { Address::Step { first, step } }
                } else {
                    Address::Line(first)
                }
            }
            Some(b'$') => {
                self.at += 1;
                Address::Last
            }
            Some(byte @ (b'/' | b'\\')) => {
                self.at += usize::from(byte == b'\\');
                let delimiter = self.delimiter()?;
                let mut pattern = self.pattern(delimiter, Asks::Address)?;
                loop {
                    self.skip(is_blank);
                    match self.peek() {
                        Some(b'I') => pattern.ignore_case = true,
                        Some(b'M') => pattern.multiline = true,
                        _ => break,
                    }
                    self.at += 1;
                }
                self.last_has_no_flags(pattern)?;
                Address::Match(pattern)
            }
            _ => return Ok(None),
        };
        Ok(Some(address))
    }

    fn last_has_no_flags(&self, pattern: Pattern) -> Result<(), Trouble> {
        if pattern.span.is_empty() && (pattern.ignore_case || pattern.multiline) {
            return self.trouble("an empty pattern takes no flags");
        }
        Ok(())
    }

    /// The byte that delimits a pattern. Brackets, a backslash and what is not ASCII are read differently by
    /// versions and locales.
    fn delimiter(&mut self) -> Result<u8, Trouble> {
        match self.peek() {
            Some(byte) if byte.is_ascii() && !matches!(byte, b'\n' | b'\\' | b'[' | b']') => {
                self.at += 1;
                Ok(byte)
            }
            _ => self.trouble("this cannot delimit a pattern"),
        }
    }

    /// Reads a pattern past its delimiter.
    ///
    /// In a bracket expression the delimiter is literal (GNU, BSD, busybox). POSIX does not say so: it is taken
    /// only where a sed that ends the pattern there refuses the whole script.
    fn pattern(&mut self, delimiter: u8, asks: Asks) -> Result<Pattern, Trouble> {
        let from = self.at;
        loop {
            match self.next() {
                Some(byte) if byte == delimiter => break,
                None | Some(b'\n') => return self.trouble("a pattern does not end"),
                Some(b'\\') if self.next().is_none_or(|byte| byte == b'\n') => {
                    return self.trouble("a pattern does not end");
                }
                Some(b'[') => self.bracket(delimiter, asks)?,
                Some(_) => {}
            }
        }
        let span = Span::new(from, self.at - 1);
        Ok(Pattern { span, delimiter, ignore_case: false, multiline: false })
    }

    /// Reads past the `]` that closes a bracket expression.
    fn bracket(&mut self, delimiter: u8, asks: Asks) -> Result<(), Trouble> {
        self.eat(b'^');
        self.eat(b']');
        loop {
            match self.next() {
                Some(byte) if byte == delimiter => {
                    if !self.is_refused_here(delimiter, asks) {
                        return self.trouble("implementations read a delimiter in brackets differently");
                    }
                }
                // Whether the backslash quotes it or is literal: the pattern goes on.
                Some(b'\\') if self.peek() == Some(delimiter) => self.at += 1,
                // A backslash quotes there in one implementation, and is literal in another.
                Some(b'\\') if matches!(self.peek(), Some(b']' | b'\\')) => {
                    return self.trouble("implementations read a backslash in brackets differently");
                }
                Some(b']') => return Ok(()),
                None | Some(b'\n') => return self.trouble("a bracket expression does not end"),
                Some(b'[') => {
                    if let Some(kind @ (b'.' | b':' | b'=')) = self.peek() {
                        self.at += 1;
                        self.class(kind, delimiter)?;
                    }
                }
                Some(_) => {}
            }
        }
    }

    /// Whether a sed for which the pattern has ended just here refuses the script: what it takes for the flags of
    /// the substitution, or for the command after the address, is nothing that may occur there.
    fn is_refused_here(&self, delimiter: u8, asks: Asks) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or(&[]);
        match asks {
            // It looks for a command, and no command is named so.
            Asks::Address => rest.first() == Some(&b']'),
            Asks::Substitution => {
                let mut quoted = false;
                let end = rest.iter().position(|byte| {
                    let ends = *byte == delimiter && !quoted;
                    quoted = *byte == b'\\' && !quoted;
                    ends
                });
                let Some(flags) = end.and_then(|end| rest.get(end + 1..)) else { return true };
                let plain =
                    |byte: &&u8| !matches!(byte, b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9');
                // What ends the flags, and the flags that name a file or execute.
                let goes_on = |byte: &u8| {
                    byte.is_ascii_whitespace()
                        || matches!(byte, b';' | b'}' | b'#' | b'w' | b'W' | b'e' | b'E' | b'r' | b'R')
                };
                flags.iter().find(plain).is_some_and(|byte| byte.is_ascii() && !goes_on(byte))
            }
        }
    }

    /// Reads past the `:]`, `.]` or `=]` of a class.
    fn class(&mut self, kind: u8, delimiter: u8) -> Result<(), Trouble> {
        loop {
            match self.next() {
                Some(byte) if byte == delimiter => {
                    return self.trouble("implementations read a delimiter in brackets differently");
                }
                None | Some(b'\n') => return self.trouble("a class in a bracket expression does not end"),
                Some(byte) if byte == kind && self.eat(b']') => return Ok(()),
                // Versions differ on a bracket that closes before the class does.
                Some(b']') => return self.trouble("a class in a bracket expression does not end"),
                Some(_) => {}
            }
        }
    }

    /// Reads a replacement or a list of `y` past its delimiter; brackets mean nothing here.
    fn replacement(&mut self, delimiter: u8) -> Result<Span, Trouble> {
        let from = self.at;
        loop {
            match self.next() {
                Some(byte) if byte == delimiter => return Ok(Span::new(from, self.at - 1)),
                None | Some(b'\n') => return self.trouble("a replacement does not end"),
                Some(b'\\') if self.next().is_none() => return self.trouble("a replacement does not end"),
                Some(_) => {}
            }
        }
    }

    fn action(&mut self, selection: Selection, addressed: bool) -> Result<Action, Trouble> {
        let Some(letter) = self.next() else { return self.trouble("a command is missing") };
        let action = match letter {
            b'{' => return self.open(),
            b'}' | b':' if addressed => return self.trouble("this takes no address"),
            b'}' => match self.open.pop() {
                Some(open) => {
                    let close = self.commands.len();
                    if let Some(command) = self.commands.get_mut(open) {
                        command.action = Action::Open(close);
                    }
                    Action::Close
                }
                None => return self.trouble("a `}` closes nothing"),
            },
            b':' => return self.label().map(Action::Label),
            b'b' => return self.branch(Branch::Always),
            b't' => return self.branch(Branch::Substituted),
            b'T' => return self.branch(Branch::NotSubstituted),
            b'a' => return self.text().map(|text| Action::Text(TextPlacement::Append, text)),
            b'i' => return self.text().map(|text| Action::Text(TextPlacement::Insert, text)),
            b'c' => return self.text().map(|text| Action::Text(TextPlacement::Change, text)),
            b'e' => return self.executed().map(Action::Execute),
            b'r' => return self.file().map(Action::Read),
            b'R' => return self.file().map(Action::ReadLine),
            b'w' => return self.file().map(Action::Write),
            b'W' => return self.file().map(Action::WriteFirst),
            b's' => return self.substitution().map(Action::Substitute),
            b'v' => return self.version(),
            b'q' | b'Q' if matches!(selection, Selection::Range(..)) => {
                return self.trouble("this takes only one address");
            }
            b'q' => Action::Quit(self.optional_number()?),
            b'Q' => Action::QuitSilently(self.optional_number()?),
            b'l' => Action::List(self.optional_number()?),
            b'y' => {
                let delimiter = self.delimiter()?;
                let from = self.replacement(delimiter)?;
                Action::Translate { from, to: self.replacement(delimiter)?, delimiter }
            }
            b'=' => Action::LineNumber,
            b'd' => Action::Delete,
            b'D' => Action::DeleteFirst,
            b'F' => Action::FileName,
            b'g' => Action::Get,
            b'G' => Action::GetAppend,
            b'h' => Action::Hold,
            b'H' => Action::HoldAppend,
            b'x' => Action::Exchange,
            b'n' => Action::Next,
            b'N' => Action::NextAppend,
            b'p' => Action::Print,
            b'P' => Action::PrintFirst,
            b'z' => Action::Zap,
            _ => {
                self.at -= 1;
                return self.trouble("this is no sed command");
            }
        };
        self.end()?;
        Ok(action)
    }

    /// What may follow a command: `;`, a newline, `}`, a comment, or the end.
    fn end(&mut self) -> Result<(), Trouble> {
        self.skip(is_blank);
        match self.peek() {
            None | Some(b'}' | b'#') => Ok(()),
            Some(b';' | b'\n') => {
                self.at += 1;
                Ok(())
            }
            Some(_) => self.trouble("this cannot follow a sed command"),
        }
    }

    fn open(&mut self) -> Result<Action, Trouble> {
        if self.open.len() == BLOCKS_MAX {
            return self.trouble("blocks are nested too deeply");
        }
        self.open.push(self.commands.len());
        Ok(Action::Open(0))
    }

    fn optional_number(&mut self) -> Result<Option<u64>, Trouble> {
        self.skip(is_blank);
        self.peek().filter(u8::is_ascii_digit).map(|_| self.number()).transpose()
    }

    fn label_text(&mut self) -> Span {
        self.skip(is_blank);
        self.skip(|byte| !matches!(byte, b';' | b'}' | b'#') && !byte.is_ascii_whitespace() && byte != 0x0b)
    }

    /// The name after `:`. Versions differ on whether a `}` or a comment can follow it.
    fn label(&mut self) -> Result<Span, Trouble> {
        let label = self.label_text();
        self.skip(is_blank);
        match self.peek() {
            _ if label.is_empty() => self.trouble("a label has no name"),
            None | Some(b';' | b'\n') => Ok(label),
            Some(_) => self.trouble("this cannot follow a label"),
        }
    }

    fn branch(&mut self, branch: Branch) -> Result<Action, Trouble> {
        let label = self.label_text();
        if self.peek() == Some(b'#') && !label.is_empty() {
            return self.trouble("this cannot follow a label");
        }
        self.end()?;
        if !label.is_empty() {
            self.jumps.push((self.commands.len(), label));
        }
        Ok(Action::Branch(branch, None))
    }

    /// The text of `a`, `i` and `c`: `\`, a newline and lines of which all but the last end in a backslash; or the
    /// rest of the line, continued the same way.
    fn text(&mut self) -> Result<Span, Trouble> {
        self.skip(is_blank);
        let from = self.at;
        if self.eat(b'\\') {
            let blanks = self.skip(is_blank);
            match self.peek() {
                Some(b'\n') => self.at += 1,
                // Whether this backslash quotes what follows or is quoted matters where that is one more or a line's end.
                Some(b'\\')
                    if !blanks.is_empty()
                        && matches!(self.text.as_bytes().get(self.at + 1), None | Some(b'\\' | b'\n')) =>
                {
                    return self.trouble("versions read this text differently");
                }
                _ => self.at = from,
            }
        }
        let begin = self.at;
        self.continued_line()?;
        if begin == self.at {
            return self.trouble("a text is missing");
        }
        let span = Span::new(from, self.at);
        self.eat(b'\n');
        Ok(span)
    }

    /// Reads up to the first newline that no backslash precedes.
    fn continued_line(&mut self) -> Result<(), Trouble> {
        loop {
            match self.peek() {
                None | Some(b'\n') => return Ok(()),
                Some(b'\\') => {
                    self.at += 1;
                    if self.next().is_none() {
                        return self.trouble("a text ends in a backslash");
                    }
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn executed(&mut self) -> Result<Span, Trouble> {
        self.skip(is_blank);
        let from = self.at;
        self.continued_line()?;
        Ok(Span::new(from, self.at))
    }

    /// A file's name: the rest of the line, whatever is in it.
    fn file(&mut self) -> Result<Span, Trouble> {
        self.skip(is_blank);
        let name = self.skip(|byte| byte != b'\n');
        if name.is_empty() { self.trouble("the name of a file is missing") } else { Ok(name) }
    }

    fn version(&mut self) -> Result<Action, Trouble> {
        self.skip(is_blank);
        self.skip(|byte| byte.is_ascii_digit() || byte == b'.');
        self.end()?;
        Ok(Action::Version)
    }

    fn substitution(&mut self) -> Result<Substitution, Trouble> {
        let delimiter = self.delimiter()?;
        let pattern = self.pattern(delimiter, Asks::Substitution)?;
        let replacement = self.replacement(delimiter)?;
        let mut read = Substitution {
            pattern,
            replacement,
            global: false,
            print: false,
            number: None,
            execute: None,
            write: None,
        };
        loop {
            let at = self.at;
            match self.peek() {
                Some(b'g') if !read.global => read.global = true,
                Some(b'p') if !read.print => read.print = true,
                Some(b'i' | b'I') => read.pattern.ignore_case = true,
                Some(b'm' | b'M') => read.pattern.multiline = true,
                Some(b'e') => read.execute = read.execute.or(Some(at)),
                Some(b'0'..=b'9') if read.number.is_none() => {
                    let number = self.number()?;
                    if number == 0 {
                        return self.trouble("matches are counted from 1");
                    }
                    read.number = Some(number);
                    continue;
                }
                Some(b' ' | b'\t') => {}
                Some(b'w') => {
                    self.at += 1;
                    read.write = Some(self.file()?);
                    break;
                }
                _ => {
                    self.end()?;
                    break;
                }
            }
            self.at += 1;
        }
        self.last_has_no_flags(read.pattern)?;
        Ok(read)
    }

    /// Gives every branch the index of its label.
    fn link(&mut self) -> Result<(), Trouble> {
        let mut labels = Vec::new();
        for (index, command) in self.commands.iter().enumerate() {
            if let Action::Label(label) = command.action {
                labels.push((label.slice(self.text), index, command.at));
            }
        }
        sorted::sort(&mut labels);
        let twice = labels.iter().zip(labels.iter().skip(1)).find(|(one, other)| one.0 == other.0);
        if let Some((_, other)) = twice {
            return Err(Trouble { offset: other.2, why: "a label is defined twice" });
        }
        for (index, label) in &self.jumps {
            let name = label.slice(self.text);
            let found = labels.binary_search_by(|it| it.0.cmp(name)).ok().and_then(|it| labels.get(it));
            let Some((_, target, _)) = found else {
                return Err(Trouble { offset: label.start as usize, why: "a branch leads to no label" });
            };
            if let Some(Command { action: Action::Branch(_, to), .. }) = self.commands.get_mut(*index) {
                *to = Some(*target);
            }
        }
        Ok(())
    }
}
