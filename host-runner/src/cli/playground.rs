//! `playground`: serves the page that shows what a policy does, to this machine only.
//!
//! Owns the serving. The page decides in the browser; nothing that is typed there is sent here.

use std::convert::Infallible;
use std::net::Ipv4Addr;

use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response, StatusCode, server};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::arguments::Playground;
use super::exit::Exit;
use super::failure::Failure;
use super::interruption::Interruption;
use super::terminal;

/// The files of the built page by name, as the build script found them; none where the program was built without it.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The content of a file of the page.
fn file(name: &str) -> Option<&'static [u8]> {
    PAGE.iter().find(|(file, _)| *file == name).map(|(_, content)| *content)
}

/// The headers of every answer. Only a header can restrict who may show the page in a frame.
const ALWAYS: [(header::HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-cache"),
    (header::CONTENT_SECURITY_POLICY, "frame-ancestors 'none'"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

pub(super) fn playground(asked: &Playground) -> Result<Exit, Failure> {
    if file("index.html").is_none() {
        return Err(Failure::usage(
            "this program was built without the page",
            "run `cargo xtask wasm` in the repository and `npm ci && npm run build` in `js/playground`, then build the \
             program again",
        ));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(serve(asked))
}

async fn serve(asked: &Playground) -> Result<Exit, Failure> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, asked.port)).await.map_err(|error| {
        Failure::usage(
            format!("port {} of the loopback interface cannot be used: {error}", asked.port),
            "choose another port with `--port`, or omit it to use any free port",
        )
    })?;
    let port = listener.local_addr()?.port();
    let url = format!("http://127.0.0.1:{port}/");
    terminal::data(&if asked.json { serde_json::json!({ "url": url }).to_string() } else { url })?;
    terminal::message("open it in a browser; Ctrl-C ends it");
    let mut clients = JoinSet::new();
    let mut end = std::pin::pin!(Interruption::default().wait());
    loop {
        let client = tokio::select! {
            () = &mut end => return Ok(Exit::Done),
            accepted = listener.accept() => accepted,
        };
        while clients.try_join_next().is_some() {}
        // A client that went away again is no reason to end.
        let Ok((client, _)) = client else { continue };
        clients.spawn(async move {
            let respond = hyper::service::service_fn(|request: Request<hyper::body::Incoming>| async move {
                let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
                Ok::<_, Infallible>(answer(request.method(), request.uri().path(), host, port, file))
            });
            let connection = server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .serve_connection(TokioIo::new(client), respond);
            // What a browser breaks off is its own affair.
            drop(connection.await);
        });
    }
}

/// The answer to one request. Another site can make its own name lead to this machine; by that name nothing is given.
fn answer(
    method: &Method,
    path: &str,
    host: Option<&str>,
    port: u16,
    get: impl Fn(&str) -> Option<&'static [u8]>,
) -> Response<Full<Bytes>> {
    let own = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{port}"));
    let is_own = host.is_some_and(|host| own.iter().any(|name| name == host));
    let name = path.strip_prefix('/').filter(|name| !name.is_empty()).unwrap_or("index.html");
    let (status, kind, body) = match get(name) {
        _ if !is_own => (StatusCode::FORBIDDEN, "text/plain", &b"unknown host name\n"[..]),
        _ if ![Method::GET, Method::HEAD].contains(method) => {
            (StatusCode::METHOD_NOT_ALLOWED, "text/plain", &b"only GET and HEAD are allowed\n"[..])
        }
        Some(body) => (StatusCode::OK, kind(name), body),
        None => (StatusCode::NOT_FOUND, "text/plain", &b"not part of the page\n"[..]),
    };
    let body = Bytes::from_static(if *method == Method::HEAD { b"" } else { body });
    let mut response = Response::new(Full::new(body));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The media type of what a build of the page consists of.
fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        "json" => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_given_under_its_own_name_alone_and_only_to_be_read() {
        let get = |name: &str| match name {
            "index.html" | "assets/core.wasm" => Some(&b"x"[..]),
            _ => None,
        };
        let own = Some("127.0.0.1:7");
        for (method, path, host, status, kind) in [
            (Method::GET, "/", own, 200, "text/html; charset=utf-8"),
            (Method::HEAD, "/", Some("localhost:7"), 200, "text/html; charset=utf-8"),
            (Method::GET, "/assets/core.wasm", own, 200, "application/wasm"),
            (Method::GET, "/other", own, 404, "text/plain"),
            (Method::GET, "//index.html", own, 404, "text/plain"),
            (Method::POST, "/", own, 405, "text/plain"),
            (Method::GET, "/", Some("127.0.0.1:8"), 403, "text/plain"),
            (Method::GET, "/", Some("evil.test:7"), 403, "text/plain"),
            (Method::GET, "/", None, 403, "text/plain"),
        ] {
            let response = answer(&method, path, host, 7, get);
            assert_eq!(response.status().as_u16(), status, "{method} {path} {host:?}");
            let headers = response.headers();
            assert_eq!(headers.get(header::CONTENT_TYPE).unwrap(), kind, "{method} {path}");
            assert_eq!(headers.get(header::CONTENT_SECURITY_POLICY).unwrap(), "frame-ancestors 'none'");
        }
    }
}
