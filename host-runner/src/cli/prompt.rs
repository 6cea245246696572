//! The question to a person: what would run, why it asks, and which answers there are.
//!
//! Owns the prompt. Everything but a clear answer is no. Writes nothing: it returns what the person chose.

use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use policy_core::Verdict;

use super::draw::{self, Colour};
use super::interruption::Interruption;
use super::sandbox_counts::SandboxCounts;
use crate::settings::add::Addition;
pub(super) use crate::system::terminal::forget_typed;
use policy_core::visible::line;

/// Longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: u64 = 1_024;

/// Most times that the question is repeated for the help.
const REPEATS_MAX: usize = 8;

/// What a person can choose besides yes and no.
#[derive(Clone, Debug, Default)]
pub(super) struct Offers {
    /// The rules that would allow the command from now on.
    pub(super) always: Vec<Addition>,
    /// The directory in which it would be allowed to work from now on.
    pub(super) directory: Option<Addition>,
    /// The host that it would be allowed to reach from now on.
    pub(super) host: Option<Addition>,
    /// Whether it can be allowed in this place for a session.
    pub(super) for_session: bool,
    /// The setting by which the sandbox counts.
    pub(super) sandbox: Option<SandboxCounts>,
    /// Whether nobody was told of that setting yet.
    pub(super) is_sandbox_new: bool,
}

/// What a person answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// Run it this once.
    Once,
    /// Run it, and write these entries.
    Always(Vec<Addition>),
    /// Run it, and do not ask about it again in this session.
    Session,
    /// Write this setting, and decide anew.
    Sandbox(SandboxCounts),
    /// Do not run it, for this reason, which is empty if none was given.
    No(String),
}

/// Where the question is shown and the answer read.
pub(super) struct Terminal<I, O> {
    pub(super) input: I,
    pub(super) output: O,
    pub(super) colour: Colour,
}

/// Whether there is a person to ask: both the question and the answer go through a terminal.
pub(super) fn somebody_is_there() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Ends the line of the question when a person interrupts it, and then the program, while the value is there.
#[derive(Debug)]
pub(super) struct Interruptible(Arc<AtomicBool>);

impl Interruptible {
    /// Watches for the interrupt key. Without a thread to watch, the signal ends the program as ever.
    pub(super) fn watch() -> Self {
        let asking = Arc::new(AtomicBool::new(true));
        let waiting = Arc::clone(&asking);
        let wait = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let interruption = Interruption::default();
            drop(runtime.map(|runtime| runtime.block_on(interruption.clone().wait())));
            if let Some(status) = interruption.status().filter(|_| waiting.load(Ordering::SeqCst)) {
                super::terminal::message("\nnot run: the question was interrupted");
                std::process::exit(i32::from(status));
            }
        };
        drop(std::thread::Builder::new().name("question".to_owned()).spawn(wait));
        Self(asking)
    }
}

impl Drop for Interruptible {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

/// Shows `verdict` on `command`, asks, and reads the answer. `forget_typed` is called before the question is there:
/// keys that were pressed earlier are no answer to it. What is to be written is shown, and asked about, first.
///
/// # Errors
/// The question cannot be shown or the answer cannot be read; nothing was approved then.
pub(super) fn ask(
    verdict: &Verdict,
    command: &str,
    cwd: &str,
    offers: &Offers,
    forget_typed: impl FnOnce() -> io::Result<()>,
    terminal: &mut Terminal<impl BufRead, impl Write>,
) -> io::Result<Answer> {
    let drawn = draw::question(verdict, command, terminal.colour);
    writeln!(terminal.output, "{drawn}")?;
    if offers.sandbox.is_some() && offers.is_sandbox_new {
        writeln!(terminal.output, "to be asked only about what the sandbox does not hold, answer `b`")?;
    }
    terminal.output.flush()?;
    forget_typed()?;
    for _ in 0..REPEATS_MAX {
        let asked = format!("run it in `{}`? [{}] ", line(cwd), offers.keys());
        let Some(said) = terminal.answer(&asked)? else { return Ok(Answer::No(String::new())) };
        let (key, rest) = said.split_once(char::is_whitespace).unwrap_or((&said, ""));
        let chosen = match key.to_ascii_lowercase().as_str() {
            "y" | "yes" | "once" if rest.is_empty() => return Ok(Answer::Once),
            "s" | "session" if rest.is_empty() && offers.for_session => return Ok(Answer::Session),
            "a" | "always" if rest.is_empty() => offers.always.clone(),
            "d" | "directory" if rest.is_empty() => offers.directory.iter().cloned().collect(),
            "h" | "host" if rest.is_empty() => offers.host.iter().cloned().collect(),
            "b" if rest.is_empty() && offers.sandbox.is_some() => {
                if let Some(setting) = &offers.sandbox {
                    writeln!(terminal.output, "{}", setting.sentence())?;
                    if terminal.confirms("write this, and decide anew? [y/N] ")? {
                        return Ok(Answer::Sandbox(setting.clone()));
                    }
                }
                continue;
            }
            "?" => {
                writeln!(terminal.output, "{}", offers.help())?;
                continue;
            }
            "n" | "no" => return Ok(Answer::No(rest.trim().to_owned())),
            _ => return Ok(Answer::No(String::new())),
        };
        if chosen.is_empty() {
            writeln!(terminal.output, "`{key}` is no answer here; `?` lists the answers")?;
            continue;
        }
        for addition in &chosen {
            writeln!(terminal.output, "{}", addition.sentence())?;
        }
        if terminal.confirms("write this, and run the command? [y/N] ")? {
            return Ok(Answer::Always(chosen));
        }
    }
    Ok(Answer::No(String::new()))
}

impl<I: BufRead, O: Write> Terminal<I, O> {
    /// Whether the answer to `asked` is a clear yes.
    ///
    /// # Errors
    /// The question cannot be shown or the answer cannot be read.
    pub(super) fn confirms(&mut self, asked: &str) -> io::Result<bool> {
        let said = self.answer(asked)?;
        Ok(said.is_some_and(|said| ["y", "yes"].contains(&said.to_ascii_lowercase().as_str())))
    }

    /// One line, without the blanks around it; none at the end of the input, and for a line that has no end.
    ///
    /// # Errors
    /// The question cannot be shown or the answer cannot be read.
    pub(super) fn answer(&mut self, asked: &str) -> io::Result<Option<String>> {
        write!(self.output, "{asked}")?;
        self.output.flush()?;
        let mut answer = Vec::new();
        io::Read::take(&mut self.input, ANSWER_BYTES_MAX).read_until(b'\n', &mut answer)?;
        if !answer.ends_with(b"\n") {
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(String::from_utf8(answer).ok().map(|answer| answer.trim_ascii().to_owned()))
    }
}

impl Offers {
    /// The keys of the answers.
    fn keys(&self) -> String {
        let offered = [
            (true, "y"),
            (self.for_session, "s"),
            (!self.always.is_empty(), "a"),
            (self.directory.is_some(), "d"),
            (self.host.is_some(), "h"),
            (true, "N"),
            (true, "?"),
        ];
        offered
            .iter()
            .filter(|(is_offered, _)| *is_offered)
            .map(|(_, key)| *key)
            .collect::<Vec<_>>()
            .join("/")
    }

    /// What each answer does.
    fn help(&self) -> String {
        let mut help = String::from("y  once: run it now");
        let entries = |additions: &[Addition]| {
            additions
                .iter()
                .map(|addition| format!("`{}`", line(&addition.entry)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        if self.for_session {
            help.push_str(
                "\ns  session: allow exactly this command in this directory until the session ends",
            );
        }
        // Writing to a string does not fail.
        if !self.always.is_empty() {
            let _ = write!(help, "\na  always: allow {} from now on", entries(&self.always));
        }
        if let Some(directory) = &self.directory {
            let _ = write!(help, "\nd  this directory: allow `{}` from now on", line(&directory.entry));
        }
        if let Some(host) = &self.host {
            let _ = write!(help, "\nh  this host: allow `{}` from now on", line(&host.entry));
        }
        if self.sandbox.is_some() {
            help.push_str(
                "\nb  let the sandbox count: from now on ask only about what it does not hold, in every project",
            );
        }
        help.push_str("\nn  no; a text after it is for the model: `n use the staging server`");
        help
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addition(entry: &str) -> Addition {
        Addition { keys: &["permissions", "allow"], entry: entry.to_owned(), file: "/p/s.json".into() }
    }

    fn answered_with(offers: &Offers, typed: &[u8]) -> (Answer, String) {
        let mut shown = Vec::new();
        let mut terminal = Terminal { input: typed, output: &mut shown, colour: Colour::Never };
        let verdict = Verdict::default();
        let answer = ask(&verdict, "make \u{1b}x", "/a\u{202e}b", offers, || Ok(()), &mut terminal);
        (answer.unwrap(), String::from_utf8(shown).unwrap())
    }

    fn answered(typed: &[u8]) -> (Answer, String) {
        answered_with(&Offers::default(), typed)
    }

    fn all() -> Offers {
        Offers {
            always: vec![addition("Bash(a\u{1b})")],
            directory: Some(addition("/d")),
            host: Some(addition("h.x")),
            for_session: true,
            ..Offers::default()
        }
    }

    #[test]
    fn only_a_clear_yes_is_yes() {
        for typed in ["y\n", "Y\n", "yes\n", " YES \r\n"] {
            assert_eq!(answered(typed.as_bytes()).0, Answer::Once, "{typed:?}");
        }
        let long = "y".repeat(10_000);
        for typed in [
            "",
            "\n",
            "n\n",
            "y",
            "yes",
            "ye\n",
            "yy\n",
            "no\n",
            "y\0\n",
            "y x\n",
            "ÿ\n",
            "\u{1b}y\n",
            "a\n",
            "?\n",
            &long,
        ] {
            assert!(matches!(answered(typed.as_bytes()).0, Answer::No(_)), "{typed:?}");
        }
    }

    #[test]
    fn what_is_written_is_shown_first_and_needs_a_yes_of_its_own() {
        for (typed, entry) in [("a\ny\n", "Bash(a\u{1b})"), ("d\nyes\n", "/d"), ("h\nY\n", "h.x")] {
            let (answer, shown) = answered_with(&all(), typed.as_bytes());
            assert_eq!(answer, Answer::Always(vec![addition(entry)]));
            assert!(
                shown.contains("to `permissions.allow` in `/p/s.json`") && !shown.contains('\u{1b}'),
                "{shown}"
            );
        }
        assert_eq!(answered_with(&all(), b"s\n").0, Answer::Session);
        assert!(matches!(answered(b"s\n").0, Answer::No(_)));
        for typed in ["a\nn\n", "a\n", "a\n\nn\n", "d\n\n\n"] {
            assert!(matches!(answered_with(&all(), typed.as_bytes()).0, Answer::No(_)), "{typed:?}");
        }
        assert_eq!(answered_with(&all(), b"a\nn\ny\n").0, Answer::Once);
    }

    #[test]
    fn the_setting_by_which_the_sandbox_counts_is_offered_and_written_only_after_a_yes() {
        let setting = SandboxCounts { file: "/h/s.json".into() };
        for (is_new, typed, expected) in [
            (true, "b\ny\n", Answer::Sandbox(setting.clone())),
            (false, "b\ny\n", Answer::Sandbox(setting.clone())),
            (true, "b\nn\nn\n", Answer::No(String::new())),
            (true, "b\nn\ny\n", Answer::Once),
            (true, "y\n", Answer::Once),
        ] {
            let offers =
                Offers { sandbox: Some(setting.clone()), is_sandbox_new: is_new, ..Offers::default() };
            let (answer, shown) = answered_with(&offers, typed.as_bytes());
            assert_eq!(answer, expected, "{typed:?}");
            assert_eq!(shown.contains("answer `b`"), is_new, "{shown}");
            let says = "sets `sandbox.autoAllowBashIfSandboxed` to true in `/h/s.json`";
            assert_eq!(shown.contains(says), typed.starts_with('b'), "{shown}");
            assert!(answered_with(&offers, b"?\nn\n").1.contains("\nb  let the sandbox count"));
        }
        assert!(matches!(answered(b"b\ny\n").0, Answer::No(_)));
    }

    #[test]
    fn a_no_has_a_word_for_the_model_and_a_question_mark_lists_the_answers() {
        assert_eq!(
            answered(b"n use the staging server\n").0,
            Answer::No("use the staging server".to_owned())
        );
        let (answer, shown) = answered_with(&all(), b"?\ny\n");
        assert_eq!(answer, Answer::Once);
        assert!(
            shown.contains("\na  always: allow `Bash(a<U+001B>)`") && shown.contains("\nh  this host"),
            "{shown}"
        );
        assert!(!answered(b"?\nn\n").1.contains("always"));
        assert!(shown.contains("[y/s/a/d/h/N/?]") && answered(b"n\n").1.contains("[y/N/?]"));
        // Nobody is asked for ever.
        assert_eq!(answered("?\n".repeat(100).as_bytes()).0, Answer::No(String::new()));
    }

    #[test]
    fn the_question_hides_nothing_and_its_own_lines_are_short() {
        let (_, shown) = answered(b"n\n");
        assert!(shown.contains("make <U+001B>x"), "{shown}");
        assert!(shown.ends_with("run it in `/a<U+202E>b`? [y/N/?] "), "{shown}");
    }
}
