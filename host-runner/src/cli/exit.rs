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
    /// `policy diff`: the second policy permits more.
    MorePermissive,
    /// The command line of `shellgate` itself is wrong.
    Usage,
    /// `check`: a person decides.
    Ask,
    /// `check`: it must not run.
    Deny,
    /// The settings cannot be used.
    Policy,
    /// `run`: the command was not run.
    NotRun,
}

impl Exit {
    /// The number that the calling program sees.
    pub(super) const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Internal | Self::MorePermissive => 1,
            // Agents let the call of a hook go on after every failure but this one.
            Self::Usage => 2,
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

/// The examples and codes of `fetch`, for its help.
pub(super) const FETCH_CODES: &str = "\
Examples:
  shellgate fetch https://doc.rust-lang.org/book/
  shellgate fetch --yes --json https://example.com/

Exit codes:
  0  an answer of the server, also one such as 404, or a redirect that was not followed
  3  ask
  4  deny, by a rule or because the host leads into a private network
  1  no answer, or an internal error
  2  wrong usage, or this program was built without the web tools
  5  the settings cannot be used";

/// The examples and codes of `search`, for its help.
pub(super) const SEARCH_CODES: &str = "\
Examples:
  shellgate search --yes rust async runtime
  shellgate search --yes --allowed-domain docs.rs --num-results 3 'hyper client'

Environment:
  BRAVE_API_KEY, BRAVE_SEARCH_API_KEY  the key of Brave Search

Exit codes:
  0  results, or none
  3  ask
  4  deny
  1  no answer, or an internal error
  2  wrong usage, or this program was built without the web tools
  5  the settings cannot be used";

/// The codes of `hook`, for its help.
pub(super) const HOOK_CODES: &str = "\
Exit codes:
  0  the answer is on standard output; it is empty where there is nothing to say
  2  the call is blocked: it cannot be judged, the time is over, the answer cannot be written, or wrong usage";

/// The examples and codes of `mcp`, for its help.
pub(super) const MCP_CODES: &str = "\
Examples:
  shellgate install claude --mcp
  shellgate mcp --mode acceptEdits

Exit codes:
  0        the agent closed standard input; every command has ended
  128 + N  signal N ended it; every command has ended
  1        internal error
  2        wrong usage, or this program was built without the server";

/// The examples and codes of `install` and `uninstall`, for their help.
pub(super) const INSTALL_CODES: &str = "\
Examples:
  shellgate install claude
  shellgate install claude --mcp
  shellgate install codex --dry-run
  sudo shellgate install claude --managed
  shellgate uninstall gemini --yes

Exit codes:
  0    done, or there was nothing to change
  125  a person said no
  1    a file cannot be read or written, the canary was not blocked, or a harmless command was
  2    wrong usage, or nobody can be asked and --yes was not given
  5    a settings file of the agent is not valid, or has no place for what is installed";

/// The examples and codes of `policy diff`, for its help.
pub(super) const POLICY_DIFF_CODES: &str = "\
Examples:
  shellgate policy diff old.json new.json
  shellgate policy diff old.json new.json --log ~/.claude/projects

Exit codes:
  0    the second policy permits nothing more
  1    it permits more, or something could not be read
  2    wrong usage, or a log cannot be read
  5    a settings file cannot be used";

/// The examples and codes of `policy why-not`, for its help.
pub(super) const POLICY_WHY_NOT_CODES: &str = "\
Examples:
  shellgate policy why-not 'npm run build'
  shellgate policy why-not --want deny 'git push --force'

Exit codes:
  0    done, also if no change was found
  2    wrong usage
  5    the settings cannot be used";

/// The examples and codes of `policy suggest`, for its help.
pub(super) const POLICY_SUGGEST_CODES: &str = "\
Examples:
  shellgate policy suggest --log ~/.claude/projects
  shellgate policy suggest --log log.jsonl --top 3 --into .claude/settings.local.json

Exit codes:
  0    done, or there was nothing to suggest
  125  a person said no
  1    a file cannot be read or written
  2    wrong usage, a log cannot be read, or nobody can be asked and --yes was not given
  5    the settings cannot be used";

/// The examples and codes of `import`, for its help.
pub(super) const IMPORT_CODES: &str = "\
Examples:
  shellgate import opencode
  shellgate import codex ~/.codex/rules/default.rules --into .claude/settings.json
  shellgate import cursor --into ~/.claude/settings.json --dry-run

Exit codes:
  0    done, or there was nothing to change
  125  a person said no
  1    a file cannot be read or written
  2    wrong usage, no file of the tool was found, or nobody can be asked and --yes was not given
  5    a file of the tool or the settings file is not valid";

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

/// The examples and codes of `approvals`, for its help.
pub(super) const APPROVALS_CODES: &str = "\
Examples:
  shellgate approvals list
  shellgate approvals revoke a1

Exit codes:
  0  done
  1  a settings file cannot be changed, so its rule still counts, or an internal error
  2  wrong usage, or no such approval";

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

/// The examples and codes of `policy lint`, for its help.
pub(super) const POLICY_LINT_CODES: &str = "\
Examples:
  shellgate policy lint
  shellgate policy lint --policy .claude/settings.json --fix

Exit codes:
  0    there is no warning; there may be notes
  3    there are warnings, or with --fix some are left
  125  a person said no
  1    a file cannot be read or written
  2    wrong usage, or nobody can be asked and --yes was not given
  5    the settings cannot be used";

/// The codes of `policy test`, for its help.
pub(super) const POLICY_TEST_CODES: &str = "\
A test: {\"command\": \"git push\", \"expect\": \"ask\"}, in the list \"tests\" of a settings file or of a file of its
own; besides, as wanted: code, cwd, mode, name, shell, tool.

Exit codes:
  0  every test holds
  3  a test does not hold
  1  internal error
  2  wrong usage, or there are no tests
  5  the settings or the tests cannot be used";

/// The codes of `playground`, for its help.
pub(super) const PLAYGROUND_CODES: &str = "\
Exit codes:
  1  the port cannot be used, or an internal error
  2  wrong usage, or this program was built without the page";

/// The codes of `doctor`, for its help.
pub(super) const DOCTOR_CODES: &str = "\
Exit codes:
  0  everything works
  1  a part is missing, the hook of an agent does not work, an attack broke a promise (with `--attack`), or an
     internal error
  2  wrong usage";
