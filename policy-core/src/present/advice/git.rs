//! Remarks on git commands that discard work or change shared history.

use super::remark::{Remark, Table};
use super::subject::RemarkSubject;
use crate::codes::{Code, Help};
use crate::examples::examples;
use crate::name_set::NameSet;
use crate::span::Span;
use crate::verdict::Audience;

pub(super) static TABLE: Table =
    Table { programs: NameSet::of(&["git", "git-filter-repo"]), remarks: REMARKS };

static REMARKS: &[Remark] = &[
    Remark {
        code: Code::brief(
            "GIT_ADD_ALL",
            "adds every changed and untracked file, including secrets and build products",
            Help::person_only("look at `git status` first, or add the files by name"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: add_all,
        fires: examples![
            "git add -A",
            "git add .",
            "git -C sub add --all",
            "git add *",
            "git add -v ./ && git commit -m x",
        ],
        silent: examples![
            "git add src/a.rs",
            "git add -p .gitignore",
            "git add -u",
            "git add -A src",
            "git commit -am .",
        ],
    },
    Remark {
        code: Code::brief(
            "GIT_NO_VERIFY",
            "skips the hooks that check this step",
            Help::person_only("let the hooks run; if one fails, fix the problem that it reports"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: no_verify,
        fires: examples![
            "git commit --no-verify -m x",
            "git commit -nm x",
            "git push --no-verify",
            "git merge --no-verify a",
        ],
        silent: examples![
            "git commit -m --no-verify",
            "git commit -mnew",
            "git push -n",
            "git log -n 3",
            "git merge -n a",
        ],
    },
    Remark {
        code: Code::brief(
            "GIT_NO_SIGN",
            "leaves out the signature that the settings ask for",
            Help::person_only("let git sign; if it cannot, correct the key or the agent that holds it"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: no_sign,
        fires: examples![
            "git commit --no-gpg-sign -m x",
            "git rebase --no-gpg-sign main",
            "git -C sub commit --no-gpg-sign",
        ],
        silent: examples!["git commit -m --no-gpg-sign", "git commit -S -m x", "git log --no-gpg-sign"],
    },
    Remark {
        code: Code::brief(
            "GIT_FORCE_PUSH",
            "overwrites the branch on the remote; commits of others there are lost",
            Help::person_only("use `--force-with-lease`, which stops if somebody else has pushed"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| force_push(look).filter(|_| !names_main(look)),
        fires: examples![
            "git push --force",
            "git push -f origin topic",
            "git push -uf",
            "git push origin +topic",
            "sudo git push -f",
        ],
        silent: examples![
            "git push",
            "git push --force-with-lease",
            "git push -o -f",
            "git push -f origin main",
            "git fetch -f",
        ],
    },
    Remark {
        code: Code::brief(
            "GIT_FORCE_PUSH_MAIN",
            "overwrites the main branch on the remote, on which everybody builds",
            Help::person_only("push to a new branch, and merge that branch"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| {
            let leased = || look.after(&["push"])?.option("--force-with-lease");
            force_push(look).or_else(leased).filter(|_| names_main(look))
        },
        fires: examples![
            "git push --force origin main",
            "git push origin +main",
            "git push -f origin HEAD:master",
            "git push --force-with-lease origin main",
            "git push origin +HEAD:refs/heads/main",
        ],
        silent: examples![
            "git push origin main",
            "git push -f origin topic",
            "git push --force",
            "git push origin main:topic",
        ],
    },
    Remark {
        code: Code::brief(
            "GIT_PUSH_DELETE",
            "removes a branch or a tag from the remote",
            Help::person_only("make sure that nobody needs it, and that its commits exist elsewhere"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| {
            let push = look.after(&["push"])?;
            let deletes = push.any_option(&["--delete", "--mirror", "--prune"]);
            deletes.or_else(|| push.operand(|text| text.starts_with(':') && text.len() > 1))
        },
        fires: examples!["git push origin --delete topic", "git push origin :topic", "git push --mirror"],
        silent: examples!["git push origin topic", "git branch -d topic", "git push origin a:b"],
    },
    Remark {
        code: Code::brief(
            "GIT_RESET_HARD",
            "discards every uncommitted change",
            Help::person_only("run `git stash` first, or reset without `--hard`"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| look.after(&["reset"])?.option("--hard"),
        fires: examples![
            "git reset --hard",
            "git reset --hard HEAD~1",
            "git -C sub reset -q --hard",
            "bash -c 'git reset --hard'",
        ],
        silent: examples![
            "git reset",
            "git reset --soft HEAD~1",
            "git log --grep --hard",
            "echo git reset --hard"
        ],
    },
    Remark {
        code: Code::brief(
            "GIT_CLEAN",
            "permanently removes untracked files",
            Help::person_only("run `git clean -n` to list them"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| {
            let clean = look.after(&["clean"])?;
            clean.option("--force").filter(|_| clean.option("--dry-run").is_none())
        },
        fires: examples!["git clean -fd", "git clean --force -x", "git clean -xdf"],
        silent: examples!["git clean -n", "git clean -nfd", "git clean -d", "git clean -e f"],
    },
    Remark {
        code: Code::brief(
            "GIT_DISCARD",
            "discards uncommitted changes in these files",
            Help::person_only("keep them with `git stash`, or read them with `git diff`"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: discard,
        fires: examples![
            "git checkout -- .",
            "git checkout .",
            "git checkout -f main",
            "git restore .",
            "git restore src/a.rs",
            "git checkout HEAD -- a",
            "git switch --discard-changes main",
            "git restore --staged --worktree a",
        ],
        silent: examples![
            "git checkout main",
            "git checkout -b topic",
            "git restore --staged .",
            "git switch main",
            "git checkout -b .x",
            "git restore -S a",
        ],
    },
    Remark {
        code: Code::brief(
            "GIT_AMEND",
            "rewrites the last commit; everybody who has it gets a diverged history",
            Help::person_only("make a new commit if the last one was pushed"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| look.after(&["commit"])?.option("--amend"),
        fires: examples![
            "git commit --amend",
            "git commit -a --amend --no-edit",
            "timeout 5 git commit --amend"
        ],
        silent: examples!["git commit -m x", "git commit -m --amend", "git log --amend"],
    },
    Remark {
        code: Code::brief(
            "GIT_STASH_DROP",
            "permanently removes stashed changes",
            Help::person_only("read them with `git stash list` and `git stash show -p`"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| {
            let dropped = look.after(&["stash", "drop"]).or_else(|| look.after(&["stash", "clear"]));
            dropped.map(|_| look.span())
        },
        fires: examples!["git stash drop", "git stash clear", "git stash drop stash@{1}"],
        silent: examples!["git stash", "git stash pop", "git stash list", "git stash push -m drop"],
    },
    Remark {
        code: Code::brief(
            "GIT_BRANCH_DELETE",
            "removes a branch even if its commits exist nowhere else",
            Help::person_only("use `-d`, which refuses to remove an unmerged branch"),
        ),
        audience: Audience::Person,
        programs: &["git"],
        find: |look| {
            let branch = look.after(&["branch"])?;
            let forced = branch.option("--force");
            branch.option("-D").or_else(|| branch.option("--delete").filter(|_| forced.is_some()))
        },
        fires: examples![
            "git branch -D topic",
            "git branch -d -f topic",
            "git branch --delete --force topic"
        ],
        silent: examples!["git branch -d topic", "git branch", "git branch -f topic HEAD", "git log -D"],
    },
    Remark {
        code: Code::brief(
            "GIT_REWRITE_HISTORY",
            "rewrites history, or removes the reflog that could restore it",
            Help::person_only("work on a copy of the repository"),
        ),
        audience: Audience::Person,
        programs: &["git", "git-filter-repo"],
        find: |look| {
            let filters = ["filter-branch", "filter-repo"];
            let rewrites = filters.iter().any(|name| look.after(&[name]).is_some());
            let forgets = ["expire", "delete"].iter().any(|name| look.after(&["reflog", name]).is_some());
            (rewrites || forgets).then(|| look.span())
        },
        fires: examples![
            "git filter-branch --all",
            "git filter-repo --path a",
            "git reflog expire --expire=now --all",
        ],
        silent: examples!["git reflog", "git rebase main", "git log filter-branch"],
    },
];

fn add_all(look: &RemarkSubject<'_>) -> Option<Span> {
    let add = look.after(&["add"])?;
    let everything = |text: &str| matches!(text, "." | "./" | ":/" | "*" | ":/*");
    let all = add
        .operands()
        .find(|arg| everything(arg.text().unwrap_or_else(|| arg.span.slice(add.script.source))));
    let option = add.option("--all");
    all.map(|arg| arg.span).or_else(|| option.filter(|_| add.operands().next().is_none()))
}

fn no_verify(look: &RemarkSubject<'_>) -> Option<Span> {
    ["commit", "push", "merge", "rebase", "am", "cherry-pick", "revert", "pull"]
        .iter()
        .find_map(|name| look.after(&[name])?.option("--no-verify"))
}

/// The option that leaves out a signature.
fn no_sign(look: &RemarkSubject<'_>) -> Option<Span> {
    ["commit", "merge", "rebase", "am", "cherry-pick", "revert", "pull"]
        .iter()
        .find_map(|name| look.after(&[name])?.option("--no-gpg-sign"))
}

/// The place that makes a push overwrite.
fn force_push(look: &RemarkSubject<'_>) -> Option<Span> {
    let push = look.after(&["push"])?;
    let plus = || push.operand(|text| text.starts_with('+') && text.len() > 1);
    push.option("--force").or_else(plus)
}

/// Whether a push goes to the main branch by name.
fn names_main(look: &RemarkSubject<'_>) -> bool {
    let main = |text: &str| {
        let target = text.rsplit_once(':').map_or(text, |(_, target)| target);
        let target = target.strip_prefix('+').unwrap_or(target);
        matches!(target.strip_prefix("refs/heads/").unwrap_or(target), "main" | "master" | "trunk")
    };
    look.after(&["push"]).is_some_and(|push| push.operand(main).is_some())
}

fn discard(look: &RemarkSubject<'_>) -> Option<Span> {
    if let Some(checkout) = look.after(&["checkout"]) {
        let behind =
            || checkout.reading().separator().and_then(|at| checkout.all.get(at + 1)).map(|arg| arg.span);
        return checkout
            .option("--force")
            .or_else(|| checkout.operand(|text| matches!(text, "." | "./" | ":/")))
            .or_else(behind);
    }
    if let Some(restore) = look.after(&["restore"]) {
        let staged = restore.option("--staged").is_some();
        let worktree = restore.option("--worktree").is_some();
        let first = restore.operands().next().map(|arg| arg.span);
        return first.filter(|_| !staged || worktree);
    }
    look.after(&["switch"])?.option("--discard-changes")
}
