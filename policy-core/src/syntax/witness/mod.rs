//! The witness: tree-sitter-bash reads the same bytes on its own, and must find the same tokens.
//!
//! Owns the second reading and the comparison. The trees may differ in shape; what must agree is where every word,
//! operator, redirect and here-document begins and ends, which words name commands, and what words become.
//! Never given a text on which the parser is slow, and never the reason to allow anything by itself.

mod disagreement;
mod kinds;
mod order;
mod tame;
mod value;

#[cfg(test)]
mod tests;

pub use disagreement::{Disagreement, DisagreementKind};

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use tree_sitter::{Language, Node, ParseOptions, Parser, Tree, TreeCursor};

use super::script::{Script, TokenKind, Value};
use crate::span::Span;
use kinds::{Class, Kinds};
use order::Order;

/// Reads commands a second time and compares. Keeps its parser and its buffers between commands.
pub struct Witness {
    /// None when the grammar does not fit the parser's library; then nothing agrees.
    parser: Option<Parser>,
    kinds: Kinds,
    words: Order,
    levels: Vec<Level>,
    text: String,
}

impl core::fmt::Debug for Witness {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Witness")
    }
}

impl Default for Witness {
    fn default() -> Self {
        Self::new()
    }
}

/// One level of the walk.
#[derive(Clone, Copy, Debug)]
struct Level {
    class: Class,
    /// Inside a word only the scripts in it are compared.
    in_word: bool,
}

impl Witness {
    /// A witness with a parser of its own.
    pub fn new() -> Self {
        let language = Language::new(tree_sitter_bash::LANGUAGE);
        let mut parser = Parser::new();
        let fits = parser.set_language(&language).is_ok();
        Self {
            parser: fits.then_some(parser),
            kinds: Kinds::new(&language),
            words: Order::default(),
            levels: Vec::new(),
            text: String::new(),
        }
    }

    /// Whether the second reading finds what the first one found.
    ///
    /// # Errors
    /// The first place at which they differ, or that the text is too costly to be read twice.
    pub fn agrees(&mut self, script: &Script<'_>) -> Result<(), Disagreement> {
        let whole = Span::new(0, script.source.len());
        if let Some(doubt) = script.doubts.first() {
            return Err(Disagreement::new(doubt.span, DisagreementKind::Doubt));
        }
        if !tame::tame(script) {
            return Err(Disagreement::new(whole, DisagreementKind::Cost));
        }
        let tree = self.parse(script.source).ok_or(Disagreement::new(whole, DisagreementKind::Cost))?;
        self.words.fill(script.words.iter().map(|word| word.span));
        let mut walk = Walk {
            script,
            kinds: &self.kinds,
            words: &mut self.words,
            text: &mut self.text,
            next: 0,
            comment: 0,
            timed: false,
        };
        walk.run(&tree, &mut self.levels)
    }

    /// Parses within a budget of operations; none when it is used up.
    fn parse(&mut self, source: &str) -> Option<Tree> {
        let parser = self.parser.as_mut()?;
        let bytes = source.as_bytes();
        let mut left = tame::budget(bytes.len());
        let mut progress = |_: &tree_sitter::ParseState| {
            left = left.saturating_sub(1);
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree =
            parser.parse_with_options(&mut |at, _| bytes.get(at..).unwrap_or(&[]), None, Some(options));
        if tree.is_none() {
            parser.reset();
        }
        tree
    }
}

/// The walk through one tree, token by token.
struct Walk<'w, 's> {
    script: &'s Script<'s>,
    kinds: &'w Kinds,
    words: &'w mut Order,
    text: &'w mut String,
    /// The next token of the script that the tree has to show.
    next: usize,
    comment: usize,
    /// `time` was met: the grammar takes it for the command's name.
    timed: bool,
}

type Compared = Result<(), Disagreement>;

fn span_of(node: &Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

fn differ(span: Span, kind: DisagreementKind) -> Compared {
    Err(Disagreement::new(span, kind))
}

impl Walk<'_, '_> {
    fn run(&mut self, tree: &Tree, levels: &mut Vec<Level>) -> Compared {
        let root = tree.root_node();
        if root.has_error() {
            return differ(first_error(&root), DisagreementKind::Unreadable);
        }
        let mut cursor = root.walk();
        levels.clear();
        levels.push(Level { class: Class::Container, in_word: false });
        let mut descend = cursor.goto_first_child();
        while descend || advance(&mut cursor, levels) {
            if descend {
                // The level of the children is that of the node that was entered last.
                descend = false;
            }
            let node = cursor.node();
            let around = levels.last().copied().unwrap_or(Level { class: Class::Unknown, in_word: true });
            let class = self.kinds.of(node.kind_id());
            if let Some(inside) = self.meet(&node, class, around)?
                && cursor.goto_first_child()
            {
                levels.push(inside);
                descend = true;
            }
        }
        self.skip_newlines();
        match self.script.tokens.get(self.next) {
            None => Ok(()),
            Some(token) => differ(token.span, DisagreementKind::Token),
        }
    }

    /// Compares one node. Gives the level of its children when they are to be looked at.
    fn meet(&mut self, node: &Node<'_>, class: Class, around: Level) -> Result<Option<Level>, Disagreement> {
        let span = span_of(node);
        let structure = Some(Level { class, in_word: false });
        if around.in_word {
            return Ok(match class {
                Class::Substitution | Class::ProcessSubstitution => structure,
                Class::Mark => None,
                Class::Unknown => return Err(Disagreement::new(span, DisagreementKind::Construct)),
                _ => Some(Level { class: around.class, in_word: true }),
            });
        }
        match class {
            Class::Container
            | Class::Subshell
            | Class::For
            | Class::Case
            | Class::CaseItem
            | Class::Redirected
            | Class::Command
            | Class::CommandName
            | Class::Declaration
            | Class::Test
            | Class::TestPart
            | Class::Assignments
            | Class::Redirect
            | Class::HereDocument => Ok(structure),
            Class::Assignment => {
                let kind = self.take(span)?;
                if !matches!(kind, TokenKind::Assignment | TokenKind::Argument) {
                    return Err(Disagreement::new(span, DisagreementKind::Token));
                }
                if kind == TokenKind::Argument {
                    self.compare_value(node, span)?;
                } else {
                    self.compare_assigned(node)?;
                }
                Ok(Some(Level { class, in_word: true }))
            }
            Class::HereStart => {
                self.take(span)?;
                Ok(None)
            }
            Class::HereBody => {
                self.take_body(span)?;
                Ok(Some(Level { class, in_word: true }))
            }
            Class::HereEnd => Ok(None),
            Class::HereContent => Ok(None),
            Class::Descriptor => Ok(None),
            Class::Comment => {
                let known = self.script.comments.get(self.comment);
                self.comment += 1;
                if known.is_some_and(|known| *known == span) {
                    return Ok(None);
                }
                Err(Disagreement::new(span, DisagreementKind::Comment))
            }
            Class::Mark => self.mark(node, span, around).map(|()| None),
            Class::Word
            | Class::Number
            | Class::Name
            | Class::Raw
            | Class::AnsiC
            | Class::Quoted
            | Class::Locale
            | Class::Concatenation
            | Class::Parameter
            | Class::Expansion
            | Class::Substitution
            | Class::ProcessSubstitution
            | Class::Arithmetic
            | Class::Brace => self.unit(node, class, span, around),
            Class::QuotedContent | Class::Unknown => {
                Err(Disagreement::new(span, DisagreementKind::Construct))
            }
        }
    }

    /// A word of its own.
    fn unit(
        &mut self,
        node: &Node<'_>,
        class: Class,
        span: Span,
        around: Level,
    ) -> Result<Option<Level>, Disagreement> {
        let names_command = around.class == Class::CommandName;
        if names_command && self.script.slice(span) == "time" && self.is_next(TokenKind::Keyword, span) {
            // The grammar has no `time`: it takes the keyword for the name, and the name for an argument.
            self.take(span)?;
            self.timed = true;
            return Ok(None);
        }
        let kind = self.take(span)?;
        let timed = self.timed && (kind == TokenKind::CommandName || self.script.slice(span) == "-p");
        if kind == TokenKind::CommandName {
            self.timed = false;
        }
        let agrees = match kind {
            TokenKind::CommandName => names_command || timed,
            TokenKind::Argument
            | TokenKind::Target
            | TokenKind::LoopName
            | TokenKind::LoopWord
            | TokenKind::CasePattern => !names_command,
            TokenKind::Keyword => timed,
            _ => false,
        };
        if !agrees {
            return Err(Disagreement::new(span, DisagreementKind::Command));
        }
        if matches!(kind, TokenKind::Keyword | TokenKind::LoopName) {
            return Ok(None);
        }
        self.compare_value(node, span)?;
        Ok(match class {
            Class::Word | Class::Number | Class::Name | Class::Raw | Class::AnsiC => None,
            Class::Substitution | Class::ProcessSubstitution => Some(Level { class, in_word: false }),
            _ => Some(Level { class, in_word: true }),
        })
    }

    /// An operator, a reserved word or a delimiter.
    fn mark(&mut self, node: &Node<'_>, span: Span, around: Level) -> Compared {
        let text = self.script.slice(span);
        if text.trim_matches(['\n', ' ', '\t']).is_empty() {
            return Ok(());
        }
        let opens_or_closes = matches!(text, "$(" | "`" | "<(" | ">(" | ")");
        if opens_or_closes && matches!(around.class, Class::Substitution | Class::ProcessSubstitution) {
            return Ok(());
        }
        match around.class {
            Class::Redirect | Class::HereDocument
                if !matches!(text, "|" | "|&" | "&&" | "||" | ";" | "&") =>
            {
                self.redirect_operator(node, span)
            }
            // In these the grammar has a word of its own for what the shell takes for the name or an argument.
            Class::Declaration | Class::Test | Class::TestPart => {
                let kind = self.take(span)?;
                let first = matches!(
                    text,
                    "[" | "export" | "declare" | "typeset" | "readonly" | "local" | "unset" | "unsetenv"
                );
                match kind {
                    TokenKind::CommandName if first => Ok(()),
                    TokenKind::Argument => Ok(()),
                    _ => differ(span, DisagreementKind::Command),
                }
            }
            _ => {
                let kind = self.take(span)?;
                match kind {
                    TokenKind::Operator
                    | TokenKind::Keyword
                    | TokenKind::Parenthesis
                    | TokenKind::CaseMark => Ok(()),
                    _ => differ(span, DisagreementKind::Token),
                }
            }
        }
    }

    /// The operator of a redirect; its descriptor stands in front of it.
    fn redirect_operator(&mut self, node: &Node<'_>, span: Span) -> Compared {
        self.skip_newlines();
        let Some(token) = self.script.tokens.get(self.next).copied() else {
            return differ(span, DisagreementKind::Redirect);
        };
        let descriptor =
            node.prev_sibling().filter(|before| self.kinds.of(before.kind_id()) == Class::Descriptor);
        let start = descriptor.map_or(span.start, |before| before.start_byte() as u32);
        if token.kind != TokenKind::Redirect || token.span.start != start {
            return differ(span, DisagreementKind::Redirect);
        }
        self.next += 1;
        if token.span.end == span.end {
            return Ok(());
        }
        // The grammar reads `>&-` as one operator; the strict reader as `>&` with the target `-`.
        let closing = matches!(self.script.slice(span), ">&-" | "<&-");
        let target = self.script.tokens.get(self.next).copied();
        match target {
            Some(target)
                if closing
                    && target.kind == TokenKind::Target
                    && target.span == Span::new(span.end as usize - 1, span.end as usize) =>
            {
                self.next += 1;
                Ok(())
            }
            _ => differ(span, DisagreementKind::Redirect),
        }
    }

    fn skip_newlines(&mut self) {
        while self.script.tokens.get(self.next).is_some_and(|token| token.kind == TokenKind::Newline) {
            self.next += 1;
        }
    }

    fn is_next(&mut self, kind: TokenKind, span: Span) -> bool {
        self.skip_newlines();
        self.script.tokens.get(self.next).is_some_and(|token| token.kind == kind && token.span == span)
    }

    /// The script's next token, which must stand exactly here.
    fn take(&mut self, span: Span) -> Result<TokenKind, Disagreement> {
        self.skip_newlines();
        match self.script.tokens.get(self.next) {
            Some(token) if token.span == span => {
                self.next += 1;
                Ok(token.kind)
            }
            Some(token) => Err(Disagreement::new(
                Span::new(
                    token.span.start.min(span.start) as usize,
                    token.span.end.min(span.end).max(token.span.start.min(span.start)) as usize,
                ),
                DisagreementKind::Token,
            )),
            None => Err(Disagreement::new(span, DisagreementKind::Token)),
        }
    }

    /// A here-document's body. The grammar may leave the last line break outside.
    fn take_body(&mut self, span: Span) -> Compared {
        self.skip_newlines();
        let Some(token) = self.script.tokens.get(self.next).copied() else {
            return differ(span, DisagreementKind::HereDocument);
        };
        // It may also leave out the tabs that `<<-` takes away, at the beginning of the body.
        let text = |span: Span| self.script.slice(span).trim_matches(['\n', '\t']);
        let end =
            |span: Span| span.start as usize + self.script.slice(span).trim_end_matches(['\n', '\t']).len();
        let empty = text(token.span).is_empty() && text(span).is_empty();
        let same = text(token.span) == text(span) && end(token.span) == end(span);
        if token.kind != TokenKind::Body || !(same || empty) {
            return differ(span, DisagreementKind::HereDocument);
        }
        self.next += 1;
        Ok(())
    }

    /// What the word at `span` becomes, in both readings.
    fn compare_value(&mut self, node: &Node<'_>, span: Span) -> Compared {
        let Some(word) = self.words.find(span).and_then(|index| self.script.word(index)) else {
            return differ(span, DisagreementKind::Token);
        };
        if word.value == Value::Plain && word.pieces.is_empty() {
            // No quote and no backslash: the bytes are the value in every reading.
            return Ok(());
        }
        let Some(text) = self.script.text(word) else { return Ok(()) };
        self.text.clear();
        if value::of_node(self.kinds, self.script.source, node, self.text) && self.text == text {
            return Ok(());
        }
        differ(span, DisagreementKind::Value)
    }

    /// The value of an assignment in front of a command.
    fn compare_assigned(&mut self, node: &Node<'_>) -> Compared {
        let mut cursor = node.walk();
        let Some(value) = node.children(&mut cursor).last().filter(Node::is_named) else { return Ok(()) };
        if self.kinds.of(value.kind_id()) == Class::Name {
            return Ok(());
        }
        self.compare_value(&value, span_of(&value))
    }
}

/// Goes to the next node that is not below the current one.
fn advance(cursor: &mut TreeCursor<'_>, levels: &mut Vec<Level>) -> bool {
    loop {
        if cursor.goto_next_sibling() {
            return true;
        }
        if levels.len() <= 1 || !cursor.goto_parent() {
            return false;
        }
        levels.pop();
    }
}

/// The place of the first error below `root`, followed down without recursion.
fn first_error(root: &Node<'_>) -> Span {
    let mut cursor = root.walk();
    let mut place = span_of(root);
    while cursor.goto_first_child() {
        loop {
            let node = cursor.node();
            if node.is_error() || node.is_missing() {
                return span_of(&node);
            }
            if node.has_error() {
                place = span_of(&node);
                break;
            }
            if !cursor.goto_next_sibling() {
                return place;
            }
        }
    }
    place
}
