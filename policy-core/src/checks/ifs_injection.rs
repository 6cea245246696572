//! The field separator: a blank that no reader sees, and a knife that cuts every later word anew.

use super::form::{Case, Found, Marks, check};
use crate::syntax::PieceKind;

check! {
    /// `$IFS` is a blank to the shell and six letters to everybody else: `cat$IFS/etc/passwd` is one word in your
    /// eyes and two in the shell's. Who sets `IFS` decides where every later variable is cut into words.
    ///
    /// ```sh,fires
    /// cat$IFS/etc/passwd
    /// cat${IFS}/etc/passwd
    /// cat ${IFS:0:1}x
    /// cat$IFS$9x
    /// IFS=, ls
    /// IFS=x
    /// export IFS=,
    /// read -r IFS
    /// for IFS in a b; do ls; done
    /// echo "$IFS"
    /// ```
    ///
    /// ```sh,silent
    /// echo '$IFS'
    /// grep IFS script.sh
    /// echo $IFSX
    /// git commit -m 'set IFS'
    /// ```
    pub static IFS_INJECTION = 11 {
        says: "the field separator `IFS` changes where words begin and end",
        help: "write the blanks out, and leave `IFS` as it is",
        marks: Marks::of(b"I"),
        find,
    }
}

/// Built-ins that assign to the names among their arguments.
const ASSIGNING: &[&str] =
    &["declare", "export", "getopts", "local", "mapfile", "read", "readarray", "readonly", "typeset", "unset"];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for piece in &script.pieces {
        if matches!(piece.kind, PieceKind::Parameter | PieceKind::ParameterOperation) {
            let text = script.slice(piece.span);
            let name = text.trim_start_matches(['$', '{', '#', '!']);
            if is_ifs(name) {
                found.ask(piece.span);
            }
        }
    }
    for assignment in script.assignments.iter().filter(|assignment| script.slice(assignment.name) == "IFS") {
        found.ask(assignment.span);
    }
    for token in script.tokens.iter().filter(|token| token.kind == crate::syntax::TokenKind::LoopName) {
        if script.slice(token.span) == "IFS" {
            found.ask(token.span);
        }
    }
    for command in &script.commands {
        let mut words = script.words_of(command).iter();
        let assigns = words.next().and_then(|word| script.text(word)).is_some_and(|name| ASSIGNING.binary_search(&name).is_ok());
        for word in words.filter(|_| assigns) {
            if script.text(word).is_some_and(is_ifs) {
                found.ask(word.span);
            }
        }
    }
}

/// `IFS`, whatever follows that is no part of a name.
fn is_ifs(text: &str) -> bool {
    text.strip_prefix("IFS").is_some_and(|rest| !rest.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}
