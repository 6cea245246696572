//! The elements of HTML by name, and the sets of them in which the standard speaks.
//!
//! Owns which names there are and what a parser must know of each: <https://html.spec.whatwg.org/multipage/parsing.html>.
//! A name that is not here is [`Tag::Other`]: an inline element without a meaning of its own.

macro_rules! tags {
    ($($name:literal $tag:ident),* $(,)?) => {
        /// A known element, or any other.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Tag { $($tag,)* Other }

        impl Tag {
            /// The element of this name, which is in lower case.
            pub(super) fn of(name: &[u8]) -> Self {
                match name { $($name => Self::$tag,)* _ => Self::Other }
            }
        }
    };
}

tags! {
    b"a" A, b"address" Address, b"annotation" Annotation, b"annotation-xml" AnnotationXml, b"applet" Applet,
    b"area" Area, b"article" Article, b"aside" Aside, b"audio" Audio, b"b" B, b"base" Base, b"basefont" Basefont,
    b"bgsound" Bgsound, b"big" Big, b"blockquote" Blockquote, b"body" Body, b"br" Br, b"button" Button,
    b"canvas" Canvas, b"caption" Caption, b"center" Center, b"cite" Cite, b"code" Code, b"col" Col,
    b"colgroup" Colgroup, b"datalist" Datalist, b"dd" Dd, b"del" Del, b"desc" Desc, b"details" Details,
    b"dfn" Dfn, b"dialog" Dialog, b"dir" Dir, b"div" Div, b"dl" Dl, b"dt" Dt, b"em" Em, b"embed" Embed,
    b"fieldset" Fieldset, b"figcaption" Figcaption, b"figure" Figure, b"font" Font, b"footer" Footer,
    b"foreignobject" ForeignObject, b"form" Form, b"frame" Frame, b"frameset" Frameset, b"h1" H1, b"h2" H2,
    b"h3" H3, b"h4" H4, b"h5" H5, b"h6" H6, b"head" Head, b"header" Header, b"hgroup" Hgroup, b"hr" Hr,
    b"html" Html, b"i" I, b"iframe" Iframe, b"image" Image, b"img" Img, b"input" Input, b"kbd" Kbd,
    b"keygen" Keygen, b"legend" Legend, b"li" Li, b"link" Link, b"listing" Listing, b"maction" Maction, b"main" Main,
    b"marquee" Marquee, b"math" Math, b"menu" Menu, b"meta" Meta, b"meter" Meter, b"mi" Mi, b"mn" Mn, b"mo" Mo,
    b"mphantom" Mphantom, b"ms" Ms, b"mtext" Mtext, b"nav" Nav, b"nobr" Nobr, b"noembed" Noembed, b"noframes" Noframes,
    b"noscript" Noscript, b"object" Object, b"ol" Ol, b"optgroup" Optgroup, b"option" Option, b"p" P,
    b"param" Param, b"plaintext" Plaintext, b"pre" Pre, b"progress" Progress, b"q" Q, b"rb" Rb, b"rp" Rp,
    b"rt" Rt, b"rtc" Rtc, b"ruby" Ruby, b"s" S, b"samp" Samp, b"script" Script, b"search" Search,
    b"section" Section, b"semantics" Semantics, b"select" Select, b"small" Small, b"source" Source, b"span" Span, b"strike" Strike,
    b"strong" Strong, b"style" Style, b"sub" Sub, b"summary" Summary, b"sup" Sup, b"svg" Svg, b"table" Table,
    b"tbody" Tbody, b"td" Td, b"template" Template, b"textarea" Textarea, b"tfoot" Tfoot, b"th" Th,
    b"thead" Thead, b"title" Title, b"tr" Tr, b"track" Track, b"tt" Tt, b"u" U, b"ul" Ul, b"var" Var,
    b"video" Video, b"wbr" Wbr, b"xmp" Xmp,
}

impl Tag {
    /// How many different tags there are.
    pub(super) const COUNT: usize = Self::Other as usize + 1;

    /// Elements without content and end tag.
    pub(super) fn is_void(self) -> bool {
        matches!(
            self,
            Self::Area
                | Self::Base
                | Self::Basefont
                | Self::Bgsound
                | Self::Br
                | Self::Col
                | Self::Embed
                | Self::Frame
                | Self::Hr
                | Self::Image
                | Self::Img
                | Self::Input
                | Self::Keygen
                | Self::Link
                | Self::Meta
                | Self::Param
                | Self::Source
                | Self::Track
                | Self::Wbr
        )
    }

    pub(super) fn is_heading(self) -> bool {
        self.heading_level().is_some()
    }

    /// 1 to 6.
    pub(super) fn heading_level(self) -> Option<usize> {
        Some(match self {
            Self::H1 => 1,
            Self::H2 => 2,
            Self::H3 => 3,
            Self::H4 => 4,
            Self::H5 => 5,
            Self::H6 => 6,
            _ => return None,
        })
    }

    /// The “formatting” elements: they stay in force when the block around them ends.
    pub(super) const FORMATTING: [Self; 14] = [
        Self::A,
        Self::B,
        Self::Big,
        Self::Code,
        Self::Em,
        Self::Font,
        Self::I,
        Self::Nobr,
        Self::S,
        Self::Small,
        Self::Strike,
        Self::Strong,
        Self::Tt,
        Self::U,
    ];

    pub(super) fn is_formatting(self) -> bool {
        Self::FORMATTING.contains(&self)
    }

    /// Block elements whose start tag ends an open paragraph.
    pub(super) fn ends_paragraph(self) -> bool {
        self.is_heading()
            || matches!(
                self,
                Self::Address
                    | Self::Article
                    | Self::Aside
                    | Self::Blockquote
                    | Self::Center
                    | Self::Dd
                    | Self::Details
                    | Self::Dialog
                    | Self::Dir
                    | Self::Div
                    | Self::Dl
                    | Self::Dt
                    | Self::Fieldset
                    | Self::Figcaption
                    | Self::Figure
                    | Self::Footer
                    | Self::Form
                    | Self::Header
                    | Self::Hgroup
                    | Self::Hr
                    | Self::Li
                    | Self::Listing
                    | Self::Main
                    | Self::Menu
                    | Self::Nav
                    | Self::Ol
                    | Self::P
                    | Self::Plaintext
                    | Self::Pre
                    | Self::Search
                    | Self::Section
                    | Self::Summary
                    | Self::Ul
                    | Self::Xmp
            )
    }

    /// Elements that begin and end a block of text.
    pub(super) fn is_block(self) -> bool {
        self.ends_paragraph()
            || self.is_table_part()
            || matches!(self, Self::Body | Self::Html | Self::Legend | Self::Marquee | Self::Table)
    }

    /// What only means something inside of a table.
    pub(super) fn is_table_part(self) -> bool {
        matches!(
            self,
            Self::Caption
                | Self::Col
                | Self::Colgroup
                | Self::Tbody
                | Self::Td
                | Self::Tfoot
                | Self::Th
                | Self::Thead
                | Self::Tr
        )
    }

    /// The “special” elements, at which the search for an open inline element stops.
    pub(super) fn is_special(self) -> bool {
        (self.ends_paragraph() && self != Self::Dialog)
            || self.is_table_part()
            || matches!(
                self,
                Self::Applet
                    | Self::Body
                    | Self::Button
                    | Self::Head
                    | Self::Html
                    | Self::Iframe
                    | Self::Marquee
                    | Self::Noembed
                    | Self::Noframes
                    | Self::Noscript
                    | Self::Object
                    | Self::Script
                    | Self::Select
                    | Self::Style
                    | Self::Table
                    | Self::Template
                    | Self::Textarea
                    | Self::Title
            )
    }

    /// The elements that no end tag from inside of them can reach beyond.
    pub(super) fn limits_scope(self) -> bool {
        matches!(
            self,
            Self::Applet
                | Self::Caption
                | Self::Html
                | Self::Marquee
                | Self::Object
                | Self::Select
                | Self::Table
                | Self::Td
                | Self::Template
                | Self::Th
        )
    }

    /// Where the list of formatting elements gets a marker: what is in force outside cannot be ended from inside.
    pub(super) fn marks_formatting(self) -> bool {
        matches!(
            self,
            Self::Applet
                | Self::Caption
                | Self::Marquee
                | Self::Object
                | Self::Td
                | Self::Template
                | Self::Th
        )
    }

    /// The elements that mean nothing in HTML, and hide in `MathML`.
    pub(super) fn is_only_of_math(self) -> bool {
        matches!(self, Self::Annotation | Self::AnnotationXml | Self::Maction | Self::Mphantom)
    }

    /// The elements whose end tag may be left out.
    pub(super) fn has_implied_end(self) -> bool {
        matches!(
            self,
            Self::Dd
                | Self::Dt
                | Self::Li
                | Self::Optgroup
                | Self::Option
                | Self::P
                | Self::Rb
                | Self::Rp
                | Self::Rt
                | Self::Rtc
        )
    }

    /// The HTML elements whose start tag ends SVG or `MathML` around it.
    pub(super) fn breaks_out(self) -> bool {
        self.is_heading()
            || matches!(
                self,
                Self::B
                    | Self::Big
                    | Self::Blockquote
                    | Self::Body
                    | Self::Br
                    | Self::Center
                    | Self::Code
                    | Self::Dd
                    | Self::Div
                    | Self::Dl
                    | Self::Dt
                    | Self::Em
                    | Self::Embed
                    | Self::Head
                    | Self::Hr
                    | Self::I
                    | Self::Img
                    | Self::Li
                    | Self::Listing
                    | Self::Menu
                    | Self::Meta
                    | Self::Nobr
                    | Self::Ol
                    | Self::P
                    | Self::Pre
                    | Self::Ruby
                    | Self::S
                    | Self::Small
                    | Self::Span
                    | Self::Strong
                    | Self::Strike
                    | Self::Sub
                    | Self::Sup
                    | Self::Table
                    | Self::Tt
                    | Self::U
                    | Self::Ul
                    | Self::Var
            )
    }
}
