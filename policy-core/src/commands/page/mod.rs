//! The reference page of a program or a sub-command: its whole table as data.
//!
//! Owns the page and the look-up by the words that a person types. Adds no knowledge to the table. `draw` prints the
//! same data for a person.

mod draw;
mod only;

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::engine::system_name;
use super::example::Example;
use super::packed::program;
use super::shape::{
    Arity, Exit, Form, Gives, Intent, Kind, Only, OnlyValues, Operands, Opt, Plus, Program, Stray, Syntax,
    System, TableSource, Wrapper,
};
use super::{Language, Role};

/// What is known about one program or one sub-command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// `git log`
    pub name: String,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What the table was written from.
    pub source: TableSource,
    /// What it does when every argument is understood: `reads`, `edits`, `connects` or `runs`.
    pub intent: &'static str,
    /// How it is displayed: `search`, `read`, `list`, `edit`, `silent` or `other`.
    pub display: &'static str,
    /// How far it is looked through when it runs the command among its arguments: `allow`, `prove` or `deny`.
    pub wrapper: Option<&'static str>,
    /// What else holds for it, in words.
    pub facts: Vec<&'static str>,
    /// Why it is not vouched for by itself, without a sub-command.
    pub refused: Option<&'static str>,
    /// Options of which one is required.
    pub needs: Option<Needs>,
    /// Options that are not vouched for together.
    pub conflict: Option<Conflict>,
    /// What is only vouched for on some systems.
    pub only: Vec<OnlyRow>,
    /// Arguments that, each one alone, only print something; the empty one is no argument at all.
    pub alone: &'static [&'static str],
    /// Files of the project that can make it run another program, and are asked about.
    pub settings: &'static [&'static str],
    /// Every option, in the table's order.
    pub options: Vec<OptionRow>,
    /// What is among the arguments besides options.
    pub operands: OperandRows,
    /// Options with which it prints nothing when it succeeds.
    pub quiet: &'static [&'static str],
    /// Options with which it prints something all the same; the empty text is no argument.
    pub loud: &'static [&'static str],
    /// Options with which it talks to a person at a terminal; the empty text is no argument.
    pub terminal: &'static [&'static str],
    /// What its exit statuses mean.
    pub exits: Vec<ExitRow>,
    /// Its sub-commands.
    pub subcommands: Vec<Entry>,
    /// Commands that are vouched for.
    pub yes: Vec<ExampleRow>,
    /// Commands that are not.
    pub no: Vec<ExampleRow>,
}

/// A name and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// `log`
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
}

/// Options of which one is required.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Needs {
    /// Their spellings, option by option.
    pub any: Vec<&'static [&'static str]>,
    /// What the program does without them.
    pub why: &'static str,
}

/// Options that are vouched for, but not together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// One of these…
    pub between: Vec<&'static [&'static str]>,
    /// …with one of these.
    pub and: Vec<&'static [&'static str]>,
    /// What they do together.
    pub why: &'static str,
}

/// Options, or the whole program, that are vouched for on some systems.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnlyRow {
    /// The systems: `gnu`, `bsd`, `macos`, `busybox`.
    pub systems: Vec<&'static str>,
    /// The spellings of the options; empty for the whole program.
    pub options: &'static [&'static str],
    /// Which values of the options it is about, in words; empty for all.
    pub values: &'static str,
    /// What they do elsewhere.
    pub why: &'static str,
}

/// One option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionRow {
    /// All spellings.
    pub names: &'static [&'static str],
    /// Where its value is, in the words of the table language; none without a value.
    pub arity: Option<&'static str>,
    /// What its value is.
    pub value: Option<ValueRow>,
    /// Why it is refused; none when it is vouched for.
    pub refused: Option<&'static str>,
    /// What it changes for the operands, in words.
    pub effects: Vec<String>,
}

/// What a value or an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ValueRow {
    /// In the words of the table language: `path-read`.
    pub role: &'static str,
    /// Whether any value at all is harmless.
    pub any: bool,
    /// What it has to be to be vouched for, in words.
    pub only: Option<&'static str>,
    /// Why it is refused, whatever it is.
    pub refused: Option<&'static str>,
}

/// What operands are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OperandRows {
    /// The first ones, in order.
    pub first: Vec<ValueRow>,
    /// All further ones.
    pub rest: Option<ValueRow>,
    /// The last one, when it differs.
    pub last: Option<ValueRow>,
    /// Those after `--`, when they differ.
    pub after: Option<ValueRow>,
    /// Why they need an option with which they are only looked up.
    pub need: Option<&'static str>,
}

/// What an exit status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExitRow {
    /// The status.
    pub status: u8,
    /// What it means.
    pub means: &'static str,
    /// Whether it is a failure.
    pub failure: bool,
    /// It means this only with one of these options; empty when it always does.
    pub with: &'static [&'static str],
}

/// One example, which is a test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExampleRow {
    /// As the table writes it.
    pub command: &'static str,
    /// `reads`, or why it asks.
    pub outcome: String,
}

/// Why there is no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPage {
    /// No table has this name.
    Program,
    /// The table of `parent` is there and has no such sub-command.
    Sub {
        /// How many of the words led to it.
        known: usize,
        /// The innermost form that is there.
        parent: &'static Form,
    },
}

/// The page for `words`, such as `["git", "log"]`. A program in `/bin` or `/usr/bin` is known by its path as well.
///
/// # Errors
/// How far the words led.
pub fn page(words: &[&str]) -> Result<Page, NoPage> {
    let (name, subs) = words.split_first().ok_or(NoPage::Program)?;
    let program = program(system_name(name)).ok_or(NoPage::Program)?;
    let mut form = &program.form;
    let mut path = String::from(program.name);
    for (sub, known) in subs.iter().zip(1..) {
        form = form.sub(sub).ok_or(NoPage::Sub { known, parent: form })?;
        path.push(' ');
        path.push_str(form.name);
    }
    Ok(Page::of(program, form, path))
}

/// The pages of a program and of all its sub-commands, in the order of a tree that is read from the top.
pub fn pages(program: &'static Program) -> Vec<Page> {
    fn add(program: &'static Program, form: &'static Form, path: &str, pages: &mut Vec<Page>) {
        pages.push(Page::of(program, form, path.into()));
        for sub in form.subs() {
            add(program, sub, &alloc::format!("{path} {}", sub.name), pages);
        }
    }
    let mut found = Vec::new();
    add(program, &program.form, program.name, &mut found);
    found
}

impl Page {
    fn of(program: &'static Program, form: &'static Form, name: String) -> Self {
        let is_program = core::ptr::eq(form, &raw const program.form);
        let names = |wanted: &dyn Fn(&Opt) -> bool| {
            form.options.iter().filter(|option| wanted(option)).map(|option| option.names).collect()
        };
        let examples = |texts: &'static [&'static str]| {
            let outcome = |text| match Example::of(program, text) {
                Ok(example) => example.outcome(program),
                Err(why) => alloc::format!("no example: {why}"),
            };
            texts.iter().map(|text| ExampleRow { command: text, outcome: outcome(text) }).collect()
        };
        Self {
            name,
            summary: form.summary,
            source: program.source,
            intent: match form.intent {
                Intent::Reads => "reads",
                Intent::Edits => "edits",
                Intent::ReadsService => "reads-service",
                Intent::Connects => "connects",
                Intent::Runs => "runs",
            },
            display: form.display.ui.name(),
            wrapper: program.wrapper.filter(|_| is_program).map(|wrapper| match wrapper {
                Wrapper::Allow => "allow",
                Wrapper::Prove => "prove",
                Wrapper::Deny => "deny",
                Wrapper::Exact => "exact",
            }),
            facts: facts(form, program.appends && is_program),
            refused: form.refuse.map(|refusal| refusal.why),
            needs: form
                .needs
                .map(|refusal| Needs { any: names(&|option| option.suffices), why: refusal.why }),
            conflict: form.conflict.map(|refusal| Conflict {
                between: names(&|option| option.sides & 1 != 0),
                and: names(&|option| option.sides & 2 != 0),
                why: refusal.why,
            }),
            only: program.only.iter().filter(|_| is_program).map(only_row).collect(),
            alone: form.alone,
            settings: form.settings,
            options: form.options.iter().map(option).collect(),
            operands: operands(&form.operands),
            quiet: form.display.quiet,
            loud: form.display.loud,
            terminal: form.display.terminal,
            exits: form.exits.iter().map(exit).collect(),
            subcommands: form.subs().map(|sub| Entry { name: sub.name, summary: sub.summary }).collect(),
            yes: examples(form.yes),
            no: examples(form.no),
        }
    }
}

fn facts(form: &Form, appends: bool) -> Vec<&'static str> {
    let facts = [
        (form.intent == Intent::Edits, "changes the files among its arguments and nothing else"),
        (form.intent == Intent::ReadsService, "only reads the service that the user set up for it"),
        (form.intent == Intent::Connects, "changes nothing, but sends a request to a server or a daemon"),
        (form.intent == Intent::Runs, "runs what its arguments say"),
        (appends, "passes further arguments from its input to the command that it runs"),
        (form.any_value, "any arguments are harmless"),
        (form.stray == Stray::Harmless, "no option does more than change what is printed"),
        (form.stray == Stray::Names, "no option writes, connects or runs anything"),
        (form.repository, "reads the repository around the working directory"),
        (form.replaces, "its output replaces the file"),
        (form.changes.is_some(), "in a directory it changes only files whose names have certain endings"),
        (form.syntax.kind == Syntax::Expression, "arguments are an expression"),
        (matches!(form.syntax.kind, Syntax::Test | Syntax::Conditional), "arguments are a test"),
        (form.syntax.kind == Syntax::Ps, "letters need no dash"),
        (
            form.syntax.kind == Syntax::Parameters,
            "names in any case, and cut short as long as they are unique",
        ),
        (form.syntax.stops, "options end at the first operand"),
        (form.syntax.numeric, "takes -NUM"),
        (!form.syntax.clusters, "one option an argument"),
        (form.syntax.dashless, "the first argument may be short options without a dash"),
        (form.syntax.plus == Plus::Options, "+x turns off what -x turns on"),
        (form.syntax.response_files, "an argument @FILE is refused: it reads arguments from that file"),
        (form.operands.assignments, "leading NAME=value are assignments"),
        (form.operands.home, "without an operand it uses the home directory"),
        (form.display.silent, "prints nothing when it succeeds"),
        (!form.display.background, "stays in the foreground: it talks to a person at a terminal"),
    ];
    facts.into_iter().filter_map(|(holds, text)| holds.then_some(text)).collect()
}

fn only_row(only: &'static Only) -> OnlyRow {
    let systems = System::ALL.into_iter().filter(|(system, _)| only.systems.has(*system));
    let values = match only.values {
        OnlyValues::All => "",
        OnlyValues::Numbers => "a number",
        OnlyValues::NoNumbers => "no number",
    };
    OnlyRow { systems: systems.map(|(_, name)| name).collect(), options: only.options, values, why: only.why }
}

fn exit(exit: &'static Exit) -> ExitRow {
    ExitRow { status: exit.status, means: exit.means, failure: exit.failure, with: exit.with }
}

fn option(option: &'static Opt) -> OptionRow {
    let becomes = |what: &str, kind: &Option<Kind>| {
        kind.as_ref().map(|kind| alloc::format!("{what} then {}", value(kind)))
    };
    let gives = match option.gives {
        Gives::Nothing => None,
        Gives::First => Some("replaces the first operand"),
        Gives::Last => Some("replaces the last operand"),
    };
    let effects = [
        gives.map(String::from),
        option.lists.then(|| "operands are only looked up".into()),
        becomes("the first operand is", &option.first),
        becomes("operands are", &option.operands),
        becomes("operands after the first ones are", &option.rest),
    ];
    OptionRow {
        names: option.names,
        arity: match option.arity {
            Arity::None => None,
            Arity::Required => Some("required"),
            Arity::Optional => Some("optional"),
            Arity::Attached => Some("attached"),
            Arity::Separate => Some("separate"),
            Arity::UnlessLast => Some("unless-last"),
            Arity::Pair => Some("pair"),
        },
        value: option.value.as_ref().map(value),
        refused: option.refuse.map(|refusal| refusal.why),
        effects: effects.into_iter().flatten().collect(),
    }
}

fn operands(operands: &Operands) -> OperandRows {
    OperandRows {
        first: operands.first.iter().map(value).collect(),
        rest: operands.rest.as_ref().map(value),
        last: operands.last.as_ref().map(value),
        after: operands.after.as_ref().map(value),
        need: operands.need.map(|refusal| refusal.why),
    }
}

fn value(kind: &Kind) -> ValueRow {
    ValueRow {
        role: role(kind.role),
        any: kind.any,
        only: only::only(kind),
        refused: kind.refuse.map(|refusal| refusal.why),
    }
}

/// A role in the words of the table language.
const fn role(role: Role) -> &'static str {
    match role {
        Role::Program => "program",
        Role::Subcommand => "sub-command",
        Role::Flag => "flag",
        Role::OptionWithValue => "option",
        Role::Text => "text",
        Role::Pattern => "pattern",
        Role::Setting => "setting",
        Role::Revision => "revision",
        Role::PathRead => "path-read",
        Role::PathWritten => "path-written",
        Role::PathDeleted => "path-deleted",
        Role::Host => "host",
        Role::Command => "command",
        Role::Code(Language::Shell) => "code:shell",
        Role::Code(Language::Sed) => "code:sed",
        Role::Code(Language::Awk) => "code:awk",
        Role::Code(Language::Jq) => "code:jq",
        Role::Code(Language::Other) => "code:other",
        Role::Block => "a block of commands",
        Role::Unknown => "unknown",
    }
}
