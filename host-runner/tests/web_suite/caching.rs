//! The cache of a session.

use std::time::Duration;

use crate::rules::Rules;
use crate::server::{answer, redirect, text};
use crate::{Place, inside};

#[tokio::test(start_paused = true)]
async fn a_page_that_is_read_again_is_requested_once() {
    let place = Place::new(|_, path| match path {
        "/away" => redirect("301 Moved Permanently", "/page"),
        _ => text("there"),
    })
    .await;
    assert!(!place.get("https://allowed.test/away").await.unwrap().cached);
    let again = place.get("http://allowed.test/away#part").await.unwrap();
    assert_eq!((again.cached, inside(&again.result), again.url.path()), (true, "there", "/page"));
    assert_eq!(place.server.requests().len(), 2);
    tokio::time::advance(Duration::from_mins(15)).await;
    assert!(!place.get("https://allowed.test/away").await.unwrap().cached);
    assert_eq!(place.server.requests().len(), 2);
}

#[tokio::test]
async fn the_verdict_comes_before_the_cache() {
    let place = Place::new(|_, path| match path {
        "/away" => redirect("301 Moved Permanently", "https://other.test/"),
        _ => text("there"),
    })
    .await;
    place.get("https://allowed.test/away").await.unwrap();
    let denied = Rules::allowing(&["*"]).denying(&["allowed.test"]);
    assert_eq!(place.get_by("https://allowed.test/away", &denied).await.unwrap_err().code(), "denied");
    // The way that was followed once is judged again.
    let narrower =
        place.get_by("https://allowed.test/away", &Rules::allowing(&["allowed.test"])).await.unwrap();
    assert_eq!(narrower.redirect.unwrap().to.as_str(), "https://other.test/");
}

#[tokio::test]
async fn what_the_settings_opened_is_closed_with_them() {
    let place = Place::new(|_, _| text("inside")).await;
    place.world.name("intranet.test", &[&["10.0.0.5"]]);
    let named = Rules::allowing(&["*"]).naming(&["intranet.test"]);
    assert_eq!(inside(&place.get_by("https://intranet.test/", &named).await.unwrap().result), "inside");
    assert_eq!(place.get("https://intranet.test/").await.unwrap_err().code(), "address_refused");
}

#[tokio::test]
async fn errors_and_what_its_server_wants_forgotten_are_not_kept() {
    let place = Place::new(|_, path| match path {
        "/no-store" => answer("200 OK", &[("Cache-Control", "private, NO-STORE")], b"x"),
        _ => answer("503 Service Unavailable", &[], b"later"),
    })
    .await;
    for path in ["no-store", "busy"] {
        let url = format!("https://allowed.test/{path}");
        assert!(!place.get(&url).await.unwrap().cached);
        assert!(!place.get(&url).await.unwrap().cached, "{path}");
    }
}
