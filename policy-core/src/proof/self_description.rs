//! The proof for a program without a table that is only asked for its version or its help: `goreleaser --version`.
//!
//! Owns what such a command looks like, and where an installed program is. This proves less than a table does: nobody has
//! read what the program does. It rests on what the two options mean by convention (GNU Coding Standards, "Command-Line
//! Interfaces"), and on that no project, no other user and no input has a part in what runs.

use alloc::string::String;

use crate::commands;
use crate::machine::{Directories, Machine};
use crate::paths::Place;
use crate::paths::places;
use crate::script::{Descriptor, Redirect, RedirectOp, ScopeKind, Script, Simple};

/// The options that ask a program about itself. Others mean something else to some program (`-v`, `-V`, `-h`, `version`).
const OPTIONS: [&str; 2] = ["--version", "--help"];

/// Whether the command at `index`, for which there is no table, only asks an installed program about itself.
pub(super) fn describes_itself(
    script: &Script<'_>,
    index: usize,
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> bool {
    let Some(command) = script.commands.get(index) else { return false };
    asked(script, command).is_some_and(|name| {
        keeps_meaning(script, name)
            && reads_no_input(script, index, command)
            && !machine.is_shim(name)
            && machine.program(name).is_some_and(|files| is_installed(name, files, directories, machine))
    })
}

/// The name of the program, where the command is nothing but a name and one of the options.
fn asked<'s>(script: &'s Script<'_>, command: &Simple) -> Option<&'s str> {
    let [name, option] = script.words_of(command) else { return None };
    let is_asked = |word| script.text(word).is_some_and(|text| OPTIONS.contains(&text));
    let name = script.text(name).filter(|name| is_bare(name))?;
    (is_asked(option) && command.assignments.is_empty()).then_some(name)
}

/// Whether `name` is a plain name without a directory.
fn is_bare(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte);
    name.bytes().all(is_part) && name.starts_with(|first: char| first.is_ascii_alphanumeric())
}

/// Whether no command of the script can make `name` mean something else: a function, other text, another `PATH`.
fn keeps_meaning(script: &Script<'_>, name: &str) -> bool {
    script.functions.iter().all(|function| script.slice(function.name) != name)
        && script.commands.iter().all(|command| {
            let mut words = script.words_of(command).iter().map(|word| script.text(word));
            let Some(first) = words.next() else { return true };
            first.is_some_and(|first| {
                !commands::may_set_variables(script.shell(), first, words.next().flatten())
            })
        })
}

/// Whether the command can read nothing that the script gives it: an interpreter that does not know the option would run
/// it.
fn reads_no_input(script: &Script<'_>, index: usize, command: &Simple) -> bool {
    let is_quiet = |redirect: &Redirect| match redirect.op {
        RedirectOp::Write
        | RedirectOp::Append
        | RedirectOp::Clobber
        | RedirectOp::WriteBoth
        | RedirectOp::AppendBoth
        | RedirectOp::DuplicateOutput => matches!(redirect.fd, None | Some(Descriptor::Number(1..))),
        RedirectOp::Read => {
            script.word(redirect.target).and_then(|word| script.text(word)) == Some("/dev/null")
        }
        RedirectOp::ReadWrite
        | RedirectOp::HereDocument
        | RedirectOp::HereDocumentTabs
        | RedirectOp::HereString
        | RedirectOp::DuplicateInput => false,
    };
    script.redirects.iter().all(is_quiet)
        && script.scopes_around(command.scope).all(|(at, scope)| {
            let own = match scope.kind {
                ScopeKind::Script
                | ScopeKind::Subshell
                | ScopeKind::Group
                | ScopeKind::Substitution
                | ScopeKind::Condition
                | ScopeKind::Body => true,
                ScopeKind::Backquote
                | ScopeKind::ProcessSubstitution
                | ScopeKind::HereDocument
                | ScopeKind::Function => false,
            };
            own && script.stage_around(index, at).is_some_and(|stage| script.stage_before(stage).is_none())
        })
}

/// Whether `files`, which start when a shell looks `name` up, are those of an installed program.
fn is_installed(name: &str, files: &[String], directories: Directories<'_>, machine: &Machine<'_>) -> bool {
    let (pairs, rest) = files.as_chunks::<2>();
    let Some(([_, program], interpreters)) = pairs.split_first() else { return false };
    let kept = pairs.iter().all(|[found, real]| {
        // A program that many names lead to does for each what its files or those of the project say.
        let file = found.rsplit('/').next().unwrap_or(found);
        [found, real].into_iter().all(|path| installed(path, machine).is_some())
            && real.split('/').any(|part| is_named(part, file))
    });
    let is_whole =
        rest.is_empty() && files.first().is_some_and(|found| found.rsplit('/').next() == Some(name));
    let unless = || installed(program, machine).and_then(|place| place.scripts_unless);
    is_whole
        && kept
        && (interpreters.is_empty()
            || unless().is_some_and(|names| machine.has_settings(directories, names) == Some(false)))
}

/// The place of installed programs in which the file at `path` is, unless a version manager keeps its shims there.
fn installed(path: &str, machine: &Machine<'_>) -> Option<&'static Place> {
    let names = || path.split('/');
    let managed =
        names().zip(names().skip(1)).any(|(above, name)| above == "Cellar" && name.ends_with("env"));
    let is_shim = managed || names().any(|name| name == "shims");
    places::place(path, None, machine.path_model())
        .filter(|place| place.holds_programs && !is_shim && !machine.is_in_project(path))
}

/// Whether `part` is `name`, or it with a version or an ending after it: `clang-18`, `gemini-cli`.
fn is_named(part: &str, name: &str) -> bool {
    part.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphabetic()))
}
