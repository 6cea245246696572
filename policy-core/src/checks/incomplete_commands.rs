//! Unfinished commands: the shell would read the next text as a part of them.

use alloc::format;
use alloc::string::String;

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::script::{Doubt, DoubtKind};

check! {
    /// Whoever sends half a command waits for you to approve it, and then sends the other half. An open quote
    /// swallows what follows; a trailing operator runs it. A fragment that begins with an option or an operator
    /// is the second half: alone it means nothing, glued to the text before it, it means what nobody was shown.
    ///
    /// ```sh,fires
    /// echo "hello
    /// echo 'it
    /// echo $'a\'
    /// echo $(date
    /// echo `date
    /// echo ${HOME
    /// echo $((1 + 2
    /// ls &&
    /// ls |
    /// ls ||
    /// echo hello \
    /// (cd src; ls
    /// if true; then ls
    /// cat < 
    /// 	ls
    /// -rf build
    /// --output=x HEAD
    /// && rm -r build
    /// | sh
    /// ; ls
    /// ```
    ///
    /// A here-document ends at a line that is its delimiter and nothing else. A blank after it is enough to
    /// keep it open.
    ///
    /// ```sh,fires,whole
    /// cat <<EOF
    /// hello
    /// ```
    ///
    /// ```sh,fires,whole
    /// cat <<'EOF'
    /// hello
    /// EOF 
    /// ls
    /// ```
    ///
    /// Everything that is closed where a person sees it closed is complete. So is a job sent to the background.
    ///
    /// ```sh,silent
    /// echo 'it''s'
    /// echo "it's"
    /// echo it\'s
    /// echo "$(date)" `date` ${HOME}
    /// npm start &
    /// ls; 
    /// if true; then ls; fi
    ///   ls -l
    /// > /dev/null ls
    /// echo \\
    /// # only a comment, it's nothing
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// it's "fine
    /// EOF
    /// ```
    ///
    /// ```sh,silent,whole
    /// cargo build &&
    ///   cargo test |
    ///   tail -5
    /// ```
    ///
    /// In PowerShell, a block, a list and a pipeline can be left open as well.
    ///
    /// ```powershell,fires
    /// gci 'src
    /// gci |
    /// gci &&
    /// gci | % { $_.Name
    /// Write-Output (gci
    /// Write-Output a,
    /// if ($x) { gci
    /// ```
    ///
    /// ```powershell,silent
    /// gci 'it''s'
    /// gci | % { $_.Name }
    /// Write-Output "a `"b`""
    /// gci src; gci tests
    /// ```
    pub static INCOMPLETE_COMMANDS = 1 {
        says: "the command is not complete",
        help: "send the whole command at once, with every quote and bracket closed",
        // A reserved word alone can leave a command open.
        marks: Marks::ANY,
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let source = case.script.source;
    for doubt in &case.script.doubts {
        if let Some(message) = message(case, doubt) {
            found.ask_because(doubt.span, message);
        }
    }
    if source.starts_with('\t') {
        found.ask_because(
            Span::new(0, 1),
            "the command begins with a tab, as a piece cut out of another one does".into(),
        );
    }
    let blank = source.len() - source.trim_start_matches([' ', '\t', '\n']).len();
    if let Some(command) = case.script.commands.first()
        && let Some(name) = case.script.words_of(command).first()
        && name.span.start as usize == blank
        && case.script.text(name).unwrap_or(case.script.slice(name.span)).starts_with('-')
    {
        found.ask_because(name.span, "the command begins with an option: the program is missing".into());
    }
    if let Some(doubt) = case.script.doubts.first()
        && doubt.kind == DoubtKind::Unexpected
        && doubt.span.start as usize == blank
        && case.script.slice(doubt.span).starts_with([';', '&', '|', ')'])
    {
        found.ask_because(
            doubt.span,
            format!(
                "the command begins with `{}`: the part in front of it is missing",
                case.script.slice(doubt.span)
            ),
        );
    }
}

/// What is open, when it is something that this check reports.
fn message(case: &Case<'_>, doubt: &Doubt) -> Option<String> {
    Some(match doubt.kind {
        DoubtKind::UnclosedQuote => "the quote opened here is never closed".into(),
        DoubtKind::UnclosedSubstitution => "the substitution opened here is never closed".into(),
        DoubtKind::UnclosedExpansion => "the expansion opened here is never closed".into(),
        DoubtKind::UnclosedGroup => "the group or compound command opened here is never closed".into(),
        DoubtKind::UnclosedHereDocument => here_document(case, doubt.span),
        DoubtKind::TrailingOperator => {
            format!("nothing follows `{}`", case.script.slice(doubt.span))
        }
        DoubtKind::TrailingBackslash => "the backslash at the end joins the command to what comes next".into(),
        DoubtKind::Unexpected
        | DoubtKind::TooDeep
        | DoubtKind::Unsupported(_)
        | DoubtKind::UnsupportedZsh(_)
        | DoubtKind::NotRead
        | DoubtKind::Contradiction => return None,
    })
}

/// Tells a missing terminator from one that has blanks around it.
fn here_document(case: &Case<'_>, span: Span) -> String {
    let script = case.script;
    let target = script.redirects.iter().find(|redirect| redirect.span == span);
    let delimiter = target.and_then(|redirect| script.text(script.word(redirect.target)?)).unwrap_or("");
    let after = script.source.get(span.end as usize..).unwrap_or("");
    if !delimiter.is_empty() && after.lines().skip(1).any(|line| line.trim() == delimiter) {
        format!("the line `{delimiter}` has blanks around it, so it does not end the here-document")
    } else {
        "the here-document opened here is never closed".into()
    }
}
