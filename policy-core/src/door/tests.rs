//! What goes over the wire, held to the byte.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
#![expect(clippy::format_push_string, reason = "a drawing for a snapshot may allocate")]

extern crate std;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Door, answer, policy_error, request, verdict};
use crate::request::Need;
use crate::verdict::{
    By, CommandVerdict, Effects, Finding, Grants, Reason, RedirectVerdict, Ui, UiKind, Verdict,
};
use crate::{Decision, Dialect, Engine, Mode, Policy, PolicyError, Span};

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/wire"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// The same JSON with line breaks and blanks between its tokens, nothing else changed.
fn spread(json: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut characters = json.chars().peekable();
    while let Some(character) = characters.next() {
        if quoted {
            out.push(character);
            quoted = escaped || character != '"';
            escaped = !escaped && character == '\\';
            continue;
        }
        match character {
            '{' | '[' if matches!(characters.peek(), Some('}' | ']')) => out.push(character),
            '}' | ']' if out.ends_with(['{', '[']) => out.push(character),
            '{' | '[' => {
                depth += 1;
                out.push_str(&format!("{character}\n{}", "  ".repeat(depth)));
            }
            '}' | ']' => {
                depth -= 1;
                out.push_str(&format!("\n{}{character}", "  ".repeat(depth)));
            }
            ',' => out.push_str(&format!(",\n{}", "  ".repeat(depth))),
            ':' => out.push_str(": "),
            _ => {
                quoted = character == '"';
                out.push(character);
            }
        }
    }
    out
}

/// A verdict for a command, made by the test.
type Made = fn(&str) -> Verdict;

fn command(source: &str, text: &str, argv: &[&str]) -> CommandVerdict {
    let start = source.find(text).unwrap();
    CommandVerdict {
        span: Span::new(start, start + text.len()),
        argv: argv.iter().map(|word| Some((*word).to_owned())).collect(),
        assignments: Vec::new(),
        wrappers: Vec::new(),
        redirects: Vec::new(),
        decision: Decision::Allow,
        read_only: true,
        by: By::ReadOnly,
    }
}

fn allowed(source: &str) -> Verdict {
    let mut status = command(source, "git status 2>&1", &["git", "status"]);
    status.redirects = vec![RedirectVerdict { op: ">&", fd: Some(2), target: Some("1".to_owned()) }];
    Verdict {
        decision: Decision::Allow,
        read_only: true,
        reason: Reason {
            code: "READ_ONLY",
            message: "every command only reads".to_owned(),
            rule: None,
            source: None,
            model_message: "this command may run".to_owned(),
        },
        commands: vec![
            command(source, "cd sub", &["cd", "sub"]),
            status,
            command(source, "head -5", &["head", "-5"]),
        ],
        grants: Some(Grants::default()),
        effects: Effects { executes: vec!["git".to_owned(), "head".to_owned()], ..Effects::default() },
        ui: Ui {
            kind: UiKind::Read,
            collapsible: true,
            label: "shows the status".to_owned(),
            silent: false,
            edit: None,
        },
        ..Verdict::default()
    }
}

fn asked(source: &str) -> Verdict {
    let mut curl = command(source, "X=1 timeout 5 curl $URL > out", &["curl"]);
    curl.argv.push(None);
    curl.assignments = vec![("X".to_owned(), Some("1".to_owned())), ("Y".to_owned(), None)];
    curl.wrappers = vec!["timeout"];
    curl.redirects = vec![RedirectVerdict { op: ">", fd: None, target: None }];
    curl.decision = Decision::Ask;
    curl.read_only = false;
    curl.by = By::Nothing;
    let at = source.find("> out").unwrap();
    Verdict {
        decision: Decision::Ask,
        reason: Reason {
            code: "OUTPUT_REDIRECTION",
            message: "writes to a file".to_owned(),
            model_message: "this command writes to `out`; print to standard output instead".to_owned(),
            ..Reason::default()
        },
        findings: vec![
            Finding {
                code: "OUTPUT_REDIRECTION",
                number: Some(10),
                outcome: Decision::Ask,
                span: Span::new(at, at + 5),
                message: "writes to `out`".to_owned(),
                help: "use the tool for writing files, or redirect unneeded output to `/dev/null`",
            },
            Finding {
                code: "PATH",
                number: None,
                outcome: Decision::Ask,
                span: Span::new(at + 2, at + 5),
                message: "where `out` leads is not known".to_owned(),
                help: "",
            },
        ],
        commands: vec![curl],
        effects: Effects {
            writes: vec!["/repo/out".to_owned()],
            network: vec!["example.org".to_owned()],
            executes: vec!["curl".to_owned()],
            opaque: true,
            ..Effects::default()
        },
        suggestions: vec!["Bash(curl:*)".to_owned()],
        needs: vec![
            Need::BareRepository("/repo".to_owned()),
            Need::RealPath("/repo/out".to_owned()),
            Need::RepositoryPrograms("/repo".to_owned()),
            Need::WorkTrees("/repo".to_owned()),
        ],
        ..Verdict::default()
    }
}

fn denied(source: &str) -> Verdict {
    let mut curl = command(source, "curl x", &["curl", "x"]);
    curl.decision = Decision::Deny;
    curl.read_only = false;
    curl.by = By::Rule { rule: "Bash(curl:*)".to_owned(), source: "settings.json:3:15".to_owned() };
    Verdict {
        decision: Decision::Deny,
        reason: Reason {
            code: "DENY_RULE",
            message: "a rule denies `curl`".to_owned(),
            rule: Some("Bash(curl:*)".to_owned()),
            source: Some("settings.json:3:15".to_owned()),
            model_message: "this command is denied by a rule".to_owned(),
        },
        commands: vec![curl],
        ..Verdict::default()
    }
}

#[test]
fn every_shape_of_a_verdict_has_one_form_on_the_wire() {
    let cases: [(_, _, Made); 3] = [
        (
            "verdict_allow",
            r#"{"id":{"n":[1,  2]},"command":"cd sub && git status 2>&1 | head -5","cwd":"/repo"}"#,
            allowed,
        ),
        ("verdict_ask", r#"{"id":"a-7","command":"X=1 timeout 5 curl $URL > out"}"#, asked),
        ("verdict_deny", r#"{"command":"curl x"}"#, denied),
    ];
    for (name, json, made) in cases {
        let wire = request(json).unwrap();
        let asked = wire.as_request();
        let line = verdict(&made(asked.command), &asked, wire.id);
        assert!(!line.contains('\n'), "one answer is one line");
        settings().bind(|| insta::assert_snapshot!(name, format!("{json}\n\n{}", spread(&line))));
    }
}

#[test]
fn the_same_verdict_is_the_same_bytes() {
    let json = r#"{"id":1,"command":"X=1 timeout 5 curl $URL > out"}"#;
    let wire = request(json).unwrap();
    let asked_for = wire.as_request();
    let line = || verdict(&asked(asked_for.command), &asked_for, wire.id);
    assert_eq!(line(), line());
}

#[test]
fn every_way_a_command_is_vouched_for_has_a_name() {
    let source = "curl x";
    let request = crate::Request::new(source);
    let cases = [
        (By::Nothing, r#""by":{"kind":"nothing"}"#),
        (By::ReadOnly, r#""by":{"kind":"readOnly"}"#),
        (By::AcceptEdits, r#""by":{"kind":"acceptEdits"}"#),
        (By::NoProgram, r#""by":{"kind":"noProgram"}"#),
        (By::Sandbox, r#""by":{"kind":"sandbox"}"#),
        (By::Mode, r#""by":{"kind":"mode"}"#),
        (
            By::Rule { rule: "Bash".to_owned(), source: "s:1:2".to_owned() },
            r#""by":{"kind":"rule","rule":"Bash","source":"s:1:2"}"#,
        ),
    ];
    for (by, expected) in cases {
        let mut made = denied(source);
        made.commands.iter_mut().for_each(|command| command.by = by.clone());
        let line = verdict(&made, &request, None);
        assert!(line.contains(expected), "{expected} in {line}");
    }
}

#[test]
fn an_edit_comes_with_its_diff_and_the_new_content() {
    let engine = Engine::new(Policy::default());
    let edited = |contents: &str| {
        let facts = format!(r#"{{"noSymbolicLinks":true,"contents":{contents}}}"#);
        answer(&engine, &format!(r#"{{"command":"sed -i s/a/b/ f g","cwd":"/repo","facts":{facts}}}"#))
    };
    let asked = edited("{}");
    for expected in [
        r#""ui":{"kind":"edit","collapsible":false,"label":"sed -i s/a/b/ f g","silent":true,"edit":null}"#,
        r#""needs":[{"kind":"contents","path":"/repo/f"},{"kind":"contents","path":"/repo/g"}]"#,
    ] {
        assert!(asked.contains(expected), "{expected} in {asked}");
    }
    let told = edited(r#"{"/repo/f":"a\n","/repo/g":"c"}"#);
    let first = r#"{"path":"/repo/f","unchanged":false,"diff":"--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n","newContent":"b\n"}"#;
    let second = r#"{"path":"/repo/g","unchanged":true,"diff":"","newContent":"c"}"#;
    assert!(told.contains(&format!(r#""edit":{{"files":[{first},{second}]}}"#)), "{told}");
    assert!(told.ends_with(r#""needs":[]}"#), "{told}");
    assert!(edited(r#"{"/repo/f":"a\n","/repo/g":null}"#).contains(r#""edit":null"#));
}

#[test]
fn advice_stands_beside_the_findings_and_says_whom_it_is_for() {
    let engine = Engine::new(Policy::default());
    for (command, expected) in [
        (
            "git clean -fd",
            r#""advice":[{"code":"GIT_CLEAN","audience":"person","span":{"start":10,"end":13},"message":"#,
        ),
        ("sleep 9", r#""findings":[],"advice":[{"code":"SLEEP_FIRST","audience":"model","#),
        ("ls", r#""advice":[]"#),
    ] {
        let told = answer(&engine, &format!(r#"{{"command":"{command}"}}"#));
        assert!(told.contains(expected), "{expected} in {told}");
    }
    // A wait that only reads stays allowed.
    assert!(answer(&engine, r#"{"command":"sleep 9"}"#).contains(r#""decision":"allow""#));
}

#[test]
fn every_field_of_a_request_arrives() {
    let json = r#"{ "facts": {"noSymbolicLinks": true, "realPaths": {"/a": "/b"}, "bareRepository": false,
        "contents": {"/a": "x\n", "/b": null, "/c": "\u0000", "/d": "\\u0000"},
        "repositoryPrograms": {"/r": ["core.fsmonitor", "diff.\u00e4.command"], "/s": []},
        "programs": {"x": ["/usr/bin/x", "/usr/lib/x/x"]},
        "workTrees": {"/r/a": ["/r"]}},
        "mode": "plan", "policy": {"permissions": {}}, "shell": "zsh", "home": "/home/u", "cwd": "C:\\x",
        "command": "echo \u00e9\ud83d\ude00\n", "tool": "Shell", "id": [ 1, "\ud800" ] }"#;
    let wire = request(json).unwrap();
    assert_eq!(wire.id.unwrap().get(), r#"[ 1, "\ud800" ]"#);
    assert_eq!(wire.policy.unwrap().get(), r#"{"permissions": {}}"#);
    assert_eq!(wire.mode, Some(Mode::Plan));
    let request = wire.as_request();
    assert_eq!(request.command, "echo é😀\n");
    assert_eq!((request.tool, request.shell), ("Shell", Dialect::Zsh));
    assert_eq!((request.cwd, request.home), (Some("C:\\x"), Some("/home/u")));
    assert_eq!(request.facts.bare_repository, Some(false));
    assert_eq!(request.facts.real_paths.get("/a").map(String::as_str), Some("/b"));
    assert!(request.facts.no_links);
    let listed = request.facts.repository_programs.iter().map(|(path, names)| format!("{path} {names:?}"));
    assert_eq!(listed.collect::<Vec<_>>(), [r#"/r ["core.fsmonitor", "diff.ä.command"]"#, "/s []"]);
    assert_eq!(request.facts.work_trees.get("/r/a").map(Vec::as_slice), Some(&["/r".to_owned()][..]));
    let files = request.facts.programs.get("x").map(Vec::as_slice);
    assert_eq!(files, Some(&["/usr/bin/x".to_owned(), "/usr/lib/x/x".to_owned()][..]));
    let contents = ["/a", "/b", "/c", "/d"].map(|path| request.facts.contents.get(path).cloned().flatten());
    assert_eq!(contents, [Some("x\n".to_owned()), None, None, Some("\\u0000".to_owned())]);
}

#[test]
fn only_the_command_is_required_and_null_is_absent() {
    let full = r#"{"command":"ls","tool":null,"cwd":null,"home":null,"shell":null,"policy":null,"facts":null,"mode":null}"#;
    for json in [r#"{"command":"ls"}"#, full] {
        let wire = request(json).unwrap();
        assert!(wire.id.is_none() && wire.policy.is_none() && wire.mode.is_none());
        let request = wire.as_request();
        assert_eq!((request.tool, request.cwd, request.home), ("Bash", None, None));
        assert_eq!((request.shell, request.facts.bare_repository), (Dialect::Bash, None));
    }
}

#[test]
fn an_id_comes_back_to_the_byte() {
    let engine = Engine::new(Policy::default());
    for id in ["null", "0.10", "1e400", r#""é\u00e9""#, r#"{"b" :1, "a":[ ]}"#] {
        let good = answer(&engine, &format!(r#"{{"id":{id},"command":"ls"}}"#));
        assert!(good.starts_with(&format!(r#"{{"id":{id},"decision":"#)), "{good}");
        let bad = answer(&engine, &format!(r#"{{"comand":"ls","id":{id}}}"#));
        assert!(bad.starts_with(&format!(r#"{{"id":{id},"error":"#)), "{bad}");
    }
}

#[test]
fn a_request_that_cannot_be_decided_says_where_and_what_to_do() {
    let bad = [
        "",
        "   ",
        "git status",
        "not JSON",
        "[1]",
        "null",
        r#"{"command":"ls""#,
        r#"{"command":"ls"} {}"#,
        r#"{"command":"ls",}"#,
        r#"{"command":'ls'}"#,
        "{\"command\":\"l\ns\"}",
        "{}",
        r#"{"comand":"ls"}"#,
        r#"{"command":"ls","command":"rm"}"#,
        r#"{"command":"ls","\u0063ommand":"rm"}"#,
        r#"{"command":7}"#,
        r#"{"command":null}"#,
        r#"{"command":["ls"]}"#,
        r#"{"command":""}"#,
        r#"{"command":" \t\n"}"#,
        r#"{"command":"é \\u0000 \u0000"}"#,
        r#"{"command":"ab\ud800c"}"#,
        r#"{"command":"\udc00"}"#,
        r#"{"command":"\ud83d\ude00\ud83d"}"#,
        r#"{"command":"ls","cwd":"repo"}"#,
        r#"{"command":"ls","home":""}"#,
        r#"{"command":"ls","tool":" "}"#,
        r#"{"command":"ls","shell":"fish"}"#,
        r#"{"command":"ls","mode":"yolo"}"#,
        r#"{"command":"ls","policy":"{}"}"#,
        r#"{"command":"ls","facts":[]}"#,
        r#"{"command":"ls","facts":{"bareRepo":true}}"#,
        r#"{"command":"ls","facts":{"bareRepository":"no"}}"#,
        r#"{"command":"ls","facts":{"noSymbolicLinks":1}}"#,
        r#"{"command":"ls","facts":{"realPaths":{"/a":"b"}}}"#,
        r#"{"command":"ls","facts":{"contents":{"/a":1}}}"#,
        r#"{"command":"ls","facts":{"repositoryPrograms":["core.fsmonitor"]}}"#,
        r#"{"command":"ls","facts":{"repositoryPrograms":{"/a":"core.fsmonitor"}}}"#,
        r#"{"command":"ls","facts":{"repositoryPrograms":{"/a":["a.b", 1]}}}"#,
        r#"{"command":"ls","facts":{"realPaths":{"/a":"/b","/a":"/c"}}}"#,
        "{\n  \"command\": \"ls\",\n  \"facts\": {\n    \"é\": 1, \"x\": 2 }\n}",
    ];
    let mut shown = String::new();
    for json in bad {
        let error = request(json).unwrap_err();
        shown.push_str(&format!(
            "{}\n  {}:{}: {}\n  {}\n\n",
            json.replace('\n', "\\n"),
            error.line,
            error.column,
            error.message,
            error.help
        ));
    }
    settings().bind(|| insta::assert_snapshot!("request_errors", shown));
}

#[test]
fn an_error_has_one_form_on_the_wire() {
    let engine = Engine::new(Policy::default());
    let json = r#"{"id":"x","command":"ls","cwd":"repo"}"#;
    let shown = format!("{json}\n\n{}", spread(&answer(&engine, json)));
    settings().bind(|| insta::assert_snapshot!("error", shown));
    let wrong = |line, message: &str| PolicyError {
        file: ".claude/settings.json".to_owned(),
        line,
        column: 5,
        span: Span::new(0, 1),
        message: message.to_owned(),
        help: "write `Bash(git:*)`".to_owned(),
    };
    let errors = [wrong(2, "`)` is missing"), wrong(9, "unknown key `alow`")];
    settings().bind(|| insta::assert_snapshot!("policy_error", spread(&policy_error(&errors))));
}

#[test]
fn an_error_in_a_requests_settings_stands_at_its_place_in_the_request() {
    let json = "{\"command\":\"ls\",\n \"policy\":{\"é\":1}}";
    let wire = request(json).unwrap();
    let raw = wire.policy.unwrap();
    let error = PolicyError {
        file: "policy".to_owned(),
        line: 1,
        column: 2,
        span: Span::new(1, 5),
        message: "unknown key `é`".to_owned(),
        help: "the keys are `permissions` and `sandbox`".to_owned(),
    };
    let found = super::fields::policy_errors(&[error.clone(), error], raw, json);
    assert_eq!((found.line, found.column), (2, 12));
    assert_eq!(found.message, "unknown key `é` (and 1 more error in `policy`)");
}

#[test]
fn a_requests_own_settings_and_mode_choose_another_engine() {
    let mut door = Door::new(Engine::new(Policy::default()));
    let mode =
        |door: &mut Door, json: &str| door.engine(&request(json).unwrap(), json).unwrap().policy().mode;
    assert_eq!(mode(&mut door, r#"{"command":"ls","mode":"plan"}"#), Mode::Plan);
    assert_eq!(mode(&mut door, r#"{"command":"ls"}"#), Mode::Default);
    assert_eq!(mode(&mut door, r#"{"command":"ls","mode":"dontAsk","policy":{}}"#), Mode::DontAsk);
    assert_eq!(mode(&mut door, r#"{"command":"ls","mode":"plan","policy":{}}"#), Mode::Plan);
}

#[test]
fn a_requests_own_settings_choose_a_profile_and_a_wrong_name_stands_at_its_place() {
    let mut door = Door::new(Engine::new(Policy::default()));
    let mut shown = String::new();
    for json in [
        r#"{"command":"ls"}"#,
        r#"{"command":"ls","policy":{"profile":"claurst"}}"#,
        r#"{"command":"ls && sudo reboot","policy":{"profile":"jazz"},"mode":"bypassPermissions"}"#,
        "{\"command\":\"ls\",\n \"policy\":{\"profile\":\"jaz\"}}",
    ] {
        shown.push_str(&format!("{json}\n\n{}\n\n", spread(&door.answer(json))));
    }
    settings().bind(|| insta::assert_snapshot!("profiles", shown));
}

#[test]
fn an_answer_is_not_many_times_as_long_as_its_request() {
    let texts = [
        "echo $(".repeat(100_000),
        "echo $(".repeat(190) + &"x".repeat(500_000) + &")".repeat(190),
        "(".repeat(190) + &"x;".repeat(250_000) + &")".repeat(190),
        "echo \"$(".repeat(100_000),
        "a|".repeat(300_000) + "a",
    ];
    for text in texts {
        let request = serde_json::to_string(&serde_json::json!({ "command": text })).unwrap();
        let answer = answer(&Engine::new(Policy::default()), &request);
        assert!(
            answer.starts_with(r#"{"decision":"ask""#),
            "{}",
            answer.chars().take(200).collect::<String>()
        );
        let times = answer.len() / text.len();
        assert!(times <= 6, "{times} times as long: {}…", text.chars().take(40).collect::<String>());
    }
}

#[test]
fn deep_nesting_is_read_without_recursion() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let json = format!(r#"{{"id":{deep},"command":"ls"}}"#);
    assert_eq!(request(&json).unwrap().id.unwrap().get(), deep);
}
