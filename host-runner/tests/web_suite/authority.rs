//! A certificate authority of the tests' own, and a server that proves each name with a certificate of its own.

use std::sync::{Arc, LazyLock};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};

/// The address whose certificate a client gets that names no host.
pub(crate) const ADDRESS: &str = "93.184.215.14";

/// The certificate of the authority, as a file of certificates has it.
pub(crate) fn pem() -> String {
    let text = BASE64_STANDARD.encode(AUTHORITY.der());
    format!("-----BEGIN CERTIFICATE-----\n{text}\n-----END CERTIFICATE-----\n")
}

static AUTHORITY: LazyLock<CertifiedIssuer<'static, KeyPair>> = LazyLock::new(|| {
    let mut authority = CertificateParams::default();
    authority.distinguished_name.push(DnType::CommonName, "the authority of the tests");
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(authority, KeyPair::generate().unwrap()).unwrap()
});

/// Trusts the authority and no other.
pub(crate) fn trusting() -> ClientConfig {
    let mut roots = RootCertStore::empty();
    roots.add(AUTHORITY.der().clone()).unwrap();
    ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// Proves every name, but for those that say in what they fail.
pub(crate) fn acceptor() -> TlsAcceptor {
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_cert_resolver(Arc::new(Names));
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    TlsAcceptor::from(Arc::new(config))
}

#[derive(Debug)]
struct Names;

impl ResolvesServerCert for Names {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let name = hello.server_name().unwrap_or(ADDRESS).to_owned();
        let proven = if name == "wrong-name.test" { "another.test".to_owned() } else { name.clone() };
        let mut proven = vec![proven];
        if hello.server_name().is_none() {
            proven.push("127.0.0.1".to_owned());
        }
        let mut params = CertificateParams::new(proven).unwrap();
        match name.as_str() {
            "expired.test" => params.not_after = date_time_ymd(2001, 1, 1),
            "early.test" => params.not_before = date_time_ymd(3000, 1, 1),
            _ => {}
        }
        let key = KeyPair::generate().unwrap();
        let certificate = if name == "self-signed.test" {
            params.self_signed(&key).unwrap()
        } else {
            params.signed_by(&key, &AUTHORITY).unwrap()
        };
        let chain = vec![CertificateDer::from(certificate)];
        let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        Some(Arc::new(CertifiedKey::from_der(chain, key, &ring::default_provider()).unwrap()))
    }
}
