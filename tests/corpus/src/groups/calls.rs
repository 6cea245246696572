//! Every other operation of the text door, with arguments that fit and with some that do not.

use policy_core::commands::{Form, programs};
use policy_core::door::stories;
use serde_json::json;

use super::cases;
use super::refused::RULES;
use crate::questions::Maker;
use crate::settings::Settings;

/// What commands write: colours, bars, several lines, what is no text, what is long.
const OUTPUTS: &[&str] = &[
    "",
    "\n",
    "a\nb\n",
    "1 %\r2 %\r100 %\n",
    "\u{1b}[31mred\u{1b}[0m\u{1b}]0;title\u{7}\n",
    "a\u{8}b\u{8}\u{8}",
    "a\tb",
    "\u{1b}[2J\u{1b}[H\u{1b}[5;5Hx",
    "é😀漢\u{301}\u{200d}",
    "\u{202e}x\u{2066}",
    "\u{0}\u{1}\u{2}",
    "\u{1b}",
    "\u{1b}[",
    "\u{9b}31m",
    "fatal: not a git repository\n",
    "bash: foo: command not found\n",
    "npm ERR! code E404\n",
    "Permission denied",
    "\r\r\n\n\n",
    "{\"a\":1}",
    "<claude-code-hint />",
];

pub(crate) fn add(maker: &mut Maker, _: &Settings) {
    let mut call = |operation: &str, arguments: serde_json::Value| {
        let written = arguments.to_string();
        let rest = written.trim_start_matches('{');
        let comma = if rest == "}" { "" } else { "," };
        maker.call(format!("{{\"operation\":\"{operation}\"{comma}{rest}"));
    };
    call("version", json!({}));
    call("explainAll", json!({}));
    let input = json!({ "hook_event_name": "PreToolUse", "turn_id": "t", "tool_name": "Bash", "cwd": "/é",
        "tool_input": { "command": "bash -c 'exec zsh' # é" } })
    .to_string();
    call("hookCall", json!({ "input": input, "shell": "zsh" }));
    for decision in ["allow", "ask", "deny"] {
        let rulings = json!([{ "decision": decision, "reason": "it's é\u{1b}" }]);
        call("hookAnswer", json!({ "input": input, "rulings": rulings }));
    }
    for story in stories() {
        call("explain", json!({ "code": story.code }));
    }
    for code in ["", "0", "23", "24", "nothing", "git-clean", "é", "256", "-1", "+1", " 7 "] {
        call("explain", json!({ "code": code }));
    }
    for rule in RULES {
        for list in ["allow", "ask", "deny"] {
            call("validateRule", json!({ "rule": rule, "list": list, "offsets": "utf16" }));
        }
        call("validateRule", json!({ "rule": rule }));
    }
    for (at, command) in cases::commands().enumerate().step_by(4) {
        let shell = if at % 3 == 0 { "zsh" } else { "bash" };
        let offsets = if at % 2 == 0 { "utf16" } else { "utf8" };
        call("outline", json!({ "command": command, "shell": shell, "offsets": offsets }));
        call("classify", json!({ "command": command, "shell": shell }));
        call("nullRedirects", json!({ "command": format!("{command} 2>nul >NUL"), "shell": shell }));
        call(
            "commandLine",
            json!({ "command": command, "shell": shell, "input": if at % 2 == 0 { "null" } else { "inherited" },
            "snapshot": "/tmp/é'snap", "unshadowed": ["ls", "a'b"], "environment": "/tmp/env", "directoryNote": "/tmp/n", "prefix": "docker exec 'x'" }),
        );
        call("exitMeaning", json!({ "command": command, "status": at % 260, "shell": shell }));
        call(
            "editPreview",
            json!({ "command": command, "contents": { "a": "x\n", "/repo/f": "é\r\n", "f": null }, "cwd": "/repo", "home": "/home/u" }),
        );
    }
    for program in programs().into_iter().filter(|program| program.cmdlet.is_none()) {
        exits(&program.form, &mut call);
    }
    for (at, output) in OUTPUTS.iter().enumerate() {
        call("preview", json!({ "output": output }));
        for limit in [0, 1, 20, 1_000, 4_294_967_295_u32] {
            call("preview", json!({ "output": output.repeat(1 + at * 40), "limit": limit }));
        }
    }
    for text in [
        "",
        "[]",
        "{",
        "{}",
        "null",
        "{\"operation\":null}",
        "{\"operation\":\"fly\"}",
        "{\"operation\":\"vers\\u0069on\"}",
        "{\"operation\":\"version\",\"operation\":\"version\"}",
        "{\"operation\":\"version\",\"x\":1}",
        "{\"operation\":\"check\",\"request\":null}",
        "{\"operation\":\"check\",\"request\":\"ls\"}",
        "{\"operation\":\"check\",\"gate\":4294967295,\"request\":{\"command\":\"ls\"}}",
        "{\"operation\":\"check\",\"gate\":4294967296,\"request\":{\"command\":\"ls\"}}",
        "{\"operation\":\"check\",\"gate\":-1,\"request\":{\"command\":\"ls\"}}",
        "{\"operation\":\"close\",\"gate\":4294967295}",
        "{\"operation\":\"close\"}",
        "{\"operation\":\"outline\",\"command\":\"\\ud800\"}",
        "{\"operation\":\"outline\",\"command\":\"ls\",\"offsets\":\"utf32\"}",
        "{\"operation\":\"exitMeaning\",\"command\":\"ls\",\"status\":1.5}",
        "{\"operation\":\"exitMeaning\",\"command\":\"ls\",\"status\":1e2}",
        "{\"operation\":\"preview\",\"output\":\"a\\u0000\\ud800b\"}",
        "{\"operation\":\"preview\"}",
        "{\"operation\":\"editPreview\",\"command\":\"sed -i d f\",\"contents\":[]}",
    ] {
        maker.call(text.to_owned());
    }
}

/// What the exit statuses of a program's own meaning mean, and others.
fn exits(form: &Form, call: &mut impl FnMut(&str, serde_json::Value)) {
    if let (false, Some(command)) = (form.exits.is_empty(), form.yes.first()) {
        for status in [0, 1, 2, 127, 130] {
            call("exitMeaning", json!({ "command": command, "status": status }));
        }
    }
    for sub in form.subs() {
        exits(sub, call);
    }
}
