//! Generated commands: what the grammar of the generator knows and what is left of it after damage, in every shell,
//! mode and place, under settings that change.

use policy_core::{Dialect, Mode};
use serde_json::json;
use test_support::effort::{Cases, count, seed};
use test_support::generator::{Generator, Profile};

use crate::questions::Maker;
use crate::request::{Asked, Facts};
use crate::settings::Settings;

/// Commands, unless `SHELLGATE_CONFORMANCE_CASES` says otherwise.
const COMMANDS: Cases = Cases { quick: 4_000, full: 4_000 };

/// Directories as different hosts spell them.
const PLACES: &[&str] = &[
    "/repo",
    "/",
    "/home/u",
    "/repo/src/../src",
    "/repo//a b",
    "/rép😀/漢",
    "C:\\Users\\u\\repo",
    "c:/repo",
    "\\\\host\\share\\x",
    "/mnt/c/Users/u",
    "//c/Users/u",
    "/repo/.git/hooks",
    "/proc/self",
];

const TOOLS: &[&str] = &["Bash", "Shell", "bash", "PowerShell", "mcp__x__run", "😀", "__proto__"];

fn commands() -> usize {
    count("SHELLGATE_CONFORMANCE_CASES", COMMANDS)
}

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let mut generator = Generator::new(seed(), Profile::Anything);
    for turn in 0..commands() {
        let command = if turn % 2 == 0 { generator.command() } else { generator.mutated() };
        if command.trim().is_empty() {
            continue;
        }
        let random = &mut generator.random;
        let mut asked = Asked::bare(command);
        if !random.one_in(5) {
            asked.cwd = Some((*random.pick(PLACES)).to_owned());
        }
        if !random.one_in(4) {
            asked.home = Some(random.text(&["/home/u", "/root", "/", "C:\\Users\\u", "/hôme/😀"]).to_owned());
        }
        if random.one_in(3) {
            asked = asked.shell(Dialect::Zsh);
        }
        if random.one_in(4) {
            asked = asked.mode(random.pick(&Mode::ALL).0);
        }
        if random.one_in(10) {
            asked.tool = Some((*random.pick(TOOLS)).to_owned());
        }
        if random.one_in(10) {
            asked.policy = Some(
                json!({ "permissions": { "deny": ["Bash(ls:*)", "Read(./w*)"], "allow": ["Bash(cat *)"] } }),
            );
        }
        if random.one_in(6) {
            asked.id = Some(
                random.pick(&[json!(turn), json!("é😀\u{2028}"), json!({"b": [1, null], "a": {}})]).clone(),
            );
        }
        if !random.one_in(3) {
            asked.facts = Some(Facts {
                bare_repository: [None, Some(true), Some(false)][random.below(3)],
                no_symbolic_links: [None, Some(true), Some(false)][random.below(3)],
                sandboxed: [None, Some(true), Some(false)][random.below(3)],
                ..Facts::default()
            });
        }
        maker.check(settings.turn(turn), asked.text());
    }
}
