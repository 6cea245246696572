//! The options of a form as rows of one kind, in the order of the compiled program.
//!
//! Owns the order: options without a value, options with a value, refused options; each group sorted by the first
//! spelling without dashes, small letters before capitals. A file may group them in any way.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::shape::{Arity, Gives, Harm, ProgramSource};
use super::format::{Group, Kind, Opt, Options, Refused, RoleName, Spellings, Table};
use super::mistake::Mistakes;
use crate::sorted;

/// Options as rows.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub flags: Vec<Row>,
    pub options: Vec<Row>,
    pub refused: Vec<Row>,
}

/// One option.
#[derive(Clone, Debug)]
pub(super) struct Row {
    /// All spellings.
    pub names: Vec<String>,
    /// Where they are in the file; none of an option that another file lends.
    pub at: Option<Range<usize>>,
    pub value: Option<Kind>,
    pub arity: Arity,
    pub refused: Option<(Harm, Option<String>)>,
    pub gives: Gives,
    pub program: ProgramSource,
    pub lists: bool,
    pub first: Option<Kind>,
    pub operands: Option<Kind>,
    pub rest: Option<Kind>,
}

impl Rows {
    /// The options of a form, its groups aside.
    pub(super) fn of_table(table: &Table, mistakes: &mut Mistakes) -> Self {
        Self::of(&table.flags, &table.options, &table.option, &table.refuse, mistakes)
    }

    /// The options of a group.
    pub(super) fn of_group(group: &Group, mistakes: &mut Mistakes) -> Self {
        Self::of(&group.flags, &group.options, &group.option, &group.refuse, mistakes)
    }

    fn of(
        flags: &[Spellings],
        options: &Options,
        odd: &[Opt],
        refuse: &[Refused],
        mistakes: &mut Mistakes,
    ) -> Self {
        let mut rows = Self {
            flags: of_flags(flags, mistakes),
            options: of_options(options, odd, mistakes),
            refused: Vec::new(),
        };
        let mut reasons = BTreeSet::new();
        for reason in refuse {
            if !reasons.insert((*reason.harm.get_ref(), &reason.why)) {
                let why = "this reason was given before; options that are refused for one reason are in one `[[refuse]]`";
                mistakes.add(Some(reason.harm.span()), why);
            }
            let mut own = of_flags(&reason.flags, mistakes);
            own.extend(of_options(&reason.options, &reason.option, mistakes));
            if own.is_empty() {
                mistakes.add(Some(reason.harm.span()), "refuses no option");
            }
            let refused = Some((*reason.harm.get_ref(), reason.why.clone()));
            rows.refused.extend(own.into_iter().map(|row| Row { refused: refused.clone(), ..row }));
        }
        sorted::sort_by_key(&mut rows.options, order);
        sorted::sort_by_key(&mut rows.refused, order);
        rows
    }

    /// All of them, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = &Row> {
        self.flags.iter().chain(&self.options).chain(&self.refused)
    }

    /// With those of another file after each kind.
    pub(super) fn extend(&mut self, shared: &Self) {
        let lent = |row: &Row| Row { at: None, ..row.clone() };
        self.flags.extend(shared.flags.iter().map(lent));
        self.options.extend(shared.options.iter().map(lent));
        self.refused.extend(shared.refused.iter().map(lent));
    }
}

impl Row {
    fn new(spellings: &Spellings, mistakes: &mut Mistakes) -> Self {
        let at = spellings.span();
        let names: Vec<String> = spellings.get_ref().split(' ').map(str::to_owned).collect();
        if names.iter().any(|name| name.is_empty() || name.contains('=')) {
            mistakes.add(Some(at.clone()), "a spelling is empty or holds `=`; one blank separates two");
        }
        Self {
            names,
            at: Some(at),
            value: None,
            arity: Arity::None,
            refused: None,
            gives: Gives::Nothing,
            program: ProgramSource::Elsewhere,
            lists: false,
            first: None,
            operands: None,
            rest: None,
        }
    }

    /// Its first spelling.
    pub(super) fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

fn of_flags(flags: &[Spellings], mistakes: &mut Mistakes) -> Vec<Row> {
    sorted(flags, mistakes);
    flags.iter().map(|flag| Row::new(flag, mistakes)).collect()
}

fn of_options(options: &Options, odd: &[Opt], mistakes: &mut Mistakes) -> Vec<Row> {
    let mut rows = Vec::new();
    for (arity, role, list) in options.each() {
        sorted(list, mistakes);
        rows.extend(list.iter().map(|option| of_list(option, arity, role, mistakes)));
    }
    rows.extend(odd.iter().map(|option| of_odd(option, mistakes)));
    rows
}

fn of_list(option: &Spellings, arity: Arity, role: RoleName, mistakes: &mut Mistakes) -> Row {
    Row { arity, value: Some(Kind::Role(role)), ..Row::new(option, mistakes) }
}

fn of_odd(option: &Opt, mistakes: &mut Mistakes) -> Row {
    let row = Row::new(&option.names, mistakes);
    let arity = match (&option.value, option.arity) {
        (None, None) => Arity::None,
        (Some(_), None) => Arity::Required,
        (Some(_), Some(arity)) if arity != Arity::None => arity,
        (None, Some(_)) => {
            mistakes.add(row.at.clone(), format!("`{}`: `arity` without `value`", row.name()));
            Arity::None
        }
        (Some(_), Some(_)) => {
            mistakes.add(row.at.clone(), format!("`{}`: a value and no arity", row.name()));
            Arity::Required
        }
    };
    Row {
        value: option.value.clone(),
        arity,
        gives: option.gives.unwrap_or(Gives::Nothing),
        program: option.program.unwrap_or(ProgramSource::Elsewhere),
        lists: option.lists,
        first: option.first.clone(),
        operands: option.operands.clone(),
        rest: option.rest.clone(),
        ..row
    }
}

/// Notes the first option of a list that does not follow the one in front of it.
fn sorted(list: &[Spellings], mistakes: &mut Mistakes) {
    let key = |spellings: &Spellings| spelled(spellings.get_ref());
    for (before, after) in list.iter().zip(list.iter().skip(1)) {
        if key(before) >= key(after) {
            let (before, after) = (first(before.get_ref()), (first(after.get_ref()), after.span()));
            let why = format!("`{}` comes after `{before}`; options are sorted", after.0);
            mistakes.add(Some(after.1), why);
        }
    }
}

fn first(spellings: &str) -> &str {
    spellings.split(' ').next().unwrap_or("")
}

/// By what spellings are sorted.
fn spelled(spellings: &str) -> (String, bool, String) {
    let name = first(spellings);
    let bare = name.trim_start_matches('-');
    (bare.to_lowercase(), bare.starts_with(char::is_uppercase), name.to_owned())
}

fn order(row: &Row) -> (String, bool, String) {
    spelled(row.name())
}
