//! Whether one rule is about every call that another rule is about.
//!
//! Owns the comparison of rules with rules. Yes is certain for what the texts mean; what a wildcard of an allow rule never
//! stands for is known to the judge alone.

use alloc::string::String;

use super::glob::{ANYTHING, Glob};
use super::host::HostPattern;
use super::text::{Content, Rule, ToolName};

/// Labels that no rule names.
const LABELS: [&str; 2] = ["x-any", "x-any.x-other"];

impl Rule {
    /// Whether this rule is about every call that `other` is about.
    pub fn includes(&self, other: &Self) -> bool {
        if self.in_doubt || other.in_doubt || !self.tool.includes(&other.tool) {
            return false;
        }
        match (&self.content, &other.content) {
            (Content::All, _) => true,
            (Content::Command(own), Content::Command(other)) => own.includes(other),
            (Content::Path(own), Content::Path(other)) => own.includes(other),
            (Content::Domain(own), Content::Domain(other)) => hosts_include(own, other),
            (Content::Text(own), Content::Text(other)) => {
                Glob::from_text(own).matches(&other.replace('*', ANYTHING.encode_utf8(&mut [0; 4])))
            }
            _ => false,
        }
    }
}

impl ToolName {
    fn includes(&self, other: &Self) -> bool {
        match other {
            Self::Exactly(name) => self.matches(name),
            Self::Server(_) | Self::Matching(_) => self == other,
        }
    }
}

fn hosts_include(own: &HostPattern, other: &HostPattern) -> bool {
    if own.port().is_some() && own.port() != other.port() {
        return false;
    }
    let host = other.host_text();
    match host.strip_prefix("*.") {
        _ if own.host_text() == "*" => true,
        Some(rest) if !rest.contains('*') => {
            LABELS.iter().all(|label| own.matches_host(&[label, ".", rest].concat()))
        }
        None if !host.contains('*') => own.matches_host(&host),
        _ => own.host_text() == host,
    }
}

impl HostPattern {
    /// The host as written, in small letters, without the port.
    fn host_text(&self) -> String {
        let text = self.text().to_lowercase();
        match self.port() {
            Some(port) => text.strip_suffix(&alloc::format!(":{port}")).map_or(text.clone(), String::from),
            None => text,
        }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

    use crate::Span;
    use crate::rules::{List, Rule, SourceLocation, parse};

    fn rule(text: &str) -> Rule {
        let nowhere = SourceLocation { file: "s".into(), line: 1, column: 1, span: Span::default() };
        parse(text, List::Deny, nowhere, None).unwrap().rule
    }

    #[test]
    fn a_rule_includes_what_each_of_its_wildcards_can_stand_for() {
        for (wide, narrow, expected) in [
            ("Bash(git:*)", "Bash(git log:*)", true),
            ("Bash(git:*)", "Bash(git)", true),
            ("Bash(git *)", "Bash(git:*)", true),
            ("Bash(git log:*)", "Bash(git:*)", false),
            ("Bash(git:*)", "Bash(github:*)", false),
            ("Bash(git*)", "Bash(github:*)", true),
            ("Bash(git * --stat)", "Bash(git log --stat)", true),
            ("Bash(git * --stat)", "Bash(git log:*)", false),
            ("Bash", "Bash(git log)", true),
            ("Bash(*)", "Bash(git log:*)", true),
            ("Bash", "Read(**)", false),
            ("Bash(ls)", "Bash(ls)", true),
            ("Bash(ls)", "Bash(ls:*)", false),
            ("Bash(a \"b c\")", "Bash(a 'b c')", true),
            ("Read(~/x/**)", "Read(~/x/y/*.txt)", true),
            ("Read(~/x/*)", "Read(~/x/y)", false),
            ("Read(**)", "Read(src/**)", true),
            ("Read(**)", "Read(//etc/**)", false),
            ("Read(~/x)", "Edit(~/x)", false),
            ("Read", "Read(~/x)", true),
            ("WebFetch(domain:*)", "WebFetch(domain:a.b)", true),
            ("WebFetch(domain:*.b.c)", "WebFetch(domain:a.b.c)", true),
            ("WebFetch(domain:*.b.c)", "WebFetch(domain:b.c)", false),
            ("WebFetch(domain:*.c.d)", "WebFetch(domain:*.b.c.d)", true),
            ("WebFetch(domain:*.b.c.d)", "WebFetch(domain:*.c.d)", false),
            ("WebFetch(domain:a.*)", "WebFetch(domain:a.*)", true),
            ("WebFetch(domain:*)", "WebFetch(domain:*.b.c)", true),
            ("WebFetch(domain:*)", "WebFetch(domain:a.*)", true),
            ("WebFetch(domain:a.*.c)", "WebFetch(domain:a.b.c)", true),
            ("WebFetch(domain:a.*.c)", "WebFetch(domain:a.*.b)", false),
            ("WebFetch(domain:*.b*)", "WebFetch(domain:*.*c)", false),
            ("WebFetch(domain:a.b)", "WebFetch(domain:a.b:80)", true),
            ("WebFetch(domain:a.b:80)", "WebFetch(domain:a.b:80)", true),
            ("WebFetch(domain:a.b:443)", "WebFetch(domain:a.b:80)", false),
            ("WebFetch(domain:a.b:80)", "WebFetch(domain:a.b)", false),
            ("Bash(A=1 git:*)", "Bash(A=1 git log)", true),
            ("Bash(A=1 git:*)", "Bash(A=2 git log)", false),
            ("Bash(A=1 git:*)", "Bash(git log)", false),
            ("PowerShell(Get-Item:*)", "PowerShell(Get-Item a)", true),
            ("PowerShell(Get-Item:*)", "PowerShell(gi a)", true),
            ("PowerShell(gi:*)", "PowerShell(Get-Item a)", true),
            ("Bash(git log '*)", "Bash(git log 'a*)", true),
            ("Bash(echo:*)", "Bash(echo it's)", false),
            ("Bash(echo it's a)", "Bash(echo it's a)", false),
            ("mcp__s", "mcp__s__t", true),
            ("mcp__s__t", "mcp__s", false),
        ] {
            assert_eq!(rule(wide).includes(&rule(narrow)), expected, "{wide} and {narrow}");
        }
    }
}
