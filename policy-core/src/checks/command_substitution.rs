//! Commands inside words: they run first, and their output becomes part of the command.

use super::form::{Case, Found, Marks, check};
use super::literal_here_document;
use crate::syntax::{Dialect, Piece, PieceKind, Script, Word};

check! {
    /// `$(…)` runs before the command around it, and whatever it prints becomes an argument, an option or a file
    /// name that nobody has seen. `${x@P}`, `${x:-$(…)}` and a subscript such as `a[$(…)]` do the same in disguise;
    /// some built-ins run a subscript even inside single quotes.
    ///
    /// ```sh,fires
    /// rm $(cat list)
    /// cat `ls`
    /// diff <(ls a) <(ls b)
    /// cat ${x:-$(id)}
    /// echo ${x@P}
    /// git log ${x:=--output=y}
    /// $(echo rm) x
    /// x=$(date)
    /// grep $(cat p) f
    /// for f in $(ls); do cat f; done
    /// ls $((n+1))
    /// test -v 'a[$(id)]'
    /// printf -v 'a[$(id)]' x
    /// let 'a[$(id)]=1'
    /// ```
    ///
    /// ```sh,fires,whole
    /// cat <<EOF
    /// $(id)
    /// EOF
    /// ```
    ///
    /// ```zsh,fires
    /// diff =(ls a) b
    /// ```
    ///
    /// The commands inside are judged like all others. Where their output can do nothing but be printed or compared,
    /// the substitution hides nothing. Plain variables and plain numbers are not substitutions.
    ///
    /// ```sh,silent
    /// echo $(date)
    /// echo "now: $(date)"
    /// grep -e "$(cat p)" f
    /// echo '$(id)'
    /// ls ${name} "$HOME"
    /// head -n $((1+2)) f
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// $(id)
    /// EOF
    /// ```
    ///
    /// ```sh,silent,whole
    /// git commit -m "$(cat <<'EOF'
    /// fix: the usual way to write a long message
    /// EOF
    /// )"
    /// ```
    pub static COMMAND_SUBSTITUTION = 8 {
        says: "what this becomes is only known when it runs",
        help: "run the inner command first and write its result out",
        marks: Marks::of(b"$`<>="),
        find,
    }
}

/// Built-ins that evaluate a subscript in an argument, even a quoted one (probed with bash 5.2).
const EVALUATING: &[&str] = &[
    "[", "[[", "declare", "export", "let", "local", "mapfile", "printf", "read", "readarray", "readonly", "test",
    "typeset", "unset", "wait",
];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for (index, word) in script.words.iter().enumerate() {
        for piece in script.pieces_of(word) {
            let what = match piece.kind {
                PieceKind::Substitution(_) | PieceKind::Backquote(_) => None,
                PieceKind::ProcessSubstitution(_) => Some("a program is read or written as if it were a file"),
                PieceKind::ParameterOperation => Some("this expansion does more than give a variable's value"),
                PieceKind::Arithmetic if reaches_a_name(script, piece) => {
                    Some("a variable in arithmetic can hold a subscript that runs a command")
                }
                PieceKind::Equals if script.slice(word.span).starts_with("=(") => None,
                _ => continue,
            };
            if harmless(case, index as u32, word, piece) {
                continue;
            }
            match what {
                Some(what) => found.ask_because(piece.span, what.into()),
                None => found.ask(piece.span),
            }
        }
    }
    for command in &script.commands {
        let mut words = script.words_of(command).iter();
        let evaluates =
            words.next().and_then(|word| script.text(word)).is_some_and(|name| EVALUATING.binary_search(&name).is_ok());
        for word in words.filter(|_| evaluates) {
            if script.text(word).is_some_and(holds_subscript) {
                found.ask_because(word.span, "the shell runs what stands in this subscript, quotes or not".into());
            }
        }
    }
    if script.dialect == Dialect::Zsh && script.source.contains("=(") {
        let at = script.source.find("=(").unwrap_or(0);
        found.ask(crate::Span::new(at, at + 2));
    }
}

fn harmless(case: &Case<'_>, index: u32, word: &Word, piece: &Piece) -> bool {
    let runs_only = !matches!(piece.kind, PieceKind::ParameterOperation);
    if runs_only && case.any_value(index) {
        return true;
    }
    // `${x:-y}` printed by `echo` is harmless too, but `${x@P}` and `${x:=y}` act.
    if case.any_value(index) {
        let text = case.script.slice(piece.span);
        return !text.contains(['@', '=', '!', '$', '`', '[']);
    }
    match piece.kind {
        PieceKind::Substitution(scope) => literal_here_document::is_message(case.script, word, scope),
        _ => false,
    }
}

/// Whether the expression contains a name: its value is evaluated again.
fn reaches_a_name(script: &Script<'_>, piece: &Piece) -> bool {
    script.slice(piece.span).bytes().any(|byte| byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' && false)
        || script.slice(piece.span).matches('$').count() > 1
}

fn holds_subscript(text: &str) -> bool {
    text.split_once('[').is_some_and(|(_, rest)| rest.contains("$(") || rest.contains('`') || rest.contains("${"))
}
