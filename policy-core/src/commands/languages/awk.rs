//! awk programs, as gawk 5, mawk and the awk of POSIX read them (POSIX awk, "Lexical Conventions" and "Grammar").
//!
//! Reads token by token and follows what decides the meaning of a token: whether `/` begins a pattern or divides,
//! whether `>` compares or redirects, where a statement ends. Where implementations differ, it is not understood.

use alloc::vec::Vec;

use super::super::formats::Flaw;

const WRITES: Flaw = Flaw::Harmful("writes a file that the awk program names");
const READS: Flaw = Flaw::Harmful("reads a file that the awk program names");
const EXECUTES: Flaw = Flaw::Harmful("executes a command that the awk program names");
const UNKNOWN: Flaw = Flaw::Unknown("an awk program that is not understood");

/// What the program does beyond filtering its input.
pub(super) fn flaw(text: &str) -> Option<Flaw> {
    let mut reader = AwkReader {
        text,
        at: 0,
        before: Before::Start,
        open: Vec::new(),
        prints: None,
        gets: None,
        word: "",
    };
    reader.program().err()
}

/// What the token in front was, as far as it decides what `/` means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing, an operator, a keyword, the end of a statement: an expression begins here.
    Start,
    /// A value: `/` divides it.
    Value,
    /// `++`, `--`, or a function that may occur without parentheses: either.
    Either,
}

struct AwkReader<'t> {
    text: &'t str,
    at: usize,
    before: Before,
    /// The open parentheses: whether each one is the head of `if`, `while`, `for` or `switch`.
    open: Vec<bool>,
    /// How many parentheses were open where `print` or `printf` began.
    prints: Option<usize>,
    /// How many parentheses were open where `getline` was.
    gets: Option<usize>,
    /// The keyword in front, when a head follows it.
    word: &'t str,
}

impl AwkReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.peek_at(0)
    }

    fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn statement_ends(&mut self) {
        self.prints = None;
        self.gets = None;
        self.before = Before::Start;
    }

    fn operator(&mut self, length: usize) {
        self.at += length;
        self.before = Before::Start;
    }

    fn program(&mut self) -> Result<(), Flaw> {
        while let Some(byte) = self.peek() {
            let next = self.peek_at(1);
            match byte {
                b' ' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'\\' if next == Some(b'\n') => {
                    self.at += 2;
                    continue;
                }
                b'#' => {
                    while self.peek().is_some_and(|byte| byte != b'\n') {
                        self.at += 1;
                    }
                    continue;
                }
                // After a comma or an operator, and within parentheses, a statement goes on.
                b'\n'
                    if self
                        .prints
                        .is_some_and(|depth| self.before == Before::Start || self.open.len() > depth) =>
                {
                    self.at += 1;
                }
                b'\n' | b';' | b'{' | b'}' => {
                    self.at += 1;
                    self.statement_ends();
                }
                b'"' => {
                    self.string()?;
                    self.before = Before::Value;
                }
                b'/' => match self.before {
                    Before::Start => {
                        self.regex()?;
                        self.before = Before::Value;
                    }
                    Before::Value => self.operator(1),
                    Before::Either => return Err(UNKNOWN),
                },
                b'(' => {
                    self.open.push(matches!(self.word, "if" | "while" | "for" | "switch"));
                    self.operator(1);
                }
                b')' => {
                    let head = self.open.pop().ok_or(UNKNOWN)?;
                    self.at += 1;
                    if self.gets.is_some_and(|depth| self.open.len() < depth) {
                        self.gets = None;
                    }
                    self.before = if head { Before::Start } else { Before::Value };
                }
                b']' => {
                    self.at += 1;
                    self.before = Before::Value;
                }
                b'+' | b'-' if next == Some(byte) => {
                    self.at += 2;
                    self.before = Before::Either;
                }
                b'|' if next == Some(b'|') => self.operator(2),
                b'|' => return Err(EXECUTES),
                b'&' if next == Some(b'&') => self.operator(2),
                b'>' if self.prints == Some(self.open.len()) => self.redirect()?,
                b'<' if self.gets.is_some() => return Err(READS),
                b'>' | b'<' | b'=' | b'!' | b'~' | b'+' | b'-' | b'*' | b'%' | b'^' | b'?' | b',' | b'['
                | b'$' => {
                    self.operator(1);
                }
                b':' if next != Some(b':') => self.operator(1),
                b'0'..=b'9' | b'.' => {
                    self.number();
                    self.before = Before::Value;
                }
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    self.name()?;
                    continue;
                }
                _ => return Err(UNKNOWN),
            }
            self.word = "";
        }
        if self.open.is_empty() { Ok(()) } else { Err(UNKNOWN) }
    }

    fn number(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'.') {
            let exponent = matches!(self.peek(), Some(b'e' | b'E'));
            self.at += 1;
            if exponent
                && matches!(self.peek(), Some(b'+' | b'-'))
                && self.peek_at(1).is_some_and(|byte| byte.is_ascii_digit())
            {
                self.at += 1;
            }
        }
    }

    fn name(&mut self) -> Result<(), Flaw> {
        let from = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.at += 1;
        }
        let name = self.text.get(from..self.at).unwrap_or("");
        self.word = name;
        self.before = Before::Value;
        match name {
            "system" => return Err(EXECUTES),
            "ARGV" | "ARGC" => return Err(READS),
            "print" | "printf" => {
                self.prints = Some(self.open.len());
                self.before = Before::Start;
            }
            "getline" => {
                self.gets = Some(self.open.len());
                self.before = Before::Either;
            }
            "length" => self.before = Before::Either,
            "if" | "else" | "while" | "for" | "do" | "return" | "in" | "delete" | "exit" | "switch"
            | "case" | "BEGIN" | "END" | "BEGINFILE" | "ENDFILE" | "function" | "func" => {
                self.before = Before::Start;
            }
            _ => {}
        }
        Ok(())
    }

    /// `> target` of a `print`: only the standard streams are no file.
    fn redirect(&mut self) -> Result<(), Flaw> {
        let rest = self.text.get(self.at + 1..).unwrap_or("").trim_start_matches([' ', '\t']);
        let target = rest.strip_prefix("\"/dev/stdout\"").or_else(|| rest.strip_prefix("\"/dev/stderr\""));
        let behind = target.ok_or(WRITES)?.trim_start_matches([' ', '\t', '\r']);
        if !behind.is_empty() && !behind.starts_with([';', '}', '\n', '#']) {
            return Err(WRITES);
        }
        self.at = self.text.len() - behind.len();
        self.before = Before::Value;
        Ok(())
    }

    fn string(&mut self) -> Result<(), Flaw> {
        self.at += 1;
        loop {
            let byte = self.peek().filter(|byte| *byte != b'\n').ok_or(UNKNOWN)?;
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                return Ok(());
            }
        }
    }

    /// A pattern, after its opening slash. Some read a slash in brackets as its end.
    fn regex(&mut self) -> Result<(), Flaw> {
        self.at += 1;
        let mut bracket = None;
        loop {
            let byte = self.peek().filter(|byte| *byte != b'\n').ok_or(UNKNOWN)?;
            self.at += 1;
            match byte {
                b'\\' => {
                    self.peek().filter(|byte| *byte != b'\n').ok_or(UNKNOWN)?;
                    self.at += 1;
                }
                b'/' if bracket.is_some() => return Err(UNKNOWN),
                b'/' => return Ok(()),
                b'[' if bracket.is_none() => {
                    self.at += usize::from(self.peek() == Some(b'^'));
                    bracket = Some(self.at);
                }
                b']' if bracket.is_some_and(|from| self.at > from + 1) => bracket = None,
                _ => {}
            }
        }
    }
}
