//! Modes of chmod(1): which rights a mode gives to whom.
//!
//! Owns the two that go beyond the owner's own files: a program that runs with another user's rights, and a file that
//! others can write.

use super::flaw::Flaw;

const SET_ID: Flaw = Flaw::Harmful("lets a program run with the rights of its owner");
const SHARED: Flaw = Flaw::Harmful("lets other users change the file");
const UNKNOWN: Flaw = Flaw::Unknown("a mode that is not understood");

/// The objection to `mode`, octal or symbolic (chmod(1)); none when it only changes the owner's rights, and what others
/// may read and run.
pub(super) fn flaw(mode: &str) -> Option<Flaw> {
    if mode.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) {
        return octal(mode);
    }
    mode.split(',').find_map(clause)
}

/// The same for up to four octal digits.
fn octal(mode: &str) -> Option<Flaw> {
    let Some(bits) = u32::from_str_radix(mode, 8).ok().filter(|bits| *bits <= 0o7777) else {
        return Some(UNKNOWN);
    };
    if bits & 0o7000 != 0 {
        return Some(SET_ID);
    }
    (bits & 0o022 != 0).then_some(SHARED)
}

/// The same for one clause of a symbolic mode: `u+x`, `go-w`, `a=rX`.
fn clause(text: &str) -> Option<Flaw> {
    let rights_from = text.trim_start_matches(['u', 'g', 'o', 'a']);
    let who = text.get(..text.len() - rights_from.len()).unwrap_or("");
    // Without a letter, the umask of the shell decides, which can be anything.
    let others = who.is_empty() || who.contains(['g', 'o', 'a']);
    let mut gives = None;
    for sign in rights_from.chars() {
        match (sign, gives) {
            ('+' | '=', _) => gives = Some(true),
            ('-', _) => gives = Some(false),
            (_, None) => return Some(UNKNOWN),
            ('r' | 'x' | 'X', _) | ('w' | 's' | 't', Some(false)) => {}
            ('w', Some(true)) if !others => {}
            ('w', Some(true)) => return Some(SHARED),
            ('s' | 't', Some(true)) => return Some(SET_ID),
            _ => return Some(UNKNOWN),
        }
    }
    gives.is_none().then_some(UNKNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_for_the_owner_and_for_reading_has_no_flaw() {
        for mode in
            ["+x", "u+x", "a+x", "u+w", "u+rwx,go-w", "644", "755", "0755", "600", "a=rX", "u-s", "go="]
        {
            assert_eq!(flaw(mode), None, "{mode}");
        }
    }

    #[test]
    fn a_mode_that_gives_more_has_one() {
        for (mode, expected) in [
            ("4755", SET_ID),
            ("u+s", SET_ID),
            ("u+xs", SET_ID),
            ("+t", SET_ID),
            ("2755", SET_ID),
            ("777", SHARED),
            ("666", SHARED),
            ("664", SHARED),
            ("o+w", SHARED),
            ("+w", SHARED),
            ("u+x,a+w", SHARED),
            ("g=u", UNKNOWN),
            ("u", UNKNOWN),
            ("", UNKNOWN),
            ("999", UNKNOWN),
            ("77777", UNKNOWN),
        ] {
            assert_eq!(flaw(mode), Some(expected), "{mode}");
        }
    }
}
