//! The explanations of all codes: checks, notices, grounds, forms, advice.
//!
//! Owns their form on the wire. The text is that of the codes.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::wire_names::{WireExpectation, WireShell};
use crate::all_codes::{self, Entry};
use crate::checks::{Check, Expectation};
use crate::codes::Code;
use crate::codes::notices::{PATH_PROTECTED, READS_SECRET};
use crate::examples::Examples;
use crate::paths::{protected, secret};
use crate::present::advice::Remark;
use crate::profiles::{ForbiddenForm, Profile};
use crate::verdict::Audience;
use crate::visible::line;
use crate::web::checks::WebCheck;

/// What one code means.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Story"))]
#[serde(rename_all = "camelCase")]
pub struct Story {
    /// A stable name, such as `OUTPUT_REDIRECTION`.
    pub code: &'static str,
    /// What carries the code.
    pub kind: StoryKind,
    /// The check's number; none for a code of another kind.
    pub number: Option<u8>,
    /// What is wrong, or why it was decided so, in one line.
    pub message: Cow<'static, str>,
    /// What to do.
    pub help: &'static str,
    /// The story with its examples, as Markdown.
    pub text: Cow<'static, str>,
    /// The examples, each of which is a test.
    examples: Vec<WireExample>,
}

/// What in a verdict carries a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StoryKind {
    /// A finding of a check.
    Check,
    /// A finding that no check reports.
    Notice,
    /// A reason of the judge.
    Ground,
    /// A form of commands that a profile forbids; its name follows the profile's in `reason.rule`.
    Form,
    /// A piece of advice, which changes no decision.
    Remark,
    /// A finding about a URL or a search.
    Web,
}

/// A command, and what must happen with it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "StoryExample"))]
pub(super) struct WireExample {
    expectation: WireExpectation,
    shell: WireShell,
    /// The command.
    command: String,
}

/// Every story, in the order of `all_codes`.
pub fn stories() -> impl Iterator<Item = Story> {
    all_codes::entries().map(of)
}

/// The story with this code, in any case and with `-` for `_`, or with this number.
pub fn story(asked: &str) -> Option<Story> {
    all_codes::find(asked).map(of)
}

fn of(entry: Entry) -> Story {
    match entry {
        Entry::Check(check) => of_check(check),
        Entry::Notice(code) => of_code(code, StoryKind::Notice),
        Entry::Ground(code) => of_code(code, StoryKind::Ground),
        Entry::Form(form) => of_form(form),
        Entry::Remark(remark) => of_remark(remark),
        Entry::Web(check) => of_web(check),
    }
}

fn of_code(code: &'static Code, kind: StoryKind) -> Story {
    let text = if *code == PATH_PROTECTED {
        format!("{}\n\n{}", code.story, protected::listed()).into()
    } else if *code == READS_SECRET {
        format!("{}\n\n{}", code.story, secret::listed()).into()
    } else {
        code.story.into()
    };
    Story {
        code: code.name,
        kind,
        number: None,
        message: code.says.text.into(),
        help: code.help.person,
        text,
        examples: Vec::new(),
    }
}

fn of_check(check: &'static Check) -> Story {
    let story = check.story();
    let examples = story.examples.into_iter().map(|example| WireExample {
        expectation: example.expectation.into(),
        shell: example.dialect.into(),
        command: example.command,
    });
    Story {
        number: Some(check.number),
        text: story.text.into(),
        examples: examples.collect(),
        ..of_code(&check.code, StoryKind::Check)
    }
}

fn of_form(form: &'static ForbiddenForm) -> Story {
    let forbids = |profile: &&Profile| profile.forbidden.contains(&form);
    let names = Profile::ALL.into_iter().filter(forbids).map(|profile| format!("`{}`", profile.name));
    let names = names.collect::<Vec<_>>().join(", ");
    let head = format!("Denied by the profile {names}, whatever the rules and the mode say.");
    Story {
        message: format!("the profile forbids {}", form.code.says.text).into(),
        text: with_examples(&head, form.fires, form.silent).into(),
        examples: examples(form.fires, form.silent),
        ..of_code(&form.code, StoryKind::Form)
    }
}

fn of_remark(remark: &'static Remark) -> Story {
    let head = match remark.audience {
        Audience::Person => "A warning for the person who approves; it changes no decision.",
        Audience::Model => {
            "Advice for the model that proposes; it changes no decision, and no person sees it."
        }
    };
    Story {
        text: with_examples(head, remark.fires, remark.silent).into(),
        examples: examples(remark.fires, remark.silent),
        ..of_code(&remark.code, StoryKind::Remark)
    }
}

/// Its examples are in the text only: they are URLs and queries, no commands.
fn of_web(check: &'static WebCheck) -> Story {
    let head = if check.refuses {
        "Refused, whatever the rules and the mode say."
    } else {
        "Asks, whatever the allow rules say."
    };
    let fence = |tag: &str, examples: Examples| {
        if examples.is_empty() {
            return String::new();
        }
        let lines: Vec<_> = examples.iter().map(line).collect();
        format!("\n```text,{tag}\n{}\n```\n", lines.join("\n"))
    };
    let text = format!(
        "{head} {}\n{}{}",
        check.code.story,
        fence("fires", check.fires),
        fence("silent", check.silent)
    );
    Story { text: text.into(), ..of_code(&check.code, StoryKind::Web) }
}

fn with_examples(head: &str, fires: Examples, silent: Examples) -> String {
    let fence = |tag: &str, examples: Examples| {
        format!("\n```sh,{tag}\n{}\n```\n", examples.iter().collect::<Vec<_>>().join("\n"))
    };
    format!("{head}\n{}{}", fence("fires", fires), fence("silent", silent))
}

fn examples(fires: Examples, silent: Examples) -> Vec<WireExample> {
    let listed = |expectation: Expectation, examples: Examples| {
        examples.iter().map(move |command| WireExample {
            expectation: expectation.into(),
            shell: WireShell::Bash,
            command: command.into(),
        })
    };
    listed(Expectation::Fires, fires).chain(listed(Expectation::Silent, silent)).collect()
}
