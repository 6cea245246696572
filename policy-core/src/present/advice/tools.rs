//! Remarks for a model that has its own tools for reading, searching and changing files. No person sees them.

use crate::examples::examples;
use alloc::vec::Vec;

use super::super::inward::base_name;
use super::remark::{Remark, Table};
use super::subject::RemarkSubject;
use crate::codes::{Code, Help};
use crate::commands::Arg;
use crate::name_set::NameSet;
use crate::span::Span;
use crate::verdict::Audience;

pub(super) static TABLE: Table = Table {
    programs: NameSet::of(&[
        "ack", "ag", "awk", "bat", "batcat", "cat", "echo", "egrep", "fd", "fdfind", "fgrep", "find", "gawk",
        "grep", "gsed", "head", "less", "more", "nl", "perl", "printf", "rg", "ruby", "sed", "tail", "tee",
    ]),
    remarks: REMARKS,
};

static REMARKS: &[Remark] = &[
    Remark {
        code: Code::brief(
            "PREFER_READ_TOOL",
            "prints a file unchanged",
            Help::both("a tool that reads files shows it with line numbers, and needs no shell"),
        ),
        audience: Audience::Model,
        programs: &["bat", "batcat", "cat", "head", "less", "more", "nl", "sed", "tail"],
        find: reads_file,
        fires: examples![
            "cat src/a.rs",
            "head -50 a",
            "head -n 5 a",
            "tail -n 20 a",
            "sed -n '10,40p' a",
            "cd sub && cat a",
            "cat a b",
        ],
        silent: examples![
            "cat a | wc -l",
            "git log | head -5",
            "tail -f log",
            "cat a > b",
            "cat",
            "cat <<E\nx\nE",
            "sed s/a/b/ a",
            "ls",
        ],
    },
    Remark {
        code: Code::brief(
            "PREFER_SEARCH_TOOL",
            "searches through files",
            Help::both("a tool that searches files returns the matches in pages that can be folded"),
        ),
        audience: Audience::Model,
        programs: &["ack", "ag", "egrep", "fgrep", "grep", "rg"],
        find: |look| {
            let alone = !look.is_fed() && !look.feeds();
            let own = matches!(base_name(look.all), "rg" | "ag" | "ack");
            let recursive = || look.any_option(&["--recursive", "--dereference-recursive"]).is_some();
            (alone && (own || recursive())).then(|| look.span())
        },
        fires: examples!["grep -rn foo src", "rg foo", "grep -R --include=*.rs foo .", "cd sub && rg -l foo"],
        silent: examples![
            "grep foo a",
            "ls | grep -r foo",
            "grep -rl foo . | wc -l",
            "grep -e -r a",
            "git grep foo"
        ],
    },
    Remark {
        code: Code::brief(
            "PREFER_FIND_TOOL",
            "searches for files by name",
            Help::both("a tool that finds files by pattern returns the same list"),
        ),
        audience: Audience::Model,
        programs: &["fd", "fdfind", "find"],
        find: |look| {
            let acts = look.argument(|text| {
                matches!(text, "-exec" | "-execdir" | "-ok" | "-okdir" | "-delete" | "-x" | "-X")
            });
            let names = look.argument(|text| {
                matches!(text, "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-regex")
            });
            let own = base_name(look.all) != "find";
            (acts.is_none() && (own || names.is_some()) && !look.feeds()).then(|| look.span())
        },
        fires: examples!["find . -name '*.rs'", "find src -iname x -type f", "fd foo"],
        silent: examples![
            "find . -name x -delete",
            "find . -mtime 1",
            "find . -name x | xargs wc",
            "find . -name x -exec wc {} +",
        ],
    },
    Remark {
        code: Code::brief(
            "PREFER_EDIT_TOOL",
            "changes a file in place",
            Help::both("a tool that edits files shows the change before it is made"),
        ),
        audience: Audience::Model,
        programs: &["awk", "gawk", "gsed", "perl", "ruby", "sed"],
        find: |look| match base_name(look.all) {
            "sed" | "gsed" => look.option("--in-place"),
            "awk" | "gawk" => look.argument(|text| text == "inplace"),
            _ => look.option("-i"),
        },
        fires: examples![
            "sed -i s/a/b/ a",
            "sed -i.bak s/a/b/ a",
            "sed -Ei s/a/b/ a",
            "perl -pi -e s/a/b/ a",
            "gawk -i inplace 1 a",
        ],
        silent: examples!["sed s/a/b/ a", "sed -n 1p a", "perl -e 1", "sed -e -i a", "gawk 1 a"],
    },
    Remark {
        code: Code::brief(
            "PREFER_WRITE_TOOL",
            "writes text to a file",
            Help::both("a tool that writes files shows the text before it is written, and needs no quoting"),
        ),
        audience: Audience::Model,
        programs: &["cat", "echo", "printf", "tee"],
        find: |look| {
            let written = look.output().map(|redirect| redirect.span);
            match base_name(look.all) {
                "cat" => written.filter(|_| look.here_document().is_some()),
                "tee" => look.here_document().map(|_| look.span()),
                _ => written,
            }
        },
        fires: examples!["echo x > a", "printf 'a\\n' >> a", "cat > a <<'E'\nx\nE", "tee a <<E\nx\nE"],
        silent: examples![
            "echo x",
            "echo x > /dev/null",
            "echo x >&2",
            "cat a > b",
            "echo x 2> log",
            "echo x | tee a",
        ],
    },
];

fn reads_file(look: &RemarkSubject<'_>) -> Option<Span> {
    if look.is_fed() || look.feeds() || look.output().is_some() || look.here_document().is_some() {
        return None;
    }
    if base_name(look.all) == "sed" {
        let prints = look.option("--quiet")?;
        let operands: Vec<&Arg<'_>> = look.operands().collect();
        let range = operands.first().and_then(|arg| arg.text()).and_then(|text| text.strip_suffix('p'));
        let lines =
            range.is_some_and(|range| range.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b',' | b'$')));
        return (lines && operands.len() > 1).then(|| prints.join(look.span()));
    }
    let follows = look.any_option(&["--follow", "-f", "-F"]);
    (follows.is_none() && look.operands().next().is_some()).then(|| look.span())
}
