//! Which part of a page is its content.
//!
//! Owns the rule, which is decided in a first pass over the page and applied in a second:
//!
//! 1. If the page has a `<main>` or `role=main` with at least a fifth of the text, that is the content.
//! 2. Otherwise, if it has exactly one outermost `<article>` with at least a fifth of the text, that is the content.
//! 3. Otherwise all but `<nav>`, `<aside>` and `<footer>`, if that is at least a fifth of the text.
//! 4. Otherwise everything: an index of links, or a page whose author lied.
//!
//! In 1 and 2, a `<nav>` inside of the content is left out, while its header, asides and footer stay. Only text that a
//! person would see counts.

use super::attributes::Attributes;
use super::document::{self, Sink, visible_characters};
use super::open_elements::Counts;
use super::part::Part;
use super::tag::Tag;

/// Of how many characters one must be in a part for it to be the content.
const SHARE: u64 = 5;

/// Decides which part of a page is its content; none if the root or the body hides all of it.
pub(super) fn of(text: &str, is_xhtml: bool) -> Option<Part> {
    let mut shares = Shares::default();
    let account = document::read(text, is_xhtml, Some(Part::Whole), &mut shares);
    if account.hides_all {
        return None;
    }
    let is_enough = |share: u64| share > 0 && share.saturating_mul(SHARE) >= shares.whole;
    Some(if is_enough(shares.main) {
        Part::Main
    } else if shares.articles == 1 && is_enough(shares.article) {
        Part::Article
    } else if is_enough(shares.body) {
        Part::Body
    } else {
        Part::Whole
    })
}

/// The characters of each part.
#[derive(Debug, Default)]
struct Shares {
    whole: u64,
    body: u64,
    main: u64,
    article: u64,
    /// Outermost articles.
    articles: u64,
    open_articles: u64,
}

impl Sink for Shares {
    fn open(&mut self, tag: Tag, _: &Attributes) {
        if tag == Tag::Article {
            self.articles += u64::from(self.open_articles == 0);
            self.open_articles += 1;
        }
    }

    fn close(&mut self, tag: Tag) {
        if tag == Tag::Article {
            self.open_articles = self.open_articles.saturating_sub(1);
        }
    }

    fn text(&mut self, text: &str, place: Counts) {
        let count = visible_characters(text);
        self.whole += count;
        for (part, share) in
            [(Part::Body, &mut self.body), (Part::Main, &mut self.main), (Part::Article, &mut self.article)]
        {
            if part.includes(place) {
                *share += count;
            }
        }
    }

    fn void(&mut self, _: Tag, _: &Attributes) {}
    fn edge(&mut self) {}
    fn base(&mut self, _: &str) {}
}
