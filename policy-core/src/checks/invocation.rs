//! The program that a simple command runs, and the known text of its words, for several checks.
//!
//! Looks after wrappers. Reports a program in cases of doubt, because checks only ever ask.

use crate::commands::{self, Inner, arguments, inners_by_name};
use crate::paths::lexical::last_part;
pub(super) use crate::paths::lexical::last_part as base;
use crate::script::{Script, Simple, Word};

/// Where in the words of `command` a program is whose name passes `wanted`: first, or after one that runs it.
pub(super) fn program(script: &Script<'_>, command: &Simple, wanted: impl Fn(&str) -> bool) -> Option<usize> {
    let words = script.words_of(command);
    let name = script.text(words.first()?)?;
    if wanted(base(name)) {
        return Some(0);
    }
    let is_wanted = |word: &Word| script.text(word).is_some_and(|text| wanted(base(text)));
    // Most commands name no such program anywhere.
    if !words.iter().skip(1).any(is_wanted) {
        return None;
    }
    let table = commands::program(last_part(name)).filter(|table| table.runs || table.wrapper.is_some())?;
    let from = if table.wrapper.is_some() { 1 } else { first_inner(script, command)? };
    words.iter().skip(from).position(is_wanted).map(|at| at + from)
}

/// The word with which the first command begins that the program runs besides its own work (`find -exec`).
fn first_inner(script: &Script<'_>, command: &Simple) -> Option<usize> {
    let args = arguments(script, command);
    let at = inners_by_name(&args).iter().map(Inner::at).min()?;
    args.get(at).map(|arg| (arg.word - command.words.start) as usize)
}

/// Whether bash opens a network connection for this redirect target.
pub(super) fn network_target(script: &Script<'_>, target: &Word) -> bool {
    let written =
        script.text(target).unwrap_or_else(|| script.slice(target.span).trim_start_matches(['"', '\'']));
    is_network(written)
}

/// Whether bash opens a connection for a redirect to this file.
pub(super) fn is_network(path: &str) -> bool {
    ["/dev/tcp/", "/dev/udp/"].iter().any(|prefix| path.starts_with(prefix))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::format;

    use super::super::CHECKS;
    use super::super::form::{Case, Marks};
    use super::super::run::run;
    use super::super::story_tests::Relative;
    use super::*;
    use crate::commands::programs;
    use crate::script::Dialect;
    use crate::syntax::{Views, read};

    /// The codes of the checks that report something in `text`.
    fn codes(text: &str) -> BTreeSet<&'static str> {
        let script = read(text, Dialect::Bash);
        let views = Views::new(&script);
        let case = Case {
            script: &script,
            views: &views,
            any_value: &[],
            sums: &[],
            lists: &[],
            inputs: &[],
            texts: &[],
            inside: &Relative,
            session: None,
        };
        run(CHECKS, &case, Marks::ANY).spotted.iter().map(|spotted| spotted.check.code.name).collect()
    }

    #[test]
    fn every_wrapper_is_looked_through_by_every_check_that_looks_through_nice() {
        let commands = [
            "jq -n env",
            "jq -f program.jq",
            "ps e",
            "env PATH=/tmp/x ls",
            "printf -v PATH x",
            "export PATH=/tmp/x",
            "unset 'a[$(id)]'",
            "git commit -m \"$(id)\"",
        ];
        for command in commands {
            let expected = codes(&format!("nice {command}"));
            assert!(!expected.is_empty(), "{command}");
            for program in programs().iter().filter(|program| program.wrapper.is_some()) {
                let found = codes(&format!("{} {command}", program.name));
                assert!(found.is_superset(&expected), "{} {command}: {found:?}", program.name);
            }
        }
    }

    #[test]
    fn a_program_is_found_where_a_table_says_that_it_is_run() {
        for (text, expected) in [
            ("jq .", Some(0)),
            ("/usr/bin/jq .", Some(0)),
            ("chrt 1 jq .", Some(2)),
            ("sudo -u me timeout 5 jq .", Some(5)),
            ("find . -name jq", None),
            ("find . -name jq -exec jq . {} +", Some(5)),
            ("gfind . -exec jq . {} +", Some(3)),
            ("docker exec box jq .", Some(3)),
            ("git add jq", None),
            ("ls jq", None),
        ] {
            let script = read(text, Dialect::Bash);
            let at = program(&script, script.commands.first().unwrap(), |name| name == "jq");
            assert_eq!(at, expected, "{text}");
        }
    }
}
