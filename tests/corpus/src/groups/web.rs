//! The web tools: the examples of every check of a URL and a search, the hosts of documentation, spellings of hosts, under
//! rules, modes and facts that change.

use policy_core::Mode;
use policy_core::web::checks::CHECKS;
use policy_core::web::{Tool, documentation};
use serde_json::{Value, json};

use crate::questions::Maker;
use crate::settings::Settings;

/// Hosts as people and attackers spell them.
const HOSTS: &[&str] = &[
    "docs.rs",
    "DOCS.rs.",
    "docs.rs.evil.org",
    "a.b.example.com",
    "xn--bcher-kva.de",
    "bücher.de",
    "xn--80ak6aa92e.com",
    "xn--pypal-4ve.com",
    "straße.de",
    "ｅxample.com",
    "127.0.0.1",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "[::1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::a9fe:a9fe]",
    "[fe80::1%25eth0]",
    "169.254.169.254",
    "localhost",
    "a.localhost",
    "metadata.google.internal",
    "printer.local",
    "intranet",
    "10.1",
    "1.1.1.1",
    "256.1.1.1",
    "user@docs.rs",
    "docs.rs\\@evil.org",
    "ex%61mple.com",
];

const RULES: &[&str] = &[
    r#"{"permissions":{"allow":["WebFetch","WebSearch"]}}"#,
    r#"{"permissions":{"allow":["WebFetch(domain:docs.rs)","WebFetch(domain:*.example.com)","WebFetch(domain:localhost:3000)",
        "WebFetch(domain:[::1])","WebFetch(domain:10.0.0.1)"],"ask":["WebFetch(domain:1.1.1.1)"],
        "deny":["WebFetch(domain:bücher.de)","WebFetch(domain:straße.de)","WebFetch(domain:evil.org)","WebSearch(rm *)"]},
        "web":{"preapproved":false}}"#,
    r#"{"permissions":{"deny":["WebFetch(domain:a b)"],"allow":["WebSearch(rust*)"]}}"#,
    r#"{"profile":"jazz"}"#,
    r#"{"profile":"claurst","permissions":{"allow":["WebFetch(domain:*)"]}}"#,
];

const QUERIES: &[&str] = &["rust slice patterns", "漢字 😀", "rm -rf", "a\u{202e}b", "  ", "\ttab\n"];

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let mut turn = 0;
    let mut ask = |maker: &mut Maker, mut request: Value| {
        turn += 1;
        let mode = Mode::ALL[turn % Mode::ALL.len()].0;
        request["mode"] = json!(mode.name());
        for policy in RULES {
            request["policy"] = serde_json::from_str(policy).expect("settings");
            maker.check(settings.none, request.to_string());
        }
        request.as_object_mut().expect("an object").remove("policy");
        maker.check(settings.turn(turn), request.to_string());
    };
    for check in CHECKS {
        for text in check.fires.iter().chain(check.silent.iter()) {
            ask(maker, asked(check.tool, text));
        }
    }
    for host in HOSTS {
        for rest in ["", "/", ":3000/x", ":0/", "/a/../b?c=d#e", "/?q=ü"] {
            ask(maker, asked(Tool::Fetch, &format!("http://{host}{rest}")));
        }
        let url = format!("https://{host}/");
        for canonical in [json!("https://docs.rs/"), json!("http://127.0.0.1/"), Value::Null] {
            let mut request = asked(Tool::Fetch, &url);
            request["facts"] = json!({ "urls": { (url.as_str()): canonical } });
            ask(maker, request);
        }
    }
    for row in documentation() {
        let path = row.paths.first().copied().unwrap_or_default();
        ask(maker, asked(Tool::Fetch, &format!("https://{}{path}", row.host)));
    }
    for query in QUERIES {
        let mut request = asked(Tool::Search, query);
        ask(maker, request.clone());
        request["facts"] = json!({ "carriesSecret": true });
        ask(maker, request);
    }
    for request in [
        json!({ "tool": "WebFetch" }),
        json!({ "tool": "WebFetch", "command": "ls" }),
        json!({ "tool": "WebFetch", "url": "https://docs.rs/", "query": "x" }),
        json!({ "tool": "WebFetch", "url": 7 }),
        json!({ "tool": "WebFetch", "url": "https://docs.rs/", "prompt": 7 }),
        json!({ "tool": "WebSearch", "url": "https://docs.rs/" }),
        json!({ "tool": "WebSearch", "query": "rust", "allowedDomains": ["a.org"], "blockedDomains": [] }),
        json!({ "tool": "WebSearch", "query": "rust", "allowedDomains": ["a.org"], "blockedDomains": ["b.org"] }),
        json!({ "tool": "WebSearch", "query": "rust", "allowedDomains": "a.org" }),
        json!({ "url": "https://docs.rs/" }),
        json!({ "command": "ls", "url": null }),
    ] {
        maker.check(settings.none, request.to_string());
    }
}

fn asked(tool: Tool, text: &str) -> Value {
    let key = if tool == Tool::Fetch { "url" } else { "query" };
    json!({ "tool": tool.name(), (key): text })
}
