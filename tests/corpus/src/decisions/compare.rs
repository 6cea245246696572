//! Two corpora with the same questions and the answers of two revisions: which decisions, reason codes and findings
//! differ, and in which other fields the answers differ.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shellgate_corpus::{Corpus, Entry, Question};

use super::failure::Failure;

/// What an answer decides: all that a comparison is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Decided {
    /// `allow`, `ask` or `deny`; `refused` for settings or a request that cannot be used.
    pub decision: String,
    /// The reason's code.
    pub reason: String,
    /// The findings, sorted.
    pub findings: Vec<Found>,
}

/// One finding without its words.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    pub code: String,
    pub outcome: String,
    pub span: Span,
}

/// A place in the command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

/// The strongest of the differences between two answers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Kind {
    /// The new decision is less strict.
    Loosened { old: String, new: String },
    /// The new decision is stricter.
    Tightened { old: String, new: String },
    /// The same decision for another reason.
    Reason { old: String, new: String },
    /// The same decision and reason with other findings: the codes that are gone, and those that are new. Neither has
    /// one when a finding is at another place.
    Findings { gone: Vec<String>, new: Vec<String> },
}

/// One request that is decided otherwise.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Change {
    pub kind: Kind,
    /// The group of the corpus.
    pub group: String,
    /// The options under which the settings were opened; none where the question is of the options themselves.
    pub settings: Option<String>,
    /// The request, or the options.
    pub request: String,
    pub old: Decided,
    pub new: Decided,
}

/// All differences between two revisions.
#[derive(Debug)]
pub(crate) struct Comparison {
    /// Requests that were asked.
    pub requests: usize,
    /// Those that are decided otherwise, sorted by kind.
    pub changes: Vec<Change>,
    /// Fields in which answers differ that decide the same, with the number of these answers.
    pub fields: BTreeMap<String, usize>,
}

impl Comparison {
    /// Compares the answers in `before` with those in `now`.
    pub(crate) fn of(before: &Corpus, now: &Corpus) -> Result<Self, Failure> {
        let are_same = before.policies == now.policies
            && before.entries.len() == now.entries.len()
            && before.entries.iter().zip(&now.entries).all(|(old, new)| old.question == new.question);
        if !are_same {
            return Err(Failure::Questions);
        }
        let mut changes = Vec::new();
        let mut fields = BTreeMap::new();
        for (old, new) in
            before.entries.iter().zip(&now.entries).filter(|(old, new)| old.answer != new.answer)
        {
            match change(&before.policies, old, &new.answer) {
                Some(change) => changes.push(change),
                None => {
                    for field in differing(old, &new.answer) {
                        *fields.entry(field).or_default() += 1;
                    }
                }
            }
        }
        changes.sort_by(|one, other| one.kind.cmp(&other.kind));
        Ok(Self { requests: now.entries.len(), changes, fields })
    }

    /// Every change as data.
    pub(crate) fn to_json(&self, against: &str) -> String {
        let Self { requests, changes, fields } = self;
        json!({ "against": against, "requests": requests, "changed": changes.len(), "changes": changes, "otherFields": fields })
            .to_string()
    }
}

/// How one question is decided otherwise; none when it is not, or when nothing is decided.
fn change(policies: &[String], old: &Entry, answer: &str) -> Option<Change> {
    let (settings, request) = match &old.question {
        Question::Check { policy, request, .. } => (policies.get(*policy).cloned(), request.clone()),
        Question::Open(options) => (None, options.clone()),
        Question::Call(_) => return None,
    };
    let (before, now) = (Decided::of(&old.answer), Decided::of(answer));
    let kind = Kind::of(&before, &now)?;
    Some(Change { kind, group: old.group.clone(), settings, request, old: before, new: now })
}

impl Decided {
    fn of(answer: &str) -> Self {
        #[derive(Deserialize)]
        struct Answer {
            decision: String,
            reason: Reason,
            findings: Vec<Found>,
        }
        #[derive(Deserialize)]
        struct Reason {
            code: String,
        }
        match serde_json::from_str(answer) {
            Ok(Answer { decision, reason, mut findings }) => {
                findings.sort();
                Self { decision, reason: reason.code, findings }
            }
            // An object without a decision says what is wrong, or that settings can be opened.
            Err(_) if answer.starts_with(r#"{"error""#) => Self::without_verdict("refused"),
            Err(_) => Self::without_verdict("accepted"),
        }
    }

    fn without_verdict(decision: &str) -> Self {
        Self { decision: decision.to_owned(), reason: String::new(), findings: Vec::new() }
    }
}

/// From the least strict answer to the strictest.
const STRICTNESS: [&str; 5] = ["accepted", "allow", "ask", "deny", "refused"];

impl Kind {
    fn of(before: &Decided, now: &Decided) -> Option<Self> {
        if before.decision != now.decision {
            let rank = |decided: &Decided| STRICTNESS.iter().position(|name| *name == decided.decision);
            let (old, new) = (before.decision.clone(), now.decision.clone());
            let is_looser = rank(now) < rank(before);
            return Some(if is_looser { Self::Loosened { old, new } } else { Self::Tightened { old, new } });
        }
        if before.reason != now.reason {
            return Some(Self::Reason { old: before.reason.clone(), new: now.reason.clone() });
        }
        if before.findings == now.findings {
            return None;
        }
        let without = |these: &[Found], others: &[Found]| {
            let codes = these.iter().map(|found| &found.code);
            let missing: BTreeSet<&String> =
                codes.filter(|code| others.iter().all(|other| other.code != **code)).collect();
            missing.into_iter().cloned().collect()
        };
        let (gone, new) =
            (without(&before.findings, &now.findings), without(&now.findings, &before.findings));
        Some(Self::Findings { gone, new })
    }
}

/// The fields in which two answers to one question differ, as paths; a call's begin with its operation.
fn differing(old: &Entry, answer: &str) -> BTreeSet<String> {
    #[derive(Deserialize)]
    struct Call {
        operation: String,
    }
    let name = match &old.question {
        Question::Call(call) => {
            serde_json::from_str(call).map_or_else(|_| "call".to_owned(), |call: Call| call.operation)
        }
        Question::Check { .. } | Question::Open(_) => String::new(),
    };
    let mut fields = BTreeSet::new();
    match (serde_json::from_str(&old.answer), serde_json::from_str(answer)) {
        (Ok(before), Ok(now)) => walk(&name, &before, &now, &mut fields),
        _ => {
            fields.insert(name);
        }
    }
    fields
}

fn walk(path: &str, before: &Value, now: &Value, fields: &mut BTreeSet<String>) {
    match (before, now) {
        (Value::Object(old), Value::Object(new)) => {
            for key in old.keys().chain(new.keys()) {
                let below = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                let (old, new) = (old.get(key).unwrap_or(&Value::Null), new.get(key).unwrap_or(&Value::Null));
                walk(&below, old, new, fields);
            }
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            for (old, new) in old.iter().zip(new) {
                walk(&format!("{path}[]"), old, new, fields);
            }
        }
        _ if before == now => {}
        _ => {
            fields.insert(path.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASK: &str = r#"{"decision":"ask","reason":{"code":"NO_RULE","message":"m"},"findings":[]}"#;

    fn compared(before: &str, now: &str) -> Comparison {
        let corpus = |answer: &str| {
            let question =
                Question::Check { policy: 0, utf16: false, request: r#"{"command":"ls"}"#.to_owned() };
            let entry = Entry { group: "cases".to_owned(), question, answer: answer.to_owned() };
            Corpus { policies: vec!["{}".to_owned()], entries: vec![entry] }
        };
        Comparison::of(&corpus(before), &corpus(now)).unwrap()
    }

    fn kind(now: &str) -> Option<Kind> {
        compared(ASK, now).changes.pop().map(|change| change.kind)
    }

    #[test]
    fn every_part_of_a_decision_is_compared() {
        let [ask, allow, deny, refused] = ["ask", "allow", "deny", "refused"].map(str::to_owned);
        let other = |from: &str, to: &str| ASK.replace(from, to);
        assert_eq!(kind(ASK), None);
        assert_eq!(kind(&other("ask", "allow")), Some(Kind::Loosened { old: ask.clone(), new: allow }));
        assert_eq!(kind(&other("ask", "deny")), Some(Kind::Tightened { old: ask.clone(), new: deny }));
        assert_eq!(kind(r#"{"error":{"message":"m"}}"#), Some(Kind::Tightened { old: ask, new: refused }));
        assert_eq!(
            kind(&other("NO_RULE", "ASK_RULE")),
            Some(Kind::Reason { old: "NO_RULE".to_owned(), new: "ASK_RULE".to_owned() })
        );
        let found = r#"[{"code":"X","outcome":"ask","span":{"start":1,"end":2},"message":"m"}]"#;
        let with = other("[]", found);
        assert_eq!(kind(&with), Some(Kind::Findings { gone: vec![], new: vec!["X".to_owned()] }));
        let moved = with.replace("\"start\":1", "\"start\":0");
        let change = compared(&with, &moved).changes.pop().map(|change| change.kind);
        assert_eq!(change, Some(Kind::Findings { gone: vec![], new: vec![] }));
    }

    #[test]
    fn words_are_counted_by_field_and_decide_nothing() {
        let found = compared(ASK, &ASK.replace("\"m\"", "\"other\""));
        assert!(found.changes.is_empty());
        assert_eq!(found.fields, BTreeMap::from([("reason.message".to_owned(), 1)]));
    }

    #[test]
    fn answers_to_other_questions_are_not_compared() {
        let corpus = |request: &str| Corpus {
            policies: vec!["{}".to_owned()],
            entries: vec![Entry {
                group: "cases".to_owned(),
                question: Question::Check { policy: 0, utf16: false, request: request.to_owned() },
                answer: ASK.to_owned(),
            }],
        };
        assert!(matches!(Comparison::of(&corpus("a"), &corpus("b")), Err(Failure::Questions)));
    }
}
