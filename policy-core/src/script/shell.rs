//! The differences between shells, as facts about each shell.
//!
//! Owns the only place above the readers that distinguishes shells. A fact is named after a behaviour, so a new shell
//! is a new value. If the behaviour of a shell is unknown, its fact takes the value that proves less.

/// The shell whose grammar applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Dialect {
    /// GNU bash 5, non-interactive, as started by `bash -c`.
    #[default]
    Bash,
    /// zsh 5, non-interactive, as started by `zsh -c`.
    Zsh,
}

impl Dialect {
    /// Every shell.
    pub const ALL: [Self; 2] = [Self::Bash, Self::Zsh];

    /// The facts about it.
    pub const fn shell(self) -> &'static Shell {
        match self {
            Self::Bash => &BASH,
            Self::Zsh => &ZSH,
        }
    }
}

/// How a shell behaves, where shells differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Shell {
    /// Its name, as requests and answers spell it.
    pub name: &'static str,
    /// Whether every command of a pipeline runs in a process of its own. Otherwise the last one can change the shell.
    pub pipelines_run_apart: bool,
    /// Whether a variable holds the text that was assigned to it, and is split at blanks where it is not quoted. Only
    /// then are values followed from an assignment to a use.
    pub variables_hold_text: bool,
    /// Whether a variable means nothing to the shell when its name is one that only scripts use. Otherwise a name in
    /// small letters can be tied to one that the shell obeys: `path` to `PATH`.
    pub script_variables_are_free: bool,
    /// Whether a pattern finds names in the directories that it is written for only, and no name that begins with a dot,
    /// as long as no option was set.
    pub patterns_stay_in_place: bool,
    /// The list in which it keeps the exit status of every command of the last pipeline, where each entry is a number.
    pub exit_statuses: Option<&'static str>,
    /// Whether the operands of `-eq` and its like are evaluated as arithmetic when they are no numbers.
    pub tests_evaluate_numbers: bool,
    /// Whether a redirect without a command runs a program.
    pub redirects_run_a_program: bool,
    /// The command that turns extended patterns off.
    pub extended_patterns_off: &'static str,
}

impl Shell {
    /// Where the shell is not known: of all shells, the one of which the least is proven.
    pub const UNKNOWN: &'static Self = &ZSH;
}

/// GNU bash 5.
static BASH: Shell = Shell {
    name: "bash",
    // bash(1), "Pipelines"; `lastpipe` is off unless a script sets it, which nothing vouches for.
    pipelines_run_apart: true,
    // bash(1), "PARAMETERS" and "Word Splitting".
    variables_hold_text: true,
    // bash(1), "Shell Variables": those that it obeys are written in capitals.
    script_variables_are_free: true,
    // bash(1), "Pathname Expansion".
    patterns_stay_in_place: true,
    // bash(1), "Shell Variables".
    exit_statuses: Some("PIPESTATUS"),
    // bash(1), "test": "integer expression expected".
    tests_evaluate_numbers: false,
    // bash(1), "Simple Command Expansion": the redirection is performed and nothing else.
    redirects_run_a_program: false,
    // bash(1), "shopt".
    extended_patterns_off: "shopt -u extglob",
};

/// zsh 5.
static ZSH: Shell = Shell {
    name: "zsh",
    // zshmisc(1), "Simple Commands & Pipelines": the last command is executed in the shell itself.
    pipelines_run_apart: false,
    // zshparam(1), "Parameters": types compute, names are tied; zshexpn(1), "Parameter Expansion": nothing is split.
    variables_hold_text: false,
    // zshparam(1), "Parameters Used By The Shell": `path`, `cdpath`, `fpath`, `prompt`.
    script_variables_are_free: false,
    // zshexpn(1), "Filename Generation": `**/`, qualifiers.
    patterns_stay_in_place: false,
    // zshparam(1) has `pipestatus`; nothing is proven of it.
    exit_statuses: None,
    // zshmisc(1), "Conditional Expressions".
    tests_evaluate_numbers: true,
    // zshmisc(1), "Redirections with No Command": `READNULLCMD` or `NULLCMD`.
    redirects_run_a_program: true,
    // zshoptions(1), "EXTENDED_GLOB".
    extended_patterns_off: "setopt NO_EXTENDED_GLOB",
};
