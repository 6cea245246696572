//! Codex's trust in a hook: it skips a hook that the user did not approve, without a word.
//!
//! Owns the conversation with `codex app-server`, which lists the hooks with the hash of each definition and says which are
//! trusted, and the lines of `config.toml` by which the user trusts one (<https://developers.openai.com/codex/hooks>). What
//! was written is believed only when Codex itself says so.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde::Deserialize;
use serde_json::{Value, json};

use super::hook_command::program_of;

/// How long the whole conversation may take.
const TIME_MAX: Duration = Duration::from_secs(20);

/// The methods that are called, in this order; the place of each is the number of its call.
const METHODS: [&str; 2] = ["initialize", "hooks/list"];

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
    let text = |error: std::io::Error| error.to_string();
    let mut child = Command::new(program)
        .arg("app-server")
        .current_dir(cwd)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(text)?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (send, receive) = mpsc::channel();
    let read = move || {
        let lines =
            stdout.into_iter().flat_map(|stdout| BufReader::new(stdout).lines().map_while(Result::ok));
        let _ = lines.into_iter().try_for_each(|line| send.send(line));
    };
    drop(std::thread::Builder::new().name("codex".to_owned()).spawn(read));
    let answer = stdin.ok_or_else(String::new).and_then(|stdin| converse(stdin, &receive, cwd));
    if let Ok(group) = i32::try_from(child.id()) {
        let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
    }
    let _ = child.wait();
    answer
}

fn converse(mut stdin: ChildStdin, lines: &Receiver<String>, cwd: &Path) -> Result<Value, String> {
    let end = Instant::now() + TIME_MAX;
    let client = json!({"name": "shellgate", "title": "Shellgate", "version": env!("CARGO_PKG_VERSION")});
    let parameters = [json!({"clientInfo": client}), json!({"cwds": [cwd]})];
    let mut answer = Value::Null;
    for (number, (method, params)) in METHODS.into_iter().zip(parameters).enumerate() {
        let call = json!({"jsonrpc": "2.0", "id": number, "method": method, "params": params});
        writeln!(stdin, "{call}").map_err(|error| error.to_string())?;
        answer = answer_to(number, lines, end)?;
        if number == 0 {
            let note = json!({"jsonrpc": "2.0", "method": "initialized"});
            writeln!(stdin, "{note}").map_err(|error| error.to_string())?;
        }
    }
    Ok(answer)
}

/// The result of the call `number`; what else is sent is passed over.
fn answer_to(number: usize, lines: &Receiver<String>, end: Instant) -> Result<Value, String> {
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let line = lines.recv_timeout(left).map_err(|_| "`codex app-server` does not answer".to_owned())?;
        let Ok(mut answer) = serde_json::from_str::<Value>(&line) else { continue };
        if answer.get("id").and_then(Value::as_u64) != u64::try_from(number).ok() {
            continue;
        }
        if let Some(error) = answer.pointer("/error/message").and_then(Value::as_str) {
            return Err(error.to_owned());
        }
        return Ok(answer["result"].take());
    }
}
