//! A sequence of blocks in lists and quotes.
//!
//! Owns what is at the beginning of each line (the marks of items and quotes) and how blocks are apart. Deeper than
//! [`CONTAINERS_MAX`] levels, blocks are written at the last level.

use super::super::bounded::Bounded;
use super::inline::{TICKS_MAX, longest_run};

/// How deep lists and quotes are shown in each other.
const CONTAINERS_MAX: usize = 16;

/// As many blanks as the longest mark of an item has characters.
const BLANKS: &str = "           ";

/// What blocks are in.
#[derive(Debug)]
enum Container {
    Quote,
    Item { marker: String, is_first: bool },
}

impl Container {
    /// What is at the beginning of a line in it, but for the first.
    fn prefix(&self) -> &str {
        match self {
            Self::Quote => "> ",
            Self::Item { marker, .. } => BLANKS.get(..marker.len()).unwrap_or(BLANKS),
        }
    }
}

/// How far a block is from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distance {
    /// The next line.
    Line,
    /// A blank line between.
    Blank,
}

/// Blocks, one after another.
#[derive(Debug)]
pub(super) struct Flow {
    pub(super) out: Bounded,
    containers: Vec<Container>,
    /// How many of them, from the outermost on, have a block in them.
    used: usize,
    /// How many of them are quotes, and how long all their prefixes are together.
    quotes: usize,
    width: usize,
    /// Containers that are too deep to be shown.
    deeper: usize,
    /// Whether something in it cannot be in a cell of a table.
    pub(super) has_structure: bool,
}

impl Flow {
    pub(super) fn new(characters_max: usize) -> Self {
        Self {
            out: Bounded::new(characters_max),
            containers: Vec::new(),
            used: 0,
            quotes: 0,
            width: 0,
            deeper: 0,
            has_structure: false,
        }
    }

    pub(super) fn open_quote(&mut self) {
        self.open(Container::Quote);
    }

    /// An item that begins with `marker`. It is apart from the block before only if it is the first of its list.
    pub(super) fn open_item(&mut self, marker: String, is_first: bool) {
        self.open(Container::Item { marker, is_first });
    }

    fn open(&mut self, container: Container) {
        if self.containers.len() < CONTAINERS_MAX {
            self.quotes += usize::from(matches!(container, Container::Quote));
            self.width += container.prefix().len();
            self.containers.push(container);
        } else {
            self.deeper += 1;
        }
    }

    /// Ends the innermost item or quote. One without text was not written.
    pub(super) fn close_container(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
        } else if let Some(container) = self.containers.pop() {
            self.quotes -= usize::from(matches!(container, Container::Quote));
            self.width -= container.prefix().len();
            self.used = self.used.min(self.containers.len());
        }
    }

    /// Writes one block, which may have several lines.
    pub(super) fn block(&mut self, text: &str, distance: Distance, is_heading: bool) {
        self.begin(distance, is_heading);
        if !text.contains('\n') {
            self.out.push(text);
            return;
        }
        let following = self.following_prefix();
        for (number, line) in text.split('\n').enumerate() {
            if number > 0 {
                self.next_line(&following, line);
            }
            self.out.push(line);
        }
    }

    /// Writes a block of code.
    pub(super) fn code(&mut self, code: &str, language: Option<&str>) {
        let run = longest_run(code);
        if run > TICKS_MAX {
            // An indented block cannot be ended from inside.
            let indented = code.split('\n').map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n");
            self.block(&indented, Distance::Blank, false);
            return;
        }
        let fence = "`".repeat((run + 1).max(3));
        self.begin(Distance::Blank, false);
        let following = self.following_prefix();
        self.out.push(&fence);
        self.out.push(language.unwrap_or_default());
        self.out.set_fence(Some(format!("{following}{fence}")));
        for line in code.split('\n') {
            self.next_line(&following, line);
            self.out.push(line);
        }
        self.next_line(&following, &fence);
        self.out.push(&fence);
        self.out.set_fence(None);
    }

    fn next_line(&mut self, prefix: &str, line: &str) {
        self.out.push("\n");
        self.out.push(if line.is_empty() { prefix.trim_end() } else { prefix });
    }

    /// Goes to the place of a new block: line breaks, and the marks that begin its first line.
    fn begin(&mut self, distance: Distance, is_heading: bool) {
        let (used, unused) = self.containers.split_at_checked(self.used).unwrap_or_default();
        let is_item = |container: &Container| matches!(container, Container::Item { .. });
        let new_item = unused.iter().find_map(|container| match container {
            Container::Item { is_first, .. } => Some(*is_first),
            Container::Quote => None,
        });
        let distance = match new_item {
            Some(true) if !used.iter().any(is_item) => Distance::Blank,
            Some(_) => Distance::Line,
            None => distance,
        };
        if !self.out.is_empty() {
            if distance == Distance::Blank {
                self.out.push("\n");
                self.push_blank_prefix();
            }
            self.out.push("\n");
        }
        self.out.mark_block(is_heading);
        if self.out.is_full() {
            self.out.skip(self.width);
        } else {
            for (at, container) in self.containers.iter().enumerate() {
                self.out.push(match container {
                    Container::Item { marker, .. } if at >= self.used => marker,
                    _ => container.prefix(),
                });
            }
        }
        self.used = self.containers.len();
    }

    /// What is at the beginning of the lines after the first.
    fn following_prefix(&self) -> String {
        self.containers.iter().map(Container::prefix).collect()
    }

    /// Writes what is on a blank line between two blocks: the quotes that both are in.
    fn push_blank_prefix(&mut self) {
        let used = self.containers.get(..self.used).filter(|_| self.quotes > 0).unwrap_or_default();
        let Some(last) = used.iter().rposition(|container| matches!(container, Container::Quote)) else {
            return;
        };
        let parts = self.containers.iter().take(last).map(Container::prefix);
        if self.out.is_full() {
            let skipped = parts.map(str::len).sum::<usize>() + 1;
            self.out.skip(skipped);
            return;
        }
        for part in parts {
            self.out.push(part);
        }
        self.out.push(">");
    }
}
