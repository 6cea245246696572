//! Path patterns of `Read(…)`, `Edit(…)` and `Cd(…)`: gitignore's grammar with four anchors.
//!
//! Owns matching on text. Callers pass absolute, cleaned paths with links followed; no disk is asked. A segment
//! backtracks only to the last `*`, so the cost is at most the product of pattern and path. A doubtful match is no for
//! an allow rule, and yes for deny and ask rules.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::Span;

use super::list::List;
use super::path_start::{Anchor, Anchors, Start, split};
use super::problem::{Problem, tick};
use crate::paths::PathModel;
use crate::paths::wildcard::could_find;
use crate::paths::windows::{is_drive, is_short};

/// How names are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// Capital letters are others than small ones.
    #[default]
    Exact,
    /// They are the same.
    Folded,
    /// They are the same, and a short name of Windows (`PROGRA~1`) is every name that begins with its first letter.
    Guessed,
    /// Those of the path have wildcards in them, and what a shell could find with them counts.
    Wild,
}

impl Case {
    const fn folds(self) -> bool {
        matches!(self, Self::Folded | Self::Guessed)
    }
}

/// A compiled path pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathRule {
    start: Start,
    segments: Vec<Segment>,
    /// The name that the pattern ends with, when no wildcard is in it.
    last: Option<String>,
    /// What lies beneath a match is matched as well.
    beneath: bool,
    /// A deny or ask rule: doubt means a match.
    wide: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    /// `**`: any number of directories.
    Directories,
    /// One name.
    Name(Vec<Atom>),
}

impl Segment {
    /// The name, when no wildcard is in it.
    fn literal(&self) -> Option<String> {
        let Self::Name(atoms) = self else { return None };
        atoms.iter().map(Atom::literal).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Atom {
    /// This character.
    Character(char),
    /// `?`
    One,
    /// `*`
    Many,
    /// `[a-z]`, `[!a-z]`
    Class { negated: bool, ranges: Vec<(char, char)> },
}

impl Atom {
    /// The character, when it is literal.
    const fn literal(&self) -> Option<char> {
        match self {
            Self::Character(character) => Some(*character),
            Self::One | Self::Many | Self::Class { .. } => None,
        }
    }
}

impl PathRule {
    /// Reads a path pattern of a rule in `list`. `root` is the directory that `/x` starts from.
    ///
    /// # Errors
    /// The place in `text` and what was meant: a negation, another user's home, a class without its end,
    /// `..` after a wildcard.
    pub fn parse(text: &str, list: List, root: Option<&Arc<str>>) -> Result<Self, Problem> {
        let whole = Span::new(0, text.len());
        if text.is_empty() {
            return Err(Problem::new(
                whole,
                "there is no path in this rule",
                "write `//**` to mean every path",
            ));
        }
        if text.starts_with('!') {
            return Err(Problem::new(
                Span::new(0, 1),
                "a rule cannot exclude paths with `!`",
                "put the exception into another list: deny comes first, then ask, then allow",
            ));
        }
        let wide = list != List::Allow;
        let of_drive = of_drive(text);
        let (anchor, rest, explicit) = if let Some(rest) = of_drive.as_deref() {
            (Anchor::Root, rest, true)
        } else if let Some(rest) = text.strip_prefix("//") {
            (Anchor::Root, rest, true)
        } else if let Some(rest) = text.strip_prefix('/') {
            (Anchor::Source(root.map(|root| Arc::from(&*PathModel::any_inward(root)))), rest, true)
        } else if text == "~" {
            (Anchor::Home, "", true)
        } else if let Some(rest) = text.strip_prefix("~/") {
            (Anchor::Home, rest, true)
        } else if text.starts_with('~') {
            return Err(Problem::new(
                whole,
                alloc::format!("the home directory of another user is unknown: {}", tick(text)),
                "write the absolute path with two slashes, such as `//home/name/**`",
            ));
        } else if let Some(rest) = text.strip_prefix("./") {
            (Anchor::Cwd, rest, true)
        } else {
            (Anchor::Cwd, text, false)
        };
        let offset = text.len() - rest.len();

        let mut ups = 0;
        let mut segments: Vec<Segment> = Vec::new();
        let mut names = 0;
        let mut at = offset;
        for part in rest.split('/') {
            let span = Span::new(at, at + part.len());
            at += part.len() + 1;
            match part {
                "" | "." => {}
                ".." => match segments.pop() {
                    None => ups += 1,
                    Some(Segment::Name(atoms)) if is_literal(&atoms) => {}
                    Some(_) => {
                        return Err(Problem::new(
                            span,
                            "`..` after a wildcard has no definite meaning",
                            "write the directory to match",
                        ));
                    }
                },
                "**" => {
                    if segments.last() != Some(&Segment::Directories) {
                        segments.push(Segment::Directories);
                    }
                }
                _ => {
                    names += 1;
                    segments.push(Segment::Name(
                        atoms(part).map_err(|problem| problem.moved(span.start as usize))?,
                    ));
                }
            }
        }

        let mut subtree = rest.is_empty() || rest.ends_with('/');
        while segments.last() == Some(&Segment::Directories) {
            segments.pop();
            subtree = true;
        }
        let slashless = !rest.trim_end_matches('/').contains('/');
        let one_subtree = wide && names == 1 && segments.len() == 1;
        if !explicit && ups == 0 && !segments.is_empty() && (slashless || one_subtree) {
            segments.insert(0, Segment::Directories);
        }
        let last = segments.last().and_then(Segment::literal);
        Ok(Self {
            start: Start { anchor, ups },
            beneath: wide || subtree || last.is_some(),
            segments,
            last,
            wide,
        })
    }

    /// Whether `path`, absolute and cleaned, is meant, when names are compared like this.
    pub fn matches(&self, path: &str, anchors: &Anchors<'_>, case: Case) -> bool {
        if !self.may_end(path, case) {
            return false;
        }
        let names: Vec<&str> = split(path).collect();
        match (is_clean(path), self.start.base(anchors)) {
            (true, Some(base)) => match below(&names, &base, case) {
                Some(relative) => walk(&self.segments, relative, self.beneath, case),
                None => false,
            },
            // Where the anchor is not known, a deny rule takes it to be anywhere.
            _ => {
                self.wide
                    && (0..=names.len()).any(|from| {
                        names.get(from..).is_some_and(|tail| walk(&self.segments, tail, self.beneath, case))
                    })
            }
        }
    }

    /// Whether a name in `path` can be the one that the pattern ends with; nearly no path has it.
    fn may_end(&self, path: &str, case: Case) -> bool {
        let Some(last) = self.last.as_deref() else { return true };
        let mut names = path.split('/');
        match case {
            Case::Exact => names.any(|name| name == last),
            // Beyond ASCII a capital letter can be that of another one.
            Case::Folded if path.is_ascii() && last.is_ascii() => {
                names.any(|name| name.eq_ignore_ascii_case(last))
            }
            Case::Wild => {
                names.any(|name| name == last || name.contains(['*', '?', '[']) && could_find(name, last))
            }
            Case::Folded | Case::Guessed => true,
        }
    }

    /// Whether anything at or beneath `directory`, absolute and cleaned, could be meant. Yes when in doubt, as about a disk
    /// that may not tell `A` from `a`.
    pub fn could_match_beneath(&self, directory: &str, anchors: &Anchors<'_>) -> bool {
        let Some(base) = self.start.base(anchors) else { return true };
        if !is_clean(directory) {
            return true;
        }
        let names: Vec<&str> = split(directory).collect();
        let Some(relative) = below(&names, &base, Case::Folded) else {
            // Not beneath the anchor: then only when the anchor is beneath it.
            return below(&base, &names, Case::Folded).is_some();
        };
        let mut segments = self.segments.iter();
        for name in relative {
            match segments.next() {
                // All of the pattern is above this directory.
                None => return self.beneath,
                Some(Segment::Directories) => return true,
                Some(Segment::Name(atoms)) if is_match(atoms, name, Case::Folded) => {}
                Some(Segment::Name(_)) => return false,
            }
        }
        true
    }

    /// The one path that the rule is about, with what lies beneath it, as sandbox settings write it: absolute, `~/x` or
    /// `./x`. Of a name that counts at any depth, the one in the working directory. None with a wildcard in it.
    pub fn one_path(&self) -> Option<String> {
        let mut path: String = match &self.start.anchor {
            Anchor::Root => "/".into(),
            Anchor::Home => "~/".into(),
            Anchor::Source(root) => [root.as_deref()?, "/"].concat(),
            Anchor::Cwd => "./".into(),
        };
        path.push_str(&"../".repeat(self.start.ups));
        let named = match self.segments.as_slice() {
            [Segment::Directories, name @ Segment::Name(_)] => core::slice::from_ref(name),
            segments => segments,
        };
        for segment in named {
            let Segment::Name(atoms) = segment else { return None };
            for atom in atoms {
                let Atom::Character(character) = atom else { return None };
                path.push(*character);
            }
            path.push('/');
        }
        // Never all of a disk, or of what the work is in.
        (!named.is_empty()).then(|| path.trim_end_matches('/').into())
    }

    /// Whether it matches every path that `other` matches. No for some that it does.
    #[cfg(feature = "history")]
    pub(super) fn includes(&self, other: &Self) -> bool {
        let has_beneath = self.beneath || !other.beneath;
        self.start == other.start
            && if self.segments == other.segments {
                has_beneath
            } else {
                self.beneath && other.segments.starts_with(&self.segments)
            }
    }

    /// The directory that the pattern is relative to.
    pub(super) fn start(&self) -> &Start {
        &self.start
    }

    /// A name that every path has which this rule is about, in some case: the last one without a wildcard.
    pub(super) fn required_name(&self) -> Option<String> {
        self.segments.iter().rev().find_map(Segment::literal)
    }

    /// The name that must follow the start, in some case; none when several can.
    pub(super) fn first_name(&self) -> Option<String> {
        self.segments.first().and_then(Segment::literal)
    }
}

/// The pattern `C:\x` or `C:/x`, below the root: `c/x`, as the drive is in Git Bash. Its backslashes are slashes.
fn of_drive(text: &str) -> Option<String> {
    let (drive, rest) = text.split_once(':')?;
    (is_drive(drive) && rest.starts_with(['/', '\\'])).then(|| {
        let mut pattern = drive.to_ascii_lowercase();
        pattern.push_str(&rest.replace('\\', "/"));
        pattern
    })
}

/// Whether a path is absolute and no part of it leads up.
pub(super) fn is_clean(path: &str) -> bool {
    path.starts_with('/') && path.split('/').all(|part| part != "..")
}

/// What remains of `path` below `base`.
pub(super) fn below<'p, 's>(path: &'p [&'s str], base: &[&str], case: Case) -> Option<&'p [&'s str]> {
    let (head, tail) = path.split_at_checked(base.len())?;
    let same = |(one, other): (&&str, &&str)| one == other || case.folds() && folded(one).eq(folded(other));
    head.iter().zip(base).all(same).then_some(tail)
}

/// Holds names against segments, going back to the last `**` only.
fn walk(segments: &[Segment], names: &[&str], beneath: bool, case: Case) -> bool {
    let (mut segment, mut name) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let matched = match segments.get(segment) {
            None if beneath || name == names.len() => return true,
            None => false,
            Some(Segment::Directories) => {
                segment += 1;
                retry = Some((segment, name));
                continue;
            }
            Some(Segment::Name(atoms)) => match names.get(name) {
                Some(text) => is_name(atoms, text, case),
                // No names are left; starting later leaves even fewer.
                None => return false,
            },
        };
        if matched {
            segment += 1;
            name += 1;
        } else if let Some((to, from)) = retry {
            if from >= names.len() {
                return false;
            }
            retry = Some((to, from + 1));
            segment = to;
            name = from + 1;
        } else {
            return false;
        }
    }
}

/// Holds one name against atoms; a short name can stand for more.
fn is_name(atoms: &[Atom], name: &str, case: Case) -> bool {
    if is_match(atoms, name, case) {
        return true;
    }
    if case == Case::Wild {
        return name.contains(['*', '?', '[']) && could_be_found(atoms, name);
    }
    case == Case::Guessed
        && is_short(name)
        && match (atoms.first(), name.chars().next()) {
            // A leading dot is left out of a short name.
            (Some(Atom::Character('.')), _) => true,
            (Some(Atom::Character(wanted)), Some(found)) => same(*wanted, found, case),
            _ => true,
        }
}

/// Whether a shell's pattern could find a name that the atoms are about, by how both begin and end. It finds no dot
/// file unless it says so.
fn could_be_found(atoms: &[Atom], pattern: &str) -> bool {
    let front: String = atoms.iter().map_while(Atom::literal).collect();
    if front.starts_with('.') && !pattern.starts_with(['.', '[']) {
        return false;
    }
    if is_literal(atoms) {
        return could_find(pattern, &front);
    }
    let back: Vec<char> = atoms.iter().rev().map_while(Atom::literal).collect();
    let ends: Vec<char> = pattern.chars().rev().take_while(|c| !matches!(c, '*' | '?' | ']')).collect();
    let lead = pattern.split(['*', '?', '[']).next().unwrap_or("");
    (front.starts_with(lead) || lead.starts_with(&*front))
        && (back.starts_with(&ends) || ends.starts_with(&back))
}

/// Characters without regard to case. Both ways, because some letters have two small or two capital forms.
pub(super) fn folded(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

fn same(one: char, other: char, case: Case) -> bool {
    one == other
        || case.folds()
            && one
                .to_uppercase()
                .flat_map(char::to_lowercase)
                .eq(other.to_uppercase().flat_map(char::to_lowercase))
}

/// Holds one name against atoms, going back to the last `*` only.
fn is_match(atoms: &[Atom], name: &str, case: Case) -> bool {
    let mut at = 0;
    let mut rest = name.chars();
    let mut retry: Option<(usize, core::str::Chars<'_>)> = None;
    loop {
        let mut after = rest.clone();
        let next = after.next();
        let matched = match (atoms.get(at), next) {
            (None, None) => return true,
            (Some(Atom::Many), _) => {
                at += 1;
                retry = Some((at, rest.clone()));
                continue;
            }
            (Some(_), None) => return false,
            (None, Some(_)) => false,
            (Some(Atom::One), Some(_)) => true,
            (Some(Atom::Character(wanted)), Some(found)) => same(*wanted, found, case),
            (Some(Atom::Class { negated, ranges }), Some(found)) => {
                let holds = |found: char| {
                    ranges.iter().any(|(low, high)| (*low..=*high).contains(&found)) != *negated
                };
                holds(found)
                    || case.folds() && (found.to_lowercase().any(holds) || found.to_uppercase().any(holds))
            }
        };
        if matched {
            at += 1;
            rest = after;
        } else if let Some((to, from)) = &mut retry {
            if from.next().is_none() {
                return false;
            }
            at = *to;
            rest = from.clone();
        } else {
            return false;
        }
    }
}

fn is_literal(atoms: &[Atom]) -> bool {
    atoms.iter().all(|atom| matches!(atom, Atom::Character(_)))
}

/// Reads one name of a pattern.
fn atoms(part: &str) -> Result<Vec<Atom>, Problem> {
    let mut atoms = Vec::new();
    let mut characters = part.char_indices();
    while let Some((at, character)) = characters.next() {
        atoms.push(match character {
            '*' => {
                if atoms.last() == Some(&Atom::Many) {
                    continue;
                }
                Atom::Many
            }
            '?' => Atom::One,
            '\\' => Atom::Character(characters.next().map_or('\\', |(_, escaped)| escaped)),
            '[' => {
                let inside = characters.as_str();
                let Some((class, length)) = class(inside) else {
                    return Err(Problem::new(
                        Span::new(at, part.len()),
                        "the character class that opens with `[` has no `]`",
                        "write `\\[` to match a bracket",
                    ));
                };
                for _ in inside.get(..length).unwrap_or("").chars() {
                    characters.next();
                }
                class
            }
            _ => Atom::Character(character),
        });
    }
    Ok(atoms)
}

/// Reads a class after its `[`; gives the bytes up to and with its `]`. A `]` that comes first is literal.
fn class(text: &str) -> Option<(Atom, usize)> {
    let negated = text.starts_with(['!', '^']);
    let mut ranges: Vec<(char, char)> = Vec::new();
    let mut characters = text.char_indices().skip(usize::from(negated)).peekable();
    while let Some((at, character)) = characters.next() {
        if character == ']' && !ranges.is_empty() {
            return Some((Atom::Class { negated, ranges }, at + 1));
        }
        let low = if character == '\\' { characters.next()?.1 } else { character };
        let mut ahead = characters.clone();
        match (ahead.next(), ahead.next()) {
            (Some((_, '-')), Some((_, high))) if high != ']' => {
                let high = if high == '\\' { ahead.next()?.1 } else { high };
                ranges.push((low, high));
                characters = ahead;
            }
            _ => ranges.push((low, low)),
        }
    }
    None
}

impl PathRule {
    /// Whether a name that git's pathspec finds could be the last one of the pattern.
    pub(crate) fn could_end_as(&self, spec: &str, ignores_case: bool) -> bool {
        let Some(Segment::Name(atoms)) = self.segments.last() else { return true };
        let fold = |text: &str| if ignores_case { text.to_lowercase() } else { String::from(text) };
        let front: String = atoms.iter().map_while(Atom::literal).collect();
        let back: String = atoms.iter().rev().map_while(Atom::literal).collect();
        let back: String = back.chars().rev().collect();
        let (front, back, spec) = (fold(&front), fold(&back), fold(spec));
        if is_literal(atoms) {
            return could_find(&spec, &front);
        }
        let lead = spec.split(['*', '?', '[']).next().unwrap_or("");
        let tail = spec.rsplit(['*', '?', ']']).next().unwrap_or("");
        (front.starts_with(lead) || lead.starts_with(&*front))
            && (back.ends_with(tail) || tail.ends_with(&*back))
    }
}
