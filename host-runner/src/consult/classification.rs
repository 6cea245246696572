//! The classifier of the settings answers a question that would go to a person.
//!
//! Owns which questions it may answer, and what its answer changes. It never sees a command that is denied, that a rule asks
//! about or may match, that a hook asks about, or that would lose everything.

use std::ffi::OsString;
use std::time::Duration;

use policy_core::codes::reasons::CLASSIFIER;
use policy_core::policy::Classifier;
use policy_core::verdict::{Finding, Reason};
use policy_core::visible::line;
use policy_core::{Decision, Engine, Mode, Policy, Request, Span, Verdict};

use super::classifier::{Classified, classify};

/// Asks the classifier of `policy` about the command of `request`, if it may answer for every reason of the question, and
/// adds what it says to `verdict`. It has at most `within`.
pub(crate) async fn classified(
    verdict: &mut Verdict,
    policy: &Policy,
    request: &Request<'_>,
    environment: &[(OsString, OsString)],
    within: Duration,
) {
    let Some(classifier) = &policy.classifier else { return };
    if !may_answer(classifier, verdict, policy, request) {
        return;
    }
    let said = classify(classifier, request, verdict, environment, within).await;
    let because = |said: &str, reason: &str| {
        if reason.trim().is_empty() { said.to_owned() } else { format!("{said}: {}", line(reason.trim())) }
    };
    let (outcome, message) = match &said {
        Classified::Allow(reason) => (Decision::Allow, because("the classifier allows it", reason)),
        Classified::Ask(reason) => (Decision::Ask, because("the classifier leaves it to a person", reason)),
        Classified::Nothing(why) => (Decision::Ask, because("the classifier gave no answer", why)),
    };
    verdict.findings.push(Finding {
        code: CLASSIFIER.name,
        number: None,
        outcome,
        span: Span::new(0, request.command.len()),
        message: message.clone(),
        help: CLASSIFIER.help.person,
    });
    if outcome == Decision::Allow {
        verdict.decision = Decision::Allow;
        verdict.reason = Reason {
            code: CLASSIFIER.name,
            model_message: message.clone(),
            message,
            rule: None,
            source: Some(classifier.place.to_string()),
        };
    }
}

/// Whether `classifier` may answer for every reason for which `verdict` asks.
fn may_answer(classifier: &Classifier, verdict: &Verdict, policy: &Policy, request: &Request<'_>) -> bool {
    let answers = |code: &str| classifier.asks.iter().any(|known| known == code);
    let mut findings = verdict.findings.iter().filter(|finding| finding.outcome != Decision::Allow);
    let is_finding = verdict.findings.iter().any(|finding| finding.code == verdict.reason.code);
    // The reason of a command that asks by itself is that of the verdict, if it is the only reason besides the findings.
    let asking = verdict.commands.iter().filter(|command| command.decision != Decision::Allow).count();
    let is_known = asking == 0 || asking == 1 && !is_finding;
    verdict.decision == Decision::Ask
        && is_known
        && answers(verdict.reason.code)
        && findings.all(|finding| answers(finding.code))
        && !is_a_persons(policy, request)
}

/// Whether a question is a person's to answer, whatever the mode: a rule asks or may match, or everything would be lost.
pub(crate) fn is_a_persons(policy: &Policy, request: &Request<'_>) -> bool {
    let policy = Policy { mode: Mode::BypassPermissions, ..policy.clone() };
    Engine::new(policy).check(request).decision != Decision::Allow
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    /// The verdict on `command` under these permissions, with a classifier that runs this line of a shell.
    async fn asked(line: &str, asks: &[&str], permissions: &str, command: &str) -> Verdict {
        let permissions: serde_json::Value = serde_json::from_str(permissions).unwrap();
        let settings = serde_json::json!({
            "permissions": permissions,
            "classifier": {"command": ["/bin/sh", "-c", line], "asks": asks, "timeout": 20},
        });
        let source = policy_core::Source { text: settings.to_string(), ..policy_core::Source::default() };
        let policy = Policy::from_sources(&[source]).unwrap();
        let mut request = Request { cwd: Some("/repo"), home: Some("/home/u"), ..Request::new(command) };
        request.facts.no_links = true;
        let mut verdict = Engine::new(policy.clone()).check(&request);
        classified(&mut verdict, &policy, &request, &[], LONG).await;
        verdict
    }

    const ALLOW: &str = r#"echo '{"decision":"allow","reason":"a build"}'"#;

    #[tokio::test]
    async fn an_ask_becomes_an_allow_where_the_settings_list_its_reason() {
        let verdict = asked(ALLOW, &["NOT_READ_ONLY"], "{}", "npm test").await;
        assert_eq!((verdict.decision, verdict.reason.code), (Decision::Allow, "CLASSIFIER"));
        assert_eq!(verdict.reason.message, "the classifier allows it: a build");
        assert_eq!(verdict.findings.last().unwrap().code, "CLASSIFIER");
        let verdict = asked(ALLOW, &["EDITS_FILES", "PATH"], "{}", "npm test").await;
        assert_eq!((verdict.decision, verdict.reason.code), (Decision::Ask, "NOT_READ_ONLY"));
        assert!(verdict.findings.is_empty(), "it was not asked: {:?}", verdict.findings);
    }

    #[tokio::test]
    async fn no_answer_leaves_the_command_to_a_person_and_says_so() {
        for (line, said) in [
            (r#"echo '{"decision":"ask","reason":"new"}'"#, "leaves it to a person: new"),
            ("echo nonsense", "gave no answer: its answer cannot be read"),
            ("true", "gave no answer"),
            (r#"echo '{"decision":"allow"}'; exit 1"#, "gave no answer: it ended with status 1"),
            ("kill -9 $$", "gave no answer: a signal ended it"),
            ("yes", "gave no answer: it printed more than 1 MiB"),
        ] {
            let verdict = asked(line, &["NOT_READ_ONLY"], "{}", "npm test").await;
            assert_eq!((verdict.decision, verdict.reason.code), (Decision::Ask, "NOT_READ_ONLY"), "{line}");
            assert!(verdict.findings[0].message.contains(said), "{line}: {:?}", verdict.findings);
        }
    }

    /// Every code that a classifier could be given.
    const ALL: &[&str] = &[
        "NO_RULE",
        "EDITS_FILES",
        "NOT_READ_ONLY",
        "PATH",
        "PATH_OUTSIDE",
        "PATH_PROTECTED",
        "PATH_UNKNOWN",
        "PROGRAM_UNKNOWN",
        "SYNTAX_UNSUPPORTED",
        "SYNTAX_UNEXPECTED",
        "OUTPUT_REDIRECTION",
        "CONNECTS",
    ];

    #[tokio::test]
    async fn what_a_person_keeps_for_themselves_is_not_shown_to_it() {
        let rules = r#"{"deny":["Bash(curl:*)"],"ask":["Bash(git push:*)"],"allow":["Bash(make)"]}"#;
        for command in [
            "curl x",
            "git push",
            "git $x",
            "$x x",
            "rm -rf /",
            "rm -rf ~",
            "echo x | xargs git push",
            "sh -c \"$x\"",
            "npm test && git push",
            "npm test; rm -rf /",
        ] {
            let verdict = asked(ALLOW, ALL, rules, command).await;
            assert_ne!(verdict.decision, Decision::Allow, "{command}");
            assert!(verdict.findings.iter().all(|finding| finding.code != "CLASSIFIER"), "{command}");
        }
        // The reasons of two commands are not both known.
        let two = asked(ALLOW, ALL, rules, "npm test && npm start").await;
        assert_eq!(two.decision, Decision::Ask);
        for mode in ["dontAsk", "plan"] {
            let verdict = asked(ALLOW, ALL, &format!(r#"{{"defaultMode":"{mode}"}}"#), "npm test").await;
            assert_eq!(verdict.decision, Decision::Deny, "{mode}");
        }
    }

    #[tokio::test]
    async fn it_is_told_the_command_and_the_verdict_as_data() {
        let line = r#"grep -q '"command":"npm test","cwd":"/repo","tool":"Bash","verdict":{"decision":"ask"' && echo '{"decision":"allow"}'"#;
        assert_eq!(asked(line, &["NOT_READ_ONLY"], "{}", "npm test").await.decision, Decision::Allow);
    }
}
