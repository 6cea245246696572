//! Forms that never end: loops with a constant condition, and functions that start themselves twice.

use crate::examples::examples;
use alloc::collections::BTreeMap;

use super::form::ForbiddenForm;
use super::pipeline::Whole;
use crate::codes::{Code, Help};
use crate::script::{Joint, Repeat, ScopeKind, Script, Simple};
use crate::sorted;
use crate::span::Span;
use crate::syntax::Salvage;

pub(super) static ENDLESS_LOOP: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "endless-loop",
        "endless loops (`while true`)",
        Help::both("loop over a list or up to a number"),
    ),
    script: |whole| endless(whole.script),
    text: |text| endless_in_text(text),
    fires: examples![
        "while true; do ls; done",
        "while :; do ls; done",
        "until false; do ls; done",
        "while ! false; do ls; done",
        "while /bin/true; do ls; done",
        "while 'true'; do ls; done",
        "while ls; true; do ls; done",
        "while [ 1 ]; do ls; done",
        "while [[ 1 ]]; do ls; done",
        "while ((1)); do ls; done",
        "for ((;;)); do ls; done",
        "for (( ; ; )) do ls; done",
        "for ((i=0;;i++)); do ls; done",
        "for ((i=0; 1; i++)); do ls; done",
        "until ((0)); do ls; done",
        "a=(1); for ((;;)); do ls; done",
        "ls | while true; do ls; done",
        "echo $(while :; do ls; done)",
        "if ls; then while true; do ls; done; fi",
        "bash -c 'while true; do ls; done'",
        "while true; do echo 'a",
        "[[ a ]] && while true; do ls; done",
        "echo 'a; while true; do ls; done",
    ],
    silent: examples![
        "if true; then ls; fi",
        "while read l; do echo $l; done",
        "while ls && true; do ls; done",
        "until true; do ls; done",
        "while false; do ls; done",
        "while [ -f x ]; do ls; done",
        "while [[ -f x ]]; do ls; done",
        "while ((i < 3)); do ls; done",
        "for ((i=0;i<3;i++)); do ls; done",
        "while ((0)); do ls; done",
        "while ls && ((1)); do ls; done",
        "((1)); ls",
        "for i in 1 2; do true; done",
        "echo while true",
        "echo 'while true; do ls; done'",
        "true && ls",
        "[[ a ]] && echo while true",
    ],
    ..ForbiddenForm::NONE
};

pub(super) static FORK_BOMB: ForbiddenForm = ForbiddenForm {
    code: Code::brief(
        "fork-bomb",
        "functions that start copies of themselves without end (fork bombs)",
        Help::both("leave it out"),
    ),
    script: |whole| bomb(whole),
    text: |text| bomb_in_text(text.text()),
    fires: examples![
        ":(){ :|:& };:",
        ":() { : | : & }; :",
        "bomb() { bomb | bomb & }; bomb",
        "function bomb { bomb | bomb & }; bomb",
        "function bomb() { bomb & bomb; }; bomb",
        "b() { (b | b) & }; b",
        "bash -c ':(){ :|:& };:'",
        "echo 'a; :(){ :|:& };:",
    ],
    silent: examples![
        "echo ':(){ :|:& };:'",
        "f() { ls | cat & }; f",
        "f() { f; }; ls",
        "f() { ls; }; f | cat",
        ": | :",
        "[[ a ]] && g() { h | h & }",
    ],
    ..ForbiddenForm::NONE
};

/// The first loop whose condition never changes.
fn endless(script: &Script<'_>) -> Option<Span> {
    if let Some(counting) = script.commands.iter().find(|command| counts(script, command)) {
        return Some(counting.span);
    }
    let loops: BTreeMap<u32, &Repeat> = sorted::map(script.repeats.iter().map(|it| (it.condition, it)));
    if loops.is_empty() {
        return None;
    }
    let mut last: BTreeMap<u32, &Simple> = BTreeMap::new();
    for command in &script.commands {
        last.insert(command.scope, command);
    }
    for (condition, repeat) in loops {
        let Some(last) = last.get(&condition).copied() else { continue };
        if constant(script, last) == Some(!repeat.until) {
            return Some(repeat.keyword.join(last.span));
        }
    }
    None
}

/// What a condition's last command always gives; none when that depends on something.
fn constant(script: &Script<'_>, command: &Simple) -> Option<bool> {
    let words = script.words_of(command);
    let text = |at: usize| words.get(at).and_then(|word| script.text(word));
    let value = match arithmetic(script.slice(words.first()?.span)) {
        Some(value) => value,
        None => match (text(0)?.rsplit('/').next().unwrap_or(""), words.len()) {
            ("true" | ":", _) => true,
            ("false", _) => false,
            ("[" | "[[", 3) | ("test", 2) => !text(1)?.is_empty(),
            _ => return None,
        },
    };
    let value = value != command.negated;
    // `a && true` depends on `a`, and so does `a || false`.
    let depends = match command.before {
        Joint::And => value,
        Joint::Or => !value,
        _ => false,
    };
    (!depends).then_some(value)
}

/// What `((1))` always gives.
fn arithmetic(written: &str) -> Option<bool> {
    let inner = written.strip_prefix("((")?.strip_suffix("))")?;
    inner.trim().parse().ok().map(|number: u32| number != 0)
}

/// Whether a command is the `((…;…;…))` of a loop that does not end.
fn counts(script: &Script<'_>, command: &Simple) -> bool {
    let [word] = script.words_of(command) else { return false };
    let (before, written) = script.source.split_at_checked(word.span.start as usize).unwrap_or_default();
    let looped = before.trim_end().ends_with("for");
    let header = written.strip_prefix("((").and_then(|rest| rest.split_once("))"));
    looped && header.is_some_and(|(header, _)| has_no_end(header))
}

/// Whether the second of a loop's three parts is empty or a number.
fn has_no_end(header: &str) -> bool {
    let condition = header.split(';').nth(1).map(str::trim);
    condition.is_some_and(|it| it.is_empty() || it.parse().is_ok_and(|number: u32| number != 0))
}

fn endless_in_text(text: &Salvage) -> bool {
    text.pieces_with_lead().any(|piece| {
        let mut words = piece.text.split_ascii_whitespace();
        // Other reserved words may occur in front.
        let Some(keyword) = words.find(|word| !matches!(*word, "!" | "then" | "do" | "else" | "if" | "time"))
        else {
            return false;
        };
        let condition: Option<&str> = words.next();
        match keyword {
            "while" => matches!(condition, Some("true" | ":" | "/bin/true")),
            "until" => matches!(condition, Some("false" | "/bin/false")),
            _ => false,
        }
    }) || counts_without_end(text.text())
}

/// Whether there is a `for ((…;…;…))` whose second part is empty or a number.
fn counts_without_end(text: &str) -> bool {
    text.match_indices("((").any(|(at, _)| {
        if !text.get(..at).unwrap_or("").trim_end().ends_with("for") {
            return false;
        }
        let ahead = ahead(text, at + 2).split_once("))");
        ahead.is_some_and(|(header, _)| has_no_end(header))
    })
}

/// Characters after a place in unread text that are looked at, so that all places together cost little.
const AHEAD_MAX: usize = 256;

fn ahead(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    rest.char_indices().nth(AHEAD_MAX).and_then(|(end, _)| rest.get(..end)).unwrap_or(rest)
}

/// The first function that runs itself in a pipeline or in the background.
fn bomb(whole: &Whole<'_>) -> Option<Span> {
    let script = whole.script;
    let twice = |command: &Simple| {
        let piped = |joint| matches!(joint, Joint::Pipe | Joint::PipeBoth);
        command.after == Joint::Background || piped(command.before) || piped(command.after)
    };
    for function in script.scopes.iter().filter(|scope| scope.kind == ScopeKind::Function) {
        let Some(name) = function_name(script, function.span.start) else { continue };
        let first = script.commands.partition_point(|command| command.span.start < function.span.start);
        let inside = script.commands.iter().skip(first);
        let calls = inside.take_while(|command| command.span.start < function.span.end).filter(|command| {
            let called = script.words_of(command).first().and_then(|word| script.text(word));
            called == Some(script.slice(name))
        });
        if calls.into_iter().any(twice) {
            return Some(name.join(function.span));
        }
    }
    None
}

/// The name of the function whose body begins at `at`.
fn function_name(script: &Script<'_>, at: u32) -> Option<Span> {
    let before = script.source.get(..at as usize)?.trim_end();
    let before = before.strip_suffix(')').and_then(|it| it.trim_end().strip_suffix('(')).unwrap_or(before);
    let before = before.trim_end();
    let name = before.rsplit([' ', '\t', '\n', ';', '&', '|', '(', '{', '`']).next()?;
    (!name.is_empty()).then(|| Span::new(before.len() - name.len(), before.len()))
}

/// As [`bomb`], by the letters alone.
fn bomb_in_text(text: &str) -> bool {
    text.match_indices("()").any(|(at, _)| {
        let before = text.get(..at).unwrap_or("").trim_end();
        let name =
            before.rsplit(|c: char| c.is_whitespace() || ";&|(){}`<>".contains(c)).next().unwrap_or("");
        let body = ahead(text, at + 2).split('}').next().unwrap_or("");
        let mut words = body.split(['|', '&', '{', '(', ')', ';']).map(str::trim);
        !name.is_empty() && body.contains(['|', '&']) && words.any(|word| word == name)
    })
}
