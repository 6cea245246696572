//! Cmdlets that remove or move items and lose everything.
//!
//! Owns how such a cmdlet spells a place: `~`, `$HOME`, `$env:USERPROFILE`, a location that a command prints. A pattern is one
//! with quotes as well, because the cmdlet and not the shell looks for names (`about_Wildcards`). Which parameters name what is
//! taken away is in the tables.

use alloc::string::String;
use core::ops::Range;

use super::argv::Argv;
use super::losses::{Loss, Places, Work, closing, finds_all};
use crate::commands::{self, AbstractValue, Arg, Bound, Form, Program, Role};

/// The parameter whose values are no patterns.
const LITERAL: &str = "-LiteralPath";
/// Parameters that choose among the items in a place.
const SELECTS: [&str; 2] = ["-Filter", "-Include"];
/// Variables with the home directory, in small letters.
const HOMES: [&str; 4] = ["home", "env:home", "env:userprofile", "env:homepath"];
/// The variable with the working directory.
const HERE: &str = "pwd";
/// Commands that print the working directory, in small letters.
const PRINTS_HERE: [&str; 3] = ["get-location", "gl", "pwd"];
/// Variables with a place of Windows, in small letters, where it is installed by default.
const PLACES: [(&str, &str); 8] = [
    ("env:allusersprofile", "C:/ProgramData"),
    ("env:homedrive", "C:"),
    ("env:programdata", "C:/ProgramData"),
    ("env:programfiles", "C:/Program Files"),
    ("env:programfiles(x86)", "C:/Program Files (x86)"),
    ("env:systemdrive", "C:"),
    ("env:systemroot", "C:/Windows"),
    ("env:windir", "C:/Windows"),
];
/// Properties of a location or a file whose value is its path, in small letters, longest first.
const PATHS: [&str; 4] = [".providerpath", ".fullname", ".pspath", ".path"];

/// Whether a program is a cmdlet that removes or moves the items which a parameter names.
pub(super) fn takes_away(program: &Program) -> bool {
    program.cmdlet.is_some() && program.form.options.iter().any(|option| has_role(option, Role::PathDeleted))
}

/// Whether a program is a cmdlet that removes the items which a parameter names.
pub(super) fn is_remover(program: &Program) -> bool {
    takes_away(program) && !moves(&program.form)
}

/// Whether a cmdlet is given less than all items of a place: it selects among them.
pub(crate) fn selects(args: &[Arg<'_>]) -> bool {
    let Some((bound, _)) = commands::bound(args) else { return false };
    let chooses = |it: &Bound| {
        let text = args.get(it.values.start).and_then(Arg::text);
        it.parameter.names.iter().any(|name| SELECTS.contains(name)) && !text.is_some_and(finds_all)
    };
    bound.iter().any(chooses)
}

/// Whether the command of a cmdlet takes everything away that there is in a place.
pub(super) fn lose_everything(argv: &Argv<'_>, form: &Form) -> bool {
    let Some((bound, _)) = commands::bound(argv.args()) else { return false };
    let is_all = || !selects(argv.args());
    let taken = bound.iter().filter(|it| has_role(it.parameter, Role::PathDeleted));
    let named = taken.flat_map(|it| it.values.clone().map(|at| (at, it.parameter.names.contains(&LITERAL))));
    named.into_iter().any(|(at, is_literal)| match loss(argv, at, is_literal) {
        Some(Loss::Directory(_)) if moves(form) => true,
        Some(Loss::Contents(path)) if moves(form) => {
            path == "/" || argv.whereabouts.home == Some(path.as_str())
        }
        Some(Loss::Directory(_) | Loss::Contents(_)) => is_all(),
        None => false,
    })
}

fn has_role(option: &commands::Opt, role: Role) -> bool {
    option.value.is_some_and(|kind| kind.role == role)
}

/// Whether the items are somewhere else afterwards.
fn moves(form: &Form) -> bool {
    form.replaces || form.options.iter().any(|option| has_role(option, Role::PathWritten))
}

/// What is lost, if everything is, once the items are gone that the argument at `at` names.
///
/// A parameter that is literal takes a star for a character.
fn loss(argv: &Argv<'_>, at: usize, is_literal: bool) -> Option<Loss> {
    let places = Places::of(argv, Work::Request);
    let written = written(argv, at);
    let text = written.replace('\\', "/");
    if text.is_empty() || is_literal && text.contains(['*', '?', '[']) {
        return None;
    }
    let expanded = expanded(&text, places.here, places.home);
    places.lost(expanded.as_deref().unwrap_or(&text)).or_else(|| {
        let emptied = without_expansions(&text).filter(|emptied| emptied.starts_with('/'))?;
        places.lost(&emptied).filter(|loss| places.is_of_all(loss))
    })
}

/// The path as it is known, or as it is written, without quotes and back-ticks.
fn written(argv: &Argv<'_>, at: usize) -> String {
    let Some(arg) = argv.arg(at) else { return String::new() };
    match arg.value {
        AbstractValue::Known(text) | AbstractValue::Home(text) => text.into(),
        AbstractValue::FileName { prefix, suffix, .. }
            if !prefix.is_empty() && argv.slice(arg).contains('$') =>
        {
            [prefix, "*", suffix].concat()
        }
        _ => argv.slice(arg).chars().filter(|c| !matches!(c, '"' | '\'' | '`')).collect(),
    }
}

/// The path with a place at its beginning written out.
fn expanded(text: &str, here: &str, home: &str) -> Option<String> {
    let (place, rest) = match text.strip_prefix('~') {
        Some(rest) => (home, rest),
        None => placed(text, here, home)?,
    };
    // `.Path` of a variable is the path itself.
    let property =
        PATHS.iter().find(|name| rest.get(..name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name)));
    let rest = property.and_then(|name| rest.get(name.len()..)).unwrap_or(rest);
    let is_whole = rest.is_empty() || rest.starts_with(['/', '*', '?', '[']) || place.ends_with(':');
    is_whole.then(|| [place.replace('\\', "/").as_str(), rest].concat())
}

/// The place that a variable or a command at the beginning of the text gives, and the text after it.
fn placed<'t>(text: &'t str, here: &'t str, home: &'t str) -> Option<(&'t str, &'t str)> {
    let open = text.find('(').filter(|at| matches!(text.get(..*at), Some("" | "$")));
    if let Some(open) = open {
        let body = text.get(open..)?;
        let end = closing(body, b'(')?;
        let command = body.get(1..end - 1)?.trim().to_ascii_lowercase();
        return PRINTS_HERE.contains(&command.as_str()).then_some((here, body.get(end..)?));
    }
    let Range { start, end } = name_of(text)?;
    let name = text.get(start..end)?.to_ascii_lowercase();
    let rest = text.get(end..)?;
    let rest = if start == 2 { rest.strip_prefix('}')? } else { rest };
    let place = match PLACES.binary_search_by_key(&name.as_str(), |(name, _)| name) {
        Ok(at) => PLACES.get(at).map(|(_, place)| *place)?,
        Err(_) if HOMES.contains(&name.as_str()) => home,
        Err(_) if name == HERE => here,
        Err(_) => return None,
    };
    Some((place, rest))
}

/// Where the name lies of the variable with which the text begins.
fn name_of(text: &str) -> Option<Range<usize>> {
    if let Some(rest) = text.strip_prefix("${") {
        return Some(2..2 + rest.find('}')?);
    }
    let rest = text.strip_prefix('$')?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':')).unwrap_or(rest.len());
    (end > 0).then_some(1..1 + end)
}

/// The path without its variables and sub-expressions; none when it has none.
fn without_expansions(text: &str) -> Option<String> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('$') {
        kept.push_str(rest.get(..at)?);
        let expansion = rest.get(at..)?;
        let end = match expansion.as_bytes() {
            [_, b'(', ..] => closing(expansion, b'('),
            [_, b'{', ..] => closing(expansion, b'{'),
            _ => name_of(expansion).map(|name| name.end),
        };
        rest = end.and_then(|end| expansion.get(end..)).unwrap_or("");
    }
    (rest.len() < text.len()).then(|| kept + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_places_are_sorted() {
        assert!(PLACES.is_sorted());
    }

    #[test]
    fn a_place_at_the_beginning_of_a_path_is_written_out() {
        for (text, path) in [
            ("~/*", "/h/*"),
            ("$HOME", "/h"),
            ("${Home}/x", "/h/x"),
            ("$env:UserProfile*", "/h*"),
            ("$pwd.Path/*", "/w/*"),
            ("(Get-Location)", "/w"),
            ("$( pwd )/a", "/w/a"),
            ("$env:SystemDrive/", "C:/"),
            ("${env:ProgramFiles(x86)}", "C:/Program Files (x86)"),
        ] {
            assert_eq!(expanded(text, "/w", "/h").as_deref(), Some(path), "{text}");
        }
        for text in ["$HOMES", "~x", "$x/*", "(gci)", "a", "", "$", "${home", "("] {
            assert_eq!(expanded(text, "/w", "/h"), None, "{text}");
        }
    }

    #[test]
    fn a_path_is_what_is_left_without_its_variables() {
        for (text, left) in
            [("$x/*", "/*"), ("$env:A/b", "/b"), ("a$($x.Path)b", "ab"), ("${a b}/", "/"), ("$(", "")]
        {
            assert_eq!(without_expansions(text).as_deref(), Some(left), "{text}");
        }
        assert_eq!(without_expansions("a/*"), None);
    }
}
