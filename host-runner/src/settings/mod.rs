//! Finds and reads the settings files of a place.
//!
//! Owns the look-up and its order. Reads no rule: the core does. Never skips a file silently: an unreadable file is an
//! error.

mod discover;

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use policy_core::policy::EngineChoice;
use policy_core::rules::SourceLocation;
use policy_core::{Mode, Policy, PolicyError, Profile, Source};

/// Largest settings file that is read, in bytes.
pub const FILE_BYTES_MAX: u64 = 4 * 1024 * 1024;

/// Which settings to use, and where from.
#[derive(Clone, Debug)]
pub struct Lookup<'a> {
    /// Files named by the user, used instead of the usual places; later ones win for scalars.
    pub files: &'a [PathBuf],
    /// Use no settings at all.
    pub none: bool,
    /// The absolute directory in which the command would run.
    pub cwd: &'a Path,
    /// The user's home directory.
    pub home: Option<&'a Path>,
}

/// A settings file that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A file named by the user is not there.
    #[error("there is no settings file `{file}`")]
    Missing {
        /// Its name as shown.
        file: String,
    },
    /// The system refuses to give its content.
    #[error("the settings file `{file}` cannot be read: {cause}")]
    Unreadable {
        /// Its name as shown.
        file: String,
        /// Why.
        cause: io::Error,
    },
    /// It is a link to nothing.
    #[error("the settings file `{file}` is a symbolic link that leads nowhere")]
    Dangling {
        /// Its name as shown.
        file: String,
    },
    /// It is no text.
    #[error("the settings file `{file}` is not valid UTF-8 at byte {offset}")]
    NotText {
        /// Its name as shown.
        file: String,
        /// The first byte that is wrong, from 0.
        offset: usize,
    },
    /// It is longer than [`FILE_BYTES_MAX`].
    #[error("the settings file `{file}` is larger than 4 MiB")]
    TooLarge {
        /// Its name as shown.
        file: String,
    },
}

impl SettingsError {
    /// The remedy.
    pub const fn help(&self) -> &'static str {
        match self {
            Self::Missing { .. } => {
                "check the path after `--policy`, or leave it out to use `.claude/settings.json`"
            }
            Self::Unreadable { .. } => {
                "make it a file that you may read, or use other settings with `--policy FILE` or `--no-policy`"
            }
            Self::Dangling { .. } => "restore what it leads to, or remove the link",
            Self::NotText { .. } => "save it as UTF-8",
            Self::TooLarge { .. } => "settings are small; check that this is the file you meant",
        }
    }
}

/// The settings for a place, the most general first, as the core wants them.
///
/// # Errors
/// A file that was named is not there, or a file that is there cannot be read.
pub fn sources(lookup: &Lookup<'_>) -> Result<Vec<Source>, SettingsError> {
    if lookup.none {
        return Ok(Vec::new());
    }
    every(lookup).collect()
}

/// Those of [`sources`] that can be read, whatever is wrong with the others.
pub fn readable(lookup: &Lookup<'_>) -> Vec<Source> {
    if lookup.none { Vec::new() } else { every(lookup).flatten().collect() }
}

/// Every settings file that is there or was named.
fn every(lookup: &Lookup<'_>) -> impl Iterator<Item = Result<Source, SettingsError>> {
    let usual = if lookup.files.is_empty() { discover::places(lookup.cwd, lookup.home) } else { Vec::new() };
    let found = usual.into_iter().filter_map(|place| {
        let name = discover::short_name(&place.file, lookup.cwd, lookup.home);
        match read(&place.file, &name) {
            Ok(text) => {
                Some(Ok(Source { name, text, root: Some(place.root.to_string_lossy().into_owned()) }))
            }
            Err(SettingsError::Missing { .. }) => None,
            Err(error) => Some(Err(error)),
        }
    });
    lookup.files.iter().map(|file| named(file)).chain(found)
}

/// Reads `sources` as one policy; `mode` and `profile` replace what they say about them, but no `mode` that they switch
/// off.
///
/// # Errors
/// Every problem in every file.
pub fn policy(
    sources: &[Source],
    mode: Option<Mode>,
    profile: Option<&'static Profile>,
) -> Result<Policy, Vec<PolicyError>> {
    let mut policy = Policy::from_sources(sources)?;
    if let Some(mode) = mode {
        policy.set_mode(mode);
    }
    if let Some(profile) = profile {
        policy.profile = profile;
        policy.profile_place = None;
    }
    Ok(policy)
}

/// Says whose word it is which module decides: the user's. A project that brings its own module along would be its own
/// judge, and no deny rule of the user's would hold.
///
/// # Errors
/// The module that `policy` names was named by a file of the project, which `lookup` found.
pub fn refuse_module_of_project(policy: &Policy, lookup: &Lookup<'_>) -> Result<(), Vec<PolicyError>> {
    let (EngineChoice::File(_), Some(place)) = (&policy.engine, &policy.engine_place) else { return Ok(()) };
    if is_users_word(place, lookup) {
        return Ok(());
    }
    Err(vec![problem(
        place,
        "the settings of a project cannot name the module that decides about it",
        "name it in `~/.claude/settings.json`, or with `--engine wasm:FILE`",
    )])
}

/// Says whose word it is that nothing is asked any more: the user's. A project that could say so would approve itself.
/// The mode is `default` then, with a warning.
pub fn refuse_bypass_of_project(policy: &mut Policy, lookup: &Lookup<'_>) {
    let (Mode::BypassPermissions, Some(place)) = (policy.mode, &policy.mode_place) else { return };
    if !is_users_word(place, lookup) {
        let warning = problem(
            place,
            "the settings of a project cannot bypass permissions, so the mode is `default`",
            "say so in `~/.claude/settings.json`, or with `--mode bypassPermissions`",
        );
        policy.warnings.push(warning);
        policy.mode = Mode::Default;
    }
}

/// Whether a file of the user says it: a file named on the command line, or the user's own settings.
fn is_users_word(place: &SourceLocation, lookup: &Lookup<'_>) -> bool {
    let own = |home| discover::short_name(&discover::users_own(home), lookup.cwd, lookup.home);
    !lookup.files.is_empty() || lookup.home.map(own).is_some_and(|name| *name == *place.file)
}

fn problem(place: &SourceLocation, message: &str, help: &str) -> PolicyError {
    PolicyError {
        file: (&*place.file).into(),
        line: place.line,
        column: place.column,
        span: place.span,
        message: message.to_owned(),
        help: help.to_owned(),
    }
}

/// A file that the user named: its own folder is where its path rules start.
fn named(file: &Path) -> Result<Source, SettingsError> {
    let name = file.to_string_lossy().into_owned();
    let text = read(file, &name)?;
    let folder = std::path::absolute(file).ok().and_then(|file| file.parent().map(Path::to_path_buf));
    Ok(Source { name, text, root: folder.map(|folder| folder.to_string_lossy().into_owned()) })
}

fn read(file: &Path, name: &str) -> Result<String, SettingsError> {
    let shown = || name.to_owned();
    let unreadable = |cause| SettingsError::Unreadable { file: shown(), cause };
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(cause) if matches!(cause.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            let dangling = file.symlink_metadata().is_ok();
            return Err(if dangling {
                SettingsError::Dangling { file: shown() }
            } else {
                SettingsError::Missing { file: shown() }
            });
        }
        Err(cause) => return Err(unreadable(cause)),
    };
    let mut bytes = Vec::new();
    opened.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        return Err(SettingsError::TooLarge { file: shown() });
    }
    String::from_utf8(bytes)
        .map_err(|error| SettingsError::NotText { file: shown(), offset: error.utf8_error().valid_up_to() })
}

#[cfg(test)]
mod tests;
