//! Compiles the keys of a table, after inheritance, to the form that the engine reads.
//!
//! Owns the defaults of missing keys, and the keys that belong together.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use toml::Spanned;

use super::super::named_later::NamedLater;
use super::super::option_list::OptionList;
use super::super::shape::{
    ArgumentSyntax, Changes, Check, Cmdlet, Display, Exit, Fetches, Form, FoundNames, Harm, Implied, Intent,
    Kind, Language, Only, Operands, Opt, OptionValues, Plus, Position, Program, Refusal, Role, Same, Stray,
    Synonyms, Syntax, System, Systems, TableSource, TextLimits, UiKind, Whole,
};
use super::format::{self, FullKind, Group, RoleName, Table};
use super::mistake::Mistakes;
use super::prints::prints;
use super::rows::{Row, Rows};

/// The groups of a program, by name.
type Groups<'t> = BTreeMap<&'t str, &'t Group>;

/// The program that `table` describes, with the options that it shares with another one.
pub(super) fn program(table: &Table, shared: Option<&Rows>, mistakes: &mut Mistakes<'_>) -> Program {
    let at = Some(table.name.span());
    let source = source(table, mistakes);
    let groups = table.group.iter().map(|group| (group.name.as_str(), group)).collect();
    let form = form(table, shared, &groups, mistakes);
    let runs = form.runs;
    let operands = &form.operands;
    let by_itself = operands.first.iter().chain(&operands.rest).any(is_command)
        && form.refuse.is_none()
        && form.needs.is_none()
        && form.subs.is_empty();
    if by_itself && table.wrapper.is_none() || !runs && table.wrapper.is_some() {
        mistakes.add(at, "a program that runs a command needs `wrapper`, and only such a program");
    }
    let shell = kept(table.shell.clone());
    Program {
        name: form.name,
        source,
        form,
        wrapper: table.wrapper,
        appends: table.appends,
        arbitrary_code: table.arbitrary_code,
        runs,
        shell,
        shim: table.shim,
        several: source.elsewhere.is_some(),
        other_on_windows: table.other_on_windows,
        only: only(table, mistakes),
        qualities: kept(table.qualities.clone()),
        cmdlet: cmdlet(table, mistakes),
    }
}

/// The further names of a cmdlet.
fn cmdlet(table: &Table, mistakes: &mut Mistakes<'_>) -> Option<Cmdlet> {
    let is_cmdlet = table.syntax == Some(Syntax::Parameters);
    let has_names = table.module.is_some()
        || !table.aliases.is_empty()
        || !table.windows_aliases.is_empty()
        || !table.positions.is_empty()
        || table.pipeline_paths.is_some();
    if has_names && !is_cmdlet {
        let why = "`module`, `aliases`, `windows-aliases`, `positions` and `pipeline-paths` belong to cmdlets, whose `syntax` is `parameters`";
        mistakes.add(Some(table.name.span()), why);
    }
    for list in [&table.aliases, &table.windows_aliases] {
        let is_alias = |name: &String| !name.is_empty() && *name == name.to_ascii_lowercase();
        if !list.is_sorted() || !list.iter().all(is_alias) {
            mistakes.add(Some(table.name.span()), "aliases are sorted and in small letters");
        }
    }
    is_cmdlet.then(|| Cmdlet {
        module: table.module.as_ref().map_or("", |module| text(module)),
        aliases: texts(&table.aliases),
        windows_aliases: texts(&table.windows_aliases),
        pipeline_paths: table.pipeline_paths,
    })
}

/// The parameters that are found by their place.
fn positions(table: &Table, options: &Options, mistakes: &mut Mistakes<'_>) -> &'static [Position] {
    let mut found = Vec::new();
    for entry in &table.positions {
        let names: Vec<String> = entry.get_ref().split(' ').map(str::to_owned).collect();
        for name in names.iter().filter(|name| !options.has_value(name)) {
            mistakes.add(Some(entry.span()), format!("`{name}` is no parameter with a value"));
        }
        found.push(Position { names: texts(&names) });
    }
    kept(found)
}

/// What holds only for some implementations. Its options are options of the program.
fn only(table: &Table, mistakes: &mut Mistakes<'_>) -> &'static [Only] {
    let source = table.source.as_ref().map(Spanned::get_ref);
    let is_compared = source.is_some_and(|source| source.elsewhere.is_some());
    let mut found = Vec::new();
    for entry in &table.only {
        let at = entry.systems.span();
        let systems = entry.systems.get_ref();
        if systems.is_empty() || !systems.is_sorted() || systems.len() == System::ALL.len() {
            mistakes.add(
                Some(at.clone()),
                "`systems` has some of `gnu`, `bsd`, `macos`, `busybox`, in this order",
            );
        }
        if !is_compared {
            mistakes.add(Some(at.clone()), "`only` needs `elsewhere` in `source`: the day of the comparison");
        }
        if entry.values.is_some() && entry.options.is_empty() {
            mistakes.add(Some(at), "`values` without `options`");
        }
        let options: Vec<String> = entry.options.iter().map(|name| name.get_ref().clone()).collect();
        found.push(Only {
            systems: Systems::of(systems),
            options: texts(&options),
            values: entry.values.unwrap_or_default(),
            why: text(&entry.why),
        });
    }
    kept(found)
}

/// What the table was written from: it names a version or a page, and dates are dates.
fn source(table: &Table, mistakes: &mut Mistakes<'_>) -> TableSource {
    let Some(source) = &table.source else {
        let why = "`source` is missing: the version of the program, the page that was read";
        mistakes.add(Some(table.name.span()), why);
        return TableSource::default();
    };
    let format::Source { version, page, url, compared, elsewhere } = source.get_ref();
    if version.is_none() && page.is_none() && url.is_none() {
        mistakes.add(Some(source.span()), "`source` names no `version`, no `page` and no `url`");
    }
    for (key, day) in [("compared", compared), ("elsewhere", elsewhere)] {
        if day.as_ref().is_some_and(|day| !is_date(day)) {
            mistakes.add(Some(source.span()), format!("`{key}` is a day, such as `2026-11-20`"));
        }
    }
    let text = |of: &Option<String>| of.as_ref().map(|of| text(of));
    TableSource {
        version: text(version),
        page: text(page),
        url: text(url),
        compared: text(compared),
        elsewhere: text(elsewhere),
    }
}

/// Whether the text has the form `2026-11-20`.
fn is_date(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// The form of a program or a sub-command, with those of its own sub-commands.
fn form(table: &Table, shared: Option<&Rows>, groups: &Groups<'_>, mistakes: &mut Mistakes<'_>) -> Form {
    let at = Some(table.name.span());
    if (table.yes.is_empty() && table.harm.is_none()) || table.no.is_empty() {
        mistakes.add(at.clone(), "needs at least one example in `yes` and one in `no`");
    }
    if !is_phrase(&table.summary) {
        let why =
            "`summary` must be a verb phrase of several words, such as `copy files`, without a full stop";
        mistakes.add(at.clone(), why);
    }
    let ui = table.ui.unwrap_or_else(|| {
        mistakes.add(at.clone(), "`ui` is missing: how it is displayed");
        UiKind::Other
    });
    let options = Options::of(table, shared, groups, mistakes);
    let positions = positions(table, &options, mistakes);
    let prints = prints(&table.prints, &options.spellings, table.numeric, mistakes);
    let mut form = Form {
        name: text(table.name.get_ref()),
        summary: text(&table.summary),
        refuse: refusal(table.harm, table.why.as_ref(), at.as_ref(), mistakes),
        display: Display {
            ui,
            silent: table.silent,
            background: table.background.unwrap_or(true),
            quiet: names(&table.quiet, table, mistakes),
            loud: names(&table.loud, table, mistakes),
            terminal: names(&table.terminal, table, mistakes),
        },
        intent: table.intent.unwrap_or(Intent::Reads),
        server: false,
        hosts: texts(table.hosts.as_deref().unwrap_or(&[])),
        sockets: texts(table.sockets.as_deref().unwrap_or(&[])),
        any_value: table.any_value,
        replaces: table.replaces,
        changes: changes(table, mistakes),
        fetches: table.fetches.as_ref().map(fetches),
        links: table.links,
        interpreter: table.interpreter,
        selects_nothing: texts(&table.selects_nothing),
        commands: table.commands,
        writes: texts(&table.writes),
        repository: table.repository,
        compares: table.compares,
        settings: texts(table.settings.as_deref().unwrap_or(&[])),
        names_only: table.contents.is_some(),
        contents: names(table.contents.as_deref().unwrap_or(&[]), table, mistakes),
        environment: names(&table.environment, table, mistakes),
        ends: names(&table.ends, table, mistakes),
        alone: texts(&table.alone),
        alias_variables: texts(&table.alias_variables),
        input_names: names(&table.input_names, table, mistakes),
        name_lists: names(&table.name_lists, table, mistakes),
        same: same(table, mistakes),
        stray: table.stray.unwrap_or(Stray::Harmful),
        syntax: argument_syntax(table, mistakes),
        needs: table.needs.as_ref().map(|needs| refused(needs.harm, needs.why.as_ref())),
        conflict: table.conflict.as_ref().map(|it| refused(it.harm, it.why.as_ref())),
        options: OptionList::new(options.list),
        operands: operands(&table.operands, at.as_ref(), mistakes),
        exits: exits(table, mistakes),
        prints,
        positions,
        whole: table.whole.unwrap_or(Whole::None),
        subs: subs(table, groups, mistakes),
        yes: texts(&table.yes),
        no: texts(&table.no),
        runs: false,
    };
    form.runs = has(&form, &is_command);
    form
}

/// The options with which it only prints what servers answer.
fn fetches(fetches: &format::Fetches) -> Fetches {
    let list = |of: &[Spanned<String>]| texts(&of.iter().map(|of| of.get_ref().clone()).collect::<Vec<_>>());
    let values = fetches.values.iter();
    let values = values.map(|(name, of)| OptionValues { option: text(name.get_ref()), texts: texts(of) });
    Fetches { may: list(&fetches.may), values: kept(values.collect()), must: list(&fetches.must) }
}

/// The files that it changes in a directory.
fn changes(table: &Table, mistakes: &mut Mistakes<'_>) -> Option<Changes> {
    let changes = table.changes.as_ref()?;
    let is_ending = |ending: &str| {
        let name = ending.strip_prefix('.').unwrap_or("");
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if changes.endings.is_empty() {
        mistakes.add(Some(table.name.span()), "`endings` of `changes` is empty");
    }
    for ending in changes.endings.iter().filter(|ending| !is_ending(ending.get_ref())) {
        mistakes.add(Some(ending.span()), format!("`{}` is no ending, such as `.go`", ending.get_ref()));
    }
    let list = |of: &[Spanned<String>]| texts(&of.iter().map(|of| of.get_ref().clone()).collect::<Vec<_>>());
    Some(Changes { endings: list(&changes.endings), without: list(&changes.without) })
}

/// In which other spellings the same is done.
fn same(table: &Table, mistakes: &mut Mistakes<'_>) -> Same {
    let at = || Some(table.name.span());
    if table.synonyms.iter().any(|names| names.len() < 2) {
        mistakes.add(at(), "an entry of `synonyms` has all names of one sub-command: at least two");
    }
    if table.implied.values().any(Vec::is_empty) {
        mistakes.add(at(), "an entry of `implied` is empty");
    }
    let synonyms = table.synonyms.iter().map(|names| Synonyms { names: texts(names) });
    let implied = table.implied.iter().map(|(what, by)| Implied { what: text(what), by: texts(by) });
    Same {
        synonyms: kept(synonyms.collect()),
        implied: kept(implied.collect()),
        abbreviates: table.abbreviates,
        unordered: table.unordered,
    }
}

/// How the arguments are read.
fn argument_syntax(table: &Table, mistakes: &mut Mistakes<'_>) -> ArgumentSyntax {
    let plus = match (table.plus, table.switches) {
        (false, false) => Plus::Operand,
        (true, false) => Plus::Options,
        (false, true) => Plus::Refused,
        (true, true) => {
            mistakes.add(Some(table.name.span()), "has `plus` and `switches`, which exclude each other");
            Plus::Refused
        }
    };
    ArgumentSyntax {
        kind: table.syntax.unwrap_or(Syntax::Getopt),
        clusters: table.clusters.unwrap_or(true),
        stops: table.stops,
        numeric: table.numeric,
        response_files: table.response_files,
        dashless: table.dashless,
        plus,
    }
}

/// Whether the text is several words without a full stop.
fn is_phrase(text: &str) -> bool {
    text.split(' ').count() > 1 && !text.ends_with('.')
}

/// The options of a form and how they are found.
#[derive(Default)]
struct Options {
    list: Vec<Opt>,
    spellings: BTreeMap<String, u16>,
}

impl Options {
    /// Those of the table itself, of the program that it is like, and of its groups.
    fn of(table: &Table, shared: Option<&Rows>, groups: &Groups<'_>, mistakes: &mut Mistakes<'_>) -> Self {
        let mut rows = Rows::of_table(table, mistakes);
        if let Some(shared) = shared {
            rows.extend(shared);
        }
        let mut found = Self::default();
        rows.all().for_each(|row| found.push(row, table, mistakes));
        for name in &table.groups {
            match groups.get(name.get_ref().as_str()) {
                // Its mistakes are those of the form that defines it.
                Some(group) => {
                    let rows = Rows::of_group(group, &mut Mistakes::of("", ""));
                    rows.all().for_each(|row| found.push(row, table, mistakes));
                }
                None => mistakes.add(Some(name.span()), format!("there is no group `{}`", name.get_ref())),
            }
        }
        for group in &table.group {
            Rows::of_group(group, mistakes);
        }
        for name in table.selects_nothing.iter().filter(|name| !found.spellings.contains_key(*name)) {
            mistakes.add(Some(table.name.span()), format!("`{name}` is no option of it"));
        }
        let needed = table.needs.iter().flat_map(|needs| &needs.any);
        let only = table.only.iter().flat_map(|it| &it.options);
        let sides = table.conflict.iter().flat_map(|it| it.between.iter().chain(&it.and));
        let without = table.changes.iter().flat_map(|it| &it.without);
        let fetching =
            table.fetches.iter().flat_map(|it| it.may.iter().chain(it.values.keys()).chain(&it.must));
        for name in needed.chain(sides).chain(only).chain(without).chain(fetching) {
            if !found.spellings.contains_key(name.get_ref()) {
                mistakes.add(Some(name.span()), format!("`{}` is no option of it", name.get_ref()));
            }
        }
        found
    }

    /// Whether it has an option with this spelling and a value.
    fn has_value(&self, name: &str) -> bool {
        let option = self.spellings.get(name).and_then(|at| self.list.get(usize::from(*at)));
        option.is_some_and(|option| option.value.is_some())
    }

    fn push(&mut self, row: &Row, table: &Table, mistakes: &mut Mistakes<'_>) {
        let at = row.at.clone().unwrap_or_else(|| table.name.span());
        let Ok(index) = u16::try_from(self.list.len()) else {
            mistakes.add(Some(at), "has too many options");
            return;
        };
        for name in &row.names {
            if self.spellings.insert(name.clone(), index).is_some() {
                mistakes.add(Some(at.clone()), format!("`{name}` is an option twice"));
            }
        }
        let is_one = |list: &[Spanned<String>]| {
            row.names.iter().any(|name| list.iter().any(|it| it.get_ref() == name))
        };
        let sides = table
            .conflict
            .as_ref()
            .map_or(0, |it| u8::from(is_one(&it.between)) | u8::from(is_one(&it.and)) << 1);
        let mut value = |of: &Option<format::Kind>| of.as_ref().map(|of| kind(of, Some(&at), mistakes));
        self.list.push(Opt {
            names: texts(&row.names),
            arity: row.arity,
            value: value(&row.value),
            refuse: row.refused.as_ref().map(|(harm, why)| refused(*harm, why.as_ref())),
            gives: row.gives,
            program: row.program,
            lists: row.lists,
            suffices: table.needs.as_ref().is_some_and(|needs| is_one(&needs.any)),
            sides,
            first: value(&row.first),
            operands: value(&row.operands),
            rest: value(&row.rest),
        });
    }
}

/// The sub-commands, sorted by name.
fn subs(table: &Table, groups: &Groups<'_>, mistakes: &mut Mistakes<'_>) -> NamedLater<Form> {
    let mut subs = BTreeMap::new();
    for sub in &table.sub {
        let name = sub.name.get_ref();
        let is_program = sub.source.is_some() || sub.like.is_some() || sub.wrapper.is_some();
        if is_program
            || sub.arbitrary_code
            || !sub.group.is_empty()
            || !sub.shell.is_empty()
            || !sub.qualities.is_empty()
            || !sub.only.is_empty()
            || sub.shim
        {
            let why = "`source`, `like`, `only`, `wrapper`, `arbitrary-code`, `shell`, `shim`, `qualities` and `group` belong to programs, not to sub-commands";
            mistakes.add(Some(sub.name.span()), why);
        }
        let form = Form { server: table.servers.contains(name), ..form(sub, None, groups, mistakes) };
        if subs.insert(name.clone(), form).is_some() {
            mistakes.add(Some(sub.name.span()), format!("`{name}` is a sub-command twice"));
        }
    }
    for name in table.servers.iter().filter(|name| !subs.contains_key(*name)) {
        mistakes.add(Some(table.name.span()), format!("`servers` names `{name}`, which is no sub-command"));
    }
    NamedLater::new(subs.into_values().collect(), |form| form.name)
}

fn exits(table: &Table, mistakes: &mut Mistakes<'_>) -> &'static [Exit] {
    if !table.exit.is_sorted_by_key(|exit| exit.status) {
        mistakes.add(Some(table.name.span()), "`exit` is not sorted by status");
    }
    let mut exits = Vec::new();
    for exit in &table.exit {
        exits.push(Exit {
            status: exit.status,
            means: text(&exit.means),
            failure: exit.failure,
            with: names(&exit.with, table, mistakes),
        });
    }
    kept(exits)
}

/// Options of a list in which the empty text stands for no argument.
fn names(of: &[String], table: &Table, mistakes: &mut Mistakes<'_>) -> &'static [&'static str] {
    for name in of.iter().filter(|name| !name.is_empty() && !name.starts_with('-')) {
        mistakes.add(Some(table.name.span()), format!("`{name}` is no option"));
    }
    texts(of)
}

fn operands(of: &format::Operands, at: Option<&Range<usize>>, mistakes: &mut Mistakes<'_>) -> Operands {
    let first = of.first.iter().map(|of| kind(of, at, mistakes)).collect();
    let mut kind = |of: &Option<format::Kind>| of.as_ref().map(|of| kind(of, at, mistakes));
    Operands {
        first: kept(first),
        rest: kind(&of.rest),
        last: kind(&of.last),
        after: kind(&of.after),
        assignments: of.assignments,
        need: of.need.as_ref().map(|need| refused(need.harm, need.why.as_ref())),
        home: of.home,
    }
}

fn kind(of: &format::Kind, at: Option<&Range<usize>>, mistakes: &mut Mistakes<'_>) -> Kind {
    let plain = |role: RoleName| FullKind {
        role,
        check: None,
        values: Vec::new(),
        prefixes: Vec::new(),
        without: Vec::new(),
        without_kinds: Vec::new(),
        literal: false,
        directory: false,
        joined: false,
        appends: false,
        signs: Vec::new(),
        harm: None,
        why: None,
    };
    let full = match of {
        format::Kind::Role(role) => &plain(*role),
        format::Kind::Full(full) => full,
    };
    let role = full.role.role();
    let check = full.check.unwrap_or(Check::None);
    let limits = TextLimits {
        values: texts(&full.values),
        prefixes: texts(&full.prefixes),
        without: texts(&full.without),
        without_kinds: texts(&full.without_kinds),
    };
    let is_harmless = matches!(role, Role::Text | Role::Pattern | Role::Setting | Role::Revision);
    Kind {
        role,
        any: is_harmless
            && !full.literal
            && limits.is_none()
            && matches!(check, Check::None | Check::DateFormat),
        check,
        limits,
        literal: full.literal,
        directory: full.directory,
        joined: full.joined,
        found: FoundNames { appended: full.appends, signs: texts(&full.signs) },
        refuse: refusal(full.harm, full.why.as_ref(), at, mistakes),
    }
}

/// Why something is refused, when it is.
fn refusal(
    harm: Option<Harm>,
    why: Option<&String>,
    at: Option<&Range<usize>>,
    mistakes: &mut Mistakes<'_>,
) -> Option<Refusal> {
    if harm.is_none() && why.is_some() {
        mistakes.add(at.cloned(), "`why` without `harm`");
    }
    harm.map(|harm| refused(harm, why))
}

fn refused(harm: Harm, why: Option<&String>) -> Refusal {
    Refusal { harm, why: why.map_or(harm.in_words(), |why| text(why)) }
}

/// Whether any value or operand of the form or its sub-commands is such a kind.
fn has(form: &Form, is: &dyn Fn(&Kind) -> bool) -> bool {
    let operands = &form.operands;
    let of_operands =
        operands.first.iter().chain(&operands.rest).chain(&operands.last).chain(&operands.after);
    let of_options = form.options.iter().flat_map(|option| {
        option.value.iter().chain(&option.first).chain(&option.operands).chain(&option.rest)
    });
    of_operands.chain(of_options).any(is) || form.subs.iter(|_| None).any(|sub| has(sub, is))
}

fn is_command(kind: &Kind) -> bool {
    matches!(kind.role, Role::Command | Role::Code(Language::Shell))
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
