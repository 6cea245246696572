//! Forms of commands that a profile can forbid, or that every profile asks about: each a name, what it looks for, and
//! examples that are its tests.
//!
//! Owns the registry. A form looks at one command's arguments, at a whole script, or at text that could
//! not be read; what leads there (wrappers, nested shells, substitutions) is followed by `decide`, as for deny rules.
//! A new form is one static and one line in the registry.

mod argv;
mod code;
mod critical;
mod download;
mod endless;
mod files;
mod form;
mod items;
mod losses;
mod options;
mod pipeline;
mod programs;
mod removal;
mod runs;

pub use argv::{Argv, Whereabouts};
pub use critical::{ALWAYS_ASKED, CRITICAL_REMOVAL, is_asked_about, may_be_asked_about};
pub use form::ForbiddenForm;
pub(crate) use items::selects as selects_items;
pub use pipeline::{Origin, Runs, Source, Whole};
pub use runs::runs;

/// Every form, in the order in which they are asked; sorted by name.
pub static FORMS: &[&ForbiddenForm] = &[
    &files::ACCOUNT_FILES,
    &options::CHMOD_777,
    &options::CHOWN_ROOT,
    &endless::ENDLESS_LOOP,
    &code::EVAL,
    &programs::FIREWALL,
    &endless::FORK_BOMB,
    &code::INLINE_CODE,
    &options::KILL_9,
    &programs::KILL_BY_NAME,
    &programs::MAKE_FILE_SYSTEM,
    &programs::MOUNT,
    &code::NESTED_SHELL,
    &download::PIPED_DOWNLOAD,
    &programs::POWER,
    &options::PROCESS_LIST,
    &removal::REMOVAL,
    &programs::SOCKETS,
    &programs::SUPERUSER,
    &options::WRITE_DEVICE,
];
