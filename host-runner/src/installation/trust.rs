//! Codex's trust in a hook: it skips a hook that the user did not approve, without a word.
//!
//! Owns the conversation with `codex app-server`, which lists the hooks with the hash of each definition and says which are
//! trusted, and the lines of `config.toml` by which the user trusts one (<https://developers.openai.com/codex/hooks>). What
//! was written is believed only when Codex itself says so.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::conversation::Conversation;
use super::hook_command::program_of;

/// How long the whole conversation may take.
const TIME_MAX: Duration = Duration::from_secs(20);

/// A hook as Codex lists it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Listed {
    key: String,
    command: Option<String>,
    source_path: Option<PathBuf>,
    current_hash: String,
    trust_status: String,
}

impl Listed {
    /// Whether Codex runs it.
    pub(super) fn is_trusted(&self) -> bool {
        matches!(self.trust_status.as_str(), "trusted" | "managed")
    }
}

/// The calls of Shellgate from `file` that the Codex `program` lists for the directory `cwd`.
///
/// # Errors
/// It does not list them in time; the reason.
pub(super) fn listed(program: &Path, cwd: &Path, file: &Path) -> Result<Vec<Listed>, String> {
    let answer = ask(program, cwd).map_err(|why| format!("Codex does not list its hooks: {why}"))?;
    let mut found = Vec::new();
    for place in answer["data"].as_array().into_iter().flatten() {
        let hooks = place["hooks"].as_array().into_iter().flatten();
        found.extend(hooks.filter_map(|hook| Listed::deserialize(hook).ok()));
    }
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let is_here = |hook: &Listed| hook.source_path.as_deref().is_some_and(|path| real(path) == real(file));
    let is_ours = |hook: &Listed| hook.command.as_deref().and_then(program_of).is_some();
    found.retain(|hook| is_here(hook) && is_ours(hook));
    Ok(found)
}

/// The lines by which the user trusts `hooks`.
pub(super) fn lines(hooks: &[Listed]) -> String {
    let mut lines = String::new();
    for Listed { key, current_hash, .. } in hooks {
        // What JSON writes as a text is a basic string of TOML too. Writing to a string does not fail.
        let (key, hash) = (Value::from(key.as_str()), Value::from(current_hash.as_str()));
        let _ = writeln!(lines, "[hooks.state.{key}]\ntrusted_hash = {hash}");
    }
    lines
}

/// What `hooks/list` returns.
fn ask(program: &Path, cwd: &Path) -> Result<Value, String> {
    let mut codex = Conversation::start(Command::new(program).arg("app-server").current_dir(cwd), TIME_MAX)?;
    let client = json!({"name": "shellgate", "title": "Shellgate", "version": env!("CARGO_PKG_VERSION")});
    codex.call("initialize", &json!({"clientInfo": client}))?;
    codex.notify("initialized")?;
    codex.call("hooks/list", &json!({"cwds": [cwd]}))
}
