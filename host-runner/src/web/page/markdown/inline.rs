//! The text of one block: words, emphasis, links, code between words.
//!
//! Owns the blanks between words and the marks around them. A mark is written when its first word comes and closed after
//! its last, so that there are no empty marks and none with a blank inside; one that goes on in the next block is written
//! there again. Keeps no more than its limit; what is beyond is counted.

use super::super::tag::Tag;
use super::escape;

/// Longest run of back-ticks that a code span or block may have in it; with a longer one it is written in another way.
pub(super) const TICKS_MAX: usize = 16;

/// What an element does to the text in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Strong,
    Emphasis,
    Strike,
    /// A link to this address.
    Link(String),
    /// A link within the page. Its text goes if it is only a sign.
    Within,
    /// What is written before and after.
    Around(&'static str, &'static str),
    /// Nothing.
    Nothing,
}

impl Mark {
    fn is_link(&self) -> bool {
        matches!(self, Self::Link(_) | Self::Within)
    }
}

/// An element with a mark.
#[derive(Debug)]
struct Span {
    tag: Tag,
    /// How many elements of this tag were open when it began, itself included.
    ordinal: u32,
    mark: Mark,
    is_written: bool,
    /// A link is written once, even if it has several blocks in it.
    is_done: bool,
    /// Where its text begins.
    start: usize,
}

/// The block that is being written.
#[derive(Debug)]
pub(super) struct Inline {
    text: String,
    /// The characters that were asked for, and how many of them are kept at most.
    count: usize,
    limit: usize,
    dropped: u64,
    has_pending_space: bool,
    /// The elements with marks. No two have the same mark, and at most one is a link, so that they are few.
    spans: Vec<Span>,
    /// How many elements of each tag are open, with a mark or without.
    open: [u32; Tag::COUNT],
    /// Whether a mark may have to be written before the next word.
    has_unwritten: bool,
    is_in_link: bool,
    code_depth: usize,
    code: String,
    /// How many characters and spans were looked at: the measure of the work.
    pub(super) steps: u64,
}

/// A finished block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) text: String,
    /// The characters beyond the limit.
    pub(super) dropped: u64,
}

impl Inline {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            text: String::new(),
            count: 0,
            limit,
            dropped: 0,
            has_pending_space: false,
            spans: Vec::new(),
            open: [0; Tag::COUNT],
            has_unwritten: false,
            is_in_link: false,
            code_depth: 0,
            code: String::new(),
            steps: 0,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.code.trim().is_empty()
    }

    /// Whether the last thing was a line break.
    pub(super) fn ends_with_break(&self) -> bool {
        self.text.ends_with("\\\n") && self.code.is_empty()
    }

    /// Adds clean text.
    pub(super) fn text(&mut self, text: &str) {
        let mut characters = text.chars().peekable();
        self.steps += text.len() as u64;
        while let Some(character) = characters.next() {
            if self.count >= self.limit {
                if character.is_whitespace() {
                    self.has_pending_space = true;
                } else {
                    self.dropped += 1 + u64::from(std::mem::take(&mut self.has_pending_space));
                }
                continue;
            }
            self.count += 1;
            if self.code_depth > 0 {
                self.push_code(character);
                continue;
            }
            self.finish_code();
            if character.is_whitespace() {
                self.has_pending_space = true;
            } else {
                self.before_word();
                escape::push(&mut self.text, character, characters.peek().copied(), self.is_in_link);
            }
        }
    }

    /// A blank that is not in the text, between two words if there are two.
    pub(super) fn space(&mut self) {
        self.finish_code();
        self.has_pending_space = true;
    }

    /// A line break within the block.
    pub(super) fn line_break(&mut self) {
        self.finish_code();
        self.has_pending_space = false;
        if !self.text.is_empty() && !self.ends_with_break() {
            self.text.push_str("\\\n");
            self.count += 1;
        }
    }

    /// An element begins.
    pub(super) fn open(&mut self, tag: Tag, mark: Mark) {
        if self.code_depth == 0 {
            self.finish_code();
        }
        let Some(ordinal) = self.open.get_mut(tag as usize) else { return };
        *ordinal += 1;
        let ordinal = *ordinal;
        // Marks in code are none, and the same mark twice would end itself.
        self.steps += self.spans.len() as u64;
        let is_repeated = !mark.is_link() && self.spans.iter().any(|span| span.mark == mark);
        if mark == Mark::Nothing || self.code_depth > 0 || is_repeated {
            return;
        }
        if mark.is_link()
            && let Some(outer) = self.spans.iter().position(|span| span.mark.is_link())
        {
            // Markdown has no links in links: the outer one ends here.
            self.close_spans(outer);
            self.spans.remove(outer);
        }
        self.spans.push(Span { tag, ordinal, mark, is_written: false, is_done: false, start: 0 });
        self.has_unwritten = true;
    }

    /// The innermost element of this tag ends.
    pub(super) fn close(&mut self, tag: Tag) {
        let Some(open) = self.open.get_mut(tag as usize).filter(|open| **open > 0) else { return };
        let ordinal = *open;
        *open -= 1;
        self.steps += self.spans.len() as u64;
        let is_it = |span: &Span| span.tag == tag && span.ordinal == ordinal;
        let Some(position) = self.spans.iter().position(is_it) else { return };
        self.finish_code();
        self.close_spans(position);
        self.spans.remove(position);
    }

    pub(super) fn open_code(&mut self) {
        self.code_depth += 1;
    }

    /// Code that follows at once belongs to the same span: two spans side by side would have other ends.
    pub(super) fn close_code(&mut self) {
        self.code_depth = self.code_depth.saturating_sub(1);
    }

    /// Ends the block. Elements that are open go on in the next one.
    pub(super) fn take(&mut self) -> Block {
        self.finish_code();
        self.close_spans(0);
        self.has_pending_space = false;
        let mut text = std::mem::take(&mut self.text);
        while text.ends_with("\\\n") {
            text.truncate(text.len() - 2);
        }
        self.count = 0;
        Block { text, dropped: std::mem::take(&mut self.dropped) }
    }

    /// Takes back the text of a finished block, so that its memory is used again.
    pub(super) fn recycle(&mut self, mut text: String) {
        if self.text.is_empty() {
            text.clear();
            self.text = text;
        }
    }

    /// Closes the written marks from `position` on.
    fn close_spans(&mut self, position: usize) {
        self.has_unwritten = true;
        for at in (position..self.spans.len()).rev() {
            self.steps += 1;
            let Some(span) = self.spans.get_mut(at) else { continue };
            if !std::mem::replace(&mut span.is_written, false) {
                continue;
            }
            match &span.mark {
                Mark::Strong => self.text.push_str("**"),
                Mark::Emphasis => self.text.push('*'),
                Mark::Strike => self.text.push_str("~~"),
                Mark::Around(_, after) => self.text.push_str(after),
                Mark::Link(url) => {
                    self.text.push_str("](");
                    self.text.push_str(url);
                    self.text.push(')');
                    span.is_done = true;
                    self.count += url.len();
                    self.is_in_link = false;
                }
                Mark::Within => {
                    span.is_done = true;
                    if self.text.get(span.start..).is_some_and(is_sign) {
                        self.text.truncate(span.start);
                        let end = self.text.trim_end_matches(' ').len();
                        self.has_pending_space |= end < self.text.len();
                        self.text.truncate(end);
                    }
                }
                Mark::Nothing => {}
            }
        }
    }

    /// What comes before the first character of a word: the blank, and the marks that begin here.
    fn before_word(&mut self) {
        if std::mem::take(&mut self.has_pending_space) && !self.text.is_empty() && !self.text.ends_with('\n')
        {
            self.text.push(' ');
        }
        if !std::mem::take(&mut self.has_unwritten) {
            return;
        }
        for span in &mut self.spans {
            self.steps += 1;
            if span.is_written || span.is_done {
                continue;
            }
            span.is_written = true;
            match span.mark {
                Mark::Strong => self.text.push_str("**"),
                Mark::Emphasis => self.text.push('*'),
                Mark::Strike => self.text.push_str("~~"),
                Mark::Around(before, _) => self.text.push_str(before),
                Mark::Link(_) => {
                    escape::before_link(&mut self.text);
                    self.text.push('[');
                    self.is_in_link = true;
                }
                Mark::Within | Mark::Nothing => {}
            }
            span.start = self.text.len();
        }
    }

    fn push_code(&mut self, character: char) {
        if !character.is_whitespace() {
            self.code.push(character);
        } else if self.code.is_empty() {
            self.has_pending_space = true;
        } else if !self.code.ends_with(' ') {
            self.code.push(' ');
        }
    }

    /// Writes the code span that is open.
    fn finish_code(&mut self) {
        if self.code.is_empty() {
            return;
        }
        let code = std::mem::take(&mut self.code);
        let content = code.trim_end();
        if content.is_empty() {
            return;
        }
        self.steps += code.len() as u64;
        let ticks = longest_run(content) + 1;
        self.before_word();
        if ticks > TICKS_MAX {
            let mut characters = content.chars().peekable();
            while let Some(character) = characters.next() {
                escape::push(&mut self.text, character, characters.peek().copied(), self.is_in_link);
            }
        } else {
            let fence = "`".repeat(ticks);
            let pad = if content.starts_with('`') || content.ends_with('`') { " " } else { "" };
            for part in [&fence, pad, content, pad, &fence] {
                self.text.push_str(part);
            }
        }
        self.has_pending_space = content.len() < code.len();
    }
}

/// The longest run of back-ticks.
pub(super) fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// What a link to its own heading looks like.
fn is_sign(text: &str) -> bool {
    matches!(
        text,
        "¶" | "#"
            | "§"
            | "🔗"
            | "⚓"
            | "\u{f0c1}"
            | "\u{f0c6}"
            | "link"
            | "permalink"
            | "Link to this heading"
    )
}
