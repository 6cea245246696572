//! Converts a shell's description of itself to the text that recreates the parts that a command needs.
//!
//! Owns the format of the description and the order of the text: options, functions, aliases. Aliases come last,
//! because a shell expands them where it reads a function. Some users have so much that a shell takes tens of
//! milliseconds for all of it, so a command gets what it names, and what that names in turn. Pure functions; starts
//! nothing.

use crate::system::text::os_string;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

use super::excluded_names;
use crate::plan::Shell;

/// Commands that show or walk through everything, so that everything has to be there.
const LISTERS: [&str; 7] = ["alias", "compgen", "declare", "functions", "set", "typeset", "whence"];

/// The description of a user's shell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Told {
    /// Its `PATH`.
    pub(super) path: Option<OsString>,
    options: String,
    functions: BTreeMap<String, Definition>,
    aliases: BTreeMap<String, Definition>,
}

/// An alias or a function.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Definition {
    text: String,
    /// The names of other definitions in it.
    names: BTreeSet<String>,
}

/// Reads what a shell has written; none when it did not come to its end.
pub(super) fn read(written: &[u8]) -> Option<Told> {
    let fields = written.split(|byte| *byte == 0).collect::<Vec<_>>();
    let mut told = Told::default();
    let mut functions = BTreeMap::new();
    let mut aliases = BTreeMap::new();
    let mut completions = BTreeSet::new();
    let mut is_whole = false;
    for thing in fields.chunks_exact(3) {
        let [kind, name, text] = thing else { continue };
        if *kind == b"path" {
            told.path = os_string(text);
            continue;
        }
        // One function that is no text must not cost all the others.
        let (Ok(name), Ok(text)) = (str::from_utf8(name), str::from_utf8(text)) else { continue };
        match *kind {
            b"options" => text.clone_into(&mut told.options),
            b"function" if is_function(name, text) => drop(functions.insert(name, text)),
            b"alias" if is_alias(name, text) => drop(aliases.insert(name, text)),
            b"completion" => drop(completions.insert(name)),
            b"end" => is_whole = true,
            _ => {}
        }
    }
    if !is_whole {
        return None;
    }
    // `alias z=_z` makes `_z` more than a completion.
    let is_named = |name: &str| aliases.values().any(|text| words(text).any(|word| word == name));
    functions.retain(|name, _| {
        !completions.contains(name) && (!excluded_names::completes(name) || is_named(name))
    });

    let is_known = |word: &&str| functions.contains_key(word) || aliases.contains_key(word);
    let definition = |(name, text): (&&str, &&str)| {
        let names = words(text).filter(is_known).filter(|word| word != name).map(str::to_owned).collect();
        ((*name).to_owned(), Definition { text: (*text).to_owned(), names })
    };
    told.functions = functions.iter().map(definition).collect();
    told.aliases = aliases.iter().map(definition).collect();
    Some(told)
}

impl Told {
    /// The text that makes everything.
    pub(super) fn whole(&self, shell: Shell) -> String {
        self.text(shell, |_| true)
    }

    /// The text that makes what `command` needs: the options, and every alias and function that is named anywhere in
    /// it, or in one of these. A name that is put together while the command runs is not seen.
    pub(super) fn needed_by(&self, command: &str, shell: Shell) -> String {
        if words(command).any(|word| LISTERS.contains(&word)) {
            return self.whole(shell);
        }
        let mut needed = BTreeSet::new();
        let mut waiting = words(command).collect::<Vec<_>>();
        while let Some(name) = waiting.pop() {
            let definitions = [&self.functions, &self.aliases].into_iter().filter_map(|all| all.get(name));
            for definition in definitions {
                needed.insert(name);
                waiting.extend(definition.names.iter().map(String::as_str).filter(|it| !needed.contains(it)));
            }
        }
        self.text(shell, |name| needed.contains(name))
    }

    fn text(&self, shell: Shell, is_wanted: impl Fn(&str) -> bool) -> String {
        let of = |all: &BTreeMap<String, Definition>| {
            let wanted = all.iter().filter(|(name, _)| is_wanted(name));
            wanted.flat_map(|(_, definition)| [definition.text.as_str(), "\n"]).collect::<String>()
        };
        let aliases = of(&self.aliases);
        let switch =
            if shell == Shell::Bash && !aliases.is_empty() { "shopt -s expand_aliases\n" } else { "" };
        [self.options.trim_end(), "\n", &of(&self.functions), &aliases, switch].concat()
    }

    /// The text of every alias and function, by name.
    pub(super) fn definitions(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.functions.iter().chain(&self.aliases);
        all.map(|(name, definition)| (name.as_str(), definition.text.as_str()))
    }
}

/// Everything in `text` that could be a name: between blanks, quotes and operators, and the parts of that, so that in
/// `{ll,gs}` both are seen.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_of_name =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '+' | '@' | '%' | ',');
    let whole = text.split(move |c: char| !is_of_name(c));
    let parts = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'));
    whole.chain(parts).filter(|word| !word.is_empty())
}

/// Not a stub of zsh that loads the function's file once it is called: it would cover a program without need.
fn is_function(name: &str, text: &str) -> bool {
    excluded_names::may_be_kept(name) && !text.is_empty() && !text.contains("builtin autoload -X")
}

fn is_alias(name: &str, text: &str) -> bool {
    let definition = text.strip_prefix("alias ").map(|rest| rest.strip_prefix("-- ").unwrap_or(rest));
    excluded_names::may_be_kept(name)
        && definition.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(things: &[(&str, &str, &str)]) -> Option<Told> {
        let fields = things.iter().flat_map(|(kind, name, text)| [*kind, *name, *text]);
        read(fields.flat_map(|field| [field, "\0"]).collect::<String>().as_bytes())
    }

    const END: (&str, &str, &str) = ("end", "", "");

    #[test]
    fn options_come_first_then_functions_then_aliases() {
        let things = [
            ("path", "", "/a:/b"),
            ("alias", "ll", "alias ll='ls -l'"),
            ("function", "f", "f () \n{ \n    echo a\n}"),
            ("options", "", "shopt -u dotglob\nset +o pipefail"),
            END,
        ];
        let both = "shopt -u dotglob\nset +o pipefail\nf () \n{ \n    echo a\n}\nalias ll='ls -l'\n";
        let told = told(&things).unwrap();
        assert_eq!(told.whole(Shell::Bash), format!("{both}shopt -s expand_aliases\n"));
        assert_eq!(told.whole(Shell::Zsh), both);
        assert_eq!(told.path, Some("/a:/b".into()));
        assert_eq!(told.definitions().map(|(name, _)| name).collect::<Vec<_>>(), ["f", "ll"]);
    }

    #[test]
    fn completions_stubs_hooks_and_broken_things_are_left_out() {
        let left_out = [
            ("function", "_git", "_git () { :; }"),
            ("function", "git_complete", "git_complete () { :; }"),
            ("completion", "git_complete", ""),
            ("function", "make", "make () {\n\t# undefined\n\tbuiltin autoload -XUz\n}"),
            ("function", "chpwd", "chpwd () { ls; }"),
            ("function", "eval", "eval () { :; }"),
            ("function", "empty", ""),
            ("alias", "if", "alias if='x'"),
            ("alias", "a", "alias b='x'"),
            ("alias", "c", "c='x'"),
            ("alias", "d", ""),
            ("unknown", "e", "e"),
        ];
        for thing in left_out {
            let things =
                [thing, ("completion", "git_complete", ""), ("function", "kept", "kept () { :; }"), END];
            assert_eq!(told(&things).unwrap().whole(Shell::Zsh).trim(), "kept () { :; }", "{thing:?}");
        }
        let named = [("function", "_z", "_z () { :; }"), ("alias", "z", "alias z='_z 2>&1'"), END];
        assert!(told(&named).unwrap().definitions().any(|(name, _)| name == "_z"));
    }

    #[test]
    fn a_command_gets_what_it_names_and_what_that_names() {
        let told = told(&[
            ("function", "one", "one () { two; }"),
            ("function", "two", "two () { three \"$1\"; one; }"),
            ("function", "other", "other () { two; }"),
            ("alias", "three", "alias three='four x'"),
            ("alias", "four", "alias four='echo'"),
            ("alias", "two", "alias two='two -v'"),
            ("alias", "g++", "alias g++='g++ -v'"),
            END,
        ]);
        let told = told.unwrap();
        let all = ["one", "two", "other", "three", "four", "g++"];
        for (command, needed) in [
            ("ls -l", &[][..]),
            ("four", &["four"]),
            ("three;four", &["three", "four"]),
            ("cd sub && one x | cat", &["one", "two", "three", "four"]),
            ("eval 'four'", &["four"]),
            ("echo {four,x}", &["four"]),
            ("x=four; $x", &["four"]),
            ("g++ a.cc", &["g++"]),
            ("fourth", &[]),
            ("alias", &all),
            ("declare -f one", &all),
        ] {
            let text = told.needed_by(command, Shell::Zsh);
            for name in all {
                let is_there = text.lines().any(|line| {
                    line.starts_with(&format!("{name} ()")) || line.starts_with(&format!("alias {name}="))
                });
                assert_eq!(is_there, needed.contains(&name), "{command}: {name} in {text}");
            }
        }
    }

    #[test]
    fn what_did_not_come_to_its_end_is_nothing() {
        assert_eq!(told(&[("path", "", "/a")]), None);
        assert_eq!(read(b""), None);
        assert_eq!(read(b"welcome\nto this machine\n"), None);
        let broken = read(b"function\0\xff\0\xff\0function\0f\0f () { :; }\0end\0\0\0").unwrap();
        assert_eq!(broken.whole(Shell::Zsh).trim(), "f () { :; }");
    }
}
