//! A list in a JSON document with comments, edited in place: an entry goes in, and comes out without a trace.
//!
//! Owns the layout of what is put in, by which it is known later what else was put in with it: a container that was made
//! for the entry begins with the end of a line, one that was empty before begins with a blank or with the entry itself. So
//! the document is the same to the byte after the entry is taken out, and no record of the installation is needed.

use std::ops::Range;

use jsonc_parser::ast::Value as Ast;
use jsonc_parser::common::Ranged as _;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};

use super::tree::{Layout, Tree, property};

/// Everything that JSON with comments permits, and nothing else.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The mark that some editors put in front of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// An entry of a list in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slot {
    /// The keys of the list, the outermost first.
    pub(crate) keys: Vec<&'static str>,
    /// The entry.
    pub(crate) entry: Tree,
    /// What a document that is made for the entry must have besides.
    pub(crate) beside: Option<(&'static str, Tree)>,
}

impl Slot {
    /// Whether the entry is the text `text`.
    pub(super) fn is_text(&self, text: &str) -> bool {
        self.entry.as_text() == Some(text)
    }
}

/// Why a document cannot be edited: where, and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flaw {
    /// The bytes.
    pub(crate) at: Range<usize>,
    /// What is wrong.
    pub(crate) message: String,
}

impl Flaw {
    /// What is wrong at `at`.
    pub(crate) fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self { at, message: message.into() }
    }
}

/// A value and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// Its bytes.
    pub(crate) at: Range<usize>,
    /// What it is.
    pub(crate) kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// An object, its properties as they are written.
    Object(Vec<Property>),
    /// A list.
    List(Vec<Node>),
    /// A text, a number, a flag, or `null`.
    Other(Value),
}

/// A property of an object.
#[derive(Clone, Debug)]
pub(crate) struct Property {
    /// The key.
    pub(crate) name: String,
    /// The bytes of key and value.
    pub(crate) at: Range<usize>,
    /// The value.
    pub(crate) value: Node,
}

impl Node {
    fn of(ast: &Ast<'_>) -> Self {
        let range = |range: jsonc_parser::common::Range| range.start..range.end;
        let kind = match ast {
            Ast::Object(object) => Kind::Object(
                object
                    .properties
                    .iter()
                    .map(|property| Property {
                        name: property.name.as_str().to_owned(),
                        at: range(property.range),
                        value: Self::of(&property.value),
                    })
                    .collect(),
            ),
            Ast::Array(list) => Kind::List(list.elements.iter().map(Self::of).collect()),
            Ast::StringLit(text) => Kind::Other(Value::from(text.value.as_ref())),
            Ast::NumberLit(number) => {
                let parsed = serde_json::from_str(number.value);
                Kind::Other(parsed.unwrap_or_else(|_| Value::from(number.value)))
            }
            Ast::BooleanLit(flag) => Kind::Other(Value::from(flag.value)),
            Ast::NullKeyword(_) => Kind::Other(Value::Null),
        };
        Self { at: range(ast.range()), kind }
    }

    pub(crate) fn value(&self) -> Value {
        match &self.kind {
            Kind::Object(properties) => Value::Object(
                properties.iter().map(|it| (it.name.clone(), it.value.value())).collect::<Map<_, _>>(),
            ),
            Kind::List(items) => Value::from(items.iter().map(Self::value).collect::<Vec<_>>()),
            Kind::Other(value) => value.clone(),
        }
    }

    /// What kind of value it is, in words.
    pub(crate) fn name(&self) -> &'static str {
        match &self.kind {
            Kind::Object(_) => "an object",
            Kind::List(_) => "a list",
            Kind::Other(Value::String(_)) => "a text",
            Kind::Other(Value::Number(_)) => "a number",
            Kind::Other(_) => "no object and no list",
        }
    }

    fn children(&self) -> Vec<Range<usize>> {
        match &self.kind {
            Kind::Object(properties) => properties.iter().map(|it| it.at.clone()).collect(),
            Kind::List(items) => items.iter().map(|it| it.at.clone()).collect(),
            Kind::Other(_) => Vec::new(),
        }
    }

    /// The only property of this name, and its place among the others.
    ///
    /// # Errors
    /// This is no object, or has the key twice.
    pub(crate) fn property(&self, name: &str) -> Result<Option<(usize, &Property)>, Flaw> {
        let Kind::Object(properties) = &self.kind else {
            return Err(Flaw::new(
                self.at.clone(),
                format!("this is {}, where an object is needed", self.name()),
            ));
        };
        let mut same = properties.iter().enumerate().filter(|(_, it)| it.name == name);
        let first = same.next();
        match same.next() {
            None => Ok(first),
            Some((_, second)) => Err(Flaw::new(second.at.clone(), format!("the key `{name}` is here twice"))),
        }
    }

    /// The entries of a list.
    ///
    /// # Errors
    /// This is no list.
    pub(crate) fn items(&self) -> Result<&[Self], Flaw> {
        match &self.kind {
            Kind::List(items) => Ok(items),
            _ => Err(Flaw::new(self.at.clone(), format!("this is {}, where a list is needed", self.name()))),
        }
    }
}

/// The value in `text`; none in a blank one.
///
/// # Errors
/// It is not valid.
pub(crate) fn parse(text: &str) -> Result<Option<Node>, Flaw> {
    let blank = text.strip_prefix(BYTE_ORDER_MARK).map(|rest| format!("   {rest}"));
    match parse_to_ast(blank.as_deref().unwrap_or(text), &CollectOptions::default(), &OPTIONS) {
        Ok(parsed) => Ok(parsed.value.as_ref().map(Node::of)),
        Err(error) => {
            let range = error.range();
            let what = error.kind().to_string().to_lowercase();
            Err(Flaw::new(range.start..range.end, format!("this is not valid JSON: {what}")))
        }
    }
}

/// The value of a document; `null` for a blank one.
///
/// # Errors
/// It is not valid.
pub(crate) fn value(text: &str) -> Result<Value, Flaw> {
    Ok(parse(text)?.map_or(Value::Null, |node| node.value()))
}

/// The layout of a document: that of its first property on a line of its own.
pub(super) fn layout(text: &str, root: Option<&Node>) -> Layout {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let first = root.and_then(|root| root.children().first().cloned());
    let unit = first.and_then(|first| own_indent(text, first.start)).filter(|unit| !unit.is_empty());
    Layout { unit: unit.unwrap_or("  ").to_owned(), newline }
}

/// The blanks in front of `at`, if there is nothing else in front of it on its line.
fn own_indent(text: &str, at: usize) -> Option<&str> {
    let line = text.get(..at)?;
    let line = line.get(line.rfind('\n')? + 1..)?;
    line.trim_matches([' ', '\t']).is_empty().then_some(line)
}

/// The blanks at the beginning of the line of `at`.
pub(super) fn line_indent(text: &str, at: usize) -> &str {
    let line = text.get(..at).unwrap_or_default();
    let line = line.rsplit('\n').next().unwrap_or_default().trim_start_matches(BYTE_ORDER_MARK);
    let end = line.find(|character| !matches!(character, ' ' | '\t')).unwrap_or(line.len());
    line.get(..end).unwrap_or_default()
}

/// The end of the comment that begins at `at`.
fn comment(text: &str, at: usize) -> Option<usize> {
    let rest = text.get(at..)?;
    if let Some(inner) = rest.strip_prefix("/*") {
        return Some(at + 2 + inner.find("*/")? + 2);
    }
    let line = rest.strip_prefix("//")?;
    let end = line.find('\n').unwrap_or(line.len());
    Some(at + 2 + line.get(..end)?.trim_end_matches('\r').len())
}

/// The end of the last comment that begins on the line of `at`; `at` if there is none before something else.
fn past_comments_of_line(text: &str, mut at: usize) -> usize {
    loop {
        let blanks = text.get(at..).unwrap_or_default();
        let next = at + blanks.len() - blanks.trim_start_matches([' ', '\t']).len();
        match comment(text, next) {
            Some(end) => at = end,
            None => return at,
        }
    }
}

/// The position of the next character that is neither blank nor comment.
fn next_token(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text.get(at..).unwrap_or_default();
        at += rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n']).len();
        match comment(text, at) {
            Some(end) => at = end,
            None => return at,
        }
    }
}

/// The position of the comma that follows `at`.
fn comma_after(text: &str, at: usize) -> Option<usize> {
    let next = next_token(text, at);
    text.get(next..)?.starts_with(',').then_some(next)
}

/// The start of the blanks in front of `at`: with the end of the line before if it is alone on its line.
fn blanks_before(text: &str, at: usize) -> usize {
    let front = text.get(..at).unwrap_or_default();
    match own_indent(text, at) {
        Some(indent) => {
            let end = at - indent.len() - 1;
            if front.get(..end).is_some_and(|front| front.ends_with('\r')) { end - 1 } else { end }
        }
        None => front.trim_end_matches([' ', '\t']).len(),
    }
}

pub(super) fn spliced(text: &str, at: Range<usize>, new: &str) -> String {
    let (front, back) = (text.get(..at.start).unwrap_or_default(), text.get(at.end..).unwrap_or_default());
    [front, new, back].concat()
}

/// `text` with one more child at the end of `container`; `draw` draws it after the given blanks.
pub(super) fn with_child(
    text: &str,
    container: &Node,
    layout: &Layout,
    draw: impl Fn(&str) -> String,
) -> String {
    let Layout { unit, newline } = layout;
    let outer = line_indent(text, container.at.start);
    let deeper = format!("{outer}{unit}");
    let Some(last) = container.children().last().cloned() else {
        let open = container.at.start + 1;
        let inner = text.get(open..container.at.end - 1).unwrap_or_default();
        return if inner.is_empty() {
            // The blank says that the container was there.
            spliced(text, open..open, &format!(" {newline}{deeper}{}{newline}{outer}", draw(&deeper)))
        } else if inner.trim().is_empty() {
            spliced(text, open..open, &draw(&deeper))
        } else {
            let at = past_comments_of_line(text, open);
            spliced(text, at..at, &format!("{newline}{deeper}{}", draw(&deeper)))
        };
    };
    let indent = own_indent(text, last.start).unwrap_or(&deeper);
    let drawn = draw(indent);
    let is_line = text.get(container.at.clone()).is_some_and(|all| !all.contains('\n'));
    let new = if is_line && !drawn.contains('\n') {
        format!(" {drawn}")
    } else {
        format!("{newline}{indent}{drawn}")
    };
    if let Some(comma) = comma_after(text, last.end) {
        let at = past_comments_of_line(text, comma + 1);
        spliced(text, at..at, &format!("{new},"))
    } else {
        let at = past_comments_of_line(text, last.end);
        spliced(&spliced(text, at..at, &new), last.end..last.end, ",")
    }
}

/// What is left when a child is taken out of a container.
pub(super) enum Left {
    /// The rest of the text.
    Text(String),
    /// Nothing: the container was made for the child.
    Nothing,
}

/// `text` without the child at `index` of `container`; `with` further children after it go too.
pub(super) fn without_child(text: &str, container: &Node, index: usize) -> Left {
    let children = container.children();
    let child = children.get(index).cloned().unwrap_or_default();
    let comma = comma_after(text, child.end);
    let end = comma.map_or(child.end, |comma| comma + 1);
    let is_last = index + 1 == children.len();
    match index.checked_sub(1).and_then(|before| children.get(before)) {
        Some(before) if is_last => {
            let shorter = spliced(text, blanks_before(text, child.start)..end, "");
            let own = comma_after(text, before.end).filter(|_| comma.is_none());
            Left::Text(own.map_or(shorter.clone(), |comma| spliced(&shorter, comma..comma + 1, "")))
        }
        Some(_) => Left::Text(spliced(text, blanks_before(text, child.start)..end, "")),
        None if !is_last => Left::Text(spliced(text, blanks_before(text, child.start)..end, "")),
        None => without_only_child(text, container, child.start..end),
    }
}

fn without_only_child(text: &str, container: &Node, child: Range<usize>) -> Left {
    let (open, close) = (container.at.start + 1, container.at.end - 1);
    let (front, back) =
        (text.get(open..child.start).unwrap_or_default(), text.get(child.end..close).unwrap_or_default());
    let has_comments = !front.trim().is_empty() || !back.trim().is_empty();
    if has_comments {
        return Left::Text(spliced(text, blanks_before(text, child.start).max(open)..child.end, ""));
    }
    let is_drawn = text.get(child.clone()).is_some_and(|child| child.contains('\n'));
    // What fits on one line is in front of the blanks that the container had.
    if front.is_empty() && (is_drawn || !back.is_empty()) {
        return Left::Text(spliced(text, child, ""));
    }
    if front.starts_with(" \n") || front.starts_with(" \r\n") {
        return Left::Text(spliced(text, open..close, ""));
    }
    Left::Nothing
}

/// The document that is made for a slot.
fn made(slot: &Slot) -> Tree {
    let mut tree = Tree::List(vec![slot.entry.clone()]);
    for key in slot.keys.iter().skip(1).rev() {
        tree = Tree::Object(vec![(*key, tree)]);
    }
    let mut pairs = vec![(slot.keys.first().copied().unwrap_or_default(), tree)];
    pairs.extend(slot.beside.clone());
    Tree::Object(pairs)
}

/// Which hooks of an entry are ours.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ours {
    All,
    /// Those at these places of its list `hooks`.
    Some(Vec<usize>),
    None,
}

/// `entry` is a hook, or a group that lists hooks under `hooks`.
fn ours(entry: &Node, is_ours: &dyn Fn(&Value) -> bool) -> Ours {
    let group = entry.property("hooks").ok().flatten();
    let Some((_, Property { value: Node { kind: Kind::List(hooks), .. }, .. })) = group else {
        return if is_ours(&entry.value()) { Ours::All } else { Ours::None };
    };
    let places = hooks.iter().enumerate().filter(|(_, hook)| is_ours(&hook.value()));
    let places = places.map(|(place, _)| place).collect::<Vec<_>>();
    match places.len() {
        0 => Ours::None,
        count if count == hooks.len() => Ours::All,
        _ => Ours::Some(places),
    }
}

/// The hooks of ours in the list under `keys`, wherever they are in it.
///
/// # Errors
/// The document is not valid, or has another form.
pub(crate) fn found(text: &str, keys: &[&str], is_ours: &dyn Fn(&Value) -> bool) -> Result<Vec<Value>, Flaw> {
    let Some(root) = parse(text)? else { return Ok(Vec::new()) };
    let Some((list, _)) = list(&root, keys)? else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in list.items()? {
        let hooks = entry.property("hooks").ok().flatten().and_then(|(_, it)| it.value.items().ok());
        let values =
            hooks.map_or_else(|| vec![entry.value()], |hooks| hooks.iter().map(Node::value).collect());
        found.extend(values.into_iter().filter(|hook| is_ours(hook)));
    }
    Ok(found)
}

/// The containers around a node, from the outermost one, each with the place of the next one in it.
pub(super) type Way<'n> = Vec<(&'n Node, usize)>;

/// The list under `keys`, and the way to it.
fn list<'n>(root: &'n Node, keys: &[&str]) -> Result<Option<(&'n Node, Way<'n>)>, Flaw> {
    let (mut node, mut way) = (root, Vec::new());
    for key in keys {
        match node.property(key)? {
            Some((index, property)) => {
                way.push((node, index));
                node = &property.value;
            }
            None => return Ok(None),
        }
    }
    node.items()?;
    Ok(Some((node, way)))
}

/// `text` with the entry of `slot` in its list, in the place of every entry that is ours; none is a document that is not
/// there. The rest of the text stays as it is.
///
/// # Errors
/// The document is not valid, or has no place for the entry.
pub(crate) fn with(
    text: Option<&str>,
    slot: &Slot,
    is_ours: &dyn Fn(&Value) -> bool,
) -> Result<String, Flaw> {
    let plain = Layout { unit: "  ".to_owned(), newline: "\n" };
    let Some(text) = text else { return Ok(format!("{}\n", made(slot).drawn("", &plain))) };
    let Some(root) = parse(text)? else {
        return Ok(with_root(text, &made(slot)));
    };
    let layout = layout(text, Some(&root));
    let mut container = &root;
    for (depth, key) in slot.keys.iter().enumerate() {
        if let Some((_, property)) = container.property(key)? {
            container = &property.value;
            continue;
        }
        let mut tree = Tree::List(vec![slot.entry.clone()]);
        for key in slot.keys.iter().skip(depth + 1).rev() {
            tree = Tree::Object(vec![(*key, tree)]);
        }
        return Ok(with_child(text, container, &layout, |indent| property(key, &tree, indent, &layout)));
    }
    let items = container.items()?;
    let Some(first) = items.iter().position(|item| ours(item, is_ours) == Ours::All) else {
        let cleared = without(text, slot, is_ours)?.unwrap_or_default();
        if cleared != text {
            return with(Some(&cleared), slot, is_ours);
        }
        return Ok(with_child(text, container, &layout, |indent| slot.entry.drawn(indent, &layout)));
    };
    // Everything of ours besides the first is one too many.
    let is_other = |(index, item): &(usize, &Node)| *index != first && ours(item, is_ours) != Ours::None;
    if let Some((last, _)) = items.iter().enumerate().rfind(is_other) {
        return match without_ours(text, container, last, is_ours) {
            Left::Text(text) => with(Some(&text), slot, is_ours),
            Left::Nothing => Ok(text.to_owned()),
        };
    }
    let Some(item) = items.get(first).filter(|item| item.value() != slot.entry.value()) else {
        return Ok(text.to_owned());
    };
    let indent = line_indent(text, item.at.start).to_owned();
    Ok(spliced(text, item.at.clone(), &slot.entry.drawn(&indent, &layout)))
}

/// `text`, which has no value, with this one.
pub(super) fn with_root(text: &str, value: &Tree) -> String {
    let drawn = value.drawn("", &layout(text, None));
    match text {
        // The blank says that there was an empty file.
        "" => format!(" {drawn}\n"),
        _ if text.ends_with('\n') => format!("{text}{drawn}\n"),
        _ => format!("{text}\n{drawn}"),
    }
}

/// `text` with `value` under `keys`, the outermost first; none is a document that is not there. A key that is there already
/// keeps its value.
///
/// # Errors
/// The document is not valid, or has no place for the value.
pub(crate) fn with_value(text: Option<&str>, keys: &[&'static str], value: &Tree) -> Result<String, Flaw> {
    let nested = |keys: &[&'static str]| {
        keys.iter().rev().fold(value.clone(), |tree, key| Tree::Object(vec![(*key, tree)]))
    };
    let text = text.unwrap_or_default();
    let root = parse(text)?;
    let layout = layout(text, root.as_ref());
    let Some(root) = root else { return Ok(format!("{text}{}\n", nested(keys).drawn("", &layout))) };
    let mut container = &root;
    for (depth, key) in keys.iter().enumerate() {
        let Some((_, found)) = container.property(key)? else {
            let tree = nested(keys.get(depth + 1..).unwrap_or_default());
            return Ok(with_child(text, container, &layout, |indent| property(key, &tree, indent, &layout)));
        };
        container = &found.value;
    }
    Ok(text.to_owned())
}

/// `text` without what is ours in the entry at `index` of `list`.
fn without_ours(text: &str, list: &Node, index: usize, is_ours: &dyn Fn(&Value) -> bool) -> Left {
    let entry = list.items().ok().and_then(|items| items.get(index));
    match entry.map(|entry| (entry, ours(entry, is_ours))) {
        Some((entry, Ours::Some(places))) => {
            let hooks = entry.property("hooks").ok().flatten().map(|(_, it)| &it.value);
            match (hooks, places.last()) {
                (Some(hooks), Some(place)) => without_child(text, hooks, *place),
                _ => Left::Text(text.to_owned()),
            }
        }
        _ => without_child(text, list, index),
    }
}

/// `text` without every hook that is ours in the list of `slot`, and without the containers that were made for it. None if
/// nothing is left of the document.
///
/// # Errors
/// The document is not valid, or has another form.
pub(crate) fn without(
    text: &str,
    slot: &Slot,
    is_ours: &dyn Fn(&Value) -> bool,
) -> Result<Option<String>, Flaw> {
    let Some(root) = parse(text)? else { return Ok(Some(text.to_owned())) };
    let Some((container, mut way)) = list(&root, &slot.keys)? else { return Ok(Some(text.to_owned())) };
    let Some(index) = container.items()?.iter().rposition(|item| ours(item, is_ours) != Ours::None) else {
        return Ok(Some(text.to_owned()));
    };
    let mut left = without_ours(text, container, index, is_ours);
    while let (Left::Nothing, Some((container, index))) = (&left, way.pop()) {
        let is_made = way.is_empty() && is_made_for(container, index, slot);
        let front = text.get(container.at.start + 1..).unwrap_or_default();
        let begins_line = front.starts_with('\n') || front.starts_with("\r\n");
        left = if is_made && begins_line { Left::Nothing } else { without_child(text, container, index) };
    }
    match left {
        Left::Text(text) => without(&text, slot, is_ours),
        Left::Nothing => Ok(without_root(text, &root)),
    }
}

/// Whether the child at `index` and what was made beside it are all that `root` has.
fn is_made_for(root: &Node, index: usize, slot: &Slot) -> bool {
    let (Kind::Object(properties), Some((key, value))) = (&root.kind, &slot.beside) else { return false };
    let is_beside = |it: &Property| it.name == *key && it.value.value() == value.value();
    index == 0 && properties.len() == 2 && properties.last().is_some_and(is_beside)
}

/// `text` without its only value.
pub(super) fn without_root(text: &str, root: &Node) -> Option<String> {
    let (front, back) = (text.get(..root.at.start)?, text.get(root.at.end..)?);
    match (front, back) {
        ("", "" | "\n") => None,
        (" ", "\n") => Some(String::new()),
        (_, "") => Some(front.strip_suffix('\n').unwrap_or(front).to_owned()),
        _ if front.ends_with('\n') => Some([front, back.strip_prefix('\n').unwrap_or(back)].concat()),
        _ => Some([front, back].concat()),
    }
}
