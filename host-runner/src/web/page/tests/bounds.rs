//! Hostile sizes: what a page may cost.
//!
//! Work is counted in steps, never in time: elements, marks and bytes that the reader looked at or moved.

use std::thread;

use url::Url;

use super::{address, read_as};
use crate::web::page::content;
use crate::web::page::open_elements::DEPTH_MAX;
use crate::web::page::part::Part;
use crate::web::page::{Kind, Page, Source, charset, document, markdown, read, xml};

/// The stack in which a page must be readable, in bytes.
const STACK_BYTES: usize = 256 * 1024;

/// Reads a page in a thread with a small stack.
fn read_in_small_stack(html: String) -> Page {
    let thread = thread::Builder::new().stack_size(STACK_BYTES);
    thread.spawn(move || read_as("text/html", html.as_bytes())).unwrap().join().unwrap()
}

/// The most steps that one byte of a page may cost: in the elements, in the Markdown, and in the removal of XML's comments.
///
/// An element is found, linked and taken out in a few steps. A block of Markdown repeats up to 16 marks of lists and quotes.
const STEPS_OF_ELEMENTS: u64 = 4;
const STEPS_OF_MARKDOWN: u64 = 64;
const STEPS_OF_XML: u64 = 2;

/// How long the text of these pages may become. It may go through all tables around it once.
const CHARACTERS: u64 = 256;

/// The work of the elements and of the Markdown.
fn steps(html: &str) -> (u64, u64) {
    let url: Url = address();
    let mut writer = markdown::Writer::new(&url, CHARACTERS as usize);
    let account = document::read(html, false, Some(Part::Whole), &mut writer);
    (account.steps, writer.steps())
}

/// Shapes that make parsers slow: what is repeated, and what is before it.
const SHAPES: [(&str, &str); 42] = [
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
    ("", "<li>x"),
    ("", "<ol start=999999999><li>x"),
    ("", "<p>x"),
    ("", "<hr>"),
    ("", "x<br>"),
    ("", "<ol start=999999999><li><p>x<p>y"),
    ("", "<form><i></form>"),
    ("", "<b><ul></b></ul>"),
    ("", "<x1><x2><x3></x1>"),
    ("", "<div class=language-x><pre>x</pre>"),
    ("", "<a href=/x>x<table><tr><td>"),
    ("<table><tr>", "<td><table><tr><td>x</table>"),
    ("", "<table><tr><td>x<table><tr><td>y</table>z</table>"),
    ("<i><b><s><sup><q><a href=/x>", "x<p>y</p>"),
    ("", "<td><i hidden></td>"),
    ("", "<svg><g></svg>"),
];

/// What is open before a shape, and makes each of its steps a search to the bottom.
const BEFORE: [&str; 12] = [
    "",
    "<p><button>",
    "<div><button><table><tr><td>",
    "<ul><li><ul>",
    "<b><i><a href=/x>",
    "<form><dl><dd><dl>",
    "<svg>",
    "<math>",
    "<template>",
    "<table><tr><td>",
    "<i hidden>",
    "<ol start=999999999><li>",
];

/// What fills the stack of open elements, and how often.
const FILLERS: [(&str, usize); 9] = [
    ("", 0),
    ("<span>", 240),
    ("<div>", 240),
    ("<b>", 240),
    ("<x-y>", 240),
    ("<g>", 240),
    ("<object>", 240),
    ("<ul>", 240),
    ("<ol start=999999999><li>", 16),
];

/// The end tag of the first tag.
fn end_of(tags: &str) -> String {
    let name =
        tags.split('<').nth(1).and_then(|tag| tag.split([' ', '>', '/']).find(|name| !name.is_empty()));
    name.map_or_else(|| "</x>".to_owned(), |name| format!("</{name}>"))
}

#[test]
fn nested_elements_need_no_stack() {
    for (number, (start, part)) in SHAPES.into_iter().enumerate() {
        let count = if number < 3 { 100_000 } else { 4_000 };
        let page = read_in_small_stack(format!("{start}{}", part.repeat(count)));
        assert!(page.markdown.chars().count() <= 100_000, "{start}{part}");
    }
}

#[test]
fn each_byte_costs_a_bounded_number_of_steps() {
    let once = CHARACTERS * DEPTH_MAX as u64;
    for (first, before) in BEFORE.into_iter().enumerate() {
        for (second, (filler, depth)) in FILLERS.into_iter().enumerate() {
            for (third, (start, part)) in SHAPES.into_iter().enumerate() {
                let repeated = match (first + second + third) % 3 {
                    0 => part.to_owned(),
                    1 => end_of(part),
                    _ => format!("{part}{}", end_of(part)),
                };
                let repeated = repeated.repeat(1_200 / repeated.len());
                let html = format!("{before}{}{start}{repeated}", filler.repeat(depth));
                let (elements, markdown) = steps(&html);
                let bytes = html.len() as u64;
                assert!(elements <= STEPS_OF_ELEMENTS * bytes, "{elements} for {bytes} bytes: {html}");
                assert!(markdown <= STEPS_OF_MARKDOWN * bytes + once, "{markdown} for {bytes} bytes: {html}");
            }
        }
    }
}

#[test]
fn work_grows_with_the_page() {
    for (start, part) in SHAPES {
        let work = |count| {
            let (elements, markdown) = steps(&format!("{start}{}", part.repeat(count)));
            elements + markdown
        };
        let (small, large) = (work(2_000), work(4_000));
        assert!(large <= 2 * small + 2_000, "{start}{part}: {small}, then {large}");
    }
}

#[test]
fn the_comments_of_xml_are_removed_in_one_pass() {
    let parts = [
        "x",
        "<!-- -->",
        "<!--",
        "<?a?>",
        "<?",
        "<!",
        "<![CDATA[<!--]]>",
        "<![CDATA[",
        "<!a '",
        "-->",
        "<!-->",
    ];
    for part in parts {
        let text = part.repeat(10_000 / part.len());
        let steps = xml::without_comments(&text).steps;
        assert!(steps <= STEPS_OF_XML * text.len() as u64, "{part}: {steps} for {}", text.len());
    }
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
fn decoded_text_is_at_most_three_times_the_body() {
    // One byte becomes at most one character that is three bytes long in UTF-8.
    for label in [
        "utf-8",
        "windows-1251",
        "windows-1252",
        "ibm866",
        "macintosh",
        "shift_jis",
        "gb18030",
        "big5",
        "utf-16le",
    ] {
        for byte in 0..=u8::MAX {
            let body = [byte; 300];
            let url = address();
            let (text, _) = charset::decode(&body, Some(label), Kind::Html, &url);
            assert!(text.len() <= 3 * body.len(), "{label} {byte:#x}: {}", text.len());
        }
    }
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
