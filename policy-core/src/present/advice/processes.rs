//! Remarks on programs that end other programs or the machine.

use super::remark::{Remark, Table};
use crate::codes::{Code, Help};
use crate::name_set::NameSet;
use crate::verdict::Audience;

pub(super) static TABLE: Table = Table {
    programs: NameSet::of(&["halt", "kill", "killall", "pkill", "poweroff", "reboot", "shutdown", "skill"]),
    remarks: REMARKS,
};

static REMARKS: &[Remark] = &[
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
        fires: &[
            "kill -9 123",
            "kill -KILL 1",
            "kill -s KILL 1",
            "pkill -9 node",
            "killall -SIGKILL x",
            "pgrep x | xargs kill -9",
            "kill --signal=9 1",
            "sudo kill -n 9 1",
        ],
        silent: &["kill 123", "kill -15 9", "pkill node", "kill -l 9", "pkill KILL"],
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
        fires: &["sudo reboot", "shutdown -h now", "poweroff"],
        silent: &["shutdown -c", "reboot --help", "git log reboot"],
    },
];
