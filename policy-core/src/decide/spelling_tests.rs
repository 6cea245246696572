//! The rule oracle: every spelling of a denied command is denied.
//!
//! Generates commands from the tables. One command is denied by a rule with its words; then its options change their
//! place, their names, their values' places and their clusters, its sub-command its name, its words their quotes, and a
//! wrapper or a shell runs it. `SHELLGATE_CASES` sets how many commands are tried, `SHELLGATE_SEED` the seed.

extern crate std;

use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use test_support::effort::{Cases, count, seed};

use crate::commands::example::Example;
use crate::commands::{Arg, Arity, Form, Harm, Opt, Program, Proof, Refusal, Role, Syntax, programs, uses};
use crate::policy::Authority;
use crate::span::Span;
use crate::{Decision, Engine, Mode, Policy, Request, Source};

/// How many commands are tried.
const CASES: Cases = Cases { quick: 150, full: 600 };

/// How many spellings of each.
const SPELLINGS: usize = 6;

/// A small generator of numbers (Steele, Lea and Flood 2014, `SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % (end.max(1) as u64)) as usize
    }

    fn one_of<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        let at = self.below(from.len());
        from.get(at)
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = self.below(at + 1);
            list.swap(at, other);
        }
    }
}

/// One form of a program, with the words that lead to it.
struct Place {
    program: &'static Program,
    form: &'static Form,
    path: Vec<&'static str>,
}

fn places() -> Vec<Place> {
    fn walk(program: &'static Program, form: &'static Form, path: &[&'static str], found: &mut Vec<Place>) {
        found.push(Place { program, form, path: path.to_vec() });
        for sub in form.subs() {
            walk(program, sub, &[path, &[sub.name]].concat(), found);
        }
    }
    let mut found = Vec::new();
    for program in programs() {
        walk(program, &program.form, &[program.name], &mut found);
    }
    let is_plain =
        |word: &str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte));
    // A reserved word in front is not the program (bash(1), "Pipelines").
    let is_reserved = |name: &str| {
        Example::read(&format!("{name} x")).is_ok_and(|example| example.words().next() != Some(name))
    };
    found.retain(|place| {
        place.form.syntax.kind == Syntax::Getopt
            && !is_reserved(place.program.name)
            && !place.form.any_value
            && place.path.iter().all(|word| is_plain(word) && !word.starts_with(['.', '-']))
    });
    found
}

fn value(option: &Opt) -> Option<&'static str> {
    option.value.map(|_| "7")
}

/// Whether the option can be spelled in more than one way without a change of what follows.
fn is_usable(option: &Opt) -> bool {
    let runs = option.value.is_some_and(|kind| matches!(kind.role, Role::Command | Role::Code(_)));
    let is_plain =
        |name: &&str| name.len() > 1 && name.starts_with('-') && !name.contains(['#', '?', '*', ':', '$']);
    !runs
        && matches!(option.arity, Arity::None | Arity::Required)
        && option.operands.is_none()
        && option.first.is_none()
        && option.names.iter().all(is_plain)
}

/// One option as arguments, under any of its names, with its value in any place.
fn spelled(place: &Place, option: &Opt, numbers: &mut Numbers) -> Vec<String> {
    let Some(name) = numbers.one_of(option.names).copied() else { return Vec::new() };
    let is_letter = name.len() == 2;
    let Some(value) = value(option) else {
        return vec![abbreviated(place, name, numbers)];
    };
    match (name.starts_with("--"), numbers.below(2)) {
        (true, 0) => vec![format!("{}={value}", abbreviated(place, name, numbers))],
        (false, 0) if is_letter => vec![format!("{name}{value}")],
        _ => vec![name.to_string(), value.to_string()],
    }
}

/// A long name, sometimes cut short as `getopt_long(3)` allows: no other option begins like that, and the program around
/// the sub-command has none of that name.
fn abbreviated(place: &Place, name: &str, numbers: &mut Numbers) -> String {
    let shortest = 4.min(name.len());
    let cut = shortest + numbers.below(name.len() - shortest + 1);
    let short = name.get(..cut).unwrap_or(name);
    let same = place.form.options.spellings().iter().filter(|(other, _)| other.starts_with(short)).count();
    let is_outer = place.program.form.option(short).is_some();
    if name.starts_with("--") && same == 1 && !is_outer { short.into() } else { name.into() }
}

/// The letters of several options without values in one argument.
fn cluster(options: &[&'static Opt]) -> Option<String> {
    let letter =
        |option: &&Opt| option.names.iter().find(|name| name.len() == 2).and_then(|name| name.get(1..));
    let letters: Option<Vec<&str>> =
        options.iter().map(|option| letter(option).filter(|_| option.arity == Arity::None)).collect();
    letters.filter(|letters| letters.len() > 1).map(|letters| format!("-{}", letters.concat()))
}

/// One spelling of the command with these options.
fn spelling(place: &Place, options: &[&'static Opt], numbers: &mut Numbers) -> String {
    let mut parts: Vec<Vec<String>> = options.iter().map(|option| spelled(place, option, numbers)).collect();
    numbers.shuffle(&mut parts);
    let clusters = place.form.syntax.clusters && numbers.below(3) == 0;
    if let Some(letters) = cluster(options).filter(|_| clusters) {
        parts = vec![vec![letters]];
    }
    let mut path: Vec<String> = place.path.iter().map(|word| (*word).to_string()).collect();
    if let [_, sub] = place.path.as_slice() {
        let groups = place.program.form.same.synonyms;
        let group = groups.iter().find(|group| group.names.contains(sub));
        if let Some(other) = group.and_then(|group| numbers.one_of(group.names)) {
            path.truncate(1);
            path.extend(other.split(' ').map(String::from));
        }
    }
    // An operand in front of the options is one where options do not end at it, and do not begin with it.
    let operand = vec![String::from("operand")];
    let syntax = &place.form.syntax;
    let at = if syntax.stops || syntax.dashless || !place.form.subs.is_empty() {
        parts.len()
    } else {
        numbers.below(parts.len() + 1)
    };
    if place.form.subs.is_empty() && place.program.wrapper.is_none() {
        parts.insert(at, operand);
    }
    let mut words = path;
    words.extend(parts.into_iter().flatten());
    let quoted: Vec<String> = words.iter().map(|word| quoted(word, numbers)).collect();
    wrapped(&quoted.join(" "), numbers)
}

/// A word with quotes that a shell removes.
fn quoted(word: &str, numbers: &mut Numbers) -> String {
    match numbers.below(8) {
        0 => format!("'{word}'"),
        1 => format!("\"{word}\""),
        2 => {
            let (front, back) = word.split_at(1);
            format!("{front}''{back}")
        }
        3 => format!("\\{word}"),
        _ => word.into(),
    }
}

/// The command after a wrapper, or in a shell.
fn wrapped(command: &str, numbers: &mut Numbers) -> String {
    match numbers.below(10) {
        0 => format!("timeout 5 {command}"),
        1 => format!("env A=b {command}"),
        2 => format!("nice -n 5 nohup {command}"),
        3 => format!("sudo -u root {command}"),
        4 => format!("(cd x && {command})"),
        5 => format!("for i in 1 2; do {command}; done"),
        6 => format!("echo x | xargs -n1 {command}"),
        7 if !command.contains('\'') => format!("bash -c '{command}'"),
        8 if !command.contains(['\'', '"', '\\']) => format!("eval \"{command}\""),
        _ => command.into(),
    }
}

/// The decision about `command` where a rule denies `rule` and nothing else is asked about.
fn decision(engine: &Engine, command: &str) -> Decision {
    let mut request = Request::new(command);
    request.cwd = Some("/repo");
    request.home = Some("/home/u");
    request.facts.no_links = true;
    engine.check(&request).decision
}

fn engine(rule: &str) -> Engine {
    let text = format!(r#"{{"permissions":{{"deny":["Bash({rule}:*)"]}}}}"#);
    let source = Source { name: "policy".into(), text, root: None, authority: Authority::User };
    let policy = Policy::from_sources(&[source]).unwrap_or_default();
    Engine::new(Policy { mode: Mode::BypassPermissions, ..policy })
}

#[test]
#[expect(clippy::print_stdout, reason = "the seed repeats the run")]
fn every_generated_spelling_of_a_denied_command_is_denied() {
    let places = places();
    assert!(places.len() > 1_000, "{} forms", places.len());
    let seed = seed();
    let cases = count("SHELLGATE_CASES", CASES);
    let mut numbers = Numbers(seed);
    let (mut tried, mut escaped) = (0, Vec::new());
    for _ in 0..cases {
        let Some(place) = numbers.one_of(&places) else { continue };
        let mut options: Vec<&'static Opt> =
            place.form.options.iter().filter(|option| is_usable(option)).collect();
        numbers.shuffle(&mut options);
        options.truncate(numbers.below(3));
        let mut rule: Vec<String> = place.path.iter().map(|word| (*word).to_string()).collect();
        for option in &options {
            rule.extend(option.names.first().map(|name| (*name).to_string()));
            rule.extend(value(option).map(String::from));
        }
        let rule = rule.join(" ");
        let engine = engine(&rule);
        for _ in 0..SPELLINGS {
            let command = spelling(place, &options, &mut numbers);
            tried += 1;
            if decision(&engine, &command) != Decision::Deny {
                escaped.push(format!("{rule}   {command}"));
            }
        }
    }
    std::println!("SHELLGATE_SEED={seed}: {} of {tried} spellings escape", escaped.len());
    assert!(escaped.is_empty(), "SHELLGATE_SEED={seed} SHELLGATE_CASES={cases}\n{}", escaped.join("\n"));
}

#[test]
fn the_oracle_sees_a_spelling_that_is_not_the_denied_one() {
    let engine = engine("rm -r");
    assert_eq!(decision(&engine, "rm --recursive x"), Decision::Deny);
    assert_ne!(decision(&engine, "rm -f x"), Decision::Deny);
}

/// What may run its arguments, with the words that lead to it: a form that runs what it chooses, or a sub-command that no
/// table has. Where a table says which argument is a command, [`wrapped`] is about it.
fn runners() -> Vec<String> {
    fn walk(form: &Form, path: &str, found: &mut Vec<String>) {
        let runs = |refusal: Option<Refusal>| refusal.is_some_and(|refusal| refusal.harm == Harm::Runs);
        if !form.subs.is_empty() {
            found.push(format!("{path} surely-no-sub-command"));
        } else if !form.runs && (runs(form.refuse) || runs(form.needs)) {
            found.extend([path.into(), format!("{path} x")]);
        }
        form.subs().for_each(|sub| walk(sub, &format!("{path} {}", sub.name), found));
    }
    let mut found = Vec::new();
    let programs = programs().into_iter().filter(|program| program.form.syntax.kind == Syntax::Getopt);
    programs.for_each(|program| walk(&program.form, program.name, &mut found));
    found
}

#[test]
fn a_denied_command_behind_whatever_runs_commands_is_never_allowed() {
    let engine = engine("curl");
    let runners = runners();
    assert!(runners.len() > 300, "{} runners", runners.len());
    let commands = runners.iter().map(|runner| format!("{runner} curl https://example.org"));
    let escaped = commands.filter(|command| decision(&engine, command) == Decision::Allow);
    // What only reads runs nothing, whatever its arguments are: `git reflog curl`.
    let escaped = escaped.filter(|command| {
        let args: Vec<Arg<'_>> =
            command.split(' ').map(|word| Arg::known(word, 0, Span::default())).collect();
        uses(&args).proof != Proof::ReadOnly
    });
    let escaped: Vec<String> = escaped.collect();
    assert!(escaped.is_empty(), "{}", escaped.join("\n"));
}
