//! jq programs that reach outside their input.

use alloc::format;

use super::form::{Case, Found, Marks, check};
use super::jq_program::{Token, jq_words, program, tokens};

check! {
    /// jq looks like a filter and is a language: `env` and `$ENV` give every secret of the environment away,
    /// `input_filename` and `import` reach other files, and some builds can start programs. A program that is put
    /// together when it runs can be any of these.
    ///
    /// ```sh,fires
    /// jq 'env'
    /// jq -n '$ENV.HOME'
    /// jq 'env.PATH' f.json
    /// jq '"\(env)"' f.json
    /// jq '.a | system("id")'
    /// jq 'input_filename' f
    /// jq 'import "m" as m; .'
    /// jq 'include "m"; .'
    /// jq -r '.[] | @sh' f | sh
    /// jq 'debug' f
    /// jq '. | halt_error'
    /// jq "$program" f
    /// timeout 5 jq '$ENV'
    /// jq '$__prog_args' f
    /// ```
    ///
    /// Fields, object keys, strings and comments may have these names.
    ///
    /// ```sh,silent
    /// jq '.env.name' f.json
    /// jq '.path' f.json
    /// jq -r '.items[] | .id' f.json
    /// jq '{env: .a, system: .b}' f
    /// jq '"env and system"' f
    /// jq -r '.[] | @sh' f
    /// jq . f | head
    /// jq --arg env x '.[$env]' f
    /// grep env f.jq
    /// ```
    pub static JQ_SYSTEM_FUNCTION = 2 {
        says: "this jq program reaches outside its input",
        help: "select fields of the input only",
        marks: Marks::of(b"j"),
        find,
    }
}

/// Functions that reach the environment, files, programs or standard error.
const REACHING: &[&str] = &[
    "builtins", "debug", "env", "get_search_list", "getpath_env", "halt_error", "import", "include",
    "input_filename", "input_line_number", "modulemeta", "stderr", "system",
];

/// Shells that run what `@sh` quotes.
const SHELLS: &[&str] = &["bash", "dash", "ksh", "sh", "xargs", "zsh"];

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    for (index, command) in script.commands.iter().enumerate() {
        let Some(words) = jq_words(script, command) else { continue };
        let Some(word) = program(script, words) else { continue };
        let Some(text) = script.text(word) else {
            found.ask_because(word.span, "this jq program is only known when it runs".into());
            continue;
        };
        let next = script.commands.get(index + 1);
        let piped_to_shell = next.is_some_and(|next| {
            next.before == crate::syntax::Joint::Pipe
                && script.words_of(next).first().and_then(|word| script.text(word)).is_some_and(|name| SHELLS.contains(&name))
        });
        for token in tokens(text) {
            let reaches = match token {
                Token::Name(name) => REACHING.contains(&name).then_some(name),
                Token::Variable(name) => matches!(name, "ENV" | "__prog_args" | "__loc__").then_some(name),
                Token::Format(name) => (name == "sh" && piped_to_shell).then_some("@sh"),
                Token::Field | Token::Sign(_) => None,
            };
            if let Some(name) = reaches {
                found.ask_because(word.span, format!("`{name}` in this jq program reaches outside its input"));
                break;
            }
        }
    }
}
