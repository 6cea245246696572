//! Files that a command reads through `<`, where its program's table does not see them.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use super::invocation::{is_network, network_target};
use crate::script::{Redirect, RedirectOp, Value, Word};
use crate::script::spelling::Traits;

check! {
    /// A redirect reads a file for a program that never names it: `head < ~/.ssh/id_rsa` looks like a harmless
    /// `head`. And bash itself opens a connection when the file is called `/dev/tcp/host/port`; no such
    /// file exists, and no program that is known for networking runs.
    ///
    /// ```sh,fires
    /// head < /etc/shadow
    /// wc -l < ~/.ssh/id_rsa
    /// cat < ../../secret
    /// cat < "$file"
    /// cat < $(ls)
    /// cat < *.pem
    /// sort 0</etc/passwd
    /// while read -r line; do echo "$line"; done < /etc/passwd
    /// cat < /dev/null/../../etc/passwd
    /// cat < /dev/tcp/198.51.100.7/80
    /// exec 3<>/dev/tcp/198.51.100.7/80
    /// echo x > /dev/udp/198.51.100.7/53
    /// cat < "/dev/tcp/$host/80"
    /// ```
    ///
    /// Files inside the working directories may be read either way. Text that is in the command itself
    /// is no file.
    ///
    /// ```sh,silent
    /// wc -l < Cargo.toml
    /// sort < "src/my file.txt"
    /// ssh-keygen -l < /dev/null
    /// cat <<< "literal"
    /// cat <<< "$HOME"
    /// while read -r line; do echo "$line"; done < list.txt
    /// read -r x <&3
    /// cat <&-
    /// echo "a < b"
    /// diff <(ls a) <(ls b)
    /// ```
    ///
    /// ```sh,silent,whole
    /// cat <<'EOF'
    /// < /etc/shadow
    /// EOF
    /// ```
    pub static INPUT_REDIRECTION = 9 {
        says: "a redirect reads a file that the command should perhaps not read",
        help: "name a file inside the working directories, without variables",
        marks: Marks::of(b"<>"),
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    for redirect in &case.script.redirects {
        let Some(target) = case.script.word(redirect.target) else { continue };
        if matches!(
            redirect.op,
            RedirectOp::HereDocument | RedirectOp::HereDocumentTabs | RedirectOp::HereString
        ) {
            continue;
        }
        let texts = case.texts.iter().filter(|(word, _)| *word == redirect.target);
        let connects = texts.flat_map(|(_, texts)| texts).any(|path| is_network(path));
        if connects || network_target(case.script, target) {
            let name = case.script.slice(target.span);
            found.ask_because(
                redirect.span,
                format!("bash opens a network connection for `{name}`; there is no such file"),
            );
        } else if redirect.op == RedirectOp::Read {
            file(case, redirect, target, found);
        }
    }
}

fn file(case: &Case<'_>, redirect: &Redirect, target: &Word, found: &mut Found) {
    let script = case.script;
    let written = script.slice(target.span);
    if let Some(path) = script.text(target) {
        if !matches!(path, "/dev/null" | "/dev/stdin") && !case.inside.inside(path, redirect.command) {
            found.ask_because(
                redirect.span,
                format!("the redirect reads `{path}`, which is outside the working directories"),
            );
        }
        return;
    }
    let known = case.inputs.iter().find(|(word, _)| *word == redirect.target);
    if let Some((_, inside)) = known {
        if !inside {
            found.ask_because(
                redirect.span,
                format!("the redirect reads `{written}`, which can be outside the working directories"),
            );
        }
        return;
    }
    // The inside of `< <(…)` is judged as commands.
    if script.process(redirect).is_some() {
        return;
    }
    let home = target.value == Value::Pattern && target.traits == Traits::TILDE;
    if !home {
        found.ask_because(redirect.span, format!("`{written}` names a file that is known only at run time"));
    } else if !case.inside.inside(written, redirect.command) {
        found.ask_because(
            redirect.span,
            format!("the redirect reads `{written}`, which is outside the working directories"),
        );
    }
}
