use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};

use policy_core::agents::Agent;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::change::{Change, Effect, apply};
use super::hook_command::{Call, is_ours};
use super::json::{self, Slot};
use super::refusal::Refusal;
use super::surroundings::{Scope, Surroundings};
use super::system::System;
use super::target::Target;
use super::tree::Tree;
use super::{Confinement, block, installation, present, removal, servers};

/// A home, a project and a system in one directory.
pub(super) struct Place {
    _guard: tempfile::TempDir,
    pub(super) at: Surroundings,
}

impl Place {
    pub(super) fn new() -> Self {
        let guard = tempfile::tempdir().unwrap();
        let root = guard.path().canonicalize().unwrap();
        for name in
            ["home", "project", "bin", "etc", "Library/Application Support", "ProgramData", "Program Files"]
        {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        let at = Surroundings {
            home: root.join("home"),
            project: root.join("project"),
            system: System::Linux,
            root: root.clone(),
            shellgate: root.join("bin/shellgate"),
            variables: ["ProgramData", "Program Files"]
                .map(|name| (name.replace(' ', "").into(), root.join(name).into()))
                .into(),
        };
        Self { _guard: guard, at }
    }

    /// Every file and directory with its content.
    pub(super) fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        let mut waiting = vec![self.at.home.parent().unwrap().to_owned()];
        while let Some(directory) = waiting.pop() {
            for entry in fs::read_dir(&directory).unwrap() {
                let path = entry.unwrap().path();
                let kind = path.symlink_metadata().unwrap().file_type();
                let is_directory = kind.is_dir();
                found.insert(path.clone(), kind.is_file().then(|| fs::read(&path).unwrap_or_default()));
                waiting.extend(is_directory.then_some(path));
            }
        }
        found
    }

    pub(super) fn install(&self, agent: Agent, scope: Scope) -> Vec<Change> {
        let changes = installation(agent, scope, &self.at, Confinement::AsBefore).unwrap();
        apply(&changes).unwrap();
        changes
    }

    pub(super) fn uninstall(&self, agent: Agent, scope: Scope) {
        apply(&removal(agent, scope, &self.at).unwrap()).unwrap();
    }

    /// Writes the user's settings of Claude Code.
    fn settings(&self, text: &str) -> PathBuf {
        let file = self.at.home.join(".claude/settings.json");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }
}

/// Every agent in every scope that it has.
fn installations(at: &Surroundings) -> Vec<(Agent, Scope)> {
    let all = Agent::ALL.into_iter().flat_map(|agent| Scope::ALL.map(|scope| (agent, scope)));
    all.filter(|(agent, scope)| !super::client(*agent).hook_places(at, *scope).is_empty()).collect()
}

fn slot() -> Slot {
    let hook = Tree::Object(vec![
        ("type", Tree::text("command")),
        ("command", Tree::text("'/x/shellgate' hook --agent claude || exit 2")),
    ]);
    let entry = Tree::Object(vec![("matcher", Tree::text("Bash")), ("hooks", Tree::List(vec![hook]))]);
    Slot { keys: vec!["hooks", "PreToolUse"], entry, beside: None }
}

fn with(text: &str) -> String {
    json::with(Some(text), &slot(), &is_ours).unwrap()
}

fn without(text: &str) -> Option<String> {
    json::without(text, &slot(), &is_ours).unwrap()
}

#[test]
fn what_is_installed_into_nothing_leaves_nothing() {
    let mut place = Place::new();
    let empty = place.everything();
    for system in [System::Linux, System::MacOs, System::Windows] {
        place.at.system = system;
        for (agent, scope) in installations(&place.at) {
            place.install(agent, scope);
            let calls = present(agent, scope, &place.at).unwrap();
            assert!(!calls.is_empty(), "{system:?} {agent:?} {scope:?}");
            for (_, call) in &calls {
                assert_eq!(call.program, place.at.shellgate, "{system:?} {agent:?} {scope:?}");
            }
            assert_ne!(place.everything(), empty);
            place.uninstall(agent, scope);
            assert_eq!(place.everything(), empty, "{system:?} {agent:?} {scope:?}");
        }
    }
}

#[test]
fn on_windows_a_hook_needs_no_shell_or_the_server_takes_its_place() {
    let mut place = Place::new();
    place.at.system = System::Windows;
    for agent in Agent::ALL {
        match installation(agent, Scope::User, &place.at, Confinement::AsBefore) {
            Ok(changes) => {
                apply(&changes).unwrap();
                for (_, found) in present(agent, Scope::User, &place.at).unwrap() {
                    assert!(matches!(found.call, Call::Program(_)), "{agent:?} {found:?}");
                }
            }
            Err(refusal) => {
                let (refused, help) = (refusal.to_string(), refusal.help());
                assert!(refused.contains("a hook that fails would not block"), "{agent:?} {refused}");
                assert!(help.contains(&format!("`shellgate install {} --mcp`", agent.name())), "{help}");
            }
        }
        let changes = servers::registration(agent, Scope::User, &place.at).unwrap();
        apply(&changes).unwrap();
        let (_, registered) = servers::registered(agent, Scope::User, &place.at).unwrap().unwrap();
        assert_eq!(registered.program, place.at.shellgate, "{agent:?}");
    }
    assert_eq!(installations(&place.at).iter().filter(|(agent, _)| *agent == Agent::ClaudeCode).count(), 3);
}

#[test]
fn a_hook_of_another_system_is_replaced() {
    let mut place = Place::new();
    place.install(Agent::ClaudeCode, Scope::Project);
    place.at.system = System::Windows;
    place.install(Agent::ClaudeCode, Scope::Project);
    let calls = present(Agent::ClaudeCode, Scope::Project, &place.at).unwrap();
    assert!(matches!(&calls[..], [(_, found)] if matches!(found.call, Call::Program(_))), "{calls:?}");
}

#[test]
fn a_second_installation_changes_nothing_and_one_at_another_path_replaces_the_path() {
    let mut place = Place::new();
    let empty = place.everything();
    for (agent, scope) in installations(&place.at) {
        place.install(agent, scope);
        let once = place.everything();
        let again = place.install(agent, scope);
        assert!(again.iter().all(|change| change.effect() == Effect::Nothing), "{agent:?} {scope:?}");
        assert_eq!(place.everything(), once);
        let old = std::mem::replace(&mut place.at.shellgate, PathBuf::from("/else where/shellgate"));
        place.install(agent, scope);
        let calls = present(agent, scope, &place.at).unwrap();
        assert!(calls.iter().all(|(_, call)| call.program == place.at.shellgate), "{calls:?}");
        place.at.shellgate = old;
        place.uninstall(agent, scope);
        assert_eq!(place.everything(), empty, "{agent:?} {scope:?}");
    }
}

#[test]
fn the_managed_hooks_of_codex_are_kept_on_unless_its_file_says_otherwise() {
    let place = Place::new();
    let file = place.at.root.join("etc/codex/requirements.toml");
    place.install(Agent::Codex, Scope::Managed);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\n[features]\nhooks = true\n"), "{text}");
    place.uninstall(Agent::Codex, Scope::Managed);
    let own = "[features]\nhooks = false\n";
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, own).unwrap();
    place.install(Agent::Codex, Scope::Managed);
    let again = place.install(Agent::Codex, Scope::Managed);
    assert!(again.iter().all(|change| change.effect() == Effect::Nothing));
    assert_eq!(fs::read_to_string(&file).unwrap().matches("[features]").count(), 1);
    place.uninstall(Agent::Codex, Scope::Managed);
    assert_eq!(fs::read_to_string(&file).unwrap(), own);
}

#[test]
fn a_project_switches_the_hooks_of_codex_and_copilot_off_only_where_the_user_trusts_it() {
    type Trust = (Agent, &'static str, &'static str, fn(String) -> String);
    let place = Place::new();
    let trust: [Trust; 2] = [
        (Agent::Codex, ".codex/config.toml", ".codex/config.toml", |place| {
            format!("[projects.{place:?}]\ntrust_level = \"trusted\"\n")
        }),
        (Agent::Copilot, ".copilot/config.json", ".claude/settings.json", |place| {
            format!("// written by the program\n{{\"trustedFolders\": [{place:?}]}}")
        }),
    ];
    for (agent, user, project, text) in trust {
        let switched = |trusted: &Path| {
            let user = place.at.home.join(user);
            fs::create_dir_all(user.parent().unwrap()).unwrap();
            fs::write(user, text(trusted.display().to_string())).unwrap();
            let file = place.at.project.join(project);
            (super::client(agent).switches)(&place.at).iter().any(|switch| switch.file == file)
        };
        assert!(switched(&place.at.project), "{agent:?}");
        assert!(switched(place.at.project.parent().unwrap()), "{agent:?}");
        assert!(!switched(&place.at.home), "{agent:?}");
    }
}

#[test]
fn a_confined_hook_stays_confined_until_it_is_told_otherwise() {
    let mut place = Place::new();
    let empty = place.everything();
    for (agent, scope) in installations(&place.at) {
        let change = |place: &Place, confinement| {
            let changes = installation(agent, scope, &place.at, confinement)?;
            apply(&changes)
        };
        let confines = |place: &Place| {
            let calls = present(agent, scope, &place.at).unwrap();
            assert!(!calls.is_empty(), "{agent:?} {scope:?}");
            calls.iter().all(|(_, call)| call.confines && (call.call.confines() || agent == Agent::Cline))
        };
        if [Agent::Qwen, Agent::Windsurf, Agent::Cursor].contains(&agent) {
            let refusal = change(&place, Confinement::On).unwrap_err();
            assert!(refusal.to_string().contains("cannot be confined by its hook"), "{refusal}");
            assert_eq!(place.everything(), empty);
            continue;
        }
        change(&place, Confinement::On).unwrap();
        assert!(confines(&place), "{agent:?} {scope:?}");
        let once = place.everything();
        change(&place, Confinement::AsBefore).unwrap();
        assert_eq!(place.everything(), once);
        // Another program, as after a move: the choice stays.
        let old = std::mem::replace(&mut place.at.shellgate, PathBuf::from("/--confine /shellgate"));
        change(&place, Confinement::AsBefore).unwrap();
        assert!(confines(&place), "{agent:?} {scope:?}");
        change(&place, Confinement::Off).unwrap();
        assert!(!confines(&place), "{agent:?} {scope:?}");
        change(&place, Confinement::AsBefore).unwrap();
        assert!(!confines(&place), "{agent:?} {scope:?}");
        place.at.shellgate = old;
        change(&place, Confinement::On).unwrap();
        place.uninstall(agent, scope);
        assert_eq!(place.everything(), empty, "{agent:?} {scope:?}");
    }
}

#[test]
fn managed_hooks_of_codex_say_that_hooks_are_on_and_leave_other_features_alone() {
    let place = Place::new();
    let file = place.at.root.join("etc/codex/requirements.toml");
    fs::create_dir(file.parent().unwrap()).unwrap();
    for text in [
        "",
        "allowed_sandbox_modes = [\"read-only\"]\n",
        "[features]",
        "[features]\n# mine\nother = true\n\n[rules]\n",
        "features.other = true\n",
        "[features]\nhooks = true\n",
        "features = {hooks = true}",
    ] {
        fs::write(&file, text).unwrap();
        place.install(Agent::Codex, Scope::Managed);
        let installed = fs::read_to_string(&file).unwrap();
        let mut document = toml::from_str::<toml::Table>(&installed).unwrap();
        assert_eq!(document["features"]["hooks"].as_bool(), Some(true), "{installed}");
        assert_eq!(document.remove("hooks").unwrap().as_table().map(toml::Table::len), Some(2));
        let mut before = toml::from_str::<toml::Table>(text).unwrap();
        let features = before.entry("features").or_insert_with(|| toml::Table::new().into());
        features.as_table_mut().unwrap().insert("hooks".to_owned(), true.into());
        assert_eq!(document, before, "{installed}");
        let again = place.install(Agent::Codex, Scope::Managed);
        assert!(again.iter().all(|change| change.effect() == Effect::Nothing), "{installed}");
        place.uninstall(Agent::Codex, Scope::Managed);
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let (text, sentence) = ("features = {other = true}\n", "`features` has no place for `hooks = true`");
    fs::write(&file, text).unwrap();
    let refusal = installation(Agent::Codex, Scope::Managed, &place.at, Confinement::AsBefore).unwrap_err();
    let Refusal::Document(error, _) = &refusal else { panic!("{refusal:?}") };
    assert!(error.to_string().contains(sentence), "{error}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn an_older_form_of_the_hook_is_replaced_and_taken_out() {
    let place = Place::new();
    place.install(Agent::ClaudeCode, Scope::User);
    let file = place.at.home.join(".claude/settings.json");
    let text = fs::read_to_string(&file).unwrap();
    let older = text.replace("{ echo 'shellgate: the hook failed' >&2; exit 2; }", "exit 2");
    assert_ne!(older, text);
    for order in ["install", "uninstall"] {
        fs::write(&file, &older).unwrap();
        if order == "install" {
            place.install(Agent::ClaudeCode, Scope::User);
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        } else {
            place.uninstall(Agent::ClaudeCode, Scope::User);
            assert!(!file.exists());
        }
    }
}

#[test]
fn all_installations_together_come_out_again_in_any_order() {
    let place = Place::new();
    place.settings("{\n  \"model\": \"x\", // mine\n}\n");
    let before = place.everything();
    let all = installations(&place.at);
    for (agent, scope) in &all {
        place.install(*agent, *scope);
    }
    for (agent, scope) in &all {
        place.uninstall(*agent, *scope);
    }
    assert_eq!(place.everything(), before);
}

#[test]
fn an_entry_is_in_every_document_as_a_person_would_have_written_it() {
    let drawn = |text: Option<&str>| json::with(text, &slot(), &is_ours).unwrap();
    let shown = [
        None,
        Some(""),
        Some("{}\n"),
        Some("{\n    \"model\": \"x\" // the best\n}\n"),
        Some("{\n\t\"hooks\": {\n\t\t\"Stop\": [],\n\t},\n}\n"),
        Some("{\"hooks\": {\"PreToolUse\": []}}"),
        Some("{\n  \"hooks\": {\n    \"PreToolUse\": [\n      {\"matcher\": \"Write\"}, // first\n      // second\n    ]\n  }\n}\n"),
        Some("// nothing but this\n"),
    ]
    .map(|text| format!("{}\n=====>\n{}\n", text.unwrap_or("(no file)"), drawn(text)));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots/cli"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("install_documents", shown.join("\n")));
}

#[test]
fn foreign_hooks_in_the_same_group_stay() {
    let mixed = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[
        {"type":"command","command":"mine"}, {"type":"command","command":"/old/shellgate","args":["hook"]}]},
        {"matcher":"*","hooks":[{"type":"command","command":"/older/shellgate hook"}]}, {"hooks":[]}]}}"#;
    let expected = r#"{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[
        {"type":"command","command":"mine"}]}, {"hooks":[]}]}}"#;
    assert_eq!(without(mixed).as_deref(), Some(expected));
    let value = json::value(&with(mixed)).unwrap();
    let groups = value["hooks"]["PreToolUse"].as_array().unwrap();
    let ours = groups
        .iter()
        .filter(|group| group["hooks"][0]["command"].as_str().is_some_and(|it| it.contains("hook")));
    assert_eq!((groups.len(), ours.count()), (3, 1), "{value}");
    assert_eq!(json::value(&with(expected)).unwrap()["hooks"]["PreToolUse"][0], groups[0]);
}

#[test]
fn a_document_that_another_program_wrote_again_loses_the_entry_and_nothing_else() {
    for before in [json!({}), json!({"model": "x"}), json!({"hooks": {"Stop": []}, "model": "x"})] {
        let installed = json::value(&with(&before.to_string())).unwrap();
        for text in [installed.to_string(), serde_json::to_string_pretty(&installed).unwrap()] {
            let after = without(&text).map_or(json!({}), |text| json::value(&text).unwrap());
            assert_eq!(after, before, "{text}");
        }
    }
}

#[test]
fn a_document_of_another_form_is_refused_with_its_place() {
    for (text, at, message) in [
        ("{", 0..1, "this is not valid JSON: unterminated object"),
        ("{'a': 1}", 1..2, "this is not valid JSON: single-quoted strings are not allowed"),
        ("[]", 0..2, "this is a list, where an object is needed"),
        ("7", 0..1, "this is a number, where an object is needed"),
        ("{\"hooks\": []}", 10..12, "this is a list, where an object is needed"),
        ("{\"hooks\": \"x\"}", 10..13, "this is a text, where an object is needed"),
        ("{\"hooks\": {\"PreToolUse\": {}}}", 25..27, "this is an object, where a list is needed"),
        ("{\"hooks\": null}", 10..14, "this is no object and no list, where an object is needed"),
        ("{\"hooks\": {}, \"hooks\": {}}", 14..25, "the key `hooks` is here twice"),
    ] {
        let flaw = json::with(Some(text), &slot(), &is_ours).unwrap_err();
        assert_eq!((flaw.at, flaw.message.as_str()), (at, message), "{text}");
    }
    let place = Place::new();
    let text = "{\n  \"hooks\": []\n}\n";
    let file = place.settings(text);
    let refusal = installation(Agent::ClaudeCode, Scope::User, &place.at, Confinement::AsBefore).unwrap_err();
    let Refusal::Document(error, source) = refusal else { panic!("{refusal}") };
    assert_eq!((error.line, error.column, source.text.as_str()), (2, 12, text));
    assert_eq!(fs::read_to_string(file).unwrap(), text);
}

#[test]
fn deep_nesting_is_refused_and_does_not_end_the_process() {
    let deep = format!("{{\"a\": {}", "[".repeat(100_000));
    assert!(json::with(Some(&deep), &slot(), &is_ours).is_err());
}

#[test]
fn mode_and_link_stay_and_a_new_file_of_a_program_can_be_executed() {
    let place = Place::new();
    let file = place.settings("{}");
    let real = place.at.home.join("dotfiles.json");
    fs::rename(&file, &real).unwrap();
    symlink("../dotfiles.json", &file).unwrap();
    fs::set_permissions(&real, Permissions::from_mode(0o600)).unwrap();
    let changes = place.install(Agent::ClaudeCode, Scope::User);
    assert!(changes[0].target.is_link() && changes[0].target.real == real);
    assert!(file.symlink_metadata().unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().contains("PreToolUse"));
    assert_eq!(fs::metadata(&real).unwrap().mode() & 0o7777, 0o600);
    place.uninstall(Agent::ClaudeCode, Scope::User);
    assert_eq!(fs::read_to_string(&real).unwrap(), "{}");
    place.install(Agent::Cline, Scope::User);
    let program = place.at.home.join(".cline/hooks/PreToolUse");
    assert_eq!(fs::metadata(program).unwrap().mode() & 0o100, 0o100);
}

#[test]
fn what_is_no_file_is_refused_by_name() {
    let refused = |prepare: fn(&Path)| {
        let place = Place::new();
        let file = place.at.home.join(".claude/settings.json");
        fs::create_dir(file.parent().unwrap()).unwrap();
        prepare(&file);
        let before = place.everything();
        let refusal =
            installation(Agent::ClaudeCode, Scope::User, &place.at, Confinement::AsBefore).unwrap_err();
        assert_eq!(place.everything(), before);
        refusal.to_string().replace(place.at.home.to_str().unwrap(), "~")
    };
    for (prepare, message) in [
        (
            (|file| fs::create_dir(file).unwrap()) as fn(&Path),
            "`~/.claude/settings.json` is a directory, not a file",
        ),
        (
            |file| symlink("nowhere", file).unwrap(),
            "`~/.claude/settings.json` is a symbolic link that leads nowhere",
        ),
        (|file| fs::write(file, [0xff]).unwrap(), "`~/.claude/settings.json` is not valid UTF-8"),
        (
            |file| fs::write(file, vec![b' '; 5 << 20]).unwrap(),
            "`~/.claude/settings.json` is larger than 4 MiB",
        ),
        (
            |file| {
                fs::remove_dir(file.parent().unwrap()).unwrap();
                fs::write(file.parent().unwrap(), "").unwrap();
            },
            "`~/.claude` is a file, not a directory",
        ),
        (
            |file| nix::unistd::mkfifo(file, nix::sys::stat::Mode::S_IRWXU).unwrap(),
            "`~/.claude/settings.json` is not a regular file",
        ),
    ] {
        assert_eq!(refused(prepare), message);
    }
}

#[test]
fn a_foreign_program_in_the_place_of_a_hook_is_left_alone() {
    let place = Place::new();
    let program = place.at.home.join(".cline/hooks/PreToolUse");
    fs::create_dir_all(program.parent().unwrap()).unwrap();
    fs::write(&program, "#!/bin/sh\n").unwrap();
    let before = place.everything();
    assert!(matches!(
        installation(Agent::Cline, Scope::User, &place.at, Confinement::AsBefore),
        Err(Refusal::Foreign { file, .. }) if file == program
    ));
    place.uninstall(Agent::Cline, Scope::User);
    assert_eq!(place.everything(), before);
}

#[test]
fn a_file_that_changed_since_it_was_read_is_left_alone_and_the_others_too() {
    let place = Place::new();
    let changes = installation(Agent::Gemini, Scope::User, &place.at, Confinement::AsBefore).unwrap();
    assert_eq!(changes.len(), 2);
    let policy = place.at.home.join(".gemini/policies/shellgate.toml");
    fs::create_dir_all(policy.parent().unwrap()).unwrap();
    fs::write(&policy, "# somebody else\n").unwrap();
    let before = place.everything();
    assert!(matches!(apply(&changes), Err(Refusal::Changed(file)) if file == policy));
    assert_eq!(place.everything(), before);
}

#[test]
fn of_many_installations_at_once_none_is_lost() {
    let place = Place::new();
    let file = place.settings("{\n  \"model\": \"x\"\n}\n");
    let events = ["A", "B", "C", "D", "E", "F", "G", "H"];
    std::thread::scope(|scope| {
        for event in events {
            let (at, file) = (&place.at, &file);
            scope.spawn(move || {
                let piece = super::client::Piece {
                    file: file.clone(),
                    base: at.home.clone(),
                    content: super::client::Content::Entries(vec![Slot {
                        keys: vec!["hooks", event],
                        ..slot()
                    }]),
                    purpose: "",
                };
                while apply(&[Change::to_install(&piece, Target::read(file).unwrap()).unwrap()]).is_err() {}
            });
        }
    });
    let value = json::value(&fs::read_to_string(&file).unwrap()).unwrap();
    for event in events {
        assert_eq!(value["hooks"][event].as_array().map(Vec::len), Some(1), "{value}");
    }
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_block_of_lines_comes_out_of_every_document() {
    let lines = "[[hooks.PreToolUse]]\nmatcher = \"Bash\"\n";
    for text in [
        "",
        "\n",
        "a = 1",
        "a = 1\n",
        "a = 1\n\n",
        "[t]\nx = 1 # c",
        "[[hooks.PreToolUse]]\nmatcher = \"*\"\n",
    ] {
        let label = if text.is_empty() { "" } else { "/a b" };
        let new = block::with(Some(text), label, lines).unwrap();
        assert_eq!(block::without(&new, label).as_deref(), Some(text), "{new}");
        assert_eq!(block::with(Some(&new), label, lines).as_ref(), Ok(&new));
        let later = format!("{new}[later]\n");
        assert_eq!(block::without(&later, label), Some(format!("{text}[later]\n")));
        let other = block::with(Some(&new), label, "b = 2").unwrap();
        assert_eq!(block::without(&other, label).as_deref(), Some(text));
    }
    assert_eq!(block::without(&block::with(None, "", lines).unwrap(), ""), None);
    for text in ["a = ", "hooks = 7\n", "[hooks]\nPreToolUse = []\n"] {
        assert!(block::with(Some(text), "", lines).is_err(), "{text}");
    }
}

/// A JSON document with comments, in many layouts, in which other hooks and other settings are.
pub(super) fn document() -> impl Strategy<Value = String> {
    let blank = prop_oneof![
        4 => Just(""),
        2 => Just(" "),
        2 => Just("\n  "),
        1 => Just("\n\n\t"),
        1 => Just("\r\n"),
        1 => Just(" // note\n  "),
        1 => Just(" /* note */ "),
        1 => Just("\n  // note\n"),
    ];
    let scalar =
        prop_oneof![Just("1"), Just("\"x, ]}\""), Just("true"), Just("null"), Just("\"//\""), Just("{}")];
    let blanks = proptest::collection::vec(blank, 24);
    (blanks, proptest::collection::vec(scalar, 0..3), 0..3_usize, 0..4_usize, any::<[bool; 6]>()).prop_map(
        |(blanks, scalars, foreign, depth, [trailing, more, front, root_end, mark, last])| {
            let mut blanks = blanks.into_iter().cycle();
            let mut blank = || blanks.next().unwrap_or_default();
            let mut container = |open: char, items: Vec<String>, close: char| {
                let count = items.len();
                let mut text = format!("{open}{}", blank());
                for (index, item) in items.into_iter().enumerate() {
                    text.push_str(&item);
                    text.push_str(blank());
                    if index + 1 < count || trailing {
                        text.push(',');
                        text.push_str(blank());
                    }
                }
                text.push(close);
                text
            };
            let hook = |index: usize| {
                format!("{{\"matcher\": \"{index}\", \"hooks\": [{{\"command\": \"foreign\"}}]}}")
            };
            let groups = container('[', (0..foreign).map(hook).collect(), ']');
            let mut events = vec![];
            if more {
                events.push("\"Stop\": []".to_owned());
            }
            if depth > 1 {
                events.push(format!("\"PreToolUse\": {groups}"));
            }
            if last {
                events.push("\"Zero\": [1]".to_owned());
            }
            let events = container('{', events, '}');
            let mut settings: Vec<String> =
                scalars.iter().enumerate().map(|(index, scalar)| format!("\"k{index}\": {scalar}")).collect();
            if depth > 0 {
                let at = if front { 0 } else { settings.len() };
                settings.insert(at, format!("\"hooks\": {events}"));
            }
            let root = container('{', settings, '}');
            let (mark, end) = (if mark { "\u{feff}" } else { "" }, if root_end { "\n" } else { "" });
            format!("{mark}{}{root}{}{end}", blank().trim_end_matches(' '), blank())
        },
    )
}

/// `value` without what is ours.
fn foreign(mut value: Value) -> Value {
    if let Some(groups) = value.pointer_mut("/hooks/PreToolUse").and_then(Value::as_array_mut) {
        groups.retain(|group| {
            !group["hooks"].as_array().is_some_and(|hooks| hooks.iter().all(is_ours) && !hooks.is_empty())
        });
    }
    value
}

proptest! {
    #[test]
    fn an_entry_goes_into_any_document_and_comes_out_without_a_trace(text in document()) {
        let before = json::value(&text).unwrap();
        let installed = with(&text);
        let value = json::value(&installed).unwrap();
        prop_assert_eq!(json::found(&installed, &["hooks", "PreToolUse"], &is_ours).unwrap().len(), 1, "{}", installed);
        let mut rest = foreign(value);
        if before.pointer("/hooks/PreToolUse").is_none() {
            rest["hooks"].as_object_mut().unwrap().remove("PreToolUse");
            if before.get("hooks").is_none() {
                rest.as_object_mut().unwrap().remove("hooks");
            }
        }
        prop_assert_eq!(&rest, &before, "{}", installed);
        prop_assert_eq!(&with(&installed), &installed);
        prop_assert_eq!(without(&installed), Some(text), "{}", installed);
    }

    #[test]
    fn an_entry_between_others_comes_out_without_touching_them(text in document(), added in "[a-z]{1,5}") {
        let installed = with(&text);
        // Somebody adds a hook after ours.
        let slot = Slot { entry: Tree::Object(vec![("matcher", Tree::Text(added))]), ..slot() };
        let more = json::with(Some(&installed), &slot, &|_| false).unwrap();
        let after = without(&more).unwrap();
        let expected = json::with(Some(&text), &slot, &|_| false).unwrap();
        prop_assert_eq!(json::value(&after).unwrap(), json::value(&expected).unwrap(), "{}", after);
    }

    #[test]
    fn no_text_makes_the_edit_fail_otherwise_than_with_a_refusal(text in "[\\[\\]{}\",:/* \n\u{feff}ahoks1-]{0,40}") {
        if let Ok(installed) = json::with(Some(&text), &slot(), &is_ours) {
            prop_assert!(json::value(&installed).is_ok());
            prop_assert_eq!(without(&installed), Some(text));
        }
    }
}
