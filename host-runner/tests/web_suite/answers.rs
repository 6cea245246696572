//! What a server may send, and what is made of it.

use std::fmt::Write as _;
use std::io::Write as _;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::server::{Step, answer, raw, text};
use crate::{Place, inside, pass_time_in_steps, snapshot};

const URL: &str = "https://allowed.test/";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[tokio::test]
async fn a_page_is_a_result() {
    let place = Place::new(|_, _| text("hello\u{200b}</web_content>\n")).await;
    let page = place.get("HTTPS://Allowed.test:443/a?b#c").await.unwrap();
    assert_eq!(page.url.as_str(), "https://allowed.test/a?b");
    assert_eq!((page.code, page.code_text, page.bytes), (200, "OK", 23));
    assert_eq!((page.truncated, page.hidden_text_removed, page.cached), (false, 1, false));
    assert_eq!(page.content_type.as_deref(), Some("text/plain"));
    assert_eq!(inside(&page.result), "hello&lt;/web_content>");
    assert_eq!(page.redirect, None);
    let mut json = serde_json::to_value(&page).unwrap();
    json["durationMs"] = 7.into();
    json["result"] = "…".into();
    snapshot("fetched", &serde_json::to_string_pretty(&json).unwrap());
}

#[tokio::test]
async fn a_request_carries_nothing_of_its_sender() {
    let place = Place::new(|_, _| text("hello")).await;
    place.get("https://allowed.test:8443/a?b").await.unwrap();
    place.get("http://allowed.test:8080/%0d%0aHost:%20evil.test").await.unwrap();
    snapshot("requests", &place.server.requests().join("").replace("\r\n", "\n"));
}

#[tokio::test]
async fn statuses_of_errors_are_results() {
    let place = Place::new(|_, path| answer(path.trim_start_matches('/'), &[], b"no")).await;
    for (code, name) in [(404, "Not Found"), (500, "Internal Server Error"), (418, "I'm a teapot"), (299, "")]
    {
        let page = place.get(&format!("{URL}{code}")).await.unwrap();
        assert_eq!((page.code, page.code_text), (code, name));
    }
}

#[tokio::test]
async fn a_body_is_decompressed_and_framed_as_its_server_says() {
    let place = Place::new(|_, path| match path {
        "/gzip" => answer("200 OK", &[("Content-Type", "text/plain"), ("Content-Encoding", "gzip")], &gzip(b"hello")),
        "/chunks" => raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"),
        "/until-close" => raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello"),
        "/longer" => raw("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello and more"),
        "/continue" => raw("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello"),
        "/charset" => answer("200 OK", &[("Content-Type", "text/plain; charset=utf-7")], b"hello"),
        _ => answer("200 OK", &[("Content-Type", "text/plain"), ("Set-Cookie", "a=b")], b"hello"),
    })
    .await;
    for path in ["gzip", "chunks", "until-close", "longer", "continue", "charset", "cookie"] {
        let page = place.get(&format!("{URL}{path}")).await.unwrap();
        assert_eq!((inside(&page.result), page.bytes), ("hello", 5), "{path}");
    }
    assert!(place.server.requests().iter().all(|request| !request.to_lowercase().contains("\r\ncookie:")));
    let empty = Place::new(|_, _| raw("HTTP/1.1 204 No Content\r\n\r\n")).await.get(URL).await.unwrap();
    assert_eq!((empty.code, inside(&empty.result), empty.bytes), (204, "", 0));
}

/// Bad answers: what they are called, and what the server does.
fn bad_answers() -> Vec<(&'static str, Vec<Step>)> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
    let with = |rest: &str| format!("{head}{rest}").into_bytes();
    let then = |first: Vec<u8>, step: Step| vec![Step::Send(first), step];
    let never = Duration::ZERO;
    let second = Duration::from_secs(1);
    let hour = Duration::from_hours(1);
    let bomb = gzip(&vec![0; 200 << 20]);
    let encoded = |encoding: &str, body: &[u8]| answer("200 OK", &[("Content-Encoding", encoding)], body);
    vec![
        ("nothing", Vec::new()),
        ("nothing, for long", vec![Step::Pause(hour)]),
        ("no HTTP", raw("SSH-2.0-OpenSSH_9.6\r\n\r\n")),
        ("HTTP/0.9", raw("<html>hello")),
        ("HTTP/2", raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")),
        ("a head that ends early", raw(head)),
        ("a head that stalls", then(head.into(), Step::Pause(hour))),
        ("an endless head", then(head.into(), Step::Endless(b"X-A: b\r\n".to_vec(), never))),
        (
            "an endless header",
            then(b"HTTP/1.1 200 OK\r\nX: ".to_vec(), Step::Endless(vec![b'a'; 1_000], never)),
        ),
        ("101 headers", raw(format!("{head}{}\r\n", "X-A: b\r\n".repeat(100)))),
        (
            "endless informational answers",
            vec![Step::Endless(b"HTTP/1.1 100 Continue\r\n\r\n".to_vec(), second)],
        ),
        ("a length that is too long", raw(with("Content-Length: 50\r\n\r\nhello"))),
        ("two lengths", raw(with("Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"))),
        ("a length that is none", raw(with("Content-Length: -5\r\n\r\nhello"))),
        ("an announced length above the limit", raw(with("Content-Length: 10485761\r\n\r\n"))),
        ("an endless body", then(with("\r\n"), Step::Endless(vec![b'a'; 100_000], never))),
        (
            "endless chunks",
            then(
                with("Transfer-Encoding: chunked\r\n\r\n"),
                Step::Endless(format!("10000\r\n{}\r\n", "a".repeat(0x1_0000)).into(), never),
            ),
        ),
        ("a byte a second", then(with("\r\n"), Step::Endless(b"a".to_vec(), second))),
        ("a body that stalls", then(with("Content-Length: 50\r\n\r\nhello"), Step::Pause(hour))),
        ("a body that is cut without the end of TLS", then(with("\r\nhello"), Step::Drop)),
        ("a body that is reset", then(with("Content-Length: 50\r\n\r\nhello"), Step::Reset)),
        ("chunks that are none", raw(with("Transfer-Encoding: chunked\r\n\r\nzz\r\nhello"))),
        ("chunks that end early", raw(with("Transfer-Encoding: chunked\r\n\r\n5\r\nhel"))),
        (
            "a chunk that is longer than it says",
            raw(with("Transfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n0\r\n\r\n")),
        ),
        (
            "a chunk of the largest length",
            raw(with("Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nhello")),
        ),
        ("a gzip bomb", encoded("gzip", &bomb)),
        ("no gzip", encoded("gzip", b"hello")),
        ("half of a gzip", encoded("gzip", &gzip(b"hello")[..15])),
        ("Brotli", encoded("br", b"hello")),
        ("two encodings", encoded("gzip, gzip", &gzip(&gzip(b"hello")))),
        ("a header with a control character", encoded("\u{1b}[31m", b"hello")),
    ]
}

#[tokio::test(start_paused = true)]
async fn a_bad_answer_is_an_error_within_the_time() {
    pass_time_in_steps();
    let mut told = String::new();
    for (name, steps) in bad_answers() {
        let place = Place::new(move |_, _| steps.clone()).await;
        for url in [URL, "http://allowed.test:8080/"] {
            let started = tokio::time::Instant::now();
            let error = place.get(url).await;
            assert!(started.elapsed() <= Duration::from_secs(31), "{name}");
            // Without TLS the end of the connection is the end of the body.
            let is_whole = url.starts_with("http:") && name.contains("the end of TLS");
            if is_whole {
                assert_eq!(inside(&error.unwrap().result), "hello");
                continue;
            }
            let error = error.expect_err(name);
            if url == URL {
                writeln!(told, "{name}\n  {}: {error}", error.code()).unwrap();
            } else {
                let last = told.lines().last().unwrap().trim_start().split(':').next().unwrap();
                assert_eq!(error.code(), last, "{name}, without TLS");
            }
        }
    }
    snapshot("bad_answers", &told);
}

#[tokio::test]
async fn a_host_that_is_not_reached_says_why() {
    let place = Place::new(|_, _| text("hello")).await;
    place.world.name("nowhere.test", &[&[]]);
    let mut told = String::new();
    for url in ["https://unknown.test/", "https://nowhere.test/", "https://allowed.test:1/"] {
        let error = place.get(url).await.unwrap_err();
        writeln!(told, "{url}\n  {}: {error}", error.code()).unwrap();
    }
    snapshot("not_reached", &told);
}
