//! What comes in over the wire as types, only to generate what describes it to others.
//!
//! Owns the description. What is read is in `request`, `open` and `operation`; a test holds the keys of both against
//! each other.

#![expect(dead_code, reason = "these types are described, never made")]

use std::boxed::Box;
use std::collections::BTreeMap;
use std::string::String;
use std::vec::Vec;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::policy::shape::{ModeName, ProfileName, Settings};

/// One command to decide about. Only `command` is required; what is absent is unknown.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Request")]
pub(super) struct RequestShape {
    /// The command, exactly as the shell would get it.
    command: String,
    /// Any JSON value; the answer repeats it.
    id: Option<serde_json::Value>,
    /// The tool that the agent named; `Bash` unless told.
    tool: Option<String>,
    /// The absolute directory in which it would run.
    cwd: Option<String>,
    /// The user's home directory.
    home: Option<String>,
    /// The shell that would read it; `bash` unless told.
    shell: Option<Shell>,
    /// Settings that replace the loaded ones.
    policy: Option<Settings>,
    /// The mode that replaces the settings' own.
    mode: Option<ModeName>,
    /// What the host knows.
    facts: Option<FactsShape>,
}

/// The shell that reads a command.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum Shell {
    Bash,
    Zsh,
}

/// What the core cannot know by itself. A verdict's `needs` say which of it would matter.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "Facts")]
pub(super) struct FactsShape {
    /// Whether git would take the working directory for a bare repository.
    bare_repository: Option<bool>,
    /// The same for other directories, by their path.
    bare_repositories: Option<BTreeMap<String, bool>>,
    /// What stands in a file, by its path; null when it is no readable text.
    contents: Option<BTreeMap<String, Option<String>>>,
    /// Whether something is there, by its path.
    existing: Option<BTreeMap<String, bool>>,
    /// Where a path leads once every symbolic link in it is followed.
    real_paths: Option<BTreeMap<String, String>>,
    /// Which settings of the repository itself could make git start a program, by the directory.
    repository_programs: Option<BTreeMap<String, Vec<String>>>,
    /// Whether no path that is not in `realPaths` leads through a symbolic link.
    no_symbolic_links: Option<bool>,
    /// Whether the command runs in a sandbox that is complete, or not at all.
    sandboxed: Option<bool>,
}

/// Under which settings a gate decides.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "GateOptions")]
pub(super) struct OptionsShape {
    /// The settings, or the text of a settings file, in which comments are allowed.
    policy: Option<SettingsOrText>,
    /// Several settings instead, the most general first: later ones win for single values, lists add up.
    sources: Option<Vec<SourceShape>>,
    /// The mode that replaces the settings' own.
    mode: Option<ModeName>,
    /// The profile that replaces the settings' own.
    profile: Option<ProfileName>,
    /// The name of `policy` in messages.
    file: Option<String>,
    /// The absolute directory that the path rules of `policy` start from.
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
    /// The absolute directory that its path rules start from.
    root: Option<String>,
}

/// What a session puts around a command.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "CommandLineOptions")]
pub(super) struct CommandLineShape {
    /// The command as it was judged.
    command: String,
    /// The shell that reads it; `bash` unless told.
    shell: Option<Shell>,
    /// Where its input comes from: from whoever starts the shell, or from `/dev/null`.
    input: Option<InputShape>,
    /// The absolute path of a file with aliases and functions, sourced first.
    snapshot: Option<String>,
    /// Names that are neither an alias nor a function of the snapshot afterwards.
    unshadowed: Option<Vec<String>>,
    /// The absolute path of a script with the session's environment, sourced next.
    environment: Option<String>,
    /// The absolute path of the file that gets the directory in which the command ended.
    directory_note: Option<String>,
    /// The program that gets the whole as one argument, with its options.
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
