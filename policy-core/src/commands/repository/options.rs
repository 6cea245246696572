//! The options of git that decide whether it compares commits and makes a patch, as data.
//!
//! Source: a test of every option in the table of git, one by one (git 2.47.3).

/// Options with which a patch is made, by whoever shows commits.
pub(super) const PATCH: &[&str] = &[
    "--binary",
    "--cc",
    "--patch",
    "--patch-with-raw",
    "--patch-with-stat",
    "--unified",
    "-G",
    "-L",
    "-S",
    "-U",
    "-c",
    "-p",
    "-u",
];

/// Options with which something else is shown in place of a patch.
pub(super) const NO_PATCH: &[&str] = &[
    "--check",
    "--compact-summary",
    "--cumulative",
    "--dirstat",
    "--dirstat-by-file",
    "--name-only",
    "--name-status",
    "--no-patch",
    "--numstat",
    "--raw",
    "--shortstat",
    "--stat",
    "--stat-count",
    "--stat-graph-width",
    "--stat-name-width",
    "--stat-width",
    "--summary",
    "-X",
    "-s",
];

/// Options with which commits are compared at all.
pub(super) const DIFF: &[&str] = &[
    "--binary",
    "--cc",
    "--check",
    "--compact-summary",
    "--cumulative",
    "--diff-filter",
    "--dirstat",
    "--dirstat-by-file",
    "--exit-code",
    "--find-object",
    "--full-diff",
    "--name-only",
    "--name-status",
    "--numstat",
    "--patch",
    "--patch-with-raw",
    "--patch-with-stat",
    "--quiet",
    "--raw",
    "--shortstat",
    "--stat",
    "--stat-count",
    "--stat-graph-width",
    "--stat-name-width",
    "--stat-width",
    "--summary",
    "--unified",
    "-G",
    "-L",
    "-S",
    "-U",
    "-X",
    "-c",
    "-p",
    "-r",
    "-t",
    "-u",
];

/// Commands that list commits, and compare them on request.
pub(super) const LISTS: &[&str] = &["log", "reflog", "reflog show", "stash list"];

pub(super) const DIRTY: &[&str] = &["--broken", "--dirty"];
