//! The syntax of git's configuration files (`git-config(1)`, "Syntax").
//!
//! Owns the only reader of that syntax. Follows no include and knows no setting. It is strict: what git rejects is
//! rejected here, and so is NUL, which git takes for the end of a value.

/// One setting of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Section and key in lower case, the subsection between them unchanged: `diff.PDF.textconv`.
    pub(crate) name: String,
    /// Its value; none for a name without `=`, which is true.
    pub(crate) value: Option<Vec<u8>>,
}

impl Entry {
    /// Section and key without the subsection: `diff.textconv`.
    pub(crate) fn without_subsection(&self) -> String {
        match (self.name.split_once('.'), self.name.rsplit_once('.')) {
            (Some((section, _)), Some((_, key))) => format!("{section}.{key}"),
            _ => self.name.clone(),
        }
    }
}

/// Git rejects the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    /// The line that cannot be read; the first is 1.
    pub(crate) line: usize,
}

/// The settings in `bytes`, in the order of the file.
///
/// # Errors
/// A line is neither a section, nor a setting, nor a comment, or it has a quote or an escape that git does not know.
pub(crate) fn entries(bytes: &[u8]) -> Result<Vec<Entry>, Malformed> {
    let line_of = |at: usize| 1 + bytes.iter().take(at).filter(|byte| **byte == b'\n').count();
    if let Some(nul) = bytes.iter().position(|byte| *byte == 0) {
        return Err(Malformed { line: line_of(nul) });
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = Reader { text, at: 0 };
    reader.entries().map_err(|Rejected| {
        // The byte that was read last is the one that does not fit.
        Malformed { line: line_of(bytes.len() - text.len() + reader.at.saturating_sub(1)) }
    })
}

/// Something in the file is not of the syntax.
#[derive(Clone, Copy, Debug)]
struct Rejected;

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl Reader<'_> {
    fn entries(&mut self) -> Result<Vec<Entry>, Rejected> {
        let mut entries = Vec::new();
        let mut section = None;
        while let Some(byte) = self.next() {
            match byte {
                b'#' | b';' => self.skip_line(),
                b'[' => section = Some(self.section()?),
                byte if is_blank(byte) => {}
                byte if byte.is_ascii_alphabetic() => {
                    entries.push(self.setting(section.as_deref(), byte)?);
                }
                _ => return Err(Rejected),
            }
        }
        Ok(entries)
    }

    /// The next byte; a carriage return before a line feed is no byte of its own.
    fn next(&mut self) -> Option<u8> {
        if self.text.get(self.at..)?.starts_with(b"\r\n") {
            self.at += 1;
        }
        let byte = *self.text.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|byte| byte != b'\n') {}
    }

    /// The name of a section, after its bracket, and its closing bracket.
    fn section(&mut self) -> Result<String, Rejected> {
        let mut name = String::new();
        loop {
            match self.next().ok_or(Rejected)? {
                b']' if name.is_empty() => return Err(Rejected),
                b']' => return Ok(name),
                b' ' | b'\t' => return self.subsection(name),
                byte if is_key(byte) || byte == b'.' => name.push(char::from(byte.to_ascii_lowercase())),
                _ => return Err(Rejected),
            }
        }
    }

    fn subsection(&mut self, section: String) -> Result<String, Rejected> {
        let mut inner = Vec::new();
        while match self.next().ok_or(Rejected)? {
            b' ' | b'\t' => true,
            b'"' => false,
            _ => return Err(Rejected),
        } {}
        loop {
            match self.next().ok_or(Rejected)? {
                b'\n' => return Err(Rejected),
                b'"' => break,
                b'\\' => match self.next() {
                    None | Some(b'\n') => return Err(Rejected),
                    Some(byte) => inner.push(byte),
                },
                byte => inner.push(byte),
            }
        }
        match self.next() {
            Some(b']') => Ok(section + "." + &String::from_utf8_lossy(&inner)),
            _ => Err(Rejected),
        }
    }

    /// One setting, whose key begins with `first`. Before the first section the key is the whole name.
    fn setting(&mut self, section: Option<&str>, first: u8) -> Result<Entry, Rejected> {
        let mut name = section.map(|section| format!("{section}.")).unwrap_or_default();
        name.push(char::from(first.to_ascii_lowercase()));
        let mut behind = self.next();
        while let Some(byte) = behind.filter(|byte| is_key(*byte)) {
            name.push(char::from(byte.to_ascii_lowercase()));
            behind = self.next();
        }
        while let Some(b' ' | b'\t') = behind {
            behind = self.next();
        }
        match behind {
            None | Some(b'\n') => Ok(Entry { name, value: None }),
            Some(b'=') => Ok(Entry { name, value: Some(self.value()?) }),
            Some(_) => Err(Rejected),
        }
    }

    /// A value up to the end of its last line.
    fn value(&mut self) -> Result<Vec<u8>, Rejected> {
        let mut value = Vec::new();
        // How long the value is without the blanks at its end.
        let mut kept = 0;
        let mut is_quoted = false;
        loop {
            match self.next() {
                None | Some(b'\n') if is_quoted => return Err(Rejected),
                None | Some(b'\n') => break,
                Some(b'#' | b';') if !is_quoted => {
                    self.skip_line();
                    break;
                }
                // Blanks before a quote or an escape are no longer at the end.
                Some(b'"') => {
                    is_quoted = !is_quoted;
                    kept = value.len();
                }
                Some(b'\\') => {
                    kept = value.len();
                    match self.next() {
                        // At the end of the file git reads a last line feed.
                        None | Some(b'\n') => continue,
                        Some(b't') => value.push(b'\t'),
                        Some(b'b') => value.push(8),
                        Some(b'n') => value.push(b'\n'),
                        Some(byte @ (b'\\' | b'"')) => value.push(byte),
                        _ => return Err(Rejected),
                    }
                    kept = value.len();
                }
                Some(byte) if !is_quoted && is_blank(byte) => {
                    if !value.is_empty() {
                        value.push(byte);
                    }
                }
                Some(byte) => {
                    value.push(byte);
                    kept = value.len();
                }
            }
        }
        value.truncate(kept);
        Ok(value)
    }
}

/// The blanks of git, without vertical tab and form feed.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a key of a setting may have this byte in it.
fn is_key(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    /// Files that git reads.
    const GOOD: &[&str] = &[
        "",
        "[a]b=c",
        "[a] b = c d ; e\n",
        "[a]\n\tb\n  c=\nd = \"\"\n",
        "[A]\nBc-1 = x\n[A \"Sub.Sect\"]\nK=v\n[a.DEF]\nk=v",
        "# x\n; y\n[s \"a\\\"b\\\\c\\td\"] k = v # w\n",
        "[a]\nb = one \\\n  two\\\nthree\n",
        "[a]\nb = \" x \" y \"z # \" ; c\n",
        "[a]\nb = a\\tb\\nc\\\"d\\\\e\\b\n",
        "[a]\r\nb = c\r\nd = e\\\r\nf\r\n",
        "\u{feff}[a]\nb=c\n",
        "[a]b=c[d]e=f\n[g]h\n[i] j\n",
        "[a \"\"]\nb=c\n",
        "[diff \"ä\"]\ntextconv = ö  \n",
        "[a]\nb = \"x\\\ny\"\n",
        "[a]\nb = c  d\t e   \n",
        "[a] [b] c=d\n",
        "[a]\nb=\\\n\n c=d",
        "[a]\nb = x\\\n ; y\n",
        "[a]\nb = \u{b}c\u{c}\n",
        "[a]\r\rb = c\rd\r\r\n",
        "[a]b\t =\t c",
        "b=c\n[a]\nd",
        "[a]\nb=c\\",
        "[ \"x\"]\nb=c\n",
        "[a.]\nb=c\n[.]\nd=e\n",
    ];

    /// Files that git refuses.
    const BAD: &[&str] = &[
        "[a\nb=c",
        "[a]\nb c=d",
        "[a]\n1b=c",
        "[a]\nb=\"c\n",
        "[a]\nb=c\\x",
        "[a \"b]\nc=d",
        "[a \"b\" ]\nc=d",
        "[a b]\nc=d",
        "[a]\nb_c=d",
        "[a_b]\nc=d",
        "[a]\n=b",
        "[a \"b\nc\"]\nd=e",
        "[a]\nb\u{e4}=c",
        "]",
        "[]\nb=c\n",
        "[a]\n\u{b}b=c",
        "[a]\n\u{c}b=c",
    ];

    /// What git itself reads from the file, in the form of `git config --list -z`; none when it refuses.
    fn by_git(directory: &std::path::Path, text: &str) -> Option<Vec<u8>> {
        let file = directory.join("config");
        std::fs::write(&file, text).unwrap();
        let done = Command::new("git")
            .args(["config", "--no-includes", "--list", "-z", "--file"])
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        done.status.success().then_some(done.stdout)
    }

    fn drawn(entries: &[Entry]) -> Vec<u8> {
        let mut drawn = Vec::new();
        for entry in entries {
            drawn.extend_from_slice(entry.name.as_bytes());
            if let Some(value) = &entry.value {
                drawn.push(b'\n');
                drawn.extend_from_slice(value);
            }
            drawn.push(0);
        }
        drawn
    }

    #[test]
    fn a_file_is_read_as_git_reads_it() {
        if test_support::installed::find("git").is_none() {
            return;
        }
        let directory = tempfile::tempdir().unwrap();
        for text in GOOD {
            let git = by_git(directory.path(), text);
            assert_eq!(entries(text.as_bytes()).ok().as_deref().map(drawn), git, "{text:?}");
            assert!(git.is_some(), "{text:?}");
        }
        for text in BAD {
            assert!(entries(text.as_bytes()).is_err(), "{text:?}");
            assert_eq!(by_git(directory.path(), text), None, "{text:?}");
        }
        // The same bytes, each with one byte taken out or another put in: nothing that git reads may be read otherwise.
        for text in GOOD.iter().chain(BAD) {
            for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
                let (front, back) = text.split_at(at);
                let shorter = back.chars().next().map(char::len_utf8).and_then(|len| back.get(len..));
                let shorter = format!("{front}{}", shorter.unwrap_or_default());
                if let Ok(read) = entries(shorter.as_bytes()) {
                    assert_eq!(Some(drawn(&read)), by_git(directory.path(), &shorter), "{shorter:?}");
                }
            }
        }
    }

    #[test]
    fn nul_is_refused() {
        assert_eq!(entries(b"[a]\nb=c\0d\n"), Err(Malformed { line: 2 }));
    }

    #[test]
    fn the_line_that_does_not_fit_is_named() {
        for (text, line) in
            [("[core", 1), ("[a]\nb=c\n?", 3), ("[a]\nb = \"x\nc=d", 2), ("\u{feff}[a]\n b c", 2)]
        {
            assert_eq!(entries(text.as_bytes()), Err(Malformed { line }), "{text:?}");
        }
    }

    #[test]
    fn a_subsection_can_be_left_out() {
        let entries = entries(b"[a \"b.c\"]\nd=e\n[f.g]\nh\n[i]\nj").unwrap();
        let names = entries.iter().map(Entry::without_subsection).collect::<Vec<_>>();
        assert_eq!(names, ["a.d", "f.h", "i.j"]);
    }
}
