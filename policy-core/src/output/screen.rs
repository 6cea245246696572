//! Lines as a terminal would leave them: what was overwritten is gone, colours and titles are gone, text stays.
//!
//! Owns one line and the cursor in it; the sequences themselves are parsed by `vte` (ECMA-48, Paul Williams' state
//! machine). Knows no screen of several lines: what moves the cursor up writes a line more here.

use alloc::vec::Vec;
use core::fmt;

/// Most characters of one line that are held; a longer one is handed on in parts, which cannot be overwritten.
const LINE_CHARACTERS_MAX: usize = 1 << 16;

/// How many bytes the parser is given at once. It looks for the next escape after every byte that is not UTF-8, so
/// that a large piece of such bytes would cost the square of its length.
const STEP_BYTES: usize = 256;

/// A part of the text: a line with its end, or a part of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'p> {
    /// The characters.
    pub text: &'p [char],
    /// What ends the line: `\n`, `\r\n`, or nothing.
    pub end: &'static str,
    /// Whether the piece begins and ends where a line does.
    pub is_whole_line: bool,
}

/// The line that is being written.
#[derive(Default)]
pub struct Screen {
    parser: vte::Parser,
    line: ScreenLine,
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Screen").field("line", &self.line).finish_non_exhaustive()
    }
}

impl Screen {
    /// Takes the next bytes and hands on each line that is done.
    pub fn push(&mut self, bytes: &[u8], mut to: impl FnMut(Piece<'_>)) {
        for line in bytes.split_inclusive(|byte| *byte == b'\n') {
            for step in line.chunks(STEP_BYTES) {
                self.parser.advance(&mut Writing { line: &mut self.line, to: &mut to }, step);
            }
            if line.last() == Some(&b'\n') {
                // A sequence ends with its line: one that is never finished would swallow all that follows.
                let swallowed = !self.line.is_ended;
                self.parser = vte::Parser::new();
                if swallowed {
                    self.line.end(&mut to);
                }
                self.line.is_ended = false;
            }
        }
    }

    /// Hands on what is left when nothing follows.
    pub fn end(&mut self, mut to: impl FnMut(Piece<'_>)) {
        // The parser shows a character that was begun and not finished only when it sees that it goes on otherwise.
        self.parser.advance(&mut Writing { line: &mut self.line, to: &mut to }, b"\0");
        self.parser = vte::Parser::new();
        let ScreenLine { cells, is_part, .. } = &mut self.line;
        if !cells.is_empty() {
            to(Piece { text: cells, end: "", is_whole_line: !*is_part });
        }
        self.line = ScreenLine::default();
    }
}

/// One line and the cursor in it.
#[derive(Debug, Default)]
struct ScreenLine {
    cells: Vec<char>,
    column: usize,
    /// The last character returned the cursor.
    is_returned: bool,
    /// A part of this line was handed on already.
    is_part: bool,
    /// The line feed of this line was carried out.
    is_ended: bool,
}

impl ScreenLine {
    fn end(&mut self, to: &mut impl FnMut(Piece<'_>)) {
        let end = if self.is_returned { "\r\n" } else { "\n" };
        to(Piece { text: &self.cells, end, is_whole_line: !self.is_part });
        self.cells.clear();
        (self.column, self.is_returned, self.is_part, self.is_ended) = (0, false, false, true);
    }

    fn write(&mut self, character: char, to: &mut impl FnMut(Piece<'_>)) {
        self.is_returned = false;
        if self.cells.len() >= LINE_CHARACTERS_MAX {
            to(Piece { text: &self.cells, end: "", is_whole_line: false });
            self.cells.clear();
            (self.column, self.is_part) = (0, true);
        }
        if self.column > self.cells.len() {
            self.cells.push(' ');
        }
        match self.cells.get_mut(self.column) {
            Some(cell) => *cell = character,
            None => self.cells.push(character),
        }
        self.column += 1;
    }

    /// Moves the cursor. After the end of the line one blank keeps words apart: as many as were asked for could
    /// make a long text of a short one.
    fn move_to(&mut self, column: usize) {
        self.column = column.min(self.cells.len() + 1);
    }
}

/// The line while the parser writes to it.
struct Writing<'w, F> {
    line: &'w mut ScreenLine,
    to: &'w mut F,
}

impl<F: FnMut(Piece<'_>)> vte::Perform for Writing<'_, F> {
    fn print(&mut self, character: char) {
        self.line.write(character, self.to);
    }

    fn execute(&mut self, byte: u8) {
        match byte {
            b'\n' => self.line.end(self.to),
            b'\r' => (self.line.column, self.line.is_returned) = (0, true),
            b'\t' => self.line.write('\t', self.to),
            0x08 => self.line.column = self.line.column.saturating_sub(1),
            // The parser takes a lone byte that is not UTF-8 for a control of eight bits.
            0x80.. => self.line.write(char::REPLACEMENT_CHARACTER, self.to),
            _ => {}
        }
    }

    fn csi_dispatch(&mut self, parameters: &vte::Params, _: &[u8], _: bool, action: char) {
        let first = parameters.iter().next().and_then(|all| all.first()).copied().unwrap_or(0);
        let count = usize::from(first.max(1));
        let line = &mut *self.line;
        match (action, first) {
            // Erase in line, erase below: the text after the cursor goes.
            ('K' | 'J', 0) => line.cells.truncate(line.column),
            ('K', 2) => {
                line.cells.clear();
                line.column = line.column.min(1);
            }
            ('G' | '`', _) => line.move_to(count - 1),
            ('C', _) => line.move_to(line.column.saturating_add(count)),
            ('D', _) => line.column = line.column.saturating_sub(count),
            _ => {}
        }
    }
}
