//! A request on the wire.
//!
//! Owns the fields of a request and their valid values. Looks nothing up: an absent field is unknown.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Display;

use serde_json::value::RawValue;

use super::fields::{self, Field, JsonKind, Key, RequestError};
use super::line_column::LineColumn;
use crate::paths::lexical::is_absolute;
use crate::sorted;
use crate::web::Tool;
use crate::web::search::check_domains;
use crate::{Dialect, Facts, Mode, Request, System};

/// The keys of a request.
pub(super) const KEYS: &[&str] = &[
    "id",
    "tool",
    "command",
    "url",
    "prompt",
    "query",
    "allowedDomains",
    "blockedDomains",
    "cwd",
    "home",
    "shell",
    "policy",
    "facts",
    "mode",
];

/// The keys of `facts`.
pub(super) const FACTS: &[&str] = &[
    "bareRepository",
    "bareRepositories",
    "carriesSecret",
    "contents",
    "environmentCleaned",
    "existing",
    "implementations",
    "programs",
    "realPaths",
    "repositoryPrograms",
    "noSymbolicLinks",
    "sandboxed",
    "shims",
    "system",
    "urls",
    "workTrees",
];

/// A request that borrows from its JSON text.
#[derive(Clone, Debug)]
pub struct WireRequest<'j> {
    /// Any JSON value; the answer repeats its bytes.
    pub id: Option<&'j RawValue>,
    /// The name of the agent's tool, which rules name too. Default: `PowerShell` for that shell, else `Bash`.
    pub tool: Cow<'j, str>,
    /// The command, exactly as the shell would get it; the `url` for the tool `WebFetch`, the `query` for `WebSearch`.
    pub command: Cow<'j, str>,
    /// The absolute path of the directory in which the command would run.
    pub cwd: Option<Cow<'j, str>>,
    /// The user's home directory.
    pub home: Option<Cow<'j, str>>,
    /// The shell that would read the command. Default: PowerShell for the tool `PowerShell`, else the host's choice, else bash.
    pub shell: Option<Dialect>,
    /// The mode that replaces the mode of the settings.
    pub mode: Option<Mode>,
    /// The JSON text of the settings that replace the loaded ones.
    pub policy: Option<&'j RawValue>,
    /// The facts that the host knows.
    pub facts: Facts,
}

impl WireRequest<'_> {
    /// The request to the engine, without `policy` and `mode`, which choose the engine.
    pub fn as_request(&self) -> Request<'_> {
        self.with(self.facts.clone())
    }

    /// As [`WireRequest::as_request`], with these facts in place of its own.
    pub(super) fn with(&self, facts: Facts) -> Request<'_> {
        Request {
            tool: &self.tool,
            command: &self.command,
            cwd: self.cwd.as_deref(),
            home: self.home.as_deref(),
            shell: self.shell.unwrap_or_else(|| Dialect::of_tool(&self.tool)),
            facts,
        }
    }
}

/// Reads one request.
///
/// # Errors
/// The text is not one JSON object, a key is unknown or comes twice, a value is of the wrong kind, or the
/// command is missing, empty, or holds NUL or half of a surrogate pair. The error names the key and its place.
pub fn request(json: &str) -> Result<WireRequest<'_>, RequestError> {
    let fields = fields::object(json, json, &"a request", KEYS).map_err(|error| {
        // The id is echoed even when another key is wrong.
        let id = fields::object(json, json, &"a request", &[])
            .ok()
            .and_then(|fields| fields.iter().find(|field| field.key == "id").map(|field| field.value));
        error.with_id(id)
    })?;
    let id = fields.iter().find(|field| field.key == "id").map(|field| field.value);
    read(&fields, json).map_err(|error| error.with_id(id)).map(|request| WireRequest { id, ..request })
}

fn read<'j>(fields: &[Field<'j>], json: &str) -> Result<WireRequest<'j>, RequestError> {
    let value = |key: &str| {
        let field = fields.iter().find(|field| field.key == key);
        field.map(|field| field.value).filter(|value| !fields::is_null(value))
    };
    let text = |key: &str| {
        value(key).map(|raw| fields::text_of(raw, json, &Key(key)).map(|text| (raw, text))).transpose()
    };
    let tool = match text("tool")? {
        Some((raw, tool)) if tool.trim().is_empty() => return Err(empty(raw, json, "`tool`", "Bash")),
        found => found.map(|(_, tool)| tool),
    };
    let command = subject(fields, json, tool.as_deref().and_then(Tool::of_name))?;
    let directory = |key: &str| match text(key)? {
        Some((raw, path)) if !is_absolute(&path) => Err(RequestError::new(
            LineColumn::of(raw.get(), json),
            format!("`{key}` is not an absolute path: `{path}`"),
            "write an absolute path, such as `/home/user/project`",
        )),
        found => Ok(found.map(|(_, path)| path)),
    };
    let shell = match text("shell")? {
        Some((raw, name)) => {
            let known = Dialect::NAMES.iter().find(|(known, _)| *known == name).map(|(_, dialect)| *dialect);
            Some(
                known.ok_or_else(|| {
                    unknown(raw, json, "shell", &name, &Dialect::NAMES.map(|(known, _)| known))
                })?,
            )
        }
        None => None,
    };
    let mode = match text("mode")? {
        Some((raw, name)) => Some(
            Mode::from_name(&name)
                .ok_or_else(|| unknown(raw, json, "mode", &name, &Mode::ALL.map(|(_, known)| known)))?,
        ),
        None => None,
    };
    let policy = value("policy");
    if let Some(raw) = policy {
        fields::expect(raw, json, &"`policy`", JsonKind::Object)?;
    }
    Ok(WireRequest {
        id: None,
        tool: tool.unwrap_or(Cow::Borrowed(shell.unwrap_or(Dialect::Bash).tool())),
        command,
        cwd: directory("cwd")?,
        home: directory("home")?,
        shell,
        mode,
        policy,
        facts: value("facts").map(|raw| facts(raw, json)).transpose()?.unwrap_or_default(),
    })
}

/// The text that the tool is about. Each tool has keys of its own; what else a web tool gets changes no decision, but it
/// is read, so that a mistake in it is seen.
fn subject<'j>(fields: &[Field<'j>], json: &str, tool: Option<Tool>) -> Result<Cow<'j, str>, RequestError> {
    let (own, others): (&[&str], _) = match tool {
        None => (&["command"], "`url` belongs to the tool `WebFetch`, and `query` to `WebSearch`"),
        Some(Tool::Fetch) => (&["url", "prompt"], "the tool `WebFetch` has a `url` and a `prompt`"),
        Some(Tool::Search) => (
            &["query", "allowedDomains", "blockedDomains"],
            "the tool `WebSearch` has a `query` and lists of domains",
        ),
    };
    let is_strange = |field: &&Field<'_>| {
        TOOL_KEYS.contains(&&*field.key) && !own.contains(&&*field.key) && !fields::is_null(field.value)
    };
    if let Some(field) = fields.iter().find(is_strange) {
        let what = if tool.is_none() { "a command" } else { "this tool" };
        return Err(RequestError::new(
            LineColumn::of(field.key_text, json),
            format!("{what} has no `{}`", field.key),
            others,
        ));
    }
    let given = |key: &str| fields.iter().find(|field| field.key == key && !fields::is_null(field.value));
    match tool {
        None => command(fields, json),
        Some(Tool::Fetch) => {
            if let Some(prompt) = given("prompt") {
                fields::text_of(prompt.value, json, &"`prompt`")?;
            }
            needed(given("url"), json, "url", "https://docs.rs/serde")
        }
        Some(Tool::Search) => {
            let count = |key: &'static str| {
                let list = given(key).map(|field| fields::texts_of(field.value, json, &Key(key)));
                list.transpose().map(|list| list.map_or(0, |list| list.len()))
            };
            if let Err(conflict) = check_domains(count("allowedDomains")?, count("blockedDomains")?) {
                let at = given("blockedDomains").map_or(json, |field| field.key_text);
                return Err(RequestError::new(
                    LineColumn::of(at, json),
                    format!("{conflict}"),
                    "`allowedDomains` alone already leaves out every other host",
                ));
            }
            needed(given("query"), json, "query", "rust slice patterns")
        }
    }
}

/// The keys that only some tools have.
const TOOL_KEYS: &[&str] = &["command", "url", "prompt", "query", "allowedDomains", "blockedDomains"];

/// The text of a key that a web tool needs. Whether it says anything is judged.
fn needed<'j>(
    field: Option<&Field<'j>>,
    json: &str,
    key: &str,
    example: &str,
) -> Result<Cow<'j, str>, RequestError> {
    let Some(field) = field else {
        return Err(RequestError::new(
            LineColumn::of(json.trim_start(), json),
            format!("the request has no `{key}`"),
            format!("add it as a string, such as `\"{key}\":\"{example}\"`"),
        ));
    };
    fields::text_of(field.value, json, &Key(key))
}

fn command<'j>(fields: &[Field<'j>], json: &str) -> Result<Cow<'j, str>, RequestError> {
    let Some(field) = fields.iter().find(|field| field.key == "command") else {
        return Err(RequestError::new(
            LineColumn::of(json.trim_start(), json),
            "the request has no `command`",
            "add the command line as a string, such as `\"command\":\"git status\"`",
        ));
    };
    let command = fields::text_of(field.value, json, &"`command`")?;
    if command.trim().is_empty() {
        return Err(empty(field.value, json, "`command`", "git status"));
    }
    Ok(command)
}

fn facts(raw: &RawValue, json: &str) -> Result<Facts, RequestError> {
    let mut facts = Facts::default();
    for Field { key, value, .. } in fields::object(raw.get(), json, &"`facts`", FACTS)? {
        if fields::is_null(value) {
            continue;
        }
        match key.as_ref() {
            "bareRepository" => {
                facts.bare_repository = Some(fields::truth_of(value, json, &"`bareRepository`")?);
            }
            "bareRepositories" => {
                facts.bare_repositories = truths(value, json, "`bareRepositories`", "a bare repository")?;
            }
            "carriesSecret" => facts.carries_secret = fields::truth_of(value, json, &"`carriesSecret`")?,
            "contents" => facts.contents = contents(value, json)?,
            "repositoryPrograms" => {
                facts.repository_programs = lists(value, json, "`repositoryPrograms`")?;
            }
            "urls" => facts.urls = urls(value, json)?,
            "workTrees" => facts.work_trees = lists(value, json, "`workTrees`")?,
            "existing" => facts.existing = truths(value, json, "`existing`", "an existing path")?,
            "environmentCleaned" => {
                facts.environment_cleaned = fields::truth_of(value, json, &"`environmentCleaned`")?;
            }
            "implementations" => facts.implementations = implementations(value, json)?,
            "programs" => facts.programs = lists(value, json, "`programs`")?,
            "system" => facts.system = Some(system(value, json, &"`system`")?),
            "shims" => facts.shims = fields::texts_of(value, json, &"`shims`")?,
            "sandboxed" => facts.sandboxed = fields::truth_of(value, json, &"`sandboxed`")?,
            "noSymbolicLinks" => facts.no_links = fields::truth_of(value, json, &"`noSymbolicLinks`")?,
            _ => facts.real_paths = real_paths(value, json)?,
        }
    }
    Ok(facts)
}

/// Systems by the program.
fn implementations(raw: &RawValue, json: &str) -> Result<BTreeMap<String, System>, RequestError> {
    let entries = fields::object(raw.get(), json, &"`implementations`", &[])?
        .into_iter()
        .filter(|field| !fields::is_null(field.value))
        .map(|field| {
            let system = system(field.value, json, &format_args!("the implementation of `{}`", field.key))?;
            Ok((field.key.into_owned(), system))
        });
    sorted::try_map(entries)
}

/// The system with the name in `raw`.
fn system(raw: &RawValue, json: &str, what: &dyn Display) -> Result<System, RequestError> {
    let name = fields::text_of(raw, json, what)?;
    System::from_name(&name)
        .ok_or_else(|| unknown(raw, json, "system", &name, &System::ALL.map(|(_, known)| known)))
}

/// Truths by path.
fn truths(
    raw: &RawValue,
    json: &str,
    name: &'static str,
    one: &'static str,
) -> Result<BTreeMap<String, bool>, RequestError> {
    let entries = fields::object(raw.get(), json, &name, &[])?
        .into_iter()
        .map(|field| Ok((field.key.into_owned(), fields::truth_of(field.value, json, &one)?)));
    sorted::try_map(entries)
}

/// Texts by path; `null` and a text with NUL in it say that there is no readable text.
pub(super) fn contents(raw: &RawValue, json: &str) -> Result<BTreeMap<String, Option<String>>, RequestError> {
    let entries = fields::object(raw.get(), json, &"`contents`", &[])?.into_iter().map(|field| {
        let text = match fields::text_of(field.value, json, &format_args!("the content of `{}`", field.key)) {
            _ if fields::is_null(field.value) => None,
            Ok(text) => Some(text.into_owned()),
            // A file may hold NUL; then it is no text.
            Err(_) if field.value.get().contains("\\u0000") => None,
            Err(error) => return Err(error),
        };
        Ok((field.key.into_owned(), text))
    });
    sorted::try_map(entries)
}

/// Canonical URLs by URL; `null` says that it is none.
fn urls(raw: &RawValue, json: &str) -> Result<BTreeMap<String, Option<String>>, RequestError> {
    let entries = fields::object(raw.get(), json, &"`urls`", &[])?.into_iter().map(|field| {
        let text = (!fields::is_null(field.value)).then(|| {
            fields::text_of(field.value, json, &format_args!("the canonical text of `{}`", field.key))
        });
        Ok((field.key.into_owned(), text.transpose()?.map(Cow::into_owned)))
    });
    sorted::try_map(entries)
}

/// Lists of texts by path.
fn lists(
    raw: &RawValue,
    json: &str,
    name: &'static str,
) -> Result<BTreeMap<String, Vec<String>>, RequestError> {
    let entries = fields::object(raw.get(), json, &name, &[])?.into_iter().map(|field| {
        let names = fields::texts_of(field.value, json, &format_args!("the list of `{}`", field.key))?;
        Ok((field.key.into_owned(), names))
    });
    sorted::try_map(entries)
}

fn real_paths(raw: &RawValue, json: &str) -> Result<BTreeMap<String, String>, RequestError> {
    let entries = fields::object(raw.get(), json, &"`realPaths`", &[])?.into_iter().map(|field| {
        let name = format_args!("the real path of `{}`", field.key);
        let path = fields::text_of(field.value, json, &name)?;
        if !is_absolute(&path) {
            return Err(RequestError::new(
                LineColumn::of(field.value.get(), json),
                format!("{name} is not absolute: `{path}`"),
                "write the absolute path after every symbolic link is followed",
            ));
        }
        Ok((field.key.into_owned(), path.into_owned()))
    });
    sorted::try_map(entries)
}

fn empty(raw: &RawValue, json: &str, name: &str, example: &str) -> RequestError {
    RequestError::new(
        LineColumn::of(raw.get(), json),
        format!("{name} is empty"),
        format!("write a command, such as `{example}`"),
    )
}

pub(super) fn unknown(raw: &RawValue, json: &str, key: &str, name: &str, known: &[&str]) -> RequestError {
    RequestError::new(
        LineColumn::of(raw.get(), json),
        format!("unknown {key} `{name}`"),
        format!("`{key}` is one of {}", fields::names(known)),
    )
}
