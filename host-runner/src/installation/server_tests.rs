use std::fs;
use std::path::PathBuf;

use policy_core::agents::Agent;
use proptest::prelude::*;

use super::change::{Change, Effect, apply};
use super::json::{self, Slot};
use super::refusal::Refusal;
use super::servers::{OwnShell, deregistration, has_place, left_behind, own_shell, registered, registration};
use super::setting::Setting;
use super::surroundings::{Scope, Surroundings};
use super::tests::{Place, document};
use super::tree::Tree;

impl Place {
    fn register(&self, agent: Agent, scope: Scope) -> Vec<Change> {
        let changes = registration(agent, scope, &self.at).unwrap();
        apply(&changes).unwrap();
        changes
    }

    fn deregister(&self, agent: Agent, scope: Scope) {
        apply(&deregistration(agent, scope, &self.at).unwrap()).unwrap();
    }

    /// Writes a file of the user.
    fn write(&self, file: &str, text: &str) -> PathBuf {
        let file = self.at.home.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }
}

/// Every agent in every scope in which it can be given the server.
fn registrations(at: &Surroundings) -> Vec<(Agent, Scope)> {
    let all = Agent::ALL.into_iter().flat_map(|agent| Scope::ALL.map(|scope| (agent, scope)));
    all.filter(|(agent, scope)| has_place(*agent, *scope, at)).collect()
}

fn is_taken_away(place: &Place, agent: Agent, scope: Scope) -> bool {
    matches!(own_shell(agent, scope, &place.at), OwnShell::TakenAway(_))
}

/// The agents whose own shell a file takes away, with a file of the user that does it already.
const TAKEN_AWAY: [(Agent, &str, &str); 5] = [
    (
        Agent::ClaudeCode,
        ".claude/settings.json",
        "{\"permissions\": {\"deny\": [\"Bash\", \"Monitor\", \"PowerShell\"]}} // mine\n",
    ),
    (Agent::Codex, ".codex/config.toml", "[features] # mine\nshell_tool = false\n"),
    (Agent::Gemini, ".gemini/settings.json", "{\n  \"tools\": {\"exclude\": [\"run_shell_command\",]},\n}"),
    (Agent::Qwen, ".qwen/settings.json", "{\"permissions\": {\"deny\": [ \"run_shell_command\" ]}}"),
    (
        Agent::Opencode,
        ".config/opencode/opencode.jsonc",
        "{\n\t\"permission\": {\"bash\": \"deny\"}, // mine\n}\n",
    ),
];

#[test]
fn what_is_registered_into_nothing_leaves_nothing() {
    let mut place = Place::new();
    let empty = place.everything();
    for (agent, scope) in registrations(&place.at) {
        place.register(agent, scope);
        let (_, found) = registered(agent, scope, &place.at).unwrap().unwrap();
        assert_eq!(found.program, place.at.shellgate, "{agent:?} {scope:?}");
        let is_known = TAKEN_AWAY.iter().any(|(known, ..)| *known == agent);
        assert_eq!(is_taken_away(&place, agent, scope), is_known, "{agent:?} {scope:?}");
        let once = place.everything();
        let again = place.register(agent, scope);
        assert!(again.iter().all(|change| change.effect() == Effect::Nothing), "{agent:?} {scope:?}");
        assert_eq!(place.everything(), once);
        let old = std::mem::replace(&mut place.at.shellgate, PathBuf::from("/else where/shellgate"));
        place.register(agent, scope);
        let (_, found) = registered(agent, scope, &place.at).unwrap().unwrap();
        assert_eq!(found.program, place.at.shellgate, "{agent:?} {scope:?}");
        place.at.shellgate = old;
        place.deregister(agent, scope);
        assert_eq!(place.everything(), empty, "{agent:?} {scope:?}");
    }
}

#[test]
fn the_hook_and_the_server_go_together_and_the_server_alone() {
    let place = Place::new();
    let empty = place.everything();
    for (agent, scope) in registrations(&place.at) {
        place.install(agent, scope);
        let hooked = place.everything();
        place.register(agent, scope);
        place.deregister(agent, scope);
        assert_eq!(place.everything(), hooked, "{agent:?} {scope:?}");
        place.register(agent, scope);
        place.uninstall(agent, scope);
        assert_eq!(place.everything(), empty, "{agent:?} {scope:?}");
        place.register(agent, scope);
        place.install(agent, scope);
        place.uninstall(agent, scope);
        assert_eq!(place.everything(), empty, "{agent:?} {scope:?}");
    }
}

#[test]
fn what_was_taken_away_before_stays_taken_away() {
    for (agent, file, text) in TAKEN_AWAY {
        let mut place = Place::new();
        place.write(file, text);
        let before = place.everything();
        assert_eq!(left_behind(agent, Scope::User, &place.at).len(), 1, "{agent:?}");
        place.register(agent, Scope::User);
        assert!(is_taken_away(&place, agent, Scope::User), "{agent:?}");
        place.at.shellgate = PathBuf::from("/else where/shellgate");
        place.register(agent, Scope::User);
        place.deregister(agent, Scope::User);
        assert_eq!(place.everything(), before, "{agent:?}");
        place.register(agent, Scope::User);
        place.uninstall(agent, Scope::User);
        assert_eq!(place.everything(), before, "{agent:?}");
    }
}

#[test]
fn a_part_that_was_taken_away_before_stays_and_the_rest_comes_back() {
    let place = Place::new();
    let text = "{\"permissions\": {\"allow\": [\"mcp__shellgate\"], \"deny\": [\"Monitor\"]}}";
    let file = place.write(".claude/settings.json", text);
    place.register(Agent::ClaudeCode, Scope::User);
    let denied = json::value(&fs::read_to_string(&file).unwrap()).unwrap()["permissions"]["deny"].clone();
    assert_eq!(denied, serde_json::json!(["Monitor", "Bash", "PowerShell"]));
    place.deregister(Agent::ClaudeCode, Scope::User);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn without_a_registration_nobody_knows_who_took_the_shell_away_and_it_is_said() {
    let place = Place::new();
    place.register(Agent::ClaudeCode, Scope::User);
    fs::remove_file(place.at.home.join(".claude.json")).unwrap();
    let before = place.everything();
    place.deregister(Agent::ClaudeCode, Scope::User);
    assert_eq!(place.everything(), before);
    let said = left_behind(Agent::ClaudeCode, Scope::User, &place.at);
    assert!(said[0].starts_with("`Bash`, `Monitor`, `PowerShell` in `permissions.deny` of "), "{said:?}");
    // Codex's entries have a mark of their own.
    place.register(Agent::Codex, Scope::User);
    let config = place.at.home.join(".codex/config.toml");
    let text = fs::read_to_string(&config).unwrap();
    fs::write(&config, text.replace("[mcp_servers.shellgate]", "[mcp_servers.other]")).unwrap();
    place.deregister(Agent::Codex, Scope::User);
    assert!(!config.exists());
}

#[test]
fn another_server_of_the_same_name_is_left_alone_and_named_with_its_place() {
    let servers = "\"shellgate\": {\"command\": \"/x/other\", \"args\": [\"mcp\"]}";
    let options = "\"shellgate\": {\"command\": \"shellgate\", \"args\": [\"mcp\", \"--mode\", \"plan\"]}";
    for (servers, is_known) in [(servers, false), (options, true)] {
        let place = Place::new();
        place.write(".claude.json", &format!("{{\n  \"mcpServers\": {{{servers}}}\n}}\n"));
        let before = place.everything();
        let refusal = registration(Agent::ClaudeCode, Scope::User, &place.at).unwrap_err();
        let Refusal::Document(error, _) = refusal else { panic!("{refusal}") };
        assert_eq!((error.line, error.column), (2, 31), "{error:?}");
        assert!(error.message.contains("the name `shellgate`"), "{error:?}");
        assert_eq!(registered(Agent::ClaudeCode, Scope::User, &place.at).unwrap().is_some(), is_known);
        place.deregister(Agent::ClaudeCode, Scope::User);
        assert_eq!(place.everything(), before);
    }
    let place = Place::new();
    let config = place.write(".codex/config.toml", "[mcp_servers.shellgate]\ncommand = \"other\"\n");
    let refusal = registration(Agent::Codex, Scope::User, &place.at).unwrap_err();
    assert!(matches!(refusal, Refusal::Document(..)), "{refusal}");
    assert_eq!(fs::read_to_string(config).unwrap(), "[mcp_servers.shellgate]\ncommand = \"other\"\n");
}

#[test]
fn a_word_of_the_person_about_the_own_shell_stays_and_its_remedy_is_said() {
    for (agent, file, text, needed) in [
        (
            Agent::Opencode,
            ".config/opencode/opencode.json",
            "{\"permission\": {\"bash\": {\"*\": \"ask\"}}}",
            "it needs `permission.bash: \"deny\"` in `",
        ),
        (
            Agent::Codex,
            ".codex/config.toml",
            "features.shell_tool = true\n",
            "it needs `features.shell_tool = false` in `",
        ),
    ] {
        let place = Place::new();
        let file = place.write(file, text);
        place.register(agent, Scope::User);
        let OwnShell::There(finding) = own_shell(agent, Scope::User, &place.at) else { panic!("{agent:?}") };
        assert!(finding.remedy.starts_with(needed), "{finding:?}");
        place.deregister(agent, Scope::User);
        assert_eq!(fs::read_to_string(file).unwrap(), text);
    }
}

#[test]
fn an_agent_without_a_file_for_it_says_what_a_person_does() {
    let place = Place::new();
    for (agent, scope) in registrations(&place.at) {
        if let OwnShell::There(finding) = own_shell(agent, scope, &place.at) {
            assert!(!finding.remedy.is_empty(), "{agent:?}");
        }
    }
    let refusal = registration(Agent::Windsurf, Scope::Project, &place.at).unwrap_err();
    assert_eq!(refusal.to_string(), "Windsurf has no place for an MCP server with `--project`");
}

/// A setting below `hooks`, which the generated documents have in many forms.
fn setting(value: Tree) -> Setting {
    Setting {
        keys: vec!["hooks", "shellgate"],
        value,
        is_ours: |value| value == "deny" || value["command"] == "x",
        conflict: Some("no"),
    }
}

/// The two forms of a value.
fn values() -> [Tree; 2] {
    let server =
        Tree::Object(vec![("command", Tree::text("x")), ("args", Tree::List(vec![Tree::text("mcp")]))]);
    [server, Tree::text("deny")]
}

/// Text entries of one list, as `permissions.deny` has them.
fn slots() -> [Slot; 3] {
    ["Bash", "Monitor", "PowerShell"].map(|text| Slot {
        keys: vec!["hooks", "PreToolUse"],
        entry: Tree::text(text),
        beside: None,
    })
}

proptest! {
    #[test]
    fn a_setting_goes_into_any_document_and_comes_out_without_a_trace(text in document()) {
        let mut before = json::value(&text).unwrap();
        for value in values() {
            let setting = setting(value);
            let installed = setting.with(Some(&text)).unwrap();
            let now = json::value(&installed).unwrap();
            prop_assert_eq!(&now["hooks"]["shellgate"], &setting.value.value(), "{}", installed);
            before["hooks"]["shellgate"] = setting.value.value();
            prop_assert_eq!(&now, &before, "{}", installed);
            prop_assert_eq!(&setting.with(Some(&installed)).unwrap(), &installed);
            prop_assert_eq!(setting.without(&installed).unwrap(), Some(text.clone()), "{}", installed);
        }
    }

    #[test]
    fn texts_go_into_any_list_and_come_out_without_a_trace(text in document()) {
        let is = |slot: &Slot| {
            let entry = slot.entry.value();
            move |value: &serde_json::Value| *value == entry
        };
        let installed = slots().iter().fold(text.clone(), |text, slot| {
            json::with(Some(&text), slot, &is(slot)).unwrap()
        });
        let value = json::value(&installed).unwrap();
        let list = value["hooks"]["PreToolUse"].as_array().unwrap();
        prop_assert!(list.ends_with(&["Bash".into(), "Monitor".into(), "PowerShell".into()]), "{}", installed);
        let after = slots().iter().rev().try_fold(installed.clone(), |text, slot| {
            json::without(&text, slot, &is(slot)).unwrap()
        });
        prop_assert_eq!(after, Some(text), "{}", installed);
    }

    #[test]
    fn a_second_setting_between_others_comes_out_without_touching_them(text in document()) {
        let [server, _] = values();
        let first = setting(server);
        let second = Setting { keys: vec!["hooks", "other"], ..setting(Tree::text("deny")) };
        let both = second.with(Some(&first.with(Some(&text)).unwrap())).unwrap();
        let after = json::value(&first.without(&both).unwrap().unwrap()).unwrap();
        let expected = json::value(&second.with(Some(&text)).unwrap()).unwrap();
        prop_assert_eq!(after, expected, "{}", both);
    }
}
