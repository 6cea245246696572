//! A YAML document as the nodes that a JSON document has, so that both are read by the same fields.
//!
//! Owns which YAML is read: one document without anchors, aliases and tags, its plain scalars by the core schema of YAML 1.2
//! (<https://yaml.org/spec/1.2.2/#103-core-schema>).

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::Value;

use crate::installation::json::{Flaw, Kind, Node, Property};

/// Most collections inside each other.
const DEPTH_MAX: usize = 64;

/// A collection that has not ended.
struct Open {
    start: usize,
    kind: Kind,
    /// The key whose value comes next.
    key: Option<(String, usize)>,
}

/// The value of the document in `text`; none in one without content.
///
/// # Errors
/// It is no YAML, or YAML that nothing here needs.
pub(super) fn parse(text: &str) -> Result<Option<Node>, Flaw> {
    let bytes: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(text.len());
    let range = |span: Span| byte(span.start.index())..byte(span.end.index());
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| {
            let at = byte(error.marker().index());
            Flaw::new(at..at, format!("this is no YAML: {}", error.info()))
        })?;
        let at = range(span);
        let node = match event {
            Event::Alias(_) => return Err(unread(at, "an alias")),
            Event::Scalar(_, _, anchor, _)
            | Event::SequenceStart(anchor, _)
            | Event::MappingStart(anchor, _)
                if anchor > 0 =>
            {
                return Err(unread(at, "an anchor"));
            }
            Event::Scalar(_, _, _, Some(_))
            | Event::SequenceStart(_, Some(_))
            | Event::MappingStart(_, Some(_)) => {
                return Err(unread(at, "a tag"));
            }
            Event::SequenceStart(..) | Event::MappingStart(..) if open.len() == DEPTH_MAX => {
                return Err(unread(at, "a collection this deep"));
            }
            Event::DocumentStart(_) if root.is_some() => return Err(unread(at, "a second document")),
            Event::SequenceStart(..) => {
                open.push(Open { start: at.start, kind: Kind::List(Vec::new()), key: None });
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Open { start: at.start, kind: Kind::Object(Vec::new()), key: None });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(ended) = open.pop() else { continue };
                Node { at: ended.start..at.start.max(ended.start), kind: ended.kind }
            }
            Event::Scalar(value, style, ..) => Node { at, kind: Kind::Other(scalar(&value, style)) },
            _ => continue,
        };
        match open.last_mut() {
            Some(parent) => parent.take(node)?,
            None => root = Some(node),
        }
    }
    Ok(root.filter(|root| !matches!(root.kind, Kind::Other(Value::Null))))
}

impl Open {
    /// Takes the next node: an item, a key, or the value of the last key.
    fn take(&mut self, node: Node) -> Result<(), Flaw> {
        match (&mut self.kind, self.key.take()) {
            (Kind::List(items), _) => items.push(node),
            (Kind::Object(properties), Some((name, start))) => {
                properties.push(Property { name, at: start..node.at.end.max(start), value: node });
            }
            (Kind::Object(_), None) => match node.kind {
                Kind::Other(Value::String(name)) => self.key = Some((name, node.at.start)),
                _ => return Err(unread(node.at, "a key that is no text")),
            },
            (Kind::Other(_), _) => {}
        }
        Ok(())
    }
}

fn unread(at: Range<usize>, what: &str) -> Flaw {
    Flaw::new(at, format!("{what} is not read here; write the file without it"))
}

/// The value of a scalar.
fn scalar(value: &str, style: ScalarStyle) -> Value {
    let text = || Value::String(value.to_owned());
    if style != ScalarStyle::Plain {
        return text();
    }
    match value {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        // Hexadecimal and octal numbers and infinities are no texts in YAML; nothing here needs one.
        number => number.parse::<f64>().map_or_else(|_| text(), Value::from),
    }
}
