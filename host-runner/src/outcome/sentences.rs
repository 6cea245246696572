//! How a run ended, in a few words for a person or a model.
//!
//! Owns the words. Foreign names in them are made visible.

use policy_core::visible::line;

use super::Outcome;

/// How it ended. A status that is no failure for its program is not reported as one.
pub(crate) fn ended(outcome: &Outcome) -> String {
    if let (Some(_), Some(why)) = (outcome.end.ended_by(), &outcome.return_code_interpretation) {
        return why.clone();
    }
    let how = match (&outcome.signal, outcome.failed) {
        (Some(signal), _) => format!("ended by {signal}"),
        (None, true) => format!("failed with exit {}", outcome.exit_code),
        (None, false) => format!("exit {}", outcome.exit_code),
    };
    match &outcome.return_code_interpretation {
        Some(means) if outcome.signal.is_none() => format!("{how} ({})", line(means)),
        _ => how,
    }
}

/// The processes that were killed with the command, or that it left behind; none when there were none.
pub(crate) fn killed(outcome: &Outcome) -> Option<String> {
    const NAMED: usize = 5;
    let names = outcome.killed.iter().take(NAMED);
    let mut names = names.map(|it| format!("`{}` ({})", line(&it.name), it.pid)).collect::<Vec<_>>();
    if outcome.killed.len() > NAMED {
        names.push(format!("{} more", outcome.killed.len() - NAMED));
    }
    let when =
        if outcome.end.ended_by().is_some() { "killed with the command" } else { "left behind and killed" };
    (!names.is_empty()).then(|| format!("{when}: {}", names.join(", ")))
}

/// The files that were edited, as their number.
pub(crate) fn edited(files: usize) -> String {
    match files {
        0 => "nothing to change".to_owned(),
        1 => "1 file edited as shown".to_owned(),
        many => format!("{many} files edited as shown"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::process::Process;
    use crate::outcome::RunEnd;

    #[test]
    fn what_was_ended_is_named() {
        let process = |pid| Process { pid, name: "sl\u{1b}eep".to_owned(), command: "sleep 9".to_owned() };
        let left = |count| Outcome { killed: (1..=count).map(process).collect(), ..Outcome::default() };
        assert_eq!(killed(&left(0)), None);
        let one = killed(&left(1)).unwrap();
        assert!(one.starts_with("left behind and killed: `sl") && one.ends_with("` (1)"));
        assert!(!one.contains('\u{1b}'));
        assert!(killed(&left(7)).unwrap().ends_with("(5), 2 more"));
        let late = Outcome { end: RunEnd::TimedOut { after_ms: 5 }, ..left(1) };
        assert!(killed(&late).unwrap().starts_with("killed with the command: "));
    }

    #[test]
    fn a_status_is_reported_as_what_it_means_and_as_a_failure_only_when_it_is_one() {
        let means = |text: &str| Some(text.to_owned());
        let nothing = Outcome {
            exit_code: 1,
            return_code_interpretation: means("no line matched"),
            ..Outcome::default()
        };
        let broken = Outcome { exit_code: 3, failed: true, ..Outcome::default() };
        let named = Outcome { return_code_interpretation: means("it is wrong"), ..broken.clone() };
        let killed = Outcome { signal: means("SIGKILL"), ..named.clone() };
        let late = Outcome {
            end: RunEnd::TimedOut { after_ms: 5 },
            return_code_interpretation: means("timed out after 5 ms"),
            ..killed.clone()
        };
        for (outcome, expected) in [
            (Outcome::default(), "exit 0"),
            (nothing, "exit 1 (no line matched)"),
            (broken, "failed with exit 3"),
            (named, "failed with exit 3 (it is wrong)"),
            (killed, "ended by SIGKILL"),
            (late, "timed out after 5 ms"),
        ] {
            assert_eq!(ended(&outcome), expected);
        }
    }
}
