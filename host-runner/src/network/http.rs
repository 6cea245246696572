//! The proxy for HTTP clients: `CONNECT` for a tunnel, a whole URL for an unencrypted request.
//!
//! Owns what a proxy must change in a message (RFC 9110, section 7.6). hyper reads and frames. Every message is framed
//! anew, so a message that two readers could read differently does not pass.

use std::convert::Infallible;
use std::io;
use std::sync::Mutex;

use http_body_util::{Either, Full};
use hyper::body::{Bytes, Incoming};
use hyper::ext::ReasonPhrase;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::http::uri::{Authority, PathAndQuery, Scheme, Uri};
use hyper::service::service_fn;
use hyper::upgrade::OnUpgrade;
use hyper::{Method, Request, Response, StatusCode, Version, client, server};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::gate::{Gate, Refused};
use super::target::Target;
use super::tunnel::{HESITATION, tunnel};

/// Most bytes of a message's head.
const HEAD_BYTES_MAX: usize = 1 << 16;

/// Headers that are about one connection and not about the message.
const OF_ONE_CONNECTION: [HeaderName; 9] = [
    header::CONNECTION,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
    HeaderName::from_static("proxy-connection"),
];

type Body = Either<Incoming, Full<Bytes>>;

/// A tunnel that begins once the client has read that it was granted.
type Granted = (OnUpgrade, TcpStream);

/// Answers one client to its end.
pub(super) async fn answer(gate: &Gate, client: TcpStream) -> io::Result<()> {
    let granted = Mutex::new(None::<Granted>);
    // The connections to servers, which end with the client.
    let servers = tokio::sync::Mutex::new(JoinSet::new());
    let respond = service_fn(async |request: Request<Incoming>| {
        Ok::<_, Infallible>(respond(gate, request, &granted, &servers).await)
    });
    server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HESITATION)
        .max_buf_size(HEAD_BYTES_MAX)
        .preserve_header_case(true)
        .serve_connection(TokioIo::new(client), respond)
        .with_upgrades()
        .await
        .map_err(io::Error::other)?;
    let granted = granted.lock().ok().and_then(|mut granted| granted.take());
    if let Some((client, mut server)) = granted {
        let mut client = TokioIo::new(client.await.map_err(io::Error::other)?);
        tunnel(&mut client, &mut server).await?;
    }
    Ok(())
}

async fn respond(
    gate: &Gate,
    mut request: Request<Incoming>,
    granted: &Mutex<Option<Granted>>,
    servers: &tokio::sync::Mutex<JoinSet<()>>,
) -> Response<Body> {
    let target = match target(&request) {
        Ok(target) => target,
        Err(problem) => return say(StatusCode::BAD_REQUEST, &format!("shellgate: {problem}")),
    };
    let server = match gate.dial(&target).await {
        Ok(server) => server,
        Err(refused) => {
            let status = match refused {
                Refused::Denied(_) => StatusCode::FORBIDDEN,
                Refused::Unreachable(_) => StatusCode::BAD_GATEWAY,
            };
            return say(status, &refused.sentence(&target));
        }
    };
    if request.method() == Method::CONNECT {
        if let Ok(mut granted) = granted.lock() {
            *granted = Some((hyper::upgrade::on(&mut request), server));
        }
        return Response::new(Either::Right(Full::default()));
    }
    let answered = async {
        let (mut sender, connection) = client::conn::http1::Builder::new()
            .preserve_header_case(true)
            .handshake(TokioIo::new(server))
            .await?;
        let mut servers = servers.lock().await;
        while servers.try_join_next().is_some() {}
        servers.spawn(async move {
            // How it ends shows in the response.
            let _ = connection.await;
        });
        drop(servers);
        sender.send_request(for_the_server(request)).await
    };
    match answered.await {
        Ok(mut response) => {
            strip(response.headers_mut());
            response.map(Either::Left)
        }
        Err(error) => {
            say(StatusCode::BAD_GATEWAY, &Refused::Unreachable(io::Error::other(error)).sentence(&target))
        }
    }
}

/// Where a request wants to go, if it says so in one way only.
fn target<B>(request: &Request<B>) -> Result<Target, &'static str> {
    let uri = request.uri();
    let authority = uri.authority().ok_or(
        "this is a proxy; request a whole URL such as `http://example.com/`, or a tunnel with `CONNECT`",
    )?;
    if authority.as_str().contains('@') {
        return Err("the address of a request must not contain a name and a password");
    }
    let default = match (request.method(), uri.scheme()) {
        (&Method::CONNECT, _) => None,
        (_, Some(scheme)) if *scheme == Scheme::HTTP => Some(80),
        _ => return Err("only `http` works without a tunnel; use `CONNECT` for other schemes"),
    };
    let port = port(authority, default).ok_or("the address has no port")?;
    let mut named = request.headers().get_all(header::HOST).iter();
    if let Some(host) = named.next() {
        let host = host.to_str().ok().and_then(|host| host.parse::<Authority>().ok());
        // A client may leave a port out that the scheme implies; for a tunnel clients differ.
        let agrees = host.is_some_and(|host| {
            host.host().eq_ignore_ascii_case(authority.host())
                && (host.port().is_none() || self::port(&host, default) == Some(port))
                && (host.port().is_some() || default.is_none_or(|default| default == port))
        });
        if !agrees || named.next().is_some() {
            return Err("the `Host` header and the address of the request name different hosts");
        }
    }
    Target::parse(authority.host(), port).ok_or("the address names no host")
}

/// The port of an address; none when it has none, or one that is no port.
fn port(authority: &Authority, default: Option<u16>) -> Option<u16> {
    match authority.port() {
        Some(_) => authority.port_u16(),
        // A colon without a number after it is no port either.
        None if authority.as_str().ends_with(':') => None,
        None => default,
    }
}

/// The request as the server gets it: the path alone, the host in its header, nothing that was meant for the proxy.
fn for_the_server(request: Request<Incoming>) -> Request<Incoming> {
    let (mut parts, body) = request.into_parts();
    let host = parts.uri.authority().and_then(|host| HeaderValue::from_str(host.as_str()).ok());
    let path = parts.uri.path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/"));
    parts.uri = Uri::from(path);
    parts.version = Version::HTTP_11;
    strip(&mut parts.headers);
    if let Some(host) = host {
        parts.headers.insert(header::HOST, host);
    }
    Request::from_parts(parts, body)
}

/// Takes out the headers that are about one connection, those that `Connection` names included.
fn strip(headers: &mut HeaderMap) {
    let named = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .filter_map(|name| name.trim().parse::<HeaderName>().ok())
        // Without it the message could be framed in another way than it was read.
        .filter(|name| *name != header::CONTENT_LENGTH && *name != header::HOST)
        .collect::<Vec<_>>();
    for name in named.iter().chain(&OF_ONE_CONNECTION) {
        headers.remove(name);
    }
}

/// An answer of the proxy's own. Many clients show no more of it than the words after the status.
fn say(status: StatusCode, sentence: &str) -> Response<Body> {
    let mut response = Response::new(Either::Right(Full::from(format!("{sentence}\n"))));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    // What a client would send next was written for another answer.
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    if status == StatusCode::FORBIDDEN {
        response.extensions_mut().insert(ReasonPhrase::from_static(b"Refused by Shellgate"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(method: &str, uri: &str, hosts: &[&str]) -> Request<()> {
        let mut request = Request::builder().method(method).uri(uri);
        for host in hosts {
            request = request.header("host", *host);
        }
        request.body(()).unwrap()
    }

    #[test]
    fn a_request_says_in_one_way_where_it_goes() {
        for (method, uri, hosts, expected) in [
            ("GET", "http://a.test/x", &["a.test"][..], Some("a.test:80")),
            ("GET", "http://a.test/x", &[], Some("a.test:80")),
            ("GET", "http://a.test/x", &["a.test:80"], Some("a.test:80")),
            ("GET", "http://a.test:8080/", &["a.test:8080"], Some("a.test:8080")),
            ("GET", "http://A.test./", &["a.TEST."], Some("a.test:80")),
            ("GET", "http://[::1]:80/", &["[::1]"], Some("[::1]:80")),
            ("CONNECT", "a.test:443", &["a.test:443"], Some("a.test:443")),
            ("CONNECT", "a.test:443", &["a.test"], Some("a.test:443")),
            ("CONNECT", "[::1]:443", &[], Some("[::1]:443")),
            ("CONNECT", "a.test", &[], None),
            ("GET", "http://a.test/", &["b.test"], None),
            ("GET", "http://a.test/", &["a.test:81"], None),
            ("GET", "http://a.test:8080/", &["a.test"], None),
            ("GET", "http://a.test/", &["a.test", "a.test"], None),
            ("GET", "http://a.test/", &["a.test, b.test"], None),
            ("GET", "http://user:word@a.test/", &["a.test"], None),
            ("CONNECT", "a.test:443", &["b.test:443"], None),
            ("GET", "https://a.test/", &["a.test"], None),
            ("GET", "ftp://a.test/", &["a.test"], None),
            ("GET", "/x", &["a.test"], None),
        ] {
            let target = target(&request(method, uri, hosts)).map(|target| target.to_string());
            assert_eq!(target.ok().as_deref(), expected, "{method} {uri} {hosts:?}");
        }
    }

    #[test]
    fn what_is_about_one_connection_is_not_passed_on() {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("connection", "close, X-Mine, content-length"),
            ("x-mine", "1"),
            ("x-other", "2"),
            ("content-length", "3"),
            ("proxy-authorization", "secret"),
            ("proxy-connection", "keep-alive"),
            ("upgrade", "h2c"),
            ("te", "trailers"),
            ("transfer-encoding", "chunked"),
        ] {
            headers.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        strip(&mut headers);
        assert_eq!(headers.keys().map(HeaderName::as_str).collect::<Vec<_>>(), ["x-other", "content-length"]);
    }
}
