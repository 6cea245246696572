//! Whether what comes down a pipe is names of files below the working directory: the output of programs that list
//! files, passed on by programs that only choose among lines.
//!
//! Owns the two lists. The names are trusted as a pattern's are: they are what the project calls its files, not what
//! a text says. A program that changes lines ends the trust.

use crate::commands::{self, Arg};
use crate::syntax::{Joint, Script};

/// Expressions of find that print something else than one name a line.
const PRINTS: &[&str] =
    &["-exec", "-execdir", "-fls", "-fprint", "-fprint0", "-fprintf", "-ls", "-ok", "-okdir", "-printf"];

/// How names begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Names {
    /// Like any file's.
    Plain,
    /// With `./`: none of them is an option.
    Dotted,
}

/// What names come down the pipe to the command at `index`; none when they are not known to be names.
pub(super) fn piped(script: &Script<'_>, index: usize) -> Option<Names> {
    let reader = script.commands.get(index)?;
    let mut before = reader.before;
    let mut at = index;
    loop {
        if before != Joint::Pipe {
            return None;
        }
        at = (0..at)
            .rev()
            .find(|at| script.commands.get(*at).is_some_and(|other| other.scope == reader.scope))?;
        let writer = script.commands.get(at)?;
        if !writer.assignments.is_empty() || script.redirects_of(at).next().is_some_and(|it| it.fd.is_none())
        {
            return None;
        }
        let args = commands::arguments(script, writer);
        let name = args.first()?.text?;
        if !passes(name, args.get(1..)?) {
            return lists(name, args.get(1..)?);
        }
        before = writer.before;
    }
}

/// Whether a program only chooses among, or orders, the lines of its input.
fn passes(name: &str, args: &[Arg<'_>]) -> bool {
    let is_option = |arg: &Arg<'_>| arg.text.is_some_and(|text| text.starts_with('-'));
    let is_number =
        |arg: &Arg<'_>| arg.text.is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    match name {
        "head" | "tail" | "sort" | "uniq" | "tac" | "shuf" | "cat" => {
            let plain =
                |arg: &Arg<'_>| is_option(arg) && !matches!(arg.text, Some("-c" | "-b" | "-n" | "-E" | "-A"));
            args.iter().all(|arg| {
                is_number(arg)
                    || plain(arg)
                    || matches!(name, "head" | "tail" | "sort") && arg.text == Some("-n")
            })
        }
        "grep" | "egrep" | "fgrep" => {
            let chooses = |arg: &Arg<'_>| {
                let text = arg.text.unwrap_or("");
                text.strip_prefix('-').is_some_and(|letters| {
                    !letters.is_empty() && letters.bytes().all(|byte| b"vivEFwxPze".contains(&byte))
                })
            };
            args.iter().filter(|arg| !chooses(arg)).count() == 1
        }
        _ => false,
    }
}

/// What names a program lists.
fn lists(name: &str, args: &[Arg<'_>]) -> Option<Names> {
    let has = |wanted: &[&str]| args.iter().any(|arg| arg.text.is_some_and(|text| wanted.contains(&text)));
    let cluster = |letter: char| {
        args.iter().any(|arg| {
            arg.text.and_then(|text| text.strip_prefix('-')).is_some_and(|letters| {
                letters.contains(letter)
                    && letters.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'0')
            })
        })
    };
    let lists = match name {
        "find" => {
            let starts = args.iter().take_while(|arg| !arg.lead.starts_with(['-', '(', '!']));
            let below = |arg: &Arg<'_>| {
                arg.text.is_some_and(|text| {
                    !text.starts_with(['/', '~']) && !text.contains("..") && !text.is_empty()
                })
            };
            if has(PRINTS) || !starts.clone().all(below) {
                return None;
            }
            let dotted = starts.clone().all(|arg| arg.text == Some(".") || arg.lead.starts_with("./"));
            return Some(if dotted { Names::Dotted } else { Names::Plain });
        }
        "git" => match args.first().and_then(|arg| arg.text) {
            Some("ls-files") => {
                !has(&["-s", "--stage", "-u", "--unmerged", "-v", "-t", "-f", "--debug", "--eol"])
            }
            Some("diff" | "ls-tree") => has(&["--name-only"]),
            Some("grep") => cluster('l') || has(&["--files-with-matches", "--name-only"]),
            _ => false,
        },
        "rg" => has(&["--files", "--files-with-matches", "--files-without-match"]) || cluster('l'),
        "grep" | "egrep" | "fgrep" | "ag" | "ack" => cluster('l') || has(&["--files-with-matches"]),
        "fd" | "fdfind" => true,
        "ls" => args.iter().all(|arg| matches!(arg.text, Some("-1" | "-a" | "-A" | "-t" | "-r" | "-1t"))),
        "printf" => {
            let mut args = args.iter();
            let format = args.next().and_then(|arg| arg.text);
            matches!(format, Some("%s\\0" | "%s\\n"))
                && args.all(|arg| {
                    !arg.lead.starts_with(['/', '~', '-'])
                        && !arg.lead.contains("..")
                        && (arg.text.is_some() || arg.pattern && !arg.tail.contains(".."))
                })
        }
        _ => false,
    };
    lists.then_some(Names::Plain)
}
