//! The proof of the commands that `find -exec` runs.
//!
//! Substitutes `{}` by a path that starts with the search root.

use alloc::vec::Vec;

use super::environment::environment_objection;
use super::implementation;
use super::path_objection::PathObjection;
use super::paths::path_objection;
use super::standing::Lack;
use crate::commands::{self, AbstractValue, Arg, Count, Inner, Origin, Proof, Uses};
use crate::dataflow::Variables;
use crate::dataflow::appended::substitute;
use crate::machine::{Directories, Machine};
use crate::script::Script;
use crate::span::Span;

/// Proves the commands that find would run on what it finds.
///
/// # Errors
/// The reason why one of them is not proven, and the path that prevents it.
#[expect(clippy::type_complexity, reason = "a lack and the path that it is about belong together")]
pub(crate) fn prove_exec<'s>(
    args: &[Arg<'s>],
    script: &Script<'_>,
    variables: &Variables,
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Result<Vec<(Vec<Arg<'s>>, Uses)>, (Lack, Option<PathObjection>)> {
    let against = |lack| (lack, None);
    let starts = args.iter().skip(1).take_while(|arg| !arg.prefix().starts_with(['-', '(', '!']));
    // What is found begins with where the search began.
    let prefix = match (starts.clone().next().and_then(Arg::text), starts.clone().count()) {
        (_, 0) | (Some("."), 1) => "./",
        (Some(start), 1) => start,
        _ if starts.clone().all(|start| start.prefix().starts_with("./")) => "./",
        _ => "",
    };
    let inside =
        starts.clone().all(|start| !start.prefix().starts_with(['/', '~']) && !start.prefix().contains(".."));
    let mut proven = Vec::new();
    for inner in commands::inners(args) {
        let Inner::Command { at, end, .. } = inner else { return Err(against(Lack::Unlisted)) };
        let Some(own) = args.get(at..end) else { return Err(against(Lack::Unlisted)) };
        let mut own = own.to_vec();
        let many = args.get(end).is_some_and(|arg| arg.text() == Some("+"));
        for arg in &mut own {
            let whole = arg.text() == Some("{}");
            let count = Count::splitting(many && whole);
            let found = if inside && whole {
                AbstractValue::FileName { prefix, suffix: "", count, origin: Origin::Disk }
            } else {
                AbstractValue::Unknown { prefix, suffix: "", count }
            };
            substitute(arg, "{}", found);
        }
        let span = |arg: usize| own.get(arg).map_or_else(Span::default, |arg| arg.span);
        let uses = commands::uses_in(script.shell(), &own);
        match uses.proof {
            Proof::ReadOnly => {}
            Proof::Refused { arg, why } => return Err(against(Lack::Refused(span(arg), why))),
            Proof::NotUnderstood { arg, why } => return Err(against(Lack::NotUnderstood(span(arg), why))),
            _ => {
                return Err(against(Lack::NotUnderstood(
                    span(0),
                    "run by `find`, and not known to only read",
                )));
            }
        }
        let against = path_objection(&uses, script, &own, directories, machine);
        if let Some(against) =
            against.or_else(|| environment_objection(&uses, script, &own, variables, machine))
        {
            return Err((Lack::Path, Some(against)));
        }
        if let Some(lack) = implementation::objection(&uses, script, &own, &[], directories, machine) {
            return Err((lack, None));
        }
        proven.push((own, uses));
    }
    Ok(proven)
}
