//! What the door costs without a border: requests on standard input, one a line; on standard output one JSON list
//! with the microseconds of each, the best of several rounds. `js/bench/verdict.mjs --native` compares with it.

use std::hint::black_box;
use std::io::{BufRead as _, Write as _, stdin, stdout};
use std::time::Instant;

use policy_core::door::Door;
use policy_core::{Engine, Policy};

/// Rounds over all requests; each keeps its best time.
const ROUNDS: usize = 20;

fn main() -> std::io::Result<()> {
    let requests = stdin().lock().lines().collect::<Result<Vec<_>, _>>()?;
    let mut door = Door::new(Engine::new(Policy::default()));
    let mut best = vec![f64::MAX; requests.len()];
    for _ in 0..ROUNDS {
        for (best, request) in best.iter_mut().zip(&requests) {
            let start = Instant::now();
            black_box(door.answer(request));
            *best = best.min(start.elapsed().as_secs_f64() * 1e6);
        }
    }
    writeln!(stdout(), "{best:?}")
}
