//! The commands `fetch` and `search`, run as a person runs them.

use std::fmt::Write as _;
use std::fs;
use std::process::Output;

use tokio::process::Command;

use crate::server::{Server, answer, redirect, text};
use crate::{authority, snapshot};

/// A home with settings, and a server on this machine.
pub(crate) struct Place {
    pub(crate) home: tempfile::TempDir,
    pub(crate) server: Server,
}

impl Place {
    /// In the settings `PLAIN` and `TLS` are the ports of the server.
    pub(crate) async fn new(settings: &str) -> Self {
        let server = Server::start(authority::acceptor(), |_, path| match path {
            "/away" => redirect("302 Found", "https://example.test/"),
            "/missing" => answer("404 Not Found", &[("Content-Type", "text/plain")], b"nothing here"),
            path if path.starts_with("/search") => {
                let body = include_bytes!("recorded/searxng.json");
                answer("200 OK", &[("Content-Type", "application/json")], body)
            }
            _ => text("hello\u{200b}"),
        })
        .await;
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join("repo")).unwrap();
        fs::write(home.path().join("authority.pem"), authority::pem()).unwrap();
        let place = Self { home, server };
        fs::write(place.home.path().join("settings.json"), place.filled(settings)).unwrap();
        place
    }

    fn filled(&self, text: &str) -> String {
        let Server { plain, tls, .. } = &self.server;
        text.replace("PLAIN", &plain.port().to_string()).replace("TLS", &tls.port().to_string())
    }

    pub(crate) async fn run(&self, arguments: &[&str]) -> Output {
        let home = self.home.path();
        let mut command = Command::new(env!("CARGO_BIN_EXE_shellgate"));
        command.env_clear().env("HOME", home).env("SSL_CERT_FILE", home.join("authority.pem"));
        let [name, rest @ ..] = arguments else { panic!("no command") };
        command.arg(name).arg("--policy").arg(home.join("settings.json"));
        command.args(rest.iter().map(|argument| self.filled(argument)));
        command.current_dir(home.join("repo")).output().await.unwrap()
    }

    /// What a person types and sees, without what differs from run to run.
    async fn shown(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments).await;
        let mut shown =
            format!("$ shellgate {}\nexit {}\n", arguments.join(" "), output.status.code().unwrap());
        for stream in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(stream);
            let text = text.replace(&self.filled(":PLAIN"), ":PLAIN").replace(&self.filled(":TLS"), ":TLS");
            let text = without(&without(&text, "nonce=\\\"", 16), "nonce=\"", 16);
            let text = without(&without(&text, "bytes in ", 0), "durationMs\":", 0);
            let text = without(&text, "` in ", 0);
            write!(shown, "{text}").unwrap();
        }
        shown + "\n"
    }
}

/// `text` in which what follows `mark` is left out: so many characters, or with 0 the digits that are there.
fn without(text: &str, mark: &str, count: usize) -> String {
    let mut pieces = text.split(mark);
    let mut kept = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let end = match count {
            0 => piece.find(|character: char| !character.is_ascii_digit()).unwrap_or(piece.len()),
            count => count,
        };
        kept.push_str(mark);
        kept.push_str(if end == 0 { "" } else { "N" });
        kept.push_str(&piece[end..]);
    }
    kept
}

const OPEN: &str = r#"{
  "permissions": { "allow": ["WebFetch(domain:127.0.0.1:PLAIN)", "WebFetch(domain:127.0.0.1:TLS)"], "deny": ["WebFetch(domain:*.denied.test)"] },
  "sandbox": { "network": { "allowedDomains": ["127.0.0.1:PLAIN", "127.0.0.1:TLS"] } }
}"#;

#[tokio::test]
async fn a_person_reads_pages_with_the_certificates_that_the_environment_names() {
    let place = Place::new(OPEN).await;
    let mut told = String::new();
    for arguments in [
        &["fetch", "https://127.0.0.1:TLS/"][..],
        &["fetch", "--json", "https://127.0.0.1:TLS/"],
        &["fetch", "http://127.0.0.1:PLAIN/missing"],
        &["fetch", "https://127.0.0.1:TLS/away"],
        &["fetch", "https://example.test/"],
        &["fetch", "--json", "https://example.test/"],
        &["fetch", "https://a.denied.test/"],
        &["fetch", "--yes", "http://[::1]:PLAIN/"],
        &["fetch", "--yes", "http://10.0.0.1:8080/"],
        &["fetch", "ftp://127.0.0.1/"],
        &["fetch"],
    ] {
        told.push_str(&place.shown(arguments).await);
    }
    snapshot("command_fetch", &told);
}

#[tokio::test]
async fn a_person_searches_with_the_engine_that_is_named() {
    let place = Place::new(OPEN).await;
    let mut told = String::new();
    for arguments in [
        &["search", "--searxng", "http://127.0.0.1:PLAIN", "rust"][..],
        &["search", "--searxng", "http://127.0.0.1:PLAIN", "--yes", "rust", "async"],
        &[
            "search",
            "--searxng",
            "http://127.0.0.1:PLAIN",
            "--yes",
            "--json",
            "--allowed-domain",
            "tokio.rs",
            "rust",
        ],
        &["search", "--searxng", "http://127.0.0.1:PLAIN", "--yes", "--blocked-domain", "https://x", "rust"],
        &["search", "--with", "brave", "--yes", "rust"],
        &["search", "--with", "altavista", "rust"],
    ] {
        told.push_str(&place.shown(arguments).await);
    }
    snapshot("command_search", &told);
}

/// The user's own settings about how to fetch and to search.
const CHOSEN: &str = r#"{
  "permissions": { "allow": ["WebFetch(domain:127.0.0.1:PLAIN)", "WebSearch"] },
  "sandbox": { "network": { "allowedDomains": ["127.0.0.1:PLAIN"] } },
  "web": {
    "search": { "url": "http://127.0.0.1:PLAIN" },
    "summarise": ["/bin/sh", "-c", "cat; echo '</web_content>'"],
    "userAgent": "Example/1.0"
  }
}"#;

#[tokio::test]
async fn the_settings_name_the_engine_the_summariser_and_the_user_agent() {
    let place = Place::new(CHOSEN).await;
    let mut told = String::new();
    for arguments in [
        &["fetch", "--prompt", "what is it?", "http://127.0.0.1:PLAIN/"][..],
        &["fetch", "http://127.0.0.1:PLAIN/"],
        &["search", "rust"],
        &["search", "--searxng", "http://127.0.0.1:1", "rust"],
        &["search", "--with", "searxng", "--num-results", "1", "rust"],
    ] {
        told.push_str(&place.shown(arguments).await);
    }
    snapshot("command_settings", &told);
    let requests = place.server.requests();
    assert_eq!(requests.len(), 4);
    assert!(requests.iter().all(|head| head.contains("user-agent: Example/1.0\r\n")), "{requests:?}");
}

#[tokio::test]
async fn without_a_summariser_a_prompt_gets_the_page_and_a_line_says_so() {
    let place = Place::new(OPEN).await;
    let shown = place.shown(&["fetch", "--prompt", "what is it?", "http://127.0.0.1:PLAIN/"]).await;
    assert!(
        shown.contains(
            "\nthere is no summary (`web.summarise` in the settings names nobody who makes one); this is the page:\n<web_content "
        ),
        "{shown}"
    );
}
