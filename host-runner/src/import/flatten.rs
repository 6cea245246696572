//! The statements of another tool as rules: deny outweighs ask, and ask outweighs allow, whatever their order is.
//!
//! Owns what becomes of a statement whose order decides in the source: a deny or ask rule is imported also where the source
//! lets an allow rule overrule it, and a statement about every command below the others is the mode, not a rule.

use policy_core::rules::{List, SourceLocation, parse};
use policy_core::{Mode, Span};

use super::shape::{Shape, Unsaid};
use super::statement::{About, Statement};

/// Which statement decides in the source when several are about one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The strictest.
    Strictest,
    /// The one of the highest rank.
    Rank,
}

/// What became of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The rules say the same.
    Exact,
    /// The rules allow less than the source, and in what.
    Narrower(String),
    /// There is no rule, and why.
    NotImported(String),
}

/// A statement, what became of it, and its rules.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    /// The statement.
    pub(super) statement: Statement,
    /// What became of it.
    pub(super) outcome: Outcome,
    /// The rules, each with its list.
    pub(super) rules: Vec<(List, String)>,
}

/// The statements as rules, in the order of the source, and the mode for what no rule matches, if there is one. With
/// `strict`, a statement about every command is a rule although it outweighs every allow rule.
pub(super) fn flatten(statements: &[Statement], order: Order, strict: bool) -> (Vec<Flat>, Option<Mode>) {
    let mut mode = None;
    let default = if order == Order::Rank { strongest_about_all(statements) } else { None };
    let has_exceptions = default.is_some_and(|(rank, _)| {
        statements.iter().any(|it| it.list == List::Allow && it.rank > rank && can_allow(it))
    });
    let default = default.filter(|_| has_exceptions && !strict);
    let flats = statements.iter().map(|statement| {
        let shadow = strongest_about_all(statements).filter(|_| order == Order::Rank);
        let is_shadowed = shadow.is_some_and(|(rank, list)| {
            statement.is_about_commands()
                && statement.rank < rank
                && (statement.list >= list || statement.is_about_every_command())
        });
        if order == Order::Rank && (is_shadowed || is_below_allowed(statement, statements)) {
            let why = "a stronger entry about every command overrules it";
            return flat(statement, Outcome::NotImported(why.to_owned()));
        }
        if default == Some((statement.rank, statement.list)) && statement.is_about_every_command() {
            return if statement.list == List::Deny {
                mode = Some(Mode::DontAsk);
                flat(statement, Outcome::NotImported(DENIES_OTHERS.to_owned()))
            } else {
                flat(statement, Outcome::NotImported(ASKS_OTHERS.to_owned()))
            };
        }
        let overruled = (order == Order::Rank && statement.list != List::Deny)
            .then(|| statements.iter().find(|it| is_weaker_and_stricter(it, statement, default)))
            .flatten();
        translated(statement, overruled)
    });
    let flats = flats.collect();
    (flats, mode)
}

const ASKS_OTHERS: &str = "it is the answer for every other command, and it would outweigh the allow rules: shellgate asks \
                           about every other command too, but for those that are proven to only read; `--strict` makes \
                           it a rule";

const DENIES_OTHERS: &str = "it is the answer for every other command, and it would outweigh the allow rules: the mode \
                             `dontAsk` denies every other command, but for those that are proven to only read; `--strict` \
                             makes it a rule";

/// The strongest statement that asks about or denies every command.
fn strongest_about_all(statements: &[Statement]) -> Option<(i64, List)> {
    let all = statements.iter().filter(|it| {
        it.list != List::Allow && it.is_about_every_command() && !is_below_allowed(it, statements)
    });
    all.map(|it| (it.rank, it.list)).max_by_key(|(rank, list)| (*rank, std::cmp::Reverse(*list)))
}

/// Whether a stronger statement allows every command, and this one is about every command.
fn is_below_allowed(statement: &Statement, statements: &[Statement]) -> bool {
    let is_over =
        |it: &Statement| it.list == List::Allow && it.rank > statement.rank && it.is_about_every_command();
    statement.is_about_every_command() && statements.iter().any(is_over)
}

fn can_allow(statement: &Statement) -> bool {
    matches!(&statement.about, About::Commands(shapes) if shapes.iter().any(|shape| shape.rules(List::Allow).is_ok()))
}

/// Whether `other` loses against `statement` in the source and outweighs it as a rule.
fn is_weaker_and_stricter(other: &Statement, statement: &Statement, default: Option<(i64, List)>) -> bool {
    other.rank < statement.rank
        && other.list < statement.list
        && Some((other.rank, other.list)) != default
        && other.may_overlap(statement)
}

fn flat(statement: &Statement, outcome: Outcome) -> Flat {
    Flat { statement: statement.clone(), outcome, rules: Vec::new() }
}

fn translated(statement: &Statement, overruled: Option<&Statement>) -> Flat {
    let list = statement.list;
    let (rules, unsaid) = match &statement.about {
        About::Nothing(why) => return flat(statement, Outcome::NotImported(why.clone())),
        About::Rules(rules) => (rules.iter().map(|rule| (list, rule.clone())).collect(), Vec::new()),
        About::Unsaid(unsaid) => (Vec::new(), vec![unsaid.clone()]),
        About::Commands(shapes) => {
            let (mut rules, mut unsaid): (Vec<(List, String)>, Vec<Unsaid>) = (Vec::new(), Vec::new());
            for shape in shapes {
                match shape.rules(list) {
                    Ok(said) => rules.extend(said),
                    Err(why) => unsaid.push(why),
                }
            }
            (rules, unsaid)
        }
    };
    let is_wider = matches!(&statement.about, About::Commands(shapes) if shapes.iter().any(|it| it.is_wider));
    let mut losses: Vec<String> = statement.narrower.iter().cloned().collect();
    if let Some(over) = overruled {
        losses.push(format!("the {} entry that it overrules in the source outweighs it", over.list.name()));
    }
    let mut kept = Vec::new();
    for (list, rule) in rules {
        match problem(list, &rule) {
            None => kept.push((list, rule)),
            Some(why) if list == List::Allow => losses.push(why),
            Some(why) => {
                losses.push(format!("{why}: every command asks"));
                kept.push((List::Ask, "Bash".to_owned()));
            }
        }
    }
    for unsaid in unsaid {
        if list == List::Allow {
            losses.push(format!("no rule can express {}", unsaid.why));
            continue;
        }
        losses.push(format!(
            "no rule can express {}; in its place ask {}",
            unsaid.why,
            unsaid.instead.join(", ")
        ));
        kept.extend(unsaid.instead.into_iter().map(|rule| (List::Ask, rule)));
    }
    if is_wider && list != List::Allow {
        losses.push("the rule matches more commands".to_owned());
    }
    if list == List::Allow && is_about_parts_of_words(&statement.about) {
        losses.push("the last word of the rule is a whole word".to_owned());
    }
    losses.dedup();
    let outcome = match (kept.is_empty(), losses.is_empty()) {
        (true, _) => Outcome::NotImported(losses.join("; ")),
        (false, true) => Outcome::Exact,
        (false, false) => Outcome::Narrower(losses.join("; ")),
    };
    Flat { statement: statement.clone(), outcome, rules: kept }
}

fn is_about_parts_of_words(about: &About) -> bool {
    matches!(about, About::Commands(shapes) if shapes.iter().any(Shape::is_about_parts_of_words))
}

/// Why `rule` cannot be read.
fn problem(list: List, rule: &str) -> Option<String> {
    let place = SourceLocation { file: "".into(), line: 1, column: 1, span: Span::default() };
    parse(rule, list, place, None).err().map(|problem| problem.message)
}
