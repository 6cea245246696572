//! Forms that are the name of a program, which must not run with any arguments.

use super::form::ForbiddenForm;
use crate::codes::{Code, Help};
use crate::examples::examples;

pub(super) static SUPERUSER: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "superuser",
        "running commands as another user (`sudo`, `su`)",
        Help::both("do it without more privileges, or ask the user to run it"),
    ),
    programs: &["su", "sudo"],
    fires: examples![
        "sudo ls",
        "su - root",
        "/usr/bin/sudo -n ls",
        "s'u'do ls",
        "\\sudo ls",
        "X=1 sudo ls",
        "timeout 5 sudo ls",
        "ls; sudo ls",
        "echo $(sudo ls)",
        "x=sudo; $x ls",
        "find . -exec sudo ls {} +",
        "echo a | xargs sudo ls",
        "if sudo ls; then ls; fi",
    ],
    silent: examples![
        "git commit -m \"sudo x\"",
        "echo sudo",
        "man sudo",
        "sudoku",
        "grep -r su src",
        "ls su",
        "command -v sudo",
        "which sudo",
        "type sudo",
    ],
    ..ForbiddenForm::NONE
};

pub(super) static MAKE_FILE_SYSTEM: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "make-file-system",
        "making file systems (`mkfs`)",
        Help::both("ask the user to do it"),
    ),
    programs: &["mkfs"],
    command: |argv| argv.name().is_some_and(|name| name.starts_with("mkfs.")),
    fires: examples!["mkfs -t ext4 /dev/sda1", "mkfs.ext4 /dev/sda1", "/sbin/mkfs.xfs x", "env mkfs x"],
    silent: examples!["echo 'mkfs'", "ls mkfs", "man mkfs.ext4", "mkfifo x"],
    ..ForbiddenForm::NONE
};

pub(super) static POWER: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "power",
        "stopping or restarting the machine (`shutdown`, `reboot`, `halt`, `poweroff`, `init`)",
        Help::both("ask the user to do it"),
    ),
    programs: &["halt", "init", "poweroff", "reboot", "shutdown", "telinit"],
    command: |argv| {
        let verbs = ["halt", "kexec", "poweroff", "reboot"];
        argv.name() == Some("systemctl") && verbs.iter().any(|verb| argv.reading().after(&[verb]).is_some())
    },
    fires: examples![
        "shutdown -h now",
        "reboot",
        "halt",
        "/sbin/poweroff",
        "init 0",
        "systemctl reboot",
        "nohup reboot &",
    ],
    silent: examples![
        "git init",
        "npm init -y",
        "cargo init",
        "echo reboot",
        "systemctl status reboot",
        "./init.sh"
    ],
    ..ForbiddenForm::NONE
};

pub(super) static KILL_BY_NAME: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "kill-by-name",
        "killing processes by name (`pkill`, `killall`)",
        Help::both("end one process by its id with `kill`"),
    ),
    programs: &["killall", "pkill"],
    fires: examples!["pkill node", "killall -9 node", "/usr/bin/pkill -f x"],
    silent: examples!["pgrep node", "echo pkill", "kill 123"],
    ..ForbiddenForm::NONE
};

pub(super) static MOUNT: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "mount",
        "mounting and unmounting (`mount`, `umount`)",
        Help::both("ask the user to do it"),
    ),
    programs: &["mount", "umount"],
    fires: examples!["mount /dev/sda1 /mnt", "umount /mnt", "/bin/mount -o bind a b"],
    silent: examples!["ls mount", "echo umount", "findmnt", "grep mount /proc/mounts"],
    ..ForbiddenForm::NONE
};

pub(super) static FIREWALL: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "firewall",
        "changing the firewall (`iptables`, `ufw`)",
        Help::both("ask the user to do it"),
    ),
    programs: &["ip6tables", "iptables", "ufw"],
    fires: examples!["iptables -F", "ip6tables -L", "ufw disable", "/usr/sbin/ufw allow 22"],
    silent: examples!["echo iptables", "ls ufw", "grep ufw README.md"],
    ..ForbiddenForm::NONE
};

pub(super) static SOCKETS: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "socket-statistics",
        "listing the machine's connections (`ss`, `netstat`)",
        Help::both("ask the user which programs listen there"),
    ),
    programs: &["netstat", "ss"],
    fires: examples!["ss -tlnp", "netstat -an", "command netstat -an", "ss | grep 80"],
    silent: examples!["grep ss src", "echo netstat", "ls ss"],
    ..ForbiddenForm::NONE
};
