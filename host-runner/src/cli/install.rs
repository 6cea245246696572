//! `install` and `uninstall`: show what changes in an agent's files, ask, write, and try the hook.
//!
//! Owns the question, the drawing and the JSON. What changes where is `installation`'s.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use policy_core::agents::Agent;
use policy_core::visible::line;
use serde::Serialize;

use super::arguments::{Install, Installation, ScopeArguments};
use super::draw;
use super::exit::Exit;
use super::failure::Failure;
use super::prompt::{self, Terminal};
use super::terminal::{self, Colour};
use crate::installation::agents::client;
use crate::installation::canary::{self, CANARY, HARMLESS, Said};
use crate::installation::change::{self, Change, Effect};
use crate::installation::refusal::Refusal;
use crate::installation::surroundings::{Scope, Surroundings};
use crate::installation::{self, Confinement, Installed, Trust};

/// How often the files are read again when somebody else writes to them at the same moment.
const ATTEMPTS_MAX: usize = 5;

impl ScopeArguments {
    fn scope(&self) -> Scope {
        match (self.project, self.managed) {
            (true, _) => Scope::Project,
            (false, true) => Scope::Managed,
            (false, false) => Scope::User,
        }
    }
}

impl Install {
    fn confinement(&self) -> Confinement {
        match (self.confine, self.no_confine) {
            (true, _) => Confinement::On,
            (false, true) => Confinement::Off,
            (false, false) => Confinement::AsBefore,
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let (message, help) = (refusal.to_string(), refusal.help());
        match refusal {
            Refusal::Document(error, source) => Self::Policy(vec![*error], vec![*source]),
            Refusal::Unavailable { .. } => Self::Usage(message, help),
            _ => Self::Machine(message, help),
        }
    }
}

/// Puts the hook in, and tries it.
pub(super) fn install(asked: &Install) -> Result<Exit, Failure> {
    let (confinement, asked) = (asked.confinement(), &asked.installation);
    let (at, scope) = (surroundings()?, asked.scope.scope());
    let title = asked.agent.title();
    let besides = (client(asked.agent).asks_for_trust && scope != Scope::Managed).then(|| {
        format!("{title} is also told, in its own settings, that you trust this hook, as `/hooks` does it")
    });
    let plan = || installation::installation(asked.agent, scope, &at, confinement);
    let (mut changes, end) = settle(asked, besides.as_deref(), plan)?;
    let mut distrust = None;
    if matches!(end, End::Written | End::Nothing) {
        distrust = trust(asked.agent, scope, &at, &mut changes);
    }
    let mut report = Report::new(asked, scope, &changes, end);
    report.notes.extend(besides.filter(|_| end == End::Shown));
    if end != End::Declined {
        report.learn(asked.agent, &at);
    }
    if matches!(end, End::Written | End::Nothing) {
        report.trusted = distrust.is_none();
        report.notes.extend(distrust);
        report.canary = Some(Canary::of(asked.agent, scope, &at)?);
    }
    report.print(asked, &changes)?;
    Ok(report.exit())
}

/// Takes the hook out.
pub(super) fn uninstall(asked: &Installation) -> Result<Exit, Failure> {
    let (at, scope) = (surroundings()?, asked.scope.scope());
    let (changes, end) = settle(asked, None, || installation::removal(asked.agent, scope, &at))?;
    let mut report = Report::new(asked, scope, &changes, end);
    report.is_removal = true;
    report.elsewhere(asked.agent, scope, &at);
    report.print(asked, &changes)?;
    Ok(report.exit())
}

/// Makes the agent trust the hook where it asks for that, and adds to `changes` what that wrote. What a person must do if the
/// agent does not trust it.
fn trust(agent: Agent, scope: Scope, at: &Surroundings, changes: &mut Vec<Change>) -> Option<String> {
    let result = installation::trusting(agent, scope, at).and_then(|change| {
        let change = change.into_iter().collect::<Vec<_>>();
        change::apply(&change).map_err(|refusal| refusal.to_string())?;
        Ok(change)
    });
    let why = match result {
        Ok(change) => {
            changes.retain(|it| change.iter().all(|new| new.target.file != it.target.file));
            changes.extend(change);
            match installation::trust(agent, scope, at) {
                Trust::Given => return None,
                Trust::Missing(why) => why,
            }
        }
        Err(why) => why,
    };
    let title = agent.title();
    Some(format!(
        "NOT TRUSTED YET: {why}; open `/hooks` in {title} and trust the hook: until then it is not asked"
    ))
}

fn surroundings() -> Result<Surroundings, Failure> {
    let cwd = std::env::current_dir()?;
    Surroundings::of_this_process(&cwd).ok_or_else(|| {
        Failure::usage("there is no home directory to install into", "set `HOME` to an absolute path")
    })
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// There was nothing to change.
    Nothing,
    /// The changes were only shown.
    Shown,
    /// A person said no.
    Declined,
    /// The changes are written.
    Written,
}

/// Plans, shows, asks and writes, and says what happens besides; again when a file changed in between.
fn settle(
    asked: &Installation,
    besides: Option<&str>,
    plan: impl Fn() -> Result<Vec<Change>, Refusal>,
) -> Result<(Vec<Change>, End), Failure> {
    let mut attempt = 1;
    loop {
        let changes = plan()?;
        if !installation::is_change(&changes) {
            return Ok((changes, End::Nothing));
        }
        if asked.dry_run {
            return Ok((changes, End::Shown));
        }
        if !asked.yes && !approved(besides, &changes)? {
            return Ok((changes, End::Declined));
        }
        match change::apply(&changes) {
            Ok(()) => return Ok((changes, End::Written)),
            Err(Refusal::Changed(_)) if attempt < ATTEMPTS_MAX => attempt += 1,
            Err(refusal) => return Err(refusal.into()),
        }
    }
}

/// Whether the person at the terminal wants the changes, which are shown first.
fn approved(besides: Option<&str>, changes: &[Change]) -> Result<bool, Failure> {
    if !prompt::somebody_is_there() {
        return Err(Failure::usage(
            "there is nobody to ask whether this may be written",
            "`--yes` writes without asking, `--dry-run` shows what would be written",
        ));
    }
    let colour = terminal::colour_of_messages();
    terminal::message(&drawn(changes, colour));
    besides.into_iter().for_each(terminal::message);
    prompt::forget_typed()?;
    let mut terminal = Terminal { input: io::stdin().lock(), output: io::stderr().lock(), colour };
    Ok(terminal.confirms("write this? [y/N] ")?)
}

/// The changes as diffs, each with its purpose.
fn drawn(changes: &[Change], colour: Colour) -> String {
    let mut out = String::new();
    for change in changes.iter().filter(|change| change.effect() != Effect::Nothing) {
        draw::diff(&mut out, &change.diff(), usize::MAX, colour);
        // Writing to a string does not fail.
        if !change.purpose.is_empty() {
            let _ = writeln!(out, "this file {}", change.purpose);
        }
        if change.target.is_link() {
            let (file, real) = (name(&change.target.file), name(&change.target.real));
            let _ = writeln!(out, "`{file}` is a link; `{real}` is what changes");
        }
    }
    out
}

fn name(path: &Path) -> String {
    line(&path.to_string_lossy()).into_owned()
}

/// What is printed at the end.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    agent: &'static str,
    scope: &'static str,
    /// Whether the files are as they should be now.
    done: bool,
    /// Whether something was written.
    written: bool,
    files: Vec<FileReport>,
    /// The version of the agent, if its program says one.
    version: Option<String>,
    canary: Option<Canary>,
    /// Whether the agent runs the hook without a further approval of a person; false too where nobody knows.
    trusted: bool,
    /// What a person should know or do.
    notes: Vec<String>,
    #[serde(skip)]
    end: End,
    #[serde(skip)]
    is_removal: bool,
}

/// One file.
#[derive(Debug, Serialize)]
struct FileReport {
    file: String,
    /// The file behind the link that `file` is.
    #[serde(rename = "linksTo", skip_serializing_if = "Option::is_none")]
    links_to: Option<String>,
    change: &'static str,
    diff: String,
}

/// What the hook said about the two commands.
#[derive(Debug, Serialize)]
struct Canary {
    command: &'static str,
    blocked: bool,
    reason: String,
    /// The command that only reads, and whether it passes.
    harmless: &'static str,
    passed: bool,
    /// Why it does not pass; empty if it does.
    obstacle: String,
}

impl Canary {
    /// Asks every hook that is in the files now, and tells of the worst.
    fn of(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Self, Failure> {
        let client = client(agent);
        let calls = installation::present(agent, scope, at)?;
        let mut commands: Vec<_> = calls.into_iter().map(|(_, call)| call.command).collect();
        commands.dedup();
        let mut reason = "the file has no hook of Shellgate".to_owned();
        let (mut blocked, mut obstacle) = (!commands.is_empty(), String::new());
        for command in &commands {
            match canary::said(client, command, CANARY) {
                Said::Blocked(why) if blocked => reason = why,
                Said::Blocked(_) => {}
                Said::Passed => (blocked, reason) = (false, "it would have run".to_owned()),
                Said::Failed(why) => (blocked, reason) = (false, why),
            }
            match canary::said(client, command, HARMLESS) {
                Said::Passed => {}
                Said::Blocked(why) | Said::Failed(why) => obstacle = why,
            }
        }
        let passed = obstacle.is_empty();
        Ok(Self { command: CANARY, blocked, reason, harmless: HARMLESS, passed, obstacle })
    }
}

impl Report {
    fn new(asked: &Installation, scope: Scope, changes: &[Change], end: End) -> Self {
        let file = |change: &Change| FileReport {
            file: change.target.file.display().to_string(),
            links_to: change.target.is_link().then(|| change.target.real.display().to_string()),
            change: change.effect().name(),
            diff: change.diff(),
        };
        Self {
            agent: asked.agent.name(),
            scope: scope.name(),
            done: matches!(end, End::Nothing | End::Written),
            written: end == End::Written || installation::is_change(changes) && end == End::Nothing,
            files: changes.iter().map(file).collect(),
            version: None,
            canary: None,
            trusted: false,
            notes: Vec::new(),
            end,
            is_removal: false,
        }
    }

    /// Adds what there is to know about the agent on this machine.
    fn learn(&mut self, agent: Agent, at: &Surroundings) {
        let client = client(agent);
        let title = agent.title();
        match installation::installed(client, at) {
            None => self.notes.push(format!("{title} was not found on this machine; the hook waits for it")),
            Some(Installed { version, .. }) => {
                self.version = version.map(|version| version.to_string());
                if let (Some(found), Some(needed)) = (version, client.closed_since())
                    && found < needed
                {
                    self.notes.push(format!(
                        "{title} {found} runs the command when the hook does not end in time; {needed} and newer \
                         versions block it: update {title}"
                    ));
                }
            }
        }
        if self.end != End::Nothing && installation::is_running(client, at) {
            self.notes.push(format!(
                "{title} is running; what was started before may not ask the hook: start it again"
            ));
        }
        self.notes.extend(installation::advice(client, at));
        self.notes.extend(client.notes.iter().map(|note| (*note).to_owned()));
    }

    /// Adds where else the hook is.
    fn elsewhere(&mut self, agent: Agent, scope: Scope, at: &Surroundings) {
        for other in Scope::ALL.into_iter().filter(|other| *other != scope) {
            for (file, _) in installation::present(agent, other, at).unwrap_or_default() {
                self.notes.push(format!(
                    "the hook is still in `{}`: `shellgate uninstall {} --{}` takes it out",
                    name(&file),
                    agent.name(),
                    other.name()
                ));
            }
        }
        self.notes.dedup();
    }

    fn exit(&self) -> Exit {
        match (self.end, &self.canary) {
            (End::Declined, _) => Exit::NotRun,
            (_, Some(canary)) if !canary.blocked || !canary.passed => Exit::Internal,
            _ => Exit::Done,
        }
    }

    fn print(&self, asked: &Installation, changes: &[Change]) -> io::Result<()> {
        if asked.json {
            return terminal::data(&serde_json::to_string(self)?);
        }
        let colour = terminal::colour_of_data();
        // Whoever was asked has seen the diff.
        let is_shown = self.end == End::Shown || (self.end == End::Written && asked.yes);
        let mut out = if is_shown { drawn(changes, colour) } else { String::new() };
        self.draw(asked.agent, changes, &mut out);
        terminal::data(&out)
    }

    fn draw(&self, agent: Agent, changes: &[Change], out: &mut String) {
        let title = agent.title();
        // Writing to a string does not fail.
        for change in changes.iter().filter(|_| self.end == End::Written) {
            let file = name(&change.target.real);
            let _ = match change.effect() {
                Effect::Nothing => Ok(()),
                Effect::Remove => writeln!(out, "removed `{file}`"),
                Effect::Create | Effect::Update => writeln!(out, "wrote `{file}`"),
            };
        }
        let _ = match (self.end, self.is_removal) {
            (End::Nothing, false) => writeln!(out, "{title}: already installed, nothing to change"),
            (End::Nothing, true) => writeln!(out, "{title}: not installed, nothing to take out"),
            (End::Shown, _) => writeln!(out, "nothing was written"),
            (End::Declined, _) => writeln!(out, "not written"),
            (End::Written, false) => writeln!(out, "{title}: installed"),
            (End::Written, true) => writeln!(out, "{title}: uninstalled"),
        };
        if let Some(canary) = &self.canary {
            let word = if canary.blocked { "canary blocked" } else { "CANARY NOT BLOCKED" };
            let _ = writeln!(out, "{word}: `{}`: {}", canary.command, line(&canary.reason));
            let _ = if canary.passed {
                writeln!(out, "harmless command passes: `{}`", canary.harmless)
            } else {
                writeln!(out, "HARMLESS COMMAND BLOCKED: `{}`: {}", canary.harmless, line(&canary.obstacle))
            };
        }
        for note in &self.notes {
            let _ = writeln!(out, "note: {}", line(note));
        }
    }
}
