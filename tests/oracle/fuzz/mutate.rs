//! Mutants: texts of commands, changed by a few steps.
//!
//! Deterministic: the same seed gives the same mutants. Knows no verdict.

use super::constructs::{AROUND, COMMANDS, NAMES, PIECES, REDIRECTS, SETTERS, SIGNS, WORDS};
use test_support::generator::{Generator, Profile};
use test_support::random::Random;

/// The longest text that is changed further, in bytes.
const LENGTH_MAX: usize = 400;

/// Makes mutants of the texts that it is given.
#[derive(Debug)]
pub(super) struct Mutator<'t> {
    random: Random,
    grammar: Generator,
    texts: &'t [String],
}

impl<'t> Mutator<'t> {
    pub(super) fn new(seed: u64, texts: &'t [String]) -> Self {
        Self { random: Random::new(seed), grammar: Generator::new(seed, Profile::Anything), texts }
    }

    /// One mutant: a text to begin with, and up to three changes.
    pub(super) fn mutant(&mut self) -> String {
        let mut text = self.beginning();
        for _ in 0..*self.random.pick(&[0, 1, 1, 1, 1, 2, 2, 3]) {
            if text.len() < LENGTH_MAX {
                text = self.changed(&text);
            }
        }
        text
    }

    fn beginning(&mut self) -> String {
        match self.random.below(8) {
            0 | 1 => (*self.random.pick(self.texts)).clone(),
            2 if self.random.one_in(3) => self.grammar.mutated(),
            2 => self.grammar.command(),
            3 => self.setter(),
            4 => self.around(),
            _ => self.random.text(COMMANDS).to_owned(),
        }
    }

    /// A construct that sets a variable.
    fn setter(&mut self) -> String {
        let (form, name, word) =
            (self.random.text(SETTERS), self.random.text(NAMES), self.random.text(WORDS));
        form.replace('@', name).replace("$W", word)
    }

    /// A command inside another construct.
    fn around(&mut self) -> String {
        let (around, command) = (self.random.text(AROUND), self.random.text(COMMANDS));
        around.replace('@', command)
    }

    fn changed(&mut self, text: &str) -> String {
        match self.random.below(12) {
            0 => self.spliced(text),
            1 => self.random.text(AROUND).replace('@', text),
            2 => self.quoted(text),
            3 | 4 => {
                let piece = self.random.text(PIECES);
                self.inserted(text, piece)
            }
            5 | 6 => {
                let sign = self.random.text(SIGNS);
                self.inserted(text, sign)
            }
            7 => {
                let redirect = self.random.text(REDIRECTS);
                self.between_words(text, redirect)
            }
            8 => self.with_word_replaced(text),
            9 => format!("{text}{}{}", self.random.text(&["; ", "\n", " && ", " | ", " "]), self.setter()),
            10 => self.damaged(text),
            _ => {
                let (piece, other) = (self.random.text(PIECES), self.random.text(WORDS));
                let text = self.between_words(text, other);
                self.between_words(&text, piece)
            }
        }
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut at = self.random.below(text.len() + 1);
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    fn inserted(&mut self, text: &str, piece: &str) -> String {
        let (before, behind) = text.split_at(self.place(text));
        [before, piece, behind].concat()
    }

    fn between_words(&mut self, text: &str, piece: &str) -> String {
        let blanks: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).chain([text.len()]).collect();
        let (before, behind) = text.split_at(*self.random.pick(&blanks));
        [before, " ", piece, behind].concat()
    }

    /// The beginning of one text and the end of another.
    fn spliced(&mut self, text: &str) -> String {
        let other = self.beginning();
        let (before, behind) = (self.place(text), self.place(&other));
        [&text[..before], &other[behind..]].concat()
    }

    /// The bounds of one word.
    fn word(&mut self, text: &str) -> (usize, usize) {
        let at = self.place(text);
        let start = text[..at].rfind([' ', '\n']).map_or(0, |blank| blank + 1);
        let end = text[at..].find([' ', '\n']).map_or(text.len(), |blank| at + blank);
        (start, end)
    }

    fn quoted(&mut self, text: &str) -> String {
        let (start, end) = self.word(text);
        let (open, close) = *self.random.pick(&[
            ("'", "'"),
            ("\"", "\""),
            ("$'", "'"),
            ("$\"", "\""),
            ("\"${x:-", "}\""),
            ("\"${HOME%", "}\""),
            ("${x:-", "}"),
            ("${HOME//a/", "}"),
            ("\"$(echo ", ")\""),
            ("{a,", "}"),
            ("\\", ""),
        ]);
        [&text[..start], open, &text[start..end], close, &text[end..]].concat()
    }

    fn with_word_replaced(&mut self, text: &str) -> String {
        let (start, end) = self.word(text);
        let word = match self.random.below(4) {
            0 => self.random.text(PIECES),
            1 => self.random.text(WORDS),
            2 => self.random.text(SIGNS),
            _ => self.random.text(&[
                "-o",
                "-w",
                "--output=a",
                "-exec",
                "--",
                "-",
                "\"\"",
                "1",
                "12",
                "10",
                "-1",
                "r0",
            ]),
        };
        [&text[..start], word, &text[end..]].concat()
    }

    /// A character deleted, doubled or moved.
    fn damaged(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        if characters.is_empty() {
            return String::new();
        }
        let at = self.random.below(characters.len());
        match self.random.below(3) {
            0 => drop(characters.remove(at)),
            1 => characters.insert(at, characters[at]),
            _ => {
                let other = self.random.below(characters.len());
                characters.swap(at, other);
            }
        }
        characters.into_iter().collect()
    }
}
