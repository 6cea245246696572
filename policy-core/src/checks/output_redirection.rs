//! Files written by the shell itself, before any program runs.

use super::form::{Case, Found, Marks, check};
use crate::syntax::{Descriptor, RedirectOp};

check! {
    /// A redirect writes without a program: `>` empties a file before anything has run, and a shell start-up file,
    /// a git hook or an authorized key is one redirect away. `>&1x` looks like a copy of a descriptor and creates a
    /// file named `1x`.
    ///
    /// ```sh,fires
    /// echo x > f
    /// echo x >> ~/.bashrc
    /// ls >| f
    /// ls &> f
    /// ls &>> f
    /// ls >& f
    /// ls >&1x
    /// ls <> f
    /// ls {fd}> f
    /// ls > "$f"
    /// ls > /dev/null2
    /// ls > /dev/null/../x
    /// > f
    /// { ls; } > f
    /// ls > /dev/tcp/127.0.0.1/80
    /// ```
    ///
    /// Throwing output away and sending one stream where another goes write no file.
    ///
    /// ```sh,silent
    /// ls > /dev/null
    /// ls 2>/dev/null
    /// ls > /dev/null 2>&1
    /// ls &>/dev/null
    /// ls >&2
    /// ls 2>&-
    /// grep '>' f
    /// ls < f
    /// ```
    ///
    /// ```zsh,fires
    /// ls >! f
    /// ls >>| f
    /// ```
    pub static OUTPUT_REDIRECTION = 10 {
        says: "the shell writes to this file",
        help: "leave the redirect out, or approve it this once",
        marks: Marks::of(b">"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for redirect in &script.redirects {
        if let Some(Descriptor::Variable(_)) = redirect.fd {
            found.ask_because(redirect.span, "the shell keeps a file open under a variable".into());
            continue;
        }
        if !redirect.op.writes() {
            continue;
        }
        let target = script.word(redirect.target).and_then(|word| script.text(word));
        match target {
            Some("/dev/null") if redirect.op != RedirectOp::ReadWrite => {}
            Some(path) if is_socket(path) => {
                found.ask_because(redirect.span, "the shell itself connects to a network address".into());
            }
            Some(_) => found.ask(redirect.span),
            None => found.ask_because(redirect.span, "which file the shell writes to is only known when it runs".into()),
        }
    }
}

/// Paths that bash opens as network connections (bash(1), "REDIRECTION").
pub(super) fn is_socket(path: &str) -> bool {
    path.starts_with("/dev/tcp/") || path.starts_with("/dev/udp/")
}
