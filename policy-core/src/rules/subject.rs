//! One simple command in the spellings that rules are compared with, built once in one buffer.
//!
//! Owns these spellings. An unknown argument becomes a character that no rule can contain.

use alloc::string::String;
use core::iter;
use core::ops::Range;

use super::grammar::Grammar;
use super::lex::{END, UNKNOWN};

/// The words of one simple command, the command name first.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// What the program will receive; none where that is not known before the run.
    pub argv: &'a [Option<&'a str>],
    /// The words' source text, same length.
    pub source: &'a [&'a str],
}

/// A simple command, ready to be held against any number of rules.
///
/// All forms lie in one buffer, each of them once: one allocation for a command, none for a rule.
#[derive(Debug)]
pub struct Subject<'w> {
    words: Words<'w>,
    buffer: String,
    argv: Range<usize>,
    source: Range<usize>,
    loose: [Range<usize>; 4],
    /// The arguments as in `loose`, with the name that some file systems and Windows take as the same; empty where it
    /// is no other one.
    folded: Range<usize>,
    /// The assignments in front of the command, for allow rules.
    assignments: &'w [(&'w str, Option<&'w str>)],
    wants_assignments_named: bool,
    may_name_cmdlet: bool,
}

impl<'w> Subject<'w> {
    /// The forms of `words`. In PowerShell case does not matter.
    pub fn new(words: Words<'w>, grammar: Grammar) -> Self {
        let length: usize = words.argv.iter().flatten().map(|word| word.len() + 1).sum::<usize>()
            + words.source.iter().map(|word| word.len() + 1).sum::<usize>();
        let mut buffer = String::with_capacity(3 * length + 16);
        let argv = fill(&mut buffer, |out| {
            for word in words.argv {
                push_argument(out, *word);
                out.push(END);
            }
        });
        // What is written as it is received has each form once.
        let as_written = words.argv.iter().zip(words.source).all(|(word, written)| *word == Some(*written));
        let source = if as_written {
            argv.clone()
        } else {
            fill(&mut buffer, |out| {
                for word in words.source {
                    push_argument(out, Some(word));
                    out.push(END);
                }
            })
        };
        let name = words.argv.first().copied().flatten();
        let written = words.source.first().copied();
        // Words without blanks are the same with every run of blanks as a word's end.
        let full = if words.argv.iter().flatten().all(|word| is_one_piece(word)) {
            argv.clone()
        } else {
            fill(&mut buffer, |out| push_loose(out, words.argv.iter().copied()))
        };
        let base = name.map(basename);
        let base = if base == name {
            full.clone()
        } else {
            fill(&mut buffer, |out| push_loose(out, iter::once(base).chain(rest(words.argv))))
        };
        let [full_source, base_source] = if as_written {
            [full.clone(), base.clone()]
        } else {
            let full = fill(&mut buffer, |out| push_loose(out, words.source.iter().map(|word| Some(*word))));
            let base = written.map(basename);
            let base = if base == written {
                full.clone()
            } else {
                let words = base.into_iter().chain(words.source.iter().skip(1).copied());
                fill(&mut buffer, |out| push_loose(out, words.map(Some)))
            };
            [full, base]
        };
        let loose = [full, base, full_source, base_source];
        let folded = fill(&mut buffer, |out| {
            let Some(name) = name.map(basename).filter(|name| folds(name)) else { return };
            let start = out.len();
            push_loose(
                out,
                words.argv.iter().take(1).map(|_| Some(without_ending(name))).chain(rest(words.argv)),
            );
            let end = out.get(start..).and_then(|form| form.find(END)).map_or(start, |end| start + end);
            if let Some(name) = out.get_mut(start..end) {
                name.make_ascii_lowercase();
            }
        });
        if grammar == Grammar::PowerShell {
            buffer.make_ascii_lowercase();
        }
        Self {
            words,
            buffer,
            argv,
            source,
            loose,
            folded,
            assignments: &[],
            wants_assignments_named: false,
            may_name_cmdlet: grammar.has_cmdlets(),
        }
    }

    /// The same with the names and values of the assignments in front of the command. Where `must_be_named`, only an allow
    /// rule that names them covers it.
    #[must_use]
    pub fn with_assignments(
        self,
        assignments: &'w [(&'w str, Option<&'w str>)],
        must_be_named: bool,
    ) -> Self {
        Self { assignments, wants_assignments_named: must_be_named, ..self }
    }

    /// The same as a command of a shell that may have cmdlets, and may be another shell than the one whose rules it is held
    /// against.
    #[must_use]
    pub(crate) fn in_shell(self, has_cmdlets: bool) -> Self {
        Self { may_name_cmdlet: self.may_name_cmdlet || has_cmdlets, ..self }
    }

    /// Whether its name can be that of a cmdlet.
    pub(crate) fn may_name_cmdlet(&self) -> bool {
        self.may_name_cmdlet
    }

    pub(crate) fn assignments(&self) -> &[(&'w str, Option<&'w str>)] {
        self.assignments
    }

    pub(crate) fn wants_assignments_named(&self) -> bool {
        self.wants_assignments_named
    }

    /// The arguments, each ended by [`END`].
    pub(crate) fn argv(&self) -> &str {
        self.form(&self.argv)
    }

    /// The source words, each ended by [`END`].
    pub(crate) fn source(&self) -> &str {
        self.form(&self.source)
    }

    /// The arguments with every run of blanks as a word's end: as written, and with the name reduced to its last part.
    pub(crate) fn loose_argv(&self) -> impl Iterator<Item = &str> {
        let [full, base, ..] = &self.loose;
        self.distinct(full, base)
    }

    /// As [`Subject::loose_argv`], from the source words.
    pub(crate) fn loose_source(&self) -> impl Iterator<Item = &str> {
        let [.., full, base] = &self.loose;
        self.distinct(full, base)
    }

    /// Whether the words are written as the program receives them.
    pub(crate) fn is_as_written(&self) -> bool {
        self.argv == self.source
    }

    fn distinct(&self, full: &Range<usize>, base: &Range<usize>) -> impl Iterator<Item = &str> {
        let other = (full != base).then(|| self.form(base));
        iter::once(self.form(full)).chain(other)
    }

    /// As [`Subject::loose_argv`], with the name in small letters and without the ending of Windows; empty where it is
    /// the same.
    pub(crate) fn folded_argv(&self) -> &str {
        self.form(&self.folded)
    }

    /// The arguments as they were given.
    pub(crate) fn words(&self) -> &Words<'w> {
        &self.words
    }

    /// The command name, when it is known and not empty.
    pub(crate) fn name(&self) -> Option<&'w str> {
        self.words.argv.first().copied().flatten().filter(|name| !name.is_empty() && !is_unwritable(name))
    }

    /// Whether all forms are one.
    pub(crate) fn has_one_form(&self) -> bool {
        let is_one = |form: &Range<usize>| *form == self.argv;
        is_one(&self.source) && self.loose.iter().all(is_one) && self.folded.is_empty()
    }

    /// Whether every argument is known.
    pub(crate) fn is_known(&self) -> bool {
        self.words.argv.iter().all(|word| word.is_some_and(|text| !is_unwritable(text)))
    }

    fn form(&self, range: &Range<usize>) -> &str {
        self.buffer.get(range.clone()).unwrap_or("")
    }
}

/// A path's last part: `/usr/bin/curl`, `./curl` and `C:\bin\curl` run what `curl` names.
pub(crate) fn basename(name: &str) -> &str {
    match name.rsplit_once(['/', '\\']) {
        Some((_, last)) if !last.is_empty() => last,
        _ => name,
    }
}

/// Endings of programs on Windows, which need not be written.
const ENDINGS: [&str; 4] = [".bat", ".cmd", ".com", ".exe"];

/// The name of the program that `name` runs where capital letters do not count, or on Windows; none if it is the same.
pub(crate) fn folded_name(name: &str) -> Option<String> {
    let name = basename(name);
    folds(name).then(|| without_ending(name).to_ascii_lowercase())
}

/// Whether a name can be that of another program where capital letters or endings do not count.
fn folds(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_uppercase()) || without_ending(name) != name
}

fn without_ending(name: &str) -> &str {
    let at = name.len().saturating_sub(4);
    match (name.get(..at), name.get(at..)) {
        (Some(front), Some(ending))
            if !front.is_empty() && ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)) =>
        {
            front
        }
        _ => name,
    }
}

/// Whether an argument contains a character that stands for something else here.
fn is_unwritable(text: &str) -> bool {
    text.contains([END, UNKNOWN])
}

/// Whether a word is the same where every run of blanks is a word's end, and can be written.
fn is_one_piece(word: &str) -> bool {
    !word.is_empty() && !word.contains(UNKNOWN) && !word.bytes().any(|byte| byte.is_ascii_whitespace())
}

fn rest<'a>(argv: &'a [Option<&'a str>]) -> impl Iterator<Item = Option<&'a str>> {
    argv.iter().skip(1).copied()
}

fn fill(buffer: &mut String, write: impl FnOnce(&mut String)) -> Range<usize> {
    let start = buffer.len();
    write(buffer);
    start..buffer.len()
}

fn push_argument(out: &mut String, word: Option<&str>) {
    match word {
        Some(text) if !is_unwritable(text) => out.push_str(text),
        _ => out.push(UNKNOWN),
    }
}

/// Writes the words for deny and ask rules. What only looks like an unknown argument stays as it is: a rule that ends in a
/// wildcard sees its beginning.
fn push_loose<'a>(out: &mut String, words: impl Iterator<Item = Option<&'a str>>) {
    for word in words {
        match word {
            Some(text) if !text.contains(END) => {
                for piece in text.split_ascii_whitespace() {
                    out.push_str(piece);
                    out.push(END);
                }
            }
            _ => {
                out.push(UNKNOWN);
                out.push(END);
            }
        }
    }
}
