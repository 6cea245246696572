//! Encrypted connections: the trust of this machine, and what is wrong with a certificate.
//!
//! Owns the versions, the protocol that is offered, and the sentences about certificates. A wrong certificate is never
//! accepted, whoever asks.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{CertificateError, ClientConfig, Error};

use rustls_platform_verifier::BuilderVerifierExt as _;

use super::error::FetchError;

/// HTTP/1.1, the only one that is spoken.
const PROTOCOL: &[u8] = b"http/1.1";

/// Connections with the certificates that this machine trusts. On Linux `SSL_CERT_FILE` and `SSL_CERT_DIR` name others.
///
/// # Errors
/// The machine's certificates cannot be read, or there are none.
pub fn system() -> Result<Arc<ClientConfig>, FetchError> {
    let failed = |error: Error| FetchError::Machine {
        problem: format!("its certificates cannot be used ({error})"),
        help: "install the system's CA certificates, or name a file of them in `SSL_CERT_FILE`",
    };
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(failed)?
        .with_platform_verifier()
        .map_err(failed)?
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// The same connections, on which only HTTP/1.1 is offered.
pub(super) fn offering_http(config: &ClientConfig) -> Arc<ClientConfig> {
    let mut config = config.clone();
    config.alpn_protocols = vec![PROTOCOL.to_vec()];
    Arc::new(config)
}

/// `stream`, encrypted to the server that proves to be `host`: a name, or an address without brackets.
pub(super) async fn encrypted<S: AsyncRead + AsyncWrite + Unpin>(
    config: &Arc<ClientConfig>,
    host: &str,
    stream: S,
) -> Result<TlsStream<S>, Broken> {
    let name = ServerName::try_from(host.to_owned())
        .map_err(|_| Broken::Other("its name cannot be in a certificate".to_owned()))?;
    TlsConnector::from(Arc::clone(config)).connect(name, stream).await.map_err(|error| Broken::of(&error))
}

/// Why a connection is not encrypted.
#[derive(Debug)]
pub(super) enum Broken {
    /// The certificate proves nothing: what it is or does, and the remedy.
    Certificate(String, &'static str),
    /// The server said nothing for too long.
    Silent,
    /// Anything else.
    Other(String),
}

impl Broken {
    fn of(error: &io::Error) -> Self {
        match error.get_ref().and_then(|error| error.downcast_ref::<Error>()) {
            Some(Error::InvalidCertificate(error)) => {
                let (problem, help) = problem_of(error);
                Self::Certificate(problem, help)
            }
            Some(Error::AlertReceived(alert)) => {
                Self::Other(format!("it answered with the alert `{alert:?}`"))
            }
            Some(Error::InvalidMessage(_)) => Self::Other("its answer is not TLS".to_owned()),
            Some(error) => Self::Other(error.to_string()),
            None => match error.kind() {
                io::ErrorKind::TimedOut => Self::Silent,
                io::ErrorKind::UnexpectedEof => Self::Other("it closed the connection".to_owned()),
                io::ErrorKind::ConnectionReset => Self::Other("it reset the connection".to_owned()),
                _ => Self::Other(error.to_string()),
            },
        }
    }

    /// The error about `host`; `silent` is what a server that says nothing is.
    pub(super) fn about(self, host: &str, silent: impl FnOnce() -> FetchError) -> FetchError {
        let host = host.to_owned();
        match self {
            Self::Certificate(problem, help) => FetchError::Certificate { host, problem, help },
            Self::Silent => silent(),
            Self::Other(problem) => FetchError::Tls { host, problem },
        }
    }
}

fn problem_of(error: &CertificateError) -> (String, &'static str) {
    let said = |problem: &str, help| (problem.to_owned(), help);
    match error {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            said("has expired", "check this machine's clock, and ask the owner of the server to renew it")
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            said("is not valid yet", "check this machine's clock")
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            said("is for another name", "check the spelling of the host; another server may have answered")
        }
        CertificateError::UnknownIssuer => said(
            "is signed by nobody whom this machine trusts",
            "if the authority is your company's, add it to the system's certificates or to `SSL_CERT_FILE`",
        ),
        CertificateError::Revoked => said("has been revoked", "ask the owner of the server"),
        error => (format!("cannot be used ({error})"), "ask the owner of the server"),
    }
}
