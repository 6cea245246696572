//! Shown text and its elements in, Markdown out.
//!
//! Owns what each element becomes in Markdown (`CommonMark` with GitHub's tables). Writes each element as it comes, keeps one block, the
//! open tables and the bounded result, and never looks back. Never sees what is hidden.

mod code;
mod escape;
mod flow;
mod inline;
mod table;

use url::Url;

use super::attributes::{Attribute, Attributes};
use super::bounded::Finished;
use super::document::Sink;
use super::invisible::{self, Cleaner};
use super::link::{Link, Links};
use super::open_elements::Counts;
use super::tag::Tag;
use code::CodeBlock;
use flow::{Distance, Flow};
use inline::{Inline, Mark};
use table::{Place, Table};

/// Longest description of a picture, in characters.
const ALT_CHARACTERS_MAX: usize = 300;

/// How deep in other tables a table that is not shown is measured exactly.
const TABLES_MAX: usize = 2;

/// Largest number of an item.
const NUMBER_MAX: i64 = 999_999_999;

#[derive(Debug)]
struct List {
    is_ordered: bool,
    next: i64,
    is_first: bool,
}

/// Writes the Markdown of one page.
#[derive(Debug)]
pub(super) struct Writer<'u> {
    links: Links<'u>,
    characters_max: usize,
    /// The page, and the open cell of each open table.
    flows: Vec<Flow>,
    tables: Vec<Table>,
    /// Characters that the open tables hold.
    stored: usize,
    lists: Vec<List>,
    inline: Inline,
    heading: Option<usize>,
    is_in_term: bool,
    /// Whether the last block was a term: the next one follows on the next line.
    is_after_term: bool,
    /// Whether a definition has just ended: the next one follows on the next line.
    is_after_definition: bool,
    code: Option<CodeBlock>,
    /// The language that each open division, or one around it, names.
    languages: Vec<Option<String>>,
    cleaner: Cleaner,
    /// Clean text, on its way.
    clean: String,
    /// The work of the cells and blocks of code that are complete.
    steps: u64,
}

impl<'u> Writer<'u> {
    /// A writer for the page at `url` of at most `characters_max` characters.
    pub(super) fn new(url: &'u Url, characters_max: usize) -> Self {
        Self {
            links: Links::new(url),
            characters_max,
            flows: vec![Flow::new(characters_max)],
            tables: Vec::new(),
            stored: 0,
            lists: Vec::new(),
            inline: Inline::new(characters_max),
            heading: None,
            is_in_term: false,
            is_after_term: false,
            is_after_definition: false,
            code: None,
            languages: Vec::new(),
            cleaner: Cleaner::default(),
            clean: String::new(),
            steps: 0,
        }
    }

    /// How many bytes and marks were looked at or moved: the measure of the work.
    #[cfg(test)]
    pub(super) fn steps(&self) -> u64 {
        let open: u64 = self.flows.iter().map(|flow| flow.out.steps).sum();
        self.steps + open + self.inline.steps
    }

    /// The text, and the number of invisible characters in it that were dropped.
    pub(super) fn finish(mut self) -> (Finished, u64) {
        self.flush();
        let dropped = self.cleaner.dropped;
        let page = self.flows.drain(..).next().unwrap_or_else(|| Flow::new(self.characters_max));
        (page.out.finish(), dropped)
    }

    fn flow(&mut self) -> Option<&mut Flow> {
        self.flows.last_mut()
    }

    /// Writes the block that is open, if it has text.
    fn flush(&mut self) {
        let block = self.inline.take();
        let (heading, is_in_term) = (self.heading, self.is_in_term);
        let is_after_term = std::mem::replace(&mut self.is_after_term, is_in_term && !block.text.is_empty());
        let Some(flow) = self.flows.last_mut() else { return };
        if block.text.is_empty() {
            flow.out.add_dropped(block.dropped);
            self.is_after_term |= is_after_term;
            self.inline.recycle(block.text);
            return;
        }
        self.is_after_definition = false;
        if let Some(level) = heading {
            let line = block.text.replace("\\\n", " ");
            flow.has_structure = true;
            flow.block(&format!("{} {line}", "#".repeat(level)), Distance::Blank, true);
            // What is in the same heading after a block in it is text.
            self.heading = None;
        } else {
            let distance = if is_after_term { Distance::Line } else { Distance::Blank };
            flow.block(&escape::line_starts(&block.text), distance, false);
        }
        if let Some(flow) = self.flows.last_mut() {
            flow.out.add_dropped(block.dropped);
        }
        self.inline.recycle(block.text);
    }

    /// A block begins here: what is open ends. A heading that has no text yet goes on in it.
    fn begin_block(&mut self) {
        if self.heading.is_none() || !self.inline.is_empty() {
            self.flush();
        }
    }

    /// A block ends here.
    fn end_block(&mut self) {
        if self.heading.is_some() {
            self.inline.space();
        } else {
            self.flush();
        }
    }

    fn open_item(&mut self, attributes: &Attributes) {
        let (marker, is_first) = match self.lists.last_mut() {
            Some(list) if list.is_ordered => {
                let number = attributes.integer(Attribute::Value).unwrap_or(list.next).clamp(0, NUMBER_MAX);
                list.next = number + 1;
                (format!("{number}. "), std::mem::take(&mut list.is_first))
            }
            Some(list) => ("- ".to_owned(), std::mem::take(&mut list.is_first)),
            None => ("- ".to_owned(), false),
        };
        if let Some(flow) = self.flow() {
            flow.open_item(marker, is_first);
        }
    }

    /// How many characters the open tables may still hold. Deep in tables it is none once the page is full, so that what is
    /// not shown is not moved from table to table.
    fn room(&self) -> usize {
        let is_full = self.flows.first().is_none_or(|page| page.out.is_full());
        if is_full && self.tables.len() > TABLES_MAX {
            0
        } else {
            self.characters_max.saturating_sub(self.stored)
        }
    }

    fn open_cell(&mut self, place: Place) {
        let room = self.room();
        if let Some(table) = self.tables.last_mut().filter(|table| table.open.is_none()) {
            table.open = Some(place);
            self.flows.push(Flow::new(room.saturating_sub(place.cost())));
        }
    }

    fn close_cell(&mut self) {
        let room = self.room();
        let Some(table) = self.tables.last_mut().filter(|table| table.open.is_some()) else { return };
        if let Some(flow) = self.flows.pop() {
            self.steps += flow.out.steps;
            let before = table.stored();
            table.end_cell(flow, room);
            self.stored += table.stored() - before;
        }
    }

    fn close_table(&mut self) {
        let Some(table) = self.tables.pop() else { return };
        self.stored = self.stored.saturating_sub(table.stored());
        let is_in_data = self.tables.last().is_some_and(|outer| outer.open.is_some() && outer.is_data());
        let Some(flow) = self.flows.last_mut() else { return };
        if is_in_data {
            let line = table.into_line();
            if !line.is_empty() {
                flow.block(&line, Distance::Blank, false);
            }
        } else if table.write(flow) {
            flow.has_structure = true;
        }
    }

    fn close_code(&mut self) {
        let Some(code) = self.code.take() else { return };
        let language = code.language.clone();
        self.steps += code.steps;
        let (text, dropped) = code.finish();
        let is_in_cell = self.flows.len() > 1;
        let Some(flow) = self.flows.last_mut() else { return };
        if text.is_empty() || is_in_cell && code::is_numbering(&text) {
        } else if is_in_cell && !text.contains('\n') {
            self.inline.open_code();
            self.inline.text(&text);
            self.inline.close_code();
            self.flush();
        } else {
            flow.has_structure = true;
            flow.code(&text, language.as_deref());
        }
        if let Some(flow) = self.flows.last_mut() {
            flow.out.add_dropped(dropped);
        }
    }

    /// A tag inside of code. True if that is where it is.
    fn is_tag_of_code(&mut self, tag: Tag, attributes: Option<&Attributes>) -> bool {
        let Some(code) = &mut self.code else { return false };
        match (tag, attributes) {
            (Tag::Pre | Tag::Listing, Some(_)) => code.depth += 1,
            (Tag::Pre | Tag::Listing, None) => {
                code.depth -= 1;
                if code.depth == 0 {
                    self.close_code();
                }
            }
            (Tag::Code, Some(attributes)) if code.language.is_none() && code.is_empty() => {
                code.language = code::language(attributes);
            }
            _ if tag.is_block() && !matches!(tag, Tag::Td | Tag::Th) => code.edge(),
            (_, Some(_)) if mark(tag).is_some() => self.inline.open(tag, Mark::Nothing),
            (_, None) if mark(tag).is_some() => self.inline.close(tag),
            _ => {}
        }
        true
    }
}

/// What an element does to its text, but for links.
fn mark(tag: Tag) -> Option<Mark> {
    Some(match tag {
        Tag::B | Tag::Strong => Mark::Strong,
        Tag::Em | Tag::I | Tag::Cite | Tag::Dfn | Tag::Var => Mark::Emphasis,
        Tag::S | Tag::Strike | Tag::Del => Mark::Strike,
        Tag::Sup => Mark::Around("^", ""),
        Tag::Q => Mark::Around("\u{201C}", "\u{201D}"),
        Tag::Rt => Mark::Around("(", ")"),
        Tag::A => Mark::Nothing,
        _ => return None,
    })
}

fn is_code(tag: Tag) -> bool {
    matches!(tag, Tag::Code | Tag::Kbd | Tag::Samp | Tag::Tt)
}

impl Sink for Writer<'_> {
    fn open(&mut self, tag: Tag, attributes: &Attributes) {
        if self.is_tag_of_code(tag, Some(attributes)) {
            return;
        }
        if tag.is_block() {
            self.begin_block();
        }
        match tag {
            Tag::A => {
                let href = attributes.get(Attribute::Href).filter(|_| !attributes.is_cut(Attribute::Href));
                let mark = match href.and_then(|href| self.links.resolve(&href)) {
                    Some(Link::To(url)) => Mark::Link(url),
                    Some(Link::Within) => Mark::Within,
                    None => Mark::Nothing,
                };
                self.inline.open(tag, mark);
            }
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => {
                let next = attributes.integer(Attribute::Start).unwrap_or(1);
                self.lists.push(List { is_ordered: tag == Tag::Ol, next, is_first: true });
            }
            Tag::Li => self.open_item(attributes),
            Tag::Dt => self.is_in_term = true,
            Tag::Dd => {
                let is_first = !self.is_after_term && !self.is_after_definition;
                if let Some(flow) = self.flow() {
                    flow.open_item(": ".to_owned(), is_first);
                }
            }
            Tag::Blockquote => {
                if let Some(flow) = self.flow() {
                    flow.open_quote();
                }
            }
            Tag::Pre | Tag::Listing => {
                let language =
                    code::language(attributes).or_else(|| self.languages.last().cloned().flatten());
                self.code = Some(CodeBlock::new(language, self.characters_max));
            }
            Tag::Div | Tag::Figure => {
                let language =
                    code::language_around(attributes).or_else(|| self.languages.last().cloned().flatten());
                self.languages.push(language);
            }
            Tag::Table => {
                let is_layout =
                    attributes.is(Attribute::Role, "presentation") || attributes.is(Attribute::Role, "none");
                self.tables.push(Table::new(is_layout));
            }
            Tag::Tr => {
                if let Some(table) = self.tables.last_mut() {
                    table.begin_row();
                }
            }
            Tag::Td | Tag::Th => {
                let span = attributes.integer(Attribute::Colspan).unwrap_or(1);
                self.open_cell(Place::Cell { is_head: tag == Tag::Th, span });
            }
            Tag::Caption => self.open_cell(Place::Caption),
            _ if is_code(tag) => self.inline.open_code(),
            _ => match (tag.heading_level(), mark(tag)) {
                (Some(level), _) => self.heading = Some(level),
                (None, Some(mark)) => self.inline.open(tag, mark),
                (None, None) => {}
            },
        }
    }

    fn close(&mut self, tag: Tag) {
        if self.is_tag_of_code(tag, None) {
            return;
        }
        if tag.is_heading() {
            self.flush();
            self.heading = None;
        } else if tag.is_block() {
            self.end_block();
        }
        match tag {
            Tag::Ul | Tag::Ol | Tag::Menu | Tag::Dir => {
                self.lists.pop();
            }
            Tag::Li | Tag::Dd | Tag::Blockquote => {
                self.flush();
                if let Some(flow) = self.flow() {
                    flow.close_container();
                }
                self.is_after_definition = tag == Tag::Dd;
            }
            Tag::Dl => {
                self.is_after_term = false;
                self.is_after_definition = false;
            }
            Tag::Dt => self.is_in_term = false,
            Tag::Div | Tag::Figure => {
                self.languages.pop();
            }
            Tag::Td | Tag::Th | Tag::Caption => {
                self.flush();
                self.close_cell();
            }
            Tag::Table => {
                self.flush();
                self.close_table();
            }
            _ if is_code(tag) => self.inline.close_code(),
            _ if mark(tag).is_some() => self.inline.close(tag),
            _ => {}
        }
    }

    fn void(&mut self, tag: Tag, attributes: &Attributes) {
        match tag {
            Tag::Br => match &mut self.code {
                Some(code) => code.push("\n"),
                None if self.heading.is_some() => self.inline.space(),
                None if self.inline.ends_with_break() => self.flush(),
                None => self.inline.line_break(),
            },
            Tag::Hr if self.code.is_none() => {
                self.begin_block();
                if self.heading.is_none()
                    && let Some(flow) = self.flow()
                {
                    flow.block("---", Distance::Blank, false);
                }
            }
            Tag::Img if self.code.is_none() => {
                if let Some(alt) = attributes.get(Attribute::Alt) {
                    let alt = invisible::line(&alt, &mut self.cleaner, ALT_CHARACTERS_MAX);
                    if !alt.is_empty() {
                        self.inline.space();
                        self.inline.text("(image: ");
                        self.inline.text(&alt);
                        self.inline.text(")");
                        self.inline.space();
                    }
                }
            }
            _ => {}
        }
    }

    fn edge(&mut self) {
        match &mut self.code {
            Some(code) => code.edge(),
            None => self.flush(),
        }
    }

    fn text(&mut self, text: &str, _: Counts) {
        self.clean.clear();
        let Self { clean, cleaner, .. } = self;
        clean.extend(text.chars().filter_map(|character| cleaner.clean(character)));
        match &mut self.code {
            Some(code) => code.push(&self.clean),
            None => self.inline.text(&self.clean),
        }
    }

    fn base(&mut self, href: &str) {
        self.links.set_base(href);
    }
}
