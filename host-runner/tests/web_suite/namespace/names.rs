//! The name server of the network: names lead where the world says.
//!
//! Owns the answers to questions about addresses. Any other question has an empty answer.

use std::collections::HashMap;
use std::net::IpAddr;

use host_runner::network::Outside as _;
use simple_dns::rdata::{A, AAAA, RData};
use simple_dns::{CLASS, Packet, QTYPE, RCODE, ResourceRecord, TYPE};
use tokio::net::UdpSocket;

use crate::world::World;

/// Longest question that is read (RFC 6891, section 6.2.5).
const QUESTION_BYTES_MAX: usize = 4_096;

/// Answers questions. The world is asked when a program asks for the IPv4 addresses of a name, which the resolver of the C
/// library does first; the IPv6 addresses are of the same answer.
pub(super) async fn serve(world: World, socket: UdpSocket) {
    let mut known: HashMap<String, Option<Vec<IpAddr>>> = HashMap::new();
    let mut question = vec![0; QUESTION_BYTES_MAX];
    loop {
        let (length, client) = socket.recv_from(&mut question).await.unwrap();
        let mut reply = Packet::parse(&question[..length]).unwrap().into_reply();
        reply.additional_records.clear();
        let [asked] = reply.questions.as_slice() else { panic!("{reply:?}") };
        let (name, kind) = (asked.qname.clone(), asked.qtype);
        let text = name.to_string();
        if kind == QTYPE::TYPE(TYPE::A) {
            known.insert(text.clone(), world.resolve(&text).await.ok());
        }
        match known.get(&text) {
            Some(Some(addresses)) => {
                let record = |address: &IpAddr| match (address, kind) {
                    (IpAddr::V4(address), QTYPE::TYPE(TYPE::A)) => Some(RData::A(A::from(*address))),
                    (IpAddr::V6(address), QTYPE::TYPE(TYPE::AAAA)) => Some(RData::AAAA(AAAA::from(*address))),
                    _ => None,
                };
                let records = addresses.iter().filter_map(record);
                let records = records.map(|data| ResourceRecord::new(name.clone(), CLASS::IN, 0, data));
                reply.answers.extend(records);
            }
            Some(None) => *reply.rcode_mut() = RCODE::NameError,
            None => panic!("the IPv6 addresses of `{text}` are asked for first"),
        }
        let reply = reply.build_bytes_vec().unwrap();
        socket.send_to(&reply, client).await.unwrap();
    }
}
