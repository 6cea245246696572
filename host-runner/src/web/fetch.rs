//! A page by its URL: hop after hop, each with a verdict of its own.
//!
//! Owns the rules of redirects and the result. A person's yes counts for the URL that they saw, and for no other.

use std::sync::Arc;

use hyper::StatusCode;
use hyper::header::HeaderMap;
use serde::Serialize;
use tokio::time::{Instant, timeout, timeout_at};
use url::Url;

use super::cache::{Key, Page};
use super::client::Client;
use super::envelope::marked;
use super::error::FetchError;
use super::exchange::{Answer, Ask};
use super::judge::{Judge, Judgement, Named, Ruling};
use super::limits::REDIRECTS_MAX;
use super::location;
use super::render::{Rendered, Source};

/// What a model reads best comes first; servers that write Markdown for models send it.
const ACCEPT: &str = "text/markdown, text/plain;q=0.9, text/html;q=0.8, application/json;q=0.8, */*;q=0.1";

/// Why there is no summary where nobody makes any.
const NO_SUMMARISER: &str = "`web.summarise` in the settings names nobody who makes one";

/// A page that is asked for.
#[derive(Clone, Copy, Debug)]
pub struct FetchRequest<'r> {
    /// Its URL, as it was written.
    pub url: &'r str,
    /// What is to be found in it; only a summary needs it.
    pub prompt: Option<&'r str>,
    /// The URL that a person approved: that of [`FetchError::Asks`]. It makes an ask an allow for this one URL.
    pub approved: Option<&'r Url>,
}

/// A page, or a redirect that was not followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Fetched {
    /// The URL of the answer, after redirects and in its canonical spelling.
    pub url: Url,
    /// The HTTP status of the answer.
    pub code: u16,
    /// The usual name of the status, empty if it has none.
    pub code_text: &'static str,
    /// The text for the model. What is from outside is in it between marks.
    pub result: String,
    /// The bytes of the body, decompressed.
    pub bytes: usize,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// The redirect that was not followed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect: Option<Redirect>,
    /// Whether the page goes on after the text.
    pub truncated: bool,
    /// The `Content-Type` that the server names.
    pub content_type: Option<String>,
    /// The title of the page, in one line; none if it has none, or is no HTML.
    pub title: Option<String>,
    /// How many characters were left out because no reader of the page would see them. Scripts and style sheets do not
    /// count.
    pub hidden_text_removed: usize,
    /// Whether the answer is from the cache of the session.
    pub cached: bool,
}

/// A redirect that was not followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Redirect {
    /// Where it leads.
    pub to: Url,
    /// Whether that URL may be requested: false, as what may be is followed.
    pub allowed: bool,
    /// The reason why it was not followed.
    pub reason: String,
}

impl Fetched {
    /// One line about the answer, in which nothing is from the page.
    pub fn summary(&self) -> String {
        let Self { url, code, code_text, bytes, duration_ms, .. } = self;
        let kind = self.content_type.as_deref().map_or_else(String::new, |kind| format!(", {kind}"));
        let hidden = match self.hidden_text_removed {
            0 => String::new(),
            1 => ", 1 hidden character left out".to_owned(),
            count => format!(", {count} hidden characters left out"),
        };
        let cut = if self.truncated { ", cut" } else { "" };
        let cached = if self.cached { ", from the cache" } else { "" };
        format!("{url}: {code} {code_text}{kind}, {bytes} bytes in {duration_ms} ms{hidden}{cut}{cached}")
    }
}

impl Client {
    /// The page that `request` asks for, as far as `judge` allows its URL and those to which it redirects.
    ///
    /// # Errors
    /// No answer was received, or none may be. An HTTP status such as 404 is an answer.
    pub async fn fetch(&self, request: FetchRequest<'_>, judge: &dyn Judge) -> Result<Fetched, FetchError> {
        let started = Instant::now();
        let deadline = started + self.limits.total;
        let first = location::canonical(request.url)?;
        let (mut url, mut named) = permitted(judge, first.clone(), request.approved)?;
        let mut seen = Vec::new();
        loop {
            let key = Key { url: url.clone(), accept: ACCEPT, opens_private: named.opens_private() };
            self.undenied(&url)?;
            let (page, cached) = match self.cache.get(&key) {
                Some(page) => (page, true),
                None => (self.page(key, named, deadline).await?, false),
            };
            let Some(to) = page.location.clone() else {
                let text = self.text(request.prompt, &url, &page).await;
                return Ok(result(url, &page, cached, text, started));
            };
            seen.push(url.clone());
            match next(judge, &url, to, request.approved)? {
                Next::Follow(to, _) if seen.contains(&to) => {
                    return Err(FetchError::RedirectLoop { url: Box::new(to) });
                }
                Next::Follow(..) if seen.len() > REDIRECTS_MAX => {
                    return Err(FetchError::TooManyRedirects { url: Box::new(first) });
                }
                Next::Follow(to, next) => (url, named) = (to, next),
                Next::Report(redirect, remedy) => {
                    let text = format!(
                        "`{url}` redirects to `{}`, which was not requested: {}; {remedy}",
                        redirect.to, redirect.reason
                    );
                    return Ok(Fetched {
                        redirect: Some(redirect),
                        ..result(url, &page, cached, text, started)
                    });
                }
            }
        }
    }

    /// The answer to the request of `key`, read and kept.
    async fn page(&self, key: Key, named: Named, deadline: Instant) -> Result<Arc<Page>, FetchError> {
        let url = &key.url;
        let ask = Ask { url, named, accept: ACCEPT, headers: HeaderMap::new() };
        let answer = timeout_at(deadline, self.exchange(ask)).await.unwrap_or_else(|_| {
            Err(FetchError::TimedOut { url: Box::new(url.clone()), limit: self.limits.total })
        })?;
        let may_be_cached = answer.may_be_cached && answer.status.as_u16() < 400;
        let page = Arc::new(self.read_page(url, answer).await?);
        if may_be_cached {
            self.cache.put(key, Arc::clone(&page));
        }
        Ok(page)
    }

    async fn read_page(&self, url: &Url, answer: Answer) -> Result<Page, FetchError> {
        let Answer { status, content_type, location, body, may_be_cached: _ } = answer;
        let (bytes, code) = (body.len(), status.as_u16());
        if location.is_some() || body.is_empty() {
            return Ok(Page { code, content_type, location, rendered: Rendered::default(), bytes });
        }
        let (render, page_url) = (Arc::clone(&self.render), url.clone());
        let kind = content_type.clone();
        // It is bounded by the bytes, so that it ends even when nobody waits for it any more.
        let reading = tokio::task::spawn_blocking(move || {
            render.render(&Source { url: &page_url, content_type: kind.as_deref(), body: &body })
        });
        let failed = |problem| FetchError::Render { url: Box::new(url.clone()), problem };
        let rendered = match timeout(self.limits.render, reading).await {
            Ok(Ok(rendered)) => rendered,
            Ok(Err(_)) => return Err(failed("because its reader failed")),
            Err(_) => return Err(failed("in time")),
        };
        Ok(Page { code, content_type, location, rendered, bytes })
    }

    /// The text for the model: the page, or its summary.
    async fn text(&self, prompt: Option<&str>, url: &Url, page: &Page) -> String {
        let whole = &page.rendered.text;
        let Some(prompt) = prompt.filter(|_| (200..300).contains(&page.code) && !whole.is_empty()) else {
            return marked(url.as_str(), whole);
        };
        let summary = match &self.summarise {
            Some(summarise) => timeout(self.limits.summary, summarise.summarise(prompt, whole))
                .await
                .unwrap_or_else(|_| Err("it took too long".to_owned())),
            None => Err(NO_SUMMARISER.to_owned()),
        };
        match summary {
            Ok(summary) => marked(url.as_str(), &policy_core::visible::lines(&summary)),
            Err(problem) => {
                let problem = location::shown(&problem);
                format!("there is no summary ({problem}); this is the page:\n{}", marked(url.as_str(), whole))
            }
        }
    }
}

/// What follows a redirect.
enum Next {
    Follow(Url, Named),
    /// With what to do next.
    Report(Redirect, &'static str),
}

/// What follows a redirect from `url` to `to`.
fn next(judge: &dyn Judge, url: &Url, to: Url, approved: Option<&Url>) -> Result<Next, FetchError> {
    if location::is_encrypted(url) && !location::is_encrypted(&to) {
        return Err(FetchError::Downgrade { url: Box::new(url.clone()), to: Box::new(to) });
    }
    let report =
        |to: Box<Url>, reason, remedy| Ok(Next::Report(Redirect { to: *to, allowed: false, reason }, remedy));
    match permitted(judge, to, approved) {
        Ok((to, named)) => Ok(Next::Follow(to, named)),
        Err(FetchError::Asks { url, reason }) => report(url, reason, "ask for that URL to read it"),
        Err(FetchError::Denied { url, reason }) => report(url, reason, "ask for another page"),
        Err(error) => Err(error),
    }
}

/// The URL that is requested for `url`, if it may be, and how the settings name its host.
fn permitted(judge: &dyn Judge, url: Url, approved: Option<&Url>) -> Result<(Url, Named), FetchError> {
    let (url, Judgement { ruling, named }) = judged(judge, url);
    match ruling {
        Ruling::Allowed => Ok((url, named)),
        Ruling::Asks(_) if approved == Some(&url) => Ok((url, named)),
        Ruling::Asks(reason) => Err(FetchError::Asks { url: Box::new(url), reason }),
        Ruling::Denied(reason) => Err(FetchError::Denied { url: Box::new(url), reason }),
    }
}

/// The URL that is requested for `url`, over TLS unless the plain one is meant, with the verdict on it.
pub(super) fn judged(judge: &dyn Judge, url: Url) -> (Url, Judgement) {
    let plain = judge.url(&url);
    if plain.named == Named::HostAndPort
        || matches!(plain.ruling, Ruling::Denied(_))
        || location::is_loopback(&url)
    {
        return (url, plain);
    }
    match location::over_tls(&url) {
        Some(secure) => {
            let judgement = judge.url(&secure);
            (secure, judgement)
        }
        None => (url, plain),
    }
}

fn result(url: Url, page: &Page, cached: bool, result: String, started: Instant) -> Fetched {
    let code_text = StatusCode::from_u16(page.code).ok().and_then(|status| status.canonical_reason());
    Fetched {
        url,
        code: page.code,
        code_text: code_text.unwrap_or_default(),
        result,
        bytes: page.bytes,
        duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        redirect: None,
        truncated: page.rendered.truncated,
        content_type: page.content_type.as_deref().map(location::shown),
        title: page.rendered.title.clone(),
        hidden_text_removed: page.rendered.hidden_text_removed,
        cached,
    }
}
