//! The canary of the MCP server: the server that an agent's file registers is started as the agent starts it, and asked to
//! run what must not run and to judge what may.
//!
//! Owns the conversation, in an empty directory. The client that it plays can ask nobody, so that what asks does not run.

use std::process::Command;
use std::time::Duration;

use serde_json::{Value, json};

use super::canary::{CANARY, HARMLESS, Said};
use super::conversation::Conversation;
use super::server_command::Registered;
use crate::system::temporary_directory::TemporaryDirectory;

/// How long the whole conversation may take.
const TIME_MAX: Duration = Duration::from_secs(20);

/// The tool that runs a command.
const RUNS: &str = "Bash";

/// The tool that shows the verdict on a command and runs nothing.
const SHOWS: &str = "Check";

/// The first word of a verdict by which a command runs.
const RUNS_UNASKED: &str = "allow:";

/// What the server of `registered` said about the canary and about the harmless command.
pub(crate) fn said(registered: &Registered) -> (Said, Said) {
    said_within(TIME_MAX, registered)
}

fn said_within(limit: Duration, registered: &Registered) -> (Said, Said) {
    ask(limit, registered).unwrap_or_else(|why| {
        let failed = Said::Failed(format!("the server does not work: {why}"));
        (failed.clone(), failed)
    })
}

fn ask(limit: Duration, registered: &Registered) -> Result<(Said, Said), String> {
    let place =
        TemporaryDirectory::new("canary").map_err(|_| "there is no temporary directory".to_owned())?;
    let mut command = Command::new(&registered.program);
    let mut server =
        Conversation::start(command.args(&registered.arguments).current_dir(place.path()), limit)?;
    let client = json!({"name": "shellgate-canary", "version": env!("CARGO_PKG_VERSION")});
    let opening = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    server.call("initialize", &opening)?;
    server.notify("notifications/initialized")?;
    let tools = server.call("tools/list", &json!({}))?;
    let is_listed = |name: &str| tools["tools"].as_array().into_iter().flatten().any(|it| it["name"] == name);
    if let Some(missing) = [RUNS, SHOWS].into_iter().find(|name| !is_listed(name)) {
        return Err(format!("it has no tool `{missing}`"));
    }
    let mut call = |tool: &str, command: &str| {
        server.call("tools/call", &json!({"name": tool, "arguments": {"command": command}}))
    };
    let result = call(RUNS, CANARY)?;
    let canary = if result["isError"] == true { Said::Blocked(text(&result)) } else { Said::Passed };
    let verdict = text(&call(SHOWS, HARMLESS)?);
    let harmless = if verdict.starts_with(RUNS_UNASKED) { Said::Passed } else { Said::Blocked(verdict) };
    Ok((canary, harmless))
}

/// The first text of a result.
fn text(result: &Value) -> String {
    let texts = result["content"].as_array().into_iter().flatten().filter_map(|it| it["text"].as_str());
    texts.into_iter().next().unwrap_or("it gave no reason").to_owned()
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    /// What a server said whose result of `tools/list` and of every call is this.
    fn said_by(tools: &str, result: &str, limit: Duration) -> (Said, Said) {
        let place = tempfile::tempdir().unwrap();
        let program = place.path().join("shellgate");
        let script = format!(
            "#!/bin/sh\nwhile read -r line; do\n  id=${{line#*\\\"id\\\":}}; id=${{id%%,*}}\n  case $line in\n  \
             *notifications/*) continue ;;\n  *tools/list*) r='{tools}' ;;\n  *) r='{result}' ;;\n  esac\n  \
             printf 'noise\\n{{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}}\\n' \"$id\" \"$r\"\ndone\n"
        );
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, Permissions::from_mode(0o755)).unwrap();
        said_within(limit, &Registered { program, arguments: vec!["mcp".to_owned()], kept: Vec::new() })
    }

    #[test]
    fn a_server_counts_only_if_it_refuses_the_canary_and_lets_the_harmless_command_pass() {
        let tools = r#"{"tools":[{"name":"Bash"},{"name":"Check"}]}"#;
        let result = |text: &str, is_error: bool| {
            json!({"content": [{"type": "text", "text": text}], "isError": is_error}).to_string()
        };
        let refused = said_by(tools, &result("not run: no", true), TIME_MAX);
        assert_eq!(refused.0, Said::Blocked("not run: no".to_owned()));
        assert_eq!(refused.1, Said::Blocked("not run: no".to_owned()));
        let ran = said_by(tools, &result("allow: it runs", false), TIME_MAX);
        assert_eq!(ran, (Said::Passed, Said::Passed));
        for (tools, result) in [(r#"{"tools":[{"name":"Bash"}]}"#, "{}"), ("{}", "{}"), ("[", "{}")] {
            // The answer of the last one is no JSON, so that the limit ends it.
            let (canary, harmless) = said_by(tools, result, Duration::from_secs(1));
            assert!(matches!((canary, harmless), (Said::Failed(_), Said::Failed(_))), "{tools}");
        }
        let gone = Registered { program: "/missing/shellgate".into(), arguments: vec![], kept: vec![] };
        assert!(matches!(said(&gone).0, Said::Failed(_)));
    }
}
