//! Reads the JSON of a hook without guessing: keys that appear twice are refused, and values that are only passed on keep
//! their bytes.
//!
//! Owns the object of a call. Knows no key's meaning.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

use super::problem::Problem;

/// A JSON object in its own order. Values that nobody asks for are never interpreted.
#[derive(Clone, Debug, Default)]
pub(super) struct Object {
    fields: Vec<(String, Box<RawValue>)>,
}

impl Object {
    /// The object in `text`; `name` is its name in messages.
    ///
    /// # Errors
    /// It is no object, or a key appears twice: nobody knows which of the two values the agent would use.
    pub(super) fn read(text: &str, name: &str) -> Result<Self, Problem> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let object = Self::deserialize(&mut reader).and_then(|object| reader.end().map(|()| object));
        object.map_err(|error| Problem::new(format!("{name} cannot be read: {error}")))
    }

    /// The value of `key`; none if it is absent or null.
    pub(super) fn get(&self, key: &str) -> Option<&RawValue> {
        let field = self.fields.iter().find(|(name, _)| name == key);
        field.map(|(_, value)| &**value).filter(|value| value.get() != "null")
    }

    /// Whether it has a value of `key`.
    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The text of `key`; none if it is absent.
    ///
    /// # Errors
    /// It is no string.
    pub(super) fn text(&self, key: &str) -> Result<Option<String>, Problem> {
        let Some(value) = self.get(key) else { return Ok(None) };
        match text(value) {
            Some(text) => Ok(Some(text)),
            None => Err(Problem::new(format!("`{key}` in the call is not a string"))),
        }
    }

    /// The text of the first of `keys` that is there.
    ///
    /// # Errors
    /// It is no string.
    pub(super) fn text_of(&self, keys: &[&str]) -> Result<Option<String>, Problem> {
        keys.iter().find(|key| self.has(key)).map_or(Ok(None), |key| self.text(key))
    }

    /// The object of `key`, also one that is written into a string; none if it is absent.
    ///
    /// # Errors
    /// It is no object, or a key of it appears twice.
    pub(super) fn object(&self, key: &str) -> Result<Option<Self>, Problem> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let name = format!("`{key}` in the call");
        match text(value) {
            Some(inner) => Self::read(&inner, &name).map(Some),
            None => Self::read(value.get(), &name).map(Some),
        }
    }

    /// The texts in the list of `key`; empty if it is absent or no list of strings.
    pub(super) fn texts(&self, key: &str) -> Vec<String> {
        self.get(key).and_then(|value| serde_json::from_str(value.get()).ok()).unwrap_or_default()
    }

    /// The same object with another value of `key`.
    pub(super) fn with(&self, key: &str, value: &impl Serialize) -> Self {
        let Ok(value) = serde_json::value::to_raw_value(value) else { return self.clone() };
        let mut changed = self.clone();
        match changed.fields.iter_mut().find(|(name, _)| name == key) {
            Some((_, old)) => *old = value,
            None => changed.fields.push((key.to_owned(), value)),
        }
        changed
    }
}

/// The text of a JSON string; none if the value is something else.
pub(super) fn text(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
}

/// `value` as JSON.
pub(super) fn written(value: &impl Serialize) -> String {
    // Text under fixed names always becomes JSON.
    serde_json::to_string(value).unwrap_or_default()
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.fields.len()))?;
        for (key, value) in &self.fields {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Vec<(String, Box<RawValue>)>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut fields: Self::Value = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    if fields.iter().any(|(known, _)| *known == key) {
                        return Err(serde::de::Error::custom(format!("`{key}` appears twice")));
                    }
                    fields.push((key, value));
                }
                Ok(fields)
            }
        }
        Ok(Self { fields: deserializer.deserialize_map(Fields)? })
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&written(self))
    }
}
