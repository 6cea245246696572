use std::vec::Vec;

use super::*;
use crate::commands::{arguments, uses};
use crate::script::Dialect;
use crate::syntax::read;

/// The setting among `names`, which are separated by blanks, that the command is stopped by.
fn stopped<'n>(command: &str, names: &'n str) -> Option<&'n str> {
    let script = read(command, Dialect::Bash);
    let args = script.commands.first().map_or_else(Vec::new, |simple| arguments(&script, simple));
    let uses = uses(&args);
    assert_eq!(uses.proof, crate::commands::Proof::ReadOnly, "{command}");
    let names: Vec<&str> = names.split(' ').collect();
    armed(&uses, &args, &names).map(|armed| armed.name)
}

/// A setting; commands that can start what it names; commands that cannot.
#[rustfmt::skip]
const CASES: &[(&str, &[&str], &[&str])] = &[
    ("core.fsmonitor",
     &["git status", "git status -s", "git diff --stat", "git -C sub status", "git log -p", "git log --stat", "git show",
       "git blame a", "git grep x", "git ls-files", "git describe --dirty", "git check-ignore a", "git stash list -p",
       "git --no-pager diff", "git -c color.ui=false status"],
     &["git log", "git log --oneline -5", "git branch -vv", "git tag", "git rev-parse HEAD", "git config --list",
       "git remote -v", "git describe --tags", "git cat-file -p HEAD", "git -c core.fsmonitor=false status",
       "git -c core.FSMonitor=false diff", "git log --author=p", "git log --grep \"$x\""]),
    ("hooks/post-index-change",
     &["git status", "git diff", "git diff --name-only", "git describe --dirty=x", "git --no-optional-locks diff",
       "git --no-optional-locks describe --dirty"],
     &["git -c diff.autoRefreshIndex=false diff",
       "git log -p", "git show", "git blame a", "git ls-files", "git --no-optional-locks status"]),
    ("hook.lint.command", &["git status"], &["git log", "git branch"]),
    ("filter.lfs.clean",
     &["git status", "git diff", "git diff --stat", "git blame a", "git ls-files -m", "git ls-files -mo",
       "git diff-index HEAD", "git describe --dirty"],
     &["git log -p", "git ls-files", "git show", "git grep x", "git describe"]),
    ("filter.lfs.smudge", &["git diff", "git log -p"], &["git status", "git log", "git diff --no-textconv"]),
    ("filter.lfs.process", &["git status", "git log -p"], &["git log", "git branch"]),
    ("diff.pdf.textconv",
     &["git diff", "git diff HEAD~1 -- a", "git show", "git show HEAD", "git log -p", "git log -Sx", "git log -S x",
       "git log -S \"$x\" -p", "git log --grep \"$x\" -p", "git log --grep \"$x\" -U3", "git log -U\"$n\"",
       "git log --cc", "git diff --stat -p", "git stash show", "git stash list -p", "git blame a", "git status -v",
       "git range-diff --no-textconv a..b c..d", "git diff --quiet", "git reflog -p"],
     &["git status", "git log", "git log --stat", "git log --oneline --graph", "git diff --stat", "git diff --name-only",
       "git diff --no-textconv", "git diff --no-ext-diff --no-textconv", "git log -p --no-textconv", "git show --stat",
       "git show -s --format=%B HEAD", "git -c color.ui=false log", "git branch", "git stash list"]),
    ("diff.external",
     &["git diff", "git diff --cached", "git diff -p --stat", "git diff --no-textconv", "git status -v"],
     &["git status", "git log -p", "git show", "git diff --no-ext-diff", "git diff --numstat", "git diff-tree -p HEAD"]),
    ("diff.pdf.command", &["git diff"], &["git diff --no-ext-diff", "git log -p", "git status"]),
    ("merge.theirs.driver", &["git log -m -p", "git show -m"], &["git log -p", "git show", "git status", "git diff -m"]),
    ("log.diffMerges", &["git log -m --stat"], &["git log"]),
    ("log.showSignature",
     &["git log", "git log --oneline", "git show", "git range-diff a..b c..d"],
     &["git log --no-show-signature", "git status", "git diff", "git rev-list HEAD", "git branch",
       "git -c log.showSignature=false log"]),
    ("gpg.program", &["git log"], &["git status", "git tag", "git log --no-show-signature"]),
    ("gpg.x509.program", &["git show"], &["git diff"]),
    ("format.pretty", &["git log", "git show"], &["git log --oneline", "git log --format=%h", "git reflog"]),
    ("pretty.mine", &["git log -5"], &["git log --pretty=short"]),
    ("branch.sort", &["git branch", "git branch -a", "git branch --sort=refname"],
     &["git branch --no-sort", "git tag", "git log"]),
    ("tag.sort", &["git tag", "git tag --sort=refname"], &["git tag --no-sort --sort=refname", "git branch"]),
    ("core.pager", &["git log", "git status"], &["git --no-pager log", "git -P log", "git -c core.pager=cat log"]),
    ("pager.log", &["git log", "git log -P"], &["git diff", "git --no-pager log"]),
    ("alias.whatchanged", &["git whatchanged"], &["git log"]),
    ("alias.log", &[], &["git log"]),
    ("remote.origin.promisor",
     &["git show", "git log -p", "git log --stat", "git diff", "git blame a", "git cat-file -p HEAD:a", "git status",
       "git log", "git log --oneline", "git branch -v", "git branch --contains HEAD", "git tag --contains HEAD",
       "git rev-parse HEAD^", "git merge-base a b", "git shortlog HEAD", "git for-each-ref", "git show-ref -d",
       "git name-rev HEAD", "git reflog", "git show-branch", "git describe --always", "git ls-files"],
     &["git --no-lazy-fetch show", "git --no-lazy-fetch log", "git config --list", "git remote -v", "git version"]),
    ("core.sshCommand", &[], &["git log -p", "git status", "git show"]),
    ("remote.origin.promisor core.sshCommand", &["git status", "git log"], &["git --no-lazy-fetch status"]),
    ("submodules/core.fsmonitor",
     &["git status", "git diff", "git grep x", "git diff-index HEAD", "git diff --ignore-submodules=none",
       "git diff --ignore-submodules=all --ignore-submodules=untracked"],
     &["git log", "git ls-files", "git show", "git diff --ignore-submodules", "git status --ignore-submodules=all",
       "git -c core.fsmonitor=false status"]),
    ("submodules/hooks/post-index-change", &["git status"], &["git --no-optional-locks status", "git log"]),
    ("submodules/filter.x.clean", &["git status", "git diff"], &["git ls-files -m", "git log", "git describe --dirty"]),
    ("submodules/diff.external", &["git diff --no-ext-diff", "git log -p"], &["git branch", "git ls-files"]),
    ("submodules/log.showSignature", &[], &["git log", "git status"]),
    ("*", &["git status", "git log", "git branch", "git rev-parse HEAD"], &[]),
    ("user.name core.editor core.bare remote.origin.url rebase.autosquash sequence.editor", &[],
     &["git status", "git log -p", "git diff", "git show", "git branch"]),
];

#[test]
fn a_setting_stops_the_commands_that_it_reaches_and_no_others() {
    for (names, reached, others) in CASES {
        for command in *reached {
            assert!(stopped(command, names).is_some(), "`{names}` reaches `{command}`");
        }
        for command in *others {
            assert_eq!(stopped(command, names), None, "`{names}` does not reach `{command}`");
        }
    }
}

#[test]
fn a_setting_is_listed_unless_its_value_starts_nothing() {
    for (name, value, listed) in [
        ("core.fsmonitor", Some("./x"), true),
        ("Core.FsMonitor", Some("true x"), true),
        ("core.fsmonitor", Some("True"), false),
        ("core.fsmonitor", Some(""), false),
        ("core.fsmonitor", None, false),
        ("diff.external", Some(""), true),
        ("diff.PDF.textConv", Some("pdftotext"), true),
        ("diff.a.b.command", Some("x"), true),
        ("diff.pdf.cachetextconv", Some("true"), false),
        ("diff..textconv", Some("x"), true),
        ("diff.textconv", Some("x"), false),
        ("diff.algorithm", Some("x"), false),
        ("log.showsignature", None, true),
        ("log.showSignature", Some("no"), false),
        ("format.pretty", Some("%h %G?"), true),
        ("format.pretty", Some("oneline"), false),
        ("pretty.mine", Some("format:%h%+GK"), true),
        ("pretty.mine", Some("%h %s"), false),
        ("branch.sort", Some("-committerdate"), false),
        ("tag.sort", Some("-signature:key"), true),
        ("pager.log", Some("false"), false),
        ("pager.log", Some("delta"), true),
        ("core.pager", Some("cat"), false),
        ("core.pager", Some("less"), true),
        ("remote.origin.promisor", Some("true"), true),
        ("remote.origin.promisor", Some("false"), false),
        ("remote.origin.uploadpack", Some("x"), true),
        ("log.diffMerges", Some("separate"), false),
        ("log.diffMerges", Some("remerge"), true),
        ("alias.whatchanged", Some("!x"), true),
        ("alias.st", Some("!x"), false),
        ("user.name", Some("x"), false),
        ("core.editor", Some("x"), false),
        ("nonsense", None, false),
        ("", None, false),
    ] {
        assert_eq!(can_start(name, value), listed, "{name} = {value:?}");
    }
}

#[test]
fn every_sub_command_of_the_acts_is_in_the_table_of_git() {
    let git = crate::commands::program("git").map(|program| &program.form);
    let rows = ACTS.iter().flat_map(|act| act.rows).flat_map(|row| row.subs);
    for sub in rows.chain(IN_SUBMODULES.iter().flat_map(|(_, subs)| *subs)).filter(|sub| **sub != "cloc") {
        let found = sub.split(' ').try_fold(git, |form, name| Some(form?.sub(name)));
        assert!(found.flatten().is_some(), "{sub}");
    }
}

/// Sub-commands that look into no object, because they only read settings, names or their input.
const WITHOUT_OBJECTS: &[&str] = &[
    "apply",
    "bisect",
    "check-ref-format",
    "config",
    "config get",
    "config list",
    "count-objects",
    "hash-object",
    "ls-remote",
    "patch-id",
    "remote",
    "remote get-url",
    "sparse-checkout",
    "stripspace",
    "submodule",
    "ls-remote",
    "symbolic-ref",
    "var",
    "version",
    "worktree",
    "worktree list",
    "bundle",
    "notes",
    "stash",
    "archive",
    "sparse-checkout list",
    "bundle list-heads",
    "bisect log",
    "remote show",
    "config edit",
    "config remove-section",
    "reflog delete",
];

#[test]
fn every_sub_command_that_reads_objects_fetches_in_a_partial_clone() {
    let git = crate::commands::program("git").into_iter().flat_map(|program| program.form.subs());
    let mut forms: Vec<(String, &crate::commands::Form)> = git.map(|form| (form.name.into(), form)).collect();
    let mut seen = 0;
    while let Some((name, form)) = forms.pop() {
        forms.extend(form.subs().map(|sub| (std::format!("{name} {}", sub.name), sub)));
        let reads = form.repository && form.refuse.is_none() && !form.yes.is_empty();
        if !reads || WITHOUT_OBJECTS.contains(&&*name) {
            continue;
        }
        seen += 1;
        let listed = FETCHES.rows.iter().any(|row| row.subs.contains(&&*name));
        assert!(listed, "`git {name}` may read objects, and is not in FETCHES");
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn a_name_cannot_break_the_message() {
    let message = Armed { name: "diff.\u{1b}[31m`\n.textconv", help: Help::both("") }.message();
    assert_eq!(
        message,
        "the setting `diff.\u{fffd}[31m\u{fffd}\u{fffd}.textconv` of this repository can make git start a program"
    );
}
