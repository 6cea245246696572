//! The commands that a deny or ask rule may match: those whose unknown arguments could become what the rule names.
//!
//! Owns the comparison of a rule with values that are known only in part. Every answer errs towards a match.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::glob::Glob;
use super::lex::END;
use super::subject::basename;
use crate::commands::{AbstractValue, Count, Origin};

/// The value of one argument.
pub(crate) type ArgumentValue<'a> = AbstractValue<&'a str>;

/// The places in a rule up to which a command may match it.
struct Places<'g> {
    rule: &'g [Piece],
    reached: Vec<bool>,
    /// Room for what was reached before a character.
    before: Vec<bool>,
}

/// One character of a rule, or a wildcard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Piece {
    Character(char),
    Any,
}

/// The characters of which an unknown text may consist.
#[derive(Clone, Copy)]
enum Letters<'a> {
    /// All, ends of words included.
    All,
    /// All that one argument may have.
    OfOneWord,
    /// Digits, and what separates numbers.
    OfNumbers,
    /// Those of hexadecimal numbers and of this text.
    Of(&'a str),
}

/// Whether the command of these values, the program's name first, may match `rule`, in which every run of blanks is the
/// end of a word.
pub(crate) fn may_match(rule: &Glob, command: &[ArgumentValue<'_>]) -> bool {
    let Some((name, rest)) = command.split_first() else { return false };
    let names = core::iter::once(*name).chain(last_part(*name)).filter(|name| may_begin(rule, *name));
    let mut pieces_of_rule = None;
    names.into_iter().any(|name| {
        let pieces = pieces_of_rule.get_or_insert_with(|| pieces(rule));
        let mut places = Places::at_start(pieces);
        for value in core::iter::once(&name).chain(rest) {
            places.argument(*value);
            if let Some(answer) = places.settled() {
                return answer;
            }
        }
        places.has_reached_end()
    })
}

/// Whether a command with this name may begin as `rule` does: the first characters are the same where both are known.
fn may_begin(rule: &Glob, name: ArgumentValue<'_>) -> bool {
    let first = match name.text() {
        Some(text) => text.split_ascii_whitespace().next().and_then(|word| word.chars().next()),
        None => known_prefix(name).chars().next().map(as_in_rules),
    };
    let own = rule.lead().chars().next();
    first.is_none() || own.is_none() || own == first
}

/// How a value begins. Where a home directory is, only its user knows; it is an absolute path.
fn known_prefix(value: ArgumentValue<'_>) -> &str {
    if value.prefix().starts_with('~') { "/" } else { value.prefix() }
}

/// A character as rules have it: a blank is the end of a word.
fn as_in_rules(character: char) -> char {
    if character.is_ascii_whitespace() { END } else { character }
}

/// Whether one argument of this value may match `rule` as a whole.
pub(crate) fn may_be(rule: &Glob, value: ArgumentValue<'_>) -> bool {
    let mut pieces = pieces(rule);
    pieces.push(Piece::Character(END));
    let mut places = Places::at_start(&pieces);
    places.argument(value);
    places.has_reached_end()
}

/// What is known of the last part of a program's path, when it can differ from the path.
fn last_part(name: ArgumentValue<'_>) -> Option<ArgumentValue<'_>> {
    if let Some(text) = name.text() {
        return Some(AbstractValue::Known(basename(text))).filter(|base| base.text() != Some(text));
    }
    if name.suffix().contains('/') {
        return Some(AbstractValue::Known(basename(name.suffix())));
    }
    let (prefix, suffix, count) = ("", name.suffix(), name.count());
    name.prefix().contains('/').then_some(AbstractValue::Unknown { prefix, suffix, count })
}

fn pieces(rule: &Glob) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for (at, part) in rule.parts().iter().enumerate() {
        if at > 0 {
            pieces.push(Piece::Any);
        }
        pieces.extend(part.chars().map(Piece::Character));
    }
    pieces
}

impl Letters<'_> {
    fn have(self, character: char) -> bool {
        match self {
            Self::All => true,
            Self::OfOneWord => character != END,
            Self::OfNumbers => character.is_ascii_digit() || matches!(character, END | '-' | '.'),
            Self::Of(text) => character.is_ascii_hexdigit() || text.contains(character),
        }
    }
}

impl<'g> Places<'g> {
    fn at_start(rule: &'g [Piece]) -> Self {
        let mut places =
            Self { rule, reached: vec![false; rule.len() + 1], before: vec![false; rule.len() + 1] };
        places.reach(0);
        places
    }

    /// Reaches `at`, and what follows if wildcards there stand for nothing.
    fn reach(&mut self, mut at: usize) {
        loop {
            if let Some(place) = self.reached.get_mut(at) {
                *place = true;
            }
            if self.rule.get(at) != Some(&Piece::Any) {
                return;
            }
            at += 1;
        }
    }

    /// The answer that no further argument changes.
    fn settled(&self) -> Option<bool> {
        let last = self.rule.len().wrapping_sub(1);
        if self.rule.last() == Some(&Piece::Any) && self.reached.get(last) == Some(&true) {
            return Some(true);
        }
        (!self.reached.contains(&true)).then_some(false)
    }

    fn has_reached_end(&self) -> bool {
        self.reached.last() == Some(&true)
    }

    fn character(&mut self, character: char) {
        core::mem::swap(&mut self.reached, &mut self.before);
        self.reached.fill(false);
        for at in 0..self.before.len() {
            if self.before.get(at) != Some(&true) {
                continue;
            }
            match self.rule.get(at) {
                Some(Piece::Any) => self.reach(at),
                Some(Piece::Character(own)) if *own == character => self.reach(at + 1),
                Some(Piece::Character(_)) | None => {}
            }
        }
    }

    /// Any number of these letters.
    fn letters(&mut self, letters: Letters<'_>) {
        for at in 0..self.rule.len() {
            if self.reached.get(at) == Some(&true)
                && let Some(Piece::Character(own)) = self.rule.get(at)
                && letters.have(*own)
            {
                self.reach(at + 1);
            }
        }
    }

    fn text(&mut self, text: &str) {
        for character in text.chars() {
            self.character(as_in_rules(character));
        }
    }

    fn argument(&mut self, value: ArgumentValue<'_>) {
        if let Some(text) = value.text() {
            for word in text.split_ascii_whitespace() {
                self.text(word);
                self.character(END);
            }
            return;
        }
        let before = self.reached.clone();
        let several = value.count() == Count::Any;
        self.word(value);
        if several && value.is_file_name() {
            self.again(value);
        }
        // No file, no word: the argument is not there at all.
        let is_bare = value.prefix().is_empty() && value.suffix().is_empty();
        let from_disk = matches!(value, AbstractValue::FileName { origin: Origin::Disk, .. });
        if several && is_bare && !from_disk {
            for (place, was) in self.reached.iter_mut().zip(before) {
                *place |= was;
            }
        }
    }

    /// One word of an unknown argument.
    fn word(&mut self, value: ArgumentValue<'_>) {
        let one_word = |count| if count == Count::Any { Letters::All } else { Letters::OfOneWord };
        let letters = match value {
            AbstractValue::Number(_) => Letters::OfNumbers,
            AbstractValue::Sample { sample, .. } => Letters::Of(sample),
            AbstractValue::Unknown { count, .. } => one_word(count),
            AbstractValue::FileName { .. }
            | AbstractValue::Home(_)
            | AbstractValue::Pipe
            | AbstractValue::Block
            | AbstractValue::Known(_) => Letters::OfOneWord,
        };
        self.text(known_prefix(value));
        self.letters(letters);
        self.text(value.suffix());
        self.character(END);
    }

    /// Further file names of the same kind.
    fn again(&mut self, value: ArgumentValue<'_>) {
        loop {
            let before = self.reached.clone();
            self.word(value);
            let mut grown = false;
            for (place, was) in self.reached.iter_mut().zip(&before) {
                grown |= *place && !*was;
                *place |= *was;
            }
            if !grown {
                return;
            }
        }
    }
}

/// The rule as words for a comparison with options: `*` is kept as a character.
pub(crate) fn words(rule: &Glob) -> Vec<String> {
    let text = rule.parts().join("*");
    text.split(END).filter(|word| !word.is_empty()).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn unknown<'a>(prefix: &'a str, suffix: &'a str, count: Count) -> ArgumentValue<'a> {
        AbstractValue::Unknown { prefix, suffix, count }
    }

    const fn name<'a>(prefix: &'a str, suffix: &'a str) -> ArgumentValue<'a> {
        AbstractValue::FileName { prefix, suffix, count: Count::Any, origin: Origin::Disk }
    }

    #[test]
    fn an_unknown_argument_may_be_what_a_rule_names_and_nothing_else() {
        let push = Glob::from_text("git\0push\0*");
        let forced = Glob::from_text("git\0*\0--force\0*");
        let known = AbstractValue::Known;
        for (rule, command, expected) in [
            (&push, alloc::vec![known("git"), unknown("", "", Count::One)], true),
            (&push, alloc::vec![known("/usr/bin/git"), unknown("", "", Count::One)], true),
            (&push, alloc::vec![known("git"), unknown("pu", "sh", Count::One)], true),
            (&push, alloc::vec![known("git"), unknown("pu", "l", Count::One)], false),
            (&push, alloc::vec![known("git"), unknown("push", "", Count::Any)], true),
            (&push, alloc::vec![known("git"), unknown("-C", "", Count::One)], false),
            (&push, alloc::vec![known("git"), known("log"), unknown("", "", Count::Any)], false),
            (&push, alloc::vec![known("git"), unknown("", "", Count::Any), known("push")], true),
            (&push, alloc::vec![known("git"), unknown("", "", Count::One), known("push")], true),
            (&push, alloc::vec![known("git"), unknown("a", "", Count::One), known("push")], false),
            (&push, alloc::vec![unknown("", "", Count::One), known("push")], true),
            (&push, alloc::vec![unknown("", "", Count::One), known("pull")], false),
            (&push, alloc::vec![unknown("", "", Count::Any), known("pull")], true),
            (&push, alloc::vec![unknown("git", "", Count::Any)], true),
            (&push, alloc::vec![unknown("", "/git", Count::One), known("push")], true),
            (&push, alloc::vec![unknown("", "/gitk", Count::One), known("push")], false),
            (&push, alloc::vec![unknown("./", "", Count::One), known("push")], true),
            (&push, alloc::vec![known("git"), name("p", "sh")], true),
            (&push, alloc::vec![known("git"), name("src/", ".rs")], false),
            (&push, alloc::vec![known("git"), name("", ".rs")], false),
            (&push, alloc::vec![known("git"), AbstractValue::Number(Count::One)], false),
            (&push, alloc::vec![known("git"), AbstractValue::Pipe], false),
            (&push, alloc::vec![known("git"), AbstractValue::Home("~/push")], false),
            (&forced, alloc::vec![known("git"), known("push"), name("", "")], true),
            (&forced, alloc::vec![known("git"), known("push"), name("src/", "")], false),
            (&forced, alloc::vec![known("git"), known("push"), name("a", ""), name("", "rce")], true),
        ] {
            assert_eq!(may_match(rule, &command), expected, "{command:?}");
        }
    }

    #[test]
    fn a_rule_that_names_every_word_leaves_nothing_over() {
        let known = AbstractValue::Known;
        let one_name =
            AbstractValue::FileName { prefix: "", suffix: "", count: Count::One, origin: Origin::Disk };
        for (rule, values, expected) in [
            ("a b", alloc::vec![known("a"), known("b")], true),
            ("a b", alloc::vec![known("a")], false),
            ("a b", alloc::vec![known("a"), known("b"), known("c")], false),
            ("a b", alloc::vec![unknown("", "", Count::One), known("b")], true),
            ("a b", alloc::vec![unknown("", "", Count::One)], false),
            ("a b", alloc::vec![unknown("", "", Count::Any)], true),
            // Names from the disk are one or several, and never none: a pattern without a file is kept as it is.
            ("a b", alloc::vec![name("", "")], true),
            ("a b c", alloc::vec![name("", "")], true),
            ("a b", alloc::vec![one_name], false),
            ("a b", alloc::vec![known("a"), name("", ""), known("b")], false),
            ("a x b", alloc::vec![known("a"), name("", ""), known("b")], true),
            ("a x y b", alloc::vec![known("a"), name("", ""), known("b")], true),
            ("a x y b", alloc::vec![known("a"), one_name, known("b")], false),
            // What the output of a command is can be nothing.
            ("a b", alloc::vec![known("a"), AbstractValue::Number(Count::Any), known("b")], true),
            ("a b", alloc::vec![known("a"), AbstractValue::Number(Count::One), known("b")], false),
            ("a b", alloc::vec![known("a"), unknown("x", "", Count::Any), known("b")], false),
            ("a b", alloc::vec![known("a"), unknown("", "x", Count::Any), known("b")], false),
        ] {
            let rule = Glob::from_text(&alloc::format!("echo {rule} ").replace(' ', "\0"));
            let command = core::iter::once(known("echo")).chain(values).collect::<Vec<_>>();
            assert_eq!(may_match(&rule, &command), expected, "{rule:?} on {command:?}");
        }
    }

    #[test]
    fn a_number_and_a_sample_have_their_letters_only() {
        let number = AbstractValue::Number(Count::One);
        let version = AbstractValue::Sample { prefix: "v", sample: "v7", count: Count::One };
        for (rule, value, expected) in [
            ("5", number, true),
            ("-12.5", number, true),
            ("5x", number, false),
            ("x", number, false),
            ("v9", version, true),
            ("vv9", version, true),
            ("v9x", version, false),
            ("9", version, false),
        ] {
            assert_eq!(may_be(&Glob::from_text(rule), value), expected, "{rule} and {value:?}");
        }
    }

    #[test]
    fn a_long_command_and_a_long_rule_cost_little_more_than_their_lengths() {
        let rule = Glob::from_text(&"a*".repeat(200));
        let command = vec![unknown("", "", Count::Any); 500];
        assert!(may_match(&rule, &command), "anything may be a few letters");
    }
}
