//! File names and arguments as JSON: a string if the bytes are UTF-8, else a list of bytes.
//!
//! Owns both directions, for use with `#[serde(with = …)]`. Loses no byte.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Text<'t> {
    Plain(Cow<'t, str>),
    Bytes(Cow<'t, [u8]>),
}

impl<'t> From<&'t OsString> for Text<'t> {
    fn from(text: &'t OsString) -> Self {
        match text.to_str() {
            Some(text) => Self::Plain(text.into()),
            None => Self::Bytes(OsStr::as_bytes(text).into()),
        }
    }
}

impl From<Text<'_>> for OsString {
    fn from(text: Text<'_>) -> Self {
        match text {
            Text::Plain(text) => text.into_owned().into(),
            Text::Bytes(bytes) => Self::from_vec(bytes.into_owned()),
        }
    }
}

/// For lists of texts: `#[serde(with = "text::list")]`.
pub(crate) mod list {
    use super::{Deserialize, Deserializer, OsString, Serializer, Text};

    pub(crate) fn serialize<S: Serializer>(list: &[OsString], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(list.iter().map(Text::from))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<OsString>, D::Error> {
        Ok(Vec::<Text<'_>>::deserialize(deserializer)?.into_iter().map(OsString::from).collect())
    }
}

/// For names with values: `#[serde(with = "text::pairs")]`.
pub(crate) mod pairs {
    use super::{Deserialize, Deserializer, OsString, Serialize, Serializer, Text};

    type Pairs = Vec<(OsString, OsString)>;

    #[expect(clippy::ref_option, reason = "the form that serde calls")]
    pub(crate) fn serialize<S: Serializer>(pairs: &Option<Pairs>, serializer: S) -> Result<S::Ok, S::Error> {
        let texts = |(name, value)| (Text::from(name), Text::from(value));
        let pairs = pairs.as_ref().map(|pairs| pairs.iter().map(|(name, value)| texts((name, value))));
        pairs.map(Iterator::collect::<Vec<_>>).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Pairs>, D::Error> {
        let pairs = Option::<Vec<(Text<'_>, Text<'_>)>>::deserialize(deserializer)?;
        Ok(pairs.map(|pairs| pairs.into_iter().map(|(name, value)| (name.into(), value.into())).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_arrives_as_it_was_and_most_are_strings() {
        #[derive(Serialize, Deserialize)]
        struct Message {
            #[serde(with = "list")]
            list: Vec<OsString>,
            #[serde(with = "pairs")]
            pairs: Option<Vec<(OsString, OsString)>>,
        }
        let odd = || OsString::from_vec(b"a\xffb\n".to_vec());
        let message = Message {
            list: vec!["".into(), "é\u{1f600}\"\n".into(), odd()],
            pairs: Some(vec![("NAME".into(), odd()), (odd(), "value".into())]),
        };
        let line = serde_json::to_string(&message).unwrap();
        assert!(line.contains(r#"["","é😀\"\n",[97,255,98,10]]"#), "{line}");
        let read: Message = serde_json::from_str(&line).unwrap();
        assert_eq!((read.list, read.pairs), (message.list, message.pairs));
    }
}
