//! The limits past which every command asks.
//!
//! Deny rules are matched beyond every limit, on each part that can still be split off.

/// Longest command that can be allowed, in Unicode scalar values.
pub const COMMAND_CHARACTERS_MAX: usize = 10_000;

/// Longest text that is read, in bytes: a longer one surely has more than [`COMMAND_CHARACTERS_MAX`] characters. Of such
/// a text only the beginning is read, which bounds the time of every answer.
pub const READ_BYTES_MAX: usize = 4 * COMMAND_CHARACTERS_MAX;

/// Most commands in text that is not read, and most bytes of each, that deny rules see: those with the name of a program
/// that a rule is about.
pub const UNREAD_COMMANDS_MAX: usize = 256;
/// See [`UNREAD_COMMANDS_MAX`].
pub const UNREAD_COMMAND_BYTES_MAX: usize = 512;

/// Most simple commands that one request can be allowed to run.
pub const PARTS_MAX: usize = 50;

/// Deepest nesting of groups, substitutions and compound commands that is read.
///
/// The reader recurses once per level; a WebAssembly stack of 1 MiB holds this many with room to spare.
pub const NESTING_MAX: usize = 200;

/// Most arguments that one word may become by brace expansion.
pub const BRACE_ARGUMENTS_MAX: usize = 64;

/// Deepest nesting of a command line inside an argument (`bash -c "bash -c '…'"`) that deny rules follow.
pub const SHELL_DEPTH_MAX: usize = 8;

/// Most here-documents in one command that the witness is asked about; its cost grows with their square.
pub const HERE_DOCUMENTS_MAX: usize = 8;

/// Most words that one request can be allowed to have: arguments, targets, values, loop words.
pub const WORDS_MAX: usize = 1_000;

/// Most places that one check reports; a person needs no more to see what is wrong.
pub const PLACES_PER_CHECK_MAX: usize = 32;

/// Most wrappers around one command that are looked through for allow, by a proof or a rule.
pub const WRAPPERS_MAX: usize = 8;

/// Largest file whose edit is simulated, in bytes, before and after.
pub const CONTENT_BYTES_MAX: usize = 1024 * 1024;

/// Most files whose edit by one command is simulated.
pub const EDITED_FILES_MAX: usize = 16;

/// The part of `command` that is read, and the rest.
pub fn read_part(command: &str) -> (&str, &str) {
    command.split_at_checked(command.floor_char_boundary(READ_BYTES_MAX)).unwrap_or((command, ""))
}
