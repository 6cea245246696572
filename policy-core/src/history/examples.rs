//! Commands on which two policies may differ, where there is no log: from their rules, and from the tables.
//!
//! Owns the forms of a command that are tried: itself, with another last word, with one more, into a file, in a wrapper, in a
//! shell of its own.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::asked::{Asked, Call, Log};
use crate::commands::{Arg, Form, Inner, Wrapper, inner, programs};
use crate::policy::Policy;
use crate::rules::{Content, Rule, ToolName};
use crate::script::Dialect;
use crate::span::Span;

/// A word that no rule means.
const OTHER: &str = "another";

/// The commands that the rules of `policies` and the examples of all tables make, each once, asked in `cwd` by somebody with
/// this home directory.
pub fn examples(policies: &[&Policy], cwd: Option<&str>, home: Option<&str>) -> Vec<Asked> {
    let mut log = Log::new(home);
    for policy in policies {
        for (_, rule) in policy.rules.all() {
            let tool = match &rule.tool {
                ToolName::Exactly(name) | ToolName::Server(name) => name,
                ToolName::Matching(_) => Dialect::Bash.tool(),
            };
            for command in commands_of(rule, tool) {
                let about_path = matches!(rule.content, Content::Path(_));
                let tool = (!about_path).then_some(tool);
                log.add(&Call { tool, command: &command, cwd, ..Call::default() });
            }
        }
    }
    for program in programs() {
        let shell = program.cmdlet.map(|_| Dialect::PowerShell);
        add_examples(&program.form, &mut |command| {
            log.add(&Call { tool: shell.map(Dialect::tool), command, cwd, shell, ..Call::default() });
        });
    }
    let mut asked = log.distinct();
    for one in &mut asked {
        one.count = 1;
    }
    asked
}

fn add_examples(form: &Form, add: &mut dyn FnMut(&str)) {
    for text in form.yes.iter().chain(form.no) {
        add(text);
    }
    for sub in form.subs() {
        add_examples(sub, add);
    }
}

/// The commands that show what a rule does, the whole of its text last.
pub(crate) fn commands_of(rule: &Rule, tool: &str) -> Vec<String> {
    let content = rule.text.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or("");
    match &rule.content {
        Content::All => Vec::from([String::from(OTHER)]),
        Content::Command(_) => forms(content, tool),
        Content::Path(path) => {
            let written = content.strip_prefix('/').filter(|rest| rest.starts_with('/')).unwrap_or(content);
            let path = path.one_path().unwrap_or_else(|| written.replace("**", OTHER).replace('*', OTHER));
            Vec::from([format!("> {path}"), format!("< {path}"), format!("cd {path}")])
        }
        Content::Domain(host) => {
            let host = host.text().replace('*', OTHER);
            Vec::from([format!("https://{host}/"), format!("https://{OTHER}.{host}/")])
        }
        Content::Text(text) => Vec::from([text.replace('*', OTHER)]),
    }
}

fn forms(content: &str, tool: &str) -> Vec<String> {
    let bare = content.strip_suffix(":*").or_else(|| content.strip_suffix(" *")).unwrap_or(content);
    let bare = bare.replace('*', OTHER);
    let mut found = Vec::from([format!("{bare} {OTHER}"), format!("{bare} > {OTHER}")]);
    if let Some((front, _)) = bare.rsplit_once(' ') {
        found.push(format!("{front} {OTHER}"));
    }
    if tool == Dialect::Bash.tool() {
        if let Some(wrapper) = plain_wrapper() {
            found.push(format!("{wrapper} {bare}"));
        }
        if !bare.contains('\'') {
            found.push(format!("{} -c '{bare}'", Dialect::Bash.shell().name));
        }
    }
    found.push(bare);
    found
}

/// A program that runs the command after its name, and nothing else is needed. It is sought once.
fn plain_wrapper() -> Option<&'static str> {
    static FOUND: OnceBox<Option<&'static str>> = OnceBox::new();
    let is_plain = |name: &'static str| {
        let args = [name, OTHER].map(|word| Arg::known(word, 0, Span::default()));
        matches!(inner(&args), Some(Inner::Command { at: 1, .. }))
    };
    *FOUND.get_or_init(|| {
        let wrappers = programs().into_iter().filter(|program| program.wrapper == Some(Wrapper::Allow));
        Box::new(wrappers.map(|program| program.name).find(|name| is_plain(name)))
    })
}
