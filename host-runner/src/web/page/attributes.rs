//! The attributes of one start tag that matter to a reader, bounded.
//!
//! Owns which attributes are kept and how long each may be. The first of two attributes with one name counts, as in a
//! browser. Never allocates more than a few kibibytes, whatever the page sends.

use std::borrow::Cow;

/// Longest value that is kept, in bytes. The rest is cut off, and [`Attributes::is_cut`] says so.
const VALUE_BYTES_MAX: usize = 2_048;

/// Longest style that is read, in bytes. An element with a longer one counts as hidden.
const STYLE_BYTES_MAX: usize = 16_384;

/// Longest name that can be one of ours.
const NAME_BYTES_MAX: usize = 16;

/// An attribute that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attribute {
    Alt,
    AriaHidden,
    Charset,
    Class,
    Colspan,
    Content,
    DataLang,
    DataLanguage,
    Encoding,
    Height,
    Hidden,
    Href,
    HttpEquiv,
    Open,
    Popover,
    Role,
    Start,
    Style,
    Type,
    Value,
    Width,
}

const COUNT: usize = Attribute::Width as usize + 1;

impl Attribute {
    fn of(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"alt" => Self::Alt,
            b"aria-hidden" => Self::AriaHidden,
            b"charset" => Self::Charset,
            b"class" => Self::Class,
            b"colspan" => Self::Colspan,
            b"content" => Self::Content,
            b"data-lang" => Self::DataLang,
            b"data-language" => Self::DataLanguage,
            b"encoding" => Self::Encoding,
            b"height" => Self::Height,
            b"hidden" => Self::Hidden,
            b"href" => Self::Href,
            b"http-equiv" => Self::HttpEquiv,
            b"open" => Self::Open,
            b"popover" => Self::Popover,
            b"role" => Self::Role,
            b"start" => Self::Start,
            b"style" => Self::Style,
            b"type" => Self::Type,
            b"value" => Self::Value,
            b"width" => Self::Width,
            _ => return None,
        })
    }

    fn bytes_max(self) -> usize {
        if self == Self::Style { STYLE_BYTES_MAX } else { VALUE_BYTES_MAX }
    }
}

/// One attribute: whether it is there, and what it is.
#[derive(Debug, Default)]
struct Slot {
    is_present: bool,
    is_cut: bool,
    value: Vec<u8>,
}

/// The attributes of the tag that is being read, or was read last.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    slots: [Slot; COUNT],
    /// The name that is being read.
    name: Vec<u8>,
    /// Where its value goes, once the name is complete.
    current: Option<Attribute>,
    is_name_open: bool,
    /// Whether there is anything to forget.
    has_begun: bool,
}

impl Attributes {
    /// Forgets the last tag.
    pub(super) fn clear(&mut self) {
        if !std::mem::take(&mut self.has_begun) {
            return;
        }
        for slot in &mut self.slots {
            slot.is_present = false;
            slot.is_cut = false;
            slot.value.clear();
        }
        self.name.clear();
        self.current = None;
        self.is_name_open = false;
    }

    /// A new attribute begins.
    pub(super) fn begin(&mut self) {
        self.end_name();
        self.current = None;
        self.name.clear();
        self.is_name_open = true;
        self.has_begun = true;
    }

    pub(super) fn push_name(&mut self, part: &[u8]) {
        // One byte too many is kept, so that a longer name is none of ours.
        let room = (NAME_BYTES_MAX + 1).saturating_sub(self.name.len());
        self.name.extend(part.iter().take(room));
    }

    pub(super) fn push_value(&mut self, part: &[u8]) {
        self.end_name();
        let Some(current) = self.current else { return };
        let Some(slot) = self.slots.get_mut(current as usize) else { return };
        let room = current.bytes_max().saturating_sub(slot.value.len());
        slot.is_cut |= part.len() > room;
        slot.value.extend(part.iter().take(room));
    }

    /// The tag is complete.
    pub(super) fn end(&mut self) {
        self.end_name();
    }

    fn end_name(&mut self) {
        if !std::mem::take(&mut self.is_name_open) {
            return;
        }
        self.current = Attribute::of(&self.name);
        let slot = self.current.and_then(|current| self.slots.get_mut(current as usize));
        match slot {
            Some(slot) if slot.is_present => self.current = None,
            Some(slot) => slot.is_present = true,
            None => {}
        }
    }

    /// Whether the attribute is there, with or without a value.
    pub(super) fn has(&self, attribute: Attribute) -> bool {
        self.slots.get(attribute as usize).is_some_and(|slot| slot.is_present)
    }

    /// Whether the value is longer than what is kept of it.
    pub(super) fn is_cut(&self, attribute: Attribute) -> bool {
        self.slots.get(attribute as usize).is_some_and(|slot| slot.is_cut)
    }

    /// The value, none if the attribute is missing.
    pub(super) fn get(&self, attribute: Attribute) -> Option<Cow<'_, str>> {
        let slot = self.slots.get(attribute as usize).filter(|slot| slot.is_present)?;
        Some(String::from_utf8_lossy(&slot.value))
    }

    /// Whether the value is `expected`, in any letter case and with blanks around it.
    pub(super) fn is(&self, attribute: Attribute, expected: &str) -> bool {
        self.get(attribute).is_some_and(|value| value.trim().eq_ignore_ascii_case(expected))
    }

    /// Whether `expected` is one of the words of the value.
    pub(super) fn has_word(&self, attribute: Attribute, expected: &str) -> bool {
        self.get(attribute).is_some_and(|value| {
            value.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(expected))
        })
    }

    /// The number at the beginning of the value, by the rules for integers of HTML.
    pub(super) fn integer(&self, attribute: Attribute) -> Option<i64> {
        let value = self.get(attribute)?;
        let value = value.trim_start();
        let digits = value.strip_prefix(['-', '+']).unwrap_or(value);
        let length = digits.bytes().take_while(u8::is_ascii_digit).take(9).count();
        let number = digits.get(..length)?.parse::<i64>().ok()?;
        Some(if value.starts_with('-') { -number } else { number })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attributes(pairs: &[(&str, &str)]) -> Attributes {
        let mut attributes = Attributes::default();
        for (name, value) in pairs {
            attributes.begin();
            attributes.push_name(name.as_bytes());
            attributes.push_value(value.as_bytes());
        }
        attributes.end();
        attributes
    }

    #[test]
    fn the_first_of_two_attributes_counts() {
        let attributes =
            attributes(&[("style", ""), ("style", "display:none"), ("href", "a"), ("href", "b")]);
        assert_eq!(attributes.get(Attribute::Style).as_deref(), Some(""));
        assert_eq!(attributes.get(Attribute::Href).as_deref(), Some("a"));
    }

    #[test]
    fn a_long_value_is_cut_and_says_so() {
        let attributes = attributes(&[("alt", &"x".repeat(5_000)), ("hrefffffffffffffffffffffffff", "x")]);
        assert_eq!(attributes.get(Attribute::Alt).map(|alt| alt.len()), Some(VALUE_BYTES_MAX));
        assert!(attributes.is_cut(Attribute::Alt));
        assert!(!attributes.has(Attribute::Href));
    }

    #[test]
    fn an_attribute_without_a_value_is_there() {
        let mut attributes = Attributes::default();
        attributes.begin();
        attributes.push_name(b"hidden");
        attributes.end();
        assert!(attributes.has(Attribute::Hidden));
        attributes.clear();
        assert!(!attributes.has(Attribute::Hidden));
    }

    #[test]
    fn a_number_is_read_as_far_as_it_goes() {
        for (text, number) in
            [("3", Some(3)), (" -2x", Some(-2)), ("x", None), ("99999999999", Some(999_999_999))]
        {
            assert_eq!(attributes(&[("start", text)]).integer(Attribute::Start), number, "{text}");
        }
    }
}
