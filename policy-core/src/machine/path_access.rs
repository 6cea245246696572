//! What a path means on the machine that the request describes: inside the working directories, outside, protected or
//! unknown.
//!
//! Owns the judgement of one path. Writes down which facts are missing, and takes the safe answer until the host sends
//! them. Never looks at a disk.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use super::approximate_path::ApproximatePath;
use super::directories::Directories;
use crate::commands::Arg;
use crate::limits::CONTENT_BYTES_MAX;
use crate::paths::lexical::has_parent;
use crate::paths::wildcard::{climbs, no_dot_follows};
use crate::paths::windows::{self, Host, Reading};
use crate::paths::{critical, harmless, lexical as paths, protected};
use crate::policy::Policy;
use crate::request::{Need, Needs, Request};
use crate::rules::{Access, Anchors, Case, List, Rule};

/// What is known about one path.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PathLocation {
    /// It lies where this may be done without asking.
    Inside,
    /// It lies there, but changing it can change what later commands do.
    Protected,
    /// It lies elsewhere.
    Outside,
    /// It cannot be told.
    Unknown,
}

#[derive(Debug)]
pub(crate) struct Machine<'e> {
    request: &'e Request<'e>,
    policy: &'e Policy,
    host: Host,
    /// The working directories, cleaned; the empty text is a working directory that the request does not name.
    roots: Vec<String>,
    needs: RefCell<Needs>,
}

impl<'e> Machine<'e> {
    pub(crate) fn new(request: &'e Request<'e>, policy: &'e Policy, host: Host) -> Self {
        let mut roots = Vec::with_capacity(1 + policy.additional_directories.len());
        roots.push(request.cwd.map_or_else(String::new, |cwd| paths::clean(cwd).into()));
        for directory in &policy.additional_directories {
            roots.extend(paths::resolve(request.cwd, request.home, &host.inward(directory)));
        }
        Self { request, policy, host, roots, needs: RefCell::default() }
    }

    /// The request's working directory.
    pub(crate) fn cwd(&self) -> Option<&'e str> {
        self.request.cwd
    }

    /// The user's home directory.
    pub(crate) fn home(&self) -> Option<&'e str> {
        self.request.home
    }

    /// The tool that the agent named.
    pub(crate) fn tool(&self) -> &'e str {
        self.request.tool
    }

    /// Where the machine keeps the drives of Windows.
    pub(crate) fn host(&self) -> Host {
        self.host
    }

    pub(crate) fn into_needs(self) -> Needs {
        let mut needs = self.needs.into_inner();
        needs.sort();
        needs.dedup();
        needs
    }

    fn need(&self, need: Need) {
        self.needs.borrow_mut().push(need);
    }

    /// The path as it would be looked up from `directory`; none when that cannot be told.
    ///
    /// What else it can be to a program for Windows, [`Host::reading`] says.
    pub(crate) fn absolute(&self, directory: &str, path: &str) -> Option<String> {
        if let Some(rest) = path.strip_prefix('~') {
            let home = self.request.home?;
            return match rest.strip_prefix('/') {
                Some(rest) => Some(paths::join(home, rest)),
                None if rest.is_empty() => Some(paths::clean(home).into()),
                None => None,
            };
        }
        match self.host.reading(directory, path).filter(|_| self.host == Host::Windows) {
            Some(Reading::Path(path)) => Some(path),
            Some(Reading::Short(_) | Reading::Unknown) => None,
            None => Some(paths::join(directory, path)),
        }
    }

    /// What else the path can be, where a shell of Windows may look it up.
    fn otherwise(&self, directory: &str, path: &str) -> Option<Reading> {
        if path.starts_with('~') {
            return None;
        }
        self.host.reading(directory, path)
    }

    /// Where `path`, which is cleaned, leads once links are followed; none until the host has said so.
    pub(crate) fn real(&self, path: &str) -> Option<String> {
        if let Some(real) = self.request.facts.real_paths.get(path) {
            return Some(paths::clean(real).into());
        }
        if self.request.facts.no_links {
            return Some(path.into());
        }
        self.need(Need::RealPath(path.into()));
        None
    }

    /// Whether `path` lies beneath a working directory, by its text.
    fn within_roots(&self, path: &str) -> bool {
        self.roots.iter().any(|root| is_beneath(root, path))
    }

    /// Whether one of `directories` lies outside the working directories, by its text.
    pub(crate) fn left(&self, directories: Directories<'_>) -> bool {
        directories.is_some_and(|directories| directories.iter().any(|place| !self.within_roots(place)))
    }

    /// As [`Self::within_roots`], for a path without links: the working directories may be reached through links.
    fn within_real_roots(&self, path: &str) -> bool {
        self.within_roots(path)
            || self
                .roots
                .iter()
                .any(|root| !root.is_empty() && self.real(root).is_some_and(|real| is_beneath(&real, path)))
    }

    /// What may be done to `path`, as the command writes it, in every one of `directories`.
    pub(crate) fn path(&self, directories: Directories<'_>, path: &str, access: Access) -> PathLocation {
        if path.is_empty() {
            return PathLocation::Inside;
        }
        let Some(directories) = directories else {
            return if path.starts_with('/') {
                self.in_directory("", path, access)
            } else {
                PathLocation::Unknown
            };
        };
        directories
            .iter()
            .map(|directory| self.in_directory(directory, path, access))
            .max()
            .unwrap_or(PathLocation::Unknown)
    }

    fn in_directory(&self, directory: &str, path: &str, access: Access) -> PathLocation {
        if path == "/dev/null" {
            return PathLocation::Inside;
        }
        let Some(lexical) = self.absolute(directory, path) else { return PathLocation::Unknown };
        let mut standing = self.standing(&lexical, access, false);
        if has_parent(path) && standing != PathLocation::Outside {
            let Some(resolved) = self.resolved(directory, path) else { return PathLocation::Unknown };
            if resolved.path != lexical {
                standing = self.standing(&resolved.path, access, true);
            }
            if !resolved.known {
                return PathLocation::Unknown;
            }
        }
        // Spelled as Windows spells it, it can be another file, and then both must be allowed.
        match self.otherwise(directory, path).filter(|_| self.host != Host::Windows) {
            Some(Reading::Path(other)) if other != lexical => {
                standing.max(self.standing(&other, access, false))
            }
            Some(Reading::Short(_) | Reading::Unknown) => PathLocation::Unknown,
            Some(Reading::Path(_)) | None => standing,
        }
    }

    /// What may be done to the absolute, cleaned path `lexical`; `followed` when a link on the way to it was.
    fn standing(&self, lexical: &str, access: Access, followed: bool) -> PathLocation {
        if access == Access::Read && harmless::may_be_read(lexical) {
            return PathLocation::Inside;
        }
        let allowed = |path: &str| self.rule(List::Allow, access, path).is_some();
        let within = if followed { self.within_real_roots(lexical) } else { self.within_roots(lexical) };
        if !within && !allowed(lexical) {
            return PathLocation::Outside;
        }
        let Some(real) = self.real(lexical) else { return PathLocation::Unknown };
        if real != lexical && !self.within_real_roots(&real) && !allowed(&real) {
            return PathLocation::Outside;
        }
        let is_protected = |path: &str| {
            protected::protected(path).is_some()
                || critical::critical_removal(path, self.request.cwd, self.request.home).is_some()
        };
        if access == Access::Edit && (is_protected(lexical) || is_protected(&real)) {
            return PathLocation::Protected;
        }
        PathLocation::Inside
    }

    /// As [`Self::is_protected`], for a path of which something is known.
    pub(crate) fn may_be_protected(&self, directories: Directories<'_>, path: &ApproximatePath<'_>) -> bool {
        match path {
            ApproximatePath::Exact(path) | ApproximatePath::Pattern(path) => {
                self.is_protected(directories, path)
            }
            ApproximatePath::Prefix(lead) => lead
                .rfind('/')
                .and_then(|end| lead.get(..end))
                .is_some_and(|lead| self.is_protected(directories, lead)),
        }
    }

    /// Whether changing `path`, as the command writes it, can change what later commands do, as far as that is known.
    pub(crate) fn is_protected(&self, directories: Directories<'_>, path: &str) -> bool {
        let named = |path: &str| protected::protected(path).is_some();
        let from = directories.filter(|directories| !directories.is_empty()).unwrap_or(&self.roots);
        named(path)
            || from.iter().any(|directory| {
                let other = match self.otherwise(directory, path) {
                    Some(Reading::Path(other) | Reading::Short(other)) => Some(other),
                    Some(Reading::Unknown) | None => None,
                };
                let own = self.absolute(directory, path);
                let resolved = self.resolved_behind_parent(directory, path);
                own.iter().chain(&resolved).chain(&other).any(|path| {
                    named(path) || self.request.facts.real_paths.get(path).is_some_and(|real| named(real))
                })
            })
    }

    /// The absolute path of a file that may be shown as edited; none unless it lies in a working directory, no link
    /// below that directory leads to it, and no rule keeps it from being read.
    pub(crate) fn editable(&self, written: &str) -> Option<String> {
        let cwd = self.request.cwd.filter(|cwd| cwd.starts_with('/'))?;
        let directories = [String::from(paths::clean(cwd))];
        let directories: Directories<'_> = Some(&directories);
        let standing = self.path(directories, written, Access::Edit);
        let may_be_edited = matches!(standing, PathLocation::Inside | PathLocation::Protected);
        let lexical = self.absolute(cwd, written).filter(|_| may_be_edited)?;
        self.resolved(cwd, written).filter(|resolved| resolved.known && resolved.path == lexical)?;
        let real = self.real(&lexical)?;
        let moved = |root: &String| {
            let below = paths::is_within_clean(&lexical, root).then(|| lexical.get(root.len()..))??;
            let real_root = self.real(root)?;
            (real.strip_prefix(real_root.as_str())? == below).then_some(())
        };
        // A working directory may itself be reached through a link; its name need not be asked for otherwise.
        let direct = self.within_roots(&lexical)
            && (real == lexical || self.roots.iter().any(|root| root.len() > 1 && moved(root).is_some()));
        let ruled = [List::Deny, List::Ask].into_iter().any(|list| {
            let written = ApproximatePath::Exact(Cow::Borrowed(written));
            self.path_rule(list, directories, &written, Access::Read).is_some()
        });
        let hidden = self.policy.sandbox.deny_read.iter().any(|denied| {
            paths::resolve(self.request.cwd, self.request.home, denied).is_none_or(|denied| {
                paths::is_within_clean(&lexical, &denied) || paths::is_within_clean(&real, &denied)
            })
        });
        (direct && !ruled && !hidden).then_some(lexical)
    }

    /// What stands in the file at `path`, which is cleaned; asked for when the host has not said.
    pub(crate) fn content(&self, path: &str) -> Option<&'e str> {
        let Some(content) = self.request.facts.contents.get(path) else {
            self.need(Need::Contents(path.into()));
            return None;
        };
        content.as_deref().filter(|text| text.len() <= CONTENT_BYTES_MAX && !text.contains('\0'))
    }

    /// What may be done to whatever a file name pattern finds; `lead` is what every name surely begins with,
    /// `written` the pattern as the command writes it, `whole` all of it where nothing else decides what it finds.
    pub(crate) fn pattern(
        &self,
        directories: Directories<'_>,
        (lead, whole): (&str, Option<&str>),
        written: &str,
        access: Access,
    ) -> PathLocation {
        let dotted = match lead.rsplit('/').next() {
            Some(".") => !no_dot_follows(written.strip_prefix(lead)),
            last => last == Some(".."),
        };
        // Where `*` stands behind a backslash or a drive's letter, its directory is not the one that it looks like.
        let foreign =
            lead.contains('\\') || self.host == Host::Windows && !lead.contains('/') && lead.contains(':');
        if access != Access::Read || climbs(written) || dotted || foreign {
            return PathLocation::Unknown;
        }
        let prefix = match lead.rfind('/') {
            Some(end) => lead.get(..=end).unwrap_or(lead),
            None if lead.starts_with('~') => lead,
            None => ".",
        };
        let standing = self.path(directories, prefix, access);
        let ruled = || match whole {
            Some(whole) => self.could_be_ruled(directories, whole, access),
            None => self.hidden_beneath(directories, prefix, access),
        };
        if standing == PathLocation::Inside && ruled() {
            return PathLocation::Unknown;
        }
        standing
    }

    /// Whether a deny or ask rule could be about something that a shell finds with this pattern.
    fn could_be_ruled(&self, directories: Directories<'_>, pattern: &str, access: Access) -> bool {
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

    /// Whether the file that an argument names, or each that it may name, surely lies inside the working directories.
    pub(crate) fn holds(&self, directories: Directories<'_>, arg: &Arg<'_>, source: &str) -> bool {
        let standing = match arg.text() {
            Some(path) => self.path(directories, path, Access::Read),
            None if arg.value.is_file_name() => {
                self.pattern(directories, (arg.prefix(), None), arg.span.slice(source), Access::Read)
            }
            None => PathLocation::Unknown,
        };
        standing == PathLocation::Inside
    }

    /// Whether a deny or ask rule could be about something at or beneath `path`.
    pub(crate) fn hidden_beneath(&self, directories: Directories<'_>, path: &str, access: Access) -> bool {
        self.has_path_rules()
            && directories.unwrap_or(&[]).iter().filter_map(|directory| self.absolute(directory, path)).any(
                |path| {
                    [List::Deny, List::Ask].into_iter().any(|list| {
                        self.policy.rules.matching_beneath(list, access, &path, &self.anchors()).is_some()
                    })
                },
            )
    }

    /// The first rule of `list` about this access to the path as written, or to where it leads.
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

    /// The first rule of `list` about the absolute path, or about where it leads.
    fn about(&self, list: List, access: Access, path: &str) -> Option<&'e Rule> {
        let case = if self.folds(path) { Case::Folded } else { Case::Exact };
        self.named(list, access, path, case).or_else(|| {
            let real = self.request.facts.real_paths.get(path)?;
            self.named(list, access, &paths::clean(real), case)
        })
    }

    /// The first rule of `list` about the absolute path, by any of the names that it has on machines with Windows.
    fn named(&self, list: List, access: Access, path: &str, case: Case) -> Option<&'e Rule> {
        let find = |name: &str| self.policy.rules.matching_path(list, access, name, &self.anchors(), case);
        if !windows::is_foreign(path) {
            return find(path);
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
        self.host != Host::Unix && windows::is_foreign(path)
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

    fn rule(&self, list: List, access: Access, path: &str) -> Option<&'e Rule> {
        self.policy.rules.matching_path(list, access, path, &self.anchors(), Case::Exact)
    }

    /// Whether a deny rule is about this access to any path.
    pub(crate) fn denies(&self, access: Access) -> bool {
        self.policy.rules.is_about(List::Deny, access)
    }

    /// Whether a deny or ask rule is about reading any path.
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

    /// Whether git would take one of `directories`, and `inner` beneath it, for a bare repository; none until told.
    pub(crate) fn bare_repository(&self, directories: Directories<'_>, inner: &[&str]) -> Option<bool> {
        let mut bare = false;
        for directory in directories? {
            let place = self.resolved_through(directory, inner)?;
            let own = self.roots.first().is_some_and(|root| *root == place);
            let known = match self.request.facts.bare_repositories.get(&place) {
                Some(known) => Some(*known),
                None if own => self.request.facts.bare_repository,
                None => None,
            };
            if known.is_none() {
                self.need(Need::BareRepository(place));
            }
            bare |= known?;
        }
        Some(bare)
    }

    /// What the settings of the repositories around `directories`, and `inner` beneath them, can start, by name; what
    /// was not told is asked for, and taken for nothing (see [`Facts::repository_programs`] for why).
    ///
    /// [`Facts::repository_programs`]: crate::request::Facts::repository_programs
    pub(crate) fn repository_programs(&self, directories: Directories<'_>, inner: &[&str]) -> Vec<&'e str> {
        let mut listed = Vec::new();
        for directory in directories.unwrap_or(&[]) {
            let Some(place) = self.resolved_through(directory, inner) else { continue };
            match self.request.facts.repository_programs.get(&place) {
                Some(names) => listed.extend(names.iter().map(String::as_str)),
                None => self.need(Need::RepositoryPrograms(place)),
            }
        }
        listed
    }

    /// Whether one of `names` stands in one of `directories`, or above it; none until told.
    pub(crate) fn has_settings(&self, directories: Directories<'_>, names: &[&str]) -> Option<bool> {
        let mut found = false;
        let mut told = true;
        let directories = directories?;
        // What a link leads to has other directories above it.
        let mut led = Vec::new();
        for directory in directories.iter().filter(|directory| self.roots.first() != Some(directory)) {
            match self.real(directory) {
                Some(real) => led.push(real),
                None => told = false,
            }
        }
        led.retain(|real| !directories.contains(real));
        for directory in directories.iter().chain(&led) {
            let mut place = directory.as_str();
            loop {
                for name in names {
                    let path = paths::join(place, name);
                    if let Some(there) = self.request.facts.existing.get(&path) {
                        found |= there;
                    } else {
                        told = false;
                        self.need(Need::Exists(path));
                    }
                }
                match place.rsplit_once('/') {
                    Some((above, last)) if !last.is_empty() => {
                        place = if above.is_empty() { "/" } else { above }
                    }
                    _ => break,
                }
            }
        }
        if found { Some(true) } else { told.then_some(false) }
    }
}

/// Whether `path` is `root` or lies beneath it; both are cleaned. A root without a name holds every relative path.
fn is_beneath(root: &str, path: &str) -> bool {
    if root.is_empty() {
        return !path.starts_with('/') && path != ".." && !path.starts_with("../");
    }
    path.starts_with('/') && root.starts_with('/') && paths::is_within_clean(path, root)
}
