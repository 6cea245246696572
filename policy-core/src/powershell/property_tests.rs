//! What holds of every text, made of fragments or of a good text that was changed.

use std::format;
use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::script::{Dialect, DoubtKind, Script};
use crate::syntax::read;

/// Texts with every construct that is read.
const TEXTS: &[&str] = &[
    "git log --oneline -n 5 | Select-Object -First 3",
    "gci -Path:src -Recurse | ? { $_.Length -gt 5kb -and -not $_.PSIsContainer } | % FullName",
    "$x = gc a.txt | sls 'b c'; \"found $($x.Count) in $env:HOME\" > out.txt 2>&1",
    "if (Test-Path a) { gc a } elseif ($b) { 'c' } else { d @('e', 5) } # f",
    "foreach ($f in gci *.cs, 'b c') { a $f.Name[0] >> b }\n<# c #> d",
    "a | select @{n = 'b'; e = { $_.c -replace 'd', 'e' }}, f",
    "& 'C:\\a b\\c.exe' \"d `\"e`\" $f\" ${g} (h i).Count -- -j:k && l || m",
    "@'\na 'b'\n'@ | c; @\"\nd $e\n\"@\n[pscustomobject]@{f = 1; 'g' = h -i $j}",
    "(1..5), 'a' -join ',' -split 'b', 2\r\n| c `\r\n -d 2>$null *> e",
];

/// Pieces of the language, and what ends, hides or doubles them.
const FRAGMENTS: &[&str] = &[
    "a", "gci", "-Recurse", "-Path:", "--", "--%", "-", "5", "1..5", "5kb", "'", "\"", "''", "\"\"", "'a b'",
    "\"a $b\"", "$", "$x", "${x}", "$env:X", "$_", "$null", "$x.y", "$x[0]", "(", ")", "{", "}", "@(", "@{",
    "@", "$(", "\"$(", ")\"", "[", "]", "[int]", "[x]", "::", ".", ",", ";", "|", "||", "&", "&&", ">", ">>",
    "2>&1", "2>", "<", "<#", "#>", "#", "`", "`\n", "\n", "\r\n", "\r", " ", "  ", "\t", "=", "+=", "++",
    "+", "*", "%", "?", "!", "-eq", "-and", "-split", "-not", "if", "else", "foreach", "in", "function",
    "@'\n", "\n'@", "@\"\n", "\n\"@", "é", "’", "\u{a0}", "\0", "\u{200b}", ":", "\\", "/", "~",
];

/// What must hold of every script.
fn holds(source: &str) -> Script<'_> {
    let script = read(source, Dialect::PowerShell);
    for doubt in &script.doubts {
        assert!(doubt.span.get(source).is_some(), "{source:?}: {doubt:?}");
        assert!(!doubt.span.is_empty() || source.is_empty(), "{source:?}: {doubt:?}");
        assert_ne!(doubt.kind, DoubtKind::Contradiction, "{source:?}");
    }
    if script.doubts.is_empty() {
        for command in &script.commands {
            for word in script.words_of(command) {
                assert!(command.span.contains(word.span), "{source:?}: {command:?} {word:?}");
            }
        }
        assert!(script.comments.is_sorted_by(|one, next| one.end <= next.start), "{source:?}");
        assert!(script.operators.is_sorted_by(|one, next| one.span.end <= next.span.start), "{source:?}");
        let again = read(source, Dialect::PowerShell);
        assert_eq!(format!("{script:?}"), format!("{again:?}"));
    }
    script
}

#[test]
fn the_texts_are_understood() {
    for text in TEXTS {
        assert!(holds(text).doubts.is_empty(), "{text}: {:?}", holds(text).doubts);
    }
}

/// `text` with `fragment` put in, or put in place of the character there.
fn changed(text: &str, place: Index, fragment: &str, replaces: bool) -> String {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let at = *place.get(&places);
    let (front, back) = text.split_at(at);
    let mut rest = back.chars();
    if replaces {
        rest.next();
    }
    [front, fragment, rest.as_str()].concat()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(test_support::effort::property(1_000, 4_000)))]

    #[test]
    fn a_text_of_fragments_is_read_without_a_contradiction(parts in prop::collection::vec(select(FRAGMENTS), 0..24)) {
        holds(&parts.concat());
    }

    #[test]
    fn a_text_of_words_is_read_without_a_contradiction(parts in prop::collection::vec(select(FRAGMENTS), 0..16)) {
        holds(&parts.join(" "));
    }

    #[test]
    fn a_changed_text_is_read_without_a_contradiction(
        text in select(TEXTS),
        changes in prop::collection::vec((any::<Index>(), select(FRAGMENTS), any::<bool>()), 1..4),
    ) {
        let text = changes.into_iter().fold(String::from(text), |text, (place, fragment, replaces)| {
            if text.is_empty() { text } else { changed(&text, place, fragment, replaces) }
        });
        holds(&text);
    }

    #[test]
    fn a_doubtful_character_makes_any_text_doubtful(
        text in select(TEXTS),
        place in any::<Index>(),
        character in select(&["‘", "’", "“", "„", "–", "―", "\u{a0}", "\u{2028}", "\0", "\u{7f}", "\u{c}"][..]),
    ) {
        prop_assert!(!holds(&changed(text, place, character, false)).doubts.is_empty());
    }

    #[test]
    fn commands_in_a_block_are_those_outside(parts in prop::collection::vec(select(FRAGMENTS), 0..12)) {
        let text = parts.join(" ");
        let inner = read(&text, Dialect::PowerShell);
        if inner.doubts.is_empty() {
            let source = format!("a {{\n{text}\n}}");
            let outer = holds(&source);
            prop_assert!(outer.doubts.is_empty(), "{text:?}: {:?}", outer.doubts);
            prop_assert_eq!(outer.commands.len(), inner.commands.len() + 1, "{:?}", text);
        }
    }
}
