//! What zsh does that no other shell does.

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::syntax::{Dialect, DoubtKind, PieceKind, TokenKind};

check! {
    /// zsh can write files, open sockets and run code without any program: `zmodload` brings the built-ins, `=cmd`
    /// names a program by its first letters, `*(e:…:)` runs code for every file that a pattern finds, and two `>`
    /// write two files.
    ///
    /// ```zsh,fires
    /// zmodload zsh/system
    /// emulate sh -c 'id'
    /// sysopen -w -u 3 f
    /// syswrite x
    /// zpty p id
    /// ztcp host 80
    /// zf_rm -rf x
    /// autoload -U x
    /// mapfile x
    /// noglob ls
    /// nocorrect ls
    /// - ls
    /// builtin cd x
    /// exec ls
    /// command ls
    /// =ls -la
    /// ls =cat
    /// ls *(e:id:)
    /// ls *(.)
    /// echo ${(e)x}
    /// echo x >! f
    /// echo x >>| f
    /// echo x > a > b
    /// ```
    ///
    /// The same words are harmless as arguments, and under bash where they have no meaning.
    ///
    /// ```zsh,silent
    /// grep zmodload f
    /// echo autoload
    /// ls -la
    /// echo ${x}
    /// ```
    ///
    /// ```sh,silent
    /// zmodload zsh/system
    /// ls =cat
    /// autoload x
    /// command ls
    /// ```
    pub static ZSH_DANGEROUS_COMMANDS = 20 {
        says: "zsh runs or writes something here that other shells would not",
        help: "use a program for it, or write it for bash",
        marks: Marks::ANY,
        find,
    }
}

/// Built-ins, modules' built-ins and precommand modifiers, sorted.
const NAMES: &[&str] = &[
    "-", "autoload", "builtin", "command", "compadd", "emulate", "exec", "functions", "mapfile", "nocorrect", "noglob",
    "sched", "sysopen", "sysread", "sysseek", "syswrite", "vared", "zcompile", "zcurses", "zformat", "zftp", "zle",
    "zmodload", "zprof", "zpty", "zregexparse", "zselect", "zsocket", "zstyle", "zsystem", "ztcp", "zttyctl", "zutil",
];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    if script.dialect != Dialect::Zsh {
        return;
    }
    for (index, command) in script.commands.iter().enumerate() {
        let words = script.words_of(command);
        if let Some(word) = words.first()
            && let Some(name) = script.text(word)
            && (NAMES.binary_search(&name).is_ok() || name.starts_with("zf_") || name.starts_with("pcre_"))
        {
            found.ask(word.span);
        }
        let mut outputs = script.redirects_of(index).filter(|redirect| redirect.op.writes() && redirect.fd.is_none());
        if let (Some(_), Some(second)) = (outputs.next(), outputs.next()) {
            found.ask_because(second.span, "zsh writes to both files".into());
        }
    }
    for redirect in &script.redirects {
        if matches!(script.slice(redirect.op_span), ">!" | ">>|" | ">>!") {
            found.ask(redirect.op_span);
        }
    }
    for piece in &script.pieces {
        match piece.kind {
            PieceKind::Equals => found.ask_because(piece.span, "zsh puts the path of a program here".into()),
            PieceKind::ParameterOperation if script.slice(piece.span).starts_with("${(") => {
                found.ask_because(piece.span, "zsh can run the value of this variable".into());
            }
            _ => {}
        }
    }
    for doubt in &script.doubts {
        let text = script.slice(doubt.span);
        let glued = script.tokens.iter().any(|token| {
            token.span.end == doubt.span.start && matches!(token.kind, TokenKind::Argument | TokenKind::CommandName)
        });
        if doubt.kind == DoubtKind::Unexpected && text.starts_with('(') && glued {
            found.ask_because(doubt.span, "zsh takes this for glob qualifiers, which can run code".into());
        }
        if let DoubtKind::Unsupported(what) = doubt.kind
            && what.contains("zsh")
        {
            found.ask_because(Span::new(doubt.span.start as usize, doubt.span.end as usize), what.into());
        }
    }
}
