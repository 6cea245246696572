//! Requests, options and arguments on the wire as types, to generate JSON Schemas and TypeScript from.
//!
//! Owns the descriptions and the documented defaults. The readers are `request`, `open` and `operation`; a test compares
//! the keys of both. Never parses anything.

#![expect(dead_code, reason = "these types are described, never made")]

use std::boxed::Box;
use std::collections::BTreeMap;
use std::string::String;
use std::vec::Vec;

use schemars::JsonSchema;
use serde::Deserialize;

use super::wire_names::WireShell;
use crate::policy::Authority;
use crate::policy::shape::{ModeName, ProfileName, Settings, ShellName};
use crate::request::{Facts, Request};

/// One call to decide: a command, or for the tools `WebFetch` and `WebSearch` a `url` or a `query`. Only that is required;
/// an absent field without a default is unknown.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(
    rename = "Request",
    extend("anyOf" = [{ "required": ["command"] }, { "required": ["tool", "url"] }, { "required": ["tool", "query"] }])
)]
pub(super) struct RequestShape {
    /// The command, exactly as the shell would get it.
    command: Option<String>,
    /// The URL that the tool `WebFetch` would fetch.
    url: Option<String>,
    /// What `WebFetch` is asked about the page. It changes no decision.
    prompt: Option<String>,
    /// What the tool `WebSearch` would search for.
    query: Option<String>,
    /// The hosts to which `WebSearch` limits its results. It changes no decision; with `blockedDomains` it is an error.
    allowed_domains: Option<Vec<String>>,
    /// The hosts that `WebSearch` leaves out of its results. It changes no decision.
    blocked_domains: Option<Vec<String>>,
    /// Any JSON value; the answer repeats it.
    id: Option<serde_json::Value>,
    /// The name of the agent's tool, which rules name too. Default: `Bash`; for the shell `powershell`, `PowerShell`.
    tool: Option<String>,
    /// The absolute path of the directory in which the command would run.
    cwd: Option<String>,
    /// The absolute path of the user's home directory.
    home: Option<String>,
    /// The shell that would read the command. Default: `bash`; for the tool `PowerShell`, `powershell`.
    #[schemars(extend("default" = WireShell::from(Request::new("").shell)))]
    shell: Option<ShellName>,
    /// Settings that replace the loaded settings for this request.
    policy: Option<Settings>,
    /// The mode that replaces the mode of the settings.
    mode: Option<ModeName>,
    /// Facts about the machine. An absent fact counts as unsafe, except `repositoryPrograms`.
    facts: Option<FactsShape>,
}

/// Whose implementation of a program that several systems have: that of GNU/Linux, of the BSDs, of macOS, of `BusyBox`.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "System")]
enum SystemName {
    Gnu,
    Bsd,
    Macos,
    Busybox,
}

/// Facts about the machine, which the core cannot look up. The `needs` of a verdict list the missing facts that matter.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Facts")]
pub(super) struct FactsShape {
    /// Whether git would take the working directory for a bare repository.
    bare_repository: Option<bool>,
    /// By the path of another directory: whether git would take it for a bare repository.
    bare_repositories: Option<BTreeMap<String, bool>>,
    /// Whether the URL, the query or the command holds a secret that the host knows, such as the value of a variable. Default: false.
    #[schemars(extend("default" = Facts::default().carries_secret))]
    carries_secret: Option<bool>,
    /// By path: the text of the file; null if it is not a readable UTF-8 text file.
    contents: Option<BTreeMap<String, Option<String>>>,
    /// Whether the host removes secrets from the environment before it runs the command. Default: false.
    #[schemars(extend("default" = Facts::default().environment_cleaned))]
    environment_cleaned: Option<bool>,
    /// By path: whether it exists. A dangling symbolic link exists.
    existing: Option<BTreeMap<String, bool>>,
    /// By the name or the path of a program, as a need names it: whose implementation it is.
    implementations: Option<BTreeMap<String, SystemName>>,
    /// By the name of a program, as a need names it: every file that starts when a shell looks the name up in `PATH`, in
    /// pairs of the path at which it is found and the path to which that leads; after the program the interpreter of a
    /// script. Empty where nothing is found, or where anybody but root and the user can change one of them.
    programs: Option<BTreeMap<String, Vec<String>>>,
    /// By path: the path after every symbolic link in it is followed.
    real_paths: Option<BTreeMap<String, String>>,
    /// By directory: the settings of the repository around it that could make git start a program. An absent directory
    /// counts as harmless.
    repository_programs: Option<BTreeMap<String, Vec<String>>>,
    /// Whether every path that is not in `realPaths` is free of symbolic links. Default: false.
    #[schemars(extend("default" = Facts::default().no_links))]
    no_symbolic_links: Option<bool>,
    /// Whether the host runs the command only in a complete sandbox. Default: false.
    #[schemars(extend("default" = Facts::default().sandboxed))]
    sandboxed: Option<bool>,
    /// Names of programs in whose place the shell would find the shim of a version manager. Default: none.
    shims: Option<Vec<String>>,
    /// Whose implementation the programs of this system are, unless `implementations` has another answer. Default: unknown,
    /// so that only what holds for every implementation is allowed.
    system: Option<SystemName>,
    /// By a URL, as a need names it: its canonical text (`new URL(text).href`); null if it is no URL.
    urls: Option<BTreeMap<String, Option<String>>>,
    /// By the path of the working directory: the work trees of the repository around it, as absolute paths without symbolic
    /// links. Commands may read in them.
    work_trees: Option<BTreeMap<String, Vec<String>>>,
}

/// The settings of a gate. Give `policy` or `sources`, not both.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "GateOptions")]
pub(super) struct OptionsShape {
    /// The settings as an object, or the text of a settings file (JSON with comments).
    policy: Option<SettingsOrText>,
    /// Several settings files, the most general first: a later single value wins, lists add up.
    sources: Option<Vec<SourceShape>>,
    /// The mode that replaces the mode of the settings.
    mode: Option<ModeName>,
    /// The profile that replaces the profile of the settings.
    profile: Option<ProfileName>,
    /// The name of `policy` in messages.
    file: Option<String>,
    /// The absolute directory to which relative path rules of `policy` refer.
    root: Option<String>,
}

/// Settings, or the text of a settings file.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum SettingsOrText {
    Settings(Box<Settings>),
    Text(String),
}

/// One settings file.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Source")]
pub(super) struct SourceShape {
    /// Its text.
    text: String,
    /// Its name in messages.
    name: Option<String>,
    /// The absolute directory to which its relative path rules refer.
    root: Option<String>,
    /// Whose file it is. Default: `user`.
    #[schemars(extend("default" = Authority::default().name()))]
    authority: Option<AuthorityName>,
}

/// Whose a settings file is.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Authority")]
enum AuthorityName {
    /// The user's own, or one that the user named: every key counts.
    User,
    /// A project's: it can make the policy stricter, and loosen little.
    Project,
}

/// The text that a session puts around a command.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CommandLineOptions")]
pub(super) struct CommandLineShape {
    /// The command as it was judged.
    command: String,
    /// The shell that reads it. Default: `bash`.
    #[schemars(extend("default" = WireShell::from(Request::new("").shell)))]
    shell: Option<ShellName>,
    /// The standard input of the command: that of the process that starts the shell, or `/dev/null`.
    input: Option<InputShape>,
    /// The absolute path of a file with aliases and functions, which the shell sources first.
    snapshot: Option<String>,
    /// Names whose aliases and functions in the snapshot are removed.
    unshadowed: Option<Vec<String>>,
    /// The absolute path of a script with the session's environment, which the shell sources after the snapshot.
    environment: Option<String>,
    /// The absolute path of a file to which the shell writes the last working directory of the command.
    directory_note: Option<String>,
    /// A program with its options, which gets the whole command line as one argument.
    prefix: Option<String>,
}

/// Where a command's standard input comes from.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Input")]
enum InputShape {
    Inherited,
    Null,
}
