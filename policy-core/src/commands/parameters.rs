//! The arguments of a cmdlet: parameters by name and by position.
//!
//! Owns how a parameter is found: in any case, by an alias, cut short as long as only one parameter begins so
//! (`about_Parameters`). What has no name is bound to the next free position. An argument that is a list belongs as a whole to
//! one parameter. Never binds what comes down a pipeline.

use alloc::vec::Vec;
use core::ops::Range;

use super::Role;
use super::argument::Arg;
use super::bound::Bound;
use super::engine::{ArgumentReader, NOT_IN_TABLE, Order, TOO_MANY, VALUE_MISSING};
use super::shape::{Form, Kind, Opt, Position};
use crate::script::Shell;

/// Parameters that take a property by its name, or a block that computes one (`about_Calculated_Properties`): a value that is
/// known only at run time can be the block of a function.
const COMPUTED: [&str; 2] = ["-GroupBy", "-Property"];
/// A value of such a parameter.
const COMPUTES: &str = "an argument known only at run time, which could be a block of commands";
/// Several parameters begin so.
const AMBIGUOUS: &str = "a name that several parameters begin with";
/// A file name of another kind than a path of the file system.
const PROVIDER: &str = "a path that is not surely one of the file system";
/// `\\\\server\\share`
const SHARE: &str = "a path on another machine, to which Windows sends the user's credentials";

impl ArgumentReader<'_, '_> {
    /// Reads the arguments of a cmdlet.
    pub(super) fn parameters(&mut self) {
        let mut positional = Vec::new();
        let mut at = 1;
        let mut has_ended = false;
        while let Some(arg) = self.args.get(at).copied() {
            if arg.text() == Some("--") && !has_ended {
                has_ended = true;
                self.mark(at, Role::Flag);
                at += 1;
                continue;
            }
            if let Some(name) = parameter(&arg).filter(|_| !has_ended) {
                at = self.named(at, name);
            } else {
                let end = self.list_end(at);
                positional.push(at..end);
                at = end;
            }
        }
        self.bind(&positional);
    }

    /// The parameter `name` at `at`, and its value. Returns the next argument to read.
    fn named(&mut self, at: usize, name: &str) -> usize {
        let bare = name.strip_suffix(':').unwrap_or(name);
        let is_attached = bare.len() < name.len();
        let option = match find(self.form, bare) {
            Found::One(option) => option,
            Found::Several => {
                self.doubt(at, AMBIGUOUS);
                return at + 1;
            }
            Found::None => {
                self.doubt(at, NOT_IN_TABLE);
                return at + 1;
            }
        };
        self.take(at, option);
        self.bound.push(Bound { parameter: option, values: at + 1..at + 1 });
        self.mark(at, if option.value.is_some() { Role::OptionWithValue } else { Role::Flag });
        if option.value.is_none() && !is_attached {
            return at + 1;
        }
        let next = self.args.get(at + 1);
        if next.is_none_or(|next| !is_attached && parameter(next).is_some()) {
            self.doubt(at, VALUE_MISSING);
            return at + 1;
        }
        let end = self.list_end(at + 1);
        if let Some(bound) = self.bound.last_mut() {
            bound.values.end = end;
        }
        match &option.value {
            Some(kind) => self.values(at + 1..end, kind),
            // `-Recurse:$false`: with and without the switch it is vouched for.
            None => (at + 1..end).for_each(|at| self.any_text(at)),
        }
        end
    }

    /// Binds arguments without a name to the positions that no named parameter takes, and what remains to the parameter
    /// that takes it, where there is one.
    fn bind(&mut self, positional: &[Range<usize>]) {
        let mut free = self.form.positions.iter();
        for values in positional {
            let position = free.find(|position| !self.is_taken(position));
            let kind = position.map_or(self.form.operands.rest, |position| self.kind_at(position, values));
            let Some(kind) = kind else {
                self.doubt(values.start, TOO_MANY);
                continue;
            };
            self.values(values.clone(), &kind);
        }
    }

    /// Whether one of the parameters of a position was given by name.
    fn is_taken(&self, position: &Position) -> bool {
        self.options().iter().any(|(_, option)| option.names.iter().any(|name| position.names.contains(name)))
    }

    /// What the parameter takes to which these values are bound at a position.
    fn kind_at(&mut self, position: &Position, values: &Range<usize>) -> Option<Kind> {
        // What is known only at run time can be a block as well.
        let may_be_block = |arg: &Arg<'_>| arg.value.is_block() || arg.value.text_is_open();
        let is_block = self.args.get(values.start).is_some_and(may_be_block);
        let form = self.form;
        let mut options = position.names.iter().filter_map(|name| form.option(name));
        let takes = |option: &&Opt| option.value.is_some_and(|kind| (kind.role == Role::Block) == is_block);
        let first = options.clone().next();
        let option = options.find(takes).or(first)?;
        self.take(values.start, option);
        self.bound.push(Bound { parameter: option, values: values.clone() });
        option.value
    }

    /// The values of one parameter.
    fn values(&mut self, values: Range<usize>, kind: &Kind) {
        let bound = self.bound.last().and_then(|bound| bound.parameter.names.first());
        let is_computed = bound.is_some_and(|name| COMPUTED.contains(name));
        for at in values {
            self.next_value(at, kind);
            let is_written = |arg: &Arg<'_>| arg.text().is_some() || arg.value.is_block();
            if is_computed && !self.args.get(at).is_some_and(is_written) {
                self.doubt(at, COMPUTES);
            }
            let is_path = matches!(kind.role, Role::PathRead | Role::PathWritten | Role::PathDeleted);
            if let Some(text) = self.args.get(at).filter(|_| is_path).and_then(Arg::text) {
                if is_share(text) {
                    self.refuse(at, SHARE);
                } else if !is_file_path(text) {
                    self.refuse(at, PROVIDER);
                }
            }
        }
    }

    /// The end of the list that the argument at `at` begins: its elements come from one word.
    fn list_end(&self, at: usize) -> usize {
        let word = self.args.get(at).map(|arg| arg.word);
        let others = self.args.iter().skip(at + 1).take_while(|arg| Some(arg.word) == word).count();
        at + 1 + others
    }
}

/// The parameters that are given to a cmdlet, and whether every argument was bound; none for what is no cmdlet.
pub fn bound(args: &[Arg<'_>]) -> Option<(Vec<Bound>, bool)> {
    let program = args.first()?.program(|name| name).filter(|program| program.cmdlet.is_some())?;
    let reader = ArgumentReader::read(program, Shell::UNKNOWN, args, Order::AsTable);
    let unbound = [NOT_IN_TABLE, AMBIGUOUS, TOO_MANY, VALUE_MISSING];
    let is_whole = reader.unknown.is_none_or(|(_, why)| !unbound.contains(&why));
    Some((reader.bound, is_whole))
}

/// The parameter that an argument names, its dash included; a colon at its end announces the value.
fn parameter<'s>(arg: &Arg<'s>) -> Option<&'s str> {
    let text = arg.text()?;
    let first = text.strip_prefix('-')?.chars().next()?;
    (first.is_ascii_alphabetic() || matches!(first, '_' | '?')).then_some(text)
}

/// What a name stands for among the parameters of a cmdlet.
enum Found {
    One(&'static Opt),
    Several,
    None,
}

/// The parameter with this name or alias, or the only one that begins so.
fn find(form: &'static Form, name: &str) -> Found {
    let is_exact = |option: &&Opt| option.names.iter().any(|own| own.eq_ignore_ascii_case(name));
    if let Some(option) = form.options.iter().find(is_exact) {
        return Found::One(option);
    }
    let begins = |own: &&&str| own.get(..name.len()).is_some_and(|front| front.eq_ignore_ascii_case(name));
    let mut longer = form.options.iter().filter(|option| option.names.iter().any(|own| begins(&own)));
    match (longer.next(), longer.next()) {
        (Some(option), None) if name.len() > 1 => Found::One(option),
        (None, _) => Found::None,
        (Some(_), _) => Found::Several,
    }
}

/// Whether a path names another machine, in any spelling.
fn is_share(path: &str) -> bool {
    let is_separator = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'\\'));
    let bytes = path.as_bytes();
    is_separator(bytes.first()) && is_separator(bytes.get(1))
}

/// Whether a path is surely one of the file system: no colon but after a drive's letter (`about_Providers`).
fn is_file_path(path: &str) -> bool {
    let mut characters = path.chars();
    let is_drive = characters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && characters.next() == Some(':');
    let rest = if is_drive { characters.as_str() } else { path };
    !rest.contains(':')
}
