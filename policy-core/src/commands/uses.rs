//! The report of a program's table on one command: the use of every argument, and the proof.
//!
//! Owns the types of the report. The option engine fills them.

use alloc::vec::Vec;

use super::argument::Arg;
use super::shape::{Form, Harm, Intent, Opt, Program, Refusal, Role};

/// The use of one argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgumentUse {
    /// What it is to the program.
    pub role: Role,
    /// Whether any value at all would be harmless here, so that it need not be known before the run.
    pub any_value: bool,
    /// The value that an option carries in the same argument: what it is, and the byte where it begins.
    pub value: Option<(Role, u32)>,
}

/// A path that the text of one argument names besides its use: the file of a command in a sed script.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedPath {
    /// Index into the arguments.
    pub arg: usize,
    /// Whether it is read, written or deleted.
    pub role: Role,
    /// Where the path is in the argument's text.
    pub bytes: (usize, usize),
}

/// Why a command is not proven that runs another one.
pub(super) const RUNS: &str = "runs another command";

/// What a program's table says about one command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// It only reads: no write, no network, nothing executed.
    ReadOnly,
    /// It changes nothing but the files among its arguments.
    Edits,
    /// It only reads what the service has that the user set up for the program.
    ReadsService,
    /// It changes nothing, but sends a request to a server or a daemon.
    Connects,
    /// It only reads, apart from the commands among its arguments, which are all known exactly.
    Runs,
    /// The argument at this index makes it do more; the table says why in words.
    Refused {
        /// Index into the arguments.
        arg: usize,
        /// `runs a program`
        why: &'static str,
    },
    /// The argument at this index is not in the table, or not known before the run.
    NotUnderstood {
        /// Index into the arguments.
        arg: usize,
        /// `not an option that is known to only read`
        why: &'static str,
    },
    /// There is no table for the program.
    Unlisted,
}

/// One command as its program's table reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Uses {
    /// The program's table.
    pub program: Option<&'static Program>,
    /// The part of it that applies: the program's own form, or the innermost sub-command's.
    pub form: Option<&'static Form>,
    /// The use of each argument, in the order of the arguments.
    pub uses: Vec<ArgumentUse>,
    /// What is proven.
    pub proof: Proof,
    /// The arguments that name a directory in which the program works instead of the shell's, in order;
    /// each one is relative to the one before.
    pub directories: Vec<usize>,
    /// Every option that was read, with the argument in which it is.
    pub options: Vec<(usize, &'static Opt)>,
    /// The arguments that are operands of the form that applies.
    pub operands: Vec<usize>,
    /// The paths that program texts among the arguments name.
    pub named: Vec<NamedPath>,
}

impl Uses {
    /// What is known of a command whose table is not looked at.
    pub fn unlisted() -> Self {
        Self::nothing(Proof::Unlisted)
    }

    /// What is known where no argument was read.
    pub(super) fn nothing(proof: Proof) -> Self {
        Self {
            program: None,
            form: None,
            uses: Vec::new(),
            proof,
            directories: Vec::new(),
            options: Vec::new(),
            operands: Vec::new(),
            named: Vec::new(),
        }
    }

    /// Whether nothing but a command that it runs from its arguments prevents a proof.
    pub fn is_refused_for_what_it_runs(&self) -> bool {
        matches!(self.proof, Proof::Refused { why: RUNS, .. })
    }

    /// Whether it shows what is in the files among its arguments, and not only their names, dates and sizes.
    pub fn shows_contents(&self) -> bool {
        self.form.is_none_or(|form| {
            let shows = |option: &Opt| option.names.iter().any(|name| form.contents.contains(name));
            !form.names_only || self.options.iter().any(|(_, option)| shows(option))
        })
    }

    /// Whether the table says that it connects to a host or a daemon.
    pub fn connects(&self) -> bool {
        let says = |refusal: Option<Refusal>| refusal.is_some_and(|it| it.harm == Harm::Connects);
        let form = self.form.is_some_and(|form| {
            form.server
                || matches!(form.intent, Intent::Connects | Intent::ReadsService)
                || says(form.refuse)
                || says(form.needs)
        });
        let role = |used: &ArgumentUse| used.value.map_or(used.role, |(role, _)| role);
        matches!(self.proof, Proof::Connects | Proof::ReadsService)
            || form
            || self.uses.iter().any(|used| role(used) == Role::Host)
    }

    /// The hosts that the arguments name: of a URL anywhere, and where the table has a host, of `USER@HOST:PATH` too.
    pub fn hosts<'s>(&self, args: &'s [Arg<'_>]) -> impl Iterator<Item = &'s str> {
        let named = self.uses.iter().zip(args).filter_map(|(used, arg)| {
            let (role, from) = used.value.unwrap_or((used.role, 0));
            let text = arg.text()?.get(from as usize..)?;
            (role == Role::Host || text.contains("://")).then_some(text)
        });
        named.map(host_of)
    }

    /// The text of the value of the option that is at `at` among `args`, when that is known before the run.
    pub fn option_value<'s>(&self, args: &[Arg<'s>], at: usize) -> Option<&'s str> {
        match self.uses.get(at)?.value {
            Some((_, from)) => args.get(at)?.text()?.get(from as usize..),
            None => args.get(at + 1)?.text(),
        }
    }

    /// Every path among the arguments, and in the program texts among them: its argument's index, whether it is read, written or deleted, and
    /// its text when that is known before the run.
    pub fn paths<'s>(&self, args: &[Arg<'s>]) -> impl Iterator<Item = (usize, Role, Option<&'s str>)> {
        let whole = self.uses.iter().zip(args).enumerate().filter_map(|(at, (used, arg))| {
            let (role, from) = used.value.unwrap_or((used.role, 0));
            let is_path = matches!(role, Role::PathRead | Role::PathWritten | Role::PathDeleted);
            is_path.then(|| (at, role, arg.text().and_then(|text| text.get(from as usize..))))
        });
        let named = self.named.iter().map(|named| {
            let text = args.get(named.arg).and_then(Arg::text);
            (named.arg, named.role, text.and_then(|text| text.get(named.bytes.0..named.bytes.1)))
        });
        whole.chain(named)
    }
}

/// The host in a URL or in `USER@HOST:PATH` (RFC 3986, 3.2; scp(1)), without its port.
pub(super) fn host_of(text: &str) -> &str {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or(rest);
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or(host),
    }
}
