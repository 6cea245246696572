//! Settings and options under which no gate can be opened, each with every problem and its place.

use serde_json::json;

use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::{Settings, with_policy};

/// Settings with some of everything, a line each.
const WHOLE: &str = r#"{
  // rules
  "permissions": {
    "allow": ["Bash(npm run test:*)", "WebFetch(domain:docs.rs)"],
    "ask": ["Bash(git push:*)"],
    "deny": ["Bash(curl:*)", "Read(./ä😀.env)", "Edit(//etc/**)"],
    "additionalDirectories": ["../docs"],
    "defaultMode": "acceptEdits"
  },
  "profile": "jazz",
  "env": { "A": "1" },
  "sandbox": { "enabled": true, "excludedCommands": ["docker:*"],
    "filesystem": { "allowWrite": ["a"] }, "network": { "allowedDomains": ["e.x", "*.f.x:443"] } }
}
"#;

/// Rules that are none, or that say something else than was meant.
pub(crate) const RULES: &[&str] = &[
    "",
    " ",
    "Bash",
    "Bash(",
    "Bash)",
    "Bash()",
    "Bash(ls",
    "Bash(ls))",
    "(ls)",
    "Bash (ls)",
    "bash(ls)",
    "Bash(ls) ",
    "Bash(:*)",
    "Bash(ls:*:*)",
    "Bash(ls:* x)",
    "Bash(ls*:*)",
    "Bash(*)",
    "Bash(* *)",
    "Bash(ls\\)",
    "Bash('ls)",
    "Bash(\"ls)",
    "Bash(ls\\ x:*)",
    "Bash(a && b)",
    "Bash(a | b)",
    "Bash(a > b)",
    "Bash($(a):*)",
    "Bash(sudo:*)",
    "Bash(bash -c:*)",
    "Bash(npm run test:*)",
    "Bash(rm -rf /:*)",
    "Bash(é😀:*)",
    "Bash(\u{202e}ls)",
    "Bash(ls\u{a0}x)",
    "Bash(ls\nx)",
    "Bash(ls\u{0}x)",
    "Read",
    "Read()",
    "Read(~)",
    "Read(~x/y)",
    "Read(//)",
    "Read(/)",
    "Read(./)",
    "Read(../x)",
    "Read([a)",
    "Read({a,b})",
    "Read(**)",
    "Read(a/**/b)",
    "Read(!a)",
    "Read(C:\\x)",
    "Read(//c/x)",
    "Read(a\\b)",
    "Edit(//etc/**)",
    "Write(x)",
    "WebFetch",
    "WebFetch(x)",
    "WebFetch(domain:)",
    "WebFetch(domain:*)",
    "WebFetch(domain:*.x)",
    "WebFetch(domain:x*y)",
    "WebFetch(domain:http://x)",
    "WebFetch(domain:X.Y)",
    "WebFetch(domain:münchen.de)",
    "WebFetch(domain:[::1])",
    "Agent(x)",
    "mcp__a__b",
    "mcp__a__*",
    "mcp__*",
    "*",
    "**",
    "7",
    "PowerShell(Get-*)",
    "toString",
    "__proto__(x)",
    "Bash(ls) Bash(rm)",
    "Bash(ls), Read(x)",
];

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let named = json!({ "file": "settings.json", "root": "/repo" });
    // Texts that end too early, and texts without one of their lines.
    for (end, _) in WHOLE.char_indices().step_by(3) {
        maker.open(&with_policy(&named, &WHOLE[..end]));
    }
    let lines: Vec<&str> = WHOLE.lines().collect();
    for without in 0..lines.len() {
        let kept: Vec<&str> =
            lines.iter().enumerate().filter(|(at, _)| *at != without).map(|(_, line)| *line).collect();
        maker.open(&with_policy(&named, &kept.join("\r\n")));
    }
    for (word, other) in [
        ("permissions", "permission"),
        ("allow\"", "alow\""),
        ("deny", "__proto__"),
        ("\"acceptEdits\"", "\"yolo\""),
        ("\"acceptEdits\"", "7"),
        ("[\"../docs\"]", "\"../docs\""),
        ("\"jazz\"", "\"jaz\""),
        ("\"1\"", "1"),
        ("true", "\"yes\""),
        ("\"e.x\"", "\"http://e.x/\""),
        ("\"e.x\"", "\"*\""),
        ("\"e.x\"", "7"),
        ("*.f.x:443", "*.f.x:99999"),
        ("// rules", "# rules"),
        ("// rules", "/* rules"),
        ("\"docker:*\"", "\"docker(\""),
        ("Bash(curl:*)", "Bash(curl:*"),
        ("ä😀", "[ä😀"),
        ("\"ask\"", "\"allow\""),
        ("\"env\"", "\"profile\""),
        ("[\"a\"]", "[\"\"]"),
        ("[\"a\"]", "[null]"),
        ("\"A\"", "\"A=B\""),
        ("\"A\"", "\"\""),
    ] {
        maker.open(&with_policy(&named, &WHOLE.replace(word, other)));
    }
    for (at, rule) in RULES.iter().enumerate() {
        for list in ["allow", "ask", "deny"] {
            let text = json!({ "permissions": { list: ["Bash(x)", rule] } }).to_string();
            if let Some(policy) = maker.open(&with_policy(&named, &text)) {
                let command = ["ls x", "cat a/b", "curl http://x.y", "sudo rm é😀"][at % 4];
                maker.check(policy, Asked::at_home(command).text());
                maker.check(
                    policy,
                    Asked::at_home(rule.trim_start_matches("Bash(").trim_end_matches(')')).text(),
                );
            }
        }
    }
    for options in [
        r#"{"mode":"yolo"}"#,
        r#"{"mode":7}"#,
        r#"{"root":"x"}"#,
        r#"{"root":7}"#,
        r#"{"file":[]}"#,
        r#"{"sources":7}"#,
        r#"{"sources":[7]}"#,
        r#"{"sources":[{}]}"#,
        r#"{"sources":[{"text":7}]}"#,
        r#"{"sources":[{"text":"{","name":"é.json"},{"text":"[]"}]}"#,
        r#"{"sources":[{"text":"{}","rot":"/"}]}"#,
        r#"{"sources":[{"text":"{}","root":"x"}]}"#,
        r#"{"sources":[],"policy":"{}"}"#,
        r#"{"policy":"[]"}"#,
        r#"{"policy":"7"}"#,
        r#"{"polisy":"{}"}"#,
    ] {
        maker.open(options);
    }
    maker.check(settings.none, Asked::bare("ls # the next one works").text());
}
