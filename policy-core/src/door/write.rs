//! Writes a request of a host as the text that the door of another build reads.
//!
//! Owns this direction. The other build reads the same request, or rejects the text.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;
use serde_json::value::RawValue;

use super::answer::write;
use super::wire_names::WireShell;
use crate::sorted;
use crate::web::Tool;
use crate::{Facts, Mode, Policy, Request, System};

/// The text of `request` as [`request`](super::request()) reads it, with the settings and the mode that it brings of
/// its own.
pub fn request_json(request: &Request<'_>, policy: Option<&RawValue>, mode: Option<Mode>) -> String {
    let facts = &request.facts;
    let tool = Tool::of_name(request.tool);
    write(&WrittenRequest {
        tool: request.tool,
        command: tool.is_none().then_some(request.command),
        url: (tool == Some(Tool::Fetch)).then_some(request.command),
        query: (tool == Some(Tool::Search)).then_some(request.command),
        cwd: request.cwd,
        home: request.home,
        shell: request.shell.into(),
        mode: mode.map(Mode::name),
        policy,
        facts: (*facts != Facts::default()).then_some(WrittenFacts {
            bare_repository: facts.bare_repository,
            bare_repositories: &facts.bare_repositories,
            contents: &facts.contents,
            environment_cleaned: facts.environment_cleaned,
            existing: &facts.existing,
            implementations: sorted::map(
                facts.implementations.iter().map(|(path, it)| (path.as_str(), it.name())),
            ),
            programs: &facts.programs,
            real_paths: &facts.real_paths,
            repository_programs: &facts.repository_programs,
            no_symbolic_links: facts.no_links,
            sandboxed: facts.sandboxed,
            shims: &facts.shims,
            system: facts.system.map(System::name),
            urls: &facts.urls,
            carries_secret: facts.carries_secret,
            work_trees: &facts.work_trees,
        }),
    })
}

/// The text of the options under which [`open`](super::open()) makes a door that decides by `policy`: its sources, its
/// mode, and its profile if that is not theirs.
pub fn options_json(policy: &Policy) -> String {
    let sources = policy.sources.iter().map(|source| WrittenSource {
        name: &source.name,
        text: &source.text,
        root: source.root.as_deref(),
        authority: source.authority.name(),
    });
    write(&WrittenOptions {
        sources: sources.collect(),
        mode: policy.mode.name(),
        profile: policy.profile_place.is_none().then_some(policy.profile.name),
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenRequest<'r> {
    tool: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    command: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cwd: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    home: Option<&'r str>,
    shell: WireShell,
    #[serde(skip_serializing_if = "Option::is_none")]
    mode: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<&'r RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<WrittenFacts<'r>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WrittenFacts<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    bare_repository: Option<bool>,
    bare_repositories: &'r BTreeMap<String, bool>,
    contents: &'r BTreeMap<String, Option<String>>,
    environment_cleaned: bool,
    existing: &'r BTreeMap<String, bool>,
    implementations: BTreeMap<&'r str, &'r str>,
    programs: &'r BTreeMap<String, Vec<String>>,
    real_paths: &'r BTreeMap<String, String>,
    repository_programs: &'r BTreeMap<String, Vec<String>>,
    no_symbolic_links: bool,
    sandboxed: bool,
    shims: &'r [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'r str>,
    urls: &'r BTreeMap<String, Option<String>>,
    carries_secret: bool,
    work_trees: &'r BTreeMap<String, Vec<String>>,
}

#[derive(Serialize)]
struct WrittenOptions<'p> {
    sources: Vec<WrittenSource<'p>>,
    mode: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    profile: Option<&'p str>,
}

#[derive(Serialize)]
struct WrittenSource<'p> {
    name: &'p str,
    text: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<&'p str>,
    authority: &'p str,
}
