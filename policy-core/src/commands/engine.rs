//! The option engine: parses arguments exactly as getopt does, and reports the role of each one.
//!
//! Owns clusters, attached and optional values, permutation, `--`, sub-commands and operand positions. Never accepts
//! anything that the table does not have: no abbreviation, no unknown option, no extra operand. After the first
//! argument that it does not understand, it continues as well as it can, so that paths and inner commands are still
//! found; the failure remains recorded.

use alloc::vec::Vec;

use super::argument::Arg;
use super::bound::Bound;
use super::formats::{self, Flaw};
use super::inner::Inner;
use super::operand_plan::OperandPlan;
use super::safe_variables::is_harmless_assignment;
use super::shape::{
    Arity, Check, Form, FoundNames, Intent, Kind, Opt, Plus, Program, Stray, Syntax, TextLimits, Whole,
    Wrapper,
};
use super::uses::{ArgumentUse, NamedPath, Proof, RUNS, Uses, host_of};
use super::value::AbstractValue;
use super::{Language, Role, languages};
use crate::script::Shell;

pub(super) const NOT_IN_TABLE: &str = "an option that is not known to be harmless";
pub(super) const COULD_BE_OPTION: &str = "an argument known only at run time, which could become an option";
pub(super) const VALUE_MISSING: &str = "the value of this option is missing";
const VALUE_UNWANTED: &str = "this option takes no value";
const VALUE_SPLITS: &str = "an argument known only at run time, which could become several";
const VALUE_UNKNOWN: &str = "an argument known only at run time, whose value matters here";
pub(super) const TOO_MANY: &str = "more arguments than this program is known to take";
const NO_SUB: &str = "a sub-command that is not known to be harmless";
const NAME_UNKNOWN: &str = "the program is known only at run time";
const SETS_VARIABLE: &str = "sets a variable for the command that it runs";
const CODE: &str = "a program text known only at run time";
const RESPONSE_FILE: &str = "reads further arguments from a file";
const OTHER_SERVER: &str = "names a server, which can be another one than the user set up";
const NOT_LISTED: &str = "a value that is not known to be harmless";

/// The name in front of the value of an option that takes a pair.
const NAME: Kind = Kind {
    role: Role::Text,
    any: true,
    check: Check::None,
    limits: TextLimits { values: &[], prefixes: &[], without: &[], without_kinds: &[] },
    literal: false,
    directory: false,
    joined: false,
    found: FoundNames::NONE,
    refuse: None,
};

/// Where options end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Where the table says: as GNU's getopt has it, they may follow operands.
    AsTable,
    /// At the first operand, as POSIX's getopt has it.
    OptionsFirst,
}

/// Options of both sides of a conflict were read.
const BOTH_SIDES: u8 = 3;

/// What each argument of a command is to its program, and what follows from that, in whatever shell.
pub fn uses(args: &[Arg<'_>]) -> Uses {
    // zsh evaluates what bash only compares.
    uses_in(Shell::UNKNOWN, args)
}

/// As [`uses`], for a command of this shell.
pub fn uses_in(shell: &'static Shell, args: &[Arg<'_>]) -> Uses {
    let Some(name) = args.first() else { return Uses::unlisted() };
    if name.text().is_none() {
        return Uses::nothing(Proof::NotUnderstood { arg: 0, why: NAME_UNKNOWN });
    }
    let is_meant = |program: &&Program| {
        (program.cmdlet.is_none() || shell.has_cmdlets)
            && !(shell.starts_programs_of_windows && program.other_on_windows)
    };
    let program = name.program(system_name).filter(is_meant);
    program.map_or_else(Uses::unlisted, |program| uses_of(program, shell, args))
}

/// As [`uses_in`], for a command of this program.
pub(super) fn uses_of(program: &'static Program, shell: &'static Shell, args: &[Arg<'_>]) -> Uses {
    let reader = ArgumentReader::read(program, shell, args, Order::AsTable);
    let alone = match args {
        [_] => program.form.alone.contains(&""),
        [_, Arg { value: AbstractValue::Known(text), .. }] => program.form.alone.contains(text),
        _ => false,
    };
    if alone {
        return Uses { proof: Proof::ReadOnly, ..reader.finish() };
    }
    reader.finish()
}

/// The text that is judged in place of one that is not known, where all of them are alike: as a revision, and as a
/// script of sed that only has addresses and `p`, `d`, `q`, `=`.
fn stands_for<'s>(arg: &Arg<'s>, kind: &Kind) -> Option<&'s str> {
    match kind.role {
        Role::Revision => arg.value.sample(),
        Role::Code(Language::Sed) => addresses(arg),
        _ => None,
    }
}

/// The sample of a script of sed in which digits are nothing but addresses.
pub(super) fn addresses<'s>(arg: &Arg<'s>) -> Option<&'s str> {
    let plain = |byte: u8| byte.is_ascii_digit() || b",$+~!pdq=; ".contains(&byte);
    arg.value.sample().filter(|sample| sample.bytes().all(plain))
}

/// The bare name of a program in the system's own directories, which only its administrator fills.
pub(super) fn system_name(name: &str) -> &str {
    let bare = name.strip_prefix("/usr/bin/").or_else(|| name.strip_prefix("/bin/"));
    bare.filter(|bare| !bare.contains('/')).unwrap_or(name)
}

/// Whether a text can be an option although it does not look like one: `-`, `:::`, `/c` of Windows.
fn is_odd(text: &str) -> bool {
    let switch = text.strip_prefix('/').map(|rest| rest.strip_prefix('/').unwrap_or(rest));
    !text.is_empty() && text.len() <= 4 && text.bytes().all(|byte| matches!(byte, b'-' | b':' | b'+'))
        || switch.is_some_and(|letter| letter.len() == 1 && letter.bytes().all(|it| it.is_ascii_alphabetic()))
}

/// The host in a text with an address in it, in any role: `https://host/path`, `--url=https://host`.
fn host_in(text: &str) -> Option<&str> {
    text.contains("://").then(|| host_of(text))
}

/// Whether an address can begin with `text`.
fn is_front(text: &str) -> bool {
    ["http://", "https://", "git@", "ssh://"].iter().any(|front| front.starts_with(text))
}

/// What a form requires of its options, as far as the options that were read meet it.
#[derive(Clone, Copy, Default, Debug)]
struct Conditions {
    /// An option makes operands harmless (see [`Opt::lists`]).
    only_lists: bool,
    /// One of the options is there that the form needs (see [`Form::needs`]).
    suffices: bool,
    /// The sides of the form's conflict from which an option was read, as bits (see [`Form::conflict`]).
    sides: u8,
}

impl Conditions {
    /// Takes note of an option.
    fn add(&mut self, option: &Opt) {
        self.only_lists |= option.lists;
        self.suffices |= option.suffices;
        self.sides |= option.sides;
    }
}

/// One pass over the arguments of one command.
#[derive(Debug)]
pub(super) struct ArgumentReader<'a, 's> {
    pub(super) program: &'static Program,
    pub(super) form: &'static Form,
    pub(super) shell: &'static Shell,
    pub(super) args: &'a [Arg<'s>],
    order: Order,
    pub(super) uses: Vec<ArgumentUse>,
    directories: Vec<usize>,
    options: Vec<(usize, &'static Opt)>,
    /// The argument that chose the form.
    form_at: usize,
    /// Indexes of the operands of the current form.
    operands: Vec<usize>,
    /// How many operands were before `--`.
    before_separator: Option<usize>,
    plan: OperandPlan,
    conditions: Conditions,
    /// The arguments whose text the table limits, and that are within the limits.
    listed: Vec<usize>,
    /// Where the text begins that is replaced in the inner command.
    replaces: Option<(usize, usize)>,
    refused: Option<(usize, &'static str)>,
    pub(super) unknown: Option<(usize, &'static str)>,
    pub(super) named: Vec<NamedPath>,
    pub(super) inner: Vec<Inner>,
    /// The parameters of a cmdlet, each with the arguments that are its values.
    pub(super) bound: Vec<Bound>,
}

impl<'a, 's> ArgumentReader<'a, 's> {
    /// Reads `args`, whose first one is the name of `program`.
    pub(super) fn read(
        program: &'static Program,
        shell: &'static Shell,
        args: &'a [Arg<'s>],
        order: Order,
    ) -> Self {
        let mut uses = Vec::with_capacity(args.len());
        uses.push(ArgumentUse { role: Role::Program, any_value: false, value: None });
        uses.resize(
            args.len(),
            ArgumentUse { role: Role::Unknown, any_value: program.form.any_value, value: None },
        );
        let mut reader = Self {
            program,
            form: &program.form,
            shell,
            args,
            order,
            uses,
            directories: Vec::new(),
            options: Vec::new(),
            form_at: 0,
            operands: Vec::new(),
            before_separator: None,
            plan: OperandPlan::default(),
            conditions: Conditions::default(),
            listed: Vec::new(),
            replaces: None,
            refused: None,
            unknown: None,
            named: Vec::new(),
            inner: Vec::new(),
            bound: Vec::new(),
        };
        if program.form.any_value {
            for used in reader.uses.iter_mut().skip(1) {
                used.role = Role::Text;
            }
            return reader;
        }
        if program.form.syntax.response_files {
            reader.response_files();
        }
        match program.form.syntax.kind {
            Syntax::Getopt => reader.walk(),
            Syntax::Expression => reader.expression(),
            Syntax::Test => reader.test(),
            Syntax::Conditional => reader.conditional(),
            Syntax::Ps => reader.processes(),
            Syntax::Parameters => reader.parameters(),
        }
        reader.assign();
        if let Some(refusal) = reader.form.refuse {
            reader.refuse(reader.form_at, refusal.why);
        }
        if let (Some(refusal), false) = (reader.form.needs, reader.conditions.suffices) {
            reader.refuse(reader.form_at, refusal.why);
        }
        if let (Some(refusal), BOTH_SIDES) = (reader.form.conflict, reader.conditions.sides) {
            reader.refuse(reader.form_at, refusal.why);
        }
        reader
    }

    /// Finds every argument that is, or could be, `@file`: the program puts what the file says in its place.
    fn response_files(&mut self) {
        for (at, arg) in self.args.iter().enumerate().skip(1) {
            if arg.prefix().starts_with('@') {
                self.refuse(at, RESPONSE_FILE);
            } else if arg.text().is_none() && arg.prefix().is_empty() {
                self.doubt(at, COULD_BE_OPTION);
            }
        }
    }

    /// The arguments that are operands of the innermost form.
    pub(super) fn operands(&self) -> &[usize] {
        &self.operands
    }

    /// Every option that was read, with the argument in which it is.
    pub(super) fn options(&self) -> &[(usize, &'static Opt)] {
        &self.options
    }

    /// Whether the argument at `at` follows `--`, after which nothing is an option.
    pub(super) fn is_behind_separator(&self, at: usize) -> bool {
        let is_separator = |(index, arg): (usize, &Arg<'_>)| {
            arg.text() == Some("--") && self.uses.get(index).is_some_and(|used| used.role == Role::Flag)
        };
        self.before_separator.is_some() && self.args.iter().enumerate().take(at).any(is_separator)
    }

    /// Whether every argument read so far is vouched for.
    pub(super) fn is_sound(&self) -> bool {
        self.refused.is_none() && self.unknown.is_none()
    }

    /// Whether an argument is a file that is written or deleted, or would be one.
    fn changes_files(&self) -> bool {
        let is_changed = |role: Role| matches!(role, Role::PathWritten | Role::PathDeleted);
        let role = |used: &ArgumentUse| used.value.map_or(used.role, |(role, _)| role);
        self.plan.rest_instead().is_some_and(|kind| is_changed(kind.role))
            || self.uses.iter().any(|used| is_changed(role(used)))
            || self.named.iter().any(|named| is_changed(named.role))
    }

    pub(super) fn finish(self) -> Uses {
        let proof = match (self.refused, self.unknown, self.inner.first()) {
            (Some((arg, why)), _, _) => Proof::Refused { arg, why },
            (None, Some((arg, why)), _) => Proof::NotUnderstood { arg, why },
            (None, None, Some(_))
                if self.inner.iter().all(Inner::is_provable)
                    && self.form.syntax.kind == Syntax::Expression =>
            {
                Proof::Runs
            }
            (None, None, Some(inner)) => Proof::Refused { arg: inner.at(), why: RUNS },
            (None, None, None) => match self.form.intent {
                Intent::Reads if self.changes_files() => Proof::Edits,
                Intent::Reads => Proof::ReadOnly,
                Intent::Edits => Proof::Edits,
                Intent::Connects => Proof::Connects,
                Intent::ReadsService => match self.other_server() {
                    Some(arg) => Proof::Refused { arg, why: OTHER_SERVER },
                    None => Proof::ReadsService,
                },
                Intent::Runs if self.plan.replaces_all() => Proof::ReadOnly,
                Intent::Runs => Proof::NotUnderstood { arg: 0, why: RUNS },
            },
        };
        Uses {
            program: Some(self.program),
            form: Some(self.form),
            uses: self.uses,
            proof,
            directories: self.directories,
            options: self.options,
            operands: self.operands,
            named: self.named,
        }
    }

    /// The first argument that is, or could be, an address on another host than those of the form.
    fn other_server(&self) -> Option<usize> {
        let is_other = |at: usize, arg: &Arg<'_>| {
            let role = self.uses.get(at).map(|used| used.value.map_or(used.role, |(role, _)| role));
            if matches!(role, None | Some(Role::Program | Role::Code(_))) || self.listed.contains(&at) {
                return false;
            }
            match arg.text() {
                Some(text) => host_in(text).is_some_and(|host| !self.form.hosts.contains(&host)),
                None if host_in(arg.prefix()).is_some() => true,
                // Only what has no beginning of its own can begin like an address.
                None => self.operands.contains(&at) && !self.form.hosts.is_empty() && is_front(arg.prefix()),
            }
        };
        self.args.iter().enumerate().find(|(at, arg)| is_other(*at, arg)).map(|(at, _)| at)
    }

    pub(super) fn refuse(&mut self, arg: usize, why: &'static str) {
        self.refused.get_or_insert((arg, why));
    }

    pub(super) fn doubt(&mut self, arg: usize, why: &'static str) {
        self.unknown.get_or_insert((arg, why));
    }

    pub(super) fn mark(&mut self, at: usize, role: Role) {
        if let Some(used) = self.uses.get_mut(at) {
            used.role = role;
        }
    }

    /// Says that the argument at `at` may be any text.
    pub(super) fn any_text(&mut self, at: usize) {
        if let Some(used) = self.uses.get_mut(at) {
            used.role = Role::Text;
            used.any_value = true;
        }
    }

    fn walk(&mut self) {
        let mut at = 1;
        let mut ended = false;
        while let Some(arg) = self.args.get(at) {
            let stops = self.form.syntax.stops || self.order == Order::OptionsFirst;
            ended |= stops && !self.operands.is_empty();
            let next = match arg.text() {
                _ if ended => self.operand(at),
                None => self.without_text(at),
                Some("--") => {
                    self.mark(at, Role::Flag);
                    self.before_separator = Some(self.operands.len());
                    ended = true;
                    Some(at + 1)
                }
                Some(text) if at == 1 && self.form.syntax.dashless && !text.starts_with('-') => {
                    Some(self.dashless(text))
                }
                Some(text)
                    if self.form.syntax.plus == Plus::Options && text.len() > 1 && text.starts_with('+') =>
                {
                    Some(self.short(at, text, true))
                }
                Some(text)
                    if self.form.syntax.plus == Plus::Refused && text.len() > 1 && text.starts_with('+') =>
                {
                    self.refuse(at, "turns an option off");
                    self.mark(at, Role::Flag);
                    // `+o name`
                    Some(at + 1 + usize::from(text.ends_with(['o', 'O'])))
                }
                Some(text) if is_odd(text) && self.form.option(text).is_some() => {
                    self.mark(at, Role::Flag);
                    Some(at + 1)
                }
                Some(text) if text.len() < 2 || !text.starts_with('-') => self.operand(at),
                Some(text) if text.starts_with("--") => Some(self.long(at, text, true)),
                Some(text) => Some(self.short(at, text, true)),
            };
            let Some(next) = next else { return };
            at = next;
        }
    }

    /// An argument that is known only from its beginning.
    fn without_text(&mut self, at: usize) -> Option<usize> {
        let arg = *self.args.get(at)?;
        if arg.prefix().len() > 1 && arg.prefix().starts_with('-') && !arg.splits() {
            let is_long = arg.prefix().starts_with("--");
            return Some(if is_long {
                self.long(at, arg.prefix(), false)
            } else {
                self.short(at, arg.prefix(), false)
            });
        }
        if !self.stays_operand(&arg) {
            self.doubt(at, COULD_BE_OPTION);
        }
        self.operand(at)
    }

    /// Whether an argument without known text is surely no option, or one that does no harm.
    pub(super) fn stays_operand(&self, arg: &Arg<'_>) -> bool {
        if let Some(sample) = arg.value.sample() {
            // A negative number is no option of sed.
            let number = sample.starts_with(|first: char| first.is_ascii_digit());
            return !sample.starts_with('-') && (!number || self.form.whole == Whole::Sed && !arg.splits());
        }
        let plain = !arg.prefix().is_empty() && !arg.prefix().starts_with('-');
        match self.form.stray {
            Stray::Harmless => true,
            Stray::Names if arg.value.is_file_name() && !arg.suffix().contains('/') => true,
            _ => plain && (arg.value.is_file_name() || !arg.splits()),
        }
    }

    /// `--name`, `--name=value`, `--name value`; `whole` is false when only the beginning is known.
    pub(super) fn long(&mut self, at: usize, text: &str, whole: bool) -> usize {
        let (name, attached) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text, None),
        };
        let Some(option) = self.form.option(name) else {
            self.doubt(at, NOT_IN_TABLE);
            self.abbreviated(at, name, attached.is_some());
            return at + 1;
        };
        if !whole && attached.is_none() {
            self.doubt(at, COULD_BE_OPTION);
            return at + 1;
        }
        self.take(at, option);
        let attached = attached.map(|value| (whole.then_some(value), name.len() + 1));
        self.value_of(at, option, attached)
    }

    /// Notes the command line that a long option holds whose name is cut short.
    fn abbreviated(&mut self, at: usize, name: &str, attached: bool) {
        let is_shell = |at: &u16| {
            let option = self.form.options.at(*at);
            option.and_then(|option| option.value).is_some_and(|kind| kind.is_shell())
        };
        let mut longer = self.form.options.spellings().iter().filter(|(known, _)| known.starts_with(name));
        if name.len() > 2 && attached && self.program.runs && longer.any(|(_, option)| is_shell(option)) {
            self.shell(at, at + 1, name.len() + 1, FoundNames::NONE);
        }
    }

    /// `-abc`: each letter an option, up to one that takes a value; `whole` as for [`Self::long`]. Without
    /// clusters also `-name=value`.
    pub(super) fn short(&mut self, at: usize, text: &str, whole: bool) -> usize {
        let letters = text.get(1..).unwrap_or("");
        if whole && self.form.syntax.numeric && letters.bytes().all(|byte| byte.is_ascii_digit()) {
            self.mark(at, Role::Flag);
            return at + 1;
        }
        if whole
            && letters.len() > 1
            && let Some(option) = self.form.option(text)
        {
            self.take(at, option);
            return self.value_of(at, option, None);
        }
        if whole
            && !self.form.syntax.clusters
            && let Some((name, value)) = text.split_once('=')
            && name.len() > 2
            && let Some(option) = self.form.option(name)
        {
            self.take(at, option);
            return self.value_of(at, option, Some((Some(value), name.len() + 1)));
        }
        for (offset, letter) in letters.bytes().enumerate() {
            let Some(option) = self.form.letter(letter) else {
                self.doubt(at, NOT_IN_TABLE);
                return at + 1;
            };
            let rest = letters.get(offset + 1..).unwrap_or("");
            self.take(at, option);
            match option.arity {
                Arity::None if rest.is_empty() && whole => return self.value_of(at, option, None),
                Arity::None => {
                    self.mark(at, Role::Flag);
                    if !self.form.syntax.clusters {
                        self.doubt(at, NOT_IN_TABLE);
                    }
                }
                _ if rest.is_empty() && whole => return self.value_of(at, option, None),
                _ => return self.value_of(at, option, Some((whole.then_some(rest), offset + 2))),
            }
        }
        if !whole {
            self.doubt(at, COULD_BE_OPTION);
        }
        at + 1
    }

    /// `tzf`: letters without a dash, whose values follow as arguments in their order (tar(1), "Traditional usage").
    fn dashless(&mut self, letters: &str) -> usize {
        self.mark(1, Role::Flag);
        let mut next = 2;
        for letter in letters.bytes() {
            let Some(option) = self.form.letter(letter) else {
                self.doubt(1, NOT_IN_TABLE);
                continue;
            };
            self.take(1, option);
            let Some(kind) =
                option.value.filter(|_| !matches!(option.arity, Arity::Optional | Arity::Attached))
            else {
                continue;
            };
            if next < self.args.len() {
                self.next_value(next, &kind);
                next += 1;
            } else {
                self.doubt(1, VALUE_MISSING);
            }
        }
        next
    }

    /// Notes that `option` is at `at`.
    pub(super) fn take(&mut self, at: usize, option: &'static Opt) {
        self.options.push((at, option));
        if let Some(refusal) = option.refuse {
            self.refuse(at, refusal.why);
        }
        self.plan.add(option);
        self.conditions.add(option);
    }

    /// The value of `option`, which is at `at`; `attached` is its text, when known, and its offset.
    /// Gives the index of the next argument to read.
    fn value_of(
        &mut self,
        at: usize,
        option: &'static Opt,
        attached: Option<(Option<&str>, usize)>,
    ) -> usize {
        self.mark(at, if option.arity == Arity::None { Role::Flag } else { Role::OptionWithValue });
        let Some(kind) = option.value else {
            if attached.is_some() {
                self.doubt(at, VALUE_UNWANTED);
            }
            return at + 1;
        };
        if self.program.appends && option.names.first() == Some(&"-I") {
            self.replaces = Some(attached.map_or((at + 1, 0), |(_, offset)| (at, offset)));
        }
        if let Some((text, offset)) = attached {
            if matches!(option.arity, Arity::Separate | Arity::Pair) {
                self.doubt(at, VALUE_UNWANTED);
            }
            if let Some(used) = self.uses.get_mut(at) {
                used.value = Some((kind.role, offset as u32));
                used.any_value = kind.any;
            }
            self.check_value(at, &kind, text, false);
            self.run(at, &kind, offset);
            return at + 1;
        }
        let has_next = at + 1 < self.args.len();
        match option.arity {
            Arity::None | Arity::Optional => at + 1,
            Arity::UnlessLast if !has_next => at + 1,
            Arity::Pair if at + 2 < self.args.len() => {
                self.next_value(at + 1, &NAME);
                self.next_value(at + 2, &kind);
                at + 3
            }
            Arity::Required | Arity::Separate | Arity::UnlessLast if has_next => {
                self.next_value(at + 1, &kind);
                at + 2
            }
            Arity::Attached | Arity::Required | Arity::Separate | Arity::UnlessLast | Arity::Pair => {
                self.doubt(at, VALUE_MISSING);
                at + 1
            }
        }
    }

    /// A value that is an argument of its own.
    pub(super) fn next_value(&mut self, at: usize, kind: &Kind) {
        let Some(arg) = self.args.get(at) else { return };
        self.place(at, kind);
        if arg.splits() {
            self.doubt(at, VALUE_SPLITS);
        } else {
            self.check_value(
                at,
                kind,
                arg.text().or_else(|| stands_for(arg, kind)),
                arg.value.is_file_name(),
            );
        }
        self.run(at, kind, 0);
    }

    fn place(&mut self, at: usize, kind: &Kind) {
        if let Some(used) = self.uses.get_mut(at) {
            used.role = kind.role;
            used.any_value = kind.any;
        }
        if kind.directory {
            self.directories.push(at);
        }
    }

    /// A shell command line that is one option's value, or a command that begins with it.
    fn run(&mut self, at: usize, kind: &Kind, skip: usize) {
        if kind.is_shell() {
            self.shell(at, at + 1, skip, kind.found);
        } else if kind.role == Role::Command {
            let end = self.args.len();
            if skip == 0 { self.command(at, end, kind.found) } else { self.shell(at, end, skip, kind.found) }
        }
    }

    /// Notes a shell command line; after something that was not understood, it can be any later argument.
    fn shell(&mut self, at: usize, end: usize, skip: usize, found: FoundNames) {
        let wrapper = self.program.name;
        if let Some((doubtful, _)) = self.unknown {
            self.inner.push(Inner::AnyOf { from: (doubtful + 1).min(at), wrapper });
        }
        self.inner.push(Inner::Shell { at, end, skip, wrapper, found });
    }

    /// Notes what a setting on the line makes git run: a command line, or for an alias git itself.
    fn setting(&mut self, at: usize, text: &str) {
        let Some((name, value)) = text.split_once('=') else { return };
        let (skip, wrapper, found) = (name.len() + 1, self.program.name, FoundNames::NONE);
        let is_alias = name.get(..6).is_some_and(|section| section.eq_ignore_ascii_case("alias."));
        self.inner.push(match (is_alias, value.starts_with('!')) {
            (true, false) => Inner::Own { at, skip, wrapper },
            (_, true) => Inner::Shell { at, end: at + 1, skip: skip + 1, wrapper, found },
            (false, false) => Inner::Shell { at, end: at + 1, skip, wrapper, found },
        });
    }

    /// Whether this value of this kind is vouched for.
    fn check_value(&mut self, at: usize, kind: &Kind, text: Option<&str>, is_file_name: bool) {
        if let Some(refusal) = kind.refuse {
            self.refuse(at, refusal.why);
            return;
        }
        if kind.role == Role::Block {
            if self.args.get(at).is_some_and(|arg| arg.value.is_block()) {
                self.any_text(at);
            } else {
                self.doubt(at, CODE);
            }
            return;
        }
        if kind.literal && text == Some("-") {
            self.doubt(at, VALUE_UNKNOWN);
        }
        if let Role::Code(language) = kind.role
            && language != Language::Shell
        {
            // A script in several parts is read once all of them are known.
            let judged = |text| match self.form.whole {
                Whole::Sed => None,
                Whole::None | Whole::Printf => languages::flaw(language, text),
            };
            match text.map_or(Some(Flaw::Unknown(CODE)), judged) {
                Some(Flaw::Harmful(why)) => self.refuse(at, why),
                Some(Flaw::Unknown(why)) => self.doubt(at, why),
                None => {}
            }
            return;
        }
        if kind.role == Role::PathRead
            && !kind.literal
            && self.args.get(at).is_some_and(|arg| arg.value.is_pipe())
        {
            // Whatever the commands after it print, it is read.
            if let Some(used) = self.uses.get_mut(at) {
                used.any_value = true;
            }
            return;
        }
        if kind.check == Check::ShellNumber && self.args.get(at).is_some_and(|arg| arg.value.is_number()) {
            return;
        }
        if !kind.limits.is_none() {
            let is_within = match self.form.syntax.kind {
                Syntax::Parameters => formats::is_within_in_any_case,
                _ => formats::is_within,
            };
            match text {
                Some(text) if is_within(&kind.limits, text) => self.listed.push(at),
                Some(_) => self.refuse(at, NOT_LISTED),
                None => self.doubt(at, VALUE_UNKNOWN),
            }
        }
        let lead = self.args.get(at).map_or("", |arg| arg.prefix());
        match formats::check(self.shell, kind.check, text, lead) {
            Some(Flaw::Harmful(why)) => {
                self.refuse(at, why);
                if kind.check == Check::GitSetting {
                    self.setting(at, text.unwrap_or(""));
                }
            }
            Some(Flaw::Unknown(why)) => self.doubt(at, why),
            None => {
                let is_enough = match text {
                    Some(_) => true,
                    None => kind.any || (is_file_name && !kind.literal && kind.role == Role::PathRead),
                };
                if !is_enough {
                    self.doubt(at, VALUE_UNKNOWN);
                }
            }
        }
    }

    /// An operand at `at`. Gives the next argument to read; none when the rest belongs to an inner command.
    pub(super) fn operand(&mut self, at: usize) -> Option<usize> {
        if !self.form.subs.is_empty() && self.operands.is_empty() {
            let arg = self.args.get(at)?;
            if let Some(sub) = arg.text().and_then(|text| self.form.sub(text)) {
                self.mark(at, Role::Subcommand);
                self.form = sub;
                self.form_at = at;
                self.before_separator = None;
                self.plan.enter_subcommand();
                self.conditions = Conditions::default();
                return Some(at + 1);
            }
            if self.form.operands.first.is_empty() && self.form.operands.rest.is_none() {
                self.doubt(at, NO_SUB);
                self.operands.push(at);
                return Some(at + 1);
            }
        }
        if self.form.operands.assignments && self.operands.is_empty() && self.is_assignment(at) {
            self.mark(at, Role::Setting);
            if self.program.wrapper != Some(Wrapper::Prove) || !self.is_harmless_assignment(at) {
                self.refuse(at, SETS_VARIABLE);
            }
            return Some(at + 1);
        }
        if self.program.runs && self.kind(self.operands.len()).is_some_and(|kind| kind.runs()) {
            // `docker exec name -- command`
            if self.args.get(at).and_then(Arg::text) == Some("--") {
                self.mark(at, Role::Flag);
                return Some(at + 1);
            }
            if self.starts_inner(at) {
                // Each of several command lines is one by itself (`hyperfine a b`).
                let next = self.kind(self.operands.len() + 1).filter(|kind| kind.is_shell() && !kind.joined);
                next?;
            }
        }
        self.operands.push(at);
        Some(at + 1)
    }

    fn is_assignment(&self, at: usize) -> bool {
        let text = self.args.get(at).and_then(Arg::text);
        text.and_then(|text| text.find('=')).is_some_and(|equals| equals > 0)
    }

    /// Whether the argument at `at` sets a variable to what is harmless for any program.
    fn is_harmless_assignment(&self, at: usize) -> bool {
        let text = self.args.get(at).and_then(Arg::text);
        text.and_then(|text| text.split_once('='))
            .is_some_and(|(name, value)| is_harmless_assignment(name, value))
    }

    /// Whether an inner command begins at `at`; if so, the rest of the arguments is its own.
    fn starts_inner(&mut self, at: usize) -> bool {
        let (Some(arg), Some(kind)) = (self.args.get(at), self.kind(self.operands.len())) else {
            return false;
        };
        let end = self.args.len();
        let wrapper = self.program.name;
        if kind.role == Role::Command {
            self.mark(at, Role::Command);
            match self.unknown {
                Some((doubtful, _)) => {
                    self.inner.push(Inner::AnyOf { from: (doubtful + 1).min(at), wrapper });
                }
                None if arg.text().is_none() => self.inner.push(Inner::AnyOf { from: at, wrapper }),
                None => self.command(at, end, kind.found),
            }
            // Of a program that runs commands besides, the text before `--` may be its own.
            if self.program.wrapper.is_none()
                && let Some(from) =
                    (at + 1..end).find(|at| self.args.get(*at).is_some_and(|it| it.text() == Some("--")))
                && from + 1 < end
            {
                self.command(from + 1, end, FoundNames::NONE);
            }
            return true;
        }
        if kind.is_shell() {
            let end = if kind.joined { end } else { at + 1 };
            for index in at..end {
                self.mark(index, kind.role);
            }
            self.shell(at, end, 0, kind.found);
            return true;
        }
        false
    }

    /// Notes the inner command from `at` up to `end`.
    pub(super) fn command(&mut self, at: usize, end: usize, found: FoundNames) {
        let sound = self.is_sound();
        let proves = match self.program.wrapper {
            Some(Wrapper::Allow) => true,
            Some(Wrapper::Prove) => (1..at).all(|index| self.is_harmless_assignment(index)),
            _ => self.form.syntax.kind == Syntax::Expression,
        };
        let provable = sound && proves;
        let (wrapper, appends) = (self.program.name, self.program.appends);
        // With options, what a wrapper appends is elsewhere or comes otherwise than a rule's author expects.
        let allowed = self.program.wrapper == Some(Wrapper::Allow) && sound && (at == 1 || !appends);
        let replaces = self.replaces;
        self.inner.push(Inner::Command { at, end, wrapper, allowed, provable, replaces, appends, found });
    }

    /// What the operand at `position` is, the last one's special meaning aside.
    fn kind(&self, position: usize) -> Option<Kind> {
        self.plan.kind(&self.form.operands, position)
    }

    /// Gives every operand its meaning, now that all options are known.
    fn assign(&mut self) {
        let operands = core::mem::take(&mut self.operands);
        let table = &self.form.operands;
        if let (Some(refusal), Some(&first), false) =
            (table.need, operands.first(), self.conditions.only_lists)
        {
            self.doubt(first, refusal.why);
        }
        let last = self.plan.last(table);
        let mut loose = None;
        for (position, &at) in operands.iter().enumerate() {
            let Some(arg) = self.args.get(at) else { continue };
            let is_after = self.before_separator.is_some_and(|before| position >= before);
            let kind = match (table.after.filter(|_| is_after), last) {
                (Some(after), _) => Some(after),
                (None, Some(last)) if position + 1 == operands.len() => Some(last),
                _ => self.kind(position),
            };
            if arg.splits() && loose.is_none() && !self.is_in_rest(arg, position, is_after) {
                loose = Some(self.plan.loose(table, position, kind, is_after));
            }
            let kind = match loose {
                None => kind,
                Some(Some(loose)) => Some(loose),
                Some(None) => {
                    self.doubt(at, VALUE_SPLITS);
                    kind
                }
            };
            let Some(kind) = kind else {
                self.doubt(at, TOO_MANY);
                continue;
            };
            self.place(at, &kind);
            self.check_value(
                at,
                &kind,
                arg.text().or_else(|| stands_for(arg, &kind)),
                arg.value.is_file_name(),
            );
        }
        if self.form.whole == Whole::Sed {
            self.sed_script(&operands);
        }
        if self.form.whole == Whole::Printf {
            match formats::printf(self.shell, self.args, &operands) {
                Some((at, Flaw::Harmful(why))) => self.refuse(at, why),
                Some((at, Flaw::Unknown(why))) => self.doubt(at, why),
                None => {
                    for &at in &operands {
                        if let Some(used) = self.uses.get_mut(at) {
                            used.any_value = true;
                        }
                    }
                }
            }
        }
        self.operands = operands;
    }

    /// Whether an argument is names of objects, and they and all that follow are revisions, however many they are.
    fn is_in_rest(&self, arg: &Arg<'_>, position: usize, is_after: bool) -> bool {
        let rest = || self.plan.rest_from(&self.form.operands, position);
        arg.value.sample().is_some() && !is_after && rest().is_some_and(|rest| rest.role == Role::Revision)
    }
}
