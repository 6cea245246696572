//! What can be said about a command, each with its explanation: the checks, the notices, the grounds, the advice.
//!
//! Owns their form on the wire. The words are theirs.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::wire_names::{WireExpectation, WireShell};
use crate::checks::{CHECKS, Check, Expectation};
use crate::codes::grounds::GROUNDS;
use crate::codes::notices::{NOTICES, Notice, PATH_PROTECTED};
use crate::paths::protected;
use crate::present::advice::{Remark, remarks};
use crate::verdict::Audience;

/// What a check, a notice, a ground or a piece of advice is for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Story"))]
#[serde(rename_all = "camelCase")]
pub struct Story {
    /// A stable name, such as `OUTPUT_REDIRECTION`.
    pub code: &'static str,
    /// The check's number; none for a code of another kind.
    pub number: Option<u8>,
    /// What is wrong, in one line.
    pub message: &'static str,
    /// What to do.
    pub help: &'static str,
    /// The story with its examples, as Markdown.
    pub text: Cow<'static, str>,
    /// The examples, each of which is a test.
    examples: Vec<WireExample>,
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

/// Every story: the checks by number, the notices and the grounds by code, the advice by kind.
pub fn stories() -> impl Iterator<Item = Story> {
    CHECKS
        .iter()
        .map(|check| of_check(check))
        .chain(NOTICES.iter().chain(GROUNDS).map(|notice| of_notice(notice)))
        .chain(remarks().map(of_remark))
}

/// The story with this code, in any case and with `-` for `_`, or with this number.
pub fn story(asked: &str) -> Option<Story> {
    let code = asked.trim().replace('-', "_");
    stories().find(|story| {
        story.code.eq_ignore_ascii_case(&code)
            || story.number.is_some_and(|number| code.parse::<u8>() == Ok(number))
    })
}

fn of_check(check: &'static Check) -> Story {
    let story = check.story();
    let examples = story.examples.into_iter().map(|example| WireExample {
        expectation: example.expectation.into(),
        shell: example.dialect.into(),
        command: example.command,
    });
    Story {
        code: check.code,
        number: Some(check.number),
        message: check.says,
        help: check.help,
        text: story.text.into(),
        examples: examples.collect(),
    }
}

fn of_notice(notice: &'static Notice) -> Story {
    Story {
        code: notice.code,
        number: None,
        message: notice.says.text,
        help: notice.help.person,
        text: if *notice == PATH_PROTECTED {
            format!("{}\n\n{}", notice.story, protected::listed()).into()
        } else {
            notice.story.into()
        },
        examples: Vec::new(),
    }
}

fn of_remark(remark: &'static Remark) -> Story {
    let whom = match remark.audience {
        Audience::Person => "A warning for the person who approves; it changes no decision.",
        Audience::Model => {
            "Advice for the model that proposes; it changes no decision, and no person sees it."
        }
    };
    let fence = |tag: &str, examples: &[&str]| format!("\n```sh,{tag}\n{}\n```\n", examples.join("\n"));
    let text = format!("{whom}\n{}{}", fence("fires", remark.fires), fence("silent", remark.silent));
    let listed = |expectation: Expectation, examples: &'static [&'static str]| {
        examples.iter().map(move |command| WireExample {
            expectation: expectation.into(),
            shell: WireShell::Bash,
            command: (*command).into(),
        })
    };
    let fires = listed(Expectation::Fires, remark.fires);
    Story {
        code: remark.code,
        number: None,
        message: remark.says,
        help: remark.help,
        text: text.into(),
        examples: fires.chain(listed(Expectation::Silent, remark.silent)).collect(),
    }
}
