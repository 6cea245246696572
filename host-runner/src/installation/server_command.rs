//! The command that an agent runs as its MCP server, and how it is known again.
//!
//! Owns the name of the server, the words of the command, and the record that a registration carries: what of an
//! installation was in the files before, and stays in them.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::tree::Tree;

/// The name under which the server is registered.
pub(crate) const NAME: &str = "shellgate";

/// What is wrong where something else has the name.
pub(super) const CONFLICT: &str =
    "another server has the name `shellgate` here, or ours with options of your own: rename it or remove it";

/// The command of the program that serves.
const ORDER: &str = "mcp";

/// The variable of the server that names, with commas between them, the entries that a removal leaves. Only the
/// installation reads it.
const KEEPS: &str = "SHELLGATE_UNINSTALL_KEEPS";

/// The command of a server.
#[derive(Clone, Debug)]
pub(super) struct ServerCommand {
    /// The absolute path of this program.
    pub(super) program: String,
    /// The entries that a removal leaves, each by its name.
    pub(super) kept: Vec<String>,
}

impl ServerCommand {
    /// The words of the command without the program.
    pub(super) fn arguments() -> Tree {
        Tree::List(vec![Tree::text(ORDER)])
    }

    /// The whole command as one list.
    pub(super) fn words(&self) -> Tree {
        Tree::List(vec![Tree::text(&*self.program), Tree::text(ORDER)])
    }

    /// The property `key` with the variables of the server; none without variables.
    pub(super) fn variables(&self, key: &'static str) -> Option<(&'static str, Tree)> {
        let record = || Tree::Object(vec![(KEEPS, Tree::text(self.kept.join(",")))]);
        (!self.kept.is_empty()).then(|| (key, record()))
    }
}

/// A registration of the server in an agent's file, of whatever version and at whatever path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Registered {
    /// The program.
    pub(crate) program: PathBuf,
    /// The words after it, the first of which is `mcp`.
    pub(crate) arguments: Vec<String>,
    /// The entries that a removal leaves.
    pub(super) kept: Vec<String>,
}

impl Registered {
    /// The server of Shellgate that `value` registers, as an agent's file has it; none if it is another one.
    pub(super) fn of(value: &Value) -> Option<Self> {
        let texts = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|word| Some(word.as_str()?.to_owned())).collect()
        };
        let command = value.get("command")?;
        let mut words = command.as_str().map(|word| vec![word.to_owned()]).or_else(|| texts(command))?;
        words.extend(value.get("args").and_then(texts).unwrap_or_default());
        let (program, arguments) = words.split_first()?;
        let is_shellgate = Path::new(program).file_stem().is_some_and(|name| name == NAME);
        let serves = arguments.first().is_some_and(|order| order == ORDER);
        let variables = ["env", "environment"].iter().find_map(|key| value.get(key));
        let kept = variables.and_then(|it| it.get(KEEPS)?.as_str()).unwrap_or_default();
        let kept = kept.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        (is_shellgate && serves).then(|| Self {
            program: program.into(),
            arguments: arguments.to_vec(),
            kept,
        })
    }

    /// Whether an installation could have written it: somebody who adds options to the command owns it.
    pub(super) fn is_installed(&self) -> bool {
        self.arguments == [ORDER]
    }
}

/// Whether `value` is a registration that an installation could have written.
pub(super) fn is_ours(value: &Value) -> bool {
    Registered::of(value).is_some_and(|it| it.is_installed())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_form_of_a_registration_is_known_and_no_other_server() {
        for (value, known, ours) in [
            (json!({"command": "/x y/shellgate", "args": ["mcp"]}), true, true),
            (json!({"type": "local", "command": ["shellgate", "mcp"], "enabled": true}), true, true),
            (json!({"command": "shellgate", "args": ["mcp", "--mode", "plan"]}), true, false),
            (json!({"command": "shellgate", "args": ["hook"]}), false, false),
            (json!({"command": "shellgate"}), false, false),
            (json!({"command": "/x/other", "args": ["mcp"]}), false, false),
            (json!({"command": "sh", "args": ["-c", "shellgate mcp"]}), false, false),
            (json!({"url": "http://127.0.0.1/mcp"}), false, false),
            (json!({"command": 7, "args": ["mcp"]}), false, false),
            (json!("shellgate"), false, false),
        ] {
            assert_eq!((Registered::of(&value).is_some(), is_ours(&value)), (known, ours), "{value}");
        }
    }

    #[test]
    fn a_registration_says_what_a_removal_leaves() {
        let command = |kept: &[&str]| ServerCommand {
            program: "/x/shellgate".to_owned(),
            kept: kept.iter().map(|name| (*name).to_owned()).collect(),
        };
        assert_eq!(command(&[]).variables("env"), None);
        let command = command(&["Bash", "a.b"]);
        let mut pairs = vec![("command", Tree::text("/x/shellgate")), ("args", ServerCommand::arguments())];
        pairs.extend(command.variables("env"));
        let registered = Registered::of(&Tree::Object(pairs).value()).unwrap();
        assert_eq!(registered.kept, command.kept);
    }
}
