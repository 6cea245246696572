//! Brace lists: one word to a reader, several to the shell.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{PieceKind, Traits, Value};

check! {
    /// The shell rewrites `{a,b}` into two words before it runs anything. Who reads one harmless word
    /// has read another command than the one that runs: a list can spell a program, an option or a second path.
    ///
    /// ```sh,fires
    /// {cat,/etc/passwd}
    /// git diff {HEAD,--output=x}$y
    /// cat {$a,b}
    /// echo {1..100000}
    /// ```
    ///
    /// A list that was written out word by word, and whose every word was judged, hides nothing. Braces that
    /// the shell leaves alone are text.
    ///
    /// ```sh,silent
    /// echo {a,b}
    /// echo '{a,b}' {} {a}
    /// git show HEAD@{1}
    /// echo ${name}
    /// ```
    pub static BRACE_EXPANSION = 16 {
        says: "a brace list becomes words that were not judged",
        help: "write the words out",
        marks: Marks::of(b"{"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        if let Some(name) = script.words_of(command).first()
            && name.traits.has(Traits::BRACE)
        {
            found.ask(name.span);
        }
    }
    for word in &script.words {
        let accounted = matches!(word.value, Value::Several(_));
        if word.traits.has(Traits::BRACE) && !accounted {
            let braces = script.pieces_of(word).iter().find(|piece| piece.kind == PieceKind::Brace);
            found.ask(braces.map_or(word.span, |piece| piece.span));
        }
    }
}
