//! What speaks for one simple command: its table's proof, an allow rule, or nothing.
//!
//! Owns the looking-through of wrappers for allow, and the judgement of a command's paths. Only what is understood
//! completely is vouched for; a rule never covers a redirect, a substitution or an assignment that is not known safe.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::iter;

use super::appended::{append, put};
use super::directory::Directories;
use super::growth::may_grow;
use super::judge::Standing;
use super::names::{Names, Pipes};
use super::nearly::Nearly;
use super::notices::{self, Notice};
use super::surroundings::{PathStanding, Surroundings};
use super::variables::Variables;
use super::written;
use crate::checks;
use crate::commands::{self, Arg, Form, Inner, Intent, Proof, Role, Uses, repository};
use crate::limits::WRAPPERS_MAX;
use crate::policy::Policy;
use crate::profiles::Trust;
use crate::rules::{Access, List, Rule, Rules, Subject, Words};
use crate::span::Span;
use crate::syntax::{Dialect, Joint, PieceKind, RedirectOp, ScopeKind, Script, Simple, Traits, Value};

/// What was found out about one simple command.
#[derive(Debug)]
pub(super) struct Voucher<'s, 'p> {
    pub(super) standing: Standing,
    /// The wrappers that were looked through, outermost first.
    pub(super) wrappers: Vec<&'static str>,
    /// All arguments.
    pub(super) args: Vec<Arg<'s>>,
    /// Where the innermost command begins among them.
    pub(super) inner: usize,
    /// What the innermost command's table says.
    pub(super) uses: Uses,
    /// The commands that it runs on what it finds, each proven to only read.
    pub(super) inside: Vec<(Vec<Arg<'s>>, Uses)>,
    /// The allow rule that vouches.
    pub(super) rule: Option<&'p Rule>,
    /// Why nothing vouches.
    pub(super) lack: Option<Lack>,
    /// A path, or what the host says of one, that stands against the proof.
    pub(super) path: Option<Against>,
    /// Whether it runs nothing: bare assignments and redirects.
    pub(super) runs_nothing: bool,
    /// Whether an allow rule can cover the innermost command.
    pub(super) within_rules: bool,
    /// Whether it is one turn of several, in which a loop's variable has other values.
    pub(super) repeats: bool,
}

/// What stands against a proof that is in the arguments.
#[derive(Debug)]
pub(super) struct Against {
    pub(super) span: Span,
    pub(super) notice: &'static Notice,
    /// What is wrong here and what to do, where the notice's own words are too general.
    pub(super) words: Option<(String, &'static str)>,
}

impl Against {
    fn new(span: Span, notice: &'static Notice) -> Self {
        Self { span, notice, words: None }
    }
}

/// Why nothing vouches for a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Lack {
    /// The program is only known when it runs.
    ProgramUnknown,
    /// There is no table for the program.
    Unlisted,
    /// Its table refuses the argument at this span, and says why.
    Refused(Span, &'static str),
    /// The argument at this span is not in the table.
    NotUnderstood(Span, &'static str),
    /// The assignment at this span is not known to be harmless.
    Assignment(Span),
    /// It changes files.
    Edits,
    /// It asks a server or a daemon.
    Connects,
    /// A path stands against it.
    Path,
}

impl<'s> Voucher<'s, '_> {
    /// The arguments of the innermost command.
    pub(super) fn inner_args(&self) -> &[Arg<'s>] {
        self.args.get(self.inner..).unwrap_or(&[])
    }

    /// The argument's text, when it is the same at every turn.
    pub(super) fn fixed(&self, script: &Script<'_>, arg: &Arg<'s>) -> Option<&'s str> {
        let changes = || script.word(arg.word).is_some_and(|word| word.value == Value::Unknown);
        arg.text.filter(|_| !self.repeats || !changes())
    }
}

/// What speaks for the command at `index`, whose arguments are `args`.
pub(super) fn vouch<'s, 'p>(
    script: &'s Script<'_>,
    index: usize,
    args: Vec<Arg<'s>>,
    variables: &'s Variables,
    directories: Directories<'_>,
    surroundings: &Surroundings<'p>,
    policy: &'p Policy,
) -> Voucher<'s, 'p> {
    let arguments = |at: usize| {
        let mut args =
            script.commands.get(at).map_or_else(Vec::new, |command| commands::arguments(script, command));
        // What differs from turn to turn stays unknown.
        if variables.turns(at) == 1 {
            variables.fill(&mut args, 0);
        }
        args
    };
    let pipes = Pipes { script, cwd: surroundings.cwd(), arguments: &arguments };
    let Through { wrappers, args, starts, for_rules } = look_through(args, || pipes.piped(index));
    let inner = starts.last().copied().unwrap_or(0);
    let uses = commands::uses_in(script.dialect, args.get(inner..).unwrap_or(&[]));
    let mut voucher = Voucher {
        standing: Standing::Unvouched,
        wrappers,
        args,
        inner,
        uses,
        inside: Vec::new(),
        rule: None,
        lack: None,
        path: None,
        runs_nothing: false,
        within_rules: for_rules == starts.len(),
        repeats: false,
    };
    if let Some(span) = script.commands.get(index).and_then(|command| unsafe_assignment(script, command)) {
        voucher.lack = Some(Lack::Assignment(span));
        return voucher;
    }
    if runs_a_pager(script, index) {
        voucher.lack = Some(Lack::ProgramUnknown);
        return voucher;
    }
    if voucher.args.is_empty() || script.commands.get(index).is_some_and(|it| is_arithmetic(script, it)) {
        voucher.runs_nothing = true;
        // No rule can be about a bare assignment; next to a command it is no execution of its own.
        let alone = script.commands.iter().all(|command| command.words.is_empty());
        voucher.standing = match policy.profile.trust {
            Trust::Rules if !alone => Standing::ReadOnlyAllowed,
            Trust::Rules | Trust::Proof => Standing::ReadOnly,
        };
        return voucher;
    }
    voucher.prove(script, directories, surroundings);
    let proven = voucher.standing == Standing::ReadOnly;
    // No rule is about what a protected file makes later commands do.
    let protected = voucher.path.as_ref().is_some_and(|against| *against.notice == notices::PATH_PROTECTED);
    if !protected
        && (!proven || policy.profile.trust == Trust::Rules)
        && let Some(rule) =
            allow_rule(&voucher, starts.get(..for_rules).unwrap_or(&[]), script, policy, surroundings.tool())
    {
        let hidden = voucher.hidden_path(script, surroundings).filter(|_| !proven);
        if let Some(span) = hidden {
            voucher.lack = Some(Lack::Path);
            voucher.path = Some(Against::new(span, &notices::PATH_UNKNOWN));
            return voucher;
        }
        voucher.standing = if proven { Standing::ReadOnlyAllowed } else { Standing::Allowed };
        voucher.rule = Some(rule);
        voucher.lack = None;
        voucher.path = None;
    }
    voucher
}

impl Voucher<'_, '_> {
    /// The first path of which nothing is known, while a rule about paths could be about it.
    fn hidden_path(&self, script: &Script<'_>, surroundings: &Surroundings<'_>) -> Option<Span> {
        let args = self.inner_args();
        self.uses.paths(args).find_map(|(at, role, path)| {
            let arg = args.get(at).filter(|arg| !arg.pipe && !arg.number)?;
            let access = if role == Role::PathRead { Access::Read } else { Access::Edit };
            let unknown = matches!(Nearly::of(arg, path, script.source), Nearly::Unknown(_));
            (surroundings.denies(access) && unknown).then_some(arg.span)
        })
    }

    /// Lets the sandbox be enough, where nothing is wrong with the command but that nothing vouches for it.
    pub(super) fn confine(&mut self) {
        let understood = match &self.lack {
            // What an assignment arms, and which program runs, is not known; a path's own notice asks.
            Some(Lack::ProgramUnknown | Lack::Assignment(_) | Lack::Path) => false,
            Some(
                Lack::Unlisted | Lack::Refused(..) | Lack::NotUnderstood(..) | Lack::Edits | Lack::Connects,
            )
            | None => true,
        };
        let known = |args: &[Arg<'_>]| args.first().is_some_and(|program| program.text.is_some());
        let understood = understood && known(&self.args) && known(self.inner_args());
        if understood && self.path.is_none() && matches!(self.standing, Standing::Unvouched | Standing::Edits)
        {
            self.standing = Standing::Confined;
        }
    }

    /// Takes back what a rule allowed: at `span` it writes to a protected path.
    pub(super) fn refuse_protected(&mut self, span: Span) {
        self.standing = Standing::Unvouched;
        self.rule = None;
        self.lack = Some(Lack::Path);
        self.path = Some(Against::new(span, &notices::PATH_PROTECTED));
    }
}

/// What is known about a command of a script that is past a limit: its words, and that nothing vouches for it.
pub(super) fn dismiss(args: Vec<Arg<'_>>) -> Voucher<'_, 'static> {
    Voucher {
        standing: Standing::Unvouched,
        wrappers: Vec::new(),
        args,
        inner: 0,
        uses: Uses::unlisted(),
        inside: Vec::new(),
        rule: None,
        lack: None,
        path: None,
        runs_nothing: false,
        within_rules: true,
        repeats: false,
    }
}

/// What is wrong with names that may have been cut apart, where a rule is about reading.
const CUT: &str = "a name with a blank or a line break in it could become a path that a rule is about";
const CUT_HELP: &str =
    "end names with a NUL (`find … -print0 | xargs -0 …`, `git ls-files -z`), or quote the variable";

/// What is behind the wrappers of a command.
struct Through<'s> {
    wrappers: Vec<&'static str>,
    args: Vec<Arg<'s>>,
    /// Where each command inside begins, outermost first.
    starts: Vec<usize>,
    /// How many of them an allow rule may cover.
    for_rules: usize,
}

/// Peels wrappers whose every option is understood, until none is left.
fn look_through(mut args: Vec<Arg<'_>>, names: impl Fn() -> Option<Names>) -> Through<'_> {
    let mut wrappers = Vec::new();
    let mut starts = Vec::new();
    let mut for_rules = None;
    let mut from = 0;
    while let Some(Inner::Command { at, end, wrapper, allowed, provable: true, replaces, appends }) =
        commands::inner(args.get(from..).unwrap_or(&[]))
        && wrappers.len() < WRAPPERS_MAX
    {
        if from + end != args.len() || at == 0 {
            break;
        }
        if !allowed {
            for_rules.get_or_insert(starts.len());
        }
        if appends {
            append(&mut args, from, from + at, replaces, names());
        }
        from += at;
        wrappers.push(wrapper);
        starts.push(from);
    }
    let for_rules = for_rules.unwrap_or(starts.len());
    Through { wrappers, args, starts, for_rules }
}

/// Whether a command is `((…))`: what it computes is judged by a check.
fn is_arithmetic(script: &Script<'_>, command: &Simple) -> bool {
    match script.words_of(command) {
        [word] => {
            script
                .pieces_of(word)
                .first()
                .is_some_and(|piece| piece.kind == PieceKind::Arithmetic && piece.span == word.span)
                && script.slice(word.span).starts_with("((")
        }
        _ => false,
    }
}

/// Whether zsh puts a program of its own in front of a redirect that stands alone: what `READNULLCMD` or `NULLCMD` names
/// (zshmisc(1), "Redirections with no command"). `$(<file)` it reads itself.
fn runs_a_pager(script: &Script<'_>, index: usize) -> bool {
    let Some(command) = script.commands.get(index).filter(|command| command.words.is_empty()) else {
        return false;
    };
    let mut redirects = script.redirects_of(index);
    let substituted = script.scopes.get(command.scope as usize).is_some_and(|scope| {
        scope.kind == ScopeKind::Substitution
            && (command.before, command.after) == (Joint::Edge, Joint::Edge)
            && redirects.clone().all(|redirect| redirect.op == RedirectOp::Read && redirect.fd.is_none())
            && redirects.clone().count() == 1
    });
    script.dialect == Dialect::Zsh
        && command.assignments.is_empty()
        && redirects.next().is_some()
        && !substituted
}

/// The first assignment that is not known to be harmless.
fn unsafe_assignment(script: &Script<'_>, command: &Simple) -> Option<Span> {
    let bare = command.words.is_empty();
    script
        .assignments_of(command)
        .iter()
        .find(|assignment| {
            let name = script.slice(assignment.name);
            let value = script.word(assignment.value).and_then(|value| script.text(value));
            let own = bare && script.dialect == Dialect::Bash && commands::is_script_variable(name);
            let constant = value.is_some_and(|value| {
                (commands::is_safe_variable(name) || !bare) && commands::is_harmless_assignment(name, value)
            });
            !(own || constant || checks::splits_one_read(script, command, assignment))
        })
        .map(|assignment| assignment.span)
}

impl Voucher<'_, '_> {
    /// What the table proves, once the paths are judged.
    fn prove(&mut self, script: &Script<'_>, directories: Directories<'_>, surroundings: &Surroundings<'_>) {
        let args = self.args.get(self.inner..).unwrap_or(&[]);
        let span = |arg: usize| args.get(arg).map_or_else(Span::default, |arg| arg.span);
        let mut inside = Vec::new();
        let proven = match self.uses.proof {
            Proof::ReadOnly => Standing::ReadOnly,
            Proof::Edits => Standing::Edits,
            Proof::Runs => match prove_inside(args, script, directories, surroundings) {
                Ok(proven) => {
                    inside = proven;
                    Standing::ReadOnly
                }
                Err((lack, path)) => {
                    self.lack = Some(lack);
                    self.path = path;
                    return;
                }
            },
            Proof::Connects => {
                self.lack = Some(Lack::Connects);
                return;
            }
            Proof::Refused { arg, why } => {
                self.lack = Some(Lack::Refused(span(arg), why));
                return;
            }
            Proof::NotUnderstood { arg, why } => {
                self.lack = Some(Lack::NotUnderstood(span(arg), why));
                return;
            }
            Proof::Unlisted => {
                let known = args.first().is_some_and(|arg| arg.text.is_some());
                self.lack = Some(if known { Lack::Unlisted } else { Lack::ProgramUnknown });
                return;
            }
        };
        if let Some(against) = path_against(&self.uses, script, args, directories, surroundings) {
            self.path = Some(against);
            self.lack = Some(Lack::Path);
            return;
        }
        if proven == Standing::Edits {
            self.lack = Some(Lack::Edits);
        }
        self.inside = inside;
        self.standing = proven;
    }
}

/// Proves the commands that find would run on what it finds. Gives them, or what stands against one of them.
#[expect(clippy::type_complexity, reason = "a lack and the path that it is about belong together")]
fn prove_inside<'s>(
    args: &[Arg<'s>],
    script: &Script<'_>,
    directories: Directories<'_>,
    surroundings: &Surroundings<'_>,
) -> Result<Vec<(Vec<Arg<'s>>, Uses)>, (Lack, Option<Against>)> {
    let against = |lack| (lack, None);
    let starts = args.iter().skip(1).take_while(|arg| !arg.lead.starts_with(['-', '(', '!']));
    // What is found begins with where the search began.
    let lead = match (starts.clone().next().and_then(|first| first.text), starts.clone().count()) {
        (_, 0) | (Some("."), 1) => "./",
        (Some(start), 1) => start,
        _ if starts.clone().all(|start| start.lead.starts_with("./")) => "./",
        _ => "",
    };
    let inside =
        starts.clone().all(|start| !start.lead.starts_with(['/', '~']) && !start.lead.contains(".."));
    let mut proven = Vec::new();
    for inner in commands::inners(args) {
        let Inner::Command { at, end, .. } = inner else { return Err(against(Lack::Unlisted)) };
        let mut own: Vec<Arg<'s>> = args.get(at..end).unwrap_or(&[]).to_vec();
        let many = args.get(end).is_some_and(|arg| arg.text == Some("+"));
        for arg in &mut own {
            let whole = arg.text == Some("{}");
            let found = Arg::anything(arg.word, arg.span);
            put(arg, "{}", Arg { lead, splits: many && whole, pattern: inside && whole, ..found });
        }
        let span = |arg: usize| own.get(arg).map_or_else(Span::default, |arg| arg.span);
        let uses = commands::uses_in(script.dialect, &own);
        match uses.proof {
            Proof::ReadOnly => {}
            Proof::Refused { arg, why } => return Err(against(Lack::Refused(span(arg), why))),
            Proof::NotUnderstood { arg, why } => return Err(against(Lack::NotUnderstood(span(arg), why))),
            _ => {
                return Err(against(Lack::NotUnderstood(
                    span(0),
                    "run by `find`, and not known to only read",
                )));
            }
        }
        if let Some(against) = path_against(&uses, script, &own, directories, surroundings) {
            return Err((Lack::Path, Some(against)));
        }
        proven.push((own, uses));
    }
    Ok(proven)
}

/// The first path that may not be used without asking.
fn path_against(
    uses: &Uses,
    script: &Script<'_>,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    surroundings: &Surroundings<'_>,
) -> Option<Against> {
    for (at, role, path) in uses.paths(args) {
        let arg = args.get(at)?;
        let access = if role == Role::PathRead { Access::Read } else { Access::Edit };
        let replaces = role == Role::PathDeleted || uses.form.is_some_and(|form| form.replaces);
        let standing = match path {
            // As root it would be gone for every other program.
            Some("/dev/null") if access == Access::Edit && replaces => PathStanding::Outside,
            Some(path) => surroundings.path(directories, path, access),
            None if arg.pipe => continue,
            None if arg.cut && arg.pattern && access == Access::Read && surroundings.watches_reading() => {
                let words = Some((String::from(CUT), CUT_HELP));
                return Some(Against { words, ..Against::new(arg.span, &notices::PATH_UNKNOWN) });
            }
            None if arg.pattern => {
                let written = arg.span.slice(script.source);
                let whole = whole_pattern(script, arg);
                surroundings.pattern(directories, (arg.lead, whole.as_deref()), written, access)
            }
            None => PathStanding::Unknown,
        };
        let notice = match standing {
            PathStanding::Inside => continue,
            PathStanding::Protected => &notices::PATH_PROTECTED,
            PathStanding::Outside => &notices::PATH_OUTSIDE,
            PathStanding::Unknown => &notices::PATH_UNKNOWN,
        };
        return Some(Against::new(arg.span, notice));
    }
    let is_protected = |path: &str| surroundings.is_protected(directories, path);
    if let Some(arg) = written::landing(uses, args, script.source, &is_protected).and_then(|at| args.get(at))
    {
        return Some(Against::new(arg.span, &notices::PATH_PROTECTED));
    }
    let form = uses.form?;
    if let Some(against) = place_against(uses, args, directories, surroundings) {
        return Some(against);
    }
    if !form.settings.is_empty() {
        let name = args.first().map_or_else(Span::default, |arg| arg.span);
        match surroundings.has_settings(directories, form.settings) {
            Some(false) => {}
            Some(true) => return Some(Against::new(name, &notices::PROJECT_SETTINGS)),
            None => return Some(Against::new(name, &notices::PATH_UNKNOWN)),
        }
    }
    if form.repository {
        let inner: Vec<&str> =
            uses.directories.iter().filter_map(|at| args.get(*at).and_then(|arg| arg.text)).collect();
        for (at, path) in compared_files(uses, args, &inner) {
            let notice = match surroundings.path(directories, &path, Access::Read) {
                PathStanding::Inside | PathStanding::Protected => continue,
                PathStanding::Outside => &notices::PATH_OUTSIDE,
                PathStanding::Unknown => &notices::PATH_UNKNOWN,
            };
            let span = args.get(at).map_or_else(Span::default, |arg| arg.span);
            return Some(Against::new(span, notice));
        }
        let name = args.first().map_or_else(Span::default, |arg| arg.span);
        match surroundings.bare_repository(directories, &inner) {
            Some(false) => {}
            Some(true) => return Some(Against::new(name, &notices::BARE_REPOSITORY)),
            None => return Some(Against::new(name, &notices::PATH_UNKNOWN)),
        }
        let listed = surroundings.repository_programs(directories, &inner);
        if let Some(armed) = repository::armed(uses, args, &listed) {
            let words = Some((armed.message(), armed.help));
            return Some(Against { words, ..Against::new(name, &notices::REPOSITORY_PROGRAMS) });
        }
    }
    None
}

/// The file name pattern that a word is, where the shell finds with it what bash(1), "Pathname Expansion", says: no
/// option that a `shopt` may set makes `*` find names that begin with a dot, or more than one directory.
fn whole_pattern<'s>(script: &'s Script<'_>, arg: &Arg<'s>) -> Option<Cow<'s, str>> {
    // Behind `builtin` and `command` as well; an operand of that name costs a question at most.
    let plain = |command: &Simple| {
        let words = script.words_of(command);
        words.first().is_none_or(|name| script.text(name).is_some())
            && words.iter().all(|word| !matches!(script.text(word), Some("shopt" | "set")))
    };
    let is_glob = script.word(arg.word).is_some_and(|word| word.traits == Traits::GLOB);
    if !is_glob || script.dialect != Dialect::Bash || !script.commands.iter().all(plain) {
        return None;
    }
    match Nearly::of(arg, None, script.source) {
        Nearly::Wild(pattern) => Some(pattern),
        Nearly::Exactly(_) | Nearly::Unknown(_) => None,
    }
}

/// What stands against a command that names no path, and uses the directory that it is in, or the home directory.
fn place_against(
    uses: &Uses,
    args: &[Arg<'_>],
    directories: Directories<'_>,
    surroundings: &Surroundings<'_>,
) -> Option<Against> {
    let form = uses.form?;
    if uses.paths(args).next().is_some() {
        return None;
    }
    let goes_home = form.operands.home;
    // What a rule lets `cd` reach, it does not let other programs read.
    let stays = !surroundings.left(directories);
    if !goes_home && (stays || !form.repository && !reads_paths(form)) {
        return None;
    }
    let place = if goes_home { "~" } else { "." };
    let notice = match surroundings.path(directories, place, Access::Read) {
        PathStanding::Inside => return None,
        PathStanding::Unknown => &notices::PATH_UNKNOWN,
        PathStanding::Outside | PathStanding::Protected => &notices::PATH_OUTSIDE,
    };
    let message = if goes_home {
        "the home directory, to which it goes, is outside the working directories"
    } else {
        "the directory that it is in is outside the working directories"
    };
    let name = args.first().map_or_else(Span::default, |arg| arg.span);
    Some(Against { words: Some((message.into(), notice.help)), ..Against::new(name, notice) })
}

/// Whether an operand can be a path that is read.
fn reads_paths(form: &Form) -> bool {
    let operands = &form.operands;
    let mut kinds = operands.first.iter().chain(&operands.rest).chain(&operands.last).chain(&operands.after);
    kinds.any(|kind| kind.role == Role::PathRead)
}

/// The operands of a `git diff` that are two files where there is no repository: it prints both, and follows links.
fn compared_files(uses: &Uses, args: &[Arg<'_>], inner: &[&str]) -> Vec<(usize, String)> {
    let [first, second] = uses.operands.as_slice() else { return Vec::new() };
    if uses.program.is_none_or(|program| program.name != "git")
        || uses.form.is_none_or(|form| form.name != "diff")
    {
        return Vec::new();
    }
    let file = |at: &usize| {
        let revision = uses.uses.get(*at).is_some_and(|used| used.role == Role::Revision);
        let text = args.get(*at).and_then(|arg| arg.text).filter(|_| revision)?;
        let mut steps = inner.to_vec();
        steps.push(text);
        Some((*at, steps.join("/")))
    };
    [first, second].into_iter().filter_map(file).collect()
}

/// The allow rule that covers the command, or one of those that it wraps and that begin at `starts`.
fn allow_rule<'p>(
    voucher: &Voucher<'_, '_>,
    starts: &[usize],
    script: &Script<'_>,
    policy: &'p Policy,
    tool: &str,
) -> Option<&'p Rule> {
    if policy.rules.list(List::Allow).is_empty() {
        return None;
    }
    iter::once(&0).chain(starts).find_map(|from| {
        let args = voucher.args.get(*from..)?;
        let argv: Vec<Option<&str>> = args.iter().map(|arg| arg.text).collect();
        let written: Vec<&str> = args.iter().map(|arg| arg.span.slice(script.source)).collect();
        let subject = Subject::new(Words { argv: &argv, source: &written }, Rules::grammar(tool));
        policy.rules.find(List::Allow, tool, &subject)
    })
}

/// The narrowest rule that would vouch for the innermost command.
pub(super) fn suggestion(voucher: &Voucher<'_, '_>, script: &Script<'_>, tool: &str) -> Option<String> {
    let args = voucher.inner_args();
    let argv: Vec<Option<&str>> = args.iter().map(|arg| voucher.fixed(script, arg)).collect();
    // A rule with an open end would also allow the options that the program's table asks about.
    let reads = |form: &&Form| form.refuse.is_none() && form.intent == Intent::Reads;
    let form = voucher.uses.form.filter(reads);
    if argv.contains(&None) && form.is_some_and(|form| form.options.iter().any(|it| it.refuse.is_some())) {
        return None;
    }
    let written: Vec<&str> = args.iter().map(|arg| arg.span.slice(script.source)).collect();
    crate::rules::suggest(tool, &Words { argv: &argv, source: &written }, &may_grow)
}
