//! What a person approved for a session: exactly one command in one place, for the reasons that the person saw.
//!
//! Owns the record, `sessions.json`, which is kept with the user's and not in the directory of the session: a command may be
//! able to write there. The answers go with the directory. A command that a rule asks about, that a hook asks about
//! or that would lose everything is not in it.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use policy_core::{Decision, Policy, Request, Verdict};
use serde::{Deserialize, Serialize};

use crate::consult::is_a_persons;
use crate::settings::record;
use crate::system::files;
use crate::tasks::milliseconds_since_1970;

/// The name of the record.
const RECORD: &str = "sessions.json";

/// Most answers of one session.
const ANSWERS_MAX: usize = 1_000;

/// An answer for a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionApproval {
    /// Its name: `s1`.
    pub(crate) id: String,
    /// When it was given, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The command.
    pub(crate) command: String,
    /// Where it runs.
    pub(crate) cwd: String,
    tool: String,
    shell: String,
    /// The codes of the reasons.
    reasons: BTreeSet<String>,
}

/// The answers of one session, and which directory it has: another one of the same name is another session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Session {
    directory: PathBuf,
    identity: (u64, u64),
    approvals: Vec<SessionApproval>,
}

/// The answers of one session.
#[derive(Clone, Debug)]
pub(crate) struct SessionApprovals {
    directory: PathBuf,
    record: PathBuf,
}

impl SessionApprovals {
    /// Those of the session with this directory; none for a user without a home.
    pub(crate) fn of(directory: &Path, home: Option<&Path>) -> Option<Self> {
        let directory = std::path::absolute(directory).unwrap_or_else(|_| directory.to_owned());
        Some(Self { directory, record: record::file(RECORD, home)? })
    }

    /// The directory of the session.
    pub(crate) fn directory(&self) -> &Path {
        &self.directory
    }

    /// Whether a person can answer the question of `verdict` for the session.
    pub(crate) fn can_answer(verdict: &Verdict, policy: &Policy, request: &Request<'_>) -> bool {
        verdict.decision == Decision::Ask && !is_a_persons(policy, request)
    }

    /// Whether a person answered the question of `verdict` on `request` in this session.
    pub(crate) fn cover(&self, verdict: &Verdict, policy: &Policy, request: &Request<'_>) -> bool {
        let asked = answer(verdict, request);
        let is_same = |known: &SessionApproval| {
            let id = known.id.clone();
            *known == SessionApproval { id, at: known.at, ..asked.clone() }
        };
        self.list().iter().any(is_same) && Self::can_answer(verdict, policy, request)
    }

    /// Keeps that a person answered it.
    ///
    /// # Errors
    /// The directory of the session cannot be used, or the record cannot be written.
    pub(crate) fn keep(&self, verdict: &Verdict, request: &Request<'_>) -> io::Result<()> {
        private(&self.directory)?;
        let _turn = record::Turn::wait(&self.record);
        let mut known = self.list();
        let numbers = known.iter().filter_map(|it| it.id.strip_prefix('s')?.parse::<u64>().ok());
        let id = format!("s{}", numbers.max().unwrap_or(0) + 1);
        known.push(SessionApproval { id, ..answer(verdict, request) });
        let excess = known.len().saturating_sub(ANSWERS_MAX);
        known.drain(..excess);
        self.write(known)
    }

    /// Every answer, the oldest first.
    pub(crate) fn list(&self) -> Vec<SessionApproval> {
        let sessions: Vec<Session> = record::read(&self.record);
        let own = sessions.into_iter().find(|session| session.directory == self.directory && session.lives());
        own.map(|session| session.approvals).unwrap_or_default()
    }

    /// Puts `approvals` in the place of those of the session, and drops the sessions that have gone.
    fn write(&self, approvals: Vec<SessionApproval>) -> io::Result<()> {
        let mut sessions: Vec<Session> = record::read(&self.record);
        sessions.retain(|session| session.directory != self.directory && session.lives());
        let identity = files::identity(&self.directory)?;
        sessions.push(Session { directory: self.directory.clone(), identity, approvals });
        record::write(&self.record, &sessions)
    }

    /// Takes back those of `ids`, and gives what was taken back.
    ///
    /// # Errors
    /// The record cannot be written.
    pub(crate) fn revoke(&self, ids: &[String]) -> io::Result<Vec<SessionApproval>> {
        let _turn = record::Turn::wait(&self.record);
        let (revoked, rest): (Vec<_>, Vec<_>) = self.list().into_iter().partition(|it| ids.contains(&it.id));
        if !revoked.is_empty() {
            self.write(rest)?;
        }
        Ok(revoked)
    }
}

fn answer(verdict: &Verdict, request: &Request<'_>) -> SessionApproval {
    let findings = verdict.findings.iter().map(|finding| finding.code);
    SessionApproval {
        id: String::new(),
        at: milliseconds_since_1970(SystemTime::now()),
        command: request.command.to_owned(),
        cwd: request.cwd.unwrap_or_default().to_owned(),
        tool: request.tool.to_owned(),
        shell: request.shell.shell().name.to_owned(),
        reasons: findings.chain([verdict.reason.code]).map(str::to_owned).collect(),
    }
}

fn private(directory: &Path) -> io::Result<()> {
    crate::output::store::private(directory).map_err(io::Error::other)
}

impl Session {
    /// Whether its directory is still the same one.
    fn lives(&self) -> bool {
        files::identity(&self.directory).is_ok_and(|identity| identity == self.identity)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use policy_core::Engine;

    use super::*;

    fn session(place: &Path) -> SessionApprovals {
        SessionApprovals { directory: place.join("session"), record: place.join("state.json") }
    }

    fn request<'a>(command: &'a str, cwd: &'a str) -> Request<'a> {
        let mut request = Request { cwd: Some(cwd), home: Some("/home/u"), ..Request::new(command) };
        request.facts.no_links = true;
        request
    }

    fn judged(policy: &Policy, command: &str, cwd: &str) -> Verdict {
        Engine::new(policy.clone()).check(&request(command, cwd))
    }

    #[test]
    fn an_answer_is_for_one_command_in_one_place() {
        let place = tempfile::tempdir().unwrap();
        let session = session(place.path());
        let policy = Policy::default();
        let covers = |command: &str, cwd: &str| {
            session.cover(&judged(&policy, command, cwd), &policy, &request(command, cwd))
        };
        assert!(!covers("touch a", "/repo"));
        session.keep(&judged(&policy, "touch a", "/repo"), &request("touch a", "/repo")).unwrap();
        assert!(covers("touch a", "/repo"));
        for (command, cwd) in
            [("touch b", "/repo"), ("touch a", "/other"), ("touch  a", "/repo"), ("ls", "/repo")]
        {
            assert!(!covers(command, cwd), "{command} in {cwd}");
        }
        assert_eq!(session.list()[0].id, "s1");
        assert_eq!(session.revoke(&["s2".to_owned()]).unwrap(), []);
        assert_eq!(session.revoke(&["s1".to_owned()]).unwrap().len(), 1);
        assert!(!covers("touch a", "/repo"));
    }

    #[test]
    fn a_new_reason_and_a_rule_ask_again() {
        let place = tempfile::tempdir().unwrap();
        let session = session(place.path());
        let policy = Policy::default();
        let verdict = judged(&policy, "touch a", "/repo");
        session.keep(&verdict, &request("touch a", "/repo")).unwrap();
        let mut other = verdict.clone();
        other.reason.code = "PATH_PROTECTED";
        assert!(!session.cover(&other, &policy, &request("touch a", "/repo")));
        let text = r#"{"permissions":{"ask":["Bash(touch:*)"]}}"#.to_owned();
        let ruled =
            Policy::from_sources(&[policy_core::Source { text, ..policy_core::Source::default() }]).unwrap();
        assert!(!session.cover(&verdict, &ruled, &request("touch a", "/repo")));
        for command in ["rm -rf /", "rm -rf ~"] {
            let verdict = judged(&policy, command, "/repo");
            assert!(
                !SessionApprovals::can_answer(&verdict, &policy, &request(command, "/repo")),
                "{command}"
            );
        }
    }

    #[test]
    fn answers_go_with_the_directory_of_the_session() {
        let place = tempfile::tempdir().unwrap();
        let session = session(place.path());
        let verdict = judged(&Policy::default(), "touch a", "/repo");
        session.keep(&verdict, &request("touch a", "/repo")).unwrap();
        assert_eq!(session.list().len(), 1);
        // Another directory takes its place, while the first one still has its number.
        fs::rename(place.path().join("session"), place.path().join("old")).unwrap();
        assert!(session.list().is_empty());
        fs::create_dir(place.path().join("session")).unwrap();
        assert!(session.list().is_empty());
        session.keep(&verdict, &request("touch a", "/repo")).unwrap();
        assert_eq!(session.list().len(), 1);
        fs::write(place.path().join("state.json"), "nonsense").unwrap();
        assert!(session.list().is_empty());
    }
}
