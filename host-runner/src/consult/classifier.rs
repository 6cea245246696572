//! The classifier: a program or a server on this machine that is asked whether a command that asks may run.
//!
//! Owns the question and the reading of the answer. The command and the verdict are data to it. Everything but a clear
//! allow leaves the command to a person.

use std::ffi::OsString;
use std::time::Duration;

use policy_core::policy::{Classifier, ClassifierBy};
use policy_core::{Request, Verdict, door};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::process::Command;

use super::hooks::IN_HOOK;
use super::loopback;
use super::program::ask;

/// Most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 1_000;

/// What a classifier says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Classified {
    /// The command may run, for this reason.
    Allow(String),
    /// A person decides, for this reason.
    Ask(String),
    /// There is no answer: why.
    Nothing(String),
}

/// The question.
#[derive(Serialize)]
struct Question<'q> {
    command: &'q str,
    cwd: Option<&'q str>,
    tool: &'q str,
    verdict: Box<RawValue>,
}

/// Asks `classifier` about the command of `request` and the verdict on it, with the user's environment, at most this long.
pub(crate) async fn classify(
    classifier: &Classifier,
    request: &Request<'_>,
    verdict: &Verdict,
    environment: &[(OsString, OsString)],
    within: Duration,
) -> Classified {
    let verdict = RawValue::from_string(door::verdict(verdict, request, None)).unwrap_or_default();
    let question = Question { command: request.command, cwd: request.cwd, tool: request.tool, verdict };
    let question = serde_json::to_vec(&question).unwrap_or_default();
    if environment.iter().any(|(name, _)| name == IN_HOOK) {
        return Classified::Nothing("it runs this command itself".to_owned());
    }
    let limit = Duration::from_millis(classifier.time_ms).min(within);
    let answer = match &classifier.by {
        ClassifierBy::Command(words) => by_program(words, &question, environment, limit).await,
        ClassifierBy::Url(url) => match tokio::time::timeout(limit, loopback::post(url, question)).await {
            Ok(answer) => answer,
            Err(_) => Err(format!("it gave no answer within {} ms", limit.as_millis())),
        },
    };
    match answer {
        Ok(answer) => read(&answer),
        Err(why) => Classified::Nothing(why),
    }
}

async fn by_program(
    words: &[String],
    question: &[u8],
    environment: &[(OsString, OsString)],
    limit: Duration,
) -> Result<String, String> {
    let [program, arguments @ ..] = words else { return Err("it names no program".to_owned()) };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .env_clear()
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .env(IN_HOOK, "1")
        .current_dir("/");
    let ended = ask(command, question, limit).await.map_err(|error| error.to_string())?;
    match ended.code {
        Some(0) => Ok(ended.stdout),
        Some(code) => Err(format!("it ended with status {code}")),
        None => Err("a signal ended it".to_owned()),
    }
}

fn read(answer: &str) -> Classified {
    #[derive(Deserialize)]
    struct Answer {
        decision: String,
        reason: Option<String>,
    }
    let Ok(Answer { decision, reason }) = serde_json::from_str(answer) else {
        return Classified::Nothing("its answer cannot be read".to_owned());
    };
    let reason = reason.unwrap_or_default().chars().take(REASON_CHARACTERS_MAX).collect::<String>();
    match decision.as_str() {
        "allow" => Classified::Allow(reason),
        "ask" => Classified::Ask(reason),
        _ => Classified::Nothing("its decision is neither `allow` nor `ask`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_allow_is_one() {
        let reason = |text: &str| text.to_owned();
        assert_eq!(read(r#"{"decision":"allow","reason":"r"}"#), Classified::Allow(reason("r")));
        assert_eq!(read(r#"{"decision":"allow"}"#), Classified::Allow(reason("")));
        assert_eq!(read(r#"{"decision":"ask","reason":"r"}"#), Classified::Ask(reason("r")));
        for text in [
            "",
            "allow",
            "\"allow\"",
            "{",
            "{}",
            "[]",
            r#"{"decision":"Allow"}"#,
            r#"{"decision":"deny"}"#,
            r#"{"decision":true}"#,
            r#"{"decision":["allow"]}"#,
            r#"{"decision":"allow"} {"decision":"ask"}"#,
            r#"{"decision":"allow","decision":"ask"}"#,
            r#"{"decision":"allow","reason":7}"#,
        ] {
            assert!(matches!(read(text), Classified::Nothing(_)), "{text}");
        }
    }
}
