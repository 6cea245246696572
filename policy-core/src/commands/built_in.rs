//! What a built-in does to the shell that runs it.
//!
//! Owns the questions. The tables know the built-ins; a name without a table does nothing here, and is not vouched for.

use super::packed::program;
use super::shape::ShellEffect;
use crate::script::Shell;

fn effects(shell: &Shell, name: &str) -> &'static [ShellEffect] {
    let program = program(name).filter(|program| shell.has_cmdlets || program.cmdlet.is_none());
    program.map_or(&[], |program| program.shell)
}

/// Whether a command with this name does this to `shell`, which runs it.
pub fn does_to_shell(shell: &Shell, name: &str, effect: ShellEffect) -> bool {
    effects(shell, name).contains(&effect)
}

/// Whether `shell` may be in another directory after the command `name` with this first argument: `command -v cd`
/// only looks a name up, and `command ls` runs `ls`.
pub fn may_change_directory(shell: &Shell, name: &str, argument: Option<&str>) -> bool {
    let moves = |name: &str| {
        effects(shell, name).iter().any(|effect| match effect {
            ShellEffect::ChangesDirectory
            | ShellEffect::RunsText
            | ShellEffect::RunsCommand
            | ShellEffect::ReplacesShell => true,
            ShellEffect::RunsLater
            | ShellEffect::ChangesLanguage
            | ShellEffect::ChangesPatterns
            | ShellEffect::Evaluates
            | ShellEffect::SplitsLine
            | ShellEffect::Assigns
            | ShellEffect::EvaluatesSubscripts => false,
        })
    };
    let stays = || {
        argument
            .filter(|_| does_to_shell(shell, name, ShellEffect::RunsCommand))
            .is_some_and(|inner| looks_up(shell, name, inner) || !inner.starts_with('-') && !moves(inner))
    };
    moves(name) && !stays()
}

/// Whether the command `name` with this first argument may set any variable, because it runs text or changes what text
/// means.
pub fn may_set_variables(shell: &Shell, name: &str, argument: Option<&str>) -> bool {
    let sets = effects(shell, name).iter().any(|effect| match effect {
        ShellEffect::RunsText
        | ShellEffect::RunsCommand
        | ShellEffect::ReplacesShell
        | ShellEffect::RunsLater
        | ShellEffect::ChangesLanguage
        | ShellEffect::Evaluates => true,
        ShellEffect::ChangesDirectory
        | ShellEffect::ChangesPatterns
        | ShellEffect::SplitsLine
        | ShellEffect::Assigns
        | ShellEffect::EvaluatesSubscripts => false,
    });
    sets && !argument.is_some_and(|argument| looks_up(shell, name, argument))
}

/// Whether this option keeps the built-in from running a command: the operands are something else with it.
fn looks_up(shell: &Shell, name: &str, option: &str) -> bool {
    does_to_shell(shell, name, ShellEffect::RunsCommand)
        && program(name)
            .and_then(|program| program.form.option(option))
            .is_some_and(|option| option.operands.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_runs_text_or_a_built_in_may_change_the_directory_and_variables() {
        for name in [".", "source", "eval", "exec", "builtin", "command"] {
            assert!(
                may_change_directory(Shell::UNKNOWN, name, None)
                    && may_set_variables(Shell::UNKNOWN, name, None),
                "{name}"
            );
        }
        for name in ["cd", "pushd", "popd"] {
            assert!(
                may_change_directory(Shell::UNKNOWN, name, None)
                    && !may_set_variables(Shell::UNKNOWN, name, None),
                "{name}"
            );
        }
        for name in ["alias", "enable", "let", "shopt", "trap"] {
            assert!(
                !may_change_directory(Shell::UNKNOWN, name, None)
                    && may_set_variables(Shell::UNKNOWN, name, None),
                "{name}"
            );
        }
        for name in ["set", "read", "ls", "nothing"] {
            assert!(
                !may_change_directory(Shell::UNKNOWN, name, None)
                    && !may_set_variables(Shell::UNKNOWN, name, None),
                "{name}"
            );
        }
    }

    #[test]
    fn a_name_that_is_looked_up_and_a_program_behind_command_change_nothing() {
        for (argument, moves) in
            [("-v", false), ("-V", false), ("-p", true), ("ls", false), ("cd", true), ("eval", true)]
        {
            assert_eq!(may_change_directory(Shell::UNKNOWN, "command", Some(argument)), moves, "{argument}");
        }
        assert!(may_change_directory(Shell::UNKNOWN, "builtin", Some("-v")));
        assert!(
            !may_set_variables(Shell::UNKNOWN, "command", Some("-v"))
                && may_set_variables(Shell::UNKNOWN, "command", Some("ls"))
        );
    }
}
