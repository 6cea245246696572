//! What the settings of a project may loosen, and the keys in them that do not count.
//!
//! Owns both lists and the warnings. Everything that makes the policy stricter counts, whoever says it. A project is
//! cloned from somewhere: a key that takes a command out of the sandbox, opens it or hands it secrets is the user's.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use jsonc_parser::ast::{ObjectProp, Value};

use super::json::Text;
use super::reader::{Setting, SettingsReader, name_span};
use super::source::Authority;
use crate::request::Mode;
use crate::rules::tick;
use crate::span::Span;

/// What the settings of a project may loosen.
pub const LOOSENED_BY_PROJECT: &[&str] = &[
    "permissions.allow",
    "permissions.additionalDirectories",
    "permissions.defaultMode",
    "sandbox.network.allowedDomains",
    "sandbox.network.allowLocalBinding",
    "env",
];

/// Which value of a key loosens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Loosens {
    /// `true`
    True,
    /// `false`
    False,
    /// A list or an object with entries, or a text.
    Given,
    /// `"allow"`
    Allow,
    /// Everything but `"deny"`.
    NotDeny,
}

/// The keys that only the user loosens, each with the object that it is in.
const USERS_OWN: &[(&str, &str, Loosens)] = &[
    ("", "classifier", Loosens::Given),
    ("", "disableAllHooks", Loosens::True),
    ("", "engineSha256", Loosens::Given),
    ("", "hookFailures", Loosens::NotDeny),
    ("", "trustedDirectories", Loosens::Given),
    ("", "trustedHooks", Loosens::Given),
    ("permissions", "askForSecrets", Loosens::False),
    ("reads", "services", Loosens::Allow),
    ("sandbox", "enabled", Loosens::False),
    ("sandbox", "failIfUnavailable", Loosens::False),
    ("sandbox", "askIfUnconfined", Loosens::False),
    ("sandbox", "autoAllowBashIfSandboxed", Loosens::True),
    ("sandbox", "allowUnsandboxedCommands", Loosens::True),
    ("sandbox", "excludedCommands", Loosens::Given),
    ("sandbox", "passEnvironment", Loosens::Given),
    ("web", "preapproved", Loosens::True),
    ("web", "search", Loosens::Given),
    ("web", "summarise", Loosens::Given),
    ("web", "trustProxy", Loosens::True),
    ("web", "userAgent", Loosens::Given),
    ("filesystem", "allowWrite", Loosens::Given),
    ("filesystem", "allowRead", Loosens::Given),
    ("network", "allowUnixSockets", Loosens::Given),
    ("network", "allowAllUnixSockets", Loosens::True),
];

/// The remedy.
const HELP: &str = "write it in `~/.claude/settings.json`, or name this file with `--policy`";

impl Loosens {
    fn holds(self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Self::True, Value::BooleanLit(flag)) => flag.value,
            (Self::False, Value::BooleanLit(flag)) => !flag.value,
            (Self::Given, Value::Array(list)) => !list.elements.is_empty(),
            (Self::Given, Value::Object(object)) => !object.properties.is_empty(),
            (Self::Given, Value::StringLit(_)) => true,
            (Self::NotDeny, value) => value.as_string_lit().is_none_or(|text| text.value != "deny"),
            (Self::Allow, Value::StringLit(text)) => text.value == "allow",
            // A value of another type is an error of its own.
            (Self::True | Self::False | Self::Given | Self::Allow, _) => false,
        }
    }
}

impl SettingsReader<'_> {
    /// `setting` of the object under `within`, without the properties by which a project would loosen what only the user
    /// may. A warning names each of these. None if nothing is left.
    pub(super) fn counting<'o, 'a>(
        &mut self,
        within: &str,
        mut setting: Setting<'o, 'a>,
    ) -> Option<Setting<'o, 'a>> {
        let Setting { name, properties } = &mut setting;
        properties.retain(|property| !self.is_users_own(within, name, property));
        (!setting.properties.is_empty()).then_some(setting)
    }

    fn is_users_own(&mut self, within: &str, name: &str, property: &ObjectProp<'_>) -> bool {
        let loosens = USERS_OWN.iter().any(|(object, key, loosens)| {
            (*object, *key) == (within, name) && loosens.holds(&property.value)
        });
        let refused = loosens && self.authority == Authority::Project;
        if refused {
            let value = match &property.value {
                Value::BooleanLit(flag) => alloc::format!(" to `{}`", flag.value),
                _ => String::new(),
            };
            self.warn(
                name_span(property),
                alloc::format!("a project cannot set {}{value}, so this does not count", tick(name)),
                HELP.to_owned(),
            );
        }
        refused
    }

    /// Whether the mode `mode` does not count: a project that could bypass permissions would approve itself.
    pub(super) fn is_users_mode(&mut self, mode: Mode, at: Span) -> bool {
        let refused = mode == Mode::BypassPermissions && self.authority == Authority::Project;
        if refused {
            self.warn(
                at,
                "the settings of a project cannot bypass permissions, so this mode does not count".to_owned(),
                "say so in `~/.claude/settings.json`, or with `--mode bypassPermissions`".to_owned(),
            );
        }
        refused
    }

    /// The directories of `texts` that count: a project opens directories in it and beside it, no others.
    pub(super) fn opened_directories<'t>(&mut self, texts: Vec<Text<'t>>) -> Vec<Text<'t>> {
        let mut opened = Vec::with_capacity(texts.len());
        for text in texts {
            if self.authority == Authority::User || is_near(&text.value) {
                opened.push(text);
            } else {
                self.warn(
                    text.span,
                    alloc::format!(
                        "a project cannot open {}, which lies neither in it nor beside it, so this does not count",
                        tick(&text.value)
                    ),
                    HELP.to_owned(),
                );
            }
        }
        opened
    }
}

/// Whether a path leads into the project, or to a directory beside it that is not hidden: `docs`, `../docs`.
fn is_near(path: &str) -> bool {
    let inside = path.strip_prefix("../");
    let mut names = inside.unwrap_or(path).split('/').filter(|name| !matches!(*name, "" | "."));
    let is_relative = !path.starts_with(['/', '~', '\\']) && !path.contains([':', '\\']);
    let first = names.next();
    let is_visible = inside.is_none() || first.is_some_and(|name| !name.starts_with('.'));
    is_relative && is_visible && first != Some("..") && names.all(|name| name != "..")
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{LOOSENED_BY_PROJECT, Loosens, USERS_OWN, is_near};
    use crate::policy::{Authority, HookFailures, SandboxSettings, WebSettings};
    use crate::request::Mode;
    use crate::{Policy, PolicyError, Source};

    fn source(text: &str, authority: Authority) -> Source {
        let name = ["of the ", authority.name()].concat();
        Source { name, text: text.into(), root: Some("/repo".into()), authority }
    }

    fn read(user: &str, project: &str) -> Result<Policy, Vec<PolicyError>> {
        Policy::from_sources(&[source(user, Authority::User), source(project, Authority::Project)])
    }

    /// `value` under `key` in the object that is called `within`.
    fn written(within: &str, key: &str, value: &str) -> String {
        let inner = format!(r#"{{"{key}":{value}}}"#);
        match within {
            "" => inner,
            "permissions" | "reads" | "sandbox" | "web" => format!(r#"{{"{within}":{inner}}}"#),
            _ => format!(r#"{{"sandbox":{{"{within}":{inner}}}}}"#),
        }
    }

    #[test]
    fn what_only_the_user_loosens_does_not_count_in_a_project_and_says_so() {
        for (within, key, loosens) in USERS_OWN {
            let hash = format!("\"{}\"", "0".repeat(64));
            let (value, other) = match loosens {
                Loosens::True => ("true", "false"),
                Loosens::False => ("false", "true"),
                Loosens::Allow => ("\"allow\"", "\"ask\""),
                Loosens::NotDeny => ("\"ask\"", "\"deny\""),
                Loosens::Given if *key == "classifier" => (r#"{"command":["x"]}"#, "{}"),
                Loosens::Given if *key == "search" => (r#"{"engine":"brave"}"#, "{}"),
                Loosens::Given if *key == "userAgent" => (r#""x""#, "null"),
                Loosens::Given if *key == "engineSha256" => (hash.as_str(), "null"),
                Loosens::Given if *key == "passEnvironment" => (r#"["X"]"#, "[]"),
                Loosens::Given => (r#"["/x"]"#, "[]"),
            };
            let text = written(within, key, value);
            let policy = read("{}", &text).unwrap();
            assert_eq!(policy.sandbox, SandboxSettings::default(), "{text}");
            assert_eq!((policy.engine_sha256, policy.services), (None, None), "{text}");
            assert_eq!(policy.trusted_directories, [""; 0], "{text}");
            assert_eq!(policy.trusted_hooks, [""; 0], "{text}");
            assert_eq!((policy.classifier, policy.hook_failures), (None, HookFailures::Deny), "{text}");
            assert_eq!(policy.web, WebSettings::default(), "{text}");
            assert_eq!(policy.warnings.len(), 1, "{text}");
            assert!(policy.warnings.first().unwrap().message.contains(key), "{text}");

            // The user's own file says the same, and it counts.
            let own = read(&text, "{}").unwrap();
            assert_eq!(own.warnings, [], "{text}");
            let counts = own.engine_sha256.is_some()
                || !own.trusted_directories.is_empty()
                || !own.trusted_hooks.is_empty()
                || own.classifier.is_some()
                || own.hook_failures != HookFailures::Deny
                || own.services.is_some()
                || own.web != WebSettings::default()
                || own.sandbox != SandboxSettings::default();
            let is_the_default = matches!(
                *key,
                "failIfUnavailable" | "allowUnsandboxedCommands" | "disableAllHooks" | "preapproved"
            );
            assert!(counts || is_the_default, "{text}");

            // What makes it stricter counts.
            if other != "null" && other != "{}" {
                let stricter = read(&text, &written(within, key, other)).unwrap();
                assert_eq!(stricter.warnings, [], "{text}");
            }
        }
    }

    #[test]
    fn a_project_makes_every_flag_stricter_and_none_looser() {
        let strict =
            r#"{"sandbox":{"enabled":true,"failIfUnavailable":true,"allowUnsandboxedCommands":false}}"#;
        let loose = r#"{"sandbox":{"enabled":false,"failIfUnavailable":false,"allowUnsandboxedCommands":true,
                        "autoAllowBashIfSandboxed":true,"network":{"allowAllUnixSockets":true}}}"#;
        for (user, project) in [(strict, loose), (loose, strict)] {
            let policy = read(user, project).unwrap();
            let sandbox = policy.sandbox;
            assert!(sandbox.enabled && sandbox.fail_if_unavailable && !sandbox.allow_unsandboxed_commands);
            assert_eq!(sandbox.auto_allow_bash_if_sandboxed, user == loose);
        }
    }

    #[test]
    fn what_a_project_may_loosen_counts_without_a_warning() {
        let text = r#"{"permissions":{"allow":["Bash(make)"],"deny":["Bash(curl:*)"],"defaultMode":"acceptEdits",
                       "additionalDirectories":["../docs","lib"]},
                       "sandbox":{"network":{"allowedDomains":["docs.rs"],"allowLocalBinding":true}},
                       "env":{"A":"1"}}"#;
        let (own, project) = (read(text, "{}").unwrap(), read("{}", text).unwrap());
        assert_eq!(project.warnings, []);
        assert_eq!((project.mode, &project.sandbox), (own.mode, &own.sandbox));
        assert_eq!(project.additional_directories, own.additional_directories);
        for key in LOOSENED_BY_PROJECT {
            assert!(text.contains(&format!("\"{}\"", key.rsplit('.').next().unwrap())), "{key}");
        }
    }

    #[test]
    fn a_mode_of_the_user_stays_where_a_project_would_bypass_permissions() {
        let bypass = r#"{"permissions":{"defaultMode":"bypassPermissions"}}"#;
        for (user, mode) in [("{}", Mode::Default), (r#"{"permissions":{"defaultMode":"plan"}}"#, Mode::Plan)]
        {
            let policy = read(user, bypass).unwrap();
            assert_eq!((policy.mode, policy.warnings.len()), (mode, 1));
        }
        assert_eq!(read(bypass, "{}").unwrap().mode, Mode::BypassPermissions);
    }

    #[test]
    fn a_project_chooses_a_profile_only_where_the_user_chose_none() {
        let (jazz, standard) = (r#"{"profile":"jazz"}"#, r#"{"profile":"standard"}"#);
        for (user, project, expected) in
            [("{}", jazz, ("jazz", 0)), (jazz, standard, ("jazz", 1)), (jazz, jazz, ("jazz", 0))]
        {
            let policy = read(user, project).unwrap();
            assert_eq!((policy.profile.name, policy.warnings.len()), expected, "{user} {project}");
        }
    }

    #[test]
    fn who_names_the_module_that_decides_can_be_told() {
        let (file, carried) = (r#"{"engine":"wasm:/x"}"#, r#"{"engine":"wasm"}"#);
        for (user, project, of_project) in
            [(file, "{}", false), ("{}", file, true), (file, carried, true), ("{}", "{}", false)]
        {
            let policy = read(user, project).unwrap();
            let is_of_project = policy.engine_place.as_ref().is_some_and(|place| policy.is_of_project(place));
            assert_eq!(is_of_project, of_project, "{user} {project}");
        }
    }

    #[test]
    fn a_project_opens_directories_in_it_and_beside_it() {
        for near in ["docs", "./docs", "a/b", "../docs", "../docs/", "..//docs/x", ".hidden"] {
            assert!(is_near(near), "{near}");
        }
        for far in [
            "/",
            "/etc",
            "~",
            "~/x",
            "..",
            "../",
            "../..",
            "../../x",
            "a/../../x",
            "../.ssh",
            "../x/../..",
            "C:\\x",
            "\\\\host\\x",
            "..\\..\\x",
            "C:/x",
            "../.",
            "./..",
            "./../x",
        ] {
            let policy =
                read("{}", &format!(r#"{{"permissions":{{"additionalDirectories":[{far:?}]}}}}"#)).unwrap();
            assert_eq!(policy.additional_directories, [""; 0], "{far}");
            assert_eq!(policy.warnings.len(), 1, "{far}");
        }
    }
}
