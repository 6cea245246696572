//! The settings about the variables of a command: `env`, `passEnvironment`, `credentials`.
//!
//! Owns these keys. Reads no variable: the host passes them to a command.

use alloc::string::String;

use jsonc_parser::ast::Value;

use super::foreign_keys;
use super::json::Text;
use super::reader::{Effect, SettingsReader, name_span, span};
use crate::rules::tick;

pub(super) const CREDENTIALS: &[&str] = &["envVars", "files"];
const MODES: [&str; 2] = ["deny", "mask"];

impl SettingsReader<'_> {
    /// `env`: an object of texts.
    pub(super) fn variables(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of("env", values, Effect::Loosens);
        for setting in self.settings(&objects) {
            if !is_name(&setting.name) {
                let message =
                    alloc::format!("{} is not the name of a variable, so it is not set", tick(&setting.name));
                let span = setting.properties.first().map(|property| name_span(property));
                self.warn(span.unwrap_or_default(), message, String::from("use letters, digits and `_`"));
            } else if let Some(text) = self.text_of(&setting.name, &setting.values()) {
                self.said.sandbox.environment.set.push((setting.name.into_owned(), text.value.into_owned()));
            }
        }
    }

    /// `passEnvironment`: names, or beginnings of names with `*` at the end.
    pub(super) fn passed(&mut self, values: &[&Value<'_>]) {
        for text in self.literals("passEnvironment", values, Effect::Loosens) {
            let name = text.value.strip_suffix('*').unwrap_or(&text.value);
            if is_name(name) || name.is_empty() && !text.value.is_empty() {
                self.said.sandbox.environment.pass.push(text.value.into_owned());
            } else {
                self.no_name(&text, "write it in full, or its beginning and `*`, such as `MY_*`");
            }
        }
    }

    /// `credentials`: files that cannot be read, and variables that reach no command. What shall be masked is hidden.
    pub(super) fn credentials(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of("credentials", values, Effect::Tightens);
        for setting in self.settings(&objects) {
            match &*setting.name {
                "files" => {
                    for path in self.credential_entries("files", "path", &setting.values()) {
                        self.said.sandbox.deny_read.push(path.value.into_owned());
                    }
                }
                "envVars" => {
                    for name in self.credential_entries("envVars", "name", &setting.values()) {
                        if is_name(&name.value) {
                            self.said.sandbox.environment.hide.push(name.value.into_owned());
                        } else {
                            self.no_name(&name, "write it in full");
                        }
                    }
                }
                _ => self.other(&setting, "`credentials`", CREDENTIALS, &[]),
            }
        }
    }

    /// What each object of the lists under `key` says under `wanted`. An entry that does not say it could hide anything.
    fn credential_entries<'a>(
        &mut self,
        key: &str,
        wanted: &str,
        values: &[&Value<'a>],
    ) -> alloc::vec::Vec<Text<'a>> {
        let mut found = alloc::vec::Vec::new();
        for value in values {
            let Value::Array(list) = value else {
                self.unreadable(key, "a list of objects", value, Effect::Tightens);
                continue;
            };
            for element in &list.elements {
                found.extend(self.credential(key, wanted, element));
            }
        }
        found
    }

    fn credential<'a>(&mut self, key: &str, wanted: &str, element: &Value<'a>) -> Option<Text<'a>> {
        let objects = self.objects_of(key, &[element], Effect::Tightens);
        let object = *objects.first()?;
        let mut said = None;
        for setting in self.settings(&[object]) {
            match &*setting.name {
                "mode" => self.credential_mode(&setting.values()),
                name if name == wanted => said = self.text_of(wanted, &setting.values()),
                _ => self.other(&setting, &tick(key), &[wanted, "mode"], foreign_keys::CREDENTIAL),
            }
        }
        if said.is_none() {
            self.warn(
                span(element),
                alloc::format!("an entry of {} has no {}, so every command asks", tick(key), tick(wanted)),
                alloc::format!("name it with {}", tick(wanted)),
            );
            self.ask_about_everything(span(element));
        }
        said
    }

    fn credential_mode(&mut self, values: &[&Value<'_>]) {
        let Some(text) = self.text_of("mode", values) else { return };
        if !MODES.contains(&&*text.value) {
            let message = alloc::format!("`mode` cannot be {}, so it is `deny`", tick(&text.value));
            self.warn(text.span, message, String::from("write `\"deny\"` or `\"mask\"`; both hide it"));
        }
    }

    fn no_name(&mut self, text: &Text<'_>, help: &str) {
        let message = alloc::format!("{} is not the name of a variable", tick(&text.value));
        self.warn(text.span, message, String::from(help));
    }
}

/// What POSIX calls a name: letters, digits and underscores, no digit first.
fn is_name(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_ascii_digit())
        && !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
