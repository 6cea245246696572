//! Forms that are a program with particular options or operands.

use crate::examples::examples;
use alloc::borrow::Cow;
use alloc::string::String;

use super::argv::Argv;
use super::form::ForbiddenForm;
use crate::codes::{Code, Help};
use crate::paths::lexical::clean;

pub(super) static WRITE_DEVICE: ForbiddenForm = ForbiddenForm {
    code: Code::brief("write-device", "writing to a device with `dd`", Help::both("ask the user to do it")),
    command: |argv| argv.name() == Some("dd") && argv.rest().any(|arg| writes_device(&arg)),
    fires: examples![
        "dd if=/dev/zero of=/dev/sda",
        "dd of=/dev/nvme0n1 if=x bs=1M",
        "dd if=x of=//dev/../dev/sda",
        "dd if=x of=\"/dev/$d\"",
    ],
    silent: examples![
        "dd if=/dev/sda of=disk.img",
        "dd if=x of=/dev/null",
        "echo dd of=/dev/sda",
        "dd if=x of=dev/sda",
    ],
    ..ForbiddenForm::NONE
};

/// Whether dd's operand names a device that keeps what is written to it.
fn writes_device(arg: &str) -> bool {
    let Some(path) = arg.strip_prefix("of=") else { return false };
    let path = clean(path);
    path.strip_prefix("/dev/").is_some_and(|device| {
        !matches!(device, "null" | "zero" | "full" | "tty" | "stdout" | "stderr")
            && !device.starts_with("fd/")
    })
}

pub(super) static KILL_9: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "kill-9",
        "killing processes without warning (`kill -9`)",
        Help::both("use `kill` without `-9`, so that the process can clean up"),
    ),
    command: |argv| argv.name() == Some("kill") && kills(argv),
    fires: examples![
        "kill -9 123",
        "kill -KILL 123",
        "kill -SIGKILL 123",
        "kill -s KILL 123",
        "kill -s 9 1",
        "kill -n 9 1",
        "kill -s9 1",
        "kill --signal=kill 1",
        "kill --signal 9 1",
        "/bin/kill -9 1",
        "pgrep x | xargs kill -9",
    ],
    silent: examples![
        "kill 123",
        "kill 9",
        "kill -15 9",
        "kill -TERM 1",
        "kill -s TERM 9",
        "kill -l",
        "kill -- -9",
        "echo kill -9",
    ],
    ..ForbiddenForm::NONE
};

fn kills(argv: &Argv<'_>) -> bool {
    let is_kill = |signal: &str| {
        let upper = signal.to_ascii_uppercase();
        matches!(upper.strip_prefix("SIG").unwrap_or(&upper), "9" | "09" | "KILL")
    };
    let reading = argv.reading();
    let valued = ["-s", "-n", "--signal"].iter().flat_map(|name| reading.all(name));
    let in_value = valued.into_iter().any(|given| {
        let value = given.value.map(|value| argv.shown(value.at).get(value.skip..).is_some_and(is_kill));
        value == Some(true)
    });
    // `-9` and `-KILL` are signals, and no options that a table has.
    in_value || reading.options().iter().any(|given| given.name().strip_prefix('-').is_some_and(is_kill))
}

pub(super) static CHMOD_777: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "chmod-777",
        "granting permissions to everybody (`chmod 777`)",
        Help::both("grant only the permissions that are needed, such as `chmod 755`"),
    ),
    command: |argv| {
        let mode = || argv.reading().operands().first().map(|at| argv.shown(*at));
        argv.name() == Some("chmod") && mode().is_some_and(|mode| opens(&mode))
    },
    fires: examples![
        "chmod 777 x",
        "chmod -R 777 .",
        "chmod 0777 x",
        "chmod 1777 x",
        "chmod a+rwx x",
        "chmod ugo=rwx x",
        "chmod -- 777 x",
        "m=777; chmod $m x",
        "find . -exec chmod 777 {} +",
    ],
    silent: examples![
        "chmod 755 x",
        "chmod 644 777",
        "chmod +x x",
        "chmod u+rwx x",
        "echo chmod 777",
        "chmod 077 x"
    ],
    ..ForbiddenForm::NONE
};

/// Whether a mode gives every right to everybody.
fn opens(mode: &str) -> bool {
    let octal = mode.bytes().all(|byte| byte.is_ascii_digit());
    let clause = |clause: &str| {
        let Some((who, rights)) = clause.split_once(['+', '=']) else { return false };
        let all = |set: &str, wanted: &str| wanted.chars().all(|one| set.contains(one));
        all(rights, "rwx") && (who.contains('a') || all(who, "ugo"))
    };
    octal && mode.ends_with("777") || mode.split(',').any(clause)
}

pub(super) static CHOWN_ROOT: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "chown-root",
        "giving files to root (`chown root`)",
        Help::both("leave the owner as it is, or ask the user to do it"),
    ),
    command: |argv| {
        let owner = || argv.reading().operands().first().map(|at| argv.shown(*at));
        let is_root =
            |owner: Cow<'_, str>| matches!(owner.split([':', '.']).next(), Some("root" | "0" | "+0"));
        argv.name() == Some("chown") && owner().is_some_and(is_root)
    },
    fires: examples![
        "chown root x",
        "chown -R root:root .",
        "chown root. x",
        "chown 0:0 x",
        "chown -- root x"
    ],
    silent: examples![
        "chown user x",
        "chown user root",
        "chown :staff x",
        "echo chown root",
        "chown 1000:0 x"
    ],
    ..ForbiddenForm::NONE
};

pub(super) static PROCESS_LIST: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "process-list",
        "listing every process (`ps aux`, `top`, `htop`)",
        Help::both("ask for one process, with `ps -p ID` or `pgrep NAME`"),
    ),
    programs: &["htop", "top"],
    command: |argv| argv.name() == Some("ps") && lists_all(argv),
    fires: examples![
        "ps aux",
        "ps -aux",
        "ps auxww",
        "ps axu",
        "ps a u x",
        "ps aux | grep node",
        "top -b -n 1",
        "htop",
    ],
    silent: examples![
        "ps",
        "ps -p 1",
        "ps -o pid,args -p 1",
        "ps -axo user",
        "ps -eo pid,user",
        "echo ps aux",
        "git log --top",
        "ls top",
    ],
    ..ForbiddenForm::NONE
};

/// Whether the letters `a`, `u` and `x` are all among the options of ps, which may occur without a dash.
fn lists_all(argv: &Argv<'_>) -> bool {
    let mut letters = String::new();
    for arg in argv.rest().filter(|arg| !arg.starts_with("--")) {
        let own = arg.strip_prefix('-').unwrap_or(&arg);
        // The value of one of these names columns or processes, and what follows may be more of it.
        if !own.bytes().all(|byte| byte.is_ascii_alphabetic()) || own.contains(['o', 'O', 'p', 'C', 't', 'U'])
        {
            break;
        }
        letters.push_str(own);
    }
    ['a', 'u', 'x'].into_iter().all(|letter| letters.contains(letter))
}
