//! Registers the MCP server with an agent, takes the agent's own shell away, and undoes both.
//!
//! Owns the record of what was in the files before: an entry that was there stays when the server goes. Which entries these
//! are, each agent's file knows.

use std::path::PathBuf;

use policy_core::agents::Agent;
use serde_json::Value;

use super::agents::client;
use super::change::{self, Change};
use super::client::{Content, Piece};
use super::finding::Finding;
use super::refusal::Refusal;
use super::server_command::{self, Registered, ServerCommand};
use super::surroundings::{Scope, Surroundings};
use super::target::Target;
use super::{block, json};

/// The changes that register the server with `agent`, and take the agent's own shell away where a file does that.
///
/// # Errors
/// The agent has no such scope, another server has the name, or a file cannot be changed; nothing was written.
pub(crate) fn registration(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Vec<Change>, Refusal> {
    let kept = match own(agent, scope, at)? {
        Some(registered) => registered.kept,
        None => already_there(agent, scope, at)?,
    };
    let pieces = pieces(agent, scope, at, &kept)?;
    pieces.iter().try_for_each(check_name)?;
    let changes = change::together(&pieces, Change::to_install)?;
    change::check_in(&changes, scope, at, &format!("install {} --mcp", agent.name()))?;
    Ok(changes)
}

/// The changes that undo [`registration`], whichever version of this program did it; none without a registration of ours,
/// because then nothing says whose the entries are. The registration goes last.
///
/// # Errors
/// The agent has no such scope, or a file cannot be changed; nothing was written.
pub(crate) fn deregistration(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Vec<Change>, Refusal> {
    let changes = change::together(installed(agent, scope, at)?.iter().rev(), Change::to_remove)?;
    change::check_in(&changes, scope, at, &format!("uninstall {} --mcp", agent.name()))?;
    Ok(changes)
}

/// Checks that no table of the block in `piece` is in the TOML document already.
///
/// # Errors
/// One is.
fn check_name(piece: &Piece) -> Result<(), Refusal> {
    let Content::Lines { label, lines, .. } = &piece.content else { return Ok(()) };
    let text = Target::read(&piece.file)?.text.unwrap_or_default();
    let rest = block::without(&text, label).unwrap_or_default();
    if table(&rest, lines).is_none() {
        return Ok(());
    }
    let header = lines.lines().next().unwrap_or_default();
    let start = text.find(header).unwrap_or_default();
    let message = server_command::CONFLICT.to_owned();
    Err(Refusal::document(&piece.file, &text, start..start + header.len(), message))
}

/// The table of the TOML document `text` whose header begins `lines`.
fn table(text: &str, lines: &str) -> Option<Value> {
    let header = lines.lines().next().unwrap_or_default().trim_matches(['[', ']']);
    let document = toml::from_str::<Value>(text).ok()?;
    document.pointer(&format!("/{}", header.replace('.', "/"))).cloned()
}

/// What an installation put into the files of `scope`, in the order in which it did.
///
/// # Errors
/// The agent has no such scope, or a file cannot be read.
pub(super) fn installed(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Vec<Piece>, Refusal> {
    let registered = own(agent, scope, at)?;
    let is_registered = registered.is_some();
    let all = pieces(agent, scope, at, &registered.map(|it| it.kept).unwrap_or_default())?;
    // What was marked by an installation is known without the registration.
    let is_marked = |piece: &Piece| matches!(piece.content, Content::Flag(_) | Content::Lines { .. });
    Ok(all.into_iter().filter(|piece| is_registered || is_marked(piece)).collect())
}

/// Whether `agent` has a file for the server in `scope`.
pub(crate) fn has_place(agent: Agent, scope: Scope, at: &Surroundings) -> bool {
    client(agent)
        .server
        .registered_by(at, scope, &ServerCommand { program: String::new(), kept: vec![] })
        .is_some()
}

/// The registration first, and what goes with it, without the entries that are `kept`.
fn pieces(agent: Agent, scope: Scope, at: &Surroundings, kept: &[String]) -> Result<Vec<Piece>, Refusal> {
    let Some(program) = at.shellgate.to_str().map(str::to_owned) else {
        return Err(Refusal::no_text(&at.shellgate));
    };
    let server = &client(agent).server;
    let Some(registration) =
        server.registered_by(at, scope, &ServerCommand { program, kept: kept.to_owned() })
    else {
        return Err(Refusal::Unavailable {
            message: format!("{} has no place for an MCP server with `--{}`", agent.title(), scope.name()),
            help: match scope {
                Scope::User => "`--project` registers it for a project".to_owned(),
                _ => format!("`shellgate install {} --mcp` registers it for you", agent.name()),
            },
        });
    };
    let mut pieces = vec![registration];
    for mut piece in beside(agent, scope, at) {
        match &mut piece.content {
            Content::Entries(slots) => slots.retain(|slot| !kept.iter().any(|name| slot.is_text(name))),
            Content::Settings(settings) => settings.retain(|setting| !kept.contains(&setting.name())),
            Content::Flag(_) | Content::Lines { .. } | Content::Whole { .. } => {}
        }
        pieces.push(piece);
    }
    Ok(pieces)
}

/// What goes with the registration.
fn beside(agent: Agent, scope: Scope, at: &Surroundings) -> Vec<Piece> {
    let server = &client(agent).server;
    [server.taken_away_by(at, scope), server.allowed_by(at, scope)].concat()
}

/// The entries beside the registration that are in the files now, by their names.
fn already_there(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Vec<String>, Refusal> {
    let mut names = Vec::new();
    for piece in beside(agent, scope, at) {
        names.extend(entries(&piece)?.into_iter().filter(|entry| entry.is_there).map(|entry| entry.name));
    }
    Ok(names)
}

/// An entry of a piece.
struct Entry {
    /// Its name; unique beside one registration.
    name: String,
    /// What is written, as code.
    text: String,
    /// Where, in words.
    place: String,
    /// Whether it is in the file.
    is_there: bool,
}

/// The entries of `piece`, of the kinds that may be there without an installation.
///
/// # Errors
/// The file cannot be read.
fn entries(piece: &Piece) -> Result<Vec<Entry>, Refusal> {
    let text = Target::read(&piece.file)?.text.unwrap_or_default();
    let document = |flaw: json::Flaw| Refusal::document(&piece.file, &text, flaw.at, flaw.message);
    let file = piece.file.display();
    let mut found = Vec::new();
    match &piece.content {
        Content::Entries(slots) => {
            for slot in slots {
                let Some(name) = slot.entry.as_text() else { continue };
                let is_same = |value: &Value| value.as_str() == Some(name);
                let there = json::found(&text, &slot.keys, &is_same).map_err(document)?;
                let place = format!("in `{}` of `{file}`", slot.keys.join("."));
                let (text, is_there) = (format!("`{name}`"), !there.is_empty());
                found.push(Entry { name: name.to_owned(), text, place, is_there });
            }
        }
        Content::Settings(settings) => {
            for setting in settings {
                let name = setting.name();
                let is_there = setting.found(&text).map_err(document)? == Some(setting.value.value());
                let text = format!("`{name}: {}`", setting.value.value());
                found.push(Entry { name, text, place: format!("in `{file}`"), is_there });
            }
        }
        Content::Flag(flag) => {
            let name = format!("{}.{}", flag.table, flag.key);
            let is_there = flag.in_text(&text) == Some(flag.value);
            let text = format!("`{name} = {}`", flag.value);
            found.push(Entry { name, text, place: format!("in `{file}`"), is_there });
        }
        Content::Lines { .. } | Content::Whole { .. } => {}
    }
    Ok(found)
}

/// Our registration in the files of `scope`.
///
/// # Errors
/// The file cannot be read.
fn own(agent: Agent, scope: Scope, at: &Surroundings) -> Result<Option<Registered>, Refusal> {
    Ok(registered(agent, scope, at)?.map(|(_, it)| it).filter(Registered::is_installed))
}

/// The registration of a server of Shellgate in the files of `scope`, with its file.
///
/// # Errors
/// The file cannot be read, or is not valid.
pub(crate) fn registered(
    agent: Agent,
    scope: Scope,
    at: &Surroundings,
) -> Result<Option<(PathBuf, Registered)>, Refusal> {
    let command = ServerCommand { program: String::new(), kept: Vec::new() };
    let Some(piece) = client(agent).server.registered_by(at, scope, &command) else { return Ok(None) };
    let Some(text) = Target::read(&piece.file)?.text else { return Ok(None) };
    let value = match &piece.content {
        Content::Settings(settings) => {
            let Some(setting) = settings.first() else { return Ok(None) };
            setting
                .found(&text)
                .map_err(|flaw| Refusal::document(&piece.file, &text, flaw.at, flaw.message))?
        }
        Content::Lines { lines, .. } => {
            if let Err(error) = toml::from_str::<toml::Table>(&text) {
                let at = error.span().unwrap_or(0..0);
                return Err(Refusal::document(&piece.file, &text, at, error.message().to_owned()));
            }
            table(&text, lines)
        }
        Content::Entries(_) | Content::Flag(_) | Content::Whole { .. } => None,
    };
    Ok(value.as_ref().and_then(Registered::of).map(|it| (piece.file, it)))
}

/// Whether an agent still offers its own shell to the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OwnShell {
    /// It does not; the entries that say so, in words.
    TakenAway(Vec<String>),
    /// It does, or nobody knows.
    There(Finding),
}

/// Whether the files of `scope` take the own shell of `agent` away.
pub(crate) fn own_shell(agent: Agent, scope: Scope, at: &Surroundings) -> OwnShell {
    let (client, title) = (client(agent), agent.title());
    let there = |found: String, remedy: String| OwnShell::There(Finding { found, remedy });
    let pieces = client.server.taken_away_by(at, scope);
    if pieces.is_empty() {
        return there(
            format!("no file of {title} takes its own shell away"),
            client.server.by_hand.to_owned(),
        );
    }
    let mut places = Vec::new();
    for piece in pieces {
        match entries(&piece) {
            Ok(entries) => {
                if let Some(missing) = entries.iter().find(|entry| !entry.is_there) {
                    let remedy = format!("it needs {} {}", missing.text, missing.place);
                    return there(format!("{title} still offers its own shell"), remedy);
                }
                places.extend(in_words(&entries));
            }
            Err(refusal) => return there(refusal.to_string(), refusal.help()),
        }
    }
    OwnShell::TakenAway(places)
}

/// What takes the own shell of `agent` away in `scope` although no server of ours is registered there, in words.
pub(crate) fn left_behind(agent: Agent, scope: Scope, at: &Surroundings) -> Vec<String> {
    if !matches!(registered(agent, scope, at), Ok(None)) {
        return Vec::new();
    }
    let pieces = client(agent).server.taken_away_by(at, scope);
    let found = pieces.iter().filter_map(|piece| entries(piece).ok());
    found.filter_map(|all| in_words(&all.into_iter().filter(|it| it.is_there).collect::<Vec<_>>())).collect()
}

/// The entries of one piece in words; none without an entry.
fn in_words(entries: &[Entry]) -> Option<String> {
    let texts = entries.iter().map(|entry| &*entry.text).collect::<Vec<_>>().join(", ");
    entries.first().map(|first| format!("{texts} {}", first.place))
}

/// What a person should know before they rely on the server of `agent` in `scope`.
pub(crate) fn notes(agent: Agent, scope: Scope) -> impl Iterator<Item = String> {
    (client(agent).server.notes)(scope).iter().map(|note| (*note).to_owned())
}
