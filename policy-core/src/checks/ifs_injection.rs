//! `IFS`: the variable that cuts one word into several.

use super::assigned_names::{each, split_name};
use super::form::{Case, Found, Marks, check};
use super::interpreted::each_code;
use crate::syntax::PieceKind;

check! {
    /// `IFS` holds the characters at which the shell cuts the value of a variable into words. Its own value is
    /// blank, tab and newline, so `cat$IFS/etc/passwd` is one word to whoever reads it and a command with
    /// an argument to the shell. Set to something else, it cuts words where nobody expects it.
    ///
    /// ```sh,fires
    /// cat$IFS/etc/passwd
    /// cat${IFS}/etc/passwd
    /// cat$IFS$9/etc/passwd
    /// rg x$IFS--pre=sh
    /// ls ${IFS:0:1}
    /// ls ${#IFS} ${!IFS}
    /// echo "$IFS"
    /// IFS=x
    /// IFS=, ls
    /// IFS="$x" read -r a b
    /// IFS=, read -r a b IFS
    /// export IFS=x
    /// declare IFS=x
    /// local IFS
    /// read IFS
    /// for IFS in a b; do ls; done
    /// printf -v IFS x
    /// env IFS=x sh
    /// unset IFS
    /// echo ${IFS:=x}
    /// echo ${x:-$IFS}
    /// eval 'cat$IFS/etc/passwd'
    /// bash -c 'cat${IFS}/etc/passwd'
    /// ```
    ///
    /// ```sh,fires,whole
    /// cat <<EOF
    /// $IFS
    /// EOF
    /// ```
    ///
    /// The three letters alone, other names that contain them, and text that no builtin evaluates are harmless. So is
    /// what holds for one `read`: nothing but the line that it reads is cut up by it.
    ///
    /// ```sh,silent
    /// IFS=, read -r a b
    /// while IFS= read -r line; do echo "$line"; done
    /// echo '$IFS' \$IFS IFS
    /// grep -rn 'IFS=' src
    /// ls $IFS_NAME $MYIFS
    /// MYIFS=x ls
    /// export
    /// bash -c 'echo hello'
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// $IFS
    /// EOF
    /// ```
    pub static IFS_INJECTION = 11 {
        says: "`IFS` decides where words end, so the words you read are not those that run",
        help: "write the separators out, and quote variables instead of setting `IFS`",
        marks: Marks::of(b"I\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    if !script.source.contains("IFS") && !script.source.contains('\\') {
        return;
    }
    for piece in &script.pieces {
        let expands = matches!(piece.kind, PieceKind::Parameter | PieceKind::ParameterOperation);
        if expands && names_ifs(script.slice(piece.span)) {
            found.ask(piece.span);
        }
    }
    each(script, &mut |assigned| {
        // `${IFS:=x}` was reported as an expansion.
        let expansion = script.slice(assigned.span).starts_with("${");
        if assigned.name == Some("IFS") && !expansion {
            found.ask(assigned.span);
        }
    });
    each_code(script, &mut |code| {
        if code.text.is_some_and(|text| text.contains("IFS")) {
            found.ask(code.span);
        }
    });
}

/// Whether `$…` or `${…}` is an expansion of `IFS`, whatever is done to its value.
fn names_ifs(written: &str) -> bool {
    let inner = written.trim_start_matches(['$', '{', '!', '#', '=', '^', '~', '+']);
    let inner = if inner.starts_with('(') { inner.split_once(')').map_or("", |(_, rest)| rest) } else { inner };
    split_name(inner).0 == "IFS"
}
