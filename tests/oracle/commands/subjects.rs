//! What the tables offer to be executed: every form that is vouched for, of every program that is there.

use std::collections::BTreeMap;

use policy_core::commands::example::Example;
use policy_core::commands::{Arity, Form, Program, programs};

use crate::exemptions::Exemptions;
use crate::machine::Machine;

/// One form with the words that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The table that it belongs to.
    pub program: &'static Program,
    /// `git`, `stash`, `list`
    pub path: Vec<&'static str>,
    /// The form.
    pub form: &'static Form,
    /// Its examples, as words of the shell.
    pub examples: Vec<Vec<String>>,
    /// Values that its examples give to an option, by the option's spelling.
    pub values: BTreeMap<String, Vec<String>>,
}

/// Every form of every program that is installed and not left out, those without examples included.
pub(crate) fn subjects(machine: &Machine, exemptions: &Exemptions) -> Vec<Subject> {
    let mut found = Vec::new();
    for program in programs().into_iter().filter(|program| program.cmdlet.is_none()) {
        if machine.has(program.name) && !exemptions.skips_generated(program.name) {
            add(program, &[program.name], &program.form, exemptions, &mut found);
        }
    }
    found
}

fn add(
    program: &'static Program,
    path: &[&'static str],
    form: &'static Form,
    exemptions: &Exemptions,
    found: &mut Vec<Subject>,
) {
    let kept = |words: &Vec<String>| !words.iter().any(|word| exemptions.skips_option(program.name, word));
    let examples: Vec<_> = form.yes.iter().map(|text| words(text)).filter(kept).collect();
    let values = values(form, &examples);
    found.push(Subject { program, path: path.to_vec(), form, examples, values });
    for sub in form.subs() {
        let path: Vec<_> = path.iter().copied().chain([sub.name]).collect();
        add(program, &path, sub, exemptions, found);
    }
}

/// The words of an example, as they are written.
fn words(text: &str) -> Vec<String> {
    Example::read(text).map(|example| example.words().map(str::to_owned).collect()).unwrap_or_default()
}

/// The values of options in `examples`.
fn values(form: &Form, examples: &[Vec<String>]) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for words in examples {
        for (at, word) in words.iter().enumerate() {
            let (name, attached) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word.as_str(), None),
            };
            if let Some(option) = form.option(name)
                && option.value.is_some()
            {
                let separate = matches!(option.arity, Arity::Required | Arity::Separate | Arity::UnlessLast);
                let value = attached.or_else(|| words.get(at + 1).filter(|_| separate).map(String::as_str));
                let own = value.into_iter().map(str::to_owned);
                found.entry(name.to_owned()).or_default().extend(own);
            }
        }
    }
    found
}
