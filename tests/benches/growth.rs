//! How the time of a verdict grows with its text, from 1 KB to 1 MiB, for texts made of every construct of the grammar.
//!
//! The constructs are not listed. Every kind of node that the grammar has in one of the project's cases gives two units:
//! the shortest text of that kind, and the shortest statement that contains one. Each unit is repeated, nested in itself
//! and alternated with every other. A case with a new construct is enough to measure it.
//!
//! PowerShell's families, whose names begin with `powershell`, are made of its own grammar and cases.
//!
//! `cargo bench --bench growth` prints the slowest families and those past a limit; `-- --json` prints every family.
//! `-- --pairs` measures the alternations too. `-- NAME` measures the families whose name contains NAME.
//! The program fails when a family is past a limit.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

#[cfg(target_os = "linux")]
use nix::time::ClockId;
use policy_core::{Dialect, Engine, Policy, Request, Source};
use test_support::cases;
use tree_sitter::{Language, Node, Parser};

/// The lengths of the texts, in bytes.
const LENGTHS: [u32; 4] = [1 << 10, 10_000, 100_000, 1 << 20];
/// The longest time for each of these lengths, in milliseconds. Shorter texts are held by the exponent.
const LIMITS: [f64; 4] = [5.0, 5.0, 50.0, 50.0];
/// The largest exponent: with 1 the time grows as the length does.
const EXPONENT_MAX: f64 = 1.15;
/// A family that takes longer than this, in milliseconds, is not measured at greater lengths.
const GIVEN_UP: f64 = 1_000.0;
/// How many rows a person is shown.
const SHOWN: usize = 20;

/// A shell whose constructs are measured.
struct Measured {
    shell: Dialect,
    /// In front of the names of its families.
    prefix: &'static str,
    language: fn() -> Language,
    /// Its cases, which hold every construct that the project knows.
    cases: &'static [&'static str],
    /// How a construct becomes part of an assignment, and of a sum.
    assigned: [&'static str; 2],
    computed: [&'static str; 3],
    /// Bytes that mean something to its reader.
    bytes: &'static [(&'static str, &'static str, &'static str)],
}

const MEASURED: [Measured; 2] = [
    Measured {
        shell: Dialect::Bash,
        prefix: "",
        language: || shellgate_grammar::LANGUAGE.into(),
        cases: &[
            include_str!("../../policy-core/cases/harmless.md"),
            include_str!("../../policy-core/cases/neighbours.md"),
            include_str!("../../policy-core/cases/denied.md"),
        ],
        assigned: ["v=\"$v", "\"; echo $v; "],
        computed: ["v=1; ", "v=$((v+1", "))"],
        bytes: &BYTES,
    },
    Measured {
        shell: Dialect::PowerShell,
        prefix: "powershell ",
        language: || shellgate_grammar::POWERSHELL.expect("this build has it").into(),
        cases: &[cases::POWERSHELL_HARMLESS, cases::POWERSHELL_NEIGHBOURS, cases::POWERSHELL_DENIED],
        assigned: ["$v = \"$v", "\"; echo $v; "],
        computed: ["$v = 1; ", "$v = (($v+1", "))"],
        bytes: &POWERSHELL_BYTES,
    },
];

/// The texts of one family: `head`, then `units` in turn, then `tails` once for each `units` that came before.
struct Family {
    shell: Dialect,
    name: String,
    head: String,
    units: Vec<String>,
    tail: String,
}

impl Family {
    fn text(&self, length: usize) -> String {
        let turn: usize = self.units.iter().map(String::len).sum::<usize>() + self.tail.len();
        let turns = length.saturating_sub(self.head.len()) / turn.max(1);
        let mut text = self.head.clone();
        for _ in 0..turns {
            text.extend(self.units.iter().map(String::as_str));
        }
        for _ in 0..turns {
            text.push_str(&self.tail);
        }
        text
    }
}

/// A construct: the shortest text of its kind, and the shortest statement around one, cut where the construct is.
struct Construct {
    kind: String,
    text: String,
    statement: String,
    /// Where `text` lies in `statement`.
    at: usize,
}

/// The constructs in `commands`, one for each kind of node that the grammar gives them.
fn constructs(measured: &Measured) -> Vec<Construct> {
    let commands: Vec<String> =
        measured.cases.iter().flat_map(|markdown| cases::commands(markdown)).collect();
    let mut parser = Parser::new();
    parser.set_language(&(measured.language)()).expect("the grammar fits the library");
    let mut found: BTreeMap<String, Construct> = BTreeMap::new();
    for command in &commands {
        let tree = parser.parse(command, None).expect("a parser without a limit ends");
        if !tree.root_node().has_error() {
            visit(tree.root_node(), None, command, &mut found);
        }
    }
    found.into_values().collect()
}

fn visit<'t>(
    node: Node<'t>,
    statement: Option<Node<'t>>,
    source: &str,
    found: &mut BTreeMap<String, Construct>,
) {
    let is_top = node.parent().is_some_and(|parent| matches!(parent.kind(), "program" | "statement_list"));
    let is_command = matches!(node.kind(), "command" | "pipeline");
    let statement =
        if is_top || is_command || node.kind().ends_with("_statement") { Some(node) } else { statement };
    if let Some(around) = statement.filter(|_| node.is_named()) {
        let text = &source[node.byte_range()];
        let length = |it: &Construct| (it.statement.len(), it.text.len());
        let statement = &source[around.byte_range()];
        if !text.is_empty()
            && found.get(node.kind()).is_none_or(|it| (statement.len(), text.len()) < length(it))
        {
            let at = node.start_byte() - around.start_byte();
            found.insert(
                node.kind().into(),
                Construct { kind: node.kind().into(), text: text.into(), statement: statement.into(), at },
            );
        }
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        visit(child, statement, source, found);
    }
}

fn families(measured: &Measured, constructs: &[Construct], pairs: bool) -> Vec<Family> {
    let mut families = Vec::new();
    let mut add = |name: String, head: &str, units: &[&str], tail: &str| {
        let units = units.iter().map(|unit| (*unit).to_owned()).collect();
        let name = [measured.prefix, &name].concat();
        families.push(Family { shell: measured.shell, name, head: head.into(), units, tail: tail.into() });
    };
    let [set, used] = measured.assigned;
    let [first, add_one, end] = measured.computed;
    for it in constructs {
        let (kind, text, statement) = (it.kind.as_str(), it.text.as_str(), it.statement.as_str());
        add(format!("{kind}: adjacent"), "x=1; echo ", &[text], "");
        add(format!("{kind}: as words"), "x=1; echo ", &[text, " "], "");
        for (name, joint) in
            [("lines", "\n"), ("list", "; "), ("and", " && "), ("pipe", " | "), ("background", " & ")]
        {
            add(format!("{kind}: {name}"), "", &[statement, joint], "");
        }
        let (before, after) = (&statement[..it.at], &statement[it.at + text.len()..]);
        add(format!("{kind}: nested"), "", &[before], after);
        add(format!("{kind}: opened"), "", &[before], "");
        add(format!("{kind}: substituted"), "", &["echo $(", statement, "; "], ")");
        add(format!("{kind}: after cd"), "cd a; ", &[statement, "; cd b; "], "");
        add(format!("{kind}: assigned"), "", &[set, text, used], "");
        add(format!("{kind}: computed"), first, &[add_one, end, "; ", statement, "; "], "");
    }
    for (name, head, unit) in measured.bytes {
        add(format!("bytes: {name}"), head, &[unit], "");
    }
    if pairs {
        for one in constructs {
            for other in constructs.iter().filter(|other| other.kind != one.kind) {
                let (first, second) = (one.statement.as_str(), other.statement.as_str());
                add(format!("{} and {}: lines", one.kind, other.kind), "", &[first, "\n", second, "\n"], "");
                let (first, second) = (one.text.as_str(), other.text.as_str());
                add(
                    format!("{} and {}: words", one.kind, other.kind),
                    "echo ",
                    &[first, " ", second, " "],
                    "",
                );
            }
        }
    }
    families
}

/// Bytes that mean something to a reader, repeated without the construct that they belong to.
const BYTES: [(&str, &str, &str); 35] = [
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
    ("continuations", "echo ", "\\\n"),
    ("single quotes", "echo '", "a"),
    ("closed quotes", "echo ", "'a'"),
    ("double quotes", "echo \"", "a"),
    ("back-quotes", "echo ", "`a`"),
    ("dollars", "echo ", "$"),
    ("operators", "ls ", ";"),
    ("ampersands", "ls ", "&"),
    ("output redirects", "ls ", ">"),
    ("input redirects", "ls ", "<"),
    ("here-documents", "cat ", "<<A "),
    ("newlines", "ls", "\n"),
    ("carriage returns", "ls", "\r"),
    ("nested shells", "", "bash -c \"sh -c 'a' "),
    ("paths", "cat ", "a/../"),
    ("variables that a shell reads", "", "x=1; sh -c \"$y\"; "),
    ("NUL", "echo ", "\0"),
];

/// The same for PowerShell.
const POWERSHELL_BYTES: [(&str, &str, &str); 44] = [
    ("plain word", "ls ", "a"),
    ("open parentheses", "", "("),
    ("closing parentheses", "ls ", ")"),
    ("sub-expressions", "echo ", "$("),
    ("quoted sub-expressions", "echo ", "\"$("),
    ("arrays", "echo ", "@("),
    ("tables", "echo ", "@{"),
    ("table keys", "echo @{a=", "@{a="),
    ("blocks", "", "{ "),
    ("called blocks", "", "& { "),
    ("blocks of commands", "", "% { "),
    ("conditions", "", "if ("),
    ("whole conditions", "", "if (1) { "),
    ("loops", "", "foreach ($x in "),
    ("assignments", "", "$x = "),
    ("lists", "echo a", ",a"),
    ("commas", "echo ", ","),
    ("unary operators", "", "-not "),
    ("signs", "", "-"),
    ("sums", "1", "+1"),
    ("ranges", "1", "..1"),
    ("properties", "$x", ".a"),
    ("elements", "$x", "[0]"),
    ("types", "", "[int]"),
    ("brackets", "", "["),
    ("stars", "ls ", "*"),
    ("backslashes", "ls ", "\\"),
    ("back-ticks", "ls ", "`"),
    ("continuations", "ls ", "`\n"),
    ("single quotes", "ls '", "a"),
    ("closed quotes", "ls ", "'a'"),
    ("doubled quotes", "ls '", "''"),
    ("double quotes", "ls \"", "a"),
    ("here-strings", "ls ", "@'\n"),
    ("closed here-strings", "ls ", "@'\n'@ "),
    ("dollars", "ls ", "$"),
    ("braced variables", "ls ", "${a}"),
    ("operators", "ls ", ";"),
    ("pipes", "ls", "|"),
    ("output redirects", "ls ", ">"),
    ("merged redirects", "ls ", "2>&1 "),
    ("comments", "ls ", "<#"),
    ("parameters", "ls ", "-Path "),
    ("NUL", "ls ", "\0"),
];

/// The times of one family, in milliseconds, by length.
struct Growth {
    family: String,
    times: [f64; 4],
}

impl Growth {
    fn exponent(&self) -> f64 {
        let [short, .., long] = self.times;
        let [first, .., last] = LENGTHS.map(f64::from);
        (long / short).ln() / (last / first).ln()
    }

    fn is_past(&self) -> bool {
        self.exponent() > EXPONENT_MAX || self.times.iter().zip(LIMITS).any(|(time, limit)| *time > limit)
    }
}

fn engine() -> Engine {
    let policy = r#"{"permissions":{"deny":["Bash(curl:*)","Bash(* --force *x*y*)","PowerShell(Remove-Item:*)","PowerShell(* --force *x*y*)","Read(./.env)"],
        "allow":["Bash(ls:*)","PowerShell(Get-ChildItem:*)"]}}"#;
    let source =
        Source { name: "bench".into(), text: policy.into(), root: Some("/repo".into()), ..Source::default() };
    Engine::new(Policy::from_sources(&[source]).expect("the policy is right"))
}

/// The CPU time of this thread, so that what else runs on the machine counts for nothing.
#[cfg(target_os = "linux")]
fn now() -> Duration {
    ClockId::CLOCK_THREAD_CPUTIME_ID.now().map(Duration::from).expect("Linux has this clock")
}

#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

fn measure(engine: &Engine, family: &Family) -> Growth {
    let mut before: f64 = 0.0;
    let times = LENGTHS.map(|length| {
        // What took this long is past every limit already.
        if before > GIVEN_UP {
            return f64::INFINITY;
        }
        let text = family.text(length as usize);
        let mut request = Request::new(&text);
        (request.shell, request.tool) = (family.shell, family.shell.tool());
        request.cwd = Some("/repo");
        request.home = Some("/home/u");
        request.facts.no_links = true;
        let once = || {
            let start = now();
            black_box(engine.check(&request));
            now().saturating_sub(start).as_secs_f64() * 1e3
        };
        let first = once();
        // The best of several tells more, where several are cheap.
        before = (0..if first > 20.0 { 1 } else { 4 }).map(|_| once()).fold(first, f64::min);
        before
    });
    Growth { family: family.name.clone(), times }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let names: Vec<&String> = arguments.iter().filter(|argument| !argument.starts_with("--")).collect();
    let engine = engine();
    let of_shells = MEASURED.map(|measured| {
        let constructs = constructs(&measured);
        (families(&measured, &constructs, has("--pairs")), constructs)
    });
    let constructs: Vec<&Construct> = of_shells.iter().flat_map(|(_, constructs)| constructs).collect();
    let mut rows: Vec<Growth> = of_shells
        .iter()
        .flat_map(|(families, _)| families)
        .filter(|family| names.is_empty() || names.iter().any(|name| family.name.contains(name.as_str())))
        .map(|family| measure(&engine, family))
        .collect();
    rows.sort_by(|one, other| other.times[3].total_cmp(&one.times[3]));
    let past = rows.iter().filter(|row| row.is_past()).count();
    if has("--json") {
        println!("{}", as_json(&constructs, &rows));
    } else {
        println!("{}", as_table(&constructs, &rows, past));
    }
    if past == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn as_table(constructs: &[&Construct], rows: &[Growth], past: usize) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{} constructs, {} families; milliseconds", constructs.len(), rows.len());
    let _ = writeln!(out, "{:<44}{:>9}{:>9}{:>9}{:>9}  exponent", "", "1 KiB", "10 kB", "100 kB", "1 MiB");
    let shown = rows.iter().enumerate().filter(|(at, row)| *at < SHOWN || row.is_past());
    for (_, row) in shown {
        let [first, second, third, fourth] = row.times;
        let mark = if row.is_past() { "  past a limit" } else { "" };
        let (family, exponent) = (&row.family, row.exponent());
        let _ = writeln!(
            out,
            "{family:<44}{first:>9.3}{second:>9.3}{third:>9.3}{fourth:>9.3}{exponent:>10.2}{mark}"
        );
    }
    let steepest = steepest(rows);
    let slowest = slowest(&rows.iter().collect::<Vec<_>>()).map(|time| format!("{time:.2}")).join(", ");
    let _ = write!(
        out,
        "\n{past} past a limit; slowest by length {slowest} ms (at most {LIMITS:?}); steepest {steepest:.2} (at most {EXPONENT_MAX})"
    );
    out
}

/// The largest exponent.
fn steepest(rows: &[Growth]) -> f64 {
    rows.iter().map(Growth::exponent).fold(f64::NEG_INFINITY, f64::max)
}

/// By length: the time of the slowest family, in milliseconds.
fn slowest(rows: &[&Growth]) -> [f64; LENGTHS.len()] {
    std::array::from_fn(|at| rows.iter().map(|row| row.times[at]).fold(0.0, f64::max))
}

fn as_json(constructs: &[&Construct], rows: &[Growth]) -> String {
    let is_powershell = |row: &Growth| row.family.starts_with("powershell ");
    let (of_powershell, of_bash): (Vec<&Growth>, Vec<&Growth>) =
        rows.iter().partition(|row| is_powershell(row));
    let (slowest, slowest_of_powershell) = (slowest(&of_bash), slowest(&of_powershell));
    let steepest = steepest(rows);
    let rows: Vec<serde_json::Value> = rows
        .iter()
        .map(|row| {
            serde_json::json!({
                "family": row.family, "milliseconds": row.times, "exponent": row.exponent(), "past": row.is_past(),
            })
        })
        .collect();
    let constructs: Vec<&str> = constructs.iter().map(|it| it.kind.as_str()).collect();
    serde_json::json!({
        "bytes": LENGTHS, "slowest": slowest, "slowestOfPowerShell": slowest_of_powershell, "steepest": steepest,
        "constructs": constructs, "families": rows,
    })
    .to_string()
}
