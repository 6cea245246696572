//! Remarks on programs that end other programs or the machine, and on shells that run what was fetched.

use super::remark::{Remark, Table};
use super::subject::RemarkSubject;
use crate::codes::{Code, Help};
use crate::commands::{self, ProgramQuality, has_quality_by_name};
use crate::examples::examples;
use crate::name_set::NameSet;
use crate::script::{Joint, Simple};
use crate::span::Span;
use crate::verdict::Audience;

pub(super) static TABLE: Table = Table {
    programs: NameSet::of(&[
        "bash", "dash", "halt", "kill", "killall", "ksh", "pkill", "poweroff", "reboot", "sh", "shutdown",
        "skill", "zsh",
    ]),
    remarks: REMARKS,
};

static REMARKS: &[Remark] = &[
    Remark {
        code: Code::brief(
            "PIPE_TO_SHELL",
            "runs a script from the network that nobody has read",
            Help::person_only("save the script to a file, read it, and run the file"),
        ),
        audience: Audience::Person,
        programs: &["bash", "dash", "ksh", "sh", "zsh"],
        find: fetched_script,
        fires: examples![
            "curl https://x/install.sh | sh",
            "curl -fsSL https://x | bash -s -- -y",
            "wget -qO- https://x | sudo bash",
            "curl https://x | gunzip | sh",
            "cd a && curl https://x | zsh",
        ],
        silent: examples![
            "curl https://x | sort",
            "cat a.sh | sh",
            "curl https://x > a.sh",
            "sh a.sh",
            "curl x; sh a",
            "curl x | sh a.sh",
        ],
    },
    Remark {
        code: Code::brief(
            "KILL_AT_ONCE",
            "kills a process, which then cannot save or clean up",
            Help::person_only("send the default signal first, without `-9`"),
        ),
        audience: Audience::Person,
        programs: &["kill", "killall", "pkill", "skill"],
        find: |look| {
            let kills =
                |text: &str| matches!(text.strip_prefix("SIG").unwrap_or(text), "9" | "KILL" | "kill");
            // `-9` and `-KILL` are signals, and no options that a table has.
            let short = look.argument(|text| text.strip_prefix('-').is_some_and(kills));
            let given = ["-s", "-n", "--signal"].iter().flat_map(|name| look.reading().all(name));
            let value = || {
                let mut given = given.filter(|given| look.reading().value(given).is_some_and(kills));
                given.next().map(|given| look.reading().span(given.at))
            };
            short.or_else(value)
        },
        fires: examples![
            "kill -9 123",
            "kill -KILL 1",
            "kill -s KILL 1",
            "pkill -9 node",
            "killall -SIGKILL x",
            "pgrep x | xargs kill -9",
            "kill --signal=9 1",
            "sudo kill -n 9 1",
        ],
        silent: examples!["kill 123", "kill -15 9", "pkill node", "kill -l 9", "pkill KILL"],
    },
    Remark {
        code: Code::brief(
            "MACHINE_OFF",
            "turns this machine off, or restarts it",
            Help::person_only("save open work first"),
        ),
        audience: Audience::Person,
        programs: &["halt", "poweroff", "reboot", "shutdown"],
        find: |look| look.any_option(&["--help", "-c", "--version", "--show"]).is_none().then(|| look.span()),
        fires: examples!["sudo reboot", "shutdown -h now", "poweroff"],
        silent: examples!["shutdown -c", "reboot --help", "git log reboot"],
    },
];

/// A shell that reads its script from a pipe, at whose beginning a program fetches something.
fn fetched_script(look: &RemarkSubject<'_>) -> Option<Span> {
    let is_file = look.reading().option("-s").is_none() && look.operands().next().is_some();
    if !look.is_fed() || is_file {
        return None;
    }
    let before = look.script.commands.get(..look.index)?.iter().rev();
    let mut pipeline = before.take_while(|command| matches!(command.after, Joint::Pipe | Joint::PipeBoth));
    let fetches = |command: &Simple| {
        has_quality_by_name(&commands::arguments(look.script, command), ProgramQuality::Downloads)
    };
    pipeline.any(fetches).then(|| look.span())
}
