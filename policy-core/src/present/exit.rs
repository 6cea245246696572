//! The meaning of an exit status for the command that ended with it.
//!
//! Owns the search for the part that decided, and the meanings that are common to all shells. The table of a program
//! has the meanings of its own statuses.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::{self, Arg, Inner, Proof};
use crate::limits::{SHELL_DEPTH_MAX, WRAPPERS_MAX};
use crate::powershell::cmdlet;
use crate::script::{Dialect, Joint, ScopeKind, Script, Word};
use crate::syntax;
use crate::verdict::UiKind;

/// What an exit status means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitMeaning {
    /// In words, without a full stop: `no line matched`.
    pub means: Cow<'static, str>,
    /// Whether it is a failure. `grep` that found nothing has done what it was asked to.
    pub failure: bool,
}

/// Signals that end a program, with the reason where there is a usual one; the number is the index and one.
const SIGNALS: &[(&str, &str)] = &[
    ("SIGHUP", "its terminal was closed"),
    ("SIGINT", "it was interrupted"),
    ("SIGQUIT", ""),
    ("SIGILL", "it ran an instruction that this processor does not have"),
    ("SIGTRAP", ""),
    ("SIGABRT", "it aborted after an internal error"),
    ("SIGBUS", "it accessed memory that does not exist"),
    ("SIGFPE", "it made an arithmetic error, such as a division by zero"),
    ("SIGKILL", "often because the machine ran out of memory"),
    ("SIGUSR1", ""),
    ("SIGSEGV", "it accessed memory that it may not use"),
    ("SIGUSR2", ""),
    ("SIGPIPE", "the reader of its output has exited"),
    ("SIGALRM", ""),
    ("SIGTERM", "it was asked to terminate"),
    ("SIGSTKFLT", ""),
    ("SIGCHLD", ""),
    ("SIGCONT", ""),
    ("SIGSTOP", ""),
    ("SIGTSTP", ""),
    ("SIGTTIN", ""),
    ("SIGTTOU", ""),
    ("SIGURG", ""),
    ("SIGXCPU", "it exceeded its limit on processor time"),
    ("SIGXFSZ", "it exceeded its limit on file size"),
];

/// The status when a cmdlet reported an error last and no program failed before.
const CMDLET_FAILED: u8 = 1;

/// What `status` means, when `command` ended with it in a shell of this dialect; none if that is unknown, and
/// for 0.
///
/// The status is that of the last part that ran. A part in front of it whose failure would have ended the list is
/// named as a possibility, and makes the whole a failure unless it is one that normally prints nothing (`cd`).
/// Source: bash(1), EXIT STATUS; POSIX.1-2017, 2.8.2.
///
/// In PowerShell, the status is that of the last program that ended, if the last statement failed (`$?`,
/// `$LASTEXITCODE`: `about_Automatic_Variables`), and 1 where only cmdlets are in it.
pub fn exit_meaning(command: &str, shell: Dialect, status: u8) -> Option<ExitMeaning> {
    if status == 0 {
        return None;
    }
    of_script(&syntax::read(command, shell), status, 0)
}

fn of_script(script: &Script<'_>, status: u8, depth: usize) -> Option<ExitMeaning> {
    if script.shell().has_cmdlets {
        return of_cmdlet_shell(script, status);
    }
    let candidates = if script.doubts.is_empty() { deciding(script) } else { Vec::new() };
    let Some((last, others)) = candidates.split_first() else { return general(status) };
    let command = script.commands.get(*last)?;
    if command.negated {
        return None;
    }
    let args = commands::arguments(script, command);
    if matches!(args.first().and_then(Arg::text), Some("exit" | "return")) {
        // The author of the number knows what it means.
        return None;
    }
    let Some(own) = of_command(&args, script.dialect, status, depth) else { return general(status) };
    if others.is_empty() {
        return Some(own);
    }
    let is_quiet = |other: &usize| {
        let command = script.commands.get(*other)?;
        let args = commands::arguments(script, command);
        let uses = commands::uses(&args);
        Some(args.is_empty() || uses.form.is_some_and(|form| form.display.ui == UiKind::Silent))
    };
    Some(ExitMeaning {
        means: format!("{}, or a command before it failed", own.means).into(),
        failure: own.failure || !others.iter().all(|other| is_quiet(other) == Some(true)),
    })
}

/// What the status means in a shell with cmdlets: a program of the last statement ended with it, or a cmdlet failed.
fn of_cmdlet_shell(script: &Script<'_>, status: u8) -> Option<ExitMeaning> {
    let mut programs = Vec::new();
    let mut has_cmdlets = false;
    if script.doubts.is_empty() {
        for command in deciding(script).into_iter().filter_map(|at| script.commands.get(at)) {
            let args = commands::arguments(script, command);
            match args.first().and_then(Arg::text) {
                Some("exit") => return None,
                Some(name) if cmdlet(name, script.dialect == Dialect::PowerShellOnWindows).is_some() => {
                    has_cmdlets = true;
                }
                _ => programs.push(args),
            }
        }
    }
    let reported = has_cmdlets && status == CMDLET_FAILED;
    if programs.is_empty() && reported {
        return Some(ExitMeaning { means: "a cmdlet reported an error".into(), failure: true });
    }
    let own = programs.iter().find_map(|args| of_command(args, script.dialect, status, 0));
    let Some(own) = own else { return general(status) };
    let mut means = own.means.into_owned();
    if programs.len() > 1 {
        means.push_str(", or a command before it failed");
    }
    if reported {
        means.push_str(", or a cmdlet reported an error");
    }
    Some(ExitMeaning { means: means.into(), failure: own.failure || reported || programs.len() > 1 })
}

/// The commands of which one has ended with the status of the whole, which is not 0: the last one first.
fn deciding(script: &Script<'_>) -> Vec<usize> {
    let mut found = Vec::new();
    let Some(mut at) = last_of(script) else { return found };
    // In a shell with cmdlets a pipeline fails with any of its commands.
    let pipefail = script.shell().has_cmdlets
        || script.commands.iter().any(|command| {
            let words = script.words_of(command);
            let is = |word: Option<&Word>, text| word.and_then(|word| script.text(word)) == Some(text);
            is(words.first(), "set") && is(words.last(), "pipefail")
        });
    found.push(at);
    while let Some(command) = script.commands.get(at) {
        let in_pipeline = matches!(command.before, Joint::Pipe | Joint::PipeBoth);
        if !in_pipeline && command.before != Joint::And {
            break;
        }
        let Some(before) = before(script, at) else { break };
        if !in_pipeline || pipefail {
            found.push(before);
        }
        at = before;
    }
    found
}

/// The command whose status is that of the whole script; none when it is a loop's or a branch's.
fn last_of(script: &Script<'_>) -> Option<usize> {
    let mut scope = 0;
    loop {
        let last = script.commands.iter().rposition(|command| command.scope == scope);
        let after = last.and_then(|at| script.commands.get(at)).map_or(0, |command| command.span.end);
        let compound = script.scopes.iter().rposition(|it| {
            it.parent == scope && is_compound(it.kind) && it.span.start >= after && it.span.end > 0
        });
        match compound.filter(|at| *at > scope as usize) {
            None => return last,
            Some(at) => match script.scopes.get(at)?.kind {
                ScopeKind::Subshell | ScopeKind::Group => scope = at as u32,
                _ => return None,
            },
        }
    }
}

/// The simple command in front of the one at `at` in its list, when nothing compound is between them.
fn before(script: &Script<'_>, at: usize) -> Option<usize> {
    let command = script.commands.get(at)?;
    let earlier = script.commands.get(..at)?;
    let found = earlier.iter().rposition(|other| other.scope == command.scope)?;
    let end = script.commands.get(found)?.span.end;
    let between = |start: u32| start >= end && start < command.span.start;
    let compound = script
        .scopes
        .iter()
        .any(|scope| scope.parent == command.scope && is_compound(scope.kind) && between(scope.span.start));
    (!compound).then_some(found)
}

fn is_compound(kind: ScopeKind) -> bool {
    matches!(
        kind,
        ScopeKind::Subshell | ScopeKind::Group | ScopeKind::Condition | ScopeKind::Body | ScopeKind::Function
    )
}

/// What the status means to the program, or to the one that it runs.
fn of_command(args: &[Arg<'_>], dialect: Dialect, status: u8, depth: usize) -> Option<ExitMeaning> {
    let mut args = args;
    for _ in 0..=WRAPPERS_MAX {
        let uses = commands::uses(args);
        let program = uses.program?;
        let form = uses.form?;
        if let Some(exit) = form.exit(status, args).or_else(|| program.form.exit(status, args)) {
            return Some(ExitMeaning { means: exit.means.into(), failure: exit.failure });
        }
        if program.wrapper.is_none() || program.appends || uses.proof == Proof::Unlisted {
            return None;
        }
        match commands::inner(args)? {
            Inner::Command { at, end, .. } if at > 0 => args = args.get(at..end)?,
            Inner::Shell { at, end, skip, .. } if depth < SHELL_DEPTH_MAX && end == at + 1 => {
                let line: String = args.get(at)?.text()?.get(skip..)?.into();
                return of_script(&syntax::read(&line, dialect), status, depth + 1);
            }
            _ => return None,
        }
    }
    None
}

/// What the shell means by it, whatever the program.
fn general(status: u8) -> Option<ExitMeaning> {
    let means: Cow<'static, str> = match status {
        126 => "a program was found, but it cannot be executed".into(),
        127 => "a command was not found".into(),
        _ => {
            let number = status.checked_sub(129)?;
            let (name, why) = SIGNALS.get(usize::from(number))?;
            match *why {
                "" => format!("ended by {name}").into(),
                why => format!("ended by {name}: {why}").into(),
            }
        }
    };
    Some(ExitMeaning { means, failure: true })
}
