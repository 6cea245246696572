//! The escapes of `$'…'`, decoded as bash 5 does (bash(1), "QUOTING").

use alloc::string::String;
use alloc::vec::Vec;

/// Decodes the text between the quotes.
///
/// Gives none where shells differ or where the result is no text: NUL (bash ends the string there),
/// bytes that are not UTF-8, unknown escapes, `\c`.
pub(super) fn decode(body: &str) -> Option<String> {
    let mut out: Vec<u8> = Vec::with_capacity(body.len());
    let bytes = body.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        let escape = *bytes.get(at)?;
        at += 1;
        match escape {
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'e' | b'E' => out.push(27),
            b'f' => out.push(12),
            b'n' => out.push(10),
            b'r' => out.push(13),
            b't' => out.push(9),
            b'v' => out.push(11),
            b'\\' | b'\'' | b'"' | b'?' => out.push(escape),
            b'0'..=b'7' => {
                at -= 1;
                let (value, length) = number(bytes, at, 8, 3);
                at += length;
                // Three octal digits can exceed a byte; bash keeps the low eight bits.
                out.push(value as u8);
            }
            b'x' => {
                let (value, length) = number(bytes, at, 16, 2);
                at += length;
                if length == 0 {
                    return None;
                }
                out.push(value as u8);
            }
            b'u' | b'U' => {
                let (value, length) = number(bytes, at, 16, if escape == b'u' { 4 } else { 8 });
                at += length;
                // Beyond ASCII the result depends on the locale: without UTF-8 bash leaves the escape as it is.
                if length == 0 || value > 0x7f {
                    return None;
                }
                out.push(value as u8);
            }
            _ => return None,
        }
    }
    if out.contains(&0) { None } else { String::from_utf8(out).ok() }
}

/// Reads up to `most` digits; gives the value and how many there were.
fn number(bytes: &[u8], at: usize, radix: u32, most: usize) -> (u32, usize) {
    let mut value = 0u32;
    let mut length = 0;
    while length < most {
        let Some(digit) = bytes.get(at + length).and_then(|byte| char::from(*byte).to_digit(radix)) else {
            break;
        };
        value = value.wrapping_mul(radix).wrapping_add(digit);
        length += 1;
    }
    (value, length)
}
