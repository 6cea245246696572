//! Whether a command starts a program that runs what is typed into it: a shell or an interpreter without a program, an
//! editor, a pager. An agent that can type into it runs commands there that no hook is shown.
//!
//! Owns this question. Which programs do so is in their tables (`terminal`, `background`, `interpreter`, `commands`).

use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::{self, Arg, Inner, Proof, UiKind, reads_commands};
use crate::profiles::forbidden::{Argv, Origin, Whereabouts, runs};
use crate::script::{Dialect, Joint, RedirectOp, Script};
use crate::syntax;

/// How many commands in each other are looked at.
const NESTED_MAX: usize = 16;

/// Whether `command` may start such a program with the input of the terminal.
pub fn starts_interactive(command: &str, shell: Dialect) -> bool {
    in_text(command, shell, NESTED_MAX)
}

fn in_text(command: &str, shell: Dialect, left: usize) -> bool {
    let script = syntax::read(command, shell);
    script.commands.iter().enumerate().any(|(index, simple)| {
        let args = commands::arguments(&script, simple);
        let is_piped_out = matches!(simple.after, Joint::Pipe | Joint::PipeBoth);
        !has_input(&script, index) && is_interactive(&script, &args, is_piped_out, left)
    })
}

/// Whether the command at `index` reads something else than the terminal.
fn has_input(script: &Script<'_>, index: usize) -> bool {
    let is_piped =
        script.commands.get(index).is_some_and(|it| matches!(it.before, Joint::Pipe | Joint::PipeBoth));
    let is_redirected = script.redirects_of(index).any(|redirect| match redirect.op {
        RedirectOp::HereDocument | RedirectOp::HereDocumentTabs | RedirectOp::HereString => true,
        RedirectOp::Read => {
            let target = script.word(redirect.target).and_then(|word| script.text(word));
            // Other devices may be the terminal.
            target.is_none_or(|target| {
                target == "/dev/null" || !target.starts_with("/dev/") && !target.starts_with("/proc/")
            })
        }
        _ => false,
    });
    is_piped || is_redirected
}

fn is_interactive(script: &Script<'_>, args: &[Arg<'_>], is_piped_out: bool, left: usize) -> bool {
    // What is nested deeper than anybody looks may be one.
    let Some(left) = left.checked_sub(1) else { return true };
    if args.is_empty() {
        return false;
    }
    let uses = commands::uses(args);
    // What is proven to read starts nothing.
    let is_proven = uses.proof == Proof::ReadOnly;
    let talks = uses.form.is_some_and(|form| {
        // A pager that writes into a pipe prints.
        let prints = is_piped_out && form.display.ui == UiKind::Read;
        !form.display.background && !prints || form.given(args, form.display.terminal)
    });
    let reads_program = || {
        let argv = Argv::new(args, script.source, Whereabouts::default());
        reads_commands(args) || runs(&argv).program.is_some_and(|program| program.origin == Origin::Input)
    };
    if !is_proven && (talks || reads_program()) {
        return true;
    }
    let text = |arg: &Arg<'_>| arg.text().map(String::from);
    match commands::inner(args) {
        Some(Inner::Command { at, end, .. }) if at > 0 => {
            args.get(at..end).is_some_and(|inner| is_interactive(script, inner, is_piped_out, left))
        }
        Some(Inner::Shell { at, end, skip, .. }) => {
            let words: Option<Vec<String>> = args.get(at..end).unwrap_or(&[]).iter().map(text).collect();
            let joined = words.map(|words| words.join(" "));
            joined
                .as_deref()
                .and_then(|text| text.get(skip..))
                .is_some_and(|text| in_text(text, script.dialect, left))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_runs_what_is_typed_into_it_is_seen_behind_wrappers_and_in_nested_shells() {
        for command in [
            "bash",
            "sh -i",
            "bash -l",
            "bash --norc",
            "zsh -f",
            "python",
            "python3 -i a.py",
            "python3 -q",
            "node",
            "node -i",
            "perl",
            "ruby",
            "lua",
            "psql",
            "ssh host",
            "sudo -i",
            "su",
            "vim a",
            "less a",
            "top",
            "/bin/bash",
            "env X=1 bash",
            "timeout 50 python3",
            "nice -n 5 sh",
            "exec bash",
            "command sh",
            "bash -c 'python3'",
            "sh -c \"bash -c 'exec sh -i'\"",
            "eval bash",
            "ls; bash",
            "ls && (cd x; sh)",
            "bash </dev/tty",
            "bash <&1",
            "bash < /proc/self/fd/1",
            "docker exec -it x bash",
            "python -",
        ] {
            assert!(starts_interactive(command, Dialect::Bash), "{command}");
        }
    }

    #[test]
    fn a_program_with_a_program_to_run_or_with_an_input_is_not_interactive() {
        for command in [
            "ls",
            "bash a.sh",
            "bash -c ls",
            "sh -lc 'git status'",
            "python3 a.py",
            "python3 -c 'print(1)'",
            "python3 -m pytest",
            "node a.js",
            "node -e 1",
            "perl -ne print a",
            "python3 --version",
            "node -v",
            "bash --version",
            "echo ls | bash",
            "bash <<'E'\nls\nE",
            "python3 <<< 'print(1)'",
            "bash < a.sh",
            "bash < /dev/null",
            "man ls | cat",
            "man -k grep",
            "less a | head",
            "ssh host ls",
            "env X=1 make",
            "timeout 5 python3 a.py",
            "echo bash",
            "grep -r python3 .",
            "which bash node",
            "docker exec x ls",
            "git commit -m 'bash'",
            "rm -f a",
            "npm test",
            "xargs ls",
            "command -v bash",
        ] {
            assert!(!starts_interactive(command, Dialect::Bash), "{command}");
        }
    }
}
