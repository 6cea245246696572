//! A setting in a JSON document with comments: a property of an object, put in and taken out without a trace.
//!
//! Owns what happens to a value that is there already. The layout, by which a container that was made for the property is
//! known again, is `json`'s.

use serde_json::Value;

use super::json::{self, Flaw, Left, Node};
use super::tree::{Layout, Tree, property};

/// A property that an installation sets.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// The keys, the outermost first.
    pub(super) keys: Vec<&'static str>,
    /// The value.
    pub(super) value: Tree,
    /// Whether a value that is there is ours, of whatever version.
    pub(super) is_ours: fn(&Value) -> bool,
    /// What is wrong where another value is there; none leaves that value.
    pub(super) conflict: Option<&'static str>,
}

impl Setting {
    /// The keys with dots between them.
    pub(super) fn name(&self) -> String {
        self.keys.join(".")
    }

    /// Its value in the document `text`.
    ///
    /// # Errors
    /// The document is not valid, or has another form.
    pub(super) fn found(&self, text: &str) -> Result<Option<Value>, Flaw> {
        let Some(root) = json::parse(text)? else { return Ok(None) };
        Ok(self.way(&root)?.map(|(node, _)| node.value()))
    }

    /// `text` with the property; none is a document that is not there. A value of ours is replaced.
    ///
    /// # Errors
    /// The document is not valid, has no place for the property, or has a value that must not be there.
    pub(super) fn with(&self, text: Option<&str>) -> Result<String, Flaw> {
        let plain = Layout { unit: "  ".to_owned(), newline: "\n" };
        let Some(text) = text else { return Ok(format!("{}\n", self.nested(0).drawn("", &plain))) };
        let Some(root) = json::parse(text)? else { return Ok(json::with_root(text, &self.nested(0))) };
        let layout = json::layout(text, Some(&root));
        let mut container = &root;
        for (depth, key) in self.keys.iter().enumerate() {
            let Some((_, found)) = container.property(key)? else {
                let tree = self.nested(depth + 1);
                return Ok(json::with_child(text, container, &layout, |indent| {
                    property(key, &tree, indent, &layout)
                }));
            };
            container = &found.value;
        }
        let found = container.value();
        if found == self.value.value() {
            return Ok(text.to_owned());
        }
        if !(self.is_ours)(&found) {
            let keep = || Ok(text.to_owned());
            return self.conflict.map_or_else(keep, |why| Err(Flaw::new(container.at.clone(), why)));
        }
        let indent = json::line_indent(text, container.at.start).to_owned();
        Ok(json::spliced(text, container.at.clone(), &self.value.drawn(&indent, &layout)))
    }

    /// `text` without the property if its value is ours, and without the containers that were made for it. None if nothing
    /// is left of the document.
    ///
    /// # Errors
    /// The document is not valid, or has another form.
    pub(super) fn without(&self, text: &str) -> Result<Option<String>, Flaw> {
        let Some(root) = json::parse(text)? else { return Ok(Some(text.to_owned())) };
        let Some((_, mut way)) = self.way(&root)?.filter(|(node, _)| (self.is_ours)(&node.value())) else {
            return Ok(Some(text.to_owned()));
        };
        let mut left = Left::Nothing;
        while let (Left::Nothing, Some((container, index))) = (&left, way.pop()) {
            left = json::without_child(text, container, index);
        }
        Ok(match left {
            Left::Text(text) => Some(text),
            Left::Nothing => json::without_root(text, &root),
        })
    }

    /// The value inside of the objects after the first `depth` keys.
    fn nested(&self, depth: usize) -> Tree {
        let keys = self.keys.get(depth..).unwrap_or_default();
        keys.iter().rev().fold(self.value.clone(), |tree, key| Tree::Object(vec![(*key, tree)]))
    }

    /// The value, and the objects around it, from the outermost one, each with the place of the next one in it.
    fn way<'n>(&self, root: &'n Node) -> Result<Option<(&'n Node, json::Way<'n>)>, Flaw> {
        let (mut node, mut way) = (root, Vec::new());
        for key in &self.keys {
            let Some((index, property)) = node.property(key)? else { return Ok(None) };
            way.push((node, index));
            node = &property.value;
        }
        Ok(Some((node, way)))
    }
}
