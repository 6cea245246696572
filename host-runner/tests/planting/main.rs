//! The planting oracle: random sequences of file operations in the sandbox, and real git over what they leave behind.
//!
//! A layout is a directory with repositories that somebody prepared, and one to three scripts that change it, each in a
//! sandbox run of its own. Afterwards git looks, commits and checks out in every directory, in bubblewrap and with a home
//! directory of its own. A program that every planted setting and hook names must not have been executed. The same
//! scripts run without the sandbox first, to show that they plant something.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod layout;
mod trial;

use std::sync::atomic::{AtomicUsize, Ordering};

use test_support::effort::{Cases, count, seed};
use test_support::random::Random;
use test_support::{effort, installed, skip};

use layout::Layout;
use trial::Trial;

/// How many layouts are tried when `SHELLGATE_PLANTING_CASES` says nothing.
const CASES: Cases = Cases { quick: 10, full: 60 };

/// How many layouts show without the sandbox that the scripts plant something.
const CONTROLS: Cases = Cases { quick: 12, full: 40 };

/// After how many layouts the progress is printed.
const REPORTED: usize = 100;

#[test]
fn git_executes_nothing_that_a_run_left_behind() {
    if installed::find("git").is_none() {
        return;
    }
    if installed::find("bwrap").is_none() {
        return skip("bubblewrap is not here, in which git runs over what was planted");
    }
    let (seed, cases) = (seed(), count("SHELLGATE_PLANTING_CASES", CASES));
    println!("SHELLGATE_SEED={seed} SHELLGATE_PLANTING_CASES={cases}");
    let executed = |number: usize, is_confined: bool| {
        let layout = Layout::random(&mut Random::new(seed.wrapping_add(number as u64)));
        let mut executed = Trial::of(&layout).executed(&layout.scripts, is_confined);
        if !executed.is_empty() {
            // What was there before can be harmful by chance; no run planted that.
            let before = Trial::of(&layout).executed(&[], is_confined);
            executed.retain(|place| !before.contains(place));
        }
        (!executed.is_empty()).then_some((layout, executed))
    };

    let shown = effort::cases(CONTROLS);
    let controls = side_by_side(shown, |number| executed(number, false));
    assert!(
        controls.len() >= shown / 10,
        "without the sandbox only {} layouts plant something",
        controls.len()
    );

    let planted = side_by_side(cases, |number| {
        if number % REPORTED == 0 && number > 0 {
            eprintln!("{number} of {cases} layouts begun");
        }
        let found = executed(number, true);
        if let Some((layout, executed)) = &found {
            eprintln!("{}", failure(seed, number, layout, executed));
        }
        found
    });
    let shown =
        planted.iter().take(5).map(|(number, (layout, executed))| failure(seed, *number, layout, executed));
    assert!(planted.is_empty(), "{} of {cases}:\n{}", planted.len(), shown.collect::<Vec<_>>().join("\n\n"));
}

/// What is printed about a layout that planted something, with the way to try it again.
fn failure(seed: u64, number: usize, layout: &Layout, executed: &[String]) -> String {
    let seed = seed.wrapping_add(number as u64);
    format!(
        "SHELLGATE_SEED={seed} SHELLGATE_PLANTING_CASES=1\n{layout}\ngit executed the planted program in {executed:?}"
    )
}

/// What `trial` gives for the numbers below `count`, where it gives something, with the numbers.
fn side_by_side<T: Send>(count: usize, trial: impl Fn(usize) -> Option<T> + Sync) -> Vec<(usize, T)> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found = std::thread::scope(|scope| {
        let work = || {
            let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
            let numbers = numbers.take_while(|number| *number < count);
            numbers.filter_map(|number| Some((number, trial(number)?))).collect::<Vec<_>>()
        };
        let workers = (0..threads).map(|_| scope.spawn(work)).collect::<Vec<_>>();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    found.sort_by_key(|(number, _)| *number);
    found
}
