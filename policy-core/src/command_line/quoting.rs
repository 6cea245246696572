//! Quotes any text as one word of the shell.
//!
//! Owns the quoting that every other stage uses. Single quotes keep every byte except their own end, in bash and in
//! zsh: line breaks, here-documents and backslashes pass unchanged, and `!` has no history meaning in `-c`.

use alloc::string::String;

/// `text` in single quotes; a single quote in it ends them, is escaped, and opens them again.
///
/// What comes out is one word of bash and of zsh, with every option set, and its value is `text`. A null byte cannot
/// be in any word; the host refuses it before.
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('\'');
    for character in text.chars() {
        match character {
            '\'' => out.push_str(r"'\''"),
            character => out.push(character),
        }
    }
    out.push('\'');
    out
}
