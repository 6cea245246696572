//! From a request to a plan, for every way in that runs commands: the hooks, the verdict, a consent, the plan.
//!
//! Owns the order of these steps. The question to a person is the caller's: a prompt, a form of a client, a function of a
//! host, or none.

use std::sync::Arc;
use std::time::Duration;

use policy_core::command_line::null_redirects;
use policy_core::policy::HookEvent;
use policy_core::{Decision, Policy, Request, Verdict};

use super::Session;
use super::around::Around;
use super::decision::OwnedRequest;
use super::job::Job;
use crate::consult::{self, HookRun, ToolCall, classified, object};
use crate::outcome::RunError;
use crate::plan::{Consent, Plan, PlanError};

/// Who said that a command may run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Approval {
    /// The verdict is allow.
    Verdict,
    /// A person.
    Person,
}

/// A request with the verdict on it, the policy of that verdict, and the hooks that were asked.
#[derive(Debug)]
pub(crate) struct Judged {
    request: OwnedRequest,
    pub(crate) verdict: Verdict,
    pub(crate) policy: Arc<Policy>,
    /// What the hooks did. If one of them changed the command, it is the changed one that was judged.
    pub(crate) hooks: Vec<HookRun>,
    /// The call that it is part of; none for a dry run.
    surroundings: Option<consult::Surroundings>,
}

impl Judged {
    /// The request, with the facts that were looked up.
    pub(crate) fn request(&self) -> Request<'_> {
        self.request.request()
    }

    /// Whether a hook asks or denies, which no rule of the settings answers.
    pub(crate) fn is_objected(&self) -> bool {
        self.hooks.iter().any(|run| run.decision.is_some())
    }

    /// The plan, which runs exactly what was judged.
    ///
    /// # Errors
    /// `approval` is no consent to this verdict, or the command cannot be planned.
    pub(crate) fn plan(&self, session: &Session, approval: Approval) -> Result<Plan, NoPlan> {
        let consent = match approval {
            Approval::Verdict => Consent::from_verdict(&self.verdict),
            Approval::Person => Consent::by_person(&self.verdict),
        };
        let consent = consent.ok_or(NoPlan::NoConsent)?;
        Ok(session.planned(&self.request(), &self.verdict, consent, &self.policy)?)
    }

    /// The job that runs `plan`, and then tells the hooks.
    pub(crate) fn job<'j>(&self, plan: Plan) -> Job<'j> {
        let job = Job::from(plan);
        match self.around() {
            Some(around) => job.with_around(around),
            None => job,
        }
    }

    /// What the hooks are told after the run; none if they are not asked.
    pub(super) fn around(&self) -> Option<Around> {
        let surroundings = self.surroundings.as_ref().filter(|it| it.call.starts_hooks)?;
        Some(Around {
            request: self.request.clone(),
            policy: Arc::clone(&self.policy),
            hooks: self.hooks.clone(),
            surroundings: surroundings.clone(),
        })
    }
}

/// Why there is no plan.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoPlan {
    /// Neither the policy nor a person allows it.
    #[error("there is no consent for it")]
    NoConsent,
    /// The verdict and the request do not become one.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

impl Session {
    /// Asks the hooks of the policy about the command of `request`, judges what they leave, on a thread for work that blocks,
    /// and asks the classifier if the verdict asks. Without a `call` it is a dry run, and nobody is asked. With `leaves_sandbox` the sandbox is no reason to allow it. Dropping the future ends the hooks.
    ///
    /// # Errors
    /// The runtime shuts down.
    pub(crate) async fn judged(
        &self,
        request: &Request<'_>,
        call: Option<ToolCall>,
        leaves_sandbox: bool,
    ) -> Result<Judged, RunError> {
        let request = OwnedRequest::of(request);
        let Some(call) = call else {
            return self.decided_on(request, Vec::new(), None, leaves_sandbox).await;
        };
        let surroundings = consult::Surroundings { environment: self.environment.clone(), call };
        let (request, hooks) = if surroundings.call.starts_hooks {
            self.hooked(request, &surroundings).await
        } else {
            (request, Vec::new())
        };
        let is_approved = surroundings.call.is_approved;
        let mut judged = self.decided_on(request, hooks, Some(surroundings), leaves_sandbox).await?;
        if !is_approved {
            let request = judged.request.request();
            let (verdict, policy) = (&mut judged.verdict, &judged.policy);
            classified(verdict, policy, &request, &self.environment, Duration::MAX).await;
        }
        Ok(judged)
    }

    /// Judges the request of `judged` by this session's policy, with what the hooks said then.
    ///
    /// # Errors
    /// The runtime shuts down.
    pub(crate) async fn judged_again(&self, judged: Judged) -> Result<Judged, RunError> {
        let Judged { request, hooks, surroundings, .. } = judged;
        self.decided_on(request.without_facts(), hooks, surroundings, false).await
    }

    /// The request that the hooks leave, and what they did. A hook that changes the command is asked again about the change
    /// of another, so that each of them has seen what runs; but it changes it once.
    async fn hooked(
        &self,
        mut request: OwnedRequest,
        surroundings: &consult::Surroundings,
    ) -> (OwnedRequest, Vec<HookRun>) {
        let policy = self.engines.policy();
        let (mut runs, mut has_changed): (Vec<HookRun>, Vec<String>) = (Vec::new(), Vec::new());
        if policy.hooks.iter().all(|hook| hook.event != HookEvent::PreToolUse) {
            return (request, runs);
        }
        loop {
            let asked = consult::before(policy, &request.request(), surroundings, &has_changed).await;
            let changed = asked.runs.iter().filter(|run| run.updated_command.is_some());
            has_changed.extend(changed.map(|run| run.source.clone()));
            let is_denied = asked.runs.iter().any(|run| run.decision == Some(Decision::Deny));
            runs.extend(asked.runs);
            match asked.updated.filter(|_| !is_denied) {
                Some(command) => {
                    let shell = request.request().shell;
                    request = request.with_command(null_redirects(&command, shell).into_owned());
                }
                None => return (request, runs),
            }
        }
    }

    async fn decided_on(
        &self,
        mut request: OwnedRequest,
        hooks: Vec<HookRun>,
        surroundings: Option<consult::Surroundings>,
        leaves_sandbox: bool,
    ) -> Result<Judged, RunError> {
        let (mut verdict, policy) = self.decide(&mut request, leaves_sandbox).await?;
        for run in &hooks {
            object(&mut verdict, run, request.request().command, policy.mode);
        }
        Ok(Judged { request, verdict, policy, hooks, surroundings })
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn session(settings: &str) -> Session {
        let source = policy_core::Source {
            name: "settings.json".to_owned(),
            text: settings.to_owned(),
            ..policy_core::Source::default()
        };
        Session::new().with_policy(Policy::from_sources(&[source]).unwrap())
    }

    async fn judged(session: &Session, command: &str) -> Judged {
        let mut request = Request::new(command);
        request.cwd = Some("/");
        session.judged(&request, Some(ToolCall::default()), false).await.unwrap()
    }

    /// A session with these hooks before a command, as command lines.
    fn hooked(lines: &[&str]) -> Session {
        let hooks = lines.iter().map(|line| serde_json::json!({"type": "command", "command": line}));
        let hooks = hooks.collect::<Vec<_>>();
        session(
            &serde_json::json!({"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": hooks}]}}).to_string(),
        )
    }

    /// A hook that answers with this specific output.
    fn says(specific: &str) -> String {
        format!("echo '{{\"hookSpecificOutput\":{{{specific}}}}}'")
    }

    #[tokio::test]
    async fn a_plan_needs_the_consent_that_fits_the_verdict() {
        let session = session(r#"{"permissions":{"deny":["Bash(rm:*)"]}}"#);
        for (command, decision, by_verdict, by_person) in [
            ("pwd", Decision::Allow, true, true),
            ("touch a", Decision::Ask, false, true),
            ("rm a", Decision::Deny, false, false),
        ] {
            let judged = judged(&session, command).await;
            assert_eq!(judged.verdict.decision, decision, "{command}");
            assert_eq!(judged.plan(&session, Approval::Verdict).is_ok(), by_verdict, "{command}");
            assert_eq!(judged.plan(&session, Approval::Person).is_ok(), by_person, "{command}");
        }
    }

    #[tokio::test]
    async fn a_hook_tightens_and_never_loosens() {
        let (allow, ask, deny) = (
            says(r#""permissionDecision":"allow""#),
            says(r#""permissionDecision":"ask","permissionDecisionReason":"look twice""#),
            says(r#""permissionDecision":"deny","permissionDecisionReason":"not here""#),
        );
        for (hook, command, decision, code) in [
            ("true", "pwd", Decision::Allow, "READ_ONLY"),
            (&allow, "pwd", Decision::Allow, "READ_ONLY"),
            (&allow, "touch a", Decision::Ask, "PATH_PROTECTED"),
            (&ask, "pwd", Decision::Ask, "HOOK"),
            (&ask, "touch a", Decision::Ask, "PATH_PROTECTED"),
            (&deny, "pwd", Decision::Deny, "HOOK"),
            (&deny, "touch a", Decision::Deny, "HOOK"),
            ("echo no >&2; exit 2", "pwd", Decision::Deny, "HOOK"),
            ("exit 1", "pwd", Decision::Deny, "HOOK_FAILED"),
            ("echo nonsense", "pwd", Decision::Deny, "HOOK_FAILED"),
            ("/missing/hook", "pwd", Decision::Deny, "HOOK_FAILED"),
            ("yes", "pwd", Decision::Deny, "HOOK_FAILED"),
        ] {
            let judged = judged(&hooked(&[hook]), command).await;
            let reason = &judged.verdict.reason;
            assert_eq!((judged.verdict.decision, reason.code), (decision, code), "{hook}: {command}");
            let objects = matches!(code, "HOOK" | "HOOK_FAILED");
            assert_eq!(reason.message.contains("settings.json:1:"), objects, "{}", reason.message);
        }
        let judged = judged(&hooked(&["exit 1", &deny, &ask]), "pwd").await;
        assert_eq!(judged.verdict.decision, Decision::Deny);
        assert_eq!((judged.hooks.len(), judged.verdict.findings.len()), (3, 3));
    }

    #[tokio::test]
    async fn what_a_failure_does_is_the_settings_to_say() {
        for (failures, blocks, decision) in [
            ("deny", false, Decision::Deny),
            ("ask", false, Decision::Ask),
            ("allow", false, Decision::Allow),
            ("allow", true, Decision::Deny),
        ] {
            let on_failure = if blocks { r#","onFailure":"block""# } else { "" };
            let session = session(&format!(
                r#"{{"hookFailures":"{failures}","hooks":{{"PreToolUse":[{{"hooks":[{{"command":"exit 1"{on_failure}}}]}}]}}}}"#
            ));
            let judged = judged(&session, "pwd").await;
            assert_eq!(judged.verdict.decision, decision, "{failures} {blocks}");
            assert!(judged.hooks[0].failure.is_some());
        }
    }

    #[tokio::test]
    async fn nobody_is_asked_where_the_mode_says_so() {
        let ask = says(r#""permissionDecision":"ask""#);
        let hooks = serde_json::json!([{"hooks": [{"command": ask}]}]);
        for mode in ["dontAsk", "plan"] {
            let settings = serde_json::json!({
                "permissions": {"defaultMode": mode}, "hooks": {"PreToolUse": hooks},
            });
            let judged = judged(&session(&settings.to_string()), "pwd").await;
            assert_eq!(judged.verdict.decision, Decision::Deny, "{mode}");
        }
    }

    #[tokio::test]
    async fn a_changed_command_is_judged_anew_and_is_what_runs() {
        let change = |command: &str| says(&format!(r#""updatedInput":{{"command":"{command}"}}"#));
        for (before, after, decision) in [
            ("pwd", "touch a", Decision::Ask),
            ("touch a", "pwd", Decision::Allow),
            ("pwd", "rm -rf /", Decision::Ask),
            ("rm -rf /", "pwd", Decision::Allow),
        ] {
            let session = hooked(&[&change(after)]);
            let judged = judged(&session, before).await;
            assert_eq!((judged.request().command, judged.verdict.decision), (after, decision));
            assert_eq!(judged.hooks[0].updated_command.as_deref(), Some(after));
        }
        // What another hook put there is seen by every hook, also by one that changed the command before.
        let guard = "grep -q '\"touch' && { echo no >&2; exit 2; }; exit 0";
        let judged_by_both = judged(&hooked(&[&change("touch a"), guard]), "pwd").await;
        assert_eq!(judged_by_both.verdict.decision, Decision::Deny);
        // A hook that always adds something changes the command once.
        let adds = r#"sed 's/.*"command":"\([^"]*\)".*/{"hookSpecificOutput":{"updatedInput":{"command":"nice \1"}}}/'"#;
        let judged_once = judged(&hooked(&[adds]), "pwd").await;
        assert_eq!(judged_once.request().command, "nice pwd");
        // Two that disagree change nothing, and nothing runs.
        let torn = judged(&hooked(&[&change("ls"), &change("id")]), "pwd").await;
        assert_eq!((torn.request().command, torn.verdict.decision), ("pwd", Decision::Deny));
        for wrong in [r#"{"command":7}"#, r#"{"command":""}"#, r#"{"command":"ls","timeout":5}"#] {
            let judged = judged(&hooked(&[&says(&format!(r#""updatedInput":{wrong}"#))]), "pwd").await;
            assert_eq!(judged.verdict.reason.code, "HOOK_FAILED", "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_hook_is_told_what_claude_code_tells_it() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("told");
        let session = hooked(&[&format!("cat > '{}'; {{ echo; env; }} >> '{0}'", file.display())]);
        let call = ToolCall { session: "s".to_owned(), timeout: Some(5), ..ToolCall::default() };
        let mut request = Request::new("pwd");
        request.cwd = Some("/");
        session.judged(&request, Some(call), false).await.unwrap();
        let told = std::fs::read_to_string(&file).unwrap();
        let (json, environment) = told.split_once('\n').unwrap();
        let json: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "session_id": "s", "cwd": "/", "hook_event_name": "PreToolUse", "tool_name": "Bash",
                "tool_input": {"command": "pwd", "timeout": 5},
            })
        );
        assert!(
            environment.contains("SHELLGATE_HOOK=1") && environment.contains("CLAUDE_PROJECT_DIR=/"),
            "{told}"
        );
    }

    #[tokio::test]
    async fn a_hook_that_starts_hooks_again_fails() {
        let session = hooked(&["true"]).with_environment([("SHELLGATE_HOOK".into(), "1".into())]);
        assert_eq!(judged(&session, "pwd").await.verdict.reason.code, "HOOK_FAILED");
    }

    #[tokio::test]
    async fn the_own_hook_and_other_tools_hooks_are_not_asked() {
        for settings in [
            r#"[{"matcher":"Bash","hooks":[{"command":"/x/shellgate hook --agent claude --confine || exit 2"}]}]"#,
            r#"[{"matcher":"Bash","hooks":[{"command":"/x/shellgate","args":["hook","--confine"]}]}]"#,
            r#"[{"matcher":"Edit|Write","hooks":[{"command":"exit 2"}]}]"#,
            r#"[{"hooks":[{"command":"exit 2","if":"Bash(git *)"}]}]"#,
        ] {
            let session = session(&format!(r#"{{"hooks":{{"PreToolUse":{settings}}}}}"#));
            let judged = judged(&session, "pwd").await;
            assert_eq!((judged.verdict.decision, judged.hooks.len()), (Decision::Allow, 0), "{settings}");
        }
    }

    #[tokio::test]
    async fn the_hooks_of_a_project_need_the_users_trust() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().to_str().unwrap();
        let project = policy_core::Source {
            name: ".claude/settings.json".to_owned(),
            text: r#"{"hooks":{"PreToolUse":[{"hooks":[{"command":"exit 2"}]}]}}"#.to_owned(),
            root: Some(root.to_owned()),
            authority: policy_core::policy::Authority::Project,
        };
        for (trusted, decision) in
            [("/elsewhere", Decision::Allow), (root, Decision::Deny), ("~/project", Decision::Allow)]
        {
            let user = policy_core::Source {
                text: serde_json::json!({"trustedHooks": [trusted]}).to_string(),
                ..policy_core::Source::default()
            };
            let policy = Policy::from_sources(&[user, project.clone()]).unwrap();
            assert_eq!(consult::untrusted(&policy, None).len(), usize::from(decision == Decision::Allow));
            let session = Session::new().with_policy(policy);
            assert_eq!(judged(&session, "pwd").await.verdict.decision, decision, "{trusted}");
        }
    }

    #[tokio::test]
    async fn a_hook_that_asks_is_answered_by_a_person() {
        let allow = r#"echo '{"decision":"allow"}'"#;
        let settings = serde_json::json!({
            "classifier": {"command": ["/bin/sh", "-c", allow], "asks": ["NOT_READ_ONLY", "HOOK"]},
            "hooks": {"PreToolUse": [{"hooks": [{"command": "echo '{\"decision\":\"ask\"}'"}]}]},
        });
        let session = session(&settings.to_string());
        for command in ["npm test", "pwd"] {
            let judged = judged(&session, command).await;
            assert_eq!(judged.verdict.decision, Decision::Ask, "{command}");
        }
    }
}
