//! Reads one settings file: from its tree to its settings, with every problem in it.
//!
//! Owns the keys. One `match` over the names reads each object; any other name is a problem.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use jsonc_parser::ast::Value;

use crate::Span;
use crate::nearest::nearest;
use crate::paths::lexical::is_absolute;
use crate::profiles::Profile;
use crate::request::Mode;
use crate::rules::{Grammar, HostPattern, List, Pattern, Problem, parse as parse_rule, tick};

use super::engine::{ENGINE, ENGINE_SHA256};
use super::error::PolicyError;
use super::foreign_keys;
use super::json::{Lines, Text, parse};
use super::merge::Said;
use super::reader::{SettingsReader, describe, enumerate, span};
use super::source::Source;

const TOP: &[&str] =
    &["$schema", ENGINE, ENGINE_SHA256, "env", "permissions", "profile", "sandbox", "trustedDirectories"];
const PERMISSIONS: &[&str] = &[
    "additionalDirectories",
    "allow",
    "ask",
    "askForSecrets",
    "defaultMode",
    "deny",
    "disableBypassPermissionsMode",
];
const SANDBOX: &[&str] = &[
    "allowUnsandboxedCommands",
    "autoAllowBashIfSandboxed",
    "credentials",
    "enabled",
    "excludedCommands",
    "failIfUnavailable",
    "filesystem",
    "network",
    "passEnvironment",
];
const FILESYSTEM: &[&str] = &["allowRead", "allowWrite", "denyRead", "denyWrite"];
const NETWORK: &[&str] =
    &["allowAllUnixSockets", "allowLocalBinding", "allowUnixSockets", "allowedDomains", "deniedDomains"];

/// The keys of the object that stands under `key` in a settings file; of all of it, under the empty one.
#[cfg(test)]
pub(crate) fn known_keys(key: &str) -> &'static [&'static str] {
    match key {
        "" => TOP,
        "permissions" => PERMISSIONS,
        "sandbox" => SANDBOX,
        "filesystem" => FILESYSTEM,
        "network" => NETWORK,
        "credentials" => super::environment::CREDENTIALS,
        _ => &[],
    }
}

/// What `source` says. Its problems are added to `errors` in the order of the text.
pub(super) fn read(source: &Source, errors: &mut Vec<PolicyError>) -> Said {
    let mut reader = SettingsReader {
        text: &source.text,
        lines: Lines::new(&source.name, &source.text),
        root: source.root.as_deref().map(Arc::from),
        authority: source.authority,
        said: Said::default(),
        errors: Vec::new(),
    };
    // A byte order mark is no part of JSON; blanks of the same length keep every offset.
    let json = match source.text.strip_prefix('\u{feff}') {
        Some(rest) => Cow::Owned(alloc::format!("   {rest}")),
        None => Cow::Borrowed(source.text.as_str()),
    };
    match parse(&json) {
        Ok(Some(value)) => reader.top(&value),
        Ok(None) => reader.error(
            Span::at(0),
            String::from("this file has no settings"),
            String::from("write `{}` for none"),
        ),
        Err((span, message, help)) => reader.error(span, message, help),
    }
    reader.errors.sort_by_key(|error| error.span.start);
    errors.append(&mut reader.errors);
    reader.said
}

impl SettingsReader<'_> {
    fn top(&mut self, value: &Value<'_>) {
        let Value::Object(object) = value else {
            return self.error(
                span(value),
                alloc::format!("the settings must be an object, not {}", describe(value)),
                String::from("write `{ \"permissions\": { … } }`"),
            );
        };
        for (name, property) in self.properties(object) {
            if self.is_users_own("", &name, property) {
                continue;
            }
            let value = &property.value;
            match &*name {
                "$schema" => drop(self.text_of("$schema", value)),
                ENGINE => self.engine(value),
                ENGINE_SHA256 => self.engine_sha256(value),
                "env" => self.variables(value),
                "permissions" => self.permissions(value),
                "profile" => self.profile(value),
                "sandbox" => self.sandbox(value),
                "trustedDirectories" => self.trusted(value),
                "disableBypassPermissionsMode" => self.disable_bypass(value),
                _ => self.other(&name, property, "the settings", TOP, foreign_keys::TOP),
            }
        }
    }

    /// `trustedDirectories`: absolute directories, or with `/*` behind all that lie below one.
    fn trusted(&mut self, value: &Value<'_>) {
        for text in self.literals("trustedDirectories", value) {
            if is_absolute(&text.value) || text.value.starts_with("~/") {
                self.said.trusted_directories.push(text.value.into_owned());
            } else {
                self.error(
                    text.span,
                    alloc::format!("the directory {} is not absolute", tick(&text.value)),
                    String::from("write `/srv/project`, `~/project`, or `/srv/*` for all directories below"),
                );
            }
        }
    }

    fn permissions(&mut self, value: &Value<'_>) {
        let Some(object) = self.object_of("permissions", value) else { return };
        for (name, property) in self.properties(object) {
            if self.is_users_own("permissions", &name, property) {
                continue;
            }
            let value = &property.value;
            match &*name {
                "allow" => self.rules(List::Allow, value),
                "ask" => self.rules(List::Ask, value),
                "deny" => self.rules(List::Deny, value),
                "additionalDirectories" => {
                    let texts = self.literals("additionalDirectories", value);
                    let opened =
                        self.opened_directories(texts).into_iter().map(|text| text.value.into_owned());
                    self.said.additional_directories.extend(opened);
                }
                "askForSecrets" => self.said.asks_for_secrets = self.flag("askForSecrets", value),
                "defaultMode" => self.mode(value),
                "disableBypassPermissionsMode" => self.disable_bypass(value),
                _ => self.other(&name, property, "`permissions`", PERMISSIONS, foreign_keys::PERMISSIONS),
            }
        }
    }

    fn mode(&mut self, value: &Value<'_>) {
        let Some(text) = self.text_of("defaultMode", value) else { return };
        let mode = if let Some(mode) = Mode::from_name(&text.value) {
            mode
        } else if text.value == "manual" {
            // Claude Code's newer name of the same mode.
            Mode::Default
        } else if matches!(&*text.value, "auto" | "delegate") {
            self.warn(
                text.span,
                alloc::format!(
                    "the mode {} needs a model to decide; Shellgate has none, so the mode is `default`",
                    tick(&text.value)
                ),
                String::from("choose a mode that decides by rules"),
            );
            Mode::Default
        } else {
            let names = Mode::ALL.map(|(_, name)| name);
            let help = match nearest(&text.value, names) {
                Some(name) => alloc::format!("did you mean {}?", tick(name)),
                None => alloc::format!("the modes are {}", enumerate(&names)),
            };
            return self.error(text.span, alloc::format!("there is no mode {}", tick(&text.value)), help);
        };
        if self.is_users_mode(mode, text.span) {
            return;
        }
        let place = self.lines.place(text.span);
        self.said.mode = Some((mode, place));
    }

    fn profile(&mut self, value: &Value<'_>) {
        let Some(text) = self.text_of("profile", value) else { return };
        if let Some(profile) = Profile::from_name(&text.value) {
            let place = self.lines.place(text.span);
            self.said.profile = Some((profile, place));
            return;
        }
        let names = Profile::ALL.map(|profile| profile.name);
        let help = match nearest(&text.value, names) {
            Some(name) => alloc::format!("did you mean {}?", tick(name)),
            None => alloc::format!("the profiles are {}", enumerate(&names)),
        };
        self.error(text.span, alloc::format!("there is no profile {}", tick(&text.value)), help);
    }

    fn disable_bypass(&mut self, value: &Value<'_>) {
        let Some(text) = self.text_of("disableBypassPermissionsMode", value) else { return };
        if text.value == "disable" {
            let place = self.lines.place(text.span);
            self.said.bypass_disabled = Some(place);
        } else {
            self.error(
                text.span,
                alloc::format!("`disableBypassPermissionsMode` cannot be {}", tick(&text.value)),
                String::from("write `\"disable\"`, or leave the key out"),
            );
        }
    }

    fn rules(&mut self, list: List, value: &Value<'_>) {
        for text in self.literals(list.name(), value) {
            let place = self.lines.place(text.span);
            match parse_rule(&text.value, list, place, self.root.as_ref()) {
                Ok(parsed) => {
                    for problem in parsed.warnings {
                        let span = text.locate(problem.span, self.text);
                        self.warn(span, problem.message, problem.help);
                    }
                    self.said.rules.push((list, parsed.rule));
                }
                Err(problem) => self.problem(&text, problem),
            }
        }
    }

    fn problem(&mut self, text: &Text<'_>, problem: Problem) {
        let span = text.locate(problem.span, self.text);
        self.error(span, problem.message, problem.help);
    }

    fn sandbox(&mut self, value: &Value<'_>) {
        let Some(object) = self.object_of("sandbox", value) else { return };
        for (name, property) in self.properties(object) {
            if self.is_users_own("sandbox", &name, property) {
                continue;
            }
            let value = &property.value;
            match &*name {
                "enabled" => self.said.sandbox.enabled = self.flag("enabled", value),
                "failIfUnavailable" => {
                    self.said.sandbox.fail_if_unavailable = self.flag("failIfUnavailable", value);
                }
                "autoAllowBashIfSandboxed" => {
                    self.said.sandbox.auto_allow_bash_if_sandboxed =
                        self.flag("autoAllowBashIfSandboxed", value);
                }
                "allowUnsandboxedCommands" => {
                    self.said.sandbox.allow_unsandboxed_commands =
                        self.flag("allowUnsandboxedCommands", value);
                }
                "excludedCommands" => self.excluded(value),
                "passEnvironment" => self.passed(value),
                "credentials" => self.credentials(value),
                "filesystem" => self.filesystem(value),
                "network" => self.network(value),
                _ => self.other(&name, property, "`sandbox`", SANDBOX, foreign_keys::SANDBOX),
            }
        }
    }

    fn excluded(&mut self, value: &Value<'_>) {
        for text in self.literals("excludedCommands", value) {
            match Pattern::parse(&text.value, Grammar::Posix) {
                Ok(_) => self.said.sandbox.excluded_commands.push(text.value.into_owned()),
                Err(problem) => self.problem(&text, problem),
            }
        }
    }

    fn filesystem(&mut self, value: &Value<'_>) {
        let Some(object) = self.object_of("filesystem", value) else { return };
        for (name, property) in self.properties(object) {
            if self.is_users_own("filesystem", &name, property) {
                continue;
            }
            let value = &property.value;
            match &*name {
                "allowWrite" => self.said.sandbox.allow_write = self.texts_of("allowWrite", value),
                "denyWrite" => self.said.sandbox.deny_write = self.texts_of("denyWrite", value),
                "denyRead" => self.said.sandbox.deny_read = self.texts_of("denyRead", value),
                "allowRead" => self.said.sandbox.allow_read = self.texts_of("allowRead", value),
                _ => self.other(&name, property, "`filesystem`", FILESYSTEM, foreign_keys::FILESYSTEM),
            }
        }
    }

    fn network(&mut self, value: &Value<'_>) {
        let Some(object) = self.object_of("network", value) else { return };
        for (name, property) in self.properties(object) {
            if self.is_users_own("network", &name, property) {
                continue;
            }
            let value = &property.value;
            match &*name {
                "allowedDomains" => {
                    self.said.sandbox.allowed_domains = self.hosts_of("allowedDomains", value);
                }
                "deniedDomains" => self.said.sandbox.denied_domains = self.hosts_of("deniedDomains", value),
                "allowUnixSockets" => {
                    self.said.sandbox.allow_unix_sockets = self.texts_of("allowUnixSockets", value);
                }
                "allowAllUnixSockets" => {
                    self.said.sandbox.allow_all_unix_sockets = self.flag("allowAllUnixSockets", value);
                }
                "allowLocalBinding" => {
                    self.said.sandbox.allow_local_binding = self.flag("allowLocalBinding", value);
                }
                _ => self.other(&name, property, "`network`", NETWORK, foreign_keys::NETWORK),
            }
        }
    }

    /// The entries of a list of hosts that can be read.
    fn hosts_of(&mut self, key: &str, value: &Value<'_>) -> Vec<String> {
        let mut hosts = Vec::new();
        for text in self.literals(key, value) {
            match HostPattern::parse(&text.value) {
                Ok(_) => hosts.push(text.value.into_owned()),
                Err(problem) => self.problem(&text, problem),
            }
        }
        hosts
    }
}
