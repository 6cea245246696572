//! A sed pattern as a tree, basic or extended. Accepts only patterns that every locale and version reads alike.
//!
//! Owns the parser. Refuses back-references, collation, stacked repetitions, and uncommon escapes.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::refusal::{CannotSimulate, refuse};

/// Most repetitions that an interval may ask for.
const REPEAT_MAX: u32 = 255;
/// Deepest nesting of groups.
const GROUPS_MAX: usize = 9;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Char(char),
    Set(Set),
    /// `^`
    Start,
    /// `$`
    End,
    /// `\b`, `\<`, `\>`
    Word(Edge),
    Group(usize, Box<Node>),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Repeat(Box<Node>, u32, Option<u32>),
}

/// A place between two characters of which one belongs to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Any,
    Begin,
    End,
}

/// How a set may meet a character that is not ASCII: a locale may take it for one character or for several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beyond {
    /// It is not in the set, whatever the locale.
    Outside,
    /// It is in the set, as one character or as several; only a repetition makes that the same.
    Inside,
    /// The locale decides.
    Unknown,
}

/// A set of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Set {
    /// One bit for each ASCII character.
    pub ascii: u128,
    pub beyond: Beyond,
    /// Whether it is repeated without a bound: from none (2), from one (1), or not (0).
    pub loose: u8,
}

impl Set {
    fn of(wanted: impl Fn(u8) -> bool, beyond: Beyond) -> Self {
        let ascii = (0..128).filter(|byte| wanted(*byte)).fold(0, |bits, byte| bits | 1 << byte);
        Self { ascii, beyond, loose: 0 }
    }

    fn negated(self) -> Self {
        let beyond = match self.beyond {
            Beyond::Outside => Beyond::Inside,
            Beyond::Inside => Beyond::Outside,
            Beyond::Unknown => Beyond::Unknown,
        };
        Self { ascii: !self.ascii, beyond, loose: self.loose }
    }

    fn folded(self) -> Self {
        let has = |byte: u8| self.ascii >> byte & 1 == 1;
        let both = |byte: u8| has(byte.to_ascii_lowercase()) || has(byte.to_ascii_uppercase());
        Self { ascii: Self::of(|byte| both(byte) || has(byte), Beyond::Outside).ascii, ..self }
    }
}

pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A pattern as read.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub root: Node,
    /// How many groups it has.
    pub groups: usize,
}

/// Reads the pattern that is in `text` between two `delimiter`s.
pub(super) fn read(
    text: &str,
    delimiter: u8,
    extended: bool,
    ignore_case: bool,
) -> Result<Tree, CannotSimulate> {
    let chars = text.chars().collect();
    let mut reader =
        RegexReader { chars, at: 0, delimiter: delimiter.into(), extended, ignore_case, groups: 0, depth: 0 };
    if ignore_case && !text.is_ascii() {
        return refuse("the locale decides about the case of letters beyond ASCII");
    }
    let root = reader.either()?;
    if reader.at < reader.chars.len() {
        return refuse("a group in the pattern is closed twice");
    }
    Ok(Tree { root, groups: reader.groups })
}

struct RegexReader {
    chars: Vec<char>,
    at: usize,
    delimiter: char,
    extended: bool,
    ignore_case: bool,
    groups: usize,
    depth: usize,
}

/// What is at a place, with the spelling of the two kinds of patterns evened out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Open,
    Close,
    Or,
    Star,
    Plus,
    Question,
    Interval,
    Escape(char),
    Plain(char),
}

impl RegexReader {
    /// The mark at the place and how many characters it has.
    fn mark(&self) -> Result<Option<(Mark, usize)>, CannotSimulate> {
        let Some(first) = self.chars.get(self.at).copied() else { return Ok(None) };
        let operator = |sign: char| match sign {
            '(' => Some(Mark::Open),
            ')' => Some(Mark::Close),
            '|' => Some(Mark::Or),
            '+' => Some(Mark::Plus),
            '?' => Some(Mark::Question),
            '{' => Some(Mark::Interval),
            _ => None,
        };
        if first == '\\' {
            let Some(second) = self.chars.get(self.at + 1).copied() else {
                return refuse("the pattern ends in a backslash");
            };
            if second == self.delimiter {
                if is_special(second) || second.is_alphanumeric() {
                    return refuse("versions read an escaped delimiter of this kind differently");
                }
                return Ok(Some((Mark::Plain(second), 2)));
            }
            let mark = if self.extended { None } else { operator(second) };
            return Ok(Some((mark.unwrap_or(Mark::Escape(second)), 2)));
        }
        let mark = if self.extended { operator(first) } else { None };
        let mark = if first == '*' { Some(Mark::Star) } else { mark };
        Ok(Some((mark.unwrap_or(Mark::Plain(first)), 1)))
    }

    fn either(&mut self) -> Result<Node, CannotSimulate> {
        let mut branches = vec![self.sequence()?];
        while let Some((Mark::Or, length)) = self.mark()? {
            self.at += length;
            branches.push(self.sequence()?);
        }
        if branches.len() > 1 && branches.iter().any(|it| *it == Node::Sequence(Vec::new())) {
            return refuse("an alternative of the pattern is empty");
        }
        Ok(if branches.len() == 1 { branches.remove(0) } else { Node::Either(branches) })
    }

    fn sequence(&mut self) -> Result<Node, CannotSimulate> {
        let mut nodes: Vec<Node> = Vec::new();
        let mut repeated = false;
        while let Some((mark, length)) = self.mark()? {
            // A repetition at the beginning is literal in a basic pattern.
            let leads = nodes.is_empty() || nodes == [Node::Start];
            let node = match mark {
                Mark::Or | Mark::Close => break,
                Mark::Star if leads && !self.extended => Node::Char('*'),
                Mark::Star | Mark::Plus | Mark::Question | Mark::Interval => {
                    self.at += length;
                    let bounds = match mark {
                        Mark::Star => (0, None),
                        Mark::Plus => (1, None),
                        Mark::Question => (0, Some(1)),
                        _ => self.interval()?,
                    };
                    let Some(last) = nodes.pop().filter(|_| !leads && !repeated) else {
                        return refuse("a repetition in the pattern follows nothing that it could repeat");
                    };
                    nodes.push(repeat(last, bounds)?);
                    repeated = true;
                    continue;
                }
                Mark::Open => {
                    self.at += length;
                    nodes.push(self.group()?);
                    repeated = false;
                    continue;
                }
                Mark::Escape(sign) => self.escape(sign)?,
                Mark::Plain('^') if nodes.is_empty() => Node::Start,
                Mark::Plain('^') if self.extended => return refuse("a `^` is inside the pattern"),
                Mark::Plain('$') if self.ends_after(length)? => Node::End,
                Mark::Plain('$') if self.extended => return refuse("a `$` is inside the pattern"),
                Mark::Plain('[') => {
                    self.at += length;
                    nodes.push(self.bracket()?);
                    repeated = false;
                    continue;
                }
                Mark::Plain('.') => Node::Set(Set { ascii: u128::MAX, beyond: Beyond::Inside, loose: 0 }),
                Mark::Plain(sign) => self.letter(sign),
            };
            self.at += length;
            nodes.push(node);
            repeated = false;
        }
        Ok(Node::Sequence(nodes))
    }

    /// Whether the pattern or the branch ends `length` characters from here.
    fn ends_after(&mut self, length: usize) -> Result<bool, CannotSimulate> {
        self.at += length;
        let mark = self.mark();
        self.at -= length;
        Ok(matches!(mark?, None | Some((Mark::Or | Mark::Close, _))))
    }

    fn letter(&self, sign: char) -> Node {
        if self.ignore_case && sign.is_ascii_alphabetic() {
            let same = |byte: u8| sign.eq_ignore_ascii_case(&byte.into());
            return Node::Set(Set::of(same, Beyond::Outside));
        }
        Node::Char(sign)
    }

    fn escape(&self, sign: char) -> Result<Node, CannotSimulate> {
        Ok(match sign {
            'n' => Node::Char('\n'),
            't' => Node::Char('\t'),
            'w' => Node::Set(Set::of(is_word, Beyond::Unknown)),
            'W' => Node::Set(Set::of(is_word, Beyond::Unknown).negated()),
            's' => Node::Set(Set::of(is_space, Beyond::Unknown)),
            'S' => Node::Set(Set::of(is_space, Beyond::Unknown).negated()),
            'b' => Node::Word(Edge::Any),
            '<' => Node::Word(Edge::Begin),
            '>' => Node::Word(Edge::End),
            '.' | '*' | '[' | ']' | '^' | '$' | '/' | '\\' | '-' | '"' | ',' | ':' | ';' | '@' | '#'
            | '%' | '&' | '=' | '~' | '!' => Node::Char(sign),
            '(' | ')' | '{' | '}' | '|' | '+' | '?' if self.extended => Node::Char(sign),
            _ => return refuse("the pattern has an escape that is not simulated"),
        })
    }

    fn group(&mut self) -> Result<Node, CannotSimulate> {
        self.groups += 1;
        self.depth += 1;
        let number = self.groups;
        if number > GROUPS_MAX {
            return refuse("the pattern has too many groups");
        }
        let inner = self.either()?;
        let Some((Mark::Close, length)) = self.mark()? else {
            return refuse("a group in the pattern does not end");
        };
        if inner == Node::Sequence(Vec::new()) {
            return refuse("a group in the pattern is empty");
        }
        self.at += length;
        self.depth -= 1;
        Ok(Node::Group(number, Box::new(inner)))
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = None;
        while let Some(digit) = self.chars.get(self.at).and_then(|it| it.to_digit(10)) {
            number = Some(number.unwrap_or(0_u32).saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        number
    }

    /// `m}`, `m,}`, `m,n}`, with the closing sign of the pattern's kind.
    fn interval(&mut self) -> Result<(u32, Option<u32>), CannotSimulate> {
        const WRONG: &str = "the pattern has an interval that is not simulated";
        let Some(min) = self.number() else { return refuse(WRONG) };
        let mut max = Some(min);
        if self.chars.get(self.at) == Some(&',') {
            self.at += 1;
            max = self.number();
        }
        for sign in if self.extended { "}" } else { "\\}" }.chars() {
            if self.chars.get(self.at) != Some(&sign) {
                return refuse(WRONG);
            }
            self.at += 1;
        }
        if max.unwrap_or(min) < min || min.max(max.unwrap_or(0)) > REPEAT_MAX || max == Some(0) {
            return refuse(WRONG);
        }
        Ok((min, max))
    }

    fn bracket(&mut self) -> Result<Node, CannotSimulate> {
        const WRONG: &str = "the pattern has a bracket expression that is not simulated";
        let negated = self.chars.get(self.at) == Some(&'^');
        self.at += usize::from(negated);
        let mut set = Set::of(|_| false, Beyond::Outside);
        let first = self.at;
        loop {
            let Some(sign) = self.chars.get(self.at).copied() else { return refuse(WRONG) };
            self.at += 1;
            if sign == ']' && self.at - 1 > first {
                break;
            }
            let next = self.chars.get(self.at).copied();
            let mut low = sign;
            if sign == self.delimiter {
                return refuse("versions read a delimiter in brackets differently");
            }
            match (sign, next) {
                ('[', Some(':')) => {
                    let class = self.class()?;
                    set.ascii |= class.ascii;
                    if class.beyond == Beyond::Unknown {
                        set.beyond = Beyond::Unknown;
                    }
                    // A class is no end of a range.
                    if self.chars.get(self.at) == Some(&'-') && self.chars.get(self.at + 1) != Some(&']') {
                        return refuse(WRONG);
                    }
                    continue;
                }
                ('[', Some('.' | '=')) => return refuse(WRONG),
                ('\\', Some('n')) => (low, self.at) = ('\n', self.at + 1),
                ('\\', Some('t')) => (low, self.at) = ('\t', self.at + 1),
                ('\\', Some(letter)) if letter.is_alphanumeric() => return refuse(WRONG),
                _ => {}
            }
            let mut high = low;
            let is_range = self.chars.get(self.at) == Some(&'-')
                && self.chars.get(self.at + 1).is_some_and(|it| *it != ']');
            if is_range {
                high = self.chars.get(self.at + 1).copied().unwrap_or(low);
                self.at += 2;
                // Between other ends a locale may sort differently.
                let alike = low.is_ascii_digit() && high.is_ascii_digit()
                    || low.is_ascii_lowercase() && high.is_ascii_lowercase()
                    || low.is_ascii_uppercase() && high.is_ascii_uppercase();
                if !alike || high < low {
                    return refuse(WRONG);
                }
            }
            if !low.is_ascii() {
                return refuse("a bracket expression has a character beyond ASCII");
            }
            set.ascii |= Set::of(|byte| (low..=high).contains(&byte.into()), Beyond::Outside).ascii;
        }
        let set = if self.ignore_case { set.folded() } else { set };
        Ok(Node::Set(if negated { set.negated() } else { set }))
    }

    /// Reads `:name:]`.
    fn class(&mut self) -> Result<Set, CannotSimulate> {
        self.at += 1;
        let mut name = alloc::string::String::new();
        while let Some(letter) = self.chars.get(self.at).filter(|it| it.is_ascii_lowercase()) {
            name.push(*letter);
            self.at += 1;
        }
        if self.chars.get(self.at..self.at + 2) != Some(&[':', ']']) {
            return refuse("a class in the pattern is not known");
        }
        self.at += 2;
        Ok(match name.as_str() {
            "digit" => Set::of(|byte| byte.is_ascii_digit(), Beyond::Outside),
            "xdigit" => Set::of(|byte| byte.is_ascii_hexdigit(), Beyond::Outside),
            "alpha" => Set::of(|byte| byte.is_ascii_alphabetic(), Beyond::Unknown),
            "alnum" => Set::of(|byte| byte.is_ascii_alphanumeric(), Beyond::Unknown),
            "upper" => Set::of(|byte| byte.is_ascii_uppercase(), Beyond::Unknown),
            "lower" => Set::of(|byte| byte.is_ascii_lowercase(), Beyond::Unknown),
            "punct" => Set::of(|byte| byte.is_ascii_punctuation(), Beyond::Unknown),
            "space" => Set::of(is_space, Beyond::Unknown),
            "blank" => Set::of(|byte| byte == b' ' || byte == b'\t', Beyond::Unknown),
            _ => return refuse("a class in the pattern is not known"),
        })
    }
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

/// Whether a character means something in a pattern of either kind.
fn is_special(sign: char) -> bool {
    matches!(sign, '.' | '*' | '[' | ']' | '^' | '$' | '\\' | '(' | ')' | '{' | '}' | '|' | '+' | '?')
        || matches!(sign, '<' | '>' | '`' | '\'')
}

fn repeat(mut node: Node, (min, max): (u32, Option<u32>)) -> Result<Node, CannotSimulate> {
    match &mut node {
        Node::Char(sign) if !sign.is_ascii() => return refuse("a character beyond ASCII is repeated"),
        Node::Start | Node::End | Node::Word(_) | Node::Repeat(..) => {
            return refuse("a repetition in the pattern follows nothing that it could repeat");
        }
        // glibc matches these where they do not hold, once they are repeated.
        Node::Group(_, inner) if asserts(inner) => return refuse("a place in the pattern is repeated"),
        Node::Set(set) if max.is_none() && min < 2 => set.loose = if min == 0 { 2 } else { 1 },
        _ => {}
    }
    Ok(Node::Repeat(Box::new(node), min, max))
}

/// Whether `^` or `$` is anywhere in it.
pub(super) fn anchors(node: &Node) -> bool {
    match node {
        Node::Char(_) | Node::Set(_) | Node::Word(_) => false,
        Node::Start | Node::End => true,
        Node::Group(_, inner) | Node::Repeat(inner, ..) => anchors(inner),
        Node::Sequence(nodes) | Node::Either(nodes) => nodes.iter().any(anchors),
    }
}

/// Whether a place is looked at, such as `^` or `\b`.
fn asserts(node: &Node) -> bool {
    match node {
        Node::Char(_) | Node::Set(_) => false,
        Node::Start | Node::End | Node::Word(_) => true,
        Node::Group(_, inner) | Node::Repeat(inner, ..) => asserts(inner),
        Node::Sequence(nodes) | Node::Either(nodes) => nodes.iter().any(asserts),
    }
}
