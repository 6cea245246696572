//! The shell of a session: which program it is, what it takes from the user's shell, where its commands start.
//!
//! Owns the command line that a command becomes. A verdict is about programs, so what it proves runs as programs: a
//! command that is proven read-only gets none of the user's aliases and functions, and in every other command the
//! proven names lose theirs. What a person approves or a rule names is the user's own text, in the user's own shell.
//! Never edits a command.

pub mod directory;
#[cfg(unix)]
#[path = "here/unix.rs"]
mod here;
#[cfg(windows)]
#[path = "here/windows.rs"]
mod here;
#[cfg(test)]
mod old_bash_tests;
pub mod select;
pub mod snapshot;
pub mod windows;

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use policy_core::command_line::CommandLine;
use policy_core::commands::{ShellEffect, does_to_shell};
use policy_core::syntax::read;

use crate::plan::{Plan, Shell};
use crate::sandbox::SandboxRequest;
use crate::system::temporary_directory::TemporaryDirectory;
use directory::Directory;
use select::{SelectError, Selected};
use snapshot::Taking;

pub(crate) use here::{Invocation, TAKES_SNAPSHOTS, for_hook, invocation, plain, selected};

/// The variable with the program that gets every command line as one argument.
pub const PREFIX: &str = "CLAUDE_CODE_SHELL_PREFIX";

/// The variable with the script that is sourced before commands.
pub const ENVIRONMENT_FILE: &str = "CLAUDE_ENV_FILE";

/// The text that a session puts around its commands. When empty, a command runs unchanged in a plain shell.
#[derive(Clone, Debug, Default)]
pub struct SessionShell {
    selected: Option<Selected>,
    snapshot: Option<Taking>,
    environment: Option<PathBuf>,
    prefix: Option<String>,
    directory: Option<Arc<Mutex<Directory>>>,
}

impl SessionShell {
    /// The shell of a session that begins in `cwd`, as `environment` asks for it: `CLAUDE_CODE_SHELL`, `SHELL`, `PATH`,
    /// `CLAUDE_CODE_SHELL_PREFIX`, `CLAUDE_ENV_FILE`. `asked` is the shell that commands are read with, if that is
    /// settled.
    ///
    /// # Errors
    /// When the shell that is asked for cannot be used.
    pub fn new(
        environment: &[(OsString, OsString)],
        cwd: &Path,
        asked: Option<Shell>,
    ) -> Result<Self, SelectError> {
        let selected = selected(environment, Some(cwd), asked)?;
        let value = |wanted: &str| {
            let found = environment.iter().find(|(name, _)| name == wanted);
            found.map(|(_, value)| value.clone()).filter(|value| !value.is_empty())
        };
        Ok(Self {
            selected: Some(selected),
            environment: value(ENVIRONMENT_FILE).map(PathBuf::from),
            prefix: value(PREFIX).and_then(|prefix| prefix.into_string().ok()),
            ..Self::default()
        })
    }

    /// With the user's aliases, functions and `PATH`, described once by the start-up files, when they are first needed
    /// or when [`Taking::begin`] is called.
    #[must_use]
    pub fn with_snapshot(self, snapshot: Taking) -> Self {
        Self { snapshot: Some(snapshot), ..self }
    }

    /// With a working directory that carries over from one command to the next.
    #[must_use]
    pub fn with_directory(self, directory: Directory) -> Self {
        Self { directory: Some(Arc::new(Mutex::new(directory))), ..self }
    }

    /// The shell that reads commands; none when every command may have its own.
    pub fn selected(&self) -> Option<&Selected> {
        self.selected.as_ref()
    }

    /// Where the next command starts, and the message when that is not where the last one ended; none when nothing
    /// carries over.
    pub fn next_directory(&self) -> Option<(PathBuf, Option<String>)> {
        let mut directory = lock(self.directory.as_ref()?);
        let message = directory.before();
        Some((directory.current().to_owned(), message))
    }

    /// The program of `shell`, when the session has settled on it.
    pub(crate) fn program(&self, shell: Shell) -> Option<&Path> {
        let selected = self.selected.as_ref().filter(|selected| selected.shell == shell)?;
        Some(&selected.program)
    }

    /// The line that `plan` becomes, with what it needs. `temp` is the directory that the command alone can write.
    ///
    /// # Errors
    /// When a file that the line names cannot be made.
    pub(crate) async fn line(&self, plan: &Plan, temp: Option<&Path>) -> io::Result<ShellLine> {
        let mut hints = Vec::new();
        let snapshot = match &self.snapshot {
            Some(taking) => taking.get(&mut hints).await,
            None => None,
        };
        let path = snapshot.as_ref().and_then(|snapshot| snapshot.path()).map(ToOwned::to_owned);
        // What is proven is about programs in a plain shell.
        let snapshot = snapshot.filter(|it| !plan.is_read_only() && it.shell() == plan.shell());
        let environment = self.environment.as_deref().filter(|_| !plan.is_read_only()).filter(|file| {
            let is_there = file.is_absolute() && file.is_file();
            if !is_there {
                hints.push(format!(
                    "`{ENVIRONMENT_FILE}` names `{}`, which is no file with an absolute path, so it was not sourced; \
                     correct it, or unset the variable",
                    file.display()
                ));
            }
            is_there
        });
        let note = match &self.directory {
            Some(_) if !plan.is_read_only() || moves(plan) => Some(Note::beside(temp)?),
            _ => None,
        };
        let file = snapshot.as_ref().map(|snapshot| snapshot.file_for(plan.command())).transpose()?;
        let programs = plan.programs().iter().map(String::as_str).collect::<Vec<_>>();
        let text = CommandLine {
            dialect: plan.shell().into(),
            snapshot: file.as_deref().map(text_of).transpose()?,
            unshadowed: &programs,
            environment: environment.map(text_of).transpose()?,
            directory_note: note.as_ref().map(|note| text_of(&note.path)).transpose()?,
            prefix: self.prefix.as_deref(),
            ..CommandLine::new(plan.command())
        }
        .build();
        let kept = snapshot.map(|snapshot| snapshot.directory().to_owned());
        Ok(ShellLine { text, path, note, kept, hints })
    }

    /// Takes note of where the command after `line` ended; the message says so when the next one starts elsewhere.
    pub(crate) fn ended(&self, line: &ShellLine) -> Option<String> {
        let ended = directory::read_note(&line.note.as_ref()?.path);
        lock(self.directory.as_ref()?).after(ended.as_deref())
    }
}

/// A line is text, so what it names is.
fn text_of(path: &Path) -> io::Result<&str> {
    path.to_str().ok_or_else(|| io::ErrorKind::InvalidFilename.into())
}

fn lock(directory: &Mutex<Directory>) -> MutexGuard<'_, Directory> {
    // A directory is whole after each of its steps.
    directory.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A line for the shell, and what belongs to it.
#[derive(Debug, Default)]
pub(crate) struct ShellLine {
    /// The text for `-c`.
    pub(crate) text: String,
    /// The user's `PATH`.
    path: Option<OsString>,
    note: Option<Note>,
    /// The paths that the command must not write, even inside its grants.
    kept: Option<PathBuf>,
    /// Notes for the reader.
    pub(crate) hints: Vec<String>,
}

impl ShellLine {
    /// The session's variables, with the user's own `PATH`.
    pub(crate) fn environment(&self, session: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
        let own = self.path.as_ref().map(|path| (OsString::from("PATH"), path.clone()));
        let others = session.iter().filter(|(name, _)| own.is_none() || name != "PATH").cloned();
        others.chain(own.clone()).collect()
    }

    /// `sandbox` with what the line itself needs: its note can be written, and its snapshot cannot.
    pub(crate) fn confine(&self, sandbox: SandboxRequest) -> SandboxRequest {
        let note = self.note.as_ref().filter(|note| note.own.is_some()).map(|note| note.path.clone());
        SandboxRequest {
            // Such a command has no other place that is writable, so nothing in it needs protection.
            temp: sandbox.temp.or(note),
            read_only_inside: sandbox.read_only_inside.into_iter().chain(self.kept.clone()).collect(),
            ..sandbox
        }
    }
}

/// The file in which a shell says where it ended.
#[derive(Debug)]
struct Note {
    path: PathBuf,
    /// Its directory, when the command can write nothing else.
    own: Option<TemporaryDirectory>,
}

impl Note {
    /// A note in `temp`, where it is only there once the command is over; or a file of its own.
    fn beside(temp: Option<&Path>) -> io::Result<Self> {
        if let Some(temp) = temp {
            return Ok(Self { path: temp.join(".shellgate-directory"), own: None });
        }
        let own = TemporaryDirectory::new("note")?;
        let path = dunce::canonicalize(own.path())?.join("directory");
        std::fs::write(&path, "")?;
        Ok(Self { path, own: Some(own) })
    }
}

/// Whether the command may leave its shell in another directory. Every name is known in what is proven.
fn moves(plan: &Plan) -> bool {
    let script = read(plan.command(), plan.shell().into());
    let changes = |name: &str| does_to_shell(script.shell(), name, ShellEffect::ChangesDirectory);
    script.commands.iter().any(|command| {
        let name = script.words_of(command).first();
        name.is_some_and(|name| script.text(name).is_none_or(changes))
    })
}
