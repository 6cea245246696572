//! The keys of a table, as a file spells them.
//!
//! Owns the names of keys and values only. Where a table becomes a program, other modules decide the defaults and the
//! keys that exclude each other. The JSON Schema of the language is generated from these types.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, DerefMut};

use serde::de::value::MapAccessDeserializer;
use serde::de::{self, IntoDeserializer, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::super::shape::{
    Arity, Check, Gives, Harm, Intent, Interpreter, Language, OnlyValues, PipelinePaths, ProgramQuality,
    ProgramSource, Role, ShellEffect, Stray, Syntax, System, UiKind, Whole, Wrapper,
};
use super::prints::PrintsKeys;

/// All spellings of one option, dashes included, separated by blanks: `-n --lines`.
pub(super) type Spellings = Spanned<String>;

/// A name, with its place in the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub(super) struct Name(Spanned<String>);

impl Default for Name {
    fn default() -> Self {
        Self(Spanned::new(0..0, String::new()))
    }
}

impl Deref for Name {
    type Target = Spanned<String>;

    fn deref(&self) -> &Spanned<String> {
        &self.0
    }
}

impl DerefMut for Name {
    fn deref_mut(&mut self) -> &mut Spanned<String> {
        &mut self.0
    }
}

/// One file `NAME.toml`, or one `[[sub]]` in it.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Table {
    /// The program's or the sub-command's name.
    #[cfg_attr(test, schemars(with = "String"))]
    pub name: Name,
    /// What it does, as a verb phrase: `copy files`.
    pub summary: String,
    /// The source from which the table was written. Programs only.
    #[cfg_attr(test, schemars(with = "Option<Source>"))]
    pub source: Option<Spanned<Source>>,
    /// The program whose options, operands, exit statuses and sub-commands it shares. Programs only.
    #[cfg_attr(test, schemars(with = "Option<String>"))]
    pub like: Option<Spanned<String>>,
    /// Further sub-commands with everything that this one has, by name, with their summaries. Sub-commands only.
    #[serde(default)]
    pub alike: BTreeMap<String, String>,
    /// How it is displayed. Default: `other`; for a sub-command: that of its program.
    pub ui: Option<UiKind>,
    /// Success prints nothing.
    #[serde(default)]
    pub silent: bool,
    /// It may continue in the background when it takes long. Default: true.
    pub background: Option<bool>,
    /// Options with which success prints nothing.
    #[serde(default)]
    pub quiet: Vec<String>,
    /// Options with which success prints something although `silent` is set; the empty text: no argument.
    #[serde(default)]
    pub loud: Vec<String>,
    /// Options with which it talks to a person at a terminal; the empty text: no argument.
    #[serde(default)]
    pub terminal: Vec<String>,
    /// What it does if every argument is understood. Default: `reads`.
    pub intent: Option<Intent>,
    /// Its sub-commands that need a server, whatever else they do.
    #[serde(default)]
    pub servers: Vec<String>,
    /// The hosts that its service has unless the user set up another one. Default for a sub-command: those of its program.
    pub hosts: Option<Vec<String>>,
    /// The socket files that its daemon has unless the user set up another one. Default for a sub-command: those of its
    /// program.
    pub sockets: Option<Vec<String>>,
    /// All possible arguments are harmless.
    #[serde(default)]
    pub any_value: bool,
    /// It reads the git repository around the working directory.
    #[serde(default)]
    pub repository: bool,
    /// Without a repository its two operands are files, which it prints.
    #[serde(default)]
    pub compares: bool,
    /// Its output replaces an existing file, so the directory changes.
    #[serde(default)]
    pub replaces: bool,
    /// Which files it changes in a directory among its operands, and in all directories below.
    pub changes: Option<Changes>,
    /// With which options it only prints what servers answer to a GET or a HEAD of the URLs among its operands.
    pub fetches: Option<Fetches>,
    /// The file that it reads can later be changed under the name that it creates (`ln`).
    #[serde(default)]
    pub links: bool,
    /// It is an interpreter: it runs the program in an option, in the file that the first operand names, or on its input.
    pub interpreter: Option<Interpreter>,
    /// Options of a program that searches for files, with which it still finds all of them.
    #[serde(default)]
    pub selects_nothing: Vec<String>,
    /// With at most this many operands it runs the commands that it reads from its standard input.
    pub commands: Option<u8>,
    /// Files that it changes with any arguments, when it is not vouched for.
    #[serde(default)]
    pub writes: Vec<String>,
    /// Files of a project, in the working directory or above, that can make it run another program. Default for a
    /// sub-command: those of its program.
    pub settings: Option<Vec<String>>,
    /// Options with which it shows what is in the files among its operands; without them it looks at their names, dates
    /// and sizes. Default: it always shows what is in them.
    pub contents: Option<Vec<String>>,
    /// Options with which it prints the environment, when it has no operand; the empty text: no argument. Its operands are
    /// names of variables that it prints.
    #[serde(default)]
    pub environment: Vec<String>,
    /// Options with which it ends when its input does not (`head -c`); the empty text: without any option too.
    #[serde(default)]
    pub ends: Vec<String>,
    /// Each of these as the only argument only prints something; the empty text: no argument.
    #[serde(default)]
    pub alone: Vec<String>,
    /// Beginnings of environment variables that can define names of sub-commands. Programs only.
    #[serde(default)]
    pub alias_variables: Vec<String>,
    /// Options with which it reads names of files or objects from its input; the empty text: always.
    #[serde(default)]
    pub input_names: Vec<String>,
    /// Options with which it reads names of files from a list: the file that is the value, or that an operand names; `-`
    /// is its input.
    #[serde(default)]
    pub name_lists: Vec<String>,
    /// Names of one sub-command, in one entry: `["install", "add", "i"]`. A name can have several words. Programs only.
    #[serde(default)]
    pub synonyms: Vec<Vec<String>>,
    /// By option or sub-command: other arguments that do the same among other things. An entry of several words needs all
    /// of them; `+` stands for an operand that begins with it.
    #[serde(default)]
    pub implied: BTreeMap<String, Vec<String>>,
    /// Sub-commands may be cut short (`ip l`).
    #[serde(default)]
    pub abbreviates: bool,
    /// Every operand means the same wherever it is among the others (`make all deploy`).
    #[serde(default)]
    pub unordered: bool,
    /// The harm of an argument that becomes an option only at run time. Default: `harmful`.
    pub stray: Option<Stray>,
    /// How arguments are parsed. Default: `getopt`.
    pub syntax: Option<Syntax>,
    /// Short options may share one argument (`-la`). Default: true; for a sub-command: that of its program.
    pub clusters: Option<bool>,
    /// Options end at the first operand.
    #[serde(default)]
    pub stops: bool,
    /// `-5` is an option.
    #[serde(default)]
    pub numeric: bool,
    /// An argument `@file` reads arguments from that file, and is refused.
    #[serde(default)]
    pub response_files: bool,
    /// The first argument is short options even without a dash (`tar tzf`).
    #[serde(default)]
    pub dashless: bool,
    /// Letters after `+` are options too, turned off (`bash +e`).
    #[serde(default)]
    pub plus: bool,
    /// An argument that begins with `+` turns options off, and is refused.
    #[serde(default)]
    pub switches: bool,
    /// Options of which one is required.
    pub needs: Option<Needs>,
    /// Options that are vouched for on their own, but not together.
    pub conflict: Option<Conflict>,
    /// It runs the command among its arguments; the value sets who sees that command. Programs only.
    pub wrapper: Option<Wrapper>,
    /// The command that it runs gets further arguments from its input. Programs only.
    #[serde(default)]
    pub appends: bool,
    /// It runs any code that it is given: an allow rule with free arguments allows everything. Follows from `wrapper`.
    /// Programs only.
    #[serde(default)]
    pub arbitrary_code: bool,
    /// What it does to the shell that runs it, as a built-in. Programs only.
    #[serde(default)]
    pub shell: Vec<ShellEffect>,
    /// Version managers put a program of theirs in its place, which runs what files of the project name. Programs only.
    #[serde(default)]
    pub shim: bool,
    /// Windows has another program with this name. Programs only.
    #[serde(default)]
    pub other_on_windows: bool,
    /// What it is besides, for displays and for forms about several commands. Programs only.
    #[serde(default)]
    pub qualities: Vec<ProgramQuality>,
    /// What holds only for the implementations of some systems. Programs only.
    #[serde(default)]
    pub only: Vec<Only>,
    /// The module of a cmdlet, which can be in front of its name. Cmdlets only.
    pub module: Option<String>,
    /// The aliases of a cmdlet on every system. Cmdlets only.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The aliases of a cmdlet on Windows, which are programs elsewhere. Cmdlets only.
    #[serde(default)]
    pub windows_aliases: Vec<String>,
    /// The parameters to which arguments without a name are bound, in order; several names with blanks between them: a block
    /// goes to the one that takes a block. Cmdlets only.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub positions: Vec<Spanned<String>>,
    /// What comes down a pipeline can name the files that it works on. Cmdlets only.
    pub pipeline_paths: Option<PipelinePaths>,
    /// The harm that it does without further arguments, for which it is refused.
    pub harm: Option<Harm>,
    /// The harm in words.
    pub why: Option<String>,
    /// Arguments that are only understood together.
    pub whole: Option<Whole>,
    /// Options without a value.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub flags: Vec<Spellings>,
    /// Options with a value, by the role of the value.
    #[serde(default)]
    pub options: Options,
    /// Names of groups whose options it also takes.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub groups: Vec<Spanned<String>>,
    /// Arguments besides options.
    #[serde(default)]
    pub operands: Operands,
    /// The meanings of exit statuses, sorted by status.
    #[serde(default)]
    pub exit: Vec<Exit>,
    /// What it prints, by the options that it depends on.
    #[serde(default)]
    pub prints: Vec<PrintsKeys>,
    /// Commands that are vouched for; each is a test.
    #[serde(default)]
    pub yes: Vec<String>,
    /// Commands that are not vouched for; each is a test.
    #[serde(default)]
    pub no: Vec<String>,
    /// Options with further properties.
    #[serde(default)]
    pub option: Vec<Opt>,
    /// Known options that are refused, by reason.
    #[serde(default)]
    pub refuse: Vec<Refused>,
    /// Options that several sub-commands share. Programs only.
    #[serde(default)]
    pub group: Vec<Group>,
    /// Sub-commands.
    #[serde(default)]
    pub sub: Vec<Self>,
}

/// What holds only for the implementations of some systems.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Only {
    /// Those for which it holds.
    #[cfg_attr(test, schemars(with = "Vec<System>"))]
    pub systems: Spanned<Vec<System>>,
    /// Spellings of options, one each; of an option with an optional value only those without one count. Default: the
    /// program as a whole.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub options: Vec<Spanned<String>>,
    /// Which values of the options count. Default: all.
    #[serde(default)]
    pub values: Option<OnlyValues>,
    /// What they do elsewhere, in words.
    pub why: String,
}

/// Options of which one is required.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Needs {
    /// The options, each by one spelling.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub any: Vec<Spanned<String>>,
    /// The harm that it does without them.
    pub harm: Harm,
    /// The harm in words.
    pub why: Option<String>,
}

/// Options that are vouched for on their own, but not together.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Conflict {
    /// One of these…
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub between: Vec<Spanned<String>>,
    /// …with one of these.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub and: Vec<Spanned<String>>,
    /// The harm that they do together.
    pub harm: Harm,
    /// The harm in words.
    pub why: Option<String>,
}

/// The only files that a program changes in a directory.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Changes {
    /// How their names end, with the dot: `.go`.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub endings: Vec<Spanned<String>>,
    /// Options with which it does more than to format them, so that it holds for none.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub without: Vec<Spanned<String>>,
}

/// The options with which a program only prints what servers answer to a GET or a HEAD.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Fetches {
    /// Options that may be given, with any value.
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub may: Vec<Spanned<String>>,
    /// Options that may be given with one of these values; one that ends in `*` is the beginning of a text.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "BTreeMap<String, Vec<String>>"))]
    pub values: BTreeMap<Spanned<String>, Vec<String>>,
    /// Options of these that must be given.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub must: Vec<Spanned<String>>,
}

/// Options that several sub-commands share.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    /// The name that `groups` uses.
    pub name: String,
    /// Options without a value.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub flags: Vec<Spellings>,
    /// Options with a value, by the role of the value.
    #[serde(default)]
    pub options: Options,
    /// Options with further properties.
    #[serde(default)]
    pub option: Vec<Opt>,
    /// Known options that are refused, by reason.
    #[serde(default)]
    pub refuse: Vec<Refused>,
}

/// Known options that are refused for one reason.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Refused {
    /// What they do.
    #[cfg_attr(test, schemars(with = "Harm"))]
    pub harm: Spanned<Harm>,
    /// The harm in words.
    pub why: Option<String>,
    /// Options without a value.
    #[serde(default)]
    #[cfg_attr(test, schemars(with = "Vec<String>"))]
    pub flags: Vec<Spellings>,
    /// Options with a value, by the role of the value.
    #[serde(default)]
    pub options: Options,
    /// Options with further properties.
    #[serde(default)]
    pub option: Vec<Opt>,
}

/// One option with further properties.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Opt {
    /// All spellings, separated by blanks.
    #[cfg_attr(test, schemars(with = "String"))]
    pub names: Spellings,
    /// The role of its value. Default: no value.
    pub value: Option<Kind>,
    /// The place of the value. Default: `required`.
    pub arity: Option<Arity>,
    /// The operand that this option replaces: `grep -e PATTERN` makes the pattern operand unnecessary.
    pub gives: Option<Gives>,
    /// What it says about the program of an interpreter.
    pub program: Option<ProgramSource>,
    /// With it, the program only looks its operands up (`git branch --list x`).
    #[serde(default)]
    pub lists: bool,
    /// With it, the first operand has this role instead.
    pub first: Option<Kind>,
    /// With it, every operand has this role instead.
    pub operands: Option<Kind>,
    /// With it, every operand after the first ones has this role instead.
    pub rest: Option<Kind>,
}

/// Arguments besides options.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Operands {
    /// The first ones, in order.
    #[serde(default)]
    pub first: Vec<Kind>,
    /// All further ones. Default: none are allowed.
    pub rest: Option<Kind>,
    /// The last one, when it differs.
    pub last: Option<Kind>,
    /// Those after `--`, when they differ.
    pub after: Option<Kind>,
    /// Leading operands `NAME=value` are assignments.
    #[serde(default)]
    pub assignments: bool,
    /// The harm of operands without an option that has `lists`.
    pub need: Option<Need>,
    /// Without operands it uses the home directory.
    #[serde(default)]
    pub home: bool,
}

/// The harm of operands without an option with which the program only looks them up.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Need {
    /// What they do.
    pub harm: Harm,
    /// The harm in words.
    pub why: Option<String>,
}

/// The meaning of an exit status.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Exit {
    /// The status.
    pub status: u8,
    /// Its meaning.
    pub means: String,
    /// It is a failure.
    #[serde(default)]
    pub failure: bool,
    /// It means this only with one of these options.
    #[serde(default)]
    pub with: Vec<String>,
}

/// The role of a value or an operand: its name, or a table with further properties.
#[derive(Clone, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(untagged))]
pub(super) enum Kind {
    /// `"path-read"`
    Role(RoleName),
    /// `{ role = "path-read", literal = true }`
    Full(FullKind),
}

/// A role with further properties.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FullKind {
    /// The role.
    pub role: RoleName,
    /// A further check of the text.
    pub check: Option<Check>,
    /// The texts that it may be.
    #[serde(default)]
    pub values: Vec<String>,
    /// Beginnings of further texts that it may be.
    #[serde(default)]
    pub prefixes: Vec<String>,
    /// Texts that it must not contain.
    #[serde(default)]
    pub without: Vec<String>,
    /// Kinds of objects that it must not name: `kind`, `kind/name`, `kind.group`, several after commas.
    #[serde(default)]
    pub without_kinds: Vec<String>,
    /// It must be known before the run; a glob is not enough.
    #[serde(default)]
    pub literal: bool,
    /// The program works in this directory instead of the shell's.
    #[serde(default)]
    pub directory: bool,
    /// All operands from here on, joined with blanks, are one value.
    #[serde(default)]
    pub joined: bool,
    /// The command in it gets names of files that the program finds, after its arguments.
    #[serde(default)]
    pub appends: bool,
    /// Texts in the place of which the command in it gets these names.
    #[serde(default)]
    pub signs: Vec<String>,
    /// The harm that it does, for which it is refused.
    pub harm: Option<Harm>,
    /// The harm in words.
    pub why: Option<String>,
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Read;

        impl<'de> Visitor<'de> for Read {
            type Value = Kind;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a role, or a table with a role")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Kind, E> {
                RoleName::deserialize(text.into_deserializer()).map(Kind::Role)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Kind, A::Error> {
                FullKind::deserialize(MapAccessDeserializer::new(map)).map(Kind::Full)
            }
        }

        from.deserialize_any(Read)
    }
}

/// The roles in a table, and the lists of options by role.
macro_rules! roles {
    ($($(#[$says:meta])+ $name:literal $variant:ident $list:ident => $role:expr;)+) => {
        /// The role of a value or an operand.
        #[derive(Clone, Copy, Debug, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub(super) enum RoleName {
            $($(#[$says])+ #[serde(rename = $name)] $variant,)+
        }

        impl RoleName {
            /// The role with this name.
            pub(super) const fn role(self) -> Role {
                match self { $(Self::$variant => $role,)+ }
            }
        }

        /// Options by the role of their value.
        #[derive(Clone, Debug, Default, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub(super) struct Lists {
            $($(#[$says])+ #[serde(rename = $name)] #[cfg_attr(test, schemars(with = "Vec<String>"))]
            $list: Vec<Spellings>,)+
        }

        /// Options by the role of their value, and those whose value is not in the same or the next argument.
        #[derive(Clone, Debug, Default, Deserialize)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub(super) struct Options {
            $($(#[$says])+ #[serde(rename = $name)] #[cfg_attr(test, schemars(with = "Vec<String>"))]
            $list: Vec<Spellings>,)+
            /// The value is only ever in the same argument, and may be missing.
            optional: Lists,
            /// The value is only ever in the same argument.
            attached: Lists,
            /// The value is only ever in the next argument.
            separate: Lists,
            /// The value is missing when the option is the last argument.
            unless_last: Lists,
            /// A name and the value are in the next two arguments.
            pair: Lists,
        }

        impl Lists {
            fn each(&self) -> Vec<(RoleName, &[Spellings])> {
                alloc::vec![$((RoleName::$variant, &*self.$list),)+]
            }
        }

        impl Options {
            /// Every list, with the place and the role of the value.
            pub(super) fn each(&self) -> Vec<(Arity, RoleName, &[Spellings])> {
                let required: Vec<(RoleName, &[Spellings])> =
                    alloc::vec![$((RoleName::$variant, &*self.$list),)+];
                let lists = [
                    (Arity::Required, required),
                    (Arity::Optional, self.optional.each()),
                    (Arity::Attached, self.attached.each()),
                    (Arity::Separate, self.separate.each()),
                    (Arity::UnlessLast, self.unless_last.each()),
                    (Arity::Pair, self.pair.each()),
                ];
                let rows = |(arity, lists): (Arity, Vec<(RoleName, _)>)| {
                    lists.into_iter().map(move |(role, list)| (arity, role, list))
                };
                lists.into_iter().flat_map(rows).collect()
            }
        }
    };
}

roles! {
    /// Text that is only printed or compared.
    "text" Text text => Role::Text;
    /// A search pattern.
    "pattern" Pattern pattern => Role::Pattern;
    /// A number, a date, a format: it only changes how the program prints.
    "setting" Setting setting => Role::Setting;
    /// A revision or an object of a version control system.
    "revision" Revision revision => Role::Revision;
    /// A file that the program reads, or a directory that it lists.
    "path-read" PathRead path_read => Role::PathRead;
    /// A file that the program creates or changes.
    "path-written" PathWritten path_written => Role::PathWritten;
    /// A file that the program removes.
    "path-deleted" PathDeleted path_deleted => Role::PathDeleted;
    /// A host or an address that the program contacts.
    "host" Host host => Role::Host;
    /// A program that the program executes; the arguments after it belong to it.
    "command" Command command => Role::Command;
    /// A shell command line.
    "code:shell" Shell shell => Role::Code(Language::Shell);
    /// A program of sed.
    "code:sed" Sed sed => Role::Code(Language::Sed);
    /// A program of awk.
    "code:awk" Awk awk => Role::Code(Language::Awk);
    /// A program of jq.
    "code:jq" Jq jq => Role::Code(Language::Jq);
    /// A program in any other language.
    "code:other" Other other => Role::Code(Language::Other);
    /// A block of commands, which are judged where they are.
    "block" Block block => Role::Block;
}

/// The source of a table.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Source {
    /// The package with its version: `GNU coreutils 9.1`.
    pub version: Option<String>,
    /// The page of the manual or the command that prints the help: `head(1)`, `go help`.
    pub page: Option<String>,
    /// The web page, for a program without a manual.
    pub url: Option<String>,
    /// The day of the last comparison with the help of the installed program: `2026-11-20`. Default: never compared.
    pub compared: Option<String>,
    /// The day on which it was compared with the implementations of other systems, as `2026-11-23`. Default: they have
    /// none of their own.
    pub elsewhere: Option<String>,
}

/// `refused.toml`: programs that are never vouched for, by harm and name.
pub(super) type RefusedPrograms = BTreeMap<Harm, BTreeMap<Spanned<String>, RefusedProgram>>;

/// A program that is never vouched for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RefusedProgram {
    /// Its source.
    #[cfg_attr(test, schemars(with = "Source"))]
    pub source: Spanned<Source>,
    /// What it does, as a verb phrase: `copy files`.
    pub summary: String,
    /// The harm in words.
    pub why: Option<String>,
    /// How it is displayed. Default: `other`.
    pub ui: Option<UiKind>,
    /// What it does to the shell that runs it, as a built-in.
    #[serde(default)]
    pub shell: Vec<ShellEffect>,
    /// What it is besides, for displays and for forms about several commands.
    #[serde(default)]
    pub qualities: Vec<ProgramQuality>,
    /// Commands that are not vouched for; each is a test. Default: the name alone.
    pub no: Option<Vec<String>>,
    /// It runs any code that it is given.
    #[serde(default)]
    pub arbitrary_code: bool,
}

impl Table {
    /// The table of a program that is never vouched for.
    pub(super) fn refused(name: Spanned<String>, harm: Harm, program: RefusedProgram) -> Self {
        let RefusedProgram { source, summary, why, ui, shell, qualities, no, arbitrary_code } = program;
        Self {
            summary,
            source: Some(source),
            ui: Some(ui.unwrap_or_default()),
            harm: Some(harm),
            why,
            arbitrary_code,
            shell,
            qualities,
            no: no.unwrap_or_else(|| alloc::vec![name.get_ref().clone()]),
            name: Name(name),
            ..Self::default()
        }
    }
}
