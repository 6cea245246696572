//! The table language: reads one program's TOML file and checks it.
//!
//! Owns the format and its rules, so that a table which holds is written in one way only. Runs in the build
//! script and in the tests, never in the built core.

use std::borrow::ToOwned;
use std::collections::BTreeMap;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

use serde::Deserialize;

use super::named::Named;
use super::shape::{
    Arity, Check, Exit, Form, Gives, Harm, Intent, Kind, Language, Operands, Opt, Program, Refusal, Role,
    Stray, Syntax, UiKind, Whole, Wrapper,
};

/// One file `NAME.toml`, or one `[[sub]]` in it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The program's or the sub-command's name.
    name: String,
    /// What it does, in a few words.
    summary: String,
    /// What the table was written from; programs only.
    source: Option<String>,
    /// The program whose options, operands, exit statuses and sub-commands it shares; programs only.
    like: Option<String>,
    /// `search`, `read`, `list`, `edit`, `silent`, `other`
    ui: String,
    #[serde(default)]
    silent: bool,
    /// Absent: true.
    background: Option<bool>,
    /// Options with which success prints nothing.
    #[serde(default)]
    quiet: Vec<String>,
    /// Options with which success prints something.
    #[serde(default)]
    loud: Vec<String>,
    /// Options with which it talks to a person at a terminal; the empty text: without any argument.
    #[serde(default)]
    terminal: Vec<String>,
    /// `reads` (when absent), `edits`, `connects`, `runs`
    intent: Option<String>,
    #[serde(default)]
    any_value: bool,
    #[serde(default)]
    repository: bool,
    #[serde(default)]
    replaces: bool,
    #[serde(default)]
    links: bool,
    commands: Option<u8>,
    #[serde(default)]
    writes: Vec<String>,
    #[serde(default)]
    settings: Vec<String>,
    #[serde(default)]
    alone: Vec<String>,
    /// `harmful` (when absent), `names`, `harmless`
    stray: Option<String>,
    /// `getopt` (when absent), `expression`
    syntax: Option<String>,
    /// Absent: true.
    clusters: Option<bool>,
    #[serde(default)]
    stops: bool,
    #[serde(default)]
    numeric: bool,
    #[serde(default)]
    response_files: bool,
    #[serde(default)]
    dashless: bool,
    #[serde(default)]
    plus: bool,
    #[serde(default)]
    switches: bool,
    needs: Option<NeedsTable>,
    conflict: Option<ConflictTable>,
    /// `allow`, `deny`; programs only
    wrapper: Option<String>,
    /// Programs only.
    #[serde(default)]
    appends: bool,
    /// What it does that is not vouched for as long as no further sub-command follows.
    harm: Option<Harm>,
    /// The same in words.
    why: Option<String>,
    /// `printf`
    whole: Option<String>,
    /// Options without a value, each with all its spellings, separated by blanks.
    #[serde(default)]
    flags: Vec<String>,
    /// Names of option groups that apply too.
    #[serde(default)]
    groups: Vec<String>,
    #[serde(default)]
    operands: OperandTable,
    #[serde(default)]
    exit: Vec<ExitRow>,
    #[serde(default)]
    yes: Vec<String>,
    #[serde(default)]
    no: Vec<String>,
    #[serde(default)]
    option: Vec<OptionRow>,
    #[serde(default)]
    refuse: Vec<OptionRow>,
    /// Options that several sub-commands share; programs only.
    #[serde(default)]
    group: Vec<Group>,
    #[serde(default)]
    sub: Vec<Table>,
}

/// Options of which one has to be there.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NeedsTable {
    any: Vec<String>,
    /// What it does without them.
    harm: Harm,
    /// The same in words.
    why: Option<String>,
}

/// Options that are vouched for, but not together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConflictTable {
    between: Vec<String>,
    and: Vec<String>,
    /// What they do together.
    harm: Harm,
    /// The same in words.
    why: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Group {
    name: String,
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    option: Vec<OptionRow>,
    #[serde(default)]
    refuse: Vec<OptionRow>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionRow {
    names: Vec<String>,
    value: Option<KindText>,
    /// `required` (when absent and there is a value), `optional`, `attached`, `separate`, `unless-last`, `pair`
    arity: Option<String>,
    /// What it does; rows of `[[refuse]]` only.
    harm: Option<Harm>,
    /// The same in words.
    why: Option<String>,
    /// `first`, `last`
    gives: Option<String>,
    #[serde(default)]
    lists: bool,
    first: Option<KindText>,
    operands: Option<KindText>,
    rest: Option<KindText>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct OperandTable {
    #[serde(default)]
    first: Vec<KindText>,
    rest: Option<KindText>,
    last: Option<KindText>,
    after: Option<KindText>,
    #[serde(default)]
    assignments: bool,
    /// What the operands do without an option with which they are only looked up.
    need: Option<NeedTable>,
    /// Whether no operand at all stands for the home directory.
    #[serde(default)]
    home: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NeedTable {
    harm: Harm,
    /// The same in words.
    why: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitRow {
    status: u8,
    means: String,
    #[serde(default)]
    failure: bool,
    /// It means this only with one of these options.
    #[serde(default)]
    with: Vec<String>,
}

/// `"path-read"`, or a table when there is more to say.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum KindText {
    Role(String),
    Full(FullKind),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FullKind {
    role: String,
    check: Option<String>,
    #[serde(default)]
    literal: bool,
    #[serde(default)]
    directory: bool,
    #[serde(default)]
    joined: bool,
    harm: Option<Harm>,
    why: Option<String>,
}

/// Every table, sorted by name, from the files' names and texts.
///
/// # Errors
/// The file's name and what is wrong in it.
pub(crate) fn compile(files: &[(String, String)]) -> Result<Vec<Program>, String> {
    let mut tables = BTreeMap::new();
    for (file, text) in files {
        let table = parse(file, text).map_err(|why| format!("{file}: {why}"))?;
        tables.insert(table.name.clone(), (file, table));
    }
    let mut programs = BTreeMap::new();
    for (file, table) in tables.values() {
        let resolved = match &table.like {
            None => Ok(table.clone()),
            Some(other) => tables
                .get(other)
                .filter(|(_, other)| other.like.is_none())
                .map(|(_, other)| alike(table, other))
                .ok_or_else(|| format!("there is no table of its own for `{other}` to be like")),
        };
        let program = resolved.and_then(|table| program(&table)).map_err(|why| format!("{file}: {why}"))?;
        programs.insert(table.name.clone(), program);
    }
    Ok(programs.into_values().collect())
}

fn parse(file: &str, text: &str) -> Result<Table, String> {
    let table: Table = toml::from_str(text).map_err(|error| error.to_string())?;
    // `:` cannot stand in a file's name everywhere.
    let expected = if table.name == ":" { "colon" } else { table.name.as_str() };
    if file.strip_suffix(".toml") != Some(expected) {
        return Err(format!("describes `{}`; the file must be named for its program", table.name));
    }
    sorted(&table)?;
    Ok(table)
}

/// Whether the options of a table, its groups and its sub-commands stand sorted.
fn sorted(table: &Table) -> Result<(), String> {
    let within = |why: String| format!("`{}`: {why}", table.name);
    check_order(&table.flags, &table.option, &table.refuse).map_err(within)?;
    for group in &table.group {
        check_order(&group.flags, &group.option, &group.refuse).map_err(within)?;
    }
    table.sub.iter().try_for_each(sorted).map_err(within)
}

/// `table` with what it shares with `other`.
fn alike(table: &Table, other: &Table) -> Table {
    fn renamed(mut sub: Table, from: &str, to: &str) -> Table {
        for text in sub.yes.iter_mut().chain(&mut sub.no) {
            if let Some(rest) =
                text.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with(' '))
            {
                *text = format!("{to}{rest}");
            }
        }
        sub.sub = sub.sub.into_iter().map(|sub| renamed(sub, from, to)).collect();
        sub
    }
    fn both<T: Clone>(own: &[T], other: &[T]) -> Vec<T> {
        own.iter().chain(other).cloned().collect()
    }
    let mut joined = table.clone();
    joined.like = None;
    joined.flags = both(&table.flags, &other.flags);
    joined.option = both(&table.option, &other.option);
    joined.refuse = both(&table.refuse, &other.refuse);
    joined.group = both(&table.group, &other.group);
    joined.groups = both(&table.groups, &other.groups);
    joined.sub.extend(other.sub.iter().map(|sub| renamed(sub.clone(), &other.name, &table.name)));
    joined.needs = table.needs.clone().or_else(|| other.needs.clone());
    joined.conflict = table.conflict.clone().or_else(|| other.conflict.clone());
    joined.intent = table.intent.clone().or_else(|| other.intent.clone());
    joined.stray = table.stray.clone().or_else(|| other.stray.clone());
    joined.syntax = table.syntax.clone().or_else(|| other.syntax.clone());
    joined.whole = table.whole.clone().or_else(|| other.whole.clone());
    joined.wrapper = table.wrapper.clone().or_else(|| other.wrapper.clone());
    if table.harm.is_none() {
        joined.harm = other.harm;
        joined.why.clone_from(&other.why);
    }
    joined.clusters = table.clusters.or(other.clusters);
    joined.background = table.background.or(other.background);
    joined.silent |= other.silent;
    joined.stops |= other.stops;
    joined.numeric |= other.numeric;
    joined.response_files |= other.response_files;
    joined.dashless |= other.dashless;
    joined.repository |= other.repository;
    joined.replaces |= other.replaces;
    joined.links |= other.links;
    joined.plus |= other.plus;
    joined.switches |= other.switches;
    joined.commands = table.commands.or(other.commands);
    joined.any_value |= other.any_value;
    joined.appends |= other.appends;
    for (own, others) in [
        (&mut joined.settings, &other.settings),
        (&mut joined.writes, &other.writes),
        (&mut joined.quiet, &other.quiet),
        (&mut joined.loud, &other.loud),
        (&mut joined.terminal, &other.terminal),
    ] {
        if own.is_empty() {
            own.clone_from(others);
        }
    }
    if joined.exit.is_empty() {
        joined.exit.clone_from(&other.exit);
    }
    let own = &table.operands;
    if own.first.is_empty() && own.rest.is_none() && own.last.is_none() && own.after.is_none() {
        joined.operands = other.operands.clone();
    }
    joined
}

fn program(table: &Table) -> Result<Program, String> {
    let source = table.source.as_deref().ok_or("`source` is missing: what the table was written from")?;
    let groups: BTreeMap<_, _> = table.group.iter().map(|group| (group.name.as_str(), group)).collect();
    let wrapper = match table.wrapper.as_deref() {
        None => None,
        Some("allow") => Some(Wrapper::Allow),
        Some("deny") => Some(Wrapper::Deny),
        Some("prove") => Some(Wrapper::Prove),
        Some(other) => return Err(format!("`{other}` is not a set of wrappers: allow, deny")),
    };
    let form = form(table, &groups)?;
    let runs = form.runs;
    let operands = &form.operands;
    let by_itself = operands.first.iter().chain(&operands.rest).any(is_command)
        && form.refuse.is_none()
        && form.needs.is_none()
        && form.subs.is_empty();
    if by_itself && table.wrapper.is_none() || !runs && table.wrapper.is_some() {
        return Err("a program that runs a command needs `wrapper`, and only such a program".to_owned());
    }
    Ok(Program { name: text(&table.name), source: text(source), form, wrapper, appends: table.appends, runs })
}

/// The same without what only its pages show.
#[cfg_attr(test, expect(dead_code, reason = "for the build script"))]
pub(crate) fn without_pages(program: &Program) -> Program {
    fn bare(form: &Form) -> Form {
        let subs = Named::new(form.subs.iter().map(bare).collect());
        Form { summary: "", yes: &[], no: &[], subs, ..form.clone() }
    }
    let Program { name, wrapper, appends, runs, .. } = *program;
    Program { name, source: "", form: bare(&program.form), wrapper, appends, runs }
}

/// Whether any value or operand of the form or its sub-commands is such a kind.
fn has(form: &Form, is: &dyn Fn(&Kind) -> bool) -> bool {
    let operands = &form.operands;
    let of_operands =
        operands.first.iter().chain(&operands.rest).chain(&operands.last).chain(&operands.after);
    let of_options = form.options.iter().flat_map(|option| {
        option.value.iter().chain(&option.first).chain(&option.operands).chain(&option.rest)
    });
    of_operands.chain(of_options).any(is) || form.subs.iter().any(|sub| has(sub, is))
}

/// The text for as long as the program runs: a table is never given up.
fn text(of: &str) -> &'static str {
    of.to_owned().leak()
}

fn texts(of: &[String]) -> &'static [&'static str] {
    kept(of.iter().map(|of| text(of)).collect())
}

fn kept<T>(of: Vec<T>) -> &'static [T] {
    of.leak()
}

/// An index into the options.
fn index(of: usize) -> Result<u16, String> {
    u16::try_from(of).map_err(|_| "has too many options".to_owned())
}

fn form(table: &Table, groups: &BTreeMap<&str, &Group>) -> Result<Form, String> {
    let within = |why: String| format!("`{}`: {why}", table.name);
    if (table.yes.is_empty() && table.harm.is_none()) || table.no.is_empty() {
        return Err(within("needs at least one example in `yes` and one in `no`".to_owned()));
    }
    let mut rows = rows(&table.flags, &table.option, &table.refuse);
    for name in &table.groups {
        let group = groups.get(name.as_str()).ok_or_else(|| within(format!("there is no group `{name}`")))?;
        rows.extend(self::rows(&group.flags, &group.option, &group.refuse));
    }
    let enough = table.needs.as_ref().map_or(&[][..], |needs| &needs.any);
    let sides = table.conflict.as_ref().map_or([&[][..]; 2], |conflict| [&conflict.between, &conflict.and]);
    let mut spellings = BTreeMap::new();
    let mut letters = BTreeMap::new();
    let mut options = Vec::new();
    for (at, (row, refused)) in rows.iter().enumerate() {
        for name in &row.names {
            if spellings.insert(name.clone(), index(at)?).is_some() {
                return Err(within(format!("`{name}` stands there twice")));
            }
            if let [b'-', letter] = name.as_bytes() {
                letters.insert(*letter, index(at)?);
            }
        }
        let suffices = row.names.iter().any(|name| enough.contains(name));
        let on = |side: &[String]| u8::from(row.names.iter().any(|name| side.contains(name)));
        let sides = on(sides[0]) | on(sides[1]) << 1;
        options.push(option(row, *refused, suffices, sides).map_err(within)?);
    }
    if let Some(unknown) = enough.iter().find(|name| !spellings.contains_key(*name)) {
        return Err(within(format!("needs `{unknown}`, which is no option of it")));
    }
    if let Some(unknown) = sides.into_iter().flatten().find(|name| !spellings.contains_key(*name)) {
        return Err(within(format!("has a conflict of `{unknown}`, which is no option of it")));
    }
    let mut subs = BTreeMap::new();
    for sub in &table.sub {
        if sub.source.is_some() || sub.like.is_some() || sub.wrapper.is_some() || !sub.group.is_empty() {
            return Err(within(format!("sub-command `{}` has keys that only a program has", sub.name)));
        }
        if subs.insert(sub.name.clone(), form(sub, groups).map_err(within)?).is_some() {
            return Err(within(format!("sub-command `{}` stands there twice", sub.name)));
        }
    }
    let ui = match table.ui.as_str() {
        "search" => UiKind::Search,
        "read" => UiKind::Read,
        "list" => UiKind::List,
        "edit" => UiKind::Edit,
        "silent" => UiKind::Silent,
        "other" => UiKind::Other,
        other => return Err(within(format!("`{other}` is not a kind of display"))),
    };
    let intent = match table.intent.as_deref() {
        None | Some("reads") => Intent::Reads,
        Some("edits") => Intent::Edits,
        Some("connects") => Intent::Connects,
        Some("runs") => Intent::Runs,
        Some(other) => {
            return Err(within(format!("`{other}` is not an intent: reads, edits, connects, runs")));
        }
    };
    let stray = match table.stray.as_deref() {
        None | Some("harmful") => Stray::Harmful,
        Some("names") => Stray::Names,
        Some("harmless") => Stray::Harmless,
        Some(other) => return Err(within(format!("`stray = {other}` is not harmful, names or harmless"))),
    };
    let syntax = match table.syntax.as_deref() {
        None | Some("getopt") => Syntax::Getopt,
        Some("expression") => Syntax::Expression,
        Some("test") => Syntax::Test,
        Some("conditional") => Syntax::Conditional,
        Some("ps") => Syntax::Ps,
        Some(other) => {
            return Err(within(format!(
                "`{other}` is not a syntax: getopt, expression, test, conditional, ps"
            )));
        }
    };
    let whole = match table.whole.as_deref() {
        None => Whole::None,
        Some("printf") => Whole::Printf,
        Some("sed") => Whole::Sed,
        Some(other) => {
            return Err(within(format!("`{other}` is not a check of several arguments: printf, sed")));
        }
    };
    if !table.exit.is_sorted_by_key(|exit| exit.status) {
        return Err(within("`exit` is not sorted by status".to_owned()));
    }
    let named = [&table.quiet, &table.loud, &table.terminal].into_iter().flatten();
    let named = named.chain(table.exit.iter().flat_map(|exit| &exit.with));
    if let Some(other) = named.into_iter().find(|name| !name.is_empty() && !name.starts_with('-')) {
        return Err(within(format!("`{other}` is no option")));
    }
    let exits = table.exit.iter().map(|exit| Exit {
        status: exit.status,
        means: text(&exit.means),
        failure: exit.failure,
        with: texts(&exit.with),
    });
    let mut form = Form {
        name: text(&table.name),
        summary: text(&table.summary),
        refuse: refusal(table.harm, table.why.as_ref()).map_err(within)?,
        ui,
        silent: table.silent,
        background: table.background.unwrap_or(true),
        quiet: texts(&table.quiet),
        loud: texts(&table.loud),
        terminal: texts(&table.terminal),
        intent,
        any_value: table.any_value,
        replaces: table.replaces,
        links: table.links,
        commands: table.commands,
        writes: texts(&table.writes),
        repository: table.repository,
        settings: texts(&table.settings),
        alone: texts(&table.alone),
        stray,
        syntax,
        clusters: table.clusters.unwrap_or(true),
        stops: table.stops,
        numeric: table.numeric,
        response_files: table.response_files,
        dashless: table.dashless,
        plus: table.plus,
        switches: table.switches,
        needs: table.needs.as_ref().map(|it| refused(it.harm, it.why.as_ref())),
        conflict: table.conflict.as_ref().map(|it| refused(it.harm, it.why.as_ref())),
        options: kept(options),
        spellings: Named::new(spellings.iter().map(|(name, at)| (text(name), *at)).collect()),
        letters: kept(letters.into_iter().collect()),
        operands: operands(&table.operands).map_err(within)?,
        exits: kept(exits.collect()),
        whole,
        subs: Named::new(subs.into_values().collect()),
        yes: texts(&table.yes),
        no: texts(&table.no),
        runs: false,
    };
    form.runs = has(&form, &is_command);
    Ok(form)
}

/// Why something is refused, when it is.
fn refusal(harm: Option<Harm>, why: Option<&String>) -> Result<Option<Refusal>, String> {
    match (harm, why) {
        (None, Some(_)) => Err("`why` without `harm`".to_owned()),
        _ => Ok(harm.map(|harm| refused(harm, why))),
    }
}

fn refused(harm: Harm, why: Option<&String>) -> Refusal {
    Refusal { harm, why: why.map_or(harm.in_words(), |why| text(why)) }
}

fn is_command(kind: &Kind) -> bool {
    matches!(kind.role, Role::Command | Role::Code(Language::Shell))
}

/// Flags, then options, then refusals, as rows of one kind; the mark says which are refused.
fn rows(flags: &[String], options: &[OptionRow], refusals: &[OptionRow]) -> Vec<(OptionRow, bool)> {
    let flag = |text: &String| OptionRow {
        names: text.split(' ').map(str::to_owned).collect(),
        value: None,
        arity: None,
        harm: None,
        why: None,
        gives: None,
        lists: false,
        first: None,
        operands: None,
        rest: None,
    };
    let mut rows: Vec<_> = flags.iter().map(|text| (flag(text), false)).collect();
    rows.extend(options.iter().map(|row| (row.clone(), false)));
    rows.extend(refusals.iter().map(|row| (row.clone(), true)));
    rows
}

/// Options stand sorted by their first spelling without dashes, small letters before capitals.
fn check_order(flags: &[String], options: &[OptionRow], refusals: &[OptionRow]) -> Result<(), String> {
    let first_of = |row: &OptionRow| row.names.first().cloned().unwrap_or_default();
    let lists = [
        flags.iter().map(|text| text.split(' ').next().unwrap_or("").to_owned()).collect(),
        options.iter().map(first_of).collect::<Vec<_>>(),
        refusals.iter().map(first_of).collect(),
    ];
    for list in lists {
        for (before, after) in list.iter().zip(list.iter().skip(1)) {
            if order(before) >= order(after) {
                return Err(format!(
                    "`{after}` stands after `{before}`; options are sorted, and each stands once"
                ));
            }
        }
    }
    Ok(())
}

fn order(name: &str) -> (String, bool, &str) {
    let bare = name.trim_start_matches('-');
    (bare.to_lowercase(), bare.starts_with(char::is_uppercase), name)
}

fn option(row: &OptionRow, refused: bool, suffices: bool, sides: u8) -> Result<Opt, String> {
    let first = row.names.first().ok_or("an option without a name")?;
    let within = |why: &str| format!("`{first}`: {why}");
    if row.names.iter().any(|name| name.is_empty() || name.contains([' ', '='])) {
        return Err(within("a spelling is empty or holds a blank or `=`"));
    }
    if refused != row.harm.is_some() {
        return Err(within("`harm` belongs to rows of `[[refuse]]`, and to all of them"));
    }
    let arity = match (row.value.is_some(), row.arity.as_deref()) {
        (false, None) => Arity::None,
        (false, Some(_)) => return Err(within("`arity` without `value`")),
        (true, None | Some("required")) => Arity::Required,
        (true, Some("optional")) => Arity::Optional,
        (true, Some("attached")) => Arity::Attached,
        (true, Some("separate")) => Arity::Separate,
        (true, Some("unless-last")) => Arity::UnlessLast,
        (true, Some("pair")) => Arity::Pair,
        (true, Some(_)) => {
            return Err(within("`arity` is required, optional, attached, separate, unless-last or pair"));
        }
    };
    let gives = match row.gives.as_deref() {
        None => Gives::Nothing,
        Some("first") => Gives::First,
        Some("last") => Gives::Last,
        Some(_) => return Err(within("`gives` is first or last")),
    };
    let optional = |kind: &Option<KindText>| optional_kind(kind.as_ref()).map_err(|why| within(&why));
    Ok(Opt {
        names: texts(&row.names),
        arity,
        value: optional(&row.value)?,
        refuse: refusal(row.harm, row.why.as_ref()).map_err(|why| within(&why))?,
        gives,
        lists: row.lists,
        suffices,
        sides,
        first: optional(&row.first)?,
        operands: optional(&row.operands)?,
        rest: optional(&row.rest)?,
    })
}

fn operands(table: &OperandTable) -> Result<Operands, String> {
    Ok(Operands {
        first: kept(table.first.iter().map(kind).collect::<Result<_, _>>()?),
        rest: optional_kind(table.rest.as_ref())?,
        last: optional_kind(table.last.as_ref())?,
        after: optional_kind(table.after.as_ref())?,
        assignments: table.assignments,
        need: table.need.as_ref().map(|it| refused(it.harm, it.why.as_ref())),
        home: table.home,
    })
}

fn optional_kind(text: Option<&KindText>) -> Result<Option<Kind>, String> {
    text.map(kind).transpose()
}

fn kind(text: &KindText) -> Result<Kind, String> {
    let full = match text {
        KindText::Full(full) => full.clone(),
        KindText::Role(role) => FullKind {
            role: role.clone(),
            check: None,
            literal: false,
            directory: false,
            joined: false,
            harm: None,
            why: None,
        },
    };
    let (role, any) = match full.role.as_str() {
        "text" => (Role::Text, true),
        "pattern" => (Role::Pattern, true),
        "setting" => (Role::Setting, true),
        "revision" => (Role::Revision, true),
        "path-read" => (Role::PathRead, false),
        "path-written" => (Role::PathWritten, false),
        "path-deleted" => (Role::PathDeleted, false),
        "host" => (Role::Host, false),
        "command" => (Role::Command, false),
        "code:shell" => (Role::Code(Language::Shell), false),
        "code:sed" => (Role::Code(Language::Sed), false),
        "code:awk" => (Role::Code(Language::Awk), false),
        "code:jq" => (Role::Code(Language::Jq), false),
        "code:other" => (Role::Code(Language::Other), false),
        other => return Err(format!("`{other}` is not a role")),
    };
    let check = match full.check.as_deref() {
        None => Check::None,
        Some("date-format") => Check::DateFormat,
        Some("git-pretty") => Check::GitPretty,
        Some("git-ref-format") => Check::GitRefFormat,
        Some("git-sort-key") => Check::GitSortKey,
        Some("git-revision") => Check::GitRevision,
        Some("git-setting") => Check::GitSetting,
        Some("glob-option") => Check::GlobOption,
        Some("shell-option") => Check::ShellOption,
        Some("local-archive") => Check::LocalArchive,
        Some("no-archive") => Check::NoArchive,
        Some("no-argument-file") => Check::NoArgumentFile,
        Some("no-assignment") => Check::NoAssignment,
        Some("rpm-format") => Check::RpmFormat,
        Some("no-list-file") => Check::NoListFile,
        Some("no-plus") => Check::NoPlus,
        Some("no-pager") => Check::NoPager,
        Some("number") => Check::Number,
        Some("colon") => Check::Colon,
        Some("ps-format") => Check::PsFormat,
        Some("script-variable") => Check::ScriptVariable,
        Some("suffix") => Check::Suffix,
        Some(other) => return Err(format!("`{other}` is not a check")),
    };
    let any = any && matches!(check, Check::None | Check::DateFormat);
    Ok(Kind {
        role,
        any,
        check,
        literal: full.literal,
        directory: full.directory,
        joined: full.joined,
        refuse: refusal(full.harm, full.why.as_ref())?,
    })
}

/// Names and texts of all tables in `folder`, sorted by name.
///
/// # Errors
/// What could not be read, and why.
pub(crate) fn read_tables(folder: &std::path::Path) -> Result<Vec<(String, String)>, String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut files = vec![];
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().extension().is_some_and(|extension| extension == "toml") {
            files.push((name, std::fs::read_to_string(entry.path()).map_err(failed)?));
        }
    }
    files.sort();
    Ok(files)
}
