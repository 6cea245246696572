//! The proxy that the environment names, as the way to an address that was judged here.
//!
//! Owns the variables and the tunnel. A proxy gets the judged address and not the name, so that it resolves nothing;
//! where only the proxy knows names, the settings say that it is trusted.

use std::fmt;
use std::net::SocketAddr;

use http_body_util::Empty;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{HOST, PROXY_AUTHORIZATION};
use hyper::upgrade::{self, Upgraded};
use hyper::{Request, Uri};
use hyper_util::client::proxy::matcher::{Intercept, Matcher};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;
use url::Url;

use super::limits::HEAD_BYTES_MAX;

/// The port of a proxy that names none, as curl has it.
const PORT: u16 = 1080;

/// The proxies of the environment.
#[derive(Debug)]
pub struct Proxies {
    matcher: Matcher,
    is_trusted: bool,
}

impl Default for Proxies {
    /// None: every connection is direct.
    fn default() -> Self {
        Self { matcher: Matcher::builder().build(), is_trusted: false }
    }
}

impl Proxies {
    /// The proxies of these environment variables: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, in capitals
    /// or not, with the meaning that curl gives them.
    pub fn of<'v>(variables: impl IntoIterator<Item = (&'v str, &'v str)>) -> Self {
        let mut found = [const { String::new() }; 4];
        for (name, value) in variables {
            let place = match name.to_ascii_lowercase().as_str() {
                "https_proxy" => 0,
                "http_proxy" => 1,
                "all_proxy" => 2,
                "no_proxy" => 3,
                _ => continue,
            };
            // Capitals come first, whatever the order is.
            if found[place].is_empty() || name.starts_with(|first: char| first.is_ascii_uppercase()) {
                value.clone_into(&mut found[place]);
            }
        }
        let [https, http, all, no] = found;
        let matcher = Matcher::builder().https(https).http(http).all(all).no(no).build();
        Self { matcher, is_trusted: false }
    }

    /// The same, where the proxy may be given a name that this machine cannot resolve. It then decides which address that
    /// is, and nothing here judges it.
    #[must_use]
    pub fn trusted(self) -> Self {
        Self { is_trusted: true, ..self }
    }

    /// Each proxy that a page of a public host goes through, without its password; what is wrong with it, if it is none that
    /// is understood.
    pub fn of_pages(&self) -> Vec<Result<String, String>> {
        let url = |text: &str| Url::parse(text).ok();
        let urls = ["https://example.com/", "http://example.com/"].into_iter().filter_map(url);
        let mut found = Vec::new();
        for proxy in urls.filter_map(|url| self.of_url(&url)) {
            let shown = match proxy.place() {
                Ok(_) => Ok(proxy.to_string()),
                Err(problem) => Err(format!("`{proxy}`: {problem}")),
            };
            if !found.contains(&shown) {
                found.push(shown);
            }
        }
        found
    }

    /// Whether the proxy may resolve what this machine cannot.
    pub(super) fn is_trusted(&self) -> bool {
        self.is_trusted
    }

    /// The proxy for a URL.
    pub(super) fn of_url(&self, url: &Url) -> Option<Proxy> {
        let intercept = self.matcher.intercept(&url.as_str().parse::<Uri>().ok()?)?;
        Some(Proxy(intercept))
    }
}

/// One proxy.
#[derive(Debug)]
pub(super) struct Proxy(Intercept);

/// What a proxy connects to.
#[derive(Clone, Debug)]
pub(super) enum Destination {
    /// An address that was judged.
    Judged(SocketAddr),
    /// A host and a port, which only a trusted proxy gets.
    Name(String),
}

impl fmt::Display for Destination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Judged(address) => address.fmt(f),
            Self::Name(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let uri = self.0.uri();
        write!(f, "{}://{}", uri.scheme_str().unwrap_or("http"), uri.host().unwrap_or_default())?;
        uri.port_u16().map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

impl Proxy {
    /// The host, without brackets, and the port.
    ///
    /// # Errors
    /// It is no proxy that is understood: why, in words.
    pub(super) fn place(&self) -> Result<(&str, u16), String> {
        let uri = self.0.uri();
        let scheme = uri.scheme_str().unwrap_or("http");
        if scheme != "http" {
            return Err(format!("its scheme is `{scheme}`, and only `http` is understood"));
        }
        let host = uri.host().unwrap_or_default().trim_matches(['[', ']']);
        Ok((host, uri.port_u16().unwrap_or(PORT)))
    }

    /// The host as a URL writes it.
    pub(super) fn host_in_brackets(&self) -> &str {
        self.0.uri().host().unwrap_or_default()
    }

    /// A connection to `destination` through the proxy at the other end of `stream`.
    ///
    /// # Errors
    /// It does not connect: why, in words.
    pub(super) async fn tunnel(
        &self,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
        destination: &Destination,
    ) -> Result<TokioIo<Upgraded>, String> {
        let failed = |error: hyper::Error| format!("its answer cannot be read ({error})");
        let mut request = Request::connect(destination.to_string()).header(HOST, destination.to_string());
        if let Some(password) = self.0.basic_auth() {
            request = request.header(PROXY_AUTHORIZATION, password);
        }
        let request = request.body(Empty::<Bytes>::new()).map_err(|error| error.to_string())?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(HEAD_BYTES_MAX)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(failed)?;
        // It ends when the tunnel begins, or when this future is dropped.
        let mut connections = JoinSet::new();
        connections.spawn(connection.with_upgrades());
        let response = sender.send_request(request).await.map_err(failed)?;
        if !response.status().is_success() {
            return Err(format!("it answered with status {}", response.status().as_u16()));
        }
        upgrade::on(response).await.map(TokioIo::new).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_proxies_of_pages_are_told_once_and_without_a_password() {
        let proxies = Proxies::of([("ALL_PROXY", "http://user:word@all:8080")]);
        assert_eq!(proxies.of_pages(), [Ok("http://all:8080".to_owned())]);
        let proxies = Proxies::of([("HTTPS_PROXY", "socks5://all:1080"), ("HTTP_PROXY", "http://a:1")]);
        let problem = "`socks5://all:1080`: its scheme is `socks5`, and only `http` is understood";
        assert_eq!(proxies.of_pages(), [Err(problem.to_owned()), Ok("http://a:1".to_owned())]);
        assert!(Proxies::of([("NO_PROXY", "*"), ("ALL_PROXY", "http://a:1")]).of_pages().is_empty());
    }

    #[test]
    fn the_environment_names_the_proxy_of_a_url() {
        let proxies = Proxies::of([
            ("https_proxy", "http://small:1"),
            ("HTTPS_PROXY", "http://user:word@big:8080"),
            ("all_proxy", "socks5://all:1080"),
            ("NO_PROXY", "localhost,.corp.test,10.0.0.0/8,[::1]"),
            ("PATH", "/bin"),
        ]);
        let proxy = |url: &str| {
            proxies.of_url(&Url::parse(url).unwrap()).map(|proxy| match proxy.place() {
                Ok((host, port)) => format!("{host} {port}"),
                Err(problem) => format!("{proxy}: {problem}"),
            })
        };
        for (url, expected) in [
            ("https://docs.rs/", Some("big 8080")),
            (
                "http://docs.rs/",
                Some("socks5://all:1080: its scheme is `socks5`, and only `http` is understood"),
            ),
            ("https://a.corp.test/", None),
            ("https://notcorp.test/", Some("big 8080")),
            ("https://10.1.2.3/", None),
            ("https://localhost:3000/", None),
        ] {
            assert_eq!(proxy(url).as_deref(), expected, "{url}");
        }
        assert!(Proxies::default().of_url(&Url::parse("https://docs.rs/").unwrap()).is_none());
        assert!(!format!("{proxies:?}").contains("word"));
    }
}
