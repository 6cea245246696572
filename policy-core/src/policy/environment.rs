//! The settings about the variables of a command: `env`, `passEnvironment`, `credentials`.
//!
//! Owns these keys. Reads no variable: the host passes them to a command.

use alloc::string::String;

use jsonc_parser::ast::Value;

use super::foreign_keys;
use super::json::Text;
use super::reader::{SettingsReader, name_span, span};
use crate::rules::tick;

pub(super) const CREDENTIALS: &[&str] = &["envVars", "files"];
const MODES: [&str; 2] = ["deny", "mask"];

impl SettingsReader<'_> {
    /// `env`: an object of texts.
    pub(super) fn variables(&mut self, value: &Value<'_>) {
        let Some(object) = self.object_of("env", value) else { return };
        for (name, property) in self.properties(object) {
            if !is_name(&name) {
                let message = alloc::format!("{} is not the name of a variable", tick(&name));
                self.error(name_span(property), message, String::from("use letters, digits and `_`"));
            } else if let Some(text) = self.text_of(&name, &property.value) {
                self.said.sandbox.environment.set.push((name.into_owned(), text.value.into_owned()));
            }
        }
    }

    /// `passEnvironment`: names, or beginnings of names with `*` behind.
    pub(super) fn passed(&mut self, value: &Value<'_>) {
        for text in self.literals("passEnvironment", value) {
            let name = text.value.strip_suffix('*').unwrap_or(&text.value);
            if is_name(name) || name.is_empty() && !text.value.is_empty() {
                self.said.sandbox.environment.pass.push(text.value.into_owned());
            } else {
                self.no_name(&text, "write it in full, or its beginning and `*`, such as `MY_*`");
            }
        }
    }

    /// `credentials`: files that cannot be read, and variables that reach no command. What shall be masked is hidden.
    pub(super) fn credentials(&mut self, value: &Value<'_>) {
        let Some(object) = self.object_of("credentials", value) else { return };
        for (name, property) in self.properties(object) {
            match &*name {
                "files" => {
                    for path in self.credential_entries("files", "path", &property.value) {
                        self.said.sandbox.deny_read.push(path.value.into_owned());
                    }
                }
                "envVars" => {
                    for name in self.credential_entries("envVars", "name", &property.value) {
                        if is_name(&name.value) {
                            self.said.sandbox.environment.hide.push(name.value.into_owned());
                        } else {
                            self.no_name(&name, "write it in full");
                        }
                    }
                }
                _ => self.other(&name, property, "`credentials`", CREDENTIALS, &[]),
            }
        }
    }

    /// What each object of the list `key` says under `wanted`.
    fn credential_entries<'a>(
        &mut self,
        key: &str,
        wanted: &str,
        value: &Value<'a>,
    ) -> alloc::vec::Vec<Text<'a>> {
        let mut found = alloc::vec::Vec::new();
        let Value::Array(list) = value else {
            self.wrong_type(key, "a list of objects", value);
            return found;
        };
        for element in &list.elements {
            let Some(object) = self.object_of(key, element) else { continue };
            let mut said = None;
            for (name, property) in self.properties(object) {
                match &*name {
                    "mode" => self.credential_mode(&property.value),
                    name if name == wanted => said = self.text_of(wanted, &property.value),
                    _ => self.other(&name, property, &tick(key), &[wanted, "mode"], foreign_keys::CREDENTIAL),
                }
            }
            match said {
                Some(text) => found.push(text),
                None => self.error(
                    span(element),
                    alloc::format!("an entry of {} has no {}", tick(key), tick(wanted)),
                    alloc::format!("name it with {}", tick(wanted)),
                ),
            }
        }
        found
    }

    fn credential_mode(&mut self, value: &Value<'_>) {
        let Some(text) = self.text_of("mode", value) else { return };
        if !MODES.contains(&&*text.value) {
            let message = alloc::format!("`mode` cannot be {}", tick(&text.value));
            self.error(text.span, message, String::from("write `\"deny\"` or `\"mask\"`; both hide it"));
        }
    }

    fn no_name(&mut self, text: &Text<'_>, help: &str) {
        let message = alloc::format!("{} is not the name of a variable", tick(&text.value));
        self.error(text.span, message, String::from(help));
    }
}

/// What POSIX calls a name: letters, digits and underscores, no digit first.
fn is_name(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
