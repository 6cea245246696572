//! The question about a page and about a search, on a real terminal, before a server of this machine.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};

use nix::pty::openpty;

use crate::place::Place;
use crate::terminal::{Asked, read_until};

/// A server that finds nothing, and the first line of each request.
fn server() -> (u16, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, requests) = channel();
    std::thread::spawn(move || {
        for client in listener.incoming() {
            let mut client = client.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                let mut byte = [0];
                client.read_exact(&mut byte).unwrap();
                head.push(byte[0]);
            }
            let body = br#"{"results":[]}"#;
            let answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n";
            client.write_all(&[answer.as_bytes(), body].concat()).unwrap();
            let first = String::from_utf8(head).unwrap().lines().next().unwrap().to_owned();
            if sender.send(first).is_err() {
                return;
            }
        }
    });
    (port, requests)
}

/// A place where the settings of the person name the server and ask about its pages.
fn place(port: u16) -> Place {
    let place = Place::new();
    let settings = format!(
        r#"{{"permissions":{{"ask":["WebFetch(domain:127.0.0.1:{port})"]}},
             "sandbox":{{"network":{{"allowedDomains":["127.0.0.1:{port}"]}}}}}}"#
    );
    place.write("../.claude/settings.json", settings);
    place
}

/// The program with these arguments and a terminal to ask on.
fn asked(place: &Place, arguments: &[&str]) -> Asked {
    let pair = openpty(None, None).unwrap();
    Asked::with(place, arguments, File::from(pair.master), pair.slave)
}

#[test]
fn a_page_that_asks_is_read_after_a_yes_at_the_terminal() {
    let (port, requests) = server();
    let (place, url) = (place(port), format!("http://127.0.0.1:{port}/a"));
    for (typed, code) in [("n\n", 3), ("\n", 3), ("a\n", 3), ("yes\n", 0)] {
        let mut asked = asked(&place, &["fetch", &url]);
        read_until(&mut asked.terminal, &mut asked.shown, "N/?] ");
        assert!(asked.shown.contains("shellgate: the page asks: a rule requires"), "{}", asked.shown);
        assert!(asked.shown.contains(&format!("  {url}\r\nfetch it? [y/N/?] ")), "{}", asked.shown);
        assert_eq!(asked.answer(typed), Some(code), "{typed:?}");
        assert_eq!(requests.try_iter().count(), usize::from(code == 0), "{typed:?}");
    }
    assert_eq!(asked(&place, &["fetch", "--yes", &url]).child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_answer_for_good_is_written_and_nobody_is_asked_again() {
    let (port, requests) = server();
    let (place, base) = (place(port), format!("http://127.0.0.1:{port}"));
    let search = ["search", "--searxng", &base, "rust"];
    assert_eq!(asked(&place, &search).answer("a\ny\n"), Some(0));
    let local = std::fs::read_to_string(place.repo().join(".claude/settings.local.json")).unwrap();
    assert!(local.contains("\"WebSearch\""), "{local}");
    let output = place.run(&search, b"");
    assert_eq!(output.status.code(), Some(0), "{}", place.shown(&output));
    assert_eq!(requests.try_iter().collect::<Vec<_>>(), ["GET /search?q=rust&format=json HTTP/1.1"; 2]);
}
