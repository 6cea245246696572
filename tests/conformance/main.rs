//! Conformance: one corpus of requests with their exact answers, which every build of the core has to give.
//!
//! Owns the comparison of the builds that a Rust program can call, byte by byte. The corpus is made by `tests/corpus`;
//! `README.md` beside this says its form. `cargo xtask conformance` has the written file answered by Node and by
//! Chromium as well.

#![cfg_attr(feature = "engine", expect(clippy::panic, reason = "a test may stop at the first surprise"))]
#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a test may stop at the first surprise, and tells what it counted"
)]

mod engine;
mod imports;
#[cfg(feature = "engine")]
mod module;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use engine::Report;
#[cfg(feature = "engine")]
use host_runner::engine::Module;
use policy_core::door::Desk;
use shellgate_corpus::{Corpus, Entry, Question, all, read, seed, write};
use test_support::effort;
#[cfg(feature = "engine")]
use test_support::skip;

/// Fewest requests that are worth the name.
const REQUESTS_MIN: usize = 100_000;

/// In a quick run one request of so many is asked, and the first of each group.
const EVERY: usize = 20;

/// Made once, and written for the builds that other programs run.
static CORPUS: LazyLock<Corpus> = LazyLock::new(|| {
    let mut corpus = all();
    println!("seed {}", seed());
    if !effort::is_full("the answers to nineteen of twenty requests of the conformance corpus") {
        let mut seen: HashSet<String> = HashSet::new();
        let mut numbers = 0_usize..;
        corpus.entries.retain(|entry| {
            let is_first = seen.insert(entry.group.clone());
            numbers.next().is_some_and(|number| number % EVERY == 0) || is_first
        });
    }
    write(&corpus, &place("conformance.jsonl")).expect("the build folder can be written");
    corpus
});

/// A file of this name in the build folder.
fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// [`REQUESTS_MIN`], or its share in a quick run.
fn fewest() -> usize {
    effort::cases(effort::Cases { quick: REQUESTS_MIN / EVERY, full: REQUESTS_MIN }).min(REQUESTS_MIN)
}

/// Lets `call` answer the whole corpus and writes what came of it.
fn compare(engine: &str, call: impl FnMut(&str) -> String) -> Report {
    let report = engine::run(&CORPUS, engine, call);
    println!("{}", report.drawn());
    report.write(&place(&format!("conformance-{engine}.json"))).expect("the build folder can be written");
    assert!(report.requests >= fewest(), "{} requests are few", report.requests);
    report
}

/// Requests by group, in the order of the groups' names.
fn counted(corpus: &Corpus) -> BTreeMap<&str, usize> {
    let mut groups = BTreeMap::new();
    for entry in &corpus.entries {
        *groups.entry(entry.group.as_str()).or_default() += 1;
    }
    groups
}

#[test]
fn the_corpus_is_large_asks_nothing_twice_and_has_no_empty_group() {
    let different: HashSet<&Question> = CORPUS.entries.iter().map(|entry| &entry.question).collect();
    assert_eq!(different.len(), CORPUS.entries.len());
    assert!(different.len() >= fewest(), "{} requests are few", different.len());
    let counted = counted(&CORPUS);
    println!("{} requests under {} settings: {counted:?}", CORPUS.entries.len(), CORPUS.policies.len());
    let expected: BTreeSet<&str> = shellgate_corpus::groups().collect();
    assert_eq!(counted.keys().copied().collect::<BTreeSet<_>>(), expected);
}

#[test]
fn the_text_door_of_the_linked_core_answers_the_same_bytes() {
    let mut desk = Desk::new();
    let report = compare("native", |call| desk.call(call));
    assert_eq!(report.differing, 0, "answers differ; the first ones are above");
}

/// A module that was built before its sources changed may answer otherwise, which leaves the comparison out; that it does
/// not answer is a failure of any.
#[test]
#[cfg(feature = "engine")]
fn the_module_in_the_host_answers_the_same_bytes() {
    let Some(file) = module::file() else {
        return skip("the module is not built; `cargo xtask wasm` builds it");
    };
    let loaded = Module::file(&file);
    let report = compare("wasmtime", |call| {
        loaded.call(call).unwrap_or_else(|error| panic!("{error}: {}", engine::cut(call)))
    });
    if report.differing > 0 && module::is_older_than_its_sources(&file) {
        return skip("the module is older than its sources; `cargo xtask wasm` builds it anew");
    }
    assert_eq!(report.differing, 0, "answers differ; the first ones are above");
}

#[test]
fn an_answer_that_is_another_is_told_with_both() {
    let question = Question::Check { policy: 0, utf16: false, request: r#"{"command":"ls"}"#.to_owned() };
    let unasked = Question::Check { policy: 0, utf16: false, request: "not JSON".to_owned() };
    let entry =
        |question: Question| Entry { group: "g".into(), question, answer: r#"{"decision":"allow"}"#.into() };
    let corpus = Corpus { policies: vec!["{}".into()], entries: vec![entry(question), entry(unasked)] };
    let answering = |answer: &'static str| {
        engine::run(&corpus, "seeded", move |call: &str| {
            if call.contains(r#""open""#) { r#"{"gate":3}"#.into() } else { answer.into() }
        })
    };
    let same = answering(r#"{"decision":"allow"}"#);
    assert_eq!((same.requests, same.differing, same.not_asked), (1, 0, 1));
    let other = answering(r#"{"decision":"allow" }"#);
    assert_eq!(other.differing, 1);
    let first = &other.first[0];
    assert_eq!(
        first.question,
        r#"{"operation":"check","gate":3,"offsets":"utf8","request":{"command":"ls"}}"#
    );
    assert_eq!(
        (first.expected.as_str(), first.answer.as_str()),
        (r#"{"decision":"allow"}"#, r#"{"decision":"allow" }"#)
    );
}

#[test]
fn the_file_is_read_as_it_was_written_and_another_version_is_refused() {
    let few = Corpus {
        policies: CORPUS.policies.clone(),
        entries: CORPUS
            .entries
            .iter()
            .step_by(97)
            .chain(&CORPUS.entries[CORPUS.entries.len() - 50..])
            .cloned()
            .collect(),
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("few.jsonl");
    write(&few, &file).expect("it is written");
    assert!(read(&file).expect("it is read") == few);
    let text = std::fs::read_to_string(&file).expect("it is read");
    for (is, other) in [
        ("\"version\":1", "\"version\":2"),
        ("\"requests\":", "\"requests\":1"),
        ("\"policy\":1,", "\"policy\":2,"),
        ("\"answer\":", "\"anser\":"),
    ] {
        std::fs::write(&file, text.replacen(is, other, 1)).expect("it is written");
        assert!(read(&file).is_err(), "{other}");
    }
}
