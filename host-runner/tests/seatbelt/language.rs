//! The text of a profile as rules.
//!
//! Owns the reader: lists in parentheses, words, strings, `#"…"`, comments. Panics at what it does not know: a profile
//! must not have more than its evaluator understands.

use regex::bytes::{Regex, RegexBuilder};

/// One rule of a profile.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) allows: bool,
    pub(crate) operations: Vec<String>,
    /// One of them must fit; none fit everything.
    pub(crate) filters: Vec<Filter>,
}

/// A filter of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Filter {
    Literal(String),
    Subpath(String),
    Fits(Regex),
    All(Vec<Filter>),
    Any(Vec<Filter>),
    Not(Box<Filter>),
    Vnode(String),
    /// A socket file at the other end, or the own one.
    RemoteSocket(Option<Box<Filter>>),
    LocalSocket(Option<Box<Filter>>),
    /// `host:port`
    RemoteAddress(String),
    /// Any other one: its name and its value.
    Named(String, String),
}

#[derive(Clone, PartialEq, Debug)]
enum Node {
    Word(String),
    Text(String),
    Pattern(String),
    List(Vec<Node>),
}

/// The rules of a profile. With `unescapes`, a backslash in `#"…"` is an escape.
pub(crate) fn rules(text: &str, unescapes: bool) -> Vec<Rule> {
    let mut rest = text.chars().collect::<Vec<_>>();
    rest.reverse();
    let mut nodes = Vec::new();
    while let Some(node) = node(&mut rest, unescapes) {
        nodes.push(node);
    }
    assert_eq!(nodes.first(), Some(&Node::List(vec![Node::Word("version".into()), Node::Word("1".into())])));
    nodes.iter().skip(1).map(rule).collect()
}

fn node(rest: &mut Vec<char>, unescapes: bool) -> Option<Node> {
    loop {
        match rest.pop()? {
            ';' => while rest.pop().is_some_and(|c| c != '\n') {},
            c if c.is_whitespace() => {}
            ')' => return None,
            '(' => {
                let mut inside = Vec::new();
                while let Some(node) = node(rest, unescapes) {
                    inside.push(node);
                }
                return Some(Node::List(inside));
            }
            '"' => return Some(Node::Text(string(rest, true))),
            '#' => {
                assert_eq!(rest.pop(), Some('"'), "only a pattern begins with a number sign");
                return Some(Node::Pattern(string(rest, unescapes)));
            }
            first => {
                let mut word = String::from(first);
                while rest.last().is_some_and(|c| !c.is_whitespace() && !"()\";".contains(*c)) {
                    word.extend(rest.pop());
                }
                return Some(Node::Word(word));
            }
        }
    }
}

fn string(rest: &mut Vec<char>, unescapes: bool) -> String {
    let mut text = String::new();
    loop {
        match rest.pop().expect("an end of the string") {
            '"' => return text,
            '\\' if unescapes => text.extend(rest.pop()),
            c => text.push(c),
        }
    }
}

fn word(node: &Node) -> &str {
    match node {
        Node::Word(text) | Node::Text(text) => text,
        other => panic!("{other:?} is no word"),
    }
}

fn rule(node: &Node) -> Rule {
    let Node::List(parts) = node else { panic!("{node:?} is no rule") };
    let allows = match word(&parts[0]) {
        "allow" => true,
        "deny" => false,
        other => panic!("`{other}` is no action"),
    };
    let (operations, filters): (Vec<_>, Vec<_>) =
        parts[1..].iter().partition(|part| matches!(part, Node::Word(_)));
    let operations = operations.into_iter().map(|part| word(part).to_owned()).collect();
    Rule { allows, operations, filters: filters.into_iter().map(filter).collect() }
}

/// A pattern, read byte by byte: it is not known that the kernel knows letters.
fn compiled(pattern: &str) -> Regex {
    RegexBuilder::new(pattern).unicode(false).dot_matches_new_line(true).build().unwrap()
}

fn filter(node: &Node) -> Filter {
    let Node::List(parts) = node else { panic!("{node:?} is no filter") };
    let rest = &parts[1..];
    let inside = || rest.get(1).map(|inside| Box::new(filter(inside)));
    match (word(&parts[0]), rest) {
        ("literal" | "path-literal", [path]) => Filter::Literal(word(path).to_owned()),
        ("subpath", [path]) => Filter::Subpath(word(path).to_owned()),
        ("regex", [Node::Pattern(pattern)]) => Filter::Fits(compiled(pattern)),
        ("require-all", all) => Filter::All(all.iter().map(filter).collect()),
        ("require-any", any) => Filter::Any(any.iter().map(filter).collect()),
        ("require-not", [not]) => Filter::Not(Box::new(filter(not))),
        ("vnode-type", [kind]) => Filter::Vnode(word(kind).to_owned()),
        ("remote", [kind, ..]) if word(kind) == "unix-socket" => Filter::RemoteSocket(inside()),
        ("local", [kind, ..]) if word(kind) == "unix-socket" => Filter::LocalSocket(inside()),
        ("remote", [kind, address]) if word(kind) == "ip" => Filter::RemoteAddress(word(address).to_owned()),
        (
            name @ ("target"
            | "global-name"
            | "sysctl-name"
            | "ipc-posix-name-prefix"
            | "extension"
            | "socket-domain"
            | "socket-protocol"),
            [value],
        ) => Filter::Named(name.to_owned(), word(value).to_owned()),
        (name, _) => panic!("`{name}` is no filter that the evaluator knows"),
    }
}
