//! Writes what [`super`] describes.
//!
//! Owns the serializer, which the build script runs and no program has, and the order of the texts: the most frequent ones
//! first, because their numbers take one byte, and the others in alphabetical order, because they compress best so.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::ser::{
    self, Impossible, Serialize, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use super::later;
use crate::sorted;

/// How many texts have a number of one byte.
const SHORT: usize = 128;

/// Every text that is written, with its number.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    counts: BTreeMap<String, usize>,
    numbers: BTreeMap<String, usize>,
}

impl Interner {
    /// Counts the texts of `value`.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if it holds what no table has.
    pub(crate) fn count<T: Serialize>(&mut self, value: &T) -> Result<(), Unwritable> {
        write(value, &mut |text| {
            *self.counts.entry(text.to_string()).or_default() += 1;
            Some(0)
        })
        .map(drop)
    }

    /// Gives each counted text its number, and returns them in that order.
    pub(crate) fn number(&mut self) -> Vec<String> {
        let mut texts: Vec<(&String, &usize)> = self.counts.iter().collect();
        sorted::sort_by_key(&mut texts, |(text, count)| (core::cmp::Reverse(**count), (*text).clone()));
        let rest = texts.split_off(texts.len().min(SHORT));
        let rest: BTreeMap<_, _> = rest.into_iter().collect();
        let order: Vec<String> =
            texts.into_iter().map(|(text, _)| text).chain(rest.into_keys()).cloned().collect();
        self.numbers = order.iter().cloned().zip(0..).collect();
        order
    }

    /// The bytes of `value`, whose texts have numbers.
    ///
    /// # Errors
    ///
    /// [`Unwritable`] if it holds what no table has, or a text that was not counted.
    pub(crate) fn bytes<T: Serialize>(&self, value: &T) -> Result<Vec<u8>, Unwritable> {
        write(value, &mut |text| self.numbers.get(text).copied())
    }
}

/// The lengths of `texts`, and where every block of `block` of them begins when they are one after the other.
///
/// # Errors
///
/// [`Unwritable`] if a text is longer than 65,535 bytes.
pub(crate) fn index(texts: &[String], block: usize) -> Result<(Vec<u16>, Vec<usize>), Unwritable> {
    let length = |text: &String| {
        u16::try_from(text.len()).map_err(|_| Unwritable("a text is longer than 65,535 bytes".to_string()))
    };
    let starts = texts.chunks(block).scan(0, |start, block| {
        let this = *start;
        *start += block.iter().map(String::len).sum::<usize>();
        Some(this)
    });
    Ok((texts.iter().map(length).collect::<Result<_, _>>()?, starts.collect()))
}

/// A value that the form has no bytes for.
#[derive(Debug)]
pub(crate) struct Unwritable(String);

impl fmt::Display for Unwritable {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl core::error::Error for Unwritable {}

impl ser::Error for Unwritable {
    fn custom<T: fmt::Display>(why: T) -> Self {
        Self(why.to_string())
    }
}

fn unwritable<T>(what: &str) -> Result<T, Unwritable> {
    Err(Unwritable(alloc::format!("no table has {what}")))
}

type NumberOf<'n> = dyn FnMut(&str) -> Option<usize> + 'n;

fn write<T: Serialize + ?Sized>(value: &T, number_of: &mut NumberOf<'_>) -> Result<Vec<u8>, Unwritable> {
    let mut out = Vec::new();
    value.serialize(Writer { out: &mut out, number_of, in_field: false })?;
    Ok(out)
}

fn number(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Writes one value, and says whether it is the simplest one of its kind.
struct Writer<'w, 'n> {
    out: &'w mut Vec<u8>,
    number_of: &'w mut NumberOf<'n>,
    /// Whether a bit says that there is something: `true` and `Some` need no byte for it.
    in_field: bool,
}

/// Numbers: the value, and whether it is 0.
macro_rules! numbers {
    ($($serialize:ident $kind:ty,)*) => {
        $(fn $serialize(self, value: $kind) -> Result<bool, Unwritable> {
            number(u64::from(value), self.out);
            Ok(value == 0)
        })*
    };
}

/// What no table has.
macro_rules! nothing {
    ($($serialize:ident $kind:ty,)*) => {
        $(fn $serialize(self, _: $kind) -> Result<bool, Unwritable> {
            unwritable(stringify!($kind))
        })*
    };
}

impl<'w, 'n> Serializer for Writer<'w, 'n> {
    type Ok = bool;
    type Error = Unwritable;
    type SerializeSeq = Items<'w, 'n>;
    type SerializeTuple = Items<'w, 'n>;
    type SerializeTupleStruct = Items<'w, 'n>;
    type SerializeTupleVariant = Items<'w, 'n>;
    type SerializeMap = Impossible<bool, Unwritable>;
    type SerializeStruct = Fields<'w, 'n>;
    type SerializeStructVariant = Fields<'w, 'n>;

    numbers! { serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64, }

    nothing! {
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64, serialize_f32 f32, serialize_f64 f64,
        serialize_char char, serialize_bytes &[u8], serialize_unit_struct &'static str,
    }

    fn serialize_bool(self, value: bool) -> Result<bool, Unwritable> {
        if !self.in_field {
            self.out.push(u8::from(value));
        }
        Ok(!value)
    }

    fn serialize_str(self, text: &str) -> Result<bool, Unwritable> {
        let Some(place) = (self.number_of)(text) else {
            return unwritable(&alloc::format!("the text `{text}`"));
        };
        number(place as u64, self.out);
        Ok(text.is_empty())
    }

    fn serialize_none(self) -> Result<bool, Unwritable> {
        if !self.in_field {
            self.out.push(0);
        }
        Ok(true)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<bool, Unwritable> {
        if !self.in_field {
            self.out.push(1);
        }
        value.serialize(Writer { in_field: false, ..self })?;
        Ok(false)
    }

    fn serialize_unit(self) -> Result<bool, Unwritable> {
        unwritable("a unit")
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
    ) -> Result<bool, Unwritable> {
        number(index.into(), self.out);
        Ok(index == 0)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<bool, Unwritable> {
        if name != later::NAME {
            return value.serialize(self);
        }
        let own = write(value, self.number_of)?;
        number(own.len() as u64, self.out);
        self.out.extend(own);
        Ok(false)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<bool, Unwritable> {
        number(index.into(), self.out);
        value.serialize(Writer { in_field: false, ..self })?;
        Ok(false)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Items<'w, 'n>, Unwritable> {
        let Some(length) = length else { return unwritable("a list of unknown length") };
        number(length as u64, self.out);
        Ok(Items { out: self.out, number_of: self.number_of, is_simplest: length == 0 })
    }

    fn serialize_tuple(self, _: usize) -> Result<Items<'w, 'n>, Unwritable> {
        Ok(Items { out: self.out, number_of: self.number_of, is_simplest: true })
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Items<'w, 'n>, Unwritable> {
        Ok(Items { out: self.out, number_of: self.number_of, is_simplest: true })
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Items<'w, 'n>, Unwritable> {
        number(index.into(), self.out);
        Ok(Items { out: self.out, number_of: self.number_of, is_simplest: false })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Unwritable> {
        unwritable("a map")
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Fields<'w, 'n>, Unwritable> {
        Fields::of(self.out, self.number_of, length, true)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        length: usize,
    ) -> Result<Fields<'w, 'n>, Unwritable> {
        number(index.into(), self.out);
        Fields::of(self.out, self.number_of, length, false)
    }
}

/// The elements of a list or a tuple.
struct Items<'w, 'n> {
    out: &'w mut Vec<u8>,
    number_of: &'w mut NumberOf<'n>,
    is_simplest: bool,
}

impl Items<'_, '_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        let writer = Writer { out: self.out, number_of: self.number_of, in_field: false };
        self.is_simplest &= value.serialize(writer)?;
        Ok(())
    }
}

/// The same for all that has elements.
macro_rules! items {
    ($($kind:ident $element:ident,)*) => {
        $(impl $kind for Items<'_, '_> {
            type Ok = bool;
            type Error = Unwritable;

            fn $element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
                self.item(value)
            }

            fn end(self) -> Result<bool, Unwritable> {
                Ok(self.is_simplest)
            }
        })*
    };
}

items! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field,
}

/// The fields of a structure.
struct Fields<'w, 'n> {
    out: &'w mut Vec<u8>,
    number_of: &'w mut NumberOf<'n>,
    /// Where their bits are.
    bits: usize,
    place: usize,
    is_simplest: bool,
}

impl<'w, 'n> Fields<'w, 'n> {
    fn of(
        out: &'w mut Vec<u8>,
        number_of: &'w mut NumberOf<'n>,
        length: usize,
        is_simplest: bool,
    ) -> Result<Self, Unwritable> {
        if length > 64 {
            return unwritable("a structure of more than 64 fields");
        }
        let bits = out.len();
        out.resize(bits + length.div_ceil(8), 0);
        Ok(Self { out, number_of, bits, place: 0, is_simplest })
    }

    fn field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unwritable> {
        let before = self.out.len();
        let writer = Writer { out: self.out, number_of: self.number_of, in_field: true };
        if value.serialize(writer)? {
            self.out.truncate(before);
        } else {
            self.is_simplest = false;
            if let Some(bits) = self.out.get_mut(self.bits + self.place / 8) {
                *bits |= 1 << (self.place % 8);
            }
        }
        self.place += 1;
        Ok(())
    }
}

/// The same for a structure and for a variant with fields.
macro_rules! fields {
    ($($kind:ident,)*) => {
        $(impl $kind for Fields<'_, '_> {
            type Ok = bool;
            type Error = Unwritable;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, _: &'static str, value: &T) -> Result<(), Unwritable> {
                self.field(value)
            }

            fn end(self) -> Result<bool, Unwritable> {
                Ok(self.is_simplest)
            }
        })*
    };
}

fields! { SerializeStruct, SerializeStructVariant, }
