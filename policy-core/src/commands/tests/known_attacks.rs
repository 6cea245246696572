//! Published ways around a table like these, each of which is not read-only here.
//!
//! Sources: CVE-2025-66032 and its write-up by Flatt Security (the first group), GHSA-qxfv-fcpc-w36x,
//! CVE-2026-24887, CVE-2026-28363, CVE-2026-31996, CVE-2026-31992, CVE-2026-53861, and `GTFOBins`.

use super::argv;
use crate::commands::{Inner, Proof, inner, uses};

#[test]
fn no_published_attack_is_read_only() {
    for text in [
        "man --html=touch x",
        "sort -S 1b --compress-program sh a",
        "history -s x",
        "history -a ~/.bashrc",
        "git ls-remote --upload-pa=touch x",
        "sed s/x/y/e a",
        "xargs -t touch echo",
        "rg x$IFS--pre=sh",
        "sort --compress-prog=sh a",
        "sort -o a b",
        "sort --ou=a b",
        "find . -exec touch x \\;",
        "find . -name x -execdir sh {} +",
        "find . -fprintf x %p",
        "uniq a b",
        "date --se=x",
        "git grep -Otouch x",
        "git grep --open=touch x",
        "git log --output=x",
        "git diff --output x",
        "git log --format=%G?",
        "git -c core.fsmonitor=./x status",
        "git branch x",
        "file -C -m x",
        "hostname x",
        "env -S sh",
        "busybox sh",
        "bash -ec x",
        "printf -v PATH x",
        "printf %n PATH",
        "tail -f a",
        "cat $x",
    ] {
        assert_ne!(uses(&argv(text)).proof, Proof::ReadOnly, "{text}");
        assert_ne!(uses(&argv(text)).proof, Proof::Edits, "{text}");
    }
}

#[test]
fn xargs_with_an_option_is_not_looked_through_for_allow_but_its_command_is_found() {
    let found = inner(&argv("xargs -t touch echo"));
    assert!(matches!(found, Some(Inner::Command { at: 2, allowed: false, appends: true, .. })), "{found:?}");
}
