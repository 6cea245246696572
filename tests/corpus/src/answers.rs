//! The linked core over a corpus: each question asked by the way in that takes its text as it is.

use policy_core::door::{self, Desk, Door, Unit};

use crate::questions::{Corpus, Entry, Question};

/// The settings of a corpus, opened in order.
#[derive(Debug, Default)]
pub(crate) struct Core {
    /// The gate of each settings, or the text that says why it cannot be opened.
    doors: Vec<Result<Door, String>>,
    desk: Desk,
}

impl Core {
    /// Opens the next settings, which must be valid in this revision.
    pub(crate) fn add(&mut self, door: Door) {
        self.doors.push(Ok(door));
    }

    /// The exact text that the core answers.
    pub(crate) fn answer(&mut self, question: &Question) -> String {
        match question {
            Question::Check { policy, utf16, request } => {
                let unit = if *utf16 { Unit::Utf16 } else { Unit::Byte };
                match &mut self.doors[*policy] {
                    Ok(door) => door.answer_in(unit, request),
                    Err(why) => why.clone(),
                }
            }
            Question::Call(call) => self.desk.call(call),
            Question::Open(options) => {
                door::open(options).map_or_else(|error| error.to_json(), |_| "{}".to_owned())
            }
        }
    }
}

/// The same questions with the answers of the linked core. Settings that it refuses answer each of their questions with
/// the refusal.
pub fn answered(corpus: Corpus) -> Corpus {
    let Corpus { policies, entries } = corpus;
    let doors = policies.iter().map(|options| door::open(options).map_err(|error| error.to_json())).collect();
    let mut core = Core { doors, desk: Desk::new() };
    let entries = entries.into_iter().map(|entry| {
        let answer = core.answer(&entry.question);
        Entry { answer, ..entry }
    });
    Corpus { entries: entries.collect(), policies }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_answer_is_replaced_and_refused_settings_answer_with_the_refusal() {
        let check =
            |policy| Question::Check { policy, utf16: false, request: r#"{"command":"ls"}"#.to_owned() };
        let entry = |question| Entry { group: "g".to_owned(), question, answer: String::new() };
        let options = [r"{}", r#"{"policy":"{"}"#];
        let asked = Corpus {
            policies: options.map(str::to_owned).to_vec(),
            entries: [
                check(0),
                check(1),
                Question::Open(options[1].to_owned()),
                Question::Open("{}".to_owned()),
            ]
            .map(entry)
            .to_vec(),
        };
        let answers: Vec<String> = answered(asked).entries.into_iter().map(|entry| entry.answer).collect();
        assert!(answers[0].starts_with(r#"{"decision":"allow""#), "{}", answers[0]);
        assert!(answers[1].starts_with(r#"{"error":"#), "{}", answers[1]);
        assert_eq!((&answers[1], answers[3].as_str()), (&answers[2], "{}"));
    }
}
