//! Substitutions and expansions: parts of a command that are known only at run time.

use alloc::format;
use alloc::string::String;

use super::form::{Case, Found, Marks, check};
use super::invocation::{base, program};
use super::literal_here_document::is_literal;
use crate::span::Span;
use crate::script::{Dialect, DoubtKind, Simple, Word};
use crate::syntax::{Piece, PieceKind, operands};

check! {
    /// What is in `$(…)` runs before the command around it, and its output becomes part of that command:
    /// as a program, an option, a file name. You approve a text with a hole in it. Single quotes are no
    /// protection where a builtin evaluates the string itself: `test -v 'a[$(id)]'` runs `id`.
    ///
    /// ```sh,fires
    /// $(echo rm) -r build
    /// ls $(cat list)
    /// ls `cat list`
    /// cat "$(git rev-parse --show-toplevel)/x"
    /// diff <(ls a) <(ls b)
    /// tee >(sh)
    /// x=$(date)
    /// ls > $(date)
    /// for f in $(ls); do echo "$f"; done
    /// case $(id) in root) ls;; esac
    /// ls ${x:-/etc}
    /// ls ${x/a/b}
    /// ls ${#x}
    /// ls ${!x}
    /// echo ${x@P}
    /// echo ${x:=y}
    /// echo ${a[$(id)]}
    /// head -n $((x + 1)) f
    /// echo $((a[$(id)]))
    /// echo ${ id; }
    /// test -v 'a[$(id)]'
    /// [ -v 'a[`id`]' ]
    /// [[ -v 'a[$(id)]' ]]
    /// [[ 'a[$(id)]' -eq 0 ]]
    /// printf -v 'a[$(id)]' x
    /// read 'a[$(id)]'
    /// declare 'a[$(id)]=x'
    /// unset 'a[$(id)]'
    /// let 'a[$(id)]=1'
    /// ```
    ///
    /// ```sh,fires,whole
    /// cat <<EOF
    /// today is $(date)
    /// EOF
    /// ```
    ///
    /// ```zsh,fires
    /// diff =(ls a) b
    /// ls ${(e)x}
    /// ```
    ///
    /// Where any text at all is harmless, because the program only prints or compares it, the hole does not
    /// matter; the commands inside are judged as all others are. Plain names and plain numbers run nothing.
    /// A here-document with a quoted delimiter that `cat` turns into a message of git or gh is text.
    ///
    /// ```sh,silent
    /// echo $(date)
    /// echo "built `date`" ${x:-none} ${#x} ${x%.rs}
    /// grep -e "$(cat pattern)" f
    /// ls $x "$y" ${z}
    /// echo $((1 + 2)) $((0x1F * 3))
    /// echo 'costs $(nothing)' '`'
    /// grep '\$(' f
    /// test -f 'a[$(id)]'
    /// printf '%s [$(x)]' y
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<EOF
    /// hello $USER
    /// EOF
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// today is $(date)
    /// EOF
    /// ```
    ///
    /// ```sh,silent,whole
    /// gh pr create --title x --body "$(cat <<'EOF'
    /// it runs $(nothing)
    /// EOF
    /// )"
    /// ```
    ///
    /// A variable that holds such a subscript is run by `let` without any sign of it in the command.
    ///
    /// ```sh,blind
    /// let i--
    /// ```
    pub static COMMAND_SUBSTITUTION = 8 {
        says: "a part of the command is known only at run time",
        help: "run the inner command first, then write its result here",
        marks: Marks::of(b"$`(\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        evaluated(case, command, found);
    }
    let messages = messages(case);
    for (index, word) in (0u32..).zip(&script.words) {
        let mut behind = 0;
        for piece in script.pieces_of(word) {
            // What is inside a place that was reported needs no second report.
            if piece.span.start >= behind
                && let Some(message) = writes(case, index, piece)
                && !(is_literal(script, piece) && messages.clone().any(|range| range.contains(&index)))
            {
                behind = piece.span.end;
                found.ask_because(piece.span, message);
            }
        }
    }
    for doubt in &script.doubts {
        let written = script.slice(doubt.span);
        let refused = matches!(doubt.kind, DoubtKind::Unsupported(_) | DoubtKind::UnsupportedZsh(_)) && written.starts_with(['$', '`']);
        let before = script.source.get(..doubt.span.start as usize).unwrap_or("");
        let file = script.dialect == Dialect::Zsh && written.starts_with('(') && before.ends_with('=');
        if refused || file {
            found.ask_because(doubt.span, "this expansion is not understood".into());
        }
    }
}

/// What `piece` does, when it is not known before running and that matters where it is.
fn writes(case: &Case<'_>, word: u32, piece: &Piece) -> Option<String> {
    let written = case.script.slice(piece.span);
    match piece.kind {
        PieceKind::Substitution(_) | PieceKind::Backquote(_) if !case.any_value(word) => {
            Some("the output of a command becomes part of this one".into())
        }
        PieceKind::ProcessSubstitution(_) if !case.any_value(word) => {
            Some("a command is run, and its pipe appears here as a file".into())
        }
        // Each of its values was judged where it goes.
        PieceKind::ParameterOperation if case.lists.contains(&word) => None,
        PieceKind::ParameterOperation if !(case.any_value(word) && only_cuts(written)) => {
            Some(format!("`{written}` does more than insert a variable"))
        }
        PieceKind::Arithmetic
            if operands(written).next().is_some() && !case.sums.contains(&piece.span) =>
        {
            Some(
            "the value of a variable is evaluated as an expression here, which can run commands".into(),
            )
        }
        _ => None,
    }
}

/// Whether `${…}` only shortens, replaces or defaults a value, or takes it from a list: no indirection, no assignment,
/// no subscript but a number or all, no arithmetic, no `@` transformation.
fn only_cuts(written: &str) -> bool {
    let inner = written.strip_prefix("${").unwrap_or(written);
    let inner = inner.strip_prefix('#').unwrap_or(inner);
    let rest = inner.trim_start_matches(|character: char| character.is_ascii_alphanumeric() || character == '_');
    if rest.len() == inner.len() {
        return false;
    }
    let subscript = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix("]}"));
    if subscript.is_some_and(|it| {
        matches!(it, "@" | "*") || !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit())
    }) {
        return true;
    }
    let mut rest = rest.chars();
    match (rest.next(), rest.next()) {
        (Some('}' | '-' | '+' | '?' | '#' | '%' | '/' | '^' | ','), _) | (Some(':'), Some('-' | '+' | '?')) => true,
        (Some(':'), Some(digit)) if digit.is_ascii_digit() => {
            rest.all(|character| character.is_ascii_digit() || matches!(character, ':' | '}'))
        }
        _ => false,
    }
}

/// The words of the commands whose arguments may be messages.
fn messages<'c>(case: &'c Case<'_>) -> impl Iterator<Item = core::ops::Range<u32>> + Clone + use<'c> {
    let script = case.script;
    script
        .commands
        .iter()
        .filter(|command| {
            let name = script.words_of(command).first().and_then(|word| script.text(word));
            matches!(name, Some("git" | "gh"))
        })
        .map(|command| command.words.start + 1..command.words.end)
}

/// Reports strings that a builtin evaluates although they are quoted.
fn evaluated(case: &Case<'_>, command: &Simple, found: &mut Found) {
    let script = case.script;
    let names = ["test", "[", "[[", "printf", "read", "declare", "typeset", "local", "export", "readonly"];
    let more = ["let", "unset", "wait", "mapfile", "readarray"];
    let Some(at) = program(script, command, |name| names.contains(&name) || more.contains(&name)) else {
        return;
    };
    let words = script.words_of(command);
    let name = words.get(at).and_then(|word| script.text(word)).map_or("", base);
    let mut before = "";
    for word in words.iter().skip(at + 1) {
        let variable = match name {
            "test" | "[" | "printf" => before == "-v",
            "wait" => before == "-p",
            _ => true,
        };
        if variable && subscript_runs(case, name, word) {
            found.ask_because(word.span, format!("`{name}` evaluates this text, quoted or not"));
        }
        before = script.text(word).unwrap_or("");
    }
}

fn subscript_runs(case: &Case<'_>, name: &str, word: &Word) -> bool {
    let runs = |text: &str| text.contains("$(") || text.contains('`') || text.contains("${");
    match case.script.text(word) {
        Some(text) => text.split_once('[').is_some_and(|(_, subscript)| runs(subscript)),
        // The text arrives through a variable.
        None => matches!(name, "test" | "[" | "let") && has_dynamic(case, word.span),
    }
}

fn has_dynamic(case: &Case<'_>, span: Span) -> bool {
    case.script.slice(span).contains('$')
}
