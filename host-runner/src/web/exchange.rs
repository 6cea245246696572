//! One request and its answer, on a connection of its own.
//!
//! Owns the order: the address is judged, that address is dialled, the server proves its name, then the request is sent.
//! Owns what is sent: no cookie, no credential, no referrer, nothing of the environment.

use std::error::Error as _;
use std::io;
use std::pin::pin;

use http_body_util::{BodyExt as _, Empty};
use hyper::body::{Body as _, Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, ACCEPT_ENCODING, ACCEPT_LANGUAGE, HOST, HeaderMap, HeaderValue, USER_AGENT};
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_io_timeout::TimeoutStream;
use tokio_rustls::rustls;
use url::{Position, Url};

use super::body::{BadBody, Body};
use super::client::Client;
use super::error::FetchError;
use super::judge::Named;
use super::limits::{HEAD_BYTES_MAX, HEADERS_MAX};
use super::proxy::{Destination, Proxy};
use super::{location, redirect, tls};
use crate::network::{Refused, Target};

/// A request that may be sent.
#[derive(Debug)]
pub(super) struct Ask<'a> {
    pub(super) url: &'a Url,
    /// How the settings name its host.
    pub(super) named: Named,
    /// Which types are wanted.
    pub(super) accept: &'static str,
    /// Headers of the caller's own.
    pub(super) headers: HeaderMap,
}

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) content_type: Option<String>,
    /// Whether it may be kept.
    pub(super) may_be_cached: bool,
    /// Where it redirects to. The body is not read then.
    pub(super) location: Option<Url>,
    /// The body, decompressed.
    pub(super) body: Vec<u8>,
}

/// Bytes in both directions.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

impl Client {
    /// The answer to a GET.
    pub(super) async fn exchange(&self, ask: Ask<'_>) -> Result<Answer, FetchError> {
        let url = ask.url;
        let Some(target) = location::target(url) else {
            return Err(location::canonical("")
                .err()
                .map_or_else(|| unread(url, "it has no host"), Into::into));
        };
        let stream = self.connection(url, &target, ask.named).await?;
        if location::is_encrypted(url) {
            let stream = tls::encrypted(&self.tls, &target.host, stream).await;
            let stream = stream.map_err(|broken| broken.about(&target.host, || self.silent(url)))?;
            self.converse(ask, stream).await
        } else {
            self.converse(ask, stream).await
        }
    }

    /// That no denied domain of the settings is the host of `url`, which what is kept from an earlier request has to
    /// respect as well.
    pub(super) fn undenied(&self, url: &Url) -> Result<(), FetchError> {
        match location::target(url).map(|target| self.gate.undenied(&target)) {
            Some(Err(Refused::Denied(denial))) => Err(FetchError::Address(denial)),
            Some(Ok(()) | Err(Refused::Unreachable(_))) | None => Ok(()),
        }
    }

    /// A connection to an address of `target` that was judged.
    async fn connection(
        &self,
        url: &Url,
        target: &Target,
        named: Named,
    ) -> Result<impl AsyncRead + AsyncWrite + Unpin + Send + use<>, FetchError> {
        let proxy = if location::is_loopback(url) { None } else { self.proxies.of_url(url) };
        let judged = self.gate.addresses(target, named.opens_private()).await;
        let stream: Box<dyn Stream> = match (proxy, judged) {
            (None, Ok(judged)) => {
                let stream = self.gate.connect(judged).await;
                Box::new(self.timed(stream.map_err(|refused| reached(target, refused))?))
            }
            (Some(proxy), Ok(judged)) => {
                let Some(first) = judged.first().copied() else { return Err(self.silent(url)) };
                self.tunnel(&proxy, &Destination::Judged(first)).await?
            }
            // Only the proxy knows this name, and the settings trust it.
            (Some(proxy), Err(Refused::Unreachable(_))) if self.proxies.is_trusted() => {
                self.tunnel(&proxy, &Destination::Name(target.to_string())).await?
            }
            (_, Err(Refused::Denied(denial))) => return Err(FetchError::Address(denial)),
            (_, Err(Refused::Unreachable(error))) => {
                return Err(FetchError::Name { host: target.host.clone(), problem: words(&error) });
            }
        };
        Ok(stream)
    }

    /// A connection through `proxy`, which the user's own environment names: its address is not judged.
    async fn tunnel(&self, proxy: &Proxy, destination: &Destination) -> Result<Box<dyn Stream>, FetchError> {
        let failed = |problem: String| FetchError::Proxy { proxy: proxy.to_string(), problem };
        let (host, port) = proxy.place().map_err(failed)?;
        let target = Target::parse(proxy.host_in_brackets(), port)
            .ok_or_else(|| failed(format!("`{host}` is no host")))?;
        let addresses = match target.address {
            Some(address) => vec![address],
            None => self.outside.resolve(&target.host).await.map_err(|error| failed(words(&error)))?,
        };
        let addresses = addresses.into_iter().map(|address| (address, port).into()).collect();
        let stream = match self.gate.connect(addresses).await {
            Ok(stream) => self.timed(stream),
            Err(Refused::Unreachable(error)) => return Err(failed(words(&error))),
            Err(Refused::Denied(denial)) => return Err(FetchError::Address(denial)),
        };
        Ok(Box::new(proxy.tunnel(stream, destination).await.map_err(failed)?))
    }

    /// The stream, which fails when nothing arrives for too long.
    fn timed<S: AsyncRead + AsyncWrite>(&self, stream: S) -> std::pin::Pin<Box<TimeoutStream<S>>> {
        let mut stream = TimeoutStream::new(stream);
        stream.set_read_timeout(Some(self.limits.silence));
        stream.set_write_timeout(Some(self.limits.silence));
        Box::pin(stream)
    }

    async fn converse(
        &self,
        ask: Ask<'_>,
        stream: impl AsyncRead + AsyncWrite + Unpin + Send,
    ) -> Result<Answer, FetchError> {
        let url = ask.url;
        let request = self.request(ask)?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(HEAD_BYTES_MAX)
            .max_headers(HEADERS_MAX)
            .handshake(TokioIo::new(stream))
            .await
            .map_err(|error| self.broken(url, &error))?;
        let answered = async {
            let response = sender.send_request(request).await.map_err(|error| self.broken(url, &error))?;
            self.read(url, response).await
        };
        let (mut answered, mut connection) = (pin!(answered), pin!(connection));
        tokio::select! {
            biased;
            answer = &mut answered => answer,
            // What was received by then is still to be read.
            _ = &mut connection => answered.await,
        }
    }

    fn request(&self, ask: Ask<'_>) -> Result<Request<Empty<Bytes>>, FetchError> {
        let url = ask.url;
        let mut request = Request::get(&url[Position::BeforePath..Position::AfterQuery])
            .header(HOST, &url[Position::BeforeHost..Position::AfterPort])
            .header(USER_AGENT, &self.user_agent)
            .header(ACCEPT, ask.accept)
            .header(ACCEPT_ENCODING, "gzip")
            .header(ACCEPT_LANGUAGE, "en");
        if let Some(headers) = request.headers_mut() {
            headers.extend(ask.headers);
        }
        // What a URL may contain fits into a request, so this does not happen.
        request.body(Empty::new()).map_err(|_| unread(url, "it cannot be asked for"))
    }

    async fn read(&self, url: &Url, response: Response<Incoming>) -> Result<Answer, FetchError> {
        let (head, mut incoming) = response.into_parts();
        let location = redirect::of(url, head.status, &head.headers)
            .map_err(|problem| FetchError::BadRedirect { url: Box::new(url.clone()), problem })?;
        let text = |value: &HeaderValue| value.to_str().ok().map(str::to_owned);
        let mut answer = Answer {
            status: head.status,
            content_type: head.headers.get(hyper::header::CONTENT_TYPE).and_then(text),
            may_be_cached: !says_no_store(&head.headers),
            location,
            body: Vec::new(),
        };
        if answer.location.is_some() {
            return Ok(answer);
        }
        let limit = self.limits.body_bytes;
        let refuse = |bad: BadBody| {
            let url = Box::new(url.clone());
            match bad {
                BadBody::TooLong { inflated } => FetchError::TooLong { url, limit, inflated },
                BadBody::BadGzip => FetchError::BadGzip { url },
                BadBody::Encoding(encoding) => {
                    FetchError::Encoding { url, encoding: location::shown(&encoding) }
                }
            }
        };
        if incoming.size_hint().lower() > limit as u64 {
            return Err(refuse(BadBody::TooLong { inflated: false }));
        }
        let mut body = Body::new(&head.headers, limit).map_err(refuse)?;
        while let Some(frame) = incoming.frame().await {
            let frame = frame.map_err(|error| self.broken(url, &error))?;
            if let Some(data) = frame.data_ref() {
                body.push(data).map_err(refuse)?;
            }
        }
        answer.body = body.finish().map_err(refuse)?;
        Ok(answer)
    }

    fn silent(&self, url: &Url) -> FetchError {
        FetchError::Silent { url: Box::new(url.clone()), limit: self.limits.silence }
    }

    /// What a failure of the connection means.
    fn broken(&self, url: &Url, error: &hyper::Error) -> FetchError {
        let cut = |problem| FetchError::Cut { url: Box::new(url.clone()), problem };
        if error.is_parse_too_large() {
            return FetchError::HeadTooLong { url: Box::new(url.clone()) };
        }
        if error.is_parse() {
            return unread(url, "it is not HTTP/1.1");
        }
        if error.is_incomplete_message() {
            return cut("the server closed the connection");
        }
        let mut cause = error.source();
        while let Some(error) = cause {
            if let Some(error) = error.downcast_ref::<io::Error>() {
                if let Some(error) = error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>()) {
                    let host = url.host_str().unwrap_or_default().to_owned();
                    return FetchError::Tls { host, problem: error.to_string() };
                }
                return match error.kind() {
                    io::ErrorKind::TimedOut => self.silent(url),
                    io::ErrorKind::UnexpectedEof => cut("the server closed the connection"),
                    io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
                        unread(url, "its chunks are malformed")
                    }
                    _ => cut("the connection was reset"),
                };
            }
            cause = error.source();
        }
        cut("the connection broke")
    }
}

fn unread(url: &Url, problem: &'static str) -> FetchError {
    FetchError::BadAnswer { url: Box::new(url.clone()), problem }
}

/// Whether the server wants the answer kept nowhere (RFC 9111, 5.2.2.5).
fn says_no_store(headers: &HeaderMap) -> bool {
    let values = headers.get_all(hyper::header::CACHE_CONTROL).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|word| word.trim().eq_ignore_ascii_case("no-store"))
}

fn reached(target: &Target, refused: Refused) -> FetchError {
    match refused {
        Refused::Denied(denial) => FetchError::Address(denial),
        Refused::Unreachable(error) => {
            FetchError::Unreachable { host: target.to_string(), problem: words(&error) }
        }
    }
}

/// An error of the network, in the same words on every system where it has a kind.
fn words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "the connection was refused".to_owned(),
        io::ErrorKind::TimedOut => "there was no answer in time".to_owned(),
        io::ErrorKind::NotFound => "there is no such name".to_owned(),
        io::ErrorKind::HostUnreachable | io::ErrorKind::NetworkUnreachable => {
            "there is no way to it".to_owned()
        }
        _ => error.to_string(),
    }
}
