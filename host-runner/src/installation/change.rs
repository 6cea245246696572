//! The changes of an installation, file by file: planned from what is there, drawn, and applied together.
//!
//! Owns the order: everything is planned before anything is written, and when a later file cannot be written the earlier
//! ones get their old text back.

use std::path::{Path, PathBuf};

use serde_json::Value;
use similar::TextDiff;

use super::client::{Content, Piece};
use super::flag::Flag;
use super::hook_command::{Call, is_ours, quoted};
use super::json::Slot;
use super::refusal::Refusal;
use super::surroundings::{Scope, Surroundings};
use super::target::{Replacement, Target};
use super::tree::Tree;
use super::{block, json};
use crate::system::rights;

/// What tells the block of a [`Flag`] from others in the same file.
const FLAG_LABEL: &str = "the agent's own shell";

/// The lines around a change.
const CONTEXT_LINES: usize = 3;

/// What happens to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// The file as it is.
    pub(crate) target: Target,
    /// Its new text; none if it goes or is not there.
    pub(crate) text: Option<String>,
    /// Why, for a file that is not the hook itself; several where several pieces share the file.
    pub(crate) purposes: Vec<&'static str>,
    executable: bool,
    base: PathBuf,
}

/// What kind of change it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// The file stays as it is.
    Nothing,
    /// The file is made.
    Create,
    /// The file gets another text.
    Update,
    /// The file is removed.
    Remove,
}

impl Effect {
    /// Its name in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Create => "create",
            Self::Update => "update",
            Self::Remove => "remove",
        }
    }
}

impl Change {
    /// What the change does.
    pub(crate) fn effect(&self) -> Effect {
        match (&self.target.text, &self.text) {
            (old, new) if old == new => Effect::Nothing,
            (None, _) => Effect::Create,
            (Some(_), Some(_)) => Effect::Update,
            (Some(_), None) => Effect::Remove,
        }
    }

    /// The change as a unified diff; empty if the file stays as it is.
    pub(crate) fn diff(&self) -> String {
        let (old, new) = (self.target.text.as_deref(), self.text.as_deref());
        if old == new {
            return String::new();
        }
        let file = self.target.real.display().to_string();
        let name = |text: Option<&str>| if text.is_some() { file.clone() } else { "/dev/null".to_owned() };
        let lines = TextDiff::from_lines(old.unwrap_or_default(), new.unwrap_or_default());
        lines.unified_diff().context_radius(CONTEXT_LINES).header(&name(old), &name(new)).to_string()
    }

    /// The change that puts `piece` into the file, which was read.
    ///
    /// # Errors
    /// The file has no place for it.
    pub(super) fn to_install(piece: &Piece, target: Target) -> Result<Self, Refusal> {
        let old = target.text.as_deref();
        let text = match &piece.content {
            Content::Entries(slots) => {
                each(slots, old, piece, |text, slot| json::with(text, slot, &*owner(slot)).map(Some))?
            }
            Content::Settings(settings) => {
                each(settings, old, piece, |text, setting| setting.with(text).map(Some))?
            }
            Content::Flag(flag) => Some(with_flag(old, *flag).map_err(|flaw| in_toml(piece, old, flaw))?),
            Content::Lines { lines, .. } if lines.is_empty() => old.map(str::to_owned),
            Content::Lines { label, lines, flag, .. } => {
                Some(with_lines(old, label, lines, *flag).map_err(|flaw| in_toml(piece, old, flaw))?)
            }
            Content::Whole { front, call, back, .. } => {
                if old.is_some_and(|old| inside(old, front, back).is_none()) {
                    return Err(Refusal::Foreign {
                        file: piece.file.clone(),
                        help: "move it away, or call `shellgate hook` in it; nothing was written".to_owned(),
                    });
                }
                Some([front, call.as_str(), back].concat())
            }
        };
        Ok(Self::new(target, text, piece))
    }

    /// The change that takes `piece` out of the file, which was read, at whatever path this program was when it was put in.
    ///
    /// # Errors
    /// The file is not what was put in.
    pub(super) fn to_remove(piece: &Piece, target: Target) -> Result<Self, Refusal> {
        let Some(old) = target.text.clone() else { return Ok(Self::new(target, None, piece)) };
        let text = match &piece.content {
            Content::Entries(slots) => each(slots.iter().rev(), Some(&old), piece, |text, slot| {
                text.map_or(Ok(None), |text| json::without(text, slot, &*owner(slot)))
            })?,
            Content::Settings(settings) => {
                each(settings.iter().rev(), Some(&old), piece, |text, setting| {
                    text.map_or(Ok(None), |text| setting.without(text))
                })?
            }
            Content::Flag(flag) => block::without(&flag.without_line(&old), FLAG_LABEL),
            Content::Lines { label, flag, .. } => {
                let old = flag.map_or_else(|| old.clone(), |flag| flag.without_line(&old));
                block::without(&old, label)
            }
            Content::Whole { front, back, .. } if inside(&old, front, back).is_some() => None,
            Content::Whole { .. } => Some(old),
        };
        Ok(Self::new(target, text, piece))
    }

    /// The change that edits `file`, an absolute path, whose text is none if it is not there.
    ///
    /// # Errors
    /// The file cannot be read or written, or `edit` fails.
    pub(crate) fn to_edit(
        file: &Path,
        edit: impl FnOnce(Option<&str>) -> Result<String, json::Flaw>,
    ) -> Result<Self, Refusal> {
        let target = Target::read(file)?;
        let old = target.text.as_deref();
        let text = edit(old)
            .map_err(|flaw| Refusal::document(file, old.unwrap_or_default(), flaw.at, flaw.message))?;
        let base = file.parent().unwrap_or(file).to_owned();
        let change = Self { target, text: Some(text), purposes: Vec::new(), executable: false, base };
        check(std::slice::from_ref(&change))?;
        Ok(change)
    }

    fn new(target: Target, text: Option<String>, piece: &Piece) -> Self {
        let executable = matches!(&piece.content, Content::Whole { executable: true, .. });
        let does_it = text != target.text && !piece.purpose.is_empty();
        let purposes = Some(piece.purpose).filter(|_| does_it).into_iter().collect();
        Self { target, text, purposes, executable, base: piece.base.clone() }
    }

    fn apply(&self) -> Result<(), Refusal> {
        let (executable, base) = (self.executable, &*self.base);
        self.target.replace(&Replacement { text: self.text.as_deref(), executable, base })
    }

    /// Gives the file its old text back.
    fn undo(&self) -> Result<(), Refusal> {
        let now = Target { text: self.text.clone(), ..self.target.clone() };
        let (executable, base) = (self.executable, &*self.base);
        now.replace(&Replacement { text: self.target.text.as_deref(), executable, base })
    }
}

/// The changes of `pieces`, in their order, each found by `of`; pieces of the same file make one change.
///
/// # Errors
/// A file cannot be read, or `of` fails.
pub(super) fn together<'p>(
    pieces: impl IntoIterator<Item = &'p Piece>,
    of: fn(&Piece, Target) -> Result<Change, Refusal>,
) -> Result<Vec<Change>, Refusal> {
    let mut changes: Vec<Change> = Vec::new();
    for piece in pieces {
        let read = Target::read(&piece.file)?;
        let Some(change) = changes.iter_mut().find(|it| it.target.real == read.real) else {
            changes.push(of(piece, read)?);
            continue;
        };
        let next = of(piece, Target { text: change.text.clone(), ..read })?;
        if next.text != change.text {
            change.purposes.extend(next.purposes);
        }
        change.text = next.text;
    }
    Ok(changes)
}

/// What `edit` makes of `text`, the text of the file of `piece`, with one after the other of `parts`.
fn each<'p, P: 'p>(
    parts: impl IntoIterator<Item = &'p P>,
    text: Option<&str>,
    piece: &Piece,
    edit: impl Fn(Option<&str>, &P) -> Result<Option<String>, json::Flaw>,
) -> Result<Option<String>, Refusal> {
    parts.into_iter().try_fold(text.map(str::to_owned), |text, part| {
        edit(text.as_deref(), part).map_err(|flaw| {
            Refusal::document(&piece.file, text.as_deref().unwrap_or_default(), flaw.at, flaw.message)
        })
    })
}

/// What is ours in the list of `slot`: a text is ours if it is the same, a hook if it calls this program.
fn owner(slot: &Slot) -> Box<dyn Fn(&Value) -> bool> {
    match &slot.entry {
        Tree::Text(text) => {
            let text = text.clone();
            Box::new(move |value| value.as_str() == Some(&*text))
        }
        _ => Box::new(is_ours),
    }
}

/// The refusal of a TOML document whose text is none if it is not there.
fn in_toml(piece: &Piece, text: Option<&str>, flaw: block::Flaw) -> Refusal {
    Refusal::document(&piece.file, text.unwrap_or_default(), flaw.at..flaw.at + 1, flaw.message)
}

/// `text` with `flag`, in the table that is there or in a block of its own. A value that is there stays.
///
/// # Errors
/// The document is not valid, or has no place for the flag.
fn with_flag(text: Option<&str>, flag: Flag) -> Result<String, block::Flaw> {
    let plain = text.unwrap_or_default();
    match flag.in_text(plain) {
        Some(_) => Ok(plain.to_owned()),
        None if flag.has_table(plain) => flag.with_line(plain).ok_or_else(|| no_place(plain, flag)),
        None => block::with(text, FLAG_LABEL, &flag.lines()),
    }
}

fn no_place(text: &str, Flag { table, key, value }: Flag) -> block::Flaw {
    let message = format!("`{table}` has no place for `{key} = {value}`: write it there");
    block::Flaw { at: text.find(key).unwrap_or_default(), message }
}

/// `text` with the block of `lines` under `label`, and with `flag` where it has none.
///
/// # Errors
/// The document is not valid, or has no place for the block or for the flag.
fn with_lines(
    text: Option<&str>,
    label: &str,
    lines: &str,
    flag: Option<Flag>,
) -> Result<String, block::Flaw> {
    let Some(flag) = flag else { return block::with(text, label, lines) };
    let text = text.map(|text| flag.without_line(text));
    let plain = block::with(text.as_deref(), label, lines)?;
    // `false` is the administrator's own word, which `doctor` reports.
    if flag.in_text(&plain).is_some() {
        return Ok(plain);
    }
    if flag.has_table(&plain) {
        return flag.with_line(&plain).ok_or_else(|| no_place(&plain, flag));
    }
    block::with(text.as_deref(), label, &[&flag.lines(), lines].join("\n"))
}

/// What `text` has between `front` and `back`.
fn inside<'t>(text: &'t str, front: &str, back: &str) -> Option<&'t str> {
    text.strip_prefix(front)?.strip_suffix(back)
}

/// Checks that every change could be written.
///
/// # Errors
/// One could not.
fn check(changes: &[Change]) -> Result<(), Refusal> {
    changes.iter().filter(|it| it.effect() != Effect::Nothing).try_for_each(|it| it.target.check_writable())
}

/// Checks that every change could be written in `scope` by `order`.
///
/// # Errors
/// One could not; of a file that only the administrator writes, the refusal has the order with those rights.
pub(super) fn check_in(
    changes: &[Change],
    scope: Scope,
    at: &Surroundings,
    order: &str,
) -> Result<(), Refusal> {
    check(changes).map_err(|refusal| match (refusal, scope) {
        (Refusal::Unwritable { file, .. }, Scope::Managed) if !rights::is_administrator() => {
            Refusal::NeedsAdministrator { file, command: as_administrator(&at.shellgate, order) }
        }
        (refusal, _) => refusal,
    })
}

/// Writes every change.
///
/// # Errors
/// One cannot be written; then those before it are as they were.
pub(crate) fn apply(changes: &[Change]) -> Result<(), Refusal> {
    let mut done: Vec<&Change> = Vec::new();
    for change in changes.iter().filter(|it| it.effect() != Effect::Nothing) {
        if let Err(refusal) = change.apply() {
            // Whoever changed a file since has more to lose than a hook that is there too early.
            done.iter().rev().for_each(|change| drop(change.undo()));
            return Err(refusal);
        }
        done.push(change);
    }
    Ok(())
}

/// A call of the hook that is in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Present {
    /// What the agent runs.
    pub(crate) call: Call,
    /// The program in it.
    pub(crate) program: PathBuf,
    /// Whether approved commands run in the sandbox.
    pub(crate) confines: bool,
}

/// Every call of the hook in the file of `piece`.
///
/// # Errors
/// The file cannot be read, or is not valid.
pub(super) fn present(piece: &Piece) -> Result<Vec<Present>, Refusal> {
    let Some(text) = Target::read(&piece.file)?.text else { return Ok(Vec::new()) };
    let of = |call: Call| {
        let (program, confines) = (call.program()?, call.confines());
        Some(Present { call, program, confines })
    };
    match &piece.content {
        Content::Entries(slots) => {
            let mut found = Vec::new();
            for slot in slots {
                let hooks = json::found(&text, &slot.keys, &*owner(slot))
                    .map_err(|flaw| Refusal::document(&piece.file, &text, flaw.at, flaw.message))?;
                found.extend(hooks.iter().filter_map(Call::of).filter_map(of));
            }
            Ok(found)
        }
        Content::Settings(_) | Content::Flag(_) | Content::Lines { command: None, .. } => Ok(Vec::new()),
        Content::Lines { label, command: Some(_), .. } => {
            Ok(commands(block::lines(&text, label).unwrap_or_default(), of))
        }
        Content::Whole { front, back, asked_by, .. } => {
            let Some(call) = inside(&text, front, back) else { return Ok(Vec::new()) };
            let asked = asked_by(&piece.file, call);
            // The file may be what is asked, and have the program in it.
            let found = of(Call::Line(call.to_owned())).or_else(|| of(asked.clone()));
            Ok(found.map(|found| Present { call: asked, ..found }).into_iter().collect())
        }
    }
}

/// The commands in the hooks of a TOML document.
fn commands(text: &str, of: impl Fn(Call) -> Option<Present>) -> Vec<Present> {
    let document = toml::from_str::<toml::Table>(text).unwrap_or_default();
    let events = document.get("hooks").and_then(toml::Value::as_table).cloned().unwrap_or_default();
    let groups = events.values().filter_map(toml::Value::as_array).flatten();
    let hooks = groups.filter_map(|group| group.get("hooks").and_then(toml::Value::as_array)).flatten();
    hooks
        .filter_map(|hook| Some(Call::Line(hook.get("command")?.as_str()?.to_owned())))
        .filter_map(of)
        .collect()
}

/// The command that somebody types to do `order` for an agent with the rights of the administrator.
pub(super) fn as_administrator(shellgate: &Path, order: &str) -> String {
    rights::as_administrator(&quoted(&shellgate.to_string_lossy()), &format!("{order} --managed"))
}
