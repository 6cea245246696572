//! Options spelled so that a reader of the command does not recognise them.

use super::form::{Case, Found, Marks, check};
use super::invocation::base;
use crate::span::Span;
use crate::script::{Script, Value, Word};
use crate::syntax::{Piece, PieceKind};

check! {
    /// `-e''xec` is `-exec` to the program, and nothing that you or a list of options would recognize. Quotes,
    /// backslashes and `$'…'` vanish before the program starts. Nobody needs them in the name of an option.
    ///
    /// ```sh,fires
    /// find . $'-delete'
    /// find . $'\x2ddelete'
    /// find . "-"delete
    /// find . ''-delete
    /// find . ""-delete
    /// find . \-delete
    /// find . -e''xec id {} +
    /// find . -'exec' id {} +
    /// find . -de"le"te
    /// find . -\delete
    /// find . "-delete"
    /// rm '-rf' build
    /// rm -r''f build
    /// sort --"output"=x f
    /// sort --out"put" x f
    /// sort --outpu\t=x f
    /// head "-"$n f
    /// rm ''-$x
    /// rm –rf build
    /// rm "—force" build
    /// sort -$'\x6f' x f
    /// ```
    ///
    /// A value may be quoted, attached or not: it is not part of the name. So may a word that is only printed,
    /// a word after `--`, what an option such as `grep -e` is known to take, and dashes that start no name.
    /// A variable at the beginning is reported where it matters.
    ///
    /// ```sh,silent
    /// find . -delete
    /// cmd --name='a b'
    /// git commit -m "text"
    /// git commit -m"fix the build"
    /// grep -r --include="*.rs" x
    /// cut -d' ' -f1
    /// cut -d',' -f"1,2" f
    /// awk -F':' '{ print $1 }' f
    /// sort -t$'\t' -k2 f
    /// cut -d\  -f1 f
    /// sed -i'' 's/a/b/' f
    /// gcc -I"$HOME/include" -DNAME="x" a.c
    /// sed -e's/-x/-y/' f
    /// echo "-x"
    /// echo '---' "— done"
    /// grep -- "-x" f
    /// grep -e "-x" f
    /// git commit -m "-x is gone"
    /// git commit -m "- first" -m '— second'
    /// cat "-"
    /// [ "$1" = "-h" ]
    /// head "-$n" f
    /// tr '-' '_'
    /// find . -name "-x" -mtime '-1'
    /// cmake "-DCMAKE_C_FLAGS=-O2 -g" "--preset=$name"
    /// ```
    pub static OBFUSCATED_FLAGS = 4 {
        says: "this becomes an option only after the shell has removed its quotes",
        help: "write the option plainly, or put `--` in front of operands that begin with a dash",
        marks: Marks::of(b"'\"\\").or(Marks::BEYOND_ASCII),
        find,
    }
}

/// Options whose next argument is a value, whatever it begins with, by program.
const VALUES: &[(&str, &[&str])] = &[
    ("awk", &["-F", "-v"]),
    ("curl", &["-d", "-H", "--data", "--header"]),
    ("cut", &["-d"]),
    ("date", &["-d"]),
    ("find", &[
        "-iname", "-ipath", "-iregex", "-maxdepth", "-mindepth", "-mmin", "-mtime", "-name", "-newer", "-path",
        "-perm", "-printf", "-regex", "-size",
    ]),
    ("gh", &["-b", "-t", "--body", "--title"]),
    ("git", &["-m", "-G", "-S", "--author", "--grep", "--message", "--since", "--until"]),
    ("grep", &["-e", "--regexp"]),
    ("jq", &["--arg", "--argjson"]),
    ("rg", &["-e", "--regexp"]),
    ("sed", &["-e", "--expression"]),
    ("sort", &["-t"]),
    ("[", &["=", "==", "!="]),
    ("test", &["=", "==", "!="]),
];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for command in &script.commands {
        let words = script.words_of(command);
        let mut before: Option<&Word> = None;
        for (index, word) in (command.words.start..).zip(words) {
            let last = before.replace(word);
            let Some(last) = last else { continue };
            if script.slice(word.span) == "--" {
                break;
            }
            let Some(span) = obfuscated(script, word) else { continue };
            let attached = script.pieces_of(word).first().map_or("", |piece| script.slice(piece.span));
            let option = script.text(last).unwrap_or("");
            if !case.any_value(index) && !takes(script, words, option) && !takes(script, words, attached) {
                if script.text(word).is_some_and(begins_with_foreign_dash) {
                    found.ask_because(span, "this dash is not the `-` that begins an option".into());
                } else {
                    found.ask(span);
                }
            }
        }
    }
}

/// Whether one of the programs among `words` takes a value after `option`.
fn takes(script: &Script<'_>, words: &[Word], option: &str) -> bool {
    let mut rows = VALUES.iter().filter(|(_, options)| options.contains(&option));
    rows.any(|(program, _)| {
        words.iter().any(|word| script.text(word).is_some_and(|text| base(text) == *program))
    })
}

/// The place in `word` that makes it an option unseen.
fn obfuscated(script: &Script<'_>, word: &Word) -> Option<Span> {
    let written = script.slice(word.span);
    let pieces = script.pieces_of(word);
    let Some(text) = script.text(word) else {
        return (word.value == Value::Unknown && begins_with_hidden_dash(script, pieces)).then_some(word.span);
    };
    if begins_with_foreign_dash(text) {
        return Some(word.span);
    }
    let name = text.trim_start_matches('-');
    let option = text.starts_with('-') && name.starts_with(|first: char| !first.is_whitespace());
    if !option || pieces.is_empty() {
        return None;
    }
    if written.starts_with('-') {
        return hidden_name(script, pieces, text);
    }
    (!quoted_for_its_value(pieces, text)).then_some(word.span)
}

/// A word that is quoted as a whole because its value needs it: `"--name=a b"`.
fn quoted_for_its_value(pieces: &[Piece], text: &str) -> bool {
    let whole =
        matches!(pieces.first(), Some(piece) if matches!(piece.kind, PieceKind::SingleQuoted | PieceKind::DoubleQuoted))
            && pieces.iter().skip(1).all(|piece| piece.quoted);
    let value = text.split_once('=').map_or("", |(_, value)| value);
    whole && value.contains(|character: char| !character.is_ascii_alphanumeric() && !matches!(character, '-' | '_' | '.' | '/'))
}

/// `"-"$x` and `''-$x`: the dash is hidden, and the name is not known.
fn begins_with_hidden_dash(script: &Script<'_>, pieces: &[Piece]) -> bool {
    let Some((first, rest)) = pieces.split_first() else { return false };
    let followed = rest.iter().any(|piece| !piece.quoted);
    match script.slice(first.span) {
        "'-'" | "\"-\"" | "'--'" | "\"--\"" | "\\-" => followed,
        "''" | "\"\"" => rest.first().is_some_and(|piece| script.slice(piece.span).starts_with('-')),
        _ => false,
    }
}

/// A dash that is not `-`, in front of a name: a reader takes it for an option, the program for an operand.
fn begins_with_foreign_dash(text: &str) -> bool {
    let name = text.trim_start_matches(|first| {
        matches!(first, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
    });
    name.len() < text.len() && name.starts_with(|first: char| first.is_ascii_alphanumeric())
}

/// The first piece inside the name of an option that begins with a plain `-`.
fn hidden_name(script: &Script<'_>, pieces: &[Piece], text: &str) -> Option<Span> {
    let (first, rest) = pieces.split_first()?;
    let plain = script.slice(first.span);
    let hidden = rest.first()?;
    if first.kind != PieceKind::Literal || plain.contains('=') {
        return None;
    }
    if plain.starts_with("--") {
        return Some(hidden.span);
    }
    // `-d','` and `-I"dir/x"` are an option and its value; letters alone can spell a longer name.
    let tail = text.get(plain.len()..)?;
    let tail = tail.split('=').next().unwrap_or("");
    let letters = tail.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    let name = plain.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    let empty = tail.is_empty() && plain.len() == 2;
    (letters && name && !empty).then_some(hidden.span)
}
