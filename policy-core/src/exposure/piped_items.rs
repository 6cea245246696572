//! Rewrites a cmdlet that removes what comes down a pipeline to one that names it: `Remove-Item *` for
//! `Get-ChildItem | Remove-Item`, and for `Get-ChildItem | ForEach-Object { Remove-Item $_ }`.
//!
//! Owns which items are listed in front of it. What a condition chooses among them is not all of a place. The result is shown to
//! deny and ask rules and to the forms that are always asked about, and is never used to allow anything.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::rewritten::Rewritten;
use crate::commands::{self, AbstractValue, Arg, Role};
use crate::profiles::forbidden::{is_asked_about, selects_items};
use crate::script::{Joint, PartKind, Script, Simple};

/// The variable with the item for which a block runs, in front of its properties (`about_Automatic_Variables`).
const ITEM: &str = "$_";
/// How many blocks around a command are looked at.
const DEPTH_MAX: usize = 8;

/// An item: its value, and how it would be written.
type Item = (AbstractValue<String>, String);

/// The command at `index`, with these arguments, as one that names the items.
pub(super) fn named(script: &Script<'_>, index: usize, args: &[Arg<'_>]) -> Option<Rewritten> {
    let name = args.first().filter(|name| name.text().is_some_and(is_asked_about))?;
    let cmdlet = name.program(|name| name).filter(|program| program.cmdlet.is_some())?;
    let is_item = |arg: &Arg<'_>| is_item(script.slice(arg.span));
    let mut made = Rewritten::default();
    if args.iter().any(is_item) {
        let items = items_around(script, index, DEPTH_MAX)?;
        for arg in args {
            if is_item(arg) {
                push(&mut made, &items);
            } else {
                made.keep(script, arg);
            }
        }
        return Some(made);
    }
    cmdlet.cmdlet.and_then(|it| it.pipeline_paths)?;
    let items = items_before(script, index, DEPTH_MAX)?;
    for arg in args {
        made.keep(script, arg);
    }
    push(&mut made, &items);
    Some(made)
}

/// Adds the items as one list.
fn push(made: &mut Rewritten, items: &[Item]) {
    for (at, (value, written)) in items.iter().enumerate() {
        if at == 0 {
            made.push(value.clone(), written);
        } else {
            made.push_beside(value.clone(), written);
        }
    }
}

/// Whether an argument is the item for which a block runs, or its path.
fn is_item(written: &str) -> bool {
    let written = written.trim_matches('"');
    written.strip_prefix(ITEM).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The items that the pipeline sends to the command at `index`.
fn items_before(script: &Script<'_>, index: usize, left: usize) -> Option<Vec<Item>> {
    let at = script.stage_of(index)?;
    if script.stages.get(at as usize)?.before == Joint::Edge {
        return None;
    }
    let writer = script.stage_before(at).filter(|stage| stage.is_simple)?.commands.start as usize;
    listed(script, writer, left)
}

/// The items of the pipeline around the block in which the command at `index` is.
fn items_around(script: &Script<'_>, index: usize, left: usize) -> Option<Vec<Item>> {
    let block = script.commands.get(index)?.scope;
    let holds = |simple: &Simple| {
        let parts = script.words_of(simple).iter().flat_map(|word| script.parts_of(word));
        parts.into_iter().any(|part| part.kind == PartKind::Block(block))
    };
    let owner = script.commands.iter().position(holds)?;
    items_before(script, owner, left.checked_sub(1)?)
}

/// The items that the command at `index` sends on.
fn listed(script: &Script<'_>, index: usize, left: usize) -> Option<Vec<Item>> {
    let simple = script.commands.get(index)?;
    if script.words_of(simple).is_empty() {
        let written = script.slice(simple.span).trim();
        if is_item(written) {
            return items_around(script, index, left);
        }
        return Some(written.split(',').map(quoted).collect());
    }
    let args = commands::arguments(script, simple);
    let program = args.first()?.program(|name| name);
    let lists = program.is_some_and(|program| program.cmdlet.is_some() && program.form.names_only);
    if !lists || selects_items(&args) {
        return None;
    }
    let (bound, _) = commands::bound(&args)?;
    let is_path = |it: &&commands::Bound| it.parameter.value.is_some_and(|kind| kind.role == Role::PathRead);
    let named = bound.iter().filter(is_path).flat_map(|it| it.values.clone());
    let mut items = Vec::new();
    for arg in named.filter_map(|at| args.get(at)) {
        let written = script.slice(arg.span);
        items.push((arg.value.into_owned(), written.to_owned()));
        if let Some(text) = arg.text() {
            items.push(text_item(&[text, "/*"].concat()));
        }
    }
    if items.is_empty() {
        items.push(text_item("*"));
    }
    Some(items)
}

/// The item that a text in quotes names.
fn quoted(text: &str) -> Item {
    text_item(text.trim().trim_matches(['\'', '"']))
}

fn text_item(text: &str) -> Item {
    (AbstractValue::Known(text.to_owned()), text.to_owned())
}
