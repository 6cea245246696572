//! The web tools of one session.
//!
//! Owns what their requests share: the gate, the trust in certificates, the proxies, the bounds, the cache.

use std::sync::Arc;

use hyper::header::HeaderValue;
use tokio_rustls::rustls::ClientConfig;

use super::cache::Cache;
use super::limits::Limits;
use super::proxy::Proxies;
use super::render::Render;
use super::summary::Summarise;
use super::tls;
use crate::network::{Gate, Hosts, Outside};

/// Who asks: the honest name of this program.
const USER_AGENT: &str = concat!("shellgate/", env!("CARGO_PKG_VERSION"));

/// The web tools of one session.
#[derive(Debug)]
pub struct Client {
    pub(super) gate: Gate,
    pub(super) outside: Arc<dyn Outside>,
    pub(super) tls: Arc<ClientConfig>,
    pub(super) proxies: Proxies,
    pub(super) limits: Limits,
    pub(super) user_agent: HeaderValue,
    pub(super) render: Arc<dyn Render>,
    pub(super) summarise: Option<Arc<dyn Summarise>>,
    pub(super) cache: Arc<Cache>,
}

impl Client {
    /// Tools that use the network `outside`, trust the certificates that `tls` trusts, and read pages with `render`.
    ///
    /// `hosts` are the lists of the settings: an address that they name may be dialled though it is special, and their
    /// denied domains are never dialled. They allow no URL; that is the [`Judge`](super::Judge)'s.
    pub fn new(hosts: Hosts, outside: Arc<dyn Outside>, tls: &ClientConfig, render: Arc<dyn Render>) -> Self {
        Self {
            gate: Gate::new(hosts, Arc::clone(&outside)),
            outside,
            tls: tls::offering_http(tls),
            proxies: Proxies::default(),
            limits: Limits::default(),
            user_agent: HeaderValue::from_static(USER_AGENT),
            render,
            summarise: None,
            cache: Arc::default(),
        }
    }

    /// The same through these proxies. Without it every connection is direct.
    #[must_use]
    pub fn with_proxies(self, proxies: Proxies) -> Self {
        Self { proxies, ..self }
    }

    /// The same with this cache, which others share.
    pub(super) fn with_cache(self, cache: Arc<Cache>) -> Self {
        Self { cache, ..self }
    }

    /// The same within other bounds.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same, with summaries of pages for the prompt of a request.
    #[must_use]
    pub fn with_summaries(self, summarise: Arc<dyn Summarise>) -> Self {
        Self { summarise: Some(summarise), ..self }
    }

    /// The same under another name. A name that no header can hold changes nothing.
    #[must_use]
    pub fn with_user_agent(self, name: &str) -> Self {
        let user_agent = HeaderValue::from_str(name).unwrap_or(self.user_agent);
        Self { user_agent, ..self }
    }
}
