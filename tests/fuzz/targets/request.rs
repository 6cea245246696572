//! What a host sends to the text door, one call or one request in each line.

#![no_main]

use std::cell::RefCell;

use libfuzzer_sys::fuzz_target;
use policy_core::door::{self, Desk, Words};
use policy_core::{Engine, Policy};
use serde_json::Value;
use shellgate_fuzz::is_planted;

/// The most lines that are read: each is answered several times.
const LINES_MAX: usize = 8;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (mut desk, mut other) = (Desk::new(), Desk::new());
    for line in text.lines().take(LINES_MAX) {
        let answer = desk.call(line);
        let value = serde_json::from_str::<Value>(&answer);
        assert!(value.is_ok() && !answer.contains('\n'), "{line} is answered by no line of JSON: {answer}");
        let asked_again = if is_planted(data) { "" } else { line };
        assert_eq!(answer, other.call(asked_again), "{line} has two answers");
        comes_back(line);
    }
});

/// A request that is written and read again is the same request, and so is its verdict.
fn comes_back(line: &str) {
    thread_local! {
        static ENGINE: Engine = Engine::new(Policy::default());
        /// For the life of the process, because its words are.
        static WORDS: RefCell<Words> = const { RefCell::new(Words::new()) };
    }

    let answer_to = |json: &str| ENGINE.with(|engine| door::answer(engine, json));
    let answer = answer_to(line);
    let Ok(wire) = door::request(line) else {
        assert!(answer.contains("\"error\""), "{line} is no request and has a verdict: {answer}");
        return;
    };
    // The answer repeats it, and nothing but the answer has it.
    if wire.id.is_some() {
        return;
    }
    let request = wire.as_request();
    let written = door::request_json(&request, wire.policy, wire.mode);
    // The place of an error is one in the text of the request.
    if answer.starts_with("{\"error\"") {
        return;
    }
    assert_eq!(answer_to(&written), answer, "{line} is another request when it is written: {written}");
    WORDS.with_borrow_mut(|words| match door::read_verdict(&answer, &request, words) {
        Ok(verdict) => assert_eq!(door::verdict(&verdict, &request, None), answer),
        Err(error) => panic!("the verdict on {line} cannot be read: {error:?}: {answer}"),
    });
}
