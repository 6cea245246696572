//! Line breaks that do not separate what they seem to separate.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use crate::span::Span;
use crate::script::{Script, Word};
use crate::syntax::{PieceKind, TokenKind, Traits};

/// So many empty lines push what follows out of sight.
const EMPTY_LINES_MAX: usize = 8;

check! {
    /// A line break ends a command, and a reader knows the places where it does not: after a backslash, inside
    /// a here-document. The attack lives on the difference. A comment that ends in a backslash is not continued;
    /// two backslashes, or one with a blank after it, continue nothing; the first line that is the delimiter
    /// ends the document, and what follows is run although it looks like more text.
    ///
    /// ```sh,fires,whole
    /// ls # list everything \
    /// id
    /// ```
    ///
    /// ```sh,fires,whole
    /// echo a\\
    /// id
    /// ```
    ///
    /// The backslash of the next example has a blank after it.
    ///
    /// ```sh,fires,whole
    /// echo a \ 
    /// id
    /// ```
    ///
    /// ```sh,fires,whole
    /// cat <<'EOF'
    /// text
    /// EOF
    /// id
    /// EOF
    /// ```
    ///
    /// ```sh,fires,whole
    /// cat <<'EOF'
    /// text
    ///   EOF
    /// more
    /// EOF
    /// id
    /// ```
    ///
    /// ```sh,fires,whole
    /// ec\
    /// ho hello
    /// ```
    ///
    /// ```sh,fires,whole
    /// rm build/../\
    /// src
    /// ```
    ///
    /// ```sh,fires,whole
    /// "ec\
    /// ho" hello
    /// ```
    ///
    /// ```sh,fires,whole
    /// ls
    ///
    ///
    ///
    ///
    ///
    ///
    ///
    ///
    ///
    ///
    /// id
    /// ```
    ///
    /// A script of several lines is read line by line, and each command is judged. A backslash between words
    /// joins them; a comment on a line of its own, or at the end of one, hides nothing.
    ///
    /// ```sh,silent,whole
    /// cd src
    /// ls -l
    ///
    /// cargo test
    /// ```
    ///
    /// ```sh,silent,whole
    /// cargo build \
    ///   --release \
    ///   --locked
    /// ```
    ///
    /// ```sh,silent,whole
    /// # build
    /// cargo build # in debug mode
    /// # then test
    /// cargo test
    /// ```
    ///
    /// ```sh,silent,whole
    /// ls\
    ///  -l
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat > notes.md <<'EOF'
    /// a line \
    /// another
    /// EOF
    /// cat notes.md
    /// ```
    ///
    /// ```sh,silent,whole
    /// git commit -m "first line
    ///
    /// second \
    /// paragraph"
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<A <<B
    /// a
    /// A
    /// b
    /// B
    /// ls
    /// ```
    pub static NEWLINES = 7 {
        says: "a line break here does not separate what it seems to separate",
        help: "write one command per line, without line breaks inside words",
        marks: Marks::of(b"\n\r"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    let last = script.commands.last().map_or(0, |command| command.span.start);
    let returns = script.source.contains('\r');
    line_ends(script, last, found);
    here_documents(script, found);
    for word in &script.words {
        if word.traits.has(Traits::CONTINUED)
            && let Some(piece) = script.pieces_of(word).iter().find(|it| it.kind == PieceKind::Continuation)
        {
            found.ask_because(piece.span, "the shell joins the two lines into one word here".into());
        }
        if returns {
            carriage_return(script, word, found);
        }
    }
    for command in &script.commands {
        if let Some(name) = script.words_of(command).first()
            && let Some(piece) =
                script.pieces_of(name).iter().find(|it| it.kind == PieceKind::Continuation && it.quoted)
        {
            found.ask_because(piece.span, "the shell joins the two lines into one program name here".into());
        }
    }
}

/// Line breaks that end a command although a backslash seems to continue it, and long runs of empty lines.
fn line_ends(script: &Script<'_>, last_command: u32, found: &mut Found) {
    let mut empty = 0;
    let mut behind = None;
    for token in &script.tokens {
        if token.kind != TokenKind::Newline || token.span.start > last_command {
            continue;
        }
        empty = if behind == Some(token.span.start) { empty + 1 } else { 0 };
        behind = Some(token.span.end);
        if empty == EMPTY_LINES_MAX {
            found.ask_because(token.span, "these empty lines push the next command out of sight".into());
        }
        let before = script.source.get(..token.span.start as usize).unwrap_or("");
        let bytes = before.as_bytes().iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
        let end = before.len() - bytes;
        if before.get(..end).is_some_and(|line| line.ends_with('\\')) {
            found.ask_because(
                Span::new(end - 1, token.span.end as usize),
                "this backslash does not continue the line: the next one is a command of its own".into(),
            );
        }
    }
}

/// Here-documents whose end is not where it seems to be, when commands follow.
fn here_documents(script: &Script<'_>, found: &mut Found) {
    let last = script.commands.last().map_or(0, |command| command.span.start);
    for document in &script.here_documents {
        let Some(redirect) = script.redirects.get(document.redirect as usize) else { continue };
        let delimiter = script.word(redirect.target).and_then(|word| script.text(word)).unwrap_or("");
        if delimiter.is_empty() || last < document.body.end {
            continue;
        }
        let mut at = document.body.start as usize;
        for line in script.slice(document.body).split_inclusive('\n') {
            if line.trim() == delimiter {
                found.ask_because(
                    Span::new(at, at + line.trim_end_matches('\n').len()),
                    format!("this does not end the here-document: there are blanks around `{delimiter}`"),
                );
            }
            at += line.len();
        }
        let again = script.commands.iter().find(|command| {
            command.span.start >= document.body.end
                && matches!(script.words_of(command), [word] if script.text(word) == Some(delimiter))
        });
        if let Some(command) = again {
            found.ask_because(
                command.span,
                format!("the here-document ended at an earlier `{delimiter}`; the shell runs the lines in between"),
            );
        }
    }
}

/// A carriage return outside quotes belongs to its word, whatever an editor shows.
fn carriage_return(script: &Script<'_>, word: &Word, found: &mut Found) {
    let body = || script.here_documents.iter().any(|document| document.body == word.span);
    let start = word.span.start as usize;
    let at = |span: Span| script.slice(span).find('\r').map(|at| span.start as usize + at);
    let place = if word.pieces.is_empty() {
        at(word.span)
    } else {
        let outside = |kind| matches!(kind, PieceKind::Literal | PieceKind::Escape);
        script.pieces_of(word).iter().filter(|it| !it.quoted && outside(it.kind)).find_map(|it| at(it.span))
    };
    if let Some(place) = place.filter(|place| *place >= start && !body()) {
        found.ask_because(
            Span::new(place, place + 1),
            "this carriage return is part of the word; it ends no line".into(),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::story_tests::spotted;
    use super::super::{Example, Expectation};
    use crate::script::Dialect;

    /// A carriage return cannot be in a doc comment.
    #[test]
    fn a_carriage_return_outside_quotes_is_reported() {
        for (command, fires) in [
            ("ls\r\nid", true),
            ("ls\rid", true),
            ("ls -l\r", true),
            ("echo 'a\rb'", false),
            ("cat <<'EOF'\na\r\nEOF\n", false),
            ("cat <<EOF\na\r\nEOF\n", false),
        ] {
            let example =
                Example { expectation: Expectation::Fires, dialect: Dialect::Bash, command: command.into() };
            let found = spotted(&example).iter().any(|place| place.check.number == 7);
            assert_eq!(found, fires, "{command:?}");
        }
    }
}
