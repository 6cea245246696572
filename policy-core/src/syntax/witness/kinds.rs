//! The meaning of tree-sitter-bash's node kinds for the comparison.
//!
//! Owns the one table from kind to class. A kind that is not in it is a disagreement: no unknown node is skipped.

use alloc::boxed::Box;

use tree_sitter::Language;

/// What a node is to the comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Holds commands; its own words and marks are keywords and operators.
    Container,
    /// A subshell: its parentheses are tokens.
    Subshell,
    For,
    Case,
    CaseItem,
    Redirected,
    Command,
    CommandName,
    /// `export A=b`, `unset A`: the grammar gives these commands a shape of their own.
    Declaration,
    /// `[ … ]`, and the operators inside.
    Test,
    TestPart,
    /// The definition of a function: its name and its parentheses are tokens.
    Function,
    Assignments,
    Assignment,
    /// The words of `name=(…)`, which no tokens are.
    Array,
    Redirect,
    HereDocument,
    HereStart,
    HereBody,
    HereContent,
    HereEnd,
    Descriptor,
    /// Text without quotes: its bytes, backslashes removed.
    Word,
    /// Text that can hold an expansion (`16#$x`).
    Number,
    Name,
    Raw,
    AnsiC,
    Quoted,
    QuotedContent,
    Locale,
    Concatenation,
    /// `$x`
    Parameter,
    /// `${…}`
    Expansion,
    /// `x[1]` inside `${…}`; elsewhere the strict reader refuses it.
    Subscript,
    Substitution,
    ProcessSubstitution,
    Arithmetic,
    Brace,
    Comment,
    /// Anything without a name: operators, keywords, delimiters. Its text tells.
    Mark,
    /// Not known, or nothing is proven about it.
    Unknown,
}

/// The class of every kind, by kind number.
#[derive(Debug)]
pub(super) struct Kinds(Box<[Class]>);

impl Kinds {
    pub(super) fn new(language: &Language) -> Self {
        let count = language.node_kind_count() as u16;
        Self(
            (0..count)
                .map(|id| {
                    if language.node_kind_is_named(id) {
                        class(language.node_kind_for_id(id).unwrap_or(""))
                    } else {
                        Class::Mark
                    }
                })
                .collect(),
        )
    }

    pub(super) fn of(&self, kind: u16) -> Class {
        self.0.get(kind as usize).copied().unwrap_or(Class::Unknown)
    }
}

fn class(kind: &str) -> Class {
    match kind {
        "program" | "while_statement" | "do_group" | "if_statement" | "elif_clause" | "else_clause"
        | "compound_statement" | "pipeline" | "list" | "negated_command" => Class::Container,
        "subshell" => Class::Subshell,
        "for_statement" | "c_style_for_statement" => Class::For,
        "case_statement" => Class::Case,
        "case_item" => Class::CaseItem,
        "redirected_statement" => Class::Redirected,
        "command" => Class::Command,
        "command_name" => Class::CommandName,
        "declaration_command" | "unset_command" => Class::Declaration,
        "test_command" => Class::Test,
        "unary_expression" | "binary_expression" | "parenthesized_expression" => Class::TestPart,
        "variable_assignments" => Class::Assignments,
        "variable_assignment" => Class::Assignment,
        "array" => Class::Array,
        "function_definition" => Class::Function,
        "file_redirect" | "herestring_redirect" => Class::Redirect,
        "heredoc_redirect" => Class::HereDocument,
        "heredoc_start" => Class::HereStart,
        "heredoc_body" => Class::HereBody,
        "heredoc_content" => Class::HereContent,
        "heredoc_end" => Class::HereEnd,
        "file_descriptor" => Class::Descriptor,
        "word" | "test_operator" | "regex" | "extglob_pattern" => Class::Word,
        "number" => Class::Number,
        "variable_name" | "special_variable_name" => Class::Name,
        "raw_string" => Class::Raw,
        "ansi_c_string" => Class::AnsiC,
        "string" => Class::Quoted,
        "string_content" => Class::QuotedContent,
        "translated_string" => Class::Locale,
        "concatenation" => Class::Concatenation,
        "simple_expansion" => Class::Parameter,
        "expansion" => Class::Expansion,
        "subscript" => Class::Subscript,
        "command_substitution" => Class::Substitution,
        "process_substitution" => Class::ProcessSubstitution,
        "arithmetic_expansion" => Class::Arithmetic,
        "brace_expression" => Class::Brace,
        "comment" => Class::Comment,
        _ => Class::Unknown,
    }
}
