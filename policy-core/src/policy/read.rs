//! Reads one settings file: from its tree to its settings, with a warning for all that it cannot read.
//!
//! Owns the keys. One `match` over the names reads each object; any other name gets a warning.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use jsonc_parser::ast::Value;

use crate::Span;
use crate::nearest::nearest;
use crate::paths::lexical::is_absolute;
use crate::profiles::{Profile, ReadsServices};
use crate::request::Mode;
use crate::rules::{Grammar, HostPattern, List, Pattern, Problem, in_doubt, parse as parse_rule, tick};

use super::classifier::CLASSIFIER;
use super::engine::{ENGINE, ENGINE_SHA256};
use super::error::PolicyError;
use super::expectation::TESTS;
use super::foreign_keys;
use super::hooks::{DISABLE_ALL_HOOKS, HOOK_FAILURES, HOOKS, TRUSTED_HOOKS};
use super::json::{Lines, Text, parse};
use super::merge::Said;
use super::own_shell::without_own_shell;
use super::reader::{Effect, SettingsReader, describe, enumerate, is_empty, literal, span};
use super::source::{Authority, Source};
use super::web::WEB;
use crate::sorted;

const TOP: &[&str] = &[
    "$schema",
    CLASSIFIER,
    DISABLE_ALL_HOOKS,
    ENGINE,
    ENGINE_SHA256,
    "env",
    HOOK_FAILURES,
    HOOKS,
    "permissions",
    "profile",
    "reads",
    "sandbox",
    TESTS,
    "trustedDirectories",
    TRUSTED_HOOKS,
    WEB,
];
const PERMISSIONS: &[&str] = &[
    "additionalDirectories",
    "allow",
    "ask",
    "askForSecrets",
    "defaultMode",
    "deny",
    "disableBypassPermissionsMode",
];
const READS: &[&str] = &["services"];
const SANDBOX: &[&str] = &[
    "allowUnsandboxedCommands",
    "askIfUnconfined",
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

/// The keys of the object that is under `key` in a settings file; of all of it, under the empty one.
#[cfg(test)]
pub(crate) fn known_keys(key: &str) -> &'static [&'static str] {
    match key {
        "" => TOP,
        "permissions" => PERMISSIONS,
        "reads" => READS,
        "sandbox" => SANDBOX,
        "filesystem" => FILESYSTEM,
        "network" => NETWORK,
        "credentials" => super::environment::CREDENTIALS,
        "classifier" => super::classifier::KEYS,
        TESTS => super::expectation::KEYS,
        WEB => super::web::KEYS,
        super::web::SEARCH => super::web::SEARCH_KEYS,
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
    sorted::sort_by_key(&mut reader.errors, |error| error.span.start);
    sorted::sort_by_key(&mut reader.said.warnings, |warning| warning.span.start);
    errors.append(&mut reader.errors);
    reader.said.rules = without_own_shell(core::mem::take(&mut reader.said.rules));
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
        for setting in self.settings(&[object]) {
            let Some(setting) = self.counting("", setting) else { continue };
            let values = setting.values();
            match &*setting.name {
                "$schema" => drop(self.text_of("$schema", &values)),
                CLASSIFIER => self.classifier(&values),
                DISABLE_ALL_HOOKS => self.disable_all_hooks(&setting),
                ENGINE => self.engine(&values),
                ENGINE_SHA256 => self.engine_sha256(&values),
                "env" => self.variables(&values),
                HOOK_FAILURES => self.hook_failures(&values),
                HOOKS => self.hooks(&values),
                "permissions" => self.permissions(&values),
                "profile" => self.profile(&values),
                "reads" => self.reads(&values),
                "sandbox" => self.sandbox(&values),
                // They say nothing to the policy itself.
                TESTS => {}
                "trustedDirectories" => self.trusted(&values),
                TRUSTED_HOOKS => self.trusted_hooks(&values),
                "disableBypassPermissionsMode" => self.disable_bypass(&values),
                WEB => self.web(&values),
                _ => self.other(&setting, "the settings", TOP, foreign_keys::TOP),
            }
        }
    }

    /// `trustedDirectories`: absolute directories, or, with `/*` at the end, all that lie below one.
    fn trusted(&mut self, values: &[&Value<'_>]) {
        for text in self.literals("trustedDirectories", values, Effect::Loosens) {
            if is_absolute(&text.value) || text.value.starts_with("~/") {
                self.said.trusted_directories.push(text.value.into_owned());
            } else {
                self.warn(
                    text.span,
                    alloc::format!(
                        "the directory {} is not absolute, so it does not count",
                        tick(&text.value)
                    ),
                    String::from("write `/srv/project`, `~/project`, or `/srv/*` for all directories below"),
                );
            }
        }
    }

    fn permissions(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of("permissions", values, Effect::Tightens);
        for setting in self.settings(&objects) {
            let Some(setting) = self.counting("permissions", setting) else { continue };
            let values = setting.values();
            match &*setting.name {
                "allow" => self.rules(List::Allow, &values),
                "ask" => self.rules(List::Ask, &values),
                "deny" => self.rules(List::Deny, &values),
                "additionalDirectories" => {
                    let texts = self.literals("additionalDirectories", &values, Effect::Loosens);
                    let opened =
                        self.opened_directories(texts).into_iter().map(|text| text.value.into_owned());
                    self.said.additional_directories.extend(opened);
                }
                "askForSecrets" => self.said.asks_for_secrets = self.flag("askForSecrets", &values, true),
                "defaultMode" => self.mode(&values),
                "disableBypassPermissionsMode" => self.disable_bypass(&values),
                _ => self.other(&setting, "`permissions`", PERMISSIONS, foreign_keys::PERMISSIONS),
            }
        }
    }

    /// `reads`: whether commands run that only read something outside of the machine. What cannot be read asks.
    fn reads(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of("reads", values, Effect::Tightens);
        if objects.len() < values.len() {
            self.said.services = Some(ReadsServices::Ask);
        }
        for setting in self.settings(&objects) {
            let Some(setting) = self.counting("reads", setting) else { continue };
            let values = setting.values();
            match &*setting.name {
                "services" => self.said.services = Some(self.services(&values)),
                _ => self.other(&setting, "`reads`", READS, &[]),
            }
        }
    }

    fn services(&mut self, values: &[&Value<'_>]) -> ReadsServices {
        let Some(text) = self.text_of("services", values) else { return ReadsServices::Ask };
        ReadsServices::from_name(&text.value).unwrap_or_else(|| {
            let message =
                alloc::format!("`services` is `allow` or `ask`, not {}, so it asks", tick(&text.value));
            self.warn(text.span, message, String::from("write `allow` or `ask`"));
            ReadsServices::Ask
        })
    }

    fn mode(&mut self, values: &[&Value<'_>]) {
        let Some(text) = self.text_of("defaultMode", values) else { return self.mode_in_doubt(values) };
        let mode = if let Some(mode) = Mode::from_name(&text.value) {
            mode
        } else if text.value == "manual" {
            // Claude Code's newer name of the same mode.
            Mode::Default
        } else if text.value == "auto" {
            // In Claude Code a model decides; a project cannot choose that.
            self.said.is_auto = self.authority == Authority::User;
            Mode::Default
        } else if text.value == "delegate" {
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
            let message =
                alloc::format!("there is no mode {}, so no mode is looser than `default`", tick(&text.value));
            self.warn(text.span, message, help);
            return self.mode_in_doubt(values);
        };
        if self.is_users_mode(mode, text.span) {
            return;
        }
        let place = self.lines.place(text.span);
        self.said.mode = Some((mode, place));
    }

    /// Keeps that a mode was written that cannot be read: no source before it makes the mode looser than `default`.
    fn mode_in_doubt(&mut self, values: &[&Value<'_>]) {
        let place = values.last().map(|value| self.lines.place(span(value)));
        self.said.mode_in_doubt = place;
    }

    fn profile(&mut self, values: &[&Value<'_>]) {
        let text = self.text_of("profile", values);
        let known = text.as_ref().and_then(|text| Profile::from_name(&text.value));
        let Some(at) = values.last().map(|value| span(value)) else { return };
        let place = self.lines.place(at);
        if let (None, Some(text)) = (known, &text) {
            let names = Profile::ALL.map(|profile| profile.name);
            let help = match nearest(&text.value, names) {
                Some(name) => alloc::format!("did you mean {}?", tick(name)),
                None => alloc::format!("the profiles are {}", enumerate(&names)),
            };
            let strictest = tick(Profile::strictest().name);
            let shown = tick(&text.value);
            let message =
                alloc::format!("there is no profile {shown}, so the strictest one counts, {strictest}");
            self.warn(text.span, message, help);
        }
        self.said.profile = Some((known.unwrap_or_else(Profile::strictest), place));
    }

    /// Every value but `false` and nothing forbids the mode.
    fn disable_bypass(&mut self, values: &[&Value<'_>]) {
        for value in values {
            let is_written = literal(value).is_some_and(|text| text.value == "disable");
            if !is_written {
                self.warn(
                    span(value),
                    alloc::format!("`disableBypassPermissionsMode` cannot be {}", describe(value)),
                    String::from("write `\"disable\"`, or leave the key out"),
                );
            }
            let is_off = value.as_boolean_lit().is_some_and(|flag| !flag.value);
            if is_written || !is_off && !is_empty(value) {
                self.said.bypass_disabled = Some(self.lines.place(span(value)));
            }
        }
    }

    fn rules(&mut self, list: List, values: &[&Value<'_>]) {
        let effect = if list == List::Allow { Effect::Loosens } else { Effect::Tightens };
        for text in self.literals(list.name(), values, effect) {
            let place = self.lines.place(text.span);
            match parse_rule(&text.value, list, place.clone(), self.root.as_ref()) {
                Ok(parsed) => {
                    for problem in parsed.warnings {
                        let span = text.locate(problem.span, self.text);
                        self.warn(span, problem.message, problem.help);
                    }
                    self.said.rules.push((list, parsed.rule));
                }
                Err(problem) if list == List::Allow => self.problem(&text, problem, "it allows nothing"),
                Err(problem) => {
                    self.problem(&text, problem, "whatever it could mean asks");
                    let meant = in_doubt(&text.value, &place, self.root.as_ref());
                    self.said.rules.extend(meant.into_iter().map(|rule| (List::Ask, rule)));
                }
            }
        }
    }

    /// Warns about an entry that cannot be read, and says what follows.
    fn problem(&mut self, text: &Text<'_>, problem: Problem, consequence: &str) {
        let span = text.locate(problem.span, self.text);
        self.warn(span, alloc::format!("{}; {consequence}", problem.message), problem.help);
    }

    fn sandbox(&mut self, values: &[&Value<'_>]) {
        // `"sandbox": true` and names of sandboxes are settings of other tools.
        let objects = self.objects_of("sandbox", values, Effect::Loosens);
        if objects.len() < values.len() {
            self.said.sandbox.enabled = Some(true);
        }
        for setting in self.settings(&objects) {
            let Some(setting) = self.counting("sandbox", setting) else { continue };
            let values = setting.values();
            match &*setting.name {
                "enabled" => self.said.sandbox.enabled = self.flag("enabled", &values, true),
                "failIfUnavailable" => {
                    self.said.sandbox.fail_if_unavailable = self.flag("failIfUnavailable", &values, true);
                }
                "askIfUnconfined" => {
                    self.said.sandbox.ask_if_unconfined = self.flag("askIfUnconfined", &values, true);
                }
                "autoAllowBashIfSandboxed" => {
                    self.said.sandbox.auto_allow_bash_if_sandboxed =
                        self.flag("autoAllowBashIfSandboxed", &values, false);
                }
                "allowUnsandboxedCommands" => {
                    self.said.sandbox.allow_unsandboxed_commands =
                        self.flag("allowUnsandboxedCommands", &values, false);
                }
                "excludedCommands" => self.excluded(&values),
                "passEnvironment" => self.passed(&values),
                "credentials" => self.credentials(&values),
                "filesystem" => self.filesystem(&values),
                "network" => self.network(&values),
                _ => self.other(&setting, "`sandbox`", SANDBOX, foreign_keys::SANDBOX),
            }
        }
    }

    fn excluded(&mut self, values: &[&Value<'_>]) {
        for text in self.literals("excludedCommands", values, Effect::Loosens) {
            match Pattern::parse(&text.value, Grammar::Posix) {
                Ok(_) => self.said.sandbox.excluded_commands.push(text.value.into_owned()),
                Err(problem) => self.problem(&text, problem, "it takes no command out of the sandbox"),
            }
        }
    }

    fn filesystem(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of("filesystem", values, Effect::Tightens);
        for setting in self.settings(&objects) {
            let Some(setting) = self.counting("filesystem", setting) else { continue };
            let values = setting.values();
            let said = |reader: &mut Self, effect| reader.texts_of(&setting.name, &values, effect);
            match &*setting.name {
                "allowWrite" => self.said.sandbox.allow_write = said(self, Effect::Loosens),
                "denyWrite" => self.said.sandbox.deny_write = said(self, Effect::Tightens),
                "denyRead" => self.said.sandbox.deny_read = said(self, Effect::Tightens),
                "allowRead" => self.said.sandbox.allow_read = said(self, Effect::Loosens),
                _ => self.other(&setting, "`filesystem`", FILESYSTEM, foreign_keys::FILESYSTEM),
            }
        }
    }

    fn network(&mut self, values: &[&Value<'_>]) {
        let objects = self.objects_of("network", values, Effect::Tightens);
        for setting in self.settings(&objects) {
            let Some(setting) = self.counting("network", setting) else { continue };
            let values = setting.values();
            match &*setting.name {
                "allowedDomains" => {
                    self.said.sandbox.allowed_domains =
                        self.hosts_of("allowedDomains", &values, Effect::Loosens);
                }
                "deniedDomains" => {
                    self.said.sandbox.denied_domains =
                        self.hosts_of("deniedDomains", &values, Effect::Tightens);
                }
                "allowUnixSockets" => {
                    self.said.sandbox.allow_unix_sockets =
                        self.texts_of("allowUnixSockets", &values, Effect::Loosens);
                }
                "allowAllUnixSockets" => {
                    self.said.sandbox.allow_all_unix_sockets =
                        self.flag("allowAllUnixSockets", &values, false);
                }
                "allowLocalBinding" => {
                    self.said.sandbox.allow_local_binding = self.flag("allowLocalBinding", &values, false);
                }
                _ => self.other(&setting, "`network`", NETWORK, foreign_keys::NETWORK),
            }
        }
    }

    /// The entries of a list of hosts. An unreadable host that is denied is every host.
    fn hosts_of(&mut self, key: &str, values: &[&Value<'_>], effect: Effect) -> Vec<String> {
        let mut hosts = Vec::new();
        for text in self.literals(key, values, effect) {
            match (HostPattern::parse(&text.value), effect) {
                (Ok(_), _) => hosts.push(text.value.into_owned()),
                (Err(problem), Effect::Loosens) => self.problem(&text, problem, "it allows no host"),
                (Err(problem), Effect::Tightens) => {
                    self.problem(&text, problem, "every host is denied");
                    hosts.push(String::from("*"));
                }
            }
        }
        hosts
    }
}
