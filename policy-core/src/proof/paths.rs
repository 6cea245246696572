//! Path checks on a command that its table already proves: the first path that forces `ask`.
//!
//! Owns the judgement of the paths that a command uses, and of the directory in which it runs. Allows nothing.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::concern::Concern;
use super::path_objection::PathObjection;
use super::pipeline_paths;
use crate::codes::{Help, notices};
use crate::commands::{self, Arg, Form, ProgramQuality, Role, ShellEffect, Uses, does_to_shell, repository};
use crate::machine::{ApproximatePath, Directories, Machine, PathLocation, protected_writes, secret_reads};
use crate::rules::Access;
use crate::script::{RedirectOp, Script, Simple};
use crate::span::Span;

/// The objection to names that may have been cut apart, where a rule restricts reading.
const CUT: &str = "a name with a blank or a line break in it could become a path that a rule is about";
const CUT_HELP: Help = Help::both(
    "end names with a NUL (`find … -print0 | xargs -0 …`, `git ls-files -z`), or quote the variable",
);

/// The objection to the shim of a version manager.
const SHIM: &str =
    "a version manager takes the place of this program, and files of the project name what it runs";

/// Files by which version managers choose what runs: those of asdf, mise, Volta (`package.json`), proto, nodenv, pyenv,
/// rbenv, jenv, goenv, tfenv and juliaup, as their manuals list them.
const VERSION_FILES: &[&str] = &[
    ".tool-versions",
    ".mise.toml",
    "mise.toml",
    ".mise/config.toml",
    ".config/mise.toml",
    ".prototools",
    "package.json",
    ".node-version",
    ".nvmrc",
    ".python-version",
    ".ruby-version",
    ".java-version",
    ".go-version",
    ".terraform-version",
    ".bazelversion",
    "Manifest.toml",
    "JuliaManifest.toml",
];

/// Devices that can be read without an end (null(4), random(4)).
const ENDLESS: [&str; 4] = ["/dev/full", "/dev/random", "/dev/urandom", "/dev/zero"];

/// The checks, in the order in which they are asked: the first that objects is reported.
const PATH_CHECKS: [fn(&PathUses<'_>) -> Option<PathObjection>; 11] = [
    argument_objection,
    piped_objection,
    landing_objection,
    secret_objection,
    directory_objection,
    settings_objection,
    shim_objection,
    endless_objection,
    compared_files_objection,
    bare_repository_objection,
    repository_programs_objection,
];

/// One proven command, and the directories in which it may run.
struct PathUses<'c> {
    uses: &'c Uses,
    script: &'c Script<'c>,
    args: &'c [Arg<'c>],
    directories: Directories<'c>,
    machine: &'c Machine<'c>,
}

impl PathUses<'_> {
    /// Where the program's name is: the place of an objection to no argument in particular.
    fn name(&self) -> Span {
        self.args.first().map_or_else(Span::default, |arg| arg.span)
    }

    /// The directories into which the program goes by its own options, one after another: `git -C a -C b`.
    fn own_directories(&self) -> Vec<&str> {
        self.uses.directories.iter().filter_map(|at| self.args.get(*at).and_then(Arg::text)).collect()
    }

    /// Whether the command reads the repository around it.
    fn uses_repository(&self) -> bool {
        self.uses.form.is_some_and(|form| form.repository)
    }
}

/// The first path that may not be used without asking; one that a sandbox does not settle comes before the others.
pub(crate) fn path_objection(
    uses: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    machine: &Machine<'_>,
) -> Option<PathObjection> {
    let command = PathUses { uses, script, args, directories, machine };
    most_serious(PATH_CHECKS.iter().filter_map(|check| check(&command)))
}

/// The first objection that a sandbox does not settle, or else the first.
fn most_serious(objections: impl Iterator<Item = PathObjection>) -> Option<PathObjection> {
    let mut first = None;
    for objection in objections {
        if objection.concern > Concern::Value {
            return Some(objection);
        }
        first.get_or_insert(objection);
    }
    first
}

/// A path among the arguments is protected, outside or unknown. All of them are looked at, so that the host is asked for
/// the facts of all at once.
fn argument_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let PathUses { uses, args, .. } = *command;
    most_serious(uses.paths(args).filter_map(|(at, role, path)| command.argument(args.get(at)?, role, path)))
}

impl PathUses<'_> {
    /// The objection to the path `path` in the argument `arg`; none for `path` when its text is not known.
    fn argument(&self, arg: &Arg<'_>, role: Role, path: Option<&str>) -> Option<PathObjection> {
        let Self { uses, script, directories, machine, .. } = *self;
        let access = if role == Role::PathRead { Access::Read } else { Access::Edit };
        let replaces = role == Role::PathDeleted || uses.form.is_some_and(|form| form.replaces);
        let location = match path {
            // As root it would be gone for every other program.
            Some("/dev/null") if access == Access::Edit && replaces => PathLocation::Outside,
            Some(path) if self.uses_repository() => machine.path_of_repository(directories, path, access),
            Some(path) => match machine.path(directories, path, access) {
                PathLocation::Protected
                    if role == Role::PathWritten && !machine.is_protected(directories, path) =>
                {
                    let named = self.landing_location(path).or_else(|| self.changed_location(path));
                    named.unwrap_or(PathLocation::Protected)
                }
                location => location,
            },
            None if arg.value.is_pipe() => return None,
            None if arg.value.is_cut() && access == Access::Read && machine.watches_reading() => {
                let words = Some((String::from(CUT), CUT_HELP));
                return Some(PathObjection { words, ..PathObjection::new(arg.span, &notices::PATH_UNKNOWN) });
            }
            None if arg.value.is_file_name() => {
                let written = arg.span.slice(script.source);
                if uses.program.is_some_and(|program| program.cmdlet.is_some()) && written.contains('\\') {
                    // Both slashes separate for a cmdlet, on every system (`about_Path_Syntax`).
                    let (lead, written) = (arg.prefix().replace('\\', "/"), written.replace('\\', "/"));
                    machine.pattern(directories, (&lead, None), &written, access)
                } else {
                    let whole = whole_pattern(script, arg);
                    machine.pattern(directories, (arg.prefix(), whole.as_deref()), written, access)
                }
            }
            None => PathLocation::Unknown,
        };
        match (location, access) {
            (PathLocation::Inside, _) => None,
            (PathLocation::Protected, _) => Some(PathObjection::access(arg.span, &notices::PATH_PROTECTED)),
            (PathLocation::Outside, Access::Edit) => {
                Some(PathObjection::access(arg.span, &notices::PATH_OUTSIDE))
            }
            (PathLocation::Outside, Access::Read | Access::Enter) => {
                Some(PathObjection::new(arg.span, &notices::PATH_OUTSIDE))
            }
            (PathLocation::Unknown, _) => Some(PathObjection::new(arg.span, &notices::PATH_UNKNOWN)),
        }
    }
}

impl PathUses<'_> {
    /// Where the files lie that a program makes in the existing directory `directory`; none when their names are not
    /// those of its other operands.
    fn landing_location(&self, directory: &str) -> Option<PathLocation> {
        let Self { uses, script, args, directories, machine } = *self;
        let names = protected_writes::landing_names(uses, args, script.source)?;
        let location =
            |name: &String| machine.path(directories, &alloc::format!("{directory}/{name}"), Access::Edit);
        names.iter().map(location).max()
    }
}

impl PathUses<'_> {
    /// Where the files lie that a program changes in the existing directory `directory`; none when it may change any. A file
    /// of such a name has its ending, so that nothing depends on what precedes it.
    fn changed_location(&self, directory: &str) -> Option<PathLocation> {
        let Self { uses, directories, machine, .. } = *self;
        let changes = uses.form?.changes?;
        let is_without = |name: &&str| changes.without.contains(name);
        if uses.options.iter().any(|(_, option)| option.names.iter().any(&is_without)) {
            return None;
        }
        let location =
            |ending: &&str| machine.path(directories, &alloc::format!("{directory}/x{ending}"), Access::Edit);
        changes.endings.iter().map(location).max()
    }
}

/// A file that comes down the pipeline is unknown or secret.
fn piped_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let PathUses { uses, script, args, directories, machine } = *command;
    let may_read = |uses: &Uses, args: &[Arg<'_>]| {
        let writer = PathUses { uses, script, args, directories, machine };
        argument_objection(&writer).is_none() && directory_objection(&writer).is_none()
    };
    pipeline_paths::objection(uses, script, args, directories, machine, &may_read)
        .or_else(|| pipeline_paths::object_objection(uses, script, args, directories, machine))
}

/// A file among the arguments has a secret name.
fn secret_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let PathUses { uses, script, args, directories, machine } = *command;
    let at = secret_reads::secret_at(uses, args, script.source, Some(script), directories, machine)?;
    Some(PathObjection::access(args.get(at)?.span, &notices::READS_SECRET))
}

/// A file is copied, moved or linked to a protected name in a directory.
fn landing_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let PathUses { uses, script, args, directories, machine } = *command;
    let is_protected = |path: &str| machine.is_protected(directories, path);
    let arg = args.get(protected_writes::landing(uses, args, script.source, &is_protected)?)?;
    Some(PathObjection::access(arg.span, &notices::PATH_PROTECTED))
}

/// The command names no path, and the directory in which it runs, or the home directory, lies outside.
fn directory_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let PathUses { uses, args, directories, machine, .. } = *command;
    let form = uses.form?;
    if uses.paths(args).next().is_some() {
        return None;
    }
    let goes_home = form.operands.home;
    // What a rule lets `cd` reach, it does not let other programs read.
    let stays = !machine.left(directories);
    if !goes_home && (stays || !form.repository && !reads_paths(form)) {
        return None;
    }
    let place = if goes_home { "~" } else { "." };
    let location = if form.repository {
        machine.path_of_repository(directories, place, Access::Read)
    } else {
        machine.path(directories, place, Access::Read)
    };
    let notice = match location {
        PathLocation::Inside => return None,
        PathLocation::Unknown => &notices::PATH_UNKNOWN,
        PathLocation::Outside | PathLocation::Protected => &notices::PATH_OUTSIDE,
    };
    let message = if goes_home {
        "the home directory, to which it goes, is outside the working directories"
    } else {
        "the directory that it is in is outside the working directories"
    };
    Some(PathObjection {
        words: Some((message.into(), notice.help)),
        ..PathObjection::new(command.name(), notice)
    })
}

/// A settings file of a project, which can name programs, is found for the command.
fn settings_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let settings = command.uses.form?.settings;
    if settings.is_empty() {
        return None;
    }
    match command.machine.has_settings(command.directories, settings) {
        Some(false) => None,
        Some(true) => Some(PathObjection::new(command.name(), &notices::PROJECT_SETTINGS)),
        None => Some(PathObjection::new(command.name(), &notices::PATH_UNKNOWN)),
    }
}

/// A version manager chooses by a file of the project which program runs.
fn shim_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let program = command.uses.program.filter(|program| program.shim)?;
    if !command.machine.is_shim(program.name)
        || command.machine.has_settings(command.directories, VERSION_FILES) == Some(false)
    {
        return None;
    }
    let words = Some((String::from(SHIM), notices::PROJECT_SETTINGS.help));
    Some(PathObjection { words, ..PathObjection::new(command.name(), &notices::PROJECT_SETTINGS) })
}

/// It reads a device that has no end, and nothing ends it.
fn endless_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let PathUses { uses, script, args, .. } = *command;
    let word = args.first()?.word;
    let index = script.commands.iter().position(|simple| simple.words.contains(&word));
    let is_endless = |path: Option<&str>| path.is_some_and(|path| ENDLESS.contains(&path));
    let named = uses.paths(args).find(|(_, role, path)| *role == Role::PathRead && is_endless(*path));
    let named = named.and_then(|(at, ..)| args.get(at)).map(|arg| arg.span);
    let fed = || {
        let mut redirects = script.redirects_of(index?).filter(|redirect| redirect.op == RedirectOp::Read);
        redirects.find_map(|redirect| {
            let word = script.word(redirect.target)?;
            is_endless(script.text(word)).then_some(word.span)
        })
    };
    let span = named.or_else(fed)?;
    (!(ends(uses) || streams(uses) && is_cut_off(script)))
        .then(|| PathObjection::new(span, &notices::ENDLESS_INPUT))
}

/// Whether the command ends although its input does not.
fn ends(uses: &Uses) -> bool {
    let listed =
        |names: &[&str]| uses.form.is_some_and(|form| names.iter().any(|name| form.ends.contains(name)));
    !uses.shows_contents() || uses.options.iter().any(|(_, option)| listed(option.names))
}

/// Whether it prints while it reads.
fn streams(uses: &Uses) -> bool {
    uses.program.is_some_and(|program| program.qualities.contains(&ProgramQuality::Streams))
}

/// Whether another command of the script ends early, so that what streams into it ends too.
fn is_cut_off(script: &Script<'_>) -> bool {
    script.commands.iter().any(|command| {
        let words = commands::arguments(script, command);
        commands::uses(&words).form.is_some_and(|form| !form.ends.is_empty())
    })
}

/// git compares two files where there is no repository, and one of them lies outside.
fn compared_files_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    let PathUses { uses, args, directories, machine, .. } = *command;
    if !command.uses_repository() {
        return None;
    }
    for (at, path) in compared_files(uses, args, &command.own_directories()) {
        let notice = match machine.path(directories, &path, Access::Read) {
            PathLocation::Inside | PathLocation::Protected => continue,
            PathLocation::Outside => &notices::PATH_OUTSIDE,
            PathLocation::Unknown => &notices::PATH_UNKNOWN,
        };
        let span = args.get(at).map_or_else(Span::default, |arg| arg.span);
        return Some(PathObjection::new(span, notice));
    }
    None
}

/// git would take the directory for a bare repository.
fn bare_repository_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    if !command.uses_repository() {
        return None;
    }
    match command.machine.bare_repository(command.directories, &command.own_directories()) {
        Some(false) => None,
        Some(true) => Some(PathObjection::new(command.name(), &notices::BARE_REPOSITORY)),
        None => Some(PathObjection::new(command.name(), &notices::PATH_UNKNOWN)),
    }
}

/// The settings of the repository start a program that this command would reach.
fn repository_programs_objection(command: &PathUses<'_>) -> Option<PathObjection> {
    if !command.uses_repository() {
        return None;
    }
    let listed = command.machine.repository_programs(command.directories, &command.own_directories());
    let armed = repository::armed(command.uses, command.args, &listed)?;
    let words = Some((armed.message(), armed.help));
    Some(PathObjection { words, ..PathObjection::new(command.name(), &notices::REPOSITORY_PROGRAMS) })
}

/// The file name pattern that a word is, where the shell finds with it what bash(1), "Pathname Expansion", says: no
/// option that a `shopt` may set makes `*` find names that begin with a dot, or more than one directory.
fn whole_pattern<'s>(script: &'s Script<'_>, arg: &Arg<'s>) -> Option<Cow<'s, str>> {
    // After `builtin` and `command` as well; an operand of that name costs a question at most.
    let changes_patterns = |name: &str| does_to_shell(script.shell(), name, ShellEffect::ChangesPatterns);
    let plain = |command: &Simple| {
        let words = script.words_of(command);
        words.first().is_none_or(|name| script.text(name).is_some())
            && words.iter().all(|word| !script.text(word).is_some_and(changes_patterns))
    };
    let is_glob = script.word(arg.word).is_some_and(|word| script.is_bare_pattern(word));
    if !is_glob || !script.shell().patterns_stay_in_place || !script.commands.iter().all(plain) {
        return None;
    }
    match ApproximatePath::of(arg, None, script.source) {
        ApproximatePath::Pattern(pattern) => Some(pattern),
        ApproximatePath::Exact(_) | ApproximatePath::Prefix(_) => None,
    }
}

/// Whether an operand, or what is bound to a position, can be a path that is read.
fn reads_paths(form: &Form) -> bool {
    let operands = &form.operands;
    let kinds = operands.first.iter().chain(&operands.rest).chain(&operands.last).chain(&operands.after);
    let at_positions = form.positions.iter().flat_map(|position| position.names);
    let bound = at_positions.filter_map(|name| form.option(name)?.value.as_ref());
    kinds.chain(bound).any(|kind| kind.role == Role::PathRead)
}

/// The operands of a `git diff` that are two files where there is no repository: it prints both, and follows links.
fn compared_files(uses: &Uses, args: &[Arg<'_>], inner: &[&str]) -> Vec<(usize, String)> {
    let [first, second] = uses.operands.as_slice() else { return Vec::new() };
    if uses.form.is_none_or(|form| !form.compares) {
        return Vec::new();
    }
    let file = |at: &usize| {
        let revision = uses.uses.get(*at).is_some_and(|used| used.role == Role::Revision);
        let text = args.get(*at).and_then(Arg::text).filter(|_| revision)?;
        let mut steps = inner.to_vec();
        steps.push(text);
        Some((*at, steps.join("/")))
    };
    [first, second].into_iter().filter_map(file).collect()
}
