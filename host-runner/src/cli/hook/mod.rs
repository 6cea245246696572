//! `hook`: answers an agent's question before it runs a command: allow, ask or deny.
//!
//! Owns the way from standard input to an exit code. No call goes unanswered: whatever goes wrong on the way blocks it. What
//! an agent sends and understands is the core's ([`policy_core::agents`]).

mod confine;
mod deadline;
mod judge;
mod output;
mod record;

use std::io::{self, Read};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::time::Duration;

use policy_core::agents::{self, BLOCKED, HookAnswer, Ruling};

use super::arguments::Hook;
use super::request::COMMAND_BYTES_MAX;
use super::terminal;

/// Longest question that is read, in bytes: a command may be escaped, and there is text besides it.
const INPUT_BYTES_MAX: usize = 8 * COMMAND_BYTES_MAX;

/// Answers the question on standard input. Never fails: every way to end is an answer, or blocks the call.
pub(super) fn hook(asked: &Hook) -> ExitCode {
    let answer = match deadline::start(Duration::from_millis(asked.deadline), asked.agent) {
        Ok(()) => guarded(asked, || match input(io::stdin().lock()) {
            Ok(input) => answered(&input, asked),
            Err(problem) => agents::failure(asked.agent, &problem),
        }),
        Err(error) => agents::failure(asked.agent, &format!("its deadline cannot be set: {error}")),
    };
    // Never given back: once the answer is out, nothing else may follow it.
    std::mem::forget(deadline::turn());
    match output::write(&answer) {
        Ok(()) => answer.exit.into(),
        Err(error) => {
            terminal::message(&format!(
                "shellgate: the answer cannot be written, so the call is blocked: {error}"
            ));
            BLOCKED.into()
        }
    }
}

/// What `judge` answers; a panic in it blocks the call.
fn guarded(asked: &Hook, judge: impl FnOnce() -> HookAnswer) -> HookAnswer {
    let answer = panic::catch_unwind(AssertUnwindSafe(judge));
    answer.unwrap_or_else(|_| {
        agents::failure(asked.agent, "the command could not be judged, because shellgate failed")
    })
}

fn input(input: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match input.take(INPUT_BYTES_MAX as u64 + 1).read_to_end(&mut bytes) {
        Err(error) => Err(format!("the call of the hook cannot be read: {error}")),
        Ok(_) if bytes.len() > INPUT_BYTES_MAX => Err("the call of the hook is longer than 8 MiB".to_owned()),
        Ok(_) => Ok(bytes),
    }
}

/// The answer to the call in `input`.
fn answered(input: &[u8], asked: &Hook) -> HookAnswer {
    let call = match agents::read(input, asked.agent) {
        Ok(call) => record::completed(call),
        Err(problem) => return agents::failure(asked.agent, &problem.to_string()),
    };
    if call.commands.is_empty() {
        return agents::answer(&call, &Ruling::default());
    }
    match judge::judged(&call, asked) {
        Ok(ruling) => agents::answer(&call, &ruling),
        Err(problem) => agents::failure(Some(call.agent), &problem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::arguments::{Command, Shellgate};
    use clap::Parser as _;

    fn asked() -> Hook {
        match Shellgate::try_parse_from(["shellgate", "hook"]).unwrap().command {
            Command::Hook(asked) => asked,
            _ => unreachable!("it is `hook`"),
        }
    }

    #[test]
    fn a_panic_blocks_the_call() {
        let answer = guarded(&asked(), || panic!("on purpose"));
        assert_eq!((answer.exit, answer.stdout.as_str()), (BLOCKED, ""));
        assert!(answer.stderr.contains("shellgate failed"));
    }

    #[test]
    fn a_question_without_an_end_is_not_read_for_ever() {
        assert!(input(io::repeat(b' ')).is_err());
    }
}
