//! The keys `hooks`, `hookFailures`, `trustedHooks` and `disableAllHooks`: programs that are asked around a command.
//!
//! Owns these keys, in the form of Claude Code's settings (<https://code.claude.com/docs/en/hooks>). Starts nothing: the
//! host does. A hook that cannot be read is one that fails.

use alloc::string::String;
use alloc::vec::Vec;

use jsonc_parser::ast::{Object, ObjectProp, Value};

use super::hook_settings::{Hook, HookCommand, HookEvent, HookFailures};
use super::reader::{Effect, Setting, SettingsReader, describe, literal, span};
use crate::nearest::nearest;
use crate::paths::lexical::is_absolute;
use crate::rules::tick;

/// The keys that this file reads.
pub(super) const HOOKS: &str = "hooks";
pub(super) const HOOK_FAILURES: &str = "hookFailures";
pub(super) const TRUSTED_HOOKS: &str = "trustedHooks";
pub(super) const DISABLE_ALL_HOOKS: &str = "disableAllHooks";

/// How long a hook may take if it does not say it, in milliseconds: as in Claude Code.
const TIME_MS: u64 = 600_000;

/// The longest time that a hook can ask for, in seconds: a day.
const SECONDS_MAX: f64 = 86_400.0;

impl SettingsReader<'_> {
    /// `hooks`: lists of groups by event. Events of which nothing is known here are those of other programs.
    pub(super) fn hooks(&mut self, values: &[&Value<'_>]) {
        for value in values {
            let Value::Object(object) = value else {
                self.wrong_type(HOOKS, "an object", value);
                self.unreadable_hook(HookEvent::PreToolUse, value);
                continue;
            };
            for property in &object.properties {
                let known = HookEvent::ALL.into_iter().find(|event| event.name() == property.name.as_str());
                if let Some(event) = known {
                    self.groups(event, &property.value);
                }
            }
        }
    }

    fn groups(&mut self, event: HookEvent, value: &Value<'_>) {
        let Value::Array(groups) = value else {
            self.wrong_type(event.name(), "a list of objects", value);
            return self.unreadable_hook(event, value);
        };
        for group in &groups.elements {
            let Value::Object(group) = group else {
                self.wrong_type(event.name(), "a list of objects", group);
                self.unreadable_hook(event, group);
                continue;
            };
            self.group(event, group);
        }
    }

    fn group(&mut self, event: HookEvent, group: &Object<'_>) {
        let matcher = match property(group, "matcher").map(|it| (literal(&it.value), &it.value)) {
            None | Some((None, Value::NullKeyword(_))) => String::new(),
            Some((Some(text), _)) => text.value.into_owned(),
            Some((None, value)) => {
                self.wrong_type("matcher", "a string", value);
                String::new()
            }
        };
        let Some(hooks) = property(group, "hooks") else { return };
        let Value::Array(hooks) = &hooks.value else {
            self.wrong_type("hooks", "a list of objects", &hooks.value);
            return self.unreadable_hook(event, &hooks.value);
        };
        for hook in &hooks.elements {
            let Value::Object(object) = hook else {
                self.wrong_type("hooks", "a list of objects", hook);
                self.unreadable_hook(event, hook);
                continue;
            };
            self.hook(event, &matcher, object, hook);
        }
    }

    fn hook(&mut self, event: HookEvent, matcher: &str, object: &Object<'_>, value: &Value<'_>) {
        if let Some(kind) = property(object, "type")
            && let Some(text) = literal(&kind.value)
            && text.value != "command"
        {
            let message = alloc::format!(
                "a hook of the type {} is asked by other programs only, so it does not count here",
                tick(&text.value)
            );
            return self.warn(text.span, message, String::from("write a hook of the type `command`"));
        }
        let command = self.hook_command(object, value);
        let condition = property(object, "if").and_then(|it| literal(&it.value));
        let blocks_on_failure = property(object, "onFailure")
            .is_some_and(|it| literal(&it.value).is_some_and(|text| text.value == "block"));
        let time_ms = property(object, "timeout").map_or(TIME_MS, |it| self.time(&it.value));
        let hook = Hook {
            event,
            matcher: String::from(matcher),
            condition: condition.map(|text| text.value.into_owned()),
            command,
            time_ms,
            blocks_on_failure,
            place: self.place(span(value)),
            authority: self.authority,
            root: self.root.clone(),
        };
        self.said.hooks.hooks.push(hook);
    }

    fn hook_command(&mut self, object: &Object<'_>, value: &Value<'_>) -> Option<HookCommand> {
        let Some(command) = property(object, "command").and_then(|it| literal(&it.value)) else {
            let message = String::from("this hook names no command, so it fails");
            self.warn(span(value), message, String::from("write `\"command\": \"…\"`"));
            return None;
        };
        let Some(arguments) = property(object, "args") else {
            return Some(HookCommand::Line(command.value.into_owned()));
        };
        let words = match &arguments.value {
            Value::Array(list) => list.elements.iter().map(literal).collect::<Option<Vec<_>>>(),
            _ => None,
        };
        let Some(words) = words else {
            self.wrong_type("args", "a list of strings", &arguments.value);
            return None;
        };
        let words = words.into_iter().map(|word| word.value.into_owned()).collect();
        Some(HookCommand::Program(command.value.into_owned(), words))
    }

    /// A time in seconds, as milliseconds; that of a hook which says none if it cannot be read.
    fn time(&mut self, value: &Value<'_>) -> u64 {
        if let Some(time) = milliseconds(value) {
            return time;
        }
        let message = alloc::format!("`timeout` is a number of seconds, not {}", describe(value));
        self.warn(span(value), message, String::from("write a number that is greater than 0"));
        TIME_MS
    }

    /// A hook that fails, in place of what was written.
    fn unreadable_hook(&mut self, event: HookEvent, value: &Value<'_>) {
        if super::reader::is_empty(value) {
            return;
        }
        let hook = Hook {
            event,
            matcher: String::new(),
            condition: None,
            command: None,
            time_ms: TIME_MS,
            blocks_on_failure: false,
            place: self.place(span(value)),
            authority: self.authority,
            root: self.root.clone(),
        };
        self.said.hooks.hooks.push(hook);
    }

    /// `hookFailures`. What cannot be read denies.
    pub(super) fn hook_failures(&mut self, values: &[&Value<'_>]) {
        let text = self.text_of(HOOK_FAILURES, values);
        let known = text.as_ref().and_then(|text| HookFailures::from_name(&text.value));
        if let (None, Some(text)) = (known, &text) {
            let help = match nearest(&text.value, HookFailures::ALL.map(|(_, name)| name)) {
                Some(name) => alloc::format!("did you mean {}?", tick(name)),
                None => String::from("write `deny`, `ask` or `allow`"),
            };
            let message =
                alloc::format!("`hookFailures` cannot be {}, so a hook that fails denies", tick(&text.value));
            self.warn(text.span, message, help);
        }
        self.said.hooks.failures = Some(known.unwrap_or_default());
    }

    /// `trustedHooks`: absolute directories of projects.
    pub(super) fn trusted_hooks(&mut self, values: &[&Value<'_>]) {
        for text in self.literals(TRUSTED_HOOKS, values, Effect::Loosens) {
            if is_absolute(&text.value) || text.value.starts_with("~/") {
                self.said.hooks.trusted.push(text.value.into_owned());
            } else {
                let message = alloc::format!(
                    "the directory {} is not absolute, so it does not count",
                    tick(&text.value)
                );
                self.warn(text.span, message, String::from("write `/srv/project` or `~/project`"));
            }
        }
    }

    /// `disableAllHooks`.
    pub(super) fn disable_all_hooks(&mut self, setting: &Setting<'_, '_>) {
        self.said.hooks.are_disabled = self.flag(DISABLE_ALL_HOOKS, &setting.values(), false) == Some(true);
    }
}

/// The last property of this name.
pub(super) fn property<'o, 'a>(object: &'o Object<'a>, name: &str) -> Option<&'o ObjectProp<'a>> {
    object.properties.iter().rev().find(|property| property.name.as_str() == name)
}

/// A number of seconds that is greater than 0 and at most a day, as milliseconds.
pub(super) fn milliseconds(value: &Value<'_>) -> Option<u64> {
    let Value::NumberLit(number) = value else { return None };
    let seconds = number.value.parse::<f64>().ok().filter(|seconds| *seconds > 0.0)?;
    let milliseconds = (seconds.min(SECONDS_MAX) * 1_000.0).max(1.0);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is between 1 and a day")]
    let milliseconds = milliseconds as u64;
    Some(milliseconds)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{HookCommand, HookEvent, HookFailures};
    use crate::policy::Authority;
    use crate::{Policy, Source};

    fn read(sources: &[(&str, Authority)]) -> Policy {
        let source = |(text, authority): &(&str, Authority)| Source {
            name: format!("of the {}", authority.name()),
            text: String::from(*text),
            root: Some("/repo".into()),
            authority: *authority,
        };
        Policy::from_sources(&sources.iter().map(source).collect::<Vec<_>>()).unwrap()
    }

    fn user(text: &str) -> Policy {
        read(&[(text, Authority::User)])
    }

    #[test]
    fn hooks_are_read_as_claude_code_writes_them() {
        let policy = user(
            r#"{"hooks":{
              "PreToolUse":[{"matcher":"Bash","hooks":[
                {"type":"command","command":"/x/guard","args":["a","b c"],"timeout":2.5,"onFailure":"block"},
                {"type":"command","command":"jq . > log","if":"Bash(git *)","statusMessage":"…"}]}],
              "PostToolUse":[{"hooks":[{"type":"command","command":"log"}]}],
              "Stop":[{"hooks":[{"type":"prompt","prompt":"?"}]}],
              "Unheard":7}}"#,
        );
        assert_eq!(policy.warnings, []);
        assert_eq!(policy.hooks.len(), 3);
        let mut hooks = policy.hooks.iter();
        let (guard, log, after) = (hooks.next().unwrap(), hooks.next().unwrap(), hooks.next().unwrap());
        let program = HookCommand::Program("/x/guard".into(), Vec::from(["a".into(), "b c".into()]));
        assert_eq!((guard.command.as_ref(), guard.time_ms), (Some(&program), 2_500));
        assert_eq!((guard.matcher.as_str(), guard.blocks_on_failure), ("Bash", true));
        assert_eq!(guard.place.line, 3);
        assert_eq!(log.command.as_ref().map(HookCommand::text).as_deref(), Some("jq . > log"));
        assert_eq!((log.condition.as_deref(), log.time_ms), (Some("Bash(git *)"), 600_000));
        assert_eq!((after.event, after.matcher.as_str()), (HookEvent::PostToolUse, ""));
    }

    #[test]
    fn what_cannot_be_read_is_a_hook_that_fails_and_says_where() {
        for text in [
            r#""hooks":7"#,
            r#""hooks":[1]"#,
            r#""hooks":{"PreToolUse":"x"}"#,
            r#""hooks":{"PreToolUse":["x"]}"#,
            r#""hooks":{"PreToolUse":[{"hooks":"x"}]}"#,
            r#""hooks":{"PreToolUse":[{"hooks":["x"]}]}"#,
            r#""hooks":{"PreToolUse":[{"hooks":[{"type":"command"}]}]}"#,
            r#""hooks":{"PreToolUse":[{"hooks":[{"command":7}]}]}"#,
            r#""hooks":{"PreToolUse":[{"hooks":[{"command":"x","args":"y"}]}]}"#,
            r#""hooks":{"PreToolUse":[{"hooks":[{"command":"x","args":[1]}]}]}"#,
        ] {
            let policy = user(&format!("{{{text}}}"));
            assert_eq!(policy.warnings.len(), 1, "{text}");
            assert_eq!(policy.hooks.len(), 1, "{text}");
            assert_eq!(policy.hooks.first().unwrap().command, None, "{text}");
        }
        for text in [r#""hooks":{}"#, r#""hooks":{"PreToolUse":[]}"#, r#""hooks":{"PreToolUse":[{}]}"#] {
            let policy = user(&format!("{{{text}}}"));
            assert!(policy.hooks.is_empty() && policy.warnings.is_empty(), "{text}");
        }
        let other = r#"{"hooks":{"PreToolUse":[{"hooks":[{"type":"http","url":"http://127.0.0.1"}]}]}}"#;
        let policy = user(other);
        assert_eq!((policy.hooks.len(), policy.warnings.len()), (0, 1));
        for time in ["0", "-1", "\"5\"", "null"] {
            let text =
                format!(r#"{{"hooks":{{"PreToolUse":[{{"hooks":[{{"command":"x","timeout":{time}}}]}}]}}}}"#);
            let policy = user(&text);
            assert_eq!(
                (policy.warnings.len(), policy.hooks.first().unwrap().time_ms),
                (1, 600_000),
                "{time}"
            );
        }
    }

    #[test]
    fn a_project_adds_hooks_of_its_own_and_changes_nothing_about_the_users() {
        let hooks = r#""hooks":{"PreToolUse":[{"hooks":[{"command":"x"}]}]}"#;
        let own = format!(r#"{{{hooks},"hookFailures":"ask"}}"#);
        let project =
            format!(r#"{{{hooks},"hookFailures":"allow","disableAllHooks":true,"trustedHooks":["/repo"]}}"#);
        let policy = read(&[(&own, Authority::User), (&project, Authority::Project)]);
        let authorities = policy.hooks.iter().map(|hook| hook.authority).collect::<Vec<_>>();
        assert_eq!(authorities, [Authority::User, Authority::Project]);
        assert_eq!((policy.hook_failures, policy.trusted_hooks.len()), (HookFailures::Ask, 0));
        assert_eq!(policy.warnings.len(), 3);
        // It can be stricter.
        let strict = read(&[(&own, Authority::User), (r#"{"hookFailures":"deny"}"#, Authority::Project)]);
        assert_eq!((strict.hook_failures, strict.warnings.len()), (HookFailures::Deny, 0));
    }

    #[test]
    fn the_user_says_what_a_failure_does_and_whether_there_are_hooks() {
        for (text, expected, warnings) in [
            ("{}", HookFailures::Deny, 0),
            (r#"{"hookFailures":"allow"}"#, HookFailures::Allow, 0),
            (r#"{"hookFailures":"block"}"#, HookFailures::Deny, 1),
            (r#"{"hookFailures":true}"#, HookFailures::Deny, 1),
        ] {
            let policy = user(text);
            assert_eq!((policy.hook_failures, policy.warnings.len()), (expected, warnings), "{text}");
        }
        let off = r#"{"disableAllHooks":true,"hooks":{"PreToolUse":[{"hooks":[{"command":"x"}]}]}}"#;
        assert!(user(off).hooks.is_empty());
        assert_eq!(user(r#"{"trustedHooks":["/a","~/b","c"]}"#).trusted_hooks, ["/a", "~/b"]);
    }
}
