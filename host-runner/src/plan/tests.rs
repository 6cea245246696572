use policy_core::policy::Source;
use policy_core::verdict::{CommandVerdict, Edit, FileEdit};
use policy_core::{Dialect, Policy};

use super::*;
use crate::sandbox::Network;

fn verdict(decision: Decision, read_only: bool) -> Verdict {
    Verdict { decision, read_only, ..Verdict::unknown(&request()) }
}

/// A consent to what `request` asks for, whatever the verdict.
fn consent(giver: Giver) -> Consent {
    Consent { giver, about: About::request(&request()) }
}

fn request() -> Request<'static> {
    Request { cwd: Some("/repo"), home: Some("/home/u"), ..Request::new("  ls -la # as written\n") }
}

#[test]
fn consent_for_another_verdict_makes_no_plan() {
    let settings = SandboxSettings::default();
    let plan = |decision| Plan::new(&request(), &verdict(decision, false), consent(Giver::Policy), &settings);
    assert_eq!(plan(Decision::Ask), Err(PlanError::OtherConsent));
    assert!(matches!(plan(Decision::Deny), Err(PlanError::Denied(_))));
    assert!(plan(Decision::Allow).is_ok());
}

#[test]
fn a_verdict_serves_for_the_request_that_it_is_about() {
    let allowed = verdict(Decision::Allow, true);
    let settings = SandboxSettings::default();
    let of = |change: fn(&mut Request<'_>)| {
        let mut other = request();
        change(&mut other);
        Plan::new(&other, &allowed, consent(Giver::Policy), &settings).map(|_| ())
    };
    assert_eq!(of(|_| ()), Ok(()));
    // What was found out in between is part of the answer, not of the question.
    assert_eq!(of(|request| request.facts.bare_repository = Some(false)), Ok(()));
    let others: [fn(&mut Request<'_>); 5] = [
        |request| request.command = "ls -la",
        |request| request.cwd = Some("/repository"),
        |request| request.home = None,
        |request| request.shell = Dialect::Zsh,
        |request| request.tool = "Other",
    ];
    for other in others {
        assert_eq!(of(other), Err(PlanError::OtherRequest));
    }
    let other = Verdict { decision: Decision::Allow, ..Verdict::unknown(&Request::new("rm -rf x")) };
    let consents = [Consent::from_verdict(&other), Consent::by_person(&other)];
    for other in consents.into_iter().flatten() {
        let plan = Plan::new(&request(), &allowed, other, &settings);
        assert_eq!(plan, Err(PlanError::OtherRequest));
    }
}

#[test]
fn what_is_proven_read_only_may_write_nowhere() {
    let settings = SandboxSettings { allow_write: vec!["/data".into()], ..SandboxSettings::default() };
    let plan = |decision, read_only| {
        Plan::new(&request(), &verdict(decision, read_only), consent(Giver::Person), &settings)
            .map(|plan| plan.sandbox)
    };
    assert_eq!(plan(Decision::Allow, true).map(|sandbox| sandbox.writable), Ok(vec![]));
    let granted = ["/repo", "/data"].map(PathBuf::from).to_vec();
    assert_eq!(plan(Decision::Allow, false).map(|sandbox| sandbox.writable), Ok(granted));
}

#[test]
fn additional_directories_are_writable_as_the_working_directory_is() {
    let text = r#"{"permissions":{"additionalDirectories":["/srv/x","~/notes","../beside"]}}"#;
    let source = Source { name: "settings.json".into(), text: text.into(), ..Source::default() };
    let settings = Policy::from_sources(&[source]).unwrap().sandbox;
    let plan = |verdict: &Verdict| {
        Plan::new(&request(), verdict, consent(Giver::Policy), &settings).unwrap().sandbox().writable
    };
    let all = ["/repo", "/srv/x", "/home/u/notes", "/beside"].map(PathBuf::from);
    assert_eq!(plan(&verdict(Decision::Allow, false)), all);
    assert_eq!(plan(&verdict(Decision::Allow, true)), Vec::<PathBuf>::new());
}

#[test]
fn what_only_reads_its_service_reaches_what_its_table_names_and_nothing_beside_it_does() {
    let home = std::env::temp_dir();
    let plan = |command: &str, text: &str| {
        let source = Source { name: "settings.json".into(), text: text.into(), ..Source::default() };
        let policy = Policy::from_sources(&[source]).unwrap();
        let settings = policy.sandbox.clone();
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), home.to_str());
        request.facts.no_links = true;
        let verdict = policy_core::Engine::new(policy).check(&request);
        assert_eq!(verdict.decision, Decision::Allow, "{command}: {}", verdict.reason.message);
        let plan = Plan::new(
            &request,
            &verdict,
            Consent { giver: Giver::Policy, about: verdict.about.clone() },
            &settings,
        )
        .unwrap();
        let sandbox = plan.sandbox();
        (sandbox.writable.len(), sandbox.network, sandbox.allowed_sockets.len(), !plan.hosts.is_empty())
    };
    let rules = r#"{"permissions":{"allow":["Bash(make)"]}}"#;
    let denied = r#"{"sandbox":{"network":{"deniedDomains":["api.github.com"]}}}"#;
    let fetch = r#"{"permissions":{"allow":["WebFetch(domain:docs.rs)"]}}"#;
    for (command, text, expected) in [
        ("gh pr view 1", "{}", (0, Network::Proxied, 0, true)),
        ("gh pr list --json title | head -3", "{}", (0, Network::Proxied, 0, true)),
        ("docker ps", "{}", (0, Network::None, 2, false)),
        ("docker ps; gh run list", "{}", (0, Network::Proxied, 2, true)),
        ("kubectl get pods", "{}", (0, Network::None, 0, false)),
        ("docker ps && make", rules, (1, Network::None, 0, false)),
        ("gh pr view 1 && make", rules, (1, Network::None, 0, false)),
        ("ls", "{}", (0, Network::None, 0, false)),
        ("gh pr view 1", denied, (0, Network::Proxied, 0, true)),
        ("curl -s https://docs.python.org/3/ | head -3", "{}", (0, Network::Proxied, 0, true)),
        ("curl -s https://docs.python.org/3/ && docker ps", "{}", (0, Network::Proxied, 2, true)),
        ("curl -s https://docs.python.org/3/ && make", rules, (1, Network::None, 0, false)),
        ("curl -s https://docs.rs/serde | head -3", fetch, (0, Network::Proxied, 0, true)),
    ] {
        assert_eq!(plan(command, text), expected, "{command} {text}");
    }
}

#[test]
fn only_what_is_not_read_only_reaches_the_allowed_hosts() {
    let plan = |allowed: &[&str], allow_local_binding, read_only| {
        let allowed_domains = allowed.iter().copied().map(str::to_owned).collect();
        let settings = SandboxSettings { allowed_domains, allow_local_binding, ..SandboxSettings::default() };
        Plan::new(&request(), &verdict(Decision::Allow, read_only), consent(Giver::Policy), &settings)
            .map(|plan| (plan.sandbox.network, plan.sandbox.captured_ports))
    };
    for (allowed, local, read_only, expected) in [
        (&[][..], false, false, (Network::None, vec![])),
        (&[], true, false, (Network::Loopback, vec![])),
        (&["a.test:8443"], true, false, (Network::Proxied, vec![22, 80, 443, 8443])),
        (&["a.test"], true, true, (Network::None, vec![])),
    ] {
        assert_eq!(plan(allowed, local, read_only), Ok(expected), "{allowed:?} {local} {read_only}");
    }
    assert!(matches!(plan(&["a b"], false, true), Err(PlanError::Host(_))));
    for (network, expected) in [(false, Network::None), (true, Network::Proxied)] {
        let grants = Some(Grants { network, ..Grants::default() });
        let verdict = Verdict { grants, ..verdict(Decision::Allow, false) };
        let settings =
            SandboxSettings { allowed_domains: vec!["a.test".to_owned()], ..SandboxSettings::default() };
        let plan = Plan::new(&request(), &verdict, consent(Giver::Policy), &settings);
        assert_eq!(plan.map(|plan| plan.sandbox.network), Ok(expected));
    }
}

#[test]
fn a_command_leaves_the_sandbox_only_as_the_settings_say() {
    let plan = |verdict: &Verdict, change: fn(&mut SandboxSettings)| {
        let mut settings = SandboxSettings::default();
        change(&mut settings);
        Plan::new(&request(), verdict, consent(Giver::Policy), &settings).unwrap()
    };
    let usual = verdict(Decision::Allow, false);
    let reads = verdict(Decision::Allow, true);
    let excluded = Verdict { excluded: true, ..usual.clone() };
    let by_sandbox = CommandVerdict {
        span: policy_core::Span::default(),
        argv: Vec::new(),
        assignments: Vec::new(),
        wrappers: Vec::new(),
        redirects: Vec::new(),
        decision: Decision::Allow,
        read_only: false,
        by: By::Sandbox,
    };
    let held = Verdict { commands: vec![by_sandbox], ..usual.clone() };
    let (own, none) = (Backend::of_this_system(), Backend::None);
    let closed = |settings: &mut SandboxSettings| settings.allow_unsandboxed_commands = false;
    let full = |settings: &mut SandboxSettings| settings.fail_if_unavailable = true;
    for (verdict, change, backend, full_or_nothing, asked, notes) in [
        (&usual, (|_| ()) as fn(&mut SandboxSettings), own, false, none, 1),
        (&usual, closed, own, false, own, 1),
        (&usual, full, own, true, none, 1),
        (&usual, |settings| settings.enabled = false, none, false, none, 0),
        (&reads, |_| (), own, false, own, 1),
        (&excluded, |_| (), none, false, none, 1),
        (&excluded, closed, none, false, none, 1),
        (&excluded, full, none, false, none, 1),
        (&held, |_| (), own, true, own, 1),
    ] {
        let plan = plan(verdict, change);
        assert_eq!((plan.backend, plan.full_or_nothing), (backend, full_or_nothing), "{plan:?}");
        let plan = plan.without_sandbox();
        assert_eq!((plan.backend, plan.notes().len()), (asked, notes), "{plan:?}");
    }
}

#[test]
fn a_request_to_leave_the_sandbox_changes_nothing_where_there_is_none() {
    for backend in Backend::ALL.into_iter().filter(|backend| !backend.confines()) {
        for reads in [false, true] {
            let verdict = verdict(Decision::Allow, reads);
            let settings = SandboxSettings::default();
            let plan = Plan::new(&request(), &verdict, consent(Giver::Policy), &settings).unwrap();
            let plan = plan.with_backend(backend).without_sandbox();
            assert_eq!((plan.backend, plan.notes()), (backend, &[][..]));
        }
    }
}

#[test]
fn an_edit_is_planned_from_the_contents_that_it_was_told_from() {
    let mut verdict = verdict(Decision::Allow, false);
    verdict.ui.edit = Some(Edit {
        files: vec![FileEdit {
            path: "/repo/a".to_owned(),
            diff: "@".to_owned(),
            new_content: "new".to_owned(),
        }],
    });
    let mut request = request();
    let plan = |request: &Request<'_>| {
        Plan::new(request, &verdict, consent(Giver::Policy), &SandboxSettings::default())
            .map(|plan| plan.edit)
    };
    assert_eq!(plan(&request), Err(PlanError::OtherEdit));
    request.facts.contents.insert("/repo/a".to_owned(), Some("old".to_owned()));
    request.facts.real_paths.insert("/repo/a".to_owned(), "/real/a".to_owned());
    let change = FileChange { path: "/real/a".into(), before: "old".to_owned(), after: "new".to_owned() };
    assert_eq!(plan(&request), Ok(Some(vec![change])));
}

#[test]
fn the_command_is_carried_as_it_was_written() {
    let verdict = verdict(Decision::Allow, true);
    let plan = Plan::new(&request(), &verdict, consent(Giver::Policy), &SandboxSettings::default());
    assert_eq!(plan.map(|plan| plan.command), Ok("  ls -la # as written\n".to_owned()));
}
