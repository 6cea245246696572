//! Writes what a person answered for good into a settings file.
//!
//! Owns the choice of the file, and the write. The text is the core's (`policy_core::policy::with_entry`).

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use policy_core::policy::with_entry;
use policy_core::visible::line;

use super::{FILE_BYTES_MAX, Lookup, record};

/// An entry for a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The keys of the list, the outermost first.
    pub keys: &'static [&'static str],
    /// The entry.
    pub entry: String,
    /// The file.
    pub file: PathBuf,
}

impl Addition {
    /// The rule `rule` in `permissions.allow`, for this project. None if no settings are used.
    pub fn rule(rule: &str, lookup: &Lookup<'_>) -> Option<Self> {
        Self::new(&["permissions", "allow"], rule, lookup, Scope::Project)
    }

    /// The host `host` in `sandbox.network.allowedDomains`, for this project. None if no settings are used.
    pub fn host(host: &str, lookup: &Lookup<'_>) -> Option<Self> {
        Self::new(&["sandbox", "network", "allowedDomains"], host, lookup, Scope::Project)
    }

    /// The directory `directory` in `permissions.additionalDirectories`, which only the user's own settings can name. None
    /// if no settings are used.
    pub fn directory(directory: &str, lookup: &Lookup<'_>) -> Option<Self> {
        Self::new(&["permissions", "additionalDirectories"], directory, lookup, Scope::User)
    }

    /// The path `path` in `sandbox.filesystem.allowWrite`, which only the user's own settings can name. None if no settings
    /// are used.
    pub fn writable(path: &str, lookup: &Lookup<'_>) -> Option<Self> {
        Self::new(&["sandbox", "filesystem", "allowWrite"], path, lookup, Scope::User)
    }

    /// The socket file `path` in `sandbox.network.allowUnixSockets`, which only the user's own settings can name. None if no
    /// settings are used.
    pub fn socket(path: &str, lookup: &Lookup<'_>) -> Option<Self> {
        Self::new(&["sandbox", "network", "allowUnixSockets"], path, lookup, Scope::User)
    }

    /// What it adds, for a person.
    pub fn sentence(&self) -> String {
        let (entry, list) = (line(&self.entry), self.keys.join("."));
        format!("adds `{entry}` to `{list}` in `{}`", line(&self.file.to_string_lossy()))
    }

    /// The file of the user's own settings, where [`Addition::directory`] goes. None if no settings are used.
    pub(crate) fn user_file(lookup: &Lookup<'_>) -> Option<PathBuf> {
        Self::new(&[], "", lookup, Scope::User).map(|addition| addition.file)
    }

    fn new(keys: &'static [&'static str], entry: &str, lookup: &Lookup<'_>, scope: Scope) -> Option<Self> {
        let file = match (lookup.none, lookup.files.last(), scope) {
            (true, ..) => return None,
            (false, Some(named), _) => named.clone(),
            (false, None, Scope::Project) => lookup.cwd.join(".claude/settings.local.json"),
            (false, None, Scope::User) => lookup.home?.join(".claude/settings.json"),
        };
        Some(Self { keys, entry: entry.to_owned(), file })
    }

    /// Writes it, unless it is there already. The rest of the file stays as it is; a file that is not there is made.
    ///
    /// # Errors
    /// The file cannot be read or written, or it has no place for the entry.
    pub fn write(&self) -> io::Result<Change> {
        let list = self.keys.join(".");
        change(&self.file, &format!("it has no list `{list}`, and none can be added"), |text| {
            with_entry(text, self.keys, &self.entry)
        })
    }
}

/// Changes the text of a settings file as `edit` does, and leaves it as it is where that has none; `otherwise` says why then.
///
/// # Errors
/// The file cannot be read or written, or `edit` has no text.
pub(crate) fn change(
    file: &Path,
    otherwise: &str,
    edit: impl Fn(&str) -> Option<String>,
) -> io::Result<Change> {
    // What is a link stays one.
    let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
    let text = match fs::metadata(&file) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error),
        Ok(found) if !found.is_file() || found.len() > FILE_BYTES_MAX => {
            return Err(io::Error::other("it is no settings file"));
        }
        Ok(_) => fs::read_to_string(&file)?,
    };
    let Some(new) = edit(&text) else { return Err(io::Error::other(otherwise.to_owned())) };
    if new == text {
        return Ok(Change::None);
    }
    record::replace(&file, new.as_bytes())?;
    Ok(Change::Added)
}

/// What a write changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// The entry was added.
    Added,
    /// It was there already.
    None,
}

/// For which commands an entry counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Project,
    User,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_for_good_is_in_the_file_that_it_names_and_counts() {
        let home = tempfile::tempdir().unwrap();
        let project = home.path().join("project");
        fs::create_dir(&project).unwrap();
        let lookup = Lookup { files: &[], none: false, cwd: &project, home: Some(home.path()) };
        let rule = Addition::rule("Bash(npm test)", &lookup).unwrap();
        assert_eq!(rule.file, project.join(".claude/settings.local.json"));
        for _ in 0..2 {
            rule.write().unwrap();
        }
        Addition::host("docs.rs", &lookup).unwrap().write().unwrap();
        Addition::directory("/srv/x", &lookup).unwrap().write().unwrap();
        let found = super::super::find(&lookup).unwrap();
        let policy = super::super::policy(&found, None, None).unwrap();
        assert_eq!(policy.rules.list(policy_core::rules::List::Allow).len(), 1);
        assert_eq!(policy.sandbox.allowed_domains, ["docs.rs"]);
        assert_eq!(policy.additional_directories, ["/srv/x"]);
        assert_eq!(policy.warnings, []);
    }

    #[test]
    fn a_file_that_has_no_place_for_the_entry_stays_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("settings.json");
        let lookup = Lookup { files: std::slice::from_ref(&file), none: false, cwd: home.path(), home: None };
        for text in ["{", "[]", r#"{"permissions":7}"#] {
            fs::write(&file, text).unwrap();
            assert!(Addition::rule("Bash(a)", &lookup).unwrap().write().is_err(), "{text}");
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(Addition::rule("Bash(a)", &Lookup { none: true, ..lookup }), None);
    }
}
