//! Characters that look like a blank, or are invisible.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use super::invisible_characters::{invisible, is_pictograph, joins_letters};
use crate::span::Span;

check! {
    /// A no-break space looks like a blank and is a letter to bash; a zero-width space looks like nothing and makes
    /// another name; direction controls let you read a line backwards. What you approve has another meaning.
    ///
    /// ```sh,fires,escaped
    /// ls\u{a0}-la
    /// rm\u{3000}x
    /// ls\u{200b}x
    /// ls \u{feff}x
    /// echo \u{202e}txt.sh
    /// echo 'a\u{2066}b'
    /// ls \u{e0041}
    /// ls a\u{200d}b
    /// ls \u{2028} id
    /// git commit -m 'a\u{ad}b'
    /// ls a\u{fe0f}b
    /// ls a\u{200c}b
    /// ls a\u{2062}b
    /// ls \u{3164}
    /// ls\u{1680}x
    /// ls a\u{e0100}
    /// ```
    ///
    /// To PowerShell some of them are blanks, and the same command has other words than you see.
    ///
    /// ```powershell,fires,escaped
    /// gci\u{a0}-Recurse
    /// gci a\u{2003}-OutVariable x
    /// gci \u{200b}a
    /// Write-Output '\u{202e}a'
    /// ```
    ///
    /// ```powershell,silent,escaped
    /// gc r\u{e9}sum\u{e9}.txt
    /// Write-Output '\u{6f22}\u{5b57}'
    /// Write-Output '\u{2764}\u{fe0f} done'
    /// gci src
    /// ```
    ///
    /// File names and messages in any language are ordinary, and so are emoji.
    ///
    /// ```sh,silent,escaped
    /// cat r\u{e9}sum\u{e9}.txt
    /// cat re\u{301}sume\u{301}.txt
    /// ls '\u{6f22}\u{5b57}'
    /// git commit -m '\u{2764}\u{fe0f} done'
    /// git commit -m '\u{1f468}\u{200d}\u{1f4bb} code'
    /// echo '1\u{fe0f}\u{20e3}'
    /// ls \u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}.txt
    /// ls \u{845b}\u{e0100}.txt
    /// ```
    pub static UNICODE_WHITESPACE = 18 {
        says: "an invisible character makes this a different command than it looks",
        help: "remove the character, or replace it with an ordinary blank",
        marks: Marks::BEYOND_ASCII,
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let mut before = ' ';
    let mut characters = case.script.source.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map_or(' ', |(_, next)| *next);
        let emoji = match character {
            '\u{fe0f}' | '\u{fe0e}' => is_pictograph(before),
            '\u{200d}' => is_pictograph(before) && is_pictograph(next) || joins_letters(before, next),
            // Persian and the Indic scripts need it between letters (RFC 5892, appendix A.1).
            '\u{200c}' => joins_letters(before, next),
            // A variant of the ideograph in front of it.
            '\u{e0100}'..='\u{e01ef}' => matches!(before, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}'),
            _ => false,
        };
        if let Some(what) = invisible(character).filter(|_| !emoji) {
            let span = Span::new(at, at + character.len_utf8());
            found.ask_because(span, format!("U+{:04X}, {what}: it cannot be seen, and the shell takes it for a letter", u32::from(character)));
        }
        before = character;
    }
}
