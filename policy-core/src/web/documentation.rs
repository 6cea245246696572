//! Hosts of documentation that are fetched without a question, after every deny and ask rule.
//!
//! Owns the look-up in `documentation-hosts.toml`: hosts are equal or not, paths are compared by whole segments. What begins
//! like a host of the table is another host (CVE-2026-24052).

use super::host::Host;
use super::url::Url;

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Documentation {
    /// The host.
    pub host: &'static str,
    /// The paths below which it qualifies; empty for all of it.
    pub paths: &'static [&'static str],
}

include!(concat!(env!("OUT_DIR"), "/documentation_hosts.rs"));

/// Every row, sorted by host.
pub fn documentation() -> &'static [Documentation] {
    &DOCUMENTATION
}

/// The row about `url`, which is understood completely and asks one of the usual ports.
pub fn preapproved(url: &Url<'_>) -> Option<&'static Documentation> {
    let Some(Host::Name(name)) = url.host.as_ref().filter(|_| url.unclear.is_none() && url.has_usual_port())
    else {
        return None;
    };
    let at = DOCUMENTATION.binary_search_by(|row| row.host.cmp(&name.ascii)).ok()?;
    let row = DOCUMENTATION.get(at)?;
    let path = url.path_text();
    let is_below =
        |start: &str| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    // A server may decode `%2f` and `%2e` before it looks for the page.
    let is_plain = !path.to_ascii_lowercase().contains("%2f") && !path.to_ascii_lowercase().contains("%5c");
    (row.paths.is_empty() || is_plain && row.paths.iter().any(|start| is_below(start))).then_some(row)
}
