//! The witness of a shell with cmdlets: tree-sitter-powershell reads the same bytes, and its commands, words, redirects and comments
//! must be those of the strict reader.
//!
//! Owns the second parser, the node kinds in which nothing is called or defined, and the comparison. A kind that is not among them is
//! a disagreement, so that a method, a type or a statement which the strict reader overlooks is seen. Never allows anything.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use tree_sitter::{Language, Node, Parser, Tree};

use super::disagreement::{Disagreement, DisagreementKind};
use super::parse::parse_within;
use crate::script::{Part, PartKind, READS_POWERSHELL, Redirect, RedirectOp, Script, Simple};
use crate::sorted;
use crate::span::Span;

/// Kinds of nodes in which nothing but the commands below them runs.
const HARMLESS: &[&str] = &[
    "additive_argument_expression",
    "additive_expression",
    "argument_expression",
    "array_expression",
    "array_literal_expression",
    "assignement_operator",
    "assignment_expression",
    "bitwise_argument_expression",
    "bitwise_expression",
    "braced_variable",
    "cast_expression",
    "catch_clause",
    "catch_clauses",
    "command_argument_sep",
    "command_elements",
    "command_invokation_operator",
    "command_name",
    "command_name_expr",
    "command_parameter",
    "comparison_argument_expression",
    "comparison_expression",
    "comparison_operator",
    "decimal_integer_literal",
    "element_access",
    "else_clause",
    "elseif_clause",
    "elseif_clauses",
    "empty_statement",
    "expandable_here_string_literal",
    "expandable_string_literal",
    "expression_with_unary_operator",
    "file_redirection_operator",
    "finally_clause",
    "for_condition",
    "for_initializer",
    "for_iterator",
    "for_statement",
    "foreach_statement",
    "format_argument_expression",
    "format_expression",
    "format_operator",
    "generic_token",
    "hash_entry",
    "hash_literal_body",
    "hash_literal_expression",
    "hexadecimal_integer_literal",
    "if_statement",
    "integer_literal",
    "key_expression",
    "left_assignment_expression",
    "logical_argument_expression",
    "logical_expression",
    "member_access",
    "member_name",
    "merging_redirection_operator",
    "multiplicative_argument_expression",
    "multiplicative_expression",
    "parenthesized_expression",
    "path_command_name",
    "path_command_name_token",
    "pipeline",
    "pipeline_chain",
    "pipeline_chain_tail",
    "program",
    "range_argument_expression",
    "range_expression",
    "real_literal",
    "redirected_file_name",
    "redirections",
    "script_block",
    "script_block_body",
    "script_block_expression",
    "simple_name",
    "statement_block",
    "statement_list",
    "string_literal",
    "sub_expression",
    "try_statement",
    "type_identifier",
    "type_name",
    "type_spec",
    "unary_expression",
    "variable",
    "verbatim_here_string_characters",
    "verbatim_string_characters",
];

/// The types that a value may become, or be compared with: none of them connects, reads a file or runs anything.
const TYPES: &[&str] = &[
    "[array]",
    "[bool]",
    "[char]",
    "[datetime]",
    "[double]",
    "[int]",
    "[long]",
    "[ordered]",
    "[pscustomobject]",
    "[string]",
];

/// What a node is to the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Class {
    Harmless,
    Command,
    Redirect,
    Comment,
    Type,
    /// The left side of an assignment, or a variable that is counted up or down.
    Assigned,
    /// A statement that leaves a loop, a function or the script.
    Leaving,
    /// A property or an element, which nothing assigns.
    Member,
    /// `::`
    Static,
    /// All arguments of a command.
    Elements,
    /// What is no word of a command: a call operator, a blank.
    Between,
    Unknown,
}

/// The second reader of scripts with cmdlets. It is made when the first such script is read.
#[derive(Default)]
pub(super) struct TypedWitness(Option<Reader>);

struct Reader {
    parser: Parser,
    classes: Box<[Class]>,
}

impl fmt::Debug for TypedWitness {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TypedWitness").finish_non_exhaustive()
    }
}

impl TypedWitness {
    /// Compares the tree of the source of `script` with `script`, within `left` reports of progress.
    ///
    /// # Errors
    /// The first place where they differ, or that the text is too costly to parse.
    pub(super) fn agrees(&mut self, script: &Script<'_>, left: usize) -> Result<(), Disagreement> {
        let whole = Span::new(0, script.source.len());
        if READS_POWERSHELL && self.0.is_none() {
            self.0 = Reader::new();
        }
        let Some(reader) = self.0.as_mut().filter(|_| READS_POWERSHELL) else {
            return Err(Disagreement::new(whole, DisagreementKind::Cost));
        };
        let source = readable(script);
        let Some(tree) = parse_within(&mut reader.parser, &source, left) else {
            return Err(Disagreement::new(whole, DisagreementKind::Cost));
        };
        let mut found = Found::of(&tree, script, &reader.classes)?;
        found.find_joined_redirects(script);
        found.compare(script)
    }
}

/// The source as the grammar can read it, byte for byte: a blank in the place of every tab and of every comma in front of a table in a
/// list, and the units of numbers in small letters.
fn readable<'s>(script: &Script<'s>) -> Cow<'s, str> {
    let tables = script
        .parts
        .iter()
        .filter(|part| part.kind == PartKind::Opaque && script.slice(part.span).starts_with("@{"));
    let front = |part: &Part| {
        let front = script.source.get(..part.span.start as usize)?.trim_end_matches([' ', '\t']);
        front.ends_with(',').then(|| front.len() - 1)
    };
    let mut source = Cow::Borrowed(script.source);
    for at in tables.filter_map(front) {
        source.to_mut().replace_range(at..=at, " ");
    }
    // Both separate words and nothing else (`about_Parsing`); the grammar knows no tab after the name of a command.
    if source.contains('\t') {
        source = Cow::Owned(source.replace('\t', " "));
    }
    for (at, two) in script.source.as_bytes().windows(3).enumerate() {
        let is_unit = matches!(
            two,
            [b'0'..=b'9', b'K' | b'M' | b'G' | b'T' | b'P' | b'k' | b'm' | b'g' | b't' | b'p', b'B' | b'b']
        );
        if is_unit && two.iter().any(u8::is_ascii_uppercase) {
            let unit = script.source.get(at + 1..at + 3).unwrap_or("").to_ascii_lowercase();
            source.to_mut().replace_range(at + 1..at + 3, &unit);
        }
    }
    source
}

impl Reader {
    fn new() -> Option<Self> {
        let language = Language::from(shellgate_grammar::POWERSHELL?);
        let mut parser = Parser::new();
        parser.set_language(&language).ok()?;
        let class = |id: u16| {
            let kind = language.node_kind_for_id(id).unwrap_or("");
            match kind {
                "::" => Class::Static,
                _ if !language.node_kind_is_named(id) => Class::Harmless,
                "command" => Class::Command,
                "redirection" => Class::Redirect,
                "command_elements" => Class::Elements,
                "command_invokation_operator" | "command_argument_sep" | "redirections" => Class::Between,
                "comment" => Class::Comment,
                "type_literal" => Class::Type,
                "left_assignment_expression" | "post_increment_expression" | "post_decrement_expression" => {
                    Class::Assigned
                }
                "flow_control_statement" => Class::Leaving,
                "member_access" | "element_access" => Class::Member,
                kind if HARMLESS.binary_search(&kind).is_ok() => Class::Harmless,
                _ => Class::Unknown,
            }
        };
        let classes = (0..language.node_kind_count() as u16).map(class).collect();
        Some(Self { parser, classes })
    }
}

/// What the tree has.
#[derive(Default)]
struct Found {
    /// How many commands there are.
    commands: usize,
    /// The names and arguments of all commands, each with the number of its command.
    words: Vec<(usize, Span)>,
    redirects: Vec<Span>,
    comments: Vec<Span>,
}

/// A command in which the walk is.
struct OpenCommand {
    /// The depth of its node.
    depth: u32,
    /// The depth of the node that holds its arguments, while the walk is in it.
    elements: Option<u32>,
    /// Its place in the list.
    index: usize,
}

impl OpenCommand {
    /// Whether a node at this depth is its name, one of its arguments, or the node that holds them.
    fn words_are_at(&self, depth: u32) -> bool {
        self.elements.unwrap_or(self.depth) + 1 == depth
    }
}

fn span_of(node: &Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

impl Found {
    /// Collects what is compared, and rejects every node of an unknown kind.
    fn of(tree: &Tree, script: &Script<'_>, classes: &[Class]) -> Result<Self, Disagreement> {
        let mut found = Self::default();
        let mut cursor = tree.walk();
        let mut open: Vec<OpenCommand> = Vec::new();
        let mut depth = 0;
        let is_whole = !tree.root_node().has_error();
        // The end of the left side of an assignment that is open.
        let mut assigned = 0;
        loop {
            let node = cursor.node();
            let span = span_of(&node);
            if !is_whole && (node.is_error() || node.is_missing()) {
                return Err(Disagreement::new(span, DisagreementKind::Unreadable));
            }
            let unknown = || Disagreement::new(span, DisagreementKind::Construct);
            let class = classes.get(usize::from(node.kind_id())).copied().unwrap_or(Class::Unknown);
            if !matches!(class, Class::Elements | Class::Between | Class::Redirect)
                && let Some(command) = open.last().filter(|command| command.words_are_at(depth))
            {
                found.words.push((command.index, span));
            }
            match class {
                Class::Command => {
                    open.push(OpenCommand { depth, elements: None, index: found.commands });
                    found.commands += 1;
                }
                Class::Elements => {
                    if let Some(command) = open.last_mut().filter(|command| command.words_are_at(depth)) {
                        command.elements = Some(depth);
                    }
                }
                Class::Redirect => found.redirects.push(span),
                Class::Comment => found.comments.push(span),
                Class::Assigned => assigned = assigned.max(span.end),
                Class::Leaving => {
                    let is_bare = |known: &str| script.slice(span).eq_ignore_ascii_case(known);
                    if !is_bare("break") && !is_bare("continue") {
                        return Err(unknown());
                    }
                }
                Class::Member if span.start < assigned => return Err(unknown()),
                Class::Harmless | Class::Member | Class::Between => {}
                Class::Type => {
                    let text = script.slice(span).to_ascii_lowercase();
                    if TYPES.binary_search(&text.as_str()).is_err() {
                        return Err(unknown());
                    }
                }
                Class::Static | Class::Unknown => return Err(unknown()),
            }
            if cursor.goto_first_child() {
                depth += 1;
                continue;
            }
            loop {
                if let Some(command) = open.last_mut().filter(|command| command.elements == Some(depth)) {
                    command.elements = None;
                }
                open.pop_if(|command| command.depth == depth);
                if cursor.goto_next_sibling() {
                    break;
                }
                if !cursor.goto_parent() {
                    return Ok(found);
                }
                depth -= 1;
            }
        }
    }

    /// Takes the words for redirects that are one without a blank after its sign (`2>$null`, `>$null`): the grammar knows only
    /// those with a blank.
    fn find_joined_redirects(&mut self, script: &Script<'_>) {
        let is_joined = |redirect: &&Redirect| !script.slice(redirect.span).contains([' ', '\t']);
        let mut joined = script.redirects.iter().filter(is_joined).peekable();
        if joined.peek().is_none() {
            return;
        }
        let joined: Vec<Span> = joined.map(|redirect| redirect.span).collect();
        let (redirects, words) = self.words.iter().partition::<Vec<_>, _>(|(_, span)| joined.contains(span));
        self.redirects.extend(redirects.into_iter().map(|(_, span)| span));
        sorted::sort(&mut self.redirects);
        self.words = words;
    }

    /// Compares it with what the strict reader found.
    fn compare(mut self, script: &Script<'_>) -> Result<(), Disagreement> {
        let first = |command: &Simple| script.words_of(command).first().map(|word| word.span);
        let mut own: Vec<&Simple> = script.commands.iter().filter(|it| !it.words.is_empty()).collect();
        sorted::sort_by_key(&mut own, |command| first(command));
        // A command that holds another one has words in front of it and after it.
        sorted::sort_by_key(&mut self.words, |(command, _)| *command);
        let is_range = |words: &[(usize, Span)]| matches!(words, [(_, only)] if is_range(script, *only));
        let groups = self.words.chunk_by(|(command, _), (next, _)| command == next);
        let ranges = groups.clone().filter(|words| is_range(words)).count();
        let mut commands = groups.filter(|words| !is_range(words));
        let whole = Span::new(0, script.source.len());
        for command in &own {
            let words = script.words_of(command).iter().map(|word| word.span);
            let place = first(command).unwrap_or(whole);
            let Some(other) = commands.next() else {
                return Err(Disagreement::new(place, DisagreementKind::Command));
            };
            if !covers(script.source, words, other.iter().map(|(_, span)| *span)) {
                return Err(Disagreement::new(place, DisagreementKind::Token));
            }
        }
        if own.len() + ranges != self.commands {
            let further = commands.next().and_then(|words| words.first()).map(|(_, span)| *span);
            return Err(Disagreement::new(further.unwrap_or(whole), DisagreementKind::Command));
        }
        let redirects: Vec<Span> = script.redirects.iter().map(|redirect| redirect.span).collect();
        if redirects != self.redirects || script.redirects.iter().any(|it| it.op == RedirectOp::Read) {
            let place = redirects.first().or(self.redirects.first()).copied().unwrap_or(whole);
            return Err(Disagreement::new(place, DisagreementKind::Redirect));
        }
        if script.comments != self.comments {
            let place = script.comments.first().or(self.comments.first()).copied().unwrap_or(whole);
            return Err(Disagreement::new(place, DisagreementKind::Comment));
        }
        Ok(())
    }
}

/// Whether a command is a range of numbers (`1..10`), which the grammar takes for a name.
fn is_range(script: &Script<'_>, span: Span) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    script.slice(span).split_once("..").is_some_and(|(from, to)| is_number(from) && is_number(to))
        && script.commands.iter().any(|it| it.words.is_empty() && it.span == span)
}

/// Whether each of `words` is made of one or more of `parts`, and nothing else is there.
fn covers(source: &str, words: impl Iterator<Item = Span>, parts: impl Iterator<Item = Span>) -> bool {
    let is_colon = |at: u32| source.as_bytes().get(at as usize) == Some(&b':');
    let mut parts = parts.peekable();
    for word in words {
        let Some(first) = parts.next() else { return false };
        let mut end = first.end;
        if first.start != word.start {
            return false;
        }
        while let Some(next) = parts.next_if(|next| next.start < word.end) {
            end = next.end;
        }
        // The colon of a parameter separates it from its value.
        if end != word.end && !(end + 1 == word.end && is_colon(end)) {
            return false;
        }
    }
    parts.next().is_none()
}
