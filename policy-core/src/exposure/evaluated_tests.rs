//! What deny rules see of text that a shell or a program evaluates although it is written as data.

use super::held::{hold, hold_in};
use crate::Decision::{Allow, Ask, Deny};
use crate::Dialect;

#[test]
fn a_denied_command_is_seen_in_text_that_the_shell_evaluates() {
    hold(
        "Bash(git push:*)",
        &[
            (Ask, "typeset -i x='a[$(git push)]'"),
            (Ask, "let 'a[`git push`]'"),
            (Ask, "[[ 'a[$(git push)]' -eq 1 ]]"),
            (Ask, "printf -v 'a[$(git push)]' x"),
            (Ask, "read 'a[$(git push)]'"),
            (Ask, "test -v 'a[$(git push)]'"),
            (Ask, "unset 'a[$(git push)]'"),
            (Ask, "x='a[$(git push)]'; echo $((x))"),
            (Ask, "y='$(git push)'; echo ${y@P}"),
            (Ask, "PS4='$(git push)'; set -x; ls"),
            (Ask, "for v in 'a[$(git push)]'; do echo $((v)); done"),
            (Ask, "echo ${HOME: '$(git push)' -1}"),
            // Text that nothing evaluates.
            (Allow, "exit 'a[$(git push)]'"),
            (Allow, "printf '%s' '$(git push)'"),
            (Allow, "echo 'a[$(git push)]' > notes"),
            (Allow, "git commit -m 'never $(git push) here'"),
            (Allow, "x='git push'; git commit -m \"$x\""),
            (Allow, "typeset -i x='a[$(date)]'"),
            (Allow, "cat > s.sh <<'E'\nx=$(git push)\nE"),
        ],
    );
}

#[test]
fn zsh_evaluates_the_qualifiers_of_a_pattern_and_more_operands() {
    let deny = r#"{"deny":["Bash(curl:*)"]}"#;
    hold_in(
        Dialect::Zsh,
        deny,
        &[
            (Ask, "ls *(+curl)"),
            (Ask, "ls *(e_curl_)"),
            (Ask, "cat < a(e:curl:)"),
            (Ask, "exit 'path[$(curl)]'"),
            (Ask, "for HISTSIZE in 'path[$(curl)]'; do ls; done"),
            (Deny, "nocorrect curl x"),
            (Deny, "v=1 nocorrect curl x"),
            (Deny, "repeat 2 curl x"),
            (Ask, "repeat 2 $x a"),
            (Deny, "{curl x\n}"),
            (Ask, "ls &| \"$x\" = a"),
            (Allow, "ls *(.)"),
            (Allow, "nocorrect ls a"),
            (Allow, "repeat 2 ls a"),
        ],
    );
}

#[test]
fn a_denied_command_is_seen_in_the_code_of_a_program_that_may_run_it() {
    hold(
        "Bash(curl:*)",
        &[
            (Ask, "awk 'BEGIN { system(\"curl x\") }'"),
            (Ask, "awk '{ print | \"curl\" }' f"),
            (Ask, "sed '1e curl x' f"),
            (Ask, "sed -e 's/a/curl x/e' f"),
            // What is proven runs nothing.
            (Allow, "awk '/curl/ {print $1}' f"),
            (Allow, "sed -i 's/curl/wget/' f"),
            (Allow, "sed -n '/curl/p' f"),
            (Allow, "awk '{ print > \"o\" }' f"),
        ],
    );
}
