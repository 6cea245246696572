//! Text of a page for a model, made from the bytes that a server sent.
//!
//! Owns the question. How a kind of page is read is the answer's business.

use std::fmt::Debug;

use url::Url;

/// Reads pages.
pub trait Render: Debug + Send + Sync {
    /// The text of a page. It ends for every input, and its length is bounded.
    fn render(&self, page: &Source<'_>) -> Rendered;
}

/// A page as a server sent it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'p> {
    /// Where it is from, in its canonical spelling: links are relative to it.
    pub url: &'p Url,
    /// Its `Content-Type`, if the server says one in ASCII.
    pub content_type: Option<&'p str>,
    /// Its bytes, decompressed.
    pub body: &'p [u8],
}

/// The text of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The text, with Markdown in it where the page has structure.
    pub text: String,
    /// Whether the page goes on after it.
    pub truncated: bool,
    /// The title of the page, in one line.
    pub title: Option<String>,
    /// How many characters were left out because no reader of the page would see them. Scripts and style sheets do not
    /// count.
    pub hidden_text_removed: usize,
}
