//! Arguments whose removal loses everything: a directory with the system, the user's files or the work, or everything
//! in one.
//!
//! Owns the spellings of such a place: `~`, `$HOME` and `$PWD`, patterns that match everything, a variable that may be
//! empty, a path of Windows. [`crate::paths::critical`] owns the list of directories.

use alloc::borrow::Cow;
use alloc::string::String;

use super::argv::Argv;
use crate::commands::{AbstractValue, Arg, Count, Origin};
use crate::paths::PathModel;
use crate::paths::critical::{critical_removal, is_system};
use crate::paths::lexical as paths;
use crate::paths::wildcard::could_find;
use crate::paths::windows::Reading;

/// A directory that stands for one that is not known, deep enough that nothing is taken for a critical one.
const SOMEWHERE: &str = "/not/known/here";
const SOMEONES: &str = "/not/known/home";

/// Commands that print the working directory, or one around it.
const PRINTS_CWD: [&str; 4] =
    ["$(pwd)", "`pwd`", "$(git rev-parse --show-toplevel)", "`git rev-parse --show-toplevel`"];

/// What removing one argument would lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    /// This directory.
    Directory(String),
    /// All that is in this directory.
    Contents(String),
}

/// What is held to be the work: the directory in which the command runs, or the one in which its request does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Where the command runs, after every `cd`.
    Here,
    /// Where the request runs.
    Request,
}

/// What is lost, if everything is, once the argument at `at` is removed.
pub(super) fn loss(argv: &Argv<'_>, at: usize, work: Work) -> Option<Loss> {
    let places = Places::of(argv, work);
    if let Some(known) = argv.known(at) {
        let path = places.named(known);
        return (!known.is_empty() && places.hold(&path)).then_some(Loss::Directory(path));
    }
    let shown = written(argv, at);
    places.lost(&expand(&shown, places.here, places.home)).or_else(|| places.lost_when_empty(&shown))
}

/// Whether the argument at `at` is a pattern, for which the shell puts the names that it finds.
pub(super) fn is_pattern(argv: &Argv<'_>, at: usize) -> bool {
    if argv.known(at).is_some() {
        return false;
    }
    let shown = argv.shown(at);
    let plain = without_expansions(&shown).map_or(shown, Cow::Owned);
    let finds = |arg: &Arg<'_>| {
        matches!(arg.value, AbstractValue::FileName { count: Count::Any, origin: Origin::Disk, .. })
    };
    plain.contains(['*', '?', '[']) || argv.arg(at).is_some_and(finds)
}

/// The directories that matter to a removal.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    /// Where the command runs.
    pub(super) here: &'a str,
    work: &'a str,
    /// The home directory.
    pub(super) home: &'a str,
    paths: &'static PathModel,
}

impl<'a> Places<'a> {
    /// Those of a command.
    pub(super) fn of(argv: &Argv<'a>, work: Work) -> Self {
        let here = argv.whereabouts.cwd.unwrap_or(SOMEWHERE);
        let work = match work {
            Work::Here => here,
            Work::Request => argv.whereabouts.request.unwrap_or(SOMEWHERE),
        };
        Self { here, work, home: argv.whereabouts.home.unwrap_or(SOMEONES), paths: argv.whereabouts.paths }
    }

    /// The absolute path that `path` names from here, also when it is spelled as Windows spells it.
    fn named(&self, path: &str) -> String {
        match self.paths.reading(self.here, path) {
            Some(Reading::Path(path) | Reading::Short(path)) => path,
            Some(Reading::Unknown) | None => paths::join(self.here, path),
        }
    }

    /// Whether the absolute path `path` holds everything.
    fn hold(&self, path: &str) -> bool {
        critical_removal(path, Some(self.work), Some(self.home)).is_some() || path == SOMEONES
    }

    /// What removing `path` loses, in which patterns are left.
    pub(super) fn lost(&self, expanded: &str) -> Option<Loss> {
        let directory = without_all(expanded);
        // Its slash makes a drive's letter, or nothing, a root.
        let path = expanded.get(..=directory.len()).filter(|path| path.ends_with('/')).unwrap_or(directory);
        let path = self.named(if path.is_empty() { "." } else { path });
        if self.hold(&path) {
            let whole = directory.len() == expanded.trim_end_matches('/').len();
            return Some(if whole { Loss::Directory(path) } else { Loss::Contents(path) });
        }
        self.finds_place(&path).then_some(Loss::Directory(path))
    }

    /// What removing the written path loses when nothing stands for what the shell puts into it: `"$DIR"/*`.
    ///
    /// `/tmp/$x` is too common for that; only the system, the home directory and what is in them count.
    fn lost_when_empty(&self, shown: &str) -> Option<Loss> {
        let emptied = without_expansions(shown)?;
        let expanded = expand(&emptied, self.here, self.home);
        let absolute = expanded.starts_with('/');
        self.lost(&expanded).filter(|loss| absolute && self.is_of_all(loss))
    }

    /// Whether a loss is that of the system or of the home directory.
    pub(super) fn is_of_all(&self, loss: &Loss) -> bool {
        let (Loss::Directory(path) | Loss::Contents(path)) = loss;
        is_system(path) || path == self.home
    }

    /// Whether the pattern `path` could find the home directory, the work, or one around them.
    fn finds_place(&self, path: &str) -> bool {
        path.contains(['*', '?', '['])
            && [self.home, self.work].into_iter().any(|place| {
                let mut names = paths::components(place);
                paths::components(path)
                    .all(|pattern| names.next().is_some_and(|name| could_find(pattern, name)))
            })
    }
}

/// The path without the names at its end that find everything. `*/*` finds everything one level further down.
fn without_all(path: &str) -> &str {
    let mut path = path.trim_end_matches('/');
    while let Some(name) = path.rsplit('/').next().filter(|name| finds_all(name)) {
        path = path.get(..path.len() - name.len()).unwrap_or("").trim_end_matches('/');
    }
    path
}

/// How the argument is written, with what is known of a variable at its beginning.
fn written<'a>(argv: &Argv<'a>, at: usize) -> Cow<'a, str> {
    let shown = argv.shown(at);
    let Some(arg) = argv
        .arg(at)
        .filter(|arg| arg.value.is_file_name() && shown.contains('$') && !arg.prefix().is_empty())
    else {
        return shown;
    };
    let directory = arg.prefix().rfind('/').and_then(|end| arg.prefix().get(..=end)).unwrap_or("");
    let name = shown.rsplit('/').next().unwrap_or("");
    let mut whole = String::from(directory);
    whole.push_str(if name.contains('$') { "*" } else { name });
    Cow::Owned(whole)
}

/// The path with `~`, `$HOME` and `$PWD` written out. What else is expanded does not change written.
fn expand<'a>(shown: &'a str, cwd: &str, home: &str) -> Cow<'a, str> {
    let name = |name: &str| {
        let plain = shown.strip_prefix('$').and_then(|rest| rest.strip_prefix(name));
        let plain = plain.filter(|rest| rest.is_empty() || rest.starts_with('/'));
        plain
            .or_else(|| {
                let rest = shown.strip_prefix("${")?.strip_prefix(name)?;
                let (operation, rest) = rest.split_once('}')?;
                (operation.is_empty() || operation.starts_with([':', '-', '%', '?', '=', '/']))
                    .then_some(rest)
            })
            // What could not be read has lost its dollar signs.
            .or_else(|| shown.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    let onto = |base: &str, rest: &str| {
        let mut path = String::from(base);
        path.push_str(rest);
        Cow::Owned(path)
    };
    if let Some(rest) = name("HOME") {
        return onto(home, rest);
    }
    if let Some(rest) = name("PWD").or_else(|| PRINTS_CWD.iter().find_map(|text| shown.strip_prefix(text))) {
        return onto(cwd, rest);
    }
    match shown.strip_prefix('~') {
        Some(rest) if rest == "+" || rest.starts_with("+/") => onto(cwd, rest.get(1..).unwrap_or("")),
        // `~root` is the home of another user, `~-` where the shell was before.
        Some(rest) => onto(home, rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("")),
        None => Cow::Borrowed(shown),
    }
}

/// The path without everything that the shell puts into it; none when nothing is.
fn without_expansions(shown: &str) -> Option<String> {
    let mut kept = String::new();
    let mut rest = shown;
    while let Some(at) = rest.find(['$', '`']) {
        kept.push_str(rest.get(..at)?);
        let expansion = rest.get(at..)?;
        let end = match expansion.as_bytes() {
            [b'`', ..] => expansion.get(1..)?.find('`').map(|end| end + 2),
            [b'$', open @ (b'{' | b'('), ..] => closing(expansion, *open),
            [b'$', b'0'..=b'9' | b'@' | b'*' | b'#' | b'?' | b'!' | b'-' | b'$', ..] => Some(2),
            _ => expansion.get(1..)?.find(|c: char| c != '_' && !c.is_alphanumeric()).map(|end| end + 1),
        };
        rest = end.and_then(|end| expansion.get(end..)).unwrap_or("");
    }
    if rest.len() == shown.len() {
        return None;
    }
    kept.push_str(rest);
    Some(kept)
}

/// The byte after the bracket that closes the first one, which is `open`.
pub(super) fn closing(expansion: &str, open: u8) -> Option<usize> {
    let close = if open == b'{' { b'}' } else { b')' };
    let mut depth = 0_usize;
    expansion
        .bytes()
        .position(|byte| {
            depth += usize::from(byte == open);
            depth = depth.saturating_sub(usize::from(byte == close));
            byte == close && depth == 0
        })
        .map(|at| at + 1)
}

/// Whether a pattern finds nearly every name: it has a star, and no letter or digit outside of brackets.
pub(super) fn finds_all(name: &str) -> bool {
    let mut inside = false;
    let mut star = false;
    for character in name.chars() {
        match character {
            '[' => inside = true,
            ']' => inside = false,
            '*' => star = true,
            c if !inside && (c.is_alphanumeric() || matches!(c, '_' | '$' | '`')) => return false,
            _ => {}
        }
    }
    star
}
