//! Files read by the shell itself, past whatever its program may read.

use super::form::{Case, Found, Marks, check};
use super::output_redirection::is_socket;
use crate::syntax::RedirectOp;

check! {
    /// `<` makes any program a reader of any file: `wc -c < ~/.ssh/id_rsa` never names the key among its arguments.
    /// `/dev/tcp/…` is no file at all; bash connects to the address.
    ///
    /// ```sh,fires
    /// cat < /etc/shadow
    /// cat < ~/.ssh/id_rsa
    /// cat < ../../x
    /// cat < "$f"
    /// cat < *.txt
    /// cat < /dev/tcp/127.0.0.1/80
    /// while read l; do echo; done < /etc/passwd
    /// cat <& /dev/udp/127.0.0.1/53
    /// ```
    ///
    /// A file of the project, no file at all, and text that stands in the command are what they seem.
    ///
    /// ```sh,silent
    /// wc -l < src/main.rs
    /// cat < /dev/null
    /// cat <<< "literal"
    /// cat 3<&0
    /// grep '<' f
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// < /etc/passwd
    /// EOF
    /// ```
    pub static INPUT_REDIRECTION = 9 {
        says: "the shell reads this file from outside the working directories",
        help: "read a file inside the working directories, or approve it this once",
        marks: Marks::of(b"<"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for redirect in &script.redirects {
        if !matches!(redirect.op, RedirectOp::Read | RedirectOp::ReadWrite | RedirectOp::DuplicateInput) {
            continue;
        }
        match script.word(redirect.target).and_then(|word| script.text(word)) {
            Some(path) if is_socket(path) => {
                found.ask_because(redirect.span, "the shell itself connects to a network address".into());
            }
            Some(_) if redirect.op == RedirectOp::DuplicateInput => {}
            Some(path) if case.inside.inside(path) => {}
            Some(_) => found.ask(redirect.span),
            None => found.ask_because(redirect.span, "which file the shell reads is only known when it runs".into()),
        }
    }
}
