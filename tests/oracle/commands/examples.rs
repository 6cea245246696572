//! The `yes` examples of the tables as commands.

use policy_core::commands::{Form, Program, programs};

/// One example.
#[derive(Debug)]
pub(crate) struct Example {
    /// The program's name.
    pub program: &'static str,
    /// The example as a command of the shell.
    pub command: String,
}

/// Every `yes` example of every form of every program's table.
pub(crate) fn examples() -> Vec<Example> {
    examples_of(|program| program.cmdlet.is_none())
}

/// Every `yes` example of every cmdlet's table.
pub(crate) fn cmdlet_examples() -> Vec<Example> {
    examples_of(|program| program.cmdlet.is_some())
}

fn examples_of(is_meant: impl Fn(&Program) -> bool) -> Vec<Example> {
    fn add(program: &'static str, form: &'static Form, found: &mut Vec<Example>) {
        found.extend(form.yes.iter().map(|text| Example { program, command: (*text).to_owned() }));
        for sub in form.subs() {
            add(program, sub, found);
        }
    }
    let mut found = Vec::new();
    for program in programs().into_iter().filter(|program| is_meant(program)) {
        add(program.name, &program.form, &mut found);
    }
    found
}
