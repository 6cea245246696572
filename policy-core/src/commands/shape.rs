//! The compiled form of a table: the options of a program, and the meaning of each one.
//!
//! Owns the types, which the build script packs and the core unpacks. Has no look-up and no argument parsing.

use serde::{Deserialize, Serialize};

use super::kept::kept;
use super::named::HasName;
use super::named_later::NamedLater;
use super::option_list::{OptionList, Spelled};
use super::prints::Prints;

/// The role of one argument for its program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum Role {
    /// The program itself.
    Program,
    /// A sub-command, such as `status` in `git status`.
    Subcommand,
    /// An option without a value, or several in a cluster.
    Flag,
    /// An option that carries a value in the same argument, or whose value follows.
    OptionWithValue,
    /// Text that is only printed or compared.
    Text,
    /// A search pattern.
    Pattern,
    /// A number, a date, a format: it only changes how the program prints.
    Setting,
    /// A revision or an object of a version control system.
    Revision,
    /// A file that the program reads, or a directory that it lists.
    PathRead,
    /// A file that the program creates or changes.
    PathWritten,
    /// A file that the program removes.
    PathDeleted,
    /// A host or an address that the program contacts.
    Host,
    /// A program that the program executes; the arguments after it belong to it.
    Command,
    /// A program text in this language.
    Code(Language),
    /// A block of commands that the script has, and that are judged where they are.
    Block,
    /// Unknown.
    Unknown,
}

/// Languages in which an argument can hold a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
pub enum Language {
    /// A shell command line.
    Shell,
    /// sed
    Sed,
    /// awk
    Awk,
    /// jq
    Jq,
    /// Anything else.
    Other,
}

/// What a command mainly does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum UiKind {
    /// Searches for something.
    Search,
    /// Shows content.
    Read,
    /// Shows names.
    List,
    /// Changes files.
    Edit,
    /// Prints nothing when it succeeds.
    Silent,
    /// Anything else.
    #[default]
    Other,
}

/// One program, from one file `policy-core/commands/FAMILY/NAME.toml`.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The name without a directory. `/bin/ls` and `./ls` are not `ls`.
    pub name: &'static str,
    /// What the table was written from.
    pub source: TableSource,
    /// Options, operands and sub-commands.
    pub form: Form,
    /// Whether it runs the command among its arguments, and who sees that command.
    pub wrapper: Option<Wrapper>,
    /// Whether the command that it runs gets further arguments, from its input.
    pub appends: bool,
    /// Whether it runs any code that it is given, although it is no wrapper: an interpreter, a terminal, a door to
    /// another machine.
    pub arbitrary_code: bool,
    /// Whether any of its options or operands is a command or a shell command line.
    pub runs: bool,
    /// What it does to the shell that runs it, as a built-in.
    #[serde(deserialize_with = "kept")]
    pub shell: &'static [ShellEffect],
    /// Whether version managers put a program of theirs in its place, which runs what files of the project name.
    pub shim: bool,
    /// Whether several systems have an implementation of their own.
    pub several: bool,
    /// Whether Windows has another program with this name.
    pub other_on_windows: bool,
    /// What holds only for some of these implementations.
    #[serde(deserialize_with = "kept")]
    pub only: &'static [Only],
    /// What it is besides, for displays and for forms about several commands.
    #[serde(deserialize_with = "kept")]
    pub qualities: &'static [ProgramQuality],
    /// Where it is a cmdlet and no program: its further names.
    pub cmdlet: Option<Cmdlet>,
}

/// The names of a cmdlet besides its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cmdlet {
    /// The module that can be in front of its name, after which a backslash follows; empty for a function that no
    /// module has.
    pub module: &'static str,
    /// Its aliases on every system.
    #[serde(deserialize_with = "kept")]
    pub aliases: &'static [&'static str],
    /// Its aliases on Windows, which are programs elsewhere.
    #[serde(deserialize_with = "kept")]
    pub windows_aliases: &'static [&'static str],
    /// Whether what comes down a pipeline can name the files that it works on.
    pub pipeline_paths: Option<PipelinePaths>,
}

/// What of the objects that come down a pipeline names files (`about_Pipelines`, "Methods of accepting pipeline input").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum PipelinePaths {
    /// A property of theirs, such as `Path`; a text is input, and no name.
    Name,
    /// They themselves: a text is the name of a file.
    Value,
    /// Further properties decide what it does, even when arguments name the files: nothing may come.
    Any,
}

/// A part of a table that holds only for some implementations; for the others the same words do something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Only {
    /// Those for which it holds.
    pub systems: Systems,
    /// The spellings of the options that it is about, of an option with an optional value those without one. Empty: the
    /// program as a whole.
    #[serde(deserialize_with = "kept")]
    pub options: &'static [&'static str],
    /// Which values of them it is about.
    pub values: OnlyValues,
    /// What they do elsewhere, in words.
    pub why: &'static str,
}

/// The values of options for which a table holds only for some implementations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum OnlyValues {
    /// All.
    #[default]
    #[cfg_attr(test, schemars(skip))]
    All,
    /// Whole numbers.
    Numbers,
    /// All but whole numbers.
    NoNumbers,
}

/// Whose implementation of a program that several systems have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum System {
    /// The programs of GNU/Linux: those of GNU, util-linux, procps and the like.
    Gnu,
    /// Those of FreeBSD, OpenBSD, NetBSD or `DragonFly` BSD.
    Bsd,
    /// Those that macOS has in `/bin` and `/usr/bin`.
    Macos,
    /// The applets of `BusyBox`.
    Busybox,
}

impl System {
    /// Every system with its name in tables and in requests.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Gnu, "gnu"), (Self::Bsd, "bsd"), (Self::Macos, "macos"), (Self::Busybox, "busybox")];
}

/// A set of systems, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Systems(pub(super) u8);

impl Systems {
    /// The set of `systems`.
    pub fn of(systems: &[System]) -> Self {
        Self(systems.iter().fold(0, |bits, system| bits | 1 << *system as u8))
    }
}

/// What a program is besides all that its options and operands say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ProgramQuality {
    /// Only passes on or decorates what other commands show: a display gives it no weight.
    Decorates,
    /// Prints or saves what a server sends.
    Downloads,
    /// A wrapper that prints something of its own.
    Talkative,
    /// Prints while it reads, so that it ends when nobody reads its output any more.
    Streams,
    /// Passes on some of the objects that come down a pipeline, as they are.
    Selects,
    /// Only waits.
    Waits,
    /// Loads compiled code, or a module, into the shell that runs it.
    LoadsCode,
    /// A shell with cmdlets: its options can be cut short, and some of them hold code.
    CmdletShell,
    /// A command of its own language starts a program, from an argument or from its input: `:!ls` in an editor, `\! ls` in a
    /// client of a database.
    ShellEscape,
    /// Starts a program that any of its arguments may name, in a form that its table does not describe: `xterm -e ls`.
    StartsPrograms,
}

/// What a built-in does to the shell that runs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ShellEffect {
    /// Changes the working directory.
    ChangesDirectory,
    /// Runs text, or the commands in a file.
    RunsText,
    /// Runs the command among its arguments, which can be another built-in.
    RunsCommand,
    /// Replaces the shell by another program.
    ReplacesShell,
    /// Keeps text that the shell runs later.
    RunsLater,
    /// Changes which commands exist, or how text is read.
    ChangesLanguage,
    /// Changes what file name patterns find.
    ChangesPatterns,
    /// Evaluates expressions, which can assign variables.
    Evaluates,
    /// Splits a line of its input into values, as `IFS` says.
    SplitsLine,
    /// Assigns in its arguments as the shell does in front of a command: they are not split.
    Assigns,
    /// Evaluates the subscript of a name, or of a number, among its arguments.
    EvaluatesSubscripts,
}

/// The source of a table. At least one of `version`, `page` and `url` is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableSource {
    /// The package with its version: `GNU coreutils 9.1`.
    pub version: Option<&'static str>,
    /// The page of the manual or the command that prints the help: `head(1)`, `go help`.
    pub page: Option<&'static str>,
    /// The web page, for a program without a manual.
    pub url: Option<&'static str>,
    /// The day of the last comparison with the help of the installed program, as `2026-11-20`. Absent: never compared.
    pub compared: Option<&'static str>,
    /// The day on which it was compared with the implementations of other systems. Absent: they have none of their own.
    pub elsewhere: Option<&'static str>,
}

/// Who sees the command that a wrapper runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Wrapper {
    /// For allow and deny: the command that it runs is judged like a command on its own.
    Allow,
    /// For deny only: the command that it runs can be denied, never allowed.
    Deny,
    /// As `Deny`, and no wildcard in an allow rule stands for the command that it runs: who writes a rule about such
    /// a program thinks of what it adds, not of every command.
    Exact,
    /// For deny, and for the proof that a command only reads when nothing but harmless assignments is in front of
    /// it. No allow rule sees through it.
    Prove,
}

/// The options, operands and sub-commands of a program, or of one of its sub-commands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The program's or the sub-command's name.
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// Why it is refused without a further sub-command.
    pub refuse: Option<Refusal>,
    /// How it is displayed.
    pub display: Display,
    /// What follows when every argument is understood.
    pub intent: Intent,
    /// Whether it needs a server, whatever else it does.
    pub server: bool,
    /// The hosts of the service that the program contacts unless its user set up another one.
    #[serde(deserialize_with = "kept")]
    pub hosts: &'static [&'static str],
    /// The socket files of the daemon that the program contacts unless its user set up another one.
    #[serde(deserialize_with = "kept")]
    pub sockets: &'static [&'static str],
    /// Whether any arguments at all are harmless, even unknown ones.
    pub any_value: bool,
    /// Whether its output replaces the file, so that the directory changes.
    pub replaces: bool,
    /// Which files it changes in a directory among its operands; none where nothing is known of that.
    pub changes: Option<Changes>,
    /// With which options it only prints what servers answer to a GET or a HEAD; none where nothing is known of that.
    pub fetches: Option<Fetches>,
    /// Whether what it reads can be changed afterwards under the name that it makes: it makes links.
    pub links: bool,
    /// The programs that it runs: it is an interpreter.
    pub interpreter: Option<Interpreter>,
    /// Options of a program that searches for files, with which it still finds all of them.
    #[serde(deserialize_with = "kept")]
    pub selects_nothing: &'static [&'static str],
    /// With how many operands at most it runs the commands that it reads from its standard input.
    pub commands: Option<u8>,
    /// Whether any option or operand of it or of its sub-commands is a command or a shell command line.
    pub runs: bool,
    /// Files that it changes with any arguments, when it is not vouched for.
    #[serde(deserialize_with = "kept")]
    pub writes: &'static [&'static str],
    /// Whether the repository around the working directory, and with it its configuration, is read.
    pub repository: bool,
    /// Whether its two operands are files where there is no repository: it prints both, and follows links.
    pub compares: bool,
    /// Files of a project, in the working directory or any above it, that can make it run another program.
    #[serde(deserialize_with = "kept")]
    pub settings: &'static [&'static str],
    /// Whether it looks at the names, dates and sizes of the files among its operands and not at what is in them, but
    /// for the options in [`Form::contents`].
    pub names_only: bool,
    /// The options with which it shows what is in the files among its operands, where it shows only their names otherwise.
    #[serde(deserialize_with = "kept")]
    pub contents: &'static [&'static str],
    /// The options with which it prints the environment, when it has no operand; the empty text: no argument. Its operands
    /// are names of variables that it prints. Empty for a program that does not print it.
    #[serde(deserialize_with = "kept")]
    pub environment: &'static [&'static str],
    /// The options with which it ends when its input does not. A program that streams into it ends then too.
    #[serde(deserialize_with = "kept")]
    pub ends: &'static [&'static str],
    /// Arguments that, each one alone, only print something about the program; the empty text is no argument at all.
    #[serde(deserialize_with = "kept")]
    pub alone: &'static [&'static str],
    /// Beginnings of environment variables that can define names of sub-commands.
    #[serde(deserialize_with = "kept")]
    pub alias_variables: &'static [&'static str],
    /// Options with which it reads names of files or objects from its input; the empty text: always.
    #[serde(deserialize_with = "kept")]
    pub input_names: &'static [&'static str],
    /// Options with which it reads names of files from a list: the file that is the value, or that an operand names;
    /// `-` is its input.
    #[serde(deserialize_with = "kept")]
    pub name_lists: &'static [&'static str],
    /// In which other spellings it does the same.
    pub same: Same,
    /// What an argument may do that becomes an option only at run time.
    pub stray: Stray,
    /// How the arguments are read.
    pub syntax: ArgumentSyntax,
    /// Why it is not vouched for without an option that has [`Opt::suffices`] set.
    pub needs: Option<Refusal>,
    /// Why two options are not vouched for together, when one is of each side (see [`Opt::sides`]).
    pub conflict: Option<Refusal>,
    /// Options in the order of the table.
    pub options: OptionList<Opt>,
    /// Operands.
    pub operands: Operands,
    /// The meanings of exit statuses, sorted by status.
    #[serde(deserialize_with = "kept")]
    pub exits: &'static [Exit],
    /// What it prints, by conditions.
    #[serde(deserialize_with = "kept")]
    pub prints: &'static [Prints],
    /// The parameters to which arguments without a name are bound, in order; of several names, a block goes to the one
    /// that takes a block, and anything else to the other.
    #[serde(deserialize_with = "kept")]
    pub positions: &'static [Position],
    /// A check of all operands together.
    pub whole: Whole,
    /// Sub-commands, sorted by name.
    pub subs: NamedLater<Form>,
    /// Commands that the table vouches for; each one is a test.
    #[serde(deserialize_with = "kept")]
    pub yes: &'static [&'static str],
    /// Commands that the table does not vouch for; each one is a test.
    #[serde(deserialize_with = "kept")]
    pub no: &'static [&'static str],
}

/// The parameters to which one argument without a name can be bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Position {
    /// Their names, dashes included.
    #[serde(deserialize_with = "kept")]
    pub names: &'static [&'static str],
}

/// The files that a program changes in a directory that it is given, and in all directories below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Changes {
    /// How their names end, each with a dot in front (`.go`).
    #[serde(deserialize_with = "kept")]
    pub endings: &'static [&'static str],
    /// The options with which it does more to them than to format them.
    #[serde(deserialize_with = "kept")]
    pub without: &'static [&'static str],
}

/// With which options, and no others, a program only prints what servers answer to a GET or a HEAD of its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Fetches {
    /// The options that may be given.
    #[serde(deserialize_with = "kept")]
    pub may: &'static [&'static str],
    /// The options that may be given with some values.
    #[serde(deserialize_with = "kept")]
    pub values: &'static [OptionValues],
    /// The options that must be given, each among the others too.
    #[serde(deserialize_with = "kept")]
    pub must: &'static [&'static str],
}

/// An option with the values for which something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OptionValues {
    /// The option, by any of its spellings.
    pub option: &'static str,
    /// Its values; one that ends in `*` is the beginning of a text.
    #[serde(deserialize_with = "kept")]
    pub texts: &'static [&'static str],
}

/// In which other spellings the same is done: what a deny rule about one of them is about as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Same {
    /// The names of sub-commands that have several.
    #[serde(deserialize_with = "kept")]
    pub synonyms: &'static [Synonyms],
    /// Options and sub-commands that other arguments imply.
    #[serde(deserialize_with = "kept")]
    pub implied: &'static [Implied],
    /// Whether sub-commands may be cut short.
    pub abbreviates: bool,
    /// Whether every operand means the same wherever it is among the others.
    pub unordered: bool,
}

/// All names of one sub-command, each of which can have several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Synonyms {
    /// The names.
    #[serde(deserialize_with = "kept")]
    pub names: &'static [&'static str],
}

/// An option or a sub-command whose effect other arguments have too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implied {
    /// The option, by any of its spellings, or the sub-command.
    pub what: &'static str,
    /// The arguments, each entry sufficient; of several words all are needed. `+`: an operand that begins with it.
    #[serde(deserialize_with = "kept")]
    pub by: &'static [&'static str],
}

/// How a command is displayed: its kind, and what it prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Display {
    /// What it mainly does.
    pub ui: UiKind,
    /// Whether success prints nothing.
    pub silent: bool,
    /// Whether it may continue in the background when it takes long.
    pub background: bool,
    /// Options with which success prints nothing.
    #[serde(deserialize_with = "kept")]
    pub quiet: &'static [&'static str],
    /// Options with which success prints something, although it is silent without them.
    #[serde(deserialize_with = "kept")]
    pub loud: &'static [&'static str],
    /// Options with which it is interactive; the empty text is no argument at all.
    #[serde(deserialize_with = "kept")]
    pub terminal: &'static [&'static str],
}

/// How the arguments of a command are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ArgumentSyntax {
    /// Which rules apply.
    pub kind: Syntax,
    /// Whether short options may share one argument (`-la`).
    pub clusters: bool,
    /// Whether options end at the first operand; else they may follow it, as GNU getopt permutes them.
    pub stops: bool,
    /// Whether `-5` is an option by itself.
    pub numeric: bool,
    /// Whether an argument `@file` reads arguments from that file.
    pub response_files: bool,
    /// Whether the first argument is short options even without a dash (`tar tzf`), their values following.
    pub dashless: bool,
    /// What an argument is that begins with `+`.
    pub plus: Plus,
}

/// What an argument is that begins with `+`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Plus {
    /// An operand.
    Operand,
    /// The options of its letters, turned off (`bash +e`).
    Options,
    /// Options that are turned off; the table does not vouch for any.
    Refused,
}

impl Spelled for Opt {
    fn spellings(&self) -> &'static [&'static str] {
        self.names
    }
}

impl HasName for Form {
    fn name(&self) -> &str {
        self.name
    }
}

/// Why something is not vouched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Refusal {
    /// What it does; of several things the worst.
    pub harm: Harm,
    /// The harm in words, for people only.
    pub why: &'static str,
}

/// The harm of a refused option, operand or sub-command, from the worst down. A table names the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Harm {
    /// Runs a program or code, or opens what runs one: an editor, a pager, a prompt.
    Runs,
    /// Removes files or records.
    Deletes,
    /// Creates or changes files.
    Writes,
    /// Changes something else: settings, a service, a process, the system, the shell.
    Changes,
    /// Connects to a host or a daemon, or changes which one is trusted.
    Connects,
    /// Reads files, settings or secrets that are not among the operands.
    ReadsElsewhere,
    /// Takes over the terminal, waits for a person, or does not end by itself.
    Blocks,
    /// No harm is known; nobody has looked closely enough, or it has no meaning without something that is refused.
    Unknown,
}

impl Harm {
    /// What a table says that has no words of its own.
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Runs => "runs a program",
            Self::Deletes => "removes files",
            Self::Writes => "writes a file",
            Self::Changes => "changes settings",
            Self::Connects => "connects",
            Self::ReadsElsewhere => "reads another file",
            Self::Blocks => "takes over the terminal",
            Self::Unknown => "has not been classified",
        }
    }
}

/// What an interpreter runs. Its program is the value of an option, the file that the first operand names, or its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Interpreter {
    /// Shell commands.
    Shell,
    /// A program in any other language.
    Other,
}

/// What an option says about the program that an interpreter runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum ProgramSource {
    /// Nothing.
    #[cfg_attr(test, schemars(skip))]
    Elsewhere,
    /// Its value names it.
    Value,
    /// The program is read from the input, whatever the operands are.
    Input,
}

/// What a command does if all its arguments are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Intent {
    /// It only reads.
    Reads,
    /// It changes the files among its arguments and nothing else.
    Edits,
    /// It only reads what the service has that the user set up for the program.
    ReadsService,
    /// It changes nothing, but sends a request to a server or a daemon.
    Connects,
    /// It runs what its arguments say.
    Runs,
}

/// The harm of an argument that becomes an option only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Stray {
    /// Some option of the program does harm.
    Harmful,
    /// No option writes, connects or runs anything, and a file's name (which has no slash in it) given to
    /// one reaches nothing outside its directory: harmless from a glob, not from a variable.
    Names,
    /// Every option only changes what the program prints.
    Harmless,
}

/// How a program reads its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Syntax {
    /// getopt and `getopt_long`: `-n5`, `-n 5`, `--lines=5`, `--lines 5`, `--`; long options in full only.
    Getopt,
    /// find: paths, then predicates that are each one whole argument.
    Expression,
    /// `test` and `[`.
    Test,
    /// `[[`.
    Conditional,
    /// ps: letters after a dash, and other letters without one.
    Ps,
    /// A cmdlet: parameters by name, in any case and cut short, and by position.
    Parameters,
}

/// One option.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Opt {
    /// All full spellings, dashes included.
    #[serde(deserialize_with = "kept")]
    pub names: &'static [&'static str],
    /// Whether a value follows.
    pub arity: Arity,
    /// The role of the value; none without a value.
    pub value: Option<Kind>,
    /// Why it is refused; its arity is known anyway.
    pub refuse: Option<Refusal>,
    /// The operand that this option replaces: `grep -e PATTERN` makes the pattern operand unnecessary.
    pub gives: Gives,
    /// What it says about the program of an interpreter.
    pub program: ProgramSource,
    /// With it, the program only looks its operands up (see [`Operands::need`]).
    pub lists: bool,
    /// Whether it is one of the options that [`Form::needs`] requires, such as `tar -t`.
    pub suffices: bool,
    /// The sides of the conflict to which it belongs, as bits (see [`Form::conflict`]).
    pub sides: u8,
    /// With it, the first operand has this role instead.
    pub first: Option<Kind>,
    /// With it, every operand has this role instead.
    pub operands: Option<Kind>,
    /// With it, every operand after the first ones has this role instead; a written path makes the command an edit.
    pub rest: Option<Kind>,
}

/// Whether an option has a value, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Arity {
    /// No value.
    #[cfg_attr(test, schemars(skip))]
    None,
    /// A value, in the same argument or in the next.
    Required,
    /// A value, only ever in the same argument, or none.
    Optional,
    /// A value, only ever in the same argument.
    Attached,
    /// A value, only ever in the next argument.
    Separate,
    /// A value as for `Required`, but none when it is the last argument.
    UnlessLast,
    /// A name and a value, in the next two arguments (`jq --arg NAME VALUE`).
    Pair,
}

/// The operand that an option gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Gives {
    /// None.
    #[cfg_attr(test, schemars(skip))]
    Nothing,
    /// The first one, such as grep's pattern.
    First,
    /// The last one, such as the directory that `cp` copies into.
    Last,
}

/// What a value or an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Kind {
    /// The role.
    pub role: Role,
    /// Whether any value at all is harmless.
    pub any: bool,
    /// A further check of the text.
    pub check: Check,
    /// Texts that it is limited to.
    pub limits: TextLimits,
    /// Whether it must be known before running, so that not even a glob will do.
    pub literal: bool,
    /// Whether the program works in this directory instead of the shell's.
    pub directory: bool,
    /// Whether all operands from here on, joined by blanks, are it.
    pub joined: bool,
    /// The names of files that the command in it gets besides its own arguments.
    pub found: FoundNames,
    /// Why it is not vouched for.
    pub refuse: Option<Refusal>,
}

/// Where a command that a program runs gets the names of files that the program finds at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FoundNames {
    /// After its arguments, if none of the signs is in them.
    pub appended: bool,
    /// In the place of these texts.
    #[serde(deserialize_with = "kept")]
    pub signs: &'static [&'static str],
}

/// The texts to which a value is limited. No limit: all lists are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct TextLimits {
    /// It is one of these,
    #[serde(deserialize_with = "kept")]
    pub values: &'static [&'static str],
    /// or it begins with one of these.
    #[serde(deserialize_with = "kept")]
    pub prefixes: &'static [&'static str],
    /// It contains none of these.
    #[serde(deserialize_with = "kept")]
    pub without: &'static [&'static str],
    /// It names no object of these kinds, in small letters: `kind`, `kind/name`, `kind.group`, several after commas.
    #[serde(deserialize_with = "kept")]
    pub without_kinds: &'static [&'static str],
}

impl TextLimits {
    /// Whether any text is within them.
    pub const fn is_none(&self) -> bool {
        self.values.is_empty()
            && self.prefixes.is_empty()
            && self.without.is_empty()
            && self.without_kinds.is_empty()
    }
}

/// A further check of one value; `formats` has the languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Check {
    /// None.
    #[cfg_attr(test, schemars(skip))]
    None,
    /// `date`'s operand: `+FORMAT`, never a time to set.
    DateFormat,
    /// git's pretty formats.
    GitPretty,
    /// git's reference formats, `%(refname)`.
    GitRefFormat,
    /// git's sort keys.
    GitSortKey,
    /// A revision, or a path that stays below the working directory.
    GitRevision,
    /// A setting for git that names no program.
    GitSetting,
    /// An option of `shopt` that changes what patterns find, and nothing else.
    GlobOption,
    /// An option of `set` that only ends the shell earlier or prints more.
    ShellOption,
    /// An archive's name without a colon: with one, tar(1) asks another host.
    LocalArchive,
    /// The ending of a backup's name: without a slash it stays in the file's directory.
    Suffix,
    /// The name of a variable that only this script uses.
    ScriptVariable,
    /// `NAME` or `NAME=value`, for such a variable.
    ScriptAssignment,
    /// A number, where the shell evaluates the operands of its built-ins as arithmetic; any value where it does not.
    ShellNumber,
    /// A name without `=`, which would set it.
    NoAssignment,
    /// A mode of chmod(1) that gives no program another user's rights, and nobody else the right to write.
    FileMode,
    /// Not `@FILE`, from which a program of Java would read further arguments.
    NoArgumentFile,
    /// `:` and anything: no further options in the same argument.
    Colon,
    /// A file that is no archive, which cloc would unpack with other programs.
    NoArchive,
    /// rpm's format of a query, without `%(`, which runs a command where macros are expanded.
    RpmFormat,
    /// A file, and not `@file`, which names further files.
    NoListFile,
    /// A number, with or without a unit (`8M`, `1GiB`): what else is after the letter would be further options.
    Number,
    /// Digits alone: a number below zero says that the option is not given.
    Count,
    /// What `git shortlog` groups by: a role, a trailer, or a pretty format that checks no signature.
    GitGroup,
    /// The sections that readelf and objdump dump, without those that follow links to other files.
    NoDebugLinks,
    /// A selector of `npm query` that asks no registry.
    NpmSelector,
    /// The name of a package in the registry: no address, no repository (`owner/name`), no file.
    NpmPackage,
    /// A file, and not `+x`, which turns an option of a shell off.
    NoPlus,
    /// When a pager runs: only ever `never`.
    NoPager,
    /// A repository as `owner/name`, without the host that a third part in front would be.
    OwnerRepository,
    /// Columns of ps, without the one that prints the environment of processes.
    PsFormat,
}

/// A look at several arguments together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Whole {
    /// None.
    #[cfg_attr(test, schemars(skip))]
    None,
    /// `printf`: the format decides what the other operands are.
    Printf,
    /// `sed`: every part of the script is read together with the others.
    Sed,
}

/// What operands are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Operands {
    /// The first ones, in order.
    #[serde(deserialize_with = "kept")]
    pub first: &'static [Kind],
    /// All further ones; none when there may be no more.
    pub rest: Option<Kind>,
    /// The last one, when it differs.
    pub last: Option<Kind>,
    /// Those after `--`, when they differ.
    pub after: Option<Kind>,
    /// Whether leading operands of the form `NAME=value` are assignments.
    pub assignments: bool,
    /// Whether operands need an option that has [`Opt::lists`] set, and if so, why.
    pub need: Option<Refusal>,
    /// Whether it uses the home directory without operands.
    pub home: bool,
}

/// The meaning of an exit status.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exit {
    /// The status.
    pub status: u8,
    /// What it means, in words.
    pub means: &'static str,
    /// Whether it is a failure.
    pub failure: bool,
    /// It means this only with one of these options; empty when it always does.
    #[serde(deserialize_with = "kept")]
    pub with: &'static [&'static str],
}
