//! A page for a person: plain text, one item per line.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Display, Formatter, Result};

use super::{ExampleRow, ExitRow, OperandRows, OptionRow, Page, TableSource, ValueRow};

/// Where a list of flags goes on in the next line.
const WIDTH: usize = 100;

impl Display for Page {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{}: {}", self.name, self.summary)?;
        writeln!(f, "from {}", self.source)?;
        writeln!(f, "displayed as {}", [&[self.display], self.facts.as_slice()].concat().join("; "))?;
        match self.wrapper {
            Some("allow") => writeln!(f, "the command that it runs is judged like a command on its own")?,
            Some("prove") => {
                writeln!(
                    f,
                    "the command that it runs can be denied, and can be proven to only read after harmless assignments"
                )?;
            }
            Some("exact") => {
                writeln!(
                    f,
                    "the command that it runs can be denied, and allowed by a rule without a wildcard"
                )?;
            }
            Some(_) => writeln!(f, "the command that it runs can be denied, never allowed")?,
            None => {}
        }
        if let Some(why) = self.refused {
            writeln!(f, "asks by itself: {why}")?;
        }
        if let Some(needs) = &self.needs {
            writeln!(f, "asks without {}: {}", alternatives(&needs.any), needs.why)?;
        }
        if let Some(conflict) = &self.conflict {
            let (between, and) = (alternatives(&conflict.between), alternatives(&conflict.and));
            writeln!(f, "asks for {between} together with {and}: {}", conflict.why)?;
        }
        for only in &self.only {
            let (systems, options) = (only.systems.join(" or "), quoted(only.options));
            let values = match only.values {
                "" => String::new(),
                values => format!(" with {values}"),
            };
            let about =
                if only.options.is_empty() { String::new() } else { format!(" for {options}{values}") };
            writeln!(f, "asks{about} unless the system is {systems}: elsewhere it {}", only.why)?;
        }
        for (says, options, end) in [
            ("prints nothing with ", self.quiet, ""),
            ("prints something with ", self.loud, ""),
            ("talks to a person at a terminal with ", self.terminal, ""),
            ("reads with ", self.alone, " alone"),
        ] {
            if !options.is_empty() {
                writeln!(f, "{says}{}{end}", quoted(options))?;
            }
        }
        if !self.settings.is_empty() {
            writeln!(
                f,
                "asks when the project has {}, which can name programs to run",
                self.settings.join(" or ")
            )?;
        }
        let (refused, vouched): (Vec<_>, Vec<_>) =
            self.options.iter().partition(|option| option.refused.is_some());
        let (flags, options): (Vec<_>, Vec<_>) =
            vouched.into_iter().partition(|option| option.value.is_none() && option.effects.is_empty());
        wrapped(f, "flags", &flags.iter().map(|flag| flag.names.join(" ")).collect::<Vec<_>>())?;
        listed(f, "options", &options.into_iter().map(ToString::to_string).collect::<Vec<_>>())?;
        listed(f, "options that ask", &refused.into_iter().map(ToString::to_string).collect::<Vec<_>>())?;
        listed(f, "operands", &operands(&self.operands))?;
        listed(f, "exit statuses", &self.exits.iter().map(exit).collect::<Vec<_>>())?;
        let subs = self.subcommands.iter().map(|sub| format!("{}: {}", sub.name, sub.summary));
        listed(f, "sub-commands", &subs.collect::<Vec<_>>())?;
        let example = |row: &ExampleRow| format!("{}  -> {}", row.command, row.outcome);
        listed(f, "vouched for", &self.yes.iter().map(example).collect::<Vec<_>>())?;
        listed(f, "not vouched for", &self.no.iter().map(example).collect::<Vec<_>>())
    }
}

impl Display for TableSource {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { version, page, url, compared, elsewhere: _ } = self;
        let parts: Vec<&str> = [version, page, url].into_iter().copied().flatten().collect();
        f.write_str(&parts.join(", "))?;
        compared.map_or(Ok(()), |day| write!(f, "; compared with an installed one on {day}"))
    }
}

/// `-t or -x`, by the first spelling of each.
fn alternatives(options: &[&[&str]]) -> String {
    options.iter().filter_map(|names| names.first()).copied().collect::<Vec<_>>().join(" or ")
}

/// `-t` or no argument.
fn quoted(options: &[&str]) -> String {
    let one = |text: &&str| if text.is_empty() { "no argument".to_owned() } else { format!("`{text}`") };
    options.iter().map(one).collect::<Vec<_>>().join(" or ")
}

fn exit(exit: &ExitRow) -> String {
    let with = if exit.with.is_empty() { String::new() } else { format!(" with {}", quoted(exit.with)) };
    let failure = if exit.failure { " (a failure)" } else { "" };
    format!("{}{with}: {}{failure}", exit.status, exit.means)
}

fn listed(f: &mut Formatter<'_>, title: &str, lines: &[String]) -> Result {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(f, "\n{title}:")?;
    lines.iter().try_for_each(|line| writeln!(f, "  {line}"))
}

fn wrapped(f: &mut Formatter<'_>, title: &str, items: &[String]) -> Result {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if line.len() + 2 + item.len() < WIDTH => {
                line.push_str(", ");
                line.push_str(item);
            }
            _ => lines.push(item.clone()),
        }
    }
    listed(f, title, &lines)
}

impl Display for OptionRow {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.names.join(" "))?;
        // A long option takes its value after `=`, a short one right after the letter.
        let sign = if self.names.iter().any(|name| name.starts_with("--")) { "=" } else { "" };
        let mut notes: Vec<&str> = Vec::new();
        if let Some(value) = &self.value {
            match self.arity {
                Some("optional") => write!(f, "[{sign}{value}]")?,
                Some("attached") => write!(f, "{sign}{value}")?,
                Some("pair") => write!(f, " <name> {value}")?,
                Some("separate") => {
                    write!(f, " {value}")?;
                    notes.push("never in the same argument");
                }
                Some("unless-last") => {
                    write!(f, " {value}")?;
                    notes.push("without a value as the last argument");
                }
                _ => write!(f, " {value}")?,
            }
            notes.extend(value.only);
            notes.extend(value.refused);
        }
        notes.extend(self.effects.iter().map(String::as_str));
        notes.extend(self.refused);
        if notes.is_empty() { Ok(()) } else { write!(f, ": {}", notes.join("; ")) }
    }
}

impl Display for ValueRow {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.role.strip_prefix("code:") {
            Some(language) => write!(f, "<{language} code>"),
            None => write!(f, "<{}>", self.role.replace('-', " ")),
        }
    }
}

fn operands(operands: &OperandRows) -> Vec<String> {
    let line = |before: &str, value: &ValueRow, after: &str| {
        let notes: Vec<&str> = [value.only, value.refused].into_iter().flatten().collect();
        let notes = if notes.is_empty() { String::new() } else { format!(": {}", notes.join("; ")) };
        format!("{before}{value}{after}{notes}")
    };
    let mut lines: Vec<String> = operands.first.iter().map(|value| line("", value, "")).collect();
    lines.extend(operands.rest.as_ref().map(|value| line("", value, "...")));
    lines.extend(operands.last.as_ref().map(|value| line("the last: ", value, "")));
    lines.extend(operands.after.as_ref().map(|value| line("after --: ", value, "")));
    lines.extend(
        operands.need.map(|why| format!("they ask without an option that only looks them up: {why}")),
    );
    lines
}
