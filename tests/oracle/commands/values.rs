//! Values that fit a role: most of them exist in the place, all of them are harmless as far as a table can know.

use policy_core::commands::{Check, Kind, Language, Role};

use test_support::random::Random;

const TEXTS: &[&str] = &["x", "foo", "a b", "", "-", "one,two", "%s", "é", "x=1", "@", "/"];
const PATTERNS: &[&str] = &["foo", "^a", "[0-9]+", "*.rs", "TODO", "a", "o$", "src/*", ".", "main", "x\\|y"];
const SETTINGS: &[&str] = &[
    "1",
    "2",
    "0",
    "10",
    "-1",
    "+1",
    "3k",
    "1M",
    "auto",
    "always",
    "never",
    "all",
    "none",
    "name",
    "size",
    "time",
    "full",
    "short",
    "long",
    "json",
    "text",
    "line",
    "%s",
    "%F",
    "1d",
    "2020-01-01",
    "yes",
    "no",
    "utf-8",
    "C",
    "1,2",
    "1-2",
    ":",
    ",",
    "x",
    "md5",
    "sha256",
    "16",
    "iso",
    "c",
    "d",
    "f",
    "r",
    "s",
];
const PATHS: &[&str] = &[
    "a",
    "b",
    "README.md",
    "words",
    "src",
    "src/main.rs",
    "src/a.rs",
    "src/a.c",
    "src/a.py",
    "src/a.js",
    "sub",
    "sub/b",
    "sub/deep/c.txt",
    "sub/run.sh",
    ".",
    "link",
    "linked",
    "dangling",
    "empty",
    "binary",
    "program",
    "a.tar",
    "a.tgz",
    "a.gz",
    "a.bz2",
    "a.xz",
    "a.zst",
    "a.zip",
    "a.a",
    "data.json",
    "data.yaml",
    "data.xml",
    "data.csv",
    "data.tsv",
    "data.toml",
    "data.db",
    "x.patch",
    "Makefile",
    "package.json",
    ".git",
    ".git/HEAD",
    "missing",
    "*",
    "src/*.rs",
    "a*",
    "./a",
    "/dev/null",
    "-",
];
const DIRECTORIES: &[&str] = &["sub", "src", ".", "sub/deep", "docs", "./sub"];
const REVISIONS: &[&str] = &[
    "HEAD",
    "HEAD~1",
    "main",
    "topic",
    "v1",
    "v2",
    "v1..HEAD",
    "topic...main",
    "stash@{0}",
    "HEAD:README.md",
    "HEAD^{tree}",
    "README.md",
    "src",
    ":/First",
    "origin",
    "--",
];
const HOSTS: &[&str] = &["localhost", "127.0.0.1", "example.invalid"];
const SHELL: &[&str] = &["ls", "echo x", "cat a | wc -l"];
const SED: &[&str] = &["s/a/b/", "1,3p", "$d", "/foo/!d", "s/o/0/gp", "y/ab/cd/", "=", "N;P;D"];
const AWK: &[&str] =
    &["{print $1}", "NR==1", "/foo/", "BEGIN{print 1}", "{n+=$1} END{print n}", "{printf \"%s\\n\", $2}"];
const JQ: &[&str] = &[".", ".a", ".b[]", "keys", "length", ".[\"name\"]", "to_entries", "map(.)?"];
const DATES: &[&str] = &["+%F", "+%s", "+%Y-%m-%d %H:%M:%S", "+"];
const PRETTY: &[&str] = &["oneline", "%h %s", "format:%an", "fuller", "raw"];
const REFERENCES: &[&str] = &["%(refname)", "%(objectname) %(refname:short)", "%(if)%(HEAD)%(then)x%(end)"];
const SORT_KEYS: &[&str] = &["refname", "-committerdate", "version:refname", "objectsize"];

/// A value for `kind`; none when nothing harmless fits.
pub(super) fn value(kind: &Kind, random: &mut Random) -> Option<&'static str> {
    let values = match (kind.check, kind.role) {
        (Check::DateFormat, _) => DATES,
        (Check::GitPretty, _) => PRETTY,
        (Check::GitRefFormat, _) => REFERENCES,
        (Check::GitSortKey, _) => SORT_KEYS,
        (_, Role::Text | Role::Unknown) => TEXTS,
        (_, Role::Pattern) => PATTERNS,
        (_, Role::Setting | Role::Flag | Role::OptionWithValue | Role::Code(Language::Other)) => SETTINGS,
        (_, Role::Revision) => REVISIONS,
        (_, Role::PathRead) if kind.directory => DIRECTORIES,
        (_, Role::PathRead) => PATHS,
        (_, Role::Host) => HOSTS,
        (_, Role::Code(Language::Shell)) => SHELL,
        (_, Role::Code(Language::Sed)) => SED,
        (_, Role::Code(Language::Awk)) => AWK,
        (_, Role::Code(Language::Jq)) => JQ,
        (
            _,
            Role::Program
            | Role::Subcommand
            | Role::PathWritten
            | Role::PathDeleted
            | Role::Command
            | Role::Block,
        ) => {
            return None;
        }
    };
    Some(random.text(values))
}

/// What the variable `x` of an example can be: nothing, several words, an option, a program of some language.
pub(super) const VARIABLE: &[&str] = &[
    "",
    "a",
    "a b",
    "-o",
    "--output=seeded",
    "-w seeded",
    "-delete",
    "w seeded",
    "$(touch seeded)",
    "; touch seeded",
    "/etc/passwd",
    "*",
    "-exec touch seeded ;",
    "@a",
];
