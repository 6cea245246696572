//! Reads the arguments of the commands that a program starts again and again, without those of all others.
//!
//! Owns which these are. The arguments of all commands took half a million of the two million instructions of a hook.
//! What is no valid use is left to the whole command line, which has the words for it.

use std::ffi::OsString;

use clap::{Args, Command as Line};

use super::arguments::Command;

/// The command that `arguments` ask for, the program's name first; none if it is another one, or no valid use of one.
pub(super) fn read(arguments: &[OsString]) -> Option<Command> {
    let (name, words) = arguments.split_first()?.1.split_first()?;
    match name.to_str()? {
        "check" => of(words, Command::Check),
        "hook" => of(words, Command::Hook),
        "run" => of(words, Command::Run),
        "sandbox" => of(words, Command::Sandbox),
        _ => None,
    }
}

fn of<T: Args>(words: &[OsString], command: fn(T) -> Command) -> Option<Command> {
    // The flag of the version is that of the whole command line.
    let line = T::augment_args(Line::new("shellgate").version("").no_binary_name(true));
    let matches = line.try_get_matches_from(words).ok()?;
    T::from_arg_matches(&matches).ok().map(command)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;
    use test_support::effort;

    use super::super::arguments::Shellgate;
    use super::*;

    #[test]
    fn a_command_is_read_as_by_the_whole_command_line_or_not_at_all() {
        let words = [
            "",
            "--",
            "-",
            "ls",
            "-la",
            "--json",
            "--jsonl",
            "--jobs",
            "2",
            "--policy",
            "x.json",
            "--mode",
            "plan",
            "--yes",
            "--version",
            "-V",
            "--help",
            "-h",
            "--agent",
            "codex",
            "--confine",
            "--deadline",
            "100",
            "--nothing",
            "help",
            "--no-policy",
            "--write",
            "/tmp",
            "--allow-partial",
            "--timeout",
            "5",
        ];
        // A prime, so that every word comes to stand in every place.
        let every =
            if effort::is_full("six of seven short command lines beside the whole reader") { 1 } else { 7 };
        let (mut read_alone, mut number) = (0, 0_usize);
        for name in ["check", "hook", "run", "sandbox", "explain", "nothing"] {
            for first in words {
                for second in words {
                    for third in ["", "--version", "ls", "--json", "--", "3"] {
                        number += 1;
                        if number % every != 0 {
                            continue;
                        }
                        let all = ["shellgate", name, first, second, third]
                            .into_iter()
                            .filter(|word| !word.is_empty());
                        let all: Vec<OsString> = all.map(OsString::from).collect();
                        let Some(alone) = read(&all) else { continue };
                        read_alone += 1;
                        let whole = Shellgate::try_parse_from(&all);
                        let whole = whole.unwrap_or_else(|error| panic!("{all:?}: {error}")).command;
                        assert_eq!(format!("{alone:?}"), format!("{whole:?}"), "{all:?}");
                    }
                }
            }
        }
        assert!(read_alone * every > 1_000, "{read_alone}");
    }
}
