//! What of a page a person would not see, judged by its elements and attributes alone.
//!
//! Owns the elements that a browser does not show and the attributes that hide one. A style sheet is never read: text that
//! only a class or a script hides, or that has the colour of its background by inheritance, counts as visible. So does the
//! text of an element whose shadow tree (`<template shadowrootmode>`) does not show it; the shadow tree itself is hidden.
//!
//! Decisions:
//! - `<noscript>` is hidden, because a browser with scripts does not show it, and its text is read like a script's.
//! - a closed `<details>` is shown: its text is one click away. A `<dialog>` without `open` and a `popover` are hidden:
//!   only a script opens them.
//! - `visibility: hidden` hides descendants too, although one of them could be visible again.
//! - the same attributes count on `<html>` and `<body>`, although scripts may show them later.
//! - what cannot be judged (a style of more than 16 KiB) is hidden.

mod style;

use super::attributes::{Attribute, Attributes};
use super::tag::Tag;

/// Why the text of an element is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Concealment {
    /// A person would not see it, and a program that only strips tags would.
    Hidden,
    /// A script or a style sheet.
    Code,
    /// A form control, or what a browser shows only in the place of something else. It is no secret, and not text.
    LeftOut,
    /// The title of the page.
    Title,
}

/// What a page did not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HiddenCounts {
    /// Elements that hide text, each counted once with all that is in it.
    pub elements: u64,
    /// The characters of these elements, without blanks.
    pub text: u64,
    /// The characters of comments.
    pub comments: u64,
    /// Characters that do not show or change what is around them: control, bidirectional, zero-width, tag characters and
    /// variation selectors. They are dropped wherever they are in the shown text.
    pub invisible: u64,
    /// The characters of scripts and style sheets, without blanks. Nearly every page has some.
    pub code: u64,
}

impl HiddenCounts {
    /// How many characters a person would not have seen and a model would have read: all but the code.
    pub(crate) fn text_removed(&self) -> u64 {
        self.text + self.comments + self.invisible
    }
}

/// Whether and why the text of an element is concealed. `None` means that it is shown.
pub(super) fn concealment(tag: Tag, attributes: &Attributes) -> Option<Concealment> {
    match tag {
        Tag::Script | Tag::Style => Some(Concealment::Code),
        Tag::Title => Some(Concealment::Title),
        Tag::Annotation
        | Tag::AnnotationXml
        | Tag::Applet
        | Tag::Audio
        | Tag::Canvas
        | Tag::Datalist
        | Tag::Iframe
        | Tag::Maction
        | Tag::Meter
        | Tag::Mphantom
        | Tag::Noembed
        | Tag::Noframes
        | Tag::Noscript
        | Tag::Object
        | Tag::Progress
        | Tag::Svg
        | Tag::Template
        | Tag::Video => Some(Concealment::Hidden),
        _ if is_hidden(tag, attributes) => Some(Concealment::Hidden),
        Tag::Button | Tag::Optgroup | Tag::Option | Tag::Rp | Tag::Select | Tag::Textarea => {
            Some(Concealment::LeftOut)
        }
        _ => None,
    }
}

fn is_hidden(tag: Tag, attributes: &Attributes) -> bool {
    attributes.has(Attribute::Hidden)
        || attributes.has(Attribute::Popover)
        || attributes.is(Attribute::AriaHidden, "true")
        || (tag == Tag::Dialog && !attributes.has(Attribute::Open))
        || (tag == Tag::Marquee
            && (is_zero(attributes, Attribute::Width) || is_zero(attributes, Attribute::Height)))
        || attributes.is_cut(Attribute::Style)
        || attributes.get(Attribute::Style).is_some_and(|style| style::hides(&style))
}

fn is_zero(attributes: &Attributes, attribute: Attribute) -> bool {
    attributes.integer(attribute).is_some_and(|size| size <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(tag: Tag, name: &str, value: &str) -> Option<Concealment> {
        let mut attributes = Attributes::default();
        attributes.begin();
        attributes.push_name(name.as_bytes());
        attributes.push_value(value.as_bytes());
        attributes.end();
        concealment(tag, &attributes)
    }

    #[test]
    fn what_a_browser_does_not_show_is_hidden() {
        for (tag, name, value) in [
            (Tag::P, "hidden", ""),
            (Tag::P, "hidden", "until-found"),
            (Tag::P, "aria-hidden", "TRUE"),
            (Tag::P, "style", "DISPLAY : NONE"),
            (Tag::Dialog, "class", "x"),
            (Tag::Div, "popover", ""),
            (Tag::Marquee, "height", "0"),
            (Tag::Template, "class", ""),
            (Tag::Noscript, "class", ""),
            (Tag::Button, "hidden", ""),
        ] {
            assert_eq!(judge(tag, name, value), Some(Concealment::Hidden), "{tag:?} {name}={value}");
        }
    }

    #[test]
    fn what_a_browser_shows_is_not_hidden() {
        for (tag, name, value) in [
            (Tag::P, "aria-hidden", "false"),
            (Tag::P, "style", "display:block"),
            (Tag::P, "data-hidden", ""),
            (Tag::Dialog, "open", ""),
            (Tag::Details, "class", ""),
            (Tag::Td, "width", "0"),
        ] {
            assert_eq!(judge(tag, name, value), None, "{tag:?} {name}={value}");
        }
    }

    #[test]
    fn a_style_too_long_to_judge_is_hidden() {
        let style = format!("color:red;{}", "x".repeat(20_000));
        assert_eq!(judge(Tag::P, "style", &style), Some(Concealment::Hidden));
    }
}
