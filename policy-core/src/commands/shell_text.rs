//! Which argument of a program a shell reads once more: `sh -c`, `eval`, `ssh host '…'`.
//!
//! Owns how the tables say so. For who must see too much: what is in the argument is not looked at.

use super::packed::program;
use super::shape::{Kind, Role};
use crate::paths::lexical::last_part;

/// Where the text for a shell is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShellText {
    /// After the options of a shell, when `-c` is among them; else the first operand is a script's file.
    Operand,
    /// After the option `-c`, which is anywhere.
    Value,
    /// All arguments, joined by blanks.
    Joined,
    /// The first operand.
    First,
}

/// Where the program with this name takes a text for a shell.
pub fn shell_text(name: &str) -> Option<ShellText> {
    let form = &program(last_part(name))?.form;
    let operands = &form.operands;
    let is_shell = |kind: Option<&Kind>| kind.is_some_and(|kind| kind.is_shell() && !kind.joined);
    let option = form.letter(b'c');
    if is_shell(option.and_then(|option| option.first.as_ref())) {
        return Some(ShellText::Operand);
    }
    if is_shell(option.and_then(|option| option.value.as_ref())) {
        let takes_script = operands.rest.is_some_and(|rest| rest.role == Role::PathRead);
        return Some(if takes_script { ShellText::Operand } else { ShellText::Value });
    }
    if operands.rest.is_some_and(|rest| rest.is_shell() && rest.joined) {
        return Some(ShellText::Joined);
    }
    is_shell(operands.first.first()).then_some(ShellText::First)
}

#[cfg(test)]
mod tests {
    use super::{ShellText, shell_text};

    #[test]
    fn the_tables_say_where_a_shell_reads_an_argument() {
        for (names, expected) in [
            ("sh bash dash zsh ksh mksh ash fish rbash csh tcsh /opt/bin/bash", Some(ShellText::Operand)),
            ("su runuser script flock sg npx", Some(ShellText::Value)),
            ("eval ssh watch parallel sem", Some(ShellText::Joined)),
            ("trap", Some(ShellText::First)),
            ("ls git python3 psql sudo env find pwsh no-such-program", None),
        ] {
            for name in names.split(' ') {
                assert_eq!(shell_text(name), expected, "{name}");
            }
        }
    }
}
