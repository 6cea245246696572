//! What a server sent, as clean text for a model: HTML becomes Markdown, other text is passed on, the rest is named.
//!
//! Owns everything between the bytes of a body and the text that a model reads. Pure functions: no input or output, no
//! clock, no state. The page is hostile: nothing in it makes the reader recurse, grow beyond its bounds, or show what a
//! person would not see ([`hidden`] says what that means, and what it cannot know without style sheets).
//!
//! ```text
//! bytes ─kind─▶ ─charset─▶ text ─tokens─▶ tags ─document─▶ shown elements ─markdown─▶ Markdown
//!                                              (open_elements, hidden, part)
//! ```

mod attributes;
mod bounded;
mod charset;
mod content;
mod document;
mod hidden;
mod invisible;
mod kind;
mod link;
mod markdown;
mod open_elements;
mod part;
mod tag;
mod tokens;
mod verbatim;
mod xml;

#[cfg(test)]
mod tests;

use std::borrow::Cow;

use url::Url;

pub(crate) use hidden::HiddenCounts;
pub(crate) use kind::Kind;
pub(crate) use part::Part;

/// How much of a page a model gets, in characters, the last line of a page that was cut included.
pub(super) const CHARACTERS_MAX: usize = 100_000;

/// What a server sent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    /// The body, without content encoding.
    pub bytes: &'a [u8],
    /// The value of the header `Content-Type`, if there was one.
    pub content_type: Option<&'a str>,
    /// Where the body came from, after redirects. Links start from it.
    pub url: &'a Url,
    /// The longest text to return, in characters; [`CHARACTERS_MAX`] for a model. Below 256 there may be no text but the
    /// line that says so.
    pub characters_max: usize,
}

/// What a model reads.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// The text: Markdown for HTML, the text itself for other text, one sentence for what is not text. Has no control or
    /// invisible characters but line breaks and tabs.
    pub markdown: String,
    /// What the body was.
    #[cfg_attr(not(test), expect(dead_code, reason = "the snapshots of pages show it"))]
    pub kind: Kind,
    /// The encoding as the standard names it (`UTF-8`, `windows-1252`); none if it is not text.
    #[cfg_attr(not(test), expect(dead_code, reason = "the snapshots of pages show it"))]
    pub charset: Option<&'static str>,
    /// Which part of a page was read; [`Part::Whole`] for what is not HTML.
    pub part: Part,
    /// The characters of the text before it was cut.
    pub characters_total: u64,
    /// Whether the text was longer than `characters_max`. Its last line then says “shown A of N characters”.
    pub is_cut: bool,
    /// What the page did not show.
    pub hidden: HiddenCounts,
    /// The title of a page, at most 300 characters, in one line.
    pub title: Option<String>,
}

/// Reads what a server sent.
///
/// Takes time in proportion to the body. Takes memory for the decoded text, if it is not the body itself (UTF-8 without
/// mistakes, which is most of the web): at most three times the body in any encoding, and once more as much if it is XHTML
/// with comments. Besides, it takes a few times `characters_max`, whatever the page is.
pub(super) fn read(source: &Source<'_>) -> Page {
    let content_type = source.content_type.map(kind::ContentType::parse).unwrap_or_default();
    let kind = kind::of(&content_type, source.bytes);
    if kind == Kind::Other {
        return named(source, &content_type);
    }
    let (text, charset) = charset::decode(source.bytes, content_type.charset.as_deref(), kind, source.url);
    if kind::is_binary(&text, kind) {
        return named(source, &content_type);
    }
    let mut page = Page {
        markdown: String::new(),
        kind,
        charset: Some(charset),
        part: Part::Whole,
        characters_total: 0,
        is_cut: false,
        hidden: HiddenCounts::default(),
        title: None,
    };
    let finished = match kind {
        Kind::Html | Kind::Xhtml => {
            let is_xhtml = kind == Kind::Xhtml;
            let cleaned = is_xhtml.then(|| xml::without_comments(&text));
            let (removed, steps) =
                cleaned.as_ref().map_or((0, 0), |cleaned| (cleaned.removed, cleaned.steps));
            let text = cleaned.map_or(Cow::Borrowed(&*text), |cleaned| cleaned.text);
            let part = content::of(&text, is_xhtml);
            page.part = part.unwrap_or(Part::Whole);
            let mut writer = markdown::Writer::new(source.url, source.characters_max);
            let mut account = document::read(&text, is_xhtml, part, &mut writer);
            account.steps += steps;
            let (finished, invisible) = writer.finish();
            page.hidden = account.hidden;
            page.hidden.comments += removed;
            page.hidden.invisible += invisible;
            page.title = account.title;
            finished
        }
        Kind::Json | Kind::Markdown | Kind::Other | Kind::Text | Kind::Xml => {
            let mut cleaner = invisible::Cleaner::default();
            let finished = verbatim::write(&text, source.characters_max, &mut cleaner);
            page.hidden.invisible = cleaner.dropped;
            finished
        }
    };
    page.markdown = finished.text;
    page.characters_total = finished.total;
    page.is_cut = finished.is_cut;
    page
}

/// What is not text: its type and size.
fn named(source: &Source<'_>, content_type: &kind::ContentType) -> Page {
    let name = content_type.essence.as_deref().unwrap_or("without a content type");
    let markdown = format!("not text: {name}, {} bytes", source.bytes.len());
    Page {
        characters_total: markdown.chars().count() as u64,
        markdown,
        kind: Kind::Other,
        charset: None,
        part: Part::Whole,
        is_cut: false,
        hidden: HiddenCounts::default(),
        title: None,
    }
}
