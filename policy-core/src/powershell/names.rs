//! The names of commands: aliases, case, the module in front of a name, `.exe` after that of a program.
//!
//! Owns the step from a name as it is written to the one that tables and rules have. Knows nothing else of a cmdlet. A name
//! that no table has stays as it is written.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::name_list::NameList;
use crate::script::{Doubt, DoubtKind, Script, Value};

/// What a name or alias stands for.
#[derive(Clone, Copy, Debug)]
struct NamedCmdlet {
    /// The cmdlet's own name.
    cmdlet: &'static str,
    /// Its module, or the empty name.
    module: &'static str,
    /// Whether it is an alias on Windows only.
    is_windows: bool,
}

include!(concat!(env!("OUT_DIR"), "/cmdlet_names.rs"));

/// Gives every command of `script` the name that tables and rules have for it.
pub(super) fn resolve(script: &mut Script<'_>) {
    let on_windows = script.shell().starts_programs_of_windows;
    for command in &script.commands {
        let Some(word) = script.words.get(command.words.start as usize).filter(|_| !command.words.is_empty())
        else {
            continue;
        };
        let written = match &word.value {
            Value::Plain => word.span.slice(script.source),
            Value::Literal(text) => text,
            Value::Several(_) | Value::Pattern | Value::Unknown => continue,
        };
        let Some(name) = canonical(written, on_windows).filter(|name| **name != *written) else { continue };
        if let Some(word) = script.words.get_mut(command.words.start as usize) {
            word.value = Value::Literal(name);
        }
    }
}

/// The name of the cmdlet or program that `written` starts; none for a name that is no other.
fn canonical(written: &str, on_windows: bool) -> Option<Box<str>> {
    if let Some(cmdlet) = cmdlet(written, on_windows) {
        return (cmdlet != written).then(|| cmdlet.into());
    }
    let is_name = !written.contains(['/', '\\', ':']) && written.is_ascii();
    if !on_windows || !is_name || written.contains('-') && !written.to_ascii_lowercase().ends_with(".exe") {
        return None;
    }
    let small = written.to_ascii_lowercase();
    Some(small.strip_suffix(".exe").unwrap_or(&small).into())
}

/// The cmdlet with this name or alias, with or without its module.
pub(crate) fn cmdlet(written: &str, on_windows: bool) -> Option<&'static str> {
    let (module, name) = match written.rsplit_once('\\') {
        Some((module, name)) => (Some(module), name),
        None => (None, written),
    };
    let known = known(name)?;
    let is_of_module = match module {
        None => on_windows || !known.is_windows,
        // An alias belongs to no module.
        Some(module) => module.eq_ignore_ascii_case(known.module) && known.cmdlet.eq_ignore_ascii_case(name),
    };
    is_of_module.then_some(known.cmdlet)
}

/// What a name, in any case, stands for.
fn known(name: &str) -> Option<NamedCmdlet> {
    let small = || name.bytes().map(|byte| byte.to_ascii_lowercase());
    let (place, is_windows) = *ROWS.get(NAMES.search(|known| known.bytes().cmp(small()))?)?;
    let place = usize::from(place);
    let module = MODULES.get(usize::from(*MODULE_OF.get(place)?))?;
    Some(NamedCmdlet { cmdlet: CMDLETS.get(place)?, module, is_windows })
}

/// Adds a doubt for every command that is a cmdlet on Windows and a program elsewhere, where the system is not known.
pub(crate) fn doubt_unknown_system(script: &mut Script<'_>) {
    let depends = |name: &str| known(name).is_some_and(|known| known.is_windows);
    let names = script.commands.iter().filter_map(|command| script.words_of(command).first());
    let doubtful = names.filter(|word| script.text(word).is_some_and(depends)).map(|word| Doubt {
        span: word.span,
        kind: DoubtKind::Unsupported("a name that is a cmdlet on Windows and a program elsewhere"),
    });
    let doubtful: Vec<Doubt> = doubtful.collect();
    script.doubts.extend(doubtful);
}
