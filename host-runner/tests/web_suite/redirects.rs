//! Redirects: each hop has a verdict of its own.

use std::fmt::Write as _;

use host_runner::web::{FetchError, FetchRequest};
use url::Url;

use crate::rules::Rules;
use crate::server::{Step, answer, redirect, text};
use crate::{Place, inside, snapshot};

/// `/N` redirects to the number below it, `/0` is a page.
fn countdown(_: &str, path: &str) -> Vec<Step> {
    match path[1..].parse::<u32>().unwrap() {
        0 => text("there"),
        number => redirect("302 Found", &format!("/{}", number - 1)),
    }
}

#[tokio::test]
async fn ten_redirects_are_followed_and_the_eleventh_is_not() {
    let place = Place::new(countdown).await;
    let page = place.get("https://allowed.test/10").await.unwrap();
    assert_eq!((inside(&page.result), page.url.path()), ("there", "/0"));
    assert_eq!(place.server.requests().len(), 11);
    let error = place.get("https://other.test/11").await.unwrap_err();
    assert_eq!(error.code(), "too_many_redirects");
    assert_eq!(place.server.requests().len(), 11, "the eleventh hop is not requested");
}

#[tokio::test]
async fn each_status_of_a_redirect_is_followed_by_a_get() {
    let place = Place::new(|_, path| match path {
        "/page" => text("there"),
        status => redirect(&format!("{} Moved", &status[1..]), "page"),
    })
    .await;
    for status in [301, 302, 303, 307, 308] {
        let page = place.get(&format!("https://allowed.test/{status}")).await.unwrap();
        assert_eq!(inside(&page.result), "there", "{status}");
    }
    assert!(place.server.requests().iter().all(|request| request.starts_with("GET ")));
}

#[tokio::test]
async fn a_location_is_read_as_the_standard_of_urls_says() {
    let place = Place::new(|_, path| match path.split('?').next().unwrap() {
        "/a/relative" => redirect("302 Found", "b"),
        "/a/absolute" => redirect("302 Found", "/b"),
        "/a/query" => redirect("302 Found", "?q"),
        "/a/protocol-relative" => redirect("302 Found", "//other.test/b"),
        "/a/whole" => redirect("302 Found", "https://other.test/b#fragment"),
        "/a/capitals" => redirect("302 Found", "HTTPS://OTHER.test./b"),
        _ => text("there"),
    })
    .await;
    for (path, expected) in [
        ("relative", "https://allowed.test/a/b"),
        ("absolute", "https://allowed.test/b"),
        ("protocol-relative", "https://other.test/b"),
        ("whole", "https://other.test/b"),
        ("capitals", "https://other.test/b"),
    ] {
        let page = place.get(&format!("https://allowed.test/a/{path}")).await.unwrap();
        assert_eq!(page.url.as_str(), expected, "{path}");
    }
    let circle = place.get("https://allowed.test/a/query").await.unwrap_err();
    assert_eq!(circle.code(), "redirect_loop");
}

#[tokio::test]
async fn a_redirect_to_what_is_not_allowed_is_reported_and_not_followed() {
    let place = Place::new(|_, path| match path {
        "/same" => redirect("301 Moved Permanently", "/page"),
        "/www" => redirect("301 Moved Permanently", "https://www.allowed.test/"),
        "/asks" => redirect("302 Found", "https://other.test/b"),
        "/denied" => redirect("302 Found", "https://third.test/b"),
        "/metadata" => redirect("302 Found", "https://169.254.169.254/latest/"),
        _ => text("there"),
    })
    .await;
    let rules = Rules::allowing(&["allowed.test"]).denying(&["third.test"]);
    assert_eq!(inside(&place.get_by("https://allowed.test/same", &rules).await.unwrap().result), "there");
    place.world.dialled();
    let mut told = String::new();
    for path in ["www", "asks", "denied", "metadata"] {
        let page = place.get_by(&format!("https://allowed.test/{path}"), &rules).await.unwrap();
        assert_eq!(place.world.dialled(), ["93.184.215.14:443"], "{path}");
        let redirect = page.redirect.unwrap();
        assert!(!redirect.allowed);
        writeln!(
            told,
            "{} {} {}\n  {}\n  {}\n",
            page.code, page.code_text, page.url, redirect.to, page.result
        )
        .unwrap();
    }
    assert_eq!(place.world.resolved().iter().filter(|name| *name != "allowed.test").count(), 0);
    snapshot("redirects_reported", &told);
    let followed =
        place.get_by("https://allowed.test/asks", &Rules::allowing(&["allowed.test", "other.test"])).await;
    assert_eq!(followed.unwrap().url.as_str(), "https://other.test/b");
}

#[tokio::test]
async fn a_bad_redirect_is_an_error() {
    let place = Place::new(|_, path| match path {
        "/plain" => redirect("302 Found", "http://allowed.test/"),
        "/plain-port" => redirect("302 Found", "http://allowed.test:8080/"),
        "/file" => redirect("302 Found", "file:///etc/passwd"),
        "/userinfo" => redirect("302 Found", "https://allowed.test@evil.test/"),
        "/none" => redirect("302 Found", "https://"),
        "/several" => answer("302 Found", &[("Location", "/a"), ("Location", "/b")], b""),
        "/circle" => redirect("302 Found", "/circle"),
        "/there" => redirect("302 Found", "/back"),
        _ => redirect("302 Found", "/there"),
    })
    .await;
    let mut told = String::new();
    for path in ["plain", "plain-port", "file", "userinfo", "none", "several", "circle", "there"] {
        let error = place.get(&format!("https://allowed.test/{path}")).await.unwrap_err();
        writeln!(told, "/{path}\n  {}: {error}", error.code()).unwrap();
    }
    snapshot("bad_redirects", &told);
}

#[tokio::test]
async fn a_redirect_without_a_location_is_a_page() {
    let place =
        Place::new(|_, _| answer("302 Found", &[("Content-Type", "text/plain")], b"moved, somewhere")).await;
    let page = place.get("https://allowed.test/").await.unwrap();
    assert_eq!((page.code, inside(&page.result), page.redirect), (302, "moved, somewhere", None));
}

#[tokio::test]
async fn a_yes_counts_for_one_url_and_names_no_host() {
    let place = Place::new(|_, path| match path {
        "/away" => redirect("302 Found", "/page"),
        _ => text("there"),
    })
    .await;
    place.world.name("intranet.test", &[&["10.0.0.5"]]);
    let rules = Rules::default();
    let fetch = async |url: &str, approved: Option<&Url>| {
        place.client.fetch(FetchRequest { url, prompt: None, approved }, &rules).await
    };
    // The URL to approve is the one that would be requested.
    let Err(FetchError::Asks { url: asked, .. }) = fetch("http://allowed.test/away#x", None).await else {
        panic!("it asks")
    };
    assert_eq!(asked.as_str(), "https://allowed.test/away");
    assert_eq!(place.world.dialled(), Vec::<String>::new());
    let page = fetch("http://allowed.test/away", Some(&asked)).await.unwrap();
    assert_eq!(page.redirect.unwrap().to.as_str(), "https://allowed.test/page");
    assert_eq!(fetch("https://allowed.test/away?b", Some(&asked)).await.unwrap_err().code(), "asks");
    for url in ["https://intranet.test/", "http://localhost:3000/", "http://10.0.0.5:8080/"] {
        let url = Url::parse(url).unwrap();
        let refused = fetch(url.as_str(), Some(&url)).await.unwrap_err();
        assert!(["address_refused", "name_not_resolved"].contains(&refused.code()), "{url}: {refused}");
    }
    let denying = Rules::default().denying(&["allowed.test"]);
    let request = FetchRequest { url: asked.as_str(), prompt: None, approved: Some(&asked) };
    assert_eq!(place.client.fetch(request, &denying).await.unwrap_err().code(), "denied");
}

#[tokio::test]
async fn plain_http_is_for_hosts_that_are_meant_by_it() {
    let place = Place::new(|_, _| text("there")).await;
    place.world.name("localhost", &[&["127.0.0.1"]]);
    let named = Rules::allowing(&["*"]).naming(&["other.test", "third.test:80", "localhost"]);
    for (url, expected) in [
        ("http://allowed.test/", "https://allowed.test/"),
        ("http://other.test/", "https://other.test/"),
        ("http://third.test/", "http://third.test/"),
        ("http://allowed.test:8080/", "http://allowed.test:8080/"),
        ("http://localhost/", "http://localhost/"),
    ] {
        assert_eq!(place.get_by(url, &named).await.unwrap().url.as_str(), expected);
    }
    let denied = Rules::allowing(&["*"]).denying(&["allowed.test"]);
    assert_eq!(place.get_by("http://allowed.test/", &denied).await.unwrap_err().code(), "denied");
}
