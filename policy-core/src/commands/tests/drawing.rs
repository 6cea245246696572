//! Every table drawn for a person, one snapshot a program.

use std::fmt::Write as _;
use std::format;
use std::string::String;
use std::vec::Vec;

use super::argv::argv;
use super::examples::is_vouched;
use crate::commands::{
    Arity, Form, Inner, Intent, Kind, Opt, Program, Proof, Role, Wrapper, inner, programs, uses,
};

fn role(role: Role) -> String {
    match role {
        Role::PathRead => "path read".into(),
        Role::PathWritten => "path written".into(),
        Role::PathDeleted => "path deleted".into(),
        Role::Code(language) => format!("{language:?} code").to_lowercase(),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn kind(kind: &Kind) -> String {
    kind.refuse.map_or_else(|| role(kind.role), |why| format!("{} (refused: {why})", role(kind.role)))
}

fn option(option: &Opt) -> String {
    let mut line = option.names.join(" ");
    if let Some(value) = &option.value {
        let value = kind(value);
        let _ = match option.arity {
            Arity::Optional => write!(line, " [{value}], attached"),
            Arity::Attached => write!(line, " {value}, attached"),
            Arity::Separate => write!(line, " {value}, separate"),
            Arity::Pair => write!(line, " name {value}"),
            Arity::UnlessLast => write!(line, " {value}, unless last"),
            Arity::None | Arity::Required => write!(line, " {value}"),
        };
    }
    line
}

fn outcome(text: &str, form: &Form, wrapper: Option<Wrapper>) -> String {
    let args = argv(text);
    let word = |at: usize| text.split(' ').nth(at).unwrap_or("");
    match inner(&args) {
        Some(Inner::Command { at, allowed: true, .. }) => return format!("judged as `{}`", word(at)),
        Some(Inner::Command { at, .. }) => return format!("runs `{}`", word(at)),
        Some(Inner::Shell { at, .. }) => return format!("runs the command line in `{}`", word(at)),
        Some(Inner::AnyOf { from, .. }) => return format!("runs what may begin at argument {from}"),
        None => {}
    }
    match uses(&args).proof {
        Proof::ReadOnly if is_vouched(text, form, wrapper) => "reads".into(),
        Proof::Edits => "edits".into(),
        Proof::Runs => "reads, apart from what it runs".into(),
        Proof::Connects => "connects".into(),
        Proof::ReadOnly => "reads (of another form)".into(),
        Proof::Refused { arg, why } => format!("refused at {arg}: {why}"),
        Proof::NotUnderstood { arg, why } => format!("not understood at {arg}: {why}"),
        Proof::Unlisted => "no table for this program".into(),
    }
}

fn draw_form(out: &mut String, path: &str, form: &Form, wrapper: Option<Wrapper>) {
    let _ = writeln!(out, "{path}: {}", form.summary);
    let mut facts: Vec<&str> = [
        (form.intent == Intent::Edits, "changes the files among its arguments"),
        (form.intent == Intent::Connects, "changes nothing, but connects"),
        (form.intent == Intent::Runs, "runs what its arguments say"),
        (form.any_value, "any arguments are harmless"),
        (form.repository, "reads the repository around the working directory"),
        (form.stops, "options end at the first operand"),
        (form.numeric, "takes -NUM"),
        (!form.clusters, "one option an argument"),
        (form.dashless, "short options may stand first without a dash"),
        (form.silent, "silent"),
        (form.background, "may go on in the background"),
    ]
    .into_iter()
    .filter_map(|(holds, text)| holds.then_some(text))
    .collect();
    facts.insert(0, form.ui.name());
    let _ = writeln!(out, "  {}", facts.join("; "));
    if let Some(why) = form.refuse {
        let _ = writeln!(out, "  refused by itself: {why}");
    }
    if let Some(why) = form.needs {
        let enough: Vec<_> = form.options.iter().filter(|option| option.suffices).map(option).collect();
        let _ = writeln!(out, "  needs one of {}, else refused: {why}", enough.join(", "));
    }
    if let Some(why) = form.conflict {
        let side = |bit: u8| {
            let options = form.options.iter().filter(|option| option.sides & bit != 0).map(option);
            options.collect::<Vec<_>>().join(" or ")
        };
        let _ = writeln!(out, "  refused with {} together with {}: {why}", side(1), side(2));
    }
    if !form.alone.is_empty() {
        let _ = writeln!(
            out,
            "  reads when alone with {}",
            form.alone.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
        );
    }
    if !form.settings.is_empty() {
        let _ = writeln!(out, "  may run another program when the project has {}", form.settings.join(", "));
    }
    let (values, flags): (Vec<_>, Vec<_>) = form
        .options
        .iter()
        .filter(|option| option.refuse.is_none())
        .partition(|option| option.value.is_some());
    if !flags.is_empty() {
        let names: Vec<_> = flags.iter().map(|flag| flag.names.join(" ")).collect();
        let _ = writeln!(out, "  flags: {}", names.join(", "));
    }
    for row in values {
        let _ = writeln!(out, "  {}", option(row));
    }
    for row in form.options {
        if let Some(why) = row.refuse {
            let _ = writeln!(out, "  refused: {}: {why}", option(row));
        }
    }
    let table = &form.operands;
    let mut operands: Vec<String> = table.first.iter().map(kind).collect();
    operands.extend(table.rest.as_ref().map(|rest| format!("{}...", kind(rest))));
    operands.extend(table.last.as_ref().map(|last| format!("last: {}", kind(last))));
    operands.extend(table.after.as_ref().map(|after| format!("after --: {}", kind(after))));
    if !operands.is_empty() {
        let _ = writeln!(out, "  operands: {}", operands.join(", "));
    }
    if let Some(why) = table.need {
        let _ = writeln!(out, "  operands are refused at times: {why}");
    }
    for exit in form.exits {
        let _ = writeln!(out, "  exit {}: {}", exit.status, exit.means);
    }
    for (mark, examples) in [("yes", form.yes), ("no ", form.no)] {
        for text in examples {
            let _ = writeln!(out, "  {mark}  {text}  -> {}", outcome(text, form, wrapper));
        }
    }
    for sub in form.subs {
        out.push('\n');
        draw_form(out, &format!("{path} {}", sub.name), sub, None);
    }
}

fn draw(program: &Program) -> String {
    let mut out = format!("from {}\n", program.source);
    match program.wrapper {
        Some(Wrapper::Allow) => out.push_str("looked through for allow and deny\n"),
        Some(Wrapper::Prove) => out.push_str(
            "looked through for deny, and for the proof that a command only reads behind harmless assignments\n",
        ),
        Some(Wrapper::Deny) => out.push_str("looked through for deny only\n"),
        None => {}
    }
    out.push('\n');
    draw_form(&mut out, program.name, &program.form, program.wrapper);
    out
}

#[test]
fn every_table_can_be_read_by_a_person() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/../snapshots/commands"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for program in programs() {
            let name = if program.name == ":" { "colon" } else { program.name };
            insta::assert_snapshot!(name, draw(program));
        }
    });
}
