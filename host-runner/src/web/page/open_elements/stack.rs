//! A stack that knows at once where the innermost element of a kind is.
//!
//! Owns the elements and their order. Each is linked to the next one of its kind, above and below, for every kind that the
//! rules ask about ([`Chain`]), so that the search for an element, and taking it out of the middle, need no walk over what is
//! open.

use std::collections::HashMap;

use super::super::tag::Tag;
use super::element::Element;

/// Elements that are linked to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chain {
    /// All.
    All,
    /// The “special” ones.
    Special,
    /// Those at which the search for an open item stops.
    Items,
    /// Those that may not be shown: they conceal their text, or are none of HTML.
    Concealing,
    /// Those that limit a scope.
    Scope,
    /// Those of one name, in HTML or outside of it.
    Name,
}

const CHAINS: [Chain; Chain::Name as usize + 1] =
    [Chain::All, Chain::Special, Chain::Items, Chain::Concealing, Chain::Scope, Chain::Name];

/// Where an element is kept.
type Slot = u16;

/// No slot. There are never so many.
const NONE: Slot = Slot::MAX;

/// An open element. Of two, the inner one is the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    /// How many elements began before it.
    pub(super) order: u64,
    slot: Slot,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    below: Slot,
    above: Slot,
}

#[derive(Debug)]
struct Entry {
    element: Element,
    order: u64,
    /// The chains that it is in, one bit each.
    chains: u8,
    links: [Link; CHAINS.len()],
    /// Of an element of SVG or `MathML`: the element of HTML around it.
    html: Option<u64>,
}

/// The open elements.
#[derive(Debug)]
pub(super) struct Stack {
    entries: Vec<Entry>,
    free: Vec<Slot>,
    length: usize,
    next: u64,
    tops: [Slot; CHAINS.len()],
    /// The innermost of each known tag, of HTML and of others.
    tags: [[Slot; Tag::COUNT]; 2],
    /// The innermost of each other name. The keys of these maps are random, so that no page can choose names that are slow.
    names: [HashMap<Box<[u8]>, Slot>; 2],
    /// How many elements were looked at or moved.
    pub(super) steps: u64,
}

impl Default for Stack {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            free: Vec::new(),
            length: 0,
            next: 0,
            tops: [NONE; CHAINS.len()],
            tags: [[NONE; Tag::COUNT]; 2],
            names: [HashMap::new(), HashMap::new()],
            steps: 0,
        }
    }
}

/// The chains that an element is in, one bit each.
fn chains(element: &Element) -> u8 {
    let is_html = element.is_html();
    let bit = |chain: Chain, is_member: bool| u8::from(is_member) << chain as u8;
    bit(Chain::All, true)
        | bit(Chain::Name, true)
        | bit(Chain::Scope, element.limits_scope())
        | bit(Chain::Special, element.is_special())
        | bit(Chain::Items, element.limits_items())
        | bit(Chain::Concealing, element.concealment.is_some() || !is_html)
}

impl Stack {
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// How many elements have begun so far.
    pub(super) fn count(&self) -> u64 {
        self.next
    }

    fn entry(&self, slot: Slot) -> Option<&Entry> {
        self.entries.get(usize::from(slot))
    }

    fn place(&self, slot: Slot) -> Option<Place> {
        self.entry(slot).map(|entry| Place { order: entry.order, slot })
    }

    pub(super) fn get(&self, place: Place) -> Option<&Element> {
        self.entry(place.slot).map(|entry| &entry.element)
    }

    /// The innermost element of a chain other than [`Chain::Name`].
    pub(super) fn top(&self, chain: Chain) -> Option<Place> {
        self.tops.get(chain as usize).and_then(|slot| self.place(*slot))
    }

    pub(super) fn current(&self) -> Option<&Element> {
        let [top, ..] = self.tops;
        self.entry(top).map(|entry| &entry.element)
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut Element> {
        let [top, ..] = self.tops;
        self.entries.get_mut(usize::from(top)).map(|entry| &mut entry.element)
    }

    /// The element of a chain below another one of it.
    pub(super) fn below(&mut self, place: Place, chain: Chain) -> Option<Place> {
        self.steps += 1;
        let link = self.entry(place.slot).and_then(|entry| entry.links.get(chain as usize))?;
        self.place(link.below)
    }

    /// Whether an element of HTML with this tag is open.
    pub(super) fn has(&self, tag: Tag) -> bool {
        let [html, _] = &self.tags;
        html.get(tag as usize).is_some_and(|slot| *slot != NONE)
    }

    /// The innermost element of HTML with this tag, one of the known.
    pub(super) fn innermost(&self, tag: Tag) -> Option<Place> {
        let [html, _] = &self.tags;
        html.get(tag as usize).and_then(|slot| self.place(*slot))
    }

    /// The innermost element of HTML with one of these tags, all of the known.
    pub(super) fn innermost_of(&mut self, tags: &[Tag]) -> Option<Place> {
        self.steps += tags.len() as u64;
        tags.iter().filter_map(|tag| self.innermost(*tag)).max()
    }

    /// The innermost element of this name.
    pub(super) fn named(&mut self, is_html: bool, tag: Tag, name: &[u8]) -> Option<Place> {
        self.steps += 1;
        let which = usize::from(!is_html);
        let slot = if tag == Tag::Other {
            self.names.get(which)?.get(name)
        } else {
            self.tags.get(which)?.get(tag as usize)
        };
        self.place(*slot?)
    }

    /// The innermost element of this name that is none of HTML, unless one of HTML is in it.
    pub(super) fn named_in_foreign(&mut self, tag: Tag, name: &[u8]) -> Option<Place> {
        let [top, ..] = self.tops;
        let html = self.entry(top).filter(|top| !top.element.is_html())?.html;
        self.named(false, tag, name).filter(|place| Some(place.order) > html)
    }

    pub(super) fn push(&mut self, element: Element) {
        self.steps += 1;
        let chains = chains(&element);
        let none = Link { below: NONE, above: NONE };
        let [top, ..] = self.tops;
        let around = self.entry(top).filter(|_| !element.is_html());
        let html = around.and_then(|top| if top.element.is_html() { Some(top.order) } else { top.html });
        let entry = Entry { element, order: self.next, chains, links: [none; CHAINS.len()], html };
        let slot = self.free.pop().unwrap_or(self.entries.len() as Slot);
        match self.entries.get_mut(usize::from(slot)) {
            Some(free) => *free = entry,
            None => self.entries.push(entry),
        }
        self.next += 1;
        self.length += 1;
        for chain in CHAINS {
            if chains & (1 << chain as u8) != 0 {
                self.link(slot, chain);
            }
        }
    }

    /// Takes an element out, wherever it is.
    pub(super) fn remove(&mut self, place: Place) -> Option<Element> {
        self.steps += 1;
        for chain in CHAINS {
            self.unlink(place.slot, chain);
        }
        let element = std::mem::take(&mut self.entries.get_mut(usize::from(place.slot))?.element);
        self.free.push(place.slot);
        self.length -= 1;
        Some(element)
    }

    /// Leaves an element where it is and conceals, but takes all else from it: it is found no more.
    pub(super) fn bury(&mut self, place: Place) -> Option<Element> {
        self.steps += 1;
        for chain in [Chain::Name, Chain::Scope, Chain::Special, Chain::Items] {
            self.unlink(place.slot, chain);
        }
        let element = &mut self.entries.get_mut(usize::from(place.slot))?.element;
        let ghost = Element { concealment: element.concealment, is_ghost: true, ..Element::default() };
        Some(std::mem::replace(element, ghost))
    }

    fn link(&mut self, slot: Slot, chain: Chain) {
        let below = self.set_top(slot, chain, slot);
        self.set_link(slot, chain, |link| link.below = below);
        self.set_link(below, chain, |link| link.above = slot);
    }

    fn unlink(&mut self, slot: Slot, chain: Chain) {
        let bit = 1 << chain as u8;
        let Some(entry) = self.entries.get_mut(usize::from(slot)).filter(|entry| entry.chains & bit != 0)
        else {
            return;
        };
        entry.chains &= !bit;
        let Some(&Link { below, above }) = entry.links.get(chain as usize) else { return };
        if above == NONE {
            self.set_top(slot, chain, below);
        } else {
            self.set_link(above, chain, |link| link.below = below);
        }
        self.set_link(below, chain, |link| link.above = above);
    }

    fn set_link(&mut self, slot: Slot, chain: Chain, set: impl FnOnce(&mut Link)) {
        if slot == NONE {
            return;
        }
        let entry = self.entries.get_mut(usize::from(slot));
        if let Some(link) = entry.and_then(|entry| entry.links.get_mut(chain as usize)) {
            set(link);
        }
    }

    /// Makes `top` the innermost element of the chain that the element of `slot` is in. Gives the one that it was.
    fn set_top(&mut self, slot: Slot, chain: Chain, top: Slot) -> Slot {
        if chain != Chain::Name {
            return self.tops.get_mut(chain as usize).map_or(NONE, |last| std::mem::replace(last, top));
        }
        let Some(element) = self.entries.get(usize::from(slot)).map(|entry| &entry.element) else {
            return NONE;
        };
        let [html, foreign] = &mut self.tags;
        let tags = if element.is_html() { html } else { foreign };
        if let Some(last) = tags.get_mut(element.tag() as usize).filter(|_| element.tag() != Tag::Other) {
            return std::mem::replace(last, top);
        }
        let [html, foreign] = &mut self.names;
        let names = if element.is_html() { html } else { foreign };
        let name = element.name.as_deref().unwrap_or_default();
        if top == NONE {
            return names.remove(name).unwrap_or(NONE);
        }
        match names.get_mut(name) {
            Some(last) => std::mem::replace(last, top),
            None => names.insert(name.into(), top).unwrap_or(NONE),
        }
    }
}
