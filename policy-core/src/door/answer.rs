//! Answers as they go over the wire: keys in one fixed order, so that the same verdict is the same bytes.
//!
//! Owns the shape of a verdict and of an error. Adds nothing to what the verdict says.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::fields::RequestError;
use super::names::{WireAudience, WireDecision, WireUiKind};
use super::offsets::{Offsets, Unit};
use crate::PolicyError;
use crate::request::{Need, Request};
use crate::verdict::{By, CommandVerdict, Edit, Ui, Verdict};

/// The answer to a request: one JSON object on one line, keys in the order of the contract.
///
/// `id` is repeated byte for byte; without one the key is left out.
pub fn verdict(verdict: &Verdict, request: &Request<'_>, id: Option<&RawValue>) -> String {
    verdict_in(Unit::Byte, verdict, request, id)
}

/// As [`verdict`], with spans that count `unit`s.
pub fn verdict_in(unit: Unit, verdict: &Verdict, request: &Request<'_>, id: Option<&RawValue>) -> String {
    write(&WireVerdict::of(unit, verdict, request, id))
}

/// As [`verdict_in`], for a serializer that is not JSON's; `id` is what it writes for the request's own.
pub(super) fn verdict_to<S: Serializer>(
    serializer: S,
    unit: Unit,
    verdict: &Verdict,
    request: &Request<'_>,
    id: Option<impl Serialize>,
) -> Result<S::Ok, S::Error> {
    WireVerdict::of(unit, verdict, request, id).serialize(serializer)
}

impl RequestError {
    /// The answer on the wire: `{"id":…,"error":{"message":…,"help":…,"line":…,"column":…}}`, on one line.
    pub fn to_json(&self) -> String {
        let id = self.id.as_deref().and_then(|id| serde_json::from_str::<&RawValue>(id).ok());
        write(&WireError::of(self, id))
    }
}

/// As [`RequestError::to_json`], for a serializer that is not JSON's; `id` is what it writes for the request's own.
pub(super) fn error_to<S: Serializer>(
    serializer: S,
    error: &RequestError,
    id: Option<impl Serialize>,
) -> Result<S::Ok, S::Error> {
    WireError::of(error, id).serialize(serializer)
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
    write(&WireError { id: None::<&RawValue>, error: first, more: bodies.collect() })
}

pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> String {
    // Structs of strings, numbers and booleans under string keys cannot fail to be written to memory.
    serde_json::to_string(value).unwrap_or_else(|_| {
        r#"{"error":{"message":"the answer cannot be written","help":"report this","line":1,"column":1}}"#
            .to_owned()
    })
}

/// The answer to one request.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Verdict", bound = ""))]
#[serde(rename_all = "camelCase")]
pub(super) struct WireVerdict<'v, I = &'v RawValue> {
    /// The request's `id`, repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    id: Option<I>,
    /// The answer.
    decision: WireDecision,
    /// Proven: no write, no network, nothing executed but the named programs.
    read_only: bool,
    /// Why.
    reason: WireReason<'v>,
    /// What the checks found, in source order.
    findings: Vec<WireFinding<'v>>,
    /// What to look at twice, and what there is a better way for. It changes no decision.
    advice: Vec<WireAdvice>,
    /// Every simple command in source order.
    commands: Vec<WireCommand<'v>>,
    /// What running it does, as far as is known.
    effects: WireEffects<'v>,
    /// What its sandbox has to grant; null when that cannot be told.
    sandbox: Option<WireGrants<'v>>,
    /// How to show it.
    ui: WireUi<'v>,
    /// The narrowest rules that together would allow it; empty when no rule would.
    suggestions: &'v [String],
    /// Whether the settings (`sandbox.excludedCommands`) let the whole run outside of the sandbox, once it may run.
    excluded_from_sandbox: bool,
    /// Whether it may go on in the background.
    background: WireBackground,
    /// The facts that could change this answer and were not given.
    needs: Vec<WireNeed<'v>>,
}

impl<'v, I> WireVerdict<'v, I> {
    fn of(unit: Unit, verdict: &'v Verdict, request: &Request<'v>, id: Option<I>) -> Self {
        let offsets = Offsets::new(request.command, unit);
        let reason = &verdict.reason;
        let effects = &verdict.effects;
        Self {
            id,
            decision: verdict.decision.into(),
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
                    outcome: finding.outcome.into(),
                    span: WireSpan::of(finding.span, &offsets),
                    message: &finding.message,
                    help: finding.help,
                })
                .collect(),
            advice: verdict
                .advice
                .iter()
                .map(|advice| WireAdvice {
                    code: advice.code,
                    audience: advice.audience.into(),
                    span: WireSpan::of(advice.span, &offsets),
                    message: advice.message,
                    help: advice.help,
                })
                .collect(),
            commands: verdict
                .commands
                .iter()
                .map(|command| WireCommand::of(command, request.command, &offsets))
                .collect(),
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
            ui: WireUi::of(&verdict.ui),
            suggestions: &verdict.suggestions,
            excluded_from_sandbox: verdict.excluded,
            background: WireBackground { eligible: verdict.background_eligible },
            needs: verdict.needs.iter().map(WireNeed::of).collect(),
        }
    }
}

/// Why the decision is what it is.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Reason"))]
#[serde(rename_all = "camelCase")]
struct WireReason<'v> {
    /// A stable name, such as `READ_ONLY` or `DENY_RULE`.
    code: &'static str,
    /// One sentence for the person.
    message: &'v str,
    /// The rule that decided, as written.
    rule: Option<&'v str>,
    /// Where that rule stands: `file:line:column`.
    source: Option<&'v str>,
    /// One or two sentences for the model, about this call only.
    model_message: &'v str,
}

/// A place in the command: from `start` up to, not including, `end`. In the npm package both count UTF-16 code
/// units, on the command line UTF-8 bytes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Span"))]
pub(super) struct WireSpan {
    /// The first one.
    start: u32,
    /// The one after the last.
    end: u32,
}

impl WireSpan {
    pub(super) fn of(span: crate::Span, offsets: &Offsets<'_>) -> Self {
        let span = offsets.span(span);
        Self { start: span.start, end: span.end }
    }
}

/// One thing that keeps the command from being allowed automatically.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Finding"))]
struct WireFinding<'v> {
    /// The check's name, such as `OUTPUT_REDIRECTION`.
    code: &'static str,
    /// The check's number; none for a finding that no check reports.
    number: Option<u8>,
    /// What it asks for.
    outcome: WireDecision,
    /// The place.
    span: WireSpan,
    /// What is wrong.
    message: &'v str,
    /// What to do.
    help: &'static str,
}

/// Something worth saying about a command that keeps it from nothing.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Advice"))]
struct WireAdvice {
    /// A stable name, such as `GIT_RESET_HARD`.
    code: &'static str,
    /// Whom it is for.
    audience: WireAudience,
    /// The place.
    span: WireSpan,
    /// What the command does.
    message: &'static str,
    /// What to do instead, or before.
    help: &'static str,
}

/// What was decided about one simple command.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CommandVerdict"))]
#[serde(rename_all = "camelCase")]
struct WireCommand<'v> {
    /// Its text.
    text: &'v str,
    /// Its place.
    span: WireSpan,
    /// Its arguments after quote removal; null where one is not known before running.
    argv: &'v [Option<String>],
    /// Its leading assignments.
    assignments: Vec<WireAssignment<'v>>,
    /// The wrappers that were looked through to find the program, outermost first.
    wrappers: &'v [&'static str],
    /// Its redirects.
    redirects: Vec<WireRedirect<'v>>,
    /// What is decided about the program and its arguments. What stands against its redirects is in `findings`.
    decision: WireDecision,
    /// Whether it is proven read-only.
    read_only: bool,
    /// What vouches for it, or stands against it.
    by: WireBy<'v>,
}

impl<'v> WireCommand<'v> {
    fn of(command: &'v CommandVerdict, source: &'v str, offsets: &Offsets<'_>) -> Self {
        let assignments = command.assignments.iter();
        let redirects = command.redirects.iter();
        Self {
            text: command.span.slice(source),
            span: WireSpan::of(command.span, offsets),
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
            decision: command.decision.into(),
            read_only: command.read_only,
            by: WireBy::of(&command.by),
        }
    }
}

/// An assignment in front of a command.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Assignment"))]
struct WireAssignment<'v> {
    /// The variable's name.
    name: &'v str,
    /// Its value, when known.
    value: Option<&'v str>,
}

/// A redirect of a command.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Redirect"))]
struct WireRedirect<'v> {
    /// The operator.
    op: &'static str,
    /// The descriptor in front of it.
    fd: Option<u32>,
    /// The target after quote removal, when known.
    target: Option<&'v str>,
}

/// What vouches for a command, or stands against it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "By"))]
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

/// What a sandbox has to let a command change: absolute paths.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Grants"))]
struct WireGrants<'v> {
    /// Files that are written where they are, or created, and directories in which anything may be changed.
    writes: &'v [String],
    /// Files that something else takes the place of: their directory must be writable.
    replaces: &'v [String],
    /// What is removed, whose directory must be writable.
    removes: &'v [String],
    /// Whether it connects.
    network: bool,
}

/// What running a command does, from the programs' tables.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Effects"))]
struct WireEffects<'v> {
    /// Paths read.
    reads: &'v [String],
    /// Paths created or changed.
    writes: &'v [String],
    /// Paths removed.
    deletes: &'v [String],
    /// Hosts contacted.
    network: &'v [String],
    /// Programs executed.
    executes: &'v [String],
    /// Whether there may be more that is not known.
    opaque: bool,
}

/// How a command is shown to a person.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Ui"))]
pub(super) struct WireUi<'v> {
    /// What it mainly does.
    kind: WireUiKind,
    /// Whether its output may be folded away: it only looks.
    collapsible: bool,
    /// A few words.
    label: &'v str,
    /// Whether success prints nothing.
    silent: bool,
    /// The change of files that the whole command is, told exactly; null for every other command.
    edit: Option<WireEdit<'v>>,
}

impl<'v> WireUi<'v> {
    pub(super) fn of(ui: &'v Ui) -> Self {
        Self {
            kind: ui.kind.into(),
            collapsible: ui.collapsible,
            label: &ui.label,
            silent: ui.silent,
            edit: ui.edit.as_ref().map(WireEdit::of),
        }
    }
}

/// A command as an edit: the new content of every file that it changes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Edit"))]
pub(super) struct WireEdit<'v> {
    /// The files in the order in which the command names them.
    files: Vec<WireFileEdit<'v>>,
}

impl<'v> WireEdit<'v> {
    pub(super) fn of(edit: &'v Edit) -> Self {
        let files = edit.files.iter().map(|file| WireFileEdit {
            path: &file.path,
            unchanged: file.is_unchanged(),
            diff: &file.diff,
            new_content: &file.new_content,
        });
        Self { files: files.collect() }
    }
}

/// What becomes of one file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "FileEdit"))]
#[serde(rename_all = "camelCase")]
struct WireFileEdit<'v> {
    /// The absolute path, as in the request's `facts.contents`.
    path: &'v str,
    /// Whether the file stays as it is.
    unchanged: bool,
    /// The unified diff; empty when the file stays as it is.
    diff: &'v str,
    /// All of the file afterwards.
    new_content: &'v str,
}

/// Whether a command may go on in the background.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Background"))]
struct WireBackground {
    /// Whether it may.
    eligible: bool,
}

/// A fact that could change the verdict and was not given.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Need"))]
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

/// The answer when nothing could be decided.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ErrorAnswer", bound = ""))]
struct WireError<'e, I = &'e RawValue> {
    /// The request's `id`, when it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    id: Option<I>,
    /// The first problem.
    error: ErrorBody<'e>,
    /// The other problems of the settings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more: Vec<ErrorBody<'e>>,
}

impl<'e, I> WireError<'e, I> {
    fn of(error: &'e RequestError, id: Option<I>) -> Self {
        let body = ErrorBody {
            message: &error.message,
            help: &error.help,
            line: error.line,
            column: error.column,
            file: None,
        };
        Self { id, error: body, more: Vec::new() }
    }
}

/// What is wrong, where, and what to do.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Problem"))]
pub(super) struct ErrorBody<'e> {
    /// What is wrong.
    message: &'e str,
    /// What to do.
    help: &'e str,
    /// The line, from 1.
    line: u32,
    /// The column in characters, from 1.
    column: u32,
    /// The name of the settings that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'e str>,
}
