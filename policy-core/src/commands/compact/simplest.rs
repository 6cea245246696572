//! The fields of a structure that have their simplest value, and no bytes.
//!
//! Owns what a bit that is not set stands for.

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, SeqAccess, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::broken::Broken;

/// A field with its simplest value.
#[derive(Clone, Copy)]
pub(super) struct Simplest;

impl Deserializer<'static> for Simplest {
    type Error = Broken;

    fn deserialize_bool<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_bool(false)
    }

    fn deserialize_u8<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_u8(0)
    }

    fn deserialize_u16<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_u16(0)
    }

    fn deserialize_u32<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_u32(0)
    }

    fn deserialize_u64<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_u64(0)
    }

    fn deserialize_str<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_borrowed_str("")
    }

    fn deserialize_option<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'static>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Broken> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'static>>(self, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_seq(Repeated(0))
    }

    fn deserialize_tuple<V: Visitor<'static>>(self, length: usize, visitor: V) -> Result<V::Value, Broken> {
        visitor.visit_seq(Repeated(length))
    }

    fn deserialize_tuple_struct<V: Visitor<'static>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Broken> {
        visitor.visit_seq(Repeated(length))
    }

    fn deserialize_struct<V: Visitor<'static>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        visitor.visit_seq(Repeated(fields.len()))
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

/// The simplest value, this many times.
struct Repeated(usize);

impl SeqAccess<'static> for Repeated {
    type Error = Broken;

    fn next_element_seed<T: DeserializeSeed<'static>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Broken> {
        let Some(left) = self.0.checked_sub(1) else { return Ok(None) };
        self.0 = left;
        seed.deserialize(Simplest).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0)
    }
}

/// The first variant, which holds nothing.
impl EnumAccess<'static> for Simplest {
    type Error = Broken;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'static>>(self, seed: T) -> Result<(T::Value, Self), Broken> {
        Ok((seed.deserialize(IntoDeserializer::<Broken>::into_deserializer(0_u32))?, self))
    }
}

impl VariantAccess<'static> for Simplest {
    type Error = Broken;

    fn unit_variant(self) -> Result<(), Broken> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'static>>(self, _: T) -> Result<T::Value, Broken> {
        Err(Broken)
    }

    fn tuple_variant<V: Visitor<'static>>(self, _: usize, _: V) -> Result<V::Value, Broken> {
        Err(Broken)
    }

    fn struct_variant<V: Visitor<'static>>(
        self,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Broken> {
        Err(Broken)
    }
}
