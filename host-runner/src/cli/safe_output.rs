//! What a command prints, as it may reach a terminal: text, tabs, line ends and colours.
//!
//! Owns the filter. A terminal obeys what is printed on it: it sets the clipboard (OSC 52) and the title, moves the
//! cursor over other lines, sends answers as if the person had typed them (`CSI 6 n`), and changes the direction of
//! text. The states are those of ECMA-48 and <https://vt100.net/emu/dec_ansi_parser>; a line end also ends a string that
//! nobody closes, so that no output is lost. Where no terminal is, nothing is filtered.

use std::fmt::Write as _;
use std::io::Write as _;

/// Longest list of parameters that is passed on, in bytes; the longest colour has fewer.
const PARAMETERS_MAX: usize = 64;

const BELL: u8 = 0x07;
const CANCEL: u8 = 0x18;
const SUBSTITUTE: u8 = 0x1A;
const ESCAPE: u8 = 0x1B;

/// Where in a control sequence the last byte was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum State {
    #[default]
    Text,
    /// After `ESC`.
    Escape,
    /// After `ESC` and an intermediate byte.
    Intermediate,
    /// After `ESC [`; a sequence with other than parameters is not passed on.
    Control { is_plain: bool },
    /// In an operating system command or a device control string.
    String,
}

/// The filter of one output.
#[derive(Debug, Default)]
pub(super) struct SafeOutput {
    state: State,
    parameters: Vec<u8>,
    /// The beginning of a character of several bytes.
    partial: Vec<u8>,
    is_coloured: bool,
}

impl SafeOutput {
    /// What of `bytes` may be shown. A sequence or a character may go on in the next call.
    pub(super) fn pass(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut shown = Vec::with_capacity(bytes.len());
        for byte in bytes {
            self.take(*byte, &mut shown);
        }
        shown
    }

    /// What is to be shown at the end: an unfinished character, and the usual colour.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        let mut shown = Vec::new();
        self.end_character(&mut shown);
        if std::mem::take(&mut self.is_coloured) {
            shown.extend_from_slice(b"\x1b[0m");
        }
        self.state = State::Text;
        shown
    }

    fn take(&mut self, byte: u8, shown: &mut Vec<u8>) {
        if self.state == State::Text {
            return self.text(byte, shown);
        }
        self.state = match (self.state, byte) {
            (_, ESCAPE) => State::Escape,
            (_, CANCEL | SUBSTITUTE) | (State::String, BELL) => State::Text,
            // Also where a terminal would wait for the end: what is not passed on cannot swallow the next line.
            (_, b'\n') | (State::Escape | State::Intermediate | State::Control { .. }, b'\t' | b'\r') => {
                shown.push(byte);
                State::Text
            }
            (State::String, _) | (State::Escape, b']' | b'P' | b'X' | b'^' | b'_') => State::String,
            (State::Escape, b'[') => {
                self.parameters.clear();
                State::Control { is_plain: true }
            }
            (State::Escape | State::Intermediate, b' '..=b'/') => State::Intermediate,
            (State::Control { is_plain }, b'0'..=b'?') => {
                self.parameters.push(byte);
                State::Control { is_plain: is_plain && self.parameters.len() <= PARAMETERS_MAX }
            }
            (State::Control { .. }, b' '..=b'/') => State::Control { is_plain: false },
            (State::Control { is_plain: true }, b'm' | b'K') => {
                self.control(byte, shown);
                State::Text
            }
            // The end of any other sequence, or a byte that ends it as an error.
            (State::Escape | State::Intermediate | State::Control { .. }, 0..0x80) => State::Text,
            (State::Escape | State::Intermediate | State::Control { .. } | State::Text, _) => {
                self.state = State::Text;
                return self.text(byte, shown);
            }
        };
        if matches!(self.state, State::Control { .. }) {
            self.parameters.truncate(PARAMETERS_MAX + 1);
        }
    }

    fn text(&mut self, byte: u8, shown: &mut Vec<u8>) {
        if byte >= 0x80 {
            // A byte that begins a character ends the one before it.
            if byte >= 0xC0 {
                self.end_character(shown);
            }
            self.partial.push(byte);
            return self.character(shown);
        }
        self.end_character(shown);
        match byte {
            ESCAPE => self.state = State::Escape,
            b'\t' | b'\n' | b'\r' | b' '..=b'~' => shown.push(byte),
            _ => {}
        }
    }

    /// Shows the character in `partial` if it is whole, or a sign for what is none.
    fn character(&mut self, shown: &mut Vec<u8>) {
        match str::from_utf8(&self.partial) {
            Ok(text) => {
                for character in text.chars() {
                    if is_obeyed(character) {
                        // Writing to a vector does not fail.
                        let _ = write!(shown, "<U+{:04X}>", u32::from(character));
                    } else {
                        shown.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                }
                self.partial.clear();
            }
            Err(error) if error.error_len().is_none() => {}
            Err(_) => self.end_character(shown),
        }
    }

    fn end_character(&mut self, shown: &mut Vec<u8>) {
        if !std::mem::take(&mut self.partial).is_empty() {
            shown.extend_from_slice(char::REPLACEMENT_CHARACTER.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }

    /// Passes a colour on (`SGR`), or the removal of what the line has (`EL`), which `\r` and blanks do as well.
    fn control(&mut self, end: u8, shown: &mut Vec<u8>) {
        let is_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b';' | b':');
        if !self.parameters.iter().all(is_number) || end == b'm' && conceals(&self.parameters) {
            return;
        }
        if end == b'm' {
            self.is_coloured = !matches!(self.parameters.as_slice(), b"" | b"0" | b"00");
        }
        shown.extend_from_slice(b"\x1b[");
        shown.extend_from_slice(&self.parameters);
        shown.push(end);
    }
}

/// Whether the parameters of a colour hide the text that follows (`8`). In `38;5;8` it is the number of a colour.
fn conceals(parameters: &[u8]) -> bool {
    let mut fields = parameters.split(|byte| *byte == b';').map(|field| str::from_utf8(field).unwrap_or(""));
    while let Some(field) = fields.next() {
        match field.parse::<u32>() {
            Ok(38 | 48 | 58) => {
                let rest = match fields.next() {
                    Some("5") => 1,
                    Some("2") => 3,
                    _ => 0,
                };
                for _ in 0..rest {
                    fields.next();
                }
            }
            Ok(8) => return true,
            Ok(_) | Err(_) => {}
        }
    }
    false
}

/// Whether a terminal or a reader of text obeys a character instead of showing it: controls of the second set, of
/// direction (<https://trojansource.codes>), of lines, and tags, which hide text.
fn is_obeyed(character: char) -> bool {
    matches!(character,
        '\u{80}'..='\u{9F}'
        | '\u{61C}'
        | '\u{200E}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2066}'..='\u{206F}'
        | '\u{FFF9}'..='\u{FFFB}'
        | '\u{E0000}'..='\u{E007F}')
}

/// JSON text in which such characters are escaped: it means the same, and can be shown.
pub(super) fn json(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        if is_obeyed(character) || character == '\u{7F}' {
            for unit in character.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                let _ = write!(safe, "\\u{unit:04x}");
            }
        } else {
            safe.push(character);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is shown of `bytes`, in one piece and byte by byte.
    fn shown(bytes: &[u8]) -> String {
        let mut whole = SafeOutput::default();
        let mut once = whole.pass(bytes);
        once.extend(whole.finish());
        let mut piecewise = SafeOutput::default();
        let mut pieces = bytes.iter().flat_map(|byte| piecewise.pass(&[*byte])).collect::<Vec<_>>();
        pieces.extend(piecewise.finish());
        assert_eq!(once, pieces, "{bytes:?}");
        String::from_utf8(once).unwrap()
    }

    #[test]
    fn text_and_colours_pass_unchanged() {
        for text in [
            "",
            "a\tb\r\nc\n",
            "äöü €\u{1F600} ⚠\u{FE0F} 日本語",
            "\u{1b}[31mred\u{1b}[0m",
            "\u{1b}[m",
            "\u{1b}[1;38;5;8mx\u{1b}[0m",
            "\u{1b}[48;2;8;8;8mx\u{1b}[m",
            "\u{1b}[38:5:8mx\u{1b}[0m",
            "50%\r\u{1b}[K100%\n",
            "\u{1b}[01;31m\u{1b}[Kmatch\u{1b}[m\u{1b}[K",
        ] {
            assert_eq!(shown(text.as_bytes()), text);
        }
    }

    #[test]
    fn what_a_terminal_would_obey_does_not_reach_it() {
        for (sequence, expected) in [
            ("\u{1b}]52;c;ZXZpbA==\u{7}", ""),
            ("\u{1b}]0;title\u{1b}\\", ""),
            ("\u{1b}]8;;http://evil.example\u{1b}\\link\u{1b}]8;;\u{1b}\\", "link"),
            ("\u{1b}[2J\u{1b}[H", ""),
            ("\u{1b}[6n\u{1b}[c\u{1b}[>c\u{1b}[5n\u{1b}[?1;2c", ""),
            ("\u{1b}[1A\u{1b}[2D\u{1b}[10;10H\u{1b}[s\u{1b}[u\u{1b}7\u{1b}8", ""),
            ("\u{1b}[?1049h\u{1b}[?25l\u{1b}[?2004h\u{1b}[20h\u{1b}[4l", ""),
            ("\u{1b}Pq#0;2;0;0;0\u{1b}\\", ""),
            ("\u{1b}P$qm\u{1b}\\\u{1b}_Gi=1\u{1b}\\\u{1b}^x\u{1b}\\\u{1b}Xx\u{1b}\\", ""),
            ("\u{1b}c\u{1b}=\u{1b}>\u{1b}(0\u{1b}#8\u{1b}%G\u{1b} F", ""),
            ("\u{1b}[>4;2m\u{1b}[?4m\u{1b}[1 q\u{1b}[!p\u{1b}[3J\u{1b}[22;0t", ""),
            ("\u{1b}[8mhidden\u{1b}[28m\u{1b}[0m", "hidden\u{1b}[28m\u{1b}[0m"),
            ("\u{1b}[1;8;31mx", "x"),
            ("\u{7}\u{8}\u{b}\u{c}\u{e}\u{f}\u{0}\u{7f}", ""),
            ("a\u{202e}b\u{2066}c\u{200f}", "a<U+202E>b<U+2066>c<U+200F>"),
            ("\u{9b}2J\u{9d}0;x\u{9c}\u{85}", "<U+009B>2J<U+009D>0;x<U+009C><U+0085>"),
            ("\u{e0041}\u{2028}", "<U+E0041><U+2028>"),
            ("\u{1b}[31m", "\u{1b}[31m\u{1b}[0m"),
            ("\u{1b}[\u{1b}[31mx\u{1b}[0m", "\u{1b}[31mx\u{1b}[0m"),
            ("\u{1b}", ""),
        ] {
            assert_eq!(shown(sequence.as_bytes()), expected, "{sequence:?}");
            assert_eq!(shown(format!("a{sequence}").as_bytes()), format!("a{expected}"), "{sequence:?}");
        }
    }

    #[test]
    fn an_open_sequence_swallows_no_further_line() {
        for open in ["\u{1b}]0;x", "\u{1b}Px", "\u{1b}[3", "\u{1b}(", "\u{1b}", "\u{1b}_x"] {
            assert!(shown(format!("a{open}\nb\n").as_bytes()).ends_with("\nb\n"), "{open:?}");
        }
    }

    #[test]
    fn a_sequence_of_any_length_takes_no_room() {
        let mut filter = SafeOutput::default();
        for part in [&b"\x1b["[..], &b"1;".repeat(100_000), b"mA\x1b]", &b"x".repeat(100_000)] {
            assert!(filter.pass(part).len() < 2);
        }
        assert!(filter.parameters.capacity() < 4 * PARAMETERS_MAX);
    }

    #[test]
    fn what_is_no_character_is_shown_as_one_sign() {
        for (bytes, expected) in [
            (&b"a\xffb"[..], "a\u{FFFD}b"),
            (b"\xc3", "\u{FFFD}"),
            (b"\xe2\x82z", "\u{FFFD}z"),
            (b"\x9b31mx", "\u{FFFD}31mx"),
            (b"\xf0\x9f\x98\x80\x80", "\u{1F600}\u{FFFD}"),
            (b"\xed\xa0\x80.", "\u{FFFD}\u{FFFD}."),
        ] {
            assert_eq!(shown(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn escaped_json_says_the_same() {
        let text = "a\u{202e}b\u{9b}\u{e0041}\u{7f}ä\u{1F600}\u{1b}";
        let safe = json(&serde_json::to_string(text).unwrap());
        assert!(!safe.chars().any(|character| is_obeyed(character) || character.is_control()), "{safe}");
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), text);
    }
}
