//! Writes switches into a source: each mutant becomes a branch that is taken when its number is the active one.
//!
//! Owns the forms of the branches. A form only inserts text and keeps every line, so that an error of the compiler is at
//! the line of its cause. What has no form is left out, and is no mutant of the program.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::LineColumn;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{
    Arm, BinOp, Block, Expr, ExprBinary, ExprMatch, ExprStruct, ExprUnary, ImplItemFn, ItemFn, Pat,
    ReturnType, Signature, Stmt, TraitItemFn, Type, UnOp,
};

use crate::list::{Genre, Mutant, Position};

/// A source with switches.
#[derive(Debug)]
pub(crate) struct Switched {
    pub(crate) text: String,
    /// The numbers of the mutants in it, each with the ranges of `text` that were inserted for it.
    pub(crate) inserted: BTreeMap<usize, Vec<(usize, usize)>>,
}

/// `text` with switches for `mutants`, which are numbered.
pub(crate) fn switched(text: &str, mutants: &[(usize, &Mutant)]) -> syn::Result<Switched> {
    let file = syn::parse_file(text)?;
    let mut wanted: HashMap<(Genre, Position), Vec<(usize, &Mutant)>> = HashMap::new();
    for (number, mutant) in mutants {
        wanted.entry((mutant.genre, mutant.span.start)).or_default().push((*number, mutant));
    }
    let mut writer = Writer {
        text,
        lines: starts_of_lines(text),
        wanted,
        edits: Vec::new(),
        in_const: false,
        has_rest: false,
    };
    writer.visit_file(&file);
    Ok(writer.into_switched())
}

fn starts_of_lines(text: &str) -> Vec<usize> {
    [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// Where a text is inserted, when several meet: what closes comes first, and inner before outer; then what opens, outer
/// before inner; then what replaces the text after it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Order {
    Closes(std::cmp::Reverse<usize>),
    Opens(usize),
    Replaces,
}

#[derive(Debug)]
struct Edit {
    at: usize,
    order: Order,
    /// How many bytes after `at` it replaces.
    replaces: usize,
    text: String,
    numbers: Vec<usize>,
}

struct Writer<'w> {
    text: &'w str,
    lines: Vec<usize>,
    wanted: HashMap<(Genre, Position), Vec<(usize, &'w Mutant)>>,
    edits: Vec<Edit>,
    /// Whether no function can be called, because it runs at compile time.
    in_const: bool,
    /// Whether the arms of this match can go: a last one takes everything.
    has_rest: bool,
}

impl<'w> Writer<'w> {
    fn into_switched(mut self) -> Switched {
        self.edits.sort_by_key(|edit| (edit.at, edit.order));
        let mut switched = Switched { text: String::new(), inserted: BTreeMap::new() };
        let mut copied = 0;
        for edit in self.edits {
            switched.text.push_str(&self.text[copied..edit.at]);
            let start = switched.text.len();
            switched.text.push_str(&edit.text);
            for number in edit.numbers {
                switched.inserted.entry(number).or_default().push((start, switched.text.len()));
            }
            copied = edit.at + edit.replaces;
        }
        switched.text.push_str(&self.text[copied..]);
        switched
    }

    fn take(&mut self, genre: Genre, at: LineColumn) -> Vec<(usize, &'w Mutant)> {
        let at = Position { line: at.line, column: at.column + 1 };
        if self.in_const { Vec::new() } else { self.wanted.remove(&(genre, at)).unwrap_or_default() }
    }

    fn offset(&self, at: LineColumn) -> usize {
        let start = self.lines[at.line - 1];
        let line = &self.text[start..];
        start + line.char_indices().nth(at.column).map_or(line.len(), |(offset, _)| offset)
    }

    /// Puts `open` before and `close` after the code from `start` to `end`.
    fn surround(
        &mut self,
        start: LineColumn,
        end: LineColumn,
        open: String,
        close: String,
        numbers: &[usize],
    ) {
        let (start, end, rank) = (self.offset(start), self.offset(end), self.edits.len());
        let mut edit = |at, order, text| {
            self.edits.push(Edit { at, order, replaces: 0, text, numbers: numbers.to_vec() });
        };
        edit(start, Order::Opens(rank), open);
        edit(end, Order::Closes(std::cmp::Reverse(rank)), close);
    }

    fn replace(&mut self, start: LineColumn, end: LineColumn, text: String, numbers: &[usize]) {
        let (start, end) = (self.offset(start), self.offset(end));
        let numbers = numbers.to_vec();
        self.edits.push(Edit { at: start, order: Order::Replaces, replaces: end - start, text, numbers });
    }

    fn function(&mut self, signature: &Signature, block: &Block, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.in_const, signature.constness.is_some());
        if let Some(first) = block.stmts.first() {
            let at = first.span().start();
            for (number, mutant) in self.take(Genre::FnValue, at) {
                if let (Some(tail), "::std::iter::empty()") =
                    (iterator(signature, block), &*mutant.replacement)
                {
                    // Both branches of a function have one type, and an empty iterator is of another.
                    let close = format!(").filter(|_| !{})", active(number));
                    self.surround(tail.span().start(), tail.span().end(), "(".to_owned(), close, &[number]);
                    continue;
                }
                let text = format!("if {} {{ return {}; }} ", active(number), one_line(&mutant.replacement));
                self.surround(at, at, text, String::new(), &[number]);
            }
        }
        visit(self);
        self.in_const = outer;
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.in_const, true);
        visit(self);
        self.in_const = outer;
    }

    fn operator(&mut self, binary: &ExprBinary) {
        let at = binary.op.span().start();
        if has_let(&binary.left) || has_let(&binary.right) {
            return;
        }
        let mutants = self.take(Genre::BinaryOperator, at);
        if mutants.is_empty() {
            return;
        }
        let numbers = mutants.iter().map(|(number, _)| *number).collect::<Vec<_>>();
        let others = |other: &dyn Fn(&str) -> String| {
            let one = |(number, mutant): &(usize, &Mutant)| {
                format!("if {} {{ {} }} else ", active(*number), other(&mutant.replacement))
            };
            mutants.iter().map(one).collect::<String>()
        };
        let own = self.text[self.offset(at)..self.offset(binary.op.span().end())].to_owned();
        let (open, middle, close) = match &binary.op {
            // Both operators are one choice: which of the two values of the left side decides alone.
            BinOp::And(_) | BinOp::Or(_) => {
                let is = active(numbers[0]);
                let (goes_on, decides) = if own == "&&" { ("!=", "is") } else { ("==", "!is") };
                let middle = format!("; let is = {is}; if left {goes_on} is {{");
                ("({ let left = ".to_owned(), middle, format!("}} else {{ {decides} }} }})"))
            }
            op if is_assignment(op) => {
                let all = others(&|other| format!("*left {other} right"));
                let close = format!("); {all} {{ *left {own} right }} }})");
                ("({ let (left, right) = (&mut (".to_owned(), "), ".to_owned(), close)
            }
            op if is_comparison(op) => {
                let all = others(&|other| format!("left {other} right"));
                let close = format!(")); {all} {{ left {own} right }} }})");
                ("({ let (left, right) = (&(".to_owned(), "), &(".to_owned(), close)
            }
            _ => {
                let all = others(&|other| format!("left {other} right"));
                let close = format!("); {all} {{ left {own} right }} }})");
                ("({ let (left, right) = (".to_owned(), ", ".to_owned(), close)
            }
        };
        self.surround(binary.span().start(), binary.span().end(), open, close, &numbers);
        self.replace(at, binary.op.span().end(), middle, &numbers);
    }
}

impl<'ast> Visit<'ast> for Writer<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&item.sig, &item.block, |writer| visit::visit_item_fn(writer, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&item.sig, &item.block, |writer| visit::visit_impl_item_fn(writer, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        match &item.default {
            Some(block) => self.function(&item.sig, block, |writer| visit::visit_trait_item_fn(writer, item)),
            None => visit::visit_trait_item_fn(self, item),
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(|writer| visit::visit_item_const(writer, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(|writer| visit::visit_impl_item_const(writer, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constant(|writer| visit::visit_item_static(writer, item));
    }

    fn visit_expr_binary(&mut self, binary: &'ast ExprBinary) {
        self.operator(binary);
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast ExprUnary) {
        if let UnOp::Not(not) = &unary.op {
            for (number, _) in self.take(Genre::UnaryOperator, not.span().start()) {
                let close = format!(") != {})", active(number));
                self.surround(unary.span().start(), unary.span().end(), "((".to_owned(), close, &[number]);
            }
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, of: &'ast ExprMatch) {
        let is_rest = |arm: &Arm| arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_) | Pat::Ident(_));
        let outer = std::mem::replace(&mut self.has_rest, of.arms.iter().any(is_rest));
        visit::visit_expr_match(self, of);
        self.has_rest = outer;
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        let mut deleted = self.take(Genre::MatchArm, arm.span().start());
        deleted.retain(|_| self.has_rest || arm.guard.is_some());
        match &arm.guard {
            Some((_, guard)) if !has_let(guard) => {
                for (number, mutant) in self.take(Genre::MatchArmGuard, guard.span().start()) {
                    let (open, close) = if mutant.replacement == "true" {
                        (format!("({} || (", active(number)), "))".to_owned())
                    } else {
                        (format!("(!{} && (", active(number)), "))".to_owned())
                    };
                    self.surround(guard.span().start(), guard.span().end(), open, close, &[number]);
                }
                for (number, _) in deleted {
                    let open = format!("(!{} && (", active(number));
                    self.surround(guard.span().start(), guard.span().end(), open, "))".to_owned(), &[number]);
                }
            }
            Some(_) => {}
            None => {
                let end = arm.pat.span().end();
                for (number, _) in deleted {
                    self.surround(end, end, format!(" if !{}", active(number)), String::new(), &[number]);
                }
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, of: &'ast ExprStruct) {
        if let Some(rest) = &of.rest {
            let rest = &self.text[self.offset(rest.span().start())..self.offset(rest.span().end())];
            let rest = one_line(rest);
            for field in &of.fields {
                let (syn::Member::Named(name), true) = (&field.member, field.colon_token.is_some()) else {
                    continue;
                };
                for (number, _) in self.take(Genre::StructField, field.span().start()) {
                    let open = format!("(if {} {{ ({rest}).{name} }} else {{ ", active(number));
                    let at = field.expr.span();
                    self.surround(at.start(), at.end(), open, " })".to_owned(), &[number]);
                }
            }
        }
        visit::visit_expr_struct(self, of);
    }
}

/// The value of a function that returns some iterator.
fn iterator<'b>(signature: &Signature, block: &'b Block) -> Option<&'b Expr> {
    match (&signature.output, block.stmts.last()) {
        (ReturnType::Type(_, of), Some(Stmt::Expr(tail, None))) if matches!(**of, Type::ImplTrait(_)) => {
            Some(tail)
        }
        _ => None,
    }
}

fn active(number: usize) -> String {
    format!("crate::mutant::is_active({number})")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether `let` is in a condition, which is no expression of its own.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

fn is_comparison(op: &BinOp) -> bool {
    matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
}

fn is_assignment(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::AddAssign(_)
            | BinOp::SubAssign(_)
            | BinOp::MulAssign(_)
            | BinOp::DivAssign(_)
            | BinOp::RemAssign(_)
            | BinOp::BitXorAssign(_)
            | BinOp::BitAndAssign(_)
            | BinOp::BitOrAssign(_)
            | BinOp::ShlAssign(_)
            | BinOp::ShrAssign(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::{Key, Span};

    /// `text` with a switch at each mark; a mark is a line, a column, a genre and a replacement.
    fn with(text: &str, marks: &[(usize, usize, Genre, &str)]) -> String {
        let mutants = marks.iter().map(|(line, column, genre, replacement)| Mutant {
            key: Key { file: String::new(), change: String::new(), nth: 1 },
            name: String::new(),
            genre: *genre,
            replacement: (*replacement).to_owned(),
            span: {
                let start = Position { line: *line, column: *column };
                Span { start, end: start }
            },
        });
        let mutants = mutants.collect::<Vec<_>>();
        let numbered = mutants.iter().enumerate().collect::<Vec<_>>();
        switched(text, &numbered).unwrap().text.replace("crate::mutant::is_active", "on")
    }

    #[test]
    fn a_function_returns_the_other_value_at_once() {
        assert_eq!(
            with("fn f() -> bool {\n    g()\n}", &[(2, 5, Genre::FnValue, "true")]),
            "fn f() -> bool {\n    if on(0) { return true; } g()\n}"
        );
        let constant = "const fn f() -> bool {\n    g()\n}";
        assert_eq!(with(constant, &[(2, 5, Genre::FnValue, "true")]), constant);
    }

    #[test]
    fn a_function_that_returns_some_iterator_returns_one_without_items() {
        assert_eq!(
            with(
                "fn f() -> impl Iterator<Item = u8> {\n    g().map(h)\n}",
                &[(2, 5, Genre::FnValue, "::std::iter::empty()")]
            ),
            "fn f() -> impl Iterator<Item = u8> {\n    (g().map(h)).filter(|_| !on(0))\n}"
        );
    }

    #[test]
    fn operators_that_meet_are_nested_as_they_are_written() {
        assert_eq!(
            with(
                "fn f() { a && b == c }",
                &[(1, 12, Genre::BinaryOperator, "||"), (1, 17, Genre::BinaryOperator, "!="),]
            ),
            "fn f() { ({ let left = a ; let is = on(0); if left != is { \
             ({ let (left, right) = (&(b ), &( c)); if on(1) { left != right } else  { left == right } })} else { is } }) }"
        );
        let chain = "fn f() { if let Some(x) = y && x { } }";
        assert_eq!(with(chain, &[(1, 29, Genre::BinaryOperator, "||")]), chain);
    }

    #[test]
    fn a_branch_is_switched_by_its_guard() {
        assert_eq!(
            with(
                "fn f() { match a { 1 if b => 2, 3 => 4, _ => !c } }",
                &[
                    (1, 25, Genre::MatchArmGuard, "true"),
                    (1, 33, Genre::MatchArm, ""),
                    (1, 46, Genre::UnaryOperator, ""),
                ]
            ),
            "fn f() { match a { 1 if (on(0) || (b)) => 2, 3 if !on(1) => 4, _ => ((!c) != on(2)) } }"
        );
    }

    #[test]
    fn a_field_takes_the_value_of_the_rest() {
        assert_eq!(
            with("fn f() { S { a: b, ..S::new() } }", &[(1, 14, Genre::StructField, "")]),
            "fn f() { S { a: (if on(0) { (S::new()).a } else { b }), ..S::new() } }"
        );
    }
}
