//! The kind of output of one command, from its table and its options.
//!
//! Owns the evaluation of `[[prints]]`: the entries that apply to one command. Does not know the source of the names,
//! lines or numbers.

use super::argument::Arg;
use super::packed::program;
use super::prints::{Format, NUMBER, OperandsPrinted, Printed, Prints, When};
use super::shape::{Form, Opt, Syntax, Whole};
use super::uses::Uses;
use super::{Role, engine};

/// An entry that holds for a command.
#[derive(Clone, Copy, Debug)]
pub struct Printout {
    /// The entry of the table.
    pub entry: &'static Prints,
    /// Whether a NUL ends each name or line.
    pub null: bool,
}

/// Where a program takes what it prints from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputSource {
    /// Its operands, joined by blanks.
    Operands,
    /// A format, with its operands in it.
    Format,
    /// Its input.
    Input,
    /// The directories among its operands, whose entries it lists.
    Directories,
    /// The trees below its operands, in which it searches.
    Trees,
}

/// Where the program with this name takes its output from, whatever its options are; for questions that must see too
/// much rather than too little.
pub fn output_source(name: &str) -> Option<OutputSource> {
    let form = &program(engine::system_name(name))?.form;
    let lists_operands =
        form.operands.first.is_empty() && form.operands.rest.is_some_and(|kind| kind.role == Role::PathRead);
    form.prints.iter().find_map(|entry| match entry.what {
        Printed::Operands if form.whole == Whole::Printf => Some(OutputSource::Format),
        Printed::Operands => Some(OutputSource::Operands),
        Printed::Lines | Printed::Input => Some(OutputSource::Input),
        Printed::FileNames if form.syntax.kind == Syntax::Expression => Some(OutputSource::Trees),
        Printed::FileNames if lists_operands && form.subs.is_empty() => Some(OutputSource::Directories),
        Printed::FileNames
        | Printed::Numbers
        | Printed::NumberedLines
        | Printed::ObjectIds
        | Printed::Directory
        | Printed::Command => None,
    })
}

impl Uses {
    /// The entries for output of this kind whose options are those of the command with these arguments.
    pub fn prints<'u>(&'u self, args: &'u [Arg<'_>], what: Printed) -> impl Iterator<Item = Printout> + 'u {
        let sub = self.uses.iter().position(|used| used.role == Role::Subcommand);
        // In a program with sub-commands, its own entry is about the options in front of one.
        let is_open = |form: &&'static Form| sub.is_some() || form.subs.is_empty();
        let entries = self.form.filter(is_open).map_or(&[][..], |form| form.prints);
        entries
            .iter()
            .filter(move |entry| entry.what == what)
            .filter_map(move |entry| self.holds(entry, args, sub.unwrap_or(0)))
    }

    /// The first of these entries.
    pub fn first_printed(&self, args: &[Arg<'_>], what: Printed) -> Option<Printout> {
        self.prints(args, what).next()
    }

    /// Whether the program is named without a directory in these arguments.
    pub fn is_bare(&self, args: &[Arg<'_>]) -> bool {
        self.program.is_some_and(|program| args.first().and_then(Arg::text) == Some(program.name))
    }

    /// `entry` when it holds; `own` is the place of the sub-command, or of the program.
    fn holds(&self, entry: &'static Prints, args: &[Arg<'_>], own: usize) -> Option<Printout> {
        let null = match entry.when {
            When::Options { with, first, null, may } => {
                if first && !self.is_first(with, args.get(own + 1)?.text()?) {
                    return None;
                }
                self.has_only(entry.what, own, args, [with, null, may])?
            }
            When::Alone(list) => {
                let is_one = args.len() == 2 && self.operands.is_empty();
                let is_known = self.options.iter().all(|(_, option)| option.is_in(list));
                (is_one && is_known).then_some(false)?
            }
            When::Exactly(lists) => lists.iter().any(|list| is_exactly(args, list.0)).then_some(false)?,
            When::Written { with, may } => {
                self.is_written(with, may, entry.operands, args, own).then_some(false)?
            }
        };
        let has_format = entry.format.as_ref().is_none_or(|format| self.has_format(format, args));
        has_format.then_some(Printout { entry, null: null || entry.always_null })
    }

    /// Whether `text` is a spelling of one of these options.
    fn is_first(&self, options: &[&str], text: &str) -> bool {
        self.form.and_then(|form| form.option(text)).is_some_and(|option| option.is_in(options))
    }

    /// Whether an option with which a NUL ends each name or line is there; none when an option is not in the lists, or
    /// none of the first list is there.
    fn has_only(&self, what: Printed, own: usize, args: &[Arg<'_>], lists: [&[&str]; 3]) -> Option<bool> {
        let [with, null, may] = lists;
        let (mut needed, mut ends) = (with.is_empty(), false);
        for (at, option) in &self.options {
            if *at < own {
                self.keeps(what, option).then_some(())?;
                continue;
            }
            needed |= option.is_in(with);
            ends |= option.is_in(null);
            lists.iter().any(|list| option.is_in(list)).then_some(())?;
        }
        let is_count =
            |arg: &Arg<'_>| arg.text().and_then(|text| text.strip_prefix('-')).is_some_and(is_number);
        let counts = self.form?.syntax.numeric
            && !may.contains(&NUMBER)
            && self.uses.iter().zip(args).any(|(used, arg)| used.role == Role::Flag && is_count(arg));
        (needed && !counts).then_some(ends)
    }

    /// Whether an option in front of the sub-command changes nothing about this kind of output.
    fn keeps(&self, what: Printed, option: &Opt) -> bool {
        let entries = self.program.map_or(&[][..], |program| program.form.prints);
        entries.iter().filter(|entry| entry.what == what).any(|entry| match entry.when {
            When::Options { may, .. } => option.is_in(may),
            When::Alone(_) | When::Exactly(_) | When::Written { .. } => false,
        })
    }

    /// Whether every argument in front of `--` is an operand, or one of these as it is written.
    fn is_written(
        &self,
        with: &[&str],
        may: &[&str],
        operands: OperandsPrinted,
        args: &[Arg<'_>],
        own: usize,
    ) -> bool {
        let Some(form) = self.form else { return false };
        // No option precedes the sub-command, and no directory in front of the program.
        let is_plain = self.is_bare(args)
            && own <= 1
            && self.uses.iter().filter(|used| used.role == Role::Subcommand).count() == own;
        let separates = |arg: &Arg<'_>| form.operands.after.is_some() && arg.text() == Some("--");
        let end = args.iter().position(separates).unwrap_or(args.len());
        let own = args.get(own + 1..end).unwrap_or(&[]);
        let is_one = |arg: &Arg<'_>, of: &[&str]| {
            arg.text().is_some_and(|text| of.iter().any(|written| is_written_so(text, written)))
        };
        let is_operand = |arg: &Arg<'_>| match operands {
            OperandsPrinted::Revisions => arg.text().is_some_and(is_revision),
            _ => stays_operand(arg),
        };
        is_plain
            && (with.is_empty() || own.iter().filter(|arg| is_one(arg, with)).count() == 1)
            && own.iter().all(|arg| is_one(arg, with) || is_one(arg, may) || is_operand(arg))
    }

    /// Whether the format is one of those that are meant.
    fn has_format(&self, format: &Format, args: &[Arg<'_>]) -> bool {
        let text = if format.option.is_empty() {
            self.operands.first().and_then(|at| args.get(*at)?.text())
        } else {
            let given = self.options.iter().find(|(_, option)| option.is_in(&[format.option]));
            given.and_then(|(at, _)| self.option_value(args, *at))
        };
        let Some(text) = text.and_then(|text| text.strip_prefix(format.lead)) else { return false };
        format.texts.contains(&text) || is_conversions(text, format.conversions)
    }
}

impl Opt {
    /// Whether one of its spellings is in the list.
    fn is_in(&self, list: &[&str]) -> bool {
        self.names.iter().any(|name| list.contains(name))
    }
}

/// Whether `arg` is an operand, and stays one when its value becomes known.
pub fn stays_operand(arg: &Arg<'_>) -> bool {
    !arg.prefix().is_empty() && !arg.prefix().starts_with('-') && !arg.splits()
}

/// Whether the arguments after the program are these texts.
fn is_exactly(args: &[Arg<'_>], texts: &[&str]) -> bool {
    args.len() == texts.len() + 1
        && args.iter().skip(1).zip(texts).all(|(arg, text)| arg.text() == Some(*text))
}

/// Whether `text` is `written`: `--all` itself, `--author=` with a value, `-nNUM` with a number.
fn is_written_so(text: &str, written: &str) -> bool {
    match written.strip_suffix("NUM") {
        Some(front) => text.strip_prefix(front).is_some_and(is_number),
        None if written.ends_with('=') => text.starts_with(written),
        None => text == written,
    }
}

/// Whether `text` is a revision by its letters, and no range: what git does not know it prints as written.
fn is_revision(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./@{}~^-".contains(&byte);
    text.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '@')
        && text.bytes().all(plain)
        && !text.contains("..")
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a format is one or more conversions with these letters, without any text.
fn is_conversions(text: &str, letters: &str) -> bool {
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '%' || !characters.next().is_some_and(|letter| letters.contains(letter)) {
            return false;
        }
    }
    !text.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_of_an_output_is_known_by_the_name_of_the_program() {
        for (source, names) in [
            (Some(OutputSource::Operands), &["echo", "/bin/echo"][..]),
            (Some(OutputSource::Format), &["printf"]),
            (
                Some(OutputSource::Input),
                &["cat", "egrep", "grep", "head", "shuf", "sort", "tac", "tail", "tee", "uniq"],
            ),
            (Some(OutputSource::Directories), &["ls"]),
            (Some(OutputSource::Trees), &["find"]),
            (None, &["dir", "fd", "git", "rg", "vdir", "wc", "nothing"]),
        ] {
            for name in names {
                assert_eq!(output_source(name), source, "{name}");
            }
        }
    }
}
