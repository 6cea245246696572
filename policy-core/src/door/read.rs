//! A verdict read back from the text that another build of the core answered, for a host that acts on it.
//!
//! Owns the way back. What it gives is written again and must be the same bytes: nothing in the text is passed over,
//! nothing is guessed, and a text that another version wrote is no verdict.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserialize;

use super::answer::verdict;
use super::names::{WireAudience, WireDecision, WireUiKind};
use crate::Span;
use crate::request::{Need, Request};
use crate::verdict::{
    About, Advice, By, CommandVerdict, Edit, Effects, FileEdit, Finding, Grants, Reason, RedirectVerdict, Ui,
    Verdict,
};

/// How many words are kept, and how many bytes all of them may have: several times what the core has.
const WORDS_MAX: usize = 4096;
const WORD_BYTES_MAX: usize = 512 * 1024;

/// Words that a verdict holds for good: codes, operators, the sentences of checks. The core says each of them in many
/// verdicts, so that they are kept once, for the life of the process.
#[derive(Debug)]
pub struct Words {
    known: BTreeSet<&'static str>,
    bytes: usize,
}

impl Default for Words {
    fn default() -> Self {
        Self::new()
    }
}

impl Words {
    /// No words.
    pub const fn new() -> Self {
        Self { known: BTreeSet::new(), bytes: 0 }
    }

    /// The word that is kept for `text`.
    fn keep(&mut self, text: &str) -> Result<&'static str, NoVerdict> {
        if let Some(known) = self.known.get(text) {
            return Ok(known);
        }
        self.bytes = self.bytes.saturating_add(text.len());
        if self.known.len() >= WORDS_MAX || self.bytes > WORD_BYTES_MAX {
            return Err(NoVerdict(String::from("it has more codes and sentences than there are")));
        }
        let kept: &'static str = Box::leak(Box::from(text));
        self.known.insert(kept);
        Ok(kept)
    }
}

/// A text that is no verdict on the request; why, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoVerdict(pub String);

/// The verdict that `json`, an answer without `id` and with spans in bytes, gives on `request`.
///
/// # Errors
/// It is another answer, or not exactly what this version of the core writes for that verdict.
pub fn read_verdict(json: &str, request: &Request<'_>, words: &mut Words) -> Result<Verdict, NoVerdict> {
    let wire: WireVerdict<'_> = serde_json::from_str(json).map_err(|error| NoVerdict(format!("{error}")))?;
    let read = wire.into_verdict(&mut Reader { words, source: request.command }, About::request(request))?;
    if verdict(&read, request, None) != json {
        return Err(NoVerdict(String::from("it says something else than what can be read of it")));
    }
    Ok(read)
}

/// What the parts of a verdict are read against.
struct Reader<'r> {
    words: &'r mut Words,
    source: &'r str,
}

impl Reader<'_> {
    fn keep(&mut self, text: &str) -> Result<&'static str, NoVerdict> {
        self.words.keep(text)
    }

    /// A place that is one in the command.
    fn place(&self, WireSpan { start, end }: WireSpan) -> Result<Span, NoVerdict> {
        match self.source.get(start as usize..end as usize) {
            Some(_) => Ok(Span { start, end }),
            None => Err(NoVerdict(format!("{start} to {end} is no place in the command"))),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireVerdict<'j> {
    decision: WireDecision,
    read_only: bool,
    #[serde(borrow)]
    reason: WireReason<'j>,
    findings: Vec<WireFinding<'j>>,
    advice: Vec<WireAdvice<'j>>,
    commands: Vec<WireCommand<'j>>,
    effects: WireEffects,
    sandbox: Option<WireGrants>,
    ui: WireUi,
    suggestions: Vec<String>,
    excluded_from_sandbox: bool,
    background: WireBackground,
    needs: Vec<WireNeed>,
}

impl WireVerdict<'_> {
    fn into_verdict(self, reader: &mut Reader<'_>, about: About) -> Result<Verdict, NoVerdict> {
        let Self { reason, effects, ui, .. } = self;
        Ok(Verdict {
            about,
            decision: self.decision.into(),
            read_only: self.read_only,
            reason: Reason {
                code: reader.keep(&reason.code)?,
                message: reason.message,
                rule: reason.rule,
                source: reason.source,
                model_message: reason.model_message,
            },
            findings: all(self.findings, |it| it.into_finding(reader))?,
            advice: all(self.advice, |it| it.into_advice(reader))?,
            commands: all(self.commands, |it| it.into_command(reader))?,
            effects: Effects {
                reads: effects.reads,
                writes: effects.writes,
                deletes: effects.deletes,
                network: effects.network,
                executes: effects.executes,
                opaque: effects.opaque,
            },
            grants: self.sandbox.map(|grants| Grants {
                writes: grants.writes,
                replaces: grants.replaces,
                removes: grants.removes,
                network: grants.network,
            }),
            ui: Ui {
                kind: ui.kind.into(),
                collapsible: ui.collapsible,
                label: ui.label,
                silent: ui.silent,
                edit: ui.edit.map(WireEdit::into_edit),
            },
            suggestions: self.suggestions,
            excluded: self.excluded_from_sandbox,
            background_eligible: self.background.eligible,
            needs: self.needs.into_iter().map(WireNeed::into_need).collect(),
        })
    }
}

fn all<W, T>(items: Vec<W>, into: impl FnMut(W) -> Result<T, NoVerdict>) -> Result<Vec<T>, NoVerdict> {
    items.into_iter().map(into).collect()
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireReason<'j> {
    #[serde(borrow)]
    code: Cow<'j, str>,
    message: String,
    rule: Option<String>,
    source: Option<String>,
    model_message: String,
}

#[derive(Deserialize)]
struct WireSpan {
    start: u32,
    end: u32,
}

#[derive(Deserialize)]
struct WireFinding<'j> {
    #[serde(borrow)]
    code: Cow<'j, str>,
    number: Option<u8>,
    outcome: WireDecision,
    span: WireSpan,
    message: String,
    #[serde(borrow)]
    help: Cow<'j, str>,
}

impl WireFinding<'_> {
    fn into_finding(self, reader: &mut Reader<'_>) -> Result<Finding, NoVerdict> {
        Ok(Finding {
            code: reader.keep(&self.code)?,
            number: self.number,
            outcome: self.outcome.into(),
            span: reader.place(self.span)?,
            message: self.message,
            help: reader.keep(&self.help)?,
        })
    }
}

#[derive(Deserialize)]
struct WireAdvice<'j> {
    #[serde(borrow)]
    code: Cow<'j, str>,
    audience: WireAudience,
    span: WireSpan,
    #[serde(borrow)]
    message: Cow<'j, str>,
    #[serde(borrow)]
    help: Cow<'j, str>,
}

impl WireAdvice<'_> {
    fn into_advice(self, reader: &mut Reader<'_>) -> Result<Advice, NoVerdict> {
        Ok(Advice {
            code: reader.keep(&self.code)?,
            audience: self.audience.into(),
            span: reader.place(self.span)?,
            message: reader.keep(&self.message)?,
            help: reader.keep(&self.help)?,
        })
    }
}

/// A command without its text, which is the source under its span.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireCommand<'j> {
    span: WireSpan,
    argv: Vec<Option<String>>,
    assignments: Vec<WireAssignment>,
    #[serde(borrow)]
    wrappers: Vec<Cow<'j, str>>,
    #[serde(borrow)]
    redirects: Vec<WireRedirect<'j>>,
    decision: WireDecision,
    read_only: bool,
    by: WireBy,
}

impl WireCommand<'_> {
    fn into_command(self, reader: &mut Reader<'_>) -> Result<CommandVerdict, NoVerdict> {
        Ok(CommandVerdict {
            span: reader.place(self.span)?,
            argv: self.argv,
            assignments: self.assignments.into_iter().map(|it| (it.name, it.value)).collect(),
            wrappers: all(self.wrappers, |wrapper| reader.keep(&wrapper))?,
            redirects: all(self.redirects, |redirect| {
                Ok(RedirectVerdict {
                    op: reader.keep(&redirect.op)?,
                    fd: redirect.fd,
                    target: redirect.target,
                })
            })?,
            decision: self.decision.into(),
            read_only: self.read_only,
            by: self.by.into_by(),
        })
    }
}

#[derive(Deserialize)]
struct WireAssignment {
    name: String,
    value: Option<String>,
}

#[derive(Deserialize)]
struct WireRedirect<'j> {
    #[serde(borrow)]
    op: Cow<'j, str>,
    fd: Option<u32>,
    target: Option<String>,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WireBy {
    Nothing,
    ReadOnly,
    AcceptEdits,
    NoProgram,
    Rule { rule: String, source: String },
    Sandbox,
    Mode,
}

impl WireBy {
    fn into_by(self) -> By {
        match self {
            Self::Nothing => By::Nothing,
            Self::ReadOnly => By::ReadOnly,
            Self::AcceptEdits => By::AcceptEdits,
            Self::NoProgram => By::NoProgram,
            Self::Rule { rule, source } => By::Rule { rule, source },
            Self::Sandbox => By::Sandbox,
            Self::Mode => By::Mode,
        }
    }
}

#[derive(Deserialize)]
struct WireEffects {
    reads: Vec<String>,
    writes: Vec<String>,
    deletes: Vec<String>,
    network: Vec<String>,
    executes: Vec<String>,
    opaque: bool,
}

#[derive(Deserialize)]
struct WireGrants {
    writes: Vec<String>,
    replaces: Vec<String>,
    removes: Vec<String>,
    network: bool,
}

#[derive(Deserialize)]
struct WireUi {
    kind: WireUiKind,
    collapsible: bool,
    label: String,
    silent: bool,
    edit: Option<WireEdit>,
}

#[derive(Deserialize)]
struct WireEdit {
    files: Vec<WireFileEdit>,
}

impl WireEdit {
    fn into_edit(self) -> Edit {
        let files = self.files.into_iter().map(|file| FileEdit {
            path: file.path,
            diff: file.diff,
            new_content: file.new_content,
        });
        Edit { files: files.collect() }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireFileEdit {
    path: String,
    diff: String,
    new_content: String,
}

#[derive(Deserialize)]
struct WireBackground {
    eligible: bool,
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum WireNeed {
    BareRepository { path: String },
    Contents { path: String },
    Exists { path: String },
    RealPath { path: String },
    RepositoryPrograms { path: String },
}

impl WireNeed {
    fn into_need(self) -> Need {
        match self {
            Self::BareRepository { path } => Need::BareRepository(path),
            Self::Contents { path } => Need::Contents(path),
            Self::Exists { path } => Need::Exists(path),
            Self::RealPath { path } => Need::RealPath(path),
            Self::RepositoryPrograms { path } => Need::RepositoryPrograms(path),
        }
    }
}
