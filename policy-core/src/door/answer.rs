//! Answers as they go over the wire: keys in one fixed order, so that the same verdict is the same bytes.
//!
//! Owns the shape of a verdict and of an error. Adds nothing to what the verdict says.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use serde_json::value::RawValue;

use super::fields::RequestError;
use crate::PolicyError;
use crate::request::{Need, Request};
use crate::verdict::{By, CommandVerdict, Edit, Verdict};

/// The answer to a request: one JSON object on one line, keys in the order of the contract.
///
/// `id` is repeated byte for byte; without one the key is left out.
pub fn verdict(verdict: &Verdict, request: &Request<'_>, id: Option<&RawValue>) -> String {
    let reason = &verdict.reason;
    let effects = &verdict.effects;
    write(&WireVerdict {
        id,
        decision: verdict.decision.name(),
        read_only: verdict.read_only,
        reason: WireReason {
            code: reason.code,
            message: &reason.message,
            rule: reason.rule.as_deref(),
            source: reason.source.as_deref(),
            model_message: &reason.model_message,
        },
        findings: verdict
            .findings
            .iter()
            .map(|finding| WireFinding {
                code: finding.code,
                number: finding.number,
                outcome: finding.outcome.name(),
                span: WireSpan::of(finding.span),
                message: &finding.message,
                help: finding.help,
            })
            .collect(),
        advice: verdict
            .advice
            .iter()
            .map(|advice| WireAdvice {
                code: advice.code,
                audience: advice.audience.name(),
                span: WireSpan::of(advice.span),
                message: advice.message,
                help: advice.help,
            })
            .collect(),
        commands: verdict.commands.iter().map(|command| WireCommand::of(command, request.command)).collect(),
        effects: WireEffects {
            reads: &effects.reads,
            writes: &effects.writes,
            deletes: &effects.deletes,
            network: &effects.network,
            executes: &effects.executes,
            opaque: effects.opaque,
        },
        sandbox: verdict.grants.as_ref().map(|grants| WireGrants {
            writes: &grants.writes,
            replaces: &grants.replaces,
            removes: &grants.removes,
            network: grants.network,
        }),
        ui: WireUi {
            kind: verdict.ui.kind.name(),
            collapsible: verdict.ui.collapsible,
            label: &verdict.ui.label,
            silent: verdict.ui.silent,
            edit: verdict.ui.edit.as_ref().map(WireEdit::of),
        },
        suggestions: &verdict.suggestions,
        excluded_from_sandbox: verdict.excluded,
        background: WireBackground { eligible: verdict.background_eligible },
        needs: verdict.needs.iter().map(WireNeed::of).collect(),
    })
}

/// The answer to a request that cannot be decided.
pub(super) fn error(error: &RequestError) -> String {
    let body = ErrorBody {
        message: &error.message,
        help: &error.help,
        line: error.line,
        column: error.column,
        file: None,
    };
    let id = error.id.as_deref().and_then(|id| serde_json::from_str::<&RawValue>(id).ok());
    write(&WireError { id, error: body, more: Vec::new() })
}

/// The answer when the loaded settings cannot be used: the first error, and the rest under `more`.
pub fn policy_error(errors: &[PolicyError]) -> String {
    let mut bodies = errors.iter().map(|error| ErrorBody {
        message: &error.message,
        help: &error.help,
        line: error.line,
        column: error.column,
        file: Some(&error.file),
    });
    let first = bodies.next().unwrap_or(ErrorBody {
        message: "the settings cannot be used",
        help: "",
        line: 1,
        column: 1,
        file: None,
    });
    write(&WireError { id: None, error: first, more: bodies.collect() })
}

fn write<T: Serialize>(value: &T) -> String {
    // Structs of strings, numbers and booleans under string keys cannot fail to be written to memory.
    serde_json::to_string(value).unwrap_or_else(|_| {
        r#"{"error":{"message":"the answer cannot be written","help":"report this","line":1,"column":1}}"#
            .to_owned()
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireVerdict<'v> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'v RawValue>,
    decision: &'static str,
    read_only: bool,
    reason: WireReason<'v>,
    findings: Vec<WireFinding<'v>>,
    advice: Vec<WireAdvice>,
    commands: Vec<WireCommand<'v>>,
    effects: WireEffects<'v>,
    sandbox: Option<WireGrants<'v>>,
    ui: WireUi<'v>,
    suggestions: &'v [String],
    excluded_from_sandbox: bool,
    background: WireBackground,
    needs: Vec<WireNeed<'v>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireReason<'v> {
    code: &'static str,
    message: &'v str,
    rule: Option<&'v str>,
    source: Option<&'v str>,
    model_message: &'v str,
}

#[derive(Serialize)]
struct WireSpan {
    start: u32,
    end: u32,
}

impl WireSpan {
    fn of(span: crate::Span) -> Self {
        Self { start: span.start, end: span.end }
    }
}

#[derive(Serialize)]
struct WireFinding<'v> {
    code: &'static str,
    number: Option<u8>,
    outcome: &'static str,
    span: WireSpan,
    message: &'v str,
    help: &'static str,
}

#[derive(Serialize)]
struct WireAdvice {
    code: &'static str,
    /// `person` or `model`.
    audience: &'static str,
    span: WireSpan,
    message: &'static str,
    help: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireCommand<'v> {
    text: &'v str,
    span: WireSpan,
    argv: &'v [Option<String>],
    assignments: Vec<WireAssignment<'v>>,
    wrappers: &'v [&'static str],
    redirects: Vec<WireRedirect<'v>>,
    decision: &'static str,
    read_only: bool,
    by: WireBy<'v>,
}

impl<'v> WireCommand<'v> {
    fn of(command: &'v CommandVerdict, source: &'v str) -> Self {
        let assignments = command.assignments.iter();
        let redirects = command.redirects.iter();
        Self {
            text: command.span.slice(source),
            span: WireSpan::of(command.span),
            argv: &command.argv,
            assignments: assignments
                .map(|(name, value)| WireAssignment { name, value: value.as_deref() })
                .collect(),
            wrappers: &command.wrappers,
            redirects: redirects
                .map(|redirect| WireRedirect {
                    op: redirect.op,
                    fd: redirect.fd,
                    target: redirect.target.as_deref(),
                })
                .collect(),
            decision: command.decision.name(),
            read_only: command.read_only,
            by: WireBy::of(&command.by),
        }
    }
}

#[derive(Serialize)]
struct WireAssignment<'v> {
    name: &'v str,
    value: Option<&'v str>,
}

#[derive(Serialize)]
struct WireRedirect<'v> {
    op: &'static str,
    fd: Option<u32>,
    target: Option<&'v str>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WireBy<'v> {
    Nothing,
    ReadOnly,
    AcceptEdits,
    NoProgram,
    Rule { rule: &'v str, source: &'v str },
    Sandbox,
    Mode,
}

impl<'v> WireBy<'v> {
    fn of(by: &'v By) -> Self {
        match by {
            By::Nothing => Self::Nothing,
            By::ReadOnly => Self::ReadOnly,
            By::AcceptEdits => Self::AcceptEdits,
            By::NoProgram => Self::NoProgram,
            By::Rule { rule, source } => Self::Rule { rule, source },
            By::Sandbox => Self::Sandbox,
            By::Mode => Self::Mode,
        }
    }
}

#[derive(Serialize)]
struct WireGrants<'v> {
    writes: &'v [String],
    replaces: &'v [String],
    removes: &'v [String],
    network: bool,
}

#[derive(Serialize)]
struct WireEffects<'v> {
    reads: &'v [String],
    writes: &'v [String],
    deletes: &'v [String],
    network: &'v [String],
    executes: &'v [String],
    opaque: bool,
}

#[derive(Serialize)]
struct WireUi<'v> {
    kind: &'static str,
    collapsible: bool,
    label: &'v str,
    silent: bool,
    edit: Option<WireEdit<'v>>,
}

#[derive(Serialize)]
struct WireEdit<'v> {
    files: Vec<WireFileEdit<'v>>,
}

impl<'v> WireEdit<'v> {
    fn of(edit: &'v Edit) -> Self {
        let files = edit.files.iter().map(|file| WireFileEdit {
            path: &file.path,
            unchanged: file.is_unchanged(),
            diff: &file.diff,
            new_content: &file.new_content,
        });
        Self { files: files.collect() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WireFileEdit<'v> {
    path: &'v str,
    unchanged: bool,
    diff: &'v str,
    new_content: &'v str,
}

#[derive(Serialize)]
struct WireBackground {
    eligible: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WireNeed<'v> {
    BareRepository { path: &'v str },
    Contents { path: &'v str },
    Exists { path: &'v str },
    RealPath { path: &'v str },
    RepositoryPrograms { path: &'v str },
}

impl<'v> WireNeed<'v> {
    fn of(need: &'v Need) -> Self {
        match need {
            Need::BareRepository(path) => Self::BareRepository { path },
            Need::Contents(path) => Self::Contents { path },
            Need::Exists(path) => Self::Exists { path },
            Need::RealPath(path) => Self::RealPath { path },
            Need::RepositoryPrograms(path) => Self::RepositoryPrograms { path },
        }
    }
}

#[derive(Serialize)]
struct WireError<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'e RawValue>,
    error: ErrorBody<'e>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<ErrorBody<'e>>,
}

#[derive(Serialize)]
struct ErrorBody<'e> {
    message: &'e str,
    help: &'e str,
    line: u32,
    column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'e str>,
}
