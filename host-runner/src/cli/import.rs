//! `import`: reads the policy of another tool, reports what became of each entry, shows the change, asks, and writes.
//!
//! Owns the question, the drawing and the JSON. What becomes of an entry is `import`'s.

use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf, absolute};

use policy_core::rules::List;
use policy_core::visible::line;
use serde_json::{Value, json};

use super::arguments::Import;
use super::draw;
use super::exit::Exit;
use super::failure::Failure;
use super::prompt::{self, Terminal};
use super::terminal;
use crate::import::{self, Entry, File, Imported, Outcome, Tool};
use crate::installation::change::{self, Change, Effect};
use crate::installation::refusal::Refusal;
use crate::installation::surroundings::Surroundings;

/// How often the settings file is read again when somebody else writes to it at the same moment.
const ATTEMPTS_MAX: usize = 5;

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The settings are printed.
    Printed,
    /// There was nothing to change.
    Nothing,
    /// The change was only shown.
    Shown,
    /// A person said no.
    Declined,
    /// The change is written.
    Written,
}

/// Imports, and writes where it is asked to.
pub(super) fn import(asked: &Import) -> Result<Exit, Failure> {
    let tool = Tool::of_name(&asked.tool).ok_or_else(|| {
        Failure::usage(format!("there is no tool `{}`", asked.tool), "see `shellgate import --help`")
    })?;
    let files = files(tool, &asked.files)?;
    let imported = import::import(tool, &files, asked.strict)?;
    let report = Report { asked, tool, files: &files, imported: &imported };
    let Some(into) = &asked.into else {
        report.print(None, End::Printed)?;
        return Ok(Exit::Done);
    };
    let (change, end) = settle(&report, &absolute(into)?)?;
    report.print(Some(&change), end)?;
    Ok(if end == End::Declined { Exit::NotRun } else { Exit::Done })
}

/// The files that are named, or those of the tool on this machine.
fn files(tool: Tool, named: &[PathBuf]) -> Result<Vec<File>, Failure> {
    if !named.is_empty() {
        let read = |path: &PathBuf| match File::read(&absolute(path)?)? {
            Some(file) => Ok(file),
            None => Err(Failure::usage(
                format!("there is no file `{}`", path.display()),
                format!("name a file of {}, or none to import its usual ones", tool.title()),
            )),
        };
        return named.iter().map(read).collect();
    }
    let cwd = std::env::current_dir()?;
    let at = Surroundings::of_this_process(&cwd).ok_or_else(|| {
        Failure::usage("there is no home directory to search", "name the files of the tool")
    })?;
    let places = import::places(tool, &at);
    let mut files = Vec::new();
    for place in &places.found {
        files.extend(File::read(place)?);
    }
    if files.is_empty() {
        let searched: Vec<_> = places.searched.iter().map(|place| format!("`{}`", place.display())).collect();
        return Err(Failure::usage(
            format!("{} has no policy here", tool.title()),
            format!("name its files; these places were searched: {}", searched.join(", ")),
        ));
    }
    Ok(files)
}

/// Plans, shows, asks and writes; again when the file changed in between.
fn settle(report: &Report<'_>, into: &Path) -> Result<(Change, End), Failure> {
    let asked = report.asked;
    let mut attempt = 1;
    loop {
        let change = import::change(into, report.imported)?;
        if change.effect() == Effect::Nothing || report.is_empty() {
            return Ok((change, End::Nothing));
        }
        if asked.dry_run {
            return Ok((change, End::Shown));
        }
        if !asked.yes && !approved(report, &change)? {
            return Ok((change, End::Declined));
        }
        match change::apply(std::slice::from_ref(&change)) {
            Ok(()) => return Ok((change, End::Written)),
            Err(Refusal::Changed(_)) if attempt < ATTEMPTS_MAX => attempt += 1,
            Err(refusal) => return Err(refusal.into()),
        }
    }
}

/// Whether the person at the terminal wants the change, which is shown first.
fn approved(report: &Report<'_>, change: &Change) -> Result<bool, Failure> {
    if !prompt::somebody_is_there() {
        return Err(Failure::usage(
            "there is nobody to ask whether this may be written",
            "`--yes` writes without asking, `--dry-run` shows what would be written",
        ));
    }
    let colour = terminal::colour_of_messages();
    let mut out = report.drawn();
    draw::diff(&mut out, &change.diff(), usize::MAX, colour);
    terminal::message(&out);
    prompt::forget_typed()?;
    let mut terminal = Terminal { input: io::stdin().lock(), output: io::stderr().lock(), colour };
    Ok(terminal.confirms("write this? [y/N] ")?)
}

/// What was imported from where.
struct Report<'r> {
    asked: &'r Import,
    tool: Tool,
    files: &'r [File],
    imported: &'r Imported,
}

impl Report<'_> {
    fn is_empty(&self) -> bool {
        self.imported.mode.is_none() && List::ALL.into_iter().all(|list| self.imported.rules(list).is_empty())
    }

    /// How many entries are exact, narrower, and not imported.
    fn counts(&self) -> [usize; 3] {
        let count =
            |is: fn(&Outcome) -> bool| self.imported.entries.iter().filter(|it| is(&it.outcome)).count();
        [
            count(|it| *it == Outcome::Exact),
            count(|it| matches!(it, Outcome::Narrower(_))),
            count(|it| matches!(it, Outcome::NotImported(_))),
        ]
    }

    fn print(&self, change: Option<&Change>, end: End) -> io::Result<()> {
        if self.asked.json {
            return terminal::data(&format!("{}\n", self.json(change, end)));
        }
        let Some(change) = change else {
            terminal::message(&self.drawn());
            return terminal::data(&import::document(self.imported));
        };
        // Whoever was asked has seen the report and the diff.
        let is_new = end == End::Nothing || end == End::Shown || (end == End::Written && self.asked.yes);
        let mut out = if is_new { self.drawn() } else { String::new() };
        if is_new {
            draw::diff(&mut out, &change.diff(), usize::MAX, terminal::colour_of_data());
        }
        let file = line(&change.target.real.to_string_lossy()).into_owned();
        // Writing to a string does not fail.
        let _ = match end {
            End::Written => writeln!(out, "wrote `{file}`"),
            End::Nothing => writeln!(out, "nothing to change in `{file}`"),
            End::Declined => writeln!(out, "not written"),
            End::Shown | End::Printed => writeln!(out, "nothing was written"),
        };
        terminal::data(&out)
    }

    fn drawn(&self) -> String {
        let mut out = String::new();
        let [exact, narrower, not_imported] = self.counts();
        for entry in &self.imported.entries {
            draw_entry(&mut out, entry);
        }
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "{}: {exact} exact, {narrower} narrower, {not_imported} not imported, from {}",
            self.tool.title(),
            self.files.iter().map(|file| format!("`{}`", name(&file.path))).collect::<Vec<_>>().join(", ")
        );
        let _ = writeln!(out, "a command that no entry names: {}", self.imported.unmatched);
        if let Some(mode) = self.imported.mode {
            let _ = writeln!(out, "the mode: `{}`, if the settings file has none", mode.name());
        }
        for note in &self.imported.notes {
            let _ = writeln!(out, "note: {}", line(note));
        }
        out
    }

    fn json(&self, change: Option<&Change>, end: End) -> Value {
        let [exact, narrower, not_imported] = self.counts();
        let mut report = json!({
            "tool": self.tool.name(),
            "files": self.files.iter().map(|file| file.path.display().to_string()).collect::<Vec<_>>(),
            "entries": self.imported.entries.iter().map(entry_json).collect::<Vec<_>>(),
            "counts": {"exact": exact, "narrower": narrower, "notImported": not_imported},
            "permissions": {
                "allow": self.imported.rules(List::Allow),
                "ask": self.imported.rules(List::Ask),
                "deny": self.imported.rules(List::Deny),
            },
            "unmatched": self.imported.unmatched,
            "notes": self.imported.notes,
            "written": end == End::Written,
        });
        if let Some(mode) = self.imported.mode {
            report["permissions"]["defaultMode"] = mode.name().into();
        }
        if let Some(change) = change {
            report["into"] = change.target.file.display().to_string().into();
            report["diff"] = change.diff().into();
        }
        report
    }
}

fn name(path: &Path) -> String {
    line(&path.to_string_lossy()).into_owned()
}

fn word(outcome: &Outcome) -> (&'static str, Option<&str>) {
    match outcome {
        Outcome::Exact => ("exact", None),
        Outcome::Narrower(why) => ("narrower", Some(why)),
        Outcome::NotImported(why) => ("not imported", Some(why)),
    }
}

fn draw_entry(out: &mut String, entry: &Entry) {
    let (outcome, why) = word(&entry.outcome);
    let place = format!("{}:{}:{}", name(&entry.file), entry.line, entry.column);
    // Writing to a string does not fail.
    let _ = writeln!(out, "{outcome}: {}: `{}` at {place}", entry.list.name(), line(&entry.text));
    for (list, rule) in &entry.rules {
        let _ = writeln!(out, "  {} {}", list.name(), line(rule));
    }
    if let Some(why) = why {
        let _ = writeln!(out, "  {}", line(why));
    }
}

fn entry_json(entry: &Entry) -> Value {
    let (outcome, why) = word(&entry.outcome);
    let rules: Vec<_> =
        entry.rules.iter().map(|(list, rule)| json!({"list": list.name(), "rule": rule})).collect();
    json!({
        "file": entry.file.display().to_string(),
        "line": entry.line,
        "column": entry.column,
        "text": entry.text,
        "decision": entry.list.name(),
        "outcome": match outcome { "not imported" => "notImported", other => other },
        "why": why,
        "rules": rules,
    })
}
