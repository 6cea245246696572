//! `explain`: what a check is for, and what is known about a program, with the examples that are their tests.
//!
//! Owns the look-up by name and what is said when there is none. The pages are the core's.

use std::borrow::Cow;
use std::fmt::Write as _;

use policy_core::checks::CHECKS;
use policy_core::commands::page::{Entry, NoPage, page as program_page};
use policy_core::commands::programs;
use policy_core::decide::notices::NOTICES;
use policy_core::nearest::nearest;
use policy_core::present::advice::{Remark, remarks};
use policy_core::verdict::Audience;
use serde::Serialize;

use super::arguments::Explain;
use super::exit::Exit;
use super::failure::Failure;
use super::terminal;

/// What is said about one check.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Check {
    /// Such as `OUTPUT_REDIRECTION`.
    code: &'static str,
    /// For the 23.
    number: Option<u8>,
    /// What is wrong, in one line.
    message: &'static str,
    /// What to do.
    help: &'static str,
    /// The story with its examples, as Markdown.
    #[serde(skip_serializing_if = "str::is_empty")]
    text: Cow<'static, str>,
}

/// Everything that can be explained, with one line each.
#[derive(Debug, Serialize)]
struct List {
    checks: Vec<Check>,
    programs: Vec<Entry>,
}

/// The checks by number, what else can stand against a command, by code, and the advice, by kind.
fn checks() -> Vec<Check> {
    let checks = CHECKS.iter().map(|check| Check {
        code: check.code,
        number: Some(check.number),
        message: check.says,
        help: check.help,
        text: check.story().text.into(),
    });
    let notices = NOTICES.iter().map(|notice| Check {
        code: notice.code,
        number: None,
        message: notice.says,
        help: notice.help,
        text: notice.story.into(),
    });
    let remarks = remarks().map(|remark| Check {
        code: remark.code,
        number: None,
        message: remark.says,
        help: remark.help,
        text: examples(remark).into(),
    });
    checks.chain(notices).chain(remarks).collect()
}

/// What a remark is said about and what not, which are its tests.
fn examples(remark: &Remark) -> String {
    let whom = match remark.audience {
        Audience::Person => "A warning for the person who approves; it changes no decision.",
        Audience::Model => {
            "Advice for the model that proposes; it changes no decision, and no person sees it."
        }
    };
    let fence = |tag: &str, examples: &[&str]| format!("\n```sh,{tag}\n{}\n```\n", examples.join("\n"));
    format!("{whom}\n{}{}", fence("fires", remark.fires), fence("silent", remark.silent))
}

pub(super) fn explain(asked: &Explain) -> Result<Exit, Failure> {
    let checks = checks();
    let name = asked.name.join(" ");
    let shown = if asked.list {
        let list = List::of(checks);
        if asked.json { json(&list) } else { list.draw() }
    } else if let Some(check) = find(&checks, &name) {
        if asked.json { json(check) } else { draw(check) }
    } else {
        let words: Vec<&str> = name.split_whitespace().collect();
        let page = program_page(&words).map_err(|missing| nothing(missing, &words, &checks))?;
        if asked.json { json(&page) } else { page.to_string() }
    };
    terminal::data(&shown)?;
    Ok(Exit::Done)
}

/// The check with this code, in any case and with `-` for `_`, or with this number.
fn find<'c>(checks: &'c [Check], asked: &str) -> Option<&'c Check> {
    let code = asked.trim().replace('-', "_");
    checks.iter().find(|check| {
        check.code.eq_ignore_ascii_case(&code)
            || check.number.is_some_and(|number| code.parse::<u8>() == Ok(number))
    })
}

/// There is no page for `words`; the nearest name is offered.
fn nothing(missing: NoPage, words: &[&str], checks: &[Check]) -> Failure {
    let did_you_mean = |name: &str| format!("did you mean `{name}`?");
    match missing {
        NoPage::Program => {
            let name = words.first().copied().unwrap_or("");
            let known = programs().into_iter().map(|program| program.name);
            let known = known.chain(checks.iter().map(|check| check.code));
            Failure::usage(
                format!("there is no check and no program `{name}` here; what is not known asks"),
                nearest(name, known).map_or_else(
                    || "`shellgate explain --list` shows every check and every program".to_owned(),
                    did_you_mean,
                ),
            )
        }
        NoPage::Sub { known, parent } => {
            let path = words.get(..known).unwrap_or(words).join(" ");
            let sub = words.get(known).copied().unwrap_or("");
            Failure::usage(
                format!("no sub-command `{sub}` of `{path}` is known; what is not known asks"),
                nearest(sub, parent.subs.iter().map(|sub| sub.name)).map_or_else(
                    || format!("`shellgate explain {path}` shows what is known"),
                    |near| did_you_mean(&format!("{path} {near}")),
                ),
            )
        }
    }
}

impl List {
    fn of(mut checks: Vec<Check>) -> Self {
        for check in &mut checks {
            check.text = Cow::Borrowed("");
        }
        let entry = |name, summary| Entry { name, summary };
        let programs = programs().iter().map(|program| entry(program.name, program.form.summary)).collect();
        Self { checks, programs }
    }

    fn draw(&self) -> String {
        let width = self.checks.iter().map(|check| check.code.len()).max().unwrap_or(0);
        let mut out = String::new();
        // Writing to a string does not fail.
        for check in &self.checks {
            let number = check.number.map(|number| number.to_string()).unwrap_or_default();
            let _ = writeln!(out, "{number:>2}  {:<width$}  {}", check.code, check.message);
        }
        let width = self.programs.iter().map(|program| program.name.len()).max().unwrap_or(0);
        for program in &self.programs {
            let _ = writeln!(out, "    {:<width$}  {}", program.name, program.summary);
        }
        out
    }
}

fn draw(check: &Check) -> String {
    let number = check.number.map(|number| format!(" (check {number})")).unwrap_or_default();
    format!("{}{number}: {}\nhelp: {}\n\n{}\n", check.code, check.message, check.help, check.text.trim())
}

fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[Check] = &[
        Check {
            code: "OUTPUT_REDIRECTION",
            number: Some(10),
            message: "writes to a file",
            help: "use the tool for writing files, or send what is not needed to `/dev/null`",
            text: Cow::Borrowed("A redirect writes.\n"),
        },
        Check {
            code: "PATH",
            number: None,
            message: "leaves the project",
            help: "",
            text: Cow::Borrowed(""),
        },
    ];

    #[test]
    fn a_check_is_found_by_code_and_by_number() {
        for asked in ["OUTPUT_REDIRECTION", "output-redirection", " 10 ", "010"] {
            assert_eq!(find(KNOWN, asked).map(|check| check.code), Some("OUTPUT_REDIRECTION"), "{asked}");
        }
        for asked in ["", "1", "OUTPUT", "999999"] {
            assert!(find(KNOWN, asked).is_none(), "{asked}");
        }
    }

    #[test]
    fn no_program_has_the_name_of_a_check() {
        let checks = checks();
        for program in programs() {
            assert!(find(&checks, program.name).is_none(), "{}", program.name);
        }
    }

    #[test]
    fn pages_and_lists_are_plain_text() {
        let programs = vec![Entry { name: "ls", summary: "list" }];
        assert_eq!(
            List { checks: KNOWN.to_vec(), programs }.draw(),
            "10  OUTPUT_REDIRECTION  writes to a file\n    PATH                leaves the project\n    ls  list\n"
        );
        assert_eq!(
            draw(&KNOWN[0]),
            "OUTPUT_REDIRECTION (check 10): writes to a file\nhelp: use the tool for writing files, or \
             send what is not needed to `/dev/null`\n\nA redirect writes.\n"
        );
    }
}
