//! The form of a check: its input and its report.

use alloc::string::String;
use alloc::vec::Vec;

use super::session_text::SessionText;
use crate::codes::Code;
use crate::limits::PLACES_PER_CHECK_MAX;
use crate::script::Script;
use crate::span::Span;
use crate::syntax::Views;
use crate::visible::owned_line;

/// One check.
#[derive(Debug)]
pub struct Check {
    /// Its number, from 1.
    pub number: u8,
    /// Its name and words. Its story tells the attack to a person who is being attacked, with examples that are tests
    /// (Markdown).
    pub code: Code,
    /// It is asked only when one of these bytes is in the command.
    pub marks: Marks,
    /// Reports every place.
    pub find: fn(&Case<'_>, &mut Found),
}

/// The input of a check: one request.
#[derive(Clone, Copy, Debug)]
pub struct Case<'c> {
    /// The command as read.
    pub script: &'c Script<'c>,
    /// The command as text, with quoted parts hidden.
    pub views: &'c Views<'c>,
    /// By index of a word in [`Script::words`]: whether any value at all would be harmless there,
    /// because its program only prints or compares it.
    pub any_value: &'c [bool],
    /// Arithmetic expansions in which every variable is known to be a number.
    pub sums: &'c [Span],
    /// Words that are a whole list (`"${a[@]}"`) all of whose values are known, as indexes.
    pub lists: &'c [u32],
    /// For each input redirect whose target is a resolved variable: the index of its word, and whether every possible
    /// file is inside the working directories.
    pub inputs: &'c [(u32, bool)],
    /// For each word with variables whose values are all known: the index of the word, and every possible text.
    pub texts: &'c [(u32, Vec<&'c str>)],
    /// Tells whether a path lies inside the working directories, by its text alone.
    pub inside: &'c dyn Inside,
    /// What the text runs, in a shell that has cmdlets; [`run`](super::run) finds it.
    pub session: Option<&'c SessionText<'c>>,
}

/// Where the command may read without asking.
pub trait Inside: core::fmt::Debug {
    /// Whether `path`, as the redirect of the command at this index writes it, lies inside the working directories or
    /// is a harmless system path.
    fn inside(&self, path: &str, command: Option<u32>) -> bool;
}

impl Case<'_> {
    /// Whether any value would be harmless for the word at `index` of [`Script::words`].
    pub fn any_value(&self, index: u32) -> bool {
        self.any_value.get(index as usize).copied().unwrap_or(false)
    }
}

/// A place that a check reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spotted {
    /// The check's code.
    pub check: &'static Check,
    /// The place.
    pub span: Span,
    /// What is wrong here in particular; the check's own line otherwise.
    pub message: Option<String>,
}

impl PartialEq for Check {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Eq for Check {}

/// What the checks have answered so far.
#[derive(Debug, Default)]
pub struct Found {
    /// The places, in the order of the checks.
    pub spotted: Vec<Spotted>,
    check: Option<&'static Check>,
    /// How many places the present check reported.
    places: usize,
    early: bool,
}

impl Found {
    /// Reports a place.
    pub fn ask(&mut self, span: Span) {
        self.push(span, None);
    }

    /// Reports a place, with words of its own.
    pub fn ask_because(&mut self, span: Span, message: String) {
        self.push(span, Some(message));
    }

    /// Skips the checks that remain. Rules, paths and proof still decide.
    pub fn allow_early(&mut self) {
        self.early = true;
    }

    /// Begins with the next check.
    pub(super) fn enter(&mut self, check: &'static Check) {
        (self.check, self.places) = (Some(check), 0);
    }

    /// Whether the checks that remain are skipped.
    pub(super) fn is_early(&self) -> bool {
        self.early
    }

    /// Whether a further place of the present check would be reported.
    pub fn has_room(&self) -> bool {
        self.places < PLACES_PER_CHECK_MAX
    }

    fn push(&mut self, span: Span, message: Option<String>) {
        if let Some(check) = self.check
            && self.has_room()
        {
            self.places += 1;
            // The words name pieces of the command, which may hold anything.
            self.spotted.push(Spotted { check, span, message: message.map(owned_line) });
        }
    }
}

/// A set of byte values, for telling at a glance which checks have nothing to see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// Bytes below 64, as bits. A whole of 128 bits would be slow in WebAssembly, which shifts at most 64.
    low: u64,
    /// The others.
    high: u64,
}

impl Marks {
    /// Every command, also the empty one.
    pub const ANY: Self = Self { low: u64::MAX, high: u64::MAX };
    /// DEL and all bytes beyond ASCII share a bit.
    pub const BEYOND_ASCII: Self = Self { low: 0, high: 1 << 63 };

    /// These bytes.
    pub const fn of(bytes: &[u8]) -> Self {
        let mut set = Self { low: 0, high: 0 };
        let mut rest = bytes;
        while let [byte, tail @ ..] = rest {
            let byte = if *byte > 127 { 127 } else { *byte };
            if byte < 64 {
                set.low |= 1 << byte;
            } else {
                set.high |= 1 << (byte & 63);
            }
            rest = tail;
        }
        set
    }

    /// The bytes of `command`. The set is never empty, so that [`Marks::ANY`] meets it.
    pub fn in_command(command: &str) -> Self {
        let (mut low, mut high) = (1u64 << b' ', 0u64);
        for byte in command.bytes() {
            let byte = byte.min(127);
            let bit = 1u64 << (byte & 63);
            // All ones for the upper half; a branch would be taken at random.
            let upper = u64::from(byte >> 6).wrapping_neg();
            low |= bit & !upper;
            high |= bit & upper;
        }
        Self { low, high }
    }

    /// Both sets.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// Whether they have a byte in common.
    pub const fn any(self, other: Self) -> bool {
        self.low & other.low != 0 || self.high & other.high != 0
    }
}

/// Declares a check: its doc comment is at once rustdoc, `explain`, the reference page and the test.
macro_rules! check {
    (
        $(#[doc = $story:literal])+
        pub static $NAME:ident = $number:literal {
            says: $says:literal,
            help: $help:literal,
            marks: $marks:expr,
            $find:path $(,)?
        }
    ) => {
        $(#[doc = $story])+
        pub(crate) static $NAME: $crate::checks::Check = $crate::checks::Check {
            number: $number,
            code: $crate::codes::Code {
                name: stringify!($NAME),
                says: $crate::codes::Sentence::whole($says),
                help: $crate::codes::Help::both($help),
                story: concat!($($story, "\n"),+),
            },
            marks: $marks,
            find: $find,
        };
    };
}
pub(crate) use check;
