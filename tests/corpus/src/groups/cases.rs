//! The core's own cases, as its tests ask them, and those of the benchmarks.

use policy_core::{Dialect, Mode};
use test_support::cases::{
    self, ATTACKS, CONTESTED, DENIED, EVERYDAY, HARMLESS, NEIGHBOURS, NOT_COVERED, OTHER_SYSTEMS,
};

use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::Settings;

const BENCHMARKS: &str = include_str!("../../../benches/corpus.txt");

/// Every case of every file.
pub(crate) fn commands() -> impl Iterator<Item = String> {
    let files = [ATTACKS, CONTESTED, DENIED, EVERYDAY, HARMLESS, NEIGHBOURS, NOT_COVERED, OTHER_SYSTEMS];
    let lines = BENCHMARKS.split('\n').filter(|line| !line.is_empty() && !line.starts_with("# "));
    files.into_iter().flat_map(cases::commands).chain(lines.map(|line| line.replace("\\n", "\n")))
}

/// All under no settings and under rules; what people do all day in every mode; what is about rules in both shells.
pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    for (at, command) in commands().enumerate() {
        maker.check(settings.none, Asked::at_home(&command).text());
        maker.check(settings.turn(at), Asked::at_home(&command).text());
    }
    for command in cases::commands(DENIED).into_iter().chain(cases::commands(NOT_COVERED)) {
        for shell in [Dialect::Bash, Dialect::Zsh] {
            maker.check(settings.rules, Asked::at_home(&command).shell(shell).text());
        }
    }
    for command in cases::commands(EVERYDAY).into_iter().chain(cases::commands(DENIED)) {
        for (mode, _) in Mode::ALL {
            maker.check(settings.rules, Asked::at_home(&command).mode(mode).text());
        }
    }
}
