//! Reads the values of a settings file one by one, and records a warning for each that it cannot read.
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
use crate::rules::{List, Rule, SourceLocation, tick};
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

/// One key of an object, with every property that has it, in source order.
pub(super) struct Setting<'o, 'a> {
    pub(super) name: Cow<'a, str>,
    pub(super) properties: Vec<&'o ObjectProp<'a>>,
}

impl<'o, 'a> Setting<'o, 'a> {
    /// The values, in source order. Without a duplicate key it is one.
    pub(super) fn values(&self) -> Vec<&'o Value<'a>> {
        self.properties.iter().map(|property| &property.value).collect()
    }
}

/// What a list in the settings does, which decides how an unreadable entry is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Effect {
    /// It permits: an unreadable entry does not count.
    Loosens,
    /// It forbids: an unreadable entry could mean every command.
    Tightens,
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

    /// Adds an ask rule that may match every command, in place of what was written at `span` and forbids something.
    pub(super) fn ask_about_everything(&mut self, span: Span) {
        let place = self.lines.place(span);
        self.said.rules.push((List::Ask, Rule::about_everything(span.slice(self.text), place)));
    }

    /// A key that is not ours: a known key of Claude Code's is passed over, any other gets a warning.
    pub(super) fn other(
        &mut self,
        setting: &Setting<'_, '_>,
        within: &str,
        own: &[&str],
        foreign: &[Foreign],
    ) {
        let name = &*setting.name;
        let Some(span) = setting.properties.first().map(|property| name_span(property)) else { return };
        if let Ok(at) = foreign.binary_search_by(|(known, _)| (*known).cmp(name)) {
            if let Some((_, Some(note))) = foreign.get(at) {
                let message = alloc::format!("{} has no effect: {note}", tick(name));
                self.warn(span, message, String::from("do not rely on it here"));
            }
            return;
        }
        let help = match nearest(name, own.iter().copied()) {
            Some(known) => alloc::format!("did you mean {}?", tick(known)),
            None => alloc::format!("the keys here are {}", enumerate(own)),
        };
        let message = alloc::format!("there is no key {} in {within}, so it has no effect", tick(name));
        self.warn(span, message, help);
    }

    /// The keys of `objects`, in source order. A key that appears twice has every value, and gets a warning.
    pub(super) fn settings<'o, 'a>(&mut self, objects: &[&'o Object<'a>]) -> Vec<Setting<'o, 'a>> {
        let mut first: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
        let mut settings: Vec<Setting<'o, 'a>> = Vec::new();
        for property in objects.iter().flat_map(|object| &object.properties) {
            let span = name_span(property);
            if let Some((at, line)) = first.get(property.name.as_str()) {
                let help = alloc::format!("it is also on line {line}; keep one of them");
                let shown = tick(property.name.as_str());
                let message = alloc::format!("the key {shown} appears twice, so the stricter reading counts");
                self.warn(span, message, help);
                if let Some(setting) = settings.get_mut(*at) {
                    setting.properties.push(property);
                }
                continue;
            }
            let name = match &property.name {
                ObjectPropName::String(literal) => literal.value.clone(),
                ObjectPropName::Word(literal) => Cow::Borrowed(literal.value),
            };
            let line = self.lines.place(span).line;
            first.insert(property.name.as_str(), (settings.len(), line));
            settings.push(Setting { name, properties: alloc::vec![property] });
        }
        settings
    }

    /// The objects among `values`. Another value has a warning; if it is not empty, it could have forbidden something.
    pub(super) fn objects_of<'o, 'a>(
        &mut self,
        key: &str,
        values: &[&'o Value<'a>],
        effect: Effect,
    ) -> Vec<&'o Object<'a>> {
        let mut objects = Vec::with_capacity(values.len());
        for value in values {
            if let Some(object) = value.as_object() {
                objects.push(object);
                continue;
            }
            self.unreadable(key, "an object", value, effect);
        }
        objects
    }

    /// The flag that `values` agree on. What cannot be read is taken for `strict`.
    pub(super) fn flag(&mut self, key: &str, values: &[&Value<'_>], strict: bool) -> Option<bool> {
        let mut said = None;
        for value in values {
            let flag = if let Some(literal) = value.as_boolean_lit() {
                literal.value
            } else {
                self.wrong_type(key, "`true` or `false`", value);
                strict
            };
            said = Some(if said.is_some_and(|said| said != flag) { strict } else { flag });
        }
        said
    }

    /// The text that `values` agree on; none if one is no text or they differ.
    pub(super) fn text_of<'a>(&mut self, key: &str, values: &[&Value<'a>]) -> Option<Text<'a>> {
        let mut said: Option<Text<'a>> = None;
        for value in values {
            let Some(text) = literal(value) else {
                self.wrong_type(key, "a string", value);
                return None;
            };
            if said.as_ref().is_some_and(|said| said.value != text.value) {
                return None;
            }
            said = Some(text);
        }
        said
    }

    pub(super) fn texts_of(&mut self, key: &str, values: &[&Value<'_>], effect: Effect) -> Vec<String> {
        self.literals(key, values, effect).into_iter().map(|text| text.value.into_owned()).collect()
    }

    /// The entries of a list. Of several lists under one key, all count if they forbid, and only what is in each of them
    /// if they permit.
    pub(super) fn literals<'a>(&mut self, key: &str, values: &[&Value<'a>], effect: Effect) -> Vec<Text<'a>> {
        let mut said: Option<Vec<Text<'a>>> = None;
        for value in values {
            let texts = self.list(key, value, effect);
            said = Some(match (said, effect) {
                (None, _) => texts,
                (Some(mut said), Effect::Tightens) => {
                    said.extend(texts);
                    said
                }
                (Some(mut said), Effect::Loosens) => {
                    said.retain(|own| texts.iter().any(|text| text.value == own.value));
                    said
                }
            });
        }
        said.unwrap_or_default()
    }

    fn list<'a>(&mut self, key: &str, value: &Value<'a>, effect: Effect) -> Vec<Text<'a>> {
        let Value::Array(list) = value else {
            let meant = literal(value).filter(|text| effect == Effect::Tightens && !text.value.is_empty());
            if meant.is_some() {
                self.wrong_type(key, "a list of strings", value);
            } else {
                self.unreadable(key, "a list of strings", value, effect);
            }
            return meant.into_iter().collect();
        };
        let mut texts = Vec::with_capacity(list.elements.len());
        for element in &list.elements {
            if let Some(text) = literal(element) {
                texts.push(text);
                continue;
            }
            self.unreadable(key, "a list of strings", element, effect);
        }
        texts
    }

    /// Warns about a value of another type. If it could forbid something, every command asks.
    pub(super) fn unreadable(&mut self, key: &str, wanted: &str, value: &Value<'_>, effect: Effect) {
        if effect == Effect::Loosens || is_empty(value) {
            return self.wrong_type(key, wanted, value);
        }
        let (shown, found) = (tick(key), describe(value));
        let message = alloc::format!("{shown} must be {wanted}, not {found}, so every command asks");
        self.warn(span(value), message, alloc::format!("write {wanted}"));
        self.ask_about_everything(span(value));
    }

    pub(super) fn wrong_type(&mut self, key: &str, wanted: &str, value: &Value<'_>) {
        self.warn(
            span(value),
            alloc::format!("{} must be {wanted}, not {}", tick(key), describe(value)),
            alloc::format!("write {wanted}, or remove the key"),
        );
    }
}

/// Whether a value says nothing: `null`, or a list, object or string with nothing in it.
pub(super) fn is_empty(value: &Value<'_>) -> bool {
    match value {
        Value::NullKeyword(_) => true,
        Value::StringLit(text) => text.value.is_empty(),
        Value::Array(list) => list.elements.is_empty(),
        Value::Object(object) => object.properties.is_empty(),
        Value::NumberLit(_) | Value::BooleanLit(_) => false,
    }
}

pub(super) fn literal<'a>(value: &Value<'a>) -> Option<Text<'a>> {
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
