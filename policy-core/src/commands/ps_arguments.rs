//! ps(1): arguments in the UNIX style after a dash, in the BSD style without one, each letter with its own meaning.
//!
//! Owns the border between the two styles. When ps fails to read its arguments in the UNIX style, it reads them all
//! again in the BSD style (procps `ps/parser.c`, `arg_parse`): there `e` prints the environment of processes, so a
//! command that can fail that way must not hold an `e` which would become that option.

use super::engine::{ArgumentReader, COULD_BE_OPTION, NOT_IN_TABLE};
use super::{Arg, Role};

const ENVIRONMENT: &str = "can be read again as `ps e`, which prints the environment of processes";
const NAMES_PROCESSES: &str = "prints other processes than the table knows";

impl ArgumentReader<'_, '_> {
    /// Reads the arguments of ps. The table has UNIX options with their dash and BSD options without.
    pub(super) fn processes(&mut self) {
        let mut at = 1;
        let mut can_fail = false;
        let mut environment = None;
        while let Some(arg) = self.args.get(at).copied() {
            let Some(text) = arg.text() else {
                self.doubt(at, COULD_BE_OPTION);
                at += 1;
                continue;
            };
            at = if text.starts_with("--") {
                self.long(at, text, true)
            } else if text.starts_with('-') {
                self.unix(at, text, &mut can_fail, &mut environment)
            } else if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') {
                self.mark(at, Role::Setting);
                at + 1
            } else {
                self.bsd(at, text)
            };
        }
        if let Some(at) = environment.filter(|_| can_fail) {
            self.refuse(at, ENVIRONMENT);
        }
    }

    /// `-ef`, `-o pid`: notes whether ps can fail to read it, and where it holds an `e` that could then be an option.
    fn unix(&mut self, at: usize, text: &str, can_fail: &mut bool, environment: &mut Option<usize>) -> usize {
        let next = self.short(at, text, true);
        let letters = text.get(1..).unwrap_or("");
        for (offset, letter) in letters.bytes().enumerate() {
            if letter == b'e' {
                environment.get_or_insert(at);
            }
            *can_fail |= letter == b'x';
            if self.form.letter(letter).is_none_or(|option| option.value.is_none()) {
                continue;
            }
            let rest = letters.get(offset + 1..).unwrap_or("");
            let (place, value) =
                if rest.is_empty() { (at + 1, self.args.get(at + 1)) } else { (at, self.args.get(at)) };
            // These take no value in the BSD style: what is one here is options there.
            if matches!(letter, b'u' | b'g' | b'G' | b's' | b'C') {
                let text = if rest.is_empty() { value.and_then(Arg::text) } else { Some(rest) };
                let is_number =
                    text.is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b','));
                *can_fail |= !is_number && letter != b'C';
                if text.is_none_or(|text| text.contains('e')) {
                    environment.get_or_insert(place);
                }
            }
            break;
        }
        next
    }

    /// `aux`, `o pid`: each letter an option of the BSD style, up to one that takes a value.
    fn bsd(&mut self, at: usize, text: &str) -> usize {
        for (offset, letter) in text.char_indices() {
            let end = offset + letter.len_utf8();
            let Some(option) = text.get(offset..end).and_then(|name| self.form.option(name)) else {
                self.doubt(at, if letter.is_ascii_alphabetic() { NOT_IN_TABLE } else { NAMES_PROCESSES });
                return at + 1;
            };
            self.take(at, option);
            self.mark(at, Role::Flag);
            let Some(kind) = option.value else { continue };
            self.mark(at, Role::OptionWithValue);
            if end == text.len() && self.args.get(at + 1).is_some_and(|next: &Arg<'_>| !next.splits()) {
                self.next_value(at + 1, &kind);
                return at + 2;
            }
            return at + 1;
        }
        at + 1
    }
}
