//! Hostile sizes: what a page may cost.
//!
//! Work is counted in elements that the reader looked at, never in time; memory in what the reader keeps.

use std::thread;

use url::Url;

use super::{address, read_as};
use crate::web::page::content;
use crate::web::page::document::{self, Account};
use crate::web::page::part::Part;
use crate::web::page::{Page, Source, markdown, read};

/// The stack in which a page must be readable, in bytes.
const STACK_BYTES: usize = 256 * 1024;

/// Reads a page in a thread with a small stack.
fn read_in_small_stack(html: String) -> Page {
    let thread = thread::Builder::new().stack_size(STACK_BYTES);
    thread.spawn(move || read_as("text/html", html.as_bytes())).unwrap().join().unwrap()
}

fn account(html: &str) -> Account {
    let url: Url = address();
    document::read(html, false, Some(Part::Whole), &mut markdown::Writer::new(&url, 100_000))
}

/// Shapes that make parsers slow: what is repeated, and what is before it.
const SHAPES: [(&str, &str); 26] = [
    ("", "<div>"),
    ("", "<b>"),
    ("", "<p><b>"),
    ("", "<a href=x>y"),
    ("", "<ul><li>x"),
    ("", "<blockquote>x"),
    ("", "<table><tr><td>x"),
    ("", "<svg><desc>"),
    ("", "<math><mi>"),
    ("", "<template>"),
    ("", "<pre>x"),
    ("", "<h1>x"),
    ("", "<code>`"),
    ("", "<x-y>"),
    ("", "<form><select>"),
    ("", "<dl><dt>a<dd>b"),
    ("", "</p>"),
    ("<table>", "<td><table>"),
    ("<table><tr>", "<td>x"),
    ("<table><tr>", "<td colspan=64>"),
    ("<pre>", "`"),
    ("<p>", "<code>x</code>y"),
    ("<p><b><button>", "<hr>"),
    ("<b hidden>", "<p></p>"),
    ("", "<p style='a:b;c:(d'>x"),
    ("", "&amp;<!-- -->"),
];

#[test]
fn nested_elements_need_no_stack() {
    for (number, (start, part)) in SHAPES.into_iter().enumerate() {
        let count = if number < 3 { 100_000 } else { 10_000 };
        let page = read_in_small_stack(format!("{start}{}", part.repeat(count)));
        assert!(page.markdown.chars().count() <= 100_000, "{start}{part}");
    }
}

#[test]
fn work_grows_with_the_page() {
    for (start, part) in SHAPES {
        let steps = |count| account(&format!("{start}{}", part.repeat(count))).steps;
        let (small, large) = (steps(5_000), steps(10_000));
        assert!(large <= 2 * small + 2_000, "{start}{part}: {small}, then {large}");
    }
}

#[test]
fn the_search_for_an_open_element_is_bounded() {
    let html = format!("<div><button>{}{}", "<span>".repeat(600), "</div>".repeat(10_000));
    assert!(account(&html).steps <= 10_000 * 512 + 2_000);
}

#[test]
fn what_is_hidden_deeper_than_is_tracked_hides_the_rest() {
    let deep = "<span>".repeat(600);
    for hidden in ["<div hidden>", "<b hidden>", "<svg>", "<x-y style=display:none>"] {
        let html = format!("shown {deep}{hidden}INJECT</div></b></svg></x-y>{}INJECT", "</span>".repeat(600));
        assert_eq!(read_as("text/html", html.as_bytes()).markdown, "shown", "{hidden}");
    }
    let html = format!("<div hidden>{deep}{}</div>INJECT", "</span></div>".repeat(600));
    assert_eq!(read_as("text/html", html.as_bytes()).markdown, "");
}

#[test]
fn what_is_shown_deeper_than_is_tracked_is_read() {
    let html = format!("{}<p>X</p><p>Y</p>{}<h2>Z</h2>", "<div>".repeat(600), "</div>".repeat(600));
    assert_eq!(read_as("text/html", html.as_bytes()).markdown, "X\n\nY\n\n## Z");
}

#[test]
fn attributes_of_a_megabyte_are_cut() {
    let long = "x".repeat(1 << 20);
    for html in [
        format!("<p title='{long}'>X"),
        format!("<p {long}>X"),
        format!("<p {long}=y>X"),
        format!("<p {}>X", "a=b ".repeat(1 << 18)),
        format!("<a href='{long}'>X"),
        format!("<{long}>X</{long}>"),
        format!("<!--{long}-->X"),
        format!("<!doctype {long}>X"),
        format!("<base href='{long}'>X"),
    ] {
        let page = read_in_small_stack(html);
        assert_eq!(page.markdown, "X");
    }
    let page = read_in_small_stack(format!("<img alt='{long}'>"));
    assert_eq!(page.markdown.chars().count(), "(image: )".len() + 300);
}

#[test]
fn a_long_page_is_cut_at_a_heading_and_says_so() {
    let html = "<h2>A part</h2><p>Some text.</p>".repeat(20_000);
    let page = read_as("text/html", html.as_bytes());
    let shown = page.markdown.chars().count();
    assert!(page.is_cut && (90_000..=100_000).contains(&shown), "{shown}");
    let (text, last) = page.markdown.rsplit_once("\n\n").unwrap();
    assert!(text.ends_with("Some text."));
    let expected = format!("[shown {} of {} characters]", text.chars().count(), page.characters_total);
    assert_eq!(last, expected);
    // The number is that of the whole text.
    let url = address();
    let source = Source {
        bytes: html.as_bytes(),
        content_type: Some("text/html"),
        url: &url,
        characters_max: usize::MAX,
    };
    assert_eq!(read(&source).markdown.chars().count() as u64, page.characters_total);
}

#[test]
fn one_block_that_is_too_long_is_cut_at_a_word() {
    for (open, close) in
        [("<p>", ""), ("<pre>", "\n```"), ("<table><tr><td>a<td>", ""), ("<ul><li>", ""), ("<h1>", "")]
    {
        let page = read_as("text/html", format!("{open}{}", "some words\n".repeat(30_000)).as_bytes());
        assert!(page.is_cut && page.markdown.chars().count() <= 100_000, "{open}");
        let (text, last) = page.markdown.rsplit_once("\n\n").unwrap_or(("", &page.markdown));
        assert!(last.starts_with("[shown "), "{open}: {last}");
        assert!(text.ends_with(close), "{open}: {}", text.len());
        assert!(page.characters_total >= 250_000, "{open}: {}", page.characters_total);
    }
}

#[test]
fn the_part_is_found_in_one_pass_more() {
    let html = format!("<nav>menu</nav><main>{}</main>", "<p>text</p>".repeat(10));
    assert_eq!(content::of(&html, false), Some(Part::Main));
}
