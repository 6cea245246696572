//! Commands as lists of words: the text in a call of a shell, and the quotation of every other list.

/// Shells by the name of their program, and the dialect that reads their text.
const SHELLS: [(&str, &str); 7] = [
    ("sh", "bash"),
    ("bash", "bash"),
    ("dash", "bash"),
    ("zsh", "zsh"),
    ("pwsh", POWERSHELL),
    ("powershell", POWERSHELL),
    ("powershell.exe", POWERSHELL),
];

/// The dialect that is no dialect of POSIX.
const POWERSHELL: &str = "powershell";

/// The dialect of the shell at this path, if it is one.
pub(crate) fn dialect(program: &str) -> Option<&'static str> {
    let name = program.rsplit(['/', '\\']).next()?;
    SHELLS.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, dialect)| *dialect)
}

/// The tool that runs the commands of this dialect, as rules name it.
pub(crate) fn tool(dialect: Option<&str>) -> &'static str {
    if dialect == Some(POWERSHELL) { "PowerShell" } else { "Bash" }
}

/// A list of words as one command and, where the list calls a shell with a text, the text and the dialect of that shell.
pub(crate) fn command(words: &[String]) -> (String, Option<&'static str>) {
    if let [program, options @ .., flag, text] = words
        && let Some(dialect) = dialect(program)
        && options.iter().all(|option| option.starts_with('-'))
        && takes_text(flag, dialect)
    {
        return (text.clone(), Some(dialect));
    }
    (words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "), None)
}

/// Whether the word after `flag` is the text of a command.
fn takes_text(flag: &str, dialect: &str) -> bool {
    if dialect == POWERSHELL {
        flag.eq_ignore_ascii_case("-command") || flag.eq_ignore_ascii_case("-c")
    } else {
        let letters = flag.strip_prefix('-');
        letters.is_some_and(|letters| {
            letters.ends_with('c') && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
    }
}

/// The word as bash reads it back.
fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:@%+,=".contains(&byte);
    // A `=` in the first word would be an assignment.
    if !word.is_empty() && word.bytes().all(is_plain) && !word.contains('=') {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_with_a_text_is_its_text_and_other_words_are_quoted() {
        for (words, text, shell) in [
            (&["bash", "-lc", "ls; pwd"][..], "ls; pwd", Some("bash")),
            (&["/bin/zsh", "-c", "a"], "a", Some("zsh")),
            (&["powershell.exe", "-NoProfile", "-Command", "gci"], "gci", Some("powershell")),
            (&["bash", "x.sh", "-c", "a"], "bash x.sh -c a", None),
            (&["grep", "a b", "it's", "", "$x"], r"grep 'a b' 'it'\''s' '' '$x'", None),
            (&["A=1"], "'A=1'", None),
            (&[], "", None),
        ] {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            assert_eq!(command(&words), (text.to_owned(), shell), "{words:?}");
        }
    }
}
