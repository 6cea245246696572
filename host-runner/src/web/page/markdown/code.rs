//! A block of code while it is read.
//!
//! Owns its lines, as they are, and its language. Tags in it mean nothing but line breaks.

use std::borrow::Cow;

use super::super::attributes::{Attribute, Attributes};

/// Longest name of a language, in bytes.
const LANGUAGE_BYTES_MAX: usize = 32;

/// The code between `<pre>` and `</pre>`.
#[derive(Debug)]
pub(super) struct CodeBlock {
    text: String,
    count: usize,
    limit: usize,
    /// The characters beyond the limit, and the blanks after the last of them, which only count if more follows.
    dropped: u64,
    dropped_blanks: u64,
    last: char,
    pub(super) language: Option<String>,
    /// How many bytes were pushed: the measure of the work.
    pub(super) steps: u64,
    /// How many `<pre>` are open.
    pub(super) depth: usize,
}

impl CodeBlock {
    pub(super) fn new(language: Option<String>, limit: usize) -> Self {
        Self {
            text: String::new(),
            count: 0,
            limit,
            dropped: 0,
            dropped_blanks: 0,
            last: '\n',
            language,
            steps: 0,
            depth: 1,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds clean text.
    pub(super) fn push(&mut self, text: &str) {
        self.steps += text.len() as u64;
        for character in text.chars() {
            self.last = character;
            if self.count < self.limit {
                self.text.push(character);
                self.count += 1;
            } else if character.is_whitespace() {
                self.dropped_blanks += 1;
            } else {
                self.dropped += 1 + std::mem::take(&mut self.dropped_blanks);
            }
        }
    }

    /// The edge of a block in the code: a new line, unless one begins here.
    pub(super) fn edge(&mut self) {
        if !self.text.is_empty() && self.last != '\n' {
            self.push("\n");
        }
    }

    /// The code without the line breaks around it, and how many characters did not fit.
    pub(super) fn finish(self) -> (String, u64) {
        let code = self.text.strip_prefix('\n').unwrap_or(&self.text);
        let code = if self.dropped == 0 { code.trim_end() } else { code };
        // Blank lines before the first line of code go, but not its indentation.
        let start = code.len() - code.trim_start().len();
        let start = code.get(..start).and_then(|blank| blank.rfind('\n')).map_or(0, |last| last + 1);
        (code.get(start..).unwrap_or_default().to_owned(), self.dropped)
    }
}

/// Whether code only numbers the lines of the code beside it: 1, 2, 3 or from another number on.
pub(super) fn is_numbering(code: &str) -> bool {
    let numbers: Option<Vec<u32>> = code.lines().map(|line| line.trim().parse().ok()).collect();
    let is_next = |pair: &[u32]| matches!(pair, [one, next] if one.checked_add(1) == Some(*next));
    numbers.is_some_and(|numbers| numbers.len() > 1 && numbers.windows(2).all(is_next))
}

/// What is before the name of a language in a class: `language-x` (the HTML standard), `lang-x`, `highlight-source-x`
/// (GitHub), `highlight-x` (Sphinx), `mw-highlight-lang-x` (`MediaWiki`).
const PREFIXES: [&str; 5] = ["language-", "lang-", "highlight-source-", "highlight-", "mw-highlight-lang-"];

/// The class whose next class is the name of a language: `brush: js` (MDN, `SyntaxHighlighter`), `hljs js` (highlight.js),
/// `sourceCode js` (Pandoc).
const BEFORE: [&str; 3] = ["brush:", "hljs", "sourceCode"];

/// Languages that are a class of their own on code, as rustdoc has it (`rust rust-example-rendered`).
const BARE: [&str; 40] = [
    "bash",
    "c",
    "cpp",
    "csharp",
    "css",
    "diff",
    "dockerfile",
    "elixir",
    "erlang",
    "go",
    "haskell",
    "html",
    "ini",
    "java",
    "javascript",
    "js",
    "json",
    "kotlin",
    "latex",
    "lua",
    "makefile",
    "nix",
    "ocaml",
    "perl",
    "php",
    "powershell",
    "python",
    "python3",
    "ruby",
    "rust",
    "scala",
    "scheme",
    "sh",
    "sql",
    "swift",
    "toml",
    "ts",
    "typescript",
    "xml",
    "yaml",
];

/// The language that code names, by the conventions of the usual highlighters: a class (above), `data-lang` (Hugo) or
/// `data-language` (Prism, Shiki).
pub(super) fn language(attributes: &Attributes) -> Option<String> {
    named(attributes, |class| {
        class.split_ascii_whitespace().find(|word| BARE.contains(word)).or_else(|| {
            let mut words = class.split_ascii_whitespace();
            words.find(|word| BEFORE.contains(word)).and(words.next())
        })
    })
}

/// The language that an element around code names. There a bare class may mean anything.
pub(super) fn language_around(attributes: &Attributes) -> Option<String> {
    named(attributes, |_| None)
}

fn named(attributes: &Attributes, bare: impl Fn(&str) -> Option<&str>) -> Option<String> {
    if !(attributes.has(Attribute::Class)
        || attributes.has(Attribute::DataLang)
        || attributes.has(Attribute::DataLanguage))
    {
        return None;
    }
    let class = attributes.get(Attribute::Class).unwrap_or_default();
    let prefixed = PREFIXES.iter().find_map(|prefix| {
        class
            .split_ascii_whitespace()
            .find_map(|word| word.strip_prefix(prefix).filter(|name| is_language(name)))
    });
    let data = || {
        let names = [Attribute::DataLang, Attribute::DataLanguage];
        names.into_iter().find_map(|name| attributes.get(name)).filter(|name| is_language(name))
    };
    let bare = || bare(&class).map(|name| name.trim_end_matches(';')).filter(|name| is_language(name));
    let name = prefixed.map(Cow::Borrowed).or_else(data).or_else(|| bare().map(Cow::Borrowed));
    name.map(|name| name.to_ascii_lowercase())
}

fn is_language(name: &str) -> bool {
    let is_none =
        matches!(name, "none" | "default" | "text" | "plaintext" | "plain" | "wrapper" | "container");
    !name.is_empty()
        && !is_none
        && name.len() <= LANGUAGE_BYTES_MAX
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#._-".contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_lines_are_no_code() {
        for (code, expected) in [
            ("1\n2", true),
            (" 9\n10\n11", true),
            ("1", false),
            ("", false),
            ("1\n3", false),
            ("1\n2\nx", false),
            ("2\n1", false),
        ] {
            assert_eq!(is_numbering(code), expected, "{code:?}");
        }
    }

    #[test]
    fn a_language_is_named_by_the_conventions_of_highlighters() {
        for (class, on_code, around) in [
            ("language-rust", Some("rust"), Some("rust")),
            ("highlight highlight-source-python", Some("python"), Some("python")),
            ("mw-highlight mw-highlight-lang-lua", Some("lua"), Some("lua")),
            ("rust rust-example-rendered", Some("rust"), None),
            ("brush: js notranslate", Some("js"), None),
            ("brush: cobol; gutter: false", Some("cobol"), None),
            ("sourceCode vhdl", Some("vhdl"), None),
            ("hljs language-x", Some("x"), Some("x")),
            ("language-none js", Some("js"), None),
            ("highlight", None, None),
            ("brush:", None, None),
            ("language-a\"b", None, None),
            ("no language here", None, None),
        ] {
            let mut attributes = Attributes::default();
            attributes.begin();
            attributes.push_name(b"class");
            attributes.push_value(class.as_bytes());
            attributes.end();
            assert_eq!(language(&attributes).as_deref(), on_code, "{class}");
            assert_eq!(language_around(&attributes).as_deref(), around, "{class}");
        }
    }
}
