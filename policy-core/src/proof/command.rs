//! Vouches for one simple command: by the proof from its table, by an allow rule, or not at all.
//!
//! Owns the order of these questions, and the lack if nothing vouches. Vouches only for commands that are understood
//! completely; a rule never covers a redirect, a substitution or an assignment that is not known to be safe.

use alloc::vec::Vec;
use core::iter;

use super::concern::Concern;
use super::confinement::Confinement;
use super::environment::{environment_objection, expression_objection};
use super::find_exec::prove_exec;
use super::implementation;
use super::page::{Page, PageVoucher};
use super::path_objection::PathObjection;
use super::paths::path_objection;
use super::self_description::describes_itself;
use super::standing::{Lack, Standing};
use super::wrappers::{Unwrapped, unwrap_command};
use crate::checks;
use crate::codes::{Code, notices};
use crate::commands::{self, Arg, Proof, Role, Uses};
use crate::dataflow::{Pipelines, Variables, functions};
use crate::machine::{ApproximatePath, Directories, Machine, PathLocation};
use crate::policy::Policy;
use crate::profiles::{ReadsServices, Trust};
use crate::request::Mode;
use crate::rules::{self, Access, List, Rule, Rules, Subject, Words};
use crate::script::{Joint, Pipeline, RedirectOp, ScopeKind, Script, Simple, Value};
use crate::span::Span;

/// The proof about one simple command, or what is missing for one.
#[derive(Debug)]
pub(crate) struct Voucher<'s, 'p> {
    pub(crate) standing: Standing,
    /// The wrappers that were looked through, outermost first.
    pub(crate) wrappers: Vec<&'static str>,
    /// All arguments.
    pub(crate) args: Vec<Arg<'s>>,
    /// Where the innermost command begins among them.
    pub(crate) inner: usize,
    /// What the innermost command's table says.
    pub(crate) uses: Uses,
    /// The commands that `find` runs on what it finds, each proven to only read.
    pub(crate) inside: Vec<(Vec<Arg<'s>>, Uses)>,
    /// The allow rule that vouches.
    pub(crate) rule: Option<&'p Rule>,
    /// Why nothing vouches.
    pub(crate) lack: Option<Lack>,
    /// The objection to a path that prevents the proof.
    pub(crate) path: Option<PathObjection>,
    /// Whether it runs nothing: bare assignments and redirects.
    pub(crate) runs_nothing: bool,
    /// Whether an allow rule can cover the innermost command.
    pub(crate) within_rules: bool,
    /// Whether a loop runs it several times, with other values of its variable.
    pub(crate) repeats: bool,
    /// Whether the allow rule names its assignments, which would not be known to be harmless otherwise.
    pub(crate) names_assignments: bool,
    /// Whether it calls a function of the script, whose commands are judged where they are.
    pub(crate) calls_function: bool,
    /// Whether it runs a text in another shell, and every command in the text is proven to only read.
    pub(crate) text_only_reads: bool,
    /// The pages that it only prints, where something vouches for each of them.
    pub(crate) pages: Vec<Page<'p>>,
}

impl<'s, 'p> Voucher<'s, 'p> {
    /// The arguments of the innermost command.
    pub(crate) fn inner_args(&self) -> &[Arg<'s>] {
        self.args.get(self.inner..).unwrap_or(&[])
    }

    /// Takes the proof that the text which another shell runs only reads.
    pub(crate) fn prove_text(&mut self) {
        self.standing = Standing::ReadOnly;
        self.lack = None;
        self.text_only_reads = true;
    }

    /// Takes what vouches for each of `pages`, at least one, as the voucher for a command that only prints them.
    pub(crate) fn allow_fetch(&mut self, pages: Vec<Page<'p>>) {
        let rules = pages.iter().map(|page| match page.voucher {
            PageVoucher::Rule(rule) => Some(rule),
            PageVoucher::Table => None,
        });
        // The whole rests on the weakest.
        let rule = rules.collect::<Option<Vec<_>>>().and_then(|rules| rules.first().copied());
        self.standing =
            if rule.is_some() { Standing::FetchesAllowed } else { Standing::FetchesDocumentation };
        self.rule = rule;
        self.lack = None;
        self.path = None;
        self.pages = pages;
    }

    /// The hosts of documentation whose pages it only prints.
    pub(crate) fn documentation(&self) -> impl Iterator<Item = &str> {
        let of_table = |page: &&Page<'_>| matches!(page.voucher, PageVoucher::Table);
        self.pages.iter().filter(of_table).map(|page| page.host.as_str())
    }

    /// Takes back that the program only describes itself: nothing vouches for it.
    pub(crate) fn withdraw(&mut self) {
        self.standing = Standing::Unvouched;
        self.lack = Some(Lack::Unlisted);
    }

    /// The argument's text, when it is the same at every turn.
    pub(crate) fn fixed(&self, script: &Script<'_>, arg: &Arg<'s>) -> Option<&'s str> {
        let changes = || script.word(arg.word).is_some_and(|word| word.value == Value::Unknown);
        arg.text().filter(|_| !self.repeats || !changes())
    }
}

/// What vouches for the command at `index`, whose arguments are `args`.
pub(crate) fn vouch<'s, 'p>(
    script: &'s Script<'_>,
    index: usize,
    args: Vec<Arg<'s>>,
    variables: &'s Variables,
    directories: Directories<'_>,
    machine: &Machine<'p>,
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
    let pipes = Pipelines { script, cwd: machine.cwd(), arguments: &arguments };
    let Unwrapped { wrappers, mut args, starts, for_rules } = unwrap_command(args, || pipes.piped(index));
    // A beginning after the last argument would be a command without arguments, which does nothing.
    let inner = starts.last().copied().filter(|at| *at < args.len()).unwrap_or(0);
    let uses = commands::uses_in(script.shell(), args.get(inner..).unwrap_or(&[]));
    commands::find_patterns(args.get_mut(inner..).unwrap_or(&mut []), &uses);
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
        names_assignments: false,
        calls_function: false,
        text_only_reads: false,
        pages: Vec::new(),
    };
    voucher.calls_function = voucher.wrappers.is_empty()
        && voucher.uses.proof == Proof::Unlisted
        && script.commands.get(index).is_some_and(|command| functions::called(script, command).is_some());
    let assigned = assignments(script, index);
    let doubtful = script.commands.get(index).and_then(|command| unsafe_assignment(script, command));
    if let Some(span) = doubtful.filter(|_| voucher.args.is_empty() || assigned.is_empty()) {
        voucher.lack = Some(Lack::Assignment(span));
        return voucher;
    }
    if runs_a_program_for_a_redirect(script, index) {
        voucher.lack = Some(Lack::ProgramUnknown);
        return voucher;
    }
    if voucher.args.is_empty() || script.commands.get(index).is_some_and(|it| script.is_arithmetic(it)) {
        let command = script.commands.get(index);
        if let Some(objection) = command.and_then(|it| expression_objection(script, it, machine)) {
            voucher.lack = Some(Lack::Path);
            voucher.path = Some(objection);
            return voucher;
        }
        voucher.runs_nothing = true;
        // No rule can be about a bare assignment; next to a command it is no execution of its own.
        let alone = script.commands.iter().all(|command| command.words.is_empty());
        voucher.standing = match policy.profile.trust {
            Trust::Modes | Trust::Rules if !alone => Standing::ReadOnlyAllowed,
            Trust::Modes | Trust::Rules | Trust::Proof => Standing::ReadOnly,
        };
        return voucher;
    }
    voucher.prove(script, variables, directories, machine, policy);
    if voucher.lack == Some(Lack::Unlisted)
        && voucher.wrappers.is_empty()
        && describes_itself(script, index, directories, machine)
    {
        voucher.standing = Standing::SelfDescription;
        voucher.lack = None;
    }
    if let Some(span) = doubtful {
        voucher.standing = Standing::Unvouched;
        voucher.lack = Some(Lack::Assignment(span));
    }
    let proven = voucher.standing == Standing::ReadOnly;
    // What is enough by itself needs no rule.
    let is_enough = voucher.standing.only_reads() && policy.profile.trust == Trust::Proof;
    // No rule is about what a protected file makes later commands do.
    let against = |notice: &Code| voucher.path.as_ref().filter(|against| *against.notice == *notice);
    let protected = against(&notices::PATH_PROTECTED).is_some();
    let secret = against(&notices::READS_SECRET).map(|against| against.span);
    if !protected
        && !is_enough
        && let Some(rule) = allow_rule(
            &voucher,
            starts.get(..for_rules).unwrap_or(&[]),
            (&assigned, doubtful.is_some()),
            &measuring_words(script, index),
            script,
            policy,
            machine,
        )
        && secret.is_none_or(|span| names_secret(rule, span, script, machine))
    {
        let hidden = voucher.hidden_path(script, directories, machine).filter(|_| !proven);
        if let Some(span) = hidden {
            voucher.lack = Some(Lack::Path);
            voucher.path = Some(PathObjection::new(span, &notices::PATH_UNKNOWN));
            return voucher;
        }
        voucher.standing = if proven { Standing::ReadOnlyAllowed } else { Standing::Allowed };
        voucher.rule = Some(rule);
        voucher.lack = None;
        voucher.path = None;
        voucher.names_assignments = doubtful.is_some();
    } else if doubtful.is_some() {
        voucher.path = None;
    }
    voucher
}

impl<'p> Voucher<'_, 'p> {
    /// The first path about which nothing is known while a deny rule restricts such paths.
    pub(crate) fn hidden_path(
        &self,
        script: &Script<'_>,
        directories: Directories<'_>,
        machine: &Machine<'_>,
    ) -> Option<Span> {
        let args = self.inner_args();
        self.uses.paths(args).find_map(|(at, role, path)| {
            let arg = args.get(at).filter(|arg| !arg.value.is_pipe() && !arg.value.is_number())?;
            let access = if role == Role::PathRead { Access::Read } else { Access::Edit };
            let is_listed = arg.value.is_file_name() && !is_pattern(script, arg);
            let unknown = match ApproximatePath::of(arg, path, script.source) {
                ApproximatePath::Prefix(_) => true,
                ApproximatePath::Exact(path) => machine.is_elusive(directories, &path),
                ApproximatePath::Pattern(path) => {
                    machine.is_elusive(directories, &path)
                        || arg.value.is_cut()
                        || is_listed && machine.possible_rule(directories, arg.prefix(), access).is_some()
                }
            };
            (machine.denies(access) && unknown).then_some(arg.span)
        })
    }

    /// Takes `rule`, whose own text is the whole request, as a voucher for the command: for whatever is in the text, but
    /// not for a protected file, a secret that it does not name, or a path that a deny rule may be about.
    pub(crate) fn approve(
        &mut self,
        rule: &'p Rule,
        script: &Script<'_>,
        directories: Directories<'_>,
        machine: &Machine<'_>,
    ) {
        let against = |notice: &Code| self.path.as_ref().filter(|against| *against.notice == *notice);
        let is_protected = against(&notices::PATH_PROTECTED).is_some();
        let secret = against(&notices::READS_SECRET).map(|against| against.span);
        if is_protected || secret.is_some_and(|span| !names_secret(rule, span, script, machine)) {
            return;
        }
        let proven = self.standing.is_read_only();
        if let Some(span) = self.hidden_path(script, directories, machine).filter(|_| !proven) {
            return self.refuse(span, &notices::PATH_UNKNOWN);
        }
        self.standing = if proven { Standing::ReadOnlyAllowed } else { Standing::Allowed };
        self.rule = Some(rule);
        self.lack = None;
        self.path = None;
    }

    /// Takes the sandbox as reason enough for what nothing vouches for.
    ///
    /// What is not known about the command the kernel sees when it runs, unless `by` holds only what is understood. A path
    /// that the sandbox does not settle keeps asking, and so does a server that it does not grant.
    pub(crate) fn confine(&mut self, by: &Confinement) {
        let is_settled = match &self.lack {
            Some(Lack::Path) => {
                by.holds_unknown && self.path.as_ref().is_none_or(|it| it.concern == Concern::Value)
            }
            Some(Lack::ProgramUnknown | Lack::Assignment(_)) => by.holds_unknown,
            Some(Lack::ReadsService | Lack::Connects | Lack::Refused(..) | Lack::NotUnderstood(..)) => {
                by.grants_servers(&self.uses, self.inner_args())
            }
            Some(Lack::Unlisted | Lack::Edits | Lack::Implementation(..)) | None => true,
        };
        if is_settled && matches!(self.standing, Standing::Unvouched | Standing::Edits) {
            self.standing = Standing::Confined;
        }
    }

    /// The first path outside of the working directories that the innermost command changes by its table.
    pub(crate) fn writes_outside(
        &self,
        script: &Script<'_>,
        directories: Directories<'_>,
        machine: &Machine<'_>,
    ) -> Option<Span> {
        let args = self.inner_args();
        self.uses.paths(args).find_map(|(at, role, path)| {
            let arg = args.get(at).filter(|_| role != Role::PathRead)?;
            let path = match ApproximatePath::of(arg, path, script.source) {
                ApproximatePath::Exact(path) | ApproximatePath::Pattern(path) => path,
                ApproximatePath::Prefix(_) => return None,
            };
            let location = machine.path(directories, &path, Access::Edit);
            (location == PathLocation::Outside).then_some(arg.span)
        })
    }

    /// Whether the allow rule that vouches names the secret file that is written at `span`.
    pub(crate) fn names_secret(&self, span: Span, script: &Script<'_>, machine: &Machine<'_>) -> bool {
        self.rule.is_some_and(|rule| names_secret(rule, span, script, machine))
    }

    /// Withdraws the allow rule: no rule answers for what `notice` says of the path at `span`.
    pub(crate) fn refuse(&mut self, span: Span, notice: &'static Code) {
        self.standing = Standing::Unvouched;
        self.rule = None;
        self.lack = Some(Lack::Path);
        self.path = Some(PathObjection::access(span, notice));
    }
}

/// Whether the argument is a pattern that the script has there, and not a name that is appended to the command.
fn is_pattern(script: &Script<'_>, arg: &Arg<'_>) -> bool {
    script.word(arg.word).is_some_and(|word| script.text(word).is_none())
}

/// The answer for a command of a script that is past a limit: its arguments, and that nothing vouches for it.
pub(crate) fn dismiss(args: Vec<Arg<'_>>) -> Voucher<'_, 'static> {
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
        names_assignments: false,
        calls_function: false,
        text_only_reads: false,
        pages: Vec::new(),
    }
}

/// Whether the shell runs a program of its own for a redirect that is on its own. `$(<file)` it reads itself.
fn runs_a_program_for_a_redirect(script: &Script<'_>, index: usize) -> bool {
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
    script.shell().redirects_run_a_program
        && command.assignments.is_empty()
        && redirects.next().is_some()
        && !substituted
}

/// Whether `rule` names the secret file that is written at `span`: no wildcard stands for one.
pub(crate) fn names_secret(rule: &Rule, span: Span, script: &Script<'_>, machine: &Machine<'_>) -> bool {
    let written = span.slice(script.source);
    let path = ApproximatePath::Exact(written.trim_matches(['"', '\'']).into());
    rule.text.contains(written) && machine.is_secret(None, &path)
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
            let is_harmless = if bare {
                commands::is_harmless_setting(script.shell(), name, value)
            } else {
                value.is_some_and(|value| commands::is_harmless_assignment(name, value))
            };
            !(is_harmless || checks::splits_one_read(script, command, assignment))
        })
        .map(|assignment| assignment.span)
}

impl Voucher<'_, '_> {
    /// What the table proves, once the paths are judged.
    fn prove(
        &mut self,
        script: &Script<'_>,
        variables: &Variables,
        directories: Directories<'_>,
        machine: &Machine<'_>,
        policy: &Policy,
    ) {
        let args = self.args.get(self.inner..).unwrap_or(&[]);
        let span = |arg: usize| args.get(arg).map_or_else(Span::default, |arg| arg.span);
        let mut inside = Vec::new();
        let proven = match self.uses.proof {
            Proof::ReadOnly => Standing::ReadOnly,
            Proof::Edits => Standing::Edits,
            Proof::ReadsService => Standing::ReadsService,
            Proof::Runs => match prove_exec(args, script, variables, directories, machine) {
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
            Proof::Unlisted if self.calls_function => Standing::ReadOnly,
            Proof::Unlisted => {
                let known = args.first().is_some_and(|arg| arg.text().is_some());
                self.lack = Some(if known { Lack::Unlisted } else { Lack::ProgramUnknown });
                return;
            }
        };
        let against = path_objection(&self.uses, script, args, directories, machine);
        let is_settled = against.as_ref().is_none_or(|against| against.concern == Concern::Value);
        let printed =
            is_settled.then(|| environment_objection(&self.uses, script, args, variables, machine)).flatten();
        let against = printed.or(against);
        if let Some(against) = against {
            self.path = Some(against);
            self.lack = Some(Lack::Path);
            return;
        }
        // Where a person is asked about edits anyway, the answer changes nothing.
        if proven != Standing::Edits || policy.mode == Mode::AcceptEdits {
            let wrappers = self.args.get(..self.inner).unwrap_or(&[]);
            let differs = implementation::objection(&self.uses, script, args, wrappers, directories, machine);
            if differs.is_some() {
                self.lack = differs;
                return;
            }
        }
        if proven == Standing::Edits {
            self.lack = Some(Lack::Edits);
        }
        if proven == Standing::ReadsService && policy.reads_services() == ReadsServices::Ask {
            self.lack = Some(Lack::ReadsService);
            return;
        }
        self.inside = inside;
        self.standing = proven;
    }
}

/// The names and values of the assignments in front of the command at `index`; none of them if one cannot be named.
fn assignments<'s>(script: &'s Script<'_>, index: usize) -> Vec<(&'s str, Option<&'s str>)> {
    let Some(command) = script.commands.get(index) else { return Vec::new() };
    let assignments = script.assignments_of(command);
    if assignments.iter().any(|assignment| assignment.append) {
        return Vec::new();
    }
    let named = assignments.iter().map(|assignment| {
        let value = script.word(assignment.value).and_then(|value| script.text(value));
        (script.slice(assignment.name), value)
    });
    named.collect()
}

/// The allow rule that covers the command, or one of those that it wraps and that begin at `starts`. With the assignments
/// goes whether a rule must name them.
fn allow_rule<'p>(
    voucher: &Voucher<'_, '_>,
    starts: &[usize],
    (assignments, must_be_named): (&[(&str, Option<&str>)], bool),
    measured: &[&str],
    script: &Script<'_>,
    policy: &'p Policy,
    machine: &Machine<'_>,
) -> Option<&'p Rule> {
    if policy.rules.list(List::Allow).is_empty() {
        return None;
    }
    let tool = machine.tool();
    iter::once(&0).chain(starts).find_map(|from| {
        let args = voucher.args.get(*from..)?;
        let written: Vec<&str> = args.iter().map(|arg| arg.span.slice(script.source)).collect();
        let find = |argv: &[Option<&str>], source: &[&str]| {
            let subject = Subject::new(Words { argv, source }, Rules::grammar(tool))
                .in_shell(script.shell().has_cmdlets);
            policy.rules.find(List::Allow, tool, &subject.with_assignments(assignments, must_be_named))
        };
        let forms = rules::home_forms(args, machine.home());
        let mut forms = forms.iter().map(|argv| argv.iter().map(Option::as_deref).collect::<Vec<_>>());
        forms.find_map(|argv| {
            find(&argv, &written).or_else(|| {
                if measured.is_empty() {
                    return None;
                }
                let argv: Vec<_> = measured.iter().copied().map(Some).chain(argv).collect();
                let written: Vec<_> = measured.iter().chain(&written).copied().collect();
                find(&argv, &written)
            })
        })
    })
}

/// The words in front of the pipeline that the command at `index` begins, which measure it (`time -p`).
fn measuring_words<'s>(script: &'s Script<'_>, index: usize) -> Vec<&'s str> {
    let Some(command) = script.commands.get(index) else { return Vec::new() };
    let begins = |pipeline: &&Pipeline| {
        pipeline.timed && pipeline.scope == command.scope && pipeline.span.contains(command.span)
    };
    let pipeline = script.pipelines.iter().find(begins);
    let front =
        pipeline.and_then(|it| script.source.get(it.span.start as usize..command.span.start as usize));
    let words: Vec<&str> = front.unwrap_or("").split_whitespace().filter(|word| *word != "!").collect();
    if words.iter().all(|word| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')) {
        words
    } else {
        Vec::new()
    }
}
