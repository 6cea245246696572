//! The fields of a JSON document, each of the type that it must have.

use std::ops::Range;

use serde_json::Value;

use crate::installation::json::{Flaw, Kind, Node, Property, parse};

/// The object in `text`; none in a blank one.
pub(super) fn root(text: &str) -> Result<Option<Node>, Flaw> {
    let Some(root) = parse(text)? else { return Ok(None) };
    properties(&root)?;
    Ok(Some(root))
}

/// The properties of an object, none of which is there twice.
pub(super) fn properties(node: &Node) -> Result<&[Property], Flaw> {
    let Kind::Object(properties) = &node.kind else {
        return Err(wrong(node, "an object"));
    };
    let mut names: Vec<&str> = Vec::new();
    for property in properties {
        if names.contains(&property.name.as_str()) {
            return Err(Flaw::new(property.at.clone(), format!("the key `{}` is here twice", property.name)));
        }
        names.push(&property.name);
    }
    Ok(properties)
}

/// The value under `name`.
pub(super) fn field<'n>(node: &'n Node, name: &str) -> Result<Option<&'n Node>, Flaw> {
    Ok(node.property(name)?.map(|(_, property)| &property.value))
}

/// The value under `names`, the outermost first.
pub(super) fn deep<'n>(node: &'n Node, names: &[&str]) -> Result<Option<&'n Node>, Flaw> {
    let mut node = node;
    for name in names {
        match field(node, name)? {
            Some(next) => node = next,
            None => return Ok(None),
        }
    }
    Ok(Some(node))
}

/// The text that `node` is.
pub(super) fn text(node: &Node) -> Result<&str, Flaw> {
    match &node.kind {
        Kind::Other(Value::String(text)) => Ok(text),
        _ => Err(wrong(node, "a text")),
    }
}

/// The flag that `node` is.
pub(super) fn flag(node: &Node) -> Result<bool, Flaw> {
    match &node.kind {
        Kind::Other(Value::Bool(flag)) => Ok(*flag),
        _ => Err(wrong(node, "`true` or `false`")),
    }
}

/// The texts in the list under `names`, with their places; empty if it is not there.
pub(super) fn texts(node: &Node, names: &[&str]) -> Result<Vec<(String, Range<usize>)>, Flaw> {
    let Some(list) = deep(node, names)? else { return Ok(Vec::new()) };
    list.items()?.iter().map(|item| Ok((text(item)?.to_owned(), item.at.clone()))).collect()
}

/// That `node` should be something else.
pub(super) fn wrong(node: &Node, expected: &str) -> Flaw {
    Flaw::new(node.at.clone(), format!("this is {}, where {expected} is needed", node.name()))
}
