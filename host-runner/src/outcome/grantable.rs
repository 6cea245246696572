//! What a person can grant to a command that failed for the sandbox, so that another run has it.
//!
//! Owns what is never offered: protected names, critical places, what the settings deny, and what a person refused while the
//! command ran. A command says itself what it lacked, so that each grant is shown before it counts.

use std::path::{Path, PathBuf};

use policy_core::paths::critical::critical_removal;

use super::refusals::Kept;
use crate::launch::denial::Denial;
use crate::network::AskedHost;
use crate::plan::{Grant, Plan};
use crate::sandbox::{SandboxRequest, is_protected};

/// Most grants of one offer: a person reads all of them.
const GRANTS_MAX: usize = 5;

/// What `plan` lacked; nothing if that cannot be granted as a whole.
pub(super) fn grants(
    kept: &Kept,
    denials: &[Denial],
    asked: &[AskedHost],
    plan: &Plan,
    sandbox: &SandboxRequest,
) -> Vec<Grant> {
    let home = plan.home();
    let writes = kept.outside.iter().map(|path| writable(path, sandbox, home));
    let secrets = kept.secrets.iter().map(|path| readable(path, sandbox));
    let others = denials.iter().map(|denial| match denial {
        Denial::Path { .. } => None,
        Denial::Socket { path, .. } => Some(Grant::Socket { path: path.clone() }),
        Denial::Host(host) => {
            let question = host.question()?;
            let is_refused = asked.iter().any(|asked| asked.question.host == question.host);
            (!is_refused).then_some(Grant::Host(question))
        }
    });
    let all = writes.chain(secrets).chain(others).collect::<Option<Vec<_>>>();
    let mut grants: Vec<Grant> = Vec::new();
    for grant in all.unwrap_or_default() {
        if !grants.contains(&grant) {
            grants.push(grant);
        }
    }
    if grants.len() > GRANTS_MAX {
        grants.clear();
    }
    // A command that only reads is never granted more than to read.
    if plan.is_read_only() && !grants.iter().all(|grant| matches!(grant, Grant::Read { .. })) {
        grants.clear();
    }
    grants
}

/// The grant to write `path`: the file that is there, or the directory that the new one is to be in.
fn writable(path: &Path, sandbox: &SandboxRequest, home: Option<&Path>) -> Option<Grant> {
    let real = match path.canonicalize() {
        Ok(real) => real,
        Err(_) => path.parent()?.canonicalize().ok()?.join(path.file_name()?),
    };
    let granted = if real.exists() { real.clone() } else { real.parent()?.to_path_buf() };
    let text = granted.to_str()?;
    let is_critical = critical_removal(text, None, home.and_then(Path::to_str)).is_some();
    let is_around = sandbox.writable.iter().any(|root| root.starts_with(&granted));
    let denied = sandbox.read_only_inside.iter().chain(&sandbox.deny_read).chain(&sandbox.hidden);
    let is_denied = denied.clone().any(|denied| real.starts_with(denied) || granted.starts_with(denied));
    let is_obeyed = is_protected(&real, std::slice::from_ref(&PathBuf::from("/")));
    (!is_critical && !is_around && !is_denied && !is_obeyed).then_some(Grant::Write { path: granted })
}

/// The grant to read `path`, unless the settings deny it.
fn readable(path: &Path, sandbox: &SandboxRequest) -> Option<Grant> {
    let is_denied =
        sandbox.deny_read.iter().any(|denied| path.starts_with(denied) || denied.starts_with(path));
    (!is_denied).then(|| Grant::Read { path: path.to_owned() })
}
