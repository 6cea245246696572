//! The variables of a command without a network.
//!
//! Owns them. A package manager that waits and tries again for minutes would reach nothing, and the person would learn
//! only then what is missing.

use std::ffi::OsString;

/// Variables by which a program gives up at once, if the caller has set no other value.
const GIVE_UP: [(&str, &str); 6] = [
    // npm's and pnpm's config(7), `fetch-retries`.
    ("npm_config_fetch_retries", "0"),
    // Yarn 2 and later, `httpRetry`.
    ("YARN_HTTP_RETRY", "0"),
    // pip(1), `--retries`.
    ("PIP_RETRIES", "0"),
    // uv's reference of environment variables.
    ("UV_HTTP_RETRIES", "0"),
    // The Cargo Book, `net.retry`.
    ("CARGO_NET_RETRY", "0"),
    // bundle-config(1), `retry`.
    ("BUNDLE_RETRY", "0"),
];

/// Adds to `environment` what makes programs give up at once.
pub(crate) fn give_up_at_once(environment: &mut Vec<(OsString, OsString)>) {
    for (name, value) in GIVE_UP {
        if environment.iter().all(|(known, _)| known != name) {
            environment.push((name.into(), value.into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_the_caller_stays() {
        let mut environment = vec![("PIP_RETRIES".into(), "7".into())];
        give_up_at_once(&mut environment);
        let values = |name: &str| {
            let named = environment.iter().filter(|(known, _)| known == name);
            named.map(|(_, value)| value.to_string_lossy()).collect::<Vec<_>>()
        };
        assert_eq!(values("PIP_RETRIES"), ["7"]);
        assert_eq!(values("CARGO_NET_RETRY"), ["0"]);
    }
}
