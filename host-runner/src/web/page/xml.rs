//! What XML writes as HTML does and means otherwise: comments, processing instructions, the document type.
//!
//! Owns their removal before the tokenizer of HTML reads the text. It would end a comment at `<!-->` and an instruction at
//! the first `>`, and show the rest. Whether the document is otherwise well-formed is not checked.

use std::borrow::Cow;

/// A text of XML that the tokenizer of HTML can read.
#[derive(Debug)]
pub(super) struct Cleaned<'t> {
    pub(super) text: Cow<'t, str>,
    /// How many characters were removed.
    pub(super) removed: u64,
    /// How many bytes were looked at or moved, at most: the measure of the work.
    pub(super) steps: u64,
}

/// The text without its comments, processing instructions and document type.
///
/// A document type with declarations of its own (`<!DOCTYPE html [ … ]>`) ends the text: they could change what anything
/// after them means.
pub(super) fn without_comments(text: &str) -> Cleaned<'_> {
    let (mut out, mut removed, mut steps) = (String::new(), 0, 0);
    let mut rest = text;
    // One search, not one for each kind: a search for what is missing would go to the end each time.
    while let Some(start) = rest.as_bytes().windows(2).position(|pair| matches!(pair, b"<!" | b"<?")) {
        let (before, markup) = rest.split_at(start);
        out.push_str(before);
        let end = end_of(markup);
        // The search, the copy of what is before; the search for the end, and its copy or count.
        steps += 2 * (start + end) as u64;
        let (markup, after) = markup.split_at(end);
        if markup.starts_with("<![CDATA[") {
            out.push_str(markup);
        } else {
            removed += markup.chars().count() as u64;
        }
        rest = after;
    }
    steps += 2 * rest.len() as u64;
    if rest.len() == text.len() {
        return Cleaned { text: Cow::Borrowed(text), removed, steps };
    }
    out.push_str(rest);
    Cleaned { text: Cow::Owned(out), removed, steps }
}

/// Where a declaration, a comment or an instruction ends; what has no end goes to the end of the text.
fn end_of(markup: &str) -> usize {
    let closing = if markup.starts_with("<!--") {
        "-->"
    } else if markup.starts_with("<![CDATA[") {
        "]]>"
    } else if markup.starts_with("<?") {
        "?>"
    } else {
        return end_of_declaration(markup);
    };
    let opening = if closing == "-->" { 4 } else { 2 };
    let content = markup.get(opening..).unwrap_or_default();
    content.find(closing).map_or(markup.len(), |at| opening + at + closing.len())
}

/// `<!DOCTYPE html PUBLIC "…" "…">`.
fn end_of_declaration(markup: &str) -> usize {
    let mut quote = None;
    for (at, byte) in markup.bytes().enumerate() {
        match (quote, byte) {
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'>') => return at + 1,
            (None, b'[') => return markup.len(),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    markup.len()
}

#[cfg(test)]
mod tests {
    use super::without_comments;

    #[test]
    fn what_is_no_text_of_xml_is_removed_by_its_own_rules() {
        for (text, expected) in [
            ("<p>a</p>", "<p>a</p>"),
            ("a<!-- b -->c", "ac"),
            ("a<!--> b -->c", "ac"),
            ("a<!-- b --!> c -->d", "ad"),
            ("a<? b > c ?>d", "ad"),
            ("<!DOCTYPE html PUBLIC 'a>b' \"c\">d", "d"),
            ("<!DOCTYPE html [<!ENTITY x '><p>b</p>'>]><p>c", ""),
            ("a<![CDATA[<!-- b -->]]>c", "a<![CDATA[<!-- b -->]]>c"),
            ("a<!-- b", "a"),
            ("a<!", "a"),
        ] {
            assert_eq!(without_comments(text).text, expected, "{text}");
        }
    }
}
