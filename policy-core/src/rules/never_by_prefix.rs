//! Commands whose danger is in their options: an allow rule with a prefix or a wildcard never vouches for them.
//!
//! Owns the table. An exact rule, or `Bash` alone, is explicit and not affected.

use super::openers::is_opener;
use super::subject::basename;

struct Row {
    program: &'static str,
    danger: Danger,
}

enum Danger {
    /// It runs another command whatever its options are.
    Always,
    /// It runs the program that follows; only a bare one, or one that the rule names, is covered.
    Program,
    /// These options, at any position, run a program or change files.
    Options {
        /// Whole arguments, up to a `=`; those with two dashes also when abbreviated.
        words: &'static [&'static str],
        /// Beginnings of arguments.
        beginnings: &'static [&'static str],
        /// Letters in a cluster of short options.
        letters: &'static str,
        /// Whether the first argument is a cluster without its dash (`tar xf`).
        bundled: bool,
    },
}

/// Sorted by name. Options from the programs' own manual pages: find(1) of GNU findutils and BSD, fd(1), rg(1), sort(1)
/// of GNU coreutils, tar(1) of GNU tar and bsdtar, util-linux for `flock`, `ionice`, `setsid`, procps for `watch`.
const ROWS: &[Row] = &[
    Row { program: "fd", danger: FD },
    Row { program: "fdfind", danger: FD },
    Row {
        program: "find",
        danger: Danger::Options {
            words: &["-exec", "-execdir", "-ok", "-okdir", "-delete", "-fls"],
            beginnings: &["-fprint"],
            letters: "",
            bundled: false,
        },
    },
    Row { program: "flock", danger: Danger::Always },
    Row { program: "ionice", danger: Danger::Always },
    Row {
        program: "rg",
        danger: Danger::Options {
            words: &["--pre", "--hostname-bin"],
            beginnings: &[],
            letters: "",
            bundled: false,
        },
    },
    Row { program: "setsid", danger: Danger::Always },
    Row {
        program: "sort",
        danger: Danger::Options {
            words: &["--compress-program", "--output"],
            beginnings: &[],
            letters: "o",
            bundled: false,
        },
    },
    Row {
        program: "tar",
        danger: Danger::Options {
            words: &[
                "--checkpoint-action",
                "--info-script",
                "--new-volume-script",
                "--rmt-command",
                "--rsh-command",
                "--to-command",
                "--use-compress-program",
            ],
            beginnings: &[],
            letters: "FI",
            bundled: true,
        },
    },
    Row { program: "watch", danger: Danger::Always },
    Row { program: "xargs", danger: Danger::Program },
];

const FD: Danger =
    Danger::Options { words: &["--exec", "--exec-batch"], beginnings: &[], letters: "xX", bundled: false };

/// Whether a rule with a wildcard must not vouch for `argv`. `literal_words` is how many leading words it spells out.
pub(crate) fn refuses(argv: &[Option<&str>], literal_words: usize) -> bool {
    let Some((Some(name), arguments)) = argv.split_first() else { return false };
    let name = basename(name);
    let Ok(at) = ROWS.binary_search_by(|row| row.program.cmp(name)) else { return false };
    let Some(row) = ROWS.get(at) else { return false };
    match &row.danger {
        Danger::Always => true,
        Danger::Program => match arguments.split_first() {
            None => false,
            Some((Some(program), rest)) => {
                program.starts_with('-') || is_opener(program) || (literal_words < 2 && !rest.is_empty())
            }
            Some((None, _)) => true,
        },
        Danger::Options { words, beginnings, letters, bundled } => {
            arguments.iter().enumerate().any(|(at, argument)| {
                argument.is_none_or(|text| {
                    let name = text.split_once('=').map_or(text, |(name, _)| name);
                    words.iter().any(|word| names(word, name))
                        || beginnings.iter().any(|beginning| text.starts_with(beginning))
                        || is_cluster(text, *bundled && at == 0) && text.contains(|c| letters.contains(c))
                })
            })
        }
    }
}

/// Whether an argument is this option; getopt takes any beginning of a long name.
fn names(option: &str, argument: &str) -> bool {
    option == argument || (argument.len() > 2 && argument.starts_with("--") && option.starts_with(argument))
}

fn is_cluster(text: &str, bundled: bool) -> bool {
    if text.starts_with("--") { false } else { bundled || (text.len() > 1 && text.starts_with('-')) }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{ROWS, refuses};

    #[test]
    fn rows_are_sorted_so_that_every_program_is_found() {
        assert!(ROWS.is_sorted_by(|a, b| a.program < b.program));
    }

    #[test]
    fn dangerous_options_are_refused_and_their_neighbours_are_not() {
        for (command, literal_words, expected) in [
            ("find . -name x", 1, false),
            ("find . -name x -delete", 1, true),
            ("find . -exec rm {} ;", 1, true),
            ("find . -fprintf out x", 1, true),
            ("find . -fprint0 out", 1, true),
            ("find . -follow", 1, false),
            ("/usr/bin/find . -delete", 1, true),
            ("find $ -print", 1, true),
            ("watch ls", 1, true),
            ("setsid ls", 2, true),
            ("xargs", 1, false),
            ("xargs grep", 1, false),
            ("xargs grep -l x", 1, true),
            ("xargs grep -l x", 2, false),
            ("xargs sh", 2, true),
            ("xargs -0 grep", 1, true),
            ("xargs $", 1, true),
            ("fd -Hx rm", 1, true),
            ("fd -H pattern", 1, false),
            ("fd --exec-b rm", 1, true),
            ("rg --pre=cat x", 1, true),
            ("rg --pretty x", 1, false),
            ("tar xIf cmd a.tar", 1, true),
            ("tar xf a.tar", 1, false),
            ("tar xf INDEX", 1, false),
            ("tar --to-com=sh -xf a.tar", 1, true),
            ("sort -o out in", 1, true),
            ("sort -u in", 1, false),
            ("git $", 1, false),
        ] {
            let argv: Vec<Option<&str>> =
                command.split(' ').map(|word| (word != "$").then_some(word)).collect();
            assert_eq!(refuses(&argv, literal_words), expected, "{command}");
        }
    }
}
