//! One open element, and what the standard says of its kind.

use super::super::hidden::Concealment;
use super::super::tag::Tag;

/// Whose rules apply inside of an element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) enum Namespace {
    #[default]
    Html,
    Svg,
    MathMl,
}

/// Parts of a page by their purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Landmark {
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
pub(in super::super) struct Element {
    pub(in super::super) tag: Option<Tag>,
    /// The name, if the tag is none of the known ones.
    pub(in super::super) name: Option<Box<[u8]>>,
    pub(in super::super) namespace: Namespace,
    /// Whether HTML applies again inside of this element of SVG or `MathML`.
    pub(in super::super) is_integration_point: bool,
    pub(in super::super) concealment: Option<Concealment>,
    pub(in super::super) landmark: Option<Landmark>,
    /// Whether the writer got it, and must get its end.
    pub(in super::super) is_told: bool,
    /// Whether an element has begun in it.
    pub(in super::super) has_child: bool,
    /// Of a formatting element: where it is in the list of them.
    pub(in super::super) listed_at: usize,
    /// Whether a browser had formatting elements to open again when it began.
    pub(in super::super) began_with_pending: bool,
    /// Whether it has ended and only conceals what is still open in it.
    pub(in super::super) is_ghost: bool,
}

impl Element {
    pub(super) fn tag(&self) -> Tag {
        self.tag.unwrap_or(Tag::Other)
    }

    pub(super) fn is_html(&self) -> bool {
        self.namespace == Namespace::Html
    }

    /// Whether it is “special”: a name means that only in its own namespace.
    pub(super) fn is_special(&self) -> bool {
        if self.is_html() { self.tag().is_special() } else { self.limits_scope() }
    }

    /// Whether no end tag from inside of it can reach beyond it.
    pub(super) fn limits_scope(&self) -> bool {
        match self.namespace {
            Namespace::Html => self.tag().limits_scope(),
            Namespace::Svg => matches!(self.tag(), Tag::Desc | Tag::ForeignObject | Tag::Title),
            Namespace::MathMl => {
                matches!(self.tag(), Tag::AnnotationXml | Tag::Mi | Tag::Mn | Tag::Mo | Tag::Ms | Tag::Mtext)
            }
        }
    }

    /// Whether the search for an open item stops at it.
    pub(super) fn limits_items(&self) -> bool {
        self.is_special() && !matches!(self.tag(), Tag::Address | Tag::Div | Tag::P)
    }

    pub(super) fn is_formatting(&self) -> bool {
        self.is_html() && self.tag().is_formatting()
    }

    pub(super) fn marks_formatting(&self) -> bool {
        self.is_html() && self.tag().marks_formatting()
    }

    pub(super) fn is_named(&self, tag: Tag, name: &[u8]) -> bool {
        self.tag() == tag && (tag != Tag::Other || self.name.as_deref() == Some(name))
    }
}
