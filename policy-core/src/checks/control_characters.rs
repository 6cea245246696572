//! Bytes that are invisible to a reader and that a terminal obeys.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use crate::span::Span;

check! {
    /// Control characters move the cursor, delete what was written and change the window's title: what you read in
    /// the approval is not what runs. A NUL ends the text for the system and not for the guard.
    ///
    /// ```sh,fires,escaped
    /// ls \x00 x
    /// echo a\x08\x08rm
    /// echo \x1b[2K\x1b[1Gls
    /// ls\x0bx
    /// ls\x0cx
    /// ls\x7f
    /// echo \u{85}
    /// echo '\x1b]0;title\x07'
    /// ls\rid
    /// ```
    ///
    /// Tabs and line breaks separate; escapes that are written out are text.
    ///
    /// ```sh,silent,escaped
    /// ls\t-l
    /// ls\npwd
    /// ```
    ///
    /// PowerShell takes both characters of a line break of Windows for one.
    ///
    /// ```powershell,fires,escaped
    /// gci\rgi a
    /// Write-Output a\x08\x08b
    /// gci '\x1b[2K'
    /// gci \x00 a
    /// ```
    ///
    /// ```powershell,silent,escaped
    /// gci\r\ngi a
    /// gci\tsrc
    /// Write-Output 'a`e[0m'
    /// Write-Output "a`tb"
    /// ```
    ///
    /// ```sh,silent
    /// printf '\033[1m'
    /// echo $'\e[0m'
    /// echo "é"
    /// ```
    pub static CONTROL_CHARACTERS = 17 {
        says: "a control character hides a part of this command",
        help: "remove the character, or write it as an escape sequence of `printf`",
        marks: CONTROLS.or(Marks::BEYOND_ASCII),
        find,
    }
}

const CONTROLS: Marks = Marks::of(&[
    0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
]);

fn find(case: &Case<'_>, found: &mut Found) {
    let source = case.script.source;
    let breaks_lines = case.script.shell().has_cmdlets;
    for (at, character) in source.char_indices() {
        let is_break = breaks_lines && source.get(at..).is_some_and(|rest| rest.starts_with("\r\n"));
        if character.is_control() && !matches!(character, '\t' | '\n') && !is_break {
            if !found.has_room() {
                return;
            }
            let span = Span::new(at, at + character.len_utf8());
            found.ask_because(span, format!("the control character U+{:04X} hides a part of this command", u32::from(character)));
        }
    }
}
