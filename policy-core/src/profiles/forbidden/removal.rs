//! The form that loses everything: a recursive removal of the root, the home directory, or whatever is there.

use alloc::borrow::Cow;
use alloc::string::String;

use super::{Argv, Form};
use crate::paths::{lexical as paths, protected::critical_removal};

pub(super) static RECURSIVE_REMOVAL: Form = Form {
    id: "recursive-removal",
    says: "removing the root, the home directory or everything recursively",
    help: "name the one directory that is to be removed",
    command: |argv| {
        argv.name() == Some("rm")
            && argv.has_option(&['r', 'R'], "recursive")
            && (argv.options().any(|option| option == "--no-preserve-root")
                || argv.operands().any(|at| loses_everything(argv, at)))
    },
    fires: &[
        "rm -rf /",
        "rm -r ~",
        "rm -rf *",
        "rm -rf $HOME",
        "rm -rf \"$HOME\"",
        "rm -rf ${HOME}/",
        "rm -rf \"${HOME:?}\"/*",
        "rm -fr /*",
        "rm -r -f ~/",
        "rm --recursive ~/*",
        "rm --rec --force /",
        "rm / -rf",
        "rm -Rf ./*",
        "rm -rf .* *",
        "rm -rf build /",
        "rm -rf -- /",
        "rm -rf ..",
        "rm -rf //",
        "rm -rf /etc/..",
        "rm -rf /home/u",
        "rm -rf ~root",
        "rm -rf \"$PWD\"",
        "rm -rf /usr",
        "rm -rf --no-preserve-root x",
        "/bin/rm -rf /",
        "r\\m -rf /",
        "x=/; rm -rf $x",
        "for d in a /; do rm -rf $d; done",
        "rm -rf {build,/}",
        "rm -rf {*,.*}",
        "cd src && rm -rf *",
        "env A=1 rm -rf ~",
        "echo \"$(rm -rf ~)\"",
        "find . -exec rm -rf / \\;",
        "true && { rm -rf ~; }",
    ],
    silent: &[
        "rm -rf build",
        "rm -rf ./build/",
        "rm -rf ~/project/build",
        "rm -rf \"$HOME/build\"",
        "rm -rf build/*",
        "rm -rf *.o",
        "rm -f *",
        "rm ~",
        "rm -rf /repo/target",
        "rm -rf '*'",
        "rm -rf '~'",
        "rm -rf '$HOME'",
        "rm -rf src/../other",
        "rm -- -r /",
        "echo rm -rf /",
        "git rm -r x",
        "grep 'rm -rf /' notes",
        "ls -r /",
    ],
    ..Form::NONE
};

/// A directory that stands for one that is not known, deep enough that nothing is taken for a critical one.
const SOMEWHERE: &str = "/not/known/here";
const SOMEONES: &str = "/not/known/home";

/// Whether removing the argument at `at` removes a directory that holds everything.
fn loses_everything(argv: &Argv<'_>, at: usize) -> bool {
    let cwd = argv.whereabouts.cwd.unwrap_or(SOMEWHERE);
    let home = argv.whereabouts.home.unwrap_or(SOMEONES);
    let is_critical =
        |path: &str| critical_removal(path, Some(cwd), Some(home)).is_some() || path == SOMEONES;
    if let Some(known) = argv.known(at) {
        return !known.is_empty() && is_critical(&paths::join(cwd, known));
    }
    let shown = argv.shown(at);
    let expanded = expand(&shown, cwd, home);
    let mut path = expanded.trim_end_matches('/');
    let mut all = false;
    // `*/*` finds everything one level further down.
    while let Some(name) = path.rsplit('/').next().filter(|name| finds_all(name)) {
        all = true;
        path = path.get(..path.len() - name.len()).unwrap_or("").trim_end_matches('/');
        if path.is_empty() {
            break;
        }
    }
    let here = path.is_empty() && !expanded.starts_with('/');
    if here || path == "." {
        return all || path == ".";
    }
    let path = if path.is_empty() { "/" } else { path };
    is_critical(&paths::join(cwd, path))
}

/// The path with `~`, `$HOME` and `$PWD` written out. What else is expanded stays as it is written.
fn expand<'a>(shown: &'a str, cwd: &str, home: &str) -> Cow<'a, str> {
    let name = |name: &str| {
        let plain = shown.strip_prefix('$').and_then(|rest| rest.strip_prefix(name));
        let plain = plain.filter(|rest| rest.is_empty() || rest.starts_with('/'));
        plain
            .or_else(|| {
                let rest = shown.strip_prefix("${")?.strip_prefix(name)?;
                let (operation, rest) = rest.split_once('}')?;
                (operation.is_empty() || operation.starts_with([':', '-', '%', '?', '=', '/']))
                    .then_some(rest)
            })
            // What could not be read has lost its dollar signs.
            .or_else(|| shown.strip_prefix(name).filter(|rest| rest.is_empty() || rest.starts_with('/')))
    };
    let onto = |base: &str, rest: &str| {
        let mut path = String::from(base);
        path.push_str(rest);
        Cow::Owned(path)
    };
    if let Some(rest) = name("HOME") {
        return onto(home, rest);
    }
    if let Some(rest) = name("PWD") {
        return onto(cwd, rest);
    }
    match shown.strip_prefix('~') {
        // `~root` is the home of another user.
        Some(rest) => onto(home, rest.find('/').and_then(|at| rest.get(at..)).unwrap_or("")),
        None => Cow::Borrowed(shown),
    }
}

/// Whether a pattern finds nearly every name: it has a star, and no letter or digit outside of brackets.
fn finds_all(name: &str) -> bool {
    let mut inside = false;
    let mut star = false;
    for character in name.chars() {
        match character {
            '[' => inside = true,
            ']' => inside = false,
            '*' => star = true,
            c if !inside && (c.is_alphanumeric() || c == '_' || c == '$') => return false,
            _ => {}
        }
    }
    star
}
