//! The name server of a sandbox: each allowed name gets an address of the pool.
//!
//! Owns the table of names and addresses. Asks no other name server: a name is resolved when a connection is made, so a
//! command cannot send data out by asking for names.

use std::collections::HashMap;
use std::io;
use std::net::Ipv4Addr;
use std::sync::{Mutex, PoisonError};

use simple_dns::rdata::{A, RData};
use simple_dns::{CLASS, Packet, PacketFlag, QCLASS, QTYPE, RCODE, ResourceRecord, TYPE};
use tokio::net::UdpSocket;

use super::gate::Gate;
use super::loopback::POOL;

/// Most names of a run that get an address.
const NAMES_MAX: u32 = 4_096;

/// How long a program may remember an answer, in seconds. It holds for the run.
const REMEMBERED: u32 = 60;

/// Longest question that is read (RFC 6891, section 6.2.5).
const QUESTION_BYTES_MAX: usize = 4_096;

/// The names that were given out, and their addresses.
#[derive(Debug, Default)]
pub(crate) struct AssignedNames(Mutex<Table>);

#[derive(Debug, Default)]
struct Table {
    /// At the place of its number in the pool.
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl AssignedNames {
    /// The address that stands for `name`; none when there are no more.
    fn address(&self, name: &str) -> Option<Ipv4Addr> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = if let Some(number) = table.numbers.get(name) {
            *number
        } else {
            let number = u32::try_from(table.names.len()).ok().filter(|number| *number < NAMES_MAX)?;
            table.names.push(name.to_owned());
            table.numbers.insert(name.to_owned(), number);
            number
        };
        // The pool's first address is the interface's own.
        Some(Ipv4Addr::from(u32::from(POOL) + 1 + number))
    }

    /// The name that an address stands for.
    pub(crate) fn name(&self, address: Ipv4Addr) -> Option<String> {
        let number = u32::from(address).checked_sub(u32::from(POOL) + 1)?;
        let table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        table.names.get(usize::try_from(number).ok()?).cloned()
    }
}

/// Answers questions for as long as the socket works.
pub(crate) async fn serve(gate: &Gate, names: &AssignedNames, socket: &UdpSocket) -> io::Result<()> {
    let mut question = vec![0; QUESTION_BYTES_MAX];
    loop {
        let (length, client) = socket.recv_from(&mut question).await?;
        if let Some(answer) = question.get(..length).and_then(|question| answer(gate, names, question)) {
            // A client that is gone needs no answer.
            let _ = socket.send_to(&answer, client).await;
        }
    }
}

/// The answer to one question; none to what is no question.
fn answer(gate: &Gate, names: &AssignedNames, question: &[u8]) -> Option<Vec<u8>> {
    let asked = Packet::parse(question).ok()?;
    if asked.has_flags(PacketFlag::RESPONSE) {
        return None;
    }
    let mut reply = asked.into_reply();
    // No machine knows better, and nobody else will be asked.
    reply.set_flags(PacketFlag::AUTHORITATIVE_ANSWER | PacketFlag::RECURSION_AVAILABLE);
    reply.additional_records.clear();
    reply.answers.clear();
    let status = match reply.questions.as_slice() {
        [question] => {
            let name = question.qname.to_string().to_ascii_lowercase();
            let is_address = match question.qtype {
                QTYPE::TYPE(TYPE::A) | QTYPE::ANY => Some(true),
                QTYPE::TYPE(TYPE::AAAA) => Some(false),
                _ => None,
            };
            let is_internet = matches!(question.qclass, QCLASS::CLASS(CLASS::IN) | QCLASS::ANY);
            let found = find(gate, names, &name, is_address.is_some());
            match found {
                // The pool is one of IPv4: other questions about the name have an empty answer.
                Ok(Some(address)) if is_internet && is_address == Some(true) => {
                    let record = RData::A(A { address: address.into() });
                    let record = ResourceRecord::new(question.qname.clone(), CLASS::IN, REMEMBERED, record);
                    reply.answers.push(record);
                    RCODE::NoError
                }
                Ok(Some(_)) => RCODE::NoError,
                Ok(None) => RCODE::NameError,
                Err(Exhausted) => RCODE::ServerFailure,
            }
        }
        _ => RCODE::FormatError,
    };
    *reply.rcode_mut() = status;
    reply.build_bytes_vec_compressed().ok()
}

/// There are no more addresses.
struct Exhausted;

/// The address for a name, if it may have one. `recorded`: whether a refusal is a fact worth keeping; programs ask for
/// much that they only would like to know.
fn find(
    gate: &Gate,
    names: &AssignedNames,
    name: &str,
    recorded: bool,
) -> Result<Option<Ipv4Addr>, Exhausted> {
    if name == "localhost" || name.ends_with(".localhost") {
        return Ok(Some(Ipv4Addr::LOCALHOST));
    }
    let given = if recorded { gate.gives_out(name) } else { gate.would_give_out(name) };
    if given { names.address(name).map(Some).ok_or(Exhausted) } else { Ok(None) }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use simple_dns::{Name, Question};

    use super::super::gate::tests::{World, hosts};
    use super::*;

    fn ask(gate: &Gate, names: &AssignedNames, name: &str, kind: TYPE) -> (RCODE, Vec<Ipv4Addr>) {
        let mut packet = Packet::new_query(7);
        let name = Name::new_unchecked(name);
        packet.questions.push(Question::new(name, kind.into(), CLASS::IN.into(), false));
        let reply = answer(gate, names, &packet.build_bytes_vec().unwrap()).unwrap();
        let reply = Packet::parse(&reply).unwrap();
        assert_eq!(reply.id(), 7);
        let address = |record: &ResourceRecord<'_>| match &record.rdata {
            RData::A(a) => Ipv4Addr::from(a.address),
            other => panic!("{other:?}"),
        };
        (reply.rcode(), reply.answers.iter().map(address).collect())
    }

    #[test]
    fn only_allowed_names_have_an_address_and_it_leads_back() {
        let gate =
            Gate::new(hosts(&["a.test", "*.b.test:8443"], &["evil.b.test"]), Arc::new(World::default()));
        let names = AssignedNames::default();
        let first = Ipv4Addr::new(198, 18, 0, 2);
        let second = Ipv4Addr::new(198, 18, 0, 3);
        for (name, kind, status, addresses) in [
            ("a.test", TYPE::A, RCODE::NoError, vec![first]),
            ("x.b.test", TYPE::A, RCODE::NoError, vec![second]),
            ("A.TEST", TYPE::A, RCODE::NoError, vec![first]),
            ("a.test", TYPE::AAAA, RCODE::NoError, vec![]),
            ("a.test", TYPE::TXT, RCODE::NoError, vec![]),
            ("localhost", TYPE::A, RCODE::NoError, vec![Ipv4Addr::LOCALHOST]),
            ("b.test", TYPE::A, RCODE::NameError, vec![]),
            ("evil.b.test", TYPE::AAAA, RCODE::NameError, vec![]),
            ("secret.other.test", TYPE::TXT, RCODE::NameError, vec![]),
        ] {
            assert_eq!(ask(&gate, &names, name, kind), (status, addresses), "{name} {kind:?}");
        }
        assert_eq!(names.name(second).as_deref(), Some("x.b.test"));
        assert_eq!(names.name(POOL), None);
        assert_eq!(names.name(Ipv4Addr::LOCALHOST), None);
        let refused = gate.denials().into_iter().map(|denial| denial.host).collect::<Vec<_>>();
        assert_eq!(refused, ["b.test", "evil.b.test"]);
    }

    #[test]
    fn what_is_no_question_has_no_answer() {
        let gate = Gate::new(hosts(&["*"], &[]), Arc::new(World::default()));
        let names = AssignedNames::default();
        let reply = Packet::new_reply(1).build_bytes_vec().unwrap();
        for bytes in [&b""[..], b"\0", &[0xff; 64], &reply] {
            assert_eq!(answer(&gate, &names, bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn names_have_an_end() {
        let names = AssignedNames::default();
        for number in 0..NAMES_MAX {
            assert!(names.address(&number.to_string()).is_some());
        }
        assert_eq!(names.address("one more"), None);
        assert!(names.address("7").is_some());
    }
}
