//! The examples of the tables: commands as a person types them, and the result of their table.
//!
//! Owns the rules for an example: exactly one simple command, read by the strict reader, without assignments and
//! redirects. Decides nothing: it reports the proof.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::argument::Arg;
use super::argv::arguments;
use super::engine::{system_name, uses_of};
use super::inner::Inner;
use super::nested::inners_of;
use super::shape::{Form, Intent, Program, Wrapper};
use super::{Proof, Role};
use crate::script::{Dialect, Script, Shell, Simple};
use crate::syntax::read;

/// An example of a table.
#[derive(Debug)]
pub struct Example<'t> {
    script: Script<'t>,
}

/// Why a text is no example: what it has besides, or instead of, one simple command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnExample {
    /// There is no command, or more than one.
    #[error("it is not exactly one simple command")]
    Commands,
    /// The strict reader does not know what it means.
    #[error("it is not understood as text of a shell")]
    Doubt,
    /// Variables are set in front of the command, or input or output goes elsewhere.
    #[error("it has an assignment or a redirect besides the command")]
    Besides,
}

impl<'t> Example<'t> {
    /// Reads `text` as bash would.
    ///
    /// # Errors
    /// It is not one simple command and nothing else.
    pub fn read(text: &'t str) -> Result<Self, NotAnExample> {
        Self::read_in(Dialect::Bash, text)
    }

    /// Reads `text` as the shell does in which `program` is a command: as PowerShell on Windows if it is a cmdlet, where every
    /// alias is one. The blocks among the arguments of a cmdlet may have commands of their own.
    ///
    /// # Errors
    /// As [`Example::read`].
    pub fn of(program: &Program, text: &'t str) -> Result<Self, NotAnExample> {
        let dialect = if program.cmdlet.is_some() { Dialect::PowerShellOnWindows } else { Dialect::Bash };
        Self::read_in(dialect, text)
    }

    fn read_in(dialect: Dialect, text: &'t str) -> Result<Self, NotAnExample> {
        let script = read(text, dialect);
        if !script.doubts.is_empty() {
            return Err(NotAnExample::Doubt);
        }
        let inner = script.commands.iter().filter(|command| command.scope != 0).count();
        let is_one = script.commands.len() == 1 + inner && (inner == 0 || script.shell().has_cmdlets);
        if !is_one {
            return Err(NotAnExample::Commands);
        }
        if !script.assignments.is_empty() || !script.redirects.is_empty() || !script.comments.is_empty() {
            return Err(NotAnExample::Besides);
        }
        Ok(Self { script })
    }

    /// The shell for which the table must vouch.
    fn shell(&self) -> &'static Shell {
        if self.script.shell().has_cmdlets { self.script.shell() } else { Shell::UNKNOWN }
    }

    fn command(&self) -> Option<&Simple> {
        self.script.commands.first()
    }

    /// Its arguments, the program's name first.
    pub fn args(&self) -> Vec<Arg<'_>> {
        self.command().map(|command| arguments(&self.script, command)).unwrap_or_default()
    }

    /// Its words as they are written, the program's name first.
    pub fn words(&self) -> impl Iterator<Item = &'t str> {
        let words = self.command().map_or(&[][..], |command| self.script.words_of(command));
        words.iter().map(|word| word.span.slice(self.script.source))
    }

    /// Whether `form` of `program` vouches for it: it is proven, or what a trusted wrapper runs is found, or (for a
    /// wrapper that only deny rules look through) what it runs is found exactly.
    pub fn is_vouched(&self, program: &'static Program, form: &Form) -> bool {
        let args = self.args();
        if !is_of(program, &args) {
            return false;
        }
        let wrapper = program.wrapper.filter(|_| core::ptr::eq(form, &raw const program.form));
        let proof = uses_of(program, self.shell(), &args).proof;
        let first = args.get(1).and_then(Arg::text).unwrap_or("");
        match (wrapper, inners_of(program, &args).first(), proof) {
            (Some(Wrapper::Allow), Some(Inner::Command { allowed, .. }), _) => *allowed,
            (Some(Wrapper::Deny | Wrapper::Exact | Wrapper::Prove), Some(found), _) => {
                !matches!(found, Inner::AnyOf { .. })
            }
            (_, _, Proof::ReadOnly) if args.len() <= 2 && form.alone.contains(&first) => true,
            (_, Some(_), _) => false,
            (_, None, Proof::Edits) => form.intent == Intent::Edits,
            (_, None, Proof::Connects) => form.intent == Intent::Connects,
            (_, None, Proof::ReadsService) => form.intent == Intent::ReadsService,
            (_, None, proof) => {
                proof == Proof::ReadOnly && matches!(form.intent, Intent::Reads | Intent::Runs)
            }
        }
    }

    /// What `program` makes of it, in a few words: `reads`, or why it asks.
    pub fn outcome(&self, program: &'static Program) -> String {
        let args = self.args();
        if !is_of(program, &args) {
            return format!("is no command of `{}`", program.name);
        }
        let word = |at: usize| {
            args.get(at).map_or("", |arg| arg.text().unwrap_or_else(|| arg.span.slice(self.script.source)))
        };
        let uses = uses_of(program, self.shell(), &args);
        // Of a setting that names a program, the reason says more.
        let is_setting = |inner: &Inner| {
            matches!(inner, Inner::Shell { .. } | Inner::Own { .. })
                && uses.uses.get(inner.at()).is_some_and(|it| it.role == Role::Setting)
        };
        match inners_of(program, &args).first().filter(|inner| !is_setting(inner)) {
            Some(Inner::Command { at, allowed: true, .. }) => return format!("judged as `{}`", word(*at)),
            Some(Inner::Command { at, .. }) => return format!("runs `{}`", word(*at)),
            Some(Inner::Shell { at, .. }) => return format!("runs the command line in `{}`", word(*at)),
            Some(Inner::Own { at, .. }) => return format!("runs what `{}` names", word(*at)),
            Some(Inner::AnyOf { from, .. }) => return format!("runs what may begin at `{}`", word(*from)),
            None => {}
        }
        match uses.proof {
            Proof::ReadOnly => "reads".into(),
            Proof::Edits => "edits".into(),
            Proof::Runs => "reads, apart from what it runs".into(),
            Proof::ReadsService => "reads its service".into(),
            Proof::Connects => "connects".into(),
            Proof::Refused { arg: 0, why } | Proof::NotUnderstood { arg: 0, why } => format!("asks: {why}"),
            Proof::Refused { arg, why } => format!("asks at `{}`: {why}", word(arg)),
            Proof::NotUnderstood { arg, why } => format!("not understood at `{}`: {why}", word(arg)),
            Proof::Unlisted => "is not in a table".into(),
        }
    }
}

/// Whether the name in front is that of `program`.
fn is_of(program: &Program, args: &[Arg<'_>]) -> bool {
    let name = args.first().and_then(Arg::text);
    name.is_some_and(|name| system_name(name) == program.name)
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_removed_as_a_shell_does() {
        let example = Example::read(r#"find . \( -name 'a b' -o -name "c" \) -exec rm {} \;"#).unwrap();
        let texts: Vec<_> = example.args().iter().map(|arg| arg.text().unwrap_or("?")).collect();
        assert_eq!(
            texts,
            ["find", ".", "(", "-name", "a b", "-o", "-name", "c", ")", "-exec", "rm", "{}", ";"]
        );
        assert_eq!(example.words().nth(4), Some("'a b'"));
    }

    #[test]
    fn what_is_not_one_simple_command_is_no_example() {
        for (text, why) in [
            ("", NotAnExample::Commands),
            ("ls; ls", NotAnExample::Commands),
            ("jq .a|length a", NotAnExample::Commands),
            ("cat $(ls)", NotAnExample::Commands),
            ("find . ( -name a )", NotAnExample::Doubt),
            ("A=b ls", NotAnExample::Besides),
            ("ls > a", NotAnExample::Besides),
            ("ls # a", NotAnExample::Besides),
        ] {
            assert_eq!(Example::read(text).err(), Some(why), "{text}");
        }
    }
}
