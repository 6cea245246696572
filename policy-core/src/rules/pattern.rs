//! The commands that a rule matches: an allow rule by exact words, deny and ask rules by every similar reading.
//!
//! Owns the two questions, [`Pattern::covers`] and [`Pattern::touches`]. Both are linear in rule and command.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::Span;
use crate::commands::{Arg, Spelled, exceeds_wildcard};

use super::assigned::{self, Assigned};
use super::cmdlet;
use super::cmdlet_name;
#[cfg(feature = "history")]
use super::glob::ANYTHING;
use super::glob::Glob;
use super::grammar::Grammar;
use super::lex::{Colon, END, HOME, UNKNOWN, lex};
use super::meaning::{Answer, Required, is_about, required};
use super::possible::{ArgumentValue, may_match, words};
use super::problem::{Problem, first_unseen, tick};
use super::subject::Subject;

/// The content of a command rule: `git log:*`, `git * --stat`, `npm run build`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// After quote removal, held against arguments.
    cooked: Glob,
    /// As written, held against source text; none when it is the same.
    raw: Option<Glob>,
    /// `cooked` with every run of blanks as a word's end; none when it is the same.
    loose: Option<Glob>,
    /// `raw` the same way; none when it is the same as `loose`.
    loose_raw: Option<Glob>,
    /// The assignments that it names and the command after them, for an allow rule; as a deny or ask rule it is one
    /// text.
    assigned: Option<Box<(Assigned, Self)>>,
    /// The same with the name of the cmdlet of which its own name is an alias on Windows.
    cmdlet: Option<Box<Self>>,
    /// Byte offset of a quote that does not close, when quotes were taken as literal text for that reason.
    unbalanced: Option<usize>,
}

impl Pattern {
    /// Reads the content of a rule.
    ///
    /// # Errors
    /// The place in `content` and what was meant: nothing in it, a character that cannot be seen.
    pub fn parse(content: &str, grammar: Grammar) -> Result<Self, Problem> {
        if let Some((at, character)) = first_unseen(content) {
            let span = Span::new(at, at + character.len_utf8());
            let shown = tick(character.encode_utf8(&mut [0; 4]));
            return Err(Problem::new(
                span,
                alloc::format!(
                    "the character {shown} is invisible, so nobody can read what this rule matches"
                ),
                "remove it",
            ));
        }
        let whole = Span::new(0, content.len());
        if content.trim_matches([' ', '\t']).is_empty() {
            return Err(Problem::new(
                whole,
                "there is no command in this rule",
                "write `*` to mean every command",
            ));
        }
        if content.strip_suffix(":*").is_some_and(|prefix| prefix.trim_matches([' ', '\t']).is_empty()) {
            return Err(Problem::new(
                whole,
                "there is no command before `:*`",
                "name a command, or write `*` to mean every command",
            ));
        }
        let named;
        let mut cmdlet = None;
        let content = if grammar == Grammar::PowerShell {
            let names = cmdlet_name::names(&content.to_ascii_lowercase());
            cmdlet = names.on_windows.and_then(|content| Self::parse(&content, grammar).ok()).map(Box::new);
            named = names.everywhere;
            &named
        } else {
            content
        };
        let lexed = lex(content, grammar, Colon::Literal)?;
        let wide = lex(content, grammar, Colon::Boundary)?;
        let loose = wide.cooked.map(loosen);
        let loose_raw = wide.raw.map(loosen);
        let assigned = Some(content).filter(|_| grammar == Grammar::Posix).and_then(assigned::split);
        let assigned = assigned.and_then(|(assignments, command)| {
            Some(Box::new((Assigned::new(assignments)?, Self::parse(command, grammar).ok()?)))
        });
        Ok(Self {
            cmdlet,
            assigned,
            loose_raw: (loose_raw != loose).then_some(loose_raw),
            loose: (loose != lexed.cooked).then_some(loose),
            raw: (lexed.raw != lexed.cooked).then_some(lexed.raw),
            cooked: lexed.cooked,
            unbalanced: lexed.unbalanced,
        })
    }

    /// Whether an allow rule with this content vouches for the command: by its exact words, nothing looser.
    ///
    /// An unknown argument is covered only by `*`, and never as the command name.
    pub fn covers(&self, subject: &Subject<'_>) -> bool {
        let Some(name) = subject.name() else { return false };
        if let Some((assigned, command)) = self.assigned.as_deref() {
            return assigned.are(subject.assignments()) && command.covers_words(subject, name);
        }
        !subject.wants_assignments_named() && self.covers_words(subject, name)
    }

    fn covers_words(&self, subject: &Subject<'_>, name: &str) -> bool {
        self.covers_own_words(subject, name)
            || self.cmdlet.as_ref().is_some_and(|cmdlet| {
                let written = subject.words().source.first().is_some_and(|it| self.is_named(it));
                written && cmdlet.covers_own_words(subject, name)
            })
    }

    /// Whether the name in front of the first wildcard is `name`, in any case.
    fn is_named(&self, name: &str) -> bool {
        self.cooked.lead().split(END).next().is_some_and(|own| own.eq_ignore_ascii_case(name))
    }

    fn covers_own_words(&self, subject: &Subject<'_>, name: &str) -> bool {
        let matches = self.cooked.matches(subject.argv())
            || (subject.is_known() && self.raw.as_ref().is_some_and(|raw| raw.matches(subject.source())));
        if !matches || self.is_exact() {
            return matches;
        }
        let spelled = self.spelled();
        // `./scripts/*` is not meant to cover `./scripts/../../x`.
        if spelled.words == 0 && name.split('/').any(|part| part == "..") {
            return false;
        }
        !exceeds_wildcard(subject.words().argv, spelled, subject.may_name_cmdlet())
    }

    /// Whether a deny or ask rule with this content means the command: by its words, by its text however it is
    /// quoted or spaced, by its source text, by its name without the directory.
    pub fn touches(&self, subject: &Subject<'_>) -> bool {
        let loose = self.loose.as_ref().unwrap_or(&self.cooked);
        let loose_raw = self.loose_raw.as_ref().unwrap_or(loose);
        self.cooked.matches(subject.argv())
            || subject.loose_argv().any(|form| loose.matches(form))
            || (self.loose_raw.is_some() || !subject.is_as_written())
                && subject.loose_source().any(|form| loose_raw.matches(form))
            || !subject.folded_argv().is_empty() && loose.matches(subject.folded_argv())
            || self.cmdlet.as_ref().is_some_and(|cmdlet| cmdlet.touches(subject))
    }

    /// Whether a deny or ask rule with this content may mean the command of these values, once they are known.
    pub(crate) fn may_touch(&self, command: &[ArgumentValue<'_>]) -> bool {
        may_match(self.loose.as_ref().unwrap_or(&self.cooked), command)
            || self.cmdlet.as_ref().is_some_and(|cmdlet| cmdlet.may_touch(command))
    }

    /// Whether a deny or ask rule with this content is about what the command `args` of the same program does, whatever
    /// its spelling is.
    pub(crate) fn means(&self, args: &[Arg<'_>]) -> Answer {
        let own = self.own_words();
        let answer = cmdlet::is_about(&own, args).unwrap_or_else(|| is_about(&own, args));
        let other = self.cmdlet.as_ref().map_or(Answer::No, |cmdlet| cmdlet.means(args));
        answer.max(other)
    }

    /// An argument that a command must have for [`Pattern::means`] to be about it.
    pub(crate) fn required_word(&self) -> Required {
        // A cmdlet binds its arguments to parameters.
        if self.cmdlet.is_some() { Required::Unknown } else { required(&self.own_words()) }
    }

    fn own_words(&self) -> Vec<String> {
        words(self.loose.as_ref().unwrap_or(&self.cooked))
    }

    /// Whether there is no wildcard, so that it means one command.
    pub fn is_exact(&self) -> bool {
        self.cooked.is_exact()
    }

    /// Whether it matches every command that `other` matches.
    #[cfg(feature = "history")]
    pub(super) fn includes(&self, other: &Self) -> bool {
        let [own, narrow] = [self, other].map(|it| &it.command().cooked);
        let [own_assigned, its_assigned] = [self, other].map(|it| it.assigned.as_deref().map(|(it, _)| it));
        let [own_cmdlet, its_cmdlet] = [self, other].map(|it| it.cmdlet.as_deref().map(|it| &it.cooked));
        // The first is cheap, and enough for most pairs.
        narrow.lead().starts_with(own.lead())
            && self.unbalanced.is_none()
            && other.unbalanced.is_none()
            && own_assigned == its_assigned
            && (own_cmdlet == its_cmdlet || its_cmdlet.is_none())
            && other.command().examples().iter().all(|example| own.matches(example))
    }

    /// Commands that it matches: what matches all of them matches every command that it matches.
    #[cfg(feature = "history")]
    fn examples(&self) -> Vec<String> {
        let example = self.cooked.example();
        // The wildcard at the end stands for whole words, or none.
        match example.strip_suffix(ANYTHING) {
            Some(front) => {
                Vec::from([front.into(), [example.as_str(), END.encode_utf8(&mut [0; 1])].concat()])
            }
            None => Vec::from([example]),
        }
    }

    /// The words in front of the first wildcard that are complete.
    pub fn lead_words(&self) -> impl Iterator<Item = &str> {
        let lead = self.cooked.lead();
        lead.rsplit_once(END).map_or("", |(words, _)| words).split(END).filter(|_| lead.contains(END))
    }

    /// How many words of a sub-command follow the name, in front of the first wildcard and the first option; one
    /// that the wildcard ends counts.
    pub(crate) fn sub_words(&self) -> usize {
        let words = self.cooked.lead().split(END).skip(1);
        words.take_while(|word| !word.is_empty() && !word.starts_with('-')).count()
    }

    /// The first option that it names in front of the first wildcard, and how many words of a sub-command precede.
    pub(crate) fn first_option(&self) -> Option<(usize, &str)> {
        let words = self.sub_words();
        let option = self.cooked.lead().split(END).nth(words + 1)?;
        (option.len() > 1 && option.starts_with('-')).then_some((words, option))
    }

    /// Whether something literal follows the first wildcard.
    pub(crate) fn has_text_after_wildcard(&self) -> bool {
        self.cooked.parts().iter().skip(1).any(|part| part.chars().any(|c| c != END))
    }

    /// Whether the first wildcard begins a word.
    pub(crate) fn wildcard_begins_word(&self) -> bool {
        let lead = self.cooked.lead();
        !self.is_exact() && (lead.is_empty() || lead.ends_with(END))
    }

    /// Where a quote opens that does not close; then quotes are literal text.
    pub(crate) fn unbalanced(&self) -> Option<usize> {
        self.unbalanced
    }

    /// What precedes the first wildcard.
    fn spelled(&self) -> Spelled {
        let lead = self.cooked.lead();
        let last = lead.rsplit_once(END).map_or(lead, |(_, last)| last);
        Spelled { words: lead.matches(END).count(), bytes: last.len() }
    }

    /// The command that an allow rule with this content covers: without the assignments that it names.
    pub(crate) fn command(&self) -> &Self {
        self.assigned.as_deref().map_or(self, |(_, command)| command)
    }

    /// The literal text in front of the first wildcard, in every form that is held against a command.
    pub(crate) fn leads(&self) -> impl Iterator<Item = &str> {
        let cmdlet = self.cmdlet.as_deref().into_iter().flat_map(Self::forms);
        self.forms().chain(cmdlet).map(Glob::lead)
    }

    fn forms(&self) -> impl Iterator<Item = &Glob> {
        let forms = [Some(&self.cooked), self.raw.as_ref(), self.loose.as_ref(), self.loose_raw.as_ref()];
        forms.into_iter().flatten()
    }

    /// The command names under which this rule can be found, or none when a wildcard may occur in the name.
    pub(crate) fn index_words(&self) -> Option<Vec<Box<str>>> {
        let mut words: Vec<Box<str>> = Vec::new();
        for form in self.forms().chain(self.cmdlet.iter().map(|cmdlet| &cmdlet.cooked)) {
            let (word, _) = form.lead().split_once(END)?;
            if !words.iter().any(|known| &**known == word) {
                words.push(word.into());
            }
        }
        Some(words)
    }
}

/// Literal text with every run of blanks and word ends as one word end.
fn loosen(part: &str) -> String {
    debug_assert!(!part.contains(UNKNOWN), "a rule cannot contain a noncharacter");
    let mut out = String::with_capacity(part.len());
    for character in part.chars() {
        let end = character == END || character.is_ascii_whitespace();
        if !end {
            out.push(if character == HOME { '~' } else { character });
        } else if !out.ends_with(END) {
            out.push(END);
        }
    }
    out
}
