//! What holds for every command in every shell: the claims of the generated tests and of the fuzzer (`tests/fuzz`).

use policy_core::script::{Dialect, Script};
use policy_core::syntax::read;
use policy_core::verdict::By;
use policy_core::{Decision, Engine, Facts, Policy, Request, Source, Span, Verdict, door};

/// Rules of every kind.
pub(crate) const POLICY: &str = r#"{"permissions":{
    "deny":["Bash(curl:*)","PowerShell(curl:*)","Bash(* --force *)","Read(./.env)","Edit(//etc/**)"],
    "ask":["Bash(git push:*)"],
    "allow":["Bash(npm run:*)","Bash(cargo test)","Bash(echo *)"]}}"#;

/// The policies under which a command is tried.
pub(crate) struct Engines {
    /// [`POLICY`].
    pub(crate) ruled: Engine,
    /// No rules: whatever is allowed is allowed by proof.
    pub(crate) proving: Engine,
    /// A deny rule for everything.
    pub(crate) closed: Engine,
}

impl Engines {
    pub(crate) fn new() -> Self {
        Self {
            ruled: engine(POLICY),
            proving: engine("{}"),
            closed: engine(r#"{"permissions":{"deny":["Bash","PowerShell"],"allow":["Bash(*)"]}}"#),
        }
    }
}

pub(crate) fn engine(policy: &str) -> Engine {
    let source = Source {
        name: "policy".into(),
        text: policy.into(),
        root: Some("/repo".into()),
        ..Source::default()
    };
    Engine::new(Policy::from_sources(&[source]).expect("the policy is right"))
}

pub(crate) fn request(command: &str, shell: Dialect) -> Request<'_> {
    let mut request = Request::new(command);
    request.tool = shell.tool();
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.shell = shell;
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    request
}

fn decision(engine: &Engine, command: &str, shell: Dialect) -> Decision {
    engine.check(&request(command, shell)).decision
}

/// Every span of a script, each with what it is.
fn spans(script: &Script<'_>) -> Vec<(&'static str, Span)> {
    let mut spans = Vec::new();
    spans.extend(script.commands.iter().map(|it| ("command", it.span)));
    spans.extend(script.words.iter().map(|it| ("word", it.span)));
    spans.extend(script.pieces.iter().map(|it| ("piece", it.span)));
    spans.extend(script.redirects.iter().flat_map(|it| [("redirect", it.span), ("operator", it.op_span)]));
    spans.extend(script.assignments.iter().flat_map(|it| [("assignment", it.span), ("name", it.name)]));
    spans.extend(script.here_documents.iter().map(|it| ("body", it.body)));
    spans.extend(script.comments.iter().map(|it| ("comment", *it)));
    spans.extend(script.tokens.iter().map(|it| ("token", it.span)));
    spans.extend(script.scopes.iter().map(|it| ("scope", it.span)));
    spans.extend(script.doubts.iter().map(|it| ("doubt", it.span)));
    spans
}

/// Panics if one of the claims does not hold for `command`.
pub(crate) fn endure(engines: &Engines, command: &str, shell: Dialect) {
    let script = read(command, shell);
    let request = request(command, shell);
    let verdict = engines.ruled.check(&request);
    lies_within(&script, &verdict, command);

    let again = engines.ruled.check(&request);
    assert_eq!(
        door::verdict(&verdict, &request, None),
        door::verdict(&again, &request, None),
        "{command:?} has two verdicts"
    );

    for finding in &verdict.findings {
        assert!(verdict.decision >= finding.outcome, "{command:?} is looser than {}", finding.code);
    }
    for part in &verdict.commands {
        assert!(verdict.decision >= part.decision, "{command:?} is looser than its part at {:?}", part.span);
    }

    let unknown = Request { facts: Facts::default(), ..request.clone() };
    let unknown = engines.ruled.check(&unknown).decision;
    assert!(unknown >= verdict.decision, "{command:?} is looser where less is known");

    let proven = engines.proving.check(&request);
    if proven.decision == Decision::Allow {
        is_proven(&script, &proven, command);
    }

    assert_eq!(
        engines.closed.check(&request).decision,
        Decision::Deny,
        "{command:?} escapes a deny rule for everything"
    );

    let after = format!("curl x\n{command}");
    assert_eq!(
        decision(&engines.ruled, &after, shell),
        Decision::Deny,
        "a denied command escapes in front of {command:?}"
    );
}

/// Every place in the script and in the verdict is a range of whole characters.
fn lies_within(script: &Script<'_>, verdict: &Verdict, command: &str) {
    let found = verdict.findings.iter().map(|it| (it.code, it.span));
    let advised = verdict.advice.iter().map(|it| (it.code, it.span));
    let parts = verdict.commands.iter().map(|it| ("a part", it.span));
    for (what, span) in spans(script).into_iter().chain(found).chain(advised).chain(parts) {
        let is_inside = command.get(span.start as usize..span.end as usize).is_some();
        assert!(is_inside, "{what} {span:?} of {command:?}");
    }
}

/// What is allowed without a rule is understood completely, and changes nothing.
fn is_proven(script: &Script<'_>, verdict: &Verdict, command: &str) {
    assert!(script.doubts.is_empty(), "{command:?} is allowed in doubt: {:?}", script.doubts);
    let is_known = verdict.read_only || !verdict.effects.opaque;
    assert!(is_known, "{command:?} is allowed with unknown effects");
    assert!(
        verdict.effects.writes.is_empty() && verdict.effects.deletes.is_empty(),
        "{command:?} is allowed and changes files: {:?}",
        verdict.effects
    );
    let is_vouched =
        |by: &By| !matches!(by, By::Nothing | By::Rule { .. } | By::Mode | By::Sandbox | By::AcceptEdits);
    assert!(verdict.commands.iter().all(|it| is_vouched(&it.by)), "{command:?} is allowed for no reason");
}
