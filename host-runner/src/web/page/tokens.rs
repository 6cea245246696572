//! Text in, tags and text out: the tokenizer of HTML, with bounds on what it keeps.
//!
//! Owns the buffers between the tokenizer and the reader of the document: text arrives in pieces that are whole between
//! two tags (or [`TEXT_BYTES_MAX`] long), attributes bounded, comments only as a number of characters. The library's own
//! emitters keep every value whole; this one does not, so that a page of any shape needs the same memory.

use html5gum::{Emitter, Error, State, Tokenizer};

use super::attributes::Attributes;

/// Longest piece of text that is handed over at once, in bytes.
const TEXT_BYTES_MAX: usize = 8_192;

/// Longest name of an element that is kept. Two longer names that begin alike are one.
const NAME_BYTES_MAX: usize = 64;

/// What the tokenizer reports to.
pub(super) trait Events {
    /// A start tag. The answer is the state in which the tokenizer reads on.
    fn start_tag(&mut self, name: &[u8], attributes: &Attributes, is_self_closing: bool) -> Option<State>;
    /// An end tag.
    fn end_tag(&mut self, name: &[u8]);
    /// Text; entities are decoded.
    fn text(&mut self, text: &str);
    /// A comment of so many characters.
    fn comment(&mut self, characters: u64);
    /// The document type, and whether it asks for the mode of today's standard.
    fn doctype(&mut self, is_standard: bool);
    /// Whether `<![CDATA[` begins text here.
    fn has_cdata(&mut self) -> bool;
}

/// Reads `text` to its end.
pub(super) fn tokenize(text: &str, events: &mut impl Events) {
    let emitter = Bounded {
        events,
        text: Vec::new(),
        name: Vec::new(),
        last_start_tag: Vec::new(),
        attributes: Attributes::default(),
        is_start: false,
        is_self_closing: false,
        comment: 0,
        doctype: Doctype::default(),
    };
    // The reader of a string has no errors.
    let Ok(()) = Tokenizer::new_with_emitter(text, emitter).finish();
}

#[derive(Debug, Default)]
struct Doctype {
    name: Vec<u8>,
    has_public_identifier: bool,
    is_quirky: bool,
}

struct Bounded<'e, E> {
    events: &'e mut E,
    text: Vec<u8>,
    name: Vec<u8>,
    last_start_tag: Vec<u8>,
    attributes: Attributes,
    is_start: bool,
    is_self_closing: bool,
    comment: u64,
    doctype: Doctype,
}

impl<E: Events> Bounded<'_, E> {
    /// Hands over the text up to the last complete character, or all of it.
    fn flush(&mut self, is_complete: bool) {
        if self.text.is_empty() {
            return;
        }
        let length = match std::str::from_utf8(&self.text) {
            Err(error) if !is_complete && error.error_len().is_none() => error.valid_up_to(),
            _ => self.text.len(),
        };
        if let Some(piece) = self.text.get(..length) {
            self.events.text(&String::from_utf8_lossy(piece));
        }
        self.text.drain(..length);
    }

    fn push_name(buffer: &mut Vec<u8>, part: &[u8]) {
        let room = NAME_BYTES_MAX.saturating_sub(buffer.len());
        buffer.extend(part.iter().take(room));
    }
}

/// The characters that begin in these bytes of UTF-8.
fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count() as u64
}

impl<E: Events> Emitter for Bounded<'_, E> {
    type Token = std::convert::Infallible;

    fn set_last_start_tag(&mut self, last_start_tag: Option<&[u8]>) {
        self.last_start_tag.clear();
        self.last_start_tag.extend(last_start_tag.unwrap_or_default());
    }

    fn emit_eof(&mut self) {
        self.flush(true);
    }

    fn emit_error(&mut self, _: Error) {}

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Self::Token> {
        None
    }

    fn emit_string(&mut self, part: &[u8]) {
        for piece in part.chunks(TEXT_BYTES_MAX) {
            self.text.extend(piece);
            if self.text.len() >= TEXT_BYTES_MAX {
                self.flush(false);
            }
        }
    }

    fn init_start_tag(&mut self) {
        self.name.clear();
        self.attributes.clear();
        self.is_start = true;
        self.is_self_closing = false;
    }

    fn init_end_tag(&mut self) {
        self.name.clear();
        self.attributes.clear();
        self.is_start = false;
    }

    fn init_comment(&mut self) {
        self.comment = 0;
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.flush(true);
        self.attributes.end();
        if self.is_start {
            self.last_start_tag.clone_from(&self.name);
            self.events.start_tag(&self.name, &self.attributes, self.is_self_closing)
        } else {
            self.last_start_tag.clear();
            self.events.end_tag(&self.name);
            None
        }
    }

    fn emit_current_comment(&mut self) {
        self.events.comment(self.comment);
    }

    fn emit_current_doctype(&mut self) {
        let doctype = &self.doctype;
        let is_standard = doctype.name == b"html" && !doctype.has_public_identifier && !doctype.is_quirky;
        self.events.doctype(is_standard);
    }

    fn set_self_closing(&mut self) {
        self.is_self_closing = true;
    }

    fn set_force_quirks(&mut self) {
        self.doctype.is_quirky = true;
    }

    fn push_tag_name(&mut self, part: &[u8]) {
        Self::push_name(&mut self.name, part);
    }

    fn push_comment(&mut self, part: &[u8]) {
        self.comment += characters(part);
    }

    fn push_doctype_name(&mut self, part: &[u8]) {
        Self::push_name(&mut self.doctype.name, part);
    }

    fn init_doctype(&mut self) {
        self.doctype = Doctype::default();
    }

    fn init_attribute(&mut self) {
        self.attributes.begin();
    }

    fn push_attribute_name(&mut self, part: &[u8]) {
        self.attributes.push_name(part);
    }

    fn push_attribute_value(&mut self, part: &[u8]) {
        self.attributes.push_value(part);
    }

    fn set_doctype_public_identifier(&mut self, _: &[u8]) {
        self.doctype.has_public_identifier = true;
    }

    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}

    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        !self.is_start && !self.last_start_tag.is_empty() && self.last_start_tag == self.name
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.events.has_cdata()
    }
}
