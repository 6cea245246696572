//! Finds files with secret names that a command might read.
//!
//! Owns two questions: whether a path is secret by any name that it has on the machine, and which argument names such a
//! path. Sees too much rather than too little; an allow rule about the path answers before.

use alloc::borrow::Cow;
use alloc::string::String;

use super::approximate_path::ApproximatePath;
use super::directories::Directories;
use super::facts::Machine;
use crate::commands::{self, Arg, Gives, Opt, Proof, Role, Uses};
use crate::paths::secret::{may_be_secret, secret};
use crate::paths::windows::Reading;
use crate::rules::{Access, List};
use crate::script::Script;

impl Machine<'_> {
    /// Whether the name of `path`, as the command writes it or where it leads, says that it holds secrets.
    pub(crate) fn is_secret(&self, directories: Directories<'_>, path: &ApproximatePath<'_>) -> bool {
        let path = match path {
            ApproximatePath::Exact(path) | ApproximatePath::Pattern(path) => path,
            // Whatever follows, it lies in that directory.
            ApproximatePath::Prefix(lead) => match lead.rfind('/').and_then(|end| lead.get(..end)) {
                Some(directory) => directory,
                None => return false,
            },
        };
        if !self.policy.asks_for_secrets || path.is_empty() {
            return false;
        }
        let from = directories.filter(|directories| !directories.is_empty()).unwrap_or(&self.roots);
        from.iter().any(|directory| {
            !self.has_no_secret_name(directory, path) && self.has_secret_name(directory, path)
        })
    }

    /// Whether `path` in `directory` is secret by any of its names.
    fn has_secret_name(&self, directory: &str, path: &str) -> bool {
        let other = match self.otherwise(directory, path) {
            Some(Reading::Path(other) | Reading::Short(other)) => Some(other),
            Some(Reading::Unknown) | None => None,
        };
        let own = self.absolute(directory, path);
        let resolved = self.resolved_behind_parent(directory, path);
        let is_named = |path: &str| self.is_secret_name(path);
        let leads =
            |path: &String| self.request.facts.real_paths.get(path).is_some_and(|real| is_named(real));
        let mut known = own.iter().chain(&resolved).chain(&other);
        own.is_none() && is_named(path) || known.any(|path| is_named(path) || leads(path))
    }

    /// Whether `path` has no further name on the machine, and no component of it or of the directory is like a secret name. It
    /// is so of nearly every path, and takes no memory to see.
    fn has_no_secret_name(&self, directory: &str, path: &str) -> bool {
        self.request.facts.real_paths.is_empty()
            && !path.contains("..")
            && !may_be_secret(path)
            && !may_be_secret(directory)
            && self.otherwise(directory, path).is_none()
    }

    /// Whether the absolute path is secret by its text, and no rule allows reading it.
    fn is_secret_name(&self, path: &str) -> bool {
        secret(path).is_some() && self.rule(List::Allow, Access::Read, path).is_none()
    }

    /// Whether a redirect of `script` reads a file whose name, `arg`, is made when the command runs, and may be that of a secret
    /// which the script names.
    pub(crate) fn may_list_secret(
        &self,
        script: &Script<'_>,
        directories: Directories<'_>,
        arg: &Arg<'_>,
    ) -> bool {
        // What comes through a pipe is judged where it is printed.
        !arg.value.is_pipe() && is_listed(arg, script) && self.is_mentioned(script, directories)
    }

    /// Whether a text in the script names a secret file, so that a list of names or of objects may have it.
    pub(crate) fn is_mentioned(&self, script: &Script<'_>, directories: Directories<'_>) -> bool {
        script.words.iter().any(|word| {
            commands::word_arguments(script, word, 0).iter().any(|arg| {
                let path = ApproximatePath::of(arg, arg.text(), script.source);
                let object =
                    arg.text().and_then(tracked).map(|path| ApproximatePath::Exact(Cow::Borrowed(path)));
                self.is_secret(directories, &path)
                    || object.is_some_and(|path| self.is_secret(directories, &path))
            })
        })
    }
}

/// The path in the name of an object or in a path of git with magic: `.env` of `HEAD:.env`, `:(top).env` and `1,5:.env`
/// (gitrevisions(7), gitglossary(7) "pathspec", git-log(1) `-L`).
fn tracked(text: &str) -> Option<&str> {
    let (_, path) = text.rsplit_once(':')?;
    let path = if path.starts_with('(') { path.split_once(')').map_or(path, |(_, path)| path) } else { path };
    Some(path.trim_start_matches(['/', '!', '^']))
}

/// Whether the arguments come from a list that is made when the command runs, such as that of `find | xargs`.
fn is_listed(arg: &Arg<'_>, script: &Script<'_>) -> bool {
    let pattern = script.word(arg.word).is_some_and(|word| script.is_bare_pattern(word));
    arg.text().is_none() && !pattern
}

/// One command, and where it is.
struct Reader<'c> {
    uses: &'c Uses,
    args: &'c [Arg<'c>],
    source: &'c str,
    directories: Directories<'c>,
    machine: &'c Machine<'c>,
}

/// The index of the argument by which the command may read a file with a secret name. `script` is where the arguments
/// are, when their words are known; `source` is its text.
pub(crate) fn secret_at(
    uses: &Uses,
    args: &[Arg<'_>],
    source: &str,
    script: Option<&Script<'_>>,
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<usize> {
    let proven = matches!(uses.proof, Proof::ReadOnly | Proof::Edits | Proof::ReadsService | Proof::Connects);
    if !machine.asks_for_secrets() || proven && !uses.shows_contents() {
        return None;
    }
    let command = Reader { uses, args, source, directories, machine };
    if !proven {
        return command.unproven().or_else(|| command.listed(script?));
    }
    let found = command.named().or_else(|| command.chosen()).or_else(|| command.listed(script?));
    found.or_else(|| command.repository_object(script))
}

impl Reader<'_> {
    fn is(&self, arg: &Arg<'_>, path: Option<&str>) -> bool {
        self.machine.is_secret(self.directories, &ApproximatePath::of(arg, path, self.source))
    }

    /// Whether a file of the repository has a secret name. git follows no link.
    fn is_tracked(&self, path: &str) -> bool {
        let path = tracked(path).unwrap_or(path);
        self.directories.unwrap_or(&self.machine.roots).iter().any(|directory| {
            let path = self.machine.absolute(directory, path);
            path.is_some_and(|path| self.machine.is_secret_name(&path))
        })
    }

    fn is_path(&self, path: &str) -> bool {
        self.machine.is_secret(self.directories, &ApproximatePath::Exact(Cow::Borrowed(path)))
    }

    /// The paths that it reads: the index of each, and its text when that is known.
    fn reads(&self) -> impl Iterator<Item = (usize, &Arg<'_>, Option<&str>)> {
        // What is moved can be read under its new name.
        let last = self.uses.form.and_then(|form| form.operands.last);
        let moves = last.is_some_and(|last| last.role == Role::PathWritten);
        self.uses
            .paths(self.args)
            .filter(move |(_, role, _)| *role == Role::PathRead || moves && *role == Role::PathDeleted)
            .filter_map(|(at, _, path)| Some((at, self.args.get(at)?, path)))
    }

    /// The first path that is secret as written.
    fn named(&self) -> Option<usize> {
        self.reads().find(|(_, arg, path)| self.is(arg, *path)).map(|(at, ..)| at)
    }

    /// The first option by whose value a search reads secret files (`grep -r x --include=.env`).
    fn chosen(&self) -> Option<usize> {
        let chooses = |option: &Opt| {
            let named = |name: &&str| name.contains("include") || name.contains("glob");
            let pattern = option.value.is_some_and(|value| value.role == Role::Pattern);
            pattern && option.gives == Gives::Nothing && option.names.iter().any(named)
        };
        let mut options = self.uses.options.iter().filter(|(_, option)| chooses(option));
        let found = options.find(|(at, _)| {
            let value = self.uses.option_value(self.args, *at);
            value.is_some_and(|value| !value.starts_with('!') && self.is_path(value))
        });
        found.map(|(at, _)| *at)
    }

    /// The first path from a list that is made when the command runs, where the script names a secret file.
    fn listed(&self, script: &Script<'_>) -> Option<usize> {
        let (at, ..) = self.reads().find(|(_, arg, _)| is_listed(arg, script))?;
        self.machine.is_mentioned(script, self.directories).then_some(at)
    }

    /// The first argument by which git shows a secret file of the repository.
    fn repository_object(&self, script: Option<&Script<'_>>) -> Option<usize> {
        self.uses.form.filter(|form| form.repository)?;
        let named = self.uses.uses.iter().zip(self.args).position(|(used, arg)| {
            let (role, from) = used.value.unwrap_or((used.role, 0));
            let text = arg.text().and_then(|text| text.get(from as usize..));
            let may_name = matches!(role, Role::Revision | Role::PathRead | Role::Setting);
            text.filter(|_| may_name).is_some_and(|text| self.is_tracked(text))
        });
        named.or_else(|| {
            let is_batch = |name: &&str| name.starts_with("--batch");
            let (at, _) = self.uses.options.iter().find(|(_, option)| option.names.iter().any(is_batch))?;
            self.machine.is_mentioned(script?, self.directories).then_some(*at)
        })
    }

    /// The first argument that may be a secret file, where the table does not understand all of them.
    fn unproven(&self) -> Option<usize> {
        let role = |at: usize| {
            self.uses
                .uses
                .get(at)
                .map_or(Role::Unknown, |used| used.value.map_or(used.role, |(role, _)| role))
        };
        let may_be_read = |at: usize| {
            !matches!(
                role(at),
                Role::Text
                    | Role::Pattern
                    | Role::PathWritten
                    | Role::PathDeleted
                    | Role::Subcommand
                    | Role::Host
            )
        };
        (1..self.args.len()).filter(|at| may_be_read(*at)).find(|at| {
            let Some(arg) = self.args.get(*at) else { return false };
            // `if=.env`, `--env-file=.env`, `data=@.env`
            let value = arg.text().and_then(|text| text.rsplit(['=', '@']).next());
            self.is(arg, arg.text()) || value.is_some_and(|value| self.is_path(value))
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString as _;
    use alloc::vec::Vec;

    use super::*;
    use crate::paths::PathModel;
    use crate::paths::secret::names;
    use crate::{Policy, Request};

    #[test]
    fn what_is_no_secret_at_a_glance_is_none_by_any_of_its_names() {
        let parts = names().flat_map(|row| row.name.split('/'));
        let mut names: Vec<String> = parts.map(|part| part.replace('*', "x")).collect();
        names.extend(names.clone().iter().map(|name| name.to_uppercase()));
        names.extend(["src", "a.rs", "README.md", "SSH~1", ".", "..", "*", ".*", "x y"].map(String::from));
        let policy = Policy::default();
        let mut passed = 0;
        for (cwd, home) in [
            ("/repo", "/home/u"),
            ("/c/repo", "/c/Users/u"),
            ("/mnt/c/repo", "/home/u"),
            ("/home/u/.ssh", "/home/u"),
        ] {
            let mut request = Request::new("cat x");
            (request.cwd, request.home) = (Some(cwd), Some(home));
            for links in [None, Some("/home/u/.ssh")] {
                request.facts.real_paths =
                    links.iter().map(|to| ("/repo/src".to_string(), (*to).into())).collect();
                let machine = Machine::new(&request, &policy, PathModel::of(Some(cwd), Some(home)));
                for name in &names {
                    let spelled = ["", "./", "/", "../", "~/", "src/", "src/../", "a/.git/"];
                    let inside = spelled.map(|front| format!("{front}{name}"));
                    let behind = ["/x", "/", "/../x", "::$DATA", "?", "*"].map(|end| format!("{name}{end}"));
                    for path in inside.iter().chain(&behind) {
                        for directory in [cwd, "/repo", "/home/u/.aws/sso"] {
                            let is_none = machine.has_no_secret_name(directory, path);
                            passed += usize::from(is_none);
                            assert!(
                                !is_none || !machine.has_secret_name(directory, path),
                                "{path} in {directory}"
                            );
                        }
                    }
                }
            }
        }
        assert!(passed > 1_000, "{passed}");
    }
}
