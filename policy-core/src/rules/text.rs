//! Parses rule text to a [`Rule`]: `Tool`, `Tool(content)`, and the meaning of the content for that tool.
//!
//! Owns the outer grammar. An invalid rule is an error with its place; nothing is skipped or guessed.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::Span;

use super::glob::Glob;
use super::grammar::Grammar;
use super::host::HostPattern;
use super::joined::Joined;
use super::lint;
use super::list::List;
use super::own_text::own_texts;
use super::path_rule::PathRule;
use super::pattern::Pattern;
use super::problem::{Problem, first_unseen, tick};
use super::source_location::SourceLocation;

/// One rule with the place it was written at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// As written.
    pub text: String,
    /// Where it is.
    pub place: SourceLocation,
    /// Which tools it is about.
    pub tool: ToolName,
    /// Which calls of them it is about.
    pub content: Content,
    /// Whether it could not be read, so that this is only what it could mean: it may match, and never does for sure.
    pub in_doubt: bool,
}

impl Rule {
    /// How many words it names before its first wildcard, the program included.
    pub(crate) fn names_words(&self) -> usize {
        match &self.content {
            Content::Command(pattern) => pattern.lead_words().count(),
            Content::All | Content::Path(_) | Content::Domain(_) | Content::Text(_) => 0,
        }
    }

    /// The ask rule that may match every call of every tool, in place of `text`, which cannot be read.
    pub(crate) fn about_everything(text: &str, place: SourceLocation) -> Self {
        let tool = ToolName::Matching("*".into());
        Self { text: text.into(), place, tool, content: Content::All, in_doubt: true }
    }

    /// What it says about a whole text, if it is a deny or ask rule about more than one simple command.
    pub(crate) fn joined(&self) -> Option<Joined> {
        let content = match &self.content {
            Content::Command(_) => self.text.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')),
            Content::All | Content::Path(_) | Content::Domain(_) | Content::Text(_) => None,
        };
        content.and_then(Joined::of)
    }

    /// The texts of commands that it approves as they are, if it is an allow rule.
    pub(crate) fn own_texts(&self) -> impl Iterator<Item = &str> {
        let content = match &self.content {
            Content::Command(_) => self.text.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')),
            Content::All | Content::Path(_) | Content::Domain(_) | Content::Text(_) => None,
        };
        content.into_iter().flat_map(own_texts)
    }

    /// Whether it is about paths, or about commands of a program that it names in full.
    pub(crate) fn names_a_program(&self) -> bool {
        match &self.content {
            Content::Command(pattern) => pattern.index_words().is_some(),
            Content::All => false,
            Content::Path(_) | Content::Domain(_) | Content::Text(_) => true,
        }
    }
}

/// Which tools a rule is about. Names are compared byte for byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolName {
    /// This one.
    Exactly(Box<str>),
    /// Every tool of an MCP server, or this one tool: `mcp__server`.
    Server(Box<str>),
    /// Every tool whose name matches.
    Matching(Box<str>),
}

impl ToolName {
    /// Whether the tool `name` is meant.
    pub fn matches(&self, name: &str) -> bool {
        match self {
            Self::Exactly(own) => **own == *name,
            Self::Server(own) => {
                name.strip_prefix(&**own).is_some_and(|rest| rest.is_empty() || rest.starts_with("__"))
            }
            Self::Matching(pattern) => Glob::from_text(pattern).matches(name),
        }
    }
}

/// Which calls of its tools a rule is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Every call: `Tool` or `Tool(*)`.
    All,
    /// Simple commands.
    Command(Pattern),
    /// Paths.
    Path(PathRule),
    /// Hosts, and one port or every one.
    Domain(HostPattern),
    /// Any other argument as text, in which `*` matches any characters.
    Text(Box<str>),
}

/// A rule that was understood, and what is suspicious about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The rule.
    pub rule: Rule,
    /// What is probably not meant; the rule holds nevertheless.
    pub warnings: Vec<Problem>,
}

/// What a tool's content is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ToolKind {
    Command(Grammar),
    Path,
    Domain,
    Text,
}

/// Longest rule that is read, in Unicode scalar values: nobody reads a longer one before approving it.
pub(super) const RULE_CHARACTERS_MAX: usize = 8_000;

/// Tools that are known by name; every other takes a command, because only commands are asked about.
pub(super) const TOOLS: &[(&str, ToolKind)] = &[
    ("Agent", ToolKind::Text),
    ("Bash", ToolKind::Command(Grammar::Posix)),
    ("BashOutput", ToolKind::Text),
    ("Cd", ToolKind::Path),
    ("Edit", ToolKind::Path),
    ("ExitPlanMode", ToolKind::Text),
    ("Glob", ToolKind::Path),
    ("Grep", ToolKind::Path),
    ("KillShell", ToolKind::Text),
    ("LS", ToolKind::Path),
    ("LSP", ToolKind::Text),
    ("Monitor", ToolKind::Command(Grammar::Posix)),
    ("MultiEdit", ToolKind::Path),
    ("NotebookEdit", ToolKind::Path),
    ("NotebookRead", ToolKind::Path),
    ("PowerShell", ToolKind::Command(Grammar::PowerShell)),
    ("Read", ToolKind::Path),
    ("Skill", ToolKind::Text),
    ("Task", ToolKind::Text),
    ("TaskCreate", ToolKind::Text),
    ("TaskGet", ToolKind::Text),
    ("TaskList", ToolKind::Text),
    ("TaskOutput", ToolKind::Text),
    ("TaskStop", ToolKind::Text),
    ("TaskUpdate", ToolKind::Text),
    ("TodoWrite", ToolKind::Text),
    ("ToolSearch", ToolKind::Text),
    ("WebFetch", ToolKind::Domain),
    ("WebSearch", ToolKind::Text),
    ("Write", ToolKind::Path),
];

/// Reads the text of one rule in `list`. `root` is the directory that a path `/x` starts from.
///
/// # Errors
/// The first thing that is wrong, with its bytes in `text` and what was meant.
pub fn parse(
    text: &str,
    list: List,
    place: SourceLocation,
    root: Option<&Arc<str>>,
) -> Result<Parsed, Problem> {
    if text.chars().nth(RULE_CHARACTERS_MAX).is_some() {
        return Err(Problem::new(
            Span::new(0, text.len()),
            alloc::format!("this rule is longer than {RULE_CHARACTERS_MAX} characters"),
            "write its beginning, and `*` for the rest",
        ));
    }
    let (name, content) = split(text)?;
    let tool = tool_name(name, list)?;
    let mut warnings = Vec::new();
    let content = match content {
        None => Content::All,
        Some((at, content)) => {
            if let ToolName::Matching(_) = tool {
                return Err(Problem::new(
                    Span::new(at.saturating_sub(1), text.len()),
                    "a rule with a wildcard in the tool name applies to every call, so it takes no parentheses",
                    "name one tool, or leave out the parentheses",
                ));
            }
            // Only a command has several lines.
            let line_break = content.find('\n').filter(|_| !matches!(kind(name), ToolKind::Command(_)));
            if let Some(found) = line_break {
                return Err(invisible((at + found, '\n')));
            }
            let blank = content.trim_matches([' ', '\t']);
            if blank.is_empty() {
                return Err(Problem::new(
                    Span::new(at.saturating_sub(1), at + content.len() + 1),
                    "there is nothing between the parentheses",
                    alloc::format!("write {} to mean every call", tick(name)),
                ));
            }
            // For paths `*` means what lies under the working directory; to deny every path is what is meant by a deny.
            let every = if kind(name) == ToolKind::Path {
                blank == "*" && list != List::Allow
            } else {
                blank.chars().all(|c| c == '*')
            };
            if every {
                Content::All
            } else {
                read(name, content, list, root).map_err(|problem| problem.moved(at))?
            }
        }
    };
    lint::tool(name, tool_in_other_case(name), &mut warnings);
    let at = name.len() + 1;
    if let Content::Command(pattern) = &content {
        let inside = Span::new(at, text.len().saturating_sub(1));
        lint::command(pattern, grammar(name).has_cmdlets(), inside.slice(text), inside, list, &mut warnings);
    }
    Ok(Parsed { rule: Rule { text: text.into(), place, tool, content, in_doubt: false }, warnings })
}

/// The content of a rule, and the offset it begins at.
type At<'a> = (usize, &'a str);

/// The tool's name and the content.
fn split(text: &str) -> Result<(&str, Option<At<'_>>), Problem> {
    if let Some(unseen) = first_unseen(text) {
        return Err(invisible(unseen));
    }
    let whole = Span::new(0, text.len());
    let Some((name, after)) = text.split_once('(') else {
        if let Some(at) = text.find(')') {
            return Err(Problem::new(
                Span::new(at, at + 1),
                "this `)` closes nothing",
                "write `Tool` or `Tool(content)`",
            ));
        }
        if text.is_empty() {
            return Err(Problem::new(whole, "this rule is empty", "write `Tool` or `Tool(content)`"));
        }
        return Ok((text, None));
    };
    let opened = Span::at(name.len()).join(Span::at(name.len() + 1));
    if name.is_empty() {
        return Err(Problem::new(
            opened,
            "the tool's name is missing",
            alloc::format!("write {}", tick(&alloc::format!("Bash{text}"))),
        ));
    }
    let Some((content, behind)) = after.rsplit_once(')') else {
        return Err(Problem::new(
            opened.join(Span::at(text.len())),
            "the parenthesis that opens here is not closed",
            if after.trim_matches([' ', '\t']).is_empty() {
                alloc::format!("write {} to mean every call", tick(name))
            } else {
                alloc::format!("write {}", tick(&alloc::format!("{text})")))
            },
        ));
    };
    let start = name.len() + 1;
    if !behind.is_empty() {
        return Err(Problem::new(
            Span::new(start + content.len() + 1, text.len()),
            alloc::format!("nothing can follow the closing parenthesis, but {} does", tick(behind)),
            alloc::format!("write {}", tick(&alloc::format!("{name}({content})"))),
        ));
    }
    if let Some(at) = second_rule(content) {
        return Err(Problem::new(
            Span::new(start + at, text.len()),
            "this text holds two rules, and one text is one rule",
            "make it two texts in the list",
        ));
    }
    Ok((name, Some((start, content))))
}

/// That nobody can see a character.
fn invisible((at, character): (usize, char)) -> Problem {
    let shown = tick(character.encode_utf8(&mut [0; 4]));
    Problem::new(
        Span::new(at, at + character.len_utf8()),
        alloc::format!("the character {shown} is invisible, so nobody can read what this rule matches"),
        "remove it",
    )
}

/// Where a second `Tool(` begins after a `)`, as in `Bash(ls), Bash(cat`.
pub(super) fn second_rule(content: &str) -> Option<usize> {
    content.match_indices(')').find_map(|(at, _)| {
        let rest = content.get(at + 1..)?.trim_start_matches([' ', ',', ';', '\t']);
        let (name, _) = rest.split_once('(')?;
        let known = TOOLS.iter().any(|(tool, _)| *tool == name) || name.starts_with("mcp__");
        known.then(|| content.len() - rest.len())
    })
}

fn tool_name(name: &str, list: List) -> Result<ToolName, Problem> {
    let mcp = name.starts_with("mcp__");
    let bad = name.char_indices().find(|(_, c)| {
        !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '*') || mcp && matches!(c, '/' | ':'))
    });
    if let Some((at, character)) = bad {
        let span = Span::new(at, at + character.len_utf8());
        let message =
            alloc::format!("{} cannot be in a tool's name", tick(character.encode_utf8(&mut [0; 4])));
        let first = name.split([' ', '\t']).next().unwrap_or("");
        let help = if matches!(character, ' ' | '\t') && !first.is_empty() {
            let rest = name.get(first.len()..).unwrap_or("").trim();
            if rest.is_empty() {
                alloc::format!("write {} directly in front of the parenthesis", tick(first))
            } else {
                alloc::format!("to mean a command, write {}", tick(&alloc::format!("Bash({name})")))
            }
        } else if matches!(character, ' ' | '\t') {
            String::from("remove the blank in front of the tool's name")
        } else {
            String::from("names are made of letters, digits, `_`, `-` and `.`")
        };
        return Err(Problem::new(span, message, help));
    }
    if let Some(at) = name.find('*') {
        let server = name.strip_prefix("mcp__").and_then(|rest| rest.split_once("__"));
        let pinned = server.is_some_and(|(server, _)| !server.is_empty() && !server.contains('*'));
        if list == List::Allow && !pinned {
            return Err(Problem::new(
                Span::new(at, at + 1),
                "an allow rule cannot have a wildcard in the tool's name, because it would allow tools that nobody has seen yet",
                "name the tool; a wildcard can only follow `mcp__server__`",
            ));
        }
        return Ok(ToolName::Matching(name.into()));
    }
    let server = name.strip_prefix("mcp__").is_some_and(|rest| !rest.is_empty() && !rest.contains("__"));
    Ok(if server { ToolName::Server(name.into()) } else { ToolName::Exactly(name.into()) })
}

fn kind(tool: &str) -> ToolKind {
    if tool.starts_with("mcp__") {
        return ToolKind::Text;
    }
    TOOLS.iter().find(|(name, _)| *name == tool).map_or(ToolKind::Command(Grammar::Posix), |(_, kind)| *kind)
}

/// The quotes that rules of this tool are written in.
pub(crate) fn grammar(tool: &str) -> Grammar {
    match kind(tool) {
        ToolKind::Command(grammar) => grammar,
        _ => Grammar::Posix,
    }
}

/// Whether rules know this tool.
#[cfg(feature = "history")]
pub(crate) fn is_tool(name: &str) -> bool {
    TOOLS.iter().any(|(tool, _)| *tool == name)
}

/// The known tool whose name differs from `name` in case alone.
pub(crate) fn tool_in_other_case(name: &str) -> Option<&'static str> {
    TOOLS.iter().map(|(tool, _)| *tool).find(|tool| tool.eq_ignore_ascii_case(name) && *tool != name)
}

fn read(tool: &str, content: &str, list: List, root: Option<&Arc<str>>) -> Result<Content, Problem> {
    match kind(tool) {
        ToolKind::Command(grammar) => Pattern::parse(content, grammar).map(Content::Command),
        ToolKind::Path => PathRule::parse(content, list, root).map(Content::Path),
        ToolKind::Domain => {
            let Some(host) = content.strip_prefix("domain:") else {
                return Err(Problem::new(
                    Span::new(0, content.len()),
                    alloc::format!("a rule for {} names a host", tick(tool)),
                    alloc::format!(
                        "write {}, with the host alone",
                        tick(&alloc::format!("{tool}(domain:docs.rs)"))
                    ),
                ));
            };
            if host.is_empty() {
                return Err(Problem::new(
                    Span::new(0, content.len()),
                    "there is no host after `domain:`",
                    "write only the host, such as `docs.rs` or `*.example.com`",
                ));
            }
            HostPattern::parse(host).map(Content::Domain).map_err(|problem| problem.moved("domain:".len()))
        }
        ToolKind::Text => Ok(Content::Text(content.into())),
    }
}
