//! sed scripts, as GNU sed 4.9 and the sed of POSIX read them (sed(1), "REPORTING BUGS" aside; POSIX sed, "Editing
//! Commands in sed").
//!
//! Reads every command with its addresses, so that a `w` or an `e` is told from the same letter in a text, a pattern
//! or a label. What sed itself would refuse may pass: then nothing runs.

use super::super::formats::Flaw;

const WRITES: Flaw = Flaw::Harmful("writes a file that the sed script names");
const READS: Flaw = Flaw::Harmful("reads a file that the sed script names");
const EXECUTES: Flaw = Flaw::Harmful("executes a command that the sed script names");
const UNKNOWN: Flaw = Flaw::Unknown("a sed script that is not understood");

/// What the script does beyond editing its stream.
pub(super) fn judge(text: &str) -> Option<Flaw> {
    Reader { bytes: text.as_bytes(), at: 0 }.script().err()
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip(&mut self, wanted: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    /// The rest of the line.
    fn line(&mut self) -> &[u8] {
        let from = self.at;
        self.skip(|byte| byte != b'\n');
        self.bytes.get(from..self.at).unwrap_or(&[])
    }

    fn script(&mut self) -> Result<(), Flaw> {
        loop {
            self.skip(|byte| byte.is_ascii_whitespace() || byte == b';');
            if self.peek().is_none() {
                return Ok(());
            }
            self.addresses()?;
            self.command()?;
        }
    }

    fn addresses(&mut self) -> Result<(), Flaw> {
        if self.address()? {
            self.blanks();
            if self.eat(b',') {
                self.blanks();
                let step = self.eat(b'+') || self.eat(b'~');
                if step && !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                    return Err(UNKNOWN);
                }
                if !self.address()? {
                    return Err(UNKNOWN);
                }
            }
        }
        self.skip(|byte| matches!(byte, b' ' | b'\t' | b'!'));
        Ok(())
    }

    fn address(&mut self) -> Result<bool, Flaw> {
        match self.peek() {
            Some(b'0'..=b'9') => {
                self.skip(|byte| byte.is_ascii_digit());
                if self.eat(b'~') {
                    self.skip(|byte| byte.is_ascii_digit());
                }
            }
            Some(b'$') => self.at += 1,
            Some(b'/') => {
                self.at += 1;
                self.regex(b'/')?;
                self.skip(|byte| matches!(byte, b'I' | b'M'));
            }
            Some(b'\\') => {
                self.at += 1;
                let delimiter = self.delimiter()?;
                self.regex(delimiter)?;
                self.skip(|byte| matches!(byte, b'I' | b'M'));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn blanks(&mut self) {
        self.skip(|byte| matches!(byte, b' ' | b'\t'));
    }

    /// The character that ends the parts of `s` and `y`.
    fn delimiter(&mut self) -> Result<u8, Flaw> {
        let delimiter =
            self.peek().filter(|byte| byte.is_ascii() && !matches!(byte, b'\n' | b'\\')).ok_or(UNKNOWN)?;
        self.at += 1;
        Ok(delimiter)
    }

    /// Reads a pattern to behind its delimiter. Implementations differ on a delimiter in brackets.
    fn regex(&mut self, delimiter: u8) -> Result<(), Flaw> {
        let mut bracket = None;
        loop {
            let byte = self.peek().filter(|byte| *byte != b'\n').ok_or(UNKNOWN)?;
            self.at += 1;
            match byte {
                _ if byte == delimiter && bracket.is_some() => return Err(UNKNOWN),
                _ if byte == delimiter => return Ok(()),
                b'\\' => {
                    // In brackets a backslash stands for itself in one implementation and quotes in another.
                    if bracket.is_some() && matches!(self.peek(), Some(b']' | b'\\')) {
                        return Err(UNKNOWN);
                    }
                    if self.peek().is_none_or(|next| next == b'\n') {
                        return Err(UNKNOWN);
                    }
                    self.at += 1;
                }
                b'[' if bracket.is_none() => {
                    self.eat(b'^');
                    bracket = Some(self.at);
                }
                b'[' if matches!(self.peek(), Some(b':' | b'.' | b'=')) => {
                    let kind = self.peek();
                    self.at += 1;
                    loop {
                        let inner =
                            self.peek().filter(|byte| *byte != b'\n' && *byte != delimiter).ok_or(UNKNOWN)?;
                        self.at += 1;
                        if Some(inner) == kind && self.eat(b']') {
                            break;
                        }
                    }
                }
                // The first `]` of a bracket stands for itself.
                b']' if bracket.is_some_and(|from| self.at > from + 1) => bracket = None,
                _ => {}
            }
        }
    }

    /// Reads a replacement, or a part of `y`, to behind its delimiter.
    fn replacement(&mut self, delimiter: u8) -> Result<(), Flaw> {
        loop {
            let byte = self.peek().filter(|byte| *byte != b'\n').ok_or(UNKNOWN)?;
            self.at += 1;
            if byte == delimiter {
                return Ok(());
            }
            if byte == b'\\' {
                self.peek().ok_or(UNKNOWN)?;
                self.at += 1;
            }
        }
    }

    fn command(&mut self) -> Result<(), Flaw> {
        let Some(command) = self.peek() else { return Err(UNKNOWN) };
        self.at += 1;
        match command {
            b'{' => return Ok(()),
            b'#' => {
                self.line();
                return Ok(());
            }
            b'}' | b'=' | b'd' | b'D' | b'g' | b'G' | b'h' | b'H' | b'n' | b'N' | b'p' | b'P' | b'x'
            | b'F' | b'z' => {}
            b'a' | b'i' | b'c' => {
                self.text();
                return Ok(());
            }
            b'l' | b'L' | b'q' | b'Q' => {
                self.blanks();
                self.skip(|byte| byte.is_ascii_digit());
            }
            b':' | b'b' | b't' | b'T' | b'v' => {
                self.blanks();
                self.skip(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-'));
                // Some read `}` as part of the label.
                if self.peek() == Some(b'}') && self.bytes.get(self.at.wrapping_sub(1)) != Some(&command) {
                    return Err(UNKNOWN);
                }
            }
            b's' => self.substitution()?,
            b'y' => {
                let delimiter = self.delimiter()?;
                self.replacement(delimiter)?;
                self.replacement(delimiter)?;
            }
            b'w' | b'W' => return self.file(WRITES),
            b'r' | b'R' => return self.file(READS),
            b'e' => return Err(EXECUTES),
            _ => return Err(UNKNOWN),
        }
        self.end()
    }

    /// What must stand behind a command.
    fn end(&mut self) -> Result<(), Flaw> {
        self.blanks();
        match self.peek() {
            None | Some(b';' | b'\n' | b'#' | b'}') => Ok(()),
            Some(_) => Err(UNKNOWN),
        }
    }

    /// The text of `a`, `i` and `c`: up to a line break without a backslash in front of it.
    fn text(&mut self) {
        loop {
            match self.peek() {
                None | Some(b'\n') => return,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
    }

    /// A file's name: the rest of the line.
    fn file(&mut self, deed: Flaw) -> Result<(), Flaw> {
        self.blanks();
        let standard = matches!(self.line(), b"/dev/stdout" | b"/dev/stderr");
        if standard && deed == WRITES { Ok(()) } else { Err(deed) }
    }

    fn substitution(&mut self) -> Result<(), Flaw> {
        let delimiter = self.delimiter()?;
        self.regex(delimiter)?;
        self.replacement(delimiter)?;
        loop {
            match self.peek() {
                Some(b'g' | b'p' | b'i' | b'I' | b'm' | b'M' | b'0'..=b'9' | b' ' | b'\t') => self.at += 1,
                Some(b'e') => return Err(EXECUTES),
                Some(b'w') => {
                    self.at += 1;
                    return self.file(WRITES);
                }
                _ => return Ok(()),
            }
        }
    }
}
