//! `install`, `uninstall` and what `doctor` says about agents, in a home that is thrown away.

use std::fs::{self, Permissions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::place::{Place, snapshot};

/// The agents with a file of the user's, and the file.
const FILES: [(&str, &str); 10] = [
    ("claude", ".claude/settings.json"),
    ("codex", ".codex/hooks.json"),
    ("copilot", ".copilot/hooks/shellgate.json"),
    ("gemini", ".gemini/settings.json"),
    ("qwen", ".qwen/settings.json"),
    ("opencode", ".config/opencode/plugins/shellgate.js"),
    ("cline", ".cline/hooks/PreToolUse"),
    ("cursor", ".cursor/hooks.json"),
    ("windsurf", ".codeium/windsurf/hooks.json"),
    ("vscode", ".copilot/hooks/shellgate-vscode.json"),
];

impl Place {
    pub(crate) fn home(&self) -> PathBuf {
        self.repo().parent().unwrap().to_owned()
    }

    /// Writes a file in the home.
    pub(crate) fn write_home(&self, path: &str, text: &str) -> PathBuf {
        let file = self.home().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        file
    }

    /// An agent's program that says this version.
    pub(crate) fn agent(&self, name: &str, script: &str) -> String {
        let file = self.write_home(&format!("bin/{name}"), &format!("#!/bin/sh\n{script}\n"));
        fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
        format!("{}:/usr/bin:/bin", file.parent().unwrap().display())
    }
}

pub(crate) fn json(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text)
        .unwrap_or_else(|why| panic!("{why}: {text}{}", String::from_utf8_lossy(&output.stderr)))
}

/// Every path below `directory`, with what files hold.
pub(crate) fn everything(directory: &Path) -> Vec<(PathBuf, Option<Vec<u8>>)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.push((path.clone(), None));
            found.extend(everything(&path));
        } else {
            found.push((path.clone(), fs::read(&path).ok()));
        }
    }
    found.sort();
    found
}

#[test]
fn every_agent_is_installed_its_canary_is_blocked_and_it_is_uninstalled_without_a_trace() {
    let place = Place::new();
    let empty = everything(&place.home());
    for (agent, file) in FILES {
        let report = json(&place.run(&["install", agent, "--yes", "--json"], b""));
        assert_eq!((&report["agent"], &report["written"]), (&agent.into(), &true.into()), "{report}");
        let canary = &report["canary"];
        assert_eq!((&canary["blocked"], &canary["passed"]), (&true.into(), &true.into()), "{report}");
        let reason = canary["reason"].as_str().unwrap();
        assert!(reason.contains("everything") || reason.contains("approval"), "{agent}: {reason}");
        assert!(place.home().join(file).is_file(), "{agent}");
        let again = place.run(&["install", agent, "--yes", "--json"], b"");
        assert_eq!((again.status.code(), &json(&again)["written"]), (Some(0), &false.into()), "{agent}");
        let doctor = json(&place.run(&["doctor", "--json"], b""));
        let health = doctor["agents"].as_array().unwrap().iter().find(|it| it["agent"] == agent).cloned();
        let health = health.unwrap_or_else(|| panic!("{agent}: {doctor}"));
        assert_eq!(
            (&health["state"], &health["problems"]),
            (&"guarded".into(), &Value::Array(vec![])),
            "{health}"
        );
        let report = json(&place.run(&["uninstall", agent, "--yes", "--json"], b""));
        assert_eq!(report["written"], true, "{report}");
        assert_eq!(everything(&place.home()), empty, "{agent}");
    }
}

#[test]
fn what_is_typed_and_what_is_shown() {
    let place = Place::new();
    let text = "{\n  // my settings\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}],\n  },\n}\n";
    let file = place.write_home(".claude/settings.json", text);
    let path = place.agent("claude", "echo '2.1.197 (Claude Code)'");
    let mut shown = String::new();
    let mut run = |arguments: &[&str]| shown.push_str(&place.typed(arguments, &path));
    run(&["doctor", "--backend", "none"]);
    run(&["install", "claude"]);
    run(&["install", "claude", "--dry-run"]);
    run(&["install", "claude", "--yes"]);
    run(&["install", "claude", "--yes"]);
    run(&["doctor", "--backend", "none"]);
    run(&["install", "copilot", "--project", "--yes"]);
    run(&["uninstall", "copilot", "--yes"]);
    run(&["uninstall", "claude", "--yes"]);
    run(&["uninstall", "claude"]);
    run(&["install", "copilot", "--managed", "--dry-run"]);
    run(&["install", "gemini", "--dry-run"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    snapshot("install", &shown);
}

#[test]
fn settings_that_are_not_valid_are_shown_with_their_line_and_nothing_is_written() {
    let place = Place::new();
    let mut shown = String::new();
    for text in [
        "{\n  \"model\": \"x\"\n  \"hooks\": {}\n}\n",
        "{\n  \"hooks\": []\n}\n",
        "{\"hooks\": {\"PreToolUse\": \"\u{1b}\"}}",
    ] {
        let file = place.write_home(".claude/settings.json", text);
        for order in ["install", "uninstall"] {
            let output = place.run(&[order, "claude", "--yes"], b"");
            assert_eq!(output.status.code(), Some(5), "{text}");
            shown.push_str(&place.shown(&output));
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
        assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    }
    snapshot("install_invalid", &shown);
}

#[test]
fn what_cannot_be_written_is_a_sentence_and_nothing_is_lost() {
    let place = Place::new();
    let refused = |sentence: &str| {
        let output = place.run(&["install", "claude", "--yes"], b"");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(sentence), "{sentence}: {text}");
        assert!(
            json(&place.run(&["install", "claude", "--yes", "--json"], b""))["error"]["help"].is_string()
        );
    };
    let file = place.home().join(".claude/settings.json");
    fs::create_dir_all(&file).unwrap();
    refused("is a directory, not a file");
    fs::remove_dir(&file).unwrap();
    symlink("nowhere", &file).unwrap();
    refused("is a symbolic link that leads nowhere");
    fs::remove_file(&file).unwrap();
    // Root may write everywhere.
    if !nix::unistd::Uid::effective().is_root() {
        fs::write(&file, "{}").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o400)).unwrap();
        refused("cannot be written: Permission denied");
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        let directory = file.parent().unwrap();
        fs::set_permissions(directory, Permissions::from_mode(0o500)).unwrap();
        refused("cannot be written: ");
        fs::set_permissions(directory, Permissions::from_mode(0o700)).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "{}");
        let output = place.run(&["install", "claude", "--managed", "--yes"], b"");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("can only be written by root") && text.contains("sudo "), "{text}");
    }
}

#[test]
fn a_binary_that_moved_blocks_every_command_and_doctor_says_what_to_do() {
    let place = Place::new();
    place.run(&["install", "claude", "--yes"], b"");
    let file = place.home().join(".claude/settings.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace(env!("CARGO_BIN_EXE_shellgate"), "/old/place/shellgate")).unwrap();
    let settings: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let command = settings["hooks"]["PreToolUse"][0]["hooks"][0]["command"].as_str().unwrap();
    let hook = Command::new("/bin/sh").args(["-c", command]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(hook.status.code(), Some(2));
    assert!(!hook.stderr.is_empty());
    let output = place.run(&["doctor", "--json"], b"");
    let doctor = json(&output);
    let health = &doctor["agents"][0];
    assert_eq!((&health["state"], output.status.code()), (&"broken".into(), Some(1)), "{doctor}");
    assert!(
        health["problems"][0]["remedy"].as_str().unwrap().contains("shellgate install claude"),
        "{doctor}"
    );
    let report = json(&place.run(&["install", "claude", "--yes", "--json"], b""));
    assert_eq!(
        (&report["files"][0]["change"], &report["canary"]["blocked"]),
        (&"update".into(), &true.into())
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn doctor_says_who_switched_the_hook_off() {
    for (agent, file, text) in [
        ("claude", "repo/.claude/settings.json", "{\"disableAllHooks\": true}"),
        ("claude", "repo/.claude/settings.local.json", "{\"disableAllHooks\": true, // quiet\n}"),
        ("qwen", "repo/.qwen/settings.json", "{\"disableAllHooks\": true}"),
        ("gemini", "repo/.gemini/settings.json", "{\"hooksConfig\": {\"enabled\": false}}"),
        ("gemini", "repo/.gemini/settings.json", "{\"hooksConfig\": {\"disabled\": [\"shellgate\"]}}"),
        ("codex", ".codex/config.toml", "[features]\nhooks = false\n"),
    ] {
        let place = Place::new();
        place.run(&["install", agent, "--yes"], b"");
        assert_eq!(json(&place.run(&["doctor", "--json"], b""))["agents"][0]["state"], "guarded");
        place.write_home(file, text);
        let doctor = json(&place.run(&["doctor", "--json"], b""));
        let health = &doctor["agents"][0];
        assert_eq!(health["state"], "broken", "{agent}: {doctor}");
        let problem = &health["problems"][0];
        let name = file.rsplit('/').next().unwrap();
        assert!(problem["found"].as_str().unwrap().contains(name), "{problem}");
        assert!(problem["remedy"].as_str().unwrap().contains("remove it there"), "{problem}");
    }
}

#[test]
fn codex_is_said_to_ask_nobody_until_its_approval_policy_asks() {
    let place = Place::new();
    let line = "approval_policy = \"untrusted\"";
    let said = || {
        let output = place.run(&["install", "codex", "--yes"], b"");
        let doctor = place.run(&["doctor"], b"");
        [output, doctor].map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for text in ["", "approval_policy = \"on-request\"\n", "[profiles.x]\napproval_policy = \"untrusted\"\n"]
    {
        let config = place.write_home(".codex/config.toml", text);
        for said in said() {
            assert!(said.contains("Codex asks nobody") && said.contains(line), "{text}: {said}");
        }
        assert_eq!(fs::read_to_string(&config).unwrap(), text, "nothing is written unasked");
    }
    place.write_home(".codex/config.toml", &format!("{line}\n"));
    assert!(said().iter().all(|said| !said.contains("Codex asks nobody")));
}

#[test]
fn a_confined_hook_rewrites_what_it_approves_and_stays_confined() {
    let place = Place::new();
    let install = |agent: &str, options: &[&str]| {
        place.run(&[&["install", agent, "--yes", "--json"], options].concat(), b"")
    };
    let confines = || {
        let doctor = json(&place.run(&["doctor", "--json"], b""));
        doctor["agents"][0]["hooks"][0]["confines"].as_bool().unwrap()
    };
    for (options, expected) in
        [(&[][..], false), (&["--confine"], true), (&[], true), (&["--no-confine"], false), (&[], false)]
    {
        let report = json(&install("claude", options));
        let canary = &report["canary"];
        assert_eq!((&canary["blocked"], &canary["passed"]), (&true.into(), &true.into()), "{report}");
        assert_eq!(confines(), expected, "{options:?}");
    }
    for agent in ["qwen", "windsurf", "cursor"] {
        let output = install(agent, &["--confine"]);
        assert_eq!(output.status.code(), Some(2), "{agent}");
        let message = json(&output)["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains("cannot be confined by its hook"), "{message}");
    }
    // The script that Cline asks passes the option on.
    install("cline", &["--confine"]);
    let script = fs::read_to_string(place.home().join(".cline/hooks/PreToolUse")).unwrap();
    assert!(script.contains(" hook --agent cline --confine); then"), "{script}");
    install("opencode", &["--confine"]);
    let plug_in = fs::read_to_string(place.home().join(".config/opencode/plugins/shellgate.js")).unwrap();
    assert!(plug_in.contains(r#""hook","--agent","opencode","--confine"];"#), "{plug_in}");
}

#[test]
fn the_directories_that_an_agents_variables_name_count() {
    let place = Place::new();
    let directory = place.home().join("elsewhere");
    let value = directory.to_str().unwrap();
    for (agent, variable, file) in [
        ("claude", "CLAUDE_CONFIG_DIR", "settings.json"),
        ("codex", "CODEX_HOME", "hooks.json"),
        ("copilot", "COPILOT_HOME", "hooks/shellgate.json"),
        ("gemini", "GEMINI_CLI_HOME", ".gemini/settings.json"),
        ("qwen", "QWEN_HOME", "settings.json"),
        ("opencode", "XDG_CONFIG_HOME", "opencode/plugins/shellgate.js"),
    ] {
        fs::create_dir(&directory).unwrap();
        let run = |order| place.run_with(&[order, agent, "--yes"], &[(variable, value)]);
        assert_eq!(run("install").status.code(), Some(0), "{agent}");
        assert!(directory.join(file).is_file(), "{agent}");
        assert_eq!(run("uninstall").status.code(), Some(0), "{agent}");
        assert_eq!(everything(&directory), [], "{agent}");
        fs::remove_dir(&directory).unwrap();
    }
}

#[test]
fn an_agent_that_never_says_its_version_holds_nothing_up_for_long() {
    let place = Place::new();
    let path = place.agent("claude", "echo $$ >> \"$0.started\"; exec sleep 1000");
    let output = place.run_with(&["install", "claude", "--yes", "--json"], &[("PATH", &path)]);
    assert_eq!((output.status.code(), &json(&output)["version"]), (Some(0), &Value::Null));
    let started = fs::read_to_string(place.home().join("bin/claude.started")).unwrap();
    let process = PathBuf::from("/proc").join(started.trim());
    assert!(!process.exists(), "it was ended");
}

#[test]
fn many_installations_at_the_same_time_lose_nothing() {
    let place = Place::new();
    let text = "{\n  \"model\": \"opus\"\n}\n";
    let file = place.write_home(".claude/settings.json", text);
    let start = || {
        place
            .command()
            .args(["install", "claude", "--yes"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let mut running: Vec<_> = (0..6).map(|_| start()).collect();
    assert!(running.iter_mut().all(|child| child.wait().unwrap().success()));
    let settings: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(
        (&settings["model"], settings["hooks"]["PreToolUse"].as_array().map(Vec::len)),
        (&"opus".into(), Some(1))
    );
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
    place.run(&["uninstall", "claude", "--yes"], b"");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

/// A Codex that trusts a hook whose hash is in its `config.toml`.
const CODEX: &str = r#"
[ "$1" = --version ] && { echo 'codex-cli 0.169.0'; exit; }
file=$HOME/.codex/hooks.json
while read -r line; do
    case $line in
        *'"initialize"'*) echo '{"method":"other"}'; echo 'no JSON'; echo '{"id":0,"result":{}}' ;;
        *hooks/list*)
            hash=$(cksum < "$file" | tr -d ' ')
            status=untrusted
            grep -q "\"sha256:$hash\"" "$HOME/.codex/config.toml" && status=trusted
            printf '{"id":1,"result":{"data":[{"hooks":[{"key":"%s:pre_tool_use:0:0","command":"/x/shellgate hook","sourcePath":"%s","currentHash":"sha256:%s","trustStatus":"%s"}]}]}}\n' "$file" "$file" "$hash" "$status"
            ;;
    esac
done"#;

#[test]
fn codex_is_told_to_trust_the_hook_and_is_believed_when_it_says_so() {
    let place = Place::new();
    let path = place.agent("codex", CODEX);
    let run = |arguments: &[&str]| place.run_with(arguments, &[("PATH", &path)]);
    let text = "model = \"x\" # mine\n\n[tui]\nanimations = false";
    let config = place.write_home(".codex/config.toml", text);
    let report = json(&run(&["install", "codex", "--yes", "--json"]));
    assert_eq!(
        (&report["trusted"], &report["files"][1]["change"]),
        (&true.into(), &"update".into()),
        "{report}"
    );
    assert!(fs::read_to_string(&config).unwrap().starts_with(text));
    assert_eq!(json(&run(&["doctor", "--json"]))["agents"][0]["state"], "guarded");
    let again = json(&run(&["install", "codex", "--yes", "--json"]));
    assert_eq!((&again["written"], &again["trusted"]), (&false.into(), &true.into()), "{again}");
    // Every edit of the definition voids the trust.
    let hooks = place.home().join(".codex/hooks.json");
    let edited = fs::read_to_string(&hooks).unwrap().replace("\"timeout\": 10", "\"timeout\": 9");
    fs::write(&hooks, edited).unwrap();
    let doctor = json(&run(&["doctor", "--json"]));
    assert_eq!(doctor["agents"][0]["state"], "broken", "{doctor}");
    assert!(doctor["agents"][0]["problems"][0]["remedy"].as_str().unwrap().contains("/hooks"), "{doctor}");
    assert_eq!(json(&run(&["install", "codex", "--yes", "--json"]))["trusted"], true);
    let said = run(&["uninstall", "codex", "--yes"]);
    let said = String::from_utf8_lossy(&said.stderr).into_owned() + &String::from_utf8_lossy(&said.stdout);
    assert!(!said.contains("own shell"), "nothing took the shell away, so nothing gives it back: {said}");
    assert_eq!(fs::read_to_string(&config).unwrap(), text);
    assert!(!hooks.exists());
}

#[test]
fn where_codex_cannot_be_asked_the_person_is_told_what_to_do() {
    for script in [
        "exit 1",
        "[ \"$1\" = --version ] || echo '{\"id\":0,\"error\":{\"message\":\"no\"}}'; cat > /dev/null",
    ] {
        let place = Place::new();
        let path = place.agent("codex", script);
        let output = place.run_with(&["install", "codex", "--yes"], &[("PATH", &path)]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(text.contains("NOT TRUSTED YET") && text.contains("open `/hooks`"), "{text}");
        assert!(text.contains("canary blocked"), "{text}");
    }
    let report = json(&Place::new().run(&["install", "codex", "--yes", "--json"], b""));
    assert_eq!(report["trusted"], false, "{report}");
}

#[test]
fn a_person_sees_the_difference_and_only_a_yes_writes() {
    for (answer, code) in [("y\n", 0), ("yes\n", 0), ("n\n", 125), ("\n", 125), ("\u{4}", 125)] {
        let place = Place::new();
        let pair = nix::pty::openpty(None, None).unwrap();
        let mut child = place
            .command()
            .env("TERM", "dumb")
            .args(["install", "claude"])
            .stdin(Stdio::from(pair.slave.try_clone().unwrap()))
            .stderr(Stdio::from(pair.slave))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let (mut terminal, mut shown) = (fs::File::from(pair.master), String::new());
        let mut buffer = [0; 1024];
        while !shown.contains("write this? [y/N] ") {
            let count = terminal.read(&mut buffer).unwrap();
            shown.push_str(&String::from_utf8_lossy(&buffer[..count]));
        }
        assert!(shown.contains("+++ ") && shown.contains("hook --agent claude || { echo "), "{shown}");
        assert!(!place.home().join(".claude").exists());
        terminal.write_all(answer.as_bytes()).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code), "{answer:?}");
        assert_eq!(place.home().join(".claude/settings.json").exists(), code == 0, "{answer:?}");
    }
}
