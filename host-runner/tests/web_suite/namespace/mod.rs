//! The attempts of `ssrf`, by the program itself in a network of the kernel's: every address has a server that answers, names
//! are asked of a name server, and what leaves the program is seen on the wire.
//!
//! Each test starts itself again in namespaces of its own, as any user can.

mod names;
mod network;
mod wire;

use std::collections::BTreeSet;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::process::Command;

use serde_json::Value;

use crate::attempts::{INSIDE, LOOK_ALIKES, REDIRECTED, SPELT, UNREADABLE, hop};
use crate::authority;
use crate::world::{OWN, PUBLIC};
use network::Network;

/// Rules that allow every page.
const EVERYWHERE: &str = r#"{"permissions":{"allow":["WebFetch"]}}"#;

/// Rules that allow every page, and name the public hosts, so that no long text in their URLs asks.
const PUBLIC_NAMED: &str = r#"{"permissions":{"allow":["WebFetch","WebFetch(domain:allowed.test)",
    "WebFetch(domain:other.test)","WebFetch(domain:third.test)"]}}"#;

/// Rules that allow the pages of one host.
const ONE: &str = r#"{"permissions":{"allow":["WebFetch(domain:allowed.test)"]}}"#;

/// Where `allowed.test` is.
const ALLOWED: &str = "93.184.215.14:443";

/// A person's home in the network, with settings.
struct Person<'n> {
    network: &'n Network,
    home: tempfile::TempDir,
    /// What the person says beforehand.
    says: &'static [&'static str],
}

impl<'n> Person<'n> {
    fn with(network: &'n Network, settings: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("settings.json"), settings).unwrap();
        fs::write(home.path().join("authority.pem"), authority::pem()).unwrap();
        network.wire.destinations();
        network.world.resolved();
        Self { network, home, says: &[] }
    }

    /// The same, who says yes to whatever asks.
    fn saying_yes(self) -> Self {
        Self { says: &["--yes"], ..self }
    }

    /// What became of `url`, as the fake world of `ssrf` says it, and where the program sent anything.
    fn fetch(&self, url: &str) -> (String, Vec<String>) {
        let home = self.home.path();
        let output = Command::new(env!("CARGO_BIN_EXE_shellgate"))
            .env_clear()
            .env("HOME", home)
            .env("SSL_CERT_FILE", home.join("authority.pem"))
            .args(["fetch", "--json", "--policy"])
            .arg(home.join("settings.json"))
            .args(self.says)
            .args(["--", url])
            .current_dir(home)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let answer: Value = serde_json::from_str(&said)
            .unwrap_or_else(|_| panic!("{url:?}: {said}{}", String::from_utf8_lossy(&output.stderr)));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let became = if let Some(error) = answer.get("error") {
            text(&error["code"])
        } else if let Some(redirect) = answer.get("redirect") {
            format!("not sent on to {}", text(&redirect["to"]))
        } else {
            format!("{} of {}", answer["code"], text(&answer["url"]))
        };
        (became, self.network.wire.destinations())
    }

    /// That `url` becomes an error before anything is sent, and no name is asked for; the code.
    fn is_refused_unheard(&self, url: &str) -> String {
        let (became, reached) = self.fetch(url);
        assert_eq!(reached, [""; 0], "{url:?} {became}");
        assert_eq!(self.network.world.resolved(), [""; 0], "{url:?} {became}");
        became
    }
}

/// What an address says on a port, if anybody is there.
fn heard(address: SocketAddr) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    Some(answer)
}

#[test]
fn without_a_judge_the_inside_can_be_reached() {
    let Some(network) = Network::of("without_a_judge_the_inside_can_be_reached") else { return };
    let public = PUBLIC.iter().map(|(_, address)| *address);
    let mut unreachable = BTreeSet::new();
    for address in INSIDE.iter().flat_map(|(_, addresses)| *addresses).copied().chain(public).chain([OWN]) {
        let to = SocketAddr::new(address.parse::<IpAddr>().unwrap(), 8080);
        match heard(to) {
            Some(answer) => assert!(answer.ends_with("secret"), "{address}: {answer}"),
            None => {
                unreachable.insert(address);
            }
        }
        let sent = network.wire.destinations();
        assert_eq!(sent.is_empty(), unreachable.contains(address), "{address}: {sent:?}");
    }
    // The kernel connects to no group of hosts, and to a link-local address only over an interface that is named.
    let groups = ["224.0.0.251", "255.255.255.255", "fe80::1", "ff02::1"];
    assert_eq!(unreachable, BTreeSet::from(groups));
}

#[test]
fn a_name_that_leads_inside_reaches_no_server() {
    let Some(network) = Network::of("a_name_that_leads_inside_reaches_no_server") else { return };
    network.world.name_the_inside();
    let person = Person::with(&network, EVERYWHERE).saying_yes();
    for (name, _) in INSIDE {
        for url in [format!("https://{name}/"), format!("http://{name}:8080/")] {
            let (became, reached) = person.fetch(&url);
            assert_eq!(reached, [""; 0], "{url}: {became}");
            // The name of a cloud's metadata is known before it is resolved.
            assert!(["address_refused", "denied"].contains(&&*became), "{url}: {became}");
        }
    }
}

#[test]
fn an_address_reaches_no_server_however_it_is_spelt() {
    let Some(network) = Network::of("an_address_reaches_no_server_however_it_is_spelt") else { return };
    network.world.name_the_inside();
    let person = Person::with(&network, EVERYWHERE).saying_yes();
    // No argument of a program has a zero character.
    for url in SPELT.into_iter().chain(UNREADABLE).filter(|url| !url.contains('\0')) {
        let (became, reached) = person.fetch(url);
        assert_eq!(reached, [""; 0], "{url:?} {became}");
        assert!(
            ["bad_url", "address_refused", "denied", "name_not_resolved"].contains(&&*became),
            "{url:?} {became}"
        );
    }
    for url in UNREADABLE.into_iter().filter(|url| !url.contains('\0')) {
        assert_eq!(person.is_refused_unheard(url), "bad_url", "{url:?}");
    }
}

#[test]
fn a_host_that_looks_like_an_allowed_one_is_not_even_asked_for() {
    let Some(network) = Network::of("a_host_that_looks_like_an_allowed_one_is_not_even_asked_for") else {
        return;
    };
    let person = Person::with(&network, ONE);
    for url in LOOK_ALIKES {
        let became = person.is_refused_unheard(url);
        // A name without a dot is one of an own network.
        assert!(["asks", "denied"].contains(&&*became), "{url}: {became}");
    }
    for url in ["https://ALLOWED.test/", "https://allowed.test./", "http://allowed.test/"] {
        let (became, reached) = person.fetch(url);
        assert_eq!(became, "200 of https://allowed.test/", "{url}");
        assert_eq!(reached, [ALLOWED], "{url}");
    }
}

#[test]
fn an_open_redirect_reaches_no_server_inside() {
    let Some(network) = Network::of("an_open_redirect_reaches_no_server_inside") else { return };
    network.world.name_the_inside();
    for (settings, is_yes) in [(EVERYWHERE, true), (ONE, false)] {
        let person = Person::with(&network, settings);
        let person = if is_yes { person.saying_yes() } else { person };
        for to in REDIRECTED {
            let (became, reached) = person.fetch(&hop("allowed.test", to));
            assert_eq!(reached, [ALLOWED], "{to}: {became}");
            assert!(!became.starts_with("200"), "{to}: {became}");
        }
    }
}

#[test]
fn every_link_of_a_chain_is_judged() {
    let Some(network) = Network::of("every_link_of_a_chain_is_judged") else { return };
    network.world.name_the_inside();
    let (other, third) = ("93.184.216.34:443", "1.2.3.4:443");
    let two = hop("allowed.test", &hop("other.test", "https://169.254.169.254/"));
    let three = hop("allowed.test", &hop("other.test", &hop("third.test", "https://ten.test/")));
    let plain = hop("allowed.test", &hop("other.test", "http://third.test/"));
    let back = hop("allowed.test", &hop("other.test", "https://allowed.test/"));
    for (settings, url, expected, reached) in [
        (PUBLIC_NAMED, &two, "not sent on to https://169.254.169.254/", &[ALLOWED, other][..]),
        (PUBLIC_NAMED, &three, "address_refused", &[ALLOWED, other, third]),
        (PUBLIC_NAMED, &plain, "redirect_not_encrypted", &[ALLOWED, other]),
        (PUBLIC_NAMED, &back, "200 of https://allowed.test/", &[ALLOWED, other, ALLOWED]),
        (ONE, &three, "not sent on to https://other.test/to?", &[ALLOWED]),
        (ONE, &back, "not sent on to https://other.test/to?", &[ALLOWED]),
    ] {
        let (became, sent) = Person::with(&network, settings).fetch(url);
        assert!(became.starts_with(expected), "{url}: {became}");
        assert_eq!(sent, reached, "{url}: {became}");
    }
}

#[test]
fn a_name_that_changes_its_address_is_judged_by_the_one_that_is_dialled() {
    let Some(network) = Network::of("a_name_that_changes_its_address_is_judged_by_the_one_that_is_dialled")
    else {
        return;
    };
    let (public, other) = ("93.184.215.14", "93.184.216.34");
    let here = hop("allowed.test", "/page");
    for (answers, url, expected, reached) in [
        // The second answer is that of the second connection, and of nothing else.
        (
            &[&[public][..], &["127.0.0.1"]][..],
            "https://allowed.test/",
            "200 of https://allowed.test/",
            &[ALLOWED][..],
        ),
        (&[&[public], &["127.0.0.1"]], &here, "address_refused", &[ALLOWED]),
        (&[&[public], &["10.0.0.5", "::1", "fd00:ec2::254"]], &here, "address_refused", &[ALLOWED]),
        (&[&[public], &[other]], &here, "200 of https://allowed.test/page", &[ALLOWED, "93.184.216.34:443"]),
        (&[&["127.0.0.1"], &[public]], "https://allowed.test/", "address_refused", &[]),
        // One public address among others, of one kind and of both.
        (
            &[&["127.0.0.1", public, "10.0.0.5", "169.254.169.254"]],
            "https://allowed.test/",
            "200 of https://allowed.test/",
            &[ALLOWED],
        ),
        (
            &[&["::1", "fd00::1", "::ffff:10.0.0.5", public]],
            "https://allowed.test/",
            "200 of https://allowed.test/",
            &[ALLOWED],
        ),
    ] {
        network.world.name("allowed.test", answers);
        let (became, sent) = Person::with(&network, EVERYWHERE).saying_yes().fetch(url);
        assert_eq!(became, expected, "{url} {answers:?}");
        assert_eq!(sent, reached, "{url} {answers:?}: {became}");
    }
}

#[test]
fn only_the_settings_open_the_inside_and_only_as_far_as_they_name_it() {
    let Some(network) = Network::of("only_the_settings_open_the_inside_and_only_as_far_as_they_name_it")
    else {
        return;
    };
    network.world.name_the_inside();
    let named = r#"{"permissions":{"allow":["WebFetch","WebFetch(domain:ten.test)","WebFetch(domain:localhost:3000)",
        "WebFetch(domain:loopback.test)","WebFetch(domain:metadata.test)","WebFetch(domain:169.254.169.254:8080)",
        "WebFetch(domain:own.test)","WebFetch(domain:six-unique-local.test)","WebFetch(domain:*.nip.test)"]},
        "sandbox":{"network":{"allowedDomains":["127.0.0.1:8081","localhost:3001"]}}}"#;
    let person = Person::with(&network, named).saying_yes();
    for (url, expected) in [
        ("https://ten.test/", Some("10.0.0.5:443")),
        ("https://six-unique-local.test/", Some("[fd12:3456::1]:443")),
        ("http://localhost:3000/", Some("127.0.0.1:3000")),
        ("http://169.254.169.254:8080/", Some("169.254.169.254:8080")),
        // Another port, another host, the machine itself by a name, a wildcard.
        ("http://localhost:8080/", None),
        ("http://127.0.0.1:3000/", None),
        ("http://169.254.169.254/", None),
        ("http://169.254.169.254:8081/", None),
        ("https://loopback.test/", None),
        ("https://metadata.test/", None),
        ("https://own.test/", None),
        ("http://5.6.7.8:8080/", None),
        ("https://nineteen.test/", None),
        ("https://127.0.0.1.nip.test/", None),
        ("http://[::1]:3000/", None),
        ("http://[fe80::1]:8080/", None),
    ] {
        let (became, reached) = person.fetch(url);
        assert_eq!(reached.first().map(String::as_str), expected, "{url}: {became}");
        assert!(reached.len() <= 1, "{url}: {reached:?}");
        assert_eq!(became.starts_with("200"), expected.is_some(), "{url}: {became}");
    }
}

#[test]
fn the_classifier_and_the_hooks_are_asked_about_a_page_before_its_name_is_resolved() {
    let Some(network) =
        Network::of("the_classifier_and_the_hooks_are_asked_about_a_page_before_its_name_is_resolved")
    else {
        return;
    };
    network.world.name_the_inside();
    let settings = |hook: &str| {
        let allow = r#"grep -q '"command":"https://' && echo '{"decision":"allow"}'"#;
        let settings = serde_json::json!({
            "classifier": {"command": ["/bin/sh", "-c", allow], "asks": ["WEB_NO_RULE", "HOOK"], "timeout": 20},
            "hooks": {"PreToolUse": [{"matcher": "WebFetch", "hooks": [{"command": hook}]}]},
        });
        settings.to_string()
    };
    let page = "200 of https://allowed.test/";
    for (hook, url, expected, reached) in [
        ("true", "http://allowed.test/", page, &[ALLOWED][..]),
        // It is no one to open the inside, nor to follow a redirect.
        ("true", "https://ten.test/", "address_refused", &[]),
        ("true", "https://169.254.169.254/", "denied", &[]),
        ("true", "https://allowed.test/to?//other.test/", "not sent on to https://other.test/", &[ALLOWED]),
        ("exit 2", "https://allowed.test/", "denied", &[]),
        (r#"echo '{"decision":"ask"}'"#, "https://allowed.test/", "asks", &[]),
    ] {
        let (became, sent) = Person::with(&network, &settings(hook)).fetch(url);
        assert_eq!(
            (became.as_str(), sent.as_slice()),
            (expected, &*reached.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>()),
            "{hook} {url}"
        );
        assert_eq!(
            network.world.resolved().is_empty(),
            reached.is_empty() && !url.contains("ten"),
            "{hook} {url}"
        );
    }
}

#[test]
fn enough_is_tried() {
    let tried = 2 * INSIDE.len() + SPELT.len() + UNREADABLE.len() + LOOK_ALIKES.len() + 2 * REDIRECTED.len();
    assert!(tried >= 120, "{tried}");
}
