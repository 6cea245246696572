//! Operators inside an argument that another shell parses: commands that this parser does not split off.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::form::{Case, Found, Marks, check};
use super::interpreted::each_code;
use crate::limits::SHELL_DEPTH_MAX;
use crate::span::Span;
use crate::script::Dialect;
use crate::syntax::{TokenKind, read};

check! {
    /// `a; b` is two commands, and each is judged. Inside quotes the same text is one word to your shell, and
    /// two commands to the next one that reads it: `bash -c`, `eval`, `ssh`, `watch`. Whoever judges the words
    /// has seen one program and an argument.
    ///
    /// ```sh,fires
    /// sh -c 'ls; rm -r build'
    /// bash -lc "cd src && make"
    /// bash -c 'ls|sh'
    /// bash -c 'ls |& sh'
    /// bash -c 'sleep 9 & id'
    /// bash -o pipefail -c 'false || id'
    /// /bin/sh -c 'ls;id'
    /// timeout 5 bash -c 'ls; id'
    /// sudo env X=1 sh -ec 'ls; id'
    /// eval 'ls; id'
    /// eval ls ';' id
    /// command eval "ls && id"
    /// find . -name x -exec sh -c 'ls "$1"; id' _ {} \;
    /// ls | xargs -I{} sh -c 'ls {}; id'
    /// ls | xargs -0 bash -c 'ls | wc'
    /// ssh host 'cd /srv && ls'
    /// ssh host ls \; id
    /// ssh host "cd $dir && ls"
    /// watch -n 5 'ls | wc -l'
    /// su - user -c 'ls; id'
    /// bash -c $'ls\x3bid'
    /// bash -c "sh -c 'ls; id'"
    /// trap 'ls; id' EXIT
    /// docker exec box sh -c 'ls; id'
    /// ```
    ///
    /// ```sh,fires,whole
    /// bash -c 'ls
    /// id'
    /// ```
    ///
    /// Between two commands that were split, an operator hides nothing; in text that no shell reads, and in
    /// quotes of the inner command, it is a character.
    ///
    /// ```sh,silent
    /// cargo build && cargo test | tail -5; git status || true
    /// npm start & sleep 1
    /// grep 'a;b' f
    /// echo "a && b"
    /// bash -c 'ls -l'
    /// bash -c 'grep "a;b|c" f'
    /// bash script.sh 'a;b'
    /// bash -x script.sh -c 'a;b'
    /// sed 's/a/b/;s/c/d/' f
    /// awk '{ print $1; print $2 }' f
    /// python3 -c 'import os; print(1)'
    /// find . -name '*.rs' -exec grep -l 'a|b' {} \;
    /// ls | xargs grep 'a|b'
    /// jq '.a | .b' f
    /// ssh host uptime
    /// echo bash -c 'a;b'
    /// ```
    ///
    /// PowerShell gives the same texts to the same programs, and to `cmd`.
    ///
    /// ```powershell,fires
    /// bash -c 'ls; rm -r build'
    /// bash -lc 'ls; id'
    /// wsl bash -c 'ls | sh'
    /// cmd /c "dir & del a"
    /// cmd /d /c 'dir && del a'
    /// ssh host 'cd /srv && ls'
    /// bash -c "cd $x; ls"
    /// ```
    ///
    /// ```powershell,silent
    /// bash -c 'ls -l'
    /// cmd /c dir
    /// ssh host uptime
    /// Select-String 'a;b' a.txt
    /// gci | % { $_.Name }; git status
    /// Write-Output "a; b"
    /// ```
    ///
    /// tmux hands its last argument to a shell, and reads `;` as a separator of its own; the two are not distinguished.
    ///
    /// ```sh,blind
    /// tmux new -d 'ls; id'
    /// ```
    pub static SHELL_METACHARACTERS = 5 {
        says: "another shell parses this argument, and finds several commands in it",
        help: "run the commands directly, so that Shellgate can judge each one",
        marks: Marks::of(b";&|\n\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    each_code(script, &mut |code| {
        let operator = match code.text {
            // These programs are shells of POSIX, or `cmd`, whatever shell starts them.
            Some(text) => operator(text, if script.shell().has_cmdlets { Dialect::Bash } else { script.dialect }),
            None => {
                script.slice(code.span).contains([';', '&', '|', '\n']).then(|| Operator { at: None, text: String::new() })
            }
        };
        let Some(operator) = operator else { return };
        // Where the argument is in the source as its text is, the operator itself is underlined.
        let place = code.text.zip(operator.at).and_then(|(text, at)| {
            let from = script.slice(code.span).find(text)? + code.span.start as usize;
            Some(Span::new(from + at, from + at + operator.text.len()))
        });
        if operator.text.trim().is_empty() {
            found.ask(place.unwrap_or(code.span));
        } else {
            found.ask_because(
                place.unwrap_or(code.span),
                format!("another shell reads this argument, and `{}` splits it into several commands", operator.text),
            );
        }
    });
}

/// The first operator of an inner command line.
struct Operator {
    /// Its offset, when it is in the outermost text.
    at: Option<usize>,
    text: String,
}

/// Reads `text` as a command line, and the command lines inside it.
fn operator(text: &str, dialect: Dialect) -> Option<Operator> {
    let mut waiting: Vec<(String, usize)> = Vec::new();
    let mut next = Some((String::from(text), 0));
    while let Some((line, depth)) = next {
        if !line.contains([';', '&', '|', '\n', '\\']) {
            next = waiting.pop();
            continue;
        }
        let script = read(&line, dialect);
        let splits = script.tokens.iter().find(|token| match token.kind {
            TokenKind::Operator => true,
            // A line break at the end separates nothing.
            TokenKind::Newline => script.commands.iter().any(|command| command.span.start >= token.span.end),
            _ => false,
        });
        if let Some(token) = splits {
            let at = (depth == 0).then_some(token.span.start as usize);
            return Some(Operator { at, text: script.slice(token.span).into() });
        }
        if !script.doubts.is_empty() || depth >= SHELL_DEPTH_MAX {
            return Some(Operator { at: None, text: String::new() });
        }
        each_code(&script, &mut |code| {
            if let Some(text) = code.text {
                waiting.push((text.into(), depth + 1));
            }
        });
        next = waiting.pop();
    }
    None
}
