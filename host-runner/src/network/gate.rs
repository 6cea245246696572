//! The decision on every connection: the lists, the address, then the connection to that same address.
//!
//! Owns the order of these steps and the record of refusals. A name is resolved once per connection, so a changed
//! answer (DNS rebinding) has no effect. A host that nothing names is asked about first, if anybody can answer: until
//! then nothing is resolved, because a name can carry data out too.

use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;

use super::address::{self, Objection};
use super::denial::{Denials, HostDenial};
use super::hosts::{Answer, Hosts};
use super::outside::Outside;
use super::question::HostQuestion;
use super::questions::HostQuestions;
use super::target::Target;

/// How long a name may take to resolve, and an address to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// Most addresses of one name that are tried.
const ADDRESSES_MAX: usize = 8;

/// Most names that are remembered as looked up.
const LOOKED_UP_MAX: usize = 100;

/// The hosts that a run may reach, and the record of its refusals.
#[derive(Debug)]
pub(crate) struct Gate {
    hosts: Hosts,
    outside: Arc<dyn Outside>,
    denials: Denials,
    /// Whom to ask about a host that nothing names; none where nobody can answer.
    questions: Option<HostQuestions>,
    /// The names that were given out because a connection would be asked about, and to which none came.
    looked_up: Mutex<BTreeSet<String>>,
}

/// A connection that was not made.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The lists or the address say no.
    Denied(Box<HostDenial>),
    /// It is allowed, and the network did not make it.
    Unreachable(io::Error),
}

impl Gate {
    pub(crate) fn new(hosts: Hosts, outside: Arc<dyn Outside>) -> Self {
        Self { hosts, outside, denials: Denials::default(), questions: None, looked_up: Mutex::default() }
    }

    /// The same, with somebody to ask about hosts that nothing names.
    pub(crate) fn with_questions(self, questions: HostQuestions) -> Self {
        Self { questions: Some(questions), ..self }
    }

    /// The refusals so far.
    pub(crate) fn denials(&self) -> Vec<HostDenial> {
        let looked_up = self.looked_up.lock().unwrap_or_else(PoisonError::into_inner);
        let ports = self.hosts.captured_ports();
        let unasked = looked_up.iter().map(|name| HostDenial::unasked(name, &ports, self.hosts.source()));
        self.denials.all().into_iter().chain(unasked).collect()
    }

    /// A connection to `target`, if it is allowed.
    pub(super) async fn dial(&self, target: &Target) -> Result<TcpStream, Refused> {
        let port = target.port;
        self.looked_up.lock().unwrap_or_else(PoisonError::into_inner).remove(&target.host);
        let by_name = match self.hosts.answer(&target.host, port) {
            Answer::Allowed { by_name } => by_name,
            Answer::Denied(entry) => {
                return Err(self.denied(HostDenial::by_entry(&target.host, Some(port), entry)));
            }
            // An answer opens the public network, and no other: only an entry that is written names a private host.
            Answer::Unnamed if self.is_let(target).await => false,
            Answer::Unnamed => {
                let denial = HostDenial::unnamed(&target.host, Some(port), self.hosts.source());
                return Err(self.denied(HostDenial { can_be_granted: self.is_public(target), ..denial }));
            }
        };
        let addresses = self.judged(target, by_name).await?;
        self.connect(addresses).await
    }

    /// The addresses of `target` that may be dialled, where its caller judged the name already, by rules of its own and
    /// not by the lists. The domains that the sandbox's settings deny stay denied.
    ///
    /// `by_name` says that the settings name this host without a wildcard, so that it may lead to a private network, and
    /// `localhost` to the loopback. A person's yes to one URL is not that: with it any
    /// name, an attacker's too, would open the private network.
    #[cfg(feature = "web")]
    pub(crate) async fn addresses(&self, target: &Target, by_name: bool) -> Result<Vec<SocketAddr>, Refused> {
        self.undenied(target)?;
        self.judged(target, by_name).await
    }

    /// Whether the domains that the sandbox's settings deny leave `target` alone. Nothing is resolved.
    #[cfg(feature = "web")]
    pub(crate) fn undenied(&self, target: &Target) -> Result<(), Refused> {
        match self.hosts.denied_domain(&target.host, target.port) {
            Some(entry) => Err(self.denied(HostDenial::by_entry(&target.host, Some(target.port), entry))),
            None => Ok(()),
        }
    }

    /// The addresses that an allowed target leads to and that may be dialled: at least one. It is resolved here, once.
    async fn judged(&self, target: &Target, by_name: bool) -> Result<Vec<SocketAddr>, Refused> {
        let addresses = match target.address {
            Some(address) => vec![address],
            None => in_time(self.outside.resolve(&target.host)).await.map_err(Refused::Unreachable)?,
        };
        let own = self.outside.own_addresses().map_err(Refused::Unreachable)?;
        let (mut judged, mut refused) = (Vec::new(), None);
        for address in addresses.into_iter().map(|address| address.to_canonical()).take(ADDRESSES_MAX) {
            match self.look_at(target, address, by_name, &own) {
                Ok(()) => judged.push(SocketAddr::new(address, target.port)),
                Err(denial) => refused = refused.or(Some(denial)),
            }
        }
        match refused {
            Some(denial) if judged.is_empty() => Err(self.denied(denial)),
            _ if judged.is_empty() => {
                let none = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
                Err(Refused::Unreachable(none))
            }
            _ => Ok(judged),
        }
    }

    /// A connection to the first of these addresses that takes it. They were judged: nothing is asked here.
    pub(crate) async fn connect(&self, judged: Vec<SocketAddr>) -> Result<TcpStream, Refused> {
        let mut failed = None;
        for address in judged {
            match in_time(self.outside.connect(address)).await {
                Ok(connection) => {
                    // Latency, not correctness: a tunnel passes on what it gets at once.
                    let _ = connection.set_nodelay(true);
                    return Ok(connection);
                }
                Err(error) => failed = Some(error),
            }
        }
        Err(Refused::Unreachable(failed.unwrap_or_else(|| io::ErrorKind::NotFound.into())))
    }

    /// Whether somebody lets the command connect to `target`, which nothing names. Nobody is asked about what no yes would
    /// open.
    async fn is_let(&self, target: &Target) -> bool {
        let question = question(target);
        if !self.is_public(target) {
            return false;
        }
        if self.hosts.is_granted(&question) {
            return true;
        }
        match &self.questions {
            Some(questions) => questions.allow(&question).await,
            None => false,
        }
    }

    /// Whether nothing that is known of `target` before it is resolved says that it is private.
    fn is_public(&self, target: &Target) -> bool {
        let Some(address) = target.address else { return !is_localhost(&target.host) };
        let own = self.outside.own_addresses();
        address::objection(address).is_none()
            && own.is_ok_and(|own| own.iter().all(|own| own.to_canonical() != address))
    }

    /// Whether an address that an allowed target leads to may be dialled.
    fn look_at(
        &self,
        target: &Target,
        address: IpAddr,
        by_name: bool,
        own: &[IpAddr],
    ) -> Result<(), HostDenial> {
        let port = target.port;
        // An address that was named itself was judged by its name.
        if target.address != Some(address)
            && let Answer::Denied(entry) = self.hosts.answer(&address.to_string(), port)
        {
            return Err(HostDenial {
                address: Some(address),
                ..HostDenial::by_entry(&target.host, Some(port), entry)
            });
        }
        let is_own = own.iter().any(|own| own.to_canonical() == address);
        let objection = match address::objection(address) {
            // An intranet's name may lead to its network, but none of its names to the machine itself.
            None | Some(Objection::Private) if is_own => address::OWN,
            None => return Ok(()),
            Some(Objection::Private) if by_name => return Ok(()),
            Some(objection) => objection,
        };
        // `localhost` says which address it means, and so does an address.
        let is_meant = target.address == Some(address) || address.is_loopback() && is_localhost(&target.host);
        if by_name && is_meant || self.hosts.names_address(address, port) {
            return Ok(());
        }
        Err(HostDenial::by_address(target, address, objection, self.hosts.source()))
    }

    /// Whether a name that no entry names has been granted, or is asked about when a connection is made.
    fn may_connect_later(&self, name: &str) -> bool {
        self.hosts.is_granted_on_any_port(name)
            || self.questions.as_ref().is_some_and(HostQuestions::are_heard)
    }

    /// Whether a program may learn an address for `name`; if not, that is recorded.
    pub(super) fn gives_out(&self, name: &str) -> bool {
        let denial = match self.hosts.answer_on_any_port(name) {
            Answer::Allowed { .. } => return true,
            Answer::Denied(entry) => HostDenial::by_entry(name, None, entry),
            // The connection is asked about, if there is one.
            Answer::Unnamed if self.may_connect_later(name) => {
                let mut looked_up = self.looked_up.lock().unwrap_or_else(PoisonError::into_inner);
                if looked_up.len() < LOOKED_UP_MAX {
                    looked_up.insert(name.to_owned());
                }
                return true;
            }
            Answer::Unnamed => HostDenial::unnamed(name, None, self.hosts.source()),
        };
        self.denials.record(&denial);
        false
    }

    /// Like [`Gate::gives_out`], but for a speculative look-up: a refusal is not recorded.
    pub(super) fn would_give_out(&self, name: &str) -> bool {
        match self.hosts.answer_on_any_port(name) {
            Answer::Allowed { .. } => true,
            Answer::Unnamed => self.may_connect_later(name),
            Answer::Denied(_) => false,
        }
    }

    fn denied(&self, denial: HostDenial) -> Refused {
        self.denials.record(&denial);
        Refused::Denied(Box::new(denial))
    }
}

fn question(target: &Target) -> HostQuestion {
    HostQuestion { host: target.host.clone(), port: target.port }
}

/// Whether the name is one of this machine's own (RFC 6761, section 6.3).
pub(crate) fn is_localhost(name: &str) -> bool {
    name == "localhost" || name.ends_with(".localhost")
}

async fn in_time<T>(answer: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    timeout(PATIENCE, answer).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

impl Refused {
    /// One sentence for the caller.
    pub(super) fn sentence(&self, target: &Target) -> String {
        match self {
            Self::Denied(denial) => format!("shellgate: {denial}"),
            Self::Unreachable(error) => {
                format!("shellgate: `{target}` is allowed, but could not be reached: {error}")
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::HashMap;

    use policy_core::policy::SandboxSettings;

    use super::super::outside::Pending;
    use super::*;

    /// A world in which names lead where the test says, and every connection ends at one listener.
    #[derive(Debug, Default)]
    pub(in super::super) struct World {
        /// The answers to each name, one after the other; the last one stays.
        pub(in super::super) names: Mutex<HashMap<String, Vec<Vec<IpAddr>>>>,
        pub(in super::super) dialled: Mutex<Vec<SocketAddr>>,
        pub(in super::super) listener: Option<SocketAddr>,
        pub(in super::super) own: Vec<IpAddr>,
    }

    impl Outside for World {
        fn resolve(&self, name: &str) -> Pending<Vec<IpAddr>> {
            let mut names = self.names.lock().unwrap();
            let answer = names.get_mut(name).map(|answers| match answers.len() {
                1 => answers[0].clone(),
                _ => answers.remove(0),
            });
            Box::pin(async move { answer.ok_or_else(|| io::ErrorKind::NotFound.into()) })
        }

        fn connect(&self, address: SocketAddr) -> Pending<TcpStream> {
            self.dialled.lock().unwrap().push(address);
            let listener = self.listener;
            Box::pin(async move {
                match listener {
                    Some(listener) => TcpStream::connect(listener).await,
                    None => Err(io::ErrorKind::ConnectionRefused.into()),
                }
            })
        }

        fn own_addresses(&self) -> io::Result<Vec<IpAddr>> {
            Ok(self.own.clone())
        }
    }

    pub(in super::super) fn hosts(allowed: &[&str], denied: &[&str]) -> Hosts {
        let texts = |texts: &[&str]| texts.iter().copied().map(str::to_owned).collect();
        Hosts::new(&SandboxSettings {
            allowed_domains: texts(allowed),
            denied_domains: texts(denied),
            ..SandboxSettings::default()
        })
        .unwrap()
    }

    fn world(names: &[(&str, &[&[&str]])]) -> World {
        let address = |text: &&str| text.parse().unwrap();
        let answers =
            |answers: &[&[&str]]| answers.iter().map(|answer| answer.iter().map(address).collect()).collect();
        let names = names.iter().map(|(name, all)| ((*name).to_owned(), answers(all))).collect();
        World { names: Mutex::new(names), own: vec!["5.6.7.8".parse().unwrap()], ..World::default() }
    }

    /// The connection for `target`, or the reason why there is none.
    async fn dial(gate: &Gate, world: &World, target: &str, port: u16) -> String {
        match gate.dial(&Target::parse(target, port).unwrap()).await {
            Ok(_) => unreachable!("nobody listens"),
            Err(Refused::Denied(denial)) => denial.rule,
            Err(Refused::Unreachable(_)) => {
                let dialled = std::mem::take(&mut *world.dialled.lock().unwrap());
                dialled.iter().map(SocketAddr::to_string).collect::<Vec<_>>().join(" ")
            }
        }
    }

    #[tokio::test]
    async fn a_name_leads_to_no_address_that_was_not_meant() {
        let names: &[(&str, &[&[&str]])] = &[
            ("public.test", &[&["93.184.215.14"]]),
            ("local.test", &[&["127.0.0.1"]]),
            ("mapped.test", &[&["::ffff:127.0.0.1"]]),
            ("mixed.test", &[&["169.254.169.254", "93.184.215.14"]]),
            ("intranet.test", &[&["10.0.0.5"]]),
            ("a.wild.test", &[&["10.0.0.5"]]),
            ("self.test", &[&["5.6.7.8"]]),
            ("metadata.test", &[&["fd00:ec2::254"]]),
            ("shunned.test", &[&["9.9.9.9"]]),
            ("localhost", &[&["127.0.0.1"]]),
        ];
        let world = Arc::new(world(names));
        let allowed = [
            "public.test",
            "local.test",
            "mapped.test",
            "mixed.test",
            "intranet.test",
            "*.wild.test",
            "self.test",
            "metadata.test",
            "shunned.test",
            "localhost:3000",
            "127.0.0.1:8080",
            "1.2.3.4",
        ];
        let gate = Gate::new(hosts(&allowed, &["9.9.9.9"]), Arc::clone(&world) as Arc<dyn Outside>);
        for (target, port, expected) in [
            ("public.test", 443, "93.184.215.14:443"),
            ("1.2.3.4", 80, "1.2.3.4:80"),
            ("mixed.test", 443, "93.184.215.14:443"),
            ("intranet.test", 443, "10.0.0.5:443"),
            ("localhost", 3000, "127.0.0.1:3000"),
            ("127.0.0.1", 8080, "127.0.0.1:8080"),
            ("local.test", 8080, "127.0.0.1:8080"),
            ("local.test", 443, "its address 127.0.0.1 is a loopback address"),
            ("mapped.test", 443, "its address 127.0.0.1 is a loopback address"),
            ("a.wild.test", 443, "its address 10.0.0.5 is a private address"),
            ("self.test", 443, "its address 5.6.7.8 is one of this machine's own addresses"),
            ("metadata.test", 80, "its address fd00:ec2::254 is a cloud's metadata address"),
            ("shunned.test", 443, "`9.9.9.9` in `sandbox.network.deniedDomains`"),
            ("localhost", 3001, "nothing in `sandbox.network.allowedDomains` names it"),
            ("127.0.0.1", 8081, "nothing in `sandbox.network.allowedDomains` names it"),
            ("other.test", 443, "nothing in `sandbox.network.allowedDomains` names it"),
        ] {
            assert_eq!(dial(&gate, &world, target, port).await, expected, "{target}:{port}");
        }
    }

    #[tokio::test]
    async fn an_answer_that_changes_changes_nothing_for_what_is_dialled() {
        let rebinding: &[(&str, &[&[&str]])] = &[("allowed.test", &[&["93.184.215.14"], &["127.0.0.1"]])];
        let world = Arc::new(world(rebinding));
        let gate = Gate::new(hosts(&["allowed.test"], &[]), Arc::clone(&world) as Arc<dyn Outside>);
        assert_eq!(dial(&gate, &world, "allowed.test", 443).await, "93.184.215.14:443");
        let refused = dial(&gate, &world, "allowed.test", 443).await;
        assert_eq!(refused, "its address 127.0.0.1 is a loopback address");
        assert_eq!(world.dialled.lock().unwrap().len(), 0);
        assert_eq!(gate.denials().len(), 1);
    }

    #[tokio::test]
    async fn nothing_is_resolved_or_dialled_before_the_answer_and_the_judged_address_is_the_dialled_one() {
        let rebinding: &[(&str, &[&[&str]])] = &[("asked.test", &[&["93.184.215.14"], &["127.0.0.1"]])];
        for is_yes in [true, false] {
            let world = Arc::new(world(rebinding));
            let (questions, mut arriving) = HostQuestions::new();
            let gate =
                Gate::new(hosts(&[], &[]), Arc::clone(&world) as Arc<dyn Outside>).with_questions(questions);
            let answered = async {
                let waiting = arriving.recv().await.unwrap();
                assert_eq!(waiting.question.to_string(), "asked.test:443");
                assert_eq!(world.dialled.lock().unwrap().len(), 0);
                // No answer to the name was used up.
                assert_eq!(world.names.lock().unwrap()["asked.test"].len(), 2);
                waiting.answer(is_yes);
            };
            let (dialled, ()) = tokio::join!(dial(&gate, &world, "asked.test", 443), answered);
            let unnamed = "nothing in `sandbox.network.allowedDomains` names it";
            assert_eq!(dialled, if is_yes { "93.184.215.14:443" } else { unnamed });
            // A yes is about the name. What it leads to is judged at every connection.
            let again = if is_yes { "its address 127.0.0.1 is a loopback address" } else { unnamed };
            assert_eq!(dial(&gate, &world, "asked.test", 443).await, again);
            assert!(arriving.try_recv().is_err());
        }
    }

    #[tokio::test]
    async fn nobody_is_asked_about_what_is_denied_or_not_public() {
        let names: &[(&str, &[&[&str]])] =
            &[("intranet.test", &[&["10.0.0.5"]]), ("a.test", &[&["9.9.9.9"]])];
        let world = Arc::new(world(names));
        let (questions, mut arriving) = HostQuestions::new();
        let denied = hosts(&[], &["evil.test", "9.9.9.9", "*.shunned.test"]);
        let gate = Gate::new(denied, Arc::clone(&world) as Arc<dyn Outside>).with_questions(questions);
        for (target, rule) in [
            ("evil.test", "`evil.test` in `sandbox.network.deniedDomains`"),
            ("a.shunned.test", "`*.shunned.test` in `sandbox.network.deniedDomains`"),
            ("9.9.9.9", "`9.9.9.9` in `sandbox.network.deniedDomains`"),
            ("127.0.0.1", "nothing in `sandbox.network.allowedDomains` names it"),
            ("10.0.0.5", "nothing in `sandbox.network.allowedDomains` names it"),
            ("169.254.169.254", "nothing in `sandbox.network.allowedDomains` names it"),
            ("5.6.7.8", "nothing in `sandbox.network.allowedDomains` names it"),
            ("[::1]", "nothing in `sandbox.network.allowedDomains` names it"),
            ("localhost", "nothing in `sandbox.network.allowedDomains` names it"),
            ("a.localhost", "nothing in `sandbox.network.allowedDomains` names it"),
        ] {
            assert_eq!(dial(&gate, &world, target, 443).await, rule, "{target}");
            assert!(arriving.try_recv().is_err(), "{target}");
        }
        // Where only the address shows it, a yes opens nothing.
        for (target, rule) in [
            ("intranet.test", "its address 10.0.0.5 is a private address"),
            ("a.test", "`9.9.9.9` in `sandbox.network.deniedDomains`"),
        ] {
            let yes = async { arriving.recv().await.unwrap().answer(true) };
            assert_eq!(tokio::join!(dial(&gate, &world, target, 443), yes).0, rule, "{target}");
        }
        assert!(world.dialled.lock().unwrap().is_empty());
    }
}
