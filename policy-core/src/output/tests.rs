use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::format;

use super::hints::Hint;
use super::preview::Whole;
use super::{Reading, hints, image, read};

fn text(bytes: &[u8]) -> String {
    read(bytes, 1000).text
}

#[test]
fn text_is_what_a_terminal_would_show_of_each_line() {
    let cases: &[(&[u8], &str)] = &[
        (b"plain\n", "plain\n"),
        (b"no end", "no end"),
        (b"\x1b[1;31mred\x1b[0m and \x1b[38;5;200mpink\x1b[m\n", "red and pink\n"),
        (b"\x1b]0;title\x07text\n", "text\n"),
        (b"\x1b]8;;https://x.org\x1b\\link\x1b]8;;\x1b\\\n", "link\n"),
        (b" 10 %\r 50 %\r100 %\n", "100 %\n"),
        (b"building\r\x1b[Kdone\n", "done\n"),
        (b"building\x1b[2K\rdone\n", "done\n"),
        (b"abcdef\rxy\n", "xycdef\n"),
        (b"typo\x08\x08pe\n", "type\n"),
        (b"a\x1b[20Gb\n", "a b\n"),
        (b"dos\r\nlines\r\n", "dos\r\nlines\r\n"),
        (b"tab\there\x07\x00\n", "tab\there\n"),
        (b"\xff\xfe ok \xc3\xa9 \xe2\x82\n", "\u{fffd}\u{fffd} ok \u{e9} \u{fffd}\n"),
        (b"\x80\x9f\n", "\u{fffd}\u{fffd}\n"),
        (b"cut \xe2\x82", "cut \u{fffd}"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(text(bytes), *expected, "{}", bytes.escape_ascii());
    }
}

#[test]
fn a_sequence_that_never_ends_swallows_its_line_and_no_more() {
    for start in ["\x1b]0;", "\x1bP", "\x1bX", "\x1b[3", "\x1b"] {
        let read = text(format!("before\n{start} hidden\nafter\nlast\n").as_bytes());
        assert!(read.starts_with("before\n") && read.ends_with("after\nlast\n"), "{start:?}: {read:?}");
    }
}

#[test]
fn pieces_may_end_anywhere() {
    let bytes = "caf\u{e9} \x1b[31m\u{20ac}\x1b[0m 1 %\r2 %\r\n\u{1f600}\n".as_bytes();
    let whole = text(bytes);
    for at in 0..bytes.len() {
        let (first, second) = bytes.split_at(at);
        let mut reading = Reading::new(1000);
        reading.push(first);
        reading.push(second);
        assert_eq!(reading.finish(&Whole::default()).text, whole, "cut at {at}");
    }
}

#[test]
fn bytes_that_are_no_text_cost_no_more_than_their_length() {
    // The square of this length would not end within the test's patience.
    let noise =
        (0..1_u32 << 20).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8 | 0x80).collect::<Vec<_>>();
    assert!(!read(&noise, 1000).complete);
    let moves = b"\x1b[65535Cx".repeat(10_000);
    assert!(text(&moves).len() <= 30_000);
}

fn numbered(lines: usize) -> String {
    let lines = (1..=lines).map(|line| format!("line {line}\n"));
    lines.collect::<Vec<_>>().concat()
}

#[test]
fn what_fits_is_shown_whole_and_what_does_not_is_cut_between_lines() {
    let exact = numbered(100);
    assert_eq!(read(exact.as_bytes(), exact.len()).text, exact);
    let read = read(numbered(10_000).as_bytes(), 300);
    assert!(!read.complete);
    let bytes = numbered(10_000).len();
    let expected = format!(
        "line 1\nline 2\n[shown: the first 14 and the last 71 characters of {bytes} bytes; the rest was not kept]\n"
    );
    assert!(read.text.starts_with(&expected), "{}", read.text);
    assert!(read.text.ends_with("\nline 9999\nline 10000\n"), "{}", read.text);
}

#[test]
fn the_line_between_says_what_is_shown_of_what_and_where_the_rest_is() {
    let mut cases = Vec::new();
    for (lines, path, kept) in
        [(Some(10_000), Some("/out/1"), None), (None, Some("/out/1"), Some(512)), (None, None, None)]
    {
        let mut reading = Reading::new(60);
        reading.push(numbered(8).as_bytes());
        reading.skip();
        reading.push(numbered(10_000).as_bytes());
        let read = reading.finish(&Whole { bytes: 98_894, lines, path, kept });
        assert!(!read.complete);
        cases.push(read.text);
    }
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/output"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, { insta::assert_snapshot!("preview", cases.join("\n---\n")) });
}

#[test]
fn a_gap_is_never_shown_as_the_whole() {
    let mut reading = Reading::new(1000);
    reading.push(b"first\n");
    reading.skip();
    reading.push(b"last\n");
    let read = reading.finish(&Whole { bytes: 1 << 30, ..Whole::default() });
    assert!(!read.complete);
    assert!(read.text.starts_with("first\n[shown: ") && read.text.ends_with("]\nlast\n"), "{}", read.text);
}

#[test]
fn one_long_line_is_cut_in_itself() {
    let read = read("x".repeat(1 << 18).as_bytes(), 900);
    let said = "\n[shown: the first 60 and the last 240 characters of 262144 bytes; the rest was not kept]\n";
    assert_eq!(read.text, ["x".repeat(60).as_str(), said, "x".repeat(240).as_str()].concat());
}

fn hint(v: &str, kind: &str, value: &str) -> Hint {
    Hint { v: v.to_string(), kind: kind.to_string(), value: value.to_string() }
}

#[test]
fn a_hint_is_a_line_of_its_own() {
    let yes = [
        (r#"<claude-code-hint v="1" type="plugin" value="a@b" />"#, hint("1", "plugin", "a@b")),
        (r#"  <claude-code-hint v="1" type="plugin" value="a@b"/>  "#, hint("1", "plugin", "a@b")),
        ("<claude-code-hint v=2 type=other value=x new=1 />", hint("2", "other", "x")),
        (r#"<claude-code-hint value="a b" type="plugin" v="1" />"#, hint("1", "plugin", "a b")),
    ];
    for (line, expected) in yes {
        assert_eq!(hints::read(line), Some(expected), "{line}");
    }
    let no = [
        r#"see <claude-code-hint v="1" type="plugin" value="a@b" />"#,
        r#"<claude-code-hint v="1" type="plugin" value="a@b" /> there"#,
        r#"<claude-code-hint v="1" type="plugin" value="a@b">"#,
        r#"<claude-code-hints v="1" type="plugin" value="a@b" />"#,
        r#"<claude-code-hint v="1" v="2" type="plugin" value="a@b" />"#,
        r#"<claude-code-hint type="plugin" value="a@b" />"#,
        r#"<claude-code-hint v="1" type="plugin" value="a@b />"#,
        "<claude-code-hint />",
    ];
    for line in no {
        assert_eq!(hints::read(line), None, "{line}");
    }
}

#[test]
fn hints_are_taken_out_of_the_text_and_nothing_else_is() {
    let line = r#"<claude-code-hint v="1" type="plugin" value="a@b" />"#;
    let read = read(format!("one\n{line}\r\n\x1b[2m{line}\x1b[0m\ntwo {line}\n").as_bytes(), 1000);
    assert_eq!(read.text, format!("one\ntwo {line}\n"));
    assert_eq!(read.hints, [hint("1", "plugin", "a@b"), hint("1", "plugin", "a@b")]);
    let many = format!("{line}\n").repeat(hints::HINTS_MAX + 2);
    let read = super::read(many.as_bytes(), 1000);
    assert_eq!((read.hints.len(), read.text.lines().count()), (hints::HINTS_MAX, 2));
}

#[test]
fn an_image_is_told_by_its_first_bytes_or_by_its_address() {
    let cases: &[(&[u8], Option<&str>)] = &[
        (b"\x89PNG\r\n\x1a\nrest", Some("data:image/png;base64,iVBORw0KGgpyZXN0")),
        (b"\xff\xd8\xff\xe0", Some("data:image/jpeg;base64,/9j/4A==")),
        (b"GIF89a", Some("data:image/gif;base64,R0lGODlh")),
        (b"RIFF\x04\0\0\0WEBP", Some("data:image/webp;base64,UklGRgQAAABXRUJQ")),
        (b" data:image/png;base64,iVBORw0KGgo=\n", Some("data:image/png;base64,iVBORw0KGgo=")),
        (b"data:image/png;base64,", None),
        (b"data:image/png;base64,no no", None),
        (b"data:image/svg+xml;base64,AAAA", None),
        (b"see data:image/png;base64,iVBORw0KGgo=", None),
        (b"PNG", None),
        (b"RIFF\x04\0\0\0WAVE", None),
        (b"", None),
    ];
    for (bytes, expected) in cases {
        assert_eq!(image::data(bytes).as_deref(), *expected, "{}", bytes.escape_ascii());
    }
    let mut large = b"GIF89a".to_vec();
    large.resize(image::BYTES_MAX + 1, 0);
    assert_eq!((image::kind(&large), image::data(&large)), (Some("image/gif"), None));
}
