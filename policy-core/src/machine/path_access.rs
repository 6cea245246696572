//! Access to a path without a question: it is inside the working directories, protected, outside, or unknown.
//!
//! Owns the judgement of one path, of a pattern, and of a file that may be shown as edited.

use alloc::borrow::Cow;
use alloc::string::String;

use super::approximate_path::ApproximatePath;
use super::directories::Directories;
use super::facts::Machine;
use crate::commands::Arg;
use crate::paths::lexical::has_parent;
use crate::paths::wildcard::{climbs, no_dot_follows};
use crate::paths::windows::Reading;
use crate::paths::{critical, lexical as paths, places, protected};
use crate::rules::{Access, List};

/// Where a path lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PathLocation {
    /// Inside a working directory, or where a rule allows the access.
    Inside,
    /// Inside, but a change of it can change what later commands do.
    Protected,
    /// Outside of the working directories.
    Outside,
    /// Not known.
    Unknown,
}

impl Machine<'_> {
    /// Whether `path` lies beneath a working directory, by its text.
    fn within_roots(&self, path: &str) -> bool {
        self.roots.iter().any(|root| is_beneath(root, path))
    }

    /// Whether `path` lies beneath a directory that an allow rule let a command enter, by its text.
    fn within_entered(&self, path: &str) -> bool {
        self.entered.borrow().iter().any(|root| is_beneath(root, path))
    }

    /// Whether one of `directories` lies outside the working directories, by its text, and no rule let a command enter it.
    pub(crate) fn left(&self, directories: Directories<'_>) -> bool {
        let is_outside = |place: &String| !self.within_roots(place) && !self.within_entered(place);
        directories.is_some_and(|directories| directories.iter().any(is_outside))
    }

    /// As [`Self::within_roots`], for a path without links: a working directory may itself be reached through a link.
    fn within_real_roots(&self, path: &str) -> bool {
        self.within_roots(path)
            || self
                .roots
                .iter()
                .any(|root| !root.is_empty() && self.real(root).is_some_and(|real| is_beneath(&real, path)))
    }

    /// Where `path`, as the command writes it, lies for this access: the worst answer over all `directories`.
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

    /// As [`Machine::path`] for reading, where a place that anyone may read is no working directory: git obeys the settings
    /// of a repository in it.
    pub(crate) fn path_of_repository(
        &self,
        directories: Directories<'_>,
        path: &str,
        access: Access,
    ) -> PathLocation {
        let location = self.path(directories, path, access);
        let is_place = |directory: &String| {
            self.absolute(directory, path).is_none_or(|path| {
                !self.within_roots(&path)
                    && places::place(&path, self.request.home, self.model)
                        .is_some_and(|place| !place.is_sealed)
                    && self.rule(List::Allow, access, &path).is_none()
                    && !self.within_entered(&path)
            })
        };
        let from = directories.unwrap_or(&[]);
        let is_shared = from.iter().any(is_place);
        if location == PathLocation::Inside && is_shared { PathLocation::Outside } else { location }
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
        match self.otherwise(directory, path).filter(|_| !self.model.reads_only_as_windows()) {
            Some(Reading::Path(other)) if other != lexical => {
                standing.max(self.standing(&other, access, false))
            }
            Some(Reading::Short(_) | Reading::Unknown) => PathLocation::Unknown,
            Some(Reading::Path(_)) | None => standing,
        }
    }

    /// Where the absolute, cleaned path `lexical` lies; `followed` when a link on the way to it was followed.
    fn standing(&self, lexical: &str, access: Access, followed: bool) -> PathLocation {
        let within = if followed { self.within_real_roots(lexical) } else { self.within_roots(lexical) };
        let place = |path: &str| {
            places::place(path, self.request.home, self.model).filter(|_| access == Access::Read)
        };
        if !within && place(lexical).is_some_and(|place| place.is_sealed) {
            return PathLocation::Inside;
        }
        let allowed = |path: &str| {
            self.rule(List::Allow, access, path).is_some()
                || access == Access::Read && self.within_entered(path)
                || place(path).is_some()
                || access == Access::Read && self.in_repository(path)
        };
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

    /// As [`Self::is_protected`], for a path of which only a part is known.
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

    /// Whether a change of `path`, as the command writes it, can change what later commands do, by all that is known of
    /// it.
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

    /// The absolute path of a file that may be shown as edited. It must lie in a working directory, no link below that
    /// directory may lead to it, and no rule may keep it from being read.
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
        // What a name leads to has that name; resolving costs more than to look for it.
        let has_name = |denied: &str| {
            let name = paths::last_part(denied);
            let is_plain = !denied.starts_with('~') && !matches!(name, "" | "." | "..");
            !is_plain || [&lexical, &real].into_iter().any(|path| path.split('/').any(|part| part == name))
        };
        let hidden = self.policy.sandbox.deny_read.iter().filter(|denied| has_name(denied)).any(|denied| {
            paths::resolve(self.request.cwd, self.request.home, denied).is_none_or(|denied| {
                paths::is_within_clean(&lexical, &denied) || paths::is_within_clean(&real, &denied)
            })
        });
        (direct && !ruled && !hidden).then_some(lexical)
    }

    /// Where everything lies that a file name pattern finds. Every name begins with `lead`; `written` is the pattern as
    /// the command writes it; `whole` is all of it when nothing else decides what it finds.
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
        // Where `*` follows a backslash or a drive's letter, its directory is not the one that it looks like.
        let foreign = self.model.may_look_elsewhere(lead);
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

    /// Whether every file that an argument may name lies inside the working directories.
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
}

/// Whether `path` is `root` or lies beneath it; both are cleaned. The empty root holds every relative path.
fn is_beneath(root: &str, path: &str) -> bool {
    if root.is_empty() {
        return !path.starts_with('/') && path != ".." && !path.starts_with("../");
    }
    path.starts_with('/') && root.starts_with('/') && paths::is_within_clean(path, root)
}
