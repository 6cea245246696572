//! `hook`: answers Claude Code's question before it runs a command: allow, ask or deny.
//!
//! Owns the shapes of its `PreToolUse` hook (<https://code.claude.com/docs/en/hooks>). No call of the shell goes
//! unanswered: what cannot be judged asks, and is denied where a deny rule can be shown to match.

use std::io::{self, Read, Write};
use std::panic::{self, AssertUnwindSafe};

use policy_core::codes::notices::CRITICAL_REMOVAL;
use policy_core::present::advice::REMOVE_PLACE;
use policy_core::verdict::Audience;
use policy_core::{Decision, Engine, Mode, Policy, Request, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::arguments::{Hook, LocationArguments, Settings, Shell};
use super::engine::gate;
use super::exit::Exit;
use super::failure::Failure;
use super::request::{COMMAND_BYTES_MAX, Location};
use super::terminal;
use crate::decide::decide;
use crate::engine::Judge;
use policy_core::visible::line;

/// The event that is answered.
const EVENT: &str = "PreToolUse";

/// The tool whose calls are shell commands, and the rules' name for it.
const TOOL: &str = "Bash";

/// Claude Code's mode in which a model decides about what would ask.
const AUTO: &str = "auto";

/// Longest question that is read, in bytes: a command may be escaped, and there is text besides it.
const INPUT_BYTES_MAX: usize = 8 * COMMAND_BYTES_MAX;

/// Longest reason that is given, in characters; Claude Code cuts at 10,000.
const REASON_CHARACTERS_MAX: usize = 4_000;

/// The fields of Claude Code's question that matter here. Other fields, and those of later versions, are ignored.
#[derive(Deserialize)]
struct Call {
    hook_event_name: String,
    tool_name: String,
    /// Read once it is known to be a command's.
    tool_input: Option<Box<RawValue>>,
    cwd: Option<String>,
    permission_mode: Option<String>,
    session_id: Option<String>,
}

/// The input of the tool. A key that is there twice is an error: nobody knows which of the two would run.
#[derive(Deserialize)]
struct Input {
    command: String,
}

/// The answer.
#[derive(Debug, PartialEq, Eq)]
struct Answer {
    decision: Decision,
    reason: String,
    /// What Claude Code shows to the person beside the answer.
    note: Option<String>,
}

impl Answer {
    fn ask(reason: impl Into<String>) -> Self {
        Self { decision: Decision::Ask, reason: reason.into(), note: None }
    }
}

/// Answers the question on standard input. Never fails: every way to end is an answer, or blocks the call.
pub(super) fn hook(asked: &Hook) -> Exit {
    let answer = guarded(|| match input(io::stdin().lock()) {
        Ok(input) => answer(&input, &asked.settings),
        Err(reason) => Some(Answer::ask(reason)),
    });
    let Some(answer) = answer else { return Exit::Done };
    let mut output = io::stdout().lock();
    // A reader who went away did not get the answer either.
    match writeln!(output, "{}", json(&answer)).and_then(|()| output.flush()) {
        Ok(()) => Exit::Done,
        Err(error) => {
            terminal::message(&format!("shellgate: the answer cannot be written: {error}"));
            Exit::Blocked
        }
    }
}

/// What `judge` says; a panic in it is no opinion of anybody's.
fn guarded(judge: impl FnOnce() -> Option<Answer>) -> Option<Answer> {
    let answer = panic::catch_unwind(AssertUnwindSafe(judge));
    answer.unwrap_or_else(|_| Some(Answer::ask("the command could not be judged: shellgate failed")))
}

fn input(input: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match input.take(INPUT_BYTES_MAX as u64 + 1).read_to_end(&mut bytes) {
        Err(error) => Err(format!("the question to the hook cannot be read: {error}")),
        Ok(_) if bytes.len() > INPUT_BYTES_MAX => {
            Err("the question to the hook is longer than 8 MiB".to_owned())
        }
        Ok(_) => Ok(bytes),
    }
}

/// The answer to `input`; none for a call of another tool, which is not for this hook to judge.
fn answer(input: &[u8], settings: &Settings) -> Option<Answer> {
    let call: Call = match serde_json::from_slice(input) {
        Ok(call) => call,
        Err(error) => return Some(Answer::ask(format!("the question to the hook cannot be read: {error}"))),
    };
    if call.hook_event_name != EVENT {
        let event = line(&call.hook_event_name);
        return Some(Answer::ask(format!("`shellgate hook` answers `{EVENT}`, not `{event}`")));
    }
    if call.tool_name != TOOL {
        return None;
    }
    let input = call.tool_input.as_ref().map_or("{}", |raw| raw.get());
    match serde_json::from_str::<Input>(input) {
        Ok(Input { command }) => judged(&call, &command, settings),
        Err(error) => Some(Answer::ask(format!("the call has no command that can be read: {error}"))),
    }
}

/// Whether what asks is left to Claude Code's mode `auto`, in which a model decides. What a person's rules ask about or may
/// deny, and what would lose everything, is not: it asks even where permissions are bypassed.
fn is_left_to_auto(policy: &Policy, request: &Request<'_>) -> bool {
    let policy = Policy { mode: Mode::BypassPermissions, ..policy.clone() };
    Engine::new(policy).check(request).decision == Decision::Allow
}

/// The verdict on `command`. What is wrong with the surroundings turns an allow into a question, and leaves a denial. None
/// where the mode `auto` is to decide.
fn judged(call: &Call, command: &str, settings: &Settings) -> Option<Answer> {
    let named = call.permission_mode.as_deref();
    let is_named_auto = settings.mode.is_none() && named == Some(AUTO);
    let mode = if is_named_auto { Some(Mode::Default) } else { named.and_then(Mode::from_name) };
    let settings = Settings { mode: settings.mode.or(mode), ..settings.clone() };
    let mut doubt = command.contains('\0').then(|| "the command holds a NUL character".to_owned());
    let here = match here(call.cwd.as_deref(), None) {
        Ok(here) => here,
        Err(failure) => {
            doubt.get_or_insert(failure.sentence());
            // The nearest place in which something can still be denied.
            let nearest = here(call.cwd.as_deref(), Some(Shell::Bash));
            match nearest.or_else(|_| Location::of(&place(None, Some(Shell::Bash)))) {
                Ok(here) => here,
                Err(_) => return Some(Answer::ask(failure.sentence())),
            }
        }
    };
    let policy = here.quiet_policy(&settings).unwrap_or_else(|failure| {
        doubt.get_or_insert(failure.sentence());
        here.usable_policy(&settings)
    });
    let is_auto = is_named_auto || policy.is_auto;
    let engine = Engine::new(policy);
    let mut request = here.request(command);
    // Claude Code runs the command, so what this program's sandbox could promise says nothing about it.
    let module = gate(engine.policy());
    let verdict = decide(Judge::new(&engine, module.as_ref()), &mut request);
    if is_auto
        && doubt.is_none()
        && verdict.decision == Decision::Ask
        && is_left_to_auto(engine.policy(), &request)
    {
        return None;
    }
    // Claude Code shows the reason of an allow to the person, and nothing else of a hook that succeeds.
    let announced = doubt.is_none().then(|| here.announcement(&verdict, engine.policy())).flatten();
    let note = here.unseen_warnings(engine.policy(), call.session_id.as_deref().unwrap_or_default());
    let advice = warnings(&verdict);
    let reason = verdict.reason;
    Some(match (verdict.decision, doubt) {
        (Decision::Deny, _) => Answer { decision: Decision::Deny, reason: reason.model_message, note },
        (_, Some(doubt)) => Answer { note, ..Answer::ask(doubt) },
        (decision, None) => {
            let texts = std::iter::once(reason.message).chain(advice).chain(announced);
            Answer { decision, reason: texts.collect::<Vec<_>>().join("; "), note }
        }
    })
}

/// The warnings to the person who approves the command, each with what to do instead.
fn warnings(verdict: &Verdict) -> Vec<String> {
    let is_said = |code: &str| code == REMOVE_PLACE && verdict.reason.code == CRITICAL_REMOVAL.name;
    let for_person = verdict.advice.iter().filter(|it| it.audience == Audience::Person && !is_said(it.code));
    for_person.map(|advice| format!("warning: it {} ({})", advice.message, advice.help)).collect()
}

/// The place that Claude Code names.
fn here(cwd: Option<&str>, shell: Option<Shell>) -> Result<Location, Failure> {
    match cwd.filter(|cwd| cwd.starts_with('/') || cfg!(windows)) {
        Some(cwd) => Location::of(&place(Some(cwd), shell)),
        None => Err(Failure::usage("the call does not name its working directory", "")),
    }
}

fn place(cwd: Option<&str>, shell: Option<Shell>) -> LocationArguments {
    LocationArguments { cwd: cwd.map(Into::into), shell, tool: TOOL.to_owned() }
}

/// `answer` as Claude Code reads it.
fn json(answer: &Answer) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Output<'a> {
        hook_specific_output: Specific<'a>,
        /// Shown to the person (<https://code.claude.com/docs/en/hooks>).
        #[serde(skip_serializing_if = "Option::is_none")]
        system_message: Option<String>,
    }
    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Specific<'a> {
        hook_event_name: &'a str,
        permission_decision: &'a str,
        permission_decision_reason: &'a str,
    }
    let reason = match line(&answer.reason) {
        reason if reason.is_empty() => "nothing allows it".into(),
        reason => reason,
    };
    let end = reason.char_indices().nth(REASON_CHARACTERS_MAX).map_or(reason.len(), |(at, _)| at);
    let output = Output {
        hook_specific_output: Specific {
            hook_event_name: EVENT,
            permission_decision: answer.decision.name(),
            permission_decision_reason: reason.get(..end).unwrap_or_default(),
        },
        system_message: answer
            .note
            .as_deref()
            .map(|note| line(note).chars().take(REASON_CHARACTERS_MAX).collect()),
    };
    // Text under fixed names always becomes JSON.
    serde_json::to_string(&output).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_answer_that_asks() {
        let answer = guarded(|| panic!("on purpose")).unwrap();
        assert_eq!(answer.decision, Decision::Ask);
        assert!(json(&answer).contains(r#""permissionDecision":"ask""#));
    }

    #[test]
    fn a_question_without_an_end_is_not_read_for_ever() {
        assert!(input(io::repeat(b' ')).is_err());
    }

    #[test]
    fn a_reason_is_one_line_of_a_length_that_is_shown_whole() {
        let answer = json(&Answer::ask("a\u{1b}\n".repeat(10_000)));
        assert!(answer.chars().count() < 10_000 && !answer.contains("\\u001b") && !answer.contains("\\n"));
    }
}
