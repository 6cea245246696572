//! What is written is read again, and nothing else is.

#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use serde::{Deserialize, Serialize};

use super::texts::BLOCK;
use super::write::{Interner, index};
use super::{Texts, from_bytes};

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
enum Kind {
    #[default]
    First,
    Second,
    Holds(&'static str),
    Pair(u8, u16),
    Named {
        flag: bool,
        list: Vec<u8>,
    },
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Bits(u8);

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(clippy::option_option, reason = "the form has to tell them apart")]
struct Inner {
    flag: bool,
    maybe: Option<bool>,
    nested: Option<Option<u8>>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Outer {
    text: &'static str,
    texts: Vec<&'static str>,
    kind: Kind,
    kinds: Vec<Kind>,
    bits: Bits,
    inner: Inner,
    some: Option<Inner>,
    pair: (u16, &'static str),
    last: u64,
}

fn written<T: Serialize>(values: &[T]) -> (Vec<&'static [u8]>, Texts) {
    let mut interner = Interner::default();
    for value in values {
        interner.count(value).unwrap();
    }
    let texts = interner.number();
    let bytes = values.iter().map(|value| &*interner.bytes(value).unwrap().leak()).collect();
    (bytes, of(&texts))
}

fn of(texts: &[String]) -> Texts {
    let (lengths, blocks) = index(texts, BLOCK).unwrap();
    let blocks: Vec<u32> = blocks.into_iter().map(|start| u32::try_from(start).unwrap()).collect();
    Texts {
        bytes: Box::leak(texts.concat().into_boxed_str()),
        lengths: lengths.leak(),
        blocks: blocks.leak(),
    }
}

fn values() -> Vec<Outer> {
    Vec::from([
        Outer::default(),
        Outer { text: "a", last: u64::MAX, ..Outer::default() },
        Outer { texts: Vec::from(["", "a", "é"]), kind: Kind::Second, bits: Bits(255), ..Outer::default() },
        Outer {
            kind: Kind::Holds(""),
            kinds: Vec::from([
                Kind::First,
                Kind::Pair(0, 0),
                Kind::Named { flag: true, list: Vec::from([0, 1]) },
            ]),
            ..Outer::default()
        },
        Outer { inner: Inner { flag: true, maybe: Some(false), nested: Some(None) }, ..Outer::default() },
        Outer { some: Some(Inner::default()), pair: (0, "b"), ..Outer::default() },
        Outer {
            some: Some(Inner { nested: Some(Some(0)), ..Inner::default() }),
            pair: (300, ""),
            ..Outer::default()
        },
    ])
}

#[test]
fn what_is_written_is_read_again() {
    let values = values();
    let (bytes, texts) = written(&values);
    for (value, bytes) in values.iter().zip(bytes) {
        assert_eq!(from_bytes::<Outer>(bytes, texts).as_ref(), Ok(value));
    }
}

#[test]
fn the_simplest_value_of_a_structure_takes_its_bits_alone() {
    let (bytes, _) = written(&[Outer::default()]);
    assert_eq!(bytes, [[0, 0]]);
}

#[test]
fn every_text_is_found_by_its_number() {
    let texts: Vec<String> = (0..1000_usize).map(|number| "x".repeat(number % 300)).collect();
    let all = of(&texts);
    for (number, text) in texts.iter().enumerate() {
        assert_eq!(all.get(number), Some(text.as_str()), "{number}");
    }
    assert_eq!(all.get(1000), None);
    assert_eq!(all.get(usize::MAX), None);
}

/// Where bytes are cut or changed there is a value or an error, and no panic.
#[test]
fn broken_bytes_are_refused_or_are_another_value() {
    fn read<T: Deserialize<'static> + Debug>(bytes: &[u8], texts: Texts) -> bool {
        from_bytes::<T>(bytes.to_vec().leak(), texts).is_ok()
    }
    let (all, texts) = written(&values());
    for bytes in all {
        for end in 0..bytes.len() {
            assert!(!read::<Outer>(bytes.get(..end).unwrap(), texts), "{bytes:?} to {end}");
        }
        for place in 0..bytes.len() {
            for byte in 0..=255 {
                let mut other = bytes.to_vec();
                *other.get_mut(place).unwrap() = byte;
                read::<Outer>(&other, texts);
            }
        }
    }
}
