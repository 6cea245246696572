//! Many generated commands, made on every core and the same on any number of them.

use std::collections::HashSet;

use super::{Decider, Generator, Subject};
use crate::exemptions::Exemptions;
use crate::place::Place;
use crate::wire::Job;
use policy_core::System;

/// Commands that are made with one seed, so that the same ones are made on any number of cores.
const SHARE: usize = 1_000;

/// `total` commands that the engine calls read-only, and how many were made for them.
pub(crate) fn make(
    (place, system): (&Place, Option<System>),
    seed: u64,
    total: usize,
    subjects: &[Subject],
    exemptions: &Exemptions,
) -> (Vec<Job>, usize) {
    let shares: Vec<usize> = (0..total.div_ceil(SHARE)).collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let share = |number: usize| {
        let decider = Decider::on(place, system);
        let mut generator = Generator::new(seed.wrapping_add(number as u64), subjects, exemptions);
        let wanted = SHARE.min(total - number * SHARE);
        let (mut jobs, mut tried, mut known) = (Vec::with_capacity(wanted), 0, HashSet::new());
        while jobs.len() < wanted && tried < wanted * 50 {
            tried += 1;
            let (command, variable) = (generator.command(), generator.variable());
            if !known.insert(command.clone()) {
                continue;
            }
            jobs.extend(decider.job(&command, variable).map(|(job, _)| job));
        }
        (jobs, tried)
    };
    let mut made: Vec<(usize, (Vec<Job>, usize))> = std::thread::scope(|scope| {
        let share = &share;
        let workers: Vec<_> = (0..threads)
            .map(|worker| {
                let own: Vec<usize> = shares.iter().copied().skip(worker).step_by(threads).collect();
                scope.spawn(move || own.into_iter().map(|number| (number, share(number))).collect::<Vec<_>>())
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    made.sort_by_key(|(number, _)| *number);
    let tried = made.iter().map(|(_, (_, tried))| tried).sum();
    (made.into_iter().flat_map(|(_, (jobs, _))| jobs).collect(), tried)
}
