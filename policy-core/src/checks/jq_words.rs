//! The tokens of a jq program, enough to distinguish calls and variables from field names and strings.
//!
//! Owns the tokenizer (jq(1), "BASIC FILTERS", "STRING INTERPOLATION", "COMMENTS"). One pass.

use alloc::vec::Vec;

/// A token of a jq program that can reach outside its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JqWord<'p> {
    /// A function call or a keyword.
    Call(&'p str),
    /// `$name`, without the `$`.
    Variable(&'p str),
    /// `@name`, without the `@`.
    Format(&'p str),
    /// A comment that ends in a backslash: versions of jq differ on where it ends.
    ContinuedComment,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    /// `( … )`, `[ … ]`, `if … end`.
    Plain,
    /// `{ … }`: names after `{` and `,` are keys.
    Object,
    /// `\( … )` inside a string.
    Interpolation,
}

/// Tells `tell` of each such token with its first and last byte's offsets, in order.
pub(super) fn each<'p>(program: &'p str, tell: &mut dyn FnMut(JqWord<'p>, usize, usize)) {
    let bytes = program.as_bytes();
    let name = |from: usize| {
        let mut end = from;
        while bytes.get(end).is_some_and(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':')) {
            // `::` belongs to a name, `:` does not.
            if bytes.get(end) == Some(&b':') {
                if bytes.get(end + 1) != Some(&b':') {
                    break;
                }
                end += 1;
            }
            end += 1;
        }
        (program.get(from..end).unwrap_or(""), end)
    };
    let mut frames: Vec<Frame> = Vec::new();
    // Whether a key may be here.
    let mut key = false;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        at += 1;
        let was_key = key && !byte.is_ascii_whitespace();
        if !byte.is_ascii_whitespace() && byte != b'#' {
            key = false;
        }
        match byte {
            b'"' => at = string(bytes, at, &mut frames),
            b'#' => {
                while bytes.get(at).is_some_and(|byte| !matches!(byte, b'\n' | b'\r')) {
                    at += 1;
                }
                if bytes.get(at - 1) == Some(&b'\\') && at < bytes.len() {
                    tell(JqWord::ContinuedComment, start, at);
                }
            }
            b'{' => {
                frames.push(Frame::Object);
                key = true;
            }
            b',' => key = frames.last() == Some(&Frame::Object),
            b'(' | b'[' => frames.push(Frame::Plain),
            b')' | b']' | b'}' => {
                let string_goes_on = frames.pop() == Some(Frame::Interpolation);
                at = if string_goes_on { string(bytes, at, &mut frames) } else { at };
            }
            // A field such as `.env`, unless the dot is the second of `..`.
            b'.' if bytes.get(at) == Some(&b'.') => at += 1,
            b'.' if bytes.get(at).is_some_and(|next| next.is_ascii_alphabetic() || *next == b'_') => {
                at = name(at).1;
            }
            b'$' | b'@' => {
                while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                    at += 1;
                }
                let (word, end) = name(at);
                at = end;
                tell(if byte == b'$' { JqWord::Variable(word) } else { JqWord::Format(word) }, start, end);
            }
            b'0'..=b'9' => {
                while bytes.get(at).is_some_and(|byte| byte.is_ascii_digit() || *byte == b'.') {
                    at += 1;
                }
            }
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                let (word, end) = name(start);
                at = end;
                let after = program.get(end..).unwrap_or("").trim_start();
                if was_key && (after.is_empty() || after.starts_with([':', ',', '}'])) {
                    continue;
                }
                match word {
                    "if" => frames.push(Frame::Plain),
                    "end" => {
                        frames.pop();
                    }
                    // A definition can hold commas of its own; from here on nothing counts as a key.
                    "def" => {
                        if let Some(frame) = frames.last_mut().filter(|frame| **frame == Frame::Object) {
                            *frame = Frame::Plain;
                        }
                    }
                    _ => {}
                }
                tell(JqWord::Call(word), start, end);
            }
            _ => {}
        }
    }
}

/// Goes on inside a string, up to its end or to the next `\(`.
fn string(bytes: &[u8], mut at: usize, frames: &mut Vec<Frame>) -> usize {
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => return at,
            b'\\' if bytes.get(at) == Some(&b'(') => {
                frames.push(Frame::Interpolation);
                return at + 1;
            }
            b'\\' => at += 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(program: &str) -> Vec<&str> {
        let mut names = Vec::new();
        each(program, &mut |word, _, _| match word {
            JqWord::Call(name) | JqWord::Variable(name) | JqWord::Format(name) => names.push(name),
            JqWord::ContinuedComment => names.push("\\"),
        });
        names
    }

    #[test]
    fn calls_are_told_from_fields_keys_and_text() {
        let rows: &[(&str, &[&str])] = &[
            (".env.name", &[]),
            ("..|.env?", &[]),
            (r#"."env", .["env"]"#, &[]),
            ("{env, path: .x, \"env\": 1}", &[]),
            ("{a: env}", &["env"]),
            ("{(env): 1}", &["env"]),
            ("{$ENV}", &["ENV"]),
            ("{a: if . then 1, env, 2 else 3 end, env}", &["if", "then", "env", "else", "end"]),
            (r#""env \(env) env \("\($ENV)")" "#, &["env", "ENV"]),
            ("$ ENV", &["ENV"]),
            ("1 # env\n| env", &["env"]),
            ("1 # \\\n| env", &["\\", "env"]),
            ("@sh \"\\(.a)\"", &["sh"]),
            ("m::env", &["m::env"]),
        ];
        for (program, expected) in rows {
            assert_eq!(calls(program), *expected, "{program}");
        }
    }
}
