//! Rollouts of Codex: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`.
//!
//! An entry is `{timestamp, type, payload}`; in versions before it, the payload alone. A call is a `function_call` whose
//! `arguments` are JSON as text, or a `local_shell_call`.

use std::borrow::Cow;

use serde::Deserialize;

use crate::fields::{self, Field};
use crate::pending::Pending;
use crate::sink::{Line, ReadLines, Sink};
use crate::{Call, Outcome, words};

/// Functions that run a command.
const FUNCTIONS: &[&str] = &["shell", "shell_command", "exec_command", "container.exec", "local_shell"];

/// Kinds of entries without a call.
const OTHER_KINDS: &[&str] =
    &["compacted", "ghost_snapshot", "inter_agent_communication", "token_usage_record", "world_state"];

/// How a result begins whose call was refused.
const REFUSALS: &[&str] = &["exec command rejected", "rejected by user", "Command blocked by "];

/// Where a result says how the command ended.
const EXIT_CODES: &[&str] = &["Process exited with code ", "Exit code: "];

/// Most bytes of a result in which the exit code is looked for: its head.
const HEAD_BYTES: usize = 512;

/// The reader of one rollout.
#[derive(Debug, Default)]
pub(crate) struct Codex {
    pending: Pending,
    cwd: Option<String>,
    session: Option<String>,
}

#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(borrow, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow)]
    timestamp: Field<'a>,
    #[serde(borrow)]
    payload: Field<'a>,
}

/// The fields of all payloads that are read.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Payload<'a> {
    #[serde(borrow, rename = "type")]
    kind: Field<'a>,
    #[serde(borrow)]
    id: Field<'a>,
    #[serde(borrow)]
    cwd: Field<'a>,
    #[serde(borrow)]
    cli_version: Field<'a>,
    #[serde(borrow)]
    name: Field<'a>,
    #[serde(borrow)]
    arguments: Field<'a>,
    #[serde(borrow)]
    action: Field<'a>,
    #[serde(borrow)]
    call_id: Field<'a>,
    #[serde(borrow)]
    output: Field<'a>,
    #[serde(borrow)]
    exit_code: Field<'a>,
}

/// The arguments of the functions, and the action of a local call.
#[derive(Deserialize)]
struct Arguments<'a> {
    #[serde(borrow)]
    command: Field<'a>,
    #[serde(borrow)]
    cmd: Field<'a>,
    #[serde(borrow)]
    workdir: Field<'a>,
    #[serde(borrow)]
    working_directory: Field<'a>,
    #[serde(borrow)]
    shell: Field<'a>,
}

impl ReadLines for Codex {
    fn line(&mut self, line: Line<'_>, sink: &mut Sink<'_>) {
        let text = line.text(sink);
        let Some(entry) = fields::object::<Entry<'_>>(&text, line.number, sink) else { return };
        let (kind, payload) = if entry.payload.is_some() {
            (fields::text(entry.kind), fields::borrowed::<Payload<'_>>(entry.payload).unwrap_or_default())
        } else {
            // The first line of an old rollout has no type: it is about the session.
            let payload = serde_json::from_str::<Payload<'_>>(&text).unwrap_or_default();
            let kind = if payload.kind.is_some() { "response_item" } else { "session_meta" };
            (Some(Cow::Borrowed(kind)), payload)
        };
        match kind.as_deref() {
            Some("session_meta") => {
                self.session = fields::owned(payload.id).or_else(|| self.session.take());
                self.cwd = fields::owned(payload.cwd).or_else(|| self.cwd.take());
                sink.account.version =
                    fields::owned(payload.cli_version).or_else(|| sink.account.version.take());
            }
            Some("turn_context") => self.cwd = fields::owned(payload.cwd).or_else(|| self.cwd.take()),
            Some("response_item") => self.item(&entry, &payload, line.number, sink),
            Some("event_msg") => {
                if let (Some(id), Some(code)) =
                    (fields::text(payload.call_id), fields::value(payload.exit_code))
                {
                    self.pending.settle(&id, Some(Outcome::Exit(code)), sink);
                }
            }
            Some(other) if OTHER_KINDS.contains(&other) => {}
            Some(other) => sink.account.unknown(other),
            None => sink.bad(line.number, "the entry has no `type`"),
        }
    }

    fn end(&mut self, sink: &mut Sink<'_>) {
        self.pending.end(sink);
    }
}

impl Codex {
    fn item(&mut self, entry: &Entry<'_>, payload: &Payload<'_>, line: u64, sink: &mut Sink<'_>) {
        let id = || fields::owned(payload.call_id).or_else(|| fields::owned(payload.id));
        match fields::text(payload.kind).as_deref() {
            Some("function_call") => {
                let name = fields::text(payload.name).unwrap_or_default();
                if FUNCTIONS.contains(&&*name) {
                    let arguments = fields::text(payload.arguments).unwrap_or_default();
                    match serde_json::from_str(&arguments) {
                        Ok(arguments) => self.call(entry, &arguments, id(), line, sink),
                        Err(_) => sink.bad(line, format!("the arguments of `{name}` are no JSON object")),
                    }
                }
            }
            Some("local_shell_call") => match fields::borrowed(payload.action) {
                Some(action) => self.call(entry, &action, id(), line, sink),
                None => sink.bad(line, "the call has no `action`"),
            },
            Some("function_call_output") => {
                if let Some(id) = fields::text(payload.call_id) {
                    self.pending.settle(&id, outcome(payload.output), sink);
                }
            }
            _ => {}
        }
    }

    fn call(
        &mut self,
        entry: &Entry<'_>,
        given: &Arguments<'_>,
        id: Option<String>,
        line: u64,
        sink: &mut Sink<'_>,
    ) {
        let field = given.cmd.or(given.command);
        let named = fields::text(given.shell).and_then(|shell| words::dialect(&shell));
        let found = fields::owned(field)
            .map(|text| (text, named))
            .or_else(|| fields::value::<Vec<String>>(field).map(|list| words::command(&list)));
        let Some((command, shell)) = found else {
            return sink.bad(line, "the call has no `cmd` or `command`");
        };
        let own = fields::owned(given.workdir).or_else(|| fields::owned(given.working_directory));
        let cwd = match own {
            // A directory below that of the turn.
            Some(own) if !own.starts_with('/') && !own.contains(':') => {
                self.cwd.as_ref().map(|cwd| format!("{}/{own}", cwd.trim_end_matches('/')))
            }
            own => own.or_else(|| self.cwd.clone()),
        };
        let call = Call {
            tool: Cow::Borrowed(words::tool(shell)),
            command,
            shell,
            cwd,
            time: fields::moment(entry.timestamp),
            session: self.session.clone(),
            line,
            ..Call::default()
        };
        self.pending.add(id, call, sink);
    }
}

/// What became of a call: the exit code is in the head of a text, or in JSON that is written as one.
fn outcome(output: Field<'_>) -> Option<Outcome> {
    #[derive(Deserialize)]
    struct Structured {
        metadata: Metadata,
    }
    #[derive(Deserialize)]
    struct Metadata {
        exit_code: i32,
    }
    let text = fields::text(output)?;
    if REFUSALS.iter().any(|refusal| text.starts_with(refusal)) {
        return Some(Outcome::Rejected);
    }
    if let Ok(structured) = serde_json::from_str::<Structured>(&text) {
        return Some(Outcome::Exit(structured.metadata.exit_code));
    }
    let head = text.split("\nOutput:").next().unwrap_or_default();
    let head = head.get(..HEAD_BYTES.min(head.len())).unwrap_or(head);
    let status = EXIT_CODES.iter().find_map(|words| {
        let rest = head.split_once(words)?.1;
        rest.split(|c: char| !c.is_ascii_digit() && c != '-').next()?.parse().ok()
    });
    Some(status.map_or(Outcome::Approved, Outcome::Exit))
}
