//! Bytes as lines: the encoding, the ends of lines, and the longest line.

use memchr::memchr;

/// What the bytes say at the start of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encoding {
    /// The first bytes are not all here yet.
    Unknown,
    Utf8,
    Utf16 {
        big_endian: bool,
    },
}

/// A part of a log.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    Line { number: u64, bytes: &'a [u8] },
    TooLong { number: u64 },
}

/// Splits the bytes of one log.
#[derive(Debug)]
pub(crate) struct Lines {
    encoding: Encoding,
    /// Bytes before the encoding is known, or half a unit.
    start: Vec<u8>,
    /// A unit that only has a meaning with the next one.
    high: Option<u16>,
    line: Vec<u8>,
    is_skipping: bool,
    line_bytes_max: usize,
    /// The number of the current line.
    pub(crate) number: u64,
    /// Units of UTF-16 that are no text.
    pub(crate) replaced: u64,
}

impl Lines {
    pub(crate) fn new(line_bytes_max: usize) -> Self {
        Self {
            encoding: Encoding::Unknown,
            start: Vec::new(),
            high: None,
            line: Vec::new(),
            is_skipping: false,
            line_bytes_max,
            number: 1,
            replaced: 0,
        }
    }

    pub(crate) fn push(&mut self, bytes: &[u8], each: &mut dyn FnMut(Part<'_>)) {
        match self.encoding {
            Encoding::Utf8 => self.split(bytes, each),
            Encoding::Utf16 { big_endian } => self.decode(bytes, big_endian, each),
            Encoding::Unknown => {
                self.start.extend_from_slice(bytes);
                if self.start.len() >= 3 {
                    self.begin(each);
                }
            }
        }
    }

    /// The last line, also without an end.
    pub(crate) fn finish(&mut self, each: &mut dyn FnMut(Part<'_>)) {
        if self.encoding == Encoding::Unknown {
            self.begin(each);
        }
        if self.high.take().is_some() || !self.start.is_empty() {
            self.replaced += 1;
            self.split("\u{fffd}".as_bytes(), each);
        }
        if self.is_skipping || !self.line.is_empty() {
            self.end_line(each);
        }
    }

    /// Reads the mark at the start, and what came after it.
    fn begin(&mut self, each: &mut dyn FnMut(Part<'_>)) {
        let start = std::mem::take(&mut self.start);
        let (encoding, mark) = match start.as_slice() {
            [0xef, 0xbb, 0xbf, ..] => (Encoding::Utf8, 3),
            [0xff, 0xfe, ..] => (Encoding::Utf16 { big_endian: false }, 2),
            [0xfe, 0xff, ..] => (Encoding::Utf16 { big_endian: true }, 2),
            _ => (Encoding::Utf8, 0),
        };
        self.encoding = encoding;
        self.push(start.get(mark..).unwrap_or_default(), each);
    }

    fn decode(&mut self, bytes: &[u8], big_endian: bool, each: &mut dyn FnMut(Part<'_>)) {
        let mut all = std::mem::take(&mut self.start);
        all.extend_from_slice(bytes);
        let (pairs, half) = all.as_chunks::<2>();
        let unit = |pair: &[u8; 2]| {
            if big_endian { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) }
        };
        let mut units: Vec<u16> = self.high.take().into_iter().chain(pairs.iter().map(unit)).collect();
        if units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            self.high = units.pop();
        }
        let mut text = String::with_capacity(units.len());
        for decoded in char::decode_utf16(units) {
            self.replaced += u64::from(decoded.is_err());
            text.push(decoded.unwrap_or('\u{fffd}'));
        }
        self.start = half.to_vec();
        self.split(text.as_bytes(), each);
    }

    fn split(&mut self, mut bytes: &[u8], each: &mut dyn FnMut(Part<'_>)) {
        while let Some(end) = memchr(b'\n', bytes) {
            let (line, rest) = bytes.split_at(end);
            self.add(line);
            self.end_line(each);
            bytes = rest.get(1..).unwrap_or_default();
        }
        self.add(bytes);
    }

    fn add(&mut self, bytes: &[u8]) {
        if !self.is_skipping && self.line.len() + bytes.len() > self.line_bytes_max {
            self.is_skipping = true;
            self.line = Vec::new();
        }
        if !self.is_skipping {
            self.line.extend_from_slice(bytes);
        }
    }

    fn end_line(&mut self, each: &mut dyn FnMut(Part<'_>)) {
        let number = self.number;
        if self.is_skipping {
            each(Part::TooLong { number });
        } else {
            each(Part::Line { number, bytes: self.line.strip_suffix(b"\r").unwrap_or(&self.line) });
        }
        self.is_skipping = false;
        self.line.clear();
        self.number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of `bytes`, which come in pieces of `size`; a line that is too long is none.
    fn lines(bytes: &[u8], size: usize) -> Vec<Option<String>> {
        let mut found = Vec::new();
        let mut each = |part: Part<'_>| {
            found.push(match part {
                Part::Line { bytes, .. } => Some(String::from_utf8_lossy(bytes).into_owned()),
                Part::TooLong { .. } => None,
            });
        };
        let mut lines = Lines::new(8);
        bytes.chunks(size).for_each(|piece| lines.push(piece, &mut each));
        lines.finish(&mut each);
        found
    }

    #[test]
    fn the_size_of_the_pieces_changes_nothing() {
        let utf16 = |text: &str, mark: &[u8], order: fn(u16) -> [u8; 2]| {
            let units = text.encode_utf16().flat_map(order);
            mark.iter().copied().chain(units).collect::<Vec<u8>>()
        };
        let text = "a\r\n\u{1f600}b\n\nlast";
        let want = ["a", "\u{1f600}b", "", "last"].map(|line| Some(line.to_owned()));
        for bytes in [
            text.as_bytes().to_vec(),
            [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            utf16(text, &[0xff, 0xfe], u16::to_le_bytes),
            utf16(text, &[0xfe, 0xff], u16::to_be_bytes),
        ] {
            for size in 1..=bytes.len() {
                assert_eq!(lines(&bytes, size), want, "pieces of {size}: {bytes:?}");
            }
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_left_out_and_the_next_one_is_read() {
        for size in 1..12 {
            let want = [Some("12345678".to_owned()), None, Some("x".to_owned()), None];
            assert_eq!(lines(b"12345678\n123456789\nx\n0123456789", size), want);
        }
    }

    #[test]
    fn half_a_unit_at_the_end_is_seen() {
        assert_eq!(lines(b"\xff\xfea\0b", 1), [Some("a\u{fffd}".to_owned())]);
        assert_eq!(lines(b"\xff\xfea\0\x3d\xd8", 1), [Some("a\u{fffd}".to_owned())]);
        assert_eq!(lines(b"", 1), []);
        assert_eq!(lines(b"\xff", 1), [Some("\u{fffd}".to_owned())]);
    }
}
