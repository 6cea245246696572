//! A form of a table against the options that its program's help names.
//!
//! Owns which spellings a form covers. Runs nothing.

use policy_core::commands::{Arity, Form, Opt};

/// Whether the form asks whatever its options are: each of them has been classified with one word. That is a form
/// that is refused by itself, one that takes anything, and one that does no more than print something about its
/// program.
pub(super) fn is_classified_as_a_whole(form: &Form) -> bool {
    let operands = &form.operands;
    let takes_operands = !operands.first.is_empty() || operands.rest.is_some() || operands.last.is_some();
    form.refuse.is_some() || form.any_value || (form.needs.is_some() && !takes_operands)
}

/// Whether the form says what `spelling` is.
pub fn has(form: &Form, spelling: &str) -> bool {
    if form.option(spelling).is_some() || form.alone.contains(&spelling) {
        return true;
    }
    let Some(short) = spelling.strip_prefix('-').filter(|rest| !rest.starts_with('-')) else { return false };
    let is_number =
        short.starts_with("NUM") || short.bytes().all(|byte| byte.is_ascii_digit() || byte == b'#');
    if is_number && (form.syntax.numeric || (short == "#" && form.option("-1").is_some())) {
        return true;
    }
    // `-Idir` is `-I` with its value; `-vv` is `-v` twice.
    let mut letters = short.bytes();
    let first = letters.next().and_then(|letter| form.letter(letter));
    let attaches = |option: &Opt| {
        matches!(option.arity, Arity::Required | Arity::Optional | Arity::Attached | Arity::UnlessLast)
    };
    first.is_some_and(|first| {
        attaches(first)
            || (form.syntax.clusters
                && first.value.is_none()
                && letters.all(|it| Some(it) == short.bytes().next()))
    })
}

/// Options that are vouched for and that `named` does not have: those of other versions, and those that nobody
/// documents.
pub(super) fn unnamed(form: &Form, named: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let vouched = form.options.iter().filter(|option| option.refuse.is_none());
    let silent = vouched.filter(|option| !option.names.iter().any(|name| named(name)));
    silent.filter_map(|option| option.names.first().copied()).collect()
}

/// Whether the table was written from another version than the one that prints `version`: the number in `source` is
/// not in that text. Without a number in `source` nobody can say.
pub fn is_another_version(source: Option<&str>, version: &str) -> bool {
    let number = |word: &str| word.contains('.') && word.bytes().all(|it| it.is_ascii_digit() || it == b'.');
    let wanted = source.and_then(|source| source.split([' ', ',']).find(|word| number(word)));
    // `9.1` is in `9.1`, `9.1.2`, `9.1-3` and `v9.1`, and not in `9.10` or `19.1`.
    wanted.is_none_or(|wanted| {
        !version.match_indices(wanted).any(|(at, _)| {
            let before = version[..at].chars().next_back();
            let after = version[at + wanted.len()..].chars().next();
            !before.is_some_and(|it| it.is_ascii_digit() || it == '.')
                && !after.is_some_and(|it| it.is_ascii_digit())
        })
    })
}

#[cfg(test)]
mod tests {
    use policy_core::commands::program;

    use super::*;

    #[test]
    fn a_table_of_another_version_is_recognized() {
        for (source, version, expected) in [
            (Some("GNU grep 3.8"), "grep (GNU grep) 3.8", false),
            (Some("GNU grep 3.8"), "grep (GNU grep) 3.80", true),
            (Some("GNU grep 3.8"), "grep (GNU grep) 13.8", true),
            (Some("git 2.47"), "git version 2.47.3", false),
            (Some("git 2.47"), "git version 2.51.0", true),
            (None, "GNU Wget 1.21", true),
        ] {
            assert_eq!(is_another_version(source, version), expected, "{source:?} against {version}");
        }
    }

    /// A comparison that could not fail would prove nothing.
    #[test]
    fn what_a_table_lacks_is_missing() {
        let cases: [(&str, &[&str], &[&str]); 4] = [
            (
                "grep",
                &["-n", "--line-number", "-5", "-NUM", "-vv", "-A1"],
                &["--no-such-option", "-K", "-vK", "--line"],
            ),
            ("gzip", &["-9", "--best"], &["-NUM"]),
            ("git", &["--no-pager", "-C"], &["-Csub", "--pager"]),
            ("timeout", &["--help", "-k5"], &["--kill"]),
        ];
        for (name, known, missing) in cases {
            let form = &program(name).unwrap().form;
            for (spellings, expected) in [(known, true), (missing, false)] {
                for spelling in spellings {
                    assert_eq!(has(form, spelling), expected, "{name} {spelling}");
                }
            }
        }
    }
}
