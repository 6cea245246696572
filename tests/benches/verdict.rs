//! What a verdict costs against a bare tree-sitter parse of the same text. `growth.rs` measures how it grows.
//!
//! The parse that verdicts are measured by is the stock grammar's; what the grammar of the second reading costs, which
//! is generated from it, is beside it. PowerShell is measured by its own grammar over its own harmless cases.
//!
//! The last part is what ten thousand rules cost beside a hundred.
//!
//! `cargo bench --bench verdict` prints a table, `-- --json` the same as one JSON object. Figures are ratios of what was
//! measured side by side in this run; absolute times belong to the machine.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use policy_core::{Dialect, Engine, Policy, Request, Source};
use test_support::{cases, many_rules};
use tree_sitter::Language;

/// Rounds over the whole corpus; each command keeps its best time.
const ROUNDS: usize = 40;

fn main() {
    let json = std::env::args().any(|argument| argument == "--json");
    let costs = [bash(), powershell()];
    let rules = with_many_rules();
    if json {
        let [bash, powershell] = costs.map(|costs| as_json(&costs));
        let mut whole = bash;
        whole["powershell"] = powershell;
        whole["tenThousandRules"] = rules.into();
        println!("{whole}");
    } else {
        println!("{}", costs.map(|costs| as_table(&costs)).join("\n\n"));
        println!("\n10,000 rules : 100 rules {rules:.2}   (wanted: at most 1.2)");
    }
}

fn engine() -> Engine {
    Engine::new(Policy::default())
}

fn request(command: &str, shell: Dialect) -> Request<'_> {
    let mut request = Request::new(command);
    (request.shell, request.tool) = (shell, shell.tool());
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    request.facts.bare_repository = Some(false);
    request
}

fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    black_box(work());
    start.elapsed()
}

// ---- against a bare parse --------------------------------------------------------------------------------------

struct Costs {
    title: &'static str,
    /// The largest ratio of the medians that is wanted.
    wanted: f64,
    commands: usize,
    allowed: usize,
    /// By the stock grammar.
    parse: Vec<f64>,
    /// By the grammar of the second reading.
    second: Vec<f64>,
    verdict: Vec<f64>,
}

fn parser(language: &Language) -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(language).expect("the grammar fits the library");
    parser
}

fn bash() -> Costs {
    let corpus = include_str!("corpus.txt").lines().filter(|line| !line.is_empty());
    let corpus = corpus.map(|line| line.replace("\\n", "\n").replace("\\t", "\t"));
    let corpus: Vec<String> = corpus.collect();
    let grammars = [tree_sitter_bash::LANGUAGE.into(), shellgate_grammar::LANGUAGE.into()];
    against_parse(&corpus, Dialect::Bash, grammars, ("everyday commands", 0.8))
}

fn powershell() -> Costs {
    let corpus = cases::commands(cases::POWERSHELL_HARMLESS);
    let grammars = [
        tree_sitter_powershell::LANGUAGE.into(),
        shellgate_grammar::POWERSHELL.expect("this build has it").into(),
    ];
    against_parse(&corpus, Dialect::PowerShell, grammars, ("harmless commands of PowerShell", 2.0))
}

fn against_parse(
    corpus: &[String],
    shell: Dialect,
    [stock, ours]: [Language; 2],
    (title, wanted): (&'static str, f64),
) -> Costs {
    let mut stock = parser(&stock);
    let mut ours = parser(&ours);
    let engine = engine();
    let mut parse = vec![f64::MAX; corpus.len()];
    let mut second = vec![f64::MAX; corpus.len()];
    let mut verdict = vec![f64::MAX; corpus.len()];
    let microseconds = |time: Duration| time.as_secs_f64() * 1e6;
    for _ in 0..ROUNDS {
        for (at, command) in corpus.iter().enumerate() {
            parse[at] = parse[at].min(microseconds(timed(|| stock.parse(command, None))));
            second[at] = second[at].min(microseconds(timed(|| ours.parse(command, None))));
            let request = request(command, shell);
            verdict[at] = verdict[at].min(microseconds(timed(|| engine.check(&request))));
        }
    }
    let allowed = corpus
        .iter()
        .filter(|command| engine.check(&request(command, shell)).decision.name() == "allow")
        .count();
    Costs { title, wanted, commands: corpus.len(), allowed, parse, second, verdict }
}

fn percentile(values: &[f64], part: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (sorted.len() - 1) * part / 100;
    sorted[at]
}

// ---- many rules ------------------------------------------------------------------------------------------------

/// How much longer verdicts take under ten thousand rules than under a hundred: the ratio of the sums of the commands'
/// best times.
fn with_many_rules() -> f64 {
    let engines = [100, 10_000].map(|count| {
        let text = many_rules::settings(count);
        let source = Source { name: "rules.json".into(), text, ..Source::default() };
        Engine::new(Policy::from_sources(&[source]).expect("a policy"))
    });
    let mut best = [[Duration::MAX; many_rules::COMMANDS.len()]; 2];
    for _ in 0..ROUNDS {
        for (at, command) in many_rules::COMMANDS.iter().enumerate() {
            let request = request(command, Dialect::Bash);
            for (engine, best) in engines.iter().zip(&mut best) {
                best[at] = best[at].min(timed(|| engine.check(&request)));
            }
        }
    }
    let [few, many] = best.map(|times| times.iter().sum::<Duration>().as_secs_f64());
    many / few
}

// ---- output ----------------------------------------------------------------------------------------------------

fn as_table(costs: &Costs) -> String {
    let mut out = String::new();
    let (parse, verdict) = (percentile(&costs.parse, 50), percentile(&costs.verdict, 50));
    let _ = writeln!(
        out,
        "{} {}, {} of them allowed without a rule; microseconds",
        costs.commands, costs.title, costs.allowed
    );
    let _ = writeln!(out, "                  median     p90");
    let _ = writeln!(out, "bare parse      {parse:>8.2} {:>8.2}", percentile(&costs.parse, 90));
    let _ = writeln!(
        out,
        "second reading  {:>8.2} {:>8.2}   (its parse alone, by a grammar generated from the same source)",
        percentile(&costs.second, 50),
        percentile(&costs.second, 90)
    );
    let _ = writeln!(out, "full verdict    {verdict:>8.2} {:>8.2}", percentile(&costs.verdict, 90));
    let (tail, mean) = (
        percentile(&costs.verdict, 90) / percentile(&costs.parse, 90),
        costs.verdict.iter().sum::<f64>() / costs.parse.iter().sum::<f64>(),
    );
    let _ = write!(
        out,
        "ratio of medians {:>7.2}   (wanted: at most {:.1}), at p90 {tail:.2}, of means {mean:.2}",
        verdict / parse,
        costs.wanted
    );
    out
}

fn as_json(costs: &Costs) -> serde_json::Value {
    serde_json::json!({
        "commands": costs.commands,
        "allowed": costs.allowed,
        "parseMedianMicroseconds": percentile(&costs.parse, 50),
        "parseP90Microseconds": percentile(&costs.parse, 90),
        "secondReadingMedianMicroseconds": percentile(&costs.second, 50),
        "secondReadingP90Microseconds": percentile(&costs.second, 90),
        "verdictP90Microseconds": percentile(&costs.verdict, 90),
        "verdictMedianMicroseconds": percentile(&costs.verdict, 50),
        "ratioOfMedians": percentile(&costs.verdict, 50) / percentile(&costs.parse, 50),
        "ratioOfP90s": percentile(&costs.verdict, 90) / percentile(&costs.parse, 90),
        "ratioOfMeans": costs.verdict.iter().sum::<f64>() / costs.parse.iter().sum::<f64>(),
    })
}
