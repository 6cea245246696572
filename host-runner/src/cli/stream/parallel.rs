//! The answers of a stream from several threads, in the order of its lines.
//!
//! Owns the batches and who gets them: the first goes to the first thread, the next to the next one, and the answers are
//! taken in the same turn. What is under way is bounded, so that the memory is.

use std::io::{self, ErrorKind, Read, Write};
use std::num::NonZero;
use std::ops::Range;
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::{panic, thread};

use super::answer::{Judges, answer_line};
use crate::cli::lines::{Line, Lines};

/// Bytes of lines after which a batch is handed over: some milliseconds of work.
const BATCH_BYTES: usize = 16 * 1024;

/// Batches that wait for a thread, and answered ones that wait to be written, for each thread.
const QUEUE: usize = 2;

/// Lines that one thread answers in one go.
#[derive(Debug, Default)]
struct Batch {
    /// The number of its first line in the stream, from 1.
    first: u32,
    bytes: Vec<u8>,
    /// Where each line is in `bytes`; none for a line that was too long.
    lines: Vec<Option<Range<usize>>>,
}

impl Batch {
    fn push(&mut self, line: &Line<'_>) {
        self.lines.push(match line {
            Line::Bytes(bytes) => {
                let start = self.bytes.len();
                self.bytes.extend_from_slice(bytes);
                Some(start..self.bytes.len())
            }
            Line::TooLong => None,
        });
    }

    fn lines(&self) -> impl Iterator<Item = (u32, Line<'_>)> {
        let lines = self.lines.iter().map(|range| match range {
            Some(range) => Line::Bytes(self.bytes.get(range.clone()).unwrap_or_default()),
            None => Line::TooLong,
        });
        (self.first..).zip(lines)
    }
}

/// Answers every line of `input` on `jobs` threads besides those that read and write.
pub(super) fn answer_lines(
    input: impl Read,
    output: impl Write + Send,
    judges: Judges<'_>,
    jobs: NonZero<usize>,
) -> io::Result<()> {
    thread::scope(|scope| {
        let (mut inlets, mut outlets) = (Vec::new(), Vec::new());
        for _ in 0..jobs.get() {
            let (inlet, batches) = sync_channel(QUEUE);
            let (answers, outlet) = sync_channel(QUEUE);
            inlets.push(inlet);
            outlets.push(outlet);
            scope.spawn(move || work(&batches, &answers, judges));
        }
        let writer = scope.spawn(move || write(output, &outlets));
        let read = read(input, &inlets);
        // The threads end when there can be no further batch.
        drop(inlets);
        // Nobody reads the answers any more, or the disk is full: that is what happened, not the closed channel.
        writer.join().unwrap_or_else(|payload| panic::resume_unwind(payload)).and(read)
    })
}

/// Hands the lines to the threads in turn.
fn read(input: impl Read, inlets: &[SyncSender<Batch>]) -> io::Result<()> {
    let mut lines = Lines::new(input);
    let mut turn = inlets.iter().cycle();
    let mut batch = Batch { first: 1, ..Batch::default() };
    let mut hand_over = |batch: &mut Batch| {
        if batch.lines.is_empty() {
            return Ok(());
        }
        let count = u32::try_from(batch.lines.len()).unwrap_or(u32::MAX);
        let next = Batch { first: batch.first.saturating_add(count), ..Batch::default() };
        let full = std::mem::replace(batch, next);
        let sent = turn.next().and_then(|inlet| inlet.send(full).ok());
        sent.ok_or_else(|| io::Error::from(ErrorKind::BrokenPipe))
    };
    // An answer is never held back while the peer may be waiting for it.
    while let Some(line) = lines.next(|| hand_over(&mut batch))? {
        batch.push(&line);
        if batch.bytes.len() >= BATCH_BYTES {
            hand_over(&mut batch)?;
        }
    }
    hand_over(&mut batch)
}

/// Answers batches until there are no more, or nobody takes the answers.
fn work(batches: &Receiver<Batch>, answers: &SyncSender<Vec<u8>>, judges: Judges<'_>) {
    let mut door = judges.door();
    for batch in batches {
        let mut text = Vec::new();
        for (number, line) in batch.lines() {
            text.extend_from_slice(answer_line(&line, number, &mut door, judges).as_bytes());
            text.push(b'\n');
        }
        if answers.send(text).is_err() {
            return;
        }
    }
}

/// Writes the answers of the threads in turn. The first that has no more ends the stream: none after it has got a batch.
fn write(mut output: impl Write, outlets: &[Receiver<Vec<u8>>]) -> io::Result<()> {
    for outlet in outlets.iter().cycle() {
        let answers = match outlet.try_recv() {
            Ok(answers) => answers,
            Err(TryRecvError::Disconnected) => break,
            Err(TryRecvError::Empty) => {
                output.flush()?;
                match outlet.recv() {
                    Ok(answers) => answers,
                    Err(_) => break,
                }
            }
        };
        output.write_all(&answers)?;
    }
    output.flush()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use policy_core::Policy;

    use super::*;
    use crate::cli::arguments::LocationArguments;
    use crate::cli::request::Location;

    /// A stream with good lines, wrong ones, empty ones and one that is too long, as many as make several batches.
    fn input() -> Vec<u8> {
        let mut input = Vec::new();
        for number in 0..3_000 {
            let line = match number % 7 {
                5 => "{".to_owned(),
                6 => String::new(),
                kind => {
                    let command = ["ls", "git push", "rm -rf /", "cat a | sort", "echo $x > y"][kind];
                    format!(r#"{{"id":{number},"command":"{command}"}}"#)
                }
            };
            input.extend_from_slice(line.as_bytes());
            input.push(b'\n');
        }
        input.extend(vec![b'x'; 2 * 1024 * 1024]);
        input.extend_from_slice(b"\n{\"command\":\"pwd\"}");
        input
    }

    #[test]
    fn several_threads_give_the_bytes_of_one() {
        let policy = Arc::new(Policy::default());
        let here = Location::of(&LocationArguments::default()).unwrap();
        let judges = Judges { policy: &policy, gate: None, here: &here };
        let input = input();
        let mut one = Vec::new();
        super::super::serial::answer_lines(&input[..], &mut one, judges).unwrap();
        assert_eq!(memchr::memchr_iter(b'\n', &one).count(), 3_002);
        for jobs in [2, 3, 16] {
            let mut several = Vec::new();
            answer_lines(&input[..], &mut several, judges, NonZero::new(jobs).unwrap()).unwrap();
            assert!(several == one, "{jobs} threads");
        }
    }

    #[test]
    fn an_answer_goes_out_before_the_next_request_is_read() {
        /// Gives the next request only when the answer to the last one was written.
        struct Peer {
            left: usize,
            answered: Receiver<()>,
        }
        impl Read for Peer {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                if self.left < 20 {
                    self.answered.recv().map_err(io::Error::other)?;
                }
                let Some(left) = self.left.checked_sub(1) else { return Ok(0) };
                self.left = left;
                let line = b"{\"command\":\"ls\"}\n";
                into[..line.len()].copy_from_slice(line);
                Ok(line.len())
            }
        }
        /// Tells the peer of each answer when it is flushed.
        struct Answers {
            written: usize,
            answered: SyncSender<()>,
        }
        impl Write for Answers {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.written += memchr::memchr_iter(b'\n', bytes).count();
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                for _ in 0..std::mem::take(&mut self.written) {
                    let _ = self.answered.send(());
                }
                Ok(())
            }
        }
        let policy = Arc::new(Policy::default());
        let here = Location::of(&LocationArguments::default()).unwrap();
        let judges = Judges { policy: &policy, gate: None, here: &here };
        let (sender, answered) = sync_channel(1_000);
        let output = Answers { written: 0, answered: sender };
        answer_lines(Peer { left: 20, answered }, output, judges, NonZero::new(2).unwrap()).unwrap();
    }

    #[test]
    fn a_reader_that_is_gone_ends_the_stream() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let policy = Arc::new(Policy::default());
        let here = Location::of(&LocationArguments::default()).unwrap();
        let judges = Judges { policy: &policy, gate: None, here: &here };
        let ended = answer_lines(&input()[..], Gone, judges, NonZero::new(2).unwrap());
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::BrokenPipe);
    }
}
