//! The tests of a policy: commands, and what the policy is to say about each.
//!
//! Owns their form in a file: the list `tests`, in a settings file or in a file of its own. Decides nothing.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use jsonc_parser::ast::{Array, Object, Value};

use crate::Span;
use crate::nearest::nearest;
use crate::request::Mode;
use crate::rules::{SourceLocation, tick};
use crate::script::Dialect;
use crate::verdict::Decision;

use super::error::PolicyError;
use super::json::{Lines, parse};
use super::reader::{describe, enumerate, literal, name_span, span};
use super::source::Source;

/// The key of the list.
pub(super) const TESTS: &str = "tests";

/// The keys of one test.
pub(super) const KEYS: &[&str] = &["code", "command", "cwd", "expect", "mode", "name", "shell", "tool"];

/// What a policy is to say about a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// What the test is for, if it says so.
    pub name: Option<String>,
    /// The command.
    pub command: String,
    /// The directory in which it would run; none for that of the caller.
    pub cwd: Option<String>,
    /// The shell that would read it; none for that of the caller.
    pub shell: Option<Dialect>,
    /// The mode; none for that of the policy.
    pub mode: Option<Mode>,
    /// The tool; none for that of the shell.
    pub tool: Option<String>,
    /// The decision.
    pub expect: Decision,
    /// The code of the reason; none for any.
    pub code: Option<String>,
    /// Where the test is.
    pub place: SourceLocation,
}

/// What a file says of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyTests {
    /// The tests, in their order.
    pub tests: Vec<Expectation>,
    /// Whether the file has settings too: any key besides `tests` and `$schema`.
    pub with_settings: bool,
}

/// The tests in `source`; none if it has no list `tests`.
///
/// # Errors
/// The file is no JSON object, or a test is not in the form of one: each with its place.
pub fn expectations(source: &Source) -> Result<PolicyTests, Vec<PolicyError>> {
    let mut reader = Reader {
        lines: Lines::new(&source.name, &source.text),
        errors: Vec::new(),
        found: PolicyTests::default(),
    };
    // A byte order mark is no part of JSON; blanks of the same length keep every offset.
    let json = match source.text.strip_prefix('\u{feff}') {
        Some(rest) => Cow::Owned(alloc::format!("   {rest}")),
        None => Cow::Borrowed(source.text.as_str()),
    };
    match parse(&json) {
        Ok(Some(Value::Object(object))) => reader.file(&object),
        Ok(Some(other)) => reader.error(
            span(&other),
            alloc::format!("the file must be an object, not {}", describe(&other)),
            "write `{ \"tests\": [ … ] }`",
        ),
        Ok(None) => reader.error(Span::at(0), "this file is empty".into(), "write `{ \"tests\": [ … ] }`"),
        Err((span, message, help)) => reader.error(span, message, &help),
    }
    if reader.errors.is_empty() { Ok(reader.found) } else { Err(reader.errors) }
}

struct Reader<'s> {
    lines: Lines<'s>,
    errors: Vec<PolicyError>,
    found: PolicyTests,
}

impl Reader<'_> {
    fn error(&mut self, span: Span, message: String, help: &str) {
        let error = self.lines.error(span, message, help.into());
        self.errors.push(error);
    }

    fn file(&mut self, object: &Object<'_>) {
        let is_setting = |name: &str| name != TESTS && name != "$schema";
        self.found.with_settings = object.properties.iter().any(|it| is_setting(it.name.as_str()));
        for property in object.properties.iter().filter(|property| property.name.as_str() == TESTS) {
            match &property.value {
                Value::Array(list) => self.list(list),
                other => self.error(
                    span(other),
                    alloc::format!("`tests` must be a list, not {}", describe(other)),
                    "write `[{ \"command\": \"git push\", \"expect\": \"ask\" }]`",
                ),
            }
        }
    }

    fn list(&mut self, list: &Array<'_>) {
        for entry in &list.elements {
            let Value::Object(object) = entry else {
                let message = alloc::format!("a test must be an object, not {}", describe(entry));
                self.error(
                    span(entry),
                    message,
                    "write `{ \"command\": \"git push\", \"expect\": \"ask\" }`",
                );
                continue;
            };
            let before = self.errors.len();
            let place = self.lines.place(span(entry));
            let test = self.test(object, span(entry), place);
            self.found.tests.extend(test.filter(|_| self.errors.len() == before));
        }
    }

    fn test(&mut self, object: &Object<'_>, at: Span, place: SourceLocation) -> Option<Expectation> {
        let mut texts: [Option<(String, Span)>; 8] = Default::default();
        for property in &object.properties {
            let name = property.name.as_str();
            let Some(number) = KEYS.iter().position(|key| *key == name) else {
                let help = match nearest(name, KEYS.iter().copied()) {
                    Some(near) => alloc::format!("did you mean {}?", tick(near)),
                    None => alloc::format!("the keys are {}", enumerate(KEYS)),
                };
                self.error(name_span(property), alloc::format!("a test has no key {}", tick(name)), &help);
                continue;
            };
            match (literal(&property.value), texts.get_mut(number)) {
                (Some(text), Some(known)) => *known = Some((text.value.into_owned(), text.span)),
                _ => self.error(
                    span(&property.value),
                    alloc::format!("{} must be a string, not {}", tick(name), describe(&property.value)),
                    "write it in double quotes",
                ),
            }
        }
        let [code, command, cwd, expect, mode, name, shell, tool] = texts;
        let Some((command, _)) = command else {
            self.error(at, "this test has no command".into(), "add `\"command\": \"…\"`");
            return None;
        };
        let Some(expect) = expect else {
            self.error(
                at,
                "this test expects nothing".into(),
                "add `\"expect\": \"allow\"`, `ask` or `deny`",
            );
            return None;
        };
        let expect = self.named(
            Some(expect),
            "decision",
            &[("allow", Decision::Allow), ("ask", Decision::Ask), ("deny", Decision::Deny)],
        );
        let mode = self.named(mode, "mode", &Mode::ALL.map(|(mode, name)| (name, mode)));
        let shell = self.named(shell, "shell", &Dialect::NAMES);
        let text = |value: Option<(String, Span)>| value.map(|(text, _)| text);
        Some(Expectation {
            name: text(name),
            command,
            cwd: text(cwd),
            shell,
            mode,
            tool: text(tool),
            expect: expect?,
            code: text(code),
            place,
        })
    }

    /// The value of this name; an error if there is none.
    fn named<T: Copy>(&mut self, text: Option<(String, Span)>, what: &str, all: &[(&str, T)]) -> Option<T> {
        let (text, span) = text?;
        let found = all.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
        if found.is_none() {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let help = match nearest(&text, names.iter().copied()) {
                Some(near) => alloc::format!("did you mean {}?", tick(near)),
                None => alloc::format!("write one of {}", enumerate(&names)),
            };
            self.error(span, alloc::format!("there is no {what} {}", tick(&text)), &help);
        }
        found
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<PolicyTests, Vec<PolicyError>> {
        expectations(&Source { name: "t.json".into(), text: text.into(), ..Source::default() })
    }

    #[test]
    fn a_test_is_read_with_everything_that_it_says() {
        let found = read(
            "{ // a comment\n \"permissions\": {},\n \"tests\": [\n  { \"command\": \"git push\", \"expect\": \"ask\" },\n  \
             { \"name\": \"n\", \"command\": \"ls\", \"expect\": \"deny\", \"cwd\": \"src\", \"shell\": \"zsh\", \
             \"mode\": \"plan\", \"tool\": \"Shell\", \"code\": \"DENY_RULE\" } ] }",
        )
        .unwrap();
        assert!(found.with_settings);
        let [first, second] = found.tests.as_slice() else { panic!("{found:?}") };
        assert_eq!((first.command.as_str(), first.expect, first.place.line), ("git push", Decision::Ask, 4));
        assert_eq!((first.cwd.as_deref(), first.shell, first.mode), (None, None, None));
        assert_eq!((second.cwd.as_deref(), second.shell), (Some("src"), Some(Dialect::Zsh)));
        assert_eq!((second.mode, second.code.as_deref()), (Some(Mode::Plan), Some("DENY_RULE")));
        assert_eq!((second.tool.as_deref(), second.name.as_deref()), (Some("Shell"), Some("n")));
    }

    #[test]
    fn a_file_without_the_list_has_no_tests() {
        assert_eq!(read("{}").unwrap(), PolicyTests::default());
        assert!(!read("{\"$schema\": \"x\", \"tests\": []}").unwrap().with_settings);
    }

    #[test]
    fn each_mistake_is_named_with_its_place_and_a_remedy() {
        for (text, place, message, help) in [
            ("", (1, 1), "this file is empty", "write"),
            ("[]", (1, 1), "the file must be an object, not a list", "tests"),
            ("{\"tests\": {}}", (1, 11), "`tests` must be a list, not an object", "command"),
            ("{\"tests\": [\n 1]}", (2, 2), "a test must be an object, not a number", "command"),
            ("{\"tests\": [{\"expect\": \"ask\"}]}", (1, 12), "this test has no command", "add"),
            ("{\"tests\": [{\"command\": \"ls\"}]}", (1, 12), "this test expects nothing", "add"),
            (
                "{\"tests\": [{\"command\": \"ls\", \"expect\": \"alow\"}]}",
                (1, 40),
                "there is no decision `alow`",
                "did you mean `allow`?",
            ),
            (
                "{\"tests\": [{\"comand\": \"ls\", \"command\": \"ls\", \"expect\": \"ask\"}]}",
                (1, 13),
                "a test has no key `comand`",
                "did you mean `command`?",
            ),
            (
                "{\"tests\": [{\"command\": 1, \"expect\": \"ask\"}]}",
                (1, 24),
                "`command` must be a string, not a number",
                "double quotes",
            ),
            (
                "{\"tests\": [{\"command\": \"ls\", \"expect\": \"ask\", \"mode\": \"x\"}]}",
                (1, 55),
                "there is no mode `x`",
                "write one of",
            ),
            ("{\"tests\": [", (1, 11), "the list that opens here is not closed", "]"),
        ] {
            let errors = read(text).unwrap_err();
            let first = errors.first().unwrap();
            assert_eq!(((first.line, first.column), first.message.as_str()), (place, message), "{text}");
            assert!(first.help.contains(help), "{text}: {}", first.help);
        }
    }
}
