//! Every second option of every table, those that are refused included, with a value that fits, in settings that change
//! from one to the next; some of them in pipelines and lists.

use policy_core::Dialect;
use policy_core::commands::{Arity, Form, Opt, programs};

use super::values;
use super::words::quoted;
use crate::questions::Maker;
use crate::request::Asked;
use crate::settings::Settings;
use test_support::effort::seed;
use test_support::random::Random;

pub(crate) fn add(maker: &mut Maker, settings: &Settings) {
    let mut random = Random::new(seed());
    let mut commands = Vec::new();
    for program in programs().into_iter().filter(|program| program.cmdlet.is_none()) {
        form(program.name, &program.form, &mut random, &mut commands);
    }
    for (at, command) in commands.iter().step_by(2).enumerate() {
        let shell = if random.one_in(8) { Dialect::Zsh } else { Dialect::Bash };
        maker.check(settings.turn(at), Asked::at_home(command).shell(shell).text());
    }
    for at in 0..commands.len() / 12 {
        let mut line = random.pick(&commands).clone();
        if random.one_in(4) {
            line = format!("x={}; {line} $x", quoted(random.text(values::VARIABLE)));
        }
        for _ in 0..=random.below(2) {
            line.push_str(random.text(&[" | ", " && ", " || ", "; ", " & ", " 2>&1 | ", "\n", " > out; "]));
            line.push_str(random.pick::<String>(&commands));
        }
        maker.check(settings.turn(at), Asked::in_project(line).text());
    }
}

fn form(path: &str, of: &Form, random: &mut Random, commands: &mut Vec<String>) {
    for option in of.options {
        let mut words = vec![path.to_owned()];
        words.extend(spelled(option, random));
        let operands = of.operands.first.iter().chain(&of.operands.rest).chain(&of.operands.last);
        words.extend(operands.filter_map(|kind| values::value(kind, random)).map(quoted));
        commands.push(words.join(" "));
    }
    for sub in of.subs() {
        form(&format!("{path} {}", sub.name), sub, random, commands);
    }
}

/// The words of an option with its value.
fn spelled(option: &Opt, random: &mut Random) -> Vec<String> {
    let name = random.text(option.names);
    let value = option.value.map(|kind| values::value(&kind, random).unwrap_or("x"));
    let Some(value) = value else { return vec![name.to_owned()] };
    let is_long = name.starts_with("--");
    match option.arity {
        Arity::None => vec![name.to_owned()],
        Arity::Optional | Arity::Attached if random.one_in(3) => vec![name.to_owned()],
        Arity::Optional | Arity::Attached if is_long => vec![quoted(&format!("{name}={value}"))],
        Arity::Optional | Arity::Attached => vec![quoted(&format!("{name}{value}"))],
        Arity::Required if is_long && random.one_in(2) => vec![quoted(&format!("{name}={value}"))],
        Arity::Required | Arity::Separate | Arity::UnlessLast => vec![name.to_owned(), quoted(value)],
        Arity::Pair => vec![name.to_owned(), "x".to_owned(), quoted(value)],
    }
}
