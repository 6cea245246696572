//! The hosts that a command may reach: a deny list, which comes first, and an allow list.
//!
//! Owns the order of the lists and the source of each entry. Knows names and ports; the address is judged when it is
//! dialled.

use std::net::IpAddr;

use policy_core::policy::SandboxSettings;
use policy_core::rules::HostPattern;
use policy_core::web::documentation;

use super::loopback::{CAPTURED_PORTS, PROXY_PORT};
use super::question::HostQuestion;

/// Most ports that are captured, however many the lists name: each is a socket.
const CAPTURED_MAX: usize = 64;

/// The port that a host of documentation is granted with.
const HTTPS_SUFFIX: &str = ":443";

/// The hosts that a command may reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hosts {
    denied: Vec<Entry>,
    allowed: Vec<Entry>,
    /// What a person let one run connect to, as far as it is public.
    granted: Vec<HostQuestion>,
    /// Where a host is added that shall be allowed.
    source: List,
}

/// One entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pattern: HostPattern,
    /// As it was written.
    text: String,
    list: List,
}

/// Where an entry was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum List {
    #[default]
    AllowedDomains,
    /// `--allow-host` on the command line.
    Arguments,
    DeniedDomains,
    /// The tables of the programs that only read their services.
    Services,
    /// The table of documentation hosts.
    Documentation,
    /// `WebFetch(domain:…)`, in this list of the rules.
    Fetch(&'static str),
}

/// An entry that is no host.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{entry}` in {list} is not a host: {problem}; {help}")]
pub struct BadHost {
    /// The entry.
    pub entry: String,
    /// Its list.
    pub list: String,
    /// The problem.
    pub problem: String,
    /// The likely intention, or the remedy.
    pub help: String,
}

/// The result of the lists for a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer<'h> {
    /// It may be reached. `by_name`: an entry without a wildcard names it.
    Allowed { by_name: bool },
    /// This entry denies it.
    Denied(&'h Entry),
    /// No entry allows it.
    Unnamed,
}

impl Hosts {
    /// Adds the hosts that a verdict grants: those of services that a command reads, and those of documentation, none of
    /// which may lead to a private network. The lists of the settings that deny hosts come first.
    ///
    /// # Errors
    /// When an entry names no host.
    pub fn add_granted(&mut self, hosts: &[String]) -> Result<(), BadHost> {
        let is_documentation = |entry: &&String| {
            let host = entry.strip_suffix(HTTPS_SUFFIX);
            host.is_some_and(|host| documentation().iter().any(|row| row.host == host))
        };
        let (pages, services): (Vec<&String>, Vec<&String>) = hosts.iter().partition(is_documentation);
        for (list, texts) in [(List::Services, services), (List::Documentation, pages)] {
            self.allowed.extend(read(list, &texts.into_iter().cloned().collect::<Vec<_>>())?);
        }
        Ok(())
    }

    /// The lists of `settings`: its allowed and denied domains, and the hosts of its `WebFetch` rules.
    ///
    /// # Errors
    /// When an entry names no host. The settings' reader finds that first, and with its place.
    pub fn new(settings: &SandboxSettings) -> Result<Self, BadHost> {
        let mut hosts = Self::default();
        for (list, texts) in [
            (List::DeniedDomains, &settings.denied_domains),
            (List::Fetch("deny` or `permissions.ask"), &settings.fetch_refused),
        ] {
            hosts.denied.extend(read(list, texts)?);
        }
        for (list, texts) in [
            (List::AllowedDomains, &settings.allowed_domains),
            (List::Fetch("allow"), &settings.fetch_allowed),
        ] {
            hosts.allowed.extend(read(list, texts)?);
        }
        Ok(hosts)
    }

    /// Hosts that are named on the command line, as `allowedDomains` would name them.
    ///
    /// # Errors
    /// When an entry names no host.
    pub fn from_arguments(allowed: &[String]) -> Result<Self, BadHost> {
        let source = List::Arguments;
        Ok(Self { allowed: read(source, allowed)?, source, ..Self::default() })
    }

    /// Where a host is added that shall be allowed.
    pub(super) fn source(&self) -> List {
        self.source
    }

    /// Lets the command connect to this public destination too, unless it is denied.
    pub(crate) fn grant(&mut self, destination: HostQuestion) {
        self.granted.push(destination);
    }

    /// Whether that was granted.
    pub(super) fn is_granted(&self, destination: &HostQuestion) -> bool {
        self.granted.contains(destination)
    }

    /// Whether that was granted for the name on some port.
    pub(super) fn is_granted_on_any_port(&self, name: &str) -> bool {
        self.granted.iter().any(|destination| destination.host == name)
    }

    /// Whether no host at all may be reached.
    pub fn is_empty(&self) -> bool {
        self.allowed.is_empty()
    }

    /// The result of the lists for `host`, a name in lower case or an address without brackets, on `port`.
    pub(super) fn answer(&self, host: &str, port: u16) -> Answer<'_> {
        if let Some(entry) = self.denied.iter().find(|entry| entry.pattern.matches(host, port)) {
            return Answer::Denied(entry);
        }
        let allowing = || self.allowed.iter().filter(|entry| entry.pattern.matches(host, port));
        if allowing().next().is_none() {
            return Answer::Unnamed;
        }
        Answer::Allowed { by_name: allowing().any(Entry::is_named) }
    }

    /// How an entry without a wildcard names `host` on `port`, if one does: whether one of them has the port too. What
    /// denies the host is not asked.
    #[cfg(feature = "web")]
    pub(crate) fn naming(&self, host: &str, port: u16) -> Option<bool> {
        let names = |entry: &&Entry| entry.is_named() && entry.pattern.matches(host, port);
        let mut naming = self.allowed.iter().filter(names).peekable();
        naming.peek()?;
        Some(naming.any(|entry| entry.pattern.port().is_some()))
    }

    /// The entry of `sandbox.network.deniedDomains` that denies `host` on `port`. The rules of `WebFetch` are not asked:
    /// what they say of a URL is a verdict that the caller has.
    #[cfg(feature = "web")]
    pub(super) fn denied_domain(&self, host: &str, port: u16) -> Option<&Entry> {
        let domains = self.denied.iter().filter(|entry| entry.list == List::DeniedDomains);
        domains.into_iter().find(|entry| entry.pattern.matches(host, port))
    }

    /// The result of the lists for a name on any port.
    pub(super) fn answer_on_any_port(&self, name: &str) -> Answer<'_> {
        let matches = |entry: &&Entry| entry.pattern.matches_host(name);
        if let Some(entry) = self.denied.iter().filter(|entry| entry.pattern.port().is_none()).find(matches) {
            return Answer::Denied(entry);
        }
        match self.allowed.iter().find(matches) {
            Some(entry) => Answer::Allowed { by_name: entry.is_named() },
            None => Answer::Unnamed,
        }
    }

    /// Whether an entry without a wildcard allows this address on this port.
    pub(super) fn names_address(&self, address: IpAddr, port: u16) -> bool {
        matches!(self.answer(&address.to_canonical().to_string(), port), Answer::Allowed { by_name: true })
    }

    /// Whether an entry without a wildcard allows this host on some port.
    pub(super) fn names(&self, host: &str) -> bool {
        self.allowed.iter().any(|entry| entry.is_named() && entry.pattern.matches_host(host))
    }

    /// The TCP ports on which a program that knows of no proxy reaches an allowed name.
    pub(crate) fn captured_ports(&self) -> Vec<u16> {
        let mut ports = CAPTURED_PORTS.to_vec();
        // An address is not given out by the name server, so nothing would arrive on its port.
        let named = self.allowed.iter().filter(|entry| entry.text.parse::<IpAddr>().is_err());
        let granted = self.granted.iter().map(|destination| destination.port);
        for port in named.filter_map(|entry| entry.pattern.port()).chain(granted) {
            if !ports.contains(&port) && port != PROXY_PORT && ports.len() < CAPTURED_MAX {
                ports.push(port);
            }
        }
        ports
    }
}

impl Entry {
    /// Whether it names a host without a wildcard, so that the host may lead to a private network: somebody wrote it for
    /// this machine.
    fn is_named(&self) -> bool {
        self.pattern.is_literal() && self.list != List::Documentation
    }

    /// The entry as the settings spell it, with its list.
    pub(super) fn rule(&self) -> String {
        let Self { text, list, .. } = self;
        match list {
            List::Fetch(_) => format!("`WebFetch(domain:{text})` in {}", list.name()),
            List::AllowedDomains
            | List::Arguments
            | List::DeniedDomains
            | List::Services
            | List::Documentation => {
                format!("`{text}` in {}", list.name())
            }
        }
    }
}

impl List {
    /// The list's name, in back-ticks.
    pub(super) fn name(self) -> String {
        match self {
            Self::Arguments => "`--allow-host`".to_owned(),
            Self::AllowedDomains => "`sandbox.network.allowedDomains`".to_owned(),
            Self::DeniedDomains => "`sandbox.network.deniedDomains`".to_owned(),
            Self::Services => "the table of the program".to_owned(),
            Self::Documentation => "the table of documentation hosts".to_owned(),
            Self::Fetch(list) => format!("`permissions.{list}`"),
        }
    }
}

impl List {
    /// The change that would allow `host`, in words.
    pub(super) fn addition(self, host: &str) -> String {
        match self {
            Self::Arguments => format!("name it with `--allow-host {host}`"),
            Self::AllowedDomains
            | Self::DeniedDomains
            | Self::Services
            | Self::Documentation
            | Self::Fetch(_) => {
                format!("add `{host}` to {}", Self::AllowedDomains.name())
            }
        }
    }
}

fn read(list: List, texts: &[String]) -> Result<Vec<Entry>, BadHost> {
    let entry = |text: &String| {
        let bad =
            |problem: String, help: String| BadHost { entry: text.clone(), list: list.name(), problem, help };
        let ascii = ascii(text)
            .ok_or_else(|| bad("it has an invalid label".to_owned(), "check the spelling".to_owned()))?;
        let pattern = HostPattern::parse(&ascii).map_err(|problem| bad(problem.message, problem.help))?;
        Ok(Entry { pattern, text: text.clone(), list })
    };
    texts.iter().map(entry).collect()
}

/// The entry with every label as clients send it: `bücher.de` becomes `xn--bcher-kva.de` (UTS 46).
fn ascii(text: &str) -> Option<String> {
    if text.is_ascii() {
        return Some(text.to_owned());
    }
    let (name, port) = text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)));
    let labels = name.split('.').map(|label| match label {
        label if label.is_ascii() => Some(label.to_owned()),
        // A wildcard inside a label stands for letters that the encoding would move.
        label if label.contains('*') => None,
        label => url::Host::parse(label).ok().map(|label| label.to_string()),
    });
    let name = labels.collect::<Option<Vec<_>>>()?.join(".");
    Some(port.map_or(name.clone(), |port| format!("{name}:{port}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(allowed: &[&str], denied: &[&str]) -> Hosts {
        let texts = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect();
        let settings = SandboxSettings {
            allowed_domains: texts(allowed),
            denied_domains: texts(denied),
            fetch_allowed: vec!["fetched.org".to_owned()],
            fetch_refused: vec!["*.fetched.com".to_owned()],
            ..SandboxSettings::default()
        };
        Hosts::new(&settings).unwrap()
    }

    #[test]
    fn denied_is_asked_before_allowed() {
        let hosts = hosts(
            &["*.example.com", "example.com:443", "*.fetched.com", "bücher.de", "10.0.0.5:80"],
            &["evil.example.com", "*.example.com:25"],
        );
        for (host, port, expected) in [
            ("a.example.com", 443, "allowed"),
            ("a.example.com", 25, "`*.example.com:25` in `sandbox.network.deniedDomains`"),
            ("evil.example.com", 443, "`evil.example.com` in `sandbox.network.deniedDomains`"),
            ("deep.evil.example.com", 443, "allowed"),
            ("example.com", 443, "named"),
            ("example.com", 80, "nothing"),
            ("fetched.org", 1, "named"),
            (
                "a.fetched.com",
                1,
                "`WebFetch(domain:*.fetched.com)` in `permissions.deny` or `permissions.ask`",
            ),
            ("xn--bcher-kva.de", 443, "named"),
            ("10.0.0.5", 80, "named"),
            ("10.0.0.5", 81, "nothing"),
            ("other.org", 443, "nothing"),
        ] {
            let answer = match hosts.answer(host, port) {
                Answer::Allowed { by_name: true } => "named".to_owned(),
                Answer::Allowed { by_name: false } => "allowed".to_owned(),
                Answer::Denied(entry) => entry.rule(),
                Answer::Unnamed => "nothing".to_owned(),
            };
            assert_eq!(answer, expected, "{host}:{port}");
        }
    }

    #[test]
    #[cfg(feature = "web")]
    fn an_entry_names_a_host_or_a_host_on_a_port() {
        let hosts =
            hosts(&["a.org", "b.org:80", "*.c.org", "127.0.0.1:3000", "d.org", "d.org:80"], &["a.org"]);
        for (host, port, expected) in [
            ("a.org", 443, Some(false)),
            ("b.org", 80, Some(true)),
            ("b.org", 443, None),
            ("x.c.org", 80, None),
            ("127.0.0.1", 3000, Some(true)),
            ("127.0.0.1", 80, None),
            ("d.org", 80, Some(true)),
            ("d.org", 443, Some(false)),
            ("fetched.org", 80, Some(false)),
            ("other.org", 80, None),
        ] {
            assert_eq!(hosts.naming(host, port), expected, "{host}:{port}");
        }
        assert!(hosts.denied_domain("a.org", 80).is_some());
        assert!(hosts.denied_domain("x.fetched.com", 80).is_none(), "that is for the verdict on the URL");
    }

    #[test]
    fn a_name_is_given_out_when_one_of_its_ports_can_be_reached() {
        let hosts = hosts(&["a.org:8443", "b.org"], &["a.org:443", "b.org"]);
        assert!(matches!(hosts.answer_on_any_port("a.org"), Answer::Allowed { .. }));
        assert!(matches!(hosts.answer_on_any_port("b.org"), Answer::Denied(_)));
        assert_eq!(hosts.answer_on_any_port("c.org"), Answer::Unnamed);
    }

    #[test]
    fn the_ports_of_names_are_captured_on_top_of_the_usual_ones() {
        let hosts = hosts(&["a.org:8443", "*.b.org:443", "c.org:5432", "a.org:8443"], &["d.org:1"]);
        assert_eq!(hosts.captured_ports(), [22, 80, 443, 8443, 5432]);
    }

    #[test]
    fn a_granted_host_of_documentation_is_public_and_has_one_port() {
        let mut hosts = hosts(&[], &["peps.python.org"]);
        let granted = ["docs.python.org:443", "peps.python.org:443", "api.github.com"].map(str::to_owned);
        hosts.add_granted(&granted).unwrap();
        assert_eq!(hosts.answer("docs.python.org", 443), Answer::Allowed { by_name: false });
        assert_eq!(hosts.answer("docs.python.org", 80), Answer::Unnamed);
        assert!(matches!(hosts.answer("peps.python.org", 443), Answer::Denied(_)));
        assert_eq!(hosts.answer("api.github.com", 443), Answer::Allowed { by_name: true });
    }

    #[test]
    fn an_entry_that_is_no_host_says_so() {
        let settings = |entry: &str| SandboxSettings {
            allowed_domains: vec![entry.to_owned()],
            ..SandboxSettings::default()
        };
        for entry in ["https://a.org", "ü*.org"] {
            let error = Hosts::new(&settings(entry)).unwrap_err().to_string();
            assert!(error.contains("`sandbox.network.allowedDomains` is not a host"), "{error}");
        }
    }
}
