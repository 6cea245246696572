//! The open elements of a document, bounded.
//!
//! Owns the stack that the standard describes (<https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>)
//! as far as it decides which text is inside of which element: scopes, implied end tags, misnested formatting. No tree is
//! built. An end tag never ends an element that it would not end in a browser, because what is hidden would be shown.
//!
//! At most [`DEPTH_MAX`] elements are tracked. Deeper ones are only counted, and a hidden one among them hides the rest of
//! the page.

mod element;
mod formatting;
mod stack;

use super::hidden::Concealment;
use super::tag::Tag;
pub(super) use element::{Element, Landmark, Namespace};
use formatting::{Formatting, Last};
use stack::{Chain, Place, Stack};

/// How many open elements are tracked.
pub(super) const DEPTH_MAX: usize = 512;

/// How often the “adoption agency” goes on to the next block inside of a formatting element.
const ADOPTIONS_MAX: usize = 7;

/// How many elements of a kind are open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) hidden: usize,
    pub(super) code: usize,
    pub(super) left_out: usize,
    pub(super) title: usize,
    pub(super) main: usize,
    pub(super) article: usize,
    pub(super) navigation: usize,
    pub(super) side: usize,
}

impl Counts {
    /// Counts an element, or takes it out of the counts.
    fn change(&mut self, element: &Element, change: impl Fn(usize) -> usize) {
        let count = match element.concealment {
            Some(Concealment::Hidden) => Some(&mut self.hidden),
            Some(Concealment::Code) => Some(&mut self.code),
            Some(Concealment::LeftOut) => Some(&mut self.left_out),
            Some(Concealment::Title) => Some(&mut self.title),
            None => None,
        };
        if let Some(count) = count {
            *count = change(*count);
        }
        self.change_landmark(element, change);
    }

    fn change_landmark(&mut self, element: &Element, change: impl Fn(usize) -> usize) {
        let count = match element.landmark {
            Some(Landmark::Main) => &mut self.main,
            Some(Landmark::Article) => &mut self.article,
            Some(Landmark::Navigation) => &mut self.navigation,
            Some(Landmark::Side) => &mut self.side,
            None => return,
        };
        *count = change(*count);
    }
}

/// The stack. Elements that end are handed to the caller one by one, the innermost first.
#[derive(Debug)]
pub(super) struct OpenElements {
    stack: Stack,
    counts: Counts,
    formatting: Formatting,
    /// Whether a formatting element, hiding or not, has ended with its block. A browser opens it again before the next
    /// text, so that from here on the innermost element may be another one than is known.
    has_reopened: bool,
    /// A browser may have ended the inline elements up to this one, because a formatting element that it had opened again
    /// has ended.
    doubt: Option<Place>,
    /// Whether the list of formatting elements may have others at its end than is known.
    is_list_doubtful: bool,
    /// Whether a formatting element has ended with its block and not been opened again before text: how many markers were
    /// before it.
    pending: Option<usize>,
    /// When the last one has ended so, as the stack counts.
    last_left: u64,
    /// The cell that is open in a `<template>` without a table, which is not on the stack but has a marker.
    lost_cell: Option<Tag>,
    /// The form that the next end tag of a form means.
    form: Option<Place>,
    /// The elements beyond the stack, by tag and in all.
    deeper: [u32; Tag::COUNT],
    deeper_in_all: u32,
    hides_the_rest: bool,
}

impl Default for OpenElements {
    fn default() -> Self {
        Self {
            stack: Stack::default(),
            counts: Counts::default(),
            formatting: Formatting::default(),
            doubt: None,
            is_list_doubtful: false,
            pending: None,
            last_left: 0,
            lost_cell: None,
            form: None,
            has_reopened: false,
            deeper: [0; Tag::COUNT],
            deeper_in_all: 0,
            hides_the_rest: false,
        }
    }
}

impl OpenElements {
    /// How many elements of each kind are open.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// How many elements were looked at or moved: the measure of the work.
    pub(super) fn steps(&self) -> u64 {
        self.stack.steps
    }

    /// Whether text here is hidden.
    pub(super) fn is_hidden(&self) -> bool {
        self.counts.hidden > 0 || self.formatting.hides() || self.hides_the_rest
    }

    pub(super) fn current(&self) -> Option<&Element> {
        self.stack.current()
    }

    pub(super) fn is_full(&self) -> bool {
        self.stack.len() >= DEPTH_MAX
    }

    /// Whether the rules of SVG or `MathML` apply to the next start tag.
    pub(super) fn is_foreign(&self) -> bool {
        self.deeper_in_all == 0
            && self.current().is_some_and(|top| !top.is_html() && !top.is_integration_point)
    }

    /// Whether an end tag here is one of SVG or `MathML` first.
    pub(super) fn is_in_foreign_element(&self) -> bool {
        self.deeper_in_all == 0 && self.current().is_some_and(|top| !top.is_html())
    }

    /// Whether the innermost element is `<semantics>` of `MathML`.
    pub(super) fn is_in_semantics(&self) -> bool {
        let is_it = |top: &Element| top.namespace == Namespace::MathMl && top.tag == Some(Tag::Semantics);
        self.deeper_in_all == 0 && self.current().is_some_and(is_it)
    }

    /// An element begins in the innermost one. True if it is not the first.
    pub(super) fn begin_child(&mut self) -> bool {
        self.stack.current_mut().is_some_and(|top| std::mem::replace(&mut top.has_child, true))
    }

    /// Whether an element of this tag is open and can be ended from here.
    pub(super) fn is_in_scope(&mut self, tag: Tag) -> bool {
        self.in_scope(&[tag]).is_some()
    }

    /// Whether an element of HTML with this tag is open. Does not count what is beyond the stack.
    pub(super) fn has(&self, tag: Tag) -> bool {
        self.stack.has(tag)
    }

    /// Whether `<![CDATA[` begins text here. Where that is not sure, the rest of the page is hidden.
    pub(super) fn has_cdata(&mut self) -> bool {
        let Some(top) = self.current().filter(|top| !top.is_html()) else { return false };
        if top.is_integration_point && self.has_reopened {
            self.hides_the_rest = true;
        }
        true
    }

    /// A cell begins outside of a table. It means nothing but in a `<template>`.
    pub(super) fn lose_cell(&mut self, tag: Tag) {
        if self.has(Tag::Template) && matches!(tag, Tag::Td | Tag::Th | Tag::Caption) {
            self.end_lost_cell();
            self.formatting.mark();
            self.lost_cell = Some(tag);
        }
    }

    fn end_lost_cell(&mut self) {
        if self.lost_cell.take().is_some() {
            self.formatting.clear();
        }
    }

    /// Whether what is open cannot be shown any more: in SVG or `MathML`, deeper than is tracked.
    pub(super) fn is_lost(&self) -> bool {
        self.deeper_in_all > 0 && self.current().is_some_and(|top| !top.is_html())
    }

    /// Text is at this place. Before it a browser opens formatting elements again.
    pub(super) fn note_text(&mut self) {
        if self.pending.is_some_and(|markers| self.formatting.markers() <= markers)
            && !self.is_directly_in_table()
        {
            self.pending = None;
        }
    }

    /// Hides everything from here to the end of the page.
    pub(super) fn hide_the_rest(&mut self) {
        self.hides_the_rest = true;
    }

    /// Marks the innermost element as one that the writer got.
    pub(super) fn mark_told(&mut self) {
        if let Some(top) = self.stack.current_mut() {
            top.is_told = true;
        }
    }

    /// Whether the innermost table has no open cell or caption at this place.
    pub(super) fn is_directly_in_table(&mut self) -> bool {
        let table = self.stack.innermost(Tag::Table);
        table.is_some() && table > self.stack.innermost_of(&[Tag::Td, Tag::Th, Tag::Caption, Tag::Template])
    }

    /// Opens an element. False if it is too deep to be tracked.
    pub(super) fn push(&mut self, mut element: Element) -> bool {
        let tag = element.tag();
        if self.is_full() {
            // From here on ends cannot be known exactly, so that nothing hidden may become visible.
            self.hides_the_rest |= self.is_hidden() || element.concealment.is_some();
            self.hides_the_rest |= !element.is_html();
            if let Some(count) = self.deeper.get_mut(tag as usize) {
                *count += 1;
                self.deeper_in_all += 1;
            }
            return false;
        }
        self.counts.change(&element, |count| count + 1);
        element.began_with_pending = self.pending.is_some();
        if element.marks_formatting() {
            self.formatting.mark();
        } else if element.is_formatting() {
            let is_hiding = element.concealment == Some(Concealment::Hidden);
            element.listed_at = self.formatting.push(tag, is_hiding);
        }
        let is_form = element.is_html() && tag == Tag::Form && !self.has(Tag::Template);
        self.stack.push(element);
        if is_form {
            self.form = self.stack.top(Chain::All);
        }
        true
    }

    /// A formatting element goes off the stack: by its own end tag for good, otherwise one that hides goes on hiding.
    fn end_hiding(&mut self, element: &Element, is_own_end: bool) {
        if is_own_end || !element.is_formatting() {
            return;
        }
        self.has_reopened = true;
        let markers = self.formatting.markers();
        self.pending = Some(self.pending.map_or(markers, |pending| pending.min(markers)));
        self.last_left = self.stack.count();
        self.formatting.leave_stack(element.tag(), element.listed_at, self.stack.count());
        self.hides_the_rest |= self.formatting.is_full();
    }

    /// Takes the innermost element off, and what only concealed it.
    fn pop(&mut self) -> Option<Element> {
        let ended = self.remove(self.stack.top(Chain::All)?, false);
        self.end_ghosts();
        ended
    }

    /// Takes off what has ended before and has nothing in it any more.
    fn end_ghosts(&mut self) {
        while let Some(top) = self.stack.top(Chain::All)
            && self.stack.get(top).is_some_and(|top| top.is_ghost)
        {
            self.remove(top, true);
        }
    }

    /// Takes one element out.
    fn remove(&mut self, place: Place, is_own_end: bool) -> Option<Element> {
        let element = self.stack.remove(place)?;
        self.counts.change(&element, |count| count.saturating_sub(1));
        self.end_hiding(&element, is_own_end);
        Some(element)
    }

    /// Takes off all elements above `place`.
    fn pop_above(&mut self, place: Option<Place>, ended: &mut impl FnMut(Element)) {
        while self.stack.top(Chain::All) > place {
            match self.pop() {
                Some(element) => ended(element),
                None => break,
            }
        }
    }

    /// Takes off all elements down to `place`, that included.
    fn pop_to(&mut self, place: Place, ended: &mut impl FnMut(Element)) {
        while self.stack.top(Chain::All) >= Some(place) {
            match self.pop() {
                Some(element) => ended(element),
                None => break,
            }
        }
    }

    /// The innermost element of one of these tags, unless a limit is in it.
    fn find(&mut self, tags: &[Tag], limit: Option<Place>) -> Option<Place> {
        self.stack.innermost_of(tags).filter(|place| Some(*place) >= limit)
    }

    /// The innermost element of one of these tags that is in scope.
    fn in_scope(&mut self, tags: &[Tag]) -> Option<Place> {
        self.find(tags, self.stack.top(Chain::Scope))
    }

    /// Ends an open paragraph, as the start tag of a block does.
    pub(super) fn end_paragraph(&mut self, ended: &mut impl FnMut(Element)) {
        let limit = self.stack.top(Chain::Scope).max(self.stack.innermost(Tag::Button));
        if self.deeper_in_all == 0
            && let Some(place) = self.find(&[Tag::P], limit)
        {
            self.pop_to(place, ended);
        }
    }

    /// Whether the innermost element is one of HTML that `is_wanted` names.
    pub(super) fn current_ends(&self, is_wanted: impl Fn(Tag) -> bool) -> bool {
        let is_sure = |top: &Element| top.concealment.is_none() || !self.has_reopened;
        self.deeper_in_all == 0
            && self.current().is_some_and(|top| top.is_html() && is_sure(top) && is_wanted(top.tag()))
    }

    /// Ends the innermost element if it is one of HTML that `is_wanted` names.
    pub(super) fn end_current_if(
        &mut self,
        is_wanted: impl Fn(Tag) -> bool,
        ended: &mut impl FnMut(Element),
    ) {
        if self.current_ends(is_wanted)
            && let Some(element) = self.pop()
        {
            ended(element);
        }
    }

    /// Ends an open item before the next one: `li`, or `dt` and `dd`.
    pub(super) fn end_item(&mut self, items: &[Tag], ended: &mut impl FnMut(Element)) {
        if self.deeper_in_all == 0
            && let Some(place) = self.find(items, self.stack.top(Chain::Items))
        {
            self.pop_to(place, ended);
        }
    }

    /// Ends the innermost element of one of these tags that is in scope, and all that is in it.
    pub(super) fn end_in_scope(&mut self, tags: &[Tag], ended: &mut impl FnMut(Element)) -> bool {
        if self.deeper_in_all > 0 {
            return false;
        }
        let place = self.in_scope(tags);
        if let Some(place) = place {
            self.pop_to(place, ended);
        }
        place.is_some()
    }

    /// Ends what is open inside of the current table, down to the innermost of these tags; with `is_included`, that too.
    pub(super) fn end_in_table(&mut self, tags: &[Tag], is_included: bool, ended: &mut impl FnMut(Element)) {
        if self.deeper_in_all > 0 {
            return;
        }
        let limit = self.stack.innermost_of(&[Tag::Table, Tag::Template]);
        let Some(place) = self.find(tags, limit) else { return };
        let mut has_cell = false;
        let told = &mut |element: Element| {
            has_cell |= element.is_html() && matches!(element.tag(), Tag::Caption | Tag::Td | Tag::Th);
            ended(element);
        };
        if is_included {
            self.pop_to(place, told);
        } else {
            self.pop_above(Some(place), told);
        }
        if has_cell {
            self.formatting.clear();
        }
    }

    /// Ends SVG and `MathML` around the current place, as a start tag of HTML in it does.
    pub(super) fn end_foreign(&mut self, ended: &mut impl FnMut(Element)) {
        while self.is_foreign() {
            match self.pop() {
                Some(element) => ended(element),
                None => break,
            }
        }
    }

    /// An end tag inside of SVG or `MathML`. False if it is one of HTML.
    pub(super) fn end_tag_in_foreign(
        &mut self,
        tag: Tag,
        name: &[u8],
        ended: &mut impl FnMut(Element),
    ) -> bool {
        let found = self.stack.named_in_foreign(tag, name);
        if let Some(place) = found {
            self.pop_to(place, ended);
        }
        found.is_some()
    }

    /// An end tag of XHTML, which must be that of the innermost element. A browser stops at an error, so that nothing after
    /// it is shown.
    pub(super) fn end_tag_in_xml(&mut self, tag: Tag, name: &[u8], ended: &mut impl FnMut(Element)) {
        if self.end_deeper(tag) || tag.is_void() {
            return;
        }
        if self.current().is_some_and(|top| top.is_named(tag, name))
            && let Some(element) = self.pop()
        {
            ended(element);
        } else {
            self.hides_the_rest = true;
        }
    }

    /// An end tag, where no other rule applies.
    pub(super) fn end_tag(&mut self, tag: Tag, name: &[u8], ended: &mut impl FnMut(Element)) {
        if self.end_deeper(tag) {
            return;
        }
        match tag {
            // They go on to the end of the page.
            Tag::Html | Tag::Body | Tag::Head => {}
            Tag::Form => self.end_form(ended),
            Tag::P => self.end_paragraph(ended),
            Tag::Li => {
                let lists = self.stack.innermost_of(&[Tag::Ol, Tag::Ul]);
                if let Some(place) = self.find(&[Tag::Li], self.stack.top(Chain::Scope).max(lists)) {
                    self.pop_to(place, ended);
                }
            }
            Tag::Template => {
                if let Some(place) = self.stack.innermost(Tag::Template) {
                    self.pop_to(place, ended);
                    self.formatting.clear();
                    // Its marker stays.
                    self.lost_cell = None;
                }
            }
            _ if self.lost_cell == Some(tag) => self.end_lost_cell(),
            Tag::Table
            | Tag::Tbody
            | Tag::Thead
            | Tag::Tfoot
            | Tag::Tr
            | Tag::Td
            | Tag::Th
            | Tag::Caption
            | Tag::Colgroup => self.end_in_table(&[tag], true, ended),
            _ if tag.is_heading() => {
                let headings = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
                self.end_in_scope(&headings, ended);
            }
            _ if tag.is_formatting() => {
                if !self.end_formatting(tag, ended) {
                    self.end_inline(tag, name, ended);
                }
            }
            Tag::Applet | Tag::Marquee | Tag::Object => {
                if self.end_in_scope(&[tag], ended) {
                    self.formatting.clear();
                }
            }
            Tag::Dialog => {
                if let Some(place) = self.in_scope(&[tag]) {
                    self.end_doubtful(place, ended);
                }
            }
            _ if tag.is_special() || tag.limits_scope() => {
                self.end_in_scope(&[tag], ended);
            }
            _ => {
                self.end_inline(tag, name, ended);
            }
        }
    }

    /// Ends the innermost element of this name, unless a special one is in it.
    fn end_inline(&mut self, tag: Tag, name: &[u8], ended: &mut impl FnMut(Element)) {
        let limit = self.stack.top(Chain::Special);
        if let Some(place) = self.stack.named(true, tag, name).filter(|place| Some(*place) > limit) {
            self.end_doubtful(place, ended);
        }
    }

    /// Ends an element that is not special. A browser that has ended it already ignores the end tag.
    fn end_doubtful(&mut self, place: Place, ended: &mut impl FnMut(Element)) {
        let is_doubtful = Some(place) <= self.doubt;
        self.hides_the_rest |= is_doubtful && self.stack.top(Chain::Concealing) > Some(place);
        self.pop_to(place, ended);
    }

    /// Counts the end of an element beyond the stack. True if the end tag can end nothing on the stack.
    fn end_deeper(&mut self, tag: Tag) -> bool {
        if self.deeper_in_all == 0 {
            return false;
        }
        if let Some(count) = self.deeper.get_mut(tag as usize)
            && *count > 0
        {
            *count -= 1;
            self.deeper_in_all -= 1;
        }
        true
    }

    /// The “adoption agency”: a formatting element ends, and the blocks that began inside of it go on. False if the list of
    /// formatting elements has none.
    pub(super) fn end_formatting(&mut self, tag: Tag, ended: &mut impl FnMut(Element)) -> bool {
        let Some(last) = self.formatting.last(tag) else { return false };
        let may_be_fewer = self.formatting.may_be_fewer(tag) || self.is_list_doubtful;
        if let Last::OffStack { left } = last {
            if self.stack.top(Chain::Scope).is_some_and(|limit| limit.order >= left) {
                // If it was opened again outside of the limit, the end tag means nothing.
                self.is_list_doubtful = true;
            } else {
                self.formatting.end_last(tag);
            }
            // If it was opened again outside of this element, it ends that.
            self.hides_the_rest |= self.is_in_foreign_element();
            self.doubt = self.stack.top(Chain::All);
            return true;
        }
        let Some(place) = self.in_scope(&[tag]) else { return true };
        let innermost = self.stack.top(Chain::Special).filter(|block| *block > place);
        let is_doubtful = may_be_fewer || Some(place) <= self.doubt;
        self.hides_the_rest |= is_doubtful && self.stack.top(Chain::Concealing) > Some(place);
        if innermost.is_some() {
            self.doubt = self.stack.top(Chain::All);
            if self.has_more_blocks_than_adoptions(place) {
                // A browser gives up in the middle, with the element still around what is open.
                self.is_list_doubtful = true;
                return true;
            }
            self.pop_above(innermost, ended);
        } else {
            self.pop_above(Some(place), ended);
        }
        self.formatting.end_last(tag);
        if let Some(element) = self.remove(place, true) {
            ended(element);
        }
        self.end_ghosts();
        true
    }

    fn has_more_blocks_than_adoptions(&mut self, place: Place) -> bool {
        let mut block = self.stack.top(Chain::Special);
        for _ in 0..ADOPTIONS_MAX {
            block = block.and_then(|block| self.stack.below(block, Chain::Special));
        }
        block > Some(place)
    }

    /// The end tag of a form takes it off the stack and leaves in it what is still open. That stays concealed if the form
    /// conceals.
    fn end_form(&mut self, ended: &mut impl FnMut(Element)) {
        let is_in_template = self.has(Tag::Template);
        let form = if is_in_template { None } else { self.form.take() };
        let is_it = |place: &Place| is_in_template || form == Some(*place);
        let Some(place) = self.in_scope(&[Tag::Form]).filter(is_it) else { return };
        while self.current_ends(Tag::has_implied_end) {
            self.end_current_if(Tag::has_implied_end, ended);
        }
        // Whether a browser ends this one is not known.
        self.hides_the_rest |= self.current().is_some_and(|top| top.is_html() && top.tag().has_implied_end());
        let form = self.stack.get(place);
        let conceals = form.is_some_and(|form| form.concealment.is_some());
        // What a browser has opened again in the form stays in it.
        let is_in_it = self.last_left > place.order || form.is_some_and(|form| form.began_with_pending);
        self.hides_the_rest |= conceals && is_in_it && self.formatting.is_any_off_stack();
        let form = if conceals && Some(place) < self.stack.top(Chain::All) {
            let form = self.stack.bury(place);
            // What conceals is still counted.
            if let Some(form) = &form {
                self.counts.change_landmark(form, |count| count.saturating_sub(1));
            }
            form
        } else {
            self.remove(place, true)
        };
        if let Some(form) = form {
            ended(form);
        }
        self.end_ghosts();
    }

    /// Ends everything.
    pub(super) fn end_all(&mut self, ended: &mut impl FnMut(Element)) {
        self.pop_above(None, ended);
    }
}
