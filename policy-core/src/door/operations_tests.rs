//! The operations from the outside: text in, text out, and nothing that makes the next call worse.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may stop at the first surprise")]

use std::fmt::Write as _;
use std::format;
use std::string::String;
use std::string::ToString as _;
use std::vec::Vec;

use serde_json::Value;

use super::{Desk, Door, Unit, preview};
use crate::{Engine, Policy};

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_operation_answers() {
    const CASES: &[(&str, &str)] = &[
        (r#""open""#, r#"{"gate":0}"#),
        (r#""close","gate":0"#, "null"),
        (r#""check","request":{"command":"ls"}"#, r#"{"decision":"allow","#),
        (r#""explain","code":"10""#, r#"{"code":"OUTPUT_REDIRECTION","kind":"check","number":10,"#),
        (r#""explain","code":"git-clean""#, r#"{"code":"GIT_CLEAN","kind":"remark","number":null,"#),
        (r#""explain","code":"NOTHING""#, "null"),
        (r#""explainAll""#, r#"[{"code":"INCOMPLETE_COMMANDS","kind":"check","number":1,"#),
        (r#""validateRule","rule":"Bash(git:*)""#, "null"),
        (r#""validateRule","rule":"Bash(git""#, r#"{"message":"#),
        (r#""outline","command":"ls""#, r#"{"kind":"script","text":"ls","start":0,"end":2,"children":[{"#),
        (r#""nullRedirects","command":"ls 2>nul""#, r#""ls 2>/dev/null""#),
        (r#""commandLine","command":"ls""#, r#""ls""#),
        (r#""commandLine","command":"cat","input":"null""#, r#""eval 'cat' < /dev/null""#),
        (r#""exitMeaning","command":"grep x f","status":1"#, r#"{"means":"#),
        (r#""exitMeaning","command":"grep x f","status":0"#, "null"),
        (r#""exitMeaning","command":"grep x f","status":70000"#, "null"),
        (r#""preview","output":"1 %\r2 %\n""#, r#"{"text":"2 %\n","complete":true,"hints":[],"image":null}"#),
        (r#""preview","output":"a\u0000b""#, r#"{"text":"#),
        (r#""classify","command":"grep x f""#, r#"{"kind":"search","collapsible":true,"#),
        (
            r#""editPreview","command":"sed -i s/a/b/ f","contents":{"f":"a\n"}"#,
            r#"{"files":[{"path":"/f","unchanged":false,"#,
        ),
        (r#""editPreview","command":"sed -i s/a/b/ f","contents":{}"#, "null"),
        (r#""editPreview","command":"rm f","contents":{"f":"a"}"#, "null"),
        (
            r#""hookCall","input":"{\"callID\":\"c\",\"tool\":\"bash\",\"args\":{\"command\":\"ls\"}}""#,
            r#"{"problem":null,"agent":"opencode","permissionRequest":false,"tool":"bash","shell":true,"web":false,"toolInRules":"Bash","commands":[{"command":"ls","interactive":false}]"#,
        ),
        (r#""hookCall","agent":"codex","input":"{""#, r#"{"problem":"the call of the hook cannot be read"#),
        (
            r#""hookAnswer","input":"{\"callID\":\"c\",\"tool\":\"bash\",\"args\":{\"command\":\"ls\"}}","rulings":[{"decision":"deny","reason":"no"}]"#,
            r#"{"stdout":"{\"decision\":\"deny\",\"reason\":\"no\"}","stderr":"","exitCode":0}"#,
        ),
        (
            r#""hookAnswer","input":"{\"callID\":\"c\",\"tool\":\"bash\",\"args\":{\"command\":\"ls\"}}""#,
            r#"{"stdout":"","stderr":"shellgate: not every command of the call was decided upon, so the call is blocked","exitCode":2}"#,
        ),
        (
            r#""hookAnswer","input":"","agent":"codex","problem":"why""#,
            r#"{"stdout":"","stderr":"shellgate: why, so the call is blocked","exitCode":2}"#,
        ),
        (r#""version""#, concat!('"', env!("CARGO_PKG_VERSION"), '"')),
    ];
    let mut desk = Desk::new();
    for (call, expected) in CASES {
        let answer = desk.call(&format!(r#"{{"operation":{call}}}"#));
        assert!(answer.starts_with(expected), "{call}: {answer}");
        parsed(&answer);
    }
    for name in super::operation::Operation::ALL.map(super::operation::Operation::name) {
        assert!(CASES.iter().any(|(call, _)| call.contains(name)), "{name} is tried");
    }
}

#[test]
fn a_call_that_is_none_says_what_to_do_and_the_next_one_works() {
    const CASES: &[(&str, &str)] = &[
        ("", "a call is empty"),
        ("[]", "a call is a list, not an object"),
        ("{", "a call is not valid JSON"),
        ("{}", "the call has no `operation`"),
        (r#"{"operation":"fly"}"#, "unknown operation `fly`"),
        (r#"{"operation":"explain"}"#, "the call has no `code`"),
        (r#"{"operation":"hookCall"}"#, "the call has no `input`"),
        (r#"{"operation":"hookCall","input":"{}","agent":"emacs"}"#, "unknown agent `emacs`"),
        (r#"{"operation":"hookAnswer","input":"{}","rulings":{}}"#, "`rulings` is an object, not a list"),
        (
            r#"{"operation":"hookAnswer","input":"{}","rulings":[{"decision":"no"}]}"#,
            "a ruling cannot be read",
        ),
        (
            r#"{"operation":"hookAnswer","input":"{}","rulings":[{"decisions":"ask"}]}"#,
            "unknown key `decisions`",
        ),
        (r#"{"operation":"explain","code":7}"#, "`code` is a number, not a string"),
        (r#"{"operation":"explain","kode":"1"}"#, "unknown key `kode` in a call"),
        (r#"{"operation":"version","code":"1"}"#, "unknown key `code` in a call"),
        (r#"{"operation":"check","gate":9,"request":{"command":"ls"}}"#, "no open gate has this number"),
        (r#"{"operation":"check","gate":-1,"request":{"command":"ls"}}"#, "`gate` is -1, not a whole number"),
        (r#"{"operation":"check"}"#, "the call has no `request`"),
        (r#"{"operation":"check","request":7}"#, "a request is a number, not an object"),
        (r#"{"operation":"outline","command":"ls","offsets":"utf32"}"#, "unknown offsets `utf32`"),
        (r#"{"operation":"outline","command":"ls","shell":"fish"}"#, "unknown shell `fish`"),
        (r#"{"operation":"outline","command":"\ud800"}"#, "`command` is not valid text"),
        (r#"{"operation":"validateRule","rule":"Bash","list":"maybe"}"#, "unknown list `maybe`"),
        (r#"{"operation":"exitMeaning","command":"ls","status":1.5}"#, "`status` is 1.5, not a whole number"),
        (r#"{"operation":"editPreview","command":"ls","cwd":"x","contents":{}}"#, "`cwd` is not an absolute"),
        (r#"{"operation":"commandLine","command":"ls","unshadowed":"x"}"#, "`unshadowed` is a string, not"),
        (r#"{"operation":"open","options":{"policy":7}}"#, "`policy` is a number, not an object"),
        (r#"{"operation":"open","options":{"policy":{},"sources":[]}}"#, "the options have both"),
        (r#"{"operation":"open","options":{"sources":[{}]}}"#, "a source has no `text`"),
        (r#"{"operation":"open","options":{"mode":"yolo"}}"#, "unknown mode `yolo`"),
        (r#"{"operation":"open","options":{"root":"x"}}"#, "`root` is not an absolute path"),
        (r#"{"operation":"open","options":{"policy":"[]"}}"#, "the settings must be an object, not a list"),
    ];
    let mut desk = Desk::new();
    for (call, expected) in CASES {
        let answer = parsed(&desk.call(call));
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.starts_with(expected), "{call}: {answer}");
        assert!(answer["error"]["help"].as_str().is_some_and(|help| !help.is_empty()), "{call}");
        assert!(desk.call(r#"{"operation":"version"}"#).starts_with('"'));
    }
}

#[test]
fn errors_of_settings_are_all_told_with_the_file_and_the_place() {
    let sources = [("s.json", "{\n  \"permissions\": [1 2]\n}"), ("t.json", "// nothing\n[]")];
    let sources = sources.map(|(file, text)| serde_json::json!({ "name": file, "text": text }));
    let options = serde_json::json!({ "sources": sources }).to_string();
    let told = parsed(&super::open(&options).unwrap_err().to_json());
    let place = |error: &Value| format!("{}:{}:{}", error["file"], error["line"], error["column"]);
    assert_eq!(place(&told["error"]), "\"s.json\":2:20");
    assert_eq!(place(&told["more"][0]), "\"t.json\":2:1");
}

#[test]
fn a_mode_that_the_settings_switch_off_is_taken_from_nobody() {
    let policy = r#"{"permissions":{"disableBypassPermissionsMode":"disable"}}"#;
    let mode = r#","mode":"bypassPermissions""#;
    for (options, request) in [(mode, ""), ("", mode), (mode, mode)] {
        let mut door = super::open(&format!(r#"{{"policy":{policy}{options}}}"#)).unwrap();
        let answer = parsed(&door.answer(&format!(r#"{{"command":"npm install"{request}}}"#)));
        assert_eq!(answer["decision"], "ask", "{options} {request}");
    }
}

#[test]
fn an_opened_gate_comes_with_the_warnings_of_its_settings() {
    let mut desk = Desk::new();
    let answer = desk.call(
        r#"{"operation":"open","options":{"file":"a.json","policy":"{\n\"permissions\": {\"allow\": [\"Bash(make\"]}}"}}"#,
    );
    let answer = parsed(&answer);
    let warnings = answer["warnings"].as_array().unwrap();
    assert_eq!((answer["gate"].as_u64(), warnings.len()), (Some(0), 1));
    let place = ["file", "line", "column"].map(|key| warnings[0][key].to_string());
    assert_eq!(place, ["\"a.json\"", "2", "32"]);
    assert!(
        ["message", "help"].iter().all(|key| warnings[0][key].as_str().is_some_and(|text| !text.is_empty()))
    );
}

#[test]
fn a_gate_decides_under_its_own_settings_until_it_is_closed() {
    let mut desk = Desk::new();
    let open = |desk: &mut Desk, list: &str| {
        desk.call(&format!(
            r#"{{"operation":"open","options":{{"policy":{{"permissions":{{"{list}":["Bash(make)"]}}}}}}}}"#
        ))
    };
    assert_eq!(
        (open(&mut desk, "allow").as_str(), open(&mut desk, "deny").as_str()),
        (r#"{"gate":0}"#, r#"{"gate":1}"#)
    );
    let check = |desk: &mut Desk, gate: &str| {
        let call = format!(r#"{{"operation":"check",{gate}"request":{{"command":"make"}}}}"#);
        parsed(&desk.call(&call))["decision"].as_str().map(String::from)
    };
    let decisions: Vec<_> =
        [r#""gate":0,"#, r#""gate":1,"#, ""].iter().map(|gate| check(&mut desk, gate).unwrap()).collect();
    assert_eq!(decisions, ["allow", "deny", "ask"]);
    assert_eq!(desk.call(r#"{"operation":"close","gate":0}"#), "null");
    assert_eq!(check(&mut desk, r#""gate":0,"#), None);
    assert_eq!(open(&mut desk, "ask"), r#"{"gate":2}"#, "a number is not used again");
}

#[test]
fn the_desk_and_the_door_answer_the_same_bytes() {
    let request = r#"{"id":[1],"command":"echo 'é😀' > x; curl http://é/","cwd":"/repo"}"#;
    let mut desk = Desk::new();
    let mut door = Door::new(Engine::new(Policy::default()));
    for (name, unit) in Unit::NAMES {
        let call = format!(r#"{{"operation":"check","offsets":"{name}","request":{request}}}"#);
        assert_eq!(desk.call(&call), door.answer_in(unit, request));
    }
    assert_eq!(door.answer_in(Unit::Byte, request), door.answer(request));
}

#[test]
fn spans_in_utf16_lie_where_a_javascript_string_has_them() {
    let command = "echo 'é😀' > x; ls";
    let request = serde_json::json!({ "command": command }).to_string();
    let mut door = Door::new(Engine::new(Policy::default()));
    let told = parsed(&door.answer_in(Unit::Utf16, &request));
    let units: Vec<u16> = command.encode_utf16().collect();
    let mut seen = 0;
    for part in told["commands"].as_array().unwrap() {
        let at = |key: &str| usize::try_from(part["span"][key].as_u64().unwrap()).unwrap();
        let slice = units.get(at("start")..at("end")).unwrap();
        assert_eq!(String::from_utf16(slice).unwrap(), part["text"].as_str().unwrap());
        seen += 1;
    }
    assert_eq!(seen, 2);
}

#[test]
fn an_outline_holds_every_part_inside_the_one_around_it() {
    fn drawn(node: &Value, depth: usize, out: &mut String) {
        let known = node["known"].as_bool().map_or("", |known| if known { "" } else { " ?" });
        let (kind, text) = (node["kind"].as_str().unwrap(), node["text"].as_str().unwrap());
        writeln!(out, "{}{kind} `{text}`{known}", "  ".repeat(depth)).unwrap();
        for child in node["children"].as_array().unwrap() {
            assert!(
                child["start"].as_u64() >= node["start"].as_u64()
                    && child["end"].as_u64() <= node["end"].as_u64()
            );
            drawn(child, depth + 1, out);
        }
    }
    let mut shown = String::new();
    let mut desk = Desk::new();
    for command in [
        "git log --oneline | head -5",
        "X=1 grep \"a $b\" '*.é' 2>&1 > out # why",
        "for f in *.rs; do echo $(wc -l < \"$f\"); done",
        "cat <<E\n$x\nE\n(cd a && ls)",
        "if true; then echo 'a",
    ] {
        let call = serde_json::json!({ "operation": "outline", "command": command }).to_string();
        drawn(&parsed(&desk.call(&call)), 0, &mut shown);
        shown.push('\n');
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/wire"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("outline", shown));
}

#[test]
fn the_outline_of_what_is_too_long_is_its_root() {
    let long = "a ".repeat(crate::limits::COMMAND_CHARACTERS_MAX);
    let call = serde_json::json!({ "operation": "outline", "command": long }).to_string();
    let told = parsed(&Desk::new().call(&call));
    assert_eq!(told["children"].as_array().unwrap().len(), 0);
    // Nested as deep as is read, it is still written.
    let deep = "(".repeat(400) + "ls" + &")".repeat(400);
    let call = serde_json::json!({ "operation": "outline", "command": deep }).to_string();
    assert!(Desk::new().call(&call).starts_with(r#"{"kind":"script""#));
}

#[test]
fn an_image_is_previewed_as_its_address() {
    let png = b"\x89PNG\r\n\x1a\n\x00\x01";
    assert!(parsed(&preview(png, None))["image"].as_str().unwrap().starts_with("data:image/png;base64,"));
    let told = parsed(&preview("x\n".repeat(100).as_bytes(), Some(20)));
    assert_eq!(told["complete"], Value::Bool(false));
}

#[test]
fn a_web_tool_is_asked_with_its_own_keys() {
    let check = |request: &str| Desk::new().call(&format!(r#"{{"operation":"check","request":{request}}}"#));
    for (request, expected) in [
        (r#"{"tool":"WebFetch","url":"https://doc.rust-lang.org/"}"#, r#""decision":"allow""#),
        (r#"{"tool":"WebFetch","url":"https://docs.rs/","prompt":"what is it"}"#, r#""code":"WEB_NO_RULE""#),
        (
            r#"{"tool":"WebFetch","url":"https://bücher.de/"}"#,
            r#""needs":[{"kind":"url","path":"https://bücher.de/"}]"#,
        ),
        (
            r#"{"tool":"WebFetch","url":"https:docs.rs","facts":{"urls":{"https:docs.rs":"https://docs.rs/"}}}"#,
            r#""code":"WEB_NO_RULE""#,
        ),
        (
            r#"{"tool":"WebFetch","url":"https://a.org/","facts":{"carriesSecret":true}}"#,
            r#""code":"WEB_SECRET""#,
        ),
        (r#"{"tool":"WebFetch","url":""}"#, r#""code":"WEB_URL""#),
        (r#"{"tool":"WebSearch","query":"rust","allowedDomains":["a.org"]}"#, r#""code":"WEB_SEARCH""#),
        (r#"{"tool":"WebFetch"}"#, "the request has no `url`"),
        (r#"{"tool":"WebFetch","command":"ls"}"#, "this tool has no `command`"),
        (r#"{"tool":"WebFetch","url":"https://a.org/","query":"x"}"#, "this tool has no `query`"),
        (r#"{"tool":"WebFetch","url":"https://a.org/","prompt":7}"#, "`prompt`"),
        (
            r#"{"tool":"WebSearch","query":"x","allowedDomains":["a"],"blockedDomains":["b"]}"#,
            "keep one of them",
        ),
        (r#"{"tool":"WebSearch","query":"x","blockedDomains":"b"}"#, "`blockedDomains`"),
        (r#"{"command":"ls","url":"https://a.org/"}"#, "a command has no `url`"),
    ] {
        let answer = check(request);
        assert!(answer.contains(expected), "{request}: {answer}");
    }
}

#[test]
fn a_web_request_is_written_as_it_is_read() {
    use crate::web::Tool;
    for tool in Tool::ALL {
        let asked = crate::Request::web(tool, "https://a.org/");
        let text = super::request_json(&asked, None, None);
        let read = super::request(&text).unwrap();
        assert_eq!((read.tool.as_ref(), read.command.as_ref()), (tool.name(), "https://a.org/"), "{text}");
        let verdict = Engine::new(Policy::default()).check(&asked);
        let json = super::verdict(&verdict, &asked, None);
        let again = super::read_verdict(&json, &asked, &mut super::Words::default());
        assert_eq!(again.ok().as_ref(), Some(&verdict));
    }
}
