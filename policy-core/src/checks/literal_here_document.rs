//! The usual way to write a long commit message: `"$(cat <<'EOF' … EOF)"`. It is a substitution that can only give
//! the text that stands in it.

use crate::syntax::{RedirectOp, ScopeKind, Script, Word};

/// Whether the substitution with this scope is one `cat` with one quoted here-document and nothing else, and is
/// the whole of a quoted argument of `git commit` or `gh … create`.
pub(super) fn is_message(script: &Script<'_>, word: &Word, scope: u32) -> bool {
    let text = script.slice(word.span);
    let quoted = text.starts_with("\"$(") && text.ends_with(")\"");
    quoted && gives_its_own_text(script, scope) && takes_a_message(script, word)
}

/// Whether the commands of `scope` can print nothing but the text of one quoted here-document.
pub(super) fn gives_its_own_text(script: &Script<'_>, scope: u32) -> bool {
    let is_substitution =
        script.scopes.get(scope as usize).is_some_and(|it| it.kind == ScopeKind::Substitution);
    let mut inside = script.commands.iter().enumerate().filter(|(_, command)| command.scope == scope);
    let nested = script.scopes.iter().any(|other| other.parent == scope);
    let (Some((index, command)), None) = (inside.next(), inside.next()) else { return false };
    let [name] = script.words_of(command) else { return false };
    let mut redirects = script.redirects_of(index);
    let (Some(redirect), None) = (redirects.next(), redirects.next()) else { return false };
    let literal = script.here_documents.iter().any(|document| {
        document.literal
            && script.redirects.get(document.redirect as usize).is_some_and(|it| it.span == redirect.span)
    });
    is_substitution
        && !nested
        && command.assignments.is_empty()
        && script.text(name) == Some("cat")
        && redirect.fd.is_none()
        && matches!(redirect.op, RedirectOp::HereDocument | RedirectOp::HereDocumentTabs)
        && literal
}

fn takes_a_message(script: &Script<'_>, word: &Word) -> bool {
    script.commands.iter().any(|command| {
        let words = script.words_of(command);
        let known = |at: usize| words.get(at).and_then(|word| script.text(word));
        let Some(at) = words.iter().position(|other| other.span == word.span) else { return false };
        let program = (known(0), known(1));
        let message = at.checked_sub(1).and_then(known);
        matches!(
            program,
            (Some("git"), Some("commit" | "tag" | "notes")) | (Some("gh"), Some("pr" | "issue" | "release"))
        ) && matches!(
            message,
            Some("-m" | "--message" | "-am" | "--body" | "-b" | "--notes" | "-n" | "--title" | "-t")
        )
    })
}
