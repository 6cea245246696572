//! Texts that fit the width of a page.

use policy_core::visible::line;

/// Most columns of a line that is printed.
const COLUMNS: usize = 100;

/// `text` on one line that ends, with those in front of it, at the last column.
pub(super) fn fitted(in_front: usize, text: &str) -> String {
    let text = line(text);
    let room = COLUMNS.saturating_sub(in_front);
    if text.chars().count() <= room {
        return text.into_owned();
    }
    let mut cut: String = text.chars().take(room.saturating_sub(1)).collect();
    cut.push('…');
    cut
}

/// `text` in lines that end before the last column, each with a line break.
pub(super) fn wrapped(text: &str) -> String {
    let (mut out, mut column) = (String::new(), 0);
    for word in line(text).split(' ') {
        let width = word.chars().count();
        if column > 0 && column + 1 + width > COLUMNS {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += width;
    }
    out.push('\n');
    out
}

/// A number with its noun.
pub(super) fn counted(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
