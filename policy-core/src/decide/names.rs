//! Whether what comes down a pipe is names of files below the working directory: the output of programs that list
//! files, passed on by programs that only choose among lines.
//!
//! Owns the two lists. The names are trusted as a pattern's are: they are what the project calls its files, not what
//! a text says. A program that changes lines ends the trust.

use crate::commands::{self, Arg};
use crate::span::Span;
use crate::syntax::{Joint, Redirect, RedirectOp, ScopeKind, Script};

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
    /// Of objects of git: hexadecimal words, one a line.
    Objects,
}

/// Options of `git log` and `git rev-list` that choose commits and print nothing more.
const CHOOSES: &[&str] = &[
    "--abbrev-commit",
    "--all",
    "--ancestry-path",
    "--branches",
    "--date-order",
    "--first-parent",
    "--full-history",
    "--merges",
    "--no-merges",
    "--remotes",
    "--reverse",
    "--tags",
    "--topo-order",
];

/// The same, with a value behind `=`.
const CHOOSES_BY: &[&str] = &[
    "--after",
    "--author",
    "--before",
    "--diff-filter",
    "--grep",
    "--max-count",
    "--max-parents",
    "--min-parents",
    "--since",
    "--skip",
    "--until",
];

/// What names come down the pipe to the command at `index`; none when they are not known to be names.
pub(super) fn piped(script: &Script<'_>, index: usize) -> Option<Names> {
    let reader = script.commands.get(index)?;
    if reader.before != Joint::Pipe {
        return None;
    }
    written_by(script, before(script, index, reader.scope)?)
}

/// The last command in front of `index` that stands in `scope`.
fn before(script: &Script<'_>, index: usize, scope: u32) -> Option<usize> {
    (0..index).rev().find(|at| script.commands.get(*at).is_some_and(|other| other.scope == scope))
}

/// What names the pipeline that ends with the command at `at` prints.
pub(super) fn written_by(script: &Script<'_>, mut at: usize) -> Option<Names> {
    let mut quiet = true;
    loop {
        let writer = script.commands.get(at)?;
        quiet &= is_quiet(script, at);
        if !writer.assignments.is_empty() || script.redirects_of(at).next().is_some_and(|it| it.fd.is_none())
        {
            return None;
        }
        let args = commands::arguments(script, writer);
        let name = args.first()?.text?;
        if !passes(name, args.get(1..)?) {
            let alone = !matches!(writer.before, Joint::Pipe | Joint::PipeBoth);
            return lists(name, args.get(1..)?).filter(|names| alone && (quiet || *names != Names::Objects));
        }
        if writer.before != Joint::Pipe {
            return None;
        }
        at = before(script, at, writer.scope)?;
    }
}

/// Whether no message of the command at `at` comes with its output.
fn is_quiet(script: &Script<'_>, at: usize) -> bool {
    script.redirects_of(at).all(|redirect| {
        redirect.op == RedirectOp::Write
            && script.word(redirect.target).and_then(|word| script.text(word)) == Some("/dev/null")
    })
}

/// What names the one pipeline in `scope` prints, when there is only one.
pub(super) fn printed_in(script: &Script<'_>, scope: u32) -> Option<Names> {
    let mut inside =
        (0..script.commands.len()).filter(|at| script.commands.get(*at).is_some_and(|it| it.scope == scope));
    let last = inside.next_back()?;
    let joined = inside.all(|at| script.commands.get(at).is_some_and(|it| it.after == Joint::Pipe));
    written_by(script, last).filter(|_| joined)
}

/// The scope of what is done with each of the names that the `read` at `index` gets: it is what a `while` tests whose
/// input lists names, behind a pipe (`git ls-files | while read …`) or from one (`done < <(git ls-files)`).
pub(super) fn read_by(script: &Script<'_>, index: usize) -> Option<(u32, Names)> {
    let reader = script.commands.get(index)?;
    let condition = script.scopes.get(reader.scope as usize)?;
    if condition.kind != ScopeKind::Condition
        || reader.before != Joint::Edge
        || reader.after != Joint::Edge && reader.after != Joint::Sequence
    {
        return None;
    }
    let (body, scope) = (0..)
        .zip(&script.scopes)
        .skip(reader.scope as usize + 1)
        .find(|(_, scope)| scope.parent == condition.parent)?;
    if scope.kind != ScopeKind::Body {
        return None;
    }
    // A redirect on a loop, or on `read` itself, takes the place of what comes down the pipe.
    let mut redirects = script
        .redirects
        .iter()
        .filter(|redirect| redirect.command.is_none_or(|command| command as usize == index));
    match (redirects.next(), redirects.next()) {
        (None, _) => piped_into(script, index, condition.parent),
        (Some(redirect), None) => fed_by(script, redirect, scope.span),
        (Some(_), Some(_)) => None,
    }
    .map(|names| (body, names))
}

/// What names come down the pipe to the loop in `scope` whose condition begins at `index`.
fn piped_into(script: &Script<'_>, index: usize, scope: u32) -> Option<Names> {
    let writer = before(script, index, scope)?;
    let own = script.commands.get(writer)?;
    // Nothing stands between the pipe and the `while`, except what belongs to the writer itself.
    let direct = script.commands.get(writer + 1..index)?.iter().all(|other| other.span.end <= own.span.end);
    written_by(script, writer).filter(|_| own.after == Joint::Pipe && direct)
}

/// What names `redirect` puts into the loop with this `body`.
fn fed_by(script: &Script<'_>, redirect: &Redirect, body: Span) -> Option<Names> {
    let between = Span { start: body.end, end: redirect.span.start }.slice(script.source);
    let own = between.trim_start_matches([';', ' ', '\t', '\n']).trim_end_matches([' ', '\t']);
    printed_in(script, redirect.process(script)?)
        .filter(|_| own == "done" && redirect.command.is_none() && redirect.fd.is_none())
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
            Some(sub) => return objects(sub, args.get(1..)?).then_some(Names::Objects),
            None => false,
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

/// Whether a sub-command of git prints names of objects and nothing else.
///
/// What prints references, or what it is given, is not among them: a branch may be called `--output=x` behind its
/// directory, and begins a word there.
fn objects(sub: &str, args: &[Arg<'_>]) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let operand = |arg: &Arg<'_>| !arg.lead.is_empty() && !arg.lead.starts_with('-') && !arg.splits;
    let ends = args.iter().position(|arg| arg.text == Some("--")).unwrap_or(args.len());
    let own = args.get(..ends).unwrap_or(&[]);
    let chooses = |arg: &Arg<'_>| {
        let Some(text) = arg.text else { return operand(arg) };
        let by = text.split_once('=').is_some_and(|(name, _)| CHOOSES_BY.contains(&name));
        let count = text.strip_prefix("-n").or_else(|| text.strip_prefix('-'));
        CHOOSES.contains(&text) || by || text == "-n" || count.is_some_and(is_number) || operand(arg)
    };
    match sub {
        "merge-base" => {
            let plain = ["-a", "--all", "--fork-point", "--independent", "--octopus"];
            args.iter().all(|arg| operand(arg) || arg.text.is_some_and(|text| plain.contains(&text)))
        }
        "rev-list" => own.iter().all(chooses),
        "log" => {
            let format = |arg: &Arg<'_>| {
                let value = arg.text.and_then(|text| {
                    text.strip_prefix("--format=").or_else(|| text.strip_prefix("--pretty="))
                });
                matches!(value, Some("%H" | "%h" | "format:%H" | "format:%h" | "tformat:%H" | "tformat:%h"))
            };
            own.iter().filter(|arg| format(arg)).count() == 1
                && own.iter().all(|arg| format(arg) || chooses(arg))
        }
        // What is no object it prints as it stands.
        "rev-parse" => args.iter().all(|arg| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./@{}~^-".contains(&byte);
            arg.text.is_some_and(|text| {
                matches!(text, "--short" | "--verify" | "-q" | "--quiet")
                    || text.strip_prefix("--short=").is_some_and(is_number)
                    || text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '@')
                        && text.bytes().all(plain)
                        && !text.contains("..")
            })
        }),
        _ => false,
    }
}
