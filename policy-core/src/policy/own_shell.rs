//! The agent's own shell, which a settings file takes away in favour of the shell that Shellgate serves.
//!
//! Owns when `deny: ["Bash"]` is about the agent's tool and not about commands. Claude Code takes a tool away by a deny rule
//! with its name (<https://code.claude.com/docs/en/permissions>). The file that also allows the server `mcp__shellgate` says
//! that commands run there, and this rule would deny each of them.

use alloc::vec::Vec;

use crate::rules::{Content, List, Rule, ToolName};

/// The tools of the server that `shellgate install --mcp` registers, as a rule names them.
const SERVER: &str = "mcp__shellgate";

/// The shells of an agent.
const SHELLS: [&str; 2] = ["Bash", "PowerShell"];

/// The `rules` of one file without the deny rules that take the agent's own shell away.
pub(super) fn without_own_shell(mut rules: Vec<(List, Rule)>) -> Vec<(List, Rule)> {
    let allows_server = |(list, rule): &(List, Rule)| {
        *list == List::Allow
            && rule.content == Content::All
            && matches!(&rule.tool, ToolName::Server(server) if **server == *SERVER)
    };
    if rules.iter().any(allows_server) {
        // Only the bare name: `Bash(*)` and `*` are about commands.
        rules.retain(|(list, rule)| *list != List::Deny || !SHELLS.contains(&rule.text.as_str()));
    }
    rules
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use crate::policy::{Authority, Policy, Source};
    use crate::{Decision, Engine, Request};

    /// The decisions about a command that only reads and one that a rule denies, under these settings files.
    fn decisions(files: &[(&str, Authority)]) -> (Decision, Decision) {
        let source = |(text, authority): &(&str, Authority)| Source {
            name: "settings.json".into(),
            text: String::from(*text),
            authority: *authority,
            ..Source::default()
        };
        let engine =
            Engine::new(Policy::from_sources(&files.iter().map(source).collect::<Vec<_>>()).unwrap());
        let decision = |command| engine.check(&Request::new(command)).decision;
        (decision("ls"), decision("curl https://example.com"))
    }

    const TAKES_AWAY: &str = r#"{"permissions":{"allow":["mcp__shellgate"],"deny":["Bash","Monitor","PowerShell","Bash(curl:*)"]}}"#;

    #[test]
    fn a_file_that_allows_the_server_takes_the_agents_shell_away_and_denies_no_command_by_that() {
        for authority in [Authority::User, Authority::Project] {
            assert_eq!(decisions(&[(TAKES_AWAY, authority)]), (Decision::Allow, Decision::Deny));
        }
    }

    #[test]
    fn a_whole_shell_stays_denied_by_any_other_word_and_by_any_other_file() {
        for text in [
            r#"{"permissions":{"deny":["Bash"]}}"#,
            r#"{"permissions":{"allow":["mcp__other"],"deny":["Bash"]}}"#,
            r#"{"permissions":{"allow":["mcp__shellgate__Check"],"deny":["Bash"]}}"#,
            r#"{"permissions":{"ask":["mcp__shellgate"],"deny":["Bash"]}}"#,
            r#"{"permissions":{"deny":["mcp__shellgate","Bash"]}}"#,
            r#"{"permissions":{"allow":["mcp__shellgate"],"deny":["Bash(*)"]}}"#,
            r#"{"permissions":{"allow":["mcp__shellgate"],"deny":["*"]}}"#,
            r#"{"permissions":{"allow":["mcp__shellgate"],"deny":["Bash", "Bas*"]}}"#,
        ] {
            assert_eq!(decisions(&[(text, Authority::User)]).0, Decision::Deny, "{text}");
        }
        let denies = r#"{"permissions":{"deny":["Bash"]}}"#;
        for files in [[TAKES_AWAY, denies], [denies, TAKES_AWAY]] {
            let files = files.map(|text| (text, Authority::Project));
            assert_eq!(decisions(&files).0, Decision::Deny);
        }
    }
}
