//! Brace lists: one word to a reader, several to the shell.

use super::form::{Case, Found, Marks, check};
use crate::script::Value;
use crate::script::spelling::Traits;

check! {
    /// The shell rewrites `{a,b}` into two words before it runs anything. Who reads one harmless word
    /// has read another command than the one that runs: a list can spell a program, an option or a second path.
    ///
    /// ```sh,fires
    /// {cat,/etc/passwd}
    /// git diff {HEAD,--output=x}$y
    /// cat {$a,b}
    /// echo {1..100000}
    /// cat < {/etc/passwd,x}
    /// ls > {a,b}
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
        says: "a brace list becomes words that no check has seen",
        help: "write the words out",
        marks: Marks::of(b"{"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    // Written out, its words were judged like all others; but nobody names a program or a redirect's file that way.
    let names = script.commands.iter().filter(|command| !command.words.is_empty()).map(|command| command.words.start);
    let targets = script.redirects.iter().map(|redirect| redirect.target);
    for word in names.chain(targets).filter_map(|index| script.word(index)) {
        if word.traits.has(Traits::BRACE) && matches!(word.value, Value::Several(_)) {
            found.ask(word.span);
        }
    }
    for word in &script.words {
        if word.traits.has(Traits::BRACE) && !matches!(word.value, Value::Several(_)) {
            found.ask(word.span);
        }
    }
}
