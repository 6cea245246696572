//! The question to a person: what would run, why it asks, yes or no.
//!
//! Owns the prompt. Everything but a clear yes is no.

use std::io::{self, BufRead, IsTerminal, Write};

use nix::sys::termios::{FlushArg, tcflush};
use policy_core::Verdict;

use super::draw::{self, Colour};
use policy_core::visible::line;

/// Longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: u64 = 256;

/// Whether there is a person to ask: both the question and the answer go through a terminal.
pub(super) fn somebody_is_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Forgets what was typed on the terminal at standard input before a question was seen.
///
/// # Errors
/// The terminal refuses.
pub(super) fn forget_typed() -> io::Result<()> {
    Ok(tcflush(io::stdin(), FlushArg::TCIFLUSH)?)
}

/// Shows `verdict` on `command`, asks, and reads one line. True for `y` and `yes`. `forget_typed` is called before the
/// question stands there: keys that were pressed earlier are no answer to it.
///
/// # Errors
/// The question cannot be shown or the answer cannot be read; nothing was approved then.
pub(super) fn approves(
    verdict: &Verdict,
    command: &str,
    cwd: &str,
    colour: Colour,
    forget_typed: impl FnOnce() -> io::Result<()>,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<bool> {
    writeln!(output, "{}", draw::question(verdict, command, colour))?;
    output.flush()?;
    forget_typed()?;
    write!(output, "run it in `{}`? [y/N] ", line(cwd))?;
    output.flush()?;
    let mut answer = Vec::new();
    input.take(ANSWER_BYTES_MAX).read_until(b'\n', &mut answer)?;
    if !answer.ends_with(b"\n") {
        // The end of input is no answer, and neither is a line without one.
        writeln!(output)?;
        return Ok(false);
    }
    let answer = answer.trim_ascii();
    Ok(answer.eq_ignore_ascii_case(b"y") || answer.eq_ignore_ascii_case(b"yes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(answer: &[u8]) -> (bool, String) {
        let mut shown = Vec::new();
        let verdict = Verdict::default();
        let yes =
            approves(&verdict, "make \u{1b}x", "/a\u{202e}b", Colour::Never, || Ok(()), answer, &mut shown);
        (yes.unwrap(), String::from_utf8(shown).unwrap())
    }

    #[test]
    fn only_a_clear_yes_is_yes() {
        for answer in ["y\n", "Y\n", "yes\n", " YES \r\n"] {
            assert!(answered(answer.as_bytes()).0, "{answer:?}");
        }
        let long = "y".repeat(10_000);
        for answer in
            ["", "\n", "n\n", "y", "yes", "ye\n", "yy\n", "no\n", "y\0\n", "ÿ\n", "\u{1b}y\n", &long]
        {
            assert!(!answered(answer.as_bytes()).0, "{answer:?}");
        }
    }

    #[test]
    fn the_question_hides_nothing() {
        let (_, shown) = answered(b"n\n");
        assert!(shown.contains("make <U+001B>x"), "{shown}");
        assert!(shown.ends_with("run it in `/a<U+202E>b`? [y/N] "), "{shown}");
    }
}
