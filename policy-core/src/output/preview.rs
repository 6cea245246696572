//! The beginning and the end of a text that is too long to show, with a line between them that says how much is shown.
//!
//! Owns the cut. Most errors are reported at the end, so the end gets the larger part.

use alloc::format;
use alloc::string::String;

/// How many characters of an output are shown without a cut, unless a setting says otherwise
/// (`BASH_MAX_OUTPUT_LENGTH`).
pub const CHARACTERS: usize = 30_000;

/// The most that the setting can ask for.
pub const CHARACTERS_MAX: usize = 150_000;

/// A cut text shows this part of the limit: it is in a file, and whoever needs more reads it there.
const SHOWN: usize = 3;

/// And of what is shown, this part is the beginning.
const BEGINNING: usize = 5;

/// What there is besides the text that is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Whole<'w> {
    /// How many bytes were written in all.
    pub bytes: u64,
    /// In how many lines, if they were counted.
    pub lines: Option<u64>,
    /// The file in which they are.
    pub path: Option<&'w str>,
    /// How many bytes the file has, if not all.
    pub kept: Option<u64>,
}

/// A text of which at most the limit, twice, is held.
#[derive(Clone, Debug)]
pub struct Preview {
    limit: usize,
    /// The first characters, as many as the limit at most.
    head: String,
    head_characters: usize,
    /// The last ones after the head.
    tail: String,
    tail_characters: usize,
    /// Characters between the two were dropped, or never read.
    is_cut: bool,
}

impl Preview {
    /// A text of which `limit` characters are shown without a cut.
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            head: String::new(),
            head_characters: 0,
            tail: String::new(),
            tail_characters: 0,
            is_cut: false,
        }
    }

    /// Takes the next part, which has `characters` characters.
    pub fn push(&mut self, text: &str, characters: usize) {
        let mut text = text;
        let mut characters = characters;
        let room = self.limit - self.head_characters;
        if self.tail.is_empty() && !self.is_cut && room > 0 {
            let taken = characters.min(room);
            let (now, later) = split(text, taken);
            self.head.push_str(now);
            self.head_characters += taken;
            (text, characters) = (later, characters - taken);
        }
        self.tail.push_str(text);
        self.tail_characters += characters;
        if self.tail_characters > self.limit.saturating_mul(2) {
            let (_, kept) = split(&self.tail, self.tail_characters - self.limit);
            self.tail = String::from(kept);
            self.tail_characters = self.limit;
            self.is_cut = true;
        }
    }

    /// Notes that something between what was taken and what will be is left out.
    pub fn leave_gap(&mut self) {
        self.is_cut = true;
    }

    /// Whether everything is shown.
    pub fn is_complete(&self) -> bool {
        !self.is_cut && self.tail.is_empty()
    }

    /// The text, cut if it is too long.
    pub fn finish(self, whole: &Whole<'_>) -> String {
        if self.is_complete() {
            return self.head;
        }
        let shown = self.limit / SHOWN;
        let (beginning, _) = split(&self.head, shown / BEGINNING);
        let beginning = up_to_last_line(beginning);
        let wanted = shown - shown / BEGINNING;
        let joined;
        let (source, characters) = if self.is_cut {
            (self.tail.as_str(), self.tail_characters)
        } else {
            joined = self.head.clone() + &self.tail;
            (joined.as_str(), self.head_characters + self.tail_characters)
        };
        let (_, end) = split(source, characters.saturating_sub(wanted));
        let end = from_first_line(end);
        let line = said(beginning.chars().count(), end.chars().count(), whole);
        let separate = if beginning.is_empty() || beginning.ends_with('\n') { "" } else { "\n" };
        format!("{beginning}{separate}{line}\n{end}")
    }
}

/// The line between the beginning and the end.
fn said(beginning: usize, end: usize, whole: &Whole<'_>) -> String {
    let lines = match whole.lines {
        Some(1) => String::from(" in 1 line"),
        Some(lines) => format!(" in {lines} lines"),
        None => String::new(),
    };
    let place = match (whole.path, whole.kept) {
        (Some(path), None) => format!("the whole output is in `{path}`"),
        (Some(path), Some(kept)) => {
            format!("its beginning and its end, {kept} bytes in all, are in `{path}`")
        }
        (None, _) => String::from("the rest was not kept"),
    };
    let bytes = whole.bytes;
    format!("[shown: the first {beginning} and the last {end} characters of {bytes} bytes{lines}; {place}]")
}

/// The first `characters` characters, and the rest.
fn split(text: &str, characters: usize) -> (&str, &str) {
    let at = text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at);
    text.split_at_checked(at).unwrap_or((text, ""))
}

/// Without the line that is cut at the end, unless most of the text is that line.
fn up_to_last_line(text: &str) -> &str {
    let lines = text.rfind('\n').and_then(|at| text.split_at_checked(at + 1)).map(|(lines, _)| lines);
    lines.filter(|lines| lines.len() * 2 >= text.len()).unwrap_or(text)
}

/// Without the line that is cut at the beginning, unless most of the text is that line.
fn from_first_line(text: &str) -> &str {
    let lines = text.split_once('\n').map(|(_, lines)| lines);
    lines.filter(|lines| lines.len() * 2 >= text.len()).unwrap_or(text)
}
