//! Variables that decide what runs.

use alloc::format;

use super::dangerous_names::reason;
use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::syntax::{Descriptor, PieceKind, Script, TokenKind, Traits};

check! {
    /// A variable can be a program in waiting: `PAGER`, `GIT_SSH_COMMAND`, `LD_PRELOAD` or `PYTHONSTARTUP` name what
    /// an innocent command runs later, and `PATH` decides which program every later name means. Setting one is
    /// arming; the command that fires it may be on the next line.
    ///
    /// ```sh,fires
    /// PATH=/tmp/x:$PATH ls
    /// LD_PRELOAD=./x.so ls
    /// PAGER='sh -c id' git log
    /// GIT_SSH_COMMAND=x git fetch
    /// export PATH=.
    /// declare -x BASH_ENV=f
    /// typeset NODE_OPTIONS=x
    /// readonly PS4=x
    /// read -r PATH
    /// read PAGER
    /// printf -v PATH x
    /// mapfile PATH
    /// for PATH in a b; do ls; done
    /// echo ${PATH:=x}
    /// env LD_PRELOAD=x ls
    /// unset PATH
    /// getopts ab PATH
    /// ls {PATH}>/dev/null
    /// $SHELL
    /// $PAGER f
    /// git $GIT_EXTRA
    /// ```
    ///
    /// Other variables, and looking at these, are harmless.
    ///
    /// ```sh,silent
    /// RUST_BACKTRACE=1 cargo test
    /// echo $HOME
    /// echo "$PATH"
    /// FOO=bar ls
    /// ls "$HOME"
    /// export FOO=1
    /// grep PATH= script.sh
    /// echo 'PATH=x'
    /// ```
    pub static DANGEROUS_VARIABLES = 6 {
        says: "this variable decides what later commands run",
        help: "leave the variable as it is, or approve it this once",
        marks: Marks::of(b"=$_ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
        find,
    }
}

/// Built-ins and programs that assign to names among their arguments, sorted.
const ASSIGNING: &[&str] = &[
    "declare", "env", "export", "getopts", "local", "mapfile", "read", "readarray", "readonly", "typeset", "unset",
];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    let mut report = |span: Span, name: &str, does: &str| {
        if let Some(why) = reason(name) {
            found.ask_because(span, format!("{does} `{name}`, which {why}"));
        }
    };
    for assignment in &script.assignments {
        report(assignment.span, script.slice(assignment.name), "this sets");
    }
    for token in script.tokens.iter().filter(|token| token.kind == TokenKind::LoopName) {
        report(token.span, script.slice(token.span), "the loop sets");
    }
    for redirect in &script.redirects {
        if let Some(Descriptor::Variable(name)) = redirect.fd {
            report(redirect.span, script.slice(name), "the redirect sets");
        }
    }
    for command in &script.commands {
        let words = script.words_of(command);
        let name = words.first().and_then(|word| script.text(word)).map(|text| text.rsplit('/').next().unwrap_or(text));
        let assigns = name.is_some_and(|name| ASSIGNING.binary_search(&name).is_ok());
        let mut after_v = false;
        for (at, word) in words.iter().enumerate().skip(1) {
            // Of an argument that is only known when it runs, the part in front of `=` may be known.
            let text = script.text(word).unwrap_or_else(|| script.slice(word.span));
            if assigns || name == Some("printf") && after_v {
                let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
                report(word.span, text.get(..end).unwrap_or(""), "this sets");
            }
            after_v = text == "-v";
            let _ = at;
        }
        for (at, word) in words.iter().enumerate() {
            let index = command.words.start + at as u32;
            if !word.traits.has(Traits::PARAMETER) {
                continue;
            }
            let acts = at == 0 || word.traits.has(Traits::SPLITS) && !case.any_value(index);
            for piece in script.pieces_of(word) {
                let text = script.slice(piece.span);
                let name = text.trim_start_matches(['$', '{', '!', '#']);
                let end = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(name.len());
                let (name, rest) = name.split_at_checked(end).unwrap_or((name, ""));
                match piece.kind {
                    PieceKind::Parameter if acts => report(piece.span, name, "this runs what is in"),
                    PieceKind::ParameterOperation if rest.starts_with('=') || rest.starts_with(":=") => {
                        report(piece.span, name, "this sets");
                    }
                    _ => {}
                }
            }
        }
    }
    // A default that assigns works in every word, also in one that no command has.
    for word in &script.words {
        if in_a_command(script, word.span) {
            continue;
        }
        for piece in script.pieces_of(word) {
            let text = script.slice(piece.span);
            if piece.kind == PieceKind::ParameterOperation && (text.contains(":=") || text.contains('=')) {
                let name = text.trim_start_matches(['$', '{']);
                let end = name.find([':', '=']).unwrap_or(0);
                report(piece.span, name.get(..end).unwrap_or(""), "this sets");
            }
        }
    }
}

fn in_a_command(script: &Script<'_>, span: Span) -> bool {
    // Words outside of commands are few; commands are in source order.
    let at = script.commands.partition_point(|command| command.span.start <= span.start);
    at.checked_sub(1).and_then(|at| script.commands.get(at)).is_some_and(|command| {
        script.words_of(command).iter().any(|word| word.span == span)
    })
}
