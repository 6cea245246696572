//! What a verdict on a URL costs, with no rules and with a hundred.
//!
//! `cargo bench --bench web` prints a table; each figure is the best of several rounds.

use std::hint::black_box;
use std::time::{Duration, Instant};

use policy_core::web::Tool;
use policy_core::{Engine, Policy, Request, Source};

/// Rounds, of which the best counts.
const ROUNDS: usize = 20;

/// Verdicts in one round.
const VERDICTS: u32 = 2_000;

/// The longest that a verdict on a URL is wanted to take.
const WANTED: Duration = Duration::from_micros(5);

const URLS: &[&str] = &[
    "https://doc.rust-lang.org/std/iter/trait.Iterator.html",
    "https://example.org/a/b?c=d",
    "https://host49.example.com/",
    "https://xn--bcher-kva.de/",
    "https://bücher.de/",
    "http://[::ffff:7f00:1]/",
    "http://2130706433/",
    "https://a.org/dGhpc2lzYXNlY3JldHRva2VuMTIzNA/?data=dGhpc2lzYXNlY3JldHRva2VuMTIzNA&page=2",
    "https://docs.rs@evil.org/",
];

fn main() {
    let rule = |number: usize| format!("\"WebFetch(domain:host{number}.example.com)\"");
    let hosts = (0..50).map(rule).collect::<Vec<_>>().join(",");
    let many =
        format!(r#"{{"permissions":{{"allow":[{hosts}],"deny":["WebFetch(domain:x.org)",{hosts}]}}}}"#);
    for (name, settings) in [("no rules", "{}".to_owned()), ("101 rules", many)] {
        let source = Source { name: "settings.json".to_owned(), text: settings, ..Source::default() };
        let engine = Engine::new(Policy::from_sources(&[source]).expect("the settings can be read"));
        for url in URLS {
            let request = Request::web(Tool::Fetch, url);
            let best = (0..ROUNDS).map(|_| round(&engine, &request)).min().unwrap_or_default();
            let mark = if best > WANTED { " more than is wanted" } else { "" };
            println!("{name:<9} {best:>9.2?} {url}{mark}");
        }
    }
}

/// The time of one verdict, over many.
fn round(engine: &Engine, request: &Request<'_>) -> Duration {
    let start = Instant::now();
    for _ in 0..VERDICTS {
        black_box(engine.check(black_box(request)));
    }
    start.elapsed() / VERDICTS
}
