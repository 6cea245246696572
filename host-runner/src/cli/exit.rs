//! The exit codes of `shellgate`.
//!
//! Owns the numbers that scripts rely on. Chooses none of them.

use std::process::ExitCode;

use policy_core::Decision;

/// The ways to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// Done; for `check`, the command is allowed.
    Done,
    /// Something went wrong that is nobody's mistake here.
    Internal,
    /// The command line of `shellgate` itself is wrong.
    Usage,
    /// `check`: a person decides.
    Ask,
    /// `check`: it must not run.
    Deny,
    /// The settings cannot be used.
    Policy,
    /// `hook`: the answer cannot be given, so the call is blocked.
    Blocked,
    /// `run`: the command was not run.
    NotRun,
}

impl Exit {
    /// The number that the calling program sees.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Internal => 1,
            // Claude Code lets a call go on after every failure but this one.
            Self::Usage | Self::Blocked => 2,
            Self::Ask => 3,
            Self::Deny => 4,
            Self::Policy => 5,
            Self::NotRun => 125,
        }
    }
}

impl From<Decision> for Exit {
    fn from(decision: Decision) -> Self {
        match decision {
            Decision::Allow => Self::Done,
            Decision::Ask => Self::Ask,
            Decision::Deny => Self::Deny,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// The examples and codes of `check`, for its help.
pub(super) const CHECK_CODES: &str = "\
Examples:
  shellgate check 'git log | head -3'
  shellgate check --mode acceptEdits 'sed -i s/a/b/ notes.txt'
  echo '{\"command\":\"ls\"}' | shellgate check --jsonl

Exit codes:
  0  allow
  3  ask
  4  deny
  1  internal error
  2  wrong usage
  5  the settings cannot be used";

/// The codes of `hook`, for its help.
pub(super) const HOOK_CODES: &str = "\
Exit codes:
  0  the answer is on standard output; it is empty for tools other than Bash
  2  wrong usage, or the answer cannot be written: the call is blocked";

/// The examples and codes of `run`, for its help.
pub(super) const RUN_CODES: &str = "\
Examples:
  shellgate run 'git status && ls'
  shellgate run --yes --timeout 60000 'npm test'
  shellgate run --background 'npm run dev'

Exit codes:
  the command's own status, or 128 + N if signal N ended it
  124  timed out
  125  not run: not approved, or denied
  126  found but cannot be executed
  127  not found
  1    internal error
  2    wrong usage
  5    the settings cannot be used";

/// The codes of `sandbox`, for its help.
pub(super) const SANDBOX_CODES: &str = "\
Exit codes:
  the program's own status, or 128 + N if signal N ended it
  125  not started
  126  found but cannot be executed
  127  not found
  2    wrong usage";

/// The codes of `tasks`, for its help.
pub(super) const TASKS_CODES: &str = "\
Exit codes:
  0    done; `wait` exits with the task's own status
  124  `wait`: the task still runs
  125  `wait`: the task's runner was killed, so its status is unknown
  1    internal error
  2    wrong usage, or no such task";

/// The codes of `explain`, for its help.
pub(super) const EXPLAIN_CODES: &str = "\
Exit codes:
  0  success
  1  internal error
  2  wrong usage, or no such name";

/// The codes of `table`, for its help.
pub(super) const TABLE_CODES: &str = "\
Exit codes:
  0  every table compiles, and every example holds
  3  an example does not hold, or with --compare the help of a program names an option that its table lacks
  4  a table does not compile
  1  internal error
  2  wrong usage, or a file cannot be read";

/// The codes of `playground`, for its help.
pub(super) const PLAYGROUND_CODES: &str = "\
Exit codes:
  1  the port cannot be used, or an internal error
  2  wrong usage, or this program was built without the page";

/// The codes of `doctor`, for its help.
pub(super) const DOCTOR_CODES: &str = "\
Exit codes:
  0  everything works
  1  a part is missing, an attack broke a promise (with `--attack`), or an internal error
  2  wrong usage";
