//! The functions that a script defines, and the commands that surely call them.
//!
//! Owns the conditions under which a name stands for a function, and what the function does is what was read of it: it was
//! defined before, nothing takes it away, and it runs in the directories for which it was judged. Every command in its body
//! is a command of the script, and is judged there.

use crate::commands;
use crate::script::{Function, Script, Simple};

/// The function that `command` calls.
pub(crate) fn called<'s>(script: &'s Script<'_>, command: &Simple) -> Option<&'s Function> {
    let function = named(script, command)?;
    let precedes = function.span.end <= command.span.start;
    (precedes && command.assignments.is_empty() && stays(script, function)).then_some(function)
}

/// The function that has the name of the program of `command`.
pub(super) fn named<'s>(script: &'s Script<'_>, command: &Simple) -> Option<&'s Function> {
    if script.functions.is_empty() {
        return None;
    }
    let name = script.text(script.words_of(command).first()?)?;
    script.functions.iter().find(|function| script.slice(function.name) == name)
}

/// Whether nothing in the script can take `function` away or put another in its place, and nothing after its beginning
/// changes the directory.
fn stays(script: &Script<'_>, function: &Function) -> bool {
    script.commands.iter().all(|command| {
        let mut words = script.words_of(command).iter().map(|word| script.text(word));
        let Some(name) = words.next() else { return true };
        let argument = words.next().flatten();
        // A name that is not known before the run can be any.
        name.is_some_and(|name| {
            !commands::may_set_variables(script.shell(), name, argument)
                && (command.span.start < function.span.start
                    || !commands::may_change_directory(script.shell(), name, argument))
        })
    })
}

/// Whether every command in `function` keeps the arguments of the function: a built-in that is not known can set others.
pub(super) fn keeps_arguments(script: &Script<'_>, function: &Function) -> bool {
    let inside = |command: &&Simple| function.span.contains(command.span);
    script.commands.iter().filter(inside).all(|command| {
        let Some(name) = script.words_of(command).first() else { return true };
        script.is_arithmetic(command)
            || called(script, command).is_some()
            || script.text(name).is_some_and(|name| {
                commands::program(name).is_some()
                    && !commands::does_to_shell(script.shell(), name, commands::ShellEffect::ChangesPatterns)
            })
    })
}
