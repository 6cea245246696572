//! The environment of a process, read as a file.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{Script, Value, Word};

check! {
    /// `/proc/self/environ` holds every variable of a process: tokens, keys, passwords. There are many ways to write
    /// it, and none of them is needed for ordinary work.
    ///
    /// ```sh,fires
    /// cat /proc/self/environ
    /// cat /proc/1/environ
    /// cat /proc/$$/environ
    /// cat /proc/$PPID/environ
    /// cat "/proc/self/"environ
    /// cat /proc//self/./environ
    /// cat /proc/self/task/1/environ
    /// cat /dev/fd/../environ
    /// cat /proc/self/e*
    /// cat /proc/*/environ
    /// cat /pr?c/self/environ
    /// cat /proc/self/{environ,maps}
    /// cd /proc/self && cat environ
    /// cat < /proc/self/environ
    /// grep --file=/proc/self/environ x
    /// bash -c 'cat /proc/self/environ'
    /// ps e
    /// ps eww
    /// ps auxe
    /// ps -E
    /// ```
    ///
    /// ```sh,silent
    /// cat /proc/cpuinfo
    /// cat /proc/self/status
    /// cat environ
    /// grep -rn environ src
    /// echo /proc/self/environ
    /// ps -ef
    /// ps aux
    /// ps -e
    /// ls /proc
    /// ```
    pub static PROC_ENVIRON_ACCESS = 13 {
        says: "this reads the environment of a process, with every secret in it",
        help: "name the one variable that is needed: `echo \"$NAME\"`",
        marks: Marks::of(b"eE*?[{"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    let mut in_proc = false;
    for command in &script.commands {
        let words = script.words_of(command);
        let name = words.first().and_then(|word| script.text(word)).unwrap_or("");
        for (at, word) in words.iter().enumerate() {
            let index = command.words.start + at as u32;
            if at > 0 && case.any_value(index) {
                continue;
            }
            let bare = in_proc && at > 0 && could_be_environ(script, word);
            if bare || reaches_environ(script, word) || at > 0 && name == "ps" && shows_environment(script, word) {
                found.ask(word.span);
            }
        }
        if matches!(name, "cd" | "pushd") {
            let target = words.get(1).map_or("", |word| script.text(word).unwrap_or_else(|| script.slice(word.span)));
            in_proc |= target.contains("proc") || target.starts_with("/dev/fd");
        }
    }
    for redirect in &script.redirects {
        if let Some(word) = script.word(redirect.target)
            && reaches_environ(script, word)
        {
            found.ask(redirect.span);
        }
    }
}

fn reaches_environ(script: &Script<'_>, word: &Word) -> bool {
    match &word.value {
        Value::Plain | Value::Literal(_) => script.text(word).is_some_and(names_environ),
        Value::Several(words) => words.iter().any(|text| names_environ(text)),
        Value::Pattern | Value::Unknown => {
            let written = script.slice(word.span);
            could_name_environ(written)
        }
    }
}

/// Whether a text holds a path of a process's environment, also inside a longer text.
fn names_environ(text: &str) -> bool {
    if !text.contains("environ") {
        return false;
    }
    text.split([' ', '=', ';', '|', '&', '(', ')', '<', '>', '\'', '"', '\n', ','])
        .any(|part| (part.contains("/proc/") || part.starts_with("/dev/fd") || part.contains("/self/")) && ends_in_environ(part))
}

fn ends_in_environ(path: &str) -> bool {
    path.trim_end_matches('/').rsplit('/').find(|part| *part != ".") == Some("environ")
}

/// The same for a word that a variable, a pattern or a brace list completes.
fn could_name_environ(written: &str) -> bool {
    let mut plain = written.chars().filter(|c| !matches!(c, '\'' | '"' | '\\'));
    let text: alloc::string::String = plain.by_ref().collect();
    let Some((head, last)) = text.rsplit_once('/') else { return false };
    let in_proc = head.split('/').filter(|part| !part.is_empty()).take(2).any(|part| matches(part, "proc"))
        && head.starts_with('/')
        || head.starts_with("/dev/fd");
    // `/proc/*` lists processes; it takes another level to name a file in one of them.
    let deep = head.split('/').filter(|part| !part.is_empty() && *part != ".").count() >= 2;
    in_proc && deep && (last.contains('{') || last.contains('$') || matches(last, "environ"))
}

fn could_be_environ(script: &Script<'_>, word: &Word) -> bool {
    let text = script.text(word).unwrap_or_else(|| script.slice(word.span));
    let last = text.rsplit('/').next().unwrap_or(text);
    matches(last, "environ")
}

/// Whether a file name pattern could match `name`; `[…]` is taken for any character.
fn matches(pattern: &str, name: &str) -> bool {
    let pattern = pattern.as_bytes();
    let name = name.as_bytes();
    let (mut at, mut on) = (0, 0);
    let mut back: Option<(usize, usize)> = None;
    loop {
        let (step, fits) = match pattern.get(at) {
            Some(b'*') => {
                back = Some((at + 1, on));
                at += 1;
                continue;
            }
            Some(b'[') => {
                let close = pattern.get(at..).and_then(|rest| rest.iter().position(|byte| *byte == b']'));
                (close.map_or(1, |close| close + 1), on < name.len())
            }
            Some(b'?') => (1, on < name.len()),
            Some(byte) => (1, name.get(on) == Some(byte)),
            None if on == name.len() => return true,
            None => (0, false),
        };
        if fits {
            at += step;
            on += 1;
            continue;
        }
        match &mut back {
            Some((pattern_at, name_at)) if *name_at < name.len() => {
                *name_at += 1;
                (at, on) = (*pattern_at, *name_at);
            }
            _ => return false,
        }
    }
}

/// Options of `ps` that print environments: `e` among BSD options, `-E` on macOS.
fn shows_environment(script: &Script<'_>, word: &Word) -> bool {
    let Some(text) = script.text(word) else { return false };
    if let Some(letters) = text.strip_prefix('-') {
        return letters.contains('E') && !letters.starts_with('-');
    }
    text.contains('e') && text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}
