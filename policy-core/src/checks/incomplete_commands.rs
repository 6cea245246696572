//! Fragments: what an unfinished command becomes depends on what is put behind it.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{DoubtKind, TokenKind};

check! {
    /// A command that stops in the middle of a quote, a group or a here-document is finished by something else:
    /// by the next line, by a wrapper's own text, by another tool. You approve one thing and its continuation runs.
    /// A text that begins with an option, an operator or a tab has been cut out of a longer command.
    ///
    /// ```sh,fires
    /// echo 'it is
    /// echo "unfinished
    /// echo `date
    /// echo $(date
    /// echo ${HOME
    /// (ls
    /// ls &&
    /// ls |
    /// ls \
    /// cat <<EOF
    /// -rf /tmp/x
    /// && ls
    /// if true; then ls
    /// ```
    ///
    /// What is finished is silent, however it is quoted.
    ///
    /// ```sh,silent
    /// echo 'it''s'
    /// echo "a \" b"
    /// ls; ls &
    /// echo '&&' -- "$HOME"
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// it's "fine" here
    /// EOF
    /// ```
    pub static INCOMPLETE_COMMANDS = 1 {
        says: "the command is not finished: what runs depends on what follows it",
        help: "close the quote, the bracket or the here-document, or complete the command",
        marks: Marks::ANY,
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for doubt in &script.doubts {
        let message = match doubt.kind {
            DoubtKind::UnclosedQuote => "the quote that is opened here is never closed",
            DoubtKind::UnclosedSubstitution => "the substitution that is opened here is never closed",
            DoubtKind::UnclosedExpansion => "the expansion that is opened here is never closed",
            DoubtKind::UnclosedGroup => "the group that is opened here is never closed",
            DoubtKind::UnclosedHereDocument => "the here-document that is opened here has no terminator",
            DoubtKind::TrailingOperator => "nothing follows this operator",
            DoubtKind::TrailingBackslash => "the command ends in a backslash: whatever comes next joins it",
            DoubtKind::Unexpected if is_operator_in_front(script.source, doubt.span.start) => {
                "the command begins with an operator, so its beginning is missing"
            }
            DoubtKind::Unexpected | DoubtKind::TooDeep | DoubtKind::Unsupported(_) => continue,
        };
        found.ask_because(doubt.span, message.into());
    }
    if script.source.starts_with('\t') {
        found.ask_because(crate::Span::new(0, 1), "the command begins with a tab, as a piece of something longer does".into());
    }
    if let Some(first) = script.tokens.first()
        && first.kind == TokenKind::CommandName
        && script.slice(first.span).starts_with('-')
    {
        found.ask_because(first.span, "the command begins with an option, so its beginning is missing".into());
    }
}

fn is_operator_in_front(source: &str, at: u32) -> bool {
    let before = source.get(..at as usize).unwrap_or("");
    let operator = source.get(at as usize..).is_some_and(|rest| rest.starts_with([';', '&', '|']));
    operator && before.bytes().all(|byte| matches!(byte, b' ' | b'\t' | b'\n'))
}
