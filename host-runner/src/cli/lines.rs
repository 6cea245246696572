//! Lines of bytes from a stream, in bounded memory.
//!
//! Owns the reading and its bound. Does not interpret lines.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// Longest line that is kept, in bytes, without its end.
pub(super) const LINE_BYTES_MAX: usize = 1024 * 1024;

/// The lines of `input`, one at a time in one buffer.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
}

/// One line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'l> {
    /// Its bytes.
    Bytes(&'l [u8]),
    /// It was longer than [`LINE_BYTES_MAX`]; the rest of it was read and thrown away.
    TooLong,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(64 * 1024, input), line: Vec::new() }
    }

    /// The next line; none at the end. `before_waiting` is called each time when the next read may block.
    pub(super) fn next(
        &mut self,
        mut before_waiting: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let (mut too_long, mut any) = (false, false);
        loop {
            if self.input.buffer().is_empty() {
                before_waiting()?;
            }
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let part = chunk.get(..end.unwrap_or(chunk.len())).unwrap_or_default();
            let finished = end.is_some() || chunk.is_empty();
            any |= !chunk.is_empty();
            too_long |= self.line.len() + part.len() > LINE_BYTES_MAX;
            if !too_long {
                self.line.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if finished {
                return Ok(any.then_some(if too_long { Line::TooLong } else { Line::Bytes(&self.line) }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of `input`, which comes in reads of at most `step` bytes.
    fn read(input: &[u8], step: usize) -> Vec<Option<Vec<u8>>> {
        struct Steps<'i>(&'i [u8], usize);
        impl Read for Steps<'_> {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                let step = self.1.min(into.len());
                self.0.read(&mut into[..step])
            }
        }
        let mut lines = Lines::new(Steps(input, step));
        let mut found = Vec::new();
        while let Some(line) = lines.next(|| Ok(())).unwrap() {
            found.push(match line {
                Line::Bytes(bytes) => Some(bytes.to_vec()),
                Line::TooLong => None,
            });
            assert!(lines.line.capacity() <= 2 * LINE_BYTES_MAX, "the buffer stays bounded");
        }
        found
    }

    #[test]
    fn lines_are_the_same_however_they_arrive() {
        let cases: [(&[u8], &[&[u8]]); 6] = [
            (b"", &[]),
            (b"\n", &[b""]),
            (b"a\nb\n", &[b"a", b"b"]),
            (b"a\nb", &[b"a", b"b"]),
            (b"\n\nx\r\n", &[b"", b"", b"x\r"]),
            (b"\xff\0\n", &[b"\xff\0"]),
        ];
        for (input, expected) in cases {
            for step in [1, 2, 1000] {
                let found: Vec<Vec<u8>> = read(input, step).into_iter().flatten().collect();
                assert_eq!(found, expected, "{input:?} in steps of {step}");
            }
        }
    }

    #[test]
    fn a_line_past_the_bound_is_skipped_and_the_next_one_read() {
        let fits = vec![b'x'; LINE_BYTES_MAX];
        let long = vec![b'x'; LINE_BYTES_MAX * 3];
        let input = [&fits[..], b"\n", &long[..], b"\nnext\n", &long[..]].concat();
        let found = read(&input, 100_000);
        let lengths: Vec<Option<usize>> = found.iter().map(|line| line.as_ref().map(Vec::len)).collect();
        assert_eq!(lengths, [Some(LINE_BYTES_MAX), None, Some(4), None]);
    }

    #[test]
    fn what_was_answered_goes_out_before_a_read_that_may_block() {
        let mut lines = Lines::new(&b"a\nb\n"[..]);
        let mut waits = 0;
        while lines
            .next(|| {
                waits += 1;
                Ok(())
            })
            .unwrap()
            .is_some()
        {}
        assert_eq!(waits, 2, "once for the two lines that came together, once for the end");
    }
}
