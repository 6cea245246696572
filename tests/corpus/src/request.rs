//! A request as it is written: every field in one order, those that are not given left out.

use std::collections::BTreeMap;

use policy_core::{Dialect, Mode};
use serde::Serialize;
use serde_json::Value;

/// One request.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Asked {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool: Option<String>,
    pub command: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shell: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
}

/// What the host tells, in the order of the alphabet.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Facts {
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub bare_repositories: BTreeMap<String, bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bare_repository: Option<bool>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub contents: BTreeMap<String, Option<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub existing: BTreeMap<String, bool>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub implementations: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_symbolic_links: Option<bool>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub programs: BTreeMap<String, Vec<String>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub real_paths: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub repository_programs: BTreeMap<String, Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandboxed: Option<bool>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub work_trees: BTreeMap<String, Vec<String>>,
}

impl Asked {
    /// A command and nothing else.
    pub(crate) fn bare(command: impl Into<String>) -> Self {
        Self { command: command.into(), ..Self::default() }
    }

    /// A command in a project of which no fact is surprising.
    pub(crate) fn at_home(command: impl Into<String>) -> Self {
        let facts = Facts { bare_repository: Some(false), no_symbolic_links: Some(true), ..Facts::default() };
        Self { facts: Some(facts), ..Self::in_project(command) }
    }

    /// A command in a project of which no fact is given.
    pub(crate) fn in_project(command: impl Into<String>) -> Self {
        Self { cwd: Some("/repo".to_owned()), home: Some("/home/u".to_owned()), ..Self::bare(command) }
    }

    pub(crate) fn shell(self, shell: Dialect) -> Self {
        let shell = match shell {
            Dialect::Bash => None,
            Dialect::Zsh => Some("zsh"),
            Dialect::PowerShell | Dialect::PowerShellOnWindows => Some("powershell"),
        };
        Self { shell, ..self }
    }

    /// In a project on Windows.
    pub(crate) fn on_windows(self) -> Self {
        Self { cwd: Some(r"C:\repo".to_owned()), home: Some(r"C:\Users\u".to_owned()), ..self }
    }

    pub(crate) fn mode(self, mode: Mode) -> Self {
        Self { mode: Some(mode.name()), ..self }
    }

    /// The text on the wire.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("texts under names of texts")
    }
}
