//! The path rule that matches a path, by any name that the path has on the machine.
//!
//! Owns the order in which the spellings of a path are tried: as written, as the kernel resolves it, and as Windows
//! spells it. If only the disk can tell whether a deny rule matches, the rule counts as an ask rule.

use alloc::string::String;

use super::approximate_path::ApproximatePath;
use super::directories::Directories;
use super::facts::Machine;
use crate::paths::lexical as paths;
use crate::paths::macos;
use crate::paths::process_links;
use crate::paths::windows::{self, Reading};
use crate::request::Need;
use crate::rules::{Access, Anchors, Case, List, Rule};

impl<'e> Machine<'e> {
    /// Whether a deny or ask rule could match something that a shell finds with this pattern.
    pub(super) fn could_be_ruled(&self, directories: Directories<'_>, pattern: &str, access: Access) -> bool {
        self.has_path_rules()
            && directories
                .unwrap_or(&[])
                .iter()
                .filter_map(|directory| self.absolute(directory, pattern))
                .any(|path| {
                    let mut lists = [List::Deny, List::Ask].into_iter();
                    lists.any(|list| self.named(list, access, &path, Case::Wild).is_some())
                })
    }

    /// Whether a deny or ask rule could match something at or beneath `path`.
    pub(crate) fn hidden_beneath(&self, directories: Directories<'_>, path: &str, access: Access) -> bool {
        self.has_path_rules()
            && directories.unwrap_or(&[]).iter().filter_map(|directory| self.absolute(directory, path)).any(
                |path| {
                    let others = macos::beneath(&path);
                    let mut names = [path].into_iter().chain(others);
                    names.any(|path| {
                        [List::Deny, List::Ask].into_iter().any(|list| {
                            self.policy.rules.matching_beneath(list, access, &path, &self.anchors()).is_some()
                        })
                    })
                },
            )
    }

    /// The first rule of `list` that matches this access to the path, as written or where it leads.
    ///
    /// Where only a disk can tell whether a deny rule is about it (what a pattern finds, whether case matters, what a
    /// short name stands for), an ask rule would be, and the deny rule is found in its place.
    pub(crate) fn path_rule(
        &self,
        list: List,
        directories: Directories<'_>,
        path: &ApproximatePath<'_>,
        access: Access,
    ) -> Option<&'e Rule> {
        if let ApproximatePath::Exact(path) | ApproximatePath::Pattern(path) = path
            && list == List::Ask
            && self.is_elusive(directories, path)
        {
            return self.policy.rules.first_about(List::Deny, access);
        }
        let (path, wild) = match path {
            ApproximatePath::Exact(path) => (path, false),
            ApproximatePath::Pattern(path) => (path, true),
            ApproximatePath::Prefix(_) => return None,
        };
        // Where the directory is not known, it can still be the working directory, and a deny rule must see that.
        let from = directories.filter(|directories| !directories.is_empty()).unwrap_or(&self.roots);
        from.iter().find_map(|directory| {
            let lexical = self.absolute(directory, path);
            let (other, guessed) = match self.otherwise(directory, path) {
                Some(Reading::Path(other)) => (Some(other), None),
                Some(Reading::Short(other)) => (None, Some(other)),
                Some(Reading::Unknown) | None => (None, None),
            };
            let resolved = self.resolved_behind_parent(directory, path);
            let resolved = resolved.filter(|resolved| Some(resolved) != lexical.as_ref());
            let mut known = lexical.iter().chain(&resolved).chain(&other);
            let found = known.clone().find_map(|path| self.about(list, access, path));
            found.or_else(|| {
                if list != List::Ask {
                    return None;
                }
                if wild {
                    return known.find_map(|path| self.named(List::Deny, access, path, Case::Wild));
                }
                let denied = known.find_map(|path| self.perhaps_denied(access, path));
                denied.or_else(|| self.named(List::Deny, access, guessed.as_deref()?, Case::Guessed))
            })
        })
    }

    /// Whether only the process that looks knows where `path` leads.
    pub(crate) fn is_elusive(&self, directories: Directories<'_>, path: &str) -> bool {
        let from = directories.filter(|directories| !directories.is_empty()).unwrap_or(&self.roots);
        let leads_there = |directory: &String| {
            self.absolute(directory, path).is_some_and(|path| process_links::goes_through(&path))
        };
        process_links::goes_through(path)
            || process_links::is_remembered(path)
            || from.iter().any(leads_there)
    }

    /// The deny rule, if any, that something of which only the directory is known could be about: a name from a list, or a
    /// path of which the beginning is known.
    pub(crate) fn possible_rule(
        &self,
        directories: Directories<'_>,
        lead: &str,
        access: Access,
    ) -> Option<&'e Rule> {
        let directory = lead.rfind('/').map_or(".", |end| lead.get(..=end).unwrap_or("."));
        // What may not be read may not be changed either.
        let about = |access| self.policy.rules.first_about(List::Deny, access);
        let rule =
            about(access).or_else(|| if access == Access::Edit { about(Access::Read) } else { None })?;
        let known = !lead.is_empty() && directories.is_some_and(|directories| !directories.is_empty());
        (!known || self.hidden_beneath(directories, directory, access)).then_some(rule)
    }

    /// The deny or ask rule about reading that a pathspec of git could be about: in one, `*` finds dot files and
    /// slashes (gitglossary(7), "pathspec").
    pub(crate) fn pathspec_rule(&self, path: &str, ignores_case: bool) -> Option<&'e Rule> {
        let last = path.rsplit('/').next().unwrap_or(path);
        let lists = [List::Deny, List::Ask].into_iter();
        lists
            .flat_map(|list| self.policy.rules.path_rules(list, Access::Read))
            .find_map(|(rule, pattern)| pattern.could_end_as(last, ignores_case).then_some(rule))
    }

    /// The first rule of `list` that matches the absolute path, or the path that it leads to.
    fn about(&self, list: List, access: Access, path: &str) -> Option<&'e Rule> {
        let case = if self.folds(path) { Case::Folded } else { Case::Exact };
        self.named(list, access, path, case).or_else(|| {
            let real = self.request.facts.real_paths.get(path)?;
            self.named(list, access, &paths::clean(real), case)
        })
    }

    /// The first rule of `list` that matches the absolute path by any of its names on a machine with Windows, and of what
    /// restricts on one with macOS.
    fn named(&self, list: List, access: Access, path: &str, case: Case) -> Option<&'e Rule> {
        let find = |name: &str| self.policy.rules.matching_path(list, access, name, &self.anchors(), case);
        if !windows::is_foreign(path) {
            // On another system the other name is another file, which an allow rule is not about.
            let other = || macos::other_name(path).filter(|_| list != List::Allow);
            return find(path).or_else(|| find(&other()?));
        }
        windows::aliases(path).iter().find_map(|name| find(name))
    }

    /// The deny rule that is about this path if the disk does not tell capital letters from small ones, or leaves out
    /// what Windows leaves out of a name. Where the path leads settles it, because that has the name on the disk.
    fn perhaps_denied(&self, access: Access, path: &str) -> Option<&'e Rule> {
        if self.request.facts.real_paths.contains_key(path) {
            return None;
        }
        let bare = windows::bare(path);
        let rule = self.named(List::Deny, access, bare.as_deref().unwrap_or(path), Case::Folded)?;
        self.need(Need::RealPath(path.into()));
        Some(rule)
    }

    /// Whether names are surely compared without regard to case where this path lies.
    fn folds(&self, path: &str) -> bool {
        self.model.ignores_case(path)
    }

    /// Whether `path` is one of `wanted`, as written or by where it leads.
    pub(crate) fn leads_to(&self, directories: Directories<'_>, path: &str, wanted: &[&str]) -> bool {
        let from = directories.filter(|directories| !directories.is_empty()).unwrap_or(&self.roots);
        let readings = |directory: &String| {
            let resolved = self.resolved(directory, path).map(|resolved| resolved.path);
            [self.absolute(directory, path), resolved]
        };
        from.iter().flat_map(readings).flatten().any(|lexical| {
            let real = self.request.facts.real_paths.get(&lexical);
            wanted.contains(&lexical.as_str())
                || real.is_some_and(|real| wanted.contains(&&*paths::clean(real)))
        })
    }

    pub(super) fn rule(&self, list: List, access: Access, path: &str) -> Option<&'e Rule> {
        self.policy.rules.matching_path(list, access, path, &self.anchors(), Case::Exact)
    }

    /// Whether the settings want a question before a secret is read.
    pub(crate) const fn asks_for_secrets(&self) -> bool {
        self.policy.asks_for_secrets
    }

    /// Whether a command can see the secrets in the environment of the host.
    pub(crate) const fn shows_environment(&self) -> bool {
        self.policy.asks_for_secrets && !self.request.facts.environment_cleaned
    }

    /// Whether any deny rule restricts this access.
    pub(crate) fn denies(&self, access: Access) -> bool {
        self.policy.rules.is_about(List::Deny, access)
    }

    /// Whether any deny or ask rule restricts reading.
    pub(crate) fn watches_reading(&self) -> bool {
        [List::Deny, List::Ask].into_iter().any(|list| self.policy.rules.is_about(list, Access::Read))
    }

    pub(crate) fn has_path_rules(&self) -> bool {
        [List::Deny, List::Ask].into_iter().any(|list| {
            [Access::Read, Access::Edit].into_iter().any(|access| self.policy.rules.is_about(list, access))
        })
    }

    fn anchors(&self) -> Anchors<'e> {
        Anchors { cwd: self.request.cwd, home: self.request.home }
    }
}
