//! Pages that were made to be read, with what is read of them.

mod bounds;
mod browser;
mod properties;
mod tags;
mod traps;

use std::fs;
use std::path::Path;

use url::Url;

use super::{CHARACTERS_MAX, Page, Source, read};

/// Where the pages of the tests are said to come from.
fn address() -> Url {
    Url::parse("https://docs.test/guide/page").unwrap()
}

/// Reads bytes as a server at [`address`] would have sent them.
fn read_as(content_type: &str, bytes: &[u8]) -> Page {
    let url = address();
    read(&Source { bytes, content_type: Some(content_type), url: &url, characters_max: CHARACTERS_MAX })
}

/// The Markdown of a page in HTML.
fn markdown(html: &str) -> String {
    read_as("text/html; charset=utf-8", html.as_bytes()).markdown
}

/// A page as a person judges it.
fn drawn(page: &Page) -> String {
    let Page { kind, charset, part, characters_total, is_cut, hidden, title, .. } = page;
    format!(
        "{kind:?}, {}, {part:?}; title {title:?}; {characters_total} characters, cut: {is_cut}\nhidden: {} characters in {} \
         elements, {} in comments, {} invisible; {} of code\n\n{}",
        charset.unwrap_or("no text"),
        hidden.text,
        hidden.elements,
        hidden.comments,
        hidden.invisible,
        hidden.code,
        page.markdown,
    )
}

#[test]
fn each_page_reads_as_its_snapshot() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/web_pages");
    let mut names: Vec<_> = fs::read_dir(&pages).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert!(names.len() >= 30);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/web_pages"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../snapshots/web_pages");
    let drawn_once = fs::read_dir(snapshots).unwrap().map(|entry| entry.unwrap().path());
    let drawn_once = drawn_once.filter(|path| path.extension().is_some_and(|it| it == "snap")).count();
    assert!(drawn_once <= names.len(), "a snapshot outlives its page");
    for name in names {
        let name = name.into_string().unwrap();
        let (stem, extension) = name.rsplit_once('.').unwrap();
        let content_type = if extension == "xhtml" { "application/xhtml+xml" } else { "text/html" };
        let page = read_as(content_type, &fs::read(pages.join(&name)).unwrap());
        assert!(!page.markdown.contains("INJECT"), "{name}\n{}", page.markdown);
        settings.bind(|| insta::assert_snapshot!(stem, drawn(&page)));
    }
}
