//! The core's own cases, as its tests ask them, and those of the benchmarks.

use policy_core::{Dialect, Mode};

use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::Settings;

const ATTACKS: &str = include_str!("../../../../policy-core/src/decide/cases/attacks.txt");
const CONTESTED: &str = include_str!("../../../../policy-core/src/decide/cases/contested.txt");
const DENIED: &str = include_str!("../../../../policy-core/src/decide/cases/denied.txt");
const EVERYDAY: &str = include_str!("../../../../policy-core/src/decide/cases/everyday.txt");
const HARMLESS: &str = include_str!("../../../../policy-core/src/decide/cases/harmless.txt");
const NEIGHBOURS: &str = include_str!("../../../../policy-core/src/decide/cases/neighbours.txt");
const NOT_COVERED: &str = include_str!("../../../../policy-core/src/decide/cases/not_covered.txt");
const BENCHMARKS: &str = include_str!("../../../benches/corpus.txt");

/// Every case of every file.
pub(crate) fn commands() -> impl Iterator<Item = String> {
    let files = [ATTACKS, CONTESTED, DENIED, EVERYDAY, HARMLESS, NEIGHBOURS, NOT_COVERED, BENCHMARKS];
    files.into_iter().flat_map(of)
}

fn of(file: &'static str) -> impl Iterator<Item = String> {
    let lines = file.split('\n').filter(|line| !line.is_empty() && !line.starts_with("# "));
    lines.map(|line| line.replace("\\n", "\n"))
}

/// All under no settings and under rules; what people do all day in every mode; what is about rules in both shells.
pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    for (at, command) in commands().enumerate() {
        maker.check(settings.none, Asked::at_home(&command).text());
        maker.check(settings.turn(at), Asked::at_home(&command).text());
    }
    for command in of(DENIED).chain(of(NOT_COVERED)) {
        for shell in [Dialect::Bash, Dialect::Zsh] {
            maker.check(settings.rules, Asked::at_home(&command).shell(shell).text());
        }
    }
    for command in of(EVERYDAY).chain(of(DENIED)) {
        for (mode, _) in Mode::ALL {
            maker.check(settings.rules, Asked::at_home(&command).mode(mode).text());
        }
    }
}
