//! The settings of a git configuration file that make git execute something or obey another file.
//!
//! Owns the list of keys that name no program. A file that cannot be read counts as harmful. Never asks git: that would
//! obey the file.

use std::path::Path;

use crate::git_config::{Entry, entries};
use crate::system::text::os_string;

/// Keys by which git executes nothing and takes no other file for its own. What git itself writes when it makes,
/// clones or configures a repository is among them.
const HARMLESS: [&str; 62] = [
    "advice.*",
    "author.email",
    "author.name",
    "branch.autosetupmerge",
    "branch.autosetuprebase",
    "branch.description",
    "branch.gh-merge-base",
    "branch.merge",
    "branch.pushremote",
    "branch.rebase",
    "branch.remote",
    "branch.sort",
    "branch.vscode-merge-base",
    "color.*",
    "column.*",
    "commit.gpgsign",
    "committer.email",
    "committer.name",
    "core.abbrev",
    "core.autocrlf",
    "core.bare",
    "core.bigfilethreshold",
    "core.commitgraph",
    "core.compression",
    "core.eol",
    "core.filemode",
    "core.ignorecase",
    "core.logallrefupdates",
    "core.longpaths",
    "core.multipackindex",
    "core.precomposeunicode",
    "core.preloadindex",
    "core.protecthfs",
    "core.protectntfs",
    "core.quotepath",
    "core.repositoryformatversion",
    "core.safecrlf",
    "core.sharedrepository",
    "core.sparsecheckout",
    "core.sparsecheckoutcone",
    "core.symlinks",
    "core.untrackedcache",
    "extensions.compatobjectformat",
    "extensions.objectformat",
    "extensions.partialclone",
    "extensions.refstorage",
    "extensions.worktreeconfig",
    "fetch.*",
    "gc.auto",
    "index.version",
    "init.defaultbranch",
    "lfs.repositoryformatversion",
    "pack.*",
    "pull.*",
    "push.*",
    "remote.fetch",
    "remote.partialclonefilter",
    "remote.promisor",
    "remote.prune",
    "remote.push",
    "remote.tagopt",
    "submodule.active",
];

/// The first thing in a configuration by which git would execute something or obey another file; none when there is
/// none. `is_own_tree` answers whether a path, as `core.worktree` spells it, is a work tree of the same repository.
pub(crate) fn harm(text: &str, is_own_tree: impl Fn(&Path) -> bool) -> Option<String> {
    let is_harmless = |setting: &Entry| match (setting.without_subsection().as_str(), &setting.value) {
        // Of a submodule, whose configuration lies apart from its files.
        ("core.worktree", Some(value)) => os_string(value).is_some_and(|tree| is_own_tree(Path::new(&tree))),
        _ => is_harmless(setting),
    };
    match entries(text.as_bytes()) {
        Ok(settings) => {
            let found = settings.iter().find(|setting| !is_harmless(setting));
            found.map(|setting| format!("it sets `{}`", setting.without_subsection()))
        }
        Err(malformed) => Some(format!("line {} cannot be read", malformed.line)),
    }
}

/// Whether a setting names no program and no other file.
pub(crate) fn is_harmless(setting: &Entry) -> bool {
    let value = setting.value.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
    match setting.without_subsection().as_str() {
        // `ext::` runs a program (`git-remote-ext(1)`); any other helper is a program as well.
        "remote.url" | "remote.pushurl" | "submodule.url" => !value.contains("::") && !value.starts_with('-'),
        // `!program` is one (`git-submodule(1)`).
        "submodule.update" => ["checkout", "rebase", "merge", "none"].contains(&&*value),
        "user.name" | "user.email" => true,
        key => HARMLESS.iter().any(|known| match known.strip_suffix('*') {
            Some(family) => key.starts_with(family),
            None => key == *known,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_itself_writes_is_harmless() {
        let text = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\
                    [remote \"origin\"]\n\turl = https://example.org/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\
                    [branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n\
                    [submodule \"a.b\"]\n\turl = ../x\n\tactive = true\n[pull]\n\trebase\n";
        assert_eq!(harm(text, |_| false), None);
    }

    #[test]
    fn what_names_a_program_or_another_file_is_harm() {
        for (text, found) in [
            ("[core]\n\tfsmonitor = ./x", "it sets `core.fsmonitor`"),
            ("[CORE] hooksPath = h", "it sets `core.hookspath`"),
            ("[core]\nsshCommand=x", "it sets `core.sshcommand`"),
            ("[alias]\n\tst = !x", "it sets `alias.st`"),
            ("[filter \"a\\\"]\"]\n\tclean = x", "it sets `filter.clean`"),
            ("[include]\n\tpath = ../x", "it sets `include.path`"),
            ("[diff.x]\n\ttextconv = x", "it sets `diff.textconv`"),
            ("[remote \"o\"]\n\turl = ext::sh -c x", "it sets `remote.url`"),
            ("[submodule \"s\"]\n\tupdate = \"!x\"", "it sets `submodule.update`"),
            ("[core]\n\tbare = false\\\n[core]\nfsmonitor=x", "it sets `core.fsmonitor`"),
            ("[core", "line 1 cannot be read"),
            ("[core]\n\tbare = \"x", "line 2 cannot be read"),
            ("[core]\n\tworktree = ../other", "it sets `core.worktree`"),
            ("[core]\n\tworktree", "it sets `core.worktree`"),
            ("fsmonitor = x", "it sets `fsmonitor`"),
            ("[core]\n\tbare = false\0", "line 2 cannot be read"),
        ] {
            assert_eq!(harm(text, |_| false).as_deref(), Some(found), "{text}");
        }
    }
}
