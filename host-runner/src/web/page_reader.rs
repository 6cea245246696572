//! Pages of the web as Markdown.
//!
//! Owns the way from a page to its reader and back. HTML is read in `page`.

use super::page::{self, CHARACTERS_MAX};
use super::render::{Render, Rendered, Source};

/// Reads HTML as Markdown without what no person would see, other text as it is, and says of everything else its type and
/// size.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageReader;

impl Render for PageReader {
    fn render(&self, source: &Source<'_>) -> Rendered {
        let page = page::read(&page::Source {
            bytes: source.body,
            content_type: source.content_type,
            url: source.url,
            characters_max: CHARACTERS_MAX,
        });
        Rendered {
            hidden_text_removed: usize::try_from(page.hidden.text_removed()).unwrap_or(usize::MAX),
            truncated: page.is_cut,
            title: page.title,
            text: page.markdown,
        }
    }
}
