//! What a person answered for good, so that it can be shown and taken back.
//!
//! Owns the record, `approvals.json`: which entry was written into which settings file, when, and for which command. The
//! settings file alone decides; the record only says what is in it by an answer.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use policy_core::policy::without_entry;
use serde::{Deserialize, Serialize};

use super::add::{Addition, Change};
use super::record::{self, Turn};

/// The name of the record.
const RECORD: &str = "approvals.json";

/// Most answers that are remembered; the entry of an older one stays in its file.
const ANSWERS_MAX: usize = 1_000;

/// An answer for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptApproval {
    /// Its name: `a1`.
    pub id: String,
    /// When it was given, in milliseconds since 1970.
    pub at: u64,
    /// The command that was asked about.
    pub command: String,
    /// Where it would run.
    pub cwd: String,
    /// The settings file.
    pub file: PathBuf,
    /// The keys of the list in it, the outermost first.
    pub keys: Vec<String>,
    /// The entry in the list.
    pub entry: String,
}

/// Where an answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Standing {
    /// Its entry is in the file.
    InFile,
    /// Somebody took it out.
    Gone,
    /// The file cannot be read.
    Unreadable,
}

/// What became of an answer that was to be taken back.
#[derive(Debug)]
pub enum Revoked {
    /// Its entry was taken out of the file.
    Removed,
    /// It was not there any longer.
    WasGone,
    /// The file cannot be changed, so the entry still counts.
    Failed(io::Error),
}

/// All answers for good of a user.
#[derive(Clone, Debug)]
pub struct Approvals {
    record: PathBuf,
}

impl Approvals {
    /// Those of the user with this home; none for a user without one.
    pub fn of(home: Option<&Path>) -> Option<Self> {
        record::file(RECORD, home).map(|record| Self { record })
    }

    /// Writes `addition`, and keeps that it was the answer to the question about `command` in `cwd`. An entry that was there
    /// before is not an answer.
    ///
    /// # Errors
    /// The settings file cannot be changed. A record that cannot be kept is no error: the entry counts.
    pub fn write(&self, addition: &Addition, command: &str, cwd: &str) -> io::Result<()> {
        let turn = Turn::wait(&self.record);
        if addition.write()? == Change::None {
            return Ok(());
        }
        let mut kept = self.read();
        let number = kept.iter().filter_map(number).max().unwrap_or(0) + 1;
        kept.push(KeptApproval {
            id: format!("a{number}"),
            at: now(),
            command: command.to_owned(),
            cwd: cwd.to_owned(),
            file: std::path::absolute(&addition.file).unwrap_or_else(|_| addition.file.clone()),
            keys: addition.keys.iter().map(|key| (*key).to_owned()).collect(),
            entry: addition.entry.clone(),
        });
        let excess = kept.len().saturating_sub(ANSWERS_MAX);
        kept.drain(..excess);
        drop(record::write(&self.record, &kept));
        drop(turn);
        Ok(())
    }

    /// Every answer, the oldest first, and where it is.
    pub fn list(&self) -> Vec<(KeptApproval, Standing)> {
        let standing = |kept: &KeptApproval| match kept.without() {
            Ok(Some(_)) => Standing::InFile,
            Ok(None) => Standing::Gone,
            Err(_) => Standing::Unreadable,
        };
        self.read().into_iter().map(|kept| (standing(&kept), kept)).map(|(at, kept)| (kept, at)).collect()
    }

    /// Takes back those of `ids`, in this order. What was taken out is forgotten; an unknown name is left out.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn revoke(&self, ids: &[String]) -> io::Result<Vec<(KeptApproval, Revoked)>> {
        let turn = Turn::wait(&self.record);
        let mut kept = self.read();
        let mut revoked = Vec::new();
        for id in ids {
            let Some(at) = kept.iter().position(|kept| kept.id == *id) else { continue };
            let Some(approval) = kept.get(at).cloned() else { continue };
            let done = approval.remove();
            if !matches!(done, Revoked::Failed(_)) {
                kept.remove(at);
            }
            revoked.push((approval, done));
        }
        record::write(&self.record, &kept)?;
        drop(turn);
        Ok(revoked)
    }

    fn read(&self) -> Vec<KeptApproval> {
        record::read(&self.record)
    }
}

impl KeptApproval {
    /// The text of the file without the entry; none if the entry is not there.
    fn without(&self) -> io::Result<Option<String>> {
        let text = match fs::read_to_string(&self.file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            read => read?,
        };
        let keys = self.keys.iter().map(String::as_str).collect::<Vec<_>>();
        let rest = without_entry(&text, &keys, &self.entry).ok_or_else(|| {
            io::Error::other(format!("it has no list `{}` that can be read", keys.join(".")))
        })?;
        Ok((rest != text).then_some(rest))
    }

    fn remove(&self) -> Revoked {
        // What is a link stays one.
        let file = self.file.canonicalize().unwrap_or_else(|_| self.file.clone());
        match self.without() {
            Ok(None) => Revoked::WasGone,
            Ok(Some(rest)) => match record::replace(&file, rest.as_bytes()) {
                Ok(()) => Revoked::Removed,
                Err(error) => Revoked::Failed(error),
            },
            Err(error) => Revoked::Failed(error),
        }
    }
}

fn number(kept: &KeptApproval) -> Option<u64> {
    kept.id.strip_prefix('a')?.parse().ok()
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Lookup;

    fn approvals(home: &Path) -> Approvals {
        Approvals { record: home.join("state").join(RECORD) }
    }

    fn rule(home: &Path, rule: &str) -> Addition {
        Addition::rule(rule, &Lookup { files: &[], none: false, cwd: home, home: Some(home) }).unwrap()
    }

    #[test]
    fn an_answer_is_kept_listed_and_taken_back() {
        let home = tempfile::tempdir().unwrap();
        let (home, all) = (home.path(), approvals(home.path()));
        let file = home.join(".claude/settings.local.json");
        fs::create_dir(home.join(".claude")).unwrap();
        let mine = "{\n  // mine\n  \"permissions\": { \"allow\": [\"Bash(own)\"] }\n}\n";
        fs::write(&file, mine).unwrap();
        for text in ["Bash(npm test)", "Bash(make)", "Bash(own)"] {
            all.write(&rule(home, text), "npm test", "/repo").unwrap();
        }
        let listed = all.list();
        let shown = listed.iter().map(|(kept, at)| (kept.id.as_str(), kept.entry.as_str(), *at));
        let in_file = Standing::InFile;
        // A rule that was there before is the person's own.
        assert_eq!(
            shown.collect::<Vec<_>>(),
            [("a1", "Bash(npm test)", in_file), ("a2", "Bash(make)", in_file)]
        );
        assert_eq!((listed[0].0.command.as_str(), listed[0].0.cwd.as_str()), ("npm test", "/repo"));
        assert!(listed[0].0.at > 0 && listed[0].0.file == file);
        let revoked = all.revoke(&["a1".to_owned(), "a9".to_owned(), "a2".to_owned()]).unwrap();
        assert!(matches!(revoked.as_slice(), [(_, Revoked::Removed), (_, Revoked::Removed)]), "{revoked:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), mine);
        assert!(all.list().is_empty());
        all.write(&rule(home, "Bash(x)"), "x", "/").unwrap();
        assert_eq!(all.list()[0].0.id, "a1");
    }

    #[test]
    fn a_file_that_was_changed_since_keeps_what_others_wrote() {
        let home = tempfile::tempdir().unwrap();
        let (home, all) = (home.path(), approvals(home.path()));
        let file = home.join(".claude/settings.local.json");
        all.write(&rule(home, "Bash(a)"), "a", "/").unwrap();
        fs::write(&file, r#"{"permissions":{"allow":["Bash(b)","Bash(a)"],"deny":["Bash(c)"]}}"#).unwrap();
        assert!(matches!(all.revoke(&["a1".to_owned()]).unwrap()[0].1, Revoked::Removed));
        let rest = r#"{"permissions":{"allow":["Bash(b)"],"deny":["Bash(c)"]}}"#;
        assert_eq!(fs::read_to_string(&file).unwrap(), rest);
        // Somebody took the rule out, or the whole file.
        for gone in [Some(rest), None] {
            all.write(&rule(home, "Bash(a)"), "a", "/").unwrap();
            match gone {
                Some(rest) => fs::write(&file, rest).unwrap(),
                None => fs::remove_file(&file).unwrap(),
            }
            assert_eq!(all.list()[0].1, Standing::Gone);
            assert!(matches!(all.revoke(&["a1".to_owned()]).unwrap()[0].1, Revoked::WasGone));
        }
        assert!(all.list().is_empty());
        // What cannot be read is left alone, and the answer stays in the list.
        all.write(&rule(home, "Bash(a)"), "a", "/").unwrap();
        fs::write(&file, "{").unwrap();
        assert_eq!(all.list()[0].1, Standing::Unreadable);
        assert!(matches!(all.revoke(&["a1".to_owned()]).unwrap()[0].1, Revoked::Failed(_)));
        assert_eq!((all.list().len(), fs::read_to_string(&file).unwrap().as_str()), (1, "{"));
    }

    #[test]
    fn answers_at_the_same_time_are_all_kept() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path();
        std::thread::scope(|scope| {
            for number in 0..8 {
                scope.spawn(move || {
                    approvals(home).write(&rule(home, &format!("Bash(x{number})")), "x", "/").unwrap();
                });
            }
        });
        let all = approvals(home);
        let listed = all.list();
        assert_eq!(listed.len(), 8);
        assert!(listed.iter().all(|(_, at)| *at == Standing::InFile));
        let ids = listed.iter().map(|(kept, _)| kept.id.clone()).collect::<Vec<_>>();
        std::thread::scope(|scope| {
            for id in &ids {
                let all = &all;
                scope.spawn(move || all.revoke(std::slice::from_ref(id)).unwrap());
            }
        });
        assert!(all.list().is_empty());
    }

    #[test]
    fn a_record_that_cannot_be_kept_does_not_undo_the_answer() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("state"), "").unwrap();
        approvals(home.path()).write(&rule(home.path(), "Bash(a)"), "a", "/").unwrap();
        let text = fs::read_to_string(home.path().join(".claude/settings.local.json")).unwrap();
        assert!(text.contains("Bash(a)"));
        assert!(approvals(home.path()).list().is_empty());
    }
}
