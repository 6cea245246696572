//! Options that are none until the shell has worked on them.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{PieceKind, Script, Traits, Word};

check! {
    /// A guard that looks for `-exec` does not find `-e''xec`, `$'\x2dexec'` or `\-exec`; the program gets `-exec`
    /// all the same. Nobody writes an option in such a way by accident. Some programs also take a long Unicode dash
    /// for a hyphen.
    ///
    /// ```sh,fires
    /// find . $'-delete'
    /// find . $'\x2ddelete'
    /// find . "-"delete
    /// find . ''-delete
    /// find . \-delete
    /// find . -d''elete
    /// find . -del\ete
    /// sort --out"put"=x f
    /// ls –la
    /// ls —all
    /// find . '-delete'
    /// ```
    ///
    /// Quotes around an option's value are how values are written; a whole word in quotes that can only be text, or
    /// that stands behind `--`, is no option.
    ///
    /// ```sh,silent
    /// ls -la
    /// grep --include="*.rs" -rn 'a b' .
    /// git commit -m "text - with dashes"
    /// git log --format='%h %s'
    /// echo "-x"
    /// grep -e '-x' f
    /// grep -- '-x' f
    /// sort -t'|' -k2 f
    /// cut -d" " -f1
    /// cat "file-name"
    /// ```
    pub static OBFUSCATED_FLAGS = 4 {
        says: "this becomes an option only after the shell has removed its disguise",
        help: "write the option as it is, without quotes or escapes in its name",
        marks: Marks::of(b"'\"\\").or(Marks::BEYOND_ASCII),
        find,
    }
}

/// Dashes that are no hyphen, some of which programs accept as one.
const DASHES: [char; 8] = ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}', '\u{ff0d}'];

/// Options whose next argument is a text of its own.
const TAKES_TEXT: &[&str] = &["--body", "--message", "--regexp", "-E", "-F", "-b", "-d", "-e", "-m", "-t"];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        let words = script.words_of(command);
        let mut before = None;
        for (at, word) in words.iter().enumerate() {
            let index = command.words.start + at as u32;
            let text = script.text(word);
            if at > 0 && text == Some("--") {
                break;
            }
            let value = before.is_some_and(|option| TAKES_TEXT.binary_search(&option).is_ok());
            before = text;
            if at > 0 && !value && !case.any_value(index) && is_disguised(script, word) {
                found.ask(word.span);
            }
        }
    }
}

fn is_disguised(script: &Script<'_>, word: &Word) -> bool {
    let source = script.slice(word.span);
    if source.starts_with(DASHES) {
        return true;
    }
    if !word.traits.any(Traits(Traits::QUOTED.0 | Traits::ESCAPED.0)) {
        return false;
    }
    let Some(text) = script.text(word).filter(|text| text.starts_with('-') && text.len() > 1) else { return false };
    if !source.starts_with('-') {
        // A word in quotes from end to end is a disguise only if it could be taken for an option.
        return !text.contains([' ', '\n', '\t']) || !matches!(script.pieces_of(word), [_]);
    }
    // The name ends at `=`; of a short option, after its letter.
    let name = match source.find('=') {
        Some(at) if source.starts_with("--") => at,
        _ if source.starts_with("--") => source.len(),
        _ => 2,
    };
    let start = word.span.start as usize;
    let spelled = |piece: &crate::syntax::Piece| {
        let inside = (piece.span.start as usize) < start + name;
        let quote = matches!(piece.kind, PieceKind::SingleQuoted | PieceKind::DoubleQuoted | PieceKind::AnsiC | PieceKind::Locale);
        inside && (quote || piece.kind == PieceKind::Escape)
    };
    if script.pieces_of(word).iter().any(spelled) {
        return true;
    }
    // A single-dash word whose quotes stand between letters spells a longer name (`-d''elete`); a value in quotes
    // ends with them (`-t'|'`).
    !source.starts_with("--") && {
        let last_is_text = matches!(script.pieces_of(word).last().map(|piece| piece.kind), Some(PieceKind::Literal));
        let escaped_letter = script.pieces_of(word).iter().any(|piece| {
            piece.kind == PieceKind::Escape && script.slice(piece.span).bytes().nth(1).is_some_and(|byte| byte.is_ascii_alphabetic())
        });
        (last_is_text && word.traits.has(Traits::QUOTED)) || escaped_letter
    }
}
