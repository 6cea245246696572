//! The rows of the page: which figure of which benchmark it is, its unit, and what is wanted.
//!
//! Owns these facts. A row names its figure by the keys that lead to it in what the benchmark prints.

use serde::Serialize;
use serde_json::Value;
use xtask_base::Failure;

use super::bench::Bench;

/// A figure of the page.
#[derive(Debug)]
pub(super) struct Row {
    /// What it says, with what it is measured against.
    pub(super) name: &'static str,
    pub(super) bench: Bench,
    /// Where it is in what the benchmark prints: a JSON pointer (RFC 6901).
    pointer: &'static str,
    pub(super) unit: Unit,
    pub(super) wanted: Option<Wanted>,
}

/// How a figure is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Unit {
    /// A ratio.
    Times,
    /// Milliseconds.
    Milliseconds,
    /// Bytes, written as thousands of them.
    Kilobytes,
    /// An exponent.
    Exponent,
}

impl Unit {
    pub(super) fn write(self, value: f64) -> String {
        match self {
            Self::Times => format!("{value:.2} ×"),
            Self::Milliseconds if value < 10.0 => format!("{value:.1} ms"),
            Self::Milliseconds => format!("{value:.0} ms"),
            Self::Kilobytes => format!("{:.0} KB", value / 1000.0),
            Self::Exponent => format!("{value:.2}"),
        }
    }
}

/// What is wanted of a figure.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Wanted {
    AtMost(f64),
    AtLeast(f64),
}

impl Wanted {
    pub(super) fn is_met(self, measured: f64) -> bool {
        match self {
            Self::AtMost(bound) => measured <= bound,
            Self::AtLeast(bound) => measured >= bound,
        }
    }
}

impl Row {
    /// Takes the figure out of what its benchmark printed.
    ///
    /// # Errors
    /// The benchmark prints no such number.
    pub(super) fn measured(&self, printed: &Value) -> Result<f64, Failure> {
        printed.pointer(self.pointer).and_then(Value::as_f64).ok_or_else(|| Failure::Figures {
            command: self.bench.command(),
            why: format!("it printed no number at `{}`", self.pointer),
        })
    }
}

const fn row(name: &'static str, bench: Bench, pointer: &'static str, unit: Unit) -> Row {
    Row { name, bench, pointer, unit, wanted: None }
}

impl Row {
    const fn at_most(mut self, bound: f64) -> Self {
        self.wanted = Some(Wanted::AtMost(bound));
        self
    }

    const fn at_least(mut self, bound: f64) -> Self {
        self.wanted = Some(Wanted::AtLeast(bound));
        self
    }
}

/// The page.
pub(super) const ROWS: &[Row] = &[
    row("the module after brotli", Bench::Modules, "/modules/0/brotli", Unit::Kilobytes).at_most(600_000.0),
    row(
        "its first part, which suffices for everyday verdicts that need no tree",
        Bench::Modules,
        "/modules/1/brotli",
        Unit::Kilobytes,
    )
    .at_most(430_000.0),
    row("its rest", Bench::Modules, "/modules/2/brotli", Unit::Kilobytes),
    row("the module with PowerShell after brotli", Bench::Modules, "/modules/3/brotli", Unit::Kilobytes),
    row(
        "a verdict in Node as an object : web-tree-sitter's parse with its words, median",
        Bench::Node,
        "/ratios/p50",
        Unit::Times,
    )
    .at_most(0.8),
    row("the same, 90th percentile", Bench::Node, "/ratios/p90", Unit::Times).at_most(0.5),
    row(
        "a verdict in Node as text : the same by the linked core, JSON in and out, median",
        Bench::Node,
        "/ratios/native",
        Unit::Times,
    )
    .at_most(1.4),
    row(
        "from the import to the first verdict in Node : web-tree-sitter's first tree",
        Bench::NodeStart,
        "/ratio",
        Unit::Times,
    )
    .at_most(0.75),
    row(
        "how much longer a Node process with one verdict lives than an empty one",
        Bench::NodeProcess,
        "/longer/esm",
        Unit::Milliseconds,
    )
    .at_most(40.0),
    row(
        "the same for one tree of web-tree-sitter",
        Bench::NodeProcess,
        "/longer/web-tree-sitter",
        Unit::Milliseconds,
    ),
    row(
        "a verdict : a bare parse by tree-sitter-bash, median of 227 commands",
        Bench::Verdict,
        "/ratioOfMedians",
        Unit::Times,
    )
    .at_most(0.8),
    row("the same, 90th percentile", Bench::Verdict, "/ratioOfP90s", Unit::Times).at_most(0.45),
    row("the same, mean", Bench::Verdict, "/ratioOfMeans", Unit::Times).at_most(0.6),
    row(
        "a verdict of PowerShell : a bare parse by tree-sitter-powershell, median of 507 commands",
        Bench::Verdict,
        "/powershell/ratioOfMedians",
        Unit::Times,
    )
    .at_most(2.0),
    row(
        "a verdict under 10,000 rules : the same under 100",
        Bench::Verdict,
        "/tenThousandRules",
        Unit::Times,
    )
    .at_most(1.2),
    row(
        "the slowest text of 10,000 characters, of every construct of the grammar of bash",
        Bench::Growth,
        "/slowest/1",
        Unit::Milliseconds,
    )
    .at_most(3.0),
    row("the slowest text of 1 MiB", Bench::Growth, "/slowest/3", Unit::Milliseconds),
    row(
        "the slowest text of 10,000 characters of PowerShell",
        Bench::Growth,
        "/slowestOfPowerShell/1",
        Unit::Milliseconds,
    ),
    row("the steepest growth of the time with the length", Bench::Growth, "/steepest", Unit::Exponent),
    row("`shellgate hook` : `/bin/true`", Bench::Program, "/starts/`shellgate hook`", Unit::Times)
        .at_most(2.5),
    row("`shellgate check ls` : `/bin/true`", Bench::Program, "/starts/`shellgate check ls`", Unit::Times),
    row("`check --jsonl`, two threads : one, as a speed", Bench::Program, "/jobs", Unit::Times).at_least(1.8),
    row(
        "`shellgate sandbox -- bash -c true` : `bwrap` with the same request",
        Bench::Start,
        "/ratios/`shellgate sandbox`, embedded/bwrap",
        Unit::Times,
    )
    .at_most(0.9),
    row(
        "`shellgate run true` : `bwrap … bash -c true`",
        Bench::Start,
        "/ratios/a whole `shellgate run`/bwrap",
        Unit::Times,
    )
    .at_most(1.2),
    row(
        "`bash -c true` in a session's sandbox : `bwrap` alone",
        Bench::Start,
        "/ratios/embedded/bwrap",
        Unit::Times,
    ),
    row(
        "`bash -c true` in a session, Landlock alone : by itself",
        Bench::Start,
        "/ratios/Landlock alone/raw",
        Unit::Times,
    )
    .at_most(1.8),
    row("64 MiB of output to a file : through a pipe", Bench::Output, "/ratios/1/1", Unit::Times),
    row(
        "the playground, from an empty cache to the first verdict, median",
        Bench::Playground,
        "/opening",
        Unit::Milliseconds,
    )
    .at_most(500.0),
    row(
        "the playground, from a keystroke in one of 200 commands to the last answer, median",
        Bench::Playground,
        "/keystroke",
        Unit::Milliseconds,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_benchmark_has_a_row() {
        for bench in Bench::all() {
            assert!(ROWS.iter().any(|row| row.bench == bench), "{bench:?}");
        }
    }

    #[test]
    fn a_figure_that_a_benchmark_does_not_print_is_an_error() {
        let printed = serde_json::json!({ "ratio": "fast" });
        let row = ROWS.iter().find(|row| row.bench == Bench::NodeStart).expect("a row");
        let said = row.measured(&printed).expect_err("no number").to_string();
        assert!(said.contains("node js/bench/start.mjs") && said.contains("`/ratio`"), "{said}");
        assert_eq!(row.measured(&serde_json::json!({ "ratio": 1.5 })).ok(), Some(1.5));
    }

    #[test]
    fn a_bound_holds_at_itself() {
        assert!(Wanted::AtMost(1.0).is_met(1.0) && !Wanted::AtMost(1.0).is_met(1.01));
        assert!(Wanted::AtLeast(1.8).is_met(1.8) && !Wanted::AtLeast(1.8).is_met(1.79));
    }
}
