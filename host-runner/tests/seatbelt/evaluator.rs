//! What a profile permits.
//!
//! Owns the disputed readings. By one the last rule that fits counts; by the other a rule without a filter is only the
//! default of its operation. By one a backslash in `#"…"` is itself; by the other an escape. A profile that means
//! different things by them is wrong, so an answer is given only when all agree.

use std::net::IpAddr;

use super::language::{Filter, Rule, rules};

/// A profile in every reading.
#[derive(Debug)]
pub(crate) struct Profile {
    readings: Vec<(Vec<Rule>, bool)>,
}

/// One act of a program.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Act<'a> {
    pub(crate) operation: &'a str,
    /// The path that it is about, with links followed; of a socket file too.
    pub(crate) path: Option<&'a str>,
    /// What is there, such as `DIRECTORY`.
    pub(crate) vnode: Option<&'a str>,
    /// The address that is connected to.
    pub(crate) address: Option<(IpAddr, u16)>,
    /// The name of a filter and the value that it has here.
    pub(crate) named: Option<(&'a str, &'a str)>,
}

impl Profile {
    pub(crate) fn read(text: &str) -> Self {
        let disputed = if text.contains('\\') { &[false, true][..] } else { &[false] };
        let readings = disputed.iter().map(|unescapes| rules(text, *unescapes));
        Self { readings: readings.flat_map(|rules| [(rules.clone(), false), (rules, true)]).collect() }
    }

    /// Whether the profile permits `act`, by all readings.
    pub(crate) fn allows(&self, act: &Act<'_>) -> bool {
        let answers =
            self.readings.iter().map(|(rules, unfiltered_first)| allows(rules, *unfiltered_first, act));
        let answers = answers.collect::<Vec<_>>();
        assert!(
            answers.iter().all(|answer| *answer == answers[0]),
            "the readings differ about {act:?}: {answers:?}"
        );
        answers[0]
    }
}

fn allows(rules: &[Rule], unfiltered_first: bool, act: &Act<'_>) -> bool {
    let mut fitting = rules.iter().filter(|rule| {
        rule.operations.iter().any(|operation| covers(operation, act.operation))
            && (rule.filters.is_empty() || rule.filters.iter().any(|filter| fits(filter, act)))
    });
    let (plain, filtered): (Vec<_>, Vec<_>) = fitting.clone().partition(|rule| rule.filters.is_empty());
    let last = if unfiltered_first { filtered.last().or(plain.last()).copied() } else { fitting.next_back() };
    last.is_some_and(|rule| rule.allows)
}

fn covers(pattern: &str, operation: &str) -> bool {
    pattern == "default"
        || pattern == operation
        || pattern.strip_suffix('*').is_some_and(|family| operation.starts_with(family))
}

fn fits(filter: &Filter, act: &Act<'_>) -> bool {
    let socket = |inside: &Option<Box<Filter>>| {
        act.address.is_none() && act.path.is_some() && inside.as_ref().is_none_or(|inside| fits(inside, act))
    };
    match filter {
        Filter::Literal(path) => act.path == Some(path),
        Filter::Subpath(path) => act.path.is_some_and(|own| {
            own.strip_prefix(path.trim_end_matches('/'))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }),
        Filter::Fits(pattern) => act.path.is_some_and(|path| pattern.is_match(path.as_bytes())),
        Filter::All(all) => all.iter().all(|filter| fits(filter, act)),
        Filter::Any(any) => any.iter().any(|filter| fits(filter, act)),
        Filter::Not(not) => !fits(not, act),
        Filter::Vnode(kind) => act.vnode == Some(kind),
        Filter::RemoteSocket(inside) => act.operation == "network-outbound" && socket(inside),
        Filter::LocalSocket(inside) => act.operation == "network-bind" && socket(inside),
        Filter::RemoteAddress(address) => act.address.is_some_and(|(ip, port)| {
            let (host, wanted) = address.rsplit_once(':').unwrap();
            (host == "*" || host == "localhost" && ip.is_loopback())
                && (wanted == "*" || wanted == port.to_string())
        }),
        Filter::Named(name, value) => act.named == Some((name, value)),
    }
}

/// An act on the path `path`, at which a file is or will be.
pub(crate) fn on_path<'a>(operation: &'a str, path: &'a str) -> Act<'a> {
    Act { operation, path: Some(path), vnode: Some("REGULAR-FILE"), ..Act::default() }
}

#[test]
fn the_last_rule_that_fits_counts_and_filters_are_alternatives() {
    let profile = Profile::read(
        "(version 1) ; a comment\n(deny default)(allow file-read*)\n(deny file-read* (subpath \"/a\") (literal \"/b\"))\n\
         (allow file-read-data (regex #\"^/a/[.]x$\"))\n\
         (deny file-write* (require-all (subpath \"/\") (require-not (vnode-type SOCKET))))",
    );
    for (operation, path, expected) in [
        ("file-read-data", "/c", true),
        ("file-read-data", "/a", false),
        ("file-read-metadata", "/a/b", false),
        ("file-read-data", "/ab", true),
        ("file-read-data", "/b", false),
        ("file-read-data", "/b/c", true),
        ("file-read-data", "/a/.x", true),
        ("file-read-data", "/a/bx", false),
        ("file-write-data", "/c", false),
    ] {
        assert_eq!(profile.allows(&on_path(operation, path)), expected, "{operation} {path}");
    }
}

#[test]
#[should_panic(expected = "the readings differ")]
fn a_backslash_in_a_pattern_is_seen_to_mean_two_things() {
    let profile = Profile::read(r#"(version 1)(deny default)(allow file-read* (regex #"^/a\\.b$"))"#);
    profile.allows(&on_path("file-read-data", "/a.b"));
}

#[test]
#[should_panic(expected = "the readings differ")]
fn a_rule_without_a_filter_behind_others_is_seen_to_mean_two_things() {
    let profile =
        Profile::read(r#"(version 1)(deny default)(allow file-read* (subpath "/a"))(deny file-read*)"#);
    profile.allows(&on_path("file-read-data", "/a/b"));
}
