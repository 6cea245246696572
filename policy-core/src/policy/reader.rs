//! Reads the values of a settings file one by one, and records each problem with its place.
//!
//! Owns the errors and warnings of one file, and the messages about keys and types. Knows no key by its name.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use jsonc_parser::ast::{Object, ObjectProp, ObjectPropName, Value};
use jsonc_parser::common::Ranged;

use super::error::PolicyError;
use super::foreign_keys::Foreign;
use super::json::{Lines, Text};
use super::merge::Said;
use super::source::Authority;
use crate::nearest::nearest;
use crate::rules::{SourceLocation, tick};
use crate::span::Span;

/// One settings file that is being read.
pub(super) struct SettingsReader<'a> {
    pub(super) text: &'a str,
    pub(super) lines: Lines<'a>,
    pub(super) root: Option<Arc<str>>,
    pub(super) authority: Authority,
    pub(super) said: Said,
    pub(super) errors: Vec<PolicyError>,
}

impl SettingsReader<'_> {
    pub(super) fn error(&mut self, span: Span, message: String, help: String) {
        let error = self.lines.error(span, message, help);
        self.errors.push(error);
    }

    pub(super) fn place(&mut self, span: Span) -> SourceLocation {
        self.lines.place(span)
    }

    pub(super) fn warn(&mut self, span: Span, message: String, help: String) {
        let warning = self.lines.error(span, message, help);
        self.said.warnings.push(warning);
    }

    /// A key that is not ours: one of Claude Code's is passed over, any other is a problem.
    pub(super) fn other(
        &mut self,
        name: &str,
        property: &ObjectProp<'_>,
        within: &str,
        own: &[&str],
        foreign: &[Foreign],
    ) {
        if let Ok(at) = foreign.binary_search_by(|(known, _)| (*known).cmp(name)) {
            if let Some((_, Some(note))) = foreign.get(at) {
                self.warn(
                    name_span(property),
                    alloc::format!("{} has no effect: {note}", tick(name)),
                    String::from("do not rely on it here"),
                );
            }
            return;
        }
        let help = match nearest(name, own.iter().copied()) {
            Some(known) => alloc::format!("did you mean {}?", tick(known)),
            None => alloc::format!("the keys here are {}", enumerate(own)),
        };
        self.error(name_span(property), alloc::format!("there is no key {} in {within}", tick(name)), help);
    }

    /// The properties in source order; a key that is there twice is a problem.
    pub(super) fn properties<'o, 'a>(
        &mut self,
        object: &'o Object<'a>,
    ) -> Vec<(Cow<'a, str>, &'o ObjectProp<'a>)> {
        let mut first: BTreeMap<&str, u32> = BTreeMap::new();
        let mut properties = Vec::with_capacity(object.properties.len());
        for property in &object.properties {
            let name = match &property.name {
                ObjectPropName::String(literal) => literal.value.clone(),
                ObjectPropName::Word(literal) => Cow::Borrowed(literal.value),
            };
            let span = name_span(property);
            if let Some(line) = first.get(property.name.as_str()) {
                let help = alloc::format!("it is also on line {line}; keep one of them");
                self.error(span, alloc::format!("the key {} appears twice", tick(&name)), help);
            } else {
                let line = self.lines.place(span).line;
                first.insert(property.name.as_str(), line);
                properties.push((name, property));
            }
        }
        properties
    }

    pub(super) fn object_of<'o, 'a>(&mut self, key: &str, value: &'o Value<'a>) -> Option<&'o Object<'a>> {
        let object = value.as_object();
        if object.is_none() {
            self.wrong_type(key, "an object", value);
        }
        object
    }

    pub(super) fn flag(&mut self, key: &str, value: &Value<'_>) -> Option<bool> {
        let flag = value.as_boolean_lit().map(|literal| literal.value);
        if flag.is_none() {
            self.wrong_type(key, "`true` or `false`", value);
        }
        flag
    }

    pub(super) fn text_of<'a>(&mut self, key: &str, value: &Value<'a>) -> Option<Text<'a>> {
        let text = literal(value);
        if text.is_none() {
            self.wrong_type(key, "a string", value);
        }
        text
    }

    pub(super) fn texts_of(&mut self, key: &str, value: &Value<'_>) -> Vec<String> {
        self.literals(key, value).into_iter().map(|text| text.value.into_owned()).collect()
    }

    pub(super) fn literals<'a>(&mut self, key: &str, value: &Value<'a>) -> Vec<Text<'a>> {
        let Value::Array(list) = value else {
            self.wrong_type(key, "a list of strings", value);
            return Vec::new();
        };
        let mut texts = Vec::with_capacity(list.elements.len());
        for element in &list.elements {
            if let Some(text) = literal(element) {
                texts.push(text);
            } else {
                self.error(
                    span(element),
                    alloc::format!("{} must be a list of strings, not {}", tick(key), describe(element)),
                    String::from("put the value in double quotes, or remove it"),
                );
            }
        }
        texts
    }

    pub(super) fn wrong_type(&mut self, key: &str, wanted: &str, value: &Value<'_>) {
        self.error(
            span(value),
            alloc::format!("{} must be {wanted}, not {}", tick(key), describe(value)),
            alloc::format!("write {wanted}, or remove the key"),
        );
    }
}

fn literal<'a>(value: &Value<'a>) -> Option<Text<'a>> {
    value.as_string_lit().map(|literal| Text { value: literal.value.clone(), span: span(value) })
}

pub(super) fn span(value: &Value<'_>) -> Span {
    let range = value.range();
    Span::new(range.start, range.end)
}

pub(super) fn name_span(property: &ObjectProp<'_>) -> Span {
    let range = property.name.range();
    Span::new(range.start, range.end)
}

pub(super) fn describe(value: &Value<'_>) -> &'static str {
    match value {
        Value::StringLit(_) => "a string",
        Value::NumberLit(_) => "a number",
        Value::BooleanLit(_) => "a boolean",
        Value::Object(_) => "an object",
        Value::Array(_) => "a list",
        Value::NullKeyword(_) => "`null`",
    }
}

pub(super) fn enumerate(names: &[&str]) -> String {
    names.iter().map(|name| tick(name)).collect::<Vec<_>>().join(", ")
}
