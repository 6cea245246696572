//! Verdicts as objects of JavaScript, as `serde-wasm-bindgen` makes them, but with the module's own texts made once.
//!
//! Owns what becomes an object, an array or `null`. Leaves numbers and preserved values to `serde-wasm-bindgen`.

mod kept_texts;

use js_sys::{Array, Object};
use serde::Serialize;
use serde::ser::{self, Impossible};
use serde_wasm_bindgen::{Error, Serializer};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast as _, JsValue};

use kept_texts::{kept, text};

type Result<T = JsValue> = core::result::Result<T, Error>;

/// Makes what has no texts in it.
static PLAIN: Serializer = Serializer::json_compatible();

#[wasm_bindgen]
extern "C" {
    /// An object whose properties are set by their names.
    #[derive(Debug)]
    type Properties;

    #[wasm_bindgen(method, indexing_setter)]
    fn set(this: &Properties, key: &JsValue, value: &JsValue);
}

/// The serializer: structs and maps become objects, lists arrays, and what is missing `null`.
#[derive(Clone, Copy, Debug)]
pub struct Objects;

/// Forwards values without texts in them.
macro_rules! plain {
    ($($name:ident($type:ty);)*) => {
        $(fn $name(self, value: $type) -> Result {
            ser::Serializer::$name(&PLAIN, value)
        })*
    };
}

impl ser::Serializer for Objects {
    type Ok = JsValue;
    type Error = Error;
    type SerializeSeq = List;
    type SerializeTuple = List;
    type SerializeTupleStruct = Impossible<JsValue, Error>;
    type SerializeTupleVariant = Impossible<JsValue, Error>;
    type SerializeMap = Fields;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Impossible<JsValue, Error>;

    plain! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_bytes(&[u8]);
    }

    fn serialize_str(self, value: &str) -> Result {
        Ok(text(value))
    }

    fn serialize_none(self) -> Result {
        Ok(JsValue::NULL)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result {
        Ok(JsValue::NULL)
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result {
        Ok(JsValue::NULL)
    }

    fn serialize_unit_variant(self, _name: &'static str, _index: u32, variant: &'static str) -> Result {
        Ok(kept(variant))
    }

    /// A value that came from JavaScript is marked by the name; `serde-wasm-bindgen` knows it.
    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, name: &'static str, value: &T) -> Result {
        ser::Serializer::serialize_newtype_struct(&PLAIN, name, value)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result {
        let mut fields = Fields::new();
        fields.set(&kept(variant), value)?;
        Ok(fields.object.into())
    }

    fn serialize_seq(self, _length: Option<usize>) -> Result<List> {
        Ok(List(Array::new()))
    }

    fn serialize_tuple(self, _length: usize) -> Result<List> {
        Ok(List(Array::new()))
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleStruct> {
        Err(none(name))
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeTupleVariant> {
        Err(none(name))
    }

    fn serialize_map(self, _length: Option<usize>) -> Result<Fields> {
        Ok(Fields::new())
    }

    fn serialize_struct(self, _name: &'static str, _length: usize) -> Result<Fields> {
        Ok(Fields::new())
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        _index: u32,
        _variant: &'static str,
        _length: usize,
    ) -> Result<Self::SerializeStructVariant> {
        Err(none(name))
    }
}

/// No type of an answer is of this kind.
fn none(name: &str) -> Error {
    Error::new(format_args!("`{name}` is of a kind that no answer has").to_string())
}

/// An array that grows.
#[derive(Debug)]
pub struct List(Array);

impl ser::SerializeSeq for List {
    type Ok = JsValue;
    type Error = Error;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        self.0.push(&value.serialize(Objects)?);
        Ok(())
    }

    fn end(self) -> Result {
        Ok(self.0.into())
    }
}

impl ser::SerializeTuple for List {
    type Ok = JsValue;
    type Error = Error;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        ser::SerializeSeq::serialize_element(self, value)
    }

    fn end(self) -> Result {
        ser::SerializeSeq::end(self)
    }
}

/// An object that gets its properties.
#[derive(Debug)]
pub struct Fields {
    object: Properties,
    /// The key of a map whose value comes next.
    key: JsValue,
}

impl Fields {
    fn new() -> Self {
        Self { object: Object::new().unchecked_into(), key: JsValue::UNDEFINED }
    }

    fn set<T: ?Sized + Serialize>(&mut self, key: &JsValue, value: &T) -> Result<()> {
        self.object.set(key, &value.serialize(Objects)?);
        Ok(())
    }
}

impl ser::SerializeStruct for Fields {
    type Ok = JsValue;
    type Error = Error;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<()> {
        self.set(&kept(key), value)
    }

    fn end(self) -> Result {
        Ok(self.object.into())
    }
}

impl ser::SerializeMap for Fields {
    type Ok = JsValue;
    type Error = Error;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<()> {
        self.key = key.serialize(Objects)?;
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<()> {
        let key = core::mem::replace(&mut self.key, JsValue::UNDEFINED);
        self.set(&key, value)
    }

    fn end(self) -> Result {
        Ok(self.object.into())
    }
}
