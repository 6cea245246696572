//! Constructs with a special meaning in zsh only.

use alloc::vec::Vec;

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::script::{Descriptor, Dialect, DoubtKind, Redirect, Script};
use crate::syntax::PieceKind;
use crate::sorted;

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
    /// echo x 2> a 2> b
    /// mapfile[f]=x
    /// echo ${(eP)x}
    /// ls *(+f)
    /// cat =(id)
    /// ```
    ///
    /// The same words are harmless as arguments, and under bash where they have no meaning.
    ///
    /// ```zsh,silent
    /// grep zmodload f
    /// echo autoload
    /// ls -la
    /// echo ${x}
    /// echo ${(f)x}
    /// ls > f 2> g
    /// [ a = b ]
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
        help: "use a program instead, or write the command for bash",
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
    for command in &script.commands {
        let words = script.words_of(command);
        if let Some(word) = words.first()
            && let Some(name) = script.text(word)
            && (NAMES.binary_search(&name).is_ok() || name.starts_with("zf_") || name.starts_with("pcre_"))
        {
            found.ask(word.span);
        }
        if let Some(word) = words.first()
            && script.slice(word.span).starts_with("mapfile[")
        {
            found.ask(word.span);
        }
    }
    multios(script, found);
    for redirect in &script.redirects {
        if matches!(script.slice(redirect.op_span), ">!" | ">>|" | ">>!") {
            found.ask(redirect.op_span);
        }
    }
    for piece in &script.pieces {
        match piece.kind {
            // `=` and `==` of a test are compared; alone they name no program.
            PieceKind::Equals if !script.slice(Span { start: piece.span.end, end: piece.span.end + 1 }).trim().is_empty() => found.ask_because(piece.span, "zsh puts the path of a program here".into()),
            PieceKind::Parameter | PieceKind::ParameterOperation
                if script.slice(piece.span).trim_start_matches(['$', '{']).starts_with("mapfile") =>
            {
                found.ask_because(piece.span, "zsh reads and writes files through this variable".into());
            }
            PieceKind::ParameterOperation if evaluates(script.slice(piece.span)) => {
                found.ask_because(piece.span, "zsh can run the value of this variable".into());
            }
            _ => {}
        }
    }
    for doubt in &script.doubts {
        let text = script.slice(doubt.span);
        let before = (doubt.span.start as usize).checked_sub(1).and_then(|at| script.source.as_bytes().get(at));
        let glued = before.is_some_and(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')'));
        if doubt.kind == DoubtKind::Unexpected && text.starts_with('(') && glued {
            found.ask_because(doubt.span, "zsh takes this for glob qualifiers, which can run code".into());
        }
        if let DoubtKind::UnsupportedZsh(what) = doubt.kind {
            found.ask_because(Span::new(doubt.span.start as usize, doubt.span.end as usize), what.into());
        }
    }
}

/// Two files for one descriptor: zsh writes to both.
fn multios(script: &Script<'_>, found: &mut Found) {
    let mut outputs: Vec<_> = script.redirects.iter().filter(|redirect| redirect.op.writes() && redirect.command.is_some()).collect();
    if outputs.len() < 2 {
        return;
    }
    let key = |redirect: &Redirect| {
        let descriptor = match redirect.fd {
            None => 1,
            Some(Descriptor::Number(number)) => number,
            // Each variable gets a descriptor of its own.
            Some(Descriptor::Variable(name)) => u32::MAX - name.start,
        };
        (redirect.command, descriptor)
    };
    sorted::sort_by_key(&mut outputs, |redirect| key(redirect));
    for (first, second) in outputs.iter().zip(outputs.iter().skip(1)) {
        if key(first) == key(second) {
            found.ask_because(second.span, "zsh writes to both files".into());
        }
    }
}

/// Whether `${(…)x}` has a flag that expands the value again: `e`, `P`, `%`.
fn evaluates(expansion: &str) -> bool {
    let flags = expansion.strip_prefix("${(").and_then(|rest| rest.split(')').next());
    flags.is_some_and(|flags| flags.contains(['e', 'P', '%']))
}
