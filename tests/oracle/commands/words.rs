//! Words of a shell command line.

/// `text` as one word that the shell takes as it is.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./=,:+@%".contains(letter);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

/// The words of a table's example, each as the shell would have to read it to mean the same: blanks outside double
/// quotes separate, `$x` and `"$x"` are variables, `*` makes a glob, a leading `~/` is the home directory.
pub(super) fn of_example(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let mut inside = false;
        let end = rest
            .find(|letter: char| {
                inside ^= letter == '"';
                letter == ' ' && !inside
            })
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let is_expanded = word.contains(['$', '*']) || word.starts_with("~/");
        words.push(if is_expanded { word.to_owned() } else { quoted(word.trim_matches('"')) });
        rest = after.trim_start();
    }
    words
}
