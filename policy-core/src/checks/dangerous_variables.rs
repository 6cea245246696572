//! Variables that decide which program runs, and how.

use alloc::format;

use super::assigned_names::{Assigned, Setter, each, split_name};
use super::form::{Case, Found, Marks, check};
use crate::commands::{self, danger, turns_off};
use crate::script::{Dialect, Script, Shell, Value, Word};
use crate::span::Span;
use crate::syntax::{PieceKind, Traits};

check! {
    /// Programs take orders from their environment. With `PATH` changed, `ls` is another program; with
    /// `LD_PRELOAD`, every program loads a stranger's library; with `GIT_SSH_COMMAND` or `PAGER`, a `git` that
    /// you allow starts one that you do not. The setting and the harmless command may be far apart.
    ///
    /// ```sh,fires
    /// PATH=/tmp/x:$PATH ls
    /// LD_PRELOAD=./x.so ls
    /// BASH_ENV=x bash -c :
    /// IFS=: ls
    /// GIT_SSH_COMMAND=./x git fetch
    /// GIT_PAGER=./x git log
    /// PAGER="sh -c id" git log
    /// PYTHONPATH=/tmp/x python3 a.py
    /// NODE_OPTIONS=--require=./x node a.js
    /// export PATH=/tmp/x
    /// export "LD_PRELOAD=$x"
    /// declare -x PS4='$(id)'
    /// typeset PATH+=:/tmp/x
    /// readonly EDITOR=./x
    /// local PATH
    /// read PATH
    /// read -r -p 'Name? ' PATH
    /// mapfile -t PATH
    /// readarray BASH_CMDS
    /// printf -v PATH %s /tmp/x
    /// printf -vPATH %s /tmp/x
    /// getopts ab PATH
    /// for PATH in /tmp/x; do ls; done
    /// select PATH in a b; do ls; done
    /// echo ${PATH:=/tmp/x}
    /// echo $((PATH=1))
    /// exec {PATH}< f
    /// env PATH=/tmp/x ls
    /// env -u PATH ls
    /// sudo LD_PRELOAD=./x ls
    /// sudo timeout 5 env PATH=/tmp/x ls
    /// env 'BASH_FUNC_ls%%=() { id; }' bash -c ls
    /// unset PATH
    /// unset -v LD_PRELOAD
    /// CC=./x make
    /// HOME=/tmp/x git status
    /// ```
    ///
    /// A name that is not known before running can be any of them.
    ///
    /// ```sh,fires
    /// export $(grep -v '^#' .env | xargs)
    /// read "$name"
    /// env $settings ls
    /// ```
    ///
    /// So can what runs through one of them.
    ///
    /// ```sh,fires
    /// $PAGER README.md
    /// "$EDITOR" x
    /// eval "$PROMPT_COMMAND"
    /// grep $GREP_OPTIONS x f
    /// make -f"$MAKEFLAGS"
    /// ```
    ///
    /// zsh ties the lower-case `path` to `PATH`; a loop variable of that name breaks the search for programs.
    ///
    /// ```zsh,fires
    /// for path in a b; do ls; done
    /// read path
    /// ```
    ///
    /// However a variable is set, it is judged as the assignment of each value would be: a name that the shell or a
    /// program may obey asks.
    ///
    /// ```sh,fires
    /// for HISTFILESIZE in 0; do :; done
    /// for RANDOM in *; do :; done
    /// for LANGUAGE in ../x; do ls; done
    /// for TZ in UTC "$zone"; do date; done
    /// for MYVAR; do ls; done
    /// echo $((HISTSIZE=0))
    /// exec {TMPDIR}< f
    /// printf -v HISTFILESIZE %s 0
    /// read -r RANDOM
    /// mapfile -t TMPDIR
    /// getopts ab HISTSIZE
    /// ```
    ///
    /// Most settings change nothing of the kind, and those that only turn a pager or an editor off are
    /// harmless. A variable that is merely printed is text, and one that names a folder is an operand.
    ///
    /// ```sh,silent
    /// RUST_BACKTRACE=1 cargo test
    /// NO_COLOR=1 CI=true npm test
    /// PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 python3 a.py
    /// GIT_PAGER=cat git log -3
    /// PAGER= git diff
    /// GIT_EDITOR=true git rebase --continue
    /// GIT_TERMINAL_PROMPT=0 git fetch
    /// CARGO_TARGET_DIR=target/x cargo build
    /// echo $PATH
    /// echo "$HOME" $PAGER
    /// cd $HOME
    /// ls "$HOME/src" ~/src
    /// ls $CARGO_HOME/registry
    /// export PATH
    /// declare -p PATH
    /// read -r line
    /// IFS=: read -r a b
    /// read -r -p Name line
    /// read -rp 'Continue? ' answer
    /// printf -v text %s x
    /// mapfile -t lines
    /// getopts ab option
    /// for path in a b; do ls; done
    /// for FILE in *.c; do wc -l "$FILE"; done
    /// for TZ in UTC Europe/Berlin; do date; done
    /// for LC_ALL in {C,C.UTF-8}; do sort f; done
    /// unset name
    /// grep PATH .env
    /// env | grep PATH
    /// env TZ=UTC date
    /// sudo -u "$user" ls
    /// echo 'PATH=/tmp/x'
    /// ```
    pub static DANGEROUS_VARIABLES = 6 {
        says: "a variable decides which program runs, or how",
        help: "call the program by its full path, or pass the setting as an option",
        // `read path` sets a variable without any character that plain commands lack.
        marks: Marks::ANY,
        find,
    }
}

fn find(case: &Case<'_>, found: &mut Found) {
    let script = case.script;
    each(script, &mut |assigned: Assigned<'_>| {
        let Some(name) = assigned.name else {
            return found.ask_because(
                assigned.span,
                "which variable this sets is not known before running; it can be `PATH`".into(),
            );
        };
        if means_nothing_to(script.shell(), name) || assigned.value.is_some_and(|value| turns_off(name, value)) {
            return;
        }
        if let Some(sets) = danger(name) {
            found.ask_because(assigned.span, format!("`{name}` sets {}", sets.words()));
        } else if !is_harmless(script, name, assigned) {
            found.ask_because(assigned.span, format!("the shell or a program may obey `{name}`, which this sets"));
        }
    });
    for command in &script.commands {
        let words = script.words_of(command);
        let evaluates = words.first().and_then(|word| script.text(word)) == Some("eval");
        for (index, word) in (command.words.start..).zip(words) {
            if !word.traits.has(Traits::PARAMETER) {
                continue;
            }
            let first = index == command.words.start || evaluates;
            if let Some(span) = expanded(case, word, first).filter(|_| first || !case.any_value(index)) {
                found.ask_because(
                    span,
                    format!("the value of `{}` runs here, or becomes an option", script.slice(span)),
                );
            }
        }
    }
}

/// Whether setting `name` is as harmless as the assignments `name=value` with every value would be. Assignments are
/// judged where something vouches for their command.
fn is_harmless(script: &Script<'_>, name: &str, assigned: Assigned<'_>) -> bool {
    let harmless = |value: Option<&str>| commands::is_harmless_setting(script.shell(), name, value);
    match assigned.by {
        Setter::Assignment | Setter::Command => true,
        Setter::Expansion | Setter::BuiltIn => harmless(None),
        Setter::Loop => match script.loops.iter().find(|by| by.name == assigned.span) {
            Some(by) => by.words.iter().filter_map(|word| script.word(*word)).all(|word| match &word.value {
                Value::Several(texts) if !word.traits.has(Traits::GLOB) => {
                    texts.iter().all(|text| harmless(Some(text)))
                }
                _ => harmless(script.text(word)),
            }),
            None => harmless(None),
        },
    }
}

/// The dangerous variable in `word` that names a program (`runs`), or that can become an option.
fn expanded(case: &Case<'_>, word: &Word, runs: bool) -> Option<Span> {
    let script = case.script;
    let option = script.slice(word.span).starts_with('-');
    let piece = script.pieces_of(word).iter().find(|piece| {
        let written = script.slice(piece.span).trim_start_matches(['$', '{']);
        let name = split_name(written).0;
        matches!(piece.kind, PieceKind::Parameter | PieceKind::ParameterOperation)
            && danger(name).is_some()
            && name != "IFS"
            && (runs || option || piece.span == word.span && !is_folder(name))
    })?;
    Some(piece.span)
}

/// Whether another shell than `shell` obeys `name`, such as the arrays that zsh ties to variables in capitals.
fn means_nothing_to(shell: &Shell, name: &str) -> bool {
    !shell.obeys(name) && Dialect::POSIX.iter().any(|other| other.shell().obeys(name))
}

/// Variables that name a folder are everyday operands.
fn is_folder(name: &str) -> bool {
    matches!(name, "PWD" | "OLDPWD") || name.ends_with("HOME") || name.ends_with("DIR")
}
