//! What is tried: URLs, names and redirects that lead to the inside of a network.
//!
//! Owns the rows. They are tried in a network that is made up, and in one that the kernel has.

use std::fmt::Write as _;

use crate::server::{Step, redirect, text};
use crate::world::OWN;

/// Names that lead inside, in the spellings of addresses that there are.
pub(crate) const INSIDE: [(&str, &[&str]); 40] = [
    ("loopback.test", &["127.0.0.1"]),
    ("loopback-other.test", &["127.8.8.8"]),
    ("127.0.0.1.nip.test", &["127.0.0.1"]),
    ("unspecified.test", &["0.0.0.0"]),
    ("this-network.test", &["0.1.2.3"]),
    ("ten.test", &["10.0.0.5"]),
    ("seventeen.test", &["172.16.0.1"]),
    ("seventeen-end.test", &["172.31.255.255"]),
    ("nineteen.test", &["192.168.1.1"]),
    ("carrier.test", &["100.64.0.1"]),
    ("link-local.test", &["169.254.7.7"]),
    ("metadata.test", &["169.254.169.254"]),
    ("metadata.google.internal", &["169.254.169.254"]),
    ("alibaba.test", &["100.100.100.200"]),
    ("oracle.test", &["192.0.0.192"]),
    ("azure.test", &["168.63.129.16"]),
    ("benchmark.test", &["198.18.0.1"]),
    ("documentation.test", &["192.0.2.1"]),
    ("multicast.test", &["224.0.0.251"]),
    ("broadcast.test", &["255.255.255.255"]),
    ("reserved.test", &["240.0.0.1"]),
    ("own.test", &[OWN]),
    ("six-loopback.test", &["::1"]),
    ("six-unspecified.test", &["::"]),
    ("six-mapped.test", &["::ffff:127.0.0.1"]),
    ("six-mapped-hex.test", &["::ffff:7f00:1"]),
    ("six-compatible.test", &["::127.0.0.1"]),
    ("six-translated.test", &["::ffff:0:127.0.0.1"]),
    ("six-nat64.test", &["64:ff9b::169.254.169.254"]),
    ("six-nat64-local.test", &["64:ff9b:1::10.0.0.1"]),
    ("six-to4.test", &["2002:7f00:1::"]),
    ("six-isatap.test", &["2a00:1450::5efe:10.0.0.1"]),
    ("six-teredo.test", &["2001:0:1:2:3:4:80ff:fffe"]),
    ("six-unique-local.test", &["fd12:3456::1"]),
    ("six-link-local.test", &["fe80::1"]),
    ("six-site-local.test", &["fec0::1"]),
    ("six-amazon.test", &["fd00:ec2::254"]),
    ("six-google.test", &["fd20:ce::254"]),
    ("six-multicast.test", &["ff02::1"]),
    ("several-inside.test", &["10.0.0.5", "::1", "169.254.169.254"]),
];

/// URLs whose host is an address, or a spelling that some readers take for one.
pub(crate) const SPELT: [&str; 49] = [
    "http://127.0.0.1/",
    "https://127.0.0.1/",
    "http://127.0.0.1:8080/",
    "http://127.0.0.1./",
    "https://127.0.0.1#@allowed.test/@",
    "http://127.1/",
    "http://127.0.1/",
    "http://127/",
    "http://2130706433/",
    "http://017700000001/",
    "http://0177.0.0.1/",
    "http://0177.0.0.0x1/",
    "http://0x7f000001/",
    "http://0x7f.0.0.1/",
    "http://0x7f.1/",
    "http://00000177.0.0.1/",
    "http://4294967295/",
    "http://4294967296/",
    "http://0/",
    "http://0.0.0.0:8080/",
    "http://%31%32%37.0.0.1/",
    "http://127%2e0%2e0%2e1/",
    "http://\u{ff11}\u{ff12}\u{ff17}.0.0.1/",
    "http://\u{2460}\u{2461}\u{2466}.0.0.1/",
    "http://127\u{3002}0\u{3002}0\u{3002}1/",
    "http://127.0.0.1%00.allowed.test/",
    "http://[::1]/",
    "http://[::1]:8080/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[::ffff:169.254.169.254]/latest/meta-data/",
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.43518/latest/meta-data/",
    "http://2852039166/latest/meta-data/",
    "http://0xa9fea9fe/latest/meta-data/",
    "http://10.0.0.5/",
    "http://192.168.0.1:8443/",
    "http://5.6.7.8/",
    "http://localhost/",
    "http://LOCALHOST.:3000/",
    "http://a.localhost:3000/",
];

/// Texts that two readers could read as different hosts, or that no web server answers.
pub(crate) const UNREADABLE: [&str; 39] = [
    "file:///etc/passwd",
    "file://allowed.test/etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "gopher://allowed.test/",
    "ftp://allowed.test/",
    "dict://allowed.test:11211/stats",
    "ldap://allowed.test/",
    "ws://allowed.test/",
    "jar:https://allowed.test/a.jar!/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "blob:https://allowed.test/x",
    "view-source:https://allowed.test/",
    "unix:/var/run/docker.sock",
    "https+unix://%2Fvar%2Frun%2Fdocker.sock/",
    "https://allowed.test@127.0.0.1/",
    "https://allowed.test:443@127.0.0.1/",
    "https://allowed.test%40127.0.0.1/",
    "https://user:word@allowed.test/",
    "https://@127.0.0.1/",
    "https://allowed.test\\@127.0.0.1/",
    "https:\\\\127.0.0.1\\",
    "https://allowed.test\\.evil.test/",
    "https:///@127.0.0.1/",
    "https://allowed.test:0/",
    "https://allowed.test:65536/",
    "https://allowed.test:443443/",
    "https://allowed.test:80:80/",
    "https://allowed.test:0x50/",
    "https://allowed.test\t.evil.test/",
    "https://allowed.test\r\nHost: evil.test/",
    "https://allowed.test/\r\nX-Injected: 1",
    "https://allowed.test\0.evil.test/",
    "https://allowed..test/",
    "https://.allowed.test/",
    "https://allowed.test../",
    "https://[::1/",
    "https://[allowed.test]/",
    "//allowed.test/",
];

/// Hosts that look like the allowed one. Only `allowed.test` is allowed.
pub(crate) const LOOK_ALIKES: [&str; 16] = [
    "https://allowed.test.evil.test/",
    "https://evil-allowed.test/",
    "https://a.allowed.test/",
    "https://allowed.testing/",
    "https://allowedxtest/",
    "https://allowed-test/",
    "https://test/",
    "https://evil.test/allowed.test",
    "https://evil.test/?https://allowed.test/",
    "https://evil.test#allowed.test",
    "https://evil.test:443/allowed.test/",
    "https://\u{430}llowed.test/",
    "https://allow\u{435}d.test/",
    "https://xn--llowed-2nf.test/",
    "https://allowed.te\u{17f}t.evil.test/",
    "https://other.test/",
];

/// Where the open redirect of the allowed host is sent, with rules that allow every host.
pub(crate) const REDIRECTED: [&str; 23] = [
    "http://127.0.0.1:8080/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://169.254.169.254/latest/meta-data/",
    "//169.254.169.254/latest/meta-data/",
    "///169.254.169.254/",
    "https://metadata.google.internal/computeMetadata/v1/",
    "https://ten.test/",
    "https://six-nat64.test/",
    "https://localhost/",
    "https://own.test/",
    "https://0/",
    "http://169.254.169.254/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/",
    "https://allowed.test@127.0.0.1/",
    "/\\127.0.0.1/",
    "\\\\127.0.0.1\\",
    "https://allowed.test:0/",
    "javascript:alert(1)",
];

fn unpercent(text: &str) -> String {
    let mut url = url::Url::parse("x:").unwrap();
    url.set_query(Some(text));
    url.query_pairs().next().map(|(name, _)| name.into_owned()).unwrap_or_default()
}

fn percent(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        write!(encoded, "%{byte:02X}").unwrap();
    }
    encoded
}

/// The URL on `host` that redirects to `to`.
pub(crate) fn hop(host: &str, to: &str) -> String {
    format!("https://{host}/to?{}", percent(to))
}

/// The allowed host has an open redirect; every other server says what nobody may read.
pub(crate) fn script(host: &str, path: &str) -> Vec<Step> {
    match path.strip_prefix("/to?") {
        Some(to) => redirect("302 Found", &unpercent(to)),
        None if host.starts_with("allowed.test") => text("public"),
        None => text("secret"),
    }
}
