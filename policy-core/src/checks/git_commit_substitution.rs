//! Commit messages: text that should be nothing but text.

use alloc::vec::Vec;

use super::form::{Case, Found, Marks, check};
use super::literal_here_document;
use crate::syntax::{PieceKind, RedirectOp, Script, Simple, Traits, Word};

check! {
    /// A commit message is written by a model and read by people, and the shell reads it first: in double quotes,
    /// back-ticks around a function's name run a program of that name.
    ///
    /// ```sh,fires
    /// git commit -m "use `make` to build"
    /// git commit -m "release $(date)"
    /// git commit -m $message
    /// git commit --message="$(id)"
    /// git commit -am "${x:-$(id)}"
    /// ```
    ///
    /// A literal message is text whatever stands in it, so the checks that remain have nothing to look for in a
    /// command that is one `git commit` with known options and nothing else. It does not run for that: rules decide.
    ///
    /// ```sh,silent
    /// git commit -m 'use `make` to build'
    /// git commit -m "plain text; with && signs"
    /// git commit -am "fix: a \$variable"
    /// git log --grep="$(id)"
    /// git commit --amend --no-edit
    /// ```
    ///
    /// ```sh,silent,whole
    /// git commit -m "$(cat <<'EOF'
    /// use `make`
    /// EOF
    /// )"
    /// ```
    pub static GIT_COMMIT_SUBSTITUTION = 12 {
        says: "the shell changes this commit message before git sees it",
        help: "put the message into single quotes",
        marks: Marks::of(b"c"),
        find,
    }
}

/// Options of `git commit` that only say what is committed and how it is worded.
const FLAGS: &[&str] = &[
    "--allow-empty", "--allow-empty-message", "--amend", "--no-edit", "--no-gpg-sign", "--no-signoff", "--only",
    "--quiet", "--signoff", "--verbose", "-a", "--all", "-q", "-s", "-v",
];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for (index, command) in script.commands.iter().enumerate() {
        let words = script.words_of(command);
        if !is_git_commit(script, words) {
            continue;
        }
        let mut literal = true;
        for word in message_words(script, words) {
            let splits = word.traits.has(Traits::SPLITS);
            for piece in script.pieces_of(word) {
                let changes = match piece.kind {
                    PieceKind::Substitution(scope) => !literal_here_document::is_message(script, word, scope),
                    PieceKind::Backquote(_) | PieceKind::ParameterOperation | PieceKind::ProcessSubstitution(_) => true,
                    PieceKind::Parameter => splits,
                    _ => false,
                };
                if changes {
                    literal = false;
                    found.ask(piece.span);
                }
            }
        }
        if literal && script.commands.len() == 1 && is_plain(script, index, command, words) {
            found.allow_early();
        }
    }
}

fn is_git_commit(script: &Script<'_>, words: &[Word]) -> bool {
    let text = |at: usize| words.get(at).and_then(|word| script.text(word));
    text(0) == Some("git") && text(1) == Some("commit")
}

/// Whether nothing in the text is hidden from the eye; the checks on characters come after this one.
fn shows_itself(text: &str) -> bool {
    text.is_ascii() && !text.bytes().any(|byte| byte.is_ascii_control() && !matches!(byte, b'\n' | b'\t'))
}

/// The words that hold the message: values of `-m`, `--message` and clusters that end in `m`.
fn message_words<'w>(script: &Script<'_>, words: &'w [Word]) -> Vec<&'w Word> {
    let mut found = Vec::new();
    let mut takes = false;
    for word in words.iter().skip(2) {
        let source = script.slice(word.span);
        if takes || source.starts_with("--message=") || source.starts_with("-m") && source.len() > 2 {
            found.push(word);
            takes = false;
            continue;
        }
        takes = script.text(word).is_some_and(takes_message);
    }
    found
}

fn takes_message(option: &str) -> bool {
    let cluster = option.len() > 1
        && option.ends_with('m')
        && option.starts_with('-')
        && !option.starts_with("--")
        && option.bytes().skip(1).all(|byte| matches!(byte, b'a' | b's' | b'q' | b'v' | b'm'));
    cluster || option == "--message"
}

/// One simple command `git commit` with known options and literal values, without redirect or assignment.
fn is_plain(script: &Script<'_>, index: usize, command: &Simple, words: &[Word]) -> bool {
    if !command.assignments.is_empty() || !script.doubts.is_empty() || !script.comments.is_empty() {
        return false;
    }
    let mut takes = false;
    let mut reads_document = false;
    for word in words.iter().skip(2) {
        let Some(text) = script.text(word).filter(|text| shows_itself(text)) else { return false };
        if core::mem::take(&mut takes) {
            continue;
        }
        let known = FLAGS.contains(&text) || text.starts_with("--message=");
        if takes_message(text) {
            takes = true;
        } else if text == "-F-" || text == "--file=-" {
            reads_document = true;
        } else if !known {
            return false;
        }
    }
    let mut documents = 0;
    for redirect in script.redirects_of(index) {
        let literal = script.here_documents.iter().any(|document| {
            document.literal && script.redirects.get(document.redirect as usize).is_some_and(|it| it.span == redirect.span)
        });
        if !literal || !matches!(redirect.op, RedirectOp::HereDocument | RedirectOp::HereDocumentTabs) {
            return false;
        }
        documents += 1;
    }
    !takes && script.redirects.len() == documents && (documents == 0) != (reads_document && documents == 1)
        && script.tokens.iter().all(|token| token.kind != crate::syntax::TokenKind::Operator)
}
