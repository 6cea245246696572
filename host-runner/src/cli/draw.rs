//! Verdicts for people: the command with every finding underlined, the reason, the remedy.
//!
//! Owns the drawings of verdicts, settings errors and complaints: pure functions from values to text. User text is made
//! visible before it is drawn.

use std::fmt::Write as _;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Message, Renderer, Snippet, Title,
};
use clap::builder::styling::{AnsiColor, Style};
use policy_core::codes::notices::CRITICAL_REMOVAL;
use policy_core::commands::compile::{File, Mistake};
use policy_core::lint;
use policy_core::present::advice::REMOVE_PLACE;
use policy_core::request::Need;
use policy_core::verdict::{Advice, Audience, By, CommandVerdict, Edit, Finding};
use policy_core::{Decision, PolicyError, Source, Span, Verdict};

pub use super::terminal::Colour;
use crate::settings::announce::Announcement;
use policy_core::visible::{Shown, line, lines};

/// Commands of up to this many lines are shown whole; of longer ones only the lines that matter.
const WHOLE_LINES_MAX: usize = 12;

/// Longest line that is drawn whole: any that a command can have. A terminal breaks it; cut, it would hide from a
/// person what there is to approve.
const LINE_CHARACTERS_MAX: usize = 1 << 24;

/// Widest text of one command in the table, in characters.
const CELL_CHARACTERS_MAX: usize = 60;

/// Most lines of a change that are drawn; a person reads no more before an answer.
const DIFF_LINES_MAX: usize = 400;

/// Most rows of the table.
const ROWS_MAX: usize = 50;

/// Draws `verdict` on `command`.
pub fn verdict(verdict: &Verdict, command: &str, colour: Colour) -> String {
    drawn(verdict, command, colour, command.lines().count() > WHOLE_LINES_MAX)
}

/// Draws it for a person who is to approve it, with every line of the command.
pub fn question(verdict: &Verdict, command: &str, colour: Colour) -> String {
    drawn(verdict, command, colour, false)
}

fn drawn(verdict: &Verdict, command: &str, colour: Colour, fold: bool) -> String {
    let shown = Shown::of(command);
    let reason = &verdict.reason;
    let message = if reason.message.is_empty() { "nothing allows it" } else { &reason.message };
    let mut title = level(verdict.decision).primary_title(line(message).into_owned());
    if !reason.code.is_empty() {
        title = title.id(reason.code);
    }
    let group = title
        .element(Snippet::source(shown.text.as_str()).fold(fold).annotations(annotations(verdict, &shown)))
        .elements(notes(verdict));
    let mut drawing = render(&[group], colour);
    if verdict.commands.len() > 1 {
        drawing.push('\n');
        table(&mut drawing, verdict, command, colour);
    }
    if let Some(change) = &verdict.ui.edit {
        drawing.push('\n');
        edit(&mut drawing, change, colour);
    }
    drawing
}

/// The first `most` lines of a unified diff. Returns how many there are.
pub(super) fn diff(out: &mut String, diff: &str, most: usize, colour: Colour) -> usize {
    // Lines end only where the file's do; what else ends a line somewhere is shown as a character.
    let lines = diff.strip_suffix('\n').unwrap_or(diff).split('\n');
    for (index, text) in lines.clone().enumerate().take(most) {
        let style = match (colour, text.as_bytes().first()) {
            (Colour::Always, _) if index < 2 => Style::new().bold(),
            (Colour::Always, Some(b'+')) => AnsiColor::Green.on_default(),
            (Colour::Always, Some(b'-')) => AnsiColor::Red.on_default(),
            (Colour::Always, Some(b'@')) => AnsiColor::Cyan.on_default(),
            _ => Style::new(),
        };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{style}{}{style:#}", Shown::of(text).text);
    }
    lines.count()
}

/// The changes of an edit, file by file.
fn edit(out: &mut String, edit: &Edit, colour: Colour) {
    let mut left = DIFF_LINES_MAX;
    for file in &edit.files {
        if file.is_unchanged() {
            let _ = writeln!(out, "`{}` does not change", line(&file.path));
            continue;
        }
        let count = diff(out, &file.diff, left, colour);
        if count > left {
            let _ = writeln!(
                out,
                "and {} more lines of the change of `{}`; `check --json` has them all",
                count - left,
                line(&file.path)
            );
        }
        left = left.saturating_sub(count);
    }
}

/// Draws every error in settings, each at its place in the source it comes from.
pub fn policy_errors(errors: &[PolicyError], sources: &[Source], colour: Colour) -> String {
    problems(&Level::ERROR, errors, sources, colour)
}

/// Draws what is probably not meant in settings, in the same way.
pub fn policy_warnings(warnings: &[PolicyError], sources: &[Source], colour: Colour) -> String {
    problems(&Level::WARNING, warnings, sources, colour)
}

/// Draws a finding of `policy lint` at its place in the settings.
pub(super) fn policy_finding(finding: &lint::Finding, sources: &[Source], colour: Colour) -> String {
    let level = match finding.kind.level() {
        lint::Level::Warning => Level::WARNING,
        lint::Level::Note => Level::NOTE,
    };
    let title = level.primary_title(line(&finding.problem.message).into_owned()).id(finding.kind.name());
    let mut group = placed(title, &finding.problem, sources);
    // The message has the first one.
    for example in finding.examples.iter().skip(1) {
        group = group.element(Level::NOTE.message(format!("also `{}`", line(example))));
    }
    render(&[with_help(group, &finding.problem.help)], colour)
}

/// Draws what the settings of a project loosen.
pub fn announcement(announcement: &Announcement) -> String {
    let mut drawn = format!(
        "the project's settings in `{}` take part in an answer for the first time; they loosen",
        line(&announcement.file)
    );
    for (index, item) in announcement.loosened.iter().enumerate() {
        // Writing to a string does not fail.
        let _ = write!(drawn, "{} `{}`", if index == 0 { "" } else { "," }, line(item));
    }
    drawn
}

fn problems(level: &Level<'_>, problems: &[PolicyError], sources: &[Source], colour: Colour) -> String {
    let drawn = problems.iter().map(|problem| policy_problem(level, problem, sources, colour));
    drawn.collect::<Vec<_>>().join("\n")
}

fn policy_problem(level: &Level<'_>, error: &PolicyError, sources: &[Source], colour: Colour) -> String {
    let title = level.clone().primary_title(line(&error.message).into_owned());
    render(&[with_help(placed(title, error, sources), &error.help)], colour)
}

/// The title with the place in its source.
fn placed<'a>(title: Title<'a>, error: &PolicyError, sources: &[Source]) -> Group<'a> {
    let source = sources.iter().find(|source| source.name == error.file);
    match source {
        Some(source) => {
            let shown = Shown::of(&source.text);
            let range = shown.range(error.span);
            title.element(
                Snippet::source(shown.text)
                    .path(line(&error.file).into_owned())
                    .annotation(AnnotationKind::Primary.span(range)),
            )
        }
        None => title.element(Level::NOTE.with_name("place").message(format!(
            "{}:{}:{}",
            line(&error.file),
            error.line,
            error.column
        ))),
    }
}

/// Draws every mistake in tables, each at its place in its file.
pub(super) fn table_mistakes(mistakes: &[Mistake], files: &[File], colour: Colour) -> String {
    let drawn = mistakes.iter().map(|mistake| {
        let title = Level::ERROR.primary_title(line(&mistake.why).into_owned());
        let text = files.iter().find(|file| file.path == mistake.file).map_or("", |file| file.text.as_str());
        let shown = Shown::of(text);
        let at = mistake.at.clone().unwrap_or_default();
        let range = shown.range(Span { start: position(at.start), end: position(at.end) });
        let snippet = Snippet::source(shown.text).path(line(&mistake.file).into_owned());
        render(&[title.element(snippet.annotation(AnnotationKind::Primary.span(range)))], colour)
    });
    drawn.collect::<Vec<_>>().join("\n")
}

/// A position in a file; none is longer than what a span can say.
fn position(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Draws what is wrong and what to do about it.
pub fn complaint(message: &str, help: &str, colour: Colour) -> String {
    let group = Group::with_title(Level::ERROR.primary_title(line(message).into_owned()));
    render(&[with_help(group, help)], colour)
}

fn with_help<'a>(group: Group<'a>, help: &str) -> Group<'a> {
    if help.is_empty() { group } else { group.element(Level::HELP.message(lines(help).into_owned())) }
}

fn render(groups: &[Group<'_>], colour: Colour) -> String {
    let renderer = match colour {
        Colour::Never => Renderer::plain(),
        Colour::Always => Renderer::styled(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(LINE_CHARACTERS_MAX);
    let mut text = renderer.render(groups);
    text.push('\n');
    text
}

fn level(decision: Decision) -> Level<'static> {
    match decision {
        Decision::Allow => Level::INFO.with_name("allow"),
        Decision::Ask => Level::WARNING.with_name("ask"),
        Decision::Deny => Level::ERROR.with_name("deny"),
    }
}

/// The findings, and the commands to which something else than a finding objects.
fn annotations<'a>(verdict: &Verdict, shown: &Shown) -> Vec<Annotation<'a>> {
    let mut places: Vec<(Span, String)> = Vec::new();
    for Finding { span, code, message, .. } in &verdict.findings {
        places.push((*span, format!("{} [{code}]", line(message))));
    }
    for command in &verdict.commands {
        let explained = |finding: &Finding| command.span.contains(finding.span);
        // What would only ask is not what a denial is about.
        if command.decision == Decision::Allow
            || command.decision != verdict.decision
            || (command.decision == Decision::Ask && verdict.findings.iter().any(explained))
        {
            continue;
        }
        places.push((command.span, against(command)));
    }
    let against =
        places.into_iter().map(|(span, label)| AnnotationKind::Primary.span(shown.range(span)).label(label));
    let warned = warnings(verdict).map(|advice| {
        let label = format!("{} [{}]", advice.message, advice.code);
        AnnotationKind::Context.span(shown.range(advice.span)).label(label)
    });
    against.chain(warned).collect()
}

/// The advice that is for a person and not said by a finding too; what is for the model would only be in the way here.
fn warnings(verdict: &Verdict) -> impl Iterator<Item = &Advice> {
    let is_said = |advice: &Advice| {
        advice.code == REMOVE_PLACE
            && verdict
                .findings
                .iter()
                .any(|finding| finding.code == CRITICAL_REMOVAL.name && finding.span.contains(advice.span))
    };
    verdict.advice.iter().filter(move |advice| advice.audience == Audience::Person && !is_said(advice))
}

fn against(command: &CommandVerdict) -> String {
    match (&command.by, command.decision) {
        (By::Rule { rule, source }, Decision::Deny) => {
            format!("denied by `{}` at {}", line(rule), line(source))
        }
        (By::Rule { rule, source }, _) => format!("`{}` at {} asks", line(rule), line(source)),
        (By::Mode, Decision::Deny) => "denied by the mode".to_owned(),
        (By::Mode, _) => "the mode asks".to_owned(),
        (
            By::Nothing
            | By::ReadOnly
            | By::SelfDescription
            | By::ReadsService
            | By::Documentation
            | By::AcceptEdits
            | By::NoProgram
            | By::Sandbox,
            _,
        ) => "no rule allows it".to_owned(),
    }
}

/// The part below the command: the rule, the help of every finding and warning, the facts that are missing, the way
/// out.
fn notes<'a>(verdict: &Verdict) -> Vec<Element<'a>> {
    let mut notes: Vec<Message<'a>> = Vec::new();
    match (&verdict.reason.rule, &verdict.reason.source) {
        (Some(rule), Some(source)) => {
            notes.push(note("rule", format!("`{}` at {}", line(rule), line(source))));
        }
        (Some(rule), None) => notes.push(note("rule", format!("`{}`", line(rule)))),
        (None, Some(source)) => notes.push(note("mode", format!("set at {}", line(source)))),
        (None, None) => {}
    }
    let of_findings = verdict.findings.iter().map(|finding| (false, finding.help, finding.code));
    let of_advice = warnings(verdict).map(|advice| (true, advice.help, advice.code));
    let mut helps: Vec<(bool, &str, Vec<&str>)> = Vec::new();
    for (warns, help, code) in of_findings.chain(of_advice).filter(|(_, help, _)| !help.is_empty()) {
        match helps.iter_mut().find(|(_, known, _)| *known == help) {
            Some((_, _, codes)) if codes.contains(&code) => {}
            Some((_, _, codes)) => codes.push(code),
            None => helps.push((warns, help, vec![code])),
        }
    }
    // Of several it is said which place each answers.
    let several = helps.len() > 1;
    for (warns, help, codes) in helps {
        let text = if several { format!("{help} [{}]", codes.join(", ")) } else { help.to_owned() };
        notes.push(if warns { note("warning", text) } else { Level::HELP.message(text) });
    }
    for need in &verdict.needs {
        notes.push(note(
            "not known",
            match need {
                Need::RealPath(path) => format!("where `{}` leads", line(path)),
                Need::Contents(path) => format!("the content of `{}`", line(path)),
                Need::Exists(path) => format!("whether `{}` exists", line(path)),
                Need::Implementation(path) => format!("whose implementation `{}` is", line(path)),
                Need::Program(name) => format!("which installed program `{}` is", line(name)),
                Need::RepositoryPrograms(path) => {
                    format!("what the settings of the repository around `{}` can start", line(path))
                }
                Need::Url(text) => format!("which URL `{}` is", line(text)),
                Need::WorkTrees(path) => {
                    format!("the work trees of the repository around `{}`", line(path))
                }
                Need::BareRepository(path) => format!("whether `{}` is a bare git repository", line(path)),
            },
        ));
    }
    if !verdict.suggestions.is_empty() {
        let rules: Vec<String> = verdict
            .suggestions
            .iter()
            .map(|rule| format!("  {}", serde_json::Value::from(line(rule).as_ref())))
            .collect();
        notes.push(note("to allow it", format!("add to `permissions.allow`\n{}", rules.join(",\n"))));
    }
    notes.into_iter().map(Element::from).collect()
}

fn note<'a>(name: &'static str, text: String) -> Message<'a> {
    Level::NOTE.with_name(name).message(text)
}

/// One row for each simple command: number, decision, what vouches for it, text.
fn table(out: &mut String, verdict: &Verdict, command: &str, colour: Colour) {
    let rows: Vec<(&CommandVerdict, String)> =
        verdict.commands.iter().take(ROWS_MAX).map(|part| (part, vouched(part))).collect();
    let width = rows.iter().map(|(_, by)| by.chars().count()).max().unwrap_or(0);
    for (index, (part, by)) in rows.iter().enumerate() {
        let style = match (colour, part.decision) {
            (Colour::Never, _) => Style::new(),
            (Colour::Always, Decision::Allow) => AnsiColor::Green.on_default(),
            (Colour::Always, Decision::Ask) => AnsiColor::Yellow.on_default(),
            (Colour::Always, Decision::Deny) => AnsiColor::Red.on_default(),
        };
        let pad = " ".repeat(width.saturating_sub(by.chars().count()));
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "{:>3}  {style}{:<5}{style:#}  {by}{pad}  {}",
            index + 1,
            part.decision.name(),
            cell(part.span.slice(command))
        );
    }
    if verdict.commands.len() > ROWS_MAX {
        let _ = writeln!(out, "     and {} more", verdict.commands.len() - ROWS_MAX);
    }
}

fn vouched(command: &CommandVerdict) -> String {
    match &command.by {
        By::Nothing => "nothing allows it".to_owned(),
        By::ReadOnly => "only reads".to_owned(),
        By::SelfDescription => "only describes itself".to_owned(),
        By::ReadsService => "only reads its service".to_owned(),
        By::Documentation => "only prints documentation".to_owned(),
        By::AcceptEdits => "the mode accepts edits".to_owned(),
        By::NoProgram => "runs no program".to_owned(),
        By::Rule { rule, .. } => cell(rule),
        By::Sandbox => "the sandbox".to_owned(),
        By::Mode => "the mode".to_owned(),
    }
}

/// Text cut to the width of a cell.
fn cell(text: &str) -> String {
    let shown = line(text);
    match shown.char_indices().nth(CELL_CHARACTERS_MAX) {
        Some((at, _)) => format!("{}…", shown.get(..at).unwrap_or_default()),
        None => shown.into_owned(),
    }
}

#[cfg(test)]
mod tests;
