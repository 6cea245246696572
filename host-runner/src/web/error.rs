//! Why a page was not fetched.
//!
//! Owns the codes, which programs may compare, and the sentences: the problem, and what to do next. An HTTP status such
//! as 404 is no error but a result.

use std::time::Duration;

use url::Url;

use super::location::{BadUrl, shown};
use crate::network::HostDenial;

/// What kind of failure an error is, for those who need no more than what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failing {
    /// A person decides.
    Asks,
    /// It may not be, whatever a person says to this one request.
    Denied,
    /// What was asked for is none: write it in another way.
    BadInput,
    /// There is no answer that can be read.
    NoAnswer,
}

/// A page that was not fetched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FetchError {
    /// The text is no URL that can be fetched.
    #[error(transparent)]
    BadUrl(#[from] BadUrl),
    /// The policy denies it.
    #[error("`{url}` is denied: {reason}; ask for another page", url = shown(.url.as_str()))]
    Denied {
        /// The URL that was judged.
        url: Box<Url>,
        /// The reason of the policy.
        reason: String,
    },
    /// A person decides. With their yes it is asked for again, as an approved URL.
    #[error("`{url}` needs a person's yes: {reason}; ask them", url = shown(.url.as_str()))]
    Asks {
        /// The URL that was judged, which is the one to approve.
        url: Box<Url>,
        /// The reason of the policy.
        reason: String,
    },
    /// The host leads to an address that nothing names, or the sandbox's settings deny it.
    #[error("{0}")]
    Address(Box<HostDenial>),
    /// The name has no address, as far as this machine knows.
    #[error("the name `{host}` cannot be resolved: {problem}; check its spelling and the network")]
    Name {
        /// The name.
        host: String,
        /// What the resolver says.
        problem: String,
    },
    /// Nobody takes the connection.
    #[error("`{host}` cannot be reached: {problem}; check the port and the network, or try again later")]
    Unreachable {
        /// The host and the port.
        host: String,
        /// What the system says.
        problem: String,
    },
    /// The proxy of the environment does not make the connection.
    #[error(
        "the proxy `{proxy}` does not connect: {problem}; check `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`"
    )]
    Proxy {
        /// The proxy, without its password.
        proxy: String,
        /// The problem.
        problem: String,
    },
    /// The certificate of the server proves nothing.
    #[error("the certificate of `{host}` {problem}; {help}")]
    Certificate {
        /// The host.
        host: String,
        /// The problem: what the certificate is or does.
        problem: String,
        /// The remedy.
        help: &'static str,
    },
    /// The connection is not encrypted, for another reason.
    #[error("`{host}` did not agree on an encrypted connection: {problem}; it may not speak TLS 1.2 or 1.3")]
    Tls {
        /// The host.
        host: String,
        /// The problem.
        problem: String,
    },
    /// Everything together took too long.
    #[error("`{url}` took longer than {} s; try again later, or ask for a smaller page", .limit.as_secs(), url = shown(.url.as_str()))]
    TimedOut {
        /// The URL of the hop that was under way.
        url: Box<Url>,
        /// The limit.
        limit: Duration,
    },
    /// The server sent nothing for too long.
    #[error("`{url}` sent no byte for {} s; try again later", .limit.as_secs(), url = shown(.url.as_str()))]
    Silent {
        /// The URL.
        url: Box<Url>,
        /// The limit.
        limit: Duration,
    },
    /// The connection ended inside the answer.
    #[error("the answer of `{url}` ended early: {problem}; try again", url = shown(.url.as_str()))]
    Cut {
        /// The URL.
        url: Box<Url>,
        /// How.
        problem: &'static str,
    },
    /// The answer is not HTTP.
    #[error("the answer of `{url}` cannot be read: {problem}; the server may be no web server", url = shown(.url.as_str()))]
    BadAnswer {
        /// The URL.
        url: Box<Url>,
        /// The problem.
        problem: &'static str,
    },
    /// The head of the answer is too long.
    #[error("the head of the answer of `{url}` is over 64 KiB or 100 headers long; ask for another page", url = shown(.url.as_str()))]
    HeadTooLong {
        /// The URL.
        url: Box<Url>,
    },
    /// The body is too long.
    #[error("`{url}` is over {} long{}; ask for a part of it", size(*.limit), if *.inflated { " once decompressed" } else { "" }, url = shown(.url.as_str()))]
    TooLong {
        /// The URL.
        url: Box<Url>,
        /// The limit, in bytes.
        limit: usize,
        /// Whether only the decompressed body is.
        inflated: bool,
    },
    /// The body is compressed in a way that was not asked for.
    #[error("`{url}` is encoded as `{encoding}`, and only `gzip`, once, is understood; ask for another page", url = shown(.url.as_str()))]
    Encoding {
        /// The URL.
        url: Box<Url>,
        /// The encodings that the server names.
        encoding: String,
    },
    /// The compressed body is damaged.
    #[error("`{url}` says that it is `gzip`, and it is not, or it is damaged; try again later", url = shown(.url.as_str()))]
    BadGzip {
        /// The URL.
        url: Box<Url>,
    },
    /// A redirect leads nowhere.
    #[error("`{url}` redirects to what is no page: {problem}; ask for another page", url = shown(.url.as_str()))]
    BadRedirect {
        /// The URL that redirects.
        url: Box<Url>,
        /// The problem.
        problem: String,
    },
    /// There are too many redirects.
    #[error("`{url}` redirects more than 10 times; ask for another page", url = shown(.url.as_str()))]
    TooManyRedirects {
        /// The first URL.
        url: Box<Url>,
    },
    /// A redirect leads back.
    #[error("`{url}` redirects in a circle; it may want a cookie, which is not sent", url = shown(.url.as_str()))]
    RedirectLoop {
        /// The URL that was requested before.
        url: Box<Url>,
    },
    /// A redirect leads from an encrypted connection to a plain one.
    #[error("`{url}` redirects to `{to}`, which is not encrypted; {}", meant(.to), url = shown(.url.as_str()), to = shown(.to.as_str()))]
    Downgrade {
        /// The URL that redirects.
        url: Box<Url>,
        /// Where to.
        to: Box<Url>,
    },
    /// The text of the page could not be made.
    #[error("`{url}` was fetched, and its text could not be made {problem}; ask for another page", url = shown(.url.as_str()))]
    Render {
        /// The URL.
        url: Box<Url>,
        /// Why.
        problem: &'static str,
    },
    /// This machine cannot make a request at all.
    #[error("this machine cannot make a request: {problem}; {help}")]
    Machine {
        /// The problem.
        problem: String,
        /// The remedy.
        help: &'static str,
    },
}

impl FetchError {
    /// The name of this kind of error, which stays as it is.
    pub fn code(&self) -> &'static str {
        match self {
            Self::BadUrl(_) => "bad_url",
            Self::Denied { .. } => "denied",
            Self::Asks { .. } => "asks",
            Self::Address(_) => "address_refused",
            Self::Name { .. } => "name_not_resolved",
            Self::Unreachable { .. } => "unreachable",
            Self::Proxy { .. } => "proxy_failed",
            Self::Certificate { .. } => "bad_certificate",
            Self::Tls { .. } => "tls_failed",
            Self::TimedOut { .. } => "timed_out",
            Self::Silent { .. } => "silent",
            Self::Cut { .. } => "cut_short",
            Self::BadAnswer { .. } => "bad_answer",
            Self::HeadTooLong { .. } => "head_too_long",
            Self::TooLong { .. } => "too_long",
            Self::Encoding { .. } => "bad_encoding",
            Self::BadGzip { .. } => "bad_gzip",
            Self::BadRedirect { .. } => "bad_redirect",
            Self::TooManyRedirects { .. } => "too_many_redirects",
            Self::RedirectLoop { .. } => "redirect_loop",
            Self::Downgrade { .. } => "redirect_not_encrypted",
            Self::Render { .. } => "not_rendered",
            Self::Machine { .. } => "machine",
        }
    }
}

impl FetchError {
    /// What kind of failure it is.
    pub fn failing(&self) -> Failing {
        match self {
            Self::Asks { .. } => Failing::Asks,
            Self::Denied { .. } | Self::Address(_) => Failing::Denied,
            Self::BadUrl(_) => Failing::BadInput,
            _ => Failing::NoAnswer,
        }
    }

    /// The same about another URL, where the one that was requested says too much.
    pub(super) fn at(self, site: &Url) -> Self {
        let url = Box::new(site.clone());
        match self {
            Self::TimedOut { limit, .. } => Self::TimedOut { url, limit },
            Self::Silent { limit, .. } => Self::Silent { url, limit },
            Self::Cut { problem, .. } => Self::Cut { url, problem },
            Self::BadAnswer { problem, .. } => Self::BadAnswer { url, problem },
            Self::HeadTooLong { .. } => Self::HeadTooLong { url },
            Self::TooLong { limit, inflated, .. } => Self::TooLong { url, limit, inflated },
            Self::Encoding { encoding, .. } => Self::Encoding { url, encoding },
            Self::BadGzip { .. } => Self::BadGzip { url },
            Self::BadRedirect { problem, .. } => Self::BadRedirect { url, problem },
            other => other,
        }
    }
}

/// How a person asks for a plain URL.
fn meant(url: &Url) -> String {
    match url.port() {
        Some(_) => "ask for that URL if it is meant".to_owned(),
        None => format!(
            "if it is meant, name `{}:80` in `sandbox.network.allowedDomains` and ask for that URL",
            url.host_str().unwrap_or_default()
        ),
    }
}

/// A number of bytes as a person says it.
fn size(bytes: usize) -> String {
    match bytes {
        _ if bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} bytes"),
    }
}

/// Compares `text` with a snapshot of `snapshots/web`.
#[cfg(test)]
pub(super) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/web"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_has_a_code_of_its_own_and_says_what_to_do() {
        let url = || Box::new(Url::parse("https://docs.rs/url").unwrap_or_else(|_| unreachable!()));
        let to = |text: &str| Box::new(Url::parse(text).unwrap());
        let (host, reason) = (|| "docs.rs".to_owned(), || "no rule allows it".to_owned());
        let limit = Duration::from_secs(30);
        let denial = HostDenial {
            host: host(),
            port: Some(443),
            address: Some([10, 0, 0, 5].into()),
            rule: "its address 10.0.0.5 is a private address".to_owned(),
            setting: "add `10.0.0.5:443` to `sandbox.network.allowedDomains`".to_owned(),
            times: 1,
            can_be_granted: false,
        };
        let errors = [
            FetchError::BadUrl(crate::web::canonical("ftp://docs.rs").unwrap_err()),
            FetchError::Denied { url: url(), reason: reason() },
            FetchError::Asks { url: url(), reason: reason() },
            FetchError::Address(Box::new(denial)),
            FetchError::Name { host: host(), problem: "there is no such name".to_owned() },
            FetchError::Unreachable { host: host(), problem: "the connection was refused".to_owned() },
            FetchError::Proxy {
                proxy: "http://proxy.test".to_owned(),
                problem: "it answered with status 407".to_owned(),
            },
            FetchError::Certificate {
                host: host(),
                problem: "has expired".to_owned(),
                help: "check the clock",
            },
            FetchError::Tls { host: host(), problem: "it closed the connection".to_owned() },
            FetchError::TimedOut { url: url(), limit },
            FetchError::Silent { url: url(), limit },
            FetchError::Cut { url: url(), problem: "the connection was reset" },
            FetchError::BadAnswer { url: url(), problem: "it is not HTTP/1.1" },
            FetchError::HeadTooLong { url: url() },
            FetchError::TooLong { url: url(), limit: 10 << 20, inflated: false },
            FetchError::TooLong { url: url(), limit: 3 << 10, inflated: true },
            FetchError::Encoding { url: url(), encoding: "br".to_owned() },
            FetchError::BadGzip { url: url() },
            FetchError::BadRedirect { url: url(), problem: "it names several locations".to_owned() },
            FetchError::TooManyRedirects { url: url() },
            FetchError::RedirectLoop { url: url() },
            FetchError::Downgrade { url: url(), to: to("http://docs.rs/") },
            FetchError::Downgrade { url: url(), to: to("http://docs.rs:8080/") },
            FetchError::Render { url: url(), problem: "in time" },
            FetchError::Machine { problem: "it has no certificates".to_owned(), help: "install some" },
        ];
        let told = errors.iter().map(|error| format!("{}: {error}", error.code())).collect::<Vec<_>>();
        snapshot("fetch_errors", &told.join("\n"));
        let mut codes = errors.iter().map(FetchError::code).collect::<Vec<_>>();
        codes.dedup();
        let distinct = codes.iter().collect::<std::collections::BTreeSet<_>>();
        assert_eq!(distinct.len(), codes.len());
    }
}
