//! The paths that the sandbox must make writable for a command, as absolute paths.
//!
//! Owns the step from written paths to writable paths. If one path is unknown, there is no list: a list with a gap
//! would confine the command to the wrong places.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::commands::{Arg, Proof, Role, Uses};
use crate::machine::{Directories, Machine};
use crate::script::{Redirect, Script};
use crate::verdict::Grants;
use crate::web::Scheme;

/// Collects the paths that each command changes.
#[derive(Debug)]
pub(crate) struct GrantsBuilder<'s, 'e> {
    machine: &'s Machine<'e>,
    /// None as soon as one path is not known.
    grants: Option<Grants>,
}

/// How a command changes a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PathChange {
    Write,
    Replace,
    Remove,
}

impl<'s, 'e> GrantsBuilder<'s, 'e> {
    pub(crate) fn new(machine: &'s Machine<'e>) -> Self {
        Self { machine, grants: Some(Grants::default()) }
    }

    /// The grants; none when one path is not known.
    pub(crate) fn into_grants(self) -> Option<Grants> {
        self.grants
    }

    /// Adds the paths that one simple command with arguments `args` changes in any of `directories`.
    pub(crate) fn command(&mut self, uses: &Uses, args: &[Arg<'_>], directories: Directories<'_>) {
        if self.grants.is_none() || args.is_empty() {
            return;
        }
        match uses.proof {
            Proof::ReadOnly | Proof::Edits => {}
            // A daemon is reached by its socket alone.
            Proof::ReadsService if uses.form.is_some_and(|form| !form.sockets.is_empty()) => {}
            Proof::Connects | Proof::ReadsService => {
                if let Some(grants) = &mut self.grants {
                    grants.network = true;
                }
            }
            // A wrapper needs what the commands inside need, which are added on their own.
            Proof::Runs => return,
            _ => {
                self.grants = None;
                return;
            }
        }
        for (_, role, path) in uses.paths(args) {
            let change = match role {
                Role::PathWritten if uses.form.is_some_and(|form| form.replaces) => PathChange::Replace,
                Role::PathWritten => PathChange::Write,
                Role::PathDeleted => PathChange::Remove,
                _ => continue,
            };
            match path {
                Some(path) => self.path(directories, path, change),
                None => self.grants = None,
            }
        }
    }

    /// Adds that a command only prints pages: it connects, and changes nothing.
    pub(crate) fn prints_pages(&mut self) {
        if let Some(grants) = &mut self.grants {
            grants.network = true;
        }
    }

    /// Adds the file that `redirect` writes.
    pub(crate) fn redirect(
        &mut self,
        script: &Script<'_>,
        redirect: &Redirect,
        directories: Directories<'_>,
    ) {
        if !redirect.op.writes() {
            return;
        }
        match script.word(redirect.target).and_then(|word| script.text(word)) {
            Some(path) => self.path(directories, path, PathChange::Write),
            None => self.grants = None,
        }
    }

    /// Adds the service of a command that is proven to only read it.
    pub(crate) fn service(grants: &mut Grants, uses: &Uses) {
        let Some(form) = uses.form.filter(|_| uses.proof == Proof::ReadsService) else { return };
        for (named, list) in [(form.hosts, &mut grants.hosts), (form.sockets, &mut grants.sockets)] {
            let is_new = |text: &&&str| !list.iter().any(|known| known == **text);
            let new: Vec<String> = named.iter().filter(is_new).map(|text| String::from(*text)).collect();
            list.extend(new);
        }
    }

    /// Adds the hosts of documentation whose pages a command only prints. They are asked over TLS.
    pub(crate) fn documentation<'h>(grants: &mut Grants, hosts: impl Iterator<Item = &'h str>) {
        for host in hosts.map(|host| format!("{host}:{}", Scheme::Https.port())) {
            if !grants.hosts.contains(&host) {
                grants.hosts.push(host);
            }
        }
    }

    fn path(&mut self, directories: Directories<'_>, path: &str, change: PathChange) {
        // The null device takes everything in every sandbox.
        if path == "/dev/null" {
            return;
        }
        let root = [String::from("/")];
        let is_absolute = path.starts_with('/');
        let Some(from) = (if is_absolute { Some(root.as_slice()) } else { directories }) else {
            self.grants = None;
            return;
        };
        for directory in from {
            // The empty text is a working directory that the request does not name.
            let found = directory.starts_with('/').then(|| self.machine.resolved(directory, path)).flatten();
            let found = found.filter(|resolved| resolved.known).map(|resolved| resolved.path);
            let (Some(grants), Some(found)) = (&mut self.grants, found) else {
                self.grants = None;
                return;
            };
            let list = match change {
                PathChange::Write => &mut grants.writes,
                PathChange::Replace => &mut grants.replaces,
                PathChange::Remove => &mut grants.removes,
            };
            if !list.contains(&found) {
                list.push(found);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use crate::verdict::Grants;
    use crate::{Engine, Policy, Request};

    /// What the sandbox of `command` in `/repo` has to grant, in one line.
    fn granted(command: &str) -> String {
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
        request.facts.no_links = true;
        request.facts.bare_repository = Some(false);
        let Some(Grants { writes, replaces, removes, network, .. }) =
            Engine::new(Policy::default()).check(&request).grants
        else {
            return "unknown".into();
        };
        let lists = [("writes", writes), ("replaces", replaces), ("removes", removes)];
        let lists = lists.iter().filter(|(_, list)| !list.is_empty());
        let changes: String = lists.map(|(name, list)| [name, " ", &list.join(" "), "; "].concat()).collect();
        changes + if network { "network" } else { "no network" }
    }

    #[test]
    fn what_a_command_changes_is_granted_and_no_more() {
        for (command, expected) in [
            ("ls -la | head", "no network"),
            ("echo a > b", "writes /repo/b; no network"),
            ("echo a >> ../b 2> /dev/null", "writes /b; no network"),
            ("touch a b/c", "writes /repo/a /repo/b/c; no network"),
            ("mv a b", "replaces /repo/b; removes /repo/a; no network"),
            ("rm -rf build", "removes /repo/build; no network"),
            ("cd sub && mkdir -p x/y", "writes /repo/sub/x/y; no network"),
            ("cd sub; mkdir x", "writes /repo/x /repo/sub/x; no network"),
            ("sed -i s/a/b/ f", "replaces /repo/f; no network"),
            ("for f in a b; do touch $f.bak; done", "writes /repo/a.bak /repo/b.bak; no network"),
            ("{ ls; pwd; } > list", "writes /repo/list; no network"),
            ("nice rm a", "removes /repo/a; no network"),
        ] {
            assert_eq!(granted(command), expected, "{command}");
        }
    }

    #[test]
    fn nothing_is_granted_by_guess() {
        for command in [
            "cargo build",
            "touch $x",
            "echo a > $x",
            "cd $x && touch a",
            "cd $x && { ls; } > a",
            "cat a | xargs rm",
            "rm -f *.o",
            "cp a ~/b",
            "find . -name x -delete",
            "touch a && ./b",
            "touch ~other/a",
            "touch 'a",
        ] {
            assert_eq!(granted(command), "unknown", "{command}");
        }
    }

    #[test]
    fn a_path_beneath_a_directory_that_is_not_named_is_unknown() {
        let verdict = Engine::new(Policy::default()).check(&Request::new("touch a"));
        assert_eq!(verdict.grants, None);
        let verdict = Engine::new(Policy::default()).check(&Request::new("touch /a"));
        assert_eq!(verdict.grants.map(|grants| grants.writes), Some([String::from("/a")].into()));
    }
}
