//! A jq command taken apart: its options, its program, and the program's tokens.
//!
//! Owns just enough of jq's grammar (jq(1), 1.7) to tell names from field names and code from text. Never evaluates.

use alloc::vec::Vec;

use crate::syntax::{Script, Simple, Word};

/// Options that take one value, in full.
const ONE_VALUE: &[&str] = &["--indent", "-L", "--library-path", "-f", "--from-file"];
/// Options that take a name and a value.
const TWO_VALUES: &[&str] = &["--arg", "--argfile", "--argjson", "--rawfile", "--slurpfile"];

/// The words of a `jq` command, `jq` first; also behind wrappers.
pub(super) fn jq_words<'s>(script: &'s Script<'_>, command: &Simple) -> Option<&'s [Word]> {
    let words = script.words_of(command);
    let is_jq = |word: &Word| {
        script
            .text(word)
            .is_some_and(|text| text == "jq" || text.ends_with("/jq") || text == "gojq" || text == "jaq")
    };
    let at = words.iter().position(is_jq)?;
    let wrapped = at == 0
        || words.first().and_then(|word| script.text(word)).is_some_and(|name| {
            matches!(
                name,
                "timeout"
                    | "nice"
                    | "env"
                    | "time"
                    | "nohup"
                    | "stdbuf"
                    | "command"
                    | "xargs"
                    | "sudo"
                    | "exec"
            )
        });
    words.get(at..).filter(|_| wrapped)
}

/// The operand of `jq` that is its program.
pub(super) fn program<'w>(script: &Script<'_>, words: &'w [Word]) -> Option<&'w Word> {
    let mut skip = 0;
    let mut options = true;
    for word in words.iter().skip(1) {
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let Some(text) = script.text(word) else { return Some(word) };
        if options && text == "--" {
            options = false;
        } else if options && text.starts_with('-') && text.len() > 1 {
            skip = if TWO_VALUES.contains(&text) { 2 } else { usize::from(ONE_VALUE.contains(&text)) };
        } else {
            return Some(word);
        }
    }
    None
}

/// One token of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'p> {
    /// A name: a function, a keyword.
    Name(&'p str),
    /// `$name`
    Variable(&'p str),
    /// `@name`
    Format(&'p str),
    /// `.name`, or a name in front of `:` in an object.
    Field,
    /// Any other character.
    Sign(u8),
}

/// The tokens of `program`, those inside string interpolations included.
pub(super) fn tokens(program: &str) -> Vec<Token<'_>> {
    let bytes = program.as_bytes();
    let mut found = Vec::new();
    // Open parentheses; true for one that a string interpolation opened.
    let mut open: Vec<bool> = Vec::new();
    let mut in_string = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if in_string {
            match byte {
                b'"' => in_string = false,
                b'\\' if bytes.get(at + 1) == Some(&b'(') => {
                    open.push(true);
                    in_string = false;
                    at += 1;
                }
                b'\\' => at += 1,
                _ => {}
            }
            at += 1;
            continue;
        }
        let start = at;
        at += 1;
        match byte {
            b'"' => in_string = true,
            b'#' => {
                while bytes.get(at).is_some_and(|byte| *byte != b'\n') {
                    at += 1;
                }
            }
            b'(' => {
                open.push(false);
                found.push(Token::Sign(byte));
            }
            b')' => {
                if open.pop() == Some(true) {
                    in_string = true;
                } else {
                    found.push(Token::Sign(byte));
                }
            }
            b'.' | b'$' | b'@' | b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                while bytes.get(at).is_some_and(|byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':' if name_goes_on(bytes, at))
                }) {
                    at += if bytes.get(at) == Some(&b':') { 2 } else { 1 };
                }
                let text = program.get(start..at).unwrap_or("");
                let name = text.trim_start_matches(['.', '$', '@']);
                let mut after = at;
                while bytes.get(after).is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n')) {
                    after += 1;
                }
                let key = bytes.get(after) == Some(&b':');
                found.push(match byte {
                    b'.' => Token::Field,
                    // In jq a blank may stand between the sign and the name.
                    b'$' => Token::Variable(if name.is_empty() { next_name(program, at) } else { name }),
                    b'@' => Token::Format(name),
                    _ if key => Token::Field,
                    _ => Token::Name(name),
                });
            }
            b' ' | b'\t' | b'\n' => {}
            _ => found.push(Token::Sign(byte)),
        }
    }
    found
}

/// `module::name` is one name.
fn name_goes_on(bytes: &[u8], at: usize) -> bool {
    bytes.get(at) == Some(&b'_') || bytes.get(at + 1) == Some(&b':')
}

fn next_name(program: &str, at: usize) -> &str {
    let rest = program.get(at..).unwrap_or("").trim_start();
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    rest.get(..end).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_from_field_names_and_text() {
        use Token::{Field, Format, Name, Sign, Variable};
        for (program, expected) in [
            (".env.name", &[Field, Field][..]),
            ("env.PATH", &[Name("env"), Field]),
            ("{env: 1}", &[Sign(b'{'), Field, Sign(b':'), Sign(b'1'), Sign(b'}')]),
            (r#""a env \(env) b""#, &[Name("env")]),
            (". # env\n| $ENV", &[Field, Sign(b'|'), Variable("ENV")]),
            ("$ ENV", &[Variable("ENV"), Name("ENV")]),
            ("@sh", &[Format("sh")]),
            (r#""\(1 + (2)) env""#, &[Sign(b'1'), Sign(b'+'), Sign(b'('), Sign(b'2'), Sign(b')')]),
        ] {
            assert_eq!(tokens(program), expected, "{program}");
        }
    }
}
