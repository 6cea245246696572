//! Both sides of the same coin, as lists: what nobody should be asked about, and what must never pass.
//!
//! The commands are in `policy-core/cases`, one file for each expectation.

extern crate std;

use std::fmt::Write as _;
use std::format;
use std::string::String;
use std::vec::Vec;

use test_support::cases;

use crate::script::Dialect;
use crate::{Decision, Engine, Mode, Need, Policy, Request, Source, System, Verdict};

const POLICY: &str = r#"{"permissions":{
    "deny":["Bash(curl:*)","Bash(rm -rf:*)","Read(./.env)","Edit(//etc/**)","Bash(git push --force*)",
            "Bash(npm publish:*)","Bash(docker push:*)","Bash(docker compose down:*)","Bash(kubectl delete:*)",
            "Bash(cargo publish:*)","Bash(terraform destroy:*)","Bash(aws s3 rm:*)","Bash(gh repo delete:*)",
            "Bash(git -C dist reset:*)","Bash(mytool drop:*)","Bash(git reset --hard:*)",
            "Bash(git commit --amend:*)","Bash(git clean -f:*)"],
    "allow":["Bash(npm run:*)","Bash(cat:*)","Bash(cargo *)","Bash(find:*)","Bash(xargs:*)","Bash(sudo:*)",
             "Bash(bash:*)","Bash(python3:*)"],
    "ask":["Bash(git push:*)"]}}"#;

fn engine(policy: &str) -> Engine {
    let source = Source {
        name: "policy".into(),
        text: policy.into(),
        root: Some("/repo".into()),
        ..Source::default()
    };
    Engine::new(Policy::from_sources(&[source]).unwrap_or_default())
}

fn check(engine: &Engine, command: &str) -> Verdict {
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    request.facts.environment_cleaned = true;
    request.facts.bare_repositories.insert("/repo/src".into(), false);
    engine.check(&request)
}

/// The commands of a file of cases with whose verdict something is `wrong`, each with its heading, decision and reason.
fn failures(policy: &str, file: &str, wrong: impl Fn(&Verdict) -> bool) -> Vec<String> {
    let engine = engine(policy);
    failed(file, |command| check(&engine, command), wrong).iter().map(Failed::drawn).collect()
}

/// A command with a verdict that is not the expected one.
struct Failed<'f> {
    heading: &'f str,
    command: String,
    verdict: Verdict,
}

impl Failed<'_> {
    fn drawn(&self) -> String {
        let Self { heading, command, verdict } = self;
        format!("{heading}: {}: {command:?} ({})", verdict.decision.name(), verdict.reason.message)
    }
}

/// The commands of a file of cases with whose verdict by `decide` something is `wrong`.
fn failed(file: &str, decide: impl Fn(&str) -> Verdict, wrong: impl Fn(&Verdict) -> bool) -> Vec<Failed<'_>> {
    let groups = cases::groups(file).unwrap_or_default();
    assert!(!groups.is_empty(), "the file has groups of cases");
    let mut found = Vec::new();
    for group in groups {
        for command in group.commands {
            let verdict = decide(&command);
            if wrong(&verdict) {
                found.push(Failed { heading: group.heading, command, verdict });
            }
        }
    }
    found
}

#[test]
fn nobody_is_asked_about_everyday_commands() {
    let asked =
        failures("{}", cases::EVERYDAY, |verdict| verdict.decision != Decision::Allow || !verdict.read_only);
    assert!(asked.is_empty(), "{asked:#?}");
}

/// The verdict once the host has answered everything that is needed in the most harmless way.
fn answered(engine: &Engine, command: &str) -> Verdict {
    answered_in(Dialect::Bash, engine, command)
}

fn answered_in(shell: Dialect, engine: &Engine, command: &str) -> Verdict {
    let mut request = Request::new(command);
    request.shell = shell;
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.environment_cleaned = true;
    request.facts.no_links = true;
    let mut verdict = engine.check(&request);
    while !verdict.needs.is_empty() {
        for need in &verdict.needs {
            match need {
                Need::BareRepository(path) => request.facts.bare_repositories.insert(path.clone(), false),
                Need::Contents(path) => {
                    request.facts.contents.insert(path.clone(), None).map(|it| it.is_some())
                }
                Need::Exists(path) => request.facts.existing.insert(path.clone(), false),
                Need::Implementation(path) => {
                    request.facts.implementations.insert(path.clone(), System::Gnu).map(|_| false)
                }
                Need::Program(name) => {
                    let file = ["/usr/bin/", name].concat();
                    request
                        .facts
                        .programs
                        .insert(name.clone(), Vec::from([file.clone(), file]))
                        .map(|_| false)
                }
                Need::RealPath(_) | Need::Url(_) => None,
                Need::WorkTrees(path) => {
                    request.facts.work_trees.insert(path.clone(), Vec::new()).map(|_| false)
                }
                Need::RepositoryPrograms(path) => {
                    request.facts.repository_programs.insert(path.clone(), Vec::new()).map(|_| false)
                }
            };
        }
        let next = engine.check(&request);
        if next.needs == verdict.needs {
            break;
        }
        verdict = next;
    }
    verdict
}

/// Each question about a harmless command costs the patience that the others need. The list is exact: a command that
/// begins to ask fails this test, and so does one that stops asking, until the list says so.
#[test]
#[expect(clippy::print_stdout, reason = "the figure is what this test is run for")]
fn the_harmless_commands_that_still_ask_are_exactly_these() {
    let engine = engine("{}");
    let total = cases::commands(cases::HARMLESS).len();
    let asking = failed(
        cases::HARMLESS,
        |command| answered(&engine, command),
        |verdict| verdict.decision != Decision::Allow,
    );
    std::println!("{} of {total} harmless commands are allowed without a rule", total - asking.len());
    let mut drawn = format!("{} of {total} ask\n", asking.len());
    for Failed { heading, command, verdict } in &asking {
        let (decision, reason) = (verdict.decision.name(), &verdict.reason);
        let line = cases::line(command);
        let _ =
            writeln!(drawn, "\n{line}\n  under: {heading}\n  {decision} {}: {}", reason.code, reason.message);
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/cases"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("harmless_that_ask", drawn));
}

#[test]
#[expect(clippy::print_stdout, reason = "the figure is what this test is run for")]
fn none_of_their_dangerous_neighbours_is_allowed() {
    let engine = engine("{}");
    let total = cases::commands(cases::NEIGHBOURS).len();
    let allowed: Vec<String> = failed(
        cases::NEIGHBOURS,
        |command| answered(&engine, command),
        |verdict| verdict.decision == Decision::Allow,
    )
    .iter()
    .map(Failed::drawn)
    .collect();
    std::println!("{} of {total} dangerous neighbours are allowed", allowed.len());
    assert!(allowed.is_empty(), "{allowed:#?}");
}

#[test]
fn what_other_systems_read_otherwise_is_only_allowed_where_the_system_is_known() {
    let engine = engine("{}");
    let unknown = failures("{}", cases::OTHER_SYSTEMS, |verdict| verdict.decision == Decision::Allow);
    assert!(unknown.is_empty(), "{unknown:#?}");
    let asked = failed(
        cases::OTHER_SYSTEMS,
        |command| answered(&engine, command),
        |verdict| verdict.decision != Decision::Allow,
    );
    assert!(asked.is_empty(), "{:#?}", asked.iter().map(Failed::drawn).collect::<Vec<_>>());
}

#[test]
fn zsh_is_asked_about_what_it_reads_otherwise_and_about_nothing_else() {
    let engine = engine("{}");
    let decided = |file, expected| {
        let zsh = |command: &str| answered_in(Dialect::Zsh, &engine, command);
        let wrong = failed(file, zsh, |verdict| (verdict.decision == Decision::Allow) != expected);
        wrong.iter().map(Failed::drawn).collect::<Vec<_>>()
    };
    let allowed = decided(cases::ZSH_NEIGHBOURS, false);
    assert!(allowed.is_empty(), "{allowed:#?}");
    let asked = decided(cases::ZSH_HARMLESS, true);
    assert!(asked.is_empty(), "{asked:#?}");
}

#[test]
fn what_writes_connects_executes_or_reads_elsewhere_is_never_allowed() {
    let allowed = failures("{}", cases::ATTACKS, |verdict| verdict.decision == Decision::Allow);
    assert!(allowed.is_empty(), "{allowed:#?}");
}

#[test]
fn a_deny_rule_holds_through_every_disguise() {
    let missed = failures(POLICY, cases::DENIED, |verdict| verdict.decision != Decision::Deny);
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_deny_rule_about_a_sub_command_is_about_no_other() {
    let policy = POLICY.replace("\"allow\":[", "\"allow\":[\"Bash\",");
    let missed = failures(&policy, cases::OTHER_SUB_COMMANDS, |verdict| verdict.decision != Decision::Allow);
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn text_is_a_command_only_for_what_runs_it() {
    let policy = POLICY.replace("\"allow\":[", "\"allow\":[\"Bash\",");
    let missed = failures(&policy, cases::HARMLESS_TEXT, |verdict| verdict.decision != Decision::Allow);
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn a_removal_that_loses_everything_is_asked_about_through_every_disguise() {
    for policy in
        [r#"{"permissions":{"allow":["Bash"]}}"#, r#"{"permissions":{"defaultMode":"bypassPermissions"}}"#]
    {
        let missed = failures(policy, cases::CRITICAL, |verdict| {
            verdict.decision != Decision::Ask || verdict.reason.code != "CRITICAL_REMOVAL"
        });
        assert!(missed.is_empty(), "{missed:#?}");
    }
}

#[test]
fn a_rule_approves_no_write_to_what_decides_what_runs_later() {
    let policy = r#"{"permissions":{"allow":["Bash"]}}"#;
    let missed = failures(policy, cases::PROTECTED, |verdict| {
        verdict.decision != Decision::Ask || verdict.reason.code != "PATH_PROTECTED"
    });
    assert!(missed.is_empty(), "{missed:#?}");
    let policy = r#"{"permissions":{"allow":["Bash"],"askForSecrets":false}}"#;
    let asked = failures(policy, cases::UNPROTECTED, |verdict| verdict.decision != Decision::Allow);
    assert!(asked.is_empty(), "{asked:#?}");
}

#[test]
fn a_deny_rule_holds_past_every_limit() {
    let parts = "true; ".repeat(60) + "curl x";
    let length = format!("echo {}; curl x", "a".repeat(11_000));
    let nesting = "$(".repeat(300) + "curl x" + &")".repeat(300);
    let words = format!("ls {}; curl x", "a ".repeat(1_200));
    let engine = engine(POLICY);
    for command in [parts, length, nesting, words] {
        assert_eq!(check(&engine, &command).decision, Decision::Deny, "{} characters", command.len());
    }
}

#[test]
fn an_allow_rule_covers_one_simple_command_and_nothing_else() {
    let covered = failures(POLICY, cases::NOT_COVERED, |verdict| verdict.decision == Decision::Allow);
    assert!(covered.is_empty(), "{covered:#?}");
    for command in [
        "npm run test",
        "npm run",
        "timeout 5 npm run test",
        "LANG=C npm run x",
        "NODE_ENV=test npm run x",
        "cargo build -j$(nproc)",
        "npm run x & wait",
        "npm run x 2>&1",
    ] {
        assert_eq!(check(&engine(POLICY), command).decision, Decision::Allow, "{command}");
    }
}

#[test]
fn an_answer_that_rests_on_the_mode_names_its_place_and_no_other_answer_does() {
    let source = |mode: &str, given: Option<Mode>, command: &str| {
        let settings = alloc::format!(r#"{{"permissions":{{"defaultMode":"{mode}"}}}}"#);
        let mut policy = engine(&settings).policy().clone();
        if let Some(given) = given {
            policy.set_mode(given);
        }
        check(&Engine::new(policy), command).reason.source
    };
    let place = Some("policy:1:31".into());
    for (mode, command) in [
        ("acceptEdits", "mkdir x"),
        ("bypassPermissions", "make"),
        ("plan", "make"),
        ("plan", "make > x"),
        ("dontAsk", "make"),
        ("dontAsk", "make > x"),
    ] {
        assert_eq!(source(mode, None, command), place, "{mode} {command}");
        assert_eq!(source(mode, Mode::from_name(mode), command), place, "the caller says the same: {mode}");
        assert_eq!(source("default", Mode::from_name(mode), command), None, "nobody wrote it: {mode}");
    }
    for (mode, command) in
        [("acceptEdits", "ls"), ("acceptEdits", "make"), ("default", "make"), ("plan", "ls")]
    {
        assert_eq!(source(mode, None, command), None, "{mode} {command}");
    }
}

#[test]
fn modes_change_what_asks_and_never_what_is_denied() {
    use Decision::{Allow, Ask, Deny};
    let decide = |mode: Mode, command: &str| {
        let mut policy = engine(POLICY).policy().clone();
        policy.mode = mode;
        check(&Engine::new(policy), command).decision
    };
    for (command, expected) in [
        // default, acceptEdits, plan, dontAsk, bypassPermissions
        ("ls", [Allow, Allow, Allow, Allow, Allow]),
        ("npm run x", [Allow, Allow, Deny, Allow, Allow]),
        ("mkdir x", [Ask, Allow, Deny, Deny, Allow]),
        ("mkdir .git/hooks", [Ask, Ask, Deny, Deny, Allow]),
        ("mkdir /x", [Ask, Ask, Deny, Deny, Allow]),
        ("make", [Ask, Ask, Deny, Deny, Allow]),
        ("ls > f", [Ask, Allow, Deny, Deny, Allow]),
        ("ls > ../f", [Ask, Ask, Deny, Deny, Allow]),
        ("ls > .bashrc", [Ask, Ask, Deny, Deny, Allow]),
        ("git push", [Ask, Ask, Deny, Deny, Ask]),
        ("curl x", [Deny, Deny, Deny, Deny, Deny]),
    ] {
        let decided = Mode::ALL.map(|(mode, _)| decide(mode, command));
        assert_eq!(decided, expected, "{command}");
    }
}

#[test]
fn links_and_bare_repositories_are_asked_of_the_host() {
    let engine = engine(r#"{"permissions":{"deny":["Read(//etc/shadow)"]}}"#);
    let mut request = Request::new("cat link");
    request.cwd = Some("/repo");
    let unknown = engine.check(&request);
    assert_eq!(
        (unknown.decision, unknown.needs.len()),
        (Decision::Ask, 1),
        "without a fact, the safe answer holds"
    );
    for (target, decision) in
        [("/repo/file", Decision::Allow), ("/etc/hosts", Decision::Ask), ("/etc/shadow", Decision::Deny)]
    {
        request.facts.real_paths.insert("/repo/link".into(), target.into());
        assert_eq!(engine.check(&request).decision, decision, "{target}");
    }

    let mut request = Request::new("git status");
    request.cwd = Some("/repo");
    assert_eq!(engine.check(&request).decision, Decision::Ask);
    for (bare, decision) in [(true, Decision::Ask), (false, Decision::Allow)] {
        request.facts.bare_repository = Some(bare);
        assert_eq!(engine.check(&request).decision, decision, "bare: {bare}");
    }
}

#[test]
fn a_suggested_rule_would_allow_the_command() {
    let bare = engine("{}");
    for command in ["make", "npm install left-pad", "timeout 5 make test", "cat /etc/hosts", "cargo test $X"]
    {
        let suggestions = check(&bare, command).suggestions;
        assert!(!suggestions.is_empty(), "{command}");
        let rules: Vec<String> = suggestions.iter().map(|rule| format!("{rule:?}")).collect();
        let with = engine(&format!(r#"{{"permissions":{{"allow":[{}]}}}}"#, rules.join(",")));
        assert_eq!(check(&with, command).decision, Decision::Allow, "{command}: {suggestions:?}");
    }
    for command in ["bash x.sh", "python3 x.py", "node x", "sudo make", "env make", "make > f", "echo $(make"]
    {
        assert!(check(&bare, command).suggestions.is_empty(), "{command}");
    }
}

#[test]
fn what_a_repository_can_start_is_asked_of_the_host_and_stops_only_what_it_reaches() {
    let engine = engine(r#"{"permissions":{"allow":["Bash(git blame:*)"]}}"#);
    let place = |path: &str| Need::RepositoryPrograms(path.into());
    for (command, needed) in [
        ("git status", &["/repo"][..]),
        ("cd src && git status", &["/repo/src"]),
        ("git -C src -C deep log && git diff", &["/repo", "/repo/src/deep"]),
        ("ls", &[]),
    ] {
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.facts.no_links = true;
        for at in ["/repo", "/repo/src", "/repo/src/deep"] {
            request.facts.bare_repositories.insert(at.into(), false);
        }
        let untold = engine.check(&request);
        // What is not given is taken as harmless.
        assert_eq!((untold.decision, untold.read_only), (Decision::Allow, true), "{command}");
        let needed: Vec<Need> = needed.iter().map(|path| place(path)).collect();
        assert_eq!(untold.needs, needed, "{command}");
        for need in &needed {
            let Need::RepositoryPrograms(path) = need else { continue };
            request.facts.repository_programs.insert(path.clone(), Vec::new());
        }
        let told = engine.check(&request);
        assert_eq!((told.decision, told.needs), (Decision::Allow, Vec::new()), "{command}");
    }
    for (command, setting, decision) in [
        ("git status", "core.fsmonitor", Decision::Ask),
        ("git log --oneline | head -5", "core.fsmonitor", Decision::Allow),
        ("git status", "diff.external", Decision::Allow),
        ("git diff", "diff.external", Decision::Ask),
        ("git diff --no-ext-diff", "diff.external", Decision::Allow),
        ("find . -name x -exec git status \\;", "core.fsmonitor", Decision::Ask),
        ("echo $(git diff)", "diff.external", Decision::Ask),
        // A rule of the user covers what the user knows.
        ("git blame a", "filter.x.clean", Decision::Allow),
    ] {
        let mut request = Request::new(command);
        request.cwd = Some("/repo");
        request.facts.no_links = true;
        request.facts.bare_repository = Some(false);
        request.facts.repository_programs.insert("/repo".into(), [setting.into()].into());
        let verdict = engine.check(&request);
        assert_eq!(verdict.decision, decision, "{command} with {setting}");
        if decision == Decision::Ask {
            assert_eq!((verdict.reason.code, verdict.read_only), ("REPOSITORY_PROGRAMS", false), "{command}");
            assert!(verdict.reason.message.contains(setting), "{}", verdict.reason.message);
        }
    }
}

#[test]
fn time_is_part_of_a_pipeline_in_bash_and_begins_a_command_in_zsh() {
    let engine = engine(r#"{"permissions":{"deny":["Bash(git push:*)"]}}"#);
    let decide = |command: &str, shell: Dialect| {
        let mut request = Request::new(command);
        (request.cwd, request.shell) = (Some("/repo"), shell);
        request.facts.no_links = true;
        engine.check(&request).decision
    };
    for command in
        ["time -p ls", "! time ls", "! time -p ls", "for v in 1 2; do time -p ls; done", "( ! time ls )"]
    {
        assert_eq!(decide(command, Dialect::Bash), Decision::Allow, "{command}");
        assert_eq!(decide(command, Dialect::Zsh), Decision::Ask, "{command}");
    }
    for shell in [Dialect::Bash, Dialect::Zsh] {
        assert_eq!(decide("time -p git push", shell), Decision::Deny);
        assert_eq!(decide("! time git push", shell), Decision::Deny);
        assert_eq!(decide("time ls", shell), Decision::Allow);
    }
}

#[test]
fn a_redirect_alone_runs_a_program_in_zsh_and_none_in_bash() {
    let engine = engine("{}");
    let decide = |command: &str, shell: Dialect| {
        let mut request = Request::new(command);
        (request.cwd, request.shell) = (Some("/repo"), shell);
        request.facts.no_links = true;
        engine.check(&request).decision
    };
    for command in ["<f", "< f", "ls; < f", "echo \"$(ls; < f)\"", "ls | < f"] {
        assert_eq!(decide(command, Dialect::Zsh), Decision::Ask, "{command}");
    }
    assert_eq!(decide("< f", Dialect::Bash), Decision::Allow);
    for command in ["echo \"$(<f)\"", "echo \"$(< f)\"", "cat < f"] {
        assert_eq!(decide(command, Dialect::Zsh), decide(command, Dialect::Bash), "{command}");
    }
}
