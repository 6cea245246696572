//! The setting by which the sandbox counts (`sandbox.autoAllowBashIfSandboxed`), as the question of `run` offers it.
//!
//! Owns where it would count, what is written, and the sentence about it. Asks nobody.

use std::io;
use std::path::PathBuf;

use policy_core::visible::line;
use policy_core::{Policy, Profile};

use crate::installation::json;
use crate::installation::tree::Tree;
use crate::session::Session;
use crate::settings::Lookup;
use crate::settings::add::{Addition, change};

/// The keys of the setting, the outermost first.
const KEYS: [&str; 2] = ["sandbox", "autoAllowBashIfSandboxed"];

/// The setting, for the settings of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SandboxCounts {
    /// The file.
    pub(super) file: PathBuf,
}

impl SandboxCounts {
    /// It, where it would count: no file speaks of it, the profile heeds it, and the sandbox of `session` is complete here.
    pub(super) fn offered(session: &Session, policy: &Policy, lookup: &Lookup<'_>) -> Option<Self> {
        let file = Addition::user_file(lookup)?;
        let is_said = policy.sources.iter().any(|source| source.text.contains(KEYS[1]));
        let is_heeded = policy.sandbox.enabled && policy.profile.name == <&Profile>::default().name;
        (!is_said && is_heeded && session.has_complete_sandbox()).then_some(Self { file })
    }

    /// What it writes, for a person.
    pub(super) fn sentence(&self) -> String {
        format!("sets `{}` to true in `{}`", KEYS.join("."), line(&self.file.to_string_lossy()))
    }

    /// Writes it. The rest of the file stays as it is; a file that is not there is made.
    ///
    /// # Errors
    /// The file cannot be read or written, or has no place for it.
    pub(super) fn write(&self) -> io::Result<()> {
        let otherwise = format!("it has no place for `{}`", KEYS.join("."));
        change(&self.file, &otherwise, |text| json::with_value(Some(text), &KEYS, &Tree::Flag(true)).ok())
            .map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_where_nothing_is_said_and_all_else_stays() {
        let home = tempfile::tempdir().unwrap();
        let setting = SandboxCounts { file: home.path().join("settings.json") };
        for text in ["", "{}", "{ // mine\n  \"sandbox\": {\"failIfUnavailable\": true},\n}\n"] {
            std::fs::write(&setting.file, text).unwrap();
            setting.write().unwrap();
            let written = std::fs::read_to_string(&setting.file).unwrap();
            let source = policy_core::Source { text: written.clone(), ..policy_core::Source::default() };
            let sandbox = Policy::from_sources(&[source]).unwrap().sandbox;
            assert!(sandbox.auto_allow_bash_if_sandboxed, "{written}");
            assert_eq!(sandbox.fail_if_unavailable, text.contains("fail"), "{written}");
            assert_eq!(written.contains("// mine"), text.contains("// mine"), "{written}");
        }
        for text in ["{", "[]", r#"{"sandbox":1}"#] {
            std::fs::write(&setting.file, text).unwrap();
            assert!(setting.write().is_err(), "{text}");
            assert_eq!(std::fs::read_to_string(&setting.file).unwrap(), text);
        }
    }
}
