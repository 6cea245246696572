//! Collects the evidence about one request: each command, each redirect, and the text that could not be parsed.
//!
//! Owns the order in which proof, exposure and effects are asked. Decides nothing.

use alloc::string::String;
use alloc::vec::Vec;

use super::evidence::Evidence;
use super::findings::{findings, form_finding, notice_finding, sort};
use super::judge::Ground;
use super::nested::nested_text;
use super::web;
use crate::codes::{Code, notices};
use crate::commands::{self, Arg, Fetched, Proof, ShellEffect};
use crate::dataflow::Variables;
use crate::effects::{self, GrantsBuilder};
use crate::exposure::{Exposure, redirect_objection, stricter};
use crate::limits::{COMMAND_CHARACTERS_MAX, PARTS_MAX, WORDS_MAX};
use crate::machine::{ApproximatePath, Directories, DirectoryTracker, Machine, RedirectTargets};
use crate::policy::Policy;
use crate::proof::excluded::ExcludedCommands;
use crate::proof::{Concern, Confinement, Lack, Standing, Voucher, dismiss, names_secret, vouch};
use crate::request::{Facts, Request};
use crate::rules::{Matched, Rule};
use crate::script::{NestedText, Redirect, RedirectOp, Script};
use crate::span::Span;
use crate::syntax;
use crate::verdict::{Decision, Effects, Finding};
use crate::web::in_search;

/// Everything that can be found out about `request`, whose command was read as `script`.
pub(super) fn gather<'e, 'p>(
    policy: &'p Policy,
    request: &Request<'_>,
    script: &'e Script<'e>,
    variables: &'e Variables,
    machine: &Machine<'p>,
    mut tracker: DirectoryTracker<'e>,
    extent: Extent<'_>,
) -> Evidence<'e, 'p> {
    let mut gathering = Gathering::new(policy, request, script, variables, machine, extent);
    let mut enters = false;
    for (index, command) in script.commands.iter().enumerate() {
        let directories = tracker.enter(command);
        if let Some(directories) = directories.filter(|_| enters) {
            machine.enter(directories);
        }
        gathering.keep_directories(directories);
        let (voucher, rule) = gathering.command(index, directories);
        let rule = gathering.redirects(index, directories, rule);
        if let Some(voucher) = voucher {
            enters = voucher.rule.is_some() && changes_directory(&voucher);
            if voucher.repeats {
                tracker.leave(command, &commands::arguments(script, command), machine);
            } else {
                tracker.leave(command, &voucher.args, machine);
            }
            gathering.keep(index, voucher, rule);
        }
    }
    gathering.redirects_of_groups(tracker.unmoved());
    gathering.finish(request, extent.unread)
}

/// A limit that a script is past, and the place where it begins to be.
pub(super) type Limit = (&'static Code, Span);

/// How much of a command was read.
#[derive(Clone, Copy)]
pub(super) struct Extent<'u> {
    /// The limit that the script is past.
    pub(super) limit: Option<Limit>,
    /// What follows the part that was read.
    pub(super) unread: &'u str,
    /// Whether the text is an argument of a command that another shell reads.
    pub(super) is_nested: bool,
}

/// The evidence so far.
struct Gathering<'m, 'e, 'p> {
    policy: &'p Policy,
    request: &'m Request<'m>,
    script: &'e Script<'e>,
    variables: &'e Variables,
    machine: &'m Machine<'p>,
    limit: Option<Limit>,
    is_nested: bool,
    /// The commands that run outside of the sandbox.
    excluded: ExcludedCommands,
    /// The sandbox, where it may be reason enough to allow a command.
    confinement: Option<Confinement>,
    /// Whether a command may run outside of the sandbox.
    leaves: bool,
    /// The allow rule whose own text is the whole request.
    approved: Option<&'p Rule>,
    exposure: Exposure<'m, 'p>,
    effects: Effects,
    grants: GrantsBuilder<'m, 'p>,
    vouchers: Vec<Voucher<'e, 'p>>,
    /// By command: the strictest deny or ask rule.
    matched: Vec<Option<Matched<'p>>>,
    /// The strictest rule of all.
    against: Option<Matched<'p>>,
    /// What speaks against files that redirects write.
    objections: Vec<(&'static Code, Span)>,
    /// By command: where its redirects are looked up; empty when nothing is redirected.
    directories: Vec<Option<Vec<String>>>,
    /// The texts that other shells read, as far as every command in them was proven.
    nested: Vec<NestedText<'e>>,
}

impl<'m, 'e, 'p> Gathering<'m, 'e, 'p> {
    fn new(
        policy: &'p Policy,
        request: &'m Request<'m>,
        script: &'e Script<'e>,
        variables: &'e Variables,
        machine: &'m Machine<'p>,
        Extent { limit, is_nested, .. }: Extent<'_>,
    ) -> Self {
        Self {
            policy,
            request,
            script,
            variables,
            machine,
            limit,
            is_nested,
            excluded: ExcludedCommands::of(policy, request.tool),
            confinement: Confinement::of(policy, request).filter(|_| limit.is_none()),
            leaves: false,
            // Past a limit there may be text that nothing has looked at.
            approved: policy.rules.approving_text(request.tool, request.command).filter(|_| limit.is_none()),
            exposure: Exposure::new(policy, request, machine),
            effects: Effects::default(),
            grants: GrantsBuilder::new(machine),
            vouchers: Vec::with_capacity(script.commands.len()),
            matched: Vec::with_capacity(script.commands.len()),
            against: None,
            objections: Vec::new(),
            directories: Vec::new(),
            nested: Vec::new(),
        }
    }

    /// Keeps the directories of the next command for the check of its redirects.
    fn keep_directories(&mut self, directories: Directories<'_>) {
        if !self.script.redirects.is_empty() {
            self.directories.push(directories.map(<[String]>::to_vec));
        }
    }

    /// What vouches for the command at `index` at the worst of its turns, and the strictest rule about any of them.
    fn command(
        &mut self,
        index: usize,
        directories: Directories<'_>,
    ) -> (Option<Voucher<'e, 'p>>, Option<Matched<'p>>) {
        let turns = self.variables.turns(index);
        if turns == 1 {
            let (voucher, met) = self.turn(index, 0, directories);
            self.add_effects(&voucher, directories);
            return (Some(voucher), met);
        }
        let mut worst: Option<Voucher<'e, 'p>> = None;
        let mut rule = None;
        for turn in 0..turns {
            let (mut voucher, met) = self.turn(index, turn, directories);
            voucher.repeats = turns > 1;
            rule = stricter(rule, met);
            self.add_effects(&voucher, directories);
            let decision = |voucher: &Voucher<'_, '_>| self.policy.judge(voucher.standing).0;
            if worst.as_ref().is_none_or(|worst| decision(&voucher) > decision(worst)) {
                worst = Some(voucher);
            }
        }
        (worst, rule)
    }

    /// What vouches for the command at `index` with the values of one turn, and the strictest rule about it.
    fn turn(
        &mut self,
        index: usize,
        turn: usize,
        directories: Directories<'_>,
    ) -> (Voucher<'e, 'p>, Option<Matched<'p>>) {
        let script = self.script;
        let mut args = self.arguments(index);
        self.variables.fill(&mut args, turn);
        let mut voucher = match self.limit {
            Some(_) => dismiss(args),
            None => vouch(script, index, args, self.variables, directories, self.machine, self.policy),
        };
        // What another shell reads may have been given an input.
        if voucher.standing == Standing::SelfDescription && self.is_nested {
            voucher.withdraw();
        }
        if voucher.standing == Standing::Unvouched && self.limit.is_none() && !self.is_nested {
            self.prove_text(&mut voucher, directories);
        }
        if voucher.standing == Standing::Unvouched && self.limit.is_none() {
            self.allow_fetch(&mut voucher);
        }
        if let Some(rule) = self.approved {
            voucher.approve(rule, script, directories, self.machine);
        }
        // What no proof covers is searched for what no wildcard and no sandbox covers.
        let is_searched = match voucher.standing {
            Standing::Allowed | Standing::FetchesAllowed | Standing::FetchesDocumentation => true,
            Standing::Unvouched => self.confinement.is_some(),
            Standing::ReadOnly
            | Standing::SelfDescription
            | Standing::ReadOnlyAllowed
            | Standing::ReadsService
            | Standing::Edits
            | Standing::Confined => false,
        };
        let met = if is_searched {
            let (met, protected, secret) =
                self.exposure.allowed_command(script, index, &voucher.args, directories);
            if let Some(span) = protected {
                voucher.refuse(span, &notices::PATH_PROTECTED);
            } else if let Some(span) =
                secret.filter(|span| !voucher.names_secret(*span, script, self.machine))
            {
                voucher.refuse(span, &notices::READS_SECRET);
            }
            met
        } else {
            self.exposure.command(script, index, &voucher.args, directories)
        };
        let is_news = |met: &Matched<'_>| {
            met.certain || met.rule.in_doubt || !voucher.runs_nothing && !only_any_program(&voucher, met)
        };
        let met = met.filter(is_news);
        self.confine(&mut voucher, directories);
        (voucher, met)
    }

    /// Lets the rules of the web tools and the table of documentation hosts allow a command that only prints what the web
    /// tools may fetch.
    fn allow_fetch(&self, voucher: &mut Voucher<'e, 'p>) {
        let connects =
            matches!(voucher.lack, Some(Lack::Refused(..) | Lack::NotUnderstood(..) | Lack::Connects));
        // Where there are cmdlets, the names of such programs can be aliases of one that follows redirects.
        let is_alias = self.script.shell().has_cmdlets;
        if !connects || is_alias || !voucher.within_rules || !voucher.inside.is_empty() {
            return;
        }
        let Some(Fetched { urls, texts }) = commands::fetched(voucher.inner_args()) else { return };
        if texts.iter().any(|text| !in_search(text).is_empty()) {
            return;
        }
        let pages = urls.iter().map(|url| web::printable(self.policy, url, &self.request.facts));
        if let Some(pages) = pages.collect::<Option<Vec<_>>>() {
            voucher.allow_fetch(pages);
        }
    }

    /// Lets the proof of the text that another shell reads be the proof of the command that gives it to that shell.
    fn prove_text(&mut self, voucher: &mut Voucher<'e, 'p>, directories: Directories<'_>) {
        let Some(nested) = nested_text(voucher, self.script, self.variables) else { return };
        let Some([here]) = directories else { return };
        let Request { tool, home, .. } = *self.request;
        let request = Request {
            tool,
            command: nested.text,
            cwd: Some(here),
            home,
            shell: nested.dialect,
            facts: Facts::default(),
        };
        let script = syntax::read(nested.text, nested.dialect);
        if limit(&script, true).is_some() {
            return;
        }
        let tracker = DirectoryTracker::new(&script, request.cwd, home);
        let variables = Variables::of(&script, request.cwd, None);
        let extent = Extent { limit: None, unread: "", is_nested: true };
        let evidence = gather(self.policy, &request, &script, &variables, self.machine, tracker, extent);
        if evidence.only_reads() {
            voucher.prove_text();
            effects::add_text(&mut self.effects, nested.dialect.shell().name, evidence.effects);
            self.nested.push(nested);
        }
    }

    /// Lets the sandbox be reason enough for a command that nothing vouches for.
    fn confine(&mut self, voucher: &mut Voucher<'e, 'p>, directories: Directories<'_>) {
        let Some(confinement) = &self.confinement else { return };
        if self.excluded.touches(&voucher.args, self.script) {
            self.leaves = true;
            return;
        }
        let known = voucher.lack != Some(Lack::Path);
        let outside = || voucher.writes_outside(self.script, directories, self.machine);
        let hidden = || voucher.hidden_path(self.script, directories, self.machine);
        if let Some(span) = known.then(outside).flatten() {
            voucher.refuse(span, &notices::PATH_OUTSIDE);
        } else if let Some(span) = (!confinement.holds_paths).then(hidden).flatten() {
            voucher.refuse(span, &notices::PATH_UNKNOWN);
        }
        voucher.confine(confinement);
    }

    fn arguments(&self, index: usize) -> Vec<Arg<'e>> {
        self.script
            .commands
            .get(index)
            .map_or_else(Vec::new, |command| commands::arguments(self.script, command))
    }

    /// Adds what the innermost command does, and what it runs on what it finds.
    fn add_effects(&mut self, voucher: &Voucher<'_, '_>, directories: Directories<'_>) {
        self.effects.opaque |= voucher.uses.proof == Proof::Runs && voucher.inside.is_empty();
        let inside = voucher.inside.iter().map(|(args, uses)| (args.as_slice(), uses));
        let own = Some((voucher.inner_args(), &voucher.uses))
            .filter(|_| !voucher.text_only_reads && !voucher.calls_function);
        if voucher.standing == Standing::SelfDescription {
            effects::add_program(&mut self.effects, voucher.inner_args());
            return;
        }
        if !voucher.pages.is_empty() {
            effects::add_program(&mut self.effects, voucher.inner_args());
            self.effects.network.extend(voucher.pages.iter().map(|page| page.host.clone()));
            self.grants.prints_pages();
            return;
        }
        for (args, uses) in own.into_iter().chain(inside) {
            effects::add(&mut self.effects, uses, args);
            self.grants.command(uses, args, directories);
        }
    }

    /// The strictest of `rule` and the rules about the redirects of the command at `index`.
    fn redirects(
        &mut self,
        index: usize,
        directories: Directories<'_>,
        mut rule: Option<Matched<'p>>,
    ) -> Option<Matched<'p>> {
        let script = self.script;
        for redirect in script.redirects_of(index) {
            self.redirect(redirect, directories);
            let met = self.exposure.redirect_rule(script, self.variables, redirect, Some(index), directories);
            rule = stricter(rule, met);
        }
        self.against = stricter(self.against, rule);
        rule
    }

    /// Looks at the redirects of loops and groups, which belong to no command; `unmoved` is where all commands run,
    /// when none of them can change the directory.
    fn redirects_of_groups(&mut self, unmoved: Directories<'_>) {
        let script = self.script;
        for redirect in script.redirects.iter().filter(|redirect| redirect.command.is_none()) {
            self.redirect(redirect, unmoved);
            let met = self.exposure.redirect_rule(script, self.variables, redirect, None, None);
            self.against = stricter(self.against, met);
        }
    }

    fn redirect(&mut self, redirect: &Redirect, directories: Directories<'_>) {
        self.grants.redirect(self.script, redirect, directories);
        // Past a limit the answer is settled, and an objection adds nothing to it.
        if self.limit.is_none() {
            let (script, variables) = (self.script, self.variables);
            self.objections.extend(redirect_objection(
                script,
                variables,
                redirect,
                directories,
                self.machine,
            ));
            self.objections.extend(self.open_redirect(redirect));
        }
    }

    /// The objection to the file of a redirect that is not known, where a rule may be about it that no sandbox enforces.
    fn open_redirect(&self, redirect: &Redirect) -> Option<(&'static Code, Span)> {
        self.confinement.as_ref().filter(|confinement| !confinement.holds_paths)?;
        let word = self.script.word(redirect.target)?;
        let names_file = redirect.op == RedirectOp::Read || redirect.op.writes();
        let args = commands::word_arguments(self.script, word, redirect.target);
        let is_open = |arg: &Arg<'_>| {
            matches!(
                ApproximatePath::of(arg, arg.text(), self.script.source),
                ApproximatePath::Prefix(_) | ApproximatePath::Pattern(_)
            )
        };
        (names_file && args.iter().any(is_open)).then_some((&notices::PATH_UNKNOWN, word.span))
    }

    /// Keeps what was found out about the command at `index`. Past a limit nothing depends on each further command.
    fn keep(&mut self, index: usize, voucher: Voucher<'e, 'p>, rule: Option<Matched<'p>>) {
        if self.limit.is_none() || index < PARTS_MAX {
            self.matched.push(rule);
            self.vouchers.push(voucher);
        }
    }

    /// Adds what the whole is about: unread text, checks, limits.
    fn finish(mut self, request: &Request<'_>, unread: &str) -> Evidence<'e, 'p> {
        let script = self.script;
        // What the host found in `PATH` is what was there before another command changed it.
        if self.confinement.is_none() && self.vouchers.iter().any(|voucher| !voucher.standing.is_read_only())
        {
            let asked =
                self.vouchers.iter_mut().filter(|voucher| voucher.standing == Standing::SelfDescription);
            asked.for_each(Voucher::withdraw);
        }
        let (met, protected, secret) = match &self.confinement {
            Some(_) => self.exposure.allowed_rest(script),
            None => (self.exposure.rest(script), None, None),
        };
        let against = stricter(self.against, met);
        let against = stricter(against, self.exposure.unread(unread));
        let against = stricter(against, self.exposure.joined(script.source));
        let against = stricter(against, self.exposure.joined_parts(script));
        // What runs no program, and what nobody can read, is a call of the tool as well.
        let certain = against.filter(|met| met.certain);
        let against = stricter(stricter(certain, self.exposure.whole_tool()), against);
        let named = [(&notices::PATH_PROTECTED, protected), (&notices::READS_SECRET, secret)];
        let hides = |name: &Span| commands::program(self.script.slice(*name)).is_some();
        let functions = self.script.functions.iter().map(|function| function.name);
        self.objections.extend(functions.filter(hides).map(|name| (&notices::FUNCTION_HIDES_PROGRAM, name)));
        self.objections.extend(named.into_iter().filter_map(|(notice, span)| Some((notice, span?))));
        for redirect in &script.redirects {
            let targets = self.variables.targets(script, redirect);
            effects::add_redirect(&mut self.effects, redirect.op, &targets);
        }
        let leaves_out = self.exposure.leaves_out();
        let hits = self.exposure.into_hits();
        let targets = RedirectTargets { machine: self.machine, commands: self.directories };
        let mut findings =
            findings(self.limit, script, request, &self.vouchers, self.variables, &targets, self.policy.mode);
        if leaves_out && self.limit.is_none() {
            let whole = Span::new(0, script.source.len());
            findings.push(notice_finding(&notices::LIMIT_NESTING, whole, Concern::Text, None));
        }
        let objections = self.objections.iter();
        findings
            .extend(objections.map(|(notice, span)| notice_finding(notice, *span, Concern::Access, None)));
        if let Some(rule) = self.approved {
            let machine = self.machine;
            findings.retain(|raised| !answers_for(rule, &raised.finding, script, machine));
        }
        findings.extend(hits.iter().map(|hit| form_finding(self.policy.profile, hit)));
        sort(&mut findings);
        Evidence {
            script,
            excluded: self.excluded.excludes(script, &self.vouchers),
            vouchers: self.vouchers,
            matched: self.matched,
            commands: Vec::new(),
            whole: (Decision::Ask, Ground::Unvouched),
            against,
            hits,
            findings,
            is_unread: leaves_out || !unread.is_empty() || !script.shell().is_read,
            approved: self.approved,
            confinement: self.confinement.filter(|_| !self.leaves),
            effects: self.effects,
            nested: self.nested,
            grants: self.grants.into_grants(),
            policy: self.policy,
        }
    }
}

/// Whether the command goes to another directory.
fn changes_directory(voucher: &Voucher<'_, '_>) -> bool {
    let program = voucher.args.first().and_then(|name| name.program(|name| name));
    program.is_some_and(|program| program.shell.contains(&ShellEffect::ChangesDirectory))
}

/// Whether an allow rule with exactly the text of the request answers for `finding`: not for a protected file, a path
/// that a deny rule may be about, or a secret that it does not name.
fn answers_for(rule: &Rule, finding: &Finding, script: &Script<'_>, machine: &Machine<'_>) -> bool {
    let is_kept = [notices::PATH_PROTECTED.name, notices::PATH_UNKNOWN.name].contains(&finding.code);
    let is_secret = finding.code == notices::READS_SECRET.name;
    !is_kept && (!is_secret || names_secret(rule, finding.span, script, machine))
}

/// Whether a rule may be about a command that only reads because it may be about every program.
fn only_any_program(voucher: &Voucher<'_, '_>, met: &Matched<'_>) -> bool {
    voucher.standing.is_read_only() && !met.rule.names_a_program() && !met.rule.in_doubt
}

/// The limit that the script is past, if there is one; `is_whole` when all of the command was read.
pub(super) fn limit(script: &Script<'_>, is_whole: bool) -> Option<Limit> {
    let whole = Span::new(0, script.source.len());
    if !script.shell().is_read {
        return Some((&notices::SHELL_NOT_LOADED, whole));
    }
    let is_long = || script.source.chars().count() > COMMAND_CHARACTERS_MAX;
    if !is_whole || script.source.len() > COMMAND_CHARACTERS_MAX && is_long() {
        return Some((&notices::LIMIT_LENGTH, whole));
    }
    if let Some(first) = script.commands.get(PARTS_MAX) {
        return Some((&notices::LIMIT_PARTS, first.span));
    }
    (script.words.len() > WORDS_MAX).then_some((&notices::LIMIT_WORDS, whole))
}
