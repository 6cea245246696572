//! Tags and text in, shown text and its elements out.
//!
//! Owns what each start tag ends and opens, what is raw text, and the counts of what is not shown. What ends comes before
//! what hides: an unclosed `<p hidden>` ends where a browser ends it. Works in one pass, with a bounded stack and without
//! recursion. Knows nothing of Markdown.

use html5gum::State;

use super::attributes::{Attribute, Attributes};
use super::hidden::{Concealment, HiddenCounts, concealment};
use super::invisible::{self, Cleaner};
use super::open_elements::{Counts, Element, Landmark, Namespace, OpenElements};
use super::part::Part;
use super::tag::Tag;
use super::tokens::{Events, tokenize};

/// Longest title that is kept, in characters.
const TITLE_CHARACTERS_MAX: usize = 300;

/// Longest title that is read, in bytes.
const TITLE_BYTES_MAX: usize = 4_096;

/// What is reported of a document: only what a person would see, and only of the wanted part.
pub(super) trait Sink {
    /// An element begins.
    fn open(&mut self, tag: Tag, attributes: &Attributes);
    /// An element ends. Blocks end in the reverse order of their beginning; formatting elements may end out of order.
    fn close(&mut self, tag: Tag);
    /// An element without content.
    fn void(&mut self, tag: Tag, attributes: &Attributes);
    /// The edge of a block that is too deep to be reported.
    fn edge(&mut self);
    /// Text, in the elements that `place` counts.
    fn text(&mut self, text: &str, place: Counts);
    /// The address from which links start.
    fn base(&mut self, href: &str);
}

/// What a document had besides its shown text.
#[derive(Debug, Default)]
pub(super) struct Account {
    pub(super) hidden: HiddenCounts,
    pub(super) title: Option<String>,
    /// Whether the root or the body hides, so that nothing of the page is shown, before that tag or after it.
    pub(super) hides_all: bool,
    /// How many elements the reader looked at: the measure of its work.
    pub(super) steps: u64,
}

/// Reads `text` as HTML or XHTML and tells `sink` of its `part`; none means that all of the text is hidden.
pub(super) fn read(text: &str, is_xhtml: bool, part: Option<Part>, sink: &mut impl Sink) -> Account {
    let mut open = OpenElements::default();
    if part.is_none() {
        open.hide_the_rest();
    }
    let mut document = Document {
        sink,
        part: part.unwrap_or(Part::Whole),
        is_xhtml,
        is_standard: false,
        has_begun: false,
        has_text: false,
        open,
        raw: None,
        account: Account::default(),
        title: None,
        has_counted_element: false,
        has_base: false,
        has_form: false,
    };
    tokenize(text, &mut document);
    document.finish()
}

/// An element whose content is raw text. It is not on the stack: nothing but its own end tag can be inside.
#[derive(Clone, Copy, Debug)]
struct Raw {
    concealment: Option<Concealment>,
    is_told: bool,
}

struct Document<'s, S> {
    sink: &'s mut S,
    part: Part,
    is_xhtml: bool,
    /// Whether the document type asks for the mode of today's standard, in which a table ends a paragraph.
    is_standard: bool,
    /// Whether there was anything but comments: a document type after it means nothing.
    has_begun: bool,
    /// Whether there was text in the body, shown or not.
    has_text: bool,
    open: OpenElements,
    raw: Option<Raw>,
    account: Account,
    /// The first title, while it is read and after.
    title: Option<String>,
    /// Whether the hidden element at this place is counted.
    has_counted_element: bool,
    has_base: bool,
    /// Whether a form has begun and no end tag of a form has come since. Another one would mean nothing, even if the form
    /// has ended with an element around it.
    has_form: bool,
}

impl<S: Sink> Document<'_, S> {
    fn finish(mut self) -> Account {
        self.end_raw();
        let sink = self.sink;
        self.open.end_all(&mut |element| tell_end(sink, &element));
        let mut cleaner = Cleaner::default();
        let title = self.title.map(|title| invisible::line(&title, &mut cleaner, TITLE_CHARACTERS_MAX));
        self.account.hidden.invisible += cleaner.dropped;
        self.account.title = title.filter(|title| !title.is_empty());
        self.account.steps = self.open.steps();
        self.account
    }

    /// Whether text at this place is shown and of the wanted part.
    fn is_shown(&self) -> bool {
        let counts = self.open.counts();
        !self.open.is_hidden()
            && counts.code + counts.left_out + counts.title == 0
            && self.part.includes(counts)
    }

    fn landmark(&self, tag: Tag, attributes: &Attributes) -> Option<Landmark> {
        let counts = self.open.counts();
        let is_in_content = counts.main + counts.article > 0;
        let has_role = |role| attributes.has_word(Attribute::Role, role);
        match tag {
            Tag::Main => Some(Landmark::Main),
            Tag::Article => Some(Landmark::Article),
            Tag::Nav => Some(Landmark::Navigation),
            Tag::Aside | Tag::Footer if !is_in_content => Some(Landmark::Side),
            _ if !attributes.has(Attribute::Role) => None,
            _ if has_role("main") => Some(Landmark::Main),
            _ if has_role("navigation") => Some(Landmark::Navigation),
            _ if !is_in_content && (has_role("complementary") || has_role("contentinfo")) => {
                Some(Landmark::Side)
            }
            _ => None,
        }
    }

    /// Opens an element at the current place.
    fn open(&mut self, tag: Tag, name: &[u8], namespace: Namespace, attributes: &Attributes) {
        let is_later_child = self.open.begin_child();
        let concealment = match tag {
            // Of `<semantics>` a browser shows the first child.
            _ if is_later_child && self.open.is_in_semantics() => Some(Concealment::Hidden),
            Tag::Title if namespace != Namespace::Html => Some(Concealment::Hidden),
            // Only the first title is one.
            Tag::Title if self.title.is_some() => Some(Concealment::LeftOut),
            _ => concealment(tag, attributes),
        };
        if concealment == Some(Concealment::Hidden) && !self.open.is_hidden() {
            self.has_counted_element = false;
        }
        let is_integration_point = match (namespace, tag) {
            (Namespace::Svg, Tag::ForeignObject | Tag::Desc | Tag::Title)
            | (Namespace::MathMl, Tag::Mi | Tag::Mo | Tag::Mn | Tag::Ms | Tag::Mtext) => true,
            (Namespace::MathMl, Tag::AnnotationXml) => {
                attributes.is(Attribute::Encoding, "text/html")
                    || attributes.is(Attribute::Encoding, "application/xhtml+xml")
            }
            _ => false,
        };
        let element = Element {
            tag: Some(tag),
            name: (tag == Tag::Other).then(|| name.into()),
            namespace,
            is_integration_point,
            concealment,
            landmark: self.landmark(tag, attributes),
            ..Element::default()
        };
        if !self.open.push(element) {
            if tag.is_block() && self.is_shown() {
                self.sink.edge();
            }
            return;
        }
        if tag == Tag::Title && self.title.is_none() {
            self.title = Some(String::new());
        }
        if concealment.is_none() && self.is_shown() {
            self.open.mark_told();
            self.sink.open(tag, attributes);
        }
    }

    fn void(&mut self, tag: Tag, attributes: &Attributes) {
        if tag == Tag::Base {
            // Only the first with an address counts.
            if !self.open.is_hidden()
                && !self.has_base
                && let Some(href) = attributes.get(Attribute::Href)
            {
                self.has_base = true;
                if !attributes.is_cut(Attribute::Href) {
                    self.sink.base(&href);
                }
            }
        } else if self.is_shown() && concealment(tag, attributes).is_none() {
            self.sink.void(tag, attributes);
        }
    }

    /// Begins raw text; the state is that of the tokenizer.
    fn raw(&mut self, tag: Tag, attributes: &Attributes) -> State {
        let concealment = concealment(tag, attributes);
        if concealment == Some(Concealment::Hidden) && !self.open.is_hidden() {
            self.has_counted_element = false;
        }
        if tag == Tag::Title && self.title.is_none() {
            self.title = Some(String::new());
        } else if tag == Tag::Title {
            self.raw = Some(Raw { concealment: Some(Concealment::LeftOut), is_told: false });
            return State::RcData;
        }
        let is_told = concealment.is_none() && self.is_shown();
        if is_told {
            self.sink.open(Tag::Pre, attributes);
        }
        self.raw = Some(Raw { concealment, is_told });
        match tag {
            Tag::Script => State::ScriptData,
            Tag::Textarea | Tag::Title => State::RcData,
            Tag::Plaintext => State::PlainText,
            _ => State::RawText,
        }
    }

    fn end_raw(&mut self) {
        if let Some(raw) = self.raw.take()
            && raw.is_told
        {
            self.sink.close(Tag::Pre);
        }
    }

    /// The start tag of an element of XHTML.
    fn start_in_xml(&mut self, tag: Tag, name: &[u8], attributes: &Attributes, is_self_closing: bool) {
        if is_self_closing || tag.is_void() {
            self.void(tag, attributes);
            return;
        }
        let namespace = self.inner_namespace(tag);
        self.open(tag, name, namespace, attributes);
    }

    /// The namespace of an element in SVG or `MathML`: that of the one around it.
    fn foreign_namespace(&self, tag: Tag) -> Namespace {
        match self.open.current() {
            Some(top) if top.tag == Some(Tag::AnnotationXml) && tag == Tag::Svg => Namespace::Svg,
            Some(top) => top.namespace,
            None => Namespace::Html,
        }
    }

    fn inner_namespace(&self, tag: Tag) -> Namespace {
        match (tag, self.open.current()) {
            (Tag::Svg, _) => Namespace::Svg,
            (Tag::Math, _) => Namespace::MathMl,
            (_, Some(top)) if !top.is_integration_point => top.namespace,
            _ => Namespace::Html,
        }
    }

    /// Ends what the start tag ends. False if the tag means nothing here.
    fn end_implied(&mut self, tag: Tag) -> bool {
        let Self { open, sink, is_standard, has_text, has_form, .. } = self;
        let ended = &mut |element: Element| tell_end(*sink, &element);
        if matches!(tag, Tag::Select | Tag::Input) && open.end_in_scope(&[Tag::Select], ended) {
            return tag != Tag::Select;
        }
        match tag {
            Tag::Frameset => {
                // With frames a browser shows nothing else. Frames after text mean nothing.
                if !*has_text {
                    open.hide_the_rest();
                }
                return false;
            }
            Tag::Head | Tag::Frame => return false,
            _ if tag.is_table_part() => {
                if !open.has(Tag::Table) {
                    open.lose_cell(tag);
                    return false;
                }
                let context: &[Tag] = match tag {
                    Tag::Td | Tag::Th => &[Tag::Tr, Tag::Tbody, Tag::Thead, Tag::Tfoot, Tag::Table],
                    Tag::Tr => &[Tag::Tbody, Tag::Thead, Tag::Tfoot, Tag::Table],
                    _ => &[Tag::Table],
                };
                open.end_in_table(context, false, ended);
                self.open_table_parts(tag);
                return !matches!(tag, Tag::Col | Tag::Colgroup);
            }
            Tag::Table => {
                if *is_standard {
                    open.end_paragraph(ended);
                }
                if open.is_directly_in_table() {
                    open.end_in_table(&[Tag::Table], true, ended);
                }
            }
            Tag::Form => {
                if !open.has(Tag::Template) {
                    // Between the cells of a table it is empty.
                    if std::mem::replace(has_form, true) || open.is_directly_in_table() {
                        return false;
                    }
                }
                open.end_paragraph(ended);
            }
            Tag::Li => {
                open.end_item(&[Tag::Li], ended);
                open.end_paragraph(ended);
            }
            Tag::Dd | Tag::Dt => {
                open.end_item(&[Tag::Dd, Tag::Dt], ended);
                open.end_paragraph(ended);
            }
            Tag::Button => {
                open.end_in_scope(&[Tag::Button], ended);
            }
            Tag::A | Tag::Nobr => {
                open.end_formatting(tag, ended);
            }
            Tag::Option | Tag::Optgroup => open.end_current_if(|top| top == Tag::Option, ended),
            Tag::Rb | Tag::Rp | Tag::Rt | Tag::Rtc if open.is_in_scope(Tag::Ruby) => {
                let goes_on = |top: Tag| top == Tag::Rtc && matches!(tag, Tag::Rp | Tag::Rt);
                while open.current_ends(|top| top.has_implied_end() && !goes_on(top)) {
                    open.end_current_if(Tag::has_implied_end, ended);
                }
            }
            _ if tag.is_heading() => {
                open.end_paragraph(ended);
                open.end_current_if(Tag::is_heading, ended);
            }
            _ if tag.ends_paragraph() => open.end_paragraph(ended),
            _ => {}
        }
        true
    }

    /// Opens the body and the row of a table that a row or a cell has around it, if the page leaves them out.
    fn open_table_parts(&mut self, tag: Tag) {
        let is_in = |document: &Self, tags: &[Tag]| {
            !document.open.is_full() && document.open.current_ends(|top| tags.contains(&top))
        };
        let none = Attributes::default;
        if matches!(tag, Tag::Td | Tag::Th | Tag::Tr) && is_in(self, &[Tag::Table]) {
            self.open(Tag::Tbody, b"tbody", Namespace::Html, &none());
        }
        if matches!(tag, Tag::Td | Tag::Th) && is_in(self, &[Tag::Tbody, Tag::Thead, Tag::Tfoot]) {
            self.open(Tag::Tr, b"tr", Namespace::Html, &none());
        }
    }

    fn count_hidden(&mut self, text: &str) {
        let count = visible_characters(text);
        self.account.hidden.text += count;
        if count > 0 && !std::mem::replace(&mut self.has_counted_element, true) {
            self.account.hidden.elements += 1;
        }
    }
}

/// The characters of a text, without blanks.
pub(super) fn visible_characters(text: &str) -> u64 {
    text.chars().filter(|character| !character.is_whitespace()).count() as u64
}

/// A name of XML without its prefix. Which namespace a prefix means is not read: any may be that of HTML.
fn local_name(name: &[u8]) -> &[u8] {
    name.rsplit(|byte| *byte == b':').next().unwrap_or(name)
}

fn tell_end(sink: &mut impl Sink, element: &Element) {
    if element.is_told
        && let Some(tag) = element.tag
    {
        sink.close(tag);
    }
}

impl<S: Sink> Events for Document<'_, S> {
    fn start_tag(&mut self, name: &[u8], attributes: &Attributes, is_self_closing: bool) -> Option<State> {
        self.has_begun = true;
        if self.is_xhtml {
            let tag = Tag::of(local_name(name));
            self.start_in_xml(tag, name, attributes, is_self_closing);
            return None;
        }
        let mut tag = Tag::of(name);
        if !self.open.is_foreign() && tag.is_only_of_math() {
            tag = Tag::Other;
        }
        if self.open.is_foreign() {
            if tag.breaks_out() {
                let Self { open, sink, .. } = self;
                open.end_foreign(&mut |element| tell_end(*sink, &element));
            } else {
                if !is_self_closing {
                    let namespace = self.foreign_namespace(tag);
                    self.open(tag, name, namespace, attributes);
                }
                return None;
            }
        }
        if matches!(tag, Tag::Html | Tag::Body) {
            // Its attributes count for the whole page, wherever it is.
            if concealment(tag, attributes).is_some() {
                self.open.hide_the_rest();
                self.account.hides_all = true;
            }
            return None;
        }
        if self.open.is_lost() || !self.end_implied(tag) {
            return None;
        }
        match tag {
            Tag::Script
            | Tag::Style
            | Tag::Iframe
            | Tag::Noembed
            | Tag::Noframes
            | Tag::Noscript
            | Tag::Plaintext
            | Tag::Textarea
            | Tag::Title
            | Tag::Xmp => return Some(self.raw(tag, attributes)),
            Tag::Image => self.void(Tag::Img, attributes),
            _ if tag.is_void() => self.void(tag, attributes),
            Tag::Svg | Tag::Math if is_self_closing => {}
            Tag::Svg => self.open(tag, name, Namespace::Svg, attributes),
            Tag::Math => self.open(tag, name, Namespace::MathMl, attributes),
            _ => self.open(tag, name, Namespace::Html, attributes),
        }
        None
    }

    fn end_tag(&mut self, name: &[u8]) {
        self.has_begun = true;
        if self.raw.is_some() {
            self.end_raw();
            return;
        }
        let Self { open, sink, is_xhtml, has_form, .. } = self;
        let ended = &mut |element: Element| tell_end(*sink, &element);
        if *is_xhtml {
            open.end_tag_in_xml(Tag::of(local_name(name)), name, ended);
            return;
        }
        let tag = Tag::of(name);
        if open.is_in_foreign_element() {
            if matches!(tag, Tag::P | Tag::Br) {
                open.end_foreign(ended);
            } else if open.end_tag_in_foreign(tag, name, ended) {
                return;
            }
        }
        if tag == Tag::Br {
            self.void(Tag::Br, &Attributes::default());
            return;
        }
        if tag == Tag::Form && !open.has(Tag::Template) && !std::mem::take(has_form) {
            return;
        }
        let tag = if tag.is_only_of_math() { Tag::Other } else { tag };
        let is_deep_block = open.is_full() && tag.is_block();
        open.end_tag(tag, name, ended);
        if is_deep_block && self.is_shown() {
            self.sink.edge();
        }
    }

    fn text(&mut self, text: &str) {
        let is_blank = text.trim_ascii().is_empty();
        self.has_begun |= !is_blank;
        self.has_text |= !is_blank && self.raw.is_none();
        if self.raw.is_none() {
            self.open.note_text();
        }
        let counts = self.open.counts();
        let concealment = match self.raw {
            Some(Raw { concealment: Some(concealment), .. }) => Some(concealment),
            _ if self.open.is_hidden() => Some(Concealment::Hidden),
            _ if counts.code > 0 => Some(Concealment::Code),
            _ if counts.title > 0 => Some(Concealment::Title),
            _ if counts.left_out > 0 => Some(Concealment::LeftOut),
            _ => None,
        };
        match concealment {
            Some(Concealment::Hidden) => self.count_hidden(text),
            Some(Concealment::Code) => self.account.hidden.code += visible_characters(text),
            Some(Concealment::Title) => {
                if let Some(title) = self.title.as_mut().filter(|title| title.len() < TITLE_BYTES_MAX) {
                    title.extend(text.chars().take(TITLE_BYTES_MAX));
                }
            }
            None if self.part.includes(counts) => self.sink.text(text, counts),
            Some(Concealment::LeftOut) | None => {}
        }
    }

    fn comment(&mut self, characters: u64) {
        self.account.hidden.comments += characters;
    }

    fn doctype(&mut self, is_standard: bool) {
        self.is_standard |= is_standard && !self.has_begun;
    }

    fn has_cdata(&mut self) -> bool {
        self.is_xhtml || self.open.has_cdata()
    }
}
