//! The question to a person about a URL or a search, before anything is sent.
//!
//! Owns the prompt. Everything but a clear answer is no. What is to be written is shown, and asked about, first. Writes no
//! file: it returns what the person chose.

use std::io::{self, BufRead, Write};

use policy_core::visible::line;
use policy_core::web::Tool;

use super::prompt::Terminal;
use crate::settings::add::Addition;
use crate::web::in_letters;

/// Most times that the question is repeated for the help.
const REPEATS_MAX: usize = 8;

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'q> {
    pub(super) tool: Tool,
    /// The URL that would be requested, or the words that would be sent.
    pub(super) subject: &'q str,
    /// Why it asks.
    pub(super) reason: &'q str,
}

/// What a person answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// This once.
    Once,
    /// From now on, by the rules that were shown.
    Always,
    /// Not at all.
    No,
}

/// Asks `question`, and offers the rules `always`. `forget_typed` is called before the question is there: keys that were
/// pressed earlier are no answer to it.
///
/// # Errors
/// The question cannot be shown or the answer cannot be read; nothing was approved then.
pub(super) fn ask(
    question: &Question<'_>,
    always: &[Addition],
    forget_typed: impl FnOnce() -> io::Result<()>,
    terminal: &mut Terminal<impl BufRead, impl Write>,
) -> io::Result<Answer> {
    let (what, act) = match question.tool {
        Tool::Fetch => ("the page", "fetch it"),
        Tool::Search => ("the search", "send these words"),
    };
    writeln!(terminal.output, "shellgate: {what} asks: {}", line(question.reason))?;
    writeln!(terminal.output, "  {}", line(question.subject))?;
    if let Some(letters) =
        Some(question.subject).filter(|_| question.tool == Tool::Fetch).and_then(in_letters)
    {
        writeln!(terminal.output, "  {letters} (the same in its letters)")?;
    }
    terminal.output.flush()?;
    forget_typed()?;
    let keys = if always.is_empty() { "y/N/?" } else { "y/a/N/?" };
    for _ in 0..REPEATS_MAX {
        let Some(said) = terminal.answer(&format!("{act}? [{keys}] "))? else { return Ok(Answer::No) };
        match said.to_ascii_lowercase().as_str() {
            "y" | "yes" | "once" => return Ok(Answer::Once),
            "a" | "always" if !always.is_empty() => {
                for addition in always {
                    writeln!(terminal.output, "{}", addition.sentence())?;
                }
                if terminal.confirms(&format!("write this, and {act}? [y/N] "))? {
                    return Ok(Answer::Always);
                }
            }
            "?" => writeln!(terminal.output, "{}", help(always))?,
            _ => return Ok(Answer::No),
        }
    }
    Ok(Answer::No)
}

/// What each answer does.
fn help(always: &[Addition]) -> String {
    let entries = always.iter().map(|addition| format!("`{}`", line(&addition.entry))).collect::<Vec<_>>();
    let always = if entries.is_empty() {
        String::new()
    } else {
        format!("\na  always: allow {} from now on", entries.join(", "))
    };
    format!("y  once: this time only{always}\nn  no: nothing is sent")
}

#[cfg(test)]
mod tests {
    use super::super::draw::Colour;
    use super::*;

    const URL: Question<'_> =
        Question { tool: Tool::Fetch, subject: "https://xn--bcher-kva.de/a", reason: "no rule\nallows it" };

    fn rule() -> Addition {
        Addition {
            keys: &["permissions", "allow"],
            entry: "WebFetch(domain:xn--bcher-kva.de)".to_owned(),
            file: "/p/s.json".into(),
        }
    }

    fn answered(question: &Question<'_>, always: &[Addition], typed: &[u8]) -> (Answer, String) {
        let mut shown = Vec::new();
        let mut terminal = Terminal { input: typed, output: &mut shown, colour: Colour::Never };
        let answer = ask(question, always, || Ok(()), &mut terminal).unwrap();
        (answer, String::from_utf8(shown).unwrap())
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        for typed in ["y\n", "YES\n", " once \n"] {
            assert_eq!(answered(&URL, &[], typed.as_bytes()).0, Answer::Once, "{typed:?}");
        }
        for typed in ["", "\n", "y", "n\n", "yy\n", "y x\n", "a\ny\n", "\u{1b}y\n"] {
            assert_eq!(answered(&URL, &[], typed.as_bytes()).0, Answer::No, "{typed:?}");
        }
        assert_eq!(answered(&URL, &[], "?\n".repeat(100).as_bytes()).0, Answer::No);
    }

    #[test]
    fn what_is_written_is_shown_first_and_needs_a_yes_of_its_own() {
        let (answer, shown) = answered(&URL, &[rule()], b"?\na\ny\n");
        assert_eq!(answer, Answer::Always);
        assert!(
            shown.contains(
                "adds `WebFetch(domain:xn--bcher-kva.de)` to `permissions.allow` in `/p/s.json`\nwrite this"
            ),
            "{shown}"
        );
        assert!(shown.contains("\na  always: allow `WebFetch(domain:xn--bcher-kva.de)` from now on"));
        for typed in ["a\n", "a\nn\n", "a\n\n\n"] {
            assert_eq!(answered(&URL, &[rule()], typed.as_bytes()).0, Answer::No, "{typed:?}");
        }
        assert_eq!(answered(&URL, &[rule()], b"a\nn\ny\n").0, Answer::Once);
    }

    #[test]
    fn the_question_shows_the_url_in_both_forms_and_hides_nothing() {
        let (_, shown) = answered(&URL, &[], b"n\n");
        assert_eq!(
            shown,
            "shellgate: the page asks: no rule<U+000A>allows it\n  https://xn--bcher-kva.de/a\n  \
             https://bücher.de/a (the same in its letters)\nfetch it? [y/N/?] "
        );
        let words = Question { tool: Tool::Search, subject: "rust\u{202e}", reason: "it is sent" };
        let (_, shown) = answered(&words, &[], b"n\n");
        assert!(shown.contains("the search asks: it is sent\n  rust<U+202E>\nsend these words? [y/N/?] "));
    }
}
