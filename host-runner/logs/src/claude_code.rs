//! Transcripts of Claude Code: `~/.claude/projects/<slug>/<session>.jsonl`, and those of sub-agents beside or below it.
//!
//! A call is a block `tool_use` in an entry `assistant`; what became of it is a block `tool_result` in a later entry
//! `user`. Other entries repeat calls (`api-request-blob`), and count for nothing.

use std::borrow::Cow;

use serde::Deserialize;

use crate::fields::{self, Field};
use crate::pending::Pending;
use crate::sink::{Line, ReadLines, Sink};
use crate::{Call, Outcome};

/// Kinds of entries without a call.
const OTHER_KINDS: &[&str] = &[
    "agent-name",
    "ai-title",
    "api-request",
    "api-request-blob",
    "api-request-shape",
    "atis-latch",
    "attachment",
    "cost-state",
    "custom-title",
    "file-history-snapshot",
    "last-prompt",
    "pr-link",
    "progress",
    "queue-operation",
    "summary",
    "system",
    "tag",
    "tools-used",
];

/// Tools whose call is a command or a page: the name in the log, the name in rules, the field, the shell.
const TOOLS: &[(&str, &str, &str, Option<&str>)] = &[
    ("Bash", "Bash", "command", Some("bash")),
    ("Monitor", "Bash", "command", Some("bash")),
    ("PowerShell", "PowerShell", "command", Some("powershell")),
    ("WebFetch", "WebFetch", "url", None),
    ("WebSearch", "WebSearch", "query", None),
];

/// How a result begins whose call was refused, in versions that do not say so in a field.
const REFUSALS: &[&str] = &[
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
    "Claude requested permissions to use ",
    "Permission to use ",
    "PreToolUse:",
];

/// Where a result says how the command ended.
const EXIT_CODE: &str = "Exit code ";

/// The reader of one transcript.
#[derive(Debug, Default)]
pub(crate) struct ClaudeCode {
    pending: Pending,
    mode: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    #[serde(borrow, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow)]
    message: Field<'a>,
    #[serde(borrow)]
    cwd: Field<'a>,
    #[serde(borrow)]
    session_id: Field<'a>,
    #[serde(borrow)]
    timestamp: Field<'a>,
    #[serde(borrow)]
    version: Field<'a>,
    #[serde(borrow)]
    permission_mode: Field<'a>,
    #[serde(borrow)]
    permission_decision: Field<'a>,
}

#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow)]
    content: Field<'a>,
}

#[derive(Deserialize)]
struct Block<'a> {
    #[serde(borrow, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow)]
    id: Field<'a>,
    #[serde(borrow)]
    name: Field<'a>,
    #[serde(borrow)]
    input: Field<'a>,
    #[serde(borrow)]
    tool_use_id: Field<'a>,
    #[serde(borrow)]
    is_error: Field<'a>,
    #[serde(borrow)]
    content: Field<'a>,
}

#[derive(Deserialize)]
struct Input<'a> {
    #[serde(borrow)]
    command: Field<'a>,
    #[serde(borrow)]
    url: Field<'a>,
    #[serde(borrow)]
    query: Field<'a>,
}

#[derive(Deserialize)]
struct PermissionDecision<'a> {
    #[serde(borrow)]
    decision: Field<'a>,
}

impl ReadLines for ClaudeCode {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let text = line.text(sink);
        let Some(entry) = fields::object::<Entry<'_>>(&text, line.number, sink) else { return };
        if let Some(version) = fields::owned(entry.version) {
            sink.account.version = Some(version);
        }
        match fields::text(entry.kind).as_deref() {
            Some("assistant") => self.calls(&entry, line.number, sink),
            Some("user") => {
                self.mode = fields::owned(entry.permission_mode).or_else(|| self.mode.take());
                self.results(&entry, sink);
            }
            Some("permission-mode") => self.mode = fields::owned(entry.permission_mode),
            Some(other) if OTHER_KINDS.contains(&other) => {}
            Some(other) => sink.account.unknown(other),
            None => sink.bad(line.number, "the entry has no `type`"),
        }
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        self.pending.end(sink);
    }
}

/// The blocks of an entry; none where the message is a text.
fn blocks<'a>(entry: &Entry<'a>) -> Vec<Block<'a>> {
    let content = fields::borrowed::<Message<'_>>(entry.message).and_then(|message| message.content);
    fields::borrowed(content).unwrap_or_default()
}

impl ClaudeCode {
    fn calls(&mut self, entry: &Entry<'_>, line: u64, sink: &mut Sink<'_>) {
        for block in blocks(entry) {
            if fields::text(block.kind).as_deref() != Some("tool_use") {
                continue;
            }
            let Some(name) = fields::text(block.name) else {
                sink.bad(line, "a tool call has no `name`");
                continue;
            };
            let Some((_, tool, field, shell)) = TOOLS.iter().find(|(known, ..)| *known == name) else {
                continue;
            };
            let given = fields::borrowed::<Input<'_>>(block.input).and_then(|input| {
                fields::text(match *field {
                    "url" => input.url,
                    "query" => input.query,
                    _ => input.command,
                })
            });
            let Some(command) = given else {
                sink.bad(line, format!("the call of `{tool}` has no `{field}`"));
                continue;
            };
            let call = Call {
                tool: Cow::Borrowed(tool),
                command: command.into_owned(),
                shell: *shell,
                cwd: fields::owned(entry.cwd),
                mode: self.mode.clone(),
                time: fields::moment(entry.timestamp),
                session: fields::owned(entry.session_id),
                line,
                ..Call::default()
            };
            self.pending.add(fields::owned(block.id), call, sink);
        }
    }

    fn results(&mut self, entry: &Entry<'_>, sink: &mut Sink<'_>) {
        for block in blocks(entry) {
            if fields::text(block.kind).as_deref() == Some("tool_result")
                && let Some(id) = fields::text(block.tool_use_id)
            {
                self.pending.settle(&id, outcome(entry, &block), sink);
            }
        }
    }
}

fn outcome(entry: &Entry<'_>, result: &Block<'_>) -> Option<Outcome> {
    let decision = fields::borrowed::<PermissionDecision<'_>>(entry.permission_decision)
        .and_then(|decision| fields::owned(decision.decision));
    if decision.as_deref() == Some("reject") {
        return Some(Outcome::Rejected);
    }
    if fields::value::<bool>(result.is_error) != Some(true) {
        return Some(Outcome::Approved);
    }
    let text = text_of(result.content);
    if decision.is_none() && REFUSALS.iter().any(|refusal| text.starts_with(refusal)) {
        return Some(Outcome::Rejected);
    }
    let status = text.strip_prefix(EXIT_CODE).and_then(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        rest.get(..end)?.parse().ok()
    });
    status.map(Outcome::Exit).or_else(|| decision.map(|_| Outcome::Approved))
}

/// The text of a result: itself, or its first block of text.
fn text_of(content: Field<'_>) -> Cow<'_, str> {
    #[derive(Deserialize)]
    struct Text<'a> {
        #[serde(borrow)]
        text: Field<'a>,
    }
    let first =
        || fields::text(fields::borrowed::<Vec<Text<'_>>>(content)?.into_iter().find_map(|block| block.text));
    fields::text(content).or_else(first).unwrap_or_default()
}
