//! Reads what [`super`] describes.
//!
//! Owns the deserializer. It borrows every text from the static ones.

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, SeqAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;

use super::broken::Broken;
use super::later;
use super::simplest::Simplest;
use super::texts::Texts;

/// The value that `bytes` hold, and nothing after it.
///
/// # Errors
///
/// [`Broken`] if they are not what the writer made of a value of this type with these texts.
pub(in super::super) fn from_bytes<T: Deserialize<'static>>(
    bytes: &'static [u8],
    texts: Texts,
) -> Result<T, Broken> {
    let mut reader = Reader { bytes, texts };
    let value = T::deserialize(&mut reader)?;
    if reader.bytes.is_empty() { Ok(value) } else { Err(Broken) }
}

struct Reader {
    bytes: &'static [u8],
    texts: Texts,
}

impl Reader {
    fn byte(&mut self) -> Result<u8, Broken> {
        let (first, rest) = self.bytes.split_first().ok_or(Broken)?;
        self.bytes = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u64, Broken> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Broken)
    }

    fn count(&mut self) -> Result<usize, Broken> {
        usize::try_from(self.number()?).map_err(|_| Broken)
    }
}

/// The numbers of the data model that the tables have.
macro_rules! numbers {
    ($($deserialize:ident $visit:ident $kind:ty,)*) => {
        $(fn $deserialize<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
            visitor.$visit(<$kind>::try_from(self.number()?).map_err(|_| Broken)?)
        })*
    };
}

impl Deserializer<'static> for &mut Reader {
    type Error = Broken;

    fn deserialize_bool<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_bool(self.byte()? != 0)
    }

    numbers! {
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
    }

    fn deserialize_str<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        let number = self.count()?;
        visitor.visit_borrowed_str(self.texts.get(number).ok_or(Broken)?)
    }

    fn deserialize_option<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        if self.byte()? == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'static>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Broken> {
        if name != later::NAME {
            return visitor.visit_newtype_struct(self);
        }
        let count = self.count()?;
        let (own, rest) = self.bytes.split_at_checked(count).ok_or(Broken)?;
        self.bytes = rest;
        visitor.visit_borrowed_bytes(own)
    }

    fn deserialize_seq<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        let left = self.count()?;
        visitor.visit_seq(Items { reader: self, left })
    }

    fn deserialize_tuple<V: Visitor<'static>>(self, left: usize, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_seq(Items { reader: self, left })
    }

    fn deserialize_tuple_struct<V: Visitor<'static>>(
        self,
        _: &'static str,
        left: usize,
        visitor: V,
    ) -> Result<V::Value, Broken> {
        visitor.visit_seq(Items { reader: self, left })
    }

    fn deserialize_struct<V: Visitor<'static>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        let mut said = 0;
        for place in 0..fields.len().div_ceil(8) {
            said |= u64::from(self.byte()?) << (8 * place);
        }
        visitor.visit_seq(Fields { reader: self, said, left: fields.len() })
    }

    fn deserialize_enum<V: Visitor<'static>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        visitor.visit_enum(self)
    }

    /// What no table has.
    fn deserialize_any<V: Visitor<'static>>(self, _: V) -> Result<V::Value, Broken> {
        Err(Broken)
    }

    forward_to_deserialize_any! {
        <V: Visitor<'static>>
        i8 i16 i32 i64 f32 f64 char string bytes byte_buf unit unit_struct map identifier ignored_any
    }
}

/// The elements of a list or a tuple.
struct Items<'r> {
    reader: &'r mut Reader,
    left: usize,
}

impl SeqAccess<'static> for Items<'_> {
    type Error = Broken;

    fn next_element_seed<T: DeserializeSeed<'static>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Broken> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        // No element is shorter than a byte, so that no broken number asks for more memory than there are bytes.
        Some(self.left.min(self.reader.bytes.len()))
    }
}

/// The fields of a structure, with a bit for each one that says something.
struct Fields<'r> {
    reader: &'r mut Reader,
    said: u64,
    left: usize,
}

impl SeqAccess<'static> for Fields<'_> {
    type Error = Broken;

    fn next_element_seed<T: DeserializeSeed<'static>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Broken> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let is_said = self.said & 1 == 1;
        self.said >>= 1;
        if is_said { seed.deserialize(Field(self.reader)) } else { seed.deserialize(Simplest) }.map(Some)
    }
}

/// A field that says something. It is read as anywhere else, but for `true` and for `Some`, which its bit says already.
struct Field<'r>(&'r mut Reader);

/// Reads as the reader does.
macro_rules! as_anywhere {
    ($($deserialize:ident($($argument:ident: $kind:ty),*),)*) => {
        $(fn $deserialize<V: Visitor<'static>>(self, $($argument: $kind,)* visitor: V) -> Result<V::Value, Broken> {
            self.0.$deserialize($($argument,)* visitor)
        })*
    };
}

impl Deserializer<'static> for Field<'_> {
    type Error = Broken;

    fn deserialize_bool<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_bool(true)
    }

    fn deserialize_option<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_some(self.0)
    }

    fn deserialize_newtype_struct<V: Visitor<'static>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Broken> {
        if name == later::NAME {
            return self.0.deserialize_newtype_struct(name, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    as_anywhere! {
        deserialize_any(), deserialize_i8(), deserialize_i16(), deserialize_i32(), deserialize_i64(), deserialize_u8(),
        deserialize_u16(), deserialize_u32(), deserialize_u64(), deserialize_f32(), deserialize_f64(),
        deserialize_char(), deserialize_str(), deserialize_string(), deserialize_bytes(), deserialize_byte_buf(),
        deserialize_unit(), deserialize_seq(), deserialize_map(), deserialize_identifier(), deserialize_ignored_any(),
        deserialize_unit_struct(name: &'static str),
        deserialize_tuple(length: usize),
        deserialize_tuple_struct(name: &'static str, length: usize),
        deserialize_struct(name: &'static str, fields: &'static [&'static str]),
        deserialize_enum(name: &'static str, variants: &'static [&'static str]),
    }
}

impl EnumAccess<'static> for &mut Reader {
    type Error = Broken;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'static>>(self, seed: T) -> Result<(T::Value, Self), Broken> {
        let variant = u32::try_from(self.number()?).map_err(|_| Broken)?;
        Ok((seed.deserialize(IntoDeserializer::<Broken>::into_deserializer(variant))?, self))
    }
}

impl VariantAccess<'static> for &mut Reader {
    type Error = Broken;

    fn unit_variant(self) -> Result<(), Broken> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'static>>(self, seed: T) -> Result<T::Value, Broken> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'static>>(self, left: usize, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_seq(Items { reader: self, left })
    }

    fn struct_variant<V: Visitor<'static>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        self.deserialize_struct("", fields, visitor)
    }
}
