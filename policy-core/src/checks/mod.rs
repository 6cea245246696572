//! The checks: witnesses against a command that means more than it shows.
//!
//! Owns the form of a check and the registry. A check reads one [`Case`] and reports places; it never decides,
//! never reads rules, and knows no other check. A new check is a new file and one line in the registry.

mod assigned_names;
mod form;
mod interpreted;
mod invisible_characters;
mod invocation;
mod jq_arguments;
mod jq_words;
mod literal_here_document;
mod places;
mod proc_paths;
mod run;
mod session_text;
mod story;
mod unread_tokens;

pub use form::{Case, Check, Found, Inside, Marks, Spotted};
pub use run::run;
pub use session_text::SessionText;
pub use story::{Example, Expectation, Story};

use crate::script::Shell;

#[cfg(test)]
#[path = "everyday_tests.rs"]
mod everyday_tests;
#[cfg(test)]
#[path = "snapshot_tests.rs"]
mod snapshot_tests;
#[cfg(test)]
#[path = "story_tests.rs"]
mod story_tests;

/// Lists the checks in the order in which they run.
macro_rules! registry {
    ($($module:ident :: $CHECK:ident),+ $(,)?) => {
        $(mod $module;)+
        /// Every check, by number.
        pub static CHECKS: &[&Check] = &[$(&$module::$CHECK),+];
    };
}

registry! {
    incomplete_commands::INCOMPLETE_COMMANDS,
    jq_system_function::JQ_SYSTEM_FUNCTION,
    jq_file_arguments::JQ_FILE_ARGUMENTS,
    obfuscated_flags::OBFUSCATED_FLAGS,
    shell_metacharacters::SHELL_METACHARACTERS,
    dangerous_variables::DANGEROUS_VARIABLES,
    newlines::NEWLINES,
    command_substitution::COMMAND_SUBSTITUTION,
    input_redirection::INPUT_REDIRECTION,
    output_redirection::OUTPUT_REDIRECTION,
    ifs_injection::IFS_INJECTION,
    git_commit_substitution::GIT_COMMIT_SUBSTITUTION,
    proc_environ_access::PROC_ENVIRON_ACCESS,
    malformed_token_injection::MALFORMED_TOKEN_INJECTION,
    backslash_escaped_whitespace::BACKSLASH_ESCAPED_WHITESPACE,
    brace_expansion::BRACE_EXPANSION,
    control_characters::CONTROL_CHARACTERS,
    unicode_whitespace::UNICODE_WHITESPACE,
    mid_word_hash::MID_WORD_HASH,
    zsh_dangerous_commands::ZSH_DANGEROUS_COMMANDS,
    backslash_escaped_operators::BACKSLASH_ESCAPED_OPERATORS,
    comment_quote_desync::COMMENT_QUOTE_DESYNC,
    quoted_newline::QUOTED_NEWLINE,
    encoded_commands::ENCODED_COMMANDS,
    downloaded_code::DOWNLOADED_CODE,
    text_as_code::TEXT_AS_CODE,
    policy_bypass::POLICY_BYPASS,
    provider_paths::PROVIDER_PATHS,
    network_paths::NETWORK_PATHS,
    loaded_code::LOADED_CODE,
    hidden_starts::HIDDEN_STARTS,
    session_changes::SESSION_CHANGES,
}

/// From this number on, checks are about shells with cmdlets alone.
const FIRST_OF_CMDLETS: u8 = 24;

/// The checks of a POSIX shell.
static POSIX_CHECKS: &[&Check] = CHECKS.split_at((FIRST_OF_CMDLETS - 1) as usize).0;

/// The checks that have a meaning in a shell with cmdlets.
static CMDLET_CHECKS: &[&Check] = &[
    &incomplete_commands::INCOMPLETE_COMMANDS,
    &jq_system_function::JQ_SYSTEM_FUNCTION,
    &jq_file_arguments::JQ_FILE_ARGUMENTS,
    &shell_metacharacters::SHELL_METACHARACTERS,
    &output_redirection::OUTPUT_REDIRECTION,
    &proc_environ_access::PROC_ENVIRON_ACCESS,
    &control_characters::CONTROL_CHARACTERS,
    &unicode_whitespace::UNICODE_WHITESPACE,
    &encoded_commands::ENCODED_COMMANDS,
    &downloaded_code::DOWNLOADED_CODE,
    &text_as_code::TEXT_AS_CODE,
    &policy_bypass::POLICY_BYPASS,
    &provider_paths::PROVIDER_PATHS,
    &network_paths::NETWORK_PATHS,
    &loaded_code::LOADED_CODE,
    &hidden_starts::HIDDEN_STARTS,
    &session_changes::SESSION_CHANGES,
];

/// The checks of a shell, by number.
pub(crate) fn of(shell: &Shell) -> &'static [&'static Check] {
    if shell.has_cmdlets { CMDLET_CHECKS } else { POSIX_CHECKS }
}

/// The check that reports when the two readings of a command differ.
pub(crate) fn readings_differ() -> &'static Check {
    &malformed_token_injection::MALFORMED_TOKEN_INJECTION
}

/// Whether a check only reports that a shell reads an argument again, and finds several commands in it.
pub(crate) fn only_splits_an_argument(check: &Check) -> bool {
    *check == shell_metacharacters::SHELL_METACHARACTERS
}

/// Whether a check only reports what misleads other readers of the text: the shell reads it as it is read here.
pub(crate) fn only_misleads_readers(check: &Check) -> bool {
    *check == comment_quote_desync::COMMENT_QUOTE_DESYNC || *check == quoted_newline::QUOTED_NEWLINE
}

/// The check that reports a redirect which changes a file.
pub(crate) fn redirects() -> &'static Check {
    &output_redirection::OUTPUT_REDIRECTION
}

/// The check that reports a look at the environment of a process.
pub(crate) fn reads_environment() -> &'static Check {
    &proc_environ_access::PROC_ENVIRON_ACCESS
}

/// The check that reports a text which no shell runs as it is.
pub(crate) fn unfinished() -> &'static Check {
    &incomplete_commands::INCOMPLETE_COMMANDS
}

pub(crate) use assigned_names::splits_one_read;

/// Tells `tell` the name of every variable that `script` sets or removes; none where it is known only when it runs.
pub(crate) fn each_assigned(script: &crate::script::Script<'_>, tell: &mut dyn FnMut(Option<&str>)) {
    assigned_names::each(script, &mut |assigned| tell(assigned.name));
}
