//! Finds and reads the settings files of a place.
//!
//! Owns the look-up and its order, and whose files count. Reads no rule: the core does. Never skips a file silently: an
//! unreadable file is an error, and a file that other users can change is a warning.

pub mod add;
pub mod announce;
pub mod approvals;
mod discover;
pub(crate) mod offered;
pub(crate) mod record;
pub mod warned;

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use policy_core::policy::{Authority, EngineChoice};
use policy_core::{Mode, Policy, PolicyError, Profile, Source, Span};

use discover::Place;
pub(crate) use discover::full_name;

use crate::system::files::foreign;

/// The file of this name in the directory of what the program remembers about the user; none for a user without a home.
pub fn remembered(name: &str, home: Option<&Path>) -> Option<PathBuf> {
    record::file(name, home)
}

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
    /// Other users can change the user's own settings.
    #[error("the settings file `{file}` cannot be trusted: {who}")]
    Foreign {
        /// Its name as shown.
        file: String,
        /// Who can change what.
        who: String,
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
            Self::Foreign { .. } => "make it yours alone (`chown`, `chmod go-w`), or name it with `--policy`",
            Self::Dangling { .. } => "restore what it leads to, or remove the link",
            Self::NotText { .. } => "save it as UTF-8",
            Self::TooLarge { .. } => "settings are small; check that this is the file you meant",
        }
    }
}

/// The settings files of a place.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Those that count, the most general first, as the core wants them.
    pub sources: Vec<Source>,
    /// Those that do not count, because other users can change them, each with the remedy.
    pub ignored: Vec<PolicyError>,
}

/// The settings for a place.
///
/// # Errors
/// A file that was named is not there, a file that is there cannot be read, or other users can change the user's own.
pub fn find(lookup: &Lookup<'_>) -> Result<Found, SettingsError> {
    let mut found = Found::default();
    for file in every(lookup) {
        found.add(file?, lookup);
    }
    Ok(found)
}

/// Those of [`find`] that can be read, whatever is wrong with the others.
pub fn readable(lookup: &Lookup<'_>) -> Found {
    let mut found = Found::default();
    for file in every(lookup).into_iter().flatten() {
        found.add(file, lookup);
    }
    found
}

/// A settings file, and who else can change it.
struct File {
    source: Source,
    path: PathBuf,
    foreign: Option<String>,
}

impl Found {
    fn add(&mut self, File { source, path, foreign }: File, lookup: &Lookup<'_>) {
        match foreign {
            Some(who) if !self.trusts(&path, lookup) => self.ignored.push(PolicyError {
                file: source.name,
                line: 1,
                column: 1,
                span: Span::at(0),
                message: format!("these settings do not count: {who}"),
                help: "if you trust them, add the directory to `trustedDirectories` in `~/.claude/settings.json`"
                    .to_owned(),
            }),
            _ => self.sources.push(source),
        }
    }

    /// Whether the user's own settings say that `path` counts, whoever can change it.
    fn trusts(&self, path: &Path, lookup: &Lookup<'_>) -> bool {
        let own = self.sources.iter().filter(|source| source.authority == Authority::User);
        let own = own.cloned().collect::<Vec<_>>();
        let trusted = Policy::from_sources(&own).map(|policy| policy.trusted_directories).unwrap_or_default();
        trusted.iter().any(|directory| {
            let directory = full_name(directory, lookup.cwd, lookup.home);
            path.starts_with(&directory) || directory.canonicalize().is_ok_and(|real| path.starts_with(real))
        })
    }
}

/// Every settings file that is there or was named.
fn every(lookup: &Lookup<'_>) -> Vec<Result<File, SettingsError>> {
    if lookup.none {
        return Vec::new();
    }
    if !lookup.files.is_empty() {
        return lookup.files.iter().map(|file| named(file)).collect();
    }
    let places = discover::places(lookup.cwd, lookup.home);
    places.into_iter().filter_map(|place| usual(place, lookup)).collect()
}

/// The file at one of the usual places; none when there is none.
fn usual(place: Place, lookup: &Lookup<'_>) -> Option<Result<File, SettingsError>> {
    let name = discover::short_name(&place.file, lookup.cwd, lookup.home);
    let text = match read(&place.file, &name, Kind::Regular) {
        Ok(text) => text,
        Err(SettingsError::Missing { .. }) => return None,
        Err(error) => return Some(Err(error)),
    };
    let foreign = foreign(&place.file).or_else(|| place.repository.as_deref().and_then(foreign));
    if let (Authority::User, Some(who)) = (place.authority, &foreign) {
        return Some(Err(SettingsError::Foreign { file: name, who: who.clone() }));
    }
    let root = Some(place.root.to_string_lossy().into_owned());
    let source = Source { name, text, root, authority: place.authority };
    Some(Ok(File { source, path: place.file, foreign }))
}

/// Reads `found` as one policy, which warns about what does not count; `mode` and `profile` replace what they say about them, but no `mode` that they switch
/// off.
///
/// # Errors
/// Every problem in every file.
pub fn policy(
    found: &Found,
    mode: Option<Mode>,
    profile: Option<&'static Profile>,
) -> Result<Policy, Vec<PolicyError>> {
    let mut policy = Policy::from_sources(&found.sources)?;
    policy.warnings.splice(0..0, found.ignored.iter().cloned());
    if let Some(mode) = mode {
        policy.set_mode(mode);
    }
    if let Some(profile) = profile {
        policy.profile = profile;
        policy.profile_place = None;
    }
    Ok(policy)
}

/// Refuses a module that a project names: it would be its own judge, and no deny rule of the user's would hold.
///
/// # Errors
/// A file of the project names the module of `policy`.
pub fn refuse_module_of_project(policy: &Policy) -> Result<(), Vec<PolicyError>> {
    let (EngineChoice::File(_), Some(place)) = (&policy.engine, &policy.engine_place) else { return Ok(()) };
    if !policy.is_of_project(place) {
        return Ok(());
    }
    Err(vec![PolicyError {
        file: (&*place.file).into(),
        line: place.line,
        column: place.column,
        span: place.span,
        message: "the settings of a project cannot name the module that decides about it".to_owned(),
        help: "name it in `~/.claude/settings.json`, or with `--engine wasm:FILE`".to_owned(),
    }])
}

/// A file that the user named: its own folder is where its path rules start.
fn named(file: &Path) -> Result<File, SettingsError> {
    let name = file.to_string_lossy().into_owned();
    let text = read(file, &name, Kind::Any)?;
    let folder = std::path::absolute(file).ok().and_then(|file| file.parent().map(Path::to_path_buf));
    let root = folder.map(|folder| folder.to_string_lossy().into_owned());
    let source = Source { name, text, root, authority: Authority::User };
    Ok(File { source, path: file.to_owned(), foreign: None })
}

/// Which files are read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Regular ones only: whoever plants a pipe would make this program wait.
    Regular,
    /// Every kind: the user named it, such as `/dev/stdin`.
    Any,
}

fn read(file: &Path, name: &str, kind: Kind) -> Result<String, SettingsError> {
    let shown = || name.to_owned();
    let unreadable = |cause| SettingsError::Unreadable { file: shown(), cause };
    if kind == Kind::Regular && file.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return Err(unreadable(io::Error::other("it is no regular file")));
    }
    let opened = match fs::File::open(file) {
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
