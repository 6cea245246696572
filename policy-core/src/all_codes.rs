//! Every code of a verdict, in one list.
//!
//! Owns the order and the look-up by name. A check, a form and a remark declare their code in their own file or row;
//! [`codes`](crate::codes) declares notices and grounds.

use crate::checks::{CHECKS, Check};
use crate::codes::Code;
use crate::codes::notices::NOTICES;
use crate::codes::reasons::REASONS;
use crate::present::advice::{Remark, remarks};
use crate::profiles::forbidden::FORMS;
use crate::profiles::{ForbiddenForm, Profile};
use crate::web::checks::{CHECKS as WEB_CHECKS, WebCheck};

/// One code, with what declares it.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A check: its finding asks.
    Check(&'static Check),
    /// A finding that no check reports.
    Notice(&'static Code),
    /// A reason of the judge.
    Ground(&'static Code),
    /// A form of commands that a profile forbids. In a verdict its name follows the profile's in `reason.rule`.
    Form(&'static ForbiddenForm),
    /// A remark, which changes no decision.
    Remark(&'static Remark),
    /// What can be wrong with a URL or a search.
    Web(&'static WebCheck),
}

impl Entry {
    /// The name and the words.
    pub fn code(&self) -> &'static Code {
        match self {
            Self::Check(check) => &check.code,
            Self::Notice(code) | Self::Ground(code) => code,
            Self::Form(form) => &form.code,
            Self::Remark(remark) => &remark.code,
            Self::Web(check) => &check.code,
        }
    }
}

/// Every code: the checks by number, the notices, the grounds and the forms by name, the remarks by kind of program, the
/// checks of URLs and searches by name.
pub fn entries() -> impl Iterator<Item = Entry> {
    CHECKS
        .iter()
        .map(|check| Entry::Check(check))
        .chain(NOTICES.iter().map(|code| Entry::Notice(code)))
        .chain(REASONS.iter().map(|code| Entry::Ground(code)))
        .chain(FORMS.iter().map(|form| Entry::Form(form)))
        .chain(remarks().map(Entry::Remark))
        .chain(WEB_CHECKS.iter().map(|check| Entry::Web(check)))
}

/// The code with this name, in any case and with `-` for `_`, or the check with this number. A form is also found by
/// what `reason.rule` says: `jazz: fork-bomb`.
pub fn find(asked: &str) -> Option<Entry> {
    let asked = asked.trim();
    let number = asked.parse::<u8>().ok();
    let form =
        asked.split_once(": ").filter(|(profile, _)| Profile::ALL.iter().any(|it| it.name == *profile));
    entries().find(|entry| match (entry, form) {
        (Entry::Form(found), Some((_, name))) => is_spelled(found.code.name, name),
        (Entry::Check(check), _) if number == Some(check.number) => true,
        _ => is_spelled(entry.code().name, asked),
    })
}

fn is_spelled(name: &str, asked: &str) -> bool {
    let letter = |byte: u8| if byte == b'-' { b'_' } else { byte.to_ascii_uppercase() };
    name.bytes().map(letter).eq(asked.bytes().map(letter))
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::*;
    use crate::request::Facts;
    use crate::{Engine, Mode, Policy, Request, Source, Verdict};

    #[test]
    fn notices_and_grounds_are_sorted() {
        for codes in [NOTICES, REASONS] {
            assert!(codes.is_sorted_by(|one, next| one.name < next.name));
        }
    }

    #[test]
    fn a_name_is_one_code_in_every_spelling() {
        let spelled = |entry: Entry| entry.code().name.replace('-', "_").to_ascii_uppercase();
        let names: Vec<String> = entries().map(spelled).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for entry in entries() {
            let name = entry.code().name;
            for asked in [name, &name.to_lowercase(), &name.replace('_', "-"), &alloc::format!(" {name} ")] {
                assert_eq!(find(asked).map(|found| found.code()), Some(entry.code()), "{asked}");
            }
        }
        assert_eq!(find("jazz: eval").map(|found| found.code().name), Some("eval"));
        for asked in ["", "0", "READ", "READ_ONLY_", "ls", "jazz: READ_ONLY", "other: eval"] {
            assert!(find(asked).is_none(), "{asked:?}");
        }
    }

    #[test]
    fn every_code_has_words() {
        for entry in entries() {
            let code = entry.code();
            for text in [code.says.text, code.help.person] {
                assert!(!text.is_empty() && !text.ends_with('.'), "{}: {text:?}", code.name);
            }
        }
    }

    /// Every code in a verdict: of its reason, its findings, its advice and the form that the profile forbids.
    fn codes_of(verdict: &Verdict) -> impl Iterator<Item = String> {
        let form = verdict.reason.rule.as_deref().and_then(|rule| rule.strip_prefix("jazz: "));
        let findings = verdict.findings.iter().map(|finding| finding.code);
        let advice = verdict.advice.iter().map(|advice| advice.code);
        findings
            .chain(advice)
            .chain([verdict.reason.code])
            .chain(form)
            .map(String::from)
            .collect::<Vec<_>>()
            .into_iter()
    }

    #[test]
    fn every_code_of_a_verdict_is_in_the_list() {
        let text = r#"{"permissions":{"allow":["Bash(cargo build)"],"ask":["Bash(git push)"],"deny":["Bash(curl)"]},
            "sandbox":{"autoAllowBashIfSandboxed":true}}"#;
        let source = Source { name: "s".into(), text: text.into(), root: None, ..Source::default() };
        let policy = Policy::from_sources(&[source]).unwrap_or_default();
        let of_checks = CHECKS.iter().flat_map(|check| check.story().examples).map(|example| example.command);
        let of_forms = FORMS.iter().flat_map(|form| form.fires.iter()).map(String::from);
        let plain = [
            "",
            "ls",
            "touch a",
            "cargo build",
            "git push",
            "curl",
            "$x",
            "gcc x.c",
            "LD_PRELOAD=x ls",
            "ls -Z --nope",
            "cat /etc/shadow",
            "git fetch",
            "mv a b",
            "rm -rf ~",
            "sudo ls",
            "bash -c ls",
            "systemctl status",
        ];
        let mut seen = BTreeSet::new();
        for command in plain.into_iter().map(String::from).chain(of_checks).chain(of_forms) {
            for (mode, _) in Mode::ALL {
                for profile in Profile::ALL {
                    for sandboxed in [false, true] {
                        let engine = Engine::new(Policy { mode, profile, ..policy.clone() });
                        let facts = Facts { sandboxed, ..Facts::default() };
                        let request = Request { cwd: Some("/repo"), facts, ..Request::new(&command) };
                        seen.extend(codes_of(&engine.check(&request)));
                    }
                }
            }
        }
        assert!(seen.len() > 60, "{seen:?}");
        for code in seen {
            assert!(find(&code).is_some(), "{code}");
        }
    }
}
