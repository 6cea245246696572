//! URLs and redirects that try to reach the inside of a network: none may dial what was not judged.
//!
//! Each row is tried with rules that allow every host, so that only the URL's spelling and the address stand in its way,
//! and where it says so with rules that allow one host only.

use std::fmt::Write as _;

use host_runner::network::Hosts;

use crate::rules::Rules;
use crate::server::{Step, redirect, text};
use crate::world::{OWN, PUBLIC};
use crate::{Place, snapshot};

/// Names that lead inside, in the spellings of addresses that there are.
const INSIDE: [(&str, &[&str]); 40] = [
    ("loopback.test", &["127.0.0.1"]),
    ("loopback-other.test", &["127.8.8.8"]),
    ("127.0.0.1.nip.test", &["127.0.0.1"]),
    ("unspecified.test", &["0.0.0.0"]),
    ("this-network.test", &["0.1.2.3"]),
    ("ten.test", &["10.0.0.5"]),
    ("seventeen.test", &["172.16.0.1"]),
    ("seventeen-end.test", &["172.31.255.255"]),
    ("nineteen.test", &["192.168.1.1"]),
    ("carrier.test", &["100.64.0.1"]),
    ("link-local.test", &["169.254.7.7"]),
    ("metadata.test", &["169.254.169.254"]),
    ("metadata.google.internal", &["169.254.169.254"]),
    ("alibaba.test", &["100.100.100.200"]),
    ("oracle.test", &["192.0.0.192"]),
    ("azure.test", &["168.63.129.16"]),
    ("benchmark.test", &["198.18.0.1"]),
    ("documentation.test", &["192.0.2.1"]),
    ("multicast.test", &["224.0.0.251"]),
    ("broadcast.test", &["255.255.255.255"]),
    ("reserved.test", &["240.0.0.1"]),
    ("own.test", &[OWN]),
    ("six-loopback.test", &["::1"]),
    ("six-unspecified.test", &["::"]),
    ("six-mapped.test", &["::ffff:127.0.0.1"]),
    ("six-mapped-hex.test", &["::ffff:7f00:1"]),
    ("six-compatible.test", &["::127.0.0.1"]),
    ("six-translated.test", &["::ffff:0:127.0.0.1"]),
    ("six-nat64.test", &["64:ff9b::169.254.169.254"]),
    ("six-nat64-local.test", &["64:ff9b:1::10.0.0.1"]),
    ("six-to4.test", &["2002:7f00:1::"]),
    ("six-isatap.test", &["2a00:1450::5efe:10.0.0.1"]),
    ("six-teredo.test", &["2001:0:1:2:3:4:80ff:fffe"]),
    ("six-unique-local.test", &["fd12:3456::1"]),
    ("six-link-local.test", &["fe80::1"]),
    ("six-site-local.test", &["fec0::1"]),
    ("six-amazon.test", &["fd00:ec2::254"]),
    ("six-google.test", &["fd20:ce::254"]),
    ("six-multicast.test", &["ff02::1"]),
    ("several-inside.test", &["10.0.0.5", "::1", "169.254.169.254"]),
];

/// URLs whose host is an address, or a spelling that some readers take for one.
const SPELT: [&str; 49] = [
    "http://127.0.0.1/",
    "https://127.0.0.1/",
    "http://127.0.0.1:8080/",
    "http://127.0.0.1./",
    "https://127.0.0.1#@allowed.test/@",
    "http://127.1/",
    "http://127.0.1/",
    "http://127/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://0177.0.0.0x1/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0x7f.1/",
    "http://00000177.0.0.1/",
    "http://4294967295/",
    "http://4294967296/",
    "http://0/",
    "http://0.0.0.0:8080/",
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/",
    "http://\u{2460}\u{2461}\u{2466}.0.0.1/",
    "http://127\u{3002}0\u{3002}0\u{3002}1/",
    "http://127.0.0.1%00.allowed.test/",
    "http://[::1]/",
    "http://[::1]:8080/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[::ffff:169.254.169.254]/latest/meta-data/",
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.43518/latest/meta-data/",
    "http://2852039166/latest/meta-data/",
    "http://0xa9fea9fe/latest/meta-data/",
    "http://10.0.0.5/",
    "http://192.168.0.1:8443/",
    "http://5.6.7.8/",
    "http://localhost/",
    "http://LOCALHOST.:3000/",
    "http://a.localhost:3000/",
];

/// Texts that two readers could read as different hosts, or that no web server answers.
const UNREADABLE: [&str; 39] = [
    "file:///etc/passwd",
    "file://allowed.test/etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "gopher://allowed.test/",
    "ftp://allowed.test/",
    "dict://allowed.test:11211/stats",
    "ldap://allowed.test/",
    "ws://allowed.test/",
    "jar:https://allowed.test/a.jar!/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "blob:https://allowed.test/x",
    "view-source:https://allowed.test/",
    "unix:/var/run/docker.sock",
    "https+unix://%2Fvar%2Frun%2Fdocker.sock/",
    "https://allowed.test@127.0.0.1/",
    "https://allowed.test:443@127.0.0.1/",
    "https://allowed.test%40127.0.0.1/",
    "https://user:word@allowed.test/",
    "https://@127.0.0.1/",
    "https://allowed.test\\@127.0.0.1/",
    "https:\\\\127.0.0.1\\",
    "https://allowed.test\\.evil.test/",
    "https:///@127.0.0.1/",
    "https://allowed.test:0/",
    "https://allowed.test:65536/",
    "https://allowed.test:443443/",
    "https://allowed.test:80:80/",
    "https://allowed.test:0x50/",
    "https://allowed.test\t.evil.test/",
    "https://allowed.test\r\nHost: evil.test/",
    "https://allowed.test/\r\nX-Injected: 1",
    "https://allowed.test\0.evil.test/",
    "https://allowed..test/",
    "https://.allowed.test/",
    "https://allowed.test../",
    "https://[::1/",
    "https://[allowed.test]/",
    "//allowed.test/",
];

/// Hosts that look like the allowed one. Only `allowed.test` is allowed.
const LOOK_ALIKES: [&str; 16] = [
    "https://allowed.test.evil.test/",
    "https://evil-allowed.test/",
    "https://a.allowed.test/",
    "https://allowed.testing/",
    "https://allowedxtest/",
    "https://allowed-test/",
    "https://test/",
    "https://evil.test/allowed.test",
    "https://evil.test/?https://allowed.test/",
    "https://evil.test#allowed.test",
    "https://evil.test:443/allowed.test/",
    "https://\u{430}llowed.test/",
    "https://allow\u{435}d.test/",
    "https://xn--llowed-2nf.test/",
    "https://allowed.te\u{17f}t.evil.test/",
    "https://other.test/",
];

/// Where the open redirect of the allowed host is sent, with rules that allow every host.
const REDIRECTED: [&str; 23] = [
    "http://127.0.0.1:8080/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "//169.254.169.254/latest/meta-data/",
    "///169.254.169.254/",
    "https://metadata.google.internal/computeMetadata/v1/",
    "https://ten.test/",
    "https://six-nat64.test/",
    "https://localhost/",
    "https://own.test/",
    "https://0/",
    "http://169.254.169.254/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/",
    "https://allowed.test@127.0.0.1/",
    "/\\127.0.0.1/",
    "\\\\127.0.0.1\\",
    "https://allowed.test:0/",
    "javascript:alert(1)",
];

fn unpercent(text: &str) -> String {
    let mut url = url::Url::parse("x:").unwrap();
    url.set_query(Some(text));
    url.query_pairs().next().map(|(name, _)| name.into_owned()).unwrap_or_default()
}

fn percent(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        write!(encoded, "%{byte:02X}").unwrap();
    }
    encoded
}

/// The allowed host has an open redirect; every other server says what nobody may read.
fn script(host: &str, path: &str) -> Vec<Step> {
    match path.strip_prefix("/to?") {
        Some(to) => redirect("302 Found", &unpercent(to)),
        None if host.starts_with("allowed.test") => text("public"),
        None => text("secret"),
    }
}

async fn place() -> Place {
    let place = Place::new(script).await;
    for (name, addresses) in INSIDE {
        place.world.name(name, &[addresses]);
    }
    place.world.name("localhost", &[&["127.0.0.1", "::1"]]);
    place.world.name("a.localhost", &[&["127.0.0.1"]]);
    place
}

/// What became of `url`: the code of the error, or the status and where it was not sent on.
async fn tried(place: &Place, url: &str, rules: &Rules) -> String {
    match place.get_by(url, rules).await {
        Err(error) => error.code().to_owned(),
        Ok(page) => {
            assert!(!page.result.contains("secret"), "{url}");
            match page.redirect {
                Some(redirect) => format!("not sent on to {}", redirect.to),
                None => format!("{} of {}", page.code, page.url),
            }
        }
    }
}

/// That every address which was dialled belongs to a name that was judged and is public.
fn dialled(place: &Place, url: &str, rules: &Rules) -> Vec<String> {
    let judged = rules.judged();
    let dialled = place.world.dialled();
    for address in &dialled {
        let is_judged = judged.iter().any(|url| {
            let port = url.port_or_known_default().unwrap();
            let known = PUBLIC.iter().find(|(name, _)| Some(*name) == url.host_str());
            known.is_some_and(|(_, public)| *address == format!("{public}:{port}"))
        });
        assert!(is_judged, "{url:?} dialled {address}, and judged were {judged:?}");
    }
    for name in place.world.resolved() {
        assert!(judged.iter().any(|url| url.host_str() == Some(&name)), "{url:?} resolved {name}");
    }
    dialled
}

#[test]
fn there_are_enough_rows() {
    let rows = INSIDE.len() + SPELT.len() + UNREADABLE.len() + LOOK_ALIKES.len() + 2 * REDIRECTED.len();
    assert!(rows >= 120, "{rows}");
}

#[tokio::test]
async fn a_name_that_leads_inside_is_not_dialled() {
    let place = place().await;
    let rules = Rules::allowing(&["*"]);
    for (name, _) in INSIDE {
        for url in [format!("https://{name}/"), format!("http://{name}:8080/")] {
            assert_eq!(tried(&place, &url, &rules).await, "address_refused", "{url}");
            assert_eq!(dialled(&place, &url, &rules), Vec::<String>::new(), "{url}");
        }
    }
}

#[tokio::test]
async fn an_address_is_not_dialled_however_it_is_spelt() {
    let place = place().await;
    let rules = Rules::allowing(&["*"]);
    let mut told = String::new();
    for url in SPELT {
        let became = tried(&place, url, &rules).await;
        assert_eq!(dialled(&place, url, &rules), Vec::<String>::new(), "{url}");
        writeln!(told, "{url:?} {became}").unwrap();
    }
    snapshot("ssrf_spelt", &told);
}

#[tokio::test]
async fn what_two_readers_read_differently_is_not_dialled() {
    let place = place().await;
    let rules = Rules::allowing(&["*"]);
    for url in UNREADABLE {
        assert_eq!(tried(&place, url, &rules).await, "bad_url", "{url:?}");
        assert_eq!(dialled(&place, url, &rules), Vec::<String>::new(), "{url:?}");
        assert_eq!(rules.judged(), [], "{url:?}");
    }
}

#[tokio::test]
async fn a_host_that_looks_like_an_allowed_one_asks() {
    let place = place().await;
    let rules = Rules::allowing(&["allowed.test"]);
    let mut told = String::new();
    for url in LOOK_ALIKES {
        let error = place.get_by(url, &rules).await.unwrap_err();
        assert_eq!(place.world.resolved(), Vec::<String>::new(), "{url}: a name can carry data out");
        assert_eq!(dialled(&place, url, &rules), Vec::<String>::new(), "{url}");
        assert_eq!(error.code(), "asks", "{url}");
        writeln!(told, "{error}").unwrap();
    }
    snapshot("ssrf_look_alikes", &told);
    // The near neighbours that are the allowed host.
    for url in [
        "https://ALLOWED.test/",
        "https://allowed.test./",
        "https://allowed.test:443/",
        "https://\u{ff41}llowed.test/",
    ] {
        assert_eq!(tried(&place, url, &rules).await, "200 of https://allowed.test/", "{url}");
        dialled(&place, url, &rules);
    }
}

#[tokio::test]
async fn an_open_redirect_leads_nowhere_inside() {
    let place = place().await;
    let mut told = String::new();
    for to in REDIRECTED {
        let everywhere = Rules::allowing(&["*"]);
        let one = Rules::allowing(&["allowed.test"]);
        write!(told, "{to}\n ").unwrap();
        for rules in [&everywhere, &one] {
            // Another URL for each, so that the cache has none of them.
            let url = format!("https://allowed.test/to?{}", percent(to));
            let became = tried(&place, &url, rules).await;
            let reached = dialled(&place, &url, rules);
            assert!(reached.iter().all(|address| address == "93.184.215.14:443"), "{to}: {reached:?}");
            assert!(!became.starts_with("200"), "{to}: {became}");
            write!(told, " {became};").unwrap();
        }
        told.push('\n');
    }
    snapshot("ssrf_redirected", &told);
}

#[tokio::test]
async fn a_chain_is_judged_at_every_link() {
    let place = place().await;
    let hop = |host: &str, to: &str| format!("https://{host}/to?{}", percent(to));
    let inside = "https://169.254.169.254/";
    let two = hop("allowed.test", &hop("other.test", inside));
    let three = hop("allowed.test", &hop("other.test", &hop("third.test", "https://ten.test/")));
    let plain = hop("allowed.test", &hop("other.test", "http://third.test/"));
    let there_and_back = hop("allowed.test", &hop("other.test", "https://allowed.test/"));
    for (url, allowed, expected, reached) in [
        (&two, &["*"][..], "address_refused", &["93.184.215.14:443", "93.184.216.34:443"][..]),
        (&three, &["*"], "address_refused", &["93.184.215.14:443", "93.184.216.34:443", "1.2.3.4:443"]),
        (&plain, &["*"], "redirect_not_encrypted", &["93.184.215.14:443", "93.184.216.34:443"]),
        (
            &there_and_back,
            &["*"],
            "200 of https://allowed.test/",
            &["93.184.215.14:443", "93.184.216.34:443", "93.184.215.14:443"],
        ),
        (
            &three,
            &["allowed.test", "other.test"],
            "not sent on to https://third.test/to?",
            &["93.184.215.14:443", "93.184.216.34:443"],
        ),
        (&there_and_back, &["allowed.test"], "not sent on to https://other.test/to?", &["93.184.215.14:443"]),
    ] {
        // A place of its own, so that no hop is in the cache.
        let place = crate::ssrf::place().await;
        let rules = Rules::allowing(allowed);
        let became = tried(&place, url, &rules).await;
        assert!(became.starts_with(expected), "{url}: {became}");
        assert_eq!(dialled(&place, url, &rules), reached, "{url}");
    }
    drop(place);
}

#[tokio::test]
async fn a_name_that_changes_its_address_is_judged_by_the_one_that_is_dialled() {
    let place = place().await;
    let rules = Rules::allowing(&["*"]);
    // Public first, then inside: the second answer is never taken for the first connection.
    place.world.name("allowed.test", &[&["93.184.215.14"], &["127.0.0.1"], &["169.254.169.254"]]);
    assert_eq!(tried(&place, "https://allowed.test/a", &rules).await, "200 of https://allowed.test/a");
    assert_eq!(dialled(&place, "rebound", &rules), ["93.184.215.14:443"]);
    for path in ["b", "c", "d"] {
        assert_eq!(tried(&place, &format!("https://allowed.test/{path}"), &rules).await, "address_refused");
        assert_eq!(dialled(&place, "rebound", &rules), Vec::<String>::new());
    }
    // Between two hops.
    place.world.name("allowed.test", &[&["93.184.215.14"], &["10.0.0.5"]]);
    let url = format!("https://allowed.test/to?{}", percent("/page"));
    assert_eq!(tried(&place, &url, &rules).await, "address_refused");
    assert_eq!(dialled(&place, "rebound", &rules), ["93.184.215.14:443"]);
    // One public address among others: only that one is dialled.
    place.world.name("allowed.test", &[&["127.0.0.1", "::1", "93.184.215.14", "10.0.0.5"]]);
    assert_eq!(tried(&place, "https://allowed.test/e", &rules).await, "200 of https://allowed.test/e");
    assert_eq!(dialled(&place, "rebound", &rules), ["93.184.215.14:443"]);
    // More addresses than are looked at.
    let mut many = vec!["10.0.0.5"; 8];
    many.push("93.184.215.14");
    place.world.name("allowed.test", &[&many]);
    assert_eq!(tried(&place, "https://allowed.test/f", &rules).await, "address_refused");
    assert_eq!(dialled(&place, "rebound", &rules), Vec::<String>::new());
}

#[tokio::test]
async fn only_the_settings_open_the_inside_and_only_as_far_as_they_name_it() {
    let place = place().await;
    let named = Rules::allowing(&["*"]).naming(&[
        "ten.test",
        "localhost:3000",
        "loopback.test",
        "metadata.test",
        "169.254.169.254",
        "own.test",
        "six-unique-local.test",
    ]);
    for (url, expected) in [
        ("https://ten.test/", Some("10.0.0.5:443")),
        ("https://six-unique-local.test/", Some("[fd12:3456::1]:443")),
        ("http://localhost:3000/", Some("127.0.0.1:3000")),
        ("http://localhost:3001/", None),
        ("https://loopback.test/", None),
        ("https://metadata.test/", None),
        ("http://169.254.169.254:8080/", Some("169.254.169.254:8080")),
        ("http://[fe80::1]:8080/", None),
        ("https://own.test/", None),
        ("https://nineteen.test/", None),
    ] {
        let answered = place.get_by(url, &named).await;
        let dialled = place.world.dialled();
        assert_eq!(dialled.first().map(String::as_str), expected, "{url}");
        assert_eq!(answered.is_ok(), expected.is_some(), "{url}");
    }
    // An address is opened by its own entry in the lists of the sandbox's network.
    let hosts = Hosts::from_arguments(&["127.0.0.1:8080".to_owned(), "169.254.169.254".to_owned()]).unwrap();
    let place = Place::with_hosts(hosts, script).await;
    let rules = Rules::allowing(&["*"]);
    for (url, expected) in [
        ("http://127.0.0.1:8080/", Some("127.0.0.1:8080")),
        ("http://127.0.0.1:8081/", None),
        ("http://169.254.169.254:8080/", Some("169.254.169.254:8080")),
        ("http://10.0.0.5:8080/", None),
    ] {
        let _ = place.get_by(url, &rules).await;
        assert_eq!(place.world.dialled().first().map(String::as_str), expected, "{url}");
    }
}

#[tokio::test]
async fn the_name_that_was_judged_is_the_name_that_is_sent() {
    let place = place().await;
    for (url, expected) in [
        ("https://ALLOWED.test./", "host: allowed.test\r\n"),
        ("https://allowed.test:8443/", "host: allowed.test:8443\r\n"),
        ("https://allowed.test/?x=%0d%0aHost:%20evil.test", "host: allowed.test\r\n"),
        ("http://93.184.215.14:8080/", "host: 93.184.215.14:8080\r\n"),
    ] {
        place.get(url).await.unwrap();
        let request = place.server.requests().remove(0);
        assert!(request.contains(expected), "{request}");
        assert_eq!(request.to_lowercase().matches("\r\nhost:").count(), 1, "{request}");
    }
    // A server that proves another name gets no request, whatever the name leads to.
    place.world.name("wrong-name.test", &[&["93.184.215.14"]]);
    let error = place.get("https://wrong-name.test/").await.unwrap_err();
    assert_eq!((error.code(), place.server.requests().len()), ("bad_certificate", 0));
}
