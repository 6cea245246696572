//! A block of code while it is read.
//!
//! Owns its lines, as they are, and its language. Tags in it mean nothing but line breaks.

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
            depth: 1,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds clean text.
    pub(super) fn push(&mut self, text: &str) {
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

/// The language that an element names, by the conventions of the usual highlighters: `language-x` (the HTML standard),
/// `lang-x`, `highlight-source-x` (GitHub), `highlight-x` (Sphinx), `data-lang` (Hugo), `data-language` (Prism, Shiki).
pub(super) fn language(attributes: &Attributes) -> Option<String> {
    if !(attributes.has(Attribute::Class)
        || attributes.has(Attribute::DataLang)
        || attributes.has(Attribute::DataLanguage))
    {
        return None;
    }
    let class = attributes.get(Attribute::Class).unwrap_or_default();
    let named = ["language-", "lang-", "highlight-source-", "highlight-"].iter().find_map(|prefix| {
        class
            .split_ascii_whitespace()
            .find_map(|word| word.strip_prefix(prefix).filter(|name| is_language(name)))
    });
    let data =
        || [Attribute::DataLang, Attribute::DataLanguage].into_iter().find_map(|name| attributes.get(name));
    match named {
        Some(name) => Some(name.to_ascii_lowercase()),
        None => data().filter(|name| is_language(name)).map(|name| name.to_ascii_lowercase()),
    }
}

fn is_language(name: &str) -> bool {
    let is_none =
        matches!(name, "none" | "default" | "text" | "plaintext" | "plain" | "wrapper" | "container");
    !name.is_empty()
        && !is_none
        && name.len() <= LANGUAGE_BYTES_MAX
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+#._-".contains(&byte))
}
