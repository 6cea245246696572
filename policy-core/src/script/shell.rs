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
    /// PowerShell 7, non-interactive and without a profile, as started by `pwsh -NoProfile -NonInteractive`.
    PowerShell,
    /// The same on Windows, where more names are aliases of cmdlets and programs get patterns as they are written.
    PowerShellOnWindows,
}

impl Dialect {
    /// Every shell.
    pub const ALL: [Self; 4] = [Self::Bash, Self::Zsh, Self::PowerShell, Self::PowerShellOnWindows];

    /// The shells by their name on the wire and in tests of a policy.
    pub const NAMES: [(&str, Self); 3] =
        [("bash", Self::Bash), ("zsh", Self::Zsh), ("powershell", Self::PowerShell)];

    /// The shells with the grammar of POSIX.
    pub const POSIX: [Self; 2] = [Self::Bash, Self::Zsh];

    /// The shell of an agent's tool with this name, where nothing else says which one it is.
    pub fn of_tool(tool: &str) -> Self {
        if tool == Self::PowerShell.tool() { Self::PowerShell } else { Self::Bash }
    }

    /// The name of the tool of an agent that runs this shell, as rules name it.
    pub const fn tool(self) -> &'static str {
        match self {
            Self::Bash | Self::Zsh => "Bash",
            Self::PowerShell | Self::PowerShellOnWindows => "PowerShell",
        }
    }

    /// The same shell on Windows, or elsewhere.
    #[must_use]
    pub const fn on(self, windows: bool) -> Self {
        match self {
            Self::PowerShell | Self::PowerShellOnWindows if windows => Self::PowerShellOnWindows,
            Self::PowerShell | Self::PowerShellOnWindows => Self::PowerShell,
            Self::Bash | Self::Zsh => self,
        }
    }

    /// The facts about it.
    pub const fn shell(self) -> &'static Shell {
        match self {
            Self::Bash => &BASH,
            Self::Zsh => &ZSH,
            Self::PowerShell => &POWERSHELL_ELSEWHERE,
            Self::PowerShellOnWindows => &POWERSHELL_ON_WINDOWS,
        }
    }
}

/// Whether this build reads PowerShell: the feature `powershell`. Without it the code for that shell alone is left out, and its
/// tables are not there.
pub const READS_POWERSHELL: bool = cfg!(feature = "powershell");

/// How a shell behaves, where shells differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shell {
    /// Its name, as requests and answers spell it.
    pub name: &'static str,
    /// Whether this build reads it. Otherwise everything that is said in it asks.
    pub is_read: bool,
    /// Whether its own commands are cmdlets: names in any case, aliases, parameters that can be cut short, values of any
    /// type. Its tables, its checks and its readers are others than those of a POSIX shell.
    pub has_cmdlets: bool,
    /// Whether programs of Windows are what it starts: their names are the same in any case and without `.exe`, and each
    /// takes its command line apart itself.
    pub starts_programs_of_windows: bool,
    /// Whether every command of a pipeline runs in a process of its own. Otherwise the last one can change the shell.
    pub pipelines_run_apart: bool,
    /// Whether a variable holds the text that was assigned to it, and is split at blanks where it is not quoted. Only
    /// then are values followed from an assignment to a use.
    pub variables_hold_text: bool,
    /// Whether a function only runs where a command names it. Otherwise the shell also runs those with names of its own.
    pub functions_run_when_named: bool,
    /// The variables in small letters that the shell obeys or computes, sorted: `path` is tied to `PATH`. The others
    /// in capitals are known to mean something to a shell or to a program, in every shell.
    pub own_variables: &'static [&'static str],
    /// Whether a pattern finds names in the directories that it is written for only, and no name that begins with a dot,
    /// as long as no option was set.
    pub patterns_stay_in_place: bool,
    /// The list in which it keeps the exit status of every command of the last pipeline, where each entry is a number.
    pub exit_statuses: Option<&'static str>,
    /// Whether a built-in evaluates an operand as arithmetic where it expects a number: those of `-eq` and `-t`, of
    /// `exit` and `break`.
    pub operands_are_arithmetic: bool,
    /// Whether `\u` and `\U` in the format of `printf` are decoded before conversions are looked for.
    pub formats_are_decoded_first: bool,
    /// Whether only a single digit in front of a redirect is its descriptor. Otherwise every number that fits a C `int`
    /// is one. More digits are an argument.
    pub one_digit_descriptors: bool,
    /// Whether a descriptor in front of `&>` belongs to it. Otherwise it is an argument.
    pub descriptors_precede_both: bool,
    /// Whether `{name}` is the descriptor of a redirect after blanks as well, and the name can have letters beyond
    /// ASCII. Otherwise it is an argument.
    pub descriptors_stand_apart: bool,
    /// Whether `>&1-` moves a descriptor. Otherwise it writes a file with that name.
    pub moves_descriptors: bool,
    /// Whether `<1-9>` is a pattern that matches numbers.
    pub numeric_ranges: bool,
    /// Whether `}` ends a group at the end of any word, and pairs of braces nest inside `${…}`.
    pub braces_close_anywhere: bool,
    /// Whether the text of `${x:-…}` can be a pattern with qualifiers, and `=(…)` a process, both of which run code.
    pub expansions_run_parentheses: bool,
    /// Whether braces are expanded before anything else in a word is, so that what they become can be written out.
    pub braces_expand_first: bool,
    /// Whether `[` begins a pattern without its `]`. Otherwise it is text.
    pub open_brackets_match: bool,
    /// Whether `#`, `^` and `~` inside a word can be signs of a pattern.
    pub extended_pattern_signs: bool,
    /// Whether `=` at the beginning of a word puts the path of a program there.
    pub equals_names_program: bool,
    /// Whether a prefix such as `~` or `=` is expanded after what becomes nothing: `""~`, `$nothing~`.
    pub prefixes_behind_nothing: bool,
    /// Whether `$x` takes flags, subscripts and modifiers without braces: `$+x`, `$x[1]`, `$x:h`.
    pub unbraced_operations: bool,
    /// Whether letters of the locale beyond ASCII belong to the name of a parameter: `$é`.
    pub names_beyond_ascii: bool,
    /// Whether `>!` writes as `>|` does, and operators of both outputs take either sign.
    pub exclamation_clobbers: bool,
    /// Whether `time` is part of a pipeline: it takes `-p`, and follows `!`. Otherwise it begins a command, so that `-p` is a
    /// program, and so is `time` after `!`.
    pub times_pipelines: bool,
    /// Whether `&!` and `&|` run a command in the background.
    pub disowns: bool,
    /// The reserved words that begin or end commands of forms that the reader does not know.
    pub further_keywords: &'static [&'static str],
    /// Whether characters are read as the locale encodes them, so that `\`, `` ` `` and `|` can be the second byte of one.
    pub reads_locale_characters: bool,
    /// Whether a redirect without a command runs a program.
    pub redirects_run_a_program: bool,
    /// The command that turns extended patterns off.
    pub extended_patterns_off: &'static str,
    /// Options of its start, and values of `-o`, after which it reads a text and starts programs as it would without
    /// them, sorted.
    pub harmless_start: &'static [&'static str],
}

impl Shell {
    /// The descriptor that `digits` in front of a redirect name; none when they are an argument.
    pub fn descriptor(&self, digits: &str) -> Option<u32> {
        let fits = !self.one_digit_descriptors || digits.len() == 1;
        let number = digits.parse::<i32>().ok().filter(|_| fits)?;
        u32::try_from(number).ok()
    }

    /// Whether it reads a text and starts programs after this option, or value of `-o`, as it would without it.
    pub fn reads_the_same_after(&self, option: &str) -> bool {
        self.harmless_start.binary_search(&option).is_ok()
    }

    /// Whether the shell obeys or computes a variable with this name in small letters.
    pub fn obeys(&self, name: &str) -> bool {
        self.own_variables.binary_search(&name).is_ok()
    }

    /// Where the shell is not known: of all shells, the one of which the least is proven.
    pub const UNKNOWN: &'static Self = &ZSH;
}

/// GNU bash 5.
static BASH: Shell = Shell {
    name: "bash",
    is_read: true,
    has_cmdlets: false,
    starts_programs_of_windows: false,
    // bash(1), "Pipelines"; `lastpipe` is off unless a script sets it, which nothing vouches for.
    pipelines_run_apart: true,
    // bash(1), "PARAMETERS" and "Word Splitting".
    variables_hold_text: true,
    // bash(1), "FUNCTIONS". What it runs for a name that it does not find has been judged like every function.
    functions_run_when_named: true,
    // bash(1), "Shell Variables".
    own_variables: &["auto_resume", "histchars"],
    // bash(1), "Pathname Expansion".
    patterns_stay_in_place: true,
    // bash(1), "Shell Variables".
    exit_statuses: Some("PIPESTATUS"),
    // bash(1), "test": "integer expression expected".
    operands_are_arithmetic: false,
    // bash(1), "printf".
    formats_are_decoded_first: false,
    // bash(1), "REDIRECTION"; parse.y compares the number with the same number as an `int`.
    one_digit_descriptors: false,
    // bash(1), "Redirecting Standard Output and Standard Error": there is no descriptor in the form.
    descriptors_precede_both: false,
    // bash(1), "REDIRECTION": `{varname}` precedes the operator.
    descriptors_stand_apart: false,
    // bash(1), "Moving File Descriptors".
    moves_descriptors: true,
    // bash(1), "Pattern Matching".
    numeric_ranges: false,
    // bash(1), "RESERVED WORDS": recognized as the first word of a command.
    braces_close_anywhere: false,
    // bash(1), "Parameter Expansion": the word undergoes process substitution, which the reader sees, and no qualifiers.
    expansions_run_parentheses: false,
    // bash(1), "Brace Expansion": it is performed before any other expansion.
    braces_expand_first: true,
    // bash(1), "Pattern Matching".
    open_brackets_match: false,
    extended_pattern_signs: false,
    // bash(1), "EXPANSION" and "REDIRECTION", have none of these.
    equals_names_program: false,
    prefixes_behind_nothing: false,
    unbraced_operations: false,
    // bash(1), "DEFINITIONS", "name".
    names_beyond_ascii: false,
    exclamation_clobbers: false,
    // bash(1), "Pipelines".
    times_pipelines: true,
    // bash(1), "Lists".
    disowns: false,
    // bash(1), "RESERVED WORDS": the reader knows them all.
    further_keywords: &[],
    // bash(1), "LC_CTYPE"; in GBK, Big5 and Shift JIS these bytes end characters.
    reads_locale_characters: true,
    // bash(1), "Simple Command Expansion": the redirection is performed and nothing else.
    redirects_run_a_program: false,
    // bash(1), "shopt".
    extended_patterns_off: "shopt -u extglob",
    // bash(1), "OPTIONS" and "SHELL BUILTIN COMMANDS", set. A login shell reads the start-up files of the user.
    harmless_start: &[
        "--login",
        "--noprofile",
        "--norc",
        "-c",
        "-e",
        "-l",
        "-o",
        "-u",
        "errexit",
        "nounset",
        "pipefail",
    ],
};

/// zsh 5.
static ZSH: Shell = Shell {
    name: "zsh",
    is_read: true,
    has_cmdlets: false,
    starts_programs_of_windows: false,
    // zshmisc(1), "Simple Commands & Pipelines": the last command is executed in the shell itself.
    pipelines_run_apart: false,
    // zshparam(1), "Parameters": types compute, names are tied; zshexpn(1), "Parameter Expansion": nothing is split.
    variables_hold_text: false,
    // zshmisc(1), "Special Functions": `chpwd`, `precmd`, `TRAPEXIT`.
    functions_run_when_named: false,
    // zshparam(1), "Parameters Set By The Shell" and "Parameters Used By The Shell"; zshmodules(1), the modules whose
    // parameters are loaded when they are named.
    own_variables: &[
        "aliases",
        "argv",
        "builtins",
        "cdpath",
        "commands",
        "dirstack",
        "dis_aliases",
        "dis_builtins",
        "dis_functions",
        "dis_functions_source",
        "dis_galiases",
        "dis_patchars",
        "dis_reswords",
        "dis_saliases",
        "epochtime",
        "errnos",
        "fignore",
        "fpath",
        "funcfiletrace",
        "funcsourcetrace",
        "funcstack",
        "functions",
        "functions_source",
        "functrace",
        "galiases",
        "histchars",
        "history",
        "historywords",
        "jobdirs",
        "jobstates",
        "jobtexts",
        "keymaps",
        "langinfo",
        "mailpath",
        "manpath",
        "mapfile",
        "match",
        "mbegin",
        "mend",
        "module_path",
        "modules",
        "nameddirs",
        "options",
        "parameters",
        "patchars",
        "path",
        "pipestatus",
        "prompt",
        "psvar",
        "region_highlight",
        "reswords",
        "saliases",
        "signals",
        "status",
        "sysparams",
        "termcap",
        "terminfo",
        "userdirs",
        "usergroups",
        "watch",
        "widgets",
        "zle_bracketed_paste",
        "zle_highlight",
        "zsh_eval_context",
        "zsh_scheduled_events",
    ],
    // zshexpn(1), "Filename Generation": `**/`, qualifiers.
    patterns_stay_in_place: false,
    // zshparam(1) has `pipestatus`; nothing is proven of it.
    exit_statuses: None,
    // zshmisc(1), "Conditional Expressions"; zshbuiltins(1), `exit`, `break`: the operand is an arithmetic expression.
    operands_are_arithmetic: true,
    // zshbuiltins(1), `printf`: the escapes of `echo` are recognized in the format.
    formats_are_decoded_first: true,
    // zshmisc(1), "REDIRECTION": a digit in front of the operator.
    one_digit_descriptors: true,
    // zshmisc(1), "REDIRECTION": every operator may be preceded by a digit or by `{name}`.
    descriptors_precede_both: true,
    // As zsh 5.9 does: `echo {v} >f` prints an empty line into `f`; zshoptions(1), "POSIX_IDENTIFIERS".
    descriptors_stand_apart: true,
    // zshmisc(1), "REDIRECTION": `>&-`, `>&p` and `>&number` only.
    moves_descriptors: false,
    // zshexpn(1), "Glob Operators": `<[x]-[y]>`.
    numeric_ranges: true,
    // zshmisc(1), "RESERVED WORDS": `}` is recognized in any position.
    braces_close_anywhere: true,
    // zshexpn(1), "Glob Qualifiers" and "Process Substitution".
    expansions_run_parentheses: true,
    // zshexpn(1), "Brace Expansion": after parameters, with ranges of its own.
    braces_expand_first: false,
    // zshexpn(1), "Glob Operators": an unclosed bracket is a bad pattern.
    open_brackets_match: true,
    // zshoptions(1), "EXTENDED_GLOB".
    extended_pattern_signs: true,
    // zshexpn(1), "`=' expansion".
    equals_names_program: true,
    // zshexpn(1), "Filename Expansion": it comes after parameters, which may leave nothing in front of it.
    prefixes_behind_nothing: true,
    // zshexpn(1), "Parameter Expansion" and "Modifiers".
    unbraced_operations: true,
    // zshoptions(1), "POSIX_IDENTIFIERS".
    names_beyond_ascii: true,
    // zshmisc(1), "REDIRECTION".
    exclamation_clobbers: true,
    // zshmisc(1), "Complex Commands": `time [ pipeline ]`. As zsh 5.9 does: `! time ls` runs a program.
    times_pipelines: false,
    // zshmisc(1), "Simple Commands & Pipelines".
    disowns: true,
    // zshmisc(1), "Complex Commands" and "Alternate Forms For Complex Commands".
    further_keywords: &["foreach", "repeat", "end", "nocorrect"],
    // zshmisc(1) has no rule of this kind: every sign of the grammar is read as a byte.
    reads_locale_characters: false,
    // zshmisc(1), "Redirections with No Command": `READNULLCMD` or `NULLCMD`.
    redirects_run_a_program: true,
    // zshoptions(1), "EXTENDED_GLOB".
    extended_patterns_off: "setopt NO_EXTENDED_GLOB",
    // zshoptions(1). `-f` reads no start-up files, a login shell more of them.
    harmless_start: &["-c", "-e", "-f", "-l", "-o", "-u", "errexit", "nounset", "pipefail"],
};

/// PowerShell 7.
const POWERSHELL: Shell = Shell {
    name: "powershell",
    is_read: READS_POWERSHELL,
    has_cmdlets: true,
    starts_programs_of_windows: false,
    // about_Pipelines: every command runs in the session itself.
    pipelines_run_apart: false,
    // about_Variables: values have types, and automatic variables change by themselves.
    variables_hold_text: false,
    // about_Functions; nothing is proven of a function, whose name can be that of a cmdlet.
    functions_run_when_named: false,
    own_variables: &[],
    // about_Wildcards: a cmdlet looks for names itself, hidden ones too.
    patterns_stay_in_place: false,
    exit_statuses: None,
    operands_are_arithmetic: true,
    formats_are_decoded_first: true,
    // about_Redirection: streams 1 to 6, and `*`.
    one_digit_descriptors: true,
    descriptors_precede_both: false,
    descriptors_stand_apart: false,
    moves_descriptors: false,
    numeric_ranges: false,
    braces_close_anywhere: false,
    expansions_run_parentheses: false,
    braces_expand_first: false,
    open_brackets_match: true,
    extended_pattern_signs: false,
    equals_names_program: false,
    prefixes_behind_nothing: false,
    unbraced_operations: true,
    names_beyond_ascii: true,
    exclamation_clobbers: false,
    times_pipelines: false,
    disowns: false,
    further_keywords: &[],
    // The text is Unicode from the beginning.
    reads_locale_characters: false,
    redirects_run_a_program: false,
    extended_patterns_off: "",
    harmless_start: &[],
};

/// PowerShell 7 on any other system.
static POWERSHELL_ELSEWHERE: Shell = POWERSHELL;

/// PowerShell 7 on Windows.
static POWERSHELL_ON_WINDOWS: Shell = Shell { starts_programs_of_windows: true, ..POWERSHELL };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_that_a_shell_obeys_are_sorted_and_in_small_letters() {
        for shell in Dialect::ALL.map(Dialect::shell) {
            assert!(shell.own_variables.is_sorted(), "{}", shell.name);
            let small = |name: &&str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            assert!(shell.own_variables.iter().all(small), "{}", shell.name);
        }
    }

    #[test]
    fn a_number_is_a_descriptor_as_far_as_the_shell_takes_it_for_one() {
        for (digits, bash, zsh) in [
            ("0", Some(0), Some(0)),
            ("9", Some(9), Some(9)),
            ("10", Some(10), None),
            ("01", Some(1), None),
            ("2147483647", Some(2_147_483_647), None),
            ("2147483648", None, None),
            ("4294967295", None, None),
            ("99999999999999999999", None, None),
        ] {
            assert_eq!(BASH.descriptor(digits), bash, "{digits}");
            assert_eq!(ZSH.descriptor(digits), zsh, "{digits}");
        }
    }
}
