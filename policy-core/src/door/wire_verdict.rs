//! A verdict on the wire: each type is written and read here, with keys in one fixed order.
//!
//! Owns the shape of a verdict and both directions. A field of a verdict is a field here and a line in each direction.
//! Adds nothing to the verdict; the reader checks that a text has exactly one verdict.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::offsets::{Offsets, Unit};
use super::wire_names::{WireAudience, WireDecision, WireUiKind};
use super::words::{NoVerdict, VerdictReader};
use crate::request::{Need, Request};
use crate::verdict::{
    About, Advice, By, CommandVerdict, Edit, Effects, FileEdit, Finding, Grants, Reason, RedirectVerdict, Ui,
    Verdict,
};

/// The answer to one request.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Verdict", bound = ""))]
#[serde(rename_all = "camelCase")]
pub(super) struct WireVerdict<'v, I = &'v RawValue> {
    /// The `id` of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<serde_json::Value>"))]
    id: Option<I>,
    /// The decision.
    decision: WireDecision,
    /// Whether it is proven that the command writes nothing, connects nowhere and executes only the named programs.
    read_only: bool,
    /// Why the decision is what it is.
    reason: WireReason<'v>,
    /// The reasons why the command is not allowed automatically, in source order.
    findings: Vec<WireFinding<'v>>,
    /// Warnings for the person and better ways for the model, in source order. They change no decision.
    advice: Vec<WireAdvice<'v>>,
    /// Every simple command in source order.
    commands: Vec<WireCommand<'v>>,
    /// The known effects of running the command.
    effects: WireEffects<'v>,
    /// The paths and the network that its sandbox must grant; null if they are not all known.
    sandbox: Option<WireGrants<'v>>,
    /// How to display the command.
    ui: WireUi<'v>,
    /// The narrowest rules that together would allow the command; empty if no rule would.
    suggestions: Cow<'v, [String]>,
    /// Whether `sandbox.excludedCommands` lets the command run outside of the sandbox, once it may run.
    excluded_from_sandbox: bool,
    /// Whether the command may continue in the background.
    background: WireBackground,
    /// The missing facts that could change this answer. Send them in `facts` and ask again.
    needs: Vec<WireNeed<'v>>,
}

impl<'v, I> WireVerdict<'v, I> {
    pub(super) fn of(unit: Unit, verdict: &'v Verdict, request: &Request<'v>, id: Option<I>) -> Self {
        let offsets = Offsets::new(request.command, unit);
        Self {
            id,
            decision: verdict.decision.into(),
            read_only: verdict.read_only,
            reason: WireReason::of(&verdict.reason),
            findings: verdict.findings.iter().map(|finding| WireFinding::of(finding, &offsets)).collect(),
            advice: verdict.advice.iter().map(|advice| WireAdvice::of(advice, &offsets)).collect(),
            commands: verdict
                .commands
                .iter()
                .map(|command| WireCommand::of(command, request.command, &offsets))
                .collect(),
            effects: WireEffects::of(&verdict.effects),
            sandbox: verdict.grants.as_ref().map(WireGrants::of),
            ui: WireUi::of(&verdict.ui),
            suggestions: Cow::Borrowed(&verdict.suggestions),
            excluded_from_sandbox: verdict.excluded,
            background: WireBackground { eligible: verdict.background_eligible },
            needs: verdict.needs.iter().map(WireNeed::of).collect(),
        }
    }

    /// The verdict on the request `about`, with its places and words read by `reader`.
    ///
    /// # Errors
    /// A place is outside of the command, or the verdict has more words than fit.
    pub(super) fn into_verdict(
        self,
        reader: &mut VerdictReader<'_>,
        about: About,
    ) -> Result<Verdict, NoVerdict> {
        Ok(Verdict {
            about,
            decision: self.decision.into(),
            read_only: self.read_only,
            reason: self.reason.into_reason(reader)?,
            findings: all(self.findings, |it| it.into_finding(reader))?,
            advice: all(self.advice, |it| it.into_advice(reader))?,
            commands: all(self.commands, |it| it.into_command(reader))?,
            effects: self.effects.into_effects(),
            grants: self.sandbox.map(WireGrants::into_grants),
            ui: self.ui.into_ui(),
            suggestions: self.suggestions.into_owned(),
            excluded: self.excluded_from_sandbox,
            background_eligible: self.background.eligible,
            needs: self.needs.into_iter().map(WireNeed::into_need).collect(),
        })
    }
}

fn all<W, T>(items: Vec<W>, into: impl FnMut(W) -> Result<T, NoVerdict>) -> Result<Vec<T>, NoVerdict> {
    items.into_iter().map(into).collect()
}

/// A text borrowed from a verdict.
fn borrowed(text: &str) -> Cow<'_, str> {
    Cow::Borrowed(text)
}

/// Why the decision is what it is.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Reason"))]
#[serde(rename_all = "camelCase")]
struct WireReason<'v> {
    /// A stable name, such as `READ_ONLY` or `DENY_RULE`.
    code: Cow<'v, str>,
    /// One sentence for the person.
    message: Cow<'v, str>,
    /// The rule that decided, as written.
    rule: Option<Cow<'v, str>>,
    /// The place of that rule, or of the mode that decided: `file:line:column`. None for a mode that no settings name.
    source: Option<Cow<'v, str>>,
    /// One or two sentences for the model, about this call only.
    model_message: Cow<'v, str>,
}

impl<'v> WireReason<'v> {
    fn of(reason: &'v Reason) -> Self {
        Self {
            code: borrowed(reason.code),
            message: borrowed(&reason.message),
            rule: reason.rule.as_deref().map(borrowed),
            source: reason.source.as_deref().map(borrowed),
            model_message: borrowed(&reason.model_message),
        }
    }

    fn into_reason(self, reader: &mut VerdictReader<'_>) -> Result<Reason, NoVerdict> {
        Ok(Reason {
            code: reader.keep(&self.code)?,
            message: self.message.into_owned(),
            rule: self.rule.map(Cow::into_owned),
            source: self.source.map(Cow::into_owned),
            model_message: self.model_message.into_owned(),
        })
    }
}

/// A range of the command: from `start` up to, not including, `end`. In the npm package both count UTF-16 code
/// units; on the command line, UTF-8 bytes.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Span"))]
pub(super) struct WireSpan {
    /// The first unit of the range.
    start: u32,
    /// The unit after the last one.
    end: u32,
}

impl WireSpan {
    pub(super) fn of(span: crate::Span, offsets: &Offsets<'_>) -> Self {
        let span = offsets.span(span);
        Self { start: span.start, end: span.end }
    }

    /// The place in bytes.
    fn into_span(self, reader: &VerdictReader<'_>) -> Result<crate::Span, NoVerdict> {
        reader.place(crate::Span { start: self.start, end: self.end })
    }
}

/// One reason why the command is not allowed automatically.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Finding"))]
struct WireFinding<'v> {
    /// The check's name, such as `OUTPUT_REDIRECTION`.
    code: Cow<'v, str>,
    /// The check's number; none if a notice reports the finding.
    number: Option<u8>,
    /// The decision that this finding requires.
    outcome: WireDecision,
    /// The place.
    span: WireSpan,
    /// What is wrong.
    message: Cow<'v, str>,
    /// What to do.
    help: Cow<'v, str>,
}

impl<'v> WireFinding<'v> {
    fn of(finding: &'v Finding, offsets: &Offsets<'_>) -> Self {
        Self {
            code: borrowed(finding.code),
            number: finding.number,
            outcome: finding.outcome.into(),
            span: WireSpan::of(finding.span, offsets),
            message: borrowed(&finding.message),
            help: borrowed(finding.help),
        }
    }

    fn into_finding(self, reader: &mut VerdictReader<'_>) -> Result<Finding, NoVerdict> {
        Ok(Finding {
            code: reader.keep(&self.code)?,
            number: self.number,
            outcome: self.outcome.into(),
            span: self.span.into_span(reader)?,
            message: self.message.into_owned(),
            help: reader.keep(&self.help)?,
        })
    }
}

/// A warning about a command, or a better way to do the same. It changes no decision.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Advice"))]
struct WireAdvice<'v> {
    /// A stable name, such as `GIT_RESET_HARD`.
    code: Cow<'v, str>,
    /// The reader that it addresses.
    audience: WireAudience,
    /// The place.
    span: WireSpan,
    /// What the command does.
    message: Cow<'v, str>,
    /// What to do instead, or before.
    help: Cow<'v, str>,
}

impl<'v> WireAdvice<'v> {
    fn of(advice: &'v Advice, offsets: &Offsets<'_>) -> Self {
        Self {
            code: borrowed(advice.code),
            audience: advice.audience.into(),
            span: WireSpan::of(advice.span, offsets),
            message: borrowed(advice.message),
            help: borrowed(advice.help),
        }
    }

    fn into_advice(self, reader: &mut VerdictReader<'_>) -> Result<Advice, NoVerdict> {
        Ok(Advice {
            code: reader.keep(&self.code)?,
            audience: self.audience.into(),
            span: self.span.into_span(reader)?,
            message: reader.keep(&self.message)?,
            help: reader.keep(&self.help)?,
        })
    }
}

/// The decision about one simple command.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CommandVerdict"))]
#[serde(rename_all = "camelCase")]
struct WireCommand<'v> {
    /// Its text.
    text: Cow<'v, str>,
    /// Its place.
    span: WireSpan,
    /// Its arguments after quote removal; null for an argument that is known only at run time.
    argv: Cow<'v, [Option<String>]>,
    /// Its leading assignments.
    assignments: Vec<WireAssignment<'v>>,
    /// The wrappers around the program, outermost first.
    wrappers: Vec<Cow<'v, str>>,
    /// Its redirects.
    redirects: Vec<WireRedirect<'v>>,
    /// The decision about the program and its arguments. Objections to its redirects are in `findings`.
    decision: WireDecision,
    /// Whether it is proven read-only.
    read_only: bool,
    /// What vouches for it, or objects to it.
    by: WireBy<'v>,
}

impl<'v> WireCommand<'v> {
    fn of(command: &'v CommandVerdict, source: &'v str, offsets: &Offsets<'_>) -> Self {
        Self {
            text: borrowed(command.span.slice(source)),
            span: WireSpan::of(command.span, offsets),
            argv: Cow::Borrowed(&command.argv),
            assignments: command.assignments.iter().map(WireAssignment::of).collect(),
            wrappers: command.wrappers.iter().map(|wrapper| borrowed(wrapper)).collect(),
            redirects: command.redirects.iter().map(WireRedirect::of).collect(),
            decision: command.decision.into(),
            read_only: command.read_only,
            by: WireBy::of(&command.by),
        }
    }

    /// The command without its text, which is the source under its span.
    fn into_command(self, reader: &mut VerdictReader<'_>) -> Result<CommandVerdict, NoVerdict> {
        Ok(CommandVerdict {
            span: self.span.into_span(reader)?,
            argv: self.argv.into_owned(),
            assignments: self.assignments.into_iter().map(WireAssignment::into_assignment).collect(),
            wrappers: all(self.wrappers, |wrapper| reader.keep(&wrapper))?,
            redirects: all(self.redirects, |redirect| redirect.into_redirect(reader))?,
            decision: self.decision.into(),
            read_only: self.read_only,
            by: self.by.into_by(),
        })
    }
}

/// An assignment in front of a command.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Assignment"))]
struct WireAssignment<'v> {
    /// The variable's name.
    name: Cow<'v, str>,
    /// Its value, when known.
    value: Option<Cow<'v, str>>,
}

impl<'v> WireAssignment<'v> {
    fn of((name, value): &'v (String, Option<String>)) -> Self {
        Self { name: borrowed(name), value: value.as_deref().map(borrowed) }
    }

    fn into_assignment(self) -> (String, Option<String>) {
        (self.name.into_owned(), self.value.map(Cow::into_owned))
    }
}

/// A redirect of a command.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Redirect"))]
struct WireRedirect<'v> {
    /// The operator.
    op: Cow<'v, str>,
    /// The descriptor in front of it.
    fd: Option<u32>,
    /// The target after quote removal, when known.
    target: Option<Cow<'v, str>>,
}

impl<'v> WireRedirect<'v> {
    fn of(redirect: &'v RedirectVerdict) -> Self {
        Self { op: borrowed(redirect.op), fd: redirect.fd, target: redirect.target.as_deref().map(borrowed) }
    }

    fn into_redirect(self, reader: &mut VerdictReader<'_>) -> Result<RedirectVerdict, NoVerdict> {
        Ok(RedirectVerdict {
            op: reader.keep(&self.op)?,
            fd: self.fd,
            target: self.target.map(Cow::into_owned),
        })
    }
}

/// What vouches for a command, or objects to it.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "By"))]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WireBy<'v> {
    Nothing,
    ReadOnly,
    SelfDescription,
    ReadsService,
    Documentation,
    AcceptEdits,
    NoProgram,
    Rule { rule: Cow<'v, str>, source: Cow<'v, str> },
    Sandbox,
    Mode,
}

impl<'v> WireBy<'v> {
    fn of(by: &'v By) -> Self {
        match by {
            By::Nothing => Self::Nothing,
            By::ReadOnly => Self::ReadOnly,
            By::SelfDescription => Self::SelfDescription,
            By::ReadsService => Self::ReadsService,
            By::Documentation => Self::Documentation,
            By::AcceptEdits => Self::AcceptEdits,
            By::NoProgram => Self::NoProgram,
            By::Rule { rule, source } => Self::Rule { rule: borrowed(rule), source: borrowed(source) },
            By::Sandbox => Self::Sandbox,
            By::Mode => Self::Mode,
        }
    }

    fn into_by(self) -> By {
        match self {
            Self::Nothing => By::Nothing,
            Self::ReadOnly => By::ReadOnly,
            Self::SelfDescription => By::SelfDescription,
            Self::ReadsService => By::ReadsService,
            Self::Documentation => By::Documentation,
            Self::AcceptEdits => By::AcceptEdits,
            Self::NoProgram => By::NoProgram,
            Self::Rule { rule, source } => By::Rule { rule: rule.into_owned(), source: source.into_owned() },
            Self::Sandbox => By::Sandbox,
            Self::Mode => By::Mode,
        }
    }
}

/// What a sandbox must let a command change: absolute paths.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Grants"))]
struct WireGrants<'v> {
    /// Files that are created or written in place, and directories in which everything may change.
    writes: Cow<'v, [String]>,
    /// Files that are replaced by another file: their directory must be writable.
    replaces: Cow<'v, [String]>,
    /// Paths that are removed: their directory must be writable.
    removes: Cow<'v, [String]>,
    /// Whether the command connects.
    network: bool,
    /// The hosts that it reaches although the settings do not name them.
    hosts: Cow<'v, [String]>,
    /// The socket files of daemons that it reaches although the settings do not name them.
    sockets: Cow<'v, [String]>,
}

impl<'v> WireGrants<'v> {
    fn of(grants: &'v Grants) -> Self {
        Self {
            writes: Cow::Borrowed(&grants.writes),
            replaces: Cow::Borrowed(&grants.replaces),
            removes: Cow::Borrowed(&grants.removes),
            network: grants.network,
            hosts: Cow::Borrowed(&grants.hosts),
            sockets: Cow::Borrowed(&grants.sockets),
        }
    }

    fn into_grants(self) -> Grants {
        Grants {
            writes: self.writes.into_owned(),
            replaces: self.replaces.into_owned(),
            removes: self.removes.into_owned(),
            network: self.network,
            hosts: self.hosts.into_owned(),
            sockets: self.sockets.into_owned(),
        }
    }
}

/// The effects of running a command, from the tables of the programs.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Effects"))]
struct WireEffects<'v> {
    /// Paths read.
    reads: Cow<'v, [String]>,
    /// Paths created or changed.
    writes: Cow<'v, [String]>,
    /// Paths removed.
    deletes: Cow<'v, [String]>,
    /// Hosts contacted.
    network: Cow<'v, [String]>,
    /// Programs executed.
    executes: Cow<'v, [String]>,
    /// Whether there may be further, unknown effects.
    opaque: bool,
}

impl<'v> WireEffects<'v> {
    fn of(effects: &'v Effects) -> Self {
        Self {
            reads: Cow::Borrowed(&effects.reads),
            writes: Cow::Borrowed(&effects.writes),
            deletes: Cow::Borrowed(&effects.deletes),
            network: Cow::Borrowed(&effects.network),
            executes: Cow::Borrowed(&effects.executes),
            opaque: effects.opaque,
        }
    }

    fn into_effects(self) -> Effects {
        Effects {
            reads: self.reads.into_owned(),
            writes: self.writes.into_owned(),
            deletes: self.deletes.into_owned(),
            network: self.network.into_owned(),
            executes: self.executes.into_owned(),
            opaque: self.opaque,
        }
    }
}

/// How to display a command.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Ui"))]
pub(super) struct WireUi<'v> {
    /// What the command mainly does.
    kind: WireUiKind,
    /// Whether its output may be collapsed, because the command only reads.
    collapsible: bool,
    /// The command in a few words.
    label: Cow<'v, str>,
    /// Whether success prints nothing.
    silent: bool,
    /// The exact change of files, if the whole command is an edit; null for every other command.
    edit: Option<WireEdit<'v>>,
}

impl<'v> WireUi<'v> {
    pub(super) fn of(ui: &'v Ui) -> Self {
        Self {
            kind: ui.kind.into(),
            collapsible: ui.collapsible,
            label: borrowed(&ui.label),
            silent: ui.silent,
            edit: ui.edit.as_ref().map(WireEdit::of),
        }
    }

    fn into_ui(self) -> Ui {
        Ui {
            kind: self.kind.into(),
            collapsible: self.collapsible,
            label: self.label.into_owned(),
            silent: self.silent,
            edit: self.edit.map(WireEdit::into_edit),
        }
    }
}

/// A command as an edit: the new content of every file that it changes.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Edit"))]
pub(super) struct WireEdit<'v> {
    /// The files in the order in which the command names them.
    files: Vec<WireFileEdit<'v>>,
}

impl<'v> WireEdit<'v> {
    pub(super) fn of(edit: &'v Edit) -> Self {
        Self { files: edit.files.iter().map(WireFileEdit::of).collect() }
    }

    fn into_edit(self) -> Edit {
        Edit { files: self.files.into_iter().map(WireFileEdit::into_file_edit).collect() }
    }
}

/// The change of one file.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "FileEdit"))]
#[serde(rename_all = "camelCase")]
struct WireFileEdit<'v> {
    /// The absolute path, as in the request's `facts.contents`.
    path: Cow<'v, str>,
    /// Whether the file does not change.
    unchanged: bool,
    /// The unified diff; empty if the file does not change.
    diff: Cow<'v, str>,
    /// The whole new content of the file.
    new_content: Cow<'v, str>,
}

impl<'v> WireFileEdit<'v> {
    fn of(file: &'v FileEdit) -> Self {
        Self {
            path: borrowed(&file.path),
            unchanged: file.is_unchanged(),
            diff: borrowed(&file.diff),
            new_content: borrowed(&file.new_content),
        }
    }

    fn into_file_edit(self) -> FileEdit {
        FileEdit {
            path: self.path.into_owned(),
            diff: self.diff.into_owned(),
            new_content: self.new_content.into_owned(),
        }
    }
}

/// Whether a command may continue in the background.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Background"))]
struct WireBackground {
    /// Whether it may continue in the background.
    eligible: bool,
}

/// A missing fact that could change the verdict.
#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Need"))]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WireNeed<'v> {
    BareRepository { path: Cow<'v, str> },
    Contents { path: Cow<'v, str> },
    Exists { path: Cow<'v, str> },
    Implementation { path: Cow<'v, str> },
    Program { path: Cow<'v, str> },
    RealPath { path: Cow<'v, str> },
    RepositoryPrograms { path: Cow<'v, str> },
    Url { path: Cow<'v, str> },
    WorkTrees { path: Cow<'v, str> },
}

impl<'v> WireNeed<'v> {
    fn of(need: &'v Need) -> Self {
        match need {
            Need::BareRepository(path) => Self::BareRepository { path: borrowed(path) },
            Need::Contents(path) => Self::Contents { path: borrowed(path) },
            Need::Exists(path) => Self::Exists { path: borrowed(path) },
            Need::Implementation(path) => Self::Implementation { path: borrowed(path) },
            Need::Program(path) => Self::Program { path: borrowed(path) },
            Need::RealPath(path) => Self::RealPath { path: borrowed(path) },
            Need::RepositoryPrograms(path) => Self::RepositoryPrograms { path: borrowed(path) },
            Need::Url(path) => Self::Url { path: borrowed(path) },
            Need::WorkTrees(path) => Self::WorkTrees { path: borrowed(path) },
        }
    }

    fn into_need(self) -> Need {
        match self {
            Self::BareRepository { path } => Need::BareRepository(path.into_owned()),
            Self::Contents { path } => Need::Contents(path.into_owned()),
            Self::Exists { path } => Need::Exists(path.into_owned()),
            Self::Implementation { path } => Need::Implementation(path.into_owned()),
            Self::Program { path } => Need::Program(path.into_owned()),
            Self::RealPath { path } => Need::RealPath(path.into_owned()),
            Self::RepositoryPrograms { path } => Need::RepositoryPrograms(path.into_owned()),
            Self::Url { path } => Need::Url(path.into_owned()),
            Self::WorkTrees { path } => Need::WorkTrees(path.into_owned()),
        }
    }
}
