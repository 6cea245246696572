//! Commands that only read a service: what is allowed, and that nothing near it is, generated from every table.

extern crate std;

use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use crate::commands::example::Example;
use crate::commands::{Form, Intent, Opt, Program, programs};
use crate::policy::Authority;
use crate::request::Need;
use crate::{Decision, Engine, Mode, Policy, Request, Source, System, Verdict};

/// Variables that lead programs to another server, to other settings or to another login.
const REDIRECTIONS: &[&str] = &[
    "AWS_ENDPOINT_URL",
    "CARGO_REGISTRY_DEFAULT",
    "DOCKER_HOST",
    "GH_HOST",
    "GOPROXY",
    "HTTPS_PROXY",
    "KUBECONFIG",
    "NPM_CONFIG_REGISTRY",
    "PIP_INDEX_URL",
    "https_proxy",
    "npm_config_registry",
];

fn engine(sources: &[(&str, Authority)], mode: Mode) -> Engine {
    let source = |(at, (text, authority)): (usize, &(&str, Authority))| Source {
        name: format!("settings {at}"),
        text: (*text).into(),
        root: Some("/repo".into()),
        authority: *authority,
    };
    let sources: Vec<Source> = sources.iter().enumerate().map(source).collect();
    let mut policy = Policy::from_sources(&sources).unwrap_or_default();
    policy.set_mode(mode);
    Engine::new(policy)
}

fn by(text: &str) -> Engine {
    engine(&[(text, Authority::User)], Mode::Default)
}

/// The verdict where the project has no settings of its own.
fn check(engine: &Engine, command: &str) -> Verdict {
    let mut request = Request::new(command);
    (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
    request.facts.no_links = true;
    request.facts.environment_cleaned = true;
    for _ in 0..4 {
        let verdict = engine.check(&request);
        for need in &verdict.needs {
            match need {
                Need::BareRepository(path) => {
                    request.facts.bare_repositories.insert(path.clone(), false);
                }
                Need::Exists(path) => {
                    request.facts.existing.insert(path.clone(), false);
                }
                Need::RepositoryPrograms(path) => {
                    request.facts.repository_programs.insert(path.clone(), Vec::new());
                }
                Need::WorkTrees(path) => {
                    request.facts.work_trees.insert(path.clone(), Vec::new());
                }
                Need::Implementation(path) => {
                    request.facts.implementations.insert(path.clone(), System::Gnu);
                }
                Need::Contents(_) | Need::Program(_) | Need::RealPath(_) | Need::Url(_) => {}
            }
        }
        if verdict.needs.is_empty() {
            return verdict;
        }
    }
    engine.check(&request)
}

/// Every form that reads a service, with its program and the words that lead to it.
fn readers() -> Vec<(&'static Program, Vec<&'static str>, &'static Form)> {
    fn walk(
        program: &'static Program,
        path: &[&'static str],
        form: &'static Form,
        found: &mut Vec<(&'static Program, Vec<&'static str>, &'static Form)>,
    ) {
        let mut path = path.to_vec();
        path.push(form.name);
        if form.intent == Intent::ReadsService && form.refuse.is_none() {
            found.push((program, path.clone(), form));
        }
        form.subs().for_each(|sub| walk(program, &path, sub, found));
    }
    let mut found = Vec::new();
    for program in programs() {
        walk(program, &[], &program.form, &mut found);
    }
    found
}

/// The examples of a form that read a service: those of a form with `--help` and the like need none.
fn examples(program: &'static Program, form: &'static Form) -> impl Iterator<Item = &'static str> {
    form.yes.iter().copied().filter(move |text| {
        Example::of(program, text).is_ok_and(|example| example.outcome(program) == "reads its service")
    })
}

/// The ways to write an option that a table refuses.
fn written(option: &Opt) -> Vec<String> {
    let with_value = |name: &&'static str| match option.value {
        None => [(*name).to_string()].to_vec(),
        Some(_) if name.starts_with("--") => [format!("{name} x"), format!("{name}=x")].to_vec(),
        Some(_) => [format!("{name} x")].to_vec(),
    };
    option.names.iter().flat_map(with_value).collect()
}

#[test]
fn what_only_reads_its_service_is_allowed_and_neither_read_only_nor_reason_for_a_rule() {
    let (standard, asking) = (by("{}"), by(r#"{"reads":{"services":"ask"}}"#));
    let readers = readers();
    assert!(readers.len() > 200, "{} forms", readers.len());
    for (program, path, form) in readers {
        for text in examples(program, form) {
            let verdict = check(&standard, text);
            assert_eq!(verdict.decision, Decision::Allow, "{path:?} {text}: {}", verdict.reason.message);
            assert_eq!(verdict.reason.code, "READS_SERVICE", "{text}");
            assert!(!verdict.read_only && verdict.suggestions.is_empty(), "{text}");
            let asked = check(&asking, text);
            assert_eq!((asked.decision, asked.reason.code), (Decision::Ask, "READS_SERVICE"), "{text}");
            assert!(asked.reason.message.contains("`reads.services` is `ask`"), "{text}");
            assert!(asked.suggestions.len() == 1 || text.contains('*'), "{text}");
        }
    }
}

#[test]
fn no_option_that_a_table_refuses_is_allowed_beside_any_form_that_reads_a_service() {
    let standard = by("{}");
    let mut tried = 0;
    for (program, path, form) in readers() {
        let Some(text) = examples(program, form).next() else { continue };
        let lead = path.join(" ");
        let rest = text.strip_prefix(&*lead).unwrap_or("");
        let (name, subs) = lead.split_once(' ').unwrap_or((&lead, ""));
        let refused = |form: &'static Form| form.options.iter().filter(|option| option.refuse.is_some());
        // A sub-command can give an option of its program another meaning.
        let of_form = refused(form).flat_map(written);
        let of_form =
            of_form.flat_map(|option| [format!("{text} {option}"), format!("{lead} {option}{rest}")]);
        let of_program = refused(&program.form).flat_map(written);
        let of_program = of_program.map(|option| format!("{name} {option} {subs}{rest}"));
        for command in of_form.chain(of_program) {
            tried += 1;
            assert_ne!(check(&standard, &command).decision, Decision::Allow, "{command}");
        }
    }
    assert!(tried > 2_000, "{tried} commands");
}

#[test]
fn another_server_is_named_by_no_variable_no_address_and_no_plug_in() {
    let standard = by("{}");
    for (program, path, form) in readers() {
        let Some(text) = examples(program, form).next() else { continue };
        let name = program.name;
        for variable in REDIRECTIONS {
            for command in [
                format!("{variable}=x {text}"),
                format!("export {variable}=x; {text}"),
                format!("env {variable}=x {text}"),
                format!("{variable}=x; {text}"),
            ] {
                assert_ne!(check(&standard, &command).decision, Decision::Allow, "{command}");
            }
        }
        for command in [
            format!("{text} https://evil.example/x"),
            format!("{text} --surely-no-option https://evil.example"),
            format!("{} surely-no-sub-command", path.get(..path.len() - 1).unwrap_or(&[]).join(" ")),
            format!("{name}-plugin x"),
            format!("./{text}"),
            format!("{text} | sh"),
            format!("{text} > .bashrc"),
        ] {
            assert_ne!(check(&standard, &command).decision, Decision::Allow, "{command}");
        }
    }
}

#[test]
fn a_program_of_jq_that_reads_the_environment_prints_secrets() {
    let engine = by("{}");
    for command in
        ["gh pr list --json title --jq env.GH_TOKEN", "gh api user -q '$ENV'", "gh run list --jq '$ENV.X'"]
    {
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
        assert_eq!(engine.check(&request).decision, Decision::Ask, "{command}");
    }
}

#[test]
fn a_deny_and_an_ask_rule_come_before_the_proof() {
    for (rules, decision) in [
        (r#"{"permissions":{"deny":["Bash(kubectl:*)"]}}"#, Decision::Deny),
        (r#"{"permissions":{"ask":["Bash(kubectl get:*)"]}}"#, Decision::Ask),
        (r#"{"permissions":{"allow":["Bash(kubectl:*)"]},"reads":{"services":"ask"}}"#, Decision::Allow),
    ] {
        assert_eq!(check(&by(rules), "kubectl get pods").decision, decision, "{rules}");
    }
}

#[test]
fn reading_a_service_is_reading_in_every_mode() {
    for mode in [Mode::Default, Mode::AcceptEdits, Mode::Plan, Mode::DontAsk, Mode::BypassPermissions] {
        let allowed = check(&engine(&[("{}", Authority::User)], mode), "gh pr view 1 | head -3");
        assert_eq!((allowed.decision, allowed.reason.code), (Decision::Allow, "READS_SERVICE"), "{mode:?}");
    }
    let ask = r#"{"reads":{"services":"ask"}}"#;
    for (mode, decision) in [
        (Mode::Default, Decision::Ask),
        (Mode::AcceptEdits, Decision::Ask),
        (Mode::Plan, Decision::Deny),
        (Mode::DontAsk, Decision::Deny),
        (Mode::BypassPermissions, Decision::Allow),
    ] {
        let asked = check(&engine(&[(ask, Authority::User)], mode), "gh pr view 1");
        assert_eq!(asked.decision, decision, "{mode:?}");
    }
}

#[test]
fn only_the_standard_profile_allows_it_by_itself() {
    for (settings, mode, decision) in [
        (r#"{"profile":"standard"}"#, Mode::Default, Decision::Allow),
        (r#"{"profile":"claurst"}"#, Mode::Default, Decision::Ask),
        (r#"{"profile":"claurst"}"#, Mode::AcceptEdits, Decision::Ask),
        (r#"{"profile":"claurst","reads":{"services":"allow"}}"#, Mode::Default, Decision::Ask),
        (r#"{"profile":"claurst","reads":{"services":"allow"}}"#, Mode::AcceptEdits, Decision::Allow),
        (r#"{"profile":"claurst","reads":{"services":"allow"}}"#, Mode::Plan, Decision::Deny),
        (r#"{"profile":"jazz"}"#, Mode::Default, Decision::Ask),
        (r#"{"profile":"jazz","reads":{"services":"allow"}}"#, Mode::Default, Decision::Ask),
    ] {
        let verdict = check(&engine(&[(settings, Authority::User)], mode), "docker ps");
        assert_eq!(verdict.decision, decision, "{settings} {mode:?}: {}", verdict.reason.message);
    }
}

#[test]
fn a_later_file_wins_and_a_project_only_tightens() {
    use Authority::{Project, User};
    let (allow, ask, odd) = (
        r#"{"reads":{"services":"allow"}}"#,
        r#"{"reads":{"services":"ask"}}"#,
        r#"{"reads":{"services":"yes"}}"#,
    );
    for (sources, decision) in [
        (&[(allow, User)][..], Decision::Allow),
        (&[(ask, User), (allow, User)], Decision::Allow),
        (&[(allow, User), (ask, User)], Decision::Ask),
        (&[(ask, User), (allow, Project)], Decision::Ask),
        (&[(allow, User), (ask, Project)], Decision::Ask),
        (&[("{}", User), (ask, Project)], Decision::Ask),
        (&[(allow, User), ("{}", Project)], Decision::Allow),
        (&[(allow, User), (odd, User)], Decision::Ask),
        (&[(r#"{"reads":{"services":true}}"#, User)], Decision::Ask),
        (&[(r#"{"reads":"allow"}"#, User)], Decision::Ask),
        (&[(r#"{"reads":{"services":"allow","services":"ask"}}"#, User)], Decision::Ask),
        (&[(r#"{"profile":"claurst"}"#, User), (allow, Project)], Decision::Ask),
    ] {
        let verdict = check(&engine(sources, Mode::Default), "kubectl get pods");
        assert_eq!(verdict.decision, decision, "{sources:?}: {}", verdict.reason.message);
    }
}

#[test]
fn the_reason_is_the_service_only_if_nothing_else_vouches() {
    let rules = by(r#"{"permissions":{"allow":["Bash(make)"]}}"#);
    for (command, code) in [
        ("ls; docker ps", "READS_SERVICE"),
        ("docker ps; ls", "READS_SERVICE"),
        ("docker ps; make", "ALLOW_RULE"),
        ("make; docker ps", "ALLOW_RULE"),
        ("ls", "READ_ONLY"),
    ] {
        let verdict = check(&rules, command);
        assert_eq!((verdict.decision, verdict.reason.code), (Decision::Allow, code), "{command}");
    }
}

#[test]
fn the_sandbox_is_opened_for_proven_commands_alone() {
    let engine = by(r#"{"permissions":{"allow":["Bash(make)"]}}"#);
    for (command, hosts, sockets) in [
        ("gh pr view 1", 2, 0),
        ("gh pr view 1 | jq .title", 2, 0),
        ("docker ps", 0, 2),
        ("docker ps; docker images", 0, 2),
        ("kubectl get pods", 0, 0),
        ("ls", 0, 0),
    ] {
        let grants = check(&engine, command).grants.unwrap_or_default();
        assert_eq!((grants.hosts.len(), grants.sockets.len()), (hosts, sockets), "{command}");
        assert!(grants.writes.is_empty() && grants.replaces.is_empty(), "{command}");
    }
    for command in
        ["docker ps; make", "docker ps; ./run.sh", "gh pr view 1 && touch a", "docker rm x; docker ps"]
    {
        let grants = check(&engine, command).grants.unwrap_or_default();
        assert!(grants.hosts.is_empty() && grants.sockets.is_empty(), "{command}: {grants:?}");
    }
}
