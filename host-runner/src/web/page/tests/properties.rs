//! What holds for every page.

use proptest::prelude::*;
use test_support::effort::property;

use super::tags::TAGS;
use super::{address, read_as};
use crate::web::page::{Source, invisible::Cleaner, read};

/// Pieces of pages, from which hostile ones are put together.
fn piece() -> impl Strategy<Value = String> {
    let tags = prop::sample::select([&TAGS[..], &["body", "img", "plaintext", "base"]].concat());
    let attributes = prop::sample::select(vec![
        "",
        "",
        "",
        " href=/x",
        " hidden",
        " style='display:none'",
        " class=language-rs",
        " alt='a]('",
        " colspan=3",
        " start=7",
        " role=main",
        " /",
        " href='javascript:x'",
    ]);
    let text = prop::sample::select(vec![
        "x",
        " ",
        "word ",
        "\n",
        "# ",
        "- ",
        "[a](b)",
        "```",
        "|",
        "<",
        "&lt;",
        "&#8238;",
        "\u{202e}",
        "\u{200b}",
        "\0",
        "&#27;",
        "]",
        "!",
        "\\",
        "*",
        "é",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "日本",
    ]);
    prop_oneof![
        (tags.clone(), attributes).prop_map(|(tag, attributes)| format!("<{tag}{attributes}>")),
        tags.prop_map(|tag| format!("</{tag}>")),
        text.prop_map(str::to_owned),
    ]
}

fn page() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..60).prop_map(|pieces| pieces.concat())
}

fn content_type() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "text/html",
        "application/xhtml+xml",
        "text/plain",
        "application/json",
        "text/xml",
        "text/markdown",
        "",
        "text/html; charset=utf-16",
        "text/html; charset=shift_jis",
        "text/html; charset=iso-2022-jp",
        "image/png",
    ])
}

/// Whether every character shows, but for line breaks and tabs.
fn is_clean(text: &str) -> bool {
    let mut cleaner = Cleaner::default();
    text.chars().all(|character| cleaner.clean(character) == Some(character))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(property(128, 512)) })]

    #[test]
    fn any_bytes_become_clean_text_within_the_bound(
        bytes in prop::collection::vec(any::<u8>(), 0..2_000),
        content_type in content_type(),
    ) {
        let url = address();
        let page = read(&Source { bytes: &bytes, content_type: Some(content_type), url: &url, characters_max: 400 });
        prop_assert!(page.markdown.chars().count() <= 400);
        prop_assert!(is_clean(&page.markdown), "{:?}", page.markdown);
    }

    #[test]
    fn any_page_becomes_clean_text_within_the_bound(html in page(), content_type in content_type()) {
        let url = address();
        let source = Source { bytes: html.as_bytes(), content_type: Some(content_type), url: &url, characters_max: 300 };
        let page = read(&source);
        prop_assert!(page.markdown.chars().count() <= 300, "{}", page.markdown);
        prop_assert!(is_clean(&page.markdown), "{:?}", page.markdown);
        let whole = read(&Source { characters_max: 1_000_000, ..source });
        // A block that alone is too long is measured before its last blanks and escapes are known.
        let (counted, exact) = (page.characters_total, whole.characters_total);
        prop_assert!(counted.abs_diff(exact) <= 20 + exact / 10, "{} for {}", counted, exact);
        prop_assert_eq!(page.is_cut, exact > 300);
        prop_assert_eq!(whole.markdown.chars().count() as u64, whole.characters_total);
        prop_assert!(!whole.is_cut);
    }

    #[test]
    fn a_hidden_marker_never_appears(
        before in prop::collection::vec(piece(), 0..10),
        inside in prop::collection::vec(piece(), 0..40),
    ) {
        // Before it only what a block ends or leaves alone; inside of it everything but what ends it in a browser.
        let before = without(&before, |name| !matches!(name, "p" | "b" | "i" | "a" | "span" | "x-y" | "br" | "hr"));
        // It would make the tag after it part of a comment.
        let before = before.replace("<!", "");
        let in_block = without(&inside, |name| name == "/div");
        let in_cell = without(&inside, |name| {
            let name = name.trim_start_matches('/');
            matches!(name, "table" | "tr" | "td" | "th" | "caption")
        });
        for (open, inside) in [
            ("<div hidden>", &in_block),
            ("<div style='opacity:0'>", &in_block),
            ("<div aria-hidden=true>", &in_block),
            ("<table><tr><td hidden>", &in_cell),
        ] {
            let html = format!("{before}{open}INJECT{inside}INJECT");
            let text = read_as("text/html", html.as_bytes()).markdown;
            prop_assert!(!text.contains("INJECT"), "{html}\n{text}");
        }
    }

    #[test]
    fn no_link_leads_where_the_page_has_none(html in page()) {
        let text = read_as("text/html", html.as_bytes()).markdown;
        // The only address that the pieces link to; `[a](b)` is text.
        for (at, _) in text.match_indices("](") {
            let rest = text.get(at + 2..).unwrap_or_default();
            let is_escaped = text.get(..at).is_some_and(|before| before.ends_with('\\'));
            let is_code = text.contains('`');
            prop_assert!(rest.starts_with("https://docs.test/x") || is_escaped || is_code, "{html}\n{text}");
        }
        prop_assert!(!text.contains("javascript:") || is_raw(&html), "{html}\n{text}");
    }

    #[test]
    fn text_is_read_the_same_again(text in "([a-zA-Zé日 #\\[\\]()*\\n\\t\u{202e}\u{200b}]|\r\n){0,400}") {
        let read = |text: &str| read_as("text/plain; charset=utf-8", text.as_bytes()).markdown;
        let once = read(&text);
        prop_assert_eq!(&read(&once), &once);
    }

    #[test]
    fn a_cut_text_is_read_the_same_again(lines in prop::collection::vec("[a-z #]{0,40}", 0..200)) {
        let url = address();
        let read = |text: &str| {
            let source =
                Source { bytes: text.as_bytes(), content_type: Some("text/plain"), url: &url, characters_max: 1_000 };
            read(&source).markdown
        };
        let once = read(&lines.join("\n"));
        prop_assert_eq!(&read(&once), &once);
    }
}

/// Whether the pieces leave raw text open, in which a tag is text.
fn is_raw(before: &str) -> bool {
    before.contains("<plaintext")
        || before.contains("<textarea")
        || before.contains("<title")
        || before.contains("<!--")
        || before.contains("<![CDATA[")
}

/// The pieces together, without the tags that `is_unwanted` names (`p`, `/p`).
fn without(pieces: &[String], is_unwanted: impl Fn(&str) -> bool) -> String {
    let name = |piece: &str| {
        let tag = piece.strip_prefix('<')?;
        let end = tag.find([' ', '>'])?;
        tag.get(..end).map(str::to_owned)
    };
    // A lone `<` would make a tag of the text after it.
    let is_wanted = |piece: &&String| *piece != "<" && name(piece).is_none_or(|name| !is_unwanted(&name));
    pieces.iter().filter(is_wanted).map(String::as_str).collect()
}
