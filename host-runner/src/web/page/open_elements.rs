//! The open elements of a document, bounded.
//!
//! Owns the stack that the standard describes (<https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements>)
//! as far as it decides which text is inside of which element: scopes, implied end tags, misnested formatting. No tree is
//! built. An end tag never ends an element that it would not end in a browser, because what is hidden would be shown.
//!
//! At most [`DEPTH_MAX`] elements are tracked. Deeper ones are only counted, and a hidden one among them hides the rest of
//! the page.

use super::hidden::Concealment;
use super::tag::Tag;

/// How many open elements are tracked.
///
/// An end tag may have to look at all of them: this bounds the time that a page takes, too.
pub(super) const DEPTH_MAX: usize = 256;

/// How many markers and ended but still valid formatting elements are tracked.
const FORMATTING_MAX: usize = 2_048;

/// How often the “adoption agency” goes on to the next block inside of a formatting element.
const ADOPTIONS_MAX: usize = 7;

/// Whose rules apply inside of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Namespace {
    #[default]
    Html,
    Svg,
    MathMl,
}

/// Parts of a page by their purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landmark {
    /// The main content.
    Main,
    /// A piece that makes sense by itself.
    Article,
    /// Links to other places.
    Navigation,
    /// What is beside the content: an aside, a footer.
    Side,
}

/// One open element.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) tag: Option<Tag>,
    /// The name, if the tag is none of the known ones.
    pub(super) name: Option<Box<[u8]>>,
    pub(super) namespace: Namespace,
    /// Whether HTML applies again inside of this element of SVG or `MathML`.
    pub(super) is_integration_point: bool,
    pub(super) concealment: Option<Concealment>,
    pub(super) landmark: Option<Landmark>,
    /// Whether the writer was told of it, and must be told of its end.
    pub(super) is_told: bool,
    /// Whether an element has begun in it.
    pub(super) has_child: bool,
}

impl Element {
    /// Whether it is this element of HTML.
    fn is(&self, tag: Tag) -> bool {
        self.namespace == Namespace::Html && self.tag == Some(tag)
    }

    fn is_one_of(&self, tags: &[Tag]) -> bool {
        self.namespace == Namespace::Html && tags.contains(&self.tag())
    }

    /// Whether it is “special”: a name means that only in its own namespace.
    fn is_special(&self) -> bool {
        match self.namespace {
            Namespace::Html => self.tag().is_special(),
            Namespace::Svg | Namespace::MathMl => self.limits_scope(),
        }
    }

    fn limits_scope(&self) -> bool {
        match self.namespace {
            Namespace::Html => self.tag().limits_scope(),
            Namespace::Svg => matches!(self.tag(), Tag::Desc | Tag::ForeignObject | Tag::Title),
            Namespace::MathMl => {
                matches!(self.tag(), Tag::AnnotationXml | Tag::Mi | Tag::Mn | Tag::Mo | Tag::Ms | Tag::Mtext)
            }
        }
    }

    fn is_formatting(&self) -> bool {
        self.namespace == Namespace::Html && self.tag().is_formatting()
    }

    fn marks_formatting(&self) -> bool {
        self.namespace == Namespace::Html && self.tag().marks_formatting()
    }

    fn tag(&self) -> Tag {
        self.tag.unwrap_or(Tag::Other)
    }

    fn is_named(&self, tag: Tag, name: &[u8]) -> bool {
        self.tag() == tag && (tag != Tag::Other || self.name.as_deref() == Some(name))
    }
}

/// What of the list of active formatting elements matters: those that hide, in the order in which they began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Formatting {
    /// One that hides. Once it is off the stack by the end of its block, it goes on hiding until its own end tag.
    Hiding { tag: Tag, is_on_stack: bool },
    /// What is before it cannot be ended from here.
    Marker,
}

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

/// The stack. Elements that end are handed to the caller one by one, the innermost first.
#[derive(Debug)]
pub(super) struct OpenElements {
    stack: Vec<Element>,
    /// How many of each tag are on the stack.
    tags: [u16; Tag::COUNT],
    counts: Counts,
    formatting: Vec<Formatting>,
    /// Whether a formatting element, hiding or not, has ended with its block. A browser opens it again before the next
    /// text, so that from here on the innermost element may be another one than is known.
    has_reopened: bool,
    /// How many of `formatting` are off the stack.
    lingering: usize,
    /// The elements beyond the stack, by tag and in all.
    deeper: [u32; Tag::COUNT],
    deeper_in_all: u32,
    hides_the_rest: bool,
    /// How many elements were looked at: the measure of the work.
    pub(super) steps: u64,
}

impl Default for OpenElements {
    fn default() -> Self {
        Self {
            stack: Vec::new(),
            tags: [0; Tag::COUNT],
            counts: Counts::default(),
            formatting: Vec::new(),
            has_reopened: false,
            lingering: 0,
            deeper: [0; Tag::COUNT],
            deeper_in_all: 0,
            hides_the_rest: false,
            steps: 0,
        }
    }
}

impl OpenElements {
    /// How many elements of each kind are open.
    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether text here is hidden.
    pub(super) fn is_hidden(&self) -> bool {
        self.counts.hidden > 0 || self.lingering > 0 || self.hides_the_rest
    }

    pub(super) fn current(&self) -> Option<&Element> {
        self.stack.last()
    }

    pub(super) fn is_full(&self) -> bool {
        self.stack.len() >= DEPTH_MAX
    }

    /// Whether the rules of SVG or `MathML` apply to the next start tag.
    pub(super) fn is_foreign(&self) -> bool {
        self.deeper_in_all == 0
            && self.current().is_some_and(|top| top.namespace != Namespace::Html && !top.is_integration_point)
    }

    /// Whether an end tag here is one of SVG or `MathML` first.
    pub(super) fn is_in_foreign_element(&self) -> bool {
        self.deeper_in_all == 0 && self.current().is_some_and(|top| top.namespace != Namespace::Html)
    }

    /// Whether the innermost element is `<semantics>` of `MathML`.
    pub(super) fn is_in_semantics(&self) -> bool {
        let is_it = |top: &Element| top.namespace == Namespace::MathMl && top.tag == Some(Tag::Semantics);
        self.deeper_in_all == 0 && self.current().is_some_and(is_it)
    }

    /// An element begins in the innermost one. True if it is not the first.
    pub(super) fn begin_child(&mut self) -> bool {
        self.stack.last_mut().is_some_and(|top| std::mem::replace(&mut top.has_child, true))
    }

    /// Whether an element of this tag is open and can be ended from here.
    pub(super) fn is_in_scope(&mut self, tag: Tag) -> bool {
        self.has(tag) && self.find(|element| element.is(tag), Element::limits_scope).is_some()
    }

    /// Whether an element of this tag is open. Does not count what is beyond the stack.
    pub(super) fn has(&self, tag: Tag) -> bool {
        self.tags.get(tag as usize).is_some_and(|count| *count > 0)
    }

    /// Whether `<![CDATA[` begins text here. Where that is not sure, the rest of the page is hidden.
    pub(super) fn has_cdata(&mut self) -> bool {
        let Some(top) = self.current().filter(|top| top.namespace != Namespace::Html) else { return false };
        if top.is_integration_point && self.has_reopened {
            self.hides_the_rest = true;
        }
        true
    }

    /// Hides everything from here to the end of the page.
    pub(super) fn hide_the_rest(&mut self) {
        self.hides_the_rest = true;
    }

    /// Marks the innermost element as one that the writer was told of.
    pub(super) fn mark_told(&mut self) {
        if let Some(top) = self.stack.last_mut() {
            top.is_told = true;
        }
    }

    /// Whether the innermost table has no open cell or caption at this place.
    pub(super) fn is_directly_in_table(&mut self) -> bool {
        let parts = [Tag::Table, Tag::Td, Tag::Th, Tag::Caption, Tag::Template];
        let found =
            self.has(Tag::Table).then(|| self.find(|element| element.is_one_of(&parts), |_| false)).flatten();
        found.and_then(|position| self.stack.get(position)).is_some_and(|element| element.is(Tag::Table))
    }

    /// Opens an element. False if it is too deep to be tracked.
    pub(super) fn push(&mut self, element: Element) -> bool {
        let tag = element.tag();
        if self.is_full() {
            // From here on ends cannot be told exactly, so that nothing hidden may become visible.
            self.hides_the_rest |= self.is_hidden() || element.concealment.is_some();
            self.hides_the_rest |= element.namespace != Namespace::Html;
            if let Some(count) = self.deeper.get_mut(tag as usize) {
                *count += 1;
                self.deeper_in_all += 1;
            }
            return false;
        }
        self.count(&element, true);
        if element.marks_formatting() {
            self.push_formatting(Formatting::Marker);
        } else if element.is_formatting() && element.concealment == Some(Concealment::Hidden) {
            self.push_formatting(Formatting::Hiding { tag, is_on_stack: true });
        }
        self.stack.push(element);
        true
    }

    /// Adds an element to the counts, or takes it out of them.
    fn count(&mut self, element: &Element, is_new: bool) {
        let step = |count: &mut usize| *count = if is_new { *count + 1 } else { count.saturating_sub(1) };
        match element.concealment {
            Some(Concealment::Hidden) => step(&mut self.counts.hidden),
            Some(Concealment::Code) => step(&mut self.counts.code),
            Some(Concealment::LeftOut) => step(&mut self.counts.left_out),
            Some(Concealment::Title) => step(&mut self.counts.title),
            None => {}
        }
        match element.landmark {
            Some(Landmark::Main) => step(&mut self.counts.main),
            Some(Landmark::Article) => step(&mut self.counts.article),
            Some(Landmark::Navigation) => step(&mut self.counts.navigation),
            Some(Landmark::Side) => step(&mut self.counts.side),
            None => {}
        }
        if let Some(count) = self.tags.get_mut(element.tag() as usize) {
            *count = if is_new { *count + 1 } else { count.saturating_sub(1) };
        }
    }

    fn push_formatting(&mut self, formatting: Formatting) {
        if self.formatting.len() < FORMATTING_MAX {
            self.formatting.push(formatting);
        } else {
            self.hides_the_rest = true;
        }
    }

    /// Forgets the formatting elements after the last marker, and that.
    fn clear_formatting(&mut self) {
        while let Some(Formatting::Hiding { is_on_stack, .. }) = self.formatting.pop() {
            self.lingering -= usize::from(!is_on_stack);
        }
    }

    /// A formatting element goes off the stack: by its own end tag for good, otherwise it lingers.
    fn end_hiding(&mut self, element: &Element, is_own_end: bool) {
        self.has_reopened |= !is_own_end && element.is_formatting();
        if !element.is_formatting() || element.concealment != Some(Concealment::Hidden) {
            return;
        }
        let hiding = Formatting::Hiding { tag: element.tag(), is_on_stack: true };
        let Some(position) = self.formatting.iter().rposition(|last| *last == hiding) else { return };
        if is_own_end {
            self.formatting.remove(position);
        } else if let Some(Formatting::Hiding { is_on_stack, .. }) = self.formatting.get_mut(position) {
            *is_on_stack = false;
            self.lingering += 1;
        }
    }

    /// Takes the innermost element off.
    fn pop(&mut self, is_own_end: bool) -> Option<Element> {
        self.steps += 1;
        let element = self.stack.pop()?;
        self.count(&element, false);
        self.end_hiding(&element, is_own_end);
        Some(element)
    }

    /// Takes off all elements down to `position`, that included.
    fn pop_to(&mut self, position: usize, ended: &mut impl FnMut(Element)) {
        while self.stack.len() > position {
            match self.pop(false) {
                Some(element) => ended(element),
                None => break,
            }
        }
    }

    /// The innermost element that `wanted` accepts, above every element that `limits` accepts.
    fn find(
        &mut self,
        wanted: impl Fn(&Element) -> bool,
        limits: impl Fn(&Element) -> bool,
    ) -> Option<usize> {
        for (position, element) in self.stack.iter().enumerate().rev() {
            self.steps += 1;
            if wanted(element) {
                return Some(position);
            }
            if limits(element) {
                return None;
            }
        }
        None
    }

    /// Ends an open paragraph, as the start tag of a block does.
    pub(super) fn end_paragraph(&mut self, ended: &mut impl FnMut(Element)) {
        if self.deeper_in_all == 0 && self.has(Tag::P) {
            let limits = |element: &Element| element.limits_scope() || element.is(Tag::Button);
            if let Some(position) = self.find(|element| element.is(Tag::P), limits) {
                self.pop_to(position, ended);
            }
        }
    }

    /// Whether the innermost element is one of HTML that `is_wanted` names.
    pub(super) fn current_ends(&self, is_wanted: impl Fn(Tag) -> bool) -> bool {
        let is_html = |top: &Element| top.namespace == Namespace::Html;
        let is_sure = |top: &Element| top.concealment.is_none() || !self.has_reopened;
        self.deeper_in_all == 0
            && self.current().is_some_and(|top| is_html(top) && is_sure(top) && is_wanted(top.tag()))
    }

    /// Ends the innermost element if it is one of HTML that `is_wanted` names.
    pub(super) fn end_current_if(
        &mut self,
        is_wanted: impl Fn(Tag) -> bool,
        ended: &mut impl FnMut(Element),
    ) {
        if self.current_ends(is_wanted) {
            self.pop_to(self.stack.len() - 1, ended);
        }
    }

    /// Ends an open item before the next one: `li`, or `dt` and `dd`.
    pub(super) fn end_item(&mut self, items: &[Tag], ended: &mut impl FnMut(Element)) {
        if self.deeper_in_all > 0 || !items.iter().any(|item| self.has(*item)) {
            return;
        }
        let limits = |element: &Element| {
            element.is_special() && !matches!(element.tag(), Tag::Address | Tag::Div | Tag::P)
        };
        if let Some(position) = self.find(|element| element.is_one_of(items), limits) {
            self.pop_to(position, ended);
        }
    }

    /// Ends the innermost element of one of these tags that is in scope, and all that is in it.
    pub(super) fn end_in_scope(&mut self, tags: &[Tag], ended: &mut impl FnMut(Element)) -> bool {
        if self.deeper_in_all > 0 || !tags.iter().any(|tag| self.has(*tag)) {
            return false;
        }
        let position = self.find(|element| element.is_one_of(tags), Element::limits_scope);
        if let Some(position) = position {
            self.pop_to(position, ended);
        }
        position.is_some()
    }

    /// Ends what is open inside of the current table, down to the innermost of these tags; with `is_included`, that too.
    pub(super) fn end_in_table(
        &mut self,
        tags: &[Tag],
        is_included: bool,
        ended: &mut impl FnMut(Element),
    ) -> bool {
        if self.deeper_in_all > 0 {
            return false;
        }
        let limits = |element: &Element| element.is_one_of(&[Tag::Table, Tag::Template]);
        let position = self.find(|element| element.is_one_of(tags), limits);
        if let Some(position) = position {
            let mut has_cell = false;
            self.pop_to(position + usize::from(!is_included), &mut |element| {
                has_cell |= element.is_one_of(&[Tag::Caption, Tag::Td, Tag::Th]);
                ended(element);
            });
            if has_cell {
                self.clear_formatting();
            }
        }
        position.is_some()
    }

    /// Ends SVG and `MathML` around the current place, as a start tag of HTML in it does.
    pub(super) fn end_foreign(&mut self, ended: &mut impl FnMut(Element)) {
        while self.is_foreign() {
            self.pop_to(self.stack.len() - 1, ended);
        }
    }

    /// An end tag inside of SVG or `MathML`. False if it is one of HTML.
    pub(super) fn end_tag_in_foreign(
        &mut self,
        tag: Tag,
        name: &[u8],
        ended: &mut impl FnMut(Element),
    ) -> bool {
        let found = self.find(
            |element| element.namespace != Namespace::Html && element.is_named(tag, name),
            |element| element.namespace == Namespace::Html,
        );
        if let Some(position) = found {
            self.pop_to(position, ended);
        }
        found.is_some()
    }

    /// An end tag of XHTML, which must be that of the innermost element. A browser stops at an error, so that nothing after
    /// it is shown.
    pub(super) fn end_tag_in_xml(&mut self, tag: Tag, name: &[u8], ended: &mut impl FnMut(Element)) {
        if self.end_deeper(tag) || tag.is_void() {
            return;
        }
        if self.current().is_some_and(|top| top.is_named(tag, name)) {
            self.pop_to(self.stack.len() - 1, ended);
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
                let limits =
                    |element: &Element| element.limits_scope() || matches!(element.tag(), Tag::Ol | Tag::Ul);
                if self.has(Tag::Li)
                    && let Some(position) = self.find(|element| element.is(Tag::Li), limits)
                {
                    self.pop_to(position, ended);
                }
            }
            Tag::Template => {
                if self.has(Tag::Template)
                    && let Some(position) = self.find(|element| element.is(Tag::Template), |_| false)
                {
                    self.pop_to(position, ended);
                    self.clear_formatting();
                }
            }
            Tag::Table => {
                self.end_in_table(&[Tag::Table], true, ended);
            }
            Tag::Tbody
            | Tag::Thead
            | Tag::Tfoot
            | Tag::Tr
            | Tag::Td
            | Tag::Th
            | Tag::Caption
            | Tag::Colgroup => {
                if self.has(tag) {
                    self.end_in_table(&[tag], true, ended);
                }
            }
            _ if tag.is_heading() => {
                let headings = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
                self.end_in_scope(&headings, ended);
            }
            _ if tag.is_formatting() => self.end_formatting(tag, ended),
            Tag::Applet | Tag::Marquee | Tag::Object => {
                if self.end_in_scope(&[tag], ended) {
                    self.clear_formatting();
                }
            }
            _ if tag.is_special() || tag.limits_scope() => {
                self.end_in_scope(&[tag], ended);
            }
            _ => self.end_inline(tag, name, ended),
        }
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

    fn end_inline(&mut self, tag: Tag, name: &[u8], ended: &mut impl FnMut(Element)) {
        if !self.has(tag) {
            return;
        }
        let is_wanted =
            |element: &Element| element.namespace == Namespace::Html && element.is_named(tag, name);
        let found = self.find(is_wanted, Element::is_special);
        if let Some(position) = found {
            self.pop_to(position, ended);
        }
    }

    /// The “adoption agency”: a formatting element ends, and the blocks that began inside of it go on.
    pub(super) fn end_formatting(&mut self, tag: Tag, ended: &mut impl FnMut(Element)) {
        if !self.has(tag) {
            let last = self
                .formatting
                .iter()
                .rposition(|last| *last == Formatting::Hiding { tag, is_on_stack: false });
            let marker = self.formatting.iter().rposition(|last| *last == Formatting::Marker);
            if let Some(last) = last.filter(|last| marker.is_none_or(|marker| marker < *last)) {
                self.formatting.remove(last);
                self.lingering -= 1;
            }
            return;
        }
        let Some(position) = self.find(|element| element.is(tag), Element::limits_scope) else {
            return;
        };
        let inner = self.stack.iter().enumerate().skip(position + 1);
        let blocks: Vec<usize> = inner.filter(|(_, inner)| inner.is_special()).map(|(at, _)| at).collect();
        let Some(innermost) = blocks.last() else {
            self.pop_to(position + 1, ended);
            if let Some(element) = self.pop(true) {
                ended(element);
            }
            return;
        };
        let inside = innermost + 1;
        let is_hiding =
            |element: &Element| element.concealment.is_some() || element.namespace != Namespace::Html;
        if blocks.len() <= ADOPTIONS_MAX {
            self.pop_to(inside, ended);
        } else if self.stack.iter().skip(inside).any(is_hiding) {
            // A browser gives up in the middle; what is open then is not worth telling.
            self.hides_the_rest = true;
        }
        self.remove(position, false, ended);
    }

    /// The end tag of a form takes it off the stack and leaves in it what is still open.
    fn end_form(&mut self, ended: &mut impl FnMut(Element)) {
        if self.has(Tag::Form)
            && let Some(position) = self.find(|element| element.is(Tag::Form), Element::limits_scope)
        {
            self.remove(position, true, ended);
        }
    }

    /// Takes one element out of the middle. With `keeps_inner`, what it conceals stays concealed as long as the element
    /// inside of it.
    fn remove(&mut self, position: usize, keeps_inner: bool, ended: &mut impl FnMut(Element)) {
        if position + 1 == self.stack.len() {
            self.pop_to(position, ended);
            return;
        }
        let element = self.stack.remove(position);
        self.count(&element, false);
        self.end_hiding(&element, true);
        if keeps_inner
            && element.concealment.is_some()
            && let Some(inner) = self.stack.get_mut(position)
            && inner.concealment != Some(Concealment::Hidden)
        {
            let mut heir = std::mem::take(inner);
            self.count(&heir, false);
            heir.concealment = element.concealment;
            self.count(&heir, true);
            if let Some(place) = self.stack.get_mut(position) {
                *place = heir;
            }
        }
        ended(element);
    }

    /// Ends everything.
    pub(super) fn end_all(&mut self, ended: &mut impl FnMut(Element)) {
        self.pop_to(0, ended);
    }
}
