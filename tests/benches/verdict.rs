//! What a verdict costs: against a bare tree-sitter parse of the same text, and as the text grows.
//!
//! The parse that verdicts are measured by is the stock grammar's; what the grammar of the second reading costs, which
//! is generated from it, stands beside it.
//!
//! `cargo bench` prints two tables, `cargo bench -- --json` the same as one JSON object. Figures are ratios of
//! what was measured side by side in this run; absolute times belong to the machine. `--corpus` leaves out the growth,
//! for a profile of everyday commands.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use policy_core::{Engine, Policy, Request};

/// Rounds over the whole corpus; each command keeps its best time.
const ROUNDS: usize = 40;

fn main() {
    let json = std::env::args().any(|argument| argument == "--json");
    let costs = against_parse();
    let growth = if std::env::args().any(|argument| argument == "--corpus") { Vec::new() } else { growth() };
    if json {
        println!("{}", as_json(&costs, &growth));
    } else {
        println!("{}", as_table(&costs, &growth));
    }
}

fn engine() -> Engine {
    Engine::new(Policy::default())
}

fn request(command: &str) -> Request<'_> {
    let mut request = Request::new(command);
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
    commands: usize,
    allowed: usize,
    /// By the stock grammar.
    parse: Vec<f64>,
    /// By the grammar of the second reading.
    second: Vec<f64>,
    verdict: Vec<f64>,
}

fn parser(language: &tree_sitter::Language) -> tree_sitter::Parser {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(language).expect("the grammar fits the library");
    parser
}

fn against_parse() -> Costs {
    let corpus: Vec<String> = include_str!("corpus.txt")
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| line.replace("\\n", "\n").replace("\\t", "\t"))
        .collect();
    let mut stock = parser(&tree_sitter_bash::LANGUAGE.into());
    let mut ours = parser(&shellgate_grammar::LANGUAGE.into());
    let engine = engine();
    let mut parse = vec![f64::MAX; corpus.len()];
    let mut second = vec![f64::MAX; corpus.len()];
    let mut verdict = vec![f64::MAX; corpus.len()];
    let microseconds = |time: Duration| time.as_secs_f64() * 1e6;
    for _ in 0..ROUNDS {
        for (at, command) in corpus.iter().enumerate() {
            parse[at] = parse[at].min(microseconds(timed(|| stock.parse(command, None))));
            second[at] = second[at].min(microseconds(timed(|| ours.parse(command, None))));
            let request = request(command);
            verdict[at] = verdict[at].min(microseconds(timed(|| engine.check(&request))));
        }
    }
    let allowed =
        corpus.iter().filter(|command| engine.check(&request(command)).decision.name() == "allow").count();
    Costs { commands: corpus.len(), allowed, parse, second, verdict }
}

fn percentile(values: &[f64], part: usize) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let at = (sorted.len() - 1) * part / 100;
    sorted[at]
}

// ---- growth ----------------------------------------------------------------------------------------------------

struct Growth {
    family: &'static str,
    /// Milliseconds at 100, 1,000 and 10,000 characters.
    times: [f64; 3],
}

/// Texts that cost a careless reader more than their length.
fn families() -> Vec<(&'static str, &'static str, &'static str)> {
    vec![
        ("words", "ls ", "a "),
        ("plain word", "ls ", "a"),
        ("open parentheses", "", "("),
        ("closing parentheses", "ls ", ")"),
        ("substitutions", "echo ", "$("),
        ("quoted substitutions", "echo ", "\"$("),
        ("parameters", "echo ", "${a%%"),
        ("groups", "", "{ "),
        ("conditions", "", "if "),
        ("brace openings", "echo ", "{"),
        ("brace pairs", "echo ", "{}"),
        ("brace lists", "echo ", "{a,b}"),
        ("brace commas", "echo {", ","),
        ("brackets", "echo ", "["),
        ("stars", "echo ", "*"),
        ("hashes", "echo a", "#"),
        ("tildes", "echo ", "~"),
        ("equals", "", "a="),
        ("backslashes", "echo ", "\\\\"),
        ("escaped blanks", "echo ", "\\ "),
        ("continuations", "echo ", "\\\n"),
        ("single quotes", "echo '", "a"),
        ("closed quotes", "echo ", "'a'"),
        ("double quotes", "echo \"", "a"),
        ("back-quotes", "echo ", "`a`"),
        ("ANSI-C quotes", "echo ", "$'\\x41'"),
        ("dollars", "echo ", "$"),
        ("variables", "echo ", "$a"),
        ("pipes", "ls", "|ls"),
        ("semicolons", "ls", ";ls"),
        ("ands", "ls", "&&ls"),
        ("operators", "ls ", ";"),
        ("ampersands", "ls ", "&"),
        ("output redirects", "ls ", ">"),
        ("input redirects", "ls ", "<"),
        ("files", "ls ", ">f "),
        ("here-documents", "cat ", "<<A "),
        ("closed here-documents", "", "cat <<A\nA\n"),
        ("newlines", "ls", "\n"),
        ("lines", "", "ls\n"),
        ("comments", "", "# a\n"),
        ("assignments", "", "a=b "),
        ("wrappers", "", "timeout 5 "),
        ("unknown wrappers", "", "sudo -x "),
        ("nested shells", "", "bash -c \"sh -c 'a' "),
        ("options", "ls ", "-l "),
        ("paths", "cat ", "a/../"),
        ("non-ASCII", "echo ", "é"),
        ("NUL", "echo ", "\0"),
    ]
}

fn growth() -> Vec<Growth> {
    let policy = r#"{"permissions":{"deny":["Bash(curl:*)","Bash(* --force *x*y*)","Read(./.env)"],"allow":["Bash(ls:*)"]}}"#;
    let source = policy_core::Source {
        name: "bench".into(),
        text: policy.into(),
        root: Some("/repo".into()),
        ..Source::default()
    };
    let engine = Engine::new(Policy::from_sources(&[source]).expect("the policy is right"));
    families()
        .into_iter()
        .map(|(family, head, unit)| {
            let times = [100usize, 1_000, 10_000].map(|length| {
                let mut text = head.to_owned();
                while text.chars().count() + unit.chars().count() <= length {
                    text.push_str(unit);
                }
                let rounds = (200_000 / length).clamp(20, 200);
                let best =
                    (0..rounds).map(|_| timed(|| engine.check(&request(&text)))).min().unwrap_or_default();
                best.as_secs_f64() * 1e3
            });
            Growth { family, times }
        })
        .collect()
}

impl Growth {
    /// The larger of the two ratios for ten times the length.
    fn worst_ratio(&self) -> f64 {
        (self.times[1] / self.times[0]).max(self.times[2] / self.times[1])
    }
}

// ---- output ----------------------------------------------------------------------------------------------------

fn as_table(costs: &Costs, growth: &[Growth]) -> String {
    let mut out = String::new();
    let (parse, verdict) = (percentile(&costs.parse, 50), percentile(&costs.verdict, 50));
    let _ = writeln!(
        out,
        "{} everyday commands, {} of them allowed without a rule; microseconds",
        costs.commands, costs.allowed
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
    let _ = writeln!(out, "ratio of medians {:>7.2}   (wanted: at most 1.5)\n", verdict / parse);
    let _ = writeln!(
        out,
        "growth, milliseconds        100     1,000    10,000   worst ratio for ten times the length"
    );
    for row in growth {
        let [small, middle, large] = row.times;
        let _ = writeln!(
            out,
            "{:<22} {small:>9.4} {middle:>9.4} {large:>9.4}   {:>6.1}",
            row.family,
            row.worst_ratio()
        );
    }
    let slowest = growth.iter().map(|row| row.times[2]).fold(0.0, f64::max);
    let steepest = growth.iter().map(Growth::worst_ratio).fold(0.0, f64::max);
    let _ = writeln!(
        out,
        "\nslowest at 10,000 characters {slowest:.2} ms (wanted: less than 5); steepest {steepest:.1} (wanted: at most 12)"
    );
    out
}

fn as_json(costs: &Costs, growth: &[Growth]) -> String {
    let rows: Vec<serde_json::Value> = growth
        .iter()
        .map(|row| serde_json::json!({ "family": row.family, "milliseconds": row.times, "worstRatio": row.worst_ratio() }))
        .collect();
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
        "growth": rows,
    })
    .to_string()
}
