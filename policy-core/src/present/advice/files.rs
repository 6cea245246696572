//! Remarks on programs that remove, overwrite or open up files.

use super::remark::{Remark, Table};
use super::subject::RemarkSubject;
use crate::codes::{Code, Help};
use crate::commands::Arg;
use crate::examples::examples;
use crate::name_set::NameSet;
use crate::paths::{critical, lexical};
use crate::span::Span;
use crate::verdict::Audience;

/// Words that stand for a whole place although it is only known when they are expanded.
pub(super) const PLACES: &[&str] =
    &["$HOME", "$HOME/*", "$PWD", "$PWD/*", "${HOME}", "${PWD}", "*", ".*", "../*", "./*", "/*", "~", "~/*"];

pub(super) static TABLE: Table = Table {
    programs: NameSet::of(&[
        "chmod",
        "dd",
        "find",
        "mkfs",
        "mkfs.ext4",
        "mkfs.vfat",
        "mkfs.xfs",
        "mkswap",
        "rm",
        "shred",
        "truncate",
        "wipefs",
    ]),
    remarks: REMARKS,
};

/// The code of the warning about a removal that loses a whole place: a finding may say the same.
pub const REMOVE_PLACE: &str = "REMOVE_PLACE";

static REMARKS: &[Remark] = &[
    Remark {
        code: Code::brief(
            REMOVE_PLACE,
            "removes a working directory, a home directory, a directory around one, or every file here",
            Help::person_only("name the files to remove"),
        ),
        audience: Audience::Person,
        programs: &["rm"],
        find: |look| look.option("--recursive").and_then(|_| place(look)),
        fires: examples![
            "rm -rf .",
            "rm -rf ..",
            "rm -r ../..",
            "rm -rf /",
            "rm -rf ~",
            "rm -rf *",
            "rm -rf /repo/app",
            "rm -rf /repo",
            "sudo rm -rf /usr",
            "rm -rf ./*",
            "rm -rf sub/..",
            "rm -rf $HOME",
            "rm -rf \"$HOME/\"",
        ],
        silent: examples![
            "rm -rf target",
            "rm .",
            "rm -rf /repo/app/target",
            "rm -rf ../other/target",
            "rm -rf a/*"
        ],
    },
    Remark {
        code: Code::brief(
            "REMOVE_TREE",
            "permanently removes directories with everything in them",
            Help::person_only("first list their content with `ls` or `find`"),
        ),
        audience: Audience::Person,
        programs: &["rm"],
        find: |look| look.option("--recursive").filter(|_| place(look).is_none()),
        fires: examples![
            "rm -rf target",
            "rm -r a b",
            "rm a --recursive",
            "find . -name x | xargs rm -rf",
            "find . -name x -exec rm -rf {} +",
            "timeout 5 rm -R a",
            "X=1 rm -fr a",
            "bash -c 'rm -rf a'",
        ],
        silent: examples!["rm a", "rm -f a", "rm -- -r", "rm -rf .", "echo rm -r a"],
    },
    Remark {
        code: Code::brief(
            "FIND_DELETE",
            "removes every file that it finds",
            Help::person_only("run it without `-delete` first, and read the list"),
        ),
        audience: Audience::Person,
        programs: &["find"],
        find: |look| look.argument(|text| text == "-delete"),
        fires: examples!["find . -name '*.tmp' -delete", "find a -delete", "nice find . -empty -delete"],
        silent: examples!["find . -name x", "find . -name delete", "echo -delete"],
    },
    Remark {
        code: Code::brief(
            "WORLD_WRITABLE",
            "lets every user of this machine change these files",
            Help::person_only("give the permission to the owner only: `u+w`, 755, 644"),
        ),
        audience: Audience::Person,
        programs: &["chmod"],
        find: |look| look.operands().next().filter(|mode| mode.text().is_some_and(opens)).map(|it| it.span),
        fires: examples![
            "chmod -R 777 .",
            "chmod 777 a",
            "chmod a+rwx a",
            "chmod 0666 a",
            "chmod o+w a",
            "chmod u=rwx,o=rw a",
        ],
        silent: examples![
            "chmod 755 a",
            "chmod +x a",
            "chmod u+w a",
            "chmod a+r 777",
            "chmod o-w a",
            "chmod u+w,o+r a",
        ],
    },
    Remark {
        code: Code::brief(
            "TRUNCATES_FILE",
            "truncates these files; the data after the new end is lost",
            Help::person_only("make a copy first"),
        ),
        audience: Audience::Person,
        programs: &["truncate"],
        find: |look| {
            let grows =
                look.argument(|text| text.starts_with("-s+") || text.starts_with('+') || text.contains("=+"));
            look.any_option(&["--size", "--reference"]).filter(|_| grows.is_none())
        },
        fires: examples!["truncate -s 0 a", "truncate --size=0 a", "sudo truncate -s0 a.log"],
        silent: examples!["truncate --help", "truncate -s +1M a", "echo truncate -s 0 a"],
    },
    Remark {
        code: Code::brief(
            "OVERWRITES_DEVICE_OR_FILE",
            "overwrites a file or a device byte by byte",
            Help::person_only("check the name after `of=` twice"),
        ),
        audience: Audience::Person,
        programs: &["dd"],
        find: |look| look.argument(|text| text.starts_with("of=") && text != "of=/dev/null"),
        fires: examples!["dd if=a of=b", "sudo dd if=a.iso of=/dev/sda bs=4M", "dd of=b"],
        silent: examples!["dd if=a of=/dev/null", "dd if=a", "echo of=b"],
    },
    Remark {
        code: Code::brief(
            "DESTROYS_DATA",
            "overwrites data so that no tool can restore it",
            Help::person_only("check the name of the file or the device twice"),
        ),
        audience: Audience::Person,
        programs: &["mkfs", "mkfs.ext4", "mkfs.vfat", "mkfs.xfs", "mkswap", "shred", "wipefs"],
        find: |look| look.operands().next().map(|_| look.span()),
        fires: examples!["shred -u a", "sudo mkfs.ext4 /dev/sda1", "wipefs -a /dev/sda"],
        silent: examples!["shred --help", "mkfs", "echo shred a"],
    },
];

/// The operand that stands for a whole place.
fn place(look: &RemarkSubject<'_>) -> Option<Span> {
    let is_critical =
        |path: &str| critical::critical_removal(path, look.place.cwd, look.place.home).is_some();
    let is_place = |path: &str| {
        let clean = lexical::clean(path);
        let climbs = clean.split('/').all(|part| matches!(part, "." | ".."));
        let resolved = lexical::resolve(look.place.cwd, look.place.home, path);
        path == "~"
            || path == "~/"
            || climbs && clean != "/"
            || resolved.as_deref().is_some_and(is_critical)
            || is_critical(path)
    };
    let is_known_by_look = |arg: &Arg<'_>| {
        let written = arg.span.slice(look.script.source).trim_matches('"');
        arg.text().is_none() && PLACES.binary_search(&written.trim_end_matches('/')).is_ok()
    };
    let found = |arg: &&Arg<'_>| arg.text().is_some_and(is_place) || is_known_by_look(arg);
    look.operands().find(found).map(|arg| arg.span)
}

/// Whether a mode of chmod(1) gives others the permission to write.
fn opens(mode: &str) -> bool {
    if mode.bytes().all(|byte| byte.is_ascii_digit()) {
        return mode.len() >= 3 && mode.bytes().last().is_some_and(|digit| (digit - b'0') & 2 != 0);
    }
    mode.split(',').any(|clause| {
        let Some(at) = clause.find(['+', '=']) else { return false };
        let (who, what) = clause.split_at(at);
        who.contains(['o', 'a']) && what.contains('w')
    })
}
