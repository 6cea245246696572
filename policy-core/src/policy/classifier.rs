//! The key `classifier`: a program or a local server that may turn some questions into an allow.
//!
//! Owns this key. A classifier that cannot be read is none, and then a person decides. Asks nobody: the host does.

use alloc::string::String;
use alloc::vec::Vec;

use jsonc_parser::ast::{Object, Value};

use super::classifier_settings::{Classifier, ClassifierBy, LoopbackUrl};
use super::hooks::milliseconds;
use super::reader::{Effect, SettingsReader, enumerate, literal, name_span, span};
use crate::checks::CHECKS;
use crate::codes::notices::NOTICES;
use crate::codes::reasons::{self, REASONS};
use crate::codes::{Code, notices};
use crate::nearest::nearest;
use crate::rules::tick;

/// The key that this file reads.
pub(super) const CLASSIFIER: &str = "classifier";

/// The keys in it.
pub(super) const KEYS: &[&str] = &["asks", "command", "timeout", "url"];

/// How long a classifier may take if the settings do not say it, in milliseconds.
const TIME_MS: u64 = 10_000;

/// What no classifier allows: a person's own rules, hooks, and what would lose everything.
const NEVER: [&Code; 5] = [
    &notices::CRITICAL_REMOVAL,
    &reasons::ASK_RULE,
    &reasons::HOOK,
    &reasons::HOOK_FAILED,
    &reasons::RULE_MAY_MATCH,
];

impl SettingsReader<'_> {
    /// `classifier`.
    pub(super) fn classifier(&mut self, values: &[&Value<'_>]) {
        // Twice is in doubt, so a person decides.
        let [value] = values else { return };
        let Value::Object(object) = value else {
            return self.wrong_type(CLASSIFIER, "an object", value);
        };
        let mut by = Vec::new();
        let (mut time_ms, mut asks) = (TIME_MS, Vec::new());
        for setting in self.settings(&[object]) {
            let values = setting.values();
            match &*setting.name {
                "command" => by.extend(self.classifier_command(&values)),
                "url" => by.extend(self.classifier_url(&values)),
                "timeout" => match values.first().and_then(|value| milliseconds(value)) {
                    Some(time) => time_ms = time,
                    None => {
                        if let Some(value) = values.first() {
                            self.wrong_type("timeout", "a number of seconds", value);
                        }
                    }
                },
                "asks" => asks = self.classified(&values),
                _ => self.other(&setting, "`classifier`", KEYS, &[]),
            }
        }
        let place = self.place(span(value));
        match by.pop().filter(|_| by.is_empty()) {
            Some(by) => self.said.classifier = Some(Classifier { by, time_ms, asks, place }),
            None => self.no_classifier(object),
        }
    }

    fn no_classifier(&mut self, object: &Object<'_>) {
        let keys = object.properties.iter().filter(|it| ["command", "url"].contains(&it.name.as_str()));
        let said = keys.collect::<Vec<_>>();
        // What is wrong with one of them was said.
        let at = match said.as_slice() {
            [_] => return,
            [.., last] => name_span(last),
            [] => crate::Span::new(object.range.start, object.range.end),
        };
        let message = String::from("a classifier has either `command` or `url`, so there is none");
        self.warn(at, message, String::from("write `\"command\": [\"/path/program\"]`, and `asks`"));
    }

    fn classifier_command(&mut self, values: &[&Value<'_>]) -> Option<ClassifierBy> {
        let words = self.texts_of("command", values, Effect::Loosens);
        let is_command = words.first().is_some_and(|program| !program.is_empty());
        if !is_command
            && let [value] = values
            && value.as_array().is_some()
        {
            let message = String::from("`command` names no program, so there is no classifier");
            self.warn(
                span(value),
                message,
                String::from("write the program and its arguments, each a string"),
            );
        }
        // A word that cannot be read changes what is started.
        let is_whole = values.iter().all(|value| {
            value.as_array().is_some_and(|list| list.elements.iter().all(|it| literal(it).is_some()))
        });
        (is_command && is_whole).then_some(ClassifierBy::Command(words))
    }

    fn classifier_url(&mut self, values: &[&Value<'_>]) -> Option<ClassifierBy> {
        let text = self.text_of("url", values)?;
        let url = LoopbackUrl::parse(&text.value);
        if url.is_none() {
            let message = alloc::format!(
                "{} is no address on the loopback interface, so there is no classifier",
                tick(&text.value)
            );
            let help = String::from("write an address such as `http://127.0.0.1:8080/judge`");
            self.warn(text.span, message, help);
        }
        url.map(ClassifierBy::Url)
    }

    /// `asks`: codes of reasons.
    fn classified(&mut self, values: &[&Value<'_>]) -> Vec<String> {
        let mut codes = Vec::new();
        for text in self.literals("asks", values, Effect::Loosens) {
            if NEVER.iter().any(|code| code.name == text.value) {
                let message =
                    alloc::format!("no classifier can answer {}, so it does not count", tick(&text.value));
                let help = String::from("a person answers their own rules and hooks, and critical removals");
                self.warn(text.span, message, help);
            } else if known().any(|name| name == text.value) {
                codes.push(text.value.into_owned());
            } else {
                let help = match nearest(&text.value, known()) {
                    Some(name) => alloc::format!("did you mean {}?", tick(name)),
                    None => alloc::format!("write codes such as {}", enumerate(&["NO_RULE", "EDITS_FILES"])),
                };
                let message = alloc::format!("there is no code {}, so it does not count", tick(&text.value));
                self.warn(text.span, message, help);
            }
        }
        codes
    }
}

/// The names of the codes for which a command can ask.
fn known() -> impl Iterator<Item = &'static str> {
    let codes = NOTICES.iter().chain(REASONS).map(|code| code.name);
    CHECKS.iter().map(|check| check.code.name).chain(codes)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use alloc::format;
    use alloc::string::String;

    use super::{ClassifierBy, LoopbackUrl};
    use crate::policy::Authority;
    use crate::{Policy, Source};

    fn read(text: &str, authority: Authority) -> Policy {
        let source = Source { name: "s".into(), text: String::from(text), authority, ..Source::default() };
        Policy::from_sources(&[source]).unwrap()
    }

    fn user(classifier: &str) -> Policy {
        read(&format!(r#"{{"classifier":{classifier}}}"#), Authority::User)
    }

    #[test]
    fn a_classifier_is_a_program_or_an_address_of_this_machine() {
        let policy = user(r#"{"command":["/x/judge","-q"],"timeout":0.5,"asks":["NO_RULE","PATH_OUTSIDE"]}"#);
        let classifier = policy.classifier.unwrap();
        assert_eq!(policy.warnings, []);
        assert_eq!((classifier.time_ms, classifier.asks.len()), (500, 2));
        assert!(matches!(classifier.by, ClassifierBy::Command(words) if words == ["/x/judge", "-q"]));
        let policy = user(r#"{"url":"http://127.0.0.1:8080/judge","asks":[]}"#);
        let url = LoopbackUrl { host: "127.0.0.1".into(), port: 8080, path: "/judge".into() };
        assert_eq!(policy.classifier.unwrap().by, ClassifierBy::Url(url));
    }

    #[test]
    fn only_addresses_of_the_loopback_interface_count() {
        for (text, port, path) in [
            ("http://localhost", 80, "/"),
            ("http://localhost:1/a?b=c", 1, "/a?b=c"),
            ("http://[::1]:65535/", 65535, "/"),
            ("http://127.1.2.3:8/x", 8, "/x"),
        ] {
            let url = LoopbackUrl::parse(text).unwrap();
            assert_eq!((url.port, url.path.as_str()), (port, path), "{text}");
        }
        for text in [
            "https://localhost",
            "HTTP://localhost",
            "http://",
            "http://example.com",
            "http://localhost.example.com",
            "http://127.0.0.1.example.com",
            "http://user@127.0.0.1",
            "http://127.0.0.1@example.com",
            "http://127.0.0.1:80@example.com",
            "http://127.0.0.1:",
            "http://127.0.0.1:0",
            "http://127.0.0.1:99999",
            "http://127.0.0.1:+1",
            "http://127.1",
            "http://0127.0.0.1",
            "http://127.0.0.256",
            "http://0.0.0.0",
            "http://128.0.0.1",
            "http://[::2]",
            "http://[::1]x",
            "http://localhost\\.example.com",
            "http://localhost/a b",
            "http://localhost/\r\nHost: x",
            "http://localhost/#x",
            "http://localhost?x",
            "file:///etc/passwd",
            "",
        ] {
            assert_eq!(LoopbackUrl::parse(text), None, "{text}");
            let policy = user(&format!(r#"{{"url":{text:?}}}"#));
            assert_eq!((policy.classifier, policy.warnings.len()), (None, 1), "{text}");
        }
    }

    #[test]
    fn what_cannot_be_read_is_no_classifier_and_says_where() {
        for text in [
            "7",
            "{}",
            r#"{"asks":["NO_RULE"]}"#,
            r#"{"command":"x"}"#,
            r#"{"command":[]}"#,
            r#"{"command":[""]}"#,
            r#"{"command":["x",1]}"#,
            r#"{"command":["x"],"url":"http://localhost"}"#,
        ] {
            let policy = user(text);
            assert_eq!((policy.classifier, policy.warnings.len()), (None, 1), "{text}");
        }
        for (asks, kept, warnings) in [
            (r#"["NO_RULE"]"#, 1, 0),
            (r#"["NO_RULES"]"#, 0, 1),
            (r#""NO_RULE""#, 0, 1),
            (r#"["ASK_RULE","RULE_MAY_MATCH","CRITICAL_REMOVAL","HOOK","HOOK_FAILED","PATH"]"#, 1, 5),
        ] {
            let policy = user(&format!(r#"{{"command":["x"],"asks":{asks}}}"#));
            let classifier = policy.classifier.unwrap();
            assert_eq!((classifier.asks.len(), policy.warnings.len()), (kept, warnings), "{asks}");
        }
    }

    #[test]
    fn a_project_names_no_classifier() {
        let text = r#"{"classifier":{"command":["x"],"asks":["NO_RULE"]}}"#;
        let policy = read(text, Authority::Project);
        assert_eq!((policy.classifier, policy.warnings.len()), (None, 1));
    }
}
