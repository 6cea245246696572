//! What a server sent. The first byte chooses the content type.

#![no_main]

use std::sync::LazyLock;

use host_runner::web::{PageReader, Render, Rendered, Source};
use libfuzzer_sys::fuzz_target;
use policy_core::visible;
use shellgate_fuzz::is_planted;
use url::Url;

/// By the first byte; every other byte is HTML.
const CONTENT_TYPES: [(u8, Option<&str>); 6] = [
    (b'x', Some("application/xhtml+xml")),
    (b't', Some("text/plain; charset=utf-8")),
    (b'j', Some("application/json")),
    (b'm', Some("text/markdown; charset=shift_jis")),
    (b'u', Some("text/html; charset=utf-16")),
    (b'n', None),
];
const HTML: Option<&str> = Some("text/html");

/// The longest text of a page, in characters; that of a title.
const CHARACTERS_MAX: usize = 100_000;
const TITLE_CHARACTERS_MAX: usize = 300;

/// What a link of a page may begin with.
const SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];

fuzz_target!(|data: &[u8]| {
    let Some((first, body)) = data.split_first() else { return };
    let content_type = CONTENT_TYPES.iter().find(|(byte, _)| byte == first).map_or(HTML, |(_, it)| *it);

    let page = read(content_type, body);
    assert_eq!(page, read(content_type, body), "a page is read in two ways");
    assert!(page.text.chars().count() <= CHARACTERS_MAX, "a text is too long");
    assert!(page.text.chars().all(shows), "a character cannot be seen: {:?}", page.text);
    if let Some(title) = &page.title {
        let is_line = title.chars().all(|it| shows(it) && it != '\n') && !title.is_empty();
        assert!(is_line && title.chars().count() <= TITLE_CHARACTERS_MAX, "no title: {title:?}");
    }
    if matches!(content_type, HTML) || *first == b'x' {
        assert_eq!(strange_link(&page.text), None, "a link leads to a strange place: {:?}", page.text);
    }

    let root: &[u8] = if is_planted(body) { b"<html>" } else { b"<html hidden>" };
    let hidden = read(Some("text/html; charset=utf-8"), &[root, body].concat()).text;
    assert!(hidden.is_empty() || hidden.starts_with("not text: "), "a hidden page shows {hidden:?}");

    let text = Some("text/plain; charset=utf-8");
    let once = read(text, body).text;
    let again = read(text, once.as_bytes()).text;
    // Without what cannot be seen it may begin as an archive does.
    assert!(
        again == once || again.starts_with("not text: "),
        "a text that was read is read in another way: {once:?}"
    );
});

fn read(content_type: Option<&str>, body: &[u8]) -> Rendered {
    static ADDRESS: LazyLock<Url> =
        LazyLock::new(|| Url::parse("https://docs.test/a/b").expect("it is a URL"));
    PageReader.render(&Source { url: &ADDRESS, content_type, body })
}

fn shows(character: char) -> bool {
    matches!(character, '\n' | '\t') || visible::is_plain(character)
}

/// The first link that leads elsewhere than into the web or to a mailbox. What code shows is no link.
fn strange_link(text: &str) -> Option<&str> {
    if text.contains('`') {
        return None;
    }
    let links = text.match_indices("](").filter(|(at, _)| !text[..*at].ends_with('\\'));
    links.map(|(at, _)| &text[at + 2..]).find(|link| !SCHEMES.iter().any(|scheme| link.starts_with(scheme)))
}
