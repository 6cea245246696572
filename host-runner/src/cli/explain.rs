//! `explain`: what a check or a promise is for, and the reference page of a program, with the examples that are their
//! tests.
//!
//! Owns the look-up by name and the answer when there is none. The pages are the core's.

use std::borrow::Cow;
use std::fmt::Write as _;

use policy_core::commands::page::{Entry, NoPage, page as program_page};
use policy_core::commands::programs;
use policy_core::door::{Story, StoryKind, stories, story};
use policy_core::nearest::nearest;
use serde::Serialize;

use super::arguments::Explain;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;
use crate::sandbox::Promise;

/// Everything that can be explained, with one line each.
#[derive(Debug, Serialize)]
struct List {
    codes: Vec<CodeLine>,
    promises: Vec<Entry>,
    programs: Vec<Entry>,
}

/// The meaning of a code of a verdict, in one line.
#[derive(Debug, Serialize)]
struct CodeLine {
    /// Such as `OUTPUT_REDIRECTION`.
    code: &'static str,
    /// The part of a verdict that has the code.
    kind: StoryKind,
    /// Of a check.
    number: Option<u8>,
    /// The problem, or the reason of the decision.
    message: Cow<'static, str>,
    /// What to do.
    help: &'static str,
}

pub(super) fn explain(asked: &Explain) -> Result<Exit, Failure> {
    let name = asked.name.join(" ");
    let shown = if asked.list {
        let list = List::of_all();
        if asked.json { json(&list) } else { list.draw() }
    } else if let Some(story) = code(&name) {
        if asked.json { json(&story) } else { draw(&story) }
    } else if let Some(promise) = promise(&name) {
        if asked.json { json(&promise) } else { draw_promise(&promise) }
    } else {
        let words: Vec<&str> = name.split_whitespace().collect();
        let page = program_page(&words).map_err(|missing| nothing(missing, &words))?;
        if asked.json { json(&page) } else { page.to_string() }
    };
    terminal::data(&shown)?;
    Ok(Exit::Done)
}

/// The meaning of the code with this name. A program goes before the form that a profile forbids: `jazz: eval` is the
/// form.
fn code(asked: &str) -> Option<Story> {
    let is_program = || programs().iter().any(|program| program.name == asked);
    story(asked).filter(|story| story.kind != StoryKind::Form || !is_program())
}

/// The promises of each sandbox.
fn promises() -> impl Iterator<Item = Entry> {
    Promise::ALL.into_iter().map(|promise| Entry { name: promise.code(), summary: promise.sentence() })
}

/// The promise with this code name.
fn promise(asked: &str) -> Option<Entry> {
    promises().find(|promise| promise.name.eq_ignore_ascii_case(asked.trim()))
}

fn draw_promise(promise: &Entry) -> String {
    format!(
        "{} (a promise of the sandbox): {}\nhelp: `shellgate doctor` tests it on this machine\n",
        promise.name, promise.summary
    )
}

/// There is no page for `words`; the nearest name is offered.
fn nothing(missing: NoPage, words: &[&str]) -> Failure {
    let did_you_mean = |name: &str| format!("did you mean `{name}`?");
    match missing {
        NoPage::Program => {
            let name = words.first().copied().unwrap_or("");
            let known = programs().into_iter().map(|program| program.name);
            let known =
                known.chain(stories().map(|story| story.code)).chain(promises().map(|promise| promise.name));
            Failure::usage(
                format!("Shellgate knows no code and no program `{name}`; an unknown program asks"),
                nearest(name, known).map_or_else(
                    || "`shellgate explain --list` lists all codes and programs".to_owned(),
                    did_you_mean,
                ),
            )
        }
        NoPage::Sub { known, parent } => {
            let path = words.get(..known).unwrap_or(words).join(" ");
            let sub = words.get(known).copied().unwrap_or("");
            Failure::usage(
                format!("Shellgate knows no sub-command `{sub}` of `{path}`; an unknown sub-command asks"),
                nearest(sub, parent.subs.names()).map_or_else(
                    || format!("`shellgate explain {path}` lists the known ones"),
                    |near| did_you_mean(&format!("{path} {near}")),
                ),
            )
        }
    }
}

impl List {
    fn of_all() -> Self {
        let code = |story: Story| CodeLine {
            code: story.code,
            kind: story.kind,
            number: story.number,
            message: story.message,
            help: story.help,
        };
        let entry = |name, summary| Entry { name, summary };
        let programs = programs().iter().map(|program| entry(program.name, program.form.summary)).collect();
        Self { codes: stories().map(code).collect(), promises: promises().collect(), programs }
    }

    fn draw(&self) -> String {
        let width = self.codes.iter().map(|code| code.code.len()).max().unwrap_or(0);
        let mut out = String::new();
        // Writing to a string does not fail.
        for code in &self.codes {
            let number = code.number.map(|number| number.to_string()).unwrap_or_default();
            let _ = writeln!(out, "{number:>2}  {:<width$}  {}", code.code, code.message);
        }
        for entries in [&self.promises, &self.programs] {
            let width = entries.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
            for entry in entries {
                let _ = writeln!(out, "    {:<width$}  {}", entry.name, entry.summary);
            }
        }
        out
    }
}

fn draw(story: &Story) -> String {
    let number = story.number.map(|number| format!(" (check {number})")).unwrap_or_default();
    format!(
        "{}{number}: {}\nhelp: {}\n\n{}\n",
        story.code,
        story.message,
        story.help,
        plain(story.text.trim())
    )
}

/// The text without the marks of Markdown: examples are indented under what they show.
fn plain(text: &str) -> String {
    let mut out = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(tags), false) => {
                inside = true;
                out.extend(heading(tags).map(str::to_owned));
            }
            (Some(_), true) => inside = false,
            (None, true) => out.push(format!("    {line}")),
            (None, false) => out.push(line.to_owned()),
        }
    }
    out.join("\n")
}

/// What the examples with these tags show.
fn heading(tags: &str) -> Option<&'static str> {
    let has = |wanted: &str| tags.split(',').any(|tag| tag == wanted);
    [("fires", "reported:"), ("silent", "not reported:"), ("blind", "not reported, although it should be:")]
        .into_iter()
        .find_map(|(tag, heading)| has(tag).then_some(heading))
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_found_by_code_and_by_number() {
        for asked in ["OUTPUT_REDIRECTION", "output-redirection", " 10 ", "010"] {
            assert_eq!(story(asked).map(|story| story.code), Some("OUTPUT_REDIRECTION"), "{asked}");
        }
        for asked in ["", "100", "OUTPUT", "999999"] {
            assert!(story(asked).is_none(), "{asked}");
        }
    }

    #[test]
    fn a_promise_is_found_by_its_name() {
        let found = promise("No-Network").unwrap();
        assert!(draw_promise(&found).starts_with("no-network (a promise of the sandbox): "));
        assert!(promise("network").is_none());
    }

    #[test]
    fn no_name_means_two_things() {
        for program in programs() {
            assert!(code(program.name).is_none() && promise(program.name).is_none(), "{}", program.name);
        }
        assert!(promises().all(|promise| story(promise.name).is_none()));
        assert_eq!(code("jazz: eval").map(|story| story.kind), Some(StoryKind::Form));
    }

    #[test]
    fn pages_and_lists_are_plain_text() {
        let code = |code, number, message| CodeLine {
            code,
            kind: StoryKind::Check,
            number,
            message: Cow::Borrowed(message),
            help: "",
        };
        let list = List {
            codes: vec![
                code("OUTPUT_REDIRECTION", Some(10), "writes to a file"),
                code("PATH", None, "leaves the project"),
            ],
            promises: vec![Entry { name: "no-network", summary: "no address" }],
            programs: vec![Entry { name: "ls", summary: "list" }],
        };
        assert_eq!(
            list.draw(),
            "10  OUTPUT_REDIRECTION  writes to a file\n    PATH                leaves the project\n    no-network  \
             no address\n    ls  list\n"
        );
        let drawn = draw(&story("NO_RULE").unwrap());
        let redirection = draw(&story("OUTPUT_REDIRECTION").unwrap());
        assert!(
            redirection.contains("\nreported:\n    echo x > out.txt\n") && !redirection.contains("```"),
            "{redirection}"
        );
        assert!(drawn.starts_with("NO_RULE: no rule allows it") && drawn.contains("\nhelp: "), "{drawn}");
    }
}
