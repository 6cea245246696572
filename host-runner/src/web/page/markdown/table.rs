//! A table while it is read, and its Markdown.
//!
//! Owns whether a table is one of data (written with `|`) or was only used for layout (its cells are blocks), and that no
//! text in a cell ends the cell. GitHub's tables (<https://github.github.com/gfm/#tables-extension->) need a head: a table
//! without one gets an empty head.

use super::flow::{Distance, Flow};

/// How many columns a cell may span.
const SPAN_MAX: i64 = 64;

/// What a cell costs beyond its text, in characters.
const CELL_COST: usize = 3;

#[derive(Debug)]
struct Cell {
    text: String,
    is_head: bool,
    has_structure: bool,
}

/// What is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Cell { is_head: bool, span: i64 },
    Caption,
}

impl Place {
    /// What it costs beyond its text, in characters.
    pub(super) fn cost(self) -> usize {
        match self {
            Self::Cell { span, .. } => columns(span) * CELL_COST,
            Self::Caption => 0,
        }
    }
}

/// How many columns there are for a cell of this span.
fn columns(span: i64) -> usize {
    usize::try_from(span.clamp(1, SPAN_MAX)).unwrap_or(1)
}

/// One table.
#[derive(Debug, Default)]
pub(super) struct Table {
    rows: Vec<Vec<Cell>>,
    caption: String,
    has_head: bool,
    has_structure: bool,
    is_layout: bool,
    /// Characters that it holds, costs of cells included.
    stored: usize,
    dropped: u64,
    /// The open cell; its flow is the innermost.
    pub(super) open: Option<Place>,
}

impl Table {
    pub(super) fn new(is_layout: bool) -> Self {
        Self { is_layout, ..Self::default() }
    }

    pub(super) fn stored(&self) -> usize {
        self.stored
    }

    /// Whether a table in one of its cells is to be written in one line.
    pub(super) fn is_data(&self) -> bool {
        self.has_head && !self.is_layout && !self.has_structure
    }

    pub(super) fn begin_row(&mut self) {
        if self.rows.last().is_none_or(|row| !row.is_empty()) {
            self.rows.push(Vec::new());
        }
    }

    /// Takes what was written in the open cell. `room` is how many characters all tables may still hold.
    pub(super) fn end_cell(&mut self, flow: Flow, room: usize) {
        let Some(place) = self.open.take() else { return };
        self.dropped += flow.out.dropped();
        let has_structure = flow.has_structure;
        let kept = flow.out.kept();
        let text = flow.out.into_text();
        match place {
            Place::Caption => {
                self.stored += kept;
                self.caption.push_str(&text);
            }
            Place::Cell { is_head, span } => {
                if self.rows.is_empty() {
                    self.rows.push(Vec::new());
                }
                let Some(row) = self.rows.last_mut() else { return };
                let span = columns(span);
                let cost = kept + place.cost();
                if cost > room {
                    self.dropped += cost as u64;
                    return;
                }
                self.has_head |= is_head;
                self.has_structure |= has_structure;
                self.stored += cost;
                row.push(Cell { text, is_head, has_structure });
                row.extend((1..span).map(|_| Cell { text: String::new(), is_head, has_structure: false }));
            }
        }
    }

    /// The table in one line, for a cell of another table.
    pub(super) fn into_line(self) -> String {
        let rows = self.rows.iter().map(|row| {
            let cells = row.iter().map(|cell| one_line(&cell.text)).filter(|text| !text.is_empty());
            cells.collect::<Vec<_>>().join(", ")
        });
        rows.filter(|row| !row.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// Writes the table. True if it is written as one.
    pub(super) fn write(mut self, flow: &mut Flow) -> bool {
        let dropped = self.dropped;
        self.rows.retain(|row| row.iter().any(|cell| !cell.text.is_empty()));
        if !self.caption.is_empty() {
            flow.block(&self.caption, Distance::Blank, false);
        }
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let is_table = !self.is_layout && !self.has_structure && (self.has_head || columns > 1);
        if is_table {
            self.write_rows(columns, flow);
        } else {
            self.write_blocks(flow);
        }
        flow.out.add_dropped(dropped);
        is_table
    }

    fn write_rows(&self, columns: usize, flow: &mut Flow) {
        if self.rows.is_empty() {
            return;
        }
        let has_head = self.rows.first().is_some_and(|row| row.iter().all(|cell| cell.is_head));
        let (head, body) = match self.rows.split_first() {
            Some((head, body)) if has_head => (head.as_slice(), body),
            _ => ([].as_slice(), self.rows.as_slice()),
        };
        let mut text = row(head, columns);
        text.push('\n');
        text.push('|');
        text.push_str(&" --- |".repeat(columns));
        for cells in body {
            text.push('\n');
            text.push_str(&row(cells, 0));
        }
        flow.block(&text, Distance::Blank, false);
    }

    /// The cells as blocks: those of a row that are only words are one paragraph.
    fn write_blocks(&self, flow: &mut Flow) {
        for row in &self.rows {
            let mut words = Vec::new();
            for cell in row.iter().filter(|cell| !cell.text.is_empty()) {
                if !cell.has_structure && !cell.text.contains("\n\n") {
                    words.push(cell.text.as_str());
                    continue;
                }
                if !words.is_empty() {
                    flow.block(&std::mem::take(&mut words).join(" "), Distance::Blank, false);
                }
                flow.block(&cell.text, Distance::Blank, false);
            }
            if !words.is_empty() {
                flow.block(&words.join(" "), Distance::Blank, false);
            }
        }
        flow.has_structure |= self.has_structure;
    }
}

fn row(cells: &[Cell], columns: usize) -> String {
    let mut text = String::from("|");
    for cell in cells {
        text.push(' ');
        push_cell(&mut text, &one_line(&cell.text));
        text.push_str(" |");
    }
    for _ in cells.len()..columns {
        text.push_str("  |");
    }
    text
}

/// The blocks of a cell in one line.
fn one_line(text: &str) -> String {
    text.replace("\\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes text that cannot end its cell: each `|` has an odd number of backslashes before it, in code too.
fn push_cell(out: &mut String, text: &str) {
    let mut backslashes = 0_usize;
    for character in text.chars() {
        if character == '|' {
            out.push_str(if backslashes.is_multiple_of(2) { "\\" } else { "\\\\" });
        }
        backslashes = if character == '\\' { backslashes + 1 } else { 0 };
        out.push(character);
    }
    if !backslashes.is_multiple_of(2) {
        out.push('\\');
    }
}
