//! Arguments that a shell parses again: `sh -c`, `eval`, `ssh host '…'`.
//!
//! Owns how such an argument is found; the tables name the programs. Does not judge the argument.

use alloc::string::String;

use super::invocation::program;
use crate::commands::{ShellText, is_wrapper, shell_text};
use crate::script::{Script, Simple, Word};
use crate::span::Span;

/// A command line inside an argument.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code<'c> {
    /// Its text; none when it is not known before running.
    pub(super) text: Option<&'c str>,
    /// The argument's place, or that of all arguments that are joined.
    pub(super) span: Span,
}

/// Tells `tell` of every argument of `script` that a shell will read.
pub(super) fn each_code(script: &Script<'_>, tell: &mut dyn FnMut(Code<'_>)) {
    for command in &script.commands {
        let Some(at) = program(script, command, |name| shell_text(name).is_some()) else { continue };
        let mut words = script.words_of(command).get(at..).unwrap_or(&[]);
        let mut first = true;
        // `find … -exec sh -c …`, `su -c 'x' | sh -c …` in one command: every such program counts.
        while let Some((name, rest)) = words.split_first() {
            let place = script.text(name).and_then(shell_text);
            match place {
                Some(ShellText::Operand) => dash_c(script, rest, true, tell),
                Some(ShellText::Value) => dash_c(script, rest, false, tell),
                Some(ShellText::Joined) if first => joined(script, rest, tell),
                Some(ShellText::First) if first => {
                    if let Some(word) = rest.iter().find(|word| !is_option(script, word)) {
                        tell(Code { text: script.text(word), span: word.span });
                    }
                }
                _ => {}
            }
            if first && place.is_some() && !behind_wrapper(script, command, name) {
                break;
            }
            first = false;
            words = rest;
        }
    }
}

/// Whether more programs can follow in the same command.
fn behind_wrapper(script: &Script<'_>, command: &Simple, name: &Word) -> bool {
    script
        .words_of(command)
        .first()
        .is_some_and(|word| script.text(word).is_some_and(is_wrapper) && word.span != name.span)
}

fn is_option(script: &Script<'_>, word: &Word) -> bool {
    script.text(word).is_some_and(|text| text.starts_with(['-', '+']))
}

fn dash_c(script: &Script<'_>, words: &[Word], shell: bool, tell: &mut dyn FnMut(Code<'_>)) {
    let mut wanted = false;
    let mut value = false;
    for word in words {
        let text = script.text(word);
        if core::mem::take(&mut value) {
            continue;
        }
        value = shell && matches!(text, Some("-o" | "+o" | "-O" | "+O" | "--rcfile" | "--init-file"));
        match text {
            Some("--command" | "--session-command") => wanted = true,
            Some(long) if long.starts_with("--command=") => {
                return tell(Code { text: long.strip_prefix("--command="), span: word.span });
            }
            Some(long) if long.starts_with("--") => {}
            Some(short) if short.starts_with('-') => wanted |= short.contains('c'),
            Some(short) if short.starts_with('+') => {}
            _ if wanted => return tell(Code { text, span: word.span }),
            // A shell's first operand is a script file; what follows are that script's arguments.
            Some(_) if shell => return,
            _ => {}
        }
    }
}

fn joined(script: &Script<'_>, words: &[Word], tell: &mut dyn FnMut(Code<'_>)) {
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
    if words.len() == 1 {
        return tell(Code { text: script.text(first), span: first.span });
    }
    let mut line = String::new();
    for word in words {
        let Some(text) = script.text(word) else {
            for word in words {
                tell(Code { text: script.text(word), span: word.span });
            }
            return;
        };
        line.push_str(text);
        line.push(' ');
    }
    tell(Code { text: Some(line.trim_end_matches(' ')), span: first.span.join(last.span) });
}
