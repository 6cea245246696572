//! Searches: answers as the engines send them, and what is made of them.

use std::fmt::Write as _;
use std::sync::Arc;

use host_runner::network::Hosts;
use host_runner::web::search::{
    Brave, DuckDuckGo, SearXng, SearchEngine, SearchError, SearchRequest, Searched,
};
use host_runner::web::{Client, PageReader};

use crate::rules::Rules;
use crate::server::{Server, Step, answer, redirect};
use crate::world::World;
use crate::{authority, snapshot};

const KEY: &str = "BSA-secret-key";

const BRAVE: &str = include_str!("recorded/brave.json");
const SEARXNG: &str = include_str!("recorded/searxng.json");
const DUCKDUCKGO: &str = include_str!("recorded/duckduckgo.json");

fn brave() -> Brave {
    Brave::new(|name| (name == "BRAVE_SEARCH_API_KEY").then(|| format!("{KEY}\n"))).unwrap()
}

struct Place {
    server: Server,
    world: World,
    client: Client,
}

impl Place {
    async fn new(steps: Vec<Step>) -> Self {
        let server = Server::start(authority::acceptor(), move |_, _| steps.clone()).await;
        let world = World::around(&server);
        for name in ["api.search.brave.com", "api.duckduckgo.com"] {
            world.name(name, &[&["1.2.3.4"]]);
        }
        world.name("searx.test", &[&["10.0.0.7"]]);
        let client = Client::new(
            Hosts::default(),
            Arc::new(world.clone()),
            &authority::trusting(),
            Arc::new(PageReader),
        );
        Self { server, world, client }
    }

    async fn search(
        &self,
        engine: &dyn SearchEngine,
        request: SearchRequest<'_>,
    ) -> Result<Searched, SearchError> {
        self.client.search(request, engine, &Rules::allowing(&["*"])).await
    }
}

fn json(body: &str) -> Vec<Step> {
    answer("200 OK", &[("Content-Type", "application/json")], body.as_bytes())
}

fn drawn(searched: &Searched) -> String {
    let nonce = searched.result.split("nonce=\"").nth(1).map_or("", |rest| &rest[..16]);
    searched.result.replace(nonce, "NONCE")
}

#[tokio::test]
async fn each_engine_is_asked_and_read_in_its_own_way() {
    let searxng = SearXng::new("http://searx.test:8080/sub").unwrap();
    let duckduckgo = DuckDuckGo::new().unwrap();
    let mut told = String::new();
    for (engine, recorded) in
        [(&brave() as &dyn SearchEngine, BRAVE), (&searxng, SEARXNG), (&duckduckgo, DUCKDUCKGO)]
    {
        let place = Place::new(json(recorded)).await;
        let found = place.search(engine, SearchRequest::new("rust  async <runtime>")).await.unwrap();
        let request = place.server.requests().remove(0).replace("\r\n", "\n");
        writeln!(told, "{request}{}\n", drawn(&found)).unwrap();
        assert!(!found.result.contains(KEY) && !format!("{engine:?}").contains(KEY));
    }
    snapshot("engines", &told);
}

#[tokio::test]
async fn domains_hold_whatever_the_engine_answers() {
    let place = Place::new(json(BRAVE)).await;
    let urls = async |allowed: &[&str], blocked: &[&str]| {
        let texts = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect::<Vec<_>>();
        let (allowed_domains, blocked_domains) = (&*texts(allowed), &*texts(blocked));
        let request = SearchRequest { allowed_domains, blocked_domains, ..SearchRequest::new("rust") };
        let found = place.search(&brave(), request).await.unwrap();
        found.results.into_iter().map(|hit| hit.url).collect::<Vec<_>>()
    };
    assert_eq!(
        urls(&["tokio.rs"], &[]).await,
        ["https://tokio.rs/tokio/tutorial", "https://docs.tokio.rs/x"]
    );
    assert_eq!(urls(&["docs.tokio.rs", "nowhere.test"], &[]).await, ["https://docs.tokio.rs/x"]);
    assert_eq!(urls(&["nowhere.test"], &[]).await, Vec::<String>::new());
    let rest = urls(&[], &["tokio.rs", "evil.test"]).await;
    assert!(rest.contains(&"https://evil-tokio.rs/".to_owned()), "{rest:?}");
    assert!(!rest.iter().any(|url| url.contains("//tokio.rs") || url.contains("docs.tokio.rs")), "{rest:?}");
}

#[tokio::test]
async fn a_result_is_a_page_and_has_no_more_text_than_is_seen() {
    let place = Place::new(json(BRAVE)).await;
    let request = SearchRequest { num_results: 20, ..SearchRequest::new("rust") };
    let found = place.search(&brave(), request).await.unwrap();
    assert!(found.results.iter().all(|hit| hit.url.starts_with("http")));
    assert!(found.results.iter().all(|hit| !hit.snippet.contains(['\u{200b}', '\u{202e}', '\n'])));
    let two =
        place.search(&brave(), SearchRequest { num_results: 2, ..SearchRequest::new("rust") }).await.unwrap();
    assert_eq!(two.results, found.results[..2]);
}

#[tokio::test]
async fn what_an_engine_refuses_is_a_sentence() {
    let searxng = SearXng::new("http://searx.test:8080").unwrap();
    let duckduckgo = DuckDuckGo::new().unwrap();
    let status = |status: &str| answer(status, &[("Content-Type", "application/json")], b"{}");
    let mut told = String::new();
    for (engine, steps) in [
        (&brave() as &dyn SearchEngine, status("401 Unauthorized")),
        (&brave(), status("422 Unprocessable Entity")),
        (&brave(), status("429 Too Many Requests")),
        (&brave(), status("500 Internal Server Error")),
        (&brave(), json("[]")),
        (&brave(), json("{")),
        (&brave(), Vec::new()),
        (&searxng, status("403 Forbidden")),
        (&searxng, answer("200 OK", &[("Content-Type", "text/html")], b"\n<!doctype html>")),
        (&searxng, redirect("302 Found", "http://169.254.169.254/")),
        (&duckduckgo, status("202 Accepted")),
        (&duckduckgo, answer("202 Accepted", &[], b"<html>prove that you are human")),
    ] {
        let place = Place::new(steps).await;
        match place.search(engine, SearchRequest::new("rust")).await {
            Ok(found) => writeln!(told, "nothing: {}", found.result).unwrap(),
            Err(error) => writeln!(told, "{}: {error}", error.code()).unwrap(),
        }
        assert!(place.world.dialled().len() <= 1, "nothing is followed");
    }
    for error in [
        Brave::new(|_| None).unwrap_err(),
        Brave::new(|_| Some(" ".to_owned())).unwrap_err(),
        Brave::new(|_| Some(format!("{KEY}\n{KEY}"))).unwrap_err(),
        SearXng::new("searx.test").unwrap_err(),
        SearXng::new("https://user:hunter2@searx.test").unwrap_err(),
    ] {
        writeln!(told, "{}: {error}", error.code()).unwrap();
    }
    assert!(!told.contains(KEY) && !told.contains("hunter2"));
    snapshot("searches_refused", &told);
}

#[tokio::test]
async fn odd_answers_are_read_as_far_as_they_go() {
    let duckduckgo = DuckDuckGo::new().unwrap();
    let searxng = SearXng::new("http://searx.test:8080").unwrap();
    for (engine, body) in [
        (&brave() as &dyn SearchEngine, "{}"),
        (&brave(), r#"{"web":null}"#),
        (
            &brave(),
            r#"{"web":{"results":[null,7,{"title":"no url"},{"url":7},{"url":"javascript:alert(1)"}]}}"#,
        ),
        (&searxng, r#"{"results":{}}"#),
        (
            &duckduckgo,
            r#"{"Heading":"","AbstractURL":"https://a.test/","Infobox":"","RelatedTopics":[{"Topics":7}]}"#,
        ),
    ] {
        let found = Place::new(json(body)).await.search(engine, SearchRequest::new("rust")).await.unwrap();
        assert!(found.results.is_empty() && found.result.starts_with("no results; "), "{body}");
    }
}

#[tokio::test]
async fn nothing_is_sent_before_the_verdict() {
    let place = Place::new(json(BRAVE)).await;
    let asks = Rules::default();
    let request = SearchRequest::new("rust");
    let asked = place.client.search(request, &brave(), &asks).await.unwrap_err();
    let approved = SearchRequest { is_approved: true, ..SearchRequest::new("forbidden rust") };
    let denied = place.client.search(approved, &brave(), &asks).await.unwrap_err();
    assert_eq!((asked.code(), denied.code()), ("asks", "denied"));
    assert_eq!((place.world.resolved(), place.world.dialled()), (Vec::new(), Vec::new()));
    let approved = SearchRequest { is_approved: true, ..request };
    assert!(place.client.search(approved, &brave(), &asks).await.is_ok());
}

#[tokio::test]
async fn an_engine_in_the_private_network_is_one_that_the_settings_name() {
    let place = Place::new(json(SEARXNG)).await;
    let searxng = SearXng::new("http://searx.test:8080").unwrap();
    assert!(place.search(&searxng, SearchRequest::new("rust")).await.is_ok());
    assert_eq!(place.world.dialled(), ["10.0.0.7:8080"]);
    for (site, reached) in
        [("http://127.0.0.1:8888", "127.0.0.1:8888"), ("http://localhost:8888", "127.0.0.1:8888")]
    {
        place.world.name("localhost", &[&["127.0.0.1"]]);
        let searxng = SearXng::new(site).unwrap();
        assert!(place.search(&searxng, SearchRequest::new("rust")).await.is_ok(), "{site}");
        assert_eq!(place.world.dialled(), [reached]);
    }
    // The hosts of the others are fixed, so they are never private.
    place.world.name("api.search.brave.com", &[&["10.0.0.7"]]);
    let refused = place.search(&brave(), SearchRequest::new("rust")).await.unwrap_err();
    assert_eq!(refused.code(), "address_refused");
}
