//! Verdicts on URLs and searches: rules, modes, the table, the holes of others.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::fmt::Write as _;

use crate::policy::Authority;
use crate::request::{Facts, Need};
use crate::web::checks::{self, CHECKS};
use crate::web::{Tool, documentation};
use crate::{Engine, Mode, Policy, Request, Source, Verdict};

fn policy(settings: &str) -> Policy {
    let source = Source { name: "settings.json".to_owned(), text: settings.to_owned(), ..Source::default() };
    Policy::from_sources(&[source]).unwrap()
}

/// The policy with these lists, written as `allow: docs.rs | deny: *.evil.org | ask: WebFetch`, where a host stands for the
/// rule about it.
fn lists(text: &str) -> Policy {
    let mut written: Vec<String> = Vec::new();
    for part in text.split(" | ").filter(|part| !part.is_empty()) {
        let (list, rules) = part.split_once(": ").unwrap();
        let rules = rules.split(' ').map(|rule| {
            if rule.starts_with("Web") { format!("{rule:?}") } else { format!("\"WebFetch(domain:{rule})\"") }
        });
        written.push(format!("\"{list}\": [{}]", rules.collect::<Vec<_>>().join(",")));
    }
    policy(&format!("{{\"permissions\": {{{}}}}}", written.join(",")))
}

fn asked(policy: Policy, mode: Mode, tool: Tool, text: &str) -> Verdict {
    Engine::new(Policy { mode, ..policy }).check(&Request::web(tool, text))
}

fn fetched(rules: &str, url: &str) -> Verdict {
    asked(lists(rules), Mode::Default, Tool::Fetch, url)
}

/// The decision and its code.
fn short(verdict: &Verdict) -> String {
    format!("{} {}", verdict.decision.name(), verdict.reason.code)
}

#[test]
fn every_example_of_a_check_is_found_in_its_text_or_not() {
    for check in CHECKS {
        let finds = |text: &str| {
            let verdict = asked(lists("allow: WebFetch WebSearch"), Mode::Default, check.tool, text);
            verdict.findings.iter().any(|finding| finding.code == check.code.name)
        };
        for text in check.fires.iter() {
            // A port is named by `WebFetch` on none but those of the web.
            assert!(finds(text), "{} does not fire on {text}", check.code.name);
        }
        for text in check.silent.iter() {
            assert!(!finds(text), "{} fires on {text}", check.code.name);
        }
    }
}

#[test]
fn checks_are_sorted_and_a_refusal_is_denied_in_every_mode() {
    assert!(CHECKS.is_sorted_by(|one, next| one.code.name < next.code.name));
    for check in CHECKS {
        for text in check.fires.iter() {
            for (mode, name) in Mode::ALL {
                let verdict = asked(lists("allow: WebFetch WebSearch"), mode, check.tool, text);
                let expected = match (check.refuses, mode) {
                    (true, _) | (false, Mode::DontAsk) => "deny",
                    (false, Mode::BypassPermissions) if **check != checks::NOT_CANONICAL => "allow",
                    (false, _) => "ask",
                };
                assert_eq!(verdict.decision.name(), expected, "{text} {name}: {}", verdict.reason.message);
            }
        }
    }
}

#[test]
fn deny_comes_before_ask_before_allow_and_a_host_is_compared_as_a_whole() {
    for (rules, url, expected) in [
        ("", "https://example.com/", "ask WEB_NO_RULE"),
        ("allow: example.com", "https://example.com/", "allow ALLOW_RULE"),
        ("allow: example.com", "https://EXAMPLE.com./a?b=c#d", "allow ALLOW_RULE"),
        ("allow: example.com", "https://www.example.com/", "ask WEB_NO_RULE"),
        ("allow: *.example.com", "https://a.b.example.com/", "allow ALLOW_RULE"),
        ("allow: *.example.com", "https://example.com/", "ask WEB_NO_RULE"),
        ("allow: example.com", "https://example.com.evil.org/", "ask WEB_NO_RULE"),
        ("allow: example.com", "https://evilexample.com/", "ask WEB_NO_RULE"),
        ("allow: *", "https://example.com/", "allow ALLOW_RULE"),
        ("allow: *", "https://1.1.1.1/", "allow ALLOW_RULE"),
        ("allow: WebFetch", "https://example.com/", "allow ALLOW_RULE"),
        ("allow: WebFetch(*)", "https://example.com/", "allow ALLOW_RULE"),
        ("allow: WebSearch", "https://example.com/", "ask WEB_NO_RULE"),
        ("allow: 1.1.1.1", "https://0x01010101/", "allow ALLOW_RULE"),
        ("allow: WebFetch | deny: example.com", "https://example.com/", "deny DENY_RULE"),
        ("allow: WebFetch | deny: example.com", "https://Example.COM.:443/", "deny DENY_RULE"),
        ("allow: WebFetch | deny: example.com:8443", "https://example.com/", "allow ALLOW_RULE"),
        ("allow: WebFetch | deny: *.example.com", "https://example.com/", "allow ALLOW_RULE"),
        ("allow: example.com | ask: WebFetch", "https://example.com/", "ask ASK_RULE"),
        (
            "allow: example.com | ask: example.com | deny: example.com",
            "https://example.com/",
            "deny DENY_RULE",
        ),
        ("deny: WebFetch", "https://doc.rust-lang.org/", "deny DENY_RULE"),
        ("deny: WebFetch", "not a url", "deny DENY_RULE"),
        ("ask: WebFetch", "file:///etc/passwd", "deny WEB_SCHEME"),
        // A rule that cannot be read may mean every host.
        ("allow: WebFetch | deny: WebFetch(example.com)", "https://other.org/", "ask RULE_MAY_MATCH"),
    ] {
        assert_eq!(short(&fetched(rules, url)), expected, "{rules} on {url}");
    }
}

#[test]
fn a_rule_without_a_port_means_the_ports_of_the_web() {
    for (rules, url, expected) in [
        ("allow: example.com", "http://example.com/", "allow ALLOW_RULE"),
        ("allow: example.com", "https://example.com:80/", "allow ALLOW_RULE"),
        ("allow: example.com", "https://example.com:8443/", "ask WEB_PORT"),
        ("allow: WebFetch", "http://example.com:22/", "ask WEB_PORT"),
        ("allow: *", "http://example.com:22/", "ask WEB_PORT"),
        ("allow: example.com:8443", "https://example.com:8443/", "allow ALLOW_RULE"),
        ("allow: example.com:8443", "https://example.com/", "ask WEB_NO_RULE"),
        ("allow: *.example.com:8443", "https://a.example.com:8443/", "allow ALLOW_RULE"),
        ("deny: example.com", "https://example.com:8443/", "deny DENY_RULE"),
    ] {
        assert_eq!(short(&fetched(rules, url)), expected, "{rules} on {url}");
    }
    assert_eq!(fetched("", "https://example.com:8443/").suggestions, ["WebFetch(domain:example.com:8443)"]);
}

#[test]
fn a_name_in_other_letters_is_met_by_a_rule_in_either_form() {
    for (rules, url, expected) in [
        ("deny: bücher.de | allow: WebFetch", "https://xn--bcher-kva.de/", "deny DENY_RULE"),
        ("deny: BÜCHER.de | allow: WebFetch", "https://XN--BCHER-KVA.de/", "deny DENY_RULE"),
        ("deny: *.bücher.de | allow: WebFetch", "https://a.xn--bcher-kva.de/", "deny DENY_RULE"),
        ("deny: xn--bcher-kva.de | allow: WebFetch", "https://xn--bcher-kva.de/", "deny DENY_RULE"),
        ("allow: bücher.de", "https://xn--bcher-kva.de/", "allow ALLOW_RULE"),
        ("allow: bücher.de", "https://bucher.de/", "ask WEB_NO_RULE"),
        // What a client sends for these letters is not known here.
        ("deny: ｅxample.com | allow: WebFetch", "https://example.com/", "ask RULE_MAY_MATCH"),
        ("deny: straße.de | allow: WebFetch", "https://strasse.de/", "ask RULE_MAY_MATCH"),
        ("deny: straße.de | allow: WebFetch", "https://example.de/", "allow ALLOW_RULE"),
        ("allow: straße.de", "https://strasse.de/", "ask WEB_NO_RULE"),
        // The host is in letters that only a browser reads.
        ("deny: example.com | allow: WebFetch", "https://bücher.de/", "ask RULE_MAY_MATCH"),
        ("allow: WebFetch", "https://bücher.de/", "ask WEB_NOT_CANONICAL"),
        ("allow: аррӏе.com", "https://xn--80ak6aa92e.com/", "ask WEB_NOT_CANONICAL"),
    ] {
        assert_eq!(short(&fetched(rules, url)), expected, "{rules} on {url}");
    }
    for (mode, _) in Mode::ALL {
        let verdict = asked(lists("deny: example.com"), mode, Tool::Fetch, "https://bücher.de/");
        let expected = if mode == Mode::DontAsk { "deny" } else { "ask" };
        assert_eq!(verdict.decision.name(), expected, "{mode:?}");
    }
    let message = |url: &str| fetched("", url).reason.message;
    assert_eq!(
        message("https://xn--bcher-kva.de/"),
        "no rule allows to fetch from `xn--bcher-kva.de` (`bücher.de`)"
    );
    let mixed = message("https://xn--pypal-4ve.com/");
    assert!(mixed.contains("`pаypal.com`, letters of Latin and of Cyrillic"), "{mixed}");
}

#[test]
fn the_host_of_the_program_says_what_a_url_becomes() {
    let engine = |rules: &str| Engine::new(lists(rules));
    let with = |url: &str, canonical: Option<&str>| {
        let mut facts = Facts::default();
        facts.urls.insert(url.to_owned(), canonical.map(ToOwned::to_owned));
        facts
    };
    let rules = "allow: bücher.de a.org evil.org xn--80ak6aa92e.com | deny: b.org";
    for (url, canonical, expected) in [
        ("https://bücher.de/", Some("https://xn--bcher-kva.de/"), "allow ALLOW_RULE"),
        ("https://a.org/a/../b c", Some("https://a.org/b%20c"), "allow ALLOW_RULE"),
        ("https://a.org\\@b.org/", Some("https://a.org/@b.org/"), "allow ALLOW_RULE"),
        ("https:b.org", Some("https://b.org/"), "deny DENY_RULE"),
        ("https://xn--80ak6aa92e.com/", Some("https://xn--80ak6aa92e.com/"), "allow ALLOW_RULE"),
        ("https://xn--99999999.de/", None, "deny WEB_HOST"),
        ("https://xn--80ak6aa92e.com/", None, "deny WEB_URL"),
        ("https://１27.0.0.1/", Some("https://127.0.0.1/"), "deny WEB_SPECIAL_HOST"),
        ("https://a%40b.org/", None, "deny WEB_URL"),
        // What the core cannot read even so, asks.
        ("https://a!b.org/", Some("https://a!b.org/"), "ask RULE_MAY_MATCH"),
    ] {
        let bare = engine(rules).check(&Request::web(Tool::Fetch, url));
        let request = Request { facts: with(url, canonical), ..Request::web(Tool::Fetch, url) };
        let verdict = engine(rules).check(&request);
        assert_eq!(short(&verdict), expected, "{url}");
        assert_eq!(verdict.needs, [], "{url}");
        if expected != "deny WEB_HOST" {
            assert_eq!(bare.needs, [Need::Url(url.to_owned())], "{url}");
            assert_ne!(bare.decision.name(), "allow", "{url}");
        }
    }
}

#[test]
fn only_a_rule_that_names_it_opens_this_machine_and_its_network() {
    let inside = [
        "http://localhost/",
        "http://LOCALHOST./",
        "http://a.localhost/",
        "http://127.0.0.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://017700000001/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://0/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00:ec2::254]/",
        "http://metadata.google.internal/computeMetadata/v1/",
        "http://printer.local/",
        "http://intranet/",
    ];
    for url in inside {
        for rules in
            ["", "allow: WebFetch", "allow: *", "allow: *.localhost *.internal *.local", "ask: WebFetch"]
        {
            for (mode, _) in Mode::ALL {
                let verdict = asked(lists(rules), mode, Tool::Fetch, url);
                assert_eq!(short(&verdict), "deny WEB_SPECIAL_HOST", "{url} {rules} {mode:?}");
            }
        }
    }
    for (rules, url, expected) in [
        ("allow: localhost", "http://localhost/", "allow ALLOW_RULE"),
        ("allow: localhost", "http://localhost:3000/", "deny WEB_SPECIAL_HOST"),
        ("allow: localhost:3000", "http://localhost:3000/", "allow ALLOW_RULE"),
        ("allow: localhost:3000", "http://localhost/", "deny WEB_SPECIAL_HOST"),
        ("allow: localhost:3000 | deny: localhost", "http://localhost:3000/", "deny DENY_RULE"),
        ("ask: localhost:3000", "http://localhost:3000/", "ask ASK_RULE"),
        ("allow: 127.0.0.1", "http://localhost/", "deny WEB_SPECIAL_HOST"),
        ("allow: 127.0.0.1", "http://[::ffff:7f00:1]/", "allow ALLOW_RULE"),
        ("allow: [::1]:8080", "http://[::1]:8080/", "allow ALLOW_RULE"),
        ("allow: 10.0.0.5", "http://10.5/", "allow ALLOW_RULE"),
        ("allow: 10.0.0.5", "http://10.0.0.6/", "deny WEB_SPECIAL_HOST"),
    ] {
        assert_eq!(short(&fetched(rules, url)), expected, "{rules} on {url}");
    }
    for (url, expected) in [
        ("http://localhost:3000/x", &["WebFetch(domain:localhost:3000)"][..]),
        ("http://[::1]:3000/", &["WebFetch(domain:[::1]:3000)"]),
        ("http://192.168.1.1/", &["WebFetch(domain:192.168.1.1)"]),
        ("http://169.254.169.254/", &[]),
    ] {
        assert_eq!(fetched("", url).suggestions, expected, "{url}");
    }
}

/// The holes of other tools, each as a URL under the rules that its users had.
#[test]
fn a_project_opens_neither_this_machine_nor_its_network() {
    let of = |list: &str, host: &str, authority| {
        let text = format!(r#"{{"permissions": {{"{list}": ["WebFetch(domain:{host})"]}}}}"#);
        let source =
            Source { name: authority_name(authority).into(), text, root: Some("/repo".into()), authority };
        let policy = Policy::from_sources(&[source]).unwrap();
        short(&asked(policy, Mode::Default, Tool::Fetch, &format!("http://{host}/")))
    };
    for host in ["localhost", "127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "localhost:3000"] {
        assert_eq!(of("allow", host, Authority::User), "allow ALLOW_RULE", "{host}");
        for list in ["allow", "ask"] {
            assert_eq!(of(list, host, Authority::Project), "deny WEB_SPECIAL_HOST", "{list} {host}");
        }
    }
    assert_eq!(of("allow", "docs.rs", Authority::Project), "allow ALLOW_RULE");
}

fn authority_name(authority: Authority) -> &'static str {
    if authority == Authority::Project { "project.json" } else { "user.json" }
}

#[test]
fn the_holes_of_others_are_closed() {
    for (hole, rules, url, expected) in [
        (
            "CVE-2026-24052: a prefix of a host",
            "",
            "https://modelcontextprotocol.io.evil.com/",
            "ask WEB_NO_RULE",
        ),
        ("CVE-2026-24052: userinfo", "", "https://modelcontextprotocol.io@evil.com/", "deny WEB_USERINFO"),
        (
            "CVE-2026-24052: a backslash",
            "",
            "https://evil.com\\.modelcontextprotocol.io/",
            "ask WEB_NOT_CANONICAL",
        ),
        ("CVE-2026-49857: mapped", "allow: WebFetch", "http://[::ffff:127.0.0.1]/", "deny WEB_SPECIAL_HOST"),
        (
            "CVE-2026-49857: mapped, in hex",
            "allow: WebFetch",
            "http://[::ffff:7f00:1]/",
            "deny WEB_SPECIAL_HOST",
        ),
        (
            "claude-code#64610: a deny under the table",
            "deny: doc.rust-lang.org",
            "https://doc.rust-lang.org/",
            "deny DENY_RULE",
        ),
        (
            "claude-code#65186: an ask under the table",
            "ask: WebFetch",
            "https://doc.rust-lang.org/",
            "ask ASK_RULE",
        ),
        (
            "claude-code#55797: one rule let all through",
            "allow: docs.rs",
            "https://evil.org/",
            "ask WEB_NO_RULE",
        ),
        (
            "claude-code#15260: a wildcard",
            "allow: *.example.com",
            "https://evilexample.com/",
            "ask WEB_NO_RULE",
        ),
        ("gemini-cli#28725: metadata", "allow: WebFetch", "http://169.254.169.254/", "deny WEB_SPECIAL_HOST"),
        (
            "opencode#36376: IPv6 spellings",
            "allow: WebFetch",
            "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
            "deny WEB_SPECIAL_HOST",
        ),
        (
            "egoist/fetch-mcp#3: only the scheme was checked",
            "allow: WebFetch",
            "http://192.168.0.1/",
            "deny WEB_SPECIAL_HOST",
        ),
        ("jae-jae/fetcher-mcp#37: file", "allow: WebFetch", "file:///etc/passwd", "deny WEB_SCHEME"),
        (
            "duckduckgo-mcp-server#48: a number",
            "allow: WebFetch",
            "http://0x7f000001/",
            "deny WEB_SPECIAL_HOST",
        ),
    ] {
        assert_eq!(short(&fetched(rules, url)), expected, "{hole}");
        let bypassed = asked(lists(rules), Mode::BypassPermissions, Tool::Fetch, url);
        let stays = expected.starts_with("deny") || !expected.ends_with("NO_RULE");
        assert_eq!(bypassed.decision.name() != "allow", stays, "{hole}");
    }
}

mod table {
    use super::*;
    use crate::web::Url;

    /// The host, the paths, `yes` and `no`.
    type Row = (String, Vec<String>, Vec<String>, Vec<String>);

    fn rows() -> Vec<Row> {
        #[derive(serde::Deserialize)]
        struct Table {
            hosts: Vec<Written>,
        }
        #[derive(serde::Deserialize)]
        struct Written {
            host: String,
            #[serde(default)]
            paths: Vec<String>,
            yes: Vec<String>,
            #[serde(default)]
            no: Vec<String>,
        }
        let text = include_str!("../../../documentation-hosts.toml");
        let table: Table = toml::from_str(text).unwrap();
        table.hosts.into_iter().map(|row| (row.host, row.paths, row.yes, row.no)).collect()
    }

    #[test]
    fn every_row_holds_its_examples_and_its_neighbours_ask() {
        let engine = Engine::new(policy("{}"));
        let decided = |url: &str| short(&engine.check(&Request::web(Tool::Fetch, url)));
        let rows = rows();
        assert_eq!(rows.len(), documentation().len());
        for (host, paths, yes, no) in &rows {
            for url in yes {
                assert!(url.contains(host.as_str()), "{url} is about {host}");
                assert_eq!(decided(url), "allow WEB_PREAPPROVED", "{url}");
                assert_eq!(Url::read(url, false).unwrap().unclear, None, "{url}");
            }
            for url in no {
                assert!(decided(url).starts_with("ask "), "{url}");
            }
            let path = paths.first().map_or("", String::as_str);
            for url in [
                format!("https://{host}.example.com{path}/"),
                format!("https://x.{host}{path}/"),
                format!("https://x{host}{path}/"),
                format!("https://{host}:8443{path}/"),
                format!("https://{host}{path}/?token=correct-horse-battery"),
                format!("https://{host}{path}/?d=dGhpc2lzYXNlY3JldHRva2VuMTIzNA"),
                format!("https://{host}{path}/../x"),
            ] {
                assert!(decided(&url).starts_with("ask "), "{url}: {}", decided(&url));
            }
            for path in paths {
                let shorter = path.get(..path.len() - 1).unwrap();
                for url in [
                    format!("https://{host}{path}x"),
                    format!("https://{host}{shorter}"),
                    format!("https://{host}{path}/%2e%2e%2fx"),
                ] {
                    assert!(decided(&url).starts_with("ask "), "{url}: {}", decided(&url));
                }
            }
        }
    }

    #[test]
    fn the_setting_and_the_profiles_switch_it_off() {
        let url = "https://doc.rust-lang.org/std/";
        for (settings, expected) in [
            (r#"{"web":{"preapproved":false}}"#, "ask WEB_NO_RULE"),
            (r#"{"web":{"preapproved":"no"}}"#, "ask WEB_NO_RULE"),
            (r#"{"web":7}"#, "ask RULE_MAY_MATCH"),
            (r#"{"web":{"preapproved":true}}"#, "allow WEB_PREAPPROVED"),
            (r#"{"profile":"claurst"}"#, "ask APPROVAL"),
            (r#"{"profile":"jazz"}"#, "ask APPROVAL"),
        ] {
            assert_eq!(
                short(&asked(policy(settings), Mode::Default, Tool::Fetch, url)),
                expected,
                "{settings}"
            );
        }
    }
}

#[test]
fn what_a_url_tells_asks_unless_a_rule_names_its_host() {
    let (long, secret) =
        ("https://a.org/?d=dGhpc2lzYXNlY3JldHRva2VuMTIzNA", "https://a.org/?k=AKIAIOSFODNN7EXAMPLE");
    for (rules, url, expected) in [
        ("allow: a.org", long, "allow ALLOW_RULE"),
        ("allow: *", long, "ask WEB_LONG_TEXT"),
        ("allow: *.org", "https://mfzwizltorqxizlnmvxhi4q2vbdsk3t7.org/", "ask WEB_LONG_TEXT"),
        ("allow: WebFetch", long, "ask WEB_LONG_TEXT"),
        ("", long, "ask WEB_LONG_TEXT"),
        ("allow: a.org", secret, "ask WEB_SECRET"),
        ("allow: WebFetch", secret, "ask WEB_SECRET"),
    ] {
        assert_eq!(short(&fetched(rules, url)), expected, "{rules} on {url}");
    }
    assert_eq!(fetched("", long).suggestions, ["WebFetch(domain:a.org)"]);
    assert_eq!(fetched("", secret).suggestions, [""; 0]);
    let verdict = fetched("allow: a.org", secret);
    let said = format!("{} {}", verdict.reason.message, verdict.reason.model_message);
    assert!(!said.contains("AKIA"), "{said}");
    let request = Request::web(Tool::Fetch, "https://a.org/x");
    let known = Request { facts: Facts { carries_secret: true, ..Facts::default() }, ..request };
    assert_eq!(short(&Engine::new(lists("allow: a.org")).check(&known)), "ask WEB_SECRET");
}

#[test]
fn a_search_asks_unless_a_rule_or_the_mode_allows_it() {
    for (rules, mode, query, expected) in [
        ("", Mode::Default, "rust slices", "ask WEB_SEARCH"),
        ("", Mode::Plan, "rust slices", "ask WEB_SEARCH"),
        ("", Mode::DontAsk, "rust slices", "deny NOBODY_TO_ASK"),
        ("", Mode::BypassPermissions, "rust slices", "allow BYPASS_PERMISSIONS"),
        ("allow: WebSearch", Mode::Default, "rust slices", "allow ALLOW_RULE"),
        ("allow: WebSearch", Mode::Plan, "rust slices", "allow ALLOW_RULE"),
        ("allow: WebFetch", Mode::Default, "rust slices", "ask WEB_SEARCH"),
        ("allow: WebSearch | deny: WebSearch", Mode::BypassPermissions, "rust slices", "deny DENY_RULE"),
        ("allow: WebSearch | ask: WebSearch", Mode::BypassPermissions, "rust slices", "ask ASK_RULE"),
        ("allow: WebSearch(rust*)", Mode::Default, "rust slices", "allow ALLOW_RULE"),
        ("allow: WebSearch(rust*)", Mode::Default, "go slices", "ask WEB_SEARCH"),
        ("allow: WebSearch", Mode::Default, " a ", "deny WEB_QUERY"),
        ("allow: WebSearch", Mode::Default, "a\u{202e}bc", "deny WEB_CONTROL_CHARACTERS"),
        ("allow: WebSearch", Mode::Default, "who has AKIAIOSFODNN7EXAMPLE", "ask WEB_SECRET"),
        ("allow: WebSearch", Mode::Default, "what is dGhpc2lzYXNlY3JldHRva2VuMTIzNA", "ask WEB_LONG_TEXT"),
    ] {
        assert_eq!(short(&asked(lists(rules), mode, Tool::Search, query)), expected, "{rules} {query}");
    }
    assert_eq!(asked(lists(""), Mode::Default, Tool::Search, "rust slices").suggestions, ["WebSearch"]);
}

#[test]
fn a_suggested_rule_allows_what_it_was_suggested_for() {
    for url in [
        "https://example.com/",
        "http://example.com:8443/x",
        "https://xn--bcher-kva.de/",
        "https://1.1.1.1/",
        "https://[2606:4700::1111]/",
        "http://localhost:3000/",
        "https://a.org/?d=dGhpc2lzYXNlY3JldHRva2VuMTIzNA",
    ] {
        let suggested = fetched("", url).suggestions;
        let rule = suggested.first().unwrap();
        assert_eq!(short(&fetched(&format!("allow: {rule}"), url)), "allow ALLOW_RULE", "{url} {rule}");
    }
}

#[test]
fn a_verdict_is_drawn_as_it_is_read() {
    let settings = r#"{
  "permissions": {
    "allow": ["WebFetch(domain:docs.rs)", "WebFetch(domain:*.example.com)", "WebSearch"],
    "ask": ["WebFetch(domain:crates.io)"],
    "deny": ["WebFetch(domain:*.evil.org)", "WebFetch(domain:bücher.de)"],
    "defaultMode": "default"
  }
}"#;
    let mut shown = String::new();
    for (tool, text) in [
        (Tool::Fetch, "https://docs.rs/serde"),
        (Tool::Fetch, "https://doc.rust-lang.org/std/"),
        (Tool::Fetch, "https://example.org/page"),
        (Tool::Fetch, "https://crates.io/"),
        (Tool::Fetch, "https://a.evil.org/"),
        (Tool::Fetch, "https://xn--bcher-kva.de/"),
        (Tool::Fetch, "https://straße.de/"),
        (Tool::Fetch, "https://docs.rs:8443/"),
        (Tool::Fetch, "https://a.example.com/?key=x&data=dGhpc2lzYXNlY3JldHRva2VuMTIzNA"),
        (Tool::Fetch, "https://docs.rs/?access_token=correct-horse-battery"),
        (Tool::Fetch, "https://docs.rs@evil.com/"),
        (Tool::Fetch, "http://localhost:3000/"),
        (Tool::Fetch, "http://169.254.169.254/latest/meta-data/"),
        (Tool::Fetch, "file:///etc/passwd"),
        (Tool::Fetch, "docs.rs/serde"),
        (Tool::Fetch, "https://xn--pypal-4ve.com/"),
        (Tool::Search, "rust slice patterns"),
        (Tool::Search, "a"),
        (Tool::Search, "ghp_0123456789abcdefghijABCDEFGHIJ012345"),
    ] {
        for mode in [Mode::Default, Mode::DontAsk] {
            let verdict = asked(policy(settings), mode, tool, text);
            if mode == Mode::DontAsk && verdict.reason.code != "NOBODY_TO_ASK" {
                continue;
            }
            let _ = writeln!(shown, "== {} {text} ({})", tool.name(), mode.name());
            draw(&mut shown, &verdict, text);
        }
    }
    let mut snapshot = insta::Settings::clone_current();
    snapshot.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/policy"));
    snapshot.set_prepend_module_to_snapshot(false);
    snapshot.set_omit_expression(true);
    snapshot.bind(|| insta::assert_snapshot!("web_tools", shown));
}

fn draw(shown: &mut String, verdict: &Verdict, text: &str) {
    let reason = &verdict.reason;
    let _ = writeln!(shown, "{}: {} [{}]", verdict.decision.name(), reason.message, reason.code);
    if let Some(rule) = &reason.rule {
        let _ = writeln!(shown, "  rule {rule} at {}", reason.source.as_deref().unwrap_or("?"));
    }
    for finding in &verdict.findings {
        let place = finding.span.slice(text);
        let _ = writeln!(shown, "  {} {:?}: {}; {}", finding.code, place, finding.message, finding.help);
    }
    let _ = writeln!(
        shown,
        "  {} {:?}, network {:?}",
        verdict.ui.kind.name(),
        verdict.ui.label,
        verdict.effects.network
    );
    if !verdict.suggestions.is_empty() {
        let _ = writeln!(shown, "  suggests {}", verdict.suggestions.join(", "));
    }
    if !verdict.needs.is_empty() {
        let _ = writeln!(shown, "  needs {:?}", verdict.needs);
    }
    let _ = writeln!(shown, "  model: {}\n", reason.model_message);
}
