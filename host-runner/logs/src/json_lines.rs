//! One JSON object a line that holds a command: a request as `check --jsonl` takes it, the input of an agent's hook, or the
//! record of a background task (`run-1.json`).

use std::borrow::Cow;

use serde::Deserialize;

use crate::fields::{self, Field};
use crate::sink::{Line, ReadLines, Sink};
use crate::{Call, Outcome, words};

/// The reader. It remembers nothing from line to line.
#[derive(Debug, Default)]
pub(crate) struct JsonLines;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry<'a> {
    #[serde(borrow)]
    command: Field<'a>,
    #[serde(borrow)]
    url: Field<'a>,
    #[serde(borrow)]
    query: Field<'a>,
    #[serde(borrow, alias = "tool_name")]
    tool: Field<'a>,
    #[serde(borrow, rename = "tool_input")]
    tool_input: Field<'a>,
    #[serde(borrow)]
    cwd: Field<'a>,
    #[serde(borrow)]
    shell: Field<'a>,
    #[serde(borrow, alias = "permission_mode", alias = "permissionMode")]
    mode: Field<'a>,
    #[serde(borrow, alias = "timestamp", alias = "at")]
    time: Field<'a>,
    #[serde(borrow)]
    started_at: Field<'a>,
    #[serde(borrow, alias = "session_id", alias = "sessionId")]
    session: Field<'a>,
    #[serde(borrow)]
    exit_code: Field<'a>,
    #[serde(borrow)]
    outcome: Field<'a>,
}

/// What `tool_input` holds, and `outcome`.
#[derive(Deserialize)]
struct Inner<'a> {
    #[serde(borrow)]
    command: Field<'a>,
    #[serde(borrow)]
    url: Field<'a>,
    #[serde(borrow)]
    query: Field<'a>,
    #[serde(borrow, rename = "exitCode")]
    exit_code: Field<'a>,
}

impl ReadLines for JsonLines {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let text = line.text(sink);
        let Some(entry) = fields::object::<Entry<'_>>(&text, line.number, sink) else { return };
        let input = fields::borrowed::<Inner<'_>>(entry.tool_input);
        let given = |own: Field<'_>, inner: fn(&Inner<'_>) -> Option<String>| {
            fields::owned(own).or_else(|| input.as_ref().and_then(inner))
        };
        let named = fields::owned(entry.tool);
        let shell = fields::text(entry.shell).and_then(|shell| words::dialect(&shell));
        let (command, default) =
            if let Some(command) = given(entry.command, |inner| fields::owned(inner.command)) {
                (command, words::tool(shell))
            } else if let Some(url) = given(entry.url, |inner| fields::owned(inner.url)) {
                (url, "WebFetch")
            } else if let Some(query) = given(entry.query, |inner| fields::owned(inner.query)) {
                (query, "WebSearch")
            } else {
                // The input of a hook about a tool that has no command.
                if entry.tool_input.is_none() {
                    sink.bad(line.number, "the object has no `command`");
                }
                return;
            };
        let outcome = fields::borrowed::<Inner<'_>>(entry.outcome);
        let exit_code = entry.exit_code.or_else(|| outcome.and_then(|outcome| outcome.exit_code));
        sink.call(Call {
            tool: named.map_or(Cow::Borrowed(default), Cow::Owned),
            command,
            shell,
            cwd: fields::owned(entry.cwd),
            mode: fields::owned(entry.mode),
            time: fields::moment(entry.time).or_else(|| fields::moment(entry.started_at)),
            session: fields::owned(entry.session),
            outcome: fields::value(exit_code).map(Outcome::Exit),
            line: line.number,
            low_fidelity: false,
        });
    }

    fn end(&mut self, _: &mut Sink<'_>) {}
}
