//! The two outputs of `shellgate`: data to standard output, messages to standard error.
//!
//! Owns when colour is used (`NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`, `TERM=dumb`, whether the output is a terminal)
//! and what happens when the reader is gone.

use std::io::{self, ErrorKind, Write};

use anstream::{AutoStream, ColorChoice};

/// Whether a drawing has colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Plain text.
    Never,
    /// With ANSI escape sequences.
    Always,
}

impl From<ColorChoice> for Colour {
    fn from(choice: ColorChoice) -> Self {
        if choice == ColorChoice::Never { Self::Never } else { Self::Always }
    }
}

/// The colour that standard output calls for.
pub(super) fn colour_of_data() -> Colour {
    AutoStream::choice(&io::stdout()).into()
}

/// The colour that standard error calls for.
pub(super) fn colour_of_messages() -> Colour {
    AutoStream::choice(&io::stderr()).into()
}

/// Writes data.
///
/// # Errors
/// Standard output cannot be written to. A reader who went away is no error.
pub(super) fn data(text: &str) -> io::Result<()> {
    quietly(write(io::stdout().lock(), text)).map_err(|error| unwritable(&error))
}

/// Writes a message. When that fails nobody is left to hear it.
pub(super) fn message(text: &str) {
    let _ = write(io::stderr().lock(), text);
}

/// `error` with the stream that it is about.
fn unwritable(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("standard output cannot be written to: {error}"))
}

/// A reader who went away ends the output, not the program.
pub(super) fn quietly(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

fn write(mut to: impl Write, text: &str) -> io::Result<()> {
    to.write_all(text.as_bytes())?;
    if !text.ends_with('\n') {
        to.write_all(b"\n")?;
    }
    to.flush()
}
