//! The question to a person about a host, while the command waits for its connection.
//!
//! Owns the prompt and the reading of the terminal, which leaves nothing behind when the question is withdrawn. Everything
//! but a clear yes is no. What is to be written is shown, and asked about, first.

use std::io::{self, Write as _};

use policy_core::visible::line;

use super::prompt::forget_typed;
use crate::network::{HostAnswer, HostQuestion};
use crate::settings::add::Addition;
use crate::system::terminal;

/// Longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: usize = 1_024;

/// Most times that the question is repeated.
const REPEATS_MAX: usize = 8;

/// Asks the person at the terminal about `question`. `addition` is the entry that would allow it from now on, and `keep`
/// writes it.
pub(super) async fn ask(
    question: HostQuestion,
    addition: Option<Addition>,
    keep: impl Fn(&Addition) -> Result<(), String>,
) -> HostAnswer {
    let mut dialogue = Dialogue::new(&question, addition);
    // What was typed before is no answer.
    if forget_typed().is_err() {
        return HostAnswer::No;
    }
    let mut shown = dialogue.begin();
    loop {
        show(&shown);
        let Ok(said) = typed().await else { return HostAnswer::No };
        match dialogue.hear(said.as_deref()) {
            Next::Show(text) => shown = text,
            Next::Done(HostAnswer::Always) => {
                let kept = dialogue.addition.as_ref().map_or(Ok(()), &keep);
                let Err(why) = kept else { return HostAnswer::Always };
                show(&format!("shellgate: {}\n", line(&why)));
                return HostAnswer::No;
            }
            Next::Done(answer) => return answer,
        }
    }
}

/// Writes to the person. When that fails nobody is there, and no answer will come.
fn show(text: &str) {
    let mut output = io::stderr().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// One line of the terminal at standard input; none at its end, and for what is no line. Reads only when there is one.
async fn typed() -> io::Result<Option<String>> {
    let bytes = terminal::typed(ANSWER_BYTES_MAX).await?;
    let is_line = bytes.ends_with(b"\n");
    Ok(String::from_utf8(bytes).ok().filter(|_| is_line).map(|said| said.trim_ascii().to_owned()))
}

/// What has been said about one question.
struct Dialogue {
    destination: String,
    addition: Option<Addition>,
    is_confirming: bool,
    repeats: usize,
}

/// What comes next.
enum Next {
    /// Show this, and read on.
    Show(String),
    Done(HostAnswer),
}

impl Dialogue {
    fn new(question: &HostQuestion, addition: Option<Addition>) -> Self {
        let destination = line(&question.to_string()).into_owned();
        Self { destination, addition, is_confirming: false, repeats: 0 }
    }

    fn begin(&self) -> String {
        let Self { destination, .. } = self;
        format!(
            "shellgate: the command waits to connect to `{destination}`, which nothing in the settings names\n{}",
            self.asked()
        )
    }

    fn asked(&self) -> String {
        let keys = if self.addition.is_some() { "y/a/N/?" } else { "y/N/?" };
        format!("let it connect to `{}`? [{keys}] ", self.destination)
    }

    /// What follows from a line; none where there was none.
    fn hear(&mut self, said: Option<&str>) -> Next {
        let said = said.map(str::to_ascii_lowercase);
        let is_yes = matches!(said.as_deref(), Some("y" | "yes"));
        let was_confirming = std::mem::take(&mut self.is_confirming);
        self.repeats += 1;
        if was_confirming && is_yes {
            return Next::Done(HostAnswer::Always);
        }
        if self.repeats > REPEATS_MAX {
            return Next::Done(HostAnswer::No);
        }
        if was_confirming && said.is_some() {
            return Next::Show(self.asked());
        }
        match (said.as_deref(), &self.addition) {
            (Some("y" | "yes" | "once"), _) => Next::Done(HostAnswer::Once),
            (Some("a" | "always"), Some(addition)) => {
                self.is_confirming = true;
                Next::Show(format!("{}\nwrite this, and let it connect? [y/N] ", addition.sentence()))
            }
            (Some("?"), _) => Next::Show(format!("{}\n{}", self.help(), self.asked())),
            _ => Next::Done(HostAnswer::No),
        }
    }

    /// What each answer does.
    fn help(&self) -> String {
        let always = self.addition.as_ref().map(|addition| {
            format!("\na  always: add `{}` to the settings, and let it connect", line(&addition.entry))
        });
        format!(
            "y  once: let this run connect to it{}\nn  no: refuse the host for this run",
            always.unwrap_or_default()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addition() -> Addition {
        Addition {
            keys: &["sandbox", "network", "allowedDomains"],
            entry: "docs.rs:443".to_owned(),
            file: "/p/s.json".into(),
        }
    }

    /// The answer to these lines, and what was shown.
    fn answered(addition: Option<Addition>, lines: &[Option<&str>]) -> (Option<HostAnswer>, String) {
        let question = HostQuestion { host: "docs.rs".to_owned(), port: 443 };
        let mut dialogue = Dialogue::new(&question, addition);
        let mut shown = dialogue.begin();
        for said in lines {
            match dialogue.hear(*said) {
                Next::Show(text) => shown.push_str(&text),
                Next::Done(answer) => return (Some(answer), shown),
            }
        }
        (None, shown)
    }

    #[test]
    fn only_a_clear_yes_lets_it_connect() {
        for said in ["y", "Y", "yes", "once"] {
            assert_eq!(answered(None, &[Some(said)]).0, Some(HostAnswer::Once), "{said}");
        }
        for said in
            [None, Some(""), Some("n"), Some("no"), Some("yy"), Some("a"), Some("y x"), Some("\u{1b}y")]
        {
            assert_eq!(answered(None, &[said]).0, Some(HostAnswer::No), "{said:?}");
        }
        let (answer, shown) = answered(None, &[Some("?"); 100]);
        assert_eq!(answer, Some(HostAnswer::No));
        assert!(shown.contains("let it connect to `docs.rs:443`? [y/N/?] ") && !shown.contains("always"));
    }

    #[test]
    fn what_is_written_is_shown_first_and_needs_a_yes_of_its_own() {
        let said = |lines: &[&str]| {
            let lines = lines.iter().copied().map(Some).collect::<Vec<_>>();
            answered(Some(addition()), &lines)
        };
        let (answer, shown) = said(&["?", "a", "y"]);
        assert_eq!(answer, Some(HostAnswer::Always));
        assert!(
            shown.contains("adds `docs.rs:443` to `sandbox.network.allowedDomains` in `/p/s.json`"),
            "{shown}"
        );
        assert!(shown.contains("[y/a/N/?] ") && shown.contains("\na  always: add `docs.rs:443`"), "{shown}");
        for lines in [&["a", "n", "n"][..], &["a", "", ""], &["a", "a", "n"]] {
            assert_eq!(said(lines).0, Some(HostAnswer::No), "{lines:?}");
        }
        assert_eq!(said(&["a", "n", "y"]).0, Some(HostAnswer::Once));
        assert_eq!(said(&["a"]).0, None);
        assert_eq!(answered(Some(addition()), &[Some("a"), None]).0, Some(HostAnswer::No));
    }
}
