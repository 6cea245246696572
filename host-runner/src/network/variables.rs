//! The environment variables by which programs find a proxy.
//!
//! Owns their names and the exceptions. Programs that ignore them are caught by the name server.

use std::ffi::OsString;

use super::hosts::Hosts;
use super::loopback::PROXY_PORT;

/// Curl reads the small `http_proxy` only, Go and Python both spellings, npm, Yarn, pip and Cargo their own first.
///
/// `ALL_PROXY` names the HTTP side too: with a SOCKS address there, Python's HTTP clients stop when their SOCKS module
/// is not installed, and HTTP's `CONNECT` carries everything.
const PROXY: [&str; 12] = [
    "http_proxy",
    "HTTP_PROXY",
    "https_proxy",
    "HTTPS_PROXY",
    "all_proxy",
    "ALL_PROXY",
    "npm_config_proxy",
    "npm_config_https_proxy",
    "YARN_HTTP_PROXY",
    "YARN_HTTPS_PROXY",
    "PIP_PROXY",
    "CARGO_HTTP_PROXY",
];

/// Both spellings, for the same reason.
const NO_PROXY: [&str; 2] = ["no_proxy", "NO_PROXY"];

/// The sandbox's own programs.
const OWN: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The variables with which the programs of a command use the proxy.
pub(crate) fn variables(hosts: &Hosts) -> Vec<(&'static str, String)> {
    // Who allows `localhost` means the machine's, which only the proxy reaches.
    let own = OWN.into_iter().filter(|own| !hosts.names(own)).collect::<Vec<_>>().join(",");
    // Node.js heeds the others only with the last.
    variables_at(PROXY_PORT)
        .into_iter()
        .chain(NO_PROXY.map(|name| (name, own.clone())))
        .chain([("NODE_USE_ENV_PROXY", "1".to_owned())])
        .collect()
}

/// Those of them that name the proxy, when it is at `port` of the loopback interface.
pub(crate) fn variables_at(port: u16) -> [(&'static str, String); PROXY.len()] {
    PROXY.map(|name| (name, format!("http://127.0.0.1:{port}")))
}

/// Sets them, whatever proxy the caller uses itself.
pub(crate) fn set(environment: &mut Vec<(OsString, OsString)>, hosts: &Hosts) {
    for (name, value) in variables(hosts) {
        environment.retain(|(known, _)| known != name);
        environment.push((name.into(), value.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::gate::tests::hosts;
    use super::*;

    #[test]
    fn the_callers_own_proxy_is_replaced_and_what_is_allowed_by_name_goes_through_ours() {
        let mut environment = vec![
            ("HTTP_PROXY".into(), "http://corporate:8080".into()),
            ("NO_PROXY".into(), "*".into()),
            ("HOME".into(), "/home/u".into()),
        ];
        set(&mut environment, &hosts(&["localhost:3000", "*"], &[]));
        let value = |name: &str| {
            let mut found = environment.iter().filter(|(known, _)| known == name);
            let value = found.next().and_then(|(_, value)| value.to_str());
            assert!(found.next().is_none(), "{name} is set twice");
            value
        };
        assert_eq!(value("HTTP_PROXY"), Some("http://127.0.0.1:3128"));
        assert_eq!(value("https_proxy"), Some("http://127.0.0.1:3128"));
        assert_eq!(value("NO_PROXY"), Some("127.0.0.1,::1"));
        assert_eq!(value("HOME"), Some("/home/u"));
    }
}
