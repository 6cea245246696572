//! URLs and redirects that try to reach the inside of a network: none may dial what was not judged.
//!
//! Each row is tried with rules that allow every host, so that only the URL's spelling and the address stand in its way,
//! and where it says so with rules that allow one host only.

use std::fmt::Write as _;

use host_runner::network::Hosts;

use crate::attempts::{INSIDE, LOOK_ALIKES, REDIRECTED, SPELT, UNREADABLE, hop, script};
use crate::rules::Rules;
use crate::world::PUBLIC;
use crate::{Place, snapshot};

async fn place() -> Place {
    let place = Place::new(script).await;
    place.world.name_the_inside();
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
            let url = hop("allowed.test", to);
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
    let url = hop("allowed.test", "/page");
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
