//! The canary: the hook in an agent's file is asked, as the agent would ask it, about a command that must not run and about
//! one that may.
//!
//! Owns the two commands, which are only ever judged, and what counts as blocked. The command of the hook is read back from
//! the file, so that what is tried is what the agent will run.

use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value;

use super::client::Client;
use super::hook_command::Call;
use crate::system::processes::{Group, set_apart};
use crate::system::temporary_directory::TemporaryDirectory;

/// What must not run unasked, whatever the settings say: it removes everything in its directory, which is empty.
pub(crate) const CANARY: &str = "find . -delete";

/// What only reads.
pub(crate) const HARMLESS: &str = "pwd";

/// How long the hook may take. The agents wait as long.
const TIME_MAX: Duration = Duration::from_secs(10);

/// The longest answer that is read, in bytes.
const ANSWER_BYTES_MAX: u64 = 1024 * 1024;

/// The exit code that blocks.
const BLOCKS: i32 = 2;

/// What the hook said about a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// The agent does not run it unasked; the reason.
    Blocked(String),
    /// The agent runs it, or asks by its own rules.
    Passed,
    /// The agent is given no answer that it understands; what came instead.
    Failed(String),
}

/// What the hook of `client` that `call` calls says about `asked`, in a directory of its own.
pub(crate) fn said(client: &Client, call: &Call, asked: &str) -> Said {
    let Ok(place) = TemporaryDirectory::new("canary") else {
        return Said::Failed("there is no temporary directory".to_owned());
    };
    let directory = place.path().canonicalize().unwrap_or_else(|_| place.path().to_owned());
    let question = (client.question)(asked, &directory).to_string();
    match run(call, &directory, question) {
        Ok(answer) => read(&answer, client.decision_at),
        Err(why) => Said::Failed(why),
    }
}

/// What a hook left when it ended.
#[derive(Clone, Debug, Default)]
struct Answer {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn run(call: &Call, directory: &Path, question: String) -> Result<Answer, String> {
    let failed = |error: std::io::Error| format!("the hook cannot be started: {error}");
    let mut command = call.to_start();
    command.current_dir(directory).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    set_apart(&mut command);
    let mut child = command.spawn().map_err(failed)?;
    let group = Group::of_plain(&child);
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let (send, receive) = mpsc::channel();
    let all = |stream: Option<Box<dyn std::io::Read + Send>>| {
        let mut bytes = Vec::new();
        let _ = stream.map(|stream| stream.take(ANSWER_BYTES_MAX).read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    };
    std::thread::scope(|scope| {
        // A hook that does not read its input closes it.
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(question.as_bytes())));
        let errors = scope.spawn(move || all(stderr.map(|it| Box::new(it) as _)));
        let answers = scope.spawn(move || {
            let text = all(stdout.map(|it| Box::new(it) as _));
            let _ = send.send(());
            text
        });
        let in_time = receive.recv_timeout(TIME_MAX).is_ok();
        let kept = in_time.then_some(group);
        let code = child.wait().map_err(failed)?.code();
        kept.into_iter().for_each(Group::ended);
        let (stdout, stderr) = (answers.join().unwrap_or_default(), errors.join().unwrap_or_default());
        if in_time {
            Ok(Answer { code, stdout, stderr })
        } else {
            Err("the hook did not answer in time".to_owned())
        }
    })
}

/// What an agent makes of `answer` whose decision is at one of these places.
fn read(answer: &Answer, decision_at: &[&str]) -> Said {
    let errors = answer.stderr.trim();
    match answer.code {
        Some(BLOCKS) if !errors.is_empty() => return Said::Blocked(errors.to_owned()),
        Some(0) => {}
        code => {
            let code = code.map_or("a signal".to_owned(), |code| format!("exit code {code}"));
            return Said::Failed(format!("the hook ended with {code}: {errors}"));
        }
    }
    let text = answer.stdout.trim();
    if text.is_empty() {
        return Said::Passed;
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return Said::Failed(format!("the hook printed what is no JSON: {text}"));
    };
    let decisions = decision_at.iter().filter_map(|place| value.pointer(place));
    let blocks = decisions.into_iter().any(|decision| match decision {
        Value::String(name) => ["ask", "block", "deny"].contains(&name.as_str()),
        Value::Bool(flag) => *flag,
        Value::Object(_) => true,
        _ => false,
    });
    if blocks { Said::Blocked(reason(&value)) } else { Said::Passed }
}

/// The reason in an answer, wherever it is.
fn reason(answer: &Value) -> String {
    const PLACES: [&str; 6] = [
        "/hookSpecificOutput/permissionDecisionReason",
        "/permissionDecisionReason",
        "/reason",
        "/user_message",
        "/errorMessage",
        "/agent_message",
    ];
    let mut texts = PLACES.iter().filter_map(|place| answer.pointer(place)?.as_str());
    let instead = || {
        let command = answer.pointer("/overrideInput/commands/0")?.as_str()?;
        Some(format!("this runs in its place: `{command}`"))
    };
    texts
        .find(|text| !text.is_empty())
        .map(str::to_owned)
        .or_else(instead)
        .unwrap_or_else(|| "no reason was given".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::agents::client;
    use super::*;
    use policy_core::agents::Agent;

    #[test]
    fn only_an_answer_that_the_agent_understands_counts_as_blocked() {
        let claude = client(Agent::ClaudeCode);
        let deny = r#"{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}"#;
        for (command, expected) in [
            (format!("cat > /dev/null; echo '{deny}'"), Said::Blocked("no".to_owned())),
            ("echo why >&2; exit 2".to_owned(), Said::Blocked("why".to_owned())),
            (format!("echo '{}'", deny.replace("deny", "allow")), Said::Passed),
            ("true".to_owned(), Said::Passed),
            ("echo '{\"decision\":\"deny\"}'".to_owned(), Said::Passed),
        ] {
            assert_eq!(said(claude, &Call::Line(command.clone()), CANARY), expected, "{command}");
        }
        for command in ["exit 2", "exit 1", "echo '{'", "/missing/shellgate hook", "kill -9 $$"] {
            let said = said(claude, &Call::Line(command.to_owned()), CANARY);
            assert!(matches!(said, Said::Failed(_)), "{command}");
        }
    }

    #[test]
    fn the_question_is_the_agents_own_and_the_directory_is_empty() {
        for agent in Agent::ALL {
            let command = format!("grep -q '{CANARY}' && [ -z \"$(ls -A)\" ] && echo seen >&2 && exit 2");
            let said = said(client(agent), &Call::Line(command), CANARY);
            assert_eq!(said, Said::Blocked("seen".to_owned()), "{agent:?}");
        }
    }
}
