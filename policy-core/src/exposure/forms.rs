//! Searches for forbidden forms, those of the profile and those that every profile asks about: in every command, in
//! whole scripts, in nested shells, and in text that could not be parsed.
//!
//! Owns the place of a match. The profile owns the definition of a form.

use alloc::vec::Vec;

use crate::commands::Arg;
use crate::limits::PLACES_PER_CHECK_MAX;
use crate::machine::Directories;
use crate::profiles::ForbiddenForm;
use crate::profiles::forbidden::{self, ALWAYS_ASKED, Argv, Runs, Whereabouts, Whole};
use crate::script::Script;
use crate::sorted;
use crate::span::Span;
use crate::syntax::Salvage;

/// One place where a form was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FormHit {
    /// The form.
    pub(crate) form: &'static ForbiddenForm,
    /// The place in the request's command.
    pub(crate) span: Span,
    /// The simple command that is of this form, or has it inside; none when it is more than one.
    command: Option<usize>,
}

impl FormHit {
    /// Whether the simple command at `index`, which is at `span`, is why.
    pub(crate) fn is_about(&self, index: usize, span: Span) -> bool {
        self.command.map_or(self.span.contains(span), |command| command == index)
    }
}

/// The hits so far, and the position of the search.
#[derive(Debug)]
pub(crate) struct FormSearch<'e> {
    /// What the profile forbids.
    forbidden: &'static [&'static ForbiddenForm],
    /// Whether one of them is about paths, or about more than one command.
    looks_at_paths: bool,
    whereabouts: Whereabouts<'e>,
    hits: Vec<FormHit>,
    /// By command of the script that is being looked at.
    runs: Vec<Runs>,
    /// The command that is being looked at, in that script.
    command: usize,
    /// The request's own command that it belongs to.
    top: Option<usize>,
    /// Where a nested script is in the request's command.
    nested: Option<Span>,
}

/// The position in the outer script while a nested one is searched.
#[derive(Debug)]
pub(crate) struct Outer {
    runs: Vec<Runs>,
    command: usize,
    nested: Option<Span>,
}

impl<'e> FormSearch<'e> {
    /// Watches for what the profile forbids, and for what is asked about in every profile.
    pub(crate) fn new(forbidden: &'static [&'static ForbiddenForm], whereabouts: Whereabouts<'e>) -> Self {
        Self {
            forbidden,
            looks_at_paths: forbidden.iter().any(|form| !form.paths.is_empty()),
            whereabouts,
            hits: Vec::new(),
            runs: Vec::new(),
            command: 0,
            top: None,
            nested: None,
        }
    }

    /// Whether the profile forbids anything.
    pub(crate) fn forbids(&self) -> bool {
        !self.forbidden.is_empty()
    }

    /// Whether a form is about paths.
    pub(crate) fn looks_at_paths(&self) -> bool {
        self.looks_at_paths
    }

    /// Every hit, in source order.
    pub(crate) fn into_hits(mut self) -> Vec<FormHit> {
        sorted::sort_by_key(&mut self.hits, |hit| (hit.span.start, hit.form.code.name));
        self.hits
    }

    /// How many hits there are.
    pub(crate) fn hit_count(&self) -> usize {
        self.hits.len()
    }

    /// Forgets all hits but the first `count`.
    pub(crate) fn keep_first_hits(&mut self, count: usize) {
        self.hits.truncate(count);
    }

    /// Moves to the command at `index` of the present script.
    pub(crate) fn enter(&mut self, index: usize) {
        self.command = index;
        if self.nested.is_none() {
            self.top = Some(index);
        }
        if self.runs.len() <= index {
            self.runs.resize(index + 1, Runs::default());
        }
    }

    /// Enters a script inside `args`.
    pub(crate) fn descend(&mut self, args: &[Arg<'_>]) -> Outer {
        let outer =
            Outer { runs: core::mem::take(&mut self.runs), command: self.command, nested: self.nested };
        self.nested = Some(self.place(args));
        outer
    }

    /// Leaves a nested script.
    pub(crate) fn ascend(&mut self, outer: Outer) {
        Outer { runs: self.runs, command: self.command, nested: self.nested } = outer;
    }

    /// The place of `args` in the request's command.
    pub(crate) fn place(&self, args: &[Arg<'_>]) -> Span {
        let own = || args.iter().map(|arg| arg.span).reduce(Span::join).unwrap_or_default();
        self.nested.unwrap_or_else(own)
    }

    /// Looks at one command, whose spans lie in `source`, in each of the directories in which it may run.
    pub(crate) fn look(&mut self, source: &str, args: &[Arg<'_>], directories: Directories<'_>) {
        let known = directories.unwrap_or(&[]).iter().map(|directory| Some(directory.as_str()));
        // Where nobody knows, it may be where the request is.
        let fallback = directories.is_none_or(<[_]>::is_empty).then_some(None);
        for directory in known.chain(fallback) {
            let named = directory.filter(|directory| !directory.is_empty());
            let whereabouts = Whereabouts { cwd: named.or(self.whereabouts.cwd), ..self.whereabouts };
            let argv = Argv::new(args, source, whereabouts);
            if !self.forbidden.is_empty()
                && let Some(runs) = self.runs.get_mut(self.command)
            {
                runs.add(forbidden::runs(&argv));
            }
            if let Some(form) = self.forms().find(|form| form.is(&argv)) {
                self.hit(form, self.place(args), self.top);
                return;
            }
        }
    }

    /// What the profile forbids first: a denial says all that there is to say.
    fn forms(&self) -> impl Iterator<Item = &'static ForbiddenForm> + use<> {
        self.forbidden.iter().chain(ALWAYS_ASKED).copied()
    }

    /// The form that forbids one of the paths for which `leads_to` holds.
    pub(crate) fn path(&mut self, span: Span, leads_to: impl Fn(&[&str]) -> bool) {
        let span = self.nested.unwrap_or(span);
        if let Some(form) = self.forbidden.iter().find(|form| !form.paths.is_empty() && leads_to(form.paths))
        {
            self.hit(form, span, self.top);
        }
    }

    /// Looks at a script as a whole, after all of its commands.
    pub(crate) fn whole(&mut self, script: &Script<'_>) {
        if self.forbidden.is_empty() {
            return;
        }
        self.runs.resize(script.commands.len(), Runs::default());
        let runs = core::mem::take(&mut self.runs);
        let whole = Whole { script, runs: &runs };
        for form in self.forbidden {
            if let Some(span) = (form.script)(&whole) {
                let top = self.nested.and(self.top);
                self.hit(form, self.nested.unwrap_or(span), top);
            }
        }
        self.runs = runs;
    }

    /// Looks at the text of `script` that could not be read, piece by piece with `look`, then as a whole.
    pub(crate) fn unread(&mut self, script: &Script<'_>, text: &Salvage) {
        for form in self.forbidden {
            if (form.text)(text) {
                self.unread_hit(form, script);
            }
        }
    }

    /// Begins a search of text that could not be read; [`FormSearch::merge_unread`] ends it.
    pub(crate) fn begin_unread(&mut self, script: &Script<'_>) -> (Outer, Vec<FormHit>) {
        let outer =
            Outer { runs: core::mem::take(&mut self.runs), command: self.command, nested: self.nested };
        self.nested.get_or_insert(unread_span(script));
        (outer, core::mem::take(&mut self.hits))
    }

    /// Keeps, of the hits since, only forms that were not found in readable text: unread text is searched from its
    /// first doubt on, also where the reader went on after it.
    pub(crate) fn merge_unread(&mut self, (outer, before): (Outer, Vec<FormHit>)) {
        let nested = outer.nested.is_some();
        self.ascend(outer);
        for hit in core::mem::replace(&mut self.hits, before) {
            self.add_new(FormHit { command: hit.command.filter(|_| nested), ..hit });
        }
    }

    fn unread_hit(&mut self, form: &'static ForbiddenForm, script: &Script<'_>) {
        let span = self.nested.unwrap_or_else(|| unread_span(script));
        let command = self.nested.and(self.top);
        self.add_new(FormHit { form, span, command });
    }

    fn add_new(&mut self, hit: FormHit) {
        if self.hits.iter().all(|known| known.form != hit.form) {
            self.hit(hit.form, hit.span, hit.command);
        }
    }

    fn hit(&mut self, form: &'static ForbiddenForm, span: Span, command: Option<usize>) {
        let hit = FormHit { form, span, command };
        // Each form has its own limit: many places of one that is asked about hide none of one that is forbidden.
        let places = self.hits.iter().filter(|known| known.form == form).count();
        if places < PLACES_PER_CHECK_MAX && !self.hits.contains(&hit) {
            self.hits.push(hit);
        }
    }
}

/// From the first doubt to the end.
fn unread_span(script: &Script<'_>) -> Span {
    let from = script.doubts.iter().map(|doubt| doubt.span.start).min().unwrap_or(0);
    Span { start: from, end: script.source.len() as u32 }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use crate::limits::PLACES_PER_CHECK_MAX;
    use crate::{Decision, Engine, Policy, Request, Source, Verdict};

    /// The verdict under a profile that forbids forms.
    fn check(command: &str) -> Verdict {
        let text = r#"{"profile":"jazz"}"#;
        let source = Source { name: "s".into(), text: text.into(), ..Source::default() };
        let mut request = Request::new(command);
        (request.cwd, request.home) = (Some("/repo"), Some("/home/u"));
        request.facts.no_links = true;
        Engine::new(Policy::from_sources(&[source]).unwrap_or_default()).check(&request)
    }

    fn commands(verdict: &Verdict) -> Vec<Decision> {
        verdict.commands.iter().map(|command| command.decision).collect()
    }

    #[test]
    fn a_form_in_text_that_cannot_be_read_is_of_no_command_in_front_of_it() {
        for command in ["ls; if ( ; pkill x", "ls; if ( ; rm -rf /", "( ls; ) ; if ( ; bash -c 'pkill x'"] {
            let verdict = check(command);
            assert_eq!(verdict.decision, Decision::Deny, "{command}");
            assert_eq!(commands(&verdict), [Decision::Ask], "{command}");
        }
        assert_eq!(commands(&check("ls; pkill x")), [Decision::Ask, Decision::Deny]);
    }

    #[test]
    fn as_many_places_of_a_form_are_reported_as_of_a_check() {
        for (count, expected) in [(1, 1), (PLACES_PER_CHECK_MAX + 4, PLACES_PER_CHECK_MAX)] {
            let verdict = check(&"pkill x; ".repeat(count));
            let findings = verdict.findings.iter().filter(|it| it.code == "FORBIDDEN_COMMAND");
            assert_eq!(findings.count(), expected, "{count}");
        }
    }

    #[test]
    fn many_places_of_a_form_that_is_asked_about_hide_none_of_one_that_is_forbidden() {
        let asked = "find / -delete; ";
        assert_eq!(check(asked).decision, Decision::Ask);
        for count in [1, PLACES_PER_CHECK_MAX, PLACES_PER_CHECK_MAX + 4] {
            let command = [asked.repeat(count), String::from("pkill x")].concat();
            assert_eq!(check(&command).decision, Decision::Deny, "{count}");
        }
    }
}
