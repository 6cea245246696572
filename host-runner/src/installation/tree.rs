//! A small JSON value whose keys keep their order, as it is written into a document.
//!
//! Owns the drawing of a value at a depth. Reads nothing.

use serde_json::{Map, Value};

/// What an entry is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// A text.
    Text(String),
    /// A number.
    Number(u64),
    /// `true` or `false`.
    Flag(bool),
    /// A list.
    List(Vec<Self>),
    /// An object, its keys in the order in which they are written.
    Object(Vec<(&'static str, Self)>),
}

/// How a document is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The blanks of one level.
    pub(super) unit: String,
    /// The end of a line.
    pub(super) newline: &'static str,
}

impl Tree {
    /// A text.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The text, if it is one.
    pub(super) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// The value without its layout, for comparisons.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Text(text) => Value::from(text.as_str()),
            Self::Number(number) => Value::from(*number),
            Self::Flag(flag) => Value::from(*flag),
            Self::List(items) => Value::from(items.iter().map(Self::value).collect::<Vec<_>>()),
            Self::Object(pairs) => Value::Object(
                pairs.iter().map(|(key, it)| ((*key).to_owned(), it.value())).collect::<Map<_, _>>(),
            ),
        }
    }

    /// The text, whose first line is after `indent`.
    pub(super) fn drawn(&self, indent: &str, layout: &Layout) -> String {
        let inner = format!("{indent}{}", layout.unit);
        let (open, close, items): (_, _, Vec<String>) = match self {
            Self::List(items) => ('[', ']', items.iter().map(|it| it.drawn(&inner, layout)).collect()),
            Self::Object(pairs) => {
                let pair = |(key, it): &(&str, Self)| property(key, it, &inner, layout);
                ('{', '}', pairs.iter().map(pair).collect())
            }
            Self::Text(_) | Self::Number(_) | Self::Flag(_) => return self.value().to_string(),
        };
        let newline = layout.newline;
        let items = items.iter().map(|item| format!("{newline}{inner}{item}")).collect::<Vec<_>>().join(",");
        format!("{open}{items}{newline}{indent}{close}")
    }
}

/// The text of a property of an object, whose first line is after `indent`.
pub(super) fn property(key: &str, value: &Tree, indent: &str, layout: &Layout) -> String {
    format!("{}: {}", Value::from(key), value.drawn(indent, layout))
}
