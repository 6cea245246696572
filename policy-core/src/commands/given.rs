//! Whether an option is among the arguments, for questions that do not decide: display, and the meaning of a status.
//!
//! Parses arguments as the option engine does, as well as it can if some are unknown. Proves nothing.

use super::argument::Arg;
use super::shape::{Arity, Form, Opt};

impl Form {
    /// Whether one of `spellings` is given in `args`, whose first one is the program. The empty spelling stands for
    /// no argument at all.
    pub fn given(&self, args: &[Arg<'_>], spellings: &[&str]) -> bool {
        if spellings.is_empty() {
            return false;
        }
        if args.len() <= 1 {
            return spellings.contains(&"");
        }
        let mut is_value = false;
        for (at, text) in args.iter().enumerate().skip(1).filter_map(|(at, arg)| Some((at, arg.text()?))) {
            if at == 1 && self.syntax.dashless && !text.starts_with('-') {
                // The values of these letters follow all of them.
                if text.bytes().any(|letter| is_letter(letter, spellings)) {
                    return true;
                }
                continue;
            }
            if core::mem::take(&mut is_value) {
                continue;
            }
            if text == "--" {
                return false;
            }
            let (name, attached) = text.split_once('=').map_or((text, false), |(name, _)| (name, true));
            if name.len() < 2 || !name.starts_with('-') {
                continue;
            }
            if spellings.contains(&name) {
                return true;
            }
            if let Some(option) = self.option(name).filter(|_| name.len() > 2) {
                is_value = !attached && takes_next(option);
            } else if !name.starts_with("--") {
                match self.letter_of(text, spellings) {
                    Some(next) => is_value = next,
                    None => return true,
                }
            }
        }
        false
    }

    /// Goes through a cluster of letters. None when one of them is among `spellings`, else whether the next argument
    /// is a value.
    fn letter_of(&self, text: &str, spellings: &[&str]) -> Option<bool> {
        let letters = text.get(1..).unwrap_or("");
        for (at, letter) in letters.bytes().enumerate() {
            if is_letter(letter, spellings) {
                return None;
            }
            if let Some(option) = self.letter(letter).filter(|option| option.arity != Arity::None) {
                return Some(at + 1 == letters.len() && takes_next(option));
            }
        }
        Some(false)
    }
}

fn is_letter(letter: u8, spellings: &[&str]) -> bool {
    spellings.iter().any(|known| *known.as_bytes() == [b'-', letter])
}

fn takes_next(option: &Opt) -> bool {
    !matches!(option.arity, Arity::None | Arity::Optional | Arity::Attached)
}
