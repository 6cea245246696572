//! The grammar that the second reading uses against tree-sitter-bash as it comes: the same trees, and where not, why.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;

use policy_core::checks::CHECKS;
use policy_core::commands::{Form, programs};
use test_support::cases;
use tree_sitter::{Language, Node, Parser, Tree};

use test_support::effort::{Cases, count, seed};
use test_support::generator::{Generator, Profile};

/// Texts that are generated, and as many that are generated and damaged.
const CASES: Cases = Cases { quick: 400, full: 2_000 };

/// The three kinds that the change of the grammar moves; it moves nothing else.
const MOVED: [&str; 3] = ["pipeline", "list", "redirected_statement"];

fn parser(language: &Language) -> Parser {
    let mut parser = Parser::new();
    parser.set_language(language).expect("the grammar fits the library");
    parser
}

fn stock() -> Parser {
    parser(&tree_sitter_bash::LANGUAGE.into())
}

fn ours() -> Parser {
    parser(&shellgate_grammar::LANGUAGE.into())
}

fn parse(parser: &mut Parser, text: &str) -> Tree {
    parser.parse(text, None).expect("a parser without a limit ends")
}

/// Calls `visit` with every node of the tree in order, and its depth.
fn each<'t>(tree: &'t Tree, visit: &mut dyn FnMut(Node<'t>, usize)) {
    let mut cursor = tree.walk();
    let mut depth = 0;
    loop {
        visit(cursor.node(), depth);
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            depth -= 1;
        }
    }
}

/// The tree as lines: kind, place, what is missing or wrong, indented by depth. Without the kinds in `left_out`, and
/// then without depth.
fn drawn(tree: &Tree, left_out: &[&str]) -> String {
    let mut text = String::new();
    each(tree, &mut |node, depth| {
        if left_out.contains(&node.kind()) && node.is_named() {
            return;
        }
        let depth = if left_out.is_empty() { depth } else { 0 };
        let _ = write!(text, "{:depth$}{:?} {}..{}", "", node.kind(), node.start_byte(), node.end_byte());
        let marks =
            [(node.is_missing(), " missing"), (node.is_extra(), " extra"), (node.is_error(), " error")];
        text.extend(marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark));
        text.push('\n');
    });
    text
}

fn first_difference(one: &str, two: &str) -> String {
    let differs = one.lines().zip(two.lines()).find(|(one, two)| one != two);
    differs.map_or("one is longer".into(), |(one, two)| format!("`{}` is `{}`", one.trim(), two.trim()))
}

/// A redirect around a whole pipeline or list, or a list as a part of a pipeline: what the changed grammar has not.
fn is_reshaped(stock: &Tree) -> bool {
    let mut found = false;
    each(stock, &mut |node, _| {
        let around = node.parent().map_or("", |parent| parent.kind());
        found |= match node.kind() {
            "pipeline" => node.is_named() && around == "redirected_statement",
            "list" => node.is_named() && matches!(around, "redirected_statement" | "pipeline"),
            _ => false,
        };
    });
    found
}

/// What is written in the project: cases, examples of tables and checks, the corpus of the benchmarks.
fn written() -> Vec<String> {
    let files = [
        cases::ATTACKS,
        cases::CONTESTED,
        cases::DENIED,
        cases::EVERYDAY,
        cases::HARMLESS,
        cases::NEIGHBOURS,
        cases::NOT_COVERED,
    ];
    let benches = include_str!("benches/corpus.txt").lines().map(|line| line.replace("\\n", "\n"));
    let mut texts: Vec<String> = files
        .into_iter()
        .flat_map(cases::commands)
        .chain(benches)
        .map(|text| text.replace("\\t", "\t"))
        .collect();
    for check in CHECKS {
        texts.extend(check.story().examples.into_iter().map(|example| example.command));
    }
    for program in programs().into_iter().filter(|program| program.cmdlet.is_none()) {
        add(&program.form, &mut texts);
    }
    texts
}

fn add(form: &Form, texts: &mut Vec<String>) {
    texts.extend(form.yes.iter().chain(form.no).map(|text| (*text).to_owned()));
    for sub in form.subs() {
        add(sub, texts);
    }
}

fn generated() -> Vec<String> {
    let total = count("SHELLGATE_CASES", CASES);
    let mut generator = Generator::new(seed(), Profile::Anything);
    let mut texts: Vec<String> = (0..total).map(|_| generator.command()).collect();
    texts.extend((0..total).map(|_| generator.mutated()));
    texts
}

/// A command or a redirect of the stock grammar that goes on after the end of its line, where ours ends: a fault of the former in
/// the last part of a pipeline.
fn runs_over_its_line(text: &str, stock: &Tree, ours: &Tree) -> bool {
    let commands = |tree: &Tree| {
        let mut found = Vec::new();
        each(tree, &mut |node, _| {
            if matches!(node.kind(), "command" | "file_redirect") {
                found.push(node.byte_range());
            }
        });
        found
    };
    let ours = commands(ours);
    commands(stock).iter().any(|long| {
        let short = |it: &&Range<usize>| it.start == long.start && it.end < long.end;
        ours.iter().find(short).is_some_and(|it| text[it.end..long.end].contains('\n'))
    })
}

/// A redirect around a pipeline or a list that ends with an assignment. After an assignment and a redirect both
/// grammars want a command (`x=1 >f` alone is an error to them), but here the stock one can take the command's name for
/// one more target of the pipeline's redirect.
fn redirects_an_assignment(stock: &Tree) -> bool {
    let mut found = false;
    each(stock, &mut |node, _| {
        let body = node.child_by_field_name("body").filter(|_| node.kind() == "redirected_statement");
        let mut part = body;
        while let Some(node) = part.filter(|node| matches!(node.kind(), "pipeline" | "list")) {
            part = node.child(node.child_count().saturating_sub(1));
        }
        found |= part.is_some_and(|node| node.kind().starts_with("variable_assignment"));
    });
    found
}

#[test]
fn trees_are_those_of_the_stock_grammar_but_for_what_surrounds_a_pipeline() {
    let (mut stock, mut ours) = (stock(), ours());
    let (mut same, mut reshaped, mut mended, mut assigned, mut broken) = (0, 0, 0, 0, 0);
    let mut wrong = Vec::new();
    let texts: BTreeSet<String> = written().into_iter().chain(generated()).collect();
    for text in &texts {
        let (one, two) = (parse(&mut stock, text), parse(&mut ours, text));
        if drawn(&one, &[]) == drawn(&two, &[]) {
            same += 1;
        } else if one.root_node().has_error() && two.root_node().has_error() {
            // Neither reads it: how much of it is given up depends on what was tried.
            broken += 1;
        } else if is_reshaped(&one) && drawn(&one, &MOVED) == drawn(&two, &MOVED) {
            reshaped += 1;
        } else if is_reshaped(&one) && runs_over_its_line(text, &one, &two) {
            mended += 1;
        } else if redirects_an_assignment(&one) {
            assigned += 1;
        } else {
            let (one, two) = (drawn(&one, &MOVED), drawn(&two, &MOVED));
            wrong.push(format!("{text:?}: {}", first_difference(&one, &two)));
        }
    }
    wrong.sort_by_key(String::len);
    println!(
        "seed {}: {} texts: {same} trees the same; {reshaped} with a redirect or a list in another place; {mended} in \
         which a command no longer runs over its line; {assigned} with a redirect behind an assignment; {broken} of texts that neither reads; {} otherwise",
        seed(),
        texts.len(),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(same > 4_000 && reshaped > 100, "both happen: {same} {reshaped}");
    assert!(
        10 * (mended + assigned + broken) < same,
        "these are the exception: {mended} {assigned} {broken} {same}"
    );
}
