//! The web tools against servers that say what a test wants.
//!
//! Nothing leaves the loopback: names lead where the test says, and what is dialled ends at a server of the test's own.
//! Limits pass in paused time, so that no test waits for one.
#![cfg(all(unix, feature = "web"))]
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod answers;
mod attempts;
mod authority;
mod caching;
mod certificates;
mod commands;
mod consulted;
#[cfg(target_os = "linux")]
mod namespace;
mod proxies;
mod redirects;
mod rules;
mod searches;
mod server;
mod ssrf;
mod summaries;
mod world;

use std::sync::Arc;
use std::time::Duration;

use host_runner::network::Hosts;
use host_runner::web::{Client, FetchError, FetchRequest, Fetched, PageReader};

use rules::Rules;
use server::{Server, Step};
use world::World;

/// Lets paused time pass in steps for the rest of a test, and leaves the kernel two milliseconds between them.
///
/// By itself a paused clock goes on to the next limit as soon as the runtime has nothing to do. What was sent can then still be on
/// its way through the loopback interface, and a machine with much other work needs long to deliver it. While a blocking job runs,
/// the clock stands still.
fn pass_time_in_steps() {
    tokio::spawn(async {
        loop {
            let delivered = || std::thread::sleep(Duration::from_millis(2));
            tokio::task::spawn_blocking(delivered).await.unwrap();
            tokio::time::advance(Duration::from_millis(500)).await;
        }
    });
}

/// A client in a world around one server.
struct Place {
    world: World,
    server: Server,
    client: Client,
}

impl Place {
    /// Every connection ends at a server that answers as `script` says: what it sends for a host and a path.
    async fn new(script: impl Fn(&str, &str) -> Vec<Step> + Send + Sync + 'static) -> Self {
        Self::with_hosts(Hosts::default(), script).await
    }

    async fn with_hosts(
        hosts: Hosts,
        script: impl Fn(&str, &str) -> Vec<Step> + Send + Sync + 'static,
    ) -> Self {
        let server = Server::start(authority::acceptor(), script).await;
        let world = World::around(&server);
        let client =
            Client::new(hosts, Arc::new(world.clone()), &authority::trusting(), Arc::new(PageReader));
        Self { world, server, client }
    }

    /// The page, by rules that allow every host.
    async fn get(&self, url: &str) -> Result<Fetched, FetchError> {
        self.get_by(url, &Rules::allowing(&["*"])).await
    }

    async fn get_by(&self, url: &str, rules: &Rules) -> Result<Fetched, FetchError> {
        self.client.fetch(FetchRequest { url, prompt: None, approved: None }, rules).await
    }
}

/// The text between the marks.
fn inside(result: &str) -> &str {
    let (_, rest) = result.split_once("\">\n").unwrap();
    let (text, _) = rest.rsplit_once("</web_content nonce=").unwrap();
    text.strip_suffix('\n').unwrap_or(text)
}

/// Compares `text` with a snapshot of `snapshots/web`.
fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/web"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
